"""Merged cells: one that spans several rows applies to each of them.

In: the rows of a sheet, and which of its cells are merged. Out: the same rows with what was merged
downwards filled in, and a list of the areas that were. An area over several columns applies only to
the first, because its meaning for the others is unknown.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from generator.cells.tables import is_empty

MOST_AREAS = 10_000


class Area(NamedTuple):
    """Merged cells, from the first row and column to the last, counted from 0."""

    top: int
    left: int
    bottom: int
    right: int

    @property
    def is_wide(self) -> bool:
        """Whether it spans several columns."""
        return self.right > self.left


def fill_down(rows: list[list[Any]], areas: Iterable[Area]) -> list[Area]:
    """Fill merged cells into the rows that they span, if those rows contain anything else, and list
    the areas with content.
    """
    used = list[Area]()
    merged_in = dict[int, set[int]]()
    areas = [area for area in areas if area.top < len(rows)][:MOST_AREAS]
    for area in areas:
        for number in range(area.top + 1, min(area.bottom + 1, len(rows))):
            merged_in.setdefault(number, set()).add(area.left)
    for area in areas:
        top = rows[area.top]
        cell = top[area.left] if area.left < len(top) else None
        if is_empty(cell):
            continue
        used.append(area)
        for number in range(area.top + 1, min(area.bottom + 1, len(rows))):
            row = rows[number]
            others = (other for column, other in enumerate(row) if column not in merged_in[number])
            if all(map(is_empty, others)):
                continue  # the area reaches further than the table
            row += [None] * (area.left + 1 - len(row))
            row[area.left] = cell
    return used
