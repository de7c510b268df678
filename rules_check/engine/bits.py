"""Sets as whole numbers, a bit for each thing that is in them, as compiled rules ask for their size
and their first: one instruction each.

In: a number from 0 up, of at most 63 bits. Out: a count, or a place from 0. Knows no game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.extending import intrinsic

from rules_check.engine.kernel import IS_COMPILED

_types: Any = numba.types


def _instruction(name: str, *flags: ir.Constant) -> Any:
    """Make the intrinsic that compiles to an instruction over one whole number."""

    def of_set(_: Any, bits: Any) -> tuple[Any, Callable[..., Any]]:
        def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            return getattr(builder, name)(
                context.cast(builder, given[0], signature.args[0], _types.int64), *flags
            )

        return _types.int64(bits), generate

    return intrinsic(of_set)


def _count_of(bits: int) -> int:
    """Count the things in a set."""
    return int(bits).bit_count()


def _first_of(bits: int) -> int:
    """Find the first thing of a set that has any."""
    return (int(bits) & -int(bits)).bit_length() - 1


def bits_of(chosen: Any) -> int:
    """Write an array of bools, at most 63, as a set: what is true is in it. Not for compiled
    rules.
    """
    return sum(1 << int(place) for place in np.flatnonzero(chosen))


count_of: Callable[[int], int] = _instruction("ctpop") if IS_COMPILED else _count_of
first_of: Callable[[int], int] = (
    _instruction("cttz", ir.Constant(ir.IntType(1), 1)) if IS_COMPILED else _first_of
)
