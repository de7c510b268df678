"""Rules of Merchants of Magick, compiled: records of a card set and of a game go in, the game moves
on by one decision.

rules_check/engine/game.py says what each verb promises. The parts: `rulings` and `state` declare
what there is, `game` the moves; `course` has what is legal and what a move does, as the rulebook
tells it; `accounts` what a game came to, and whether a state is sound; `expert` how to play well,
by `weights`; `show` how the table and a game read; `examine` what can be said without playing.
Other verbs are
generated: `rules.source` shows them.
"""

from rules_check.games.merchants_of_magick.game import rules

rules.gather(__name__, "accounts", "course", "expert", "show", "examine")
