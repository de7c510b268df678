"""Pictures that the cells of a column name with different endings, or only for some of the cards:
each of these cards gets its picture as `art`.

In: a `ProposedKind` whose sheet has no pictures that all cells name alike. Out: the same with a
column `art`, and a remark about missing pictures. Reads no picture.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from generator.cells.proposing import ProposedField, ProposedKind
from generator.cells.tables import is_empty, plain_text
from generator.data.saying import first_of

MOST_TOLD = 4


def with_art(kind: ProposedKind, find: Callable[[str], str]) -> tuple[ProposedKind, str]:
    """Give a kind the pictures of the first column that names those of half of its cells at least,
    and say what is missing; `find` returns the file that a cell names, or an empty text.
    """
    if kind.art:
        return kind, ""
    columns = [*(one for one in kind.fields if one is not kind.title), kind.title]
    for column in filter(None, columns):
        if "\n" in "".join(column.texts):
            continue
        art = ["" if is_empty(cell) else find(plain_text(str(cell))) for cell in column.cells]
        lacking = [text for text in dict.fromkeys(column.texts) if not find(text)]
        found = len(set(filter(None, art)))
        if not found or found < len(lacking):
            continue
        if kind.outline.head is None or kind.settings.turned:  # where a column cannot be added
            example = next(filter(None, art))
            return kind, (
                f"'{column.label}' names pictures in several ways, so cards of '{kind.kind}' have "
                f"no pictures yet: write each file with its ending, such as {example}"
            )
        told = ""
        if lacking:
            names = first_of(lacking, MOST_TOLD)
            told = f"no picture beside the sheet for {names} (column '{column.label}')"
        return _with_column(kind, column, art), told
    return kind, ""


def _with_column(kind: ProposedKind, column: ProposedField, art: Sequence[str]) -> ProposedKind:
    """Add a column `art` to the sheet of a kind; faults in it are those of the cells that it was
    made from.
    """
    outline, sheet = kind.outline, kind.sheet
    assert outline.head is not None
    rows = [list(row) for row in sheet.rows]
    end = max(map(len, rows))
    labels = [" ".join(str(heading).split()) for heading in outline.headings]
    at = labels.index(column.label) if column.label in labels else 0
    lent = dict(sheet.lent)
    for number, text in ((outline.head, "art"), *zip(outline.cards, art, strict=True)):
        rows[number] += [None] * (end - len(rows[number])) + [text or None]
        lent[number, end] = lent.get((number, at), (number, at))
    headings = (*outline.headings, *[None] * (end - len(outline.headings)), "art")
    fields = [replace(one, is_art=one is column) for one in kind.fields]
    return replace(
        kind,
        sheet=replace(sheet, rows=rows, lent=lent),
        outline=replace(outline, headings=headings),
        fields=tuple(fields),
        art=tuple(text or None for text in art),
    )
