"""Arithmetic for compiled rules that always has a result: missing things give 0, and no number
becomes too large.

In: arrays and numbers. Out: numbers. Knows no game. Rules as data are made with these functions,
and rules written by hand may use them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rules_check.engine.kernel import below, jit_lean
from rules_check.toolkit.records import EMPTY

MOST_COUNTED = 10**8
"""The largest number that a counter holds, positive or negative: sums of a few of them fit in 32
bits.
"""
_MOST_PRODUCT = 10**15


@jit_lean
def number_at(numbers: Any, at: int) -> int:
    """Return the number at an index of an array; 0 if the index does not exist, as for EMPTY."""
    return np.int64(numbers[at]) if 0 <= at < numbers.size else np.int64(0)  # type: ignore[return-value]


@jit_lean
def entry_at(entries: Any, at: int) -> int:
    """Return the card, row, word or seat at an index of an array; EMPTY if the index does not
    exist.
    """
    return np.int64(entries[at]) if 0 <= at < entries.size else np.int64(EMPTY)  # type: ignore[return-value]


@jit_lean
def quotient(number: int, by: int) -> int:
    """Divide, rounding down; dividing by 0 gives 0."""
    return np.int64(number) // np.int64(by) if by != 0 else np.int64(0)  # type: ignore[return-value]


@jit_lean
def remainder(number: int, by: int) -> int:
    """Return the remainder of a division; dividing by 0 leaves 0."""
    return np.int64(number) % np.int64(by) if by != 0 else np.int64(0)  # type: ignore[return-value]


@jit_lean
def product(number: int, other: int) -> int:
    """Multiply two numbers of up to 10^15; the result is limited to the same range."""
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
    """Roll dice with the game's own stream of luck, in the order of an array."""
    for i in range(dice.size):
        dice[i] = 1 + below(state.rng, 0, faces)


@jit_lean
def take_first(entries: Any) -> int:
    """Remove and return the first of some numbers, such as the seats still to come; EMPTY if there
    is none. EMPTY fills the end.
    """
    first = np.int64(entries[0])
    for i in range(entries.size - 1):
        entries[i] = entries[i + 1]
    entries[entries.size - 1] = EMPTY
    return first  # type: ignore[return-value]
