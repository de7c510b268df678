"""Arrays that a compiled rule makes for itself, on the stack: no memory is asked for, and no one
counts who holds them.

In: a shape and a sort of number. Out: an array that lives as long as the call that makes it. Knows
no game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from rules_check.engine.innards import IS_COMPILED, IS_LEAN, array_on_stack, callable_by_rules


def _empty(shape: Any, dtype: Any) -> Any:
    """Make an array whose entries may be anything. `shape`: a number or a tuple of numbers,
    constants of a module or written out.

    It must not be returned, nor kept in anything that outlives the call; and one made in a loop is
    the same memory each time round. `jit_lean` and `jit_within` compile it, `jit` does not.
    Interpreted, it is `numpy.empty`.
    """
    return np.empty(shape, dtype)


def _zeros(shape: Any, dtype: Any) -> Any:
    """Make an array of zeros, and as `local_empty` else."""
    return np.zeros(shape, dtype)


local_empty: Callable[[Any, Any], Any] = callable_by_rules(_empty)
local_zeros: Callable[[Any, Any], Any] = callable_by_rules(_zeros)
if IS_COMPILED and IS_LEAN:
    local_empty, local_zeros = array_on_stack(is_filled=False), array_on_stack(is_filled=True)
