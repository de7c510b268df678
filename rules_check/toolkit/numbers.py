"""Numbers for compiled rules that are always there: of what is not there they are 0, and none is
too large.

In: arrays and numbers. Out: numbers. Knows no game. These are what rules that are data are made of,
and rules written by hand may use them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rules_check.engine.kernel import below, jit_lean
from rules_check.toolkit.records import EMPTY

MOST_COUNTED = 10**8
"""What a counter holds at most, and less than nothing at least: sums of some of them have room in
32 bits.
"""
_MOST_PRODUCT = 10**15


@jit_lean
def number_at(numbers: Any, at: int) -> int:
    """Return the number at a place of an array; 0 for a place that is not there, as EMPTY is."""
    return np.int64(numbers[at]) if 0 <= at < numbers.size else np.int64(0)  # type: ignore[return-value]


@jit_lean
def entry_at(entries: Any, at: int) -> int:
    """Return the card, row, word or seat at a place of an array; EMPTY for a place that is not
    there.
    """
    return np.int64(entries[at]) if 0 <= at < entries.size else np.int64(EMPTY)  # type: ignore[return-value]


@jit_lean
def quotient(number: int, by: int) -> int:
    """Divide, rounding down; what is divided by 0 is 0."""
    return np.int64(number) // np.int64(by) if by != 0 else np.int64(0)  # type: ignore[return-value]


@jit_lean
def remainder(number: int, by: int) -> int:
    """Return what dividing leaves; of what is divided by 0 it is 0."""
    return np.int64(number) % np.int64(by) if by != 0 else np.int64(0)  # type: ignore[return-value]


@jit_lean
def product(number: int, other: int) -> int:
    """Multiply two numbers of up to 10^15; so much is the most that comes of it."""
    about = float(number) * float(other)
    if about >= _MOST_PRODUCT:
        return np.int64(_MOST_PRODUCT)  # type: ignore[return-value]
    if about <= -_MOST_PRODUCT:
        return np.int64(-_MOST_PRODUCT)  # type: ignore[return-value]
    return np.int64(number) * np.int64(other)  # type: ignore[return-value]


@jit_lean
def bounded(number: int) -> int:
    """Return a number, or the nearest that a counter can hold."""
    return max(-MOST_COUNTED, min(MOST_COUNTED, number))


@jit_lean
def roll(state: Any, dice: Any, faces: int) -> None:
    """Roll dice by the game's own stream of luck, in the order of an array."""
    for i in range(dice.size):
        dice[i] = 1 + below(state.rng, 0, faces)


@jit_lean
def take_first(entries: Any) -> int:
    """Take the first of some numbers away, such as the seats that are still due; EMPTY if there is
    none. EMPTY comes in behind the others.
    """
    first = np.int64(entries[0])
    for i in range(entries.size - 1):
        entries[i] = entries[i + 1]
    entries[entries.size - 1] = EMPTY
    return first  # type: ignore[return-value]
