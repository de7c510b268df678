"""Which card each row of a sheet is: by its id, by its name, or a new one.

In: the rows of a sheet that are cards. Out: `CardRow`s with ids; equal rows are one card with as
many copies.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from generator.cells import messages as say
from generator.cells.headings import count_of, is_for_oneself
from generator.cells.importcolumns import SheetColumns
from generator.cells.importjob import CardRow, ImportJob
from generator.cells.markup import converted, without_escapes
from generator.cells.outlines import SheetOutline
from generator.cells.spreadsheets import column_letters
from generator.cells.tables import (
    ShownNumber,
    card_values,
    cell_at,
    describe,
    field_types,
    filled_at,
    is_empty,
    plain_text,
    value_of,
)
from generator.data.fieldtypes import FieldFault, FieldType, check_id, is_number, slug
from generator.data.problems import Place

_LINE = FieldType("line", lambda value: value, {"type": "string"})


@dataclass
class _Draft:
    """A row, or several equal ones, before it is known which card it is: by an `id`, by a `title`,
    or by neither.
    """

    number: int
    column: int
    id: str | None = None
    title: str | None = None
    asked: list[int] = field(default_factory=list)
    """The copies that each of its rows asks for."""
    copies: int | None = None
    """Those of all its rows, where equal rows were counted."""


def read_rows(job: ImportJob, columns: SheetColumns) -> list[CardRow]:
    """Find the card of each row; rows that cannot be identified are reported."""
    if columns.outline is None or not columns.columns:
        return []
    drafts = _Drafts(job, columns, columns.outline).read()
    return _Cards(job, columns, drafts).found()


class _Drafts:
    """Reads which card each row claims to be; equal rows are one draft with that number of
    copies.
    """

    def __init__(self, job: ImportJob, columns: SheetColumns, outline: SheetOutline) -> None:
        self.job, self.sheet = job, columns.sheet
        self.outline, self.columns = outline, columns.columns
        self.drafts: list[_Draft] = []
        self.by_content: dict[tuple[object, ...], _Draft] = {}
        """The draft of each content of a row."""
        self.counted = self.columns.get("copies") if "copies" in job.sort.reserved else None
        self.compared = [column for column in self.columns.values() if column != self.counted]
        """The columns in which rows of one card are equal."""

    def read(self) -> list[_Draft]:
        has_notes = 0 in self.columns.values()  # a first column for oneself may hold anything
        for number in self.outline.cards:
            row = self.sheet.rows[number]
            if has_notes and is_for_oneself(cell_at(row, 0)):
                continue
            is_filled = not filled_at(row).keys().isdisjoint(self.columns.values())
            if not self.has_strays(number) and is_filled:
                self.add(number)
        repeated = [draft for draft in self.drafts if len(draft.asked) > 1]
        if repeated and self.counted is None:
            repeated = self.drafts
        for draft in repeated:
            draft.copies = sum(draft.asked)
        return self.drafts

    def add(self, number: int) -> None:
        """Add a row, to the draft of equal rows if there is one."""
        row = self.sheet.rows[number]
        count = cell_at(row, self.counted)
        copies = 1 if is_empty(count) else count_of(count) or 0
        content = tuple(_content(cell_at(row, column)) for column in self.compared)
        if content in self.by_content and any(content):
            self.add_again(number, self.by_content[content], copies)
            return
        draft = self.draft(number)
        if draft is None:
            return
        if count_of(count) == 0 and not self.is_there(draft):
            self.job.problems.note(
                say.NO_COPIES(called=describe(draft.title or draft.id or "")),
                self.sheet.place(number, self.counted or 0),
            )
            return
        draft.asked.append(copies)
        self.by_content[content] = draft
        self.drafts.append(draft)

    def add_again(self, number: int, draft: _Draft, copies: int) -> None:
        """Count a row as copies of the draft of an equal row; rows of a table have none."""
        if not self.job.is_table:
            draft.asked.append(copies)
            return
        self.job.problems.error(
            say.ROW_TWICE(row=draft.number + 1),
            self.sheet.place(number, next(iter(self.columns.values()))),
        )

    def is_there(self, draft: _Draft) -> bool:
        """Return whether a card already has the id or the title of a row."""
        is_id = self.job.owners.get(draft.id or "") == self.job.name
        return is_id or draft.title in self.job.ids_by_name

    def has_strays(self, number: int) -> bool:
        """Report a filled cell without a heading: the others may be shifted."""
        headings, settings = self.outline.headings, self.job.settings
        for column, cell in enumerate(self.sheet.rows[number]):
            has_heading = column < len(headings) and not is_empty(headings[column])
            letters = column_letters(column)
            if is_empty(cell) or has_heading or settings.ignores(None, letters):
                continue
            if self.sheet.name:
                hint = f"give it a heading; --ignore {letters} skips the column"
            else:
                hint = (
                    "in CSV, text or a number with a comma or another separator in it needs "
                    '"quotes"'
                )
            self.job.problems.error(
                say.COLUMN_WITHOUT_HEADING(letters=letters, cell=describe(cell)),
                self.sheet.place(number, column),
                hint,
            )
            return True
        return False

    def draft(self, number: int) -> _Draft | None:
        """Read the id of a row's card, or otherwise its name; None if there is neither, which is
        reported.
        """
        job, row, title = self.job, self.sheet.rows[number], self.job.title
        named = {name: self.columns[name] for name in ("id", title or "") if name in self.columns}
        for name, column in named.items():
            cell = cell_at(row, column)
            if is_empty(cell):
                continue
            try:
                text = plain_text(str(value_of(cell, _LINE)))
                if name == "id":
                    return _Draft(number, column, _as_id(text), None)
            except FieldFault as fault:
                job.problems.error(
                    fault.said(describe(cell), name), self.sheet.place(number, column), fault.hint
                )
                return None
            converted_ = converted(text, job.icons, has_lines=False).text
            return _Draft(number, column, None, without_escapes(converted_))
        if not named or not job.needs_title:
            filled = filled_at(row).keys()
            return _Draft(number, next(filter(filled.__contains__, self.columns.values())))
        place = self.sheet.place(number, min(named.values()))
        job.problems.error(say.ROW_WITHOUT_ID(noun=job.noun), place)
        return None


class _Cards:
    """Finds the card of each draft: first those with an id, then by name; new ones get ids made
    from their names.
    """

    def __init__(self, job: ImportJob, columns: SheetColumns, drafts: Sequence[_Draft]) -> None:
        self.job, self.sheet = job, columns.sheet
        self.columns, self.drafts = columns.columns, drafts
        self.ids: dict[int, str] = {}
        """The id of each row."""
        self.seen: dict[str, Place] = {}
        """The cell of each id."""

    def place(self, draft: _Draft) -> Place:
        return self.sheet.place(draft.number, draft.column)

    def found(self) -> list[CardRow]:
        groups = dict[str, list[_Draft]]()
        for draft in self.drafts:
            if draft.id is None:
                groups.setdefault(draft.title or "", []).append(draft)
            else:
                self.given(draft, draft.id)
        for title, group in groups.items():
            known = [id_ for id_ in self.job.ids_by_name.get(title, ()) if id_ not in self.seen]
            if known:
                self.match(group, known)
        for title, group in groups.items():
            is_numbered = not slug(title) or len(group) > 1
            for draft in group:
                if draft.number not in self.ids:
                    self.new(draft, title, is_numbered, groups)
        rows = list[CardRow]()
        for draft in self.drafts:
            id_ = self.ids.get(draft.number)
            if id_ is not None:
                self.job.places[self.job.at(id_)] = self.place(draft)
                rows.append(
                    CardRow(id_, draft.number, self.columns, draft.copies, len(draft.asked))
                )
        return rows

    def take(self, draft: _Draft, id_: str) -> None:
        """Assign a row to a card."""
        self.ids[draft.number] = id_
        self.seen[id_] = self.place(draft)

    def given(self, draft: _Draft, id_: str) -> None:
        """Use the id that a row gives, or refuse it. A plain number shared by cards of two kinds
        belongs to the row's own kind.
        """
        job, place = self.job, self.place(draft)
        kind, owners, taken = job.name, job.owners, job.taken
        owner, entry = owners.get(id_, kind), job.made.get(id_)
        if entry and id_ not in owners:
            job.problems.error(say.MADE_FROM_ENTRY(id_=id_, entry=entry), place)
            return
        is_of_others = owner != kind or (id_ in taken and id_ not in owners)
        if id_.isdigit() and is_of_others and id_ not in self.seen:
            id_, owner = f"{kind}-{id_}", kind
        if id_ in self.seen:
            job.problems.error(say.ID_TWICE(id_=id_), place, None, (("first", self.seen[id_]),))
        elif owner != kind:
            job.problems.error(say.ID_OF_OTHER_KIND(id_=id_, owner=owner), place)
        else:
            self.take(draft, id_)
            taken.add(id_)

    def match(self, group: Sequence[_Draft], known: Sequence[str]) -> None:
        """Match the rows with one name to the cards with that name: first those with equal values,
        then in order.
        """
        if len(group) == len(known) == 1:
            self.take(group[0], known[0])
            return
        self.match_contents(group, known)
        left = [id_ for id_ in known if id_ not in self.seen]
        rest = [draft for draft in group if draft.number not in self.ids]
        if len(rest) >= len(left):
            for draft, id_ in zip(rest, left, strict=False):
                self.take(draft, id_)
        elif group[0].title:  # of cards without names, no one can say which has become another
            for draft in rest:
                self.job.problems.error(
                    say.NAME_NOT_UNIQUE(
                        column=self.job.title, found=describe(draft.title), left=" or ".join(left)
                    ),
                    self.place(draft),
                )
                self.take(draft, left[0])

    def match_contents(self, group: Sequence[_Draft], known: Sequence[str]) -> None:
        """Match the rows with the same values as cards."""
        types = field_types(self.job.root, self.job.name)
        values = card_values(self.job.root, self.job.name)
        names = [name for name in self.columns if name not in ("id", "copies")]
        by_content = dict[tuple[str, ...], list[str]]()
        for id_ in known:
            content = tuple(_signature(values[id_].get(name)) for name in names)
            by_content.setdefault(content, []).append(id_)
        for draft in group:
            content = tuple(self.said(draft, name, types[name]) for name in names)
            if by_content.get(content):
                self.take(draft, by_content[content].pop(0))

    def said(self, draft: _Draft, name: str, type_: FieldType) -> str:
        """Write a field of a row as `_signature` does; an invalid cell equals no other."""
        cell = cell_at(self.sheet.rows[draft.number], self.columns[name])
        try:
            return _signature(value_of(cell, type_, self.sheet.has_decimal_commas))
        except FieldFault:
            return "\0"

    def new(self, draft: _Draft, title: str, is_numbered: bool, titles: Collection[str]) -> None:
        """Make an id for a row without a card; a card with nearly the same name is assumed to be
        its card.
        """
        job = self.job
        base = slug(title) or slug(job.name)
        if not is_numbered and job.owners.get(base) == job.name and base not in self.seen:
            by_name = self.job.ids_by_name.items()
            called = next((name for name, ids in by_name if base in ids), title)
            if called not in titles:
                self.note_renamed(draft, title, base, called)
                self.take(draft, base)
                return
        id_ = self.free_id(base, is_numbered)
        self.take(draft, id_)
        self.job.taken.add(id_)

    def note_renamed(self, draft: _Draft, title: str, id_: str, called: str) -> None:
        """Warn that a row has a card's id but a different name, ignoring capitals."""
        noun = self.job.noun
        if called.casefold() != title.casefold():
            self.job.problems.warn(
                say.TAKEN_AS_RENAMED(
                    title=describe(title), noun=noun, id_=id_, called=describe(called)
                ),
                self.place(draft),
            )

    def free_id(self, base: str, is_numbered: bool) -> str:
        """Make an id that no other card has, with a number if there are several with the name."""
        taken, kind = self.job.taken, self.job.name
        id_ = base if self.job.owners.get(base, kind) == kind else f"{kind}-{base}"
        if not is_numbered and id_ not in taken:
            return id_
        number = 1 if is_numbered and base not in taken else 2
        while f"{base}-{number}" in taken:
            number += 1
        return f"{base}-{number}"


def _content(cell: object) -> object:
    """Return the form in which rows are compared: the same for cells with the same meaning."""
    if isinstance(cell, ShownNumber):
        return cell.shown
    return plain_text(cell) or None if isinstance(cell, str) else cell


def _signature(value: object) -> str:
    """Write a value so that values that are equal to a spreadsheet are written equally."""
    if value is None:
        return ""
    if isinstance(value, list):
        return "\n".join(map(_signature, value))
    return f"{value:.15g}" if is_number(value) else plain_text(str(value))


def _as_id(text: str) -> str:
    """Read a cell as an id, even if it is written as a name. Raises FieldFault."""
    try:
        return check_id(text)
    except FieldFault:
        return check_id(slug(text) or text)
