"""Arrays that a compiled rule creates for itself on the stack: no memory is allocated, and no
references are counted.

In: a shape and a number type. Out: an array that lives as long as the call that creates it. Knows
no game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from rules_check.engine.innards import (
    IS_COMPILED,
    IS_LEAN,
    UNCOMPILED,
    array_on_stack,
    callable_by_rules,
)


def _empty(shape: Any, dtype: Any) -> Any:
    """Create an uninitialized array. `shape`: a number or a tuple of numbers, constants of a module
    or literals.

    It must not be returned, nor stored in anything that outlives the call; and an array created in
    a loop uses the same memory in each iteration. `jit_lean` and `jit_within` compile it, `jit`
    does not. Interpreted, it is `numpy.empty`.
    """
    return np.empty(shape, dtype)


def _zeros(shape: Any, dtype: Any) -> Any:
    """Create an array of zeros; otherwise like `local_empty`."""
    return np.zeros(shape, dtype)


local_empty: Callable[[Any, Any], Any] = callable_by_rules(_empty)
local_zeros: Callable[[Any, Any], Any] = callable_by_rules(_zeros)
if IS_COMPILED and IS_LEAN:
    local_empty, local_zeros = array_on_stack(is_filled=False), array_on_stack(is_filled=True)
    UNCOMPILED.update({local_empty: _empty, local_zeros: _zeros})
