"""What an expression is in every game: its value as far as cards.yaml alone settles it.

In: an expression and what some variables are. Out: a value, or `UNKNOWN`. Players, zones and counters are
never known; numbers of `rules:`, cards, rows and their fields are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from generator.data.game import Record
from rules_check.notation.program import (
    Aggregate,
    Comparison,
    Conditional,
    Constant,
    Contains,
    Every,
    Expression,
    FieldOf,
    IsEmpty,
    Listed,
    Logical,
    Numeric,
    RowNumber,
    RuleNumber,
    Span,
    VariableRead,
    Where,
)
from rules_check.notation.vocabulary import Vocabulary

MOST_MEMBERS = 2_000


class Unknown:
    """The value of what only a game can tell."""

    def __repr__(self) -> str:
        return "unknown"


UNKNOWN: Final = Unknown()
Values = Mapping[int, object]
"""What variables are, by their numbers."""


def value_of(expression: Expression, words: Vocabulary, values: Values) -> Any:
    """Return what an expression is in every game, UNKNOWN if that is not settled."""
    way = _WAYS.get(type(expression))
    return way(expression, words, values) if way is not None else UNKNOWN


def _all_of(
    expressions: tuple[Expression, ...], words: Vocabulary, values: Values
) -> list[Any] | None:
    found = [value_of(one, words, values) for one in expressions]
    return None if UNKNOWN in found else found


def _rule(one: RuleNumber, words: Vocabulary, values: Values) -> Any:
    return words.numbers[one.name] if one.key is None else UNKNOWN


def _variable(one: VariableRead, words: Vocabulary, values: Values) -> Any:
    return values.get(one.variable.number, UNKNOWN)


def _field(one: FieldOf, words: Vocabulary, values: Values) -> Any:
    of = value_of(one.of, words, values)
    if of is UNKNOWN:
        return UNKNOWN
    blank: Any = {"number": 0, "truth": False}.get(one.type.sort)
    blank = [] if one.type.is_list else blank
    record = words.records.get((one.of.type.name, of))
    found = record._values.get(one.field) if record is not None else None
    if found is None:
        return blank
    return [_plain(item) for item in found] if isinstance(found, tuple) else _plain(found)


def _plain(value: object) -> object:
    return str(value) if isinstance(value, Record) else value


def _every(one: Every, words: Vocabulary, values: Values) -> Any:
    of = words.kinds if one.type.sort == "card" else words.tables
    return list(of[one.type.name])


def _row_number(one: RowNumber, words: Vocabulary, values: Values) -> Any:
    row = value_of(one.row, words, values)
    rows = words.tables[one.row.type.name]
    if row is UNKNOWN:
        return UNKNOWN
    return rows.index(row) + 1 if row in rows else 0


def _listed(one: Listed, words: Vocabulary, values: Values) -> Any:
    found = _all_of(one.items, words, values)
    return UNKNOWN if found is None else found


def _span(one: Span, words: Vocabulary, values: Values) -> Any:
    ends = _all_of((one.low, one.high), words, values)
    if ends is None or ends[1] - ends[0] > MOST_MEMBERS:
        return UNKNOWN
    return list(range(ends[0], ends[1] + 1))


def _where(one: Where, words: Vocabulary, values: Values) -> Any:
    """Return the members, if the list is known; an empty list if no member could be in it."""
    members = value_of(one.list, words, values)
    is_known = members is not UNKNOWN
    possible = members if is_known else possible_members(one.list, words)
    if possible is None or len(possible) > MOST_MEMBERS:
        return UNKNOWN
    kept = []
    for member in possible:
        holds = value_of(one.condition, words, {**values, one.variable.number: member})
        if holds is UNKNOWN:
            return UNKNOWN
        if holds:
            kept.append(member)
    return kept if is_known or not kept else UNKNOWN


def possible_members(list_: Expression, words: Vocabulary) -> list[str] | None:
    """Return what members a list can have at most, by its type; None if that is not settled."""
    element = list_.type.element
    if element.sort == "card":
        return list(words.kinds[element.name])
    return list(words.tables[element.name]) if element.sort == "row" else None


def _aggregate(one: Aggregate, words: Vocabulary, values: Values) -> Any:
    members = value_of(one.list, words, values)
    if members is UNKNOWN or one.member is not None or UNKNOWN in members:
        return UNKNOWN
    return _AGGREGATES[one.function](members)


_AGGREGATES: dict[str, Callable[[list[Any]], Any]] = {
    "count": len,
    "sum": sum,
    "max": lambda members: max(members, default=0),
    "min": lambda members: min(members, default=0),
    "any": any,
    "all": all,
    "distinct": lambda members: len({member for member in members if member is not None}),
    "first": lambda members: members[0] if members else None,
    "last": lambda members: members[-1] if members else None,
}


def _empty(one: IsEmpty, words: Vocabulary, values: Values) -> Any:
    members = value_of(one.list, words, values)
    return UNKNOWN if members is UNKNOWN else not members


def _contains(one: Contains, words: Vocabulary, values: Values) -> Any:
    members, member = (value_of(part, words, values) for part in (one.list, one.member))
    if UNKNOWN in (member,) or members is UNKNOWN:
        return UNKNOWN
    return member in members


def _conditional(one: Conditional, words: Vocabulary, values: Values) -> Any:
    condition = value_of(one.condition, words, values)
    if condition is UNKNOWN:
        return UNKNOWN
    return value_of(one.then if condition else one.otherwise, words, values)


def _numeric(one: Numeric, words: Vocabulary, values: Values) -> Any:
    parts = _all_of(one.parts, words, values)
    return UNKNOWN if parts is None else _NUMERIC[one.operator](*parts)


_NUMERIC: dict[str, Callable[..., int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a // b if b else 0,
    "mod": lambda a, b: a % b if b else 0,
    "abs": abs,
    "max": max,
    "min": min,
}


def _comparison(one: Comparison, words: Vocabulary, values: Values) -> Any:
    parts = _all_of((one.left, one.right), words, values)
    return UNKNOWN if parts is None else _ORDER[one.operator](*parts)


_ORDER: dict[str, Callable[[Any, Any], bool]] = {
    "=": lambda a, b: a == b,
    "<>": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


def _logical(one: Logical, words: Vocabulary, values: Values) -> Any:
    parts = [value_of(part, words, values) for part in one.parts]
    if one.operator == "not":
        return UNKNOWN if parts[0] is UNKNOWN else not parts[0]
    deciding = one.operator == "or"
    if any(part is deciding for part in parts):
        return deciding
    return UNKNOWN if UNKNOWN in parts else not deciding


_WAYS: dict[type, Callable[..., Any]] = {
    Constant: lambda one, words, values: one.value,
    RuleNumber: _rule,
    VariableRead: _variable,
    FieldOf: _field,
    Every: _every,
    RowNumber: _row_number,
    Listed: _listed,
    Span: _span,
    Where: _where,
    Aggregate: _aggregate,
    IsEmpty: _empty,
    Contains: _contains,
    Conditional: _conditional,
    Numeric: _numeric,
    Comparison: _comparison,
    Logical: _logical,
}
