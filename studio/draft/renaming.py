"""Changing the id of an entry: in its place, and wherever cards, rows and the box name it.

In: the tree and the text of a draft, an entry and its new id. Out: the new text; a translation with
the new id; the icons that are the entry's picture. Knows no page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from generator.cells.tables import field_types
from generator.data.entries import with_name
from generator.data.patching import replaced, value_edits
from generator.data.source import Node, Written, read_layout
from studio.draft.grid import ENTRIES, UNREADABLE, rows_of
from studio.protocol.messages import Section

BACKS = "back"
"""The field of cards, kinds and components that names another card."""


def renamed(text: str, root: Node, section: Section, name: str, entry: str, to: str) -> str:
    """Give an entry another id, and update everything that names it. Raises PatchError."""
    text = with_name(text, rows_of(section, name), entry, to)
    edits = []
    for written, in_flow in _named(read_layout(text), root, section, name, text, entry):
        edits.extend(value_edits(text, written, to, in_flow))
    return replaced(text, edits)


def _named(
    layout: Written, root: Node, section: Section, name: str, text: str, entry: str
) -> Iterator[tuple[Written, bool]]:
    """Find each value that names the entry, and whether it is in square brackets."""
    for written in _values(layout, root, section, name):
        for element in written.elements or [written]:
            if (
                element.style in ("plain", "'", '"')
                and text[element.start : element.end].strip("'\"") == entry
            ):
                yield element, written.style == "flow"


def _values(layout: Written, root: Node, section: Section, name: str) -> Iterator[Written]:
    backs = [BACKS] if section == "kinds" else []
    for part, entries in ENTRIES.items():
        for other, written in layout.below(part).items.items():
            fields = _fields_naming(root, other, name)
            if part == "kinds":
                fields += backs
            rows = written.below(entries).items.values()
            for row, field in product([*rows, written.below("defaults"), written], fields):
                yield row.below(field)
    for key, component in layout.below("components").items.items():
        of = root.below("components", key, "of").value
        for field in _fields_naming(root, str(of), name):
            yield component.below("where", field)
        for field in backs:
            yield component.below(field)


def _fields_naming(root: Node, holder: str, name: str) -> list[str]:
    """List the fields of a kind or a table whose values are entries of `name`."""
    try:
        types = field_types(root, holder)
    except UNREADABLE:
        return []
    return [key for key, type_ in types.items() if type_.refers_to == name]


def translated(text: str, section: Section, name: str, entry: str, to: str) -> str:
    """Give an entry of a translation its new id; returns the same text if it has none.

    Raises PatchError.
    """
    rows = rows_of(section, name)
    entries = read_layout(text).below(*rows).items
    return with_name(text, rows, entry, to) if entry in entries else text


def icons_of(
    icons: Iterable[str], name: str, entry: str, to: str, kinds: Iterable[str]
) -> dict[str, str]:
    """Name the icons drawn for an entry by its id, each with the corresponding name for its new id.

    Icons in a folder with another kind's name belong to that kind.
    """
    known, others = set(icons), set(kinds) - {name}
    icons_found = dict[str, str]()
    for icon in known:
        folder, _, last = icon.rpartition("/")
        new = icon.removesuffix(last) + to
        if last == entry and folder.rpartition("/")[2] not in others and new not in known:
            icons_found[icon] = new
    return icons_found
