"""Several decks in one sheet: tables below or beside each other, each with its own headings.

In: a `Worksheet`. Out: one for each of its tables, with only the cells of that one, at their
places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from generator.cells.headings import heading_key, is_for_oneself, is_known, means_name
from generator.cells.sections import is_word, section_text
from generator.cells.spreadsheets import Worksheet
from generator.cells.tables import filled, filled_at

Row = Sequence[object]
_LONGEST_HEADING = 60


@dataclass(frozen=True)
class SheetTable:
    """A table of a sheet, and its title in the row above its headings, if there is one."""

    title: str
    sheet: Worksheet


@dataclass(frozen=True)
class _Bounds:
    """The bounds of a table: its first row and column, and those after its last."""

    top: int
    left: int
    bottom: int
    right: int


def tables_in(sheet: Worksheet) -> list[SheetTable]:
    """List the tables of a sheet; a sheet with one table is its only part."""
    if sheet.lines or sheet.is_turned:
        return [SheetTable("", sheet)]
    width = max(map(len, sheet.rows), default=0)
    tables = list[SheetTable]()
    for left, right in _columns(sheet.rows, width):
        tables += _below_each_other(sheet, left, right)
    return tables if len(tables) > 1 else [SheetTable("", sheet)]


def _columns(rows: Sequence[Row], width: int) -> list[tuple[int, int]]:
    """Divide the columns of a sheet where an empty one is between two tables, each of which
    has a heading for names and another.
    """
    filled = set[int]().union(*map(filled_at, rows))
    runs = list[tuple[int, int]]()
    for column in sorted(filled):
        if runs and runs[-1][1] == column:
            runs[-1] = runs[-1][0], column + 1
        else:
            runs.append((column, column + 1))
    if len(runs) < 2 or not any(_heads_each(row, runs) for row in rows):
        return [(0, width)]
    return runs


def _heads_each(row: Row, runs: Sequence[tuple[int, int]]) -> bool:
    """Return whether a row has headings in each run of columns."""
    return all(
        _are_headings(row[left:right]) and any(map(means_name, filter(None, row[left:right])))
        for left, right in runs
    )


def _are_headings(cells: Row) -> bool:
    """Return whether some cells may be headings: several short texts, all different, that name a
    card or have two words that are known.
    """
    texts = list(filter(is_word, filled(cells)))
    if len(texts) < max(2, len(filled(cells))) or is_for_oneself(texts[0]):
        return False
    if max(map(len, texts)) > _LONGEST_HEADING or "\n" in "".join(map(str.strip, texts)):
        return False
    if len(set(map(heading_key, texts))) < len(texts):
        return False
    return any(map(means_name, texts)) or sum(map(is_known, texts)) > 1


def _below_each_other(sheet: Worksheet, left: int, right: int) -> Iterator[SheetTable]:
    """Divide some columns where more headings are below an empty row, or below a title after
    one.
    """
    rows = [row[left:right] for row in sheet.rows]
    heads = _heads(rows)
    if len({tuple(map(heading_key, rows[head])) for head, _ in heads}) < 2:
        heads = heads[:1]
    bounds = pairwise([0, *(top for _, top in heads[1:]), len(rows)])
    for (head, _), (top, bottom) in zip(heads or [(0, 0)], bounds, strict=True):
        title, cut = "", _cut(sheet, _Bounds(top, left, bottom, right))
        if head > 0 and _is_title(rows[head - 1]):
            title = section_text(rows[head - 1])
            cut = replace(cut, rows=[*cut.rows[: head - 1], [], *cut.rows[head:]])
        yield SheetTable(title, cut)


def _heads(rows: Sequence[Row]) -> list[tuple[int, int]]:
    """List the rows with the headings of tables, each with the row at which its table begins: that
    of its title, or its own. Headings that are repeated begin no table.
    """
    heads, before = list[tuple[int, int]](), list[str]()
    for number, row in enumerate(rows):
        if not _are_headings(row):
            continue
        top = number - 1 if number and _is_title(rows[number - 1]) else number
        is_first_below_gap = top == 0 or not filled(rows[top - 1])
        keys = list(map(heading_key, row))
        if is_first_below_gap and keys != before:
            heads.append((number, top))
            before = keys
    return heads


def _is_title(row: Row) -> bool:
    said = filled(row)
    return len(said) == 1 and is_word(said[0])


def _cut(sheet: Worksheet, bounds: _Bounds) -> Worksheet:
    """Return a sheet with the cells of one table alone."""
    rows: list[list[object]] = [[] for _ in sheet.rows]
    for number in range(bounds.top, min(bounds.bottom, len(rows))):
        row = list(sheet.rows[number])
        left, right = min(bounds.left, len(row)), min(bounds.right, len(row))
        rows[number] = [None] * left + row[left:right] + [None] * (len(row) - right)
    merged = []
    for area in sheet.merged:
        is_across = bounds.left <= area.left < bounds.right
        if is_across and bounds.top <= area.top < bounds.bottom:
            merged.append(area)
    return replace(sheet, rows=rows, merged=tuple(merged))
