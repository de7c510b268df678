"""The cards of a game as tables, and the cells of a table as values of a card.

In: a game; the cells of a spreadsheet and the types of their fields. Out: `Table`s to be written;
values, or a `FieldFault`. Knows nothing of files: `spreadsheets` reads and writes them.
"""

from __future__ import annotations

import csv
import datetime
import io
import math
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import singledispatch
from types import MappingProxyType
from typing import Any

from generator.cells.holders import entries, holder, holders, is_table
from generator.data.fieldtypes import (
    FieldFault,
    FieldType,
    check_choice,
    check_line,
    check_range,
    check_size,
    colour_meant,
    is_number,
    parse_field_type,
    slug,
)
from generator.data.game import Game
from generator.data.making import ids_made, names_of_rows
from generator.data.saying import shortened
from generator.data.source import Node

Value = str | int | float | bool | list[str | int | float | bool]
Cell = str | int | float | bool | None
COMPONENTS = "components"
_ERROR_WORDS = (
    "#NV",
    "#YOK",
    "#HIÁNYZIK",
    "#GETTING_DATA",
    "Loading...",
)  # what Excel and Google write beside words in ! or ?
_ERROR = re.compile(r"#[¡¿]?(?:[^\W\d_][\w/]*[!?]|[^\W\d_]/[^\W\d_])|#{3,}|Err:[0-9]{3}")
_FREE = ("line", "text", "icon", "image")  # elements that may have a ';' in them
_MOST_DIGITS = 100
_NUMBER = re.compile(r"[-+]?(\d+)(?:([.,])(\d+))?")
_UP_TO_999 = re.compile(r"[^0]\d{0,2}")
_SPACES = re.compile("(?<=\\d)[ \u00a0\u2009\u202f](?=\\d{3})")
_TRUTHS = {
    **dict.fromkeys(
        [
            "true",
            "yes",
            "wahr",
            "ja",
            "vrai",
            "oui",
            "verdadero",
            "vero",
            "sí",
            "sì",
            "si",
            "prawda",
            "tak",
        ],
        True,
    ),
    **dict.fromkeys(
        ["false", "no", "falsch", "nein", "faux", "non", "falso", "fałsz", "nie"], False
    ),
}
"""What spreadsheets in several languages write for true and false, and yes and no."""


@dataclass(frozen=True)
class NoValue:
    """Marks a cell without a usable value: what it shows, and what to do about it."""

    shown: str
    hint: str

    def __str__(self) -> str:
        return self.shown


class ShownNumber(float):
    """A number that its spreadsheet does not show as plain digits, such as 10%, 1/2, $3.00, 1st or
    007.
    """

    shown: str

    def __new__(cls, value: float, shown: str) -> ShownNumber:
        number = super().__new__(cls, value)
        number.shown = shown
        return number


class ShownDate(str):
    """A date or a time, as its spreadsheet shows it."""


BROKEN = NoValue(
    "an error",
    "the formula in this cell results in an error: correct it, or write the value instead",
)
UNCOMPUTED = NoValue(
    "a formula that was never computed",
    (
        "open the file in a spreadsheet program and save it there, so that it is computed, or "
        "write the value instead"
    ),
)


def shows_error(text: str) -> bool:
    """Return whether a text is what a spreadsheet shows instead of a value: #REF!, #N/A, Err:502,
    or ### in a narrow column.
    """
    text = text.strip()
    return text in _ERROR_WORDS or (
        _ERROR.fullmatch(text) is not None and text.upper() == text.replace("Err:", "ERR:")
    )


@dataclass(frozen=True)
class Table:
    """The content of a sheet of a workbook or a CSV file. `types` are those of the columns, None
    for columns that are only for people.
    """

    name: str
    headings: tuple[str, ...]
    types: tuple[FieldType | None, ...]
    rows: tuple[tuple[Cell, ...], ...]


def card_tables(game: Game) -> list[Table]:
    """Make a table of each kind and each table of the file, in its order, and one of the
    components.
    """
    return [*(kind_table(game, name) for name in holders(game.root)), components_table(game)]


def kind_table(game: Game, kind: str) -> Table:
    """Make the table of a kind: id, the fields, copies, and back, art and size if a card has them.
    One of the file has no more than its fields.

    A cell holds the value that applies to the card, even if it comes from the kind's `defaults`.
    """
    types, cards = field_types(game.root, kind), card_values(game.root, kind)
    rarely = () if is_table(game.root, kind) else ("back", "art", "size")
    used = set().union(*cards.values())
    names = [name for name in types if name in used or name not in rarely]
    rows = tuple(
        (id_, *(cell_of(values.get(name)) for name in names)) for id_, values in cards.items()
    )
    return Table(kind, ("id", *names), (None, *(types[name] for name in names)), rows)


