"""The meaning of the number of a generated fault: what is wrong with a state, and where that shows.

In: declarations, a card set, a state, the number returned by `fault`. Out: words. Knows no game.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from rules_check.engine.game import BY_CARD
from rules_check.toolkit import tableau
from rules_check.toolkit.declarations import Declarations
from rules_check.toolkit.prose import joined, with_article
from rules_check.toolkit.records import EMPTY, Field

LOST, NO_CARD = 0, 1
"""The first two of the three faults of a kind, as `fault_names` lists them."""


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
        return _lowest_of(*bounded[sort], declared, state)
    if not 0 <= at < len(kinds):
        return ""
    known, counts = range(int(cards[declared.cards._counts[kinds[at]]])), dict[str, int]()
    for name, field in declared.state.fields.items():
        if field.cards_of != kinds[at]:
            continue
        has_seats = field.has_seats(declared.state.seats)
        for part in np.ndindex(field.shape[:-1]):
            is_away = has_seats and part[0] >= state.players
            count = _lies(field, state[name][part], card - 1, what, known, is_away)
            if count:
                counts[tableau.place_name(name, field, part, cards, has_seats)] = count
    if not counts:
        return "in no zone" if what == LOST else ""
    if max(counts.values()) == 1:
        return joined([f"in {name}" for name in counts])
    return joined([f"{count} in {name}" for name, count in counts.items()])


def _lowest_of(name: str, field: Field, declared: Declarations, state: Any) -> str:
    """Write the first number of a field that is below its least, and whose it is."""
    for part in np.ndindex(field.shape):
        if state[name][part] < field.least:
            is_of_seats = field.shape[:1] == (declared.state.seats,) and not field.is_shared
            owner = f" of seat {part[0] + 1}" if is_of_seats else ""
            return f"{int(state[name][part])}{owner}"
    return ""


def _lies(field: Field, part: Any, card: int, what: int, known: range, is_away: bool) -> int:
    """Count in one zone what a generated fault concerns: a card, a number that is not a card, a
    card of a seat that does not play.
    """
    held, is_wrong = _content(field, list(map(int, part)), known)
    if what == LOST:
        return held.count(card)
    if what == NO_CARD:
        return int(is_wrong or any(value not in known for value in held))
    return int(is_away and bool(held))


def _content(field: Field, values: list[int], known: range) -> tuple[list[int], bool]:
    """Read a zone: the cards that it says it holds, and whether it is damaged."""
    if field.is_count:
        counts = values[: len(known)]
        held = list(Counter(dict(enumerate(counts))).elements())
        return held, min(counts, default=0) < 0
    if field.zone_of is None:
        return [value for value in values if value != EMPTY], False
    *room, size = values
    held = room[: max(size, 0)]
    if not 0 <= size <= len(room):
        return held, True
    is_untidy = not {*room[size:]} <= {EMPTY}
    return held, bool(field.zone_of) and is_untidy
