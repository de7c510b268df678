"""Numbers that do not fit the rest of their row: a store for 3 that gives what others give for 16,
in any game's data.

In: the cards of a kind or the rows of a table. Out: `Misfit` values, at most one per column, and
`Exchange` values: two rows with each other's number. Plays nothing, and knows no game.

Each number is predicted from the other numbers of its row, by a straight line through all other
rows (ridge regression, leaving one out). Fields that only some rows have count by the sum of their
numbers, and by whether they are there; a list of things, such as a price in gems, by its length.
Only columns that are predicted well are judged: where the rest of a row says little of a number, no
number is wrong. A misfit is far off, and clearly farther
off than any other row; so if numbers differ more and more, none is wrong.

Two rows with each other's number are also looked for by a few columns that are chosen one by one,
each as it improves the prediction most: in a table of twelve rows, ten columns explain anything.
These also count what is in all lists together, and each entry of lists of one length.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, product
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
FAR_BOTH, SMALL_BOTH, FITS, SUSPECTS = 3.0, 1.5, 0.35, 6
"""For two rows with each other's numbers: by how many robust standard deviations both must be off,
and by how much; which part of that may be left if they are exchanged; and among how many rows they
are looked for.
"""
MOST_CHOSEN, ROWS_EACH, BETTER = 6, 4, 0.95
"""The most columns that are chosen, and the fewest rows for each of them; and the part of the
differences that may be left by one more.
"""
MOST_ENTRIES = 8
"""The most entries of a list that count one by one."""
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
    """What the rest of the row predicts, within the range of the other rows."""

    @property
    def part(self) -> float:
        """How far off it is, as a part of the larger of the two."""
        return abs(self.value - self.usual) / max(abs(self.value), abs(self.usual))


def misfits(records: Sequence[Record]) -> Iterator[Misfit]:
    """Find numbers that do not fit their rows, in columns that every row has."""
    for name, values, columns in _predictable(records):
        usual = _predicted(values, _design(columns))
        off = np.abs(values - usual)
        ranked = np.sort(off)[::-1]
        worst = int(off.argmax())
        kept = np.arange(len(values)) != worst
        deviation = _TO_DEVIATION * np.median(off)
        least = max(PART * abs(usual[worst]), SMALL, FAR * deviation, APART * ranked[1])
        if off[worst] > least and _is_predicted(values, usual, kept):
            among = np.clip(usual[worst], values[kept].min(), values[kept].max())
            yield Misfit(worst, name, float(values[worst]), float(among))


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
    lists = _list_columns(records)
    for name, values, columns in _predictable(records):
        more = [list_ for other, list_ in lists.items() if other.split(" ")[0] != name]
        wider = np.column_stack([columns, *more])
        pairs = _exchanged(values, columns, _every) or _exchanged(values, wider, _chosen)
        if len(pairs) == 1:
            a, b = sorted(pairs[0])
            yield Exchange(a, b, name, float(values[a]), float(values[b]))


Choice = Callable[[Any, Any], Sequence[int]]
"""Chooses the columns by which values are predicted, from the values and all columns."""


def _exchanged(values: Any, columns: Any, choose: Choice) -> list[tuple[int, int]]:
    """List the pairs of rows that have each other's number, as the columns that are chosen without
    them see it.
    """
    pairs, every = list[tuple[int, int]](), np.ones(len(values), bool)
    first = choose(values, columns)
    usual = _left_out(values, _design(columns[:, first]), every)
    for pair in _pairs_off(values, usual):
        kept = every.copy()
        kept[[*pair]] = False
        chosen = choose(values[kept], columns[kept])
        if len(chosen) and _is_exchanged(values, _design(columns[:, chosen]), *pair):
            pairs.append(pair)
    return pairs


def _every(_: Any, columns: Any) -> Sequence[int]:
    return range(columns.shape[1])


def _chosen(values: Any, columns: Any) -> Sequence[int]:
    """Choose the column that improves the prediction most, then the next, until none helps. The
    rows that are farthest off do not count.
    """
    every, counting = np.ones(len(values), bool), len(values) - max(2, len(values) // 10)
    left, chosen = np.inf, list[int]()
    while len(chosen) < min(MOST_CHOSEN, len(values) // ROWS_EACH):
        tried = [n for n in range(columns.shape[1]) if n not in chosen]
        rest = []
        for n in tried:
            usual = _left_out(values, _design(columns[:, [*chosen, n]]), every)
            rest.append(float(np.sort(np.abs(values - usual))[:counting].mean()))
        if not rest or min(rest) > BETTER * left:
            break
        left = min(rest)
        chosen.append(tried[rest.index(left)])
    return chosen


def _predictable(records: Sequence[Record]) -> Iterator[tuple[str, Any, Any]]:
    """Yield each column in which every row has a number and not all are equal: its name, its
    values, and the other columns. Few rows have none.
    """
    if len(records) < FEWEST:
        return
    columns = _columns(records)
    for name, column in columns.items():
        others = [other.values for key, other in columns.items() if key.split(" ")[0] != name]
        if column.is_whole and others and np.ptp(column.values) > 0:
            yield name, column.values, np.column_stack(others)


def _pairs_off(values: Any, usual: Any) -> list[tuple[int, int]]:
    """List pairs of those rows that are farthest off, one too high and one too low, that would be
    less far off with each other's number.
    """
    off = values - usual
    ranked = np.argsort(-np.abs(off))[:SUSPECTS].tolist()
    pairs = []
    for a, b in product(ranked, ranked):
        swapped = abs(values[b] - usual[a]) + abs(values[a] - usual[b])
        if off[a] > 0 > off[b] and swapped < off[a] - off[b]:
            pairs.append((a, b))
    return pairs


def _is_predicted(values: Any, usual: Any, kept: Any) -> bool:
    """Return whether the other columns explain enough of the differences between rows."""
    spread = np.abs(values[kept] - np.median(values[kept])).mean()
    return bool(np.abs(values - usual)[kept].mean() <= (1 - TOLD) * spread)


def _is_exchanged(values: Any, design: Any, a: int, b: int) -> bool:
    """Return whether two rows fit only with each other's numbers, as all other rows see it."""
    kept = np.ones(len(values), bool)
    kept[[a, b]] = False
    usual = _left_out(values, design, kept)
    if not _is_predicted(values, usual, kept):
        return False
    off = np.abs(values - usual)
    deviation = _TO_DEVIATION * np.median(off[kept])
    swapped = np.abs(values[[b, a]] - usual[[a, b]])
    least = max(SMALL_BOTH, FAR_BOTH * deviation, APART * off[kept].max())
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
    columns = dict[str, _Column]()
    for name in _names_in(records):
        if name == "copies":
            continue
        cells = [record._values.get(name) for record in records]
        numbers = list(map(_number, cells))
        if None in numbers and all(isinstance(cell, tuple | list) for cell in cells):
            numbers = list(map(len, cells))  # of things
            columns[name] = _Column(np.array(numbers, float), True)
            continue
        held = [cell is not None for cell in cells]
        if numbers.count(None) > held.count(False):  # one of the cells is not a number
            columns |= _shared(name, cells)
            continue
        values = np.array([number or 0.0 for number in numbers])
        is_list = any(isinstance(cell, tuple | list) for cell in cells)
        columns[name] = _Column(values, all(held) and not is_list)
        if not all(held):
            columns[f"{name} held"] = _Column(np.array(held, float), False)
    return columns


