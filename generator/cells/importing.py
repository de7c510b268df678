"""A spreadsheet's rows as cards of a game, or rows of its tables: what they would change in
cards.yaml, and its new bytes.

In: a cards.yaml as it is, a `Worksheet` for each kind or table. Out: an `ImportPlan`, which has
been read back and found to say what was meant, or every fault with its cell. Writes nothing.

A cell that says what the card says already changes nothing, whatever its looks. An empty cell takes
the value out of the card. Equal rows are copies of one card. Cards of one name that differ are
numbered. A row of a table has an id, as a card has, and no copies.

The file as it is may break promises (a count that was raised before the card is there, a component
without cards): it is the file with the change that must be a whole game.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

from generator.cells.headings import (
    RESERVED,
    RESERVED_OF_TABLES,
    count_of,
    is_for_oneself,
    matched_names,
    title_field,
)
from generator.cells.holders import entries, entries_at, fields_of, holder, holders, is_table
from generator.cells.markup import converted, escaped, may_be_foreign, without_escapes
from generator.cells.outlines import (
    SheetOutline,
    cells_below,
    headless_outline,
    outline_for,
    section_of,
    section_texts,
)
from generator.cells.settings import KEY, ImportSettings, settings_data, settings_edit, settings_of
from generator.cells.spreadsheets import Worksheet, column_letters, refuse_wide
from generator.cells.tables import (
    NoValue,
    ShownDate,
    ShownNumber,
    Value,
    as_words,
    card_values,
    default_values,
    describe,
    field_types,
    is_empty,
    is_same,
    own_values,
    plain_text,
    value_of,
)
from generator.data.entries import Keys, column_of, keys_at, order_of, with_order, written_at
from generator.data.fieldtypes import FOR_EACH, FieldFault, FieldType, check_id, slug
from generator.data.game import icon_names
from generator.data.loading import load_game
from generator.data.making import each_of, ids_made, made_id
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
_MOST_SAID = 3
"""Rows whose texts a message lists, at most."""
_MOST_COMPARED = 200
"""So many new cards of a kind are compared with those that the sheet does not have."""


@dataclass(frozen=True)
class CellChange:
    """One value of a card that would be another. `before` and `after` are None if there is
    none.
    """

    card: str
    name: str
    before: Value | None
    after: Value | None


@dataclass
class KindPlan:
    """What would become of the cards of one kind, or the rows of one table. `kind` is the name of
    either.
    """

    kind: str
    at: Keys
    """The keys that lead to its entries."""
    rows: int = 0
    added: dict[str, dict[str, Value]] = field(default_factory=dict)
    changed: list[CellChange] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    """Cards that the sheet does not have."""
    listed: list[str] = field(default_factory=list)
    """The cards of the sheet, in its order."""
    settings: ImportSettings | None = None
    """Settings that the kind is to keep in cards.yaml, if they are others than it keeps there."""
    is_reordered: bool = False
    """Whether the cards of the sheet are in another order in cards.yaml."""

    @property
    def is_table(self) -> bool:
        return self.at[0] == "tables"


@dataclass
class ImportPlan:
    """What an import would do: kind by kind, counts of the box by their names, the new bytes of
    cards.yaml.
    """

    kinds: list[KindPlan]
    removes: bool
    counts: dict[str, tuple[int, int]]
    content: bytes
    diff: str
    places: Mapping[Keys, Place] = field(default_factory=dict)
    """The cell of each value, by its path in cards.yaml."""
    orders: bool = False
    """Whether the cards are brought into the order of their sheet."""

    @property
    def is_empty(self) -> bool:
        return not self.diff


class UnkeptPromise(ProblemError):
    """A plan that would be sound but for numbers that the box promises. It can be shown, and not be
    written.
    """

    def __init__(self, plan: ImportPlan, *problems: Problem) -> None:
        super().__init__(*problems)
        self.plan = plan


@dataclass(frozen=True)
class _CardRow:
    """A row of a sheet that is a card. `cells` gives the column of each field; `copies` is known if
    equal rows were counted.

    `rows` is how many rows there are of it, all equal.
    """

    id: str
    number: int
    cells: Mapping[str, int]
    copies: int | None = None
    rows: int = 1


@dataclass(frozen=True)
class _Draft:
    """A row, or several equal ones, before it is known which card it is: by an `id`, by a `title`,
    or by neither.
    """

    number: int
    column: int
    id: str | None
    title: str | None
    copies: int | None = None
    rows: int = 1


@dataclass(frozen=True)
class CardFile:
    """A cards.yaml as it is: its bytes, and the tree that was read from them."""

    path: Path
    content: bytes
    root: Node


def read_cards(path: Path, problems: Problems, content: bytes | None = None) -> CardFile:
    """Read a cards.yaml whose values are sound, be the game whole or not; `content` is read as if
    the file held it.

    Cards may lack a field: a sheet may have it, or take them out. Warnings go to `problems`. Raises
    ProblemError with everything found, OSError where the machine refuses.
    """
    root = read_source(path, path.name, problems, content)
    found = Problems()
    if check_schema(root, found) is None:
        places = {place for name in holders(root) for place in entries(root, name).keys.values()}
        if any(
            one.severity == "error" and not (one.code == "missing-field" and one.place in places)
            for one in found
        ):
            raise ProblemError(*problems, *found)
    problems.extend(one for one in found if one.severity != "error")
    return CardFile(path, content_of(path) if content is None else content, root)


def plan_counts(cards: CardFile, problems: Problems) -> ImportPlan:
    """Find out how the numbers that the box promises would follow the cards as they are.

    Warnings go to `problems`. Raises ProblemError where the file would be no game anyway.
    """
    return _Writer(cards, [], False, True, {}).plan(problems)


def plan_import(
    cards: CardFile,
    sheets: Mapping[str, Worksheet],
    problems: Problems,
    removes: bool = False,
    counts: bool = False,
    orders: bool = False,
    settings: Mapping[str, ImportSettings] | None = None,
    escapes: bool = False,
) -> ImportPlan:
    """Find out what the sheets of some kinds would change in a cards.yaml.

    With `removes` the cards that a sheet does not have are taken out; with `counts` the numbers
    that the box promises follow; with `orders` the cards come in the order of their sheet.
    `settings` are those by which the sheets of some kinds are read, if they are others than
    cards.yaml keeps; they are kept there. With `escapes` asterisks and braces that mean nothing are
    taken as they are.

    Warnings go to `problems`. Raises ProblemError with every fault found, and where the change
    cannot be written; that is an UnkeptPromise if nothing is wrong but the numbers that the box
    promises.
    """
    for sheet in sheets.values():
        refuse_wide(sheet)
    root = cards.root
    reader = _SheetReader(
        root,
        problems,
        settings or {},
        icon_names(cards.path.parent / "templates" / "icons"),
        escapes,
    )
    sheets = {
        kind: sheet.turned() if reader.settings[kind].turned else sheet
        for kind, sheet in sheets.items()
    }
    sheets = {kind: reader.with_sections(kind, sheet) for kind, sheet in sheets.items()}
    rows = {kind: reader.rows(kind, sheet) for kind, sheet in sheets.items()}
    ids = dict[str, dict[str, None]]()
    for kind in sheets:
        listed = {row.id for row in rows[kind]}
        kept = [id_ for id_ in entries(root, kind).items if not removes or id_ in listed]
        ids[kind] = dict.fromkeys([*kept, *(row.id for row in rows[kind])])
    plans = [reader.plan(kind, sheet, rows[kind], ids) for kind, sheet in sheets.items()]
    if not removes and not problems.has_errors:
        for plan in plans:
            reader.doubt(plan, rows[plan.kind], sheets[plan.kind])
    problems.raise_errors()
    return _Writer(cards, plans, removes, counts, reader.places, orders).plan(problems)


def written_cells(
    plan: ImportPlan, problems: Iterable[Problem]
) -> tuple[list[Problem], list[Problem]]:
    """Take of the problems of the new cards.yaml those of values that the import writes, each moved
    to its cell; and give the others.
    """
    text = text_of(plan.content)[1]
    layout, found, others = read_layout(text), list[Problem](), list[Problem]()
    written = {(*one.at, change.card, change.name) for one in plan.kinds for change in one.changed}
    written |= {
        (*one.at, id_, name)
        for one in plan.kinds
        for id_, values in one.added.items()
        for name in values
    }
    for problem in problems:
        keys = (
            keys_at(layout, text, problem.place)[:5] if problem.place and problem.place.line else ()
        )
        if keys in written and keys in plan.places:
            found.append(replace(problem, place=plan.places[keys], also=()))
        else:
            others.append(problem)
    return found, others


def cell_of(plan: ImportPlan, kind: str, id_: str) -> Place | None:
    """Find the cell that a look at a card's face is of: the one that changes it, or else that of
    its id.
    """
    own = next((one for one in plan.kinds if one.kind == kind), None)
    if own is None:
        return None
    changed = [change.name for change in own.changed if change.card == id_]
    row = (*own.at, id_)
    return plan.places.get((*row, changed[0]) if len(changed) == 1 else row)


class _SheetReader:
    """Read rows as cards, collecting faults with their cells."""

    def __init__(
        self,
        root: Node,
        problems: Problems,
        settings: Mapping[str, ImportSettings],
        icons: Collection[str] = (),
        escapes: bool = False,
    ) -> None:
        self.root, self.problems, self.icons, self.escapes = root, problems, icons, escapes
        names = holders(root)
        self.settings = {name: settings.get(name, settings_of(root, name)) for name in names}
        self.reserved = {
            name: RESERVED_OF_TABLES if is_table(root, name) else RESERVED for name in names
        }
        owners = {id_: kind for kind in root["kinds"].items for id_ in entries(root, kind).items}
        self.owners = {
            name: dict.fromkeys(entries(root, name).items, name) if is_table(root, name) else owners
            for name in names
        }
        """What each id belongs to, as a kind or a table sees it: ids are unique among all cards,
        and within a table.
        """
        self.titles = {name: title_field(fields_of(root, name)) for name in names}
        """The field of each kind and table that says what its cards or rows are called."""
        self.names: dict[str, dict[str, list[str]]] = {name: {} for name in names}
        """The cards or rows of each name, and under '' those without one."""
        for holder_name in names:
            title = self.titles[holder_name]
            for id_, entry in entries(root, holder_name).items.items():
                name = entry.get(title) if title else None
                called = without_escapes(plain_text(str(name.value))) if name else ""
                self.names[holder_name].setdefault(called, []).append(id_)
        self.made = {
            kind: {
                one: id_
                for id_ in node["cards"].items
                for one in ids_made(root, kind, [id_])
                if one != id_
            }
            for kind, node in root["kinds"].items.items()
        }
        """The entry of each card that `for_each` makes."""
        taken = {*owners, *(id_ for made in self.made.values() for id_ in made)}
        self.taken = {
            name: set(self.owners[name]) if is_table(root, name) else taken for name in names
        }
        """The ids that are there, or that the sheets add, as a kind or a table sees them."""
        self.unsound: set[str] = set()
        """Kinds whose sheets have wrong headings: what their cards miss may be below one of
        those.
        """
        self.places: dict[Keys, Place] = {}
        """The cell of each value, by its path in cards.yaml."""
        self.outlines: dict[str, SheetOutline | None] = {}
        """Where the cards of each kind's sheet are."""

    def _at(self, kind: str, *keys: str) -> Keys:
        """Return the keys that lead to an entry of a kind or table, or to a value of it."""
        return (*entries_at(self.root, kind), *keys)

    def _known(self, kind: str, id_: str) -> str | None:
        """Return what messages call the card of a row by; None for a row of a table, which is no
        card.
        """
        return None if is_table(self.root, kind) else id_

    def _noun(self, kind: str) -> str:
        return "row" if is_table(self.root, kind) else "card"

    def _said(self, kind: str) -> str:
        """Return what messages call a kind or a table."""
        return f"the table '{kind}'" if is_table(self.root, kind) else f"the kind '{kind}'"

    def with_sections(self, kind: str, sheet: Worksheet) -> Worksheet:
        """Find where the cards of a sheet are, and write what heads their sections into a column,
        if the kind has a field for it.
        """
        outline, name = self._outline(kind, sheet), self.settings[kind].sections
        self.outlines[kind] = outline
        if outline is None or not name:
            return sheet
        cells = [
            cells_below(sheet.rows, outline, column) for column in range(len(outline.headings))
        ]
        matched = self._matched(kind, outline.headings, cells)
        width = max(map(len, sheet.rows))
        at = matched.index(name) if name in matched else max(width, len(outline.headings))
        rows, lent = list(sheet.rows), dict[tuple[int, int], tuple[int, int]]()
        texts = section_texts(sheet.rows, outline)
        for number, text in zip(outline.cards, texts, strict=True):
            row = [*rows[number], *(None,) * (at + 1 - len(rows[number]))]
            owner = section_of(outline, number)
            if text is not None and owner is not None and is_empty(row[at]):
                row[at] = text
                lent[number, at] = owner, _first_filled(sheet.rows[owner])
            rows[number] = row
        if at >= len(matched):
            gap = (None,) * (at - len(outline.headings))
            self.outlines[kind] = replace(outline, headings=(*outline.headings, *gap, name))
        return replace(sheet, rows=rows, lent=lent)

    def _outline(self, kind: str, sheet: Worksheet) -> SheetOutline | None:
        """Find the headings of a sheet, and its rows that are cards."""
        settings = self.settings[kind]
        known = {
            " ".join(name.split()).casefold()
            for name in (*self.names[kind], *entries(self.root, kind).items)
        }
        if settings.columns:
            outline = headless_outline(sheet.rows, sheet.looks, known)
            return outline and replace(outline, headings=settings.columns)

        def score(headings: Sequence[object], number: int) -> int:
            below = [
                row
                for row in sheet.rows[number + 1 :]
                if not all(map(is_empty, row)) and row != sheet.rows[number]
            ]
            columns = [
                [row[column] for row in below if column < len(row)]
                for column in range(len(headings))
            ]
            return sum(name is not None for name in self._matched(kind, headings, columns))

        return outline_for(sheet.rows, score, sheet.looks, known)

    def _matched(
        self, kind: str, headings: Sequence[object], columns: Sequence[Sequence[object]]
    ) -> list[str | None]:
        settings = self.settings[kind]
        return matched_names(
            headings, columns, fields_of(self.root, kind), settings.renamed, self.reserved[kind]
        )

    def rows(self, kind: str, sheet: Worksheet) -> list[_CardRow]:
        """Find the headings and the cards of a sheet."""
        outline = self.outlines[kind]
        if outline is None:
            self.problems.error(
                "bad-spreadsheet",
                f"expected {self._noun(kind)}s of {self._said(kind)}, found an empty sheet",
                sheet.place(0, 0),
                "the first line names the fields, as in what `emporium-pnp export csv` writes",
            )
            return []
        columns, is_sound = self._columns(kind, sheet, outline)
        if not is_sound:
            self.unsound.add(kind)
        if not is_sound and "id" not in columns and self.titles[kind] not in columns:
            return []
        self._tell_passed_over(kind, sheet, outline)
        self._tell_merged(sheet, outline, columns)
        drafts = self._drafts(kind, sheet, outline, columns)
        return self._identified(kind, sheet, drafts, columns)

    def _tell_passed_over(self, kind: str, sheet: Worksheet, outline: SheetOutline) -> None:
        """Say which rows are no cards."""
        field_, noun = self.settings[kind].sections, self._noun(kind)
        kept = f", and kept in '{field_}'" if field_ else ""
        way = "" if field_ else f"to keep what they say, name a field as `sections:` of '{kind}'; "
        for numbers, where, hint in (
            (outline.above, "above the headings passed over", None),
            (outline.repeats, "with the headings again passed over", None),
            (
                outline.sections,
                f"that head {noun}s passed over{kept}",
                f"{way}if one is a {noun}, fill another of its cells",
            ),
            (outline.totals, "with totals passed over", None),
            (outline.below, "below the cards passed over", None),
        ):
            if numbers:
                rows = "row" if len(numbers) == 1 else "rows"
                self.problems.note(
                    "rows-passed-over",
                    f"{len(numbers)} {rows} {where}: {_listed(sheet.rows, numbers)}",
                    sheet.place(numbers[0], _first_filled(sheet.rows[numbers[0]])),
                    hint,
                )

    def _tell_merged(
        self, sheet: Worksheet, outline: SheetOutline, columns: Mapping[str, int]
    ) -> None:
        """Say what becomes of merged cells among the cards."""
        first, last = (outline.cards[0], outline.cards[-1]) if outline.cards else (1, 0)
        others = {*outline.sections, *outline.repeats, *outline.totals, *outline.below}
        among = [
            area
            for area in sheet.merged
            if first <= area.bottom and area.top <= last and area.top not in others
        ]
        tall = [area for area in among if area.bottom > area.top]
        if tall:
            cells = "merged cells hold" if len(tall) > 1 else "these merged cells hold"
            number = f"{len(tall)} " if len(tall) > 1 else ""
            self.problems.note(
                "merged-cells",
                f"{number}{cells} for each row that they reach over",
                sheet.place(tall[0].top, tall[0].left),
            )
        for area in among:
            if (
                area.is_wide
                and sum(area.left <= column <= area.right for column in columns.values()) > 1
            ):
                self.problems.warn(
                    "merged-cells",
                    (
                        "cells of several columns are merged here, and count for the first alone, "
                        f"{column_letters(area.left)}"
                    ),
                    sheet.place(area.top, area.left),
                    "split them in the spreadsheet, and write into each column what it holds",
                )

    def _drafts(
        self, kind: str, sheet: Worksheet, outline: SheetOutline, columns: Mapping[str, int]
    ) -> list[_Draft]:
        """Read which card each row is; equal rows are one draft, of as many copies."""
        has_notes = 0 in columns.values()  # a first column for oneself may hold anything
        found, copies, first = list[_Draft](), list[list[int]](), dict[tuple[object, ...], int]()
        counted = columns.get("copies") if "copies" in self.reserved[kind] else None
        compared = [column for column in columns.values() if column != counted]
        for number in outline.cards:
            row = sheet.rows[number]
            if has_notes and row and is_for_oneself(row[0]):
                continue
            cells = [
                column
                for column in columns.values()
                if column < len(row) and not is_empty(row[column])
            ]
            if self._has_strays(kind, sheet, outline, number) or not cells:
                continue
            count = _cell(row, counted)
            key = tuple(_content(_cell(row, column)) for column in compared)
            if key in first and any(key) and is_table(self.root, kind):
                self.problems.error(
                    "duplicate-id",
                    f"this row says the same as row {found[first[key]].number + 1}",
                    sheet.place(number, next(iter(columns.values()))),
                    "rows of a table have no copies: delete one of them",
                )
                continue
            if key in first and any(key):
                copies[first[key]].append(1 if is_empty(count) else count_of(count) or 0)
                continue
            id_, title, column = self._id(kind, sheet, number, columns)
            if column is None:
                continue
            if count_of(count) == 0 and not self._is_there(kind, id_, title):
                self.problems.note(
                    "rows-passed-over",
                    f"{describe(title or id_ or '')} has no copies: passed over",
                    sheet.place(number, counted or 0),
                )
                continue
            first[key] = len(found)
            found.append(_Draft(number, column, id_, title))
            copies.append([1 if is_empty(count) else count_of(count) or 0])
        if all(len(of_one) == 1 for of_one in copies):
            return found
        is_by_rows = counted is None
        return [
            replace(draft, copies=sum(of_one), rows=len(of_one))
            if is_by_rows or len(of_one) > 1
            else draft
            for draft, of_one in zip(found, copies, strict=True)
        ]

    def _is_there(self, kind: str, id_: str | None, title: str | None) -> bool:
        return self.owners[kind].get(id_ or "") == kind or (
            title is not None and title in self.names[kind]
        )

    def _identified(
        self, kind: str, sheet: Worksheet, drafts: Sequence[_Draft], columns: Mapping[str, int]
    ) -> list[_CardRow]:
        """Find the card of each draft: those with an id first, then by their names, new ones with
        ids made of these.
        """
        ids = dict[int, str]()
        seen = dict[str, Place]()
        for draft in drafts:
            if draft.id is not None:
                own = self._given(kind, draft.id, sheet.place(draft.number, draft.column), seen)
                if own is not None:
                    ids[draft.number] = own
        groups = dict[str, list[_Draft]]()
        for draft in drafts:
            if draft.id is None:
                groups.setdefault(draft.title or "", []).append(draft)
        for title, group in groups.items():
            known = [id_ for id_ in self.names[kind].get(title, ()) if id_ not in seen]
            ids |= self._same(kind, sheet, group, known, columns)
            seen |= {
                ids[one.number]: sheet.place(one.number, one.column)
                for one in group
                if one.number in ids
            }
        for title, group in groups.items():
            ids |= self._new(
                kind,
                sheet,
                title,
                [one for one in group if one.number not in ids],
                len(group),
                set(groups),
                seen,
            )
        found = list[_CardRow]()
        for draft in drafts:
            if draft.number in ids:
                id_ = ids[draft.number]
                self.places[self._at(kind, id_)] = sheet.place(draft.number, draft.column)
                found.append(_CardRow(id_, draft.number, columns, draft.copies, draft.rows))
        return found

    def _given(self, kind: str, id_: str, place: Place, seen: dict[str, Place]) -> str | None:
        """Check an id that a row gives; None if it is refused. A mere number that cards of two
        kinds have is that of its kind's own.
        """
        owners, taken = self.owners[kind], self.taken[kind]
        owner, entry = owners.get(id_, kind), self.made.get(kind, {}).get(id_)
        if entry and id_ not in owners:
            self.problems.error(
                "doubtful-card",
                (
                    f"'{id_}' is made from the entry '{entry}' by the kind's for_each, and has no "
                    "separate row"
                ),
                place,
                f"write '{entry}': its row is for every card that is made from it",
            )
            return None
        if (
            id_.isdigit()
            and (owner != kind or (id_ in taken and id_ not in owners))
            and id_ not in seen
        ):
            id_, owner = f"{kind}-{id_}", kind
        if id_ in seen:
            self.problems.error(
                "duplicate-id",
                f"the id '{id_}' is used twice",
                place,
                "rename one of the two, in the column of the ids",
                (("first", seen[id_]),),
            )
            return None
        if owner != kind:
            self.problems.error(
                "duplicate-id",
                f"the id '{id_}' is that of a card of kind '{owner}' already",
                place,
                "rename it, in the column of the ids",
            )
            return None
        seen[id_] = place
        taken.add(id_)
        return id_

    def _same(
        self,
        kind: str,
        sheet: Worksheet,
        group: Sequence[_Draft],
        known: Sequence[str],
        columns: Mapping[str, int],
    ) -> dict[int, str]:
        """Find which rows of one name are which cards of that name: those that say the same, then
        in their order.
        """
        if not known:
            return {}
        if len(group) == len(known) == 1:
            return {group[0].number: known[0]}
        types, values = field_types(self.root, kind), card_values(self.root, kind)
        names = [name for name in columns if name not in ("id", "copies")]
        by_content = dict[tuple[str, ...], list[str]]()
        for id_ in known:
            by_content.setdefault(
                tuple(_signature(values[id_].get(name)) for name in names), []
            ).append(id_)
        found = dict[int, str]()
        for draft in group:
            row = sheet.rows[draft.number]
            said = tuple(
                _said_by(_cell(row, columns[name]), types[name], sheet.has_decimal_commas)
                for name in names
            )
            if by_content.get(said):
                found[draft.number] = by_content[said].pop(0)
        left = [id_ for id_ in known if id_ not in found.values()]
        rest = [draft for draft in group if draft.number not in found]
        if rest and len(rest) < len(left) and group[0].title:
            listed = " or ".join(left)
            for draft in rest:
                self.problems.error(
                    "doubtful-card",
                    (
                        f"'{self.titles[kind]}' expected a name that one card alone has, found "
                        f"{describe(draft.title)}"
                    ),
                    sheet.place(draft.number, draft.column),
                    f"say which, {listed}, in a column `id`",
                )
                found[draft.number] = left[0]
            return found
        if rest and len(rest) < len(left):
            return found  # which of the cards without names has become another, no one can say
        return found | {draft.number: id_ for draft, id_ in zip(rest, left, strict=False)}

    def _new(
        self,
        kind: str,
        sheet: Worksheet,
        title: str,
        drafts: Sequence[_Draft],
        size: int,
        titles: Collection[str],
        seen: dict[str, Place],
    ) -> dict[int, str]:
        """Make ids for the rows of one name that are no card yet; a card of nearly that name is
        taken for it. `size` counts all rows.
        """
        found, base = dict[int, str](), slug(title) or slug(kind)
        owners, taken = self.owners[kind], self.taken[kind]
        is_numbered, noun = not slug(title) or size > 1, self._noun(kind)
        for draft in drafts:
            own = base
            place = sheet.place(draft.number, draft.column)
            if not is_numbered and owners.get(own) == kind and own not in seen:
                called = next((name for name, ids in self.names[kind].items() if own in ids), title)
                if called not in titles:
                    if called.casefold() != title.casefold():
                        self.problems.warn(
                            "doubtful-card",
                            (
                                f"{describe(title)} is taken for another name of the {noun} "
                                f"'{own}', which is called {describe(called)}"
                            ),
                            place,
                            f"if it is a new {noun}, give it another id, in a column `id`",
                        )
                    found[draft.number] = own
                    seen[own] = place
                    continue
            if owners.get(own, kind) != kind and not is_numbered:
                own = f"{kind}-{base}"
            number = 2 if base in taken or base in seen or not is_numbered else 1
            while own in taken or own in seen or is_numbered:
                own, is_free = (
                    f"{base}-{number}",
                    f"{base}-{number}" not in taken and f"{base}-{number}" not in seen,
                )
                number += 1
                if is_free:
                    break
            found[draft.number] = own
            seen[own] = place
            taken.add(own)
        return found

    def _columns(
        self, kind: str, sheet: Worksheet, outline: SheetOutline
    ) -> tuple[dict[str, int], bool]:
        """Find the column of each field, and say whether all headings are right."""
        headings, head = outline.headings, outline.head or 0
        settings, known = self.settings[kind], ["id", *field_types(self.root, kind)]
        cells = [cells_below(sheet.rows, outline, column) for column in range(len(headings))]
        matched = self._matched(kind, headings, cells)
        columns, is_sound, is_title = dict[str, int](), True, _is_title(sheet, head)

        def is_passed_over(column: int) -> bool:
            heading = headings[column]
            if settings.ignores(heading, column_letters(column)) or is_empty(heading):
                return True
            return matched[column] is None and is_for_oneself(heading, cells[column])

        said = [column for column in range(len(headings)) if not is_passed_over(column)]
        if len(said) > 1 and not any(matched):
            self.problems.error(
                "unknown-column",
                (
                    f"the first row names no field of '{kind}', and begins with "
                    f"{describe(headings[said[0]])}"
                ),
                sheet.place(head, said[0]),
                f"the first row is for the names of the columns: {', '.join(known)}",
            )
            return {}, False
        for column in said:
            heading, name, place = headings[column], matched[column], sheet.place(head, column)
            if isinstance(heading, NoValue):
                self.problems.error(
                    "unknown-column",
                    f"expected the name of a field of '{kind}', found {heading}",
                    place,
                    heading.hint,
                )
                is_sound = False
            elif name is None:
                self._refuse_column(kind, as_words(heading), place, known, is_title)
                is_sound = False
            elif name in columns:
                self.problems.error(
                    "duplicate-column",
                    f"the column '{name}' appears here a second time",
                    place,
                    (
                        f"rename one of the two; or use --rename {_worded(heading)}=FIELD, if this "
                        "one is another field"
                    ),
                    (("first", sheet.place(head, columns[name])),),
                )
                is_sound = False
            else:
                columns[name] = column
        title = self.titles[kind]
        is_named = title is not None and not self._is_optional(kind, title)
        if is_sound and is_named and "id" not in columns and title not in columns:
            self.problems.error(
                "missing-column",
                (
                    f"expected a column 'id' or '{title}' in the first row, by which a "
                    f"{self._noun(kind)} of {self._said(kind)} is known"
                ),
                sheet.place(head, 0),
                (
                    f"is the first row that of the headings? --rename HEADING={title} says which "
                    "column it is"
                ),
            )
            is_sound = False
        return columns, is_sound

    def _refuse_column(
        self, kind: str, heading: str, place: Place, known: Sequence[str], is_title: bool
    ) -> None:
        """Report a heading that is no field of a kind."""
        said, near = holder(self.root, kind).get(FOR_EACH), did_you_mean(slug(heading, "_"), known)
        each = {slug(name, "_"): name for name in each_of(said.data())} if said else {}
        title = (
            (
                "is this a title, with the headings in the row below? Then begin it with #, or "
                "delete it"
            )
            if is_title
            else None
        )
        way = (
            f"--ignore {_worded(heading)} skips it, --rename {_worded(heading)}=FIELD says "
            "which field it is"
        )
        hint = f"{near} Else {way}" if near else title or f"fields are {', '.join(known)}; {way}"
        message = f"'{kind}' has no field {describe(heading)}"
        if made := each.get(slug(heading, "_")):
            message = (
                f"'{made}' is not a field of '{kind}': it comes from the kind's for_each, and "
                "differs between the cards of a row"
            )
            hint = (
                f"delete the column, begin its heading with #, or use --ignore {_worded(heading)}"
            )
        self.problems.error("unknown-column", message, place, hint)

    def _has_strays(self, kind: str, sheet: Worksheet, outline: SheetOutline, number: int) -> bool:
        """Report a cell with something in it under no heading: what is in the others may be
        shifted.
        """
        headings, settings = outline.headings, self.settings[kind]
        for column, cell in enumerate(sheet.rows[number]):
            if is_empty(cell) or not (column >= len(headings) or is_empty(headings[column])):
                continue
            letters = column_letters(column)
            if settings.ignores(None, letters):
                continue
            hint = (
                None
                if sheet.name
                else (
                    "in CSV a text, or a number, with a comma or another separator in it needs "
                    '"quotes"'
                )
            )
            self.problems.error(
                "unknown-column",
                f"column {letters} has no heading, and {describe(cell)} in it",
                sheet.place(number, column),
                hint or f"give it a heading; --ignore {letters} skips the column",
            )
            return True
        return False

    def _id(
        self, kind: str, sheet: Worksheet, number: int, columns: Mapping[str, int]
    ) -> tuple[str | None, str | None, int | None]:
        """Read the id of a row's card, or else its name, and the column that says it; no column if
        there is none, which is reported.
        """
        line = FieldType("line", lambda value: value, {"type": "string"})
        row, title = sheet.rows[number], self.titles[kind]
        for name in ("id", title):
            column = columns.get(name) if name else None
            cell = _cell(row, column)
            if column is None or is_empty(cell):
                continue
            try:
                said = plain_text(str(value_of(cell, line)))
                if name == "id":
                    return _as_id(said), None, column
                return (
                    None,
                    without_escapes(converted(said, self.icons, has_lines=False).text),
                    column,
                )
            except FieldFault as fault:
                self.problems.error(
                    fault.code,
                    f"'{name}' expected {fault.expected}, found {describe(cell)}",
                    sheet.place(number, column),
                    fault.hint,
                )
                return None, None, None
        first = min(
            (columns[name] for name in ("id", title) if name is not None and name in columns),
            default=None,
        )
        if title is None or first is None or self._is_optional(kind, title):
            return (
                None,
                None,
                next(column for column in columns.values() if not is_empty(_cell(row, column))),
            )
        self.problems.error(
            "missing-field",
            f"expected an id or a name for this {self._noun(kind)}, found none",
            sheet.place(number, first),
            (f"every row of a sheet is a {self._noun(kind)}; a row that begins with # is ignored"),
        )
        return None, None, None

    def _is_optional(self, kind: str, field_: str) -> bool:
        return str(holder(self.root, kind)["fields"][field_].value).strip().endswith("?")

    def doubt(self, plan: KindPlan, rows: Sequence[_CardRow], sheet: Worksheet) -> None:
        """Warn of new cards that may be cards which the sheet does not have: by the name, or by an
        id with a slip in it.
        """
        cards = entries(self.root, plan.kind).items
        missing = set(plan.missing)
        absent = {
            name: id_
            for name, ids in self.names[plan.kind].items()
            for id_ in ids
            if id_ in missing
        }
        for row in [row for row in rows if row.id not in cards][:_MOST_COMPARED]:
            name = plan.added[row.id].get(self.titles[plan.kind] or "")
            other = absent.get(plain_text(str(name))) if name else None
            near = other or closest(row.id, plan.missing)
            if near is not None and (other or _is_slip(row.id, near)):
                like = f", and has the name of '{other}'" if other else ""
                self.problems.warn(
                    "doubtful-card",
                    f"'{row.id}' is taken for a new {self._noun(plan.kind)}{like}",
                    self.places[self._at(plan.kind, row.id)],
                    (
                        f"did you mean '{near}', which is not in the sheet and stays? Then write "
                        "that into the column `id`"
                    ),
                )

    def plan(
        self,
        kind: str,
        sheet: Worksheet,
        rows: Sequence[_CardRow],
        ids: Mapping[str, Mapping[str, None]],
    ) -> KindPlan:
        """Compare the rows of a sheet with the cards there are."""
        types, defaults = field_types(self.root, kind, ids), default_values(self.root, kind)
        values, cards = card_values(self.root, kind), entries(self.root, kind).items
        listed = {row.id for row in rows}
        plan = KindPlan(
            kind,
            self._at(kind),
            sum(row.rows for row in rows),
            missing=[id_ for id_ in cards if id_ not in listed],
            listed=[row.id for row in rows],
        )
        if self.settings[kind] != settings_of(self.root, kind):
            plan.settings = self.settings[kind]
        there = [id_ for id_ in cards if id_ in listed]
        self._tell_dates(sheet, rows, types)
        plan.is_reordered = there != [row.id for row in rows if row.id in cards]
        needed = [
            name for name, type_ in types.items() if not type_.is_optional and name not in defaults
        ]
        for row in rows:
            wanted = dict[str, Value | None]()
            for name, column in row.cells.items():
                if name != "id":
                    self._read(sheet, row, kind, name, column, types[name], wanted)
                    if (
                        wanted.get(name, "") is None
                        and name not in defaults
                        and _may_be_empty(types[name])
                    ):
                        wanted[name] = []
            if row.copies is not None:
                self._count(sheet, row, kind, types["copies"], wanted)
            if row.id in cards:
                own = own_values(cards[row.id])
                plan.changed += self._changes(kind, sheet, row, wanted, needed, values[row.id], own)
            else:
                said = {
                    name: value
                    for name, value in wanted.items()
                    if value == [] or (value is not None and not is_same(value, defaults.get(name)))
                }
                plan.added[row.id] = {name: said[name] for name in types if name in said}
                self._refuse_missing(kind, sheet, row, wanted, needed, plan.missing)
        return plan

    def _tell_dates(
        self, sheet: Worksheet, rows: Sequence[_CardRow], types: Mapping[str, FieldType]
    ) -> None:
        """Warn of dates, once a column: a spreadsheet makes one of 3/4 too."""
        told = set[str]()
        for row in rows:
            for name, column in row.cells.items():
                cell = _cell(sheet.rows[row.number], column)
                if isinstance(cell, ShownDate) and name not in told and name in types:
                    told.add(name)
                    self.problems.warn(
                        "date-in-text",
                        (
                            f"'{name}' holds a date, and is taken as it is shown: "
                            f"{describe(str(cell))}"
                        ),
                        sheet.place(row.number, column),
                        (
                            "if the spreadsheet made a date of what you typed, format the column "
                            "as text, and type it again"
                        ),
                    )

    def _changes(
        self,
        kind: str,
        sheet: Worksheet,
        row: _CardRow,
        wanted: Mapping[str, Value | None],
        needed: Collection[str],
        values: Mapping[str, Value],
        own: Collection[str],
    ) -> Iterator[CellChange]:
        """Find what a row says otherwise than its card: all its `values`, of which it writes its
        `own`; report what it cannot be without.
        """
        for name, value in wanted.items():
            before = values.get(name)
            if value is None:
                if name in needed:
                    self._miss(kind, sheet.place(row.number, row.cells[name]), name, row.id)
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
        """Report what a new card cannot be without, unless it may be below a wrong heading.
        `absent` are cards not in the sheet.
        """
        lacking = [name for name in needed if name not in row.cells]
        for name in needed:
            if name in wanted and wanted[name] is None:
                self._miss(kind, sheet.place(row.number, row.cells[name]), name, row.id)
        if not lacking or kind in self.unsound:
            return
        near = closest(row.id, absent)
        title = self.titles[kind]
        if near is None and title and wanted.get(title):
            near = closest(
                str(wanted[title]),
                [name for name, ids in self.names[kind].items() if set(ids) & set(absent)],
            )
        listed = (
            ", ".join(f"'{name}'" for name in lacking[:-1])
            + (" and " if lacking[1:] else "")
            + f"'{lacking[-1]}'"
        )
        is_one, noun = len(lacking) == 1, self._noun(kind)
        needs = (
            f"every new {noun} needs {'it' if is_one else 'them'}: add the "
            f"column{'' if is_one else 's'}, or make the field optional"
        )
        self.problems.error(
            "missing-field",
            f"expected {listed} for the new {noun} '{row.id}', found none",
            self.places[self._at(kind, row.id)],
            f"'{kind}' has no {noun} '{row.id}': "
            + (f"did you mean '{near}'?" if near else f"{needs}: {lacking[0]}: …?"),
            card=self._known(kind, row.id),
        )

    def _read(
        self,
        sheet: Worksheet,
        row: _CardRow,
        kind: str,
        name: str,
        column: int,
        type_: FieldType,
        wanted: dict[str, Value | None],
    ) -> None:
        """Read one cell into `wanted`, or report it."""
        cell = _cell(sheet.rows[row.number], column)
        if name == "copies" and "copies" in self.reserved[kind] and isinstance(cell, str):
            counted = count_of(cell)
            cell = cell if counted is None else counted
        place = self.places[self._at(kind, row.id, name)] = sheet.place(row.number, column)
        if isinstance(cell, str) and type_.element in ("text", "line") and may_be_foreign(cell):
            cell = self._converted(cell, kind, row.id, name, type_, place)
        try:
            wanted[name] = value_of(cell, type_, sheet.has_decimal_commas)
        except FieldFault as fault:
            said = self.root.at((*self._at(kind)[:-1], "fields", name))
            holds = (
                (
                    f"line {said[0].place.line} of {said[0].place.file} declares the field: "
                    f"`{name}: {type_.name}`"
                )
                if said[1] == 4
                else None
            )
            message = f"'{name}' expected {fault.expected}, found {describe(cell)}"
            self.problems.error(
                fault.code, message, place, fault.hint or holds, card=self._known(kind, row.id)
            )

    def _converted(
        self, cell: str, kind: str, id_: str, name: str, type_: FieldType, place: Place
    ) -> str:
        """Convert the marks of other tools in a text, unless that is what the card says already;
        report what is not sure.
        """
        card = entries(self.root, kind).get(id_)
        before = card.get(name) if card is not None else None
        said = plain_text(str(before.value)) if before is not None else None
        if said is not None and plain_text(cell) in (said, without_escapes(said)):
            return said
        found = converted(cell, self.icons, type_.element == "text")
        for doubt, hint in found.doubts:
            self.problems.warn(
                "foreign-mark", f"'{name}': {doubt}", place, hint, card=self._known(kind, id_)
            )
        text = escaped(found.text, self.icons) if self.escapes else found.text
        return said if said is not None and text in (said, without_escapes(said)) else text

    def _count(
        self,
        sheet: Worksheet,
        row: _CardRow,
        kind: str,
        type_: FieldType,
        wanted: dict[str, Value | None],
    ) -> None:
        """Take the number of equal rows for the copies of their card, or report that there are too
        many.
        """
        column = row.cells.get("copies", min(row.cells.values()))
        place = self.places[self._at(kind, row.id, "copies")] = sheet.place(row.number, column)
        try:
            wanted["copies"] = value_of(row.copies, type_)
        except FieldFault as fault:
            self.problems.error(
                fault.code,
                f"'copies' expected {fault.expected}, found {row.copies} equal rows",
                place,
                fault.hint,
                card=row.id,
            )

    def _miss(self, kind: str, place: Place, name: str, id_: str) -> None:
        self.problems.error(
            "missing-field",
            f"expected '{name}' for '{id_}', found none",
            place,
            (
                f"every {self._noun(kind)} of {self._said(kind)} needs it; or make the field "
                f"optional: {name}: …?"
            ),
            card=self._known(kind, id_),
        )


