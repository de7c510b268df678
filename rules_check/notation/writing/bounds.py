"""The largest number that a player can name, as far as it can be determined without playing.

In: a list of numbers. Out: the maximum for which a move has room.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import inf, prod
from operator import itemgetter
from typing import Any

from rules_check.notation import program as p
from rules_check.notation.walking import nodes_of
from rules_check.notation.writing.shape import Shape

MOST_NAMED = 999
"""The largest number in a move if its size cannot be determined."""
STEPS = (5, 10, 20, 50, 100, 200, 500, 999)
"""Numbers to which a bound is rounded up, so that editing a number rarely changes the rules."""


def most_of(numbers: Any, shape: Shape) -> int:
    """Return the largest member that a list of numbers can have."""
    most = _most(numbers, shape)
    return next((step for step in STEPS if step >= most), MOST_NAMED)


def range_of(counter: p.CounterDeclared, shape: Shape) -> tuple[int, int]:
    """Return the minimum and the maximum of a counter, for a player who does not see it."""
    if counter.faces:
        return 1, counter.faces
    match counter.type.sort:
        case "truth":
            return 0, 1
        case "player":
            return -1, shape.counts[0] - 1
        case "row":
            return -1, shape.room_of(counter.type.name) - 1
    steps = nodes_of(p.SetCounter, shape.program)
    values = [step.value for step in steps if step.counter.counter == counter.name]
    ends = [int(most) for value in (counter.start, *values) if (most := _most(value, shape)) < inf]
    most = max([1, *ends])
    return min(0, *ends), next((step for step in STEPS if step >= most), most)


def _most(value: Any, shape: Shape) -> float:
    """Return the largest value that a number can have; infinity if that is unknown."""
    return _MOST.get(type(value), _unknown)(value, shape)


def _unknown(value: Any, shape: Shape) -> float:
    return inf


def _of_all(parts: Iterable[Any], shape: Shape) -> float:
    return max((_most(part, shape) for part in parts), default=inf)


def _of_field(value: p.FieldOf, shape: Shape) -> float:
    is_number = value.type.sort == "number"
    return shape.most_of_field(value.of.type.name, value.field) if is_number else inf


def _of_aggregate(value: p.Aggregate, shape: Shape) -> float:
    if value.function in ("count", "distinct"):
        return sum(map(shape.copies_of, shape.kinds))
    return _most(value.list, shape) if value.function in _OF_MEMBERS else inf


def _of_calculation(value: p.Numeric, shape: Shape) -> float:
    parts = [_most(part, shape) for part in value.parts]
    if value.operator not in _LARGEST or (inf in parts and value.operator != "min"):
        return inf
    return _LARGEST[value.operator](parts)


_OF_MEMBERS = ("max", "min", "first", "last")
"""The functions whose value is at most that of the largest member."""
_MOST: dict[type, Callable[[Any, Shape], float]] = {
    p.VariableRead: lambda value, shape: _most(shape.values.get(value.variable.number), shape),
    p.Constant: lambda value, shape: int(value.value or 0),
    p.RuleNumber: lambda value, shape: shape.most_of_rule(value.name),
    p.Span: lambda value, shape: _most(value.high, shape),
    p.Where: lambda value, shape: _most(value.list, shape),
    p.Mapped: lambda value, shape: _most(value.value, shape),
    p.Aggregate: _of_aggregate,
    p.Otherwise: lambda value, shape: _of_all((value.first, value.second), shape),
    p.Conditional: lambda value, shape: _of_all((value.then, value.otherwise), shape),
    p.Listed: lambda value, shape: _of_all(value.items, shape),
    p.FieldOf: _of_field,
    p.Numeric: _of_calculation,
}
"""The largest value of each sort of number; that of any other is unknown."""
_LARGEST: dict[str, Callable[[list[float]], float]] = {
    "+": sum,
    "*": prod,
    "max": max,
    "min": min,
    **dict.fromkeys(("-", "/", "mod"), itemgetter(0)),
}
"""The largest result of a calculation, by the largest values of its parts."""
