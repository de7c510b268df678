"""The compiled rules of Empire: they take the records of a card set and of a game, and advance the
game by one decision.

rules_check/engine/game.py specifies each verb. The parts: `rulings` and `state` are the
declarations; `game` defines the moves and what is counted; `course` decides what is legal and what
a move does, following the rulebook; `accounts` summarizes a game, works out what a seat can know,
and checks whether a state is sound; `expert` values positions, by `weights`, and plays well; `show`
and `story` describe the table and a game; `examine` checks what can be checked without playing.
Other verbs are generated: `rules.source` shows them.
"""

from rules_check.games.empire.game import rules

rules.gather(__name__, "accounts", "expert", "show", "story", "examine")
