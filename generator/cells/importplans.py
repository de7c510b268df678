"""The effects of an import on cards.yaml, as values that can be shown before anything is written.

In: changes by kind. Out: `ImportPlan`, and the cells that its values come from.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from generator.cells.settings import ImportSettings
from generator.cells.tables import Value
from generator.data.entries import Keys, keys_at
from generator.data.patching import text_of
from generator.data.problems import Place, Problem, ProblemError
from generator.data.source import read_layout


@dataclass(frozen=True)
class CellChange:
    """A changed value of a card. `before` and `after` are None if there is none."""

    card: str
    field: str
    before: Value | None
    after: Value | None


@dataclass
class KindPlan:
    """The planned changes to the cards of one kind, or the rows of one table. `kind` is the name of
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
    """The effects of an import: by kind, counts of the box by their names, the new bytes of
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
    """A plan whose only faults are numbers promised on the box. It can be shown, but not
    written.
    """

    def __init__(self, plan: ImportPlan, *problems: Problem) -> None:
        super().__init__(*problems)
        self.plan = plan


def written_cells(
    plan: ImportPlan, problems: Iterable[Problem]
) -> tuple[list[Problem], list[Problem]]:
    """Collect the problems of the new cards.yaml about values that the import writes, each moved to
    its cell; return the others.
    """
    text = text_of(plan.content)[1]
    layout, found, others = read_layout(text), list[Problem](), list[Problem]()
    written = set()
    for kind in plan.kinds:
        for change in kind.changed:
            written.add((*kind.at, change.card, change.field))
    for kind in plan.kinds:
        for id_, values in kind.added.items():
            for name in values:
                written.add((*kind.at, id_, name))
    for problem in problems:
        keys: tuple[str, ...] = ()
        if problem.place.line:
            keys = keys_at(layout, text, problem.place)[:5]
        if keys in written and keys in plan.places:
            found.append(replace(problem, place=plan.places[keys], also=()))
        else:
            others.append(problem)
    return found, others


def cell_of(plan: ImportPlan, kind: str, id_: str) -> Place | None:
    """Find the cell to which a finding about a card's face belongs: the one that changes it, or
    otherwise the cell of its id.
    """
    own = next((one for one in plan.kinds if one.kind == kind), None)
    if own is None:
        return None
    changed = [change.field for change in own.changed if change.card == id_]
    row = (*own.at, id_)
    return plan.places.get((*row, changed[0]) if len(changed) == 1 else row)
