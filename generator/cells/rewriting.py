"""The changes of an import, written into the text of cards.yaml and read back.

In: a `KindPlan` for each kind. Out: an `ImportPlan` with the new bytes, which are a complete game
with the intended values.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

from generator.cells import messages as say
from generator.cells.headings import MOST_COPIES
from generator.cells.importplans import ImportPlan, KindPlan, UnkeptPromise
from generator.cells.settings import KEY, settings_data, settings_edit
from generator.cells.tables import default_values, field_types
from generator.data.entries import Keys, column_of, keys_at, order_of, with_order, written_at
from generator.data.fieldtypes import FOR_EACH
from generator.data.loading import load_game
from generator.data.making import each_of, made_id
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
from generator.data.problems import Place, Problem, ProblemError, Problems
from generator.data.source import Node, read_layout, read_source


@dataclass(frozen=True)
class CardFile:
    """The current cards.yaml: its bytes, and the tree that was read from them."""

    path: Path
    content: bytes
    root: Node


class CardWriter:
    """Put a plan's changes into the text, and read it back."""

    def __init__(
        self,
        cards: CardFile,
        plans: list[KindPlan],
        places: Mapping[Keys, Place],
        *,
        removes: bool = False,
        counts: bool = False,
        orders: bool = False,
    ) -> None:
        self.orders = orders
        self.cards, self.root, self.name = cards, cards.root, cards.path.name
        self.plans, self.places, self.removes = plans, places, removes
        self.mark, self.text = text_of(cards.content)
        self.layout = read_layout(self.text)
        self.meant: Any = self.root.data()
        self.edits: list[Edit] = []
        self.has_counts = counts
        self.counts: dict[str, tuple[int, int]] = {}

    @property
    def components(self) -> dict[str, Any]:
        """The components of the new file; none where it lists none."""
        return self.meant.get("components") or {}

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
            raise ProblemError.of(
                say.CANNOT_CHANGE(name=self.name, fault=fault), Place(self.name)
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
            if change.after is None:
                by_card.setdefault(change.card, {})[change.field] = GONE
            else:
                by_card.setdefault(change.card, {})[change.field] = change.after
        for id_, changes in by_card.items():
            written = written_at(self.layout, (*rows, id_))
            if not written.is_open:
                raise PatchError(f"'{id_}' has a YAML anchor (&…) or is a YAML alias (*…)")
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
        """Update the numbers promised on the box to match the cards."""
        data, root = self.meant, self.root
        sizes, cards = dict[str, Any](), dict[str, dict[str, Any]]()
        for kind, node in data["kinds"].items():
            sizes[kind], defaults = node.get("size"), default_values(root, kind)
            cards[kind] = {id_: defaults | card for id_, card in node["cards"].items()}
        total = 0
        for name, component in self.components.items():
            kind = component.get("of")
            chosen = {} if kind is None else self._chosen(component, cards)
            if not chosen:  # a kind whose sheet has yet to come
                continue
            times = self._times(component)
            count = times * sum(card["copies"] for card in chosen.values())
            if count > MOST_COPIES:
                self._refuse_count(name, kind, count, chosen)
            self._set(("components", name, "count"), count)
            if not component.get("extra"):
                usual = (card for card in chosen.values() if not (card.get("size") or sizes[kind]))
                total += times * sum(card["copies"] for card in usual)
        if not self.components:
            total = self._total_of_kinds(cards, sizes)
        if "cards" in data["game"]:
            self._set(("game", "cards"), total)

    def _chosen(
        self, component: Mapping[str, Any], cards: Mapping[str, Mapping[str, dict[str, Any]]]
    ) -> dict[str, dict[str, Any]]:
        """Return the entries that belong to a component by its `where`, by their ids."""
        kind, each = component["of"], self._each(component["of"])
        types = field_types(self.root, kind, cards)
        where = component.get("where", {})
        wanted = {key: types[key].check(where[key]) for key in where if key not in each}
        chosen = dict[str, dict[str, Any]]()
        for id_, card in cards[kind].items():
            if all(key in card and types[key].check(card[key]) == wanted[key] for key in wanted):
                chosen[id_] = card
        return chosen

    def _refuse_count(
        self, name: str, kind: str, count: int, chosen: dict[str, dict[str, Any]]
    ) -> None:
        """Raise ProblemError for a component of more cards than one may have, at the last of the
        cards with the most copies.
        """
        card = max(reversed(chosen), key=lambda id_: chosen[id_]["copies"])
        at = "kinds", kind, "cards", card
        place = self.places.get((*at, "copies")) or self.places.get(at)
        place = place or self.root["components"][name]["count"].place
        message = say.TOO_MANY_CARDS(name=name, most=MOST_COPIES, count=count)
        raise ProblemError.of(message, place, card=card)

    def _times(self, component: Mapping[str, Any]) -> int:
        """Count the cards that `for_each` makes from an entry and that a component's `where` does
        not exclude.
        """
        chosen, each = component.get("where", {}), self._each(component["of"])
        return prod(len(each[name]) for name in each if name not in chosen)

    def _each(self, kind: str) -> dict[str, Collection[object]]:
        """Return the `for_each` values of each card of an entry, including rows that tables gain or
        lose.
        """
        each = each_of(self.meant["kinds"][kind].get(FOR_EACH))
        tables = self.meant.get("tables", {})
        return {
            name: tables[values]["rows"] if isinstance(values, str) else values
            for name, values in each.items()
        }

    def _total_of_kinds(
        self, cards: Mapping[str, Mapping[str, dict[str, Any]]], sizes: Mapping[str, object]
    ) -> int:
        """Count the cards of a game without components: all except backs and cards with a special
        size.
        """
        backs = {card.get("back") for of_kind in cards.values() for card in of_kind.values()}
        count = 0
        for kind, of_kind in cards.items():
            for entry, card in of_kind.items():
                if not (card.get("size") or sizes[kind]):
                    fronts = [id_ for id_ in self._ids_made(kind, entry) if id_ not in backs]
                    count += card["copies"] * len(fronts)
        return count

    def _ids_made(self, kind: str, entry: str) -> Iterator[str]:
        """Name the cards that the new file makes from an entry of a kind."""
        return (made_id(entry, combined) for combined in product(*self._each(kind).values()))

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
        """Read the new text as a game, which must be complete and have the intended values. Raises
        ProblemError.
        """
        found, new = Problems(), plan.content
        try:
            data = load_game(self.cards.path, found, new).root.data()
        except ProblemError as fault:
            lowered = Problems()
            for problem in fault.problems:
                if self._waits(problem):
                    problem = replace(problem, severity="warning")
                lowered.add(problem)
            if lowered.has_errors:
                placed = (*problems, *(self._placed(problem, new) for problem in lowered))
                errors = {problem.code for problem in placed if problem.severity == "error"}
                if errors == {"broken-promise"}:
                    raise UnkeptPromise(plan, *placed) from None
                raise ProblemError(*placed) from None
            found = lowered
            data = read_source(self.cards.path, self.name, Problems(), new).data()
        if data != self.meant:
            raise ProblemError.of(say.CHANGE_WOULD_DIFFER(name=self.name), Place(self.name))
        problems.extend(self._placed(problem, new) for problem in found)

    def _waits(self, problem: Problem) -> bool:
        """Return whether the problem is a kind without cards whose sheet is yet to be imported."""
        ours, kinds = {plan.kind for plan in self.plans}, self.meant["kinds"]
        waiting = []
        for name, component in self.components.items():
            kind = component.get("of")
            if kind in kinds and kind not in ours and not kinds[kind]["cards"]:
                waiting.append(name)
        return problem.code == "empty-component" and problem["id_"] in waiting

    def _placed(self, problem: Problem, new: bytes) -> Problem:
        """Move a problem from the text, which is not written yet, to the cell that it comes from,
        or otherwise to its place in the current file.
        """
        if problem.code == "broken-promise" and not self.has_counts:
            problem = replace(problem, hint="--counts updates the count")
        if not problem.place.line:
            return problem
        return replace(problem, place=self._place(problem.place, new), also=())

    def _place(self, place: Place, new: bytes) -> Place:
        text = text_of(new)[1]
        path = keys_at(read_layout(text), text, place)
        for length in range(len(path), 0, -1):
            if path[:length] in self.places:
                return self.places[path[:length]]
        node, _ = self.root.at(path)
        return node.place if path else place
