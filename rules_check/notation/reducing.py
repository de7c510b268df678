"""Repeats that reduce a zone to so many cards, such as a hand to its limit.

In: a `Repeat`. Out: the zone. Since `until:` is checked after each repetition, such a repeat takes
a card even from a zone that is small enough.
"""

from __future__ import annotations

from rules_check.notation.program import (
    Aggregate,
    CardsIn,
    Choose,
    Comparison,
    Move,
    PileRead,
    Repeat,
    Step,
)


def reduced_by(loop: Repeat) -> str | None:
    """Return the zone from which each repetition takes cards until so many are left; None if the
    repeat does something else.
    """
    match loop.until:
        case Comparison(
            operator="<" | "<=",
            left=Aggregate(function="count", member=None, list=CardsIn(pile=PileRead(zone=zone))),
        ) if _takes_from(loop.steps, zone):
            return zone
    return None


def _takes_from(steps: tuple[Step, ...], zone: str) -> bool:
    """Return whether the first thing that steps do, or their only option, is to take cards from a
    zone.
    """
    first = steps[0]
    if isinstance(first, Choose) and len(first.options) == 1:
        first = first.options[0].steps[0]
    return isinstance(first, Move) and first.taken.source.type.name == zone
