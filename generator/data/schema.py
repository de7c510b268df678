"""Stage 1b, schema: the possible contents of a cards.yaml.

In: the nodes of a cards.yaml. Out: its checked values as plain data, or every fault with its place;
and a JSON Schema for editors. The form is made for the file at hand, since the file itself says
which fields its tables and cards have. Knows nothing about files beside cards.yaml, nor about the
purpose of the values.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from generator.data import messages as say
from generator.data.documents import Folder, document_form, form_of
from generator.data.fieldtypes import FOR_EACH, FieldType
from generator.data.forms import Key, Mapped, Section, checked, make_section
from generator.data.formschema import schema_of
from generator.data.given import given
from generator.data.leaves import ID
from generator.data.making import each_of
from generator.data.outline import Outline
from generator.data.problems import Place, Problems, closest
from generator.data.reporting import key_hint, report
from generator.data.source import Node

SECTIONS = (
    "game",
    "palette",
    "styles",
    "fonts",
    "print",
    "tables",
    "kinds",
    "components",
    "rules",
    "rulings",
    "setup",
    "play",
    "table",
    "words",
    "check",
    "box",
    "feedback",
    "lint",
    "ink",
)


@dataclass
class Checked:
    """The checked values of a cards.yaml. `fields` gives the types of the fields of each table and
    kind.
    """

    data: dict[str, Any]
    root: Node
    fields: dict[str, dict[str, FieldType]] = field(default_factory=dict)


def check_schema(root: Node, problems: Problems) -> Checked | None:
    """Check a whole cards.yaml; faults go to `problems`. Return None if the file is not even a
    mapping.
    """
    if root.type != "map":
        problems.error(say.FILE_NOT_A_MAPPING(found=root.describe()), root.place)
        return None
    before = len(problems)
    root = without_unknown_sections(root, problems)
    outline = Outline(root, problems)
    if not outline.is_usable:
        return None
    found = _accepted(form_of(outline, root), data_of(root), root, problems)
    if found is None:
        return None
    for kind in found["kinds"].values():
        kind[FOR_EACH] = each_of(kind[FOR_EACH])
    return Checked(found, root, outline.fields) if len(problems) == before else None


def _accepted(
    form: type[Section], data: object, root: Node, problems: Problems
) -> dict[str, Any] | None:
    """Check data against a form, and report every fault; return None if there is any."""
    found, faults = checked(form, data)
    if faults:
        report(faults, root, problems)
        return None
    values: dict[str, Any] = found
    return values


def check_entries(
    root: Node, what: str, spec: type[Section], problems: Problems
) -> dict[str, dict[str, Any]]:
    """Check a file that contains entries of one type by their names; `what` is the word for them.
    Faults go to `problems`.

    Return the values of every entry, or none if there is a fault.
    """
    if root.type != "map":
        problems.error(say.SECTION_NOT_NAMED(what=what, found=root.describe()), root.place)
        return {}
    form = make_section("Entries", {what: Key(Mapped(spec, key=ID))})
    above = Node("map", {what: root}, root.place, {what: root.place})
    before = len(problems)
    found = _accepted(form, above.data(), above, problems)
    if found is None or len(problems) > before:  # or reading has already found the fault
        return {}
    values: dict[str, dict[str, Any]] = found[what]
    return values


def data_of(root: Node) -> dict[str, Any]:
    """Return the plain data of a cards.yaml, with each kind's defaults merged into every card that
    lacks a value.
    """
    data = root.data()
    assert isinstance(data, dict)
    kinds = data.get("kinds")
    for kind in kinds.values() if isinstance(kinds, dict) else ():
        _merge_defaults(kind)
    return data


def _merge_defaults(kind: object) -> None:
    defaults = kind.get("defaults") if isinstance(kind, dict) else None
    cards = kind.get("cards") if isinstance(kind, dict) else None
    if not isinstance(defaults, dict) or not isinstance(cards, dict):
        return
    stated = given(defaults)
    for card in cards.values():
        if isinstance(card, dict):
            for key, value in stated.items():
                card.setdefault(key, value)


def without_unknown_sections(root: Node, problems: Problems | None) -> Node:
    """Report sections that do not exist, and read a misspelt one under its right name, so that
    references to it are not faults.

    Return None if they are already reported.
    """
    items, keys = dict(root.items), dict(root.keys)
    unknown = [key for key in items if key not in SECTIONS or _means_tables(key, items)]
    if not unknown:
        return root
    for key in unknown:
        others = [one for one in SECTIONS if one != key]
        if problems is not None:
            hint = key_hint(key, items[key], keys[key], others, root)
            problems.error(say.UNKNOWN_KEY_IN_FILE(key=key), keys[key], hint)
        node, place = items.pop(key), keys.pop(key)
        meant = closest(key, others)
        if meant and meant not in items:
            items[meant], keys[meant] = node, place
    return replace(root, value=items, keys=keys)


HINTS = ("middle", "seat", "docked")
"""The possible contents of `table:`."""


def _means_tables(key: str, items: Mapping[str, Node]) -> bool:
    """Return whether `table:` is written where `tables:` is meant."""
    return (
        key == "table"
        and "tables" not in items
        and bool(items[key].items)
        and not items[key].items.keys() & set(HINTS)
    )


def json_schema(
    root: Node | None = None, icons: Sequence[str] = (), templates: Sequence[str] = ()
) -> dict[str, Any]:
    """Return a JSON Schema (draft 7, what editors understand) for this cards.yaml with its own
    kinds and tables, or for any.

    `icons` and `templates` are the names that its folder has; with none, any name will do.
    """
    outline = Outline(root or Node("map", {}, Place("")), Problems())
    schema, parts = schema_of(document_form(outline, Folder(icons, templates)))
    return {"$schema": "http://json-schema.org/draft-07/schema#", **schema, "$defs": parts}
