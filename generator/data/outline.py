"""The parts of a cards.yaml that determine the form of its tables and kinds: palette, ids, fields.

In: the nodes of a cards.yaml. Out: an `Outline`, and problems with names and types of fields.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from generator.data import messages as say
from generator.data.fieldtypes import (
    FOR_EACH,
    TYPE_NAMES,
    FieldFault,
    FieldType,
    check_name,
    name_hint,
    parse_field_type,
    reported,
)
from generator.data.making import MOST_MADE, each_of, ids_made, names_of_rows, times_made
from generator.data.problems import Place, Problem, Problems, did_you_mean
from generator.data.source import Node

RESERVED_FIELDS = ("copies", "back", "art", "size")


class Outline:
    """The file's own structure: palette, ids by table and kind, the fields of each. Faults are
    ignored.
    """

    def __init__(self, root: Node, problems: Problems) -> None:
        self.palette = {
            name: node.value
            for name, node in root.below("palette").items.items()
            if isinstance(node.value, str)
        }
        self.ids: dict[str, Collection[str]] = {}
        self.fields: dict[str, dict[str, FieldType]] = {}
        self.defaults: dict[str, set[str]] = {}
        self.is_kind: dict[str, bool] = {}
        self.is_usable = True
        self.has_kinds = root.below("kinds").type == "map"
        self.shapeless: set[str] = set()  # whose `fields` are missing or misspelt
        nodes: dict[str, Node] = {}
        for section in ("tables", "kinds"):
            for name, node in root.below(section).items.items():
                place = root[section].keys[name]
                if name in nodes:
                    problems.error(
                        say.TABLE_AND_KIND(name=name),
                        place,
                        None,
                        (("table", root["tables"].keys[name]),),
                    )
                    self.is_usable = False
                    continue
                self._check_name(name, place, problems)
                nodes[name] = node
                self.is_kind[name] = section == "kinds"
                if section == "kinds":
                    self.ids[name] = ids_made(root, name, node.below("cards").items)
                else:
                    self.ids[name] = names_of_rows(node.below("rows"))
                types = node.get("fields")
                if (
                    types is None and (section == "tables" or did_you_mean("fields", node.items))
                ) or (types and types.type != "map"):
                    self.shapeless.add(name)
                self.defaults[name] = set(node.below("defaults").items)
        for name, node in nodes.items():
            self.fields[name] = dict(self._field_types(node, problems, self.is_kind[name]))
            if self.is_kind[name]:
                self._check_for_each(root, name, node, problems)

    def _check_for_each(self, root: Node, kind: str, node: Node, problems: Problems) -> None:
        """Report a name in `for_each` that is also a field of every card, and too many cards."""
        said = node.get(FOR_EACH)
        if said is None:
            return
        for name in each_of(said.data()):
            if name in (*RESERVED_FIELDS, "id"):
                what, hint = (
                    "the name cannot be used here",
                    f"give it another name, such as my_{name}",
                )
                if said.type == "text":
                    what = "a table with this name cannot make one card for each row"
                    hint = "rename the table"
                place = said.keys.get(name, said.place)
                problems.error(say.NAME_OF_EVERY_CARD(name=name, what=what), place, hint)
        entries, times = len(node.below("cards").items), times_made(root, kind)
        if entries * times > MOST_MADE:
            problems.error(
                say.MADE_TOO_MANY(key=FOR_EACH, most=MOST_MADE, found=entries * times), said.place
            )
            self.is_usable = False

    def _check_name(self, name: str, place: Place, problems: Problems) -> None:
        with reported(problems, f"'{name}'", "", place):
            check_name(name)
        if name in TYPE_NAMES:
            problems.error(say.NAME_OF_A_TYPE(name=name), place)

    def _field_types(
        self, node: Node, problems: Problems, is_kind: bool
    ) -> Iterator[tuple[str, FieldType]]:
        # prevents further faults because of a faulty type
        unknown = FieldType("anything", lambda value: value, {}, is_optional=True)
        for name, word in node.below("fields").items.items():
            type_, element = unknown, _element_of(word)
            if (fault_of_name := _fault_of_name(name, node, is_kind)) is not None:
                problems.add(fault_of_name)
            elif element not in TYPE_NAMES or element not in self.ids:
                # a table with the name of a type is already reported
                try:
                    type_ = parse_field_type(word.data(), self.ids, self.palette)
                except FieldFault as fault:
                    may_be_kind = not self.has_kinds and re.fullmatch(r"[a-z0-9_-]+", element)
                    if fault.hint or not may_be_kind:  # the lack of kinds is already reported
                        problems.error(fault.said(word.describe(), name), word.place, fault.hint)
            yield name, type_


def fields_of(root: Node) -> dict[str, dict[str, FieldType]]:
    """Return the types of the fields of every table and kind of a checked file, by name, without
    the names in `for_each`.
    """
    return Outline(root, Problems()).fields


def _element_of(word: Node) -> str:
    """Return what a field's type is a list of, or the type itself: `suit` for `[suit]?`."""
    return str(word.value).strip("[]? ")


def _fault_of_name(name: str, node: Node, is_kind: bool) -> Problem | None:
    """Find what is wrong with the name of a field of a kind or a table; None if nothing is."""
    place = node["fields"].keys[name]
    word, reserved = ("card", RESERVED_FIELDS) if is_kind else ("entry", ())
    if name == "id" or name in reserved:
        return Problem.of(say.NAME_OF_EVERY_ENTRY(word=word, name=name), place)
    each = node.below(FOR_EACH)
    if is_kind and name in each_of(each.data()):
        table = f": {name}" if each.type == "text" else ""
        said = say.NAME_FROM_FOR_EACH(name=name, key=FOR_EACH, table=table)
        return Problem.of(said, place, also=((FOR_EACH, each.place),))
    if not name.isidentifier() or name != name.lower() or name.startswith("_"):
        return Problem.of(say.NOT_A_FIELD_NAME(found=name), place, name_hint(name))
    return None