def _is_title(sheet: Worksheet, head: int) -> bool:
    """Return whether a row has one cell alone with something in it, and the next several."""
    filled = [sum(not is_empty(cell) for cell in row) for row in sheet.rows[head : head + 2]]
    return len(filled) == 2 and filled[0] == 1 < filled[1]


def _first_filled(row: Sequence[object]) -> int:
    return next(column for column, cell in enumerate(row) if not is_empty(cell))


def _listed(rows: Sequence[Sequence[object]], numbers: Sequence[int]) -> str:
    """List what the first cells of some rows say, three at most."""
    firsts = [describe(rows[number][_first_filled(rows[number])]) for number in numbers]
    return ", ".join([*firsts[:_MOST_SAID], *(["…"] if len(firsts) > _MOST_SAID else [])])


def _cell(row: Sequence[object], column: int | None) -> object:
    return row[column] if column is not None and column < len(row) else None


def _content(cell: object) -> object:
    """Return what rows are compared by: the same for cells that say the same."""
    if is_empty(cell):
        return None
    if isinstance(cell, str):
        return plain_text(cell)
    if isinstance(cell, ShownNumber):
        return cell.shown
    return cell if isinstance(cell, int | float | bool) else str(cell)


def _signature(value: object) -> str:
    """Write a value so that those which are the same to a spreadsheet are written the same."""
    if value is None or value == []:
        return ""
    if isinstance(value, list):
        return "\n".join(map(_signature, value))
    if isinstance(value, bool) or not isinstance(value, int | float):
        return plain_text(str(value))
    return f"{value:.15g}"


