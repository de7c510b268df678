"""The meaning of the number of a generated fault: what is wrong with a state, and where that shows.

In: declarations, a card set, a state, the number returned by `fault`. Out: words. Knows no game.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rules_check.engine.game import BY_CARD
from rules_check.toolkit import tableau
from rules_check.toolkit.declarations import Declarations
from rules_check.toolkit.prose import joined, with_article
from rules_check.toolkit.records import Field


def fault_names(declared: Declarations) -> tuple[str, ...]:
    """Return the meaning of each number that `fault` can return; 0 is "sound"."""
    names = ["sound"]
    for kind in declared.kinds_looked_for():
        names += [
            f"{with_article(kind)} is in two zones or in none",
            f"a zone of {kind} has a number that is not one of its cards",
            f"a seat without a player has {with_article(kind)}",
        ]
    return (
        *names,
        *(f"{name.replace('_', ' ')} below {field.least}" for name, field in declared.bounded()),
        *declared.faults,
    )


def fault_lies(declared: Declarations, cards: Any, state: Any, number: int) -> str:
    """Name the zones of a state in which a generated fault appears, "in deck and in hand of seat
    2"; empty for other faults.
    """
    (card, sort), kinds = divmod(number, BY_CARD), declared.kinds_looked_for()
    at, what = divmod(sort - 1, 3)
    bounded = dict(enumerate(declared.bounded(), 1 + 3 * len(kinds)))
    if sort in bounded and not card:
        name, field = bounded[sort]
        low = [part for part in np.ndindex(field.shape) if state[name][part] < field.least]
        owner = (
            f" of seat {low[0][0] + 1}"
            if low
            and field.shape
            and field.shape[0] == declared.state.seats
            and not field.is_shared
            else ""
        )
        return f"{int(state[name][low[0]])}{owner}" if low else ""
    if not 0 <= at < len(kinds):
        return ""
    known, counts = range(int(cards[declared.cards._counts[kinds[at]]])), dict[str, int]()
    for name, field in declared.state.fields.items():
        for part in np.ndindex(field.shape[:-1]) if field.cards_of == kinds[at] else ():
            has_seats = field.has_seats(declared.state.seats)
            count = _lies(
                field,
                state[name][part],
                card - 1,
                what,
                known,
                has_seats and part[0] >= state.players,
            )
            if count:
                counts[tableau.place_name(name, field, part, cards, has_seats)] = count
    are_many = max(counts.values(), default=1) > 1
    if not counts:
        return "in no zone" if what == 0 else ""
    return joined(
        [f"{count} in {name}" if are_many else f"in {name}" for name, count in counts.items()]
    )


def _lies(field: Field, part: Any, card: int, what: int, known: range, is_away: bool) -> int:
    """Count in one zone what a generated fault concerns: a card, a number that is not a card, a
    card of a seat that does not play.
    """
    values, size = [int(value) for value in part], int(part[-1])
    if field.is_count:
        held, is_wrong = (
            [one for one in known for _ in range(values[one])],
            any(value < 0 for value in values[: len(known)]),
        )
    elif field.zone_of is not None:
        held = values[: min(max(size, 0), len(values) - 1)]
        is_wrong = not 0 <= size < len(values) or (
            bool(field.zone_of) and any(value != -1 for value in values[size:-1])
        )
    else:
        held, is_wrong = [value for value in values if value != -1], False
    if what == 0:
        return held.count(card)
    return (
        int(is_wrong or any(one not in known for one in held))
        if what == 1
        else int(is_away and bool(held))
    )
