"""Changing the id of an entry: in its place, and wherever cards, rows and the box name it.

In: the tree and the text of a draft, an entry and its new id. Out: the new text; a translation with
the new id; the icons that are the entry's picture. Knows no page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from generator.data.entries import with_name
from generator.data.fieldtypes import FieldFault, FieldType
from generator.data.patching import replaced, value_edits
from generator.data.source import Node, Written, read_layout
from studio.draft.grid import rows_of, types_of
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
    sections: tuple[tuple[Section, str], ...] = (("kinds", "cards"), ("tables", "rows"))
    for part, entries in sections:
        for other, written in _items(layout, part).items():
            types = _types(root, part, other)
            fields = [key for key, type_ in types.items() if type_.refers_to == name]
            if section == "kinds" and part == "kinds":
                fields.append(BACKS)
            rows = _items(written, entries).values()
            yield from _fields([*rows, *_item(written, "defaults"), written], fields)
    for component in _items(layout, "components").values():
        of = _kind_of(root, component, layout)
        types = _types(root, "kinds", of) if of else {}
        fields = [key for key, type_ in types.items() if type_.refers_to == name]
        yield from _fields(_item(component, "where"), fields)
        if section == "kinds":
            yield from _fields([component], [BACKS])


def _fields(rows: Iterable[Written], fields: Iterable[str]) -> Iterator[Written]:
    names = list(fields)
    for row in rows:
        for field in names:
            yield from _item(row, field)


def _items(written: Written, key: str) -> dict[str, Written]:
    return written.items[key].items if key in written.items else {}


def _item(written: Written, key: str) -> list[Written]:
    return [written.items[key]] if key in written.items else []


def _kind_of(root: Node, component: Written, layout: Written) -> str | None:
    for key, node in root["components"].items.items():
        of = node.get("of")
        if layout.items["components"].items.get(key) is component and of is not None:
            return str(of.value)
    return None


def _types(root: Node, section: Section, name: str) -> dict[str, FieldType]:
    try:
        return types_of(root, section, name)
    except (FieldFault, KeyError, AssertionError):
        return {}


def translated(text: str, section: Section, name: str, entry: str, to: str) -> str:
    """Give an entry of a translation its new id; returns the same text if it has none.

    Raises PatchError.
    """
    rows, layout = rows_of(section, name), read_layout(text)
    for key in rows:
        if key not in layout.items:
            return text
        layout = layout.items[key]
    return with_name(text, rows, entry, to) if entry in layout.items else text


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
        new = f"{folder}/{to}" if folder else to
        if last == entry and folder.rpartition("/")[2] not in others and new not in known:
            icons_found[icon] = new
    return icons_found
