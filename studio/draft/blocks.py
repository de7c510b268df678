"""Many cells of a grid at once: pasting, filling, copying or deleting, in one step.

In: a text, values by entry and field, new entries, entries to remove. Out: the new text, with
everything else unchanged. Knows no types of fields.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from generator.data.entries import Keys, column_of, order_of, with_order, written_at
from generator.data.patching import (
    Edit,
    NewValue,
    PatchError,
    entry_edits,
    map_edits,
    replaced,
    styles_of,
)
from generator.data.source import read_layout

MOST_CELLS = 20_000
"""The maximum number of cells that are changed at once."""


@dataclass(frozen=True)
class Change:
    """Changes to a kind or a table. Values are by entry and field."""

    cells: Mapping[str, Mapping[str, NewValue]] = field(default_factory=dict)
    added: Mapping[str, Mapping[str, NewValue]] = field(default_factory=dict)
    gone: Sequence[str] = ()
    order: Sequence[str] = ()
    """Entries in their new order; empty if the order stays."""


def with_block(text: str, rows: Keys, change: Change, declared: Sequence[str]) -> str:
    """Make a change.

    Raises PatchError if an entry is missing, exists already, or is written differently from the
    others.
    """
    layout = read_layout(text)
    entries = written_at(layout, rows)
    order, styles = order_of(entries, declared), styles_of(entries)
    edits = list[Edit]()
    for entry, values in change.cells.items():
        written = written_at(layout, (*rows, entry))
        if not written.is_open:
            raise PatchError(f"'{entry}' has a YAML anchor (&…) or is a YAML alias (*…)")
        edits += entry_edits(text, written, values, order, styles)
    for entry in change.added:
        if entry in entries.items:
            raise PatchError(f"there is already a '{entry}'")
    for entry in change.gone:
        written_at(layout, (*rows, entry))
    if change.added or change.gone:
        edits += map_edits(
            text, entries, change.added, change.gone, order, column_of(text, layout, rows)
        )
    text = replaced(text, edits)
    return with_order(text, rows, change.order) if change.order else text
