"""Rules of Brick & Mortar, compiled: records of a card set and of a game go in, the game moves on
by one decision.

rules_check/engine/game.py says what each verb promises. The parts: `rulings` and `state` declare
what there is, `game` the moves; `holdings` is what seats have, `building`, `supply` and `sale` are
phases of a month, and `course` is how they follow on one another. Other verbs are generated:
`rules.source` shows them.
"""

from rules_check.games.brick_and_mortar.game import rules

rules.gather(__name__, "accounts", "course", "expert", "show", "story", "examine")
