"""A new field of a kind, with a default for the existing cards.

In: a text, the field's name, its type as cards.yaml writes it, and a default. Out: the new text,
with everything else unchanged. Knows no page.
"""

from __future__ import annotations

from generator.data.entries import written_at
from generator.data.patching import (
    Edit,
    Gone,
    PatchError,
    Value,
    column_at,
    entry_edits,
    format_key,
    format_value,
    line_end_of,
    replaced,
)
from generator.data.source import Written, read_layout


def with_field(text: str, kind: str, field: str, type_: str, default: Value | Gone) -> str:
    """Add a field to a kind; `default` is the value of cards without one, if it has any. Raises
    PatchError.
    """
    written = written_at(read_layout(text), ("kinds", kind))
    fields = _map_in(written, "fields")
    if field in fields.items:
        raise PatchError(f"there is already a field '{field}'")
    edits = entry_edits(text, fields, {field: type_}, [*fields.items, field])
    if isinstance(default, Gone):
        return replaced(text, edits)
    if "defaults" in written.items:
        defaults = _map_in(written, "defaults")
        edits += entry_edits(text, defaults, {field: default}, [*defaults.items, field])
    else:
        edits.append(_new_defaults(text, written, f"{format_key(field)}: {format_value(default)}"))
    return replaced(text, edits)


def _map_in(written: Written, key: str) -> Written:
    map_ = written_at(written, (key,))
    if not map_.is_open:
        raise PatchError(
            f"'{key}' has a YAML anchor (&…) or is a YAML alias (*…): change it in the text"
        )
    return map_


def _new_defaults(text: str, kind: Written, entry: str) -> Edit:
    """Write `defaults:` above the fields of a kind."""
    at = kind.keys["fields"][0]
    if kind.style == "flow":
        return Edit(at, at, f"defaults: {{{entry}}}, ")
    indent = " " * column_at(text, at)
    return Edit(at, at, f"defaults: {{{entry}}}{line_end_of(text)}{indent}")
