"""A spreadsheet's rows as cards of a game: what they would change in cards.yaml, and its new bytes.

In: a cards.yaml as it is, a `Worksheet` for each kind. Out: an `ImportPlan`, which has been read back and found to say what was
meant, or every fault with its cell. Writes nothing.

A cell that says what the card says already changes nothing, whatever its looks. An empty cell takes the value out of the card.

The file as it is may break promises (a count that was raised before the card is there, a component without cards): it is the file
with the change that must be a whole game.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from math import prod
from pathlib import Path
from typing import Any

from generator.cells.spreadsheets import Worksheet, column_letters, refuse_wide
from generator.cells.tables import (
    NoValue,
    Value,
    card_values,
    column_names,
    default_values,
    describe,
    field_types,
    is_empty,
    is_same,
    own_values,
    plain_text,
    value_of,
)
from generator.data.entries import Keys, column_of, keys_at, order_of, rows_of_kind, written_at
from generator.data.fieldtypes import FOR_EACH, FieldFault, FieldType, check_id, slug
from generator.data.loading import load_game
from generator.data.making import each_of, ids_made
from generator.data.patching import (
    GONE,
    Edit,
    NewValue,
    PatchError,
    difference,
    entry_edits,
    map_edits,
    replaced,
    styles_of,
    text_of,
    value_edits,
)
from generator.data.problems import Place, Problem, ProblemError, Problems, closest, did_you_mean
from generator.data.schema import check_schema
from generator.data.source import Node, content_of, read_layout, read_source

_ALIKE = 0.8
"""How much of two ids is the same, from 0 to 1, where one may be the other mistyped."""
_MOST_COMPARED = 200
"""So many new cards of a kind are compared with those that the sheet does not have."""


@dataclass(frozen=True)
class CellChange:
    """One value of a card that would be another. `before` and `after` are None where there is none."""

    card: str
    name: str
    before: Value | None
    after: Value | None


@dataclass
class KindPlan:
    """What would become of the cards of one kind."""

    kind: str
    rows: int = 0
    added: dict[str, dict[str, Value]] = field(default_factory=dict)
    changed: list[CellChange] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    """Cards that the sheet does not have."""


@dataclass
class ImportPlan:
    """What an import would do: kind by kind, counts of the box by their names, the new bytes of cards.yaml."""

    kinds: list[KindPlan]
    removes: bool
    counts: dict[str, tuple[int, int]]
    content: bytes
    diff: str
    places: Mapping[Keys, Place] = field(default_factory=dict)
    """The cell of each value, by its path in cards.yaml."""

    @property
    def is_empty(self) -> bool:
        return not self.diff


@dataclass(frozen=True)
class _CardRow:
    """A row of a sheet that is a card. `cells` gives the column of each field."""

    id: str
    number: int
    cells: Mapping[str, int]


@dataclass(frozen=True)
class CardFile:
    """A cards.yaml as it is: its bytes, and the tree that was read from them."""

    path: Path
    content: bytes
    root: Node


def read_cards(path: Path, problems: Problems, content: bytes | None = None) -> CardFile:
    """Read a cards.yaml whose values are sound, be the game whole or not; `content` is read as if the file held it.

    Warnings go to `problems`. Raises ProblemError with everything found, OSError where the machine refuses.
    """
    root = read_source(path, path.name, problems, content)
    if check_schema(root, problems) is None:
        raise ProblemError(*problems)
    return CardFile(path, content_of(path) if content is None else content, root)


def plan_counts(cards: CardFile, problems: Problems) -> ImportPlan:
    """Find out how the numbers that the box promises would follow the cards as they are.

    Warnings go to `problems`. Raises ProblemError where the file would be no game all the same.
    """
    return _Writer(cards, [], False, True, {}).plan(problems)


def plan_import(
    cards: CardFile, sheets: Mapping[str, Worksheet], problems: Problems, removes: bool = False, counts: bool = False
) -> ImportPlan:
    """Find out what the sheets of some kinds would change in a cards.yaml.

    With `removes` the cards that a sheet does not have are taken out; with `counts` the numbers that the box promises follow.
    Warnings go to `problems`. Raises ProblemError with every fault found, and where the change cannot be written.
    """
    for sheet in sheets.values():
        refuse_wide(sheet)
    root = cards.root
    reader = _SheetReader(root, problems)
    rows = {kind: reader.rows(kind, sheet) for kind, sheet in sheets.items()}
    ids = dict[str, dict[str, None]]()
    for kind in sheets:
        listed = {row.id for row in rows[kind]}
        kept = [id_ for id_ in root["kinds"][kind]["cards"].items if not removes or id_ in listed]
        ids[kind] = dict.fromkeys([*kept, *(row.id for row in rows[kind])])
    plans = [reader.plan(kind, sheet, rows[kind], ids) for kind, sheet in sheets.items()]
    if not removes and not problems.has_errors:
        for plan in plans:
            reader.doubt(plan, rows[plan.kind], sheets[plan.kind])
    problems.raise_errors()
    return _Writer(cards, plans, removes, counts, reader.places).plan(problems)


def written_cells(plan: ImportPlan, problems: Iterable[Problem]) -> tuple[list[Problem], list[Problem]]:
    """Take of the problems of the new cards.yaml those of values that the import writes, each moved to its cell; and give the others."""
    text = text_of(plan.content)[1]
    layout, found, others = read_layout(text), list[Problem](), list[Problem]()
    written = {(*rows_of_kind(one.kind), change.card, change.name) for one in plan.kinds for change in one.changed}
    written |= {(*rows_of_kind(one.kind), id_, name) for one in plan.kinds for id_, values in one.added.items() for name in values}
    for problem in problems:
        keys = keys_at(layout, text, problem.place)[:5] if problem.place and problem.place.line else ()
        if keys in written and keys in plan.places:
            found.append(replace(problem, place=plan.places[keys], also=()))
        else:
            others.append(problem)
    return found, others


def cell_of(plan: ImportPlan, kind: str, id_: str) -> Place | None:
    """Find the cell that a look at a card's face is of: the one that changes it, or else that of its id."""
    changed = [change.name for one in plan.kinds if one.kind == kind for change in one.changed if change.card == id_]
    row = (*rows_of_kind(kind), id_)
    return plan.places.get((*row, changed[0]) if len(changed) == 1 else row)


