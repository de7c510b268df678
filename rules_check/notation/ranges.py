"""The range of numbers that an expression can have in any game, as far as cards.yaml determines it.

In: an expression, and a function that gives the known numbers. Out: the minimum and the maximum,
either of which may be infinite; for a comparison, whether it holds always or never.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

from rules_check.notation.program import (
    Aggregate,
    Clock,
    Comparison,
    Expression,
    FieldOf,
    Numeric,
    SeatNumber,
)
from rules_check.notation.vocabulary import Vocabulary

Range = tuple[float, float]
Settled = Callable[[Expression], Any]
"""Returns the value of an expression, or something that is not a number."""
ANY: Range = (-inf, inf)


def comparison_in(comparison: Comparison, words: Vocabulary, settled: Settled) -> bool | None:
    """Return the result of a comparison if it is the same in every game; otherwise None."""
    low, high = range_of(comparison.left, words, settled)
    least, most = range_of(comparison.right, words, settled)
    is_below, is_above = high < least, low > most
    match comparison.operator:
        case "=" | "<>" if is_below or is_above:
            return comparison.operator == "<>"
        case "<" | ">=" if is_below or low >= most:
            return is_below == (comparison.operator == "<")
        case ">" | "<=" if is_above or high <= least:
            return is_above == (comparison.operator == ">")
    return None


def range_of(expression: Expression, words: Vocabulary, settled: Settled) -> Range:
    """Return the minimum and the maximum of a number."""
    value = settled(expression)
    if isinstance(value, int):
        return float(value), float(value)
    match expression:
        case Clock() | SeatNumber():
            return 1, inf
        case Aggregate(function="count" | "distinct"):
            return 0, _most_of(expression, words)
        case FieldOf() if expression.type.sort == "number":
            return _of_field(expression, words)
        case Numeric(operator="+" | "-"):
            (low, high), (least, most) = (
                range_of(part, words, settled) for part in expression.parts
            )
            if expression.operator == "+":
                return (low + least, high + most)
            return (low - most, high - least)
    return ANY


def _most_of(aggregate: Aggregate, words: Vocabulary) -> float:
    """Return the largest number of members of a list of cards, counting all copies."""
    kind = aggregate.list.type.element
    if kind.sort != "card":
        return inf
    return sum(words.cards[id_].copies for id_ in words.kinds[kind.name])


def _of_field(field_of: FieldOf, words: Vocabulary) -> Range:
    """Return the range of a field; it includes 0 if a card leaves it out, or if there may be no
    card.
    """
    owner = field_of.of.type.name
    ids = words.kinds.get(owner) or words.tables[owner]
    numbers = [words.records[owner, id_]._values.get(field_of.field) or 0 for id_ in ids]
    return min(0, *numbers), max(0, *numbers)
