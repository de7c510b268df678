"""Which rows below the headings of a sheet are cards, and which are none: headings of sections
("WEAPONS"), headings that are repeated, totals and subtotals, notes.

In: the rows of a sheet, its headings, and how its rows look. Out: `SortedRows`. A row with a single
cell may also be a card of which nothing but the name is known yet, so it is a section only if
something shows that: its looks, its place, its column, or how it is written.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, pairwise, starmap, takewhile
from statistics import median
from typing import TypeGuard

from generator.cells.headings import (
    heading_key,
    means_average,
    means_name,
    means_total,
    names_total,
)
from generator.cells.tables import NoValue, filled, filled_at
from generator.data.fieldtypes import is_number as is_typed_number
from generator.data.given import given

Row = Sequence[object]
_LONGEST_SECTION = 60
_RULES = " \t-–—=~*_#>•·▪●◆■►▶▼★☆<[](){}|:"
"""What people draw around the heading of a section."""
_DECORATED = re.compile(r"([-–—=~*_#>•]{2,}|[►▶▼■◆●★]).*|[\[<(].*[\]>)]|.*:", re.DOTALL)
_FULL = 0.6
"""How many of the usual cells a row of a dense sheet has at least, as a share."""


@dataclass(frozen=True)
class RowLooks:
    """How rows are formatted. `wide` are the rows with a cell that is merged over several columns,
    `looks` says how the first cell is set in rows in which it is bold or large.
    """

    wide: frozenset[int] = frozenset()
    looks: Mapping[int, str] = field(default_factory=dict)
    are_records: bool = False
    """Whether rows are those of a file that has no layout, so none of them heads others."""


@dataclass
class SortedRows:
    """The rows below some headings, by their numbers."""

    cards: list[int] = field(default_factory=list)
    sections: list[int] = field(default_factory=list)
    repeats: list[int] = field(default_factory=list)
    """Rows that repeat the headings."""
    totals: list[int] = field(default_factory=list)
    below: list[int] = field(default_factory=list)
    """Notes: below the cards, or below the heading of a section."""


def sorted_rows(
    rows: Sequence[Row],
    filled: Sequence[int],
    headings: Sequence[object],
    looks: RowLooks,
    known: Collection[str] = (),
) -> SortedRows:
    """Divide the rows that hold something. `known` are the names and ids of cards that exist, in
    small letters: a row with nothing else is that card.
    """
    return _Sorter(rows, filled, headings, looks, known).sorted()


def section_text(row: Row) -> str:
    """Return the text of a section heading, without decoration around it."""
    text = next(cell for cell in filled(row) if isinstance(cell, str))
    return " ".join(text.split()).strip(_RULES) or text.strip()


def is_number(cell: object) -> bool:
    """Return whether a cell is a number, or a text that is one."""
    return number_of(cell) is not None


def number_of(cell: object) -> float | None:
    """Read a cell as a number; None if it is not one."""
    if is_typed_number(cell):
        return float(cell)
    text = str(cell).strip().replace(",", ".")
    if isinstance(cell, str) and text.isascii() and text.replace(".", "", 1).isdigit():
        return float(text)
    return None


def _numbers_in(cells: Mapping[int, object]) -> dict[int, float]:
    """Return the numbers of a row by their columns."""
    read = {column: number_of(cell) for column, cell in cells.items()}
    return given(read)


def is_word(cell: object) -> TypeGuard[str]:
    """Return whether a cell is a text other than a number."""
    return isinstance(cell, str) and not is_number(cell)


@dataclass
class _Sums:
    """The sums of some rows by their columns."""

    rows: int = 0
    widest: int = 0
    sums: dict[int, float] = field(default_factory=dict)
    """The sum of each column that has numbers."""
    counts: dict[int, int] = field(default_factory=dict)
    """The number of these numbers."""

    def add(self, cells: Mapping[int, object]) -> None:
        """Add a row to the sums."""
        self.rows += 1
        self.widest = max(self.widest, len(cells))
        for column, value in _numbers_in(cells).items():
            self.sums[column] = self.sums.get(column, 0.0) + value
            self.counts[column] = self.counts.get(column, 0) + 1

    def adds_up(self, column: int, value: float) -> bool:
        """Return whether a number is the sum of those in the block, or the number of its rows."""
        return _is_close(value, self.sums.get(column, math.nan)) or value == self.rows > 1

    def has_mean(self, column: int, value: float) -> bool:
        """Return whether a number is the mean of those in the block, to two digits."""
        mean = self.sums.get(column, math.nan) / self.counts.get(column, 1)
        return abs(value - mean) < 0.01


def _is_close(one: float, other: float) -> bool:
    return abs(one - other) < 1e-6 * max(1, abs(one))


class _Sorter:
    """Judge each row by comparison with the others."""

    def __init__(
        self,
        rows: Sequence[Row],
        filled: Sequence[int],
        headings: Sequence[object],
        looks: RowLooks,
        known: Collection[str],
    ) -> None:
        self.filled, self.headings, self.looks, self.known = filled, headings, looks, known
        self.cells = {number: filled_at(rows[number]) for number in filled}
        self.named = next(
            (column for column, heading in enumerate(headings) if means_name(heading)), None
        )
        self.repeats = set[int]()
        self.totals = set[int]()
        self.lone = set[int]()
        """Rows with a single cell, and those with the sums of what follows beside it."""
        self.full = list[int]()
        """The others: they are cards."""

    def sorted(self) -> SortedRows:
        self.repeats = set(filter(self._repeats_headings, self.filled))
        lone = set(filter(self._is_lone, self.filled))
        self.totals = self._totals(lone)
        self.lone = lone - self.repeats - self.totals
        self.full = self._without(self.repeats | self.totals | self.lone)
        if not self.full:  # whatever these rows are, nothing shows that others would be cards
            return SortedRows(cards=list(self.filled))
        self.lone |= self._counted()
        self.full = self._without(self.repeats | self.totals | self.lone)
        sections = self._sections()
        below = self._notes(sections)
        return SortedRows(
            self._without(self.repeats | self.totals | sections | below),
            sorted(sections),
            sorted(self.repeats),
            sorted(self.totals),
            sorted(below),
        )

    def _without(self, rows: Collection[int]) -> list[int]:
        return [number for number in self.filled if number not in rows]

    # ---------------------------------------------------------------- headings, totals

    def _repeats_headings(self, number: int) -> bool:
        """Return whether a row repeats the headings."""
        cells = self.cells[number]
        least = max(2, _FULL * len(filled(self.headings)))
        if len(cells) < least or max(cells) >= len(self.headings):
            return False
        return all(
            heading_key(self.headings[column]) == heading_key(cells[column]) for column in cells
        )

    def _totals(self, lone: Collection[int]) -> set[int]:
        """Find the rows that add up others: those since the last heading or total, since the last
        total, or all above.
        """
        totals, whole, since_bound, since_total = set[int](), _Sums(), _Sums(), _Sums()
        tail = self._tail()
        for number in self.filled:
            if number in lone or number in self.repeats:
                since_bound = _Sums()
                if number in lone and all(map(means_total, self.cells[number].values())):
                    totals.add(number)
                continue
            blocks = [block for block in (since_bound, since_total, whole) if block.rows]
            if blocks and self._is_total(number, blocks, number in tail):
                totals.add(number)
                since_bound, since_total = _Sums(), _Sums()
            else:
                for block in (whole, since_bound, since_total):
                    block.add(self.cells[number])
        return totals

    def _tail(self) -> set[int]:
        """Find the rows at the end that are totals according to their texts."""
        found = set[int]()
        for number in reversed(self.filled):
            cells = self.cells[number].values()
            words = list(filter(is_word, cells))
            if len(cells) > 1 and not (words and all(map(means_total, words))):
                break
            found.add(number)
        return found

    def _is_total(self, number: int, blocks: Sequence[_Sums], is_last: bool) -> bool:
        """Return whether a row adds up one of some blocks: its text says so, or it has only numbers
        and no name.
        """
        cells = self.cells[number]
        words = list(filter(is_word, cells.values()))
        numbers = _numbers_in(cells).items()
        unknown = [cell for cell in cells.values() if isinstance(cell, NoValue)]
        """Formulas without a value, which may be sums."""
        sums = len(numbers) + len(unknown)
        if not sums or len(words) + sums < len(cells):
            return False
        matches = [list(starmap(block.adds_up, numbers)) for block in blocks]
        adds_all_up = any(map(all, matches))
        if not words:
            is_unnamed = self.named not in (None, *cells)
            return adds_all_up and is_unnamed and sums <= 0.5 * blocks[-1].widest
        if all(map(means_total, words)):
            return is_last or any(chain(unknown, *matches))
        if all(map(means_average, words)):
            return any(chain(unknown, *(starmap(block.has_mean, numbers) for block in blocks)))
        return adds_all_up and len(words) == 1 and names_total(words[0])

    # ---------------------------------------------------------------- sections

    def _is_lone(self, number: int) -> bool:
        """Return whether a row has a single cell, whose text is not the name of a card."""
        cells = self.cells[number].values()
        return len(cells) == 1 and all(map(self._is_unknown, cells))

    def _is_unknown(self, cell: object) -> bool:
        """Return whether a cell is a text that may head others: no name of a card, and not in a
        file of records.
        """
        if not is_word(cell) or self.looks.are_records:
            return False
        return " ".join(cell.split()).casefold() not in self.known

    def _counted(self) -> set[int]:
        """Find the rows with a text and the sums of the rows below: sections that state their
        numbers of cards.
        """
        usual = median([len(self.cells[number]) for number in self.full])
        maybe = {number for number in self.full if self._may_be_counted(number, usual)}
        bounds = maybe | self.lone | self.totals | self.repeats
        usual_looks = {self._look(number) for number in self.full if number not in maybe} | {""}
        counted = set[int]()
        for number in maybe:
            block = _Sums()
            following = self.filled[bisect_right(self.filled, number) :]
            for below in takewhile(lambda row: row not in bounds, following):
                block.add(self.cells[below])
            least = 2 if self._look(number) in usual_looks else 1
            numbers = _numbers_in(self.cells[number])
            if block.rows >= least and all(starmap(block.adds_up, numbers.items())):
                counted.add(number)
        return counted

    def _look(self, number: int) -> str:
        return self.looks.looks.get(number, "")

    def _may_be_counted(self, number: int, usual: float) -> bool:
        """Return whether a row has a text and numbers, in fewer cells than usual."""
        cells = self.cells[number].values()
        numbers = list(filter(is_number, cells))
        if not numbers or len(numbers) + 1 != len(cells) or len(cells) > _FULL * usual:
            return False
        return any(map(self._is_unknown, cells))

    def _text_of(self, number: int) -> tuple[int, str]:
        """Return the column and the text of a row with a single one."""
        return next((column, cell) for column, cell in self.cells[number].items() if is_word(cell))

    def _sections(self) -> set[int]:
        """Find the rows that head those below them."""
        last = max(self.full)
        heads = {number for number in self.lone if number < last}
        if not self._are_placed_as_sections(heads):
            heads = set(filter(self._is_surely, heads))
        notes = {number for number in heads if number - 1 in heads and self._is_sentence(number)}
        return set(filter(self._is_short, heads - notes))

    def _is_short(self, number: int) -> bool:
        return len(section_text([self._text_of(number)[1]])) <= _LONGEST_SECTION

    def _is_sentence(self, number: int) -> bool:
        return self._text_of(number)[1].rstrip().endswith((".", "!"))

    def _is_surely(self, number: int) -> bool:
        """Return whether the format, wording or column of a row shows that it is not a card."""
        if number in self.looks.wide or number + 1 in self.repeats:
            return True
        column, text = self._text_of(number)
        if _DECORATED.fullmatch(text.strip()) or self._look(number) not in self._looks_of_cards:
            return True
        if _is_in_capitals(text) and column not in self._columns_in_capitals:
            return True
        return column != self.named and column in self._columns_aside

    @cached_property
    def _looks_of_cards(self) -> set[str]:
        return set(map(self._look, self.full)) | {""}

    @cached_property
    def _columns_in_capitals(self) -> set[int]:
        """The columns in which some card has a text in capitals."""
        cells = chain.from_iterable(self.cells[number].items() for number in self.full)
        return {column for column, cell in cells if _is_in_capitals(str(cell))}

    @cached_property
    def _columns_aside(self) -> set[int]:
        """The columns that cannot contain names of cards: those with numbers, and those that no
        card fills.
        """
        counts, numbers = Counter[int](), Counter[int]()
        for number in self.full:
            for column, cell in self.cells[number].items():
                counts[column] += 1
                numbers[column] += is_number(cell)
        half = 0.5 * len(self.full)
        aside = {column for column, count in numbers.items() if half < count == counts[column]}
        if self.named is not None:
            empty = set(range(len(self.headings))).difference(+counts)
            aside |= empty - self._columns_of_ids
        return aside

    @cached_property
    def _columns_of_ids(self) -> set[int]:
        """The columns whose heading is `id`."""
        return {column for column, name in enumerate(self.headings) if heading_key(name) == "id"}

    def _are_placed_as_sections(self, heads: Collection[int]) -> bool:
        """Return whether all rows with a single cell are above blocks of cards, in a sheet whose
        cards are complete: at the top, or below an empty row.
        """
        columns = {self._text_of(number)[0] for number in heads}
        if len(columns) != 1 or columns & self._columns_of_ids or not self._is_dense():
            return False
        following = dict(pairwise(self.filled))
        if not self.lone.isdisjoint(map(following.__getitem__, heads)):
            return False
        first = min(*heads, *self.full)
        above = {number - 1 for number in heads} - {first - 1}
        if above.isdisjoint(self.cells):
            return True
        return first in heads and len(heads) > 1

    def _is_dense(self) -> bool:
        """Return whether cards have most of their cells, and several of them."""
        sizes = [len(self.cells[number]) for number in self.full]
        usual = Counter(sizes).most_common(1)[0][0]
        return usual > 2 and min(sizes) >= _FULL * usual

    # ---------------------------------------------------------------- notes

    def _notes(self, sections: Collection[int]) -> set[int]:
        """Find the rows with a single cell that are notes: what explains a section, and at the end
        what is below an empty row, a total or another note, or is written as no card is.
        """
        last = max(self.full)
        has_several = min(len(self.cells[number]) for number in self.full) > 2
        notes = set[int]()
        for number in sorted(self.lone - set(sections)):
            if number < last:
                is_below_section = number - 1 in sections
                is_long = self._is_sentence(number) or not self._is_short(number)
                is_note = number in self.looks.wide or (is_below_section and is_long)
            else:
                is_apart = has_several and number - 1 not in self.cells
                is_below_end = not (notes | self.totals).isdisjoint(range(last + 1, number))
                is_note = is_apart or is_below_end or self._is_surely(number)
            if is_note:
                notes.add(number)
        return notes


def _is_in_capitals(text: str) -> bool:
    return sum(map(str.isalpha, text)) > 2 and text == text.upper() != text.lower()
