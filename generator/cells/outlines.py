"""Where in a sheet the cards are: which row has the headings, which rows are cards, and which are
titles, headings of sections, totals and notes.

In: the rows of a sheet, how they look, with what a kind knows of its columns, or without. Out: an
`SheetOutline`. Nothing is left out silently: the outline lists the rows that it skips.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace

from generator.cells.headings import is_for_oneself, is_known, means_name
from generator.cells.sections import RowLooks, is_number, section_text, sorted_rows
from generator.cells.tables import is_empty

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
    """List for each card what the heading of its section says."""
    texts = {number: section_text(rows[number]) for number in outline.sections}
    owners = [section_of(outline, number) for number in outline.cards]
    return [None if owner is None else texts[owner] for owner in owners]


def is_turned(rows: Sequence[Row]) -> bool:
    """Return whether the headings of a sheet are in its first column, and each further column is a
    card.
    """
    filled = [row for row in rows[:_MOST_LOOKED_AT] if _filled(row)]
    first = [row[0] for row in filled if row and isinstance(row[0], str)]
    if len(first) < len(filled) or not any(map(means_name, first)) or len(filled) > _MOST_ABOVE:
        return False
    are_different = len({str(cell).strip().casefold() for cell in first}) == len(first)
    has_heads = any(map(_is_surely_headings, filled))
    return (
        are_different
        and sum(map(is_known, first)) > 1
        and not has_heads
        and min(map(_filled, filled)) > 1
    )


def outline_for(
    rows: Sequence[Row],
    score: Callable[[Sequence[object], int], int],
    looks: RowLooks = PLAIN,
    known: Collection[str] = (),
) -> SheetOutline | None:
    """Find the headings of a kind: of the first rows the one that names most of its fields; None
    for an empty sheet.

    `score` counts the fields that a row, given with its number, names. `looks` is how rows are
    formatted. `known` are the names and ids of the cards that exist, in small letters.
    """
    candidates = list(_candidates(rows))
    if not candidates:
        return None
    scores = {number: score(headings_at(rows, number), number) for number in candidates}
    head = max(candidates, key=lambda number: scores[number])
    head = head if scores[head] > scores[candidates[0]] else candidates[0]
    return _outlined(rows, head, looks, known)


def guessed_outline(rows: Sequence[Row], looks: RowLooks = PLAIN) -> SheetOutline | None:
    """Find the headings of a sheet of which nothing is known; None if it has nothing in it.

    Headings are short texts, in a row as full as those below; what is below them may be numbers.
    """
    candidates = list(_candidates(rows))
    if not candidates:
        return None
    width = _usual_width(rows, candidates)
    full = [number for number in candidates if _filled(rows[number]) >= max(1, 0.6 * width)]
    if not full:
        full = candidates
    head = next((number for number in full if _is_surely_headings(rows[number])), None)
    if head is None and _may_be_headings(rows, full[0]):
        head = full[0]
    if head is None:
        return _headless(rows, full[0], looks)
    while head + 1 < len(rows) and head + 1 in full and _is_second_head(rows, head):
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


def cells_below(rows: Sequence[Row], outline: SheetOutline, column: int) -> list[object]:
    """List the cells of a column, a card each."""
    return [
        rows[number][column] if column < len(rows[number]) else None for number in outline.cards
    ]


def is_note(row: Row) -> bool:
    """Return whether a row is a note for the designer and nothing else."""
    return bool(row) and is_for_oneself(row[0]) and all(map(is_empty, row[1:]))


def _filled(row: Row) -> int:
    return sum(not is_empty(cell) for cell in row)


def _candidates(rows: Sequence[Row]) -> Iterator[int]:
    """List the first rows that hold something, notes aside."""
    found = 0
    for number, row in enumerate(rows):
        if all(map(is_empty, row)) or is_note(row):
            continue
        yield number
        found += 1
        if found == _MOST_ABOVE:
            return


def _usual_width(rows: Sequence[Row], candidates: Sequence[int]) -> int:
    """Return how many cells of a row are filled: what most rows have, and the more of two."""
    looked_at = [
        row for row in rows[candidates[0] : candidates[0] + _MOST_LOOKED_AT] if _filled(row)
    ]
    counts = Counter(map(_filled, looked_at))
    return max(counts, key=lambda width: (counts[width], width))


def _is_surely_headings(row: Row) -> bool:
    """Return whether a row has several of the words that people write above cards, and hardly
    anything else but texts.
    """
    cells = [cell for cell in row if not is_empty(cell)]
    known = sum(is_known(cell) for cell in cells)
    return known > 1 and sum(
        isinstance(cell, str) and len(cell) <= _LONGEST_HEADING for cell in cells
    ) >= 0.6 * len(cells)


def _may_be_headings(rows: Sequence[Row], number: int) -> bool:
    """Return whether a row seems to hold headings: short texts, that are known, or above numbers,
    or said nowhere below.
    """
    cells = [(column, cell) for column, cell in enumerate(rows[number]) if not is_empty(cell)]
    texts = [str(cell) for _, cell in cells if isinstance(cell, str)]
    if len(texts) < 0.6 * len(cells) or any(len(text) > _LONGEST_HEADING for text in texts):
        return sum(is_known(cell) for _, cell in cells) >= 0.5 * len(cells)
    if any(is_known(cell) for _, cell in cells):
        return True
    if len(cells) < 2:
        return False
    if any(_is_sentence(text) for text in texts):
        return False
    has_number_below = False
    for column, cell in cells:
        below = _cells_below(rows, number, column)
        if cell in below:
            return False
        if below and sum(map(is_number, below)) > 0.6 * len(below):
            if is_number(cell):
                return False
            has_number_below = True
    return has_number_below or len({text.strip().casefold() for text in texts}) == len(texts)


def _is_sentence(text: str) -> bool:
    return len(text) > 12 and text.rstrip().endswith((".", "!"))


def _cells_below(rows: Sequence[Row], number: int, column: int) -> list[object]:
    """Return what is in a column in the rows below one, in the first of them."""
    below = rows[number + 1 : number + 1 + _MOST_LOOKED_AT]
    cells = (row[column] for row in below if column < len(row))
    return [cell for cell in cells if not is_empty(cell)]


def _is_second_head(rows: Sequence[Row], head: int) -> bool:
    """Return whether the row below some headings holds headings too, those above being groups of
    them.
    """
    second = rows[head + 1]
    texts = [cell for cell in second if not is_empty(cell)]
    if not texts or not all(isinstance(cell, str) and not is_number(cell) for cell in texts):
        return False
    numeric = 0
    for column, cell in enumerate(second):
        below = [
            row[column] for row in rows[head + 2 : head + 2 + _MOST_LOOKED_AT] if column < len(row)
        ]
        below = [one for one in below if not is_empty(one)]
        if not is_empty(cell) and below and all(map(is_number, below)):
            numeric += 1
    has_gaps = any(is_empty(cell) for cell in rows[head][: len(second)])
    return numeric > 0 and (has_gaps or sum(map(is_known, texts)) > 1)


def _headless(
    rows: Sequence[Row], first: int, looks: RowLooks, known: Collection[str] = ()
) -> SheetOutline:
    outline = _outlined(rows, first - 1, looks, known)
    width = max((len(rows[number]) for number in outline.cards), default=0)
    above = tuple(
        number for number in range(first) if _filled(rows[number]) and not is_note(rows[number])
    )
    return replace(outline, head=None, headings=(None,) * width, above=above)


def _outlined(
    rows: Sequence[Row], head: int, looks: RowLooks, known: Collection[str] = ()
) -> SheetOutline:
    """Divide the rows below some headings."""
    headings = headings_at(rows, head) if head >= 0 else ()
    filled, above = (
        [number for number in numbers if _filled(rows[number]) and not is_note(rows[number])]
        for numbers in (range(head + 1, len(rows)), range(max(head, 0)))
    )
    if head > 0 and tuple(rows[head]) != headings:  # the row above is one of headings too
        above = [number for number in above if number != head - 1]
    found = sorted_rows(rows, filled, headings, looks, known)
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
