"""Cards in motion between declared zones, for compiled rules.

A zone is an array of card numbers, the last one on top, followed by EMPTY; its last entry is the
number of cards. So `state.deck` is a zone, and so is `state.hand[seat]`. Verbs change it in place.
Compiled verbs do not check whether a card is where it should be: the soundness checks do. In
uncompiled play, which new rules go through first, `put`, `slip_under`, `take` and `pull` report a
missing card or a full zone at once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

import numpy as np

from rules_check.engine.kernel import IS_COMPILED, jit_lean, jit_within, shuffle
from rules_check.toolkit.records import EMPTY

F = TypeVar("F", bound=Callable[..., Any])


def _looked_at(function: F) -> F:
    """Let a verb report requests that it cannot fulfil when rules are played uncompiled."""
    if IS_COMPILED:
        return function
    if function.__name__ in ("put", "slip_under"):

        def verb(zone: Any, card: int) -> Any:
            if card == EMPTY:
                raise IndexError(
                    f"`{function.__name__}` was given no card (-1, which `draw` and `top` return "
                    "for an empty zone)"
                )
            if zone[-1] >= zone.size - 1:
                raise IndexError(f"a zone with room for {zone.size - 1} is given one more")
            return function(zone, card)

    else:

        def verb(zone: Any, card: int) -> Any:
            if find(zone, card) == EMPTY:
                raise IndexError(
                    f"`{function.__name__}` is asked for card {card}, which is not in the zone"
                )
            return function(zone, card)

    return wraps(function)(verb)  # type: ignore[return-value]


@jit_within
def size(zone: Any) -> int:
    """Return how many cards are in a zone."""
    return np.int64(zone[-1])  # type: ignore[return-value]


@_looked_at
@jit_lean
def put(zone: Any, card: int) -> None:
    """Put a card on top of a zone."""
    zone[zone[-1]] = card
    zone[-1] += 1


@jit_lean
def top(zone: Any) -> int:
    """Return the card on top of a zone; EMPTY if there is none."""
    return np.int64(zone[zone[-1] - 1]) if zone[-1] > 0 else np.int64(EMPTY)  # type: ignore[return-value]


@jit_lean
def draw(zone: Any) -> int:
    """Take the card on top of a zone; EMPTY if there is none."""
    card = top(zone)
    if card != EMPTY:
        zone[-1] -= 1
        zone[zone[-1]] = EMPTY
    return card


@jit_lean
def find(zone: Any, card: int) -> int:
    """Return the index of a card in a zone, from 0; EMPTY if it is not there."""
    for i in range(zone[-1]):
        if zone[i] == card:
            return np.int64(i)  # type: ignore[return-value]
    return np.int64(EMPTY)  # type: ignore[return-value]


@jit_within
def is_first(zone: Any, i: int) -> bool:
    """Return whether no card before index `i` of a zone is the same. For small zones, for which
    comparing with all is faster.
    """
    again = False
    for before in range(i):
        again |= zone[before] == zone[i]
    return not again


@_looked_at
@jit_lean
def take(zone: Any, card: int) -> int:
    """Take a card out of a zone, keeping the order of the others; return the card."""
    last, is_found = zone[-1] - 1, False
    for i in range(last):  # through all of them, because its position is unpredictable
        is_found |= zone[i] == card
        zone[i] = zone[i + is_found]
    zone[last], zone[-1] = EMPTY, last
    return card


@_looked_at
@jit_lean
def pull(zone: Any, card: int) -> None:
    """Take a card out of a zone whose order does not matter: the last card takes its place, which
    is faster than `take`. Return the card.
    """
    at = last = zone[-1] - 1
    for i in range(last - 1, -1, -1):  # backwards, which is faster than stopping at the first
        at = i if zone[i] == card else at
    zone[at] = zone[last]
    zone[last] = EMPTY
    zone[-1] = last


@jit_lean
def count(numbers: Any, number: int) -> int:
    """Count how many of some numbers, such as the cards in a row of places, equal this one."""
    found = 0
    for i in range(numbers.size):
        found += numbers[i] == number
    return found


@jit_lean
def lowest(numbers: Any) -> Any:
    """Find the smallest of some numbers."""
    found = numbers[0]
    for i in range(1, numbers.size):
        found = min(found, numbers[i])
    return found


@jit_lean
def highest(numbers: Any) -> Any:
    """Find the largest of some numbers."""
    found = numbers[0]
    for i in range(1, numbers.size):
        found = max(found, numbers[i])
    return found


@_looked_at
@jit_lean
def slip_under(zone: Any, card: int) -> None:
    """Put a card under a zone, as the last to be drawn."""
    for i in range(zone[-1], 0, -1):
        zone[i] = zone[i - 1]
    zone[0] = card
    zone[-1] += 1


@jit_lean
def move_all(source: Any, target: Any) -> None:
    """Put all cards of one zone on top of another, lowest first."""
    count, at = source[-1], target[-1]
    for i in range(count):
        target[at + i], source[i] = source[i], EMPTY
    target[-1], source[-1] = at + count, 0


@jit_lean
def fill(zone: Any, count: int) -> None:
    """Put the cards with numbers 0 to `count` - 1 into an empty zone."""
    for card in range(count):
        put(zone, card)


@jit_lean
def fill_copies(zone: Any, copies: Any) -> None:
    """Put copies of each card into a zone; `copies`, an array of whole numbers such as
    `fish_copies` of a card set, has the number of copies at the card's index.
    """
    for card in range(copies.size):
        for _ in range(copies[card]):
            put(zone, card)


@jit_lean
def put_under(source: Any, target: Any) -> None:
    """Put all cards of one zone under another, so that the lowest of them is drawn first."""
    count, below = source[-1], target[-1]
    for i in range(below - 1, -1, -1):
        target[i + count] = target[i]
    for i in range(count):
        target[count - 1 - i], source[i] = source[i], EMPTY
    target[-1], source[-1] = below + count, 0


@jit_lean
def mix_up(state: Any, zone: Any) -> None:
    """Shuffle a zone with the game's own stream of luck."""
    shuffle(state.rng, 0, zone, zone[-1])


