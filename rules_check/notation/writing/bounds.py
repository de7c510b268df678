"""The largest number that a player can name, as far as it can be determined without playing.

In: a list of numbers. Out: the maximum for which a move has room.
"""

from __future__ import annotations

from collections.abc import Callable
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
    match value:
        case p.VariableRead() if value.variable.number in shape.values:
            return _most(shape.values[value.variable.number], shape)
        case p.Constant():
            return int(value.value or 0)
        case p.RuleNumber():
            return shape.most_of_rule(value.name)
        case p.Span(high=part) | p.Where(list=part) | p.Mapped(value=part):
            return _most(part, shape)
        case p.Aggregate(function="max" | "min" | "first" | "last", list=part):
            return _most(part, shape)
        case p.Aggregate(function="count" | "distinct"):
            return sum(map(shape.copies_of, shape.kinds))
        case p.Otherwise(first=one, second=other) | p.Conditional(then=one, otherwise=other):
            return max(_most(one, shape), _most(other, shape))
        case p.Listed():
            return max((_most(item, shape) for item in value.items), default=inf)
        case p.FieldOf() if value.type.sort == "number":
            return shape.most_of_field(value.of.type.name, value.field)
        case p.Numeric(operator=operator) if operator in _LARGEST:
            parts = [_most(part, shape) for part in value.parts]
            return _LARGEST[operator](parts) if inf not in parts or operator == "min" else inf
    return inf


_LARGEST: dict[str, Callable[[list[float]], float]] = {
    "+": sum,
    "*": prod,
    "max": max,
    "min": min,
    **dict.fromkeys(("-", "/", "mod"), itemgetter(0)),
}
"""The largest result of a calculation, by the largest values of its parts."""
