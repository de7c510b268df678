"""Which of numba's inner parts are as we know them. What stands on one that is not goes a slower,
public way to the same results.

In: the numba that is installed. Out: a claim for each thing that we do to its inside, and what does
it. Knows no rules. `make numba` tries the oldest and the newest numba that pyproject.toml allows,
and one whose inside is another.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from importlib import import_module
from operator import attrgetter
from typing import Any, cast

import numba
from llvmlite import ir
from numba.extending import intrinsic

_types: Any = numba.types


def fits(path: str, *parameters: str) -> bool:
    """Return whether "module:name" is there and, where any are named, takes just these
    parameters.
    """
    module, _, name = path.partition(":")
    try:
        found = attrgetter(name)(import_module(module))
        return not parameters or tuple(inspect.signature(found).parameters) == parameters
    except (ImportError, AttributeError, TypeError, ValueError):
        return False


def holds(path: str, value: object) -> bool:
    """Return whether "module:name" is there and has this value."""
    module, _, name = path.partition(":")
    return fits(path) and attrgetter(name)(import_module(module)) == value


LOADS_LATE = (
    fits("numba.core.dispatcher:Dispatcher.compile", "self", "sig")
    and fits("numba.core.dispatcher:Dispatcher.get_call_template", "self", "args", "kws")
    and fits("numba.core.dispatcher:Dispatcher.enable_caching", "self")
)
"""A function's cache can be opened when it is first wanted, and whole numbers be passed in one
width.
"""
LOADS_UNPREPARED = (
    LOADS_LATE
    and fits("numba.core.caching:Cache.load_overload", "self", "sig", "target_context")
    and fits("numba.core.base:BaseContext.refresh", "self")
    and fits("numba.core.runtime:rtsys.initialize", "ctx")
)
"""What is in the cache can be loaded without getting the compiler ready."""
OUTLIVES_DAMAGE = (
    LOADS_LATE
    and fits("numba.core.caching:Cache.load_overload", "self", "sig", "target_context")
    and fits("numba.core.caching:Cache.save_overload", "self", "sig", "data")
    and fits("numba.core.caching:Cache.flush", "self")
)
"""What is in the cache and cannot be read can be thrown away, and compiled anew."""
KEEPS_APART = (
    OUTLIVES_DAMAGE
    and fits("numba.core.caching:Cache.cache_path")
    and fits("numba.core.caching:CacheImpl.filename_base")
    and fits("numba.core.caching:NullCache")
    and fits("numba.core.caching:UserProvidedCacheLocator.get_suitable_cache_subpath", "py_file")
    and fits(
        "numba.core.caching:IndexDataCacheFile.__init__",
        "self",
        "cache_path",
        "filename_base",
        "source_stamp",
    )
    and fits("numba.core.caching:IndexDataCacheFile.load", "self", "key")
    and fits("numba.core.caching:IndexDataCacheFile.save", "self", "key", "data")
    and fits("numba.core.caching:IndexDataCacheFile._load_data", "self", "name")
    and fits("numba.core.caching:IndexDataCacheFile._save_data", "self", "name", "data")
    and fits("numba.core.caching:IndexDataCacheFile._dump", "self", "obj")
)
"""What is compiled for different types can be kept in files of their own, so that processes may
save at once.
"""
READS_NO_FILE = fits("numba.core.config:_EnvReloader.update", "self", "force") and holds(
    "numba.core.config:_config_fname", ""
)
"""No settings come from a file where the user stands, as `generator.data.surroundings` has it."""
IS_LEAN = (
    fits("numba.core.cpu:CPUTargetOptions._nrt")
    and fits("numba.core.cpu:CPUTargetOptions.forceinline")
    and fits("numba.np.arrayobj:make_array", "array_type")
    and fits(
        "numba.np.arrayobj:populate_array",
        "array",
        "data",
        "shape",
        "strides",
        "itemsize",
        "meminfo",
        "parent",
    )
    and fits("numba.core.cgutils:memset", "builder", "ptr", "size", "value")
)
"""Rules can be compiled without counting who holds their arrays, with arrays of their own on the
stack.
"""
COUNTS_FROM_END = (
    IS_LEAN
    and fits("numba.np.arrayobj:fix_integer_index", "context", "builder", "idxty", "idx", "size")
    and fits("llvmlite.ir.instructions:ExtractValue", "parent", "agg", "indices", "name")
    and fits("llvmlite.ir.instructions:InsertValue", "parent", "agg", "elem", "indices", "name")
)
"""Where an index is looked at, whether it counts from the end, is known, so that lean rules can
leave that out.
"""
TELLS_OF_LOCKS = fits("llvmlite.binding.ffi:lib._lock._cblist.clear")
"""Whoever listens to the lock around LLVM can be left out while nobody asks how long it was held.
Changes nothing of what is compiled.
"""
AS_KNOWN = LOADS_UNPREPARED and COUNTS_FROM_END and KEEPS_APART and READS_NO_FILE


# ------------------------------------------------------------------------- arrays on the stack
def _lengths(shape: Any) -> list[int] | None:
    """Read what a shape's type says, where all of it is constant."""
    parts = list(shape) if isinstance(shape, _types.BaseTuple) else [shape]
    return (
        [part.literal_value for part in parts]
        if all(isinstance(part, _types.IntegerLiteral) for part in parts)
        else None
    )


def array_on_stack(is_filled: bool) -> Any:
    """Make the intrinsic that compiles to an array on the stack, of a shape that is constant; of
    noughts if it is filled.
    """
    arrayobj, cgutils = import_module("numba.np.arrayobj"), import_module("numba.core.cgutils")

    def local_array(_: Any, shape: Any, dtype: Any) -> tuple[Any, Callable[..., Any]] | None:
        lengths = _lengths(shape)
        if lengths is None:
            return None
        made, count = _types.Array(dtype.dtype, len(lengths), "C"), math.prod(lengths)

        def generate(context: Any, builder: Any, _: Any, __: Any) -> Any:
            if (
                context.enable_nrt
            ):  # where arrays are counted one might be given back, and outlive its memory
                raise numba.errors.TypingError(
                    "an array on the stack is made in a rule of `jit_lean` or `jit_within` only"
                )
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


# ------------------------------------------------------------------ indices that count from the end
def count_from_start() -> None:
    """Let lean rules take an index as it is: none counts from the end but one that is written out,
    such as -1.
    """
    arrayobj: Any = import_module("numba.np.arrayobj")
    fix = arrayobj.fix_integer_index

    def fix_integer_index(context: Any, builder: Any, idxty: Any, idx: Any, size: Any) -> Any:
        if context.enable_nrt or not idxty.signed or isinstance(_inserted(idx), ir.Constant):
            return fix(context, builder, idxty, idx, size)
        return context.cast(builder, idx, idxty, _types.intp)

    arrayobj.fix_integer_index = fix_integer_index


def _inserted(value: Any) -> Any:
    """Find what was put into a tuple at the place that a value is taken from; else the value."""
    held = value.aggregate if isinstance(value, ir.instructions.ExtractValue) else None
    while isinstance(held, ir.instructions.InsertValue):
        if held.indices == value.indices:
            return held.value
        held = held.aggregate
    return value


# ------------------------------------------------------------------------ the lock around LLVM
def lock_listeners() -> list[Any]:
    """Return who is told when LLVM is entered and left: a list to change, or nobody if that is not
    kept as we know it.
    """
    if not TELLS_OF_LOCKS:
        return []
    ffi: Any = import_module("llvmlite.binding.ffi")
    return cast(list[Any], ffi.lib._lock._cblist)