def components_table(game: Game) -> Table:
    """Make the table of the contents of the box."""
    headings = ("id", "name", "count", "kind", "distinct", "back", "extra")
    rows = tuple(
        (
            c.id,
            c.name,
            c.count,
            c.cards[0].kind if c.cards else None,
            len(c.cards) or None,
            c.back,
            c.is_extra or None,
        )
        for c in game.components
    )
    return Table(COMPONENTS, headings, (None,) * len(headings), rows)


def _check_copies(value: object) -> int:
    """Accept a number of copies, which cannot be 0."""
    try:
        return check_range(1, 10_000)(value)
    except FieldFault as fault:
        hint = "delete the row to remove the card" if value == 0 else fault.hint
        raise replace(fault, hint=hint) from None


def field_types(
    root: Node, kind: str, ids: Mapping[str, Iterable[str]] = MappingProxyType({})
) -> dict[str, FieldType]:
    """Return the types of the fields of a kind's cards, the reserved ones last, or of a table's
    rows.

    `ids` are those of the entries of kinds and tables if they differ from the file's.
    """
    ids_by_table: dict[str, Collection[str]] = {
        name: list(ids.get(name, node["rows"].items)) for name, node in _entries(root, "tables")
    }
    for name, node in _entries(root, "kinds"):
        ids_by_table[name] = ids_made(root, name, ids.get(name, node.below("cards").items))
    palette = {name: str(node.value) for name, node in _entries(root, "palette")}
    fields = dict[str, FieldType]()
    for name, node in _entries(holder(root, kind), "fields"):
        type_ = parse_field_type(node.data(), ids_by_table, palette)
        fields[name] = replace(type_, called=_names_in(root, type_.refers_to))
    if is_table(root, kind):
        return fields
    cards = [id_ for name, _ in _entries(root, "kinds") for id_ in ids_by_table[name]]
    text = {"type": "string"}
    return fields | {
        "copies": FieldType(
            "1..10000",
            _check_copies,
            {"type": "integer", "minimum": 1, "maximum": 10_000},
            None,
            True,
        ),
        "back": FieldType("card", check_choice(cards, "unknown-card"), text, None, True),
        "art": FieldType("image", check_line, text, None, True),
        "size": FieldType("size", check_size, text, None, True),
    }


def _names_in(root: Node, place: str | None) -> dict[str, str]:
    """Return the names of the rows of a table or the cards of a kind, by their ids."""
    for section, key in (("tables", "rows"), ("kinds", "cards")):
        for name, node in _entries(root, section):
            if name == place and key in node.items:
                return names_of_rows(node[key])
    return {}


def _entries(node: Node, key: str) -> Iterable[tuple[str, Node]]:
    return node.below(key).items.items()


def default_values(root: Node, kind: str) -> dict[str, Value]:
    """Return the default values of a kind's cards; a table's rows have none."""
    if is_table(root, kind):
        return {}
    return {"copies": 1} | {
        name: _plain(node) for name, node in _entries(root["kinds"][kind], "defaults")
    }


def card_values(root: Node, kind: str) -> dict[str, dict[str, Value]]:
    """Return the values of every card of a kind, or row of a table, as the file writes them,
    defaults included.
    """
    defaults = default_values(root, kind)
    return {id_: defaults | own_values(card) for id_, card in entries(root, kind).items.items()}


def own_values(card: Node) -> dict[str, Value]:
    """Return the values that a card itself states, without defaults."""
    return {name: _plain(node) for name, node in card.items.items()}


def _plain(node: Node) -> Value:
    data = node.data()
    assert isinstance(data, str | int | float | bool | list)
    return data


# ---------------------------------------------------------------- cells


def cell_of(value: Value | None) -> Cell:
    """Write a value as a cell; `value_of` reads it back. A list becomes a text with commas."""
    if isinstance(value, list):
        return join_list(value) or None
    return plain_text(value) if isinstance(value, str) else value


def plain_text(text: str) -> str:
    """Normalise a text to what a cell holds: no surrounding space, one kind of line break."""
    return re.sub(r"\r\n?", "\n", text).strip()


