"""Numbers that do not fit the rest of their row: a store for 3 that gives what others give for 16,
in any game's data.

In: the cards of a kind or the rows of a table. Out: `Misfit` values, at most one per column, and
`Exchange` values: two rows with each other's number. Plays nothing, and knows no game.

Each number is predicted from the other numbers of its row, by a straight line through all other
rows (ridge regression, leaving one out). Fields that only some rows have count by the sum of their
numbers, and by whether they are there. Only columns that are predicted well are judged: where the
rest of a row says little of a number, no number is wrong. A misfit is far off, and clearly farther
off than any other row; so if numbers differ more and more, none is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from generator.data.game import Record

FEWEST = 10
"""The fewest rows that are compared."""
FAR, APART = 4.5, 1.5
"""By how many robust standard deviations a number must be off, and how many times as far as the
next.
"""
PART, SMALL = 0.4, 2.5
"""A number must also be off by this part of what is predicted, and by this much."""
FAR_BOTH, FITS, SUSPECTS = 3.0, 0.35, 6
"""For two rows with each other's numbers: by how many robust standard deviations both must be off,
which part of that may be left if they are exchanged, and among how many rows they are looked for.
"""
TOLD = 0.35
"""The part of a column's differences that the other columns must explain."""
SHARED = 3
"""The fewest rows that share a word, so that it counts."""
_RIDGE = 1.0
_TO_DEVIATION = 1.4826


@dataclass(frozen=True)
class Misfit:
    """A number that the rest of its row does not fit."""

    row: int
    field: str
    value: float
    usual: float
    """What the rest of the row predicts."""

    @property
    def part(self) -> float:
        """How far off it is, as a part of the larger of the two."""
        return abs(self.value - self.usual) / max(abs(self.value), abs(self.usual))


def misfits(records: Sequence[Record]) -> Iterator[Misfit]:
    """Find numbers that do not fit their rows, in columns that every row has."""
    for name, values, design in _predictable(records):
        usual = _predicted(values, design)
        off = np.abs(values - usual)
        ranked = np.sort(off)[::-1]
        worst = int(off.argmax())
        kept = np.arange(len(values)) != worst
        spread = np.abs(values[kept] - np.median(values[kept])).mean()
        deviation = _TO_DEVIATION * np.median(off)
        least = max(PART * abs(usual[worst]), SMALL, FAR * deviation, APART * ranked[1])
        if off[kept].mean() <= (1 - TOLD) * spread and off[worst] > least:
            yield Misfit(worst, name, float(values[worst]), float(usual[worst]))


@dataclass(frozen=True)
class Exchange:
    """Two rows, each of which has the number that the rest of the other fits."""

    row: int
    other: int
    field: str
    value: float
    others: float
    """The number of the other row."""


def exchanges(records: Sequence[Record]) -> Iterator[Exchange]:
    """Find pairs of rows with each other's number, in columns that every row has: both are far off
    in opposite directions, each number fits the other row, and no third row is nearly as far off.
    """
    for name, values, design in _predictable(records):
        pairs = _pairs_off(values - _left_out(values, design, np.ones(len(values), bool)))
        found = [pair for pair in pairs if _is_exchanged(values, design, *pair)]
        if len(found) == 1:
            a, b = sorted(found[0])
            yield Exchange(a, b, name, float(values[a]), float(values[b]))


def _predictable(records: Sequence[Record]) -> Iterator[tuple[str, Any, Any]]:
    """Yield each column in which every row has a number and not all are equal: its name, its
    values, and the other columns, scaled. Few rows have none.
    """
    if len(records) < FEWEST:
        return
    columns = _columns(records)
    for name, own in columns.items():
        others = [one.values for other, one in columns.items() if other.split(" ")[0] != name]
        if own.is_whole and others and np.ptp(own.values) > 0:
            yield name, own.values, _design(np.column_stack(others))


