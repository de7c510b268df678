"""What an expression reveals: cards and numbers that it reads but a player cannot see.

In: the condition and the lists of an option, and the piles that its player knows. Out: the names of
everything read, other than the size of a pile.
"""

from __future__ import annotations

from collections.abc import Iterator

from generator.data.problems import Place
from rules_check.notation.knowing import Piles
from rules_check.notation.program import (
    Aggregate,
    CardOn,
    CardsIn,
    CounterRead,
    IsEmpty,
    PileRead,
    Program,
    VariableRead,
)
from rules_check.notation.walking import is_me, within


def hidden_in(
    parts: object, program: Program, known: Piles = (), is_owner: bool = True
) -> Iterator[tuple[str, Place]]:
    """Yield what is read but hidden from the acting player, except for `known` piles. Without
    `is_owner`, yield what is hidden from all others.
    """
    match parts:
        case (
            IsEmpty(list=CardsIn(pile=pile))
            | Aggregate(function="count", member=None, list=CardsIn(pile=pile))
        ):
            # the number of cards is open; only whose pile it is, and which one, can be hidden
            parts = tuple(within(pile))
        case PileRead():
            is_own = is_owner and is_me(parts.owner)
            seen = {"all": True, "owner": is_own, "nobody": False}
            if not seen[program.zones[parts.zone].seen] and parts not in known:
                yield parts.zone, parts.place
        case CardsIn(pile=VariableRead() as pile) | CardOn(pile=VariableRead() as pile):
            zone = program.zones[pile.type.name]
            if zone.seen == "nobody" and pile not in known:
                yield zone.name, parts.place
        case CounterRead():
            counter = program.counters[parts.counter]
            if counter.is_seen_by_owner_only and not (is_owner and is_me(parts.owner)):
                yield parts.counter, parts.place
    for part in within(parts):
        yield from hidden_in(part, program, known, is_owner)