class _SheetReader:
    """Read rows as cards, collecting faults with their cells."""

    def __init__(self, root: Node, problems: Problems) -> None:
        self.root, self.problems = root, problems
        self.owners = {id_: kind for kind, node in root["kinds"].items.items() for id_ in node["cards"].items}
        self.names: dict[str, dict[str, list[str]]] = {kind: {} for kind in root["kinds"].items}
        for id_, kind in self.owners.items():
            name = root["kinds"][kind]["cards"][id_].get("name")
            if name:
                self.names[kind].setdefault(plain_text(str(name.value)), []).append(id_)
        self.titles = {kind: {id_: name for name, ids in names.items() for id_ in ids} for kind, names in self.names.items()}
        self.made = {
            kind: {one: id_ for id_ in node["cards"].items for one in ids_made(root, kind, [id_]) if one != id_}
            for kind, node in root["kinds"].items.items()
        }
        """The entry of each card that `for_each` makes."""
        self.unsound: set[str] = set()
        """Kinds whose sheets have wrong headings: what their cards miss may stand below one of those."""
        self.places: dict[Keys, Place] = {}
        """The cell of each value, by its path in cards.yaml."""

    def rows(self, kind: str, sheet: Worksheet) -> list[_CardRow]:
        """Find the headings and the cards of a sheet."""
        head = next((number for number, row in enumerate(sheet.rows) if not (all(map(is_empty, row)) or _is_note(row))), None)
        if head is None:
            self.problems.error(
                "bad-spreadsheet",
                f"expected cards of the kind '{kind}', found an empty sheet",
                sheet.place(0, 0),
                "the first line names the fields, as in what `emporium-pnp export csv` writes",
            )
            return []
        columns, is_sound = self._columns(kind, sheet, head)
        if not is_sound:
            self.unsound.add(kind)
        if "id" not in columns and "name" not in columns:
            return []
        found, seen = list[_CardRow](), dict[str, Place]()
        has_notes = 0 in columns.values()  # a first column for oneself may hold anything
        for number, row in enumerate(sheet.rows[head + 1 :], head + 1):
            if _is_note(row) or (has_notes and row and _is_for_oneself(row[0])):
                continue
            cells = [column for column in columns.values() if column < len(row) and not is_empty(row[column])]
            if self._has_strays(sheet, head, number) or not cells:
                continue
            id_, column = self._id(kind, sheet, number, columns)
            if id_ is None:
                continue
            place = sheet.place(number, column)
            owner, entry = self.owners.get(id_, kind), self.made[kind].get(id_)
            if entry and id_ not in self.owners:
                self.problems.error(
                    "doubtful-card",
                    f"'{id_}' is made from the entry '{entry}' by the kind's for_each, and has no row of its own",
                    place,
                    f"write '{entry}': its row is for every card that is made from it",
                )
                continue
            if id_ in seen:
                self.problems.error(
                    "duplicate-id",
                    f"the id '{id_}' is used twice",
                    place,
                    "rename one of the two, in a column `id`",
                    (("first", seen[id_]),),
                )
            elif owner != kind:
                self.problems.error(
                    "duplicate-id",
                    f"the id '{id_}' is that of a card of kind '{owner}' already",
                    place,
                    "rename it, in a column `id`",
                )
                continue
            seen.setdefault(id_, place)
            self.places["kinds", kind, "cards", id_] = place
            found.append(_CardRow(id_, number, columns))
        return found

    def _columns(self, kind: str, sheet: Worksheet, head: int) -> tuple[dict[str, int], bool]:
        """Find the column of each field, and say whether all headings are right."""
        headings = sheet.rows[head]
        known = ["id", *field_types(self.root, kind)]
        columns, is_sound, is_title = dict[str, int](), True, _is_title(sheet, head)
        said = [column for column, heading in enumerate(headings) if not is_empty(heading) and not _is_for_oneself(heading)]
        if len(said) > 1 and not any(column_names(headings, known)):
            self.problems.error(
                "unknown-column",
                f"the first row names no field of '{kind}', and begins with {describe(headings[said[0]])}",
                sheet.place(head, said[0]),
                f"the first row is for the names of the columns: {', '.join(known)}",
            )
            return {}, False
        for column, (heading, name) in enumerate(zip(headings, column_names(headings, known), strict=True)):
            if is_empty(heading) or _is_for_oneself(heading):
                continue
            place = sheet.place(head, column)
            if isinstance(heading, NoValue):
                self.problems.error(
                    "unknown-column", f"expected the name of a field of '{kind}', found {heading}", place, heading.hint
                )
                is_sound = False
            elif name is None:
                self._refuse_column(kind, str(heading), place, known, is_title)
                is_sound = False
            elif name in columns:
                self.problems.error(
                    "duplicate-column",
                    f"the column '{name}' stands here a second time",
                    place,
                    "rename or delete one of the two",
                    (("first", sheet.place(head, columns[name])),),
                )
                is_sound = False
            else:
                columns[name] = column
        if is_sound and "id" not in columns and "name" not in columns:
            self.problems.error(
                "missing-column",
                f"expected a column 'id' or 'name' in the first row, by which a card of kind '{kind}' is known",
                sheet.place(head, 0),
                "is the first row that of the headings?",
            )
            is_sound = False
        return columns, is_sound

    def _refuse_column(self, kind: str, heading: str, place: Place, known: Sequence[str], is_title: bool) -> None:
        """Report a heading that is no field of a kind."""
        said, near = self.root["kinds"][kind].get(FOR_EACH), did_you_mean(slug(heading, "_"), known)
        each = {slug(name, "_"): name for name in each_of(said.data())} if said else {}
        title = (
            "is this a title, and do the headings stand in the row below? Begin it with # then, or delete it" if is_title else None
        )
        hint = near or title or f"fields are {', '.join(known)}; a column whose heading begins with # is for you alone"
        message = f"'{kind}' has no field {describe(heading)}"
        if made := each.get(slug(heading, "_")):
            message = f"'{made}' is no field of '{kind}': it comes from the kind's for_each, and each card of a row has another"
            hint = "delete the column, or let its heading begin with #"
        self.problems.error("unknown-column", message, place, hint)

    def _has_strays(self, sheet: Worksheet, head: int, number: int) -> bool:
        """Report a cell with something in it under no heading: what stands in the others may be shifted."""
        headings = sheet.rows[head]
        for column, cell in enumerate(sheet.rows[number]):
            if not is_empty(cell) and (column >= len(headings) or is_empty(headings[column])):
                hint = None if sheet.name else 'in CSV a text, or a number, with a comma or another separator in it needs "quotes"'
                self.problems.error(
                    "unknown-column",
                    f"column {column_letters(column)} has no heading, and {describe(cell)} in it",
                    sheet.place(number, column),
                    hint or "give it a heading; one that begins with # is for yourself",
                )
                return True
        return False

    def _id(self, kind: str, sheet: Worksheet, number: int, columns: Mapping[str, int]) -> tuple[str | None, int]:
        """Find the id of a row's card and the column that says it; None where there is none, which is reported."""
        line = FieldType("line", check_id, {"type": "string"})
        for name in ("id", "name"):
            column = columns.get(name, len(sheet.rows[number]))
            cell = sheet.rows[number][column] if column < len(sheet.rows[number]) else None
            if is_empty(cell):
                continue
            try:
                if name == "id":
                    return str(value_of(cell, line)), column
                title = str(value_of(cell, replace(line, check=lambda value: value)))
                return self._id_of_name(kind, title, sheet.place(number, column)), column
            except FieldFault as fault:
                self.problems.error(
                    fault.code,
                    f"'{name}' expected {fault.expected}, found {describe(cell)}",
                    sheet.place(number, column),
                    fault.hint,
                )
                return None, column
        first = min(columns.get("id", 10**6), columns.get("name", 10**6))
        self.problems.error(
            "missing-field",
            "expected an id or a name for this card, found none",
            sheet.place(number, first),
            "every row of a sheet is a card",
        )
        return None, first

    def _id_of_name(self, kind: str, title: str, place: Place) -> str:
        """Find the card that has a name, else make an id of it. Raises FieldFault where that is nobody, or where several have the name."""
        title = plain_text(title)
        known, id_ = self.names[kind].get(title, []), slug(title)
        if len(known) > 1:
            raise FieldFault(
                "a name that one card alone has", f"say which, {' or '.join(known)}, in a column `id`", "doubtful-card"
            )
        if known:
            return known[0]
        if not id_:
            raise FieldFault(
                "a name from which an id of a-z and 0-9 can be made",
                "the name may stay: give the card an id, in a column `id`",
                "bad-name",
            )
        taken = self.titles[kind].get(id_, title)
        if taken.casefold() != title.casefold():
            self.problems.warn(
                "doubtful-card",
                f"{describe(title)} is taken for another name of the card '{id_}', which is called {describe(taken)}",
                place,
                "if it is a new card, give it another id, in a column `id`",
            )
        return check_id(id_)

    def doubt(self, plan: KindPlan, rows: Sequence[_CardRow], sheet: Worksheet) -> None:
        """Warn of new cards that may be cards which the sheet does not have: by the name, or by an id with a slip in it."""
        cards = self.root["kinds"][plan.kind]["cards"].items
        missing = set(plan.missing)
        absent = {name: id_ for name, ids in self.names[plan.kind].items() for id_ in ids if id_ in missing}
        for row in [row for row in rows if row.id not in cards][:_MOST_COMPARED]:
            name = plan.added[row.id].get("name")
            other = absent.get(plain_text(str(name))) if name else None
            near = other or closest(row.id, plan.missing)
            if near is not None and (other or _is_slip(row.id, near)):
                like = f", and has the name of '{other}'" if other else ""
                self.problems.warn(
                    "doubtful-card",
                    f"'{row.id}' is taken for a new card{like}",
                    self.places["kinds", plan.kind, "cards", row.id],
                    f"did you mean '{near}', which is not in the sheet and stays? Then write that into the column `id`",
                )

    def plan(self, kind: str, sheet: Worksheet, rows: Sequence[_CardRow], ids: Mapping[str, Mapping[str, None]]) -> KindPlan:
        """Compare the rows of a sheet with the cards there are."""
        types, defaults = field_types(self.root, kind, ids), default_values(self.root, kind)
        values, cards = card_values(self.root, kind), self.root["kinds"][kind]["cards"].items
        listed = {row.id for row in rows}
        plan = KindPlan(kind, len(rows), missing=[id_ for id_ in cards if id_ not in listed])
        needed = [name for name, type_ in types.items() if not type_.is_optional and name not in defaults]
        for row in rows:
            wanted = dict[str, Value | None]()
            for name, column in row.cells.items():
                if name != "id":
                    self._read(sheet, row, kind, name, column, types[name], wanted)
                    if wanted.get(name, "") is None and name not in defaults and _may_be_empty(types[name]):
                        wanted[name] = []
            if row.id in cards:
                own = own_values(cards[row.id])
                plan.changed += self._changes(sheet, row, wanted, needed, values[row.id], own)
            else:
                said = {
                    name: value
                    for name, value in wanted.items()
                    if value == [] or (value is not None and not is_same(value, defaults.get(name)))
                }
                plan.added[row.id] = {name: said[name] for name in types if name in said}
                self._refuse_missing(kind, sheet, row, wanted, needed, plan.missing)
        return plan

    def _changes(
        self,
        sheet: Worksheet,
        row: _CardRow,
        wanted: Mapping[str, Value | None],
        needed: Collection[str],
        values: Mapping[str, Value],
        own: Collection[str],
    ) -> Iterator[CellChange]:
        """Find what a row says otherwise than its card: all its `values`, of which it writes its `own`; report what it cannot be without."""
        for name, value in wanted.items():
            before = values.get(name)
            if value is None:
                if name in needed:
                    self._miss(sheet.place(row.number, row.cells[name]), name, row.id)
                elif name in own and before != []:
                    yield CellChange(row.id, name, before, None)
            elif not is_same(value, before):
                yield CellChange(row.id, name, before, _kept_end(value, before))

    def _refuse_missing(
        self,
        kind: str,
        sheet: Worksheet,
        row: _CardRow,
        wanted: Mapping[str, Value | None],
        needed: Iterable[str],
        absent: list[str],
    ) -> None:
        """Report what a new card cannot be without, unless it may stand below a wrong heading. `absent` are cards not in the sheet."""
        lacking = [name for name in needed if name not in row.cells]
        for name in needed:
            if name in wanted and wanted[name] is None:
                self._miss(sheet.place(row.number, row.cells[name]), name, row.id)
        if not lacking or kind in self.unsound:
            return
        near = closest(row.id, absent)
        if near is None and wanted.get("name"):
            near = closest(str(wanted["name"]), [name for name, ids in self.names[kind].items() if set(ids) & set(absent)])
        listed = ", ".join(f"'{name}'" for name in lacking[:-1]) + (" and " if lacking[1:] else "") + f"'{lacking[-1]}'"
        is_one = len(lacking) == 1
        needs = (
            f"every new card needs {'it' if is_one else 'them'}: add the column{'' if is_one else 's'}, or make the field optional"
        )
        self.problems.error(
            "missing-field",
            f"expected {listed} for the new card '{row.id}', found none",
            self.places["kinds", kind, "cards", row.id],
            f"'{kind}' has no card '{row.id}': " + (f"did you mean '{near}'?" if near else f"{needs}: {lacking[0]}: …?"),
            card=row.id,
        )

    def _read(
        self, sheet: Worksheet, row: _CardRow, kind: str, name: str, column: int, type_: FieldType, wanted: dict[str, Value | None]
    ) -> None:
        """Read one cell into `wanted`, or report it."""
        cells = sheet.rows[row.number]
        cell = cells[column] if column < len(cells) else None
        place = self.places["kinds", kind, "cards", row.id, name] = sheet.place(row.number, column)
        try:
            wanted[name] = value_of(cell, type_, sheet.has_decimal_commas)
        except FieldFault as fault:
            said = self.root.at(("kinds", kind, "fields", name))
            holds = (
                f"line {said[0].place.line} of {said[0].place.file} says what the field holds: `{name}: {type_.name}`"
                if said[1] == 4
                else None
            )
            message = f"'{name}' expected {fault.expected}, found {describe(cell)}"
            self.problems.error(fault.code, message, place, fault.hint or holds, card=row.id)

    def _miss(self, place: Place, name: str, id_: str) -> None:
        self.problems.error(
            "missing-field",
            f"expected '{name}' for '{id_}', found none",
            place,
            f"every card of the kind needs it; or make the field optional: {name}: …?",
            card=id_,
        )


