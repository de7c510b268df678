"""What an expression gives away: cards and numbers that it reads and a player cannot see.

In: the condition and the lists of an option. Out: the names of what is read beyond how many there
are.
"""

from __future__ import annotations

from collections.abc import Iterator

from generator.data.problems import Place
from rules_check.notation.program import (
    Aggregate,
    CardsIn,
    CounterRead,
    Expression,
    IsEmpty,
    PileRead,
    Program,
    Who,
)
from rules_check.notation.walking import within


def hidden_in(parts: object, program: Program, looked_at: set[str]) -> Iterator[tuple[str, Place]]:
    """Go through what is read and hidden from the player who acts; zones that are `looked_at` may
    be known.
    """
    if isinstance(parts, IsEmpty | Aggregate) and _asks_how_many(parts):
        some = parts.list
        if isinstance(some, CardsIn):
            yield from _owners(some.pile, program, looked_at)
            return
    if isinstance(parts, PileRead):
        zone = program.zones[parts.zone]
        if parts.zone not in looked_at and not _is_seen(zone.seen, parts.owner):
            yield parts.zone, parts.place
    if isinstance(parts, CounterRead):
        counter = program.counters[parts.counter]
        if counter.is_seen_by_owner_only and not _is_me(parts.owner):
            yield parts.counter, parts.place
    for one in within(parts):
        yield from hidden_in(one, program, looked_at)


def _asks_how_many(parts: IsEmpty | Aggregate) -> bool:
    return isinstance(parts, IsEmpty) or (parts.function == "count" and parts.member is None)


def _owners(pile: Expression, program: Program, looked_at: set[str]) -> Iterator[tuple[str, Place]]:
    """Go through what is hidden in whose pile it is, and which."""
    for one in within(pile):
        yield from hidden_in(one, program, looked_at)


def _is_seen(seen: str, owner: Expression | None) -> bool:
    return seen == "all" or (seen == "owner" and _is_me(owner))


def _is_me(owner: Expression | None) -> bool:
    return isinstance(owner, Who) and owner.who == "me"
