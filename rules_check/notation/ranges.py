"""Between which numbers an expression is in every game, as far as cards.yaml tells.

In: an expression, and what gives the numbers that are settled. Out: the least and the most, either
of which may be infinite; for a comparison whether it always holds, or never.
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
"""Gives the value of an expression, or something that is not a number."""
ANY: Range = (-inf, inf)


def comparison_in(one: Comparison, words: Vocabulary, settled: Settled) -> bool | None:
    """Return whether two numbers compare so in every game; None if some games differ."""
    low, high = range_of(one.left, words, settled)
    least, most = range_of(one.right, words, settled)
    is_below, is_above = high < least, low > most
    match one.operator:
        case "=" | "<>" if is_below or is_above:
            return one.operator == "<>"
        case "<" | ">=" if is_below or low >= most:
            return is_below == (one.operator == "<")
        case ">" | "<=" if is_above or high <= least:
            return is_above == (one.operator == ">")
    return None


def range_of(one: Expression, words: Vocabulary, settled: Settled) -> Range:
    """Return the least and the most that a number can be."""
    value = settled(one)
    if isinstance(value, int):
        return float(value), float(value)
    match one:
        case Clock() | SeatNumber():
            return 1, inf
        case Aggregate(function="count" | "distinct"):
            return 0, _most_of(one, words)
        case FieldOf() if one.type.sort == "number":
            return _of_field(one, words)
        case Numeric(operator="+" | "-"):
            (low, high), (least, most) = (range_of(part, words, settled) for part in one.parts)
            return (low + least, high + most) if one.operator == "+" else (low - most, high - least)
    return ANY


def _most_of(one: Aggregate, words: Vocabulary) -> float:
    """Return how many members a list of cards can have at most, all copies counted."""
    kind = one.list.type.element
    if kind.sort != "card":
        return inf
    return sum(words.cards[id_].copies for id_ in words.kinds[kind.name])


def _of_field(one: FieldOf, words: Vocabulary) -> Range:
    """Return the range of a field: 0 if a card leaves it out, or if there is no card."""
    owner = one.of.type.name
    ids = words.kinds.get(owner) or words.tables[owner]
    numbers = [words.records[owner, id_]._values.get(one.field) or 0 for id_ in ids]
    return min(0, *numbers), max(0, *numbers)
