"""Games to be played, as one value.

In: rules, a card set, a line-up, a seed and numbers. Out: `Run`, and parts of it. Plays nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from rules_check.engine.game import Rules
from rules_check.engine.noting import NOTHING
from rules_check.engine.parts import Columns
from rules_check.engine.players import Player


@dataclass(frozen=True)
class Run:
    """Games to be played: `count` of one line-up with one card set, from number `first` on.

    `is_checked`, `per_mille` and `noting` are as for `play_games`.
    """

    rules: Rules
    cards: Any
    line_up: Sequence[Player]
    seed: int
    count: int
    first: int = 0
    is_checked: bool = False
    per_mille: int = 0
    noting: int = NOTHING

    @property
    def columns(self) -> Columns:
        return Columns.of(self.rules, len(self.line_up))

    def part(self, first: int, count: int) -> Run:
        """Return some of these games."""
        return replace(self, first=first, count=count)

    @property
    def asked(self) -> dict[str, Any]:
        """Everything but the rules and the card set, which other processes do not have."""
        return {field.name: getattr(self, field.name) for field in fields(self)[2:]}
