"""The parts of cards.yaml that hold the rows of a sheet: a kind holds cards, a table holds rows.
Both have separate names.

In: the current cards.yaml, the name of a kind or table. Out: the place of its entries. Knows no
cells.
"""

from __future__ import annotations

from generator.data.entries import Keys, rows_of_kind, rows_of_table
from generator.data.source import Node


def holders(root: Node) -> list[str]:
    """List the names of all kinds, then of all tables."""
    return [*_names(root, "kinds"), *_names(root, "tables")]


def is_table(root: Node, name: str) -> bool:
    """Return whether this is the name of a table."""
    return name in _names(root, "tables")


def holder(root: Node, name: str) -> Node:
    """Find the kind or table with a name."""
    return root["tables" if is_table(root, name) else "kinds"][name]


def entries_at(root: Node, name: str) -> Keys:
    """Return the keys that lead to the cards of a kind or the rows of a table."""
    return rows_of_table(name) if is_table(root, name) else rows_of_kind(name)


def entries(root: Node, name: str) -> Node:
    """Find the cards of a kind, or the rows of a table."""
    return holder(root, name)[entries_at(root, name)[-1]]


def fields_of(root: Node, name: str) -> list[str]:
    """List the fields that a kind or a table declares."""
    return list(holder(root, name).below("fields").items)


def _names(root: Node, section: str) -> list[str]:
    return list(root.below(section).items)
