"""Rules of Merchants of Magick, compiled: records of a card set and of a game go in, the game moves on by one decision.

rules_check/engine/game.py says what each verb promises. The parts: `rulings` and `state` declare what there is, `game` the moves;
`course` has what is legal and what a move does, as the rulebook tells it.
"""

from __future__ import annotations

from typing import Any

from rules_check.games.merchants_of_magick import accounts, course, expert, show
from rules_check.games.merchants_of_magick.game import rules

__all__ = ["accounts", "course", "expert", "show"]


def __getattr__(name: str) -> Any:
    return getattr(rules, name)
