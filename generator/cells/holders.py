"""The parts of cards.yaml that hold the rows of a sheet: a kind holds cards, a table holds rows.
Both have separate names.

In: the current cards.yaml, the name of a kind or table. Out: the place of its entries. Knows no
cells.
"""

from __future__ import annotations

from dataclasses import dataclass

from generator.data.source import Node


def holders(root: Node) -> list[str]:
    """List the names of all kinds, then of all tables."""
    return [*_names(root, "kinds"), *_names(root, "tables")]


RESERVED = ("id", "copies", "back", "art", "size")
"""Columns that every kind has."""


@dataclass(frozen=True)
class HolderSort:
    """What differs between kinds and tables: the `section` of cards.yaml and the key of the entries
    there, the columns that all of them have, and what messages call one and its entries.
    """

    section: str
    key: str
    reserved: tuple[str, ...]
    word: str
    noun: str


KIND = HolderSort("kinds", "cards", RESERVED, "kind", "card")
TABLE = HolderSort("tables", "rows", ("id",), "table", "row")


def sort_of(root: Node, name: str) -> HolderSort:
    """Return whether a name is that of a kind or of a table."""
    return TABLE if is_table(root, name) else KIND


def is_table(root: Node, name: str) -> bool:
    """Return whether this is the name of a table."""
    return name in _names(root, "tables")


def holder(root: Node, name: str) -> Node:
    """Find the kind or table with a name."""
    return root[sort_of(root, name).section][name]


def entries(root: Node, name: str) -> Node:
    """Find the cards of a kind, or the rows of a table."""
    return holder(root, name)[sort_of(root, name).key]


def fields_of(root: Node, name: str) -> list[str]:
    """List the fields that a kind or a table declares."""
    return list(holder(root, name).below("fields").items)


def _names(root: Node, section: str) -> list[str]:
    return list(root.below(section).items)
