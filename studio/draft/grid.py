"""The kinds and tables of a draft as rows and columns, and typed text as values of cards.yaml.

In: the tree read from the text, whether or not it is a game; typed text. Out: columns by the types
of fields, rows; a value to write. Knows no page.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import NoneType
from typing import Any

from generator.cells.holders import fields_of
from generator.cells.tables import default_values, field_types, join_list, split_list, value_of
from generator.data.entries import Keys
from generator.data.fieldtypes import PLAIN_TYPES, FieldFault, FieldType
from generator.data.patching import GONE, NewValue, Value, format_value
from generator.data.source import Node
from studio.protocol.messages import Column, Grid, Row, Section

ENTRIES: dict[Section, str] = {"kinds": "cards", "tables": "rows"}
"""The key of the entries of a kind or a table, by the section that has it."""
UNREADABLE = (FieldFault, KeyError, AssertionError)
"""What is raised for fields and rows that cannot be read."""
_NUMBER = re.compile(r"\s*-?[0-9]{1,15}(\.[0-9]{1,9})?\s*")
_FIRST: dict[str, Value | None] = {
    **{word: plain.first for word, plain in PLAIN_TYPES.items()},
    "colour": "#808080",
}
"""The first value of a field by its type; None if any text will do."""


def rows_of(section: Section, name: str) -> Keys:
    """Return the keys that lead to the rows of a kind or a table."""
    return section, name, ENTRIES[section]


def grids_of(root: Node) -> list[Grid]:
    """Make a grid of each kind and table whose fields and rows can be read."""
    grids = []
    for section in ENTRIES:
        for name in root.below(section).items:
            try:
                grids.append(_grid(root, section, name))
            except UNREADABLE:
                continue
    return grids


def _grid(root: Node, section: Section, name: str) -> Grid:
    entries = root[section][name][ENTRIES[section]].items
    defaults = default_values(root, name)
    used = {*fields_of(root, name), *defaults}.union(*(entry.items for entry in entries.values()))
    columns = []
    for field, type_ in field_types(root, name).items():
        if field in used:  # a reserved one may be in no card
            columns.append(_column(field, type_, defaults.get(field)))
    rows = [
        Row(id_, {field: text_of_cell(node) for field, node in entry.items.items()})
        for id_, entry in entries.items()
    ]
    return Grid(section, name, columns, rows)


def _column(name: str, type_: FieldType, default: Value | Sequence[Value] | None) -> Column:
    sort, schema = type_.sort, type_.json_schema
    options = list(schema.get("enum", ()))
    if options:
        sort = "choice"
    elif schema.get("type") == "integer":
        sort = "integer"
    column = Column(
        name,
        sort,
        options,
        type_.is_list,
        type_.is_optional,
        least=schema.get("minimum"),
        most=schema.get("maximum"),
    )
    if default is None:
        return column
    return replace(column, is_optional=True, default=_text(default))


def text_of_cell(node: Node) -> str:
    """Write a value of the file as the text of a cell in the grid."""
    return "" if node.type == "nothing" else _text(node.data())


def _text(value: Any) -> str:
    if isinstance(value, list):
        return join_list(list(map(_text, value)))
    if isinstance(value, dict | NoneType):
        return "{…}"
    return value if isinstance(value, str) else format_value(value)


def typed_value(text: str, type_: FieldType, before: str, has_default: bool) -> NewValue:
    """Turn the text typed into a cell into a value to write; if it is not of the cell's type, it is
    written as typed, and reported at its place.

    Emptying a cell removes the value if it is optional; otherwise it leaves an empty text or list.
    """
    if not text.strip():
        if type_.is_optional or has_default:
            return GONE
        return [] if type_.is_list else ""
    try:
        value = value_of(text, type_)
    except FieldFault:
        if type_.is_list:
            return [_as_typed(part, type_) for part in split_list(text)]
        return _as_typed(text, type_)
    assert value is not None  # as the text is not empty
    if isinstance(value, str):  # a line break at the end is not seen in a cell
        return value + before[len(before.rstrip("\n")) :]
    return value


def _as_typed(text: str, type_: FieldType) -> Value:
    """Return a number where one was typed, in or out of its range; else the text."""
    number = _NUMBER.fullmatch(text)
    if number is None or type_.json_schema.get("type") not in ("integer", "number"):
        return text
    return float(text) if number[1] else int(text)


def new_values(
    types: Mapping[str, FieldType],
    like: Mapping[str, Value | Sequence[Value]] | None,
    defaults: Mapping[str, object],
    icons: Sequence[str] = (),
) -> dict[str, Value | Sequence[Value]]:
    """Return the values of a new entry: those of another entry or, for every required field, the
    smallest possible value; of the game's `icons`, the first.
    """
    if like is not None:
        return dict(like)
    values = {}
    for name, type_ in types.items():
        if not type_.is_optional and name not in defaults:
            values[name] = _least(name, type_, icons)
    return values


def _least(name: str, type_: FieldType, icons: Sequence[str]) -> Value | Sequence[Value]:
    schema = type_.json_schema
    firsts = {**_FIRST, "icon": next(iter(icons), None)}
    values = (*schema.get("enum", ()), schema.get("minimum"), firsts.get(type_.element))
    text = "New" if name == "name" else "…"
    value: Value = next((value for value in values if value is not None), text)
    return [value] * type_.least if type_.is_list else value
