"""The differences between the rows of a sheet and the existing cards.

In: `CardRow`s. Out: a `KindPlan`; cells that cannot be read, and missing fields of new cards, are
reported.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from difflib import SequenceMatcher

from generator.cells import messages as say
from generator.cells.headings import count_of
from generator.cells.importjob import CardRow, ImportJob
from generator.cells.importplans import CellChange, KindPlan
from generator.cells.markup import converted, escaped, may_be_foreign, without_escapes
from generator.cells.settings import settings_of
from generator.cells.spreadsheets import Worksheet
from generator.cells.tables import (
    ShownDate,
    Value,
    card_values,
    cell_at,
    default_values,
    describe,
    field_types,
    is_same,
    own_values,
    plain_text,
    value_of,
)
from generator.data.fieldtypes import FieldFault, FieldType, reported
from generator.data.problems import Place, closest

_ALIKE = 0.8
"""How much of two ids is the same, from 0 to 1, where one may be the other mistyped."""
_MOST_COMPARED = 200
"""So many new cards of a kind are compared with those that the sheet does not have."""

Wanted = dict[str, Value | None]
"""What a row says of each field; None where its cell is empty."""


def compared(
    job: ImportJob, sheet: Worksheet, rows: Sequence[CardRow], ids: Mapping[str, Mapping[str, None]]
) -> KindPlan:
    """Compare the rows of a sheet with the existing cards; `ids` are those that will exist
    afterwards.
    """
    cards, listed = job.entries.items, {row.id: row for row in rows}
    settings = job.settings
    plan = KindPlan(
        job.name,
        job.at(),
        sum(row.rows for row in rows),
        missing=[id_ for id_ in cards if id_ not in listed],
        listed=[row.id for row in rows],
        is_reordered=list(filter(listed.__contains__, cards))
        != list(filter(cards.__contains__, listed)),
        settings=settings if settings != settings_of(job.root, job.name) else None,
    )
    comparison = _Comparison(job, sheet, ids)
    comparison.note_dates(rows)
    for row in rows:
        wanted = comparison.wanted(row)
        if row.id in cards:
            own = own_values(cards[row.id])
            plan.changed.extend(comparison.changes(row, wanted, own))
        else:
            plan.added[row.id] = comparison.new_values(wanted)
            comparison.refuse_missing(row, wanted, plan.missing)
    return plan


def doubt_new_cards(job: ImportJob, plan: KindPlan, rows: Sequence[CardRow]) -> None:
    """Warn about new cards that may be existing cards missing from the sheet: by the name, or by a
    typing error in an id.
    """
    missing = set(plan.missing)
    cards = job.entries.items
    absent = dict[str, str]()
    for name, ids in job.ids_by_name.items():
        for id_ in ids:
            if id_ in missing:
                absent[name] = id_
    for row in [row for row in rows if row.id not in cards][:_MOST_COMPARED]:
        called = plan.added[row.id].get(job.title or "")
        near = absent.get(plain_text(str(called or "")), "")
        like = f", but has the same name as '{near}'"
        if not near:
            near, like = closest(row.id, plan.missing) or "", ""
            if not _is_slip(row.id, near):
                continue
        job.problems.warn(
            say.TAKEN_AS_NEW(id_=row.id, noun=job.noun, like=like, near=near),
            job.places[job.at(row.id)],
        )


class _Comparison:
    """Compares the rows of one sheet with the cards of its kind."""

    def __init__(
        self, job: ImportJob, sheet: Worksheet, ids: Mapping[str, Mapping[str, None]]
    ) -> None:
        self.job, self.sheet = job, sheet
        self.types = field_types(job.root, job.name, ids)
        self.defaults = default_values(job.root, job.name)
        self.values = card_values(job.root, job.name)
        self.needed = [
            name
            for name, type_ in self.types.items()
            if not type_.is_optional and name not in self.defaults
        ]

    def note_dates(self, rows: Sequence[CardRow]) -> None:
        """Warn about dates, once per column: spreadsheets also turn 3/4 into one."""
        noted = set[str]()
        for row in rows:
            for name, column in row.cells.items():
                cell = cell_at(self.sheet.rows[row.number], column)
                if isinstance(cell, ShownDate) and name in self.types and name not in noted:
                    noted.add(name)
                    self.job.problems.warn(
                        say.DATE_IN_TEXT(name=name, shown=describe(str(cell))),
                        self.sheet.place(row.number, column),
                    )

    def wanted(self, row: CardRow) -> Wanted:
        """Read the values of a row; invalid ones are reported and left out."""
        wanted = Wanted()
        for name, column in row.cells.items():
            if name == "id":
                continue
            self.read(row, name, column, wanted)
            is_emptied = name in wanted and wanted[name] is None and name not in self.defaults
            if is_emptied and _may_be_empty(self.types[name]):
                wanted[name] = []
        if row.copies is not None:
            self.count(row, wanted)
        return wanted

    def read(self, row: CardRow, name: str, column: int, wanted: Wanted) -> None:
        """Read one cell into `wanted`, or report it."""
        job, type_ = self.job, self.types[name]
        cell = cell_at(self.sheet.rows[row.number], column)
        place = job.places[job.at(row.id, name)] = self.sheet.place(row.number, column)
        if isinstance(cell, str):
            if name == "copies" and "copies" in job.sort.reserved:
                counted = count_of(cell)
                cell = cell if counted is None else counted
            elif type_.element in ("text", "line") and may_be_foreign(cell):
                cell = self.converted(cell, row.id, name, place)
        try:
            wanted[name] = value_of(cell, type_, self.sheet.has_decimal_commas)
        except FieldFault as fault:
            job.problems.error(
                fault.said(describe(cell), name),
                place,
                fault.hint or self.declaration_of(name),
                card=job.card_called(row.id),
            )

    def declaration_of(self, name: str) -> str | None:
        """Find where cards.yaml declares a field; None if it does not."""
        declared = self.job.holder.below("fields").get(name)
        if declared is None:
            return None
        line, file = declared.place.line, declared.place.file
        return f"line {line} of {file} declares the field: `{name}: {self.types[name].name}`"

    def converted(self, cell: str, id_: str, name: str, place: Place) -> str:
        """Convert the marks of other tools in a text, unless the card already has that text; report
        doubtful ones.
        """
        job = self.job
        before = job.entries.below(id_, name)
        kept = dict[str, str]()
        if before.type != "nothing":
            own = plain_text(str(before.value))
            kept = {own: own, without_escapes(own): own}
        if plain_text(cell) in kept:
            return kept[plain_text(cell)]
        result = converted(cell, job.icons, self.types[name].element == "text")
        for doubt, hint in result.doubts:
            card_called = job.card_called(id_)
            job.problems.warn(
                say.FOREIGN_MARK(name=name, doubt=doubt), place, hint, card=card_called
            )
        text = escaped(result.text, job.icons) if job.escapes else result.text
        return kept.get(text, text)

    def count(self, row: CardRow, wanted: Wanted) -> None:
        """Use the number of equal rows as the copies of their card, or report that there are too
        many.
        """
        job = self.job
        column = row.cells.get("copies", min(row.cells.values()))
        place = self.sheet.place(row.number, column)
        job.places[job.at(row.id, "copies")] = place
        found = f"{row.copies} equal rows"
        with reported(job.problems, found, "copies", place, card=row.id):
            wanted["copies"] = value_of(row.copies, self.types["copies"])

    def changes(self, row: CardRow, wanted: Wanted, own: Collection[str]) -> Iterator[CellChange]:
        """Find where a row differs from its card, which states its `own` values; report missing
        required values.
        """
        for name, value in wanted.items():
            before = self.values[row.id].get(name)
            if value is not None:
                if not is_same(value, before):
                    yield CellChange(row.id, name, before, _kept_end(value, before))
            elif name in self.needed:
                self.note_missing(row, name)
            elif name in own and before != []:
                yield CellChange(row.id, name, before, None)

    def new_values(self, wanted: Wanted) -> dict[str, Value]:
        """Return the values of a new card in the order of its fields, without its kind's
        defaults.
        """
        values = dict[str, Value]()
        for name in self.types:
            value = wanted.get(name)
            if value == [] or (value is not None and not is_same(value, self.defaults.get(name))):
                values[name] = value
        return values

    def refuse_missing(self, row: CardRow, wanted: Wanted, absent: list[str]) -> None:
        """Report required values that a new card lacks, unless they may be under a wrong heading.
        `absent` are cards that are not in the sheet.
        """
        job = self.job
        for name in self.needed:
            if name in wanted and wanted[name] is None:
                self.note_missing(row, name)
        lacking = [name for name in self.needed if name not in row.cells]
        if not lacking or not job.is_sound:
            return
        *others, last = (f"'{name}'" for name in lacking)
        listed, needs = last, "it: add the column"
        if others:
            listed, needs = f"{', '.join(others)} and {last}", "them: add the columns"
        near, noun = self.nearest(row, wanted, absent), job.noun
        hint = f"every new {noun} needs {needs}, or make the field optional: {lacking[0]}: …?"
        if near:
            hint = f"did you mean '{near}'?"
        job.problems.error(
            say.NEW_LACKS_FIELDS(
                listed=listed, noun=noun, id_=row.id, kind=job.name, declared=hint
            ),
            job.places[job.at(row.id)],
            card=job.card_called(row.id),
        )

    def nearest(self, row: CardRow, wanted: Wanted, absent: list[str]) -> str | None:
        """Find the card not in the sheet that a new one may be, by its id or its name."""
        near, title = closest(row.id, absent), self.job.title
        if near is not None or not title or not wanted.get(title):
            return near
        names = self.job.ids_by_name.items()
        return closest(
            str(wanted[title]), [name for name, ids in names if not set(ids).isdisjoint(absent)]
        )

    def note_missing(self, row: CardRow, name: str) -> None:
        job = self.job
        job.problems.error(
            say.LACKS_FIELD(name=name, id_=row.id, noun=job.noun, called=job.called),
            self.sheet.place(row.number, row.cells[name]),
            card=job.card_called(row.id),
        )


def _is_slip(id_: str, other: str) -> bool:
    """Return whether an id may be another one mistyped; goblin-1 and goblin-2 are two of one
    series.
    """
    one, two = (re.sub(r"[0-9]+", "0", text) for text in (id_, other))
    return one != two and SequenceMatcher(None, one, two).ratio() >= _ALIKE


def _may_be_empty(type_: FieldType) -> bool:
    """Return whether a field is required but may be an empty list."""
    return type_.is_list and not type_.is_optional and not type_.least


def _kept_end(value: Value, before: Value | None) -> Value:
    """Restore the line break at the end of a text if the old text had one: a cell does not show
    it.
    """
    if (
        isinstance(value, str)
        and isinstance(before, str)
        and before.endswith("\n")
        and not value.endswith("\n")
    ):
        return value + before[len(before.rstrip("\n")) :]
    return value
