"""What came of some games, a row each, and how the columns of a row are called. Knows no game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from rules_check.engine.game import Rules
from rules_check.engine.noting import CARDS, CHOICES, NOTHING

FIXED = 6
"""Columns of a game's row before those of its seats: end, rounds, decisions, fault, leader half-way (-1 for none or several,
or where nobody looked), changes of the lead."""


@dataclass(frozen=True)
class Columns:
    """What stands where in a row of what was played: the FIXED ones, each seat's place, its score, COUNTS, each seat's LEDGER."""

    players: int
    counts: tuple[str, ...]
    ledger: tuple[str, ...]

    @classmethod
    def of(cls, rules: Rules, players: int) -> Columns:
        return cls(players, getattr(rules, "COUNTS", ()), getattr(rules, "LEDGER", ()))

    @property
    def width(self) -> int:
        return FIXED + 2 * self.players + len(self.counts) + self.players * len(self.ledger)

    @property
    def names(self) -> list[str]:
        """Head each column; seats count from 1."""
        seats = range(1, self.players + 1)
        return [
            "end",
            "rounds",
            "decisions",
            "fault",
            "leader half-way",
            "changes of the lead",
            *(f"place of seat {seat}" for seat in seats),
            *(f"score of seat {seat}" for seat in seats),
            *self.counts,
            *(f"{name} of seat {seat}" for seat in seats for name in self.ledger),
        ]


class Part(NamedTuple):
    """What came of some games with numbers that follow one another."""

    rows: Any
    """int32 of shape (games, Columns.width)."""
    used: Any
    """int64 of shape (2, cards): games that had each card, and games in which it was used."""
    worth: Any
    """int64 of shape (cards, 4): seats blind to a card, their wins in parts of WIN, seats that see it, their wins; zeros without blanks."""
    at_once: Any = None
    """int32 of shape (games,): decisions that seats made at the same time."""
    chosen: Any = None
    """int64 of shape (sorts of moves, SUMS), where noted: of decisions that allowed a sort beside others, and those that chose it."""
    taken: Any = None
    """int64 of shape (cards, SUMS), where noted: of seats that used a card in a game, and their wins in parts of WIN."""

    @property
    def noted(self) -> int:
        """NOTHING, CHOICES or CARDS; of rules that tell neither moves nor cards apart nothing can be noted."""
        is_noted = [one is not None and one.size > 0 for one in (self.chosen, self.taken)]
        return CARDS if is_noted[1] else CHOICES if is_noted[0] else NOTHING
