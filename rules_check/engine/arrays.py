"""Arrays that a compiled rule makes for itself, on the stack: no memory is asked for, and nobody counts who holds them.

In: a shape and a sort of number. Out: an array that lives as long as the call that makes it. Knows no game.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.extending import intrinsic, register_jitable

from rules_check.engine.innards import IS_LEAN
from rules_check.engine.kernel import IS_COMPILED

_types: Any = numba.types


def _lengths(shape: Any) -> list[int] | None:
    """Read what a shape's type says, where all of it is constant."""
    parts = list(shape) if isinstance(shape, _types.BaseTuple) else [shape]
    return [part.literal_value for part in parts] if all(isinstance(part, _types.IntegerLiteral) for part in parts) else None


def _on_stack(is_filled: bool) -> Any:
    """Make the intrinsic that compiles to such an array; of noughts where it is filled."""
    arrayobj, cgutils = import_module("numba.np.arrayobj"), import_module("numba.core.cgutils")

    def local_array(_: Any, shape: Any, dtype: Any) -> tuple[Any, Callable[..., Any]] | None:
        lengths = _lengths(shape)
        if lengths is None:
            return None
        made, count = _types.Array(dtype.dtype, len(lengths), "C"), math.prod(lengths)

        def generate(context: Any, builder: Any, _: Any, __: Any) -> Any:
            if context.enable_nrt:  # where arrays are counted one might be given back, and outlive its memory
                raise numba.errors.TypingError("an array on the stack is made in a rule of `jit_lean` or `jit_within` only")
            item, whole = context.get_data_type(made.dtype), context.get_value_type(_types.intp)
            size = context.get_abi_sizeof(item)
            with builder.goto_entry_block():  # else a loop would take more room each time round
                room = builder.alloca(ir.ArrayType(item, count))
            if is_filled:
                cgutils.memset(builder, room, whole(size * count), 0)
            steps = [size * math.prod(lengths[i + 1 :]) for i in range(len(lengths))]
            array = arrayobj.make_array(made)(context, builder)
            arrayobj.populate_array(
                array,
                data=builder.bitcast(room, item.as_pointer()),
                shape=[whole(n) for n in lengths],
                strides=[whole(n) for n in steps],
                itemsize=size,
                meminfo=None,
            )
            return array._getvalue()

        return made(shape, dtype), generate

    return intrinsic(local_array)


def _empty(shape: Any, dtype: Any) -> Any:
    """Make an array whose entries may be anything. `shape`: a number or a tuple of numbers, constants of a module or written out.

    It must not be returned, nor kept in anything that outlives the call; and one made in a loop is the same memory each time round.
    `jit_lean` and `jit_within` compile it, `jit` does not. Interpreted, it is `numpy.empty`.
    """
    return np.empty(shape, dtype)


def _zeros(shape: Any, dtype: Any) -> Any:
    """Make an array of noughts, and as `local_empty` else."""
    return np.zeros(shape, dtype)


local_empty: Callable[[Any, Any], Any] = _on_stack(is_filled=False) if IS_COMPILED and IS_LEAN else register_jitable(_empty)
local_zeros: Callable[[Any, Any], Any] = _on_stack(is_filled=True) if IS_COMPILED and IS_LEAN else register_jitable(_zeros)