def _said_by(cell: object, type_: FieldType, has_decimal_commas: bool) -> str:
    """Write what a cell says as `_signature` does; what it cannot say is like nothing else."""
    try:
        return _signature(value_of(cell, type_, has_decimal_commas))
    except FieldFault:
        return "\0"


def _as_id(text: str) -> str:
    """Take a cell for an id, be it written as a name. Raises FieldFault."""
    try:
        return check_id(text)
    except FieldFault:
        return check_id(slug(text) or text)


def _worded(heading: object) -> str:
    """Write a heading as a word of a command."""
    return shlex.quote(" ".join(as_words(heading).split()))


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


class _Writer:
    """Put a plan's changes into the text, and read it back."""

    def __init__(
        self,
        cards: CardFile,
        plans: list[KindPlan],
        removes: bool,
        counts: bool,
        places: Mapping[Keys, Place],
        orders: bool = False,
    ) -> None:
        self.orders = orders
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
            text = replaced(self.text, self.edits)
            for plan in self.plans:
                if self.orders:
                    text = with_order(text, plan.at, plan.listed)
            new = self.mark + text.encode("utf-8")
        except PatchError as fault:
            raise ProblemError(
                Problem(
                    "cannot-change",
                    f"{self.name} cannot be changed there by itself: {fault}",
                    Place(self.name),
                    "change this one by hand, and import again",
                )
            ) from None
        whole = ImportPlan(
            self.plans,
            self.removes,
            self.counts,
            new,
            difference(self.cards.content, new, self.name),
            self.places,
        )
        if new != self.cards.content:
            self._read_back(whole, problems)
        return whole

    def _edit(self, plan: KindPlan) -> None:
        rows = plan.at
        cards = written_at(self.layout, rows)
        owner = self.meant[rows[0]][plan.kind]
        meant = owner[rows[-1]]
        order = list(field_types(self.root, plan.kind))
        gone = plan.missing if self.removes else []
        keys, styles = order_of(cards, order), styles_of(cards)
        by_card: dict[str, dict[str, NewValue]] = {}
        for change in plan.changed:
            by_card.setdefault(change.card, {})[change.name] = (
                GONE if change.after is None else change.after
            )
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
        self.edits += map_edits(
            self.text, cards, plan.added, gone, keys, column_of(self.text, self.layout, rows)
        )
        meant.update(plan.added)
        if plan.settings is not None:
            self.edits.append(settings_edit(self.text, self.layout, rows, plan.settings))
            owner[KEY] = settings_data(plan.settings)

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
            where = {
                key: types[key].check(value)
                for key, value in component.get("where", {}).items()
                if key not in each
            }
            free = [one for name, one in each.items() if name not in component.get("where", {})]
            times = prod(
                len(data["tables"][one]["rows"] if isinstance(one, str) else one) for one in free
            )
            chosen = [
                card
                for card in cards[kind].values()
                if all(
                    key in card and types[key].check(card[key]) == value
                    for key, value in where.items()
                )
            ]
            if not chosen:  # a kind whose sheet has yet to come
                continue
            self._set(("components", name, "count"), times * sum(card["copies"] for card in chosen))
            if not component.get("extra"):
                total += times * sum(
                    card["copies"] for card in chosen if not (card.get("size") or sizes[kind])
                )
        if not components:
            total = self._total_of_kinds(cards, sizes)
        if "cards" in data["game"]:
            self._set(("game", "cards"), total)

    def _total_of_kinds(
        self, cards: Mapping[str, Mapping[str, dict[str, Any]]], sizes: Mapping[str, object]
    ) -> int:
        """Count the cards of a game without components: all that are no backs, and have no size of
        their own.
        """
        backs = {card.get("back") for of_kind in cards.values() for card in of_kind.values()}
        return sum(
            card["copies"]
            for kind, of_kind in cards.items()
            for entry, card in of_kind.items()
            for id_ in self._ids_made(kind, entry)
            if id_ not in backs and not (card.get("size") or sizes[kind])
        )

    def _ids_made(self, kind: str, entry: str) -> Iterator[str]:
        """Name the cards that the new file makes of an entry of a kind, rows that tables gain or
        lose considered.
        """
        each = each_of(self.meant["kinds"][kind].get(FOR_EACH)).values()
        values = [
            self.meant["tables"][one]["rows"] if isinstance(one, str) else one for one in each
        ]
        return (made_id(entry, combined) for combined in product(*values))

    def _set(self, path: Keys, value: int) -> None:
        """Change one number of the file."""
        meant = self.meant
        for key in path[:-1]:
            meant = meant[key]
        before = meant[path[-1]]
        if before != value:
            self.edits += value_edits(
                self.text,
                written_at(self.layout, path),
                value,
                written_at(self.layout, path[:-1]).style == "flow",
            )
            self.counts[".".join(path)] = before, value
            meant[path[-1]] = value

    def _read_back(self, plan: ImportPlan, problems: Problems) -> None:
        """Read the new text as a game; it must be one, and say what was meant. Raises
        ProblemError.
        """
        found, new = Problems(), plan.content
        try:
            data = load_game(self.cards.path, found, new).root.data()
        except ProblemError as fault:
            lowered = [
                replace(one, severity="warning") if self._waits(one) else one
                for one in fault.problems
            ]
            if any(problem.severity == "error" for problem in lowered):
                told = (*problems, *(self._placed(problem, new) for problem in lowered))
                if all(
                    problem.severity != "error" or problem.code == "broken-promise"
                    for problem in told
                ):
                    raise UnkeptPromise(plan, *told) from None
                raise ProblemError(*told) from None
            found = Problems(lowered)
            data = read_source(self.cards.path, self.name, Problems(), new).data()
        if data != self.meant:
            raise ProblemError(
                Problem(
                    "cannot-change",
                    f"{self.name} would differ from the sheet after this change, so it is "
                    "unchanged",
                    Place(self.name),
                    "are there aliases (*name) in it? Change these cards by hand",
                )
            )
        problems.extend(self._placed(problem, new) for problem in found)

    def _waits(self, problem: Problem) -> bool:
        """Return whether a problem is that a kind of another sheet, which has yet to come, has no
        cards.
        """
        ours, kinds = {plan.kind for plan in self.plans}, self.meant["kinds"]
        waiting = [
            name
            for name, one in (self.meant.get("components") or {}).items()
            if one.get("of") in kinds and one["of"] not in ours and not kinds[one["of"]]["cards"]
        ]
        return problem.code == "empty-component" and any(
            problem.message.startswith(f"'{name}' ") for name in waiting
        )

    def _placed(self, problem: Problem, new: bytes) -> Problem:
        """Move a problem from the text that is not written yet to the cell it comes from, or else
        to its place in the file as it is.
        """
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