@jit_lean
def has_room(zone: Any) -> bool:
    """Return whether a zone has room for one more card."""
    return bool(zone[-1] < zone.size - 1)


def _saying_what_is_full(function: F) -> F:
    """Report a move of a card into a full zone when rules are played uncompiled; in compiled rules,
    the card stays where it is.
    """
    if IS_COMPILED:
        return function

    def verb(source: Any, target: Any, *card: int) -> Any:
        if source[-1] > 0 and not has_room(target):
            raise IndexError(f"a zone with room for {target.size - 1} is given one more")
        return function(source, target, *card)

    return wraps(function)(verb)  # type: ignore[return-value]


@_saying_what_is_full
@jit_lean
def carry(source: Any, target: Any, card: int) -> bool:
    """Move a card from one zone to the top of another, if it is in the first; return whether it
    was.
    """
    is_there = find(source, card) != EMPTY and has_room(target)
    if is_there:
        put(target, take(source, card))
    return is_there


@_saying_what_is_full
@jit_lean
def carry_under(source: Any, target: Any, card: int) -> bool:
    """Move a card from one zone to the bottom of another, as `carry` does."""
    is_there = find(source, card) != EMPTY and has_room(target)
    if is_there:
        slip_under(target, take(source, card))
    return is_there


@_saying_what_is_full
@jit_lean
def deal_one(source: Any, target: Any) -> bool:
    """Move the top card of one zone to the top of another; return whether there was one."""
    is_there = source[-1] > 0 and has_room(target)
    if is_there:
        put(target, draw(source))
    return is_there


@jit_lean
def swap(zone: Any, other: Any) -> None:
    """Exchange all cards of two zones."""
    for i in range(min(zone.size, other.size) - 1):
        zone[i], other[i] = other[i], zone[i]
    zone[-1], other[-1] = other[-1], zone[-1]


@jit_lean
def sort(zone: Any) -> None:
    """Sort the cards of a zone by their numbers, lowest first."""
    for i in range(1, zone[-1]):
        card, at = zone[i], i
        while at > 0 and zone[at - 1] > card:
            zone[at] = zone[at - 1]
            at -= 1
        zone[at] = card
