"""What an import knows about the existing cards, and what it has found so far.

In: the current cards.yaml, and how its sheets are read. Out: `ImportJob`, which the steps of
reading sheets share.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from generator.cells.headings import matched_names, title_field
from generator.cells.holders import (
    entries,
    entries_at,
    fields_of,
    holder,
    holders,
    is_table,
    sort_of,
)
from generator.cells.markup import without_escapes
from generator.cells.settings import ImportSettings, settings_of
from generator.cells.tables import filled_at, plain_text
from generator.data.entries import Keys
from generator.data.making import ids_made
from generator.data.problems import Place, Problems
from generator.data.source import Node


@dataclass(frozen=True)
class CardRow:
    """A row of a sheet that is a card. `cells` gives the column of each field; `copies` is known if
    equal rows were counted.

    `rows` is the number of its rows, which are all equal.
    """

    id: str
    number: int
    cells: Mapping[str, int]
    copies: int | None = None
    rows: int = 1


class ImportJob:
    """The cards of a game while sheets are read; faults are collected with their cells."""

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
        self.reserved = {name: sort_of(root, name).reserved for name in names}
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
        self.names = {name: _ids_by_name(root, name, self.titles[name]) for name in names}
        """The cards or rows of each name, and under '' those without one."""
        self.made = {kind: _entries_of_made(root, kind) for kind in root["kinds"].items}
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

    def at(self, kind: str, *keys: str) -> Keys:
        """Return the keys that lead to an entry of a kind or table, or to a value of it."""
        return (*entries_at(self.root, kind), *keys)

    def card_called(self, kind: str, id_: str) -> str | None:
        """Return what messages call the card of a row; None for a row of a table, which is not a
        card.
        """
        return None if is_table(self.root, kind) else id_

    def noun(self, kind: str) -> str:
        return sort_of(self.root, kind).noun

    def called(self, kind: str) -> str:
        """Return what messages call a kind or a table."""
        return f"the {sort_of(self.root, kind).word} '{kind}'"

    def is_optional(self, kind: str, field_: str) -> bool:
        return str(holder(self.root, kind)["fields"][field_].value).strip().endswith("?")

    def matched(
        self, kind: str, headings: Sequence[object], columns: Sequence[Sequence[object]]
    ) -> list[str | None]:
        settings = self.settings[kind]
        return matched_names(
            headings, columns, fields_of(self.root, kind), settings.renamed, self.reserved[kind]
        )


def _ids_by_name(root: Node, holder_name: str, title: str | None) -> dict[str, list[str]]:
    by_name: dict[str, list[str]] = {}
    for id_, entry in entries(root, holder_name).items.items():
        name = entry.get(title) if title else None
        called = without_escapes(plain_text(str(name.value))) if name else ""
        by_name.setdefault(called, []).append(id_)
    return by_name


def _entries_of_made(root: Node, kind: str) -> dict[str, str]:
    """Return the entry of each card of a kind whose id is not that of its entry."""
    made = dict[str, str]()
    for entry in root["kinds"][kind]["cards"].items:
        made |= {id_: entry for id_ in ids_made(root, kind, [entry]) if id_ != entry}
    return made


def first_filled(row: Sequence[object]) -> int:
    return min(filled_at(row))
