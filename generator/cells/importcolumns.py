"""The cards of a sheet, and the field of each of its columns.

In: a `Worksheet`. Out: `SheetColumns`; rows and columns that are neither are reported.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import filterfalse

from generator.cells import messages as say
from generator.cells.importjob import ImportJob, first_filled
from generator.cells.merged import Area
from generator.cells.outlines import (
    SheetOutline,
    columns_below,
    columns_of,
    headless_outline,
    outline_for,
    section_of,
)
from generator.cells.sections import section_text
from generator.cells.spreadsheets import Worksheet, column_letters
from generator.cells.tables import NoValue, as_words, describe, field_types, filled, is_empty
from generator.data.fieldtypes import FOR_EACH, slug
from generator.data.making import each_of
from generator.data.problems import Place, did_you_mean
from generator.data.saying import Said

_MOST_SAID = 3
"""Rows whose texts a message lists, at most."""


@dataclass(frozen=True)
class SheetColumns:
    """A sheet and where its cards are. `outline` is None for an empty sheet; `columns` gives the
    column of each field, and is empty if cards could not be identified by them.
    """

    sheet: Worksheet
    outline: SheetOutline | None
    columns: Mapping[str, int]


def read_columns(job: ImportJob, sheet: Worksheet) -> SheetColumns:
    """Find the cards and the fields of a sheet."""
    outline = _outline(job, sheet)
    if outline is None:
        job.problems.error(say.EMPTY_SHEET(noun=job.noun, called=job.called), sheet.place(0, 0))
        return SheetColumns(sheet, None, {})
    if job.settings.sections:
        sheet, outline = _with_sections(job, sheet, outline)
    columns = _Columns(job, sheet, outline).find()
    if not job.is_sound and "id" not in columns and job.title not in columns:
        return SheetColumns(sheet, outline, {})
    _note_passed_over(job, sheet, outline)
    _note_merged(job, sheet, outline, columns)
    return SheetColumns(sheet, outline, columns)


def _outline(job: ImportJob, sheet: Worksheet) -> SheetOutline | None:
    """Find the headings of a sheet, and its rows that are cards."""
    settings = job.settings
    known = {" ".join(name.split()).casefold() for name in (*job.ids_by_name, *job.entries.items)}
    if settings.columns:
        outline = headless_outline(sheet.rows, sheet.looks, known)
        return outline and replace(outline, headings=settings.columns)

    def score(headings: Sequence[object], number: int) -> int:
        below = []
        for row in sheet.rows[number + 1 :]:
            if row != sheet.rows[number] and not all(map(is_empty, row)):
                below.append(row)
        return len(headings) - job.matched(columns_of(headings, below)).count(None)

    return outline_for(sheet.rows, score, sheet.looks, known)


def _with_sections(
    job: ImportJob, sheet: Worksheet, outline: SheetOutline
) -> tuple[Worksheet, SheetOutline]:
    """Write the section headings of a sheet into the column of the kind's field for them, which is
    a new column if the sheet has none.
    """
    headings, name = outline.headings, job.settings.sections
    matched = job.matched(columns_below(sheet.rows, outline))
    beyond = max(*map(len, sheet.rows), len(headings))
    at = matched.index(name) if name in matched else beyond
    rows, lent = list(sheet.rows), dict[tuple[int, int], tuple[int, int]]()
    for number in outline.cards:
        row = [*rows[number], *(None,) * (at + 1 - len(rows[number]))]
        owner = section_of(outline, number)
        if owner is not None and is_empty(row[at]):
            row[at] = section_text(sheet.rows[owner])
            lent[number, at] = owner, first_filled(sheet.rows[owner])
        rows[number] = row
    if at >= len(matched):
        gap = (None,) * (at - len(headings))
        outline = replace(outline, headings=(*headings, *gap, name))
    return replace(sheet, rows=rows, lent=lent), outline


def _note_passed_over(job: ImportJob, sheet: Worksheet, outline: SheetOutline) -> None:
    """Report which rows are not cards."""
    field_, noun = job.settings.sections, job.noun
    kept = f", and kept in '{field_}'" if field_ else ""
    way = ""
    if not field_:
        way = f"to keep the titles, name a field for them as `sections:` of '{job.name}'; "
    for numbers, where, hint in (
        (outline.above, "above the headings", None),
        (outline.repeats, "with the headings again", None),
        (
            outline.sections,
            f"with a title for the {noun}s below",
            f"{way}if such a row is a {noun}, fill in another of its cells",
        ),
        (outline.totals, "with totals", None),
        (outline.below, "below the cards", None),
    ):
        if numbers:
            job.problems.note(
                say.ROWS_SKIPPED(
                    count=len(numbers),
                    where=where,
                    kept=kept if numbers is outline.sections else "",
                    which=_listed(sheet.rows, numbers),
                ),
                sheet.place(numbers[0], first_filled(sheet.rows[numbers[0]])),
                hint,
            )


def _listed(rows: Sequence[Sequence[object]], numbers: Sequence[int]) -> str:
    """List the first cells of some rows, at most three."""
    firsts = [describe(rows[number][first_filled(rows[number])]) for number in numbers]
    others = ["…"] if len(firsts) > _MOST_SAID else []
    return ", ".join([*firsts[:_MOST_SAID], *others])


def _note_merged(
    job: ImportJob, sheet: Worksheet, outline: SheetOutline, columns: Mapping[str, int]
) -> None:
    """Report how merged cells among the cards are read."""
    if not outline.cards:
        return
    first, last = outline.cards[0], outline.cards[-1]
    others = {*outline.sections, *outline.repeats, *outline.totals, *outline.below}
    tall, wide = list[Area](), list[Area]()
    for area in sheet.merged:
        if area.bottom < first or area.top > last or area.top in others:
            continue
        if area.bottom > area.top:
            tall.append(area)
        if area.is_wide:
            wide.append(area)
    if tall:
        said = say.MERGED_ROWS(count=len(tall))
        job.problems.note(said, sheet.place(tall[0].top, tall[0].left))
    for area in wide:
        if sum(area.left <= column <= area.right for column in columns.values()) > 1:
            job.problems.warn(
                say.MERGED_COLUMNS(column=column_letters(area.left)),
                sheet.place(area.top, area.left),
            )


class _Columns:
    """Finds the column of each field of a kind."""

    def __init__(self, job: ImportJob, sheet: Worksheet, outline: SheetOutline) -> None:
        self.job, self.sheet = job, sheet
        self.headings, self.head = outline.headings, outline.head or 0
        self.known = ["id", *field_types(job.root, job.name)]
        self.below = columns_below(sheet.rows, outline)
        self.matched = job.matched(self.below)
        self.is_title = _is_title(sheet, self.head)
        self.columns: dict[str, int] = {}

    def find(self) -> dict[str, int]:
        """Return the column of each field."""
        columns = list(filterfalse(self.is_passed_over, range(len(self.headings))))
        if len(columns) > 1 and not any(self.matched):
            self.fault(
                say.NO_FIELD_IN_HEADINGS(
                    kind=self.job.name, found=describe(self.headings[columns[0]]), known=self.known
                ),
                columns[0],
            )
            return {}
        for column in columns:
            self.read(column)
        self.check_named()
        return self.columns

    def is_passed_over(self, column: int) -> bool:
        heading, settings = self.headings[column], self.job.settings
        if settings.ignores(heading, column_letters(column)) or is_empty(heading):
            return True
        return self.matched[column] is None and self.below[column].is_for_oneself

    def read(self, column: int) -> None:
        """Find the field of a column, or report that it has none."""
        heading, name = self.headings[column], self.matched[column]
        if isinstance(heading, NoValue):
            message = say.NOT_A_FIELD(kind=self.job.name, found=heading)
            self.fault(message, column, heading.hint)
        elif name is None:
            self.refuse(as_words(heading), column)
        elif name in self.columns:
            self.fault(
                say.COLUMN_TWICE(name=name, heading=_worded(heading)),
                column,
                None,
                (("first", self.sheet.place(self.head, self.columns[name])),),
            )
        else:
            self.columns[name] = column

    def fault(
        self,
        said: Said,
        column: int,
        hint: str | None = None,
        also: tuple[tuple[str, Place], ...] = (),
    ) -> None:
        """Report what is wrong with a heading."""
        self.job.is_sound = False
        self.job.problems.error(said, self.sheet.place(self.head, column), hint, also)

    def check_named(self) -> None:
        """Report a sheet in which nothing identifies the card of a row."""
        job = self.job
        if not job.is_sound or not job.needs_title:
            return
        if "id" not in self.columns and job.title not in self.columns:
            self.fault(say.NO_ID_COLUMN(title=job.title, noun=job.noun, called=job.called), 0)

    def refuse(self, heading: str, column: int) -> None:
        """Report a heading that is not a field of the kind."""
        kind, word = self.job.name, _worded(heading)
        made = self.made_field(slug(heading, "_"))
        if made is not None:
            self.fault(say.COLUMN_OF_FOR_EACH(made=made, kind=kind, heading=word), column)
            return
        way = f"--ignore {word} skips it, --rename {word}=FIELD says which field it is"
        near = did_you_mean(slug(heading, "_"), self.known)
        if near:
            hint = f"{near} Else {way}"
        elif self.is_title:
            hint = (
                "if this is a title, and the headings are in the row below, begin it with #, or "
                "delete it"
            )
        else:
            hint = f"fields are {', '.join(self.known)}; {way}"
        self.fault(say.NO_SUCH_FIELD(kind=kind, heading=describe(heading)), column, hint)

    def made_field(self, name: str) -> str | None:
        """Return what the kind's for_each has under this name; None if it has nothing."""
        for_each = self.job.holder.get(FOR_EACH)
        if not for_each:
            return None
        return {slug(each, "_"): each for each in each_of(for_each.data())}.get(name)


def _is_title(sheet: Worksheet, head: int) -> bool:
    """Return whether a row has a single filled cell and the next row has several."""
    title, *below = map(len, map(filled, sheet.rows[head : head + 2]))
    return title == 1 < sum(below)


def _worded(heading: object) -> str:
    """Write a heading as a word of a command."""
    return shlex.quote(" ".join(as_words(heading).split()))
