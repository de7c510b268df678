"""The results of some games, one row each, and the names of a row's columns. Knows no game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

import numpy as np

from rules_check.engine.game import Rules, members_of
from rules_check.engine.noting import CARDS, CHOICES, NOTHING

ROW = np.dtype(
    [
        (name, np.int64)
        for name in ("end", "rounds", "decisions", "fault", "leader", "lead_changes", "at_once")
    ]
)
"""What compiled code writes about each game. `leader` is the seat that leads half-way, -1 for none
or several, or if it was not recorded; `at_once` is the number of decisions that seats made
simultaneously.
"""
GameRows = Annotated[Any, ROW]


@dataclass(frozen=True)
class Columns:
    """The number of seats in the games, and the values counted."""

    players: int
    counts: tuple[str, ...]
    ledger: tuple[str, ...]
    members: int = 1
    """How many seats have each place and score: those of a team, or one."""

    @classmethod
    def of(cls, rules: Rules, players: int) -> Columns:
        counts, ledger = getattr(rules, "COUNTS", ()), getattr(rules, "LEDGER", ())
        return cls(players, counts, ledger, members_of(rules, players))

    @property
    def dtype(self) -> np.dtype[Any]:
        """Return the type of a game's row: int32, the fields of ROW; for each seat its place and
        score; COUNTS; each seat's LEDGER.
        """
        seats, ledger = (self.players,), (self.players, len(self.ledger))
        arrays = {"places": seats, "scores": seats, "counts": (len(self.counts),), "ledger": ledger}
        alone = [(name, np.int32) for name in ROW.fields or ()]
        return np.dtype([*alone, *((name, np.int32, shape) for name, shape in arrays.items())])

    @property
    def account_size(self) -> int:
        """Return how many numbers the verb `account` writes."""
        return len(self.counts) + self.players * len(self.ledger)

    def rows_of(self, games: Any, places: Any, scores: Any, accounts: Any) -> Any:
        """Assemble rows of `dtype` from records of ROW and arrays with a row per game."""
        rows = np.zeros(len(games), self.dtype)
        for name in ROW.fields or ():
            rows[name] = games[name]
        rows["places"], rows["scores"] = places, scores
        counts, ledger = np.split(accounts, [len(self.counts)], axis=1)
        rows["counts"], rows["ledger"] = counts, ledger.reshape(rows["ledger"].shape)
        return rows

    @property
    def names(self) -> list[str]:
        """Return the headings of a table of games; seats are numbered from 1."""
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

    def columns_of(self, rows: Mapping[str, Any]) -> list[Any]:
        """List the columns that `names` heads, from the fields of rows, or with replacements for
        some.
        """
        alone = ("end", "rounds", "decisions", "fault", "leader", "lead_changes")
        ledger = rows["ledger"].reshape(len(rows["ledger"]), -1)
        return [
            *(rows[name] for name in alone),
            *rows["places"].T,
            *rows["scores"].T,
            *rows["counts"].T,
            *ledger.T,
        ]


class Part(NamedTuple):
    """The results of games with consecutive numbers."""

    rows: Any
    """One row per game, of `Columns.dtype`."""
    used: Any
    """int64 of shape (2, cards): games that had each card, and games in which it was used."""
    worth: Any
    """int64 of shape (cards, 4): seats blind to a card, their wins in parts of WIN, seats that see
    it, their wins; zeros without blanks.
    """
    chosen: Any = None
    """int64 of shape (types of moves, SUMS), if recorded: the decisions that allowed a type among
    others, and those that chose it.
    """
    taken: Any = None
    """int64 of shape (cards, SUMS), if recorded: the seats that used a card in a game, and their
    wins in parts of WIN.
    """

    @property
    def noted(self) -> int:
        """NOTHING, CHOICES or CARDS; for rules that distinguish neither moves nor cards, nothing
        can be recorded.
        """
        if self.taken is not None and self.taken.size > 0:
            return CARDS
        if self.chosen is not None and self.chosen.size > 0:
            return CHOICES
        return NOTHING
