"""The compiled rules of Brick & Mortar: they take the records of a card set and of a game, and
advance the game by one decision.

rules_check/engine/game.py specifies each verb. The parts: `rulings` and `state` are the
declarations, `game` defines the moves; `holdings` is what seats have; `building`, `supply` and
`sale` are the phases of a month; and `course` puts them in order. Other verbs are generated:
`rules.source` shows them.
"""

from rules_check.games.brick_and_mortar.game import rules

rules.gather(__name__, "accounts", "course", "expert", "show", "story", "examine")
