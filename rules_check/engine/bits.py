"""Sets as integers, with one bit per member, for compiled rules: counting members and finding the
first take one instruction each.

In: a number from 0 up, of at most 63 bits. Out: a count, or a position from 0. Knows no game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from rules_check.engine.innards import HAS_INSTRUCTIONS, IS_COMPILED, UNCOMPILED, set_instruction
from rules_check.engine.kernel import jit_lean


@jit_lean
def _count_of(bits: int) -> int:
    """Count the members of a set, one by one."""
    left, count = int(bits), 0
    while left != 0:
        left &= left - 1
        count += 1
    return count


@jit_lean
def _first_of(bits: int) -> int:
    """Find the first member of a set that is not empty."""
    left, place = int(bits), 0
    while left & 1 == 0:
        left >>= 1
        place += 1
    return place


def bits_of(chosen: Any) -> int:
    """Convert an array of bools, at most 63, to a set of the true positions. Not for compiled
    rules.
    """
    return sum(1 << int(place) for place in np.flatnonzero(chosen))


count_of: Callable[[int], int] = _count_of
first_of: Callable[[int], int] = _first_of
if IS_COMPILED and HAS_INSTRUCTIONS:
    count_of, first_of = set_instruction("ctpop"), set_instruction("cttz", 1)
    UNCOMPILED.update({count_of: _count_of, first_of: _first_of})
