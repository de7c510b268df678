"""A text with faults in some cells, read as if these cells still had the values of the last text
that was a game.

In: a text, its faults, the tree of the last text that was a game. Out: a text without those faults,
and the entries that it replaces. Knows no page.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from generator.cells.tables import own_values
from generator.data.entries import Keys, keys_at, with_cell, without_entry
from generator.data.patching import GONE, PatchError
from generator.data.problems import Place, Problem
from generator.data.source import Node, Written, read_layout

WHOLE = ""
"""The field name of a fault that concerns a whole entry, such as a missing field."""
MOST_MENDED = 40
"""The number of faulty entries above which a text is taken to be wrong as a whole."""


class Mended(NamedTuple):
    """A text that may be a game, and the entries whose cells have a fault: section, name, entry."""

    text: str
    entries: list[tuple[str, str, str]]


def cell_at(layout: Written, text: str, place: Place) -> Keys:
    """Name the cell that contains a place.

    Returns section, kind or table, entry and field, as far as they apply.
    """
    keys = keys_at(layout, text, place)
    if len(keys) < 4 or keys[0] not in ("kinds", "tables") or keys[2] not in ("cards", "rows"):
        return ()
    return (keys[0], keys[1], *keys[3:5])


def mended(text: str, file: str, faults: Iterable[Problem], good: Node | None) -> Mended | None:
    """Give each faulty cell the value that it had in `good`; None if a fault is not in a cell.

    A field that an entry did not have is removed, and so is an entry that did not exist.
    """
    layout = read_layout(text)
    fields = dict[tuple[str, str, str], list[str]]()
    for fault in faults:
        if fault.severity != "error":
            continue
        place = fault.place
        keys = cell_at(layout, text, place) if place and place.line and place.file == file else ()
        if not keys:
            return None
        fields.setdefault((keys[0], keys[1], keys[2]), []).extend(keys[3:] or [WHOLE])
    if not fields or len(fields) > MOST_MENDED or good is None:
        return None
    try:
        for entry, names in fields.items():
            text = _with_old(text, entry, names, good)
    except (PatchError, AssertionError):  # a value that is not a plain one
        return None
    return Mended(text, list(fields))


def _with_old(text: str, faulty: tuple[str, str, str], fields: Sequence[str], good: Node) -> str:
    """Restore the old values of some fields of an entry; with `WHOLE`, all of them."""
    section, name, entry = faulty
    rows = (section, name, "cards" if section == "kinds" else "rows")
    node, steps = good.at((*rows, entry))
    if steps < len(rows) + 1:
        return without_entry(text, rows, entry, [])
    was = own_values(node)
    wanted = [*was, *(field for field in fields if field != WHOLE)] if WHOLE in fields else fields
    for field in wanted:
        text = with_cell(text, rows, entry, field, was.get(field, GONE), [*was, *wanted])
    return text


def entries_in(root: Node, cells: Sequence[tuple[str, str, str]]) -> list[str]:
    """Name the cards that faulty entries affect.

    These are the entries themselves, and the cards that refer to a faulty row.
    """
    entries = dict.fromkeys(entry for section, _, entry in cells if section == "kinds")
    rows = {entry for section, _, entry in cells if section == "tables"}
    if rows:
        for kind in root.below("kinds").items.values():
            for entry, card in kind.below("cards").items.items():
                if any(_says(value, rows) for value in card.items.values()):
                    entries[entry] = None
    return list(entries)


def _says(node: Node, words: set[str]) -> bool:
    data = node.data()
    values = data if isinstance(data, list) else [data]
    return any(str(value) in words for value in values)
