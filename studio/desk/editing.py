"""What all editors of a game may ask of the desk; each adds what it needs besides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from generator.cells.tables import own_values
from generator.data.entries import Keys
from generator.data.fieldtypes import FieldType
from generator.data.patching import Value
from generator.data.source import Node
from studio.desk.refusal import CannotDo
from studio.draft.draft import Draft
from studio.draft.grid import text_of_cell
from studio.draw.workshop import Workshop


def require_fields(name: str, types: Mapping[str, FieldType], fields: Iterable[str]) -> None:
    """Raise CannotDo if a kind or a table has no such field."""
    for field in fields:
        if field not in types:
            raise CannotDo(f"'{name}' has no field '{field}'")


def text_before(root: Node, rows: Keys, entry: str, field: str) -> str:
    """Return the current text of a cell; empty if it has none."""
    node = root.below(*rows, entry, field)
    return text_of_cell(node) if node.type == "text" else ""


def values_like(
    root: Node, rows: Keys, entry: str | None
) -> Mapping[str, Value | Sequence[Value]] | None:
    """Return the values of an entry, for a new one like it; None if that is like no other. Raises
    CannotDo.
    """
    if entry is None:
        return None
    node, steps = root.at((*rows, entry))
    if steps < len(rows) + 1:
        raise CannotDo(f"there is no '{entry}'")
    return own_values(node)


class Editing(Protocol):
    """A desk with a game's text, and what is drawn of it."""

    @property
    def path(self) -> Path: ...
    @property
    def draft(self) -> Draft: ...
    @property
    def workshop(self) -> Workshop: ...
