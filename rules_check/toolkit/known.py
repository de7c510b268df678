"""Knowledge of single cards in a zone that is not seen, by seat, for compiled rules.

A field of `known_by` accompanies a zone: for the card at each position, it holds the seats that
know it, one bit each, or 0 if there is no card. These verbs keep it in step with the cards. Call
them together with the verbs of `zones`, which move the cards; each says whether before or after.

No seat knows more than a player could: if a card leaves and a seat does not see which one, the seat
no longer knows any of those that are left. If it sees one of several equal cards leave, it knows
one of them fewer.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rules_check.engine.kernel import jit_lean


@jit_lean
def look_at(known: Any, zone: Any, seat: int) -> None:
    """Let a seat know all cards of a zone."""
    for i in range(zone[-1]):
        known[i] |= 1 << seat


@jit_lean
def knower(known: Any, zone: Any, seat: int) -> int:
    """Return the bit of a seat that knows all cards of a zone; 0 if it does not."""
    bits = 1 << seat
    for i in range(zone[-1]):
        bits &= known[i]
    return np.int64(bits)  # type: ignore[return-value]


@jit_lean
def forget(known: Any) -> None:
    """Make all seats forget a zone that is shuffled or empty."""
    for i in range(known.size):
        known[i] = 0


@jit_lean
def goes(known: Any, zone: Any, at: int, card: int, seats: int) -> None:
    """Record, after a card has left position `at`, that `seats`, one bit each, saw which one it
    was.
    """
    gone, count = known[at] & seats, zone[-1]
    for i in range(count):
        bits = known[i + (i >= at)] & seats
        if zone[i] == card:
            lost = bits & ~gone
            gone |= lost
            bits &= ~lost
        known[i] = bits
    known[count] = 0


@jit_lean
def comes(known: Any, zone: Any, seats: int) -> None:
    """Record, after a card has been put on top, that `seats` know it."""
    known[zone[-1] - 1] = seats


@jit_lean
def comes_under(known: Any, zone: Any, seats: int) -> None:
    """Record, after a card has been put at the bottom, that `seats` know it."""
    for i in range(zone[-1] - 1, 0, -1):
        known[i] = known[i - 1]
    known[0] = seats


@jit_lean
def top_goes(known: Any, zone: Any) -> int:
    """Return, before the top card is drawn, who knows it: everyone knows that it is this one."""
    at = zone[-1] - 1
    if at < 0:
        return np.int64(0)  # type: ignore[return-value]
    seats, known[at] = known[at], 0
    return np.int64(seats)  # type: ignore[return-value]


@jit_lean
def hand_on(known: Any, zone: Any, other_known: Any, other: Any) -> None:
    """Move the knowledge of a zone, before all its cards are put on top of another in the same
    order.
    """
    for i in range(zone[-1]):
        other_known[other[-1] + i], known[i] = known[i], 0


@jit_lean
def exchange(known: Any, other: Any) -> None:
    """Exchange the knowledge of two zones, before or after all their cards are exchanged."""
    for i in range(min(known.size, other.size)):
        known[i], other[i] = other[i], known[i]