def _pairs_off(off: Any) -> list[tuple[int, int]]:
    """List pairs of those rows that are farthest off, one too high and one too low."""
    ranked = np.argsort(-np.abs(off))[:SUSPECTS].tolist()
    return [(a, b) for a in ranked for b in ranked if off[a] > 0 > off[b]]


def _is_exchanged(values: Any, design: Any, a: int, b: int) -> bool:
    """Return whether two rows fit only with each other's numbers, as all other rows see it."""
    kept = np.ones(len(values), bool)
    kept[[a, b]] = False
    usual = _left_out(values, design, kept)
    off = np.abs(values - usual)
    spread = np.abs(values[kept] - np.median(values[kept])).mean()
    if off[kept].mean() > (1 - TOLD) * spread:
        return False
    deviation = _TO_DEVIATION * np.median(off[kept])
    swapped = np.abs(values[[b, a]] - usual[[a, b]])
    least = max(SMALL, FAR_BOTH * deviation, APART * off[kept].max())
    return bool(
        off[[a, b]].min() > least
        and (off[[a, b]] > PART * np.abs(usual[[a, b]])).all()
        and swapped.max() <= max(off[kept].max(), FITS * off[[a, b]].min())
    )


@dataclass(frozen=True)
class _Column:
    values: Any
    """float64, an entry a row."""
    is_whole: bool
    """Whether every row has a number here."""


def _columns(records: Sequence[Record]) -> dict[str, _Column]:
    """Read numbers, sums of lists, and which fields are there, as columns."""
    found = dict[str, _Column]()
    names = dict.fromkeys(name for one in records for name in one._values if name != "copies")
    for name in names:
        cells = [one[name] if name in one._values else None for one in records]
        numbers = [_number(cell) for cell in cells]
        held = [cell is not None for cell in cells]
        if any(number is None and is_held for number, is_held in zip(numbers, held, strict=True)):
            found |= _shared(name, cells)
            continue
        values = np.array([0.0 if number is None else number for number in numbers])
        is_list = any(isinstance(cell, tuple | list) for cell in cells)
        found[name] = _Column(values, all(held) and not is_list)
        if not all(held):
            found[f"{name} held"] = _Column(np.array(held, float), False)
    return found


def _shared(name: str, cells: Sequence[Any]) -> dict[str, _Column]:
    """Read a field of words or of references as columns of which row has which, for each that
    several rows share.
    """
    words = [cell._id if isinstance(cell, Record) else cell for cell in cells]
    hashable = [word for word in words if isinstance(word, str | bool)]
    return {
        f"{name} {word}": _Column(np.array([own == word for own in words], float), False)
        for word in dict.fromkeys(hashable)
        if SHARED <= words.count(word) < len(words)
    }


def _number(cell: Any) -> float | None:
    if isinstance(cell, tuple | list) and all(_number(one) is not None for one in cell):
        return float(sum(cell))
    if isinstance(cell, bool):
        return None
    return float(cell) if isinstance(cell, int | float) else None


def _predicted(values: Any, design: Any) -> Any:
    """Predict each entry from the other columns, by a line through all other rows; the row that
    fits worst at first does not take part.
    """
    every = np.ones(len(values), bool)
    first = np.abs(values - _left_out(values, design, every))
    every[int(first.argmax())] = False
    return _left_out(values, design, every)


def _design(others: Any) -> Any:
    """Scale the other columns, after one of ones."""
    spread = others.std(axis=0)
    scaled = (others[:, spread > 0] - others[:, spread > 0].mean(axis=0)) / spread[spread > 0]
    return np.column_stack([np.ones(len(others)), scaled])


def _left_out(values: Any, design: Any, is_used: Any) -> Any:
    ridge = np.eye(design.shape[1]) * _RIDGE
    ridge[0, 0] = 0.0
    usual = np.empty(len(values))
    for n in range(len(values)):
        rows = is_used.copy()
        rows[n] = False
        a, b = design[rows], values[rows]
        usual[n] = design[n] @ np.linalg.solve(a.T @ a + ridge, a.T @ b)
    return usual