def _is_title(sheet: Worksheet, head: int) -> bool:
    """Return whether a row has one cell alone with something in it, and the next several."""
    filled = [sum(not is_empty(cell) for cell in row) for row in sheet.rows[head : head + 2]]
    return len(filled) == 2 and filled[0] == 1 < filled[1]


def _is_for_oneself(heading: object) -> bool:
    """Tell whether a column is for the designer alone."""
    return not isinstance(heading, NoValue) and str(heading).lstrip().startswith("#")


def _is_note(row: Sequence[object]) -> bool:
    """Tell whether a row is a note for the designer and nothing else."""
    return bool(row) and _is_for_oneself(row[0]) and all(map(is_empty, row[1:]))


def _is_slip(id_: str, other: str) -> bool:
    """Tell whether an id may be another one mistyped; goblin-1 and goblin-2 are two of a series."""
    one, two = (re.sub(r"[0-9]+", "0", text) for text in (id_, other))
    return one != two and SequenceMatcher(None, one, two).ratio() >= _ALIKE


def _may_be_empty(type_: FieldType) -> bool:
    """Return whether a field is required but may be an empty list."""
    return type_.is_list and not type_.is_optional and not type_.least


def _kept_end(value: Value, before: Value | None) -> Value:
    """Restore the line break at the end of a text if the old text had one: a cell does not show it."""
    if isinstance(value, str) and isinstance(before, str) and before.endswith("\n") and not value.endswith("\n"):
        return value + before[len(before.rstrip("\n")) :]
    return value