def join_list(values: Sequence[str | int | float | bool]) -> str:
    """Write a list with commas; an element that has one itself, or a quote at its start, is put in
    quotes.
    """
    return ", ".join(
        _quoted(str(value).lower() if isinstance(value, bool) else str(value)) for value in values
    )


def _quoted(text: str) -> str:
    text = plain_text(text)
    if text.startswith('"') or re.search(r"[,;\n]", text):
        return '"' + text.replace('"', '""') + '"'
    return text


def split_list(text: str, separator: str = ",") -> list[str]:
    """Read a list that `join_list` or people wrote: elements separated by commas or line breaks.
    Empty ones do not count.
    """
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, skipinitialspace=True)
    return [element.strip() for line in reader for element in line if element.strip()]


def value_of(cell: object, type_: FieldType, has_decimal_commas: bool = False) -> Value | None:
    """Read a cell as a field's value, in the way a card of cards.yaml writes it; None for an empty
    cell.

    Raises FieldFault if the cell does not have that type.
    """
    if is_empty(cell):
        return None
    if isinstance(cell, NoValue):
        raise FieldFault("a value", cell.hint)
    if not type_.is_list:
        return _checked(cell, type_, has_decimal_commas)
    text = _as_text(cell)
    is_free = type_.element in _FREE
    separator = ";" if not is_free and ";" in re.sub(r'"[^"]*"', "", text) else ","
    values = [
        _checked(element, type_, has_decimal_commas) for element in split_list(text, separator)
    ]
    type_.check_count(len(values))
    return values


def _checked(cell: object, type_: FieldType, has_decimal_commas: bool) -> str | int | float | bool:
    """Read one value and check it."""
    sort = type_.json_schema.get("type")
    value: str | int | float | bool
    if sort in ("integer", "number"):
        value = _as_number_of(cell, type_, has_decimal_commas)
    elif sort == "boolean":
        value = _as_truth(cell)
    else:
        value = _as_word(plain_text(_as_text(cell)), type_)
    type_.check(value)
    return value


def _as_word(value: str, type_: FieldType) -> str:
    """Find the word of a list, the entry or the colour that a cell means, ignoring capitals, by its
    name, or by its letters; otherwise the cell is unchanged.
    """
    words = type_.json_schema.get("enum", [value])
    if type_.element == "colour":
        return colour_meant(value, _palette_of(type_))
    if value in words:
        return value
    themselves = {word: word for word in words}
    ways: tuple[tuple[Mapping[str, str], Callable[[str], str]], ...] = (
        (themselves, str.casefold),
        (type_.called, str.casefold),
        (themselves, slug),
    )
    for names, plain in ways:
        wanted = plain(value)
        same = [word for word, name in names.items() if plain(name) == wanted != ""]
        if len(same) == 1:
            return str(same[0])
        if same:
            break
    return value


def _palette_of(type_: FieldType) -> list[str]:
    """List the palette names that a colour field accepts."""
    ways: Any = type_.json_schema.get("anyOf") or [{}]
    return list(ways[0].get("enum", ()))


@singledispatch
def _as_text(cell: object) -> str:
    """Read a cell as text, as its spreadsheet shows it. A date is refused if that is unknown."""
    hint = "the spreadsheet made it a date or a time: format the column as text, and type it again"
    raise FieldFault("text", hint)


_as_text.register(str, str)
_as_text.register(int, str)
_as_text.register(bool, lambda cell: str(cell).upper())
_as_text.register(ShownNumber, lambda cell: cell.shown)


@_as_text.register
def _(cell: float) -> str:
    return str(int(cell)) if cell.is_integer() else f"{cell:.15g}"


def _as_number_of(cell: object, type_: FieldType, has_decimal_commas: bool) -> int | float:
    """Read a cell as a number of a type; a fraction is not a whole number, even with a comma."""
    schema = type_.json_schema
    is_whole, least = schema.get("type") == "integer", schema.get("minimum")
    expected = "a whole number" if is_whole else "a number"
    if least is not None:
        expected += f" from {least} to {schema.get('maximum')}"
    try:
        value = _as_number(cell, has_decimal_commas)
    except FieldFault as fault:
        raise replace(fault, expected=expected) from None
    if is_whole and isinstance(value, float):
        hint = None
        if "," in str(cell):
            hint = (
                "the digits after the comma are read as a fraction, but the field needs whole "
                "numbers"
            )
        raise FieldFault(expected, hint)
    return value


