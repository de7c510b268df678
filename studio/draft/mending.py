"""A text with faults in some cells, read as if these cells still had the values of the last text
that was a game.

In: a text, its faults, the tree of the last text that was a game. Out: a text without those faults,
and the entries that it replaces. Knows no page.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import NamedTuple, cast

from generator.cells.tables import own_values
from generator.data.entries import Keys, keys_at, with_cell, without_entry
from generator.data.patching import GONE, PatchError
from generator.data.problems import Place, Problem
from generator.data.source import Node, Written, read_layout
from studio.draft.grid import rows_of
from studio.protocol.messages import Section

WHOLE = ""
"""The field name of a fault that concerns a whole entry, such as a missing field."""
MOST_MENDED = 40
"""The number of faulty entries above which a text is taken to be wrong as a whole."""


Entry = tuple[Section, str, str]
"""A card or a row: its section, its kind or table, its id."""


class Mended(NamedTuple):
    """A text that may be a game, and the entries whose cells have a fault."""

    text: str
    entries: list[Entry]


def cell_at(layout: Written, text: str, place: Place) -> Keys:
    """Name the cell that contains a place.

    Returns section, kind or table, entry and field, as far as they apply.
    """
    keys = keys_at(layout, text, place) if place.line else ()
    if len(keys) < 4 or keys[:3] not in (rows_of("kinds", keys[1]), rows_of("tables", keys[1])):
        return ()
    return (keys[0], keys[1], *keys[3:5])


def mended(text: str, file: str, faults: Iterable[Problem], good: Node | None) -> Mended | None:
    """Give each faulty cell the value that it had in `good`; None if a fault is not in a cell.

    A field that an entry did not have is removed, and so is an entry that did not exist.
    """
    layout = read_layout(text)
    fields = defaultdict[Entry, list[str]](list)
    for fault in faults:
        if fault.severity != "error":
            continue
        keys = cell_at(layout, text, fault.place) if fault.place.file == file else ()
        if not keys:
            return None
        entry = cast(Section, keys[0]), keys[1], keys[2]
        fields[entry] += keys[3:] or (WHOLE,)
    if good is None or not 0 < len(fields) <= MOST_MENDED:
        return None
    try:
        for entry, names in fields.items():
            text = _with_old(text, entry, names, good)
    except (PatchError, AssertionError):  # a value that is not a plain one
        return None
    return Mended(text, list(fields))


def _with_old(text: str, faulty: Entry, fields: Sequence[str], good: Node) -> str:
    """Restore the old values of some fields of an entry; with `WHOLE`, all of them."""
    section, name, entry = faulty
    rows = rows_of(section, name)
    node, steps = good.at((*rows, entry))
    if steps < len(rows) + 1:
        return without_entry(text, rows, entry, [])
    was = own_values(node)
    wanted = dict.fromkeys(fields)
    if WHOLE in wanted:
        del wanted[WHOLE]
        wanted = dict.fromkeys([*was, *wanted])
    for field in wanted:
        text = with_cell(text, rows, entry, field, was.get(field, GONE), [*was, *wanted])
    return text


def entries_in(root: Node, cells: Sequence[Entry]) -> list[str]:
    """Name the cards that faulty entries affect.

    These are the entries themselves, and the cards that refer to a faulty row.
    """
    faulty: dict[Section, dict[str, None]] = {"kinds": {}, "tables": {}}
    for section, _, entry in cells:
        faulty[section][entry] = None
    cards, rows = faulty["kinds"], faulty["tables"].keys()
    for kind in root.below("kinds").items.values():
        for entry, card in kind.below("cards").items.items():
            values = chain.from_iterable(value.each for value in card.items.values())
            if rows & {str(value.value) for value in values}:
                cards[entry] = None
    return list(cards)
