"""The value that an expression has in every game, as far as cards.yaml alone determines it.

In: an expression and the values of some variables. Out: a value, or `UNKNOWN`. Players, zones and
counters are never known; numbers under `rules:`, cards, rows and their fields are.
"""

from __future__ import annotations

import operator
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
    Type,
    VariableRead,
    Where,
)
from rules_check.notation.ranges import comparison_in
from rules_check.notation.vocabulary import Vocabulary

MOST_MEMBERS = 2_000


class Unknown:
    """The value of something that is only known during a game."""

    def __repr__(self) -> str:
        return "unknown"


UNKNOWN: Final = Unknown()
Values = Mapping[int, object]
"""The values of variables, by their numbers."""


class _Unsettled(Exception):
    """Raised if cards.yaml does not determine the value."""


def value_of(expression: Expression, words: Vocabulary, values: Values) -> Any:
    """Return the value of an expression in every game, or UNKNOWN if it is not determined."""
    try:
        return _settled(expression, words, values)
    except _Unsettled:
        return UNKNOWN


def _settled(expression: Expression, words: Vocabulary, values: Values) -> Any:
    """Return the value of an expression in every game. Raises _Unsettled."""
    way: Callable[..., Any] = _WAYS.get(type(expression), _never)
    return way(expression, words, values)


def _never(expression: Expression, words: Vocabulary, values: Values) -> Any:
    raise _Unsettled


def _rule(rule_number: RuleNumber, words: Vocabulary, values: Values) -> Any:
    if rule_number.key is not None:
        raise _Unsettled
    return words.numbers[rule_number.name]


def _variable(variable_read: VariableRead, words: Vocabulary, values: Values) -> Any:
    if variable_read.variable.number not in values:
        raise _Unsettled
    return values[variable_read.variable.number]


def _field(field_of: FieldOf, words: Vocabulary, values: Values) -> Any:
    of = _settled(field_of.of, words, values)
    value = words.values_of(field_of.of.type.name, of).get(field_of.field)
    if value is None:
        return _blank(field_of.type)
    if isinstance(value, tuple):
        return list(map(_plain, value))
    return _plain(value)


def _blank(type_: Type) -> object:
    """Return the value of a field that a card leaves out."""
    if type_.is_list:
        return []
    return {"number": 0, "truth": False}.get(type_.sort)


def _plain(value: object) -> object:
    return str(value) if isinstance(value, Record) else value


def _every(every: Every, words: Vocabulary, values: Values) -> Any:
    of = {"card": words.kinds, "row": words.tables}[every.type.sort]
    return list(of[every.type.name])


def _row_number(row_number: RowNumber, words: Vocabulary, values: Values) -> Any:
    row = _settled(row_number.row, words, values)
    numbers = {id_: number for number, id_ in enumerate(words.tables[row_number.row.type.name], 1)}
    return numbers.get(row, 0)


def _span(span: Span, words: Vocabulary, values: Values) -> Any:
    low, high = _settled(span.low, words, values), _settled(span.high, words, values)
    if high - low > MOST_MEMBERS:
        raise _Unsettled
    return list(range(low, high + 1))


def _where(where: Where, words: Vocabulary, values: Values) -> Any:
    """Return the members, if the list is known; an empty list if no member can satisfy the
    condition.
    """
    members = value_of(where.list, words, values)
    is_known = members is not UNKNOWN
    possible = members if is_known else possible_members(where.list, words)
    if len(possible) > MOST_MEMBERS:
        raise _Unsettled
    number = where.variable.number
    kept = []
    for member in possible:
        if _settled(where.condition, words, {**values, number: member}):
            kept.append(member)
    if kept and not is_known:
        raise _Unsettled
    return kept


def possible_members(list_: Expression, words: Vocabulary) -> list[str]:
    """Return the largest set of members that a list can have, by its type. Raises _Unsettled."""
    element = list_.type.element
    of: dict[str, Mapping[str, tuple[str, ...]]] = {"card": words.kinds, "row": words.tables}
    if element.sort not in of:
        raise _Unsettled
    return list(of[element.sort][element.name])


def _aggregate(aggregate: Aggregate, words: Vocabulary, values: Values) -> Any:
    if aggregate.member is not None:
        raise _Unsettled
    members = _settled(aggregate.list, words, values)
    return _AGGREGATES[aggregate.function](members)


_AGGREGATES: dict[str, Callable[[list[Any]], Any]] = {
    "count": len,
    "sum": sum,
    "max": lambda members: max(members, default=0),
    "min": lambda members: min(members, default=0),
    "any": any,
    "all": all,
    "distinct": lambda members: len(set(members) - {None}),
    "first": lambda members: next(iter(members), None),
    "last": lambda members: next(reversed(members), None),
}


def _conditional(conditional: Conditional, words: Vocabulary, values: Values) -> Any:
    if _settled(conditional.condition, words, values):
        return _settled(conditional.then, words, values)
    return _settled(conditional.otherwise, words, values)


def _numeric(numeric: Numeric, words: Vocabulary, values: Values) -> Any:
    return _NUMERIC[numeric.operator](*(_settled(part, words, values) for part in numeric.parts))


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


def _comparison(comparison: Comparison, words: Vocabulary, values: Values) -> Any:
    try:
        left, right = (
            _settled(comparison.left, words, values),
            _settled(comparison.right, words, values),
        )
    except _Unsettled:
        holds = comparison_in(comparison, words, lambda part: value_of(part, words, values))
        if holds is None:
            raise
        return holds
    return _ORDER[comparison.operator](left, right)


_ORDER: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "<>": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def _logical(logical: Logical, words: Vocabulary, values: Values) -> Any:
    """Return the value of a condition, which one of its parts alone may determine."""
    if logical.operator == "not":
        return not _settled(logical.parts[0], words, values)
    deciding = logical.operator == "or"
    parts = [value_of(part, words, values) for part in logical.parts]
    if deciding in parts:
        return deciding
    if UNKNOWN in parts:
        raise _Unsettled
    return not deciding


_WAYS: dict[type, Callable[..., Any]] = {
    Constant: lambda one, words, values: one.value,
    RuleNumber: _rule,
    VariableRead: _variable,
    FieldOf: _field,
    Every: _every,
    RowNumber: _row_number,
    Listed: lambda one, words, values: [_settled(item, words, values) for item in one.items],
    Span: _span,
    Where: _where,
    Aggregate: _aggregate,
    IsEmpty: lambda test, words, values: not _settled(test.list, words, values),
    Contains: lambda one, words, values: (
        _settled(one.member, words, values) in _settled(one.list, words, values)
    ),
    Conditional: _conditional,
    Numeric: _numeric,
    Comparison: _comparison,
    Logical: _logical,
}
