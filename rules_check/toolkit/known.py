"""Which seats know single cards of a zone that they do not see, for compiled rules.

Beside a zone is a field of `known_by`: for the card at each place the seats that know it, a bit
each, and 0 if there is no card. These verbs keep it in step with the cards. They are called
beside the verbs of `zones`, which move the cards; each says whether before or after.

Nothing is known that a player could not know: if a card goes away and a seat does not see which one
it is, the seat knows none of those that are left. If it sees one of several that are alike, it
knows one of them less.
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
    """Let no one know a zone, which is shuffled or empty."""
    for i in range(known.size):
        known[i] = 0


@jit_lean
def goes(known: Any, zone: Any, at: int, card: int, seats: int) -> None:
    """After a card went away from place `at`: `seats`, a bit each, saw which one it was."""
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
    """After a card came on top: `seats` know it."""
    known[zone[-1] - 1] = seats


@jit_lean
def comes_under(known: Any, zone: Any, seats: int) -> None:
    """After a card came to the bottom: `seats` know it."""
    for i in range(zone[-1] - 1, 0, -1):
        known[i] = known[i - 1]
    known[0] = seats


@jit_lean
def top_goes(known: Any, zone: Any) -> int:
    """Before the top card is drawn: return who knows it, for all know that it is this one."""
    at = zone[-1] - 1
    if at < 0:
        return np.int64(0)  # type: ignore[return-value]
    seats, known[at] = known[at], 0
    return np.int64(seats)  # type: ignore[return-value]


@jit_lean
def hand_on(known: Any, zone: Any, other_known: Any, other: Any) -> None:
    """Before all cards of a zone are laid on top of another, in their order."""
    for i in range(zone[-1]):
        other_known[other[-1] + i], known[i] = known[i], 0


@jit_lean
def exchange(known: Any, other: Any) -> None:
    """Before or after all cards of two zones are exchanged."""
    for i in range(min(known.size, other.size)):
        known[i], other[i] = other[i], known[i]