@singledispatch
def _as_number(cell: object, has_decimal_commas: bool) -> int | float:
    """Read a cell as a number; 1,000 or 1.000 is refused if it may mean a thousand or one."""
    made = "truth value" if isinstance(cell, bool) else "date or a time"
    hint = f"the spreadsheet made it a {made}: format the column as numbers, and type it again"
    raise FieldFault("a number", hint)


_as_number.register(bool, _as_number.dispatch(object))
_as_number.register(ShownDate, _as_number.dispatch(object))
_as_number.register(int, lambda cell, has_decimal_commas: cell)


@_as_number.register
def _(cell: float, has_decimal_commas: bool) -> int | float:
    if not math.isfinite(cell):
        raise FieldFault("a number")
    return int(cell) if cell.is_integer() and abs(cell) < 10**15 else float(f"{cell:.15g}")


@_as_number.register
def _(cell: str, has_decimal_commas: bool) -> int | float:
    """Read a text as a number."""
    text = _SPACES.sub("", cell.strip().replace("−", "-"))
    match = _NUMBER.fullmatch(text)
    if not match or len(text) > _MOST_DIGITS:
        raise FieldFault("a number")
    whole, mark, decimals = match.groups()
    if mark is None:
        return int(text)
    is_usual = mark == ("," if has_decimal_commas else ".")
    if len(decimals) == 3 and _UP_TO_999.fullmatch(whole) and not is_usual:
        hint = (
            f"it could mean {whole}{decimals}, or {whole} and a fraction: write only the "
            "digits, or change the number of decimals"
        )
        raise FieldFault("a number", hint)
    number = float(text.replace(",", "."))
    return int(number) if number.is_integer() else number


def _as_truth(cell: object) -> bool:
    if isinstance(cell, str):
        cell = _TRUTHS.get(cell.strip().lower())
    if not isinstance(cell, int | float) or cell not in (0, 1):
        raise FieldFault("true or false")
    return cell == 1


def is_same(one: Value | None, other: Value | None) -> bool:
    """Return whether two values are the same to a spreadsheet, which keeps 15 digits of a number
    and no space around a text.
    """
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(is_same, one, other))
    if type(one) is type(other) is int:
        return one == other
    return _as_kept(one) == _as_kept(other)


def _as_kept(value: Value | None) -> object:
    """Return what a spreadsheet keeps of a value, with its type where that matters."""
    if value is None or value == []:
        return None
    if isinstance(value, str):
        return plain_text(value)
    if isinstance(value, bool):
        return "truth", value
    return value if isinstance(value, list) else ("number", f"{value:.15g}")


def as_words(cell: object) -> str:
    """Write a cell as a heading: the number 2.0 is '2'."""
    if is_number(cell):
        return _as_text(cell)
    return str(cell)


def is_empty(cell: object) -> bool:
    """Return whether a cell is empty or holds only space."""
    return cell is None or (isinstance(cell, str) and not cell.strip())


def cell_at(row: Sequence[object], column: int | None) -> object:
    """Return the cell of a column; None if the row is shorter, or there is no column."""
    return row[column] if column is not None and column < len(row) else None


def filled_at(row: Sequence[object]) -> dict[int, object]:
    """Return the cells of a row that are not empty, by their columns."""
    return {column: cell for column, cell in enumerate(row) if not is_empty(cell)}


def filled(cells: Iterable[object]) -> list[object]:
    """List the cells that are not empty."""
    return [cell for cell in cells if not is_empty(cell)]


@singledispatch
def describe(cell: object) -> str:
    """Describe the content of a cell for a message."""
    return f"'{shortened(' '.join(str(cell).split()))}'"


describe.register(NoValue, lambda cell: cell.shown)
describe.register(bool, lambda cell: f"the truth value {str(cell).upper()}")
describe.register(int, lambda cell: f"the number {_as_text(cell)}")
describe.register(float, lambda cell: f"the number {_as_text(cell)}")
describe.register(ShownDate, lambda cell: f"the date or time '{cell}'")
describe.register(datetime.date, lambda cell: f"the date or time {cell.isoformat()}")
describe.register(datetime.time, lambda cell: f"the date or time {cell.isoformat()}")


def column_names(headings: Sequence[object], known: Iterable[str]) -> list[str | None]:
    """Name the field that each heading means, ignoring capitals, spaces and dashes; None if it
    means none.
    """
    by_slug = {slug(name, "_"): name for name in known}
    return [
        None if is_empty(heading) else by_slug.get(slug(str(heading), "_")) for heading in headings
    ]
