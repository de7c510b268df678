"""Which of numba's inner parts are as we know them. What stands on one that is not goes a slower, public way to the same results.

In: the numba that is installed. Out: a claim for each thing that we do to its inside. Knows no rules. `make numba` tries the oldest and
the newest numba that pyproject.toml allows, and one whose inside is another.
"""

from __future__ import annotations

import importlib
import inspect
from operator import attrgetter


def fits(path: str, *parameters: str) -> bool:
    """Return whether "module:name" is there and, where any are named, takes just these parameters."""
    module, _, name = path.partition(":")
    try:
        found = attrgetter(name)(importlib.import_module(module))
        return not parameters or tuple(inspect.signature(found).parameters) == parameters
    except (ImportError, AttributeError, TypeError, ValueError):
        return False


def holds(path: str, value: object) -> bool:
    """Return whether "module:name" is there and has this value."""
    module, _, name = path.partition(":")
    return fits(path) and attrgetter(name)(importlib.import_module(module)) == value


LOADS_LATE = (
    fits("numba.core.dispatcher:Dispatcher.compile", "self", "sig")
    and fits("numba.core.dispatcher:Dispatcher.get_call_template", "self", "args", "kws")
    and fits("numba.core.dispatcher:Dispatcher.enable_caching", "self")
)
"""A function's cache can be opened when it is first wanted, and whole numbers be passed in one width."""
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
    and fits("numba.core.caching:IndexDataCacheFile.__init__", "self", "cache_path", "filename_base", "source_stamp")
    and fits("numba.core.caching:IndexDataCacheFile.load", "self", "key")
    and fits("numba.core.caching:IndexDataCacheFile.save", "self", "key", "data")
    and fits("numba.core.caching:IndexDataCacheFile._load_data", "self", "name")
    and fits("numba.core.caching:IndexDataCacheFile._save_data", "self", "name", "data")
    and fits("numba.core.caching:IndexDataCacheFile._dump", "self", "obj")
)
"""What is compiled for different types can be kept in files of their own, so that processes may save at once."""
READS_NO_FILE = fits("numba.core.config:_EnvReloader.update", "self", "force") and holds("numba.core.config:_config_fname", "")
"""No settings come from a file where the user stands, as `generator.data.surroundings` has it."""
IS_LEAN = (
    fits("numba.core.cpu:CPUTargetOptions._nrt")
    and fits("numba.core.cpu:CPUTargetOptions.forceinline")
    and fits("numba.np.arrayobj:make_array", "array_type")
    and fits("numba.np.arrayobj:populate_array", "array", "data", "shape", "strides", "itemsize", "meminfo", "parent")
    and fits("numba.core.cgutils:memset", "builder", "ptr", "size", "value")
)
"""Rules can be compiled without counting who holds their arrays, with arrays of their own on the stack."""
COUNTS_FROM_END = (
    IS_LEAN
    and fits("numba.np.arrayobj:fix_integer_index", "context", "builder", "idxty", "idx", "size")
    and fits("llvmlite.ir.instructions:ExtractValue", "parent", "agg", "indices", "name")
    and fits("llvmlite.ir.instructions:InsertValue", "parent", "agg", "elem", "indices", "name")
)
"""Where an index is looked at, whether it counts from the end, is known, so that lean rules can leave that out."""
TELLS_OF_LOCKS = fits("llvmlite.binding.ffi:lib._lock._cblist.clear")
"""Whoever listens to the lock around LLVM can be left out while nobody asks how long it was held. Changes nothing of what is compiled."""
AS_KNOWN = LOADS_UNPREPARED and COUNTS_FROM_END and KEEPS_APART and READS_NO_FILE
