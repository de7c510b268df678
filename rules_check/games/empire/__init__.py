"""Empire's rules, compiled: records of a card set and of a game go in, the game moves on by one
decision.

rules_check/engine/game.py says what each verb promises. The parts: `rulings` and `state` declare
what there is, `game` the moves and what is counted; `course` has what is legal and what a move
does, as the rulebook tells it; `accounts` what a game came to, what a seat can know, and whether a
state is sound; `expert` what things are worth, by `weights`, and how to play well; `show` and
`story` how the table and a game read; `examine` what can be said without playing. Other verbs are
generated: `rules.source` shows them.
"""

from rules_check.games.empire.game import rules

rules.gather(__name__, "accounts", "expert", "show", "story", "examine")
