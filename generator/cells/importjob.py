"""What the import of a sheet knows about the existing cards, and what it has found so far.

In: the current cards.yaml, and how its sheets are read. Out: an `ImportJob` for each sheet, which
the steps of reading it share.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from generator.cells.headings import Column, matched_names, title_field
from generator.cells.holders import TABLE, entries, fields_of, is_table, sort_of
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


@dataclass
class ImportJob:
    """A kind or a table while its sheet is read; faults are collected with their cells. All jobs of
    an import share `root`, `problems`, `icons`, `escapes` and `places`.
    """

    name: str
    """The kind or the table."""
    root: Node
    problems: Problems
    places: dict[Keys, Place]
    """The cell of each value, by its path in cards.yaml."""
    settings: ImportSettings
    icons: Collection[str]
    escapes: bool
    owners: Mapping[str, str]
    """What each id belongs to: ids are unique among all cards, and within a table."""
    made: Mapping[str, str]
    """The entry of each card of the kind that `for_each` makes."""
    taken: set[str]
    """The ids that are there, or that the sheets add, among all cards or within the table."""
    is_sound: bool = True
    """Whether the headings are right; if not, what cards miss may be below one of the others."""

    def __post_init__(self) -> None:
        self.sort = sort_of(self.root, self.name)
        self.holder = self.root[self.sort.section][self.name]
        self.entries = self.holder[self.sort.key]
        self.fields = fields_of(self.root, self.name)
        self.title = title_field(self.fields)
        """The field that says what its cards or rows are called."""
        self.ids_by_name = _ids_by_name(self.entries, self.title)
        """The cards or rows of each name, and under '' those without one."""

    @property
    def noun(self) -> str:
        """What messages call one of its cards or rows."""
        return self.sort.noun

    @property
    def called(self) -> str:
        """What messages call the kind or the table."""
        return f"the {self.sort.word} '{self.name}'"

    @property
    def is_table(self) -> bool:
        return self.sort is TABLE

    @property
    def needs_title(self) -> bool:
        """Whether every card or row has a name."""
        if self.title is None:
            return False
        return not str(self.holder["fields"][self.title].value).strip().endswith("?")

    def at(self, *keys: str) -> Keys:
        """Return the keys that lead to its entries, to one of them, or to a value of one."""
        return (self.sort.section, self.name, self.sort.key, *keys)

    def card_called(self, id_: str) -> str | None:
        """Return what messages call the card of a row; None for a row of a table, which is not a
        card.
        """
        return None if self.is_table else id_

    def matched(self, columns: Sequence[Column]) -> list[str | None]:
        """Find the field of each column; None for any other column."""
        return matched_names(columns, self.fields, self.settings.renamed, self.sort.reserved)


def import_jobs(
    root: Node,
    names: Iterable[str],
    problems: Problems,
    places: dict[Keys, Place],
    settings: Mapping[str, ImportSettings],
    icons: Collection[str],
    escapes: bool,
) -> list[ImportJob]:
    """Prepare the import of sheets into some kinds and tables."""
    kinds = root["kinds"].items
    made = {kind: _entries_of_made(root, kind) for kind in kinds}
    owners = {id_: kind for kind in kinds for id_ in entries(root, kind).items}
    taken = {*owners, *chain.from_iterable(made.values())}
    jobs = list[ImportJob]()
    for name in names:
        own = owners, made.get(name, {}), taken
        if is_table(root, name):
            ids = dict.fromkeys(entries(root, name).items, name)
            own = ids, {}, set(ids)
        chosen = settings.get(name, settings_of(root, name))
        jobs.append(ImportJob(name, root, problems, places, chosen, icons, escapes, *own))
    return jobs


def _ids_by_name(entries: Node, title: str | None) -> dict[str, list[str]]:
    by_name: dict[str, list[str]] = {}
    for id_, entry in entries.items.items():
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