class _Writer:
    """Put a plan's changes into the text, and read it back."""

    def __init__(self, cards: CardFile, plans: list[KindPlan], removes: bool, counts: bool, places: Mapping[Keys, Place]) -> None:
        self.cards, self.root, self.name = cards, cards.root, cards.path.name
        self.plans, self.removes, self.places = plans, removes, places
        self.mark, self.text = text_of(cards.content)
        self.layout = read_layout(self.text)
        self.meant: Any = self.root.data()
        self.edits: list[Edit] = []
        self.has_counts = counts
        self.counts: dict[str, tuple[int, int]] = {}

    def plan(self, problems: Problems) -> ImportPlan:
        try:
            for plan in self.plans:
                self._edit(plan)
            if self.has_counts:
                self._count()
            new = self.mark + replaced(self.text, self.edits).encode("utf-8")
        except PatchError as fault:
            raise ProblemError(
                Problem(
                    "cannot-change",
                    f"{self.name} cannot be changed there by itself: {fault}",
                    Place(self.name),
                    "change this one by hand, and import again",
                )
            ) from None
        if new != self.cards.content:
            self._read_back(new, problems)
        return ImportPlan(self.plans, self.removes, self.counts, new, difference(self.cards.content, new, self.name), self.places)

    def _edit(self, plan: KindPlan) -> None:
        rows = rows_of_kind(plan.kind)
        cards = written_at(self.layout, rows)
        meant = self.meant["kinds"][plan.kind]["cards"]
        order = list(field_types(self.root, plan.kind))
        gone = plan.missing if self.removes else []
        keys, styles = order_of(cards, order), styles_of(cards)
        by_card: dict[str, dict[str, NewValue]] = {}
        for change in plan.changed:
            by_card.setdefault(change.card, {})[change.name] = GONE if change.after is None else change.after
        for id_, changes in by_card.items():
            written = written_at(self.layout, (*rows, id_))
            if written.is_marked or written.style not in ("flow", "block"):
                raise PatchError(f"'{id_}' has a mark (&…), or repeats another card (*…)")
            try:
                self.edits += entry_edits(self.text, written, changes, keys, styles)
            except PatchError as fault:
                raise PatchError(f"{', '.join(changes)} of '{id_}': {fault}") from None
            for name, value in changes.items():
                meant[id_].pop(name, None) if value is GONE else meant[id_].update({name: value})
        for id_ in gone:
            del meant[id_]
        self.edits += map_edits(self.text, cards, plan.added, gone, keys, column_of(self.text, self.layout, rows))
        meant.update(plan.added)

    def _count(self) -> None:
        """Let the numbers that the box promises follow the cards."""
        data, root = self.meant, self.root
        sizes = {kind: data["kinds"][kind].get("size") for kind in data["kinds"]}
        cards = {
            kind: {id_: default_values(root, kind) | card for id_, card in node["cards"].items()}
            for kind, node in data["kinds"].items()
        }
        components, total = data.get("components") or {}, 0
        for name, component in components.items():
            kind = component.get("of")
            if kind is None:
                continue
            types, each = field_types(root, kind, cards), each_of(data["kinds"][kind].get(FOR_EACH))
            where = {key: types[key].check(value) for key, value in component.get("where", {}).items() if key not in each}
            free = [one for name, one in each.items() if name not in component.get("where", {})]
            times = prod(len(data["tables"][one]["rows"] if isinstance(one, str) else one) for one in free)
            chosen = [
                card
                for card in cards[kind].values()
                if all(key in card and types[key].check(card[key]) == value for key, value in where.items())
            ]
            if not chosen:  # a kind whose sheet has yet to come
                continue
            self._set(("components", name, "count"), times * sum(card["copies"] for card in chosen))
            if not component.get("extra"):
                total += times * sum(card["copies"] for card in chosen if not (card.get("size") or sizes[kind]))
        if not components:
            total = self._total_of_kinds(cards, sizes)
        if "cards" in data["game"]:
            self._set(("game", "cards"), total)

    def _total_of_kinds(self, cards: Mapping[str, Mapping[str, dict[str, Any]]], sizes: Mapping[str, object]) -> int:
        """Count the cards of a game without components: all that are no backs, and have no size of their own."""
        backs = {card.get("back") for of_kind in cards.values() for card in of_kind.values()}
        return sum(
            card["copies"]
            for kind, of_kind in cards.items()
            for entry, card in of_kind.items()
            for id_ in ids_made(self.root, kind, [entry])
            if id_ not in backs and not (card.get("size") or sizes[kind])
        )

    def _set(self, path: Keys, value: int) -> None:
        """Change one number of the file."""
        meant = self.meant
        for key in path[:-1]:
            meant = meant[key]
        before = meant[path[-1]]
        if before != value:
            self.edits += value_edits(
                self.text, written_at(self.layout, path), value, written_at(self.layout, path[:-1]).style == "flow"
            )
            self.counts[".".join(path)] = before, value
            meant[path[-1]] = value

    def _read_back(self, new: bytes, problems: Problems) -> None:
        """Read the new text as a game; it must be one, and say what was meant. Raises ProblemError."""
        found = Problems()
        try:
            data = load_game(self.cards.path, found, new).root.data()
        except ProblemError as fault:
            if not all(problem.severity != "error" or self._waits(problem) for problem in fault.problems):
                raise ProblemError(*problems, *(self._placed(problem, new) for problem in fault.problems)) from None
            found = Problems([replace(problem, severity="warning") for problem in fault.problems])
            data = read_source(self.cards.path, self.name, Problems(), new).data()
        if data != self.meant:
            raise ProblemError(
                Problem(
                    "cannot-change",
                    f"{self.name} would not say what the sheet says, so it is left alone",
                    Place(self.name),
                    "are there aliases (*name) in it? Change these cards by hand",
                )
            )
        problems.extend(self._placed(problem, new) for problem in found)

    def _waits(self, problem: Problem) -> bool:
        """Tell whether a problem is that a kind of another sheet, which has yet to come, has no cards."""
        ours, kinds = {plan.kind for plan in self.plans}, self.meant["kinds"]
        waiting = [
            name
            for name, one in (self.meant.get("components") or {}).items()
            if one.get("of") in kinds and one["of"] not in ours and not kinds[one["of"]]["cards"]
        ]
        return problem.code == "empty-component" and any(problem.message.startswith(f"'{name}' ") for name in waiting)

    def _placed(self, problem: Problem, new: bytes) -> Problem:
        """Move a problem from the text that is not written yet to the cell it comes from, or else to its place in the file as it is."""
        if problem.code == "broken-promise" and not self.has_counts:
            problem = replace(problem, hint="--counts lets the count follow the cards")
        if problem.place is None or not problem.place.line:
            return problem
        return replace(problem, place=self._place(problem.place, new), also=())

    def _place(self, place: Place, new: bytes) -> Place | None:
        text = text_of(new)[1]
        path = keys_at(read_layout(text), text, place)
        for length in range(len(path), 0, -1):
            if path[:length] in self.places:
                return self.places[path[:length]]
        node: Node | None = self.root
        for key in path:
            node = node.get(key) if node and key in node.items else node
        return node.place if node and path else place
