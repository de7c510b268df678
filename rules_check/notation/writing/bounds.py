"""The largest number that a player can name, as far as it can be determined without playing.

In: a list of numbers. Out: the maximum for which a move has room.
"""

from __future__ import annotations

from typing import Any

from rules_check.notation import program as p
from rules_check.notation.writing.looking import every
from rules_check.notation.writing.shape import Shape

MOST_NAMED = 999
"""The largest number in a move if its size cannot be determined."""
STEPS = (5, 10, 20, 50, 100, 200, 500, 999)
"""Numbers to which a bound is rounded up, so that editing a number rarely changes the rules."""


def most_of(numbers: Any, shape: Shape) -> int:
    """Return the largest member that a list of numbers can have."""
    most = _most(numbers, shape)
    if most is None:
        return MOST_NAMED
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
    values = [counter.start, *_values_of(counter.name, shape)]
    ends = [most for value in values if (most := _most(value, shape)) is not None]
    most = max([1, *ends])
    return min(0, *ends), next((step for step in STEPS if step >= most), most)


def _values_of(name: str, shape: Shape) -> list[Any]:
    """List the values a counter is set to, apart from amounts added to it."""
    steps = [step for step in every(shape.program) if isinstance(step, p.SetCounter)]
    return [step.value for step in steps if step.counter.counter == name]


def _most(value: Any, shape: Shape) -> int | None:
    """Return the largest value that a number can have; None if that is unknown."""
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
            return _highest([one, other], shape)
        case p.Listed():
            return _highest(value.items, shape)
        case p.FieldOf() if value.type.sort == "number":
            return shape.most_of_field(value.of.type.name, value.field)
        case p.Numeric():
            return _most_of_sum(value, shape)
    return None


def _highest(values: Any, shape: Shape) -> int | None:
    bounds = [_most(value, shape) for value in values]
    numbers = [most for most in bounds if most is not None]
    return max(numbers) if len(numbers) == len(bounds) and numbers else None


def _most_of_sum(value: p.Numeric, shape: Shape) -> int | None:
    parts = [_most(part, shape) for part in value.parts]
    numbers = [part for part in parts if part is not None]
    if value.operator == "min":
        return min(numbers) if numbers else None
    if len(numbers) < len(parts):
        return None
    match value.operator:
        case "+":
            return sum(numbers)
        case "max":
            return max(numbers)
        case "*":
            return numbers[0] * numbers[1]
        case "-" | "/" | "mod":
            return numbers[0]
    return None
