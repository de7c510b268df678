"""The names that formulas can use in a game: the fields of its cards, and the numbers of its rules.

In: a game, or its checked parts. Out: a `Scope`. Knows no formula.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from generator.data import messages as say
from generator.data.fieldtypes import FOR_EACH, FieldType, is_whole
from generator.data.formulas import NUMBER, TEXT, TRUTH, Name, Scope, ValueType, constant, list_of
from generator.data.game import Record
from generator.data.making import each_of
from generator.data.outline import fields_of
from generator.data.problems import ProblemError
from generator.data.source import Node

CARD = "card"
"""The name of the type of cards in a formula, which may be of several kinds."""


def scope_of(root: Node, context: Mapping[str, Any], players: int | None = None) -> Scope:
    """Return the names for every formula about a game; with a number of players, also the rules'
    values for that number.

    `root` is the checked file, `context` the values for its templates.
    """
    types = {
        name: {"id": _id_type(name, context), **_types(fields, context)}
        for name, fields in fields_of(root).items()
    }
    for kind in context["cards"]:
        for axis, one in each_of(root.below("kinds", kind, FOR_EACH).data()).items():
            if isinstance(one, range):
                types.setdefault(kind, {})[axis] = NUMBER
            else:
                types.setdefault(kind, {})[axis] = _entry(one, context)
    rules: Record = context["rules"]
    names, tables = dict[str, Name](), dict[str, Mapping[int, int]]()
    for name in rules._values:
        value = rules[name]
        if is_whole(value):
            names[name] = constant(NUMBER, value)
        elif numbers := _numbers(value):
            tables[name] = numbers
            if players in numbers:
                names[name] = constant(NUMBER, numbers[players])
    rows = {name: tuple(table) for name, table in context["tables"]._values.items()}
    return Scope(names, types, tables=tables, rows=rows)


def _numbers(value: object) -> dict[int, int]:
    """Return a table from whole numbers to whole numbers; an empty one if a rule is something
    else.
    """
    if not isinstance(value, Record):
        return {}
    numbers = {}
    for key, number in value._values.items():
        if not str(key).isdigit() or not is_whole(number):
            return {}
        numbers[int(key)] = number
    return numbers


def _entry(name: str, context: Mapping[str, Any]) -> ValueType:
    entries = context["tables" if name in context["tables"] else "cards"][name]
    return ValueType("entry", name, tuple(map(str, entries._values)))


def _id_type(name: str, context: Mapping[str, Any]) -> ValueType:
    """Return the type of the ids of a table's rows, or a kind's cards."""
    return ValueType("word", "id", _entry(name, context).words)


def _types(fields: Mapping[str, FieldType], context: Mapping[str, Any]) -> dict[str, ValueType]:
    found = dict[str, ValueType]()
    for name, field_type in fields.items():
        element = _type(field_type, context)
        found[name] = list_of(element) if field_type.is_list else element
    return found


def _type(field_type: FieldType, context: Mapping[str, Any]) -> ValueType:
    word = field_type.element
    if field_type.refers_to:
        return _entry(field_type.refers_to, context)
    if word in ("integer", "number") or ".." in word:
        return NUMBER
    if word == "boolean":
        return TRUTH
    if "|" in word:
        return ValueType("word", word, tuple(part.strip() for part in word.split("|")))
    return TEXT


def with_cards(scope: Scope, kinds: Iterable[str], **lists: Name) -> Scope:
    """Return a scope in which cards of some kinds are examined: with the fields of all these kinds.

    Raises ProblemError (`fields-differ`) if two of these kinds have a field with the same name and
    different types.
    """
    looked_at = list(dict.fromkeys(kinds))
    found = [scope.fields[kind] for kind in looked_at if kind in scope.fields]
    ids = tuple(id_ for types in found for id_ in types["id"].words)
    fields: dict[str, ValueType] = {"id": ValueType("word", "id", ids)}
    owner: dict[str, str] = {}
    for kind in looked_at:
        for name, type_ in scope.fields.get(kind, {}).items():
            if fields.setdefault(name, type_) != type_:
                message = say.FIELDS_DIFFER(
                    name=name, first=fields[name], owner=owner[name], second=type_, kind=kind
                )
                raise ProblemError.of(message)
            owner.setdefault(name, kind)
    return replace(scope, fields={**scope.fields, CARD: fields}, names={**scope.names, **lists})


def card_type(scope: Scope) -> ValueType:
    """Return the type of a card that is examined in a scope `with_cards`: one of their ids."""
    return ValueType("entry", CARD, scope.fields[CARD]["id"].words)