def _names_in(records: Sequence[Record]) -> list[str]:
    """List the names of all fields of rows, in their order."""
    return list(dict.fromkeys(chain.from_iterable(record._values for record in records)))


def _list_columns(records: Sequence[Record]) -> dict[str, Any]:
    """Read what is in all lists of numbers of a row together: how many lists and entries it has,
    and their sum; and each entry, and the product, of lists that have one length in every row.
    """
    lists, columns = _lists_of_numbers(records), dict[str, Any]()
    for name, cells in lists.items():
        length, *others = {len(cell) for cell in cells if cell is not None} or (0,)
        if 1 < length <= MOST_ENTRIES and not others:
            table = np.array([cell or (0.0,) * length for cell in cells])
            columns |= {f"{name} {n}": column for n, column in enumerate(table.T)}
            columns[f"{name} product"] = table.prod(axis=1)
    if len(lists) > 1:
        number, entries, total = (np.zeros(len(records)) for _ in range(3))
        for cells in lists.values():
            filled = [cell or () for cell in cells]
            number += list(map(bool, filled))
            entries += list(map(len, filled))
            total += list(map(sum, filled))
        columns |= {" lists": number, " entries": entries, " sum": total}
    return columns


def _lists_of_numbers(records: Sequence[Record]) -> dict[str, list[tuple[float, ...] | None]]:
    """Read the fields that are lists of numbers, by name; None for a row without that list."""
    lists = dict[str, list[tuple[float, ...] | None]]()
    for name in _names_in(records):
        cells = [record._values.get(name) for record in records]
        held = [cell for cell in cells if cell is not None]
        if all(isinstance(cell, tuple | list) and _number(cell) is not None for cell in held):
            lists[name] = [None if cell is None else tuple(map(float, cell)) for cell in cells]
    return lists


def _shared(name: str, cells: Sequence[Any]) -> dict[str, _Column]:
    """Read a field of words or of references as columns of which row has which, for each that
    several rows share.
    """
    words = [cell._id if isinstance(cell, Record) else cell for cell in cells]
    columns = {}
    for word in dict.fromkeys(filter(_is_word, words)):
        if SHARED <= words.count(word) < len(words):
            having = np.array([value == word for value in words], float)
            columns[f"{name} {word}"] = _Column(having, False)
    return columns


def _is_word(cell: Any) -> bool:
    return isinstance(cell, str | bool)


def _number(cell: Any) -> float | None:
    if isinstance(cell, tuple | list) and all(_number(number) is not None for number in cell):
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
    differing = others[:, spread > 0]
    scaled = (differing - differing.mean(axis=0)) / spread[spread > 0]
    return np.column_stack([np.ones(len(others)), scaled])


def _left_out(values: Any, design: Any, is_used: Any) -> Any:
    """Predict each entry from all other entries that are used."""
    ridge = np.eye(design.shape[1]) * _RIDGE
    ridge[0, 0] = 0.0
    used = design[is_used]
    inverse = np.linalg.inv(used.T @ used + ridge)
    usual = design @ (inverse @ (used.T @ values[is_used]))
    own = np.einsum("ij,jk,ik->i", design, inverse, design) * is_used
    # the line is not drawn through the row itself, so it is off by more (Allen's PRESS, 1974)
    return values - (values - usual) / (1 - own)
