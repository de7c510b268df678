"""Where in a sheet the cards are: which row has the headings, which rows are cards, and which are
titles, headings of sections, totals and notes.

In: the rows of a sheet, how they look, with what a kind knows of its columns, or without. Out: an
`SheetOutline`. Nothing is left out silently: the outline lists the rows that it skips.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from generator.cells.headings import Column, is_for_oneself, is_known, means_name
from generator.cells.sections import RowLooks, is_number, is_word, section_text, sorted_rows
from generator.cells.tables import cell_at, filled, filled_at, is_empty

_MOST_ABOVE = 30
"""Rows above the headings, at most."""
_MOST_LOOKED_AT = 200
_LONGEST_HEADING = 60
PLAIN = RowLooks()
"""Rows without formats."""
Row = Sequence[object]


@dataclass(frozen=True)
class SheetOutline:
    """The rows of a sheet by their numbers, counted from 0. `head` is None if the sheet has no
    headings.
    """

    head: int | None
    headings: tuple[object, ...]
    cards: tuple[int, ...]
    above: tuple[int, ...] = field(default=())
    """Rows above the headings with something in them."""
    totals: tuple[int, ...] = field(default=())
    """Rows that add up cards above them."""
    below: tuple[int, ...] = field(default=())
    """Rows below the cards, or below the heading of a section, that hold notes."""
    sections: tuple[int, ...] = field(default=())
    """Rows that head the cards below them, as WEAPONS does. The first may be above the headings."""
    repeats: tuple[int, ...] = field(default=())
    """Rows that repeat the headings."""


def section_of(outline: SheetOutline, number: int) -> int | None:
    """Find the row with the heading of the section that a card is in; None if it is in none."""
    at = bisect_left(outline.sections, number)
    return outline.sections[at - 1] if at else None


def section_texts(rows: Sequence[Row], outline: SheetOutline) -> list[str | None]:
    """List the section heading of each card."""
    texts: dict[int | None, str] = {}
    for number in outline.sections:
        texts[number] = section_text(rows[number])
    return [texts.get(section_of(outline, number)) for number in outline.cards]


def is_turned(rows: Sequence[Row]) -> bool:
    """Return whether the headings of a sheet are in its first column, and each further column is a
    card.
    """
    some = list(filter(_filled, rows[:_MOST_LOOKED_AT]))
    first = [row[0] for row in some if isinstance(row[0], str)]
    if not len(first) == len(some) <= _MOST_ABOVE or not any(map(means_name, first)):
        return False
    if sum(map(is_known, first)) < 2 or not _are_different(first):
        return False
    return min(map(_filled, some)) > 1 and not any(map(_is_surely_headings, some))


def _are_different(texts: Collection[str]) -> bool:
    return len({text.strip().casefold() for text in texts}) == len(texts)


def outline_for(
    rows: Sequence[Row],
    score: Callable[[Sequence[object], int], int],
    looks: RowLooks = PLAIN,
    known: Collection[str] = (),
) -> SheetOutline | None:
    """Find the headings of a kind: of the first rows the one that names most of its fields; None
    for an empty sheet.

    `score` counts the fields that a row, given with its number, names. `looks` is how rows are
    formatted. `known` are the names and ids of the existing cards, in lowercase.
    """
    candidates = list(_candidates(rows))
    if not candidates:
        return None
    scores = {number: score(headings_at(rows, number), number) for number in candidates}
    head = max(candidates, key=scores.__getitem__)
    return _outlined(rows, head, looks, known)


def guessed_outline(rows: Sequence[Row], looks: RowLooks = PLAIN) -> SheetOutline | None:
    """Find the headings of an unknown sheet; None if it is empty.

    Headings are short texts, in a row as full as those below; what is below them may be numbers.
    """
    candidates = list(_candidates(rows))
    if not candidates:
        return None
    width = _usual_width(rows, candidates)
    full = [number for number in candidates if _filled(rows[number]) >= 0.6 * width] or candidates
    sure = [number for number in full if _is_surely_headings(rows[number])]
    head = (sure or full)[0]
    if not sure and not _may_be_headings(rows, head):
        return _headless(rows, head, looks)
    while head + 1 in full and _is_second_head(rows, head):
        head += 1
    return _outlined(rows, head, looks)


def headless_outline(
    rows: Sequence[Row], looks: RowLooks = PLAIN, known: Collection[str] = ()
) -> SheetOutline | None:
    """Find the cards of a sheet without headings, since its columns are named elsewhere."""
    candidates = list(_candidates(rows))
    return _headless(rows, candidates[0], looks, known) if candidates else None


def headings_at(rows: Sequence[Row], number: int) -> tuple[object, ...]:
    """Return the headings of a row; an empty one is that of the row above, if that is a row of
    headings too.
    """
    row = tuple(rows[number])
    above = rows[number - 1] if number else ()
    if _filled(above) < 2:
        return row
    row += (None,) * (len(above) - len(row))
    return tuple(
        above[column] if is_empty(cell) and column < len(above) else cell
        for column, cell in enumerate(row)
    )


def columns_of(headings: Sequence[object], rows: Sequence[Row]) -> list[Column]:
    """List the columns of some rows."""
    return [
        Column(heading, [cell_at(row, at) for row in rows]) for at, heading in enumerate(headings)
    ]


def columns_below(rows: Sequence[Row], outline: SheetOutline) -> list[Column]:
    """List the columns of the cards of a sheet."""
    return columns_of(outline.headings, [rows[number] for number in outline.cards])


def is_note(row: Row) -> bool:
    """Return whether a row is a note for the designer and nothing else."""
    return is_for_oneself(cell_at(row, 0)) and all(map(is_empty, row[1:]))


def _filled(row: Row) -> int:
    return len(filled(row))


def _said(rows: Sequence[Row], numbers: Iterable[int]) -> list[int]:
    """List the rows, of some, that contain something other than a note."""
    return [number for number in numbers if _filled(rows[number]) and not is_note(rows[number])]


def _candidates(rows: Sequence[Row]) -> Iterator[int]:
    """List the first rows with content other than notes."""
    said = (number for number, row in enumerate(rows) if _filled(row) and not is_note(row))
    return islice(said, _MOST_ABOVE)


def _usual_width(rows: Sequence[Row], candidates: Sequence[int]) -> int:
    """Return the most frequent number of filled cells in a row; the larger of two if they are
    equally frequent.
    """
    counts = Counter(map(_filled, rows[candidates[0] : candidates[0] + _MOST_LOOKED_AT]))
    del counts[0]
    return max(counts, key=lambda width: (counts[width], width))


def _is_surely_headings(row: Row) -> bool:
    """Return whether a row has several of the words that people write above cards, and otherwise
    almost only texts.
    """
    cells = filled(row)
    short = [cell for cell in cells if isinstance(cell, str) and len(cell) <= _LONGEST_HEADING]
    return sum(map(is_known, cells)) > 1 and len(short) >= 0.6 * len(cells)


def _may_be_headings(rows: Sequence[Row], number: int) -> bool:
    """Return whether a row seems to contain headings: short texts that are known words, are above
    numbers, or do not recur below.
    """
    cells = filled(rows[number])
    texts = [cell for cell in cells if isinstance(cell, str)]
    known = sum(map(is_known, cells))
    if len(texts) < 0.6 * len(cells) or max(map(len, texts)) > _LONGEST_HEADING:
        return known >= 0.5 * len(cells)
    if known or len(cells) < 2 or any(map(_is_sentence, texts)):
        return known > 0
    are_different = _are_different(texts)
    for column, cell in filled_at(rows[number]).items():
        below = _cells_below(rows, number, column)
        is_above_numbers = sum(map(is_number, below)) > 0.6 * len(below)
        if cell in below or (is_above_numbers and is_number(cell)):
            return False
        are_different |= is_above_numbers
    return are_different


def _is_sentence(text: str) -> bool:
    return len(text) > 12 and text.rstrip().endswith((".", "!"))


def _cells_below(rows: Sequence[Row], number: int, column: int) -> list[object]:
    """Return the contents of a column in the first rows below a row."""
    below = rows[number + 1 : number + 1 + _MOST_LOOKED_AT]
    return filled(cell_at(row, column) for row in below)


def _is_second_head(rows: Sequence[Row], head: int) -> bool:
    """Return whether the row below some headings contains headings too, so that those above are
    groups of them.
    """
    second = rows[head + 1]
    texts = filled(second)
    if not texts or not all(map(is_word, texts)):
        return False
    has_gaps = any(map(is_empty, rows[head][: len(second)]))
    if not has_gaps and sum(map(is_known, texts)) < 2:
        return False
    below = (_cells_below(rows, head + 1, column) for column in filled_at(second))
    return any(all(map(is_number, cells)) for cells in filter(None, below))


def _headless(
    rows: Sequence[Row], first: int, looks: RowLooks, known: Collection[str] = ()
) -> SheetOutline:
    outline = _outlined(rows, first - 1, looks, known)
    width = max((len(rows[number]) for number in outline.cards), default=0)
    above = tuple(_said(rows, range(first)))
    return replace(outline, head=None, headings=(None,) * width, above=above)


def _outlined(
    rows: Sequence[Row], head: int, looks: RowLooks, known: Collection[str] = ()
) -> SheetOutline:
    """Divide the rows below some headings."""
    headings = headings_at(rows, head) if head >= 0 else ()
    above = _said(rows, range(head))
    if head > 0 and tuple(rows[head]) != headings:  # the row above is one of headings too
        above.remove(head - 1)
    found = sorted_rows(rows, _said(rows, range(head + 1, len(rows))), headings, looks, known)
    sections = found.sections
    if found.repeats and above and above[-1] == head - 1 and _filled(rows[head - 1]) == 1:
        sections = [above.pop(), *sections]
    return SheetOutline(
        head,
        headings,
        tuple(found.cards),
        tuple(above),
        tuple(found.totals),
        tuple(found.below),
        tuple(sections),
        tuple(found.repeats),
    )
