"""Rules of Brick & Mortar, compiled: records of a card set and of a game go in, the game moves on by one decision.

rules_check/engine/game.py says what each verb promises. The parts: `rulings` and `state` declare what there is, `game` the moves;
`holdings` is what seats have, `building`, `supply` and `sale` are phases of a month, and `course` is how they follow on one another.
Other verbs are generated: `rules.source` shows them.
"""

from __future__ import annotations

from typing import Any

from rules_check.games.brick_and_mortar import accounts, course, expert, show, story
from rules_check.games.brick_and_mortar.examine import examine
from rules_check.games.brick_and_mortar.game import rules

__all__ = ["accounts", "course", "examine", "expert", "show", "story"]


def __getattr__(name: str) -> Any:
    return getattr(rules, name)
