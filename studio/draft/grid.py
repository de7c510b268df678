"""The kinds and tables of a draft as rows and columns, and typed text as values of cards.yaml.

In: the tree read from the text, whether or not it is a game; typed text. Out: columns by the types
of fields, rows; a value to write. Knows no page.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from generator.cells.tables import default_values, field_types, join_list, split_list, value_of
from generator.data.entries import Keys, rows_of_kind, rows_of_table
from generator.data.fieldtypes import PLAIN_TYPES, FieldFault, FieldType, parse_field_type
from generator.data.making import ids_made
from generator.data.patching import GONE, NewValue, Value, format_number
from generator.data.source import Node
from studio.protocol.messages import Column, Grid, Row, Section

_NUMBER = re.compile(r"-?[0-9]{1,15}(\.[0-9]{1,9})?")


def rows_of(section: Section, name: str) -> Keys:
    """Return the keys that lead to the rows of a kind or a table."""
    return rows_of_kind(name) if section == "kinds" else rows_of_table(name)


def types_of(root: Node, section: Section, name: str) -> dict[str, FieldType]:
    """Return the types of the fields of a kind's cards or a table's rows. Raises FieldFault or
    KeyError if the file does not give them.
    """
    if section == "kinds":
        return field_types(root, name)
    ids = {table: list(node["rows"].items) for table, node in root["tables"].items.items()}
    for kind, node in root.below("kinds").items.items():
        ids[kind] = ids_made(root, kind, node["cards"].items)
    palette = {key: str(node.value) for key, node in root.below("palette").items.items()}
    return {
        key: parse_field_type(node.data(), ids, palette)
        for key, node in root["tables"][name]["fields"].items.items()
    }


def grids_of(root: Node) -> list[Grid]:
    """Make a grid of each kind and table whose fields and rows can be read."""
    grids = []
    sections: tuple[Section, Section] = ("kinds", "tables")
    for section in sections:
        for name in root.below(section).items:
            try:
                grids.append(_grid(root, section, name))
            except (FieldFault, KeyError, AssertionError):
                continue
    return grids


def _grid(root: Node, section: Section, name: str) -> Grid:
    entries = root[section][name]["cards" if section == "kinds" else "rows"].items
    used = {field for entry in entries.values() for field in entry.items}
    defaults = default_values(root, name) if section == "kinds" else {}
    reserved = ("back", "art", "size") if section == "kinds" else ()
    types = types_of(root, section, name)
    columns = []
    for field, type_ in types.items():
        if field not in reserved or field in used or field in defaults:
            columns.append(_column(field, type_, defaults.get(field)))
    rows = [
        Row(id_, {field: text_of_cell(node) for field, node in entry.items.items()})
        for id_, entry in entries.items()
    ]
    return Grid(section, name, columns, rows)


def _column(name: str, type_: FieldType, default: Value | Sequence[Value] | None) -> Column:
    sort, schema = type_.element or type_.name, type_.json_schema
    options = [str(word) for word in schema.get("enum", ())]  # type: ignore[attr-defined]
    if options:
        sort = "choice"
    elif schema.get("type") == "integer":
        sort = "integer"
    least, most = schema.get("minimum"), schema.get("maximum")
    return Column(
        name,
        sort,
        options,
        type_.is_list,
        type_.is_optional or default is not None,
        None if default is None else _text(default),
        least if isinstance(least, int) else None,
        most if isinstance(most, int) else None,
    )


def text_of_cell(node: Node) -> str:
    """Write a value of the file as the text of a cell in the grid."""
    data = node.data()
    if data is None:
        return ""
    return _text(data) if isinstance(data, str | int | float | bool | list) else "{…}"


def _text(value: object) -> str:
    if isinstance(value, list):
        return join_list(
            [item if isinstance(item, str | int | float | bool) else "{…}" for item in value]
        )
    if isinstance(value, bool):
        return "true" if value else "false"
    return format_number(value) if isinstance(value, float) else str(value)


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
    if value is None:
        return ""
    if isinstance(value, str):  # a line break at the end is not seen in a cell
        return value + before[len(before.rstrip("\n")) :]
    return value


def _as_typed(text: str, type_: FieldType) -> Value:
    """Return a number where one was typed, in or out of its range; else the text."""
    is_number = type_.json_schema.get("type") in ("integer", "number") and _NUMBER.fullmatch(
        text.strip()
    )
    if not is_number:
        return text
    return float(text) if "." in text else int(text)


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
    words = schema.get("enum")
    value: Value = "New" if name == "name" else "…"
    if isinstance(words, list) and words:
        value = str(words[0])
    elif isinstance(least := schema.get("minimum"), int):
        value = least
    elif type_.element == "colour":
        value = "#808080"
    elif type_.element == "icon" and icons:
        value = icons[0]
    elif (plain := PLAIN_TYPES.get(type_.element)) and plain.first is not None:
        value = plain.first
    return [value] * type_.least if type_.is_list else value
