"""The compiled rules of Merchants of Magick: they take the records of a card set and of a game, and
advance the game by one decision.

rules_check/engine/game.py specifies each verb. The parts: `rulings` and `state` are the
declarations; `game` defines the moves; `course` decides what is legal and what a move does,
following the rulebook; `accounts` summarizes a game and checks whether a state is sound; `expert`
plays well, by `weights`; `show` describes the table and a game; `examine` checks what can be
checked without playing. Other verbs are generated: `rules.source` shows them.
"""

from rules_check.games.merchants_of_magick.game import rules

rules.gather(__name__, "accounts", "course", "expert", "show", "examine")
