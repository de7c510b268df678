"""The only module that knows numba and LLVM: compiling, caching, types, arrays on the stack.

In: a function, and the folder for its compiled code. Out: the same function, compiled. Knows no
rules. Other modules import these plain names, and neither numba nor llvmlite.

numba's internals may change with any version. Each of our changes to them has a claim, which checks
that the parts it needs are as we know them; if they are not, only numba's public interface is used,
which is slower and gives the same results. `make numba` tries the oldest and the newest numba that
pyproject.toml allows, and one with different internals.
"""

from __future__ import annotations

import hashlib
import inspect
import math
import pickle
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, cast

import numba
import numpy as np
from llvmlite import binding, ir
from numba.extending import intrinsic, register_jitable

from generator.data.files import CannotGoOn
from generator.data.private import make_private
from rules_check.engine.translating import FOLDER, digest_of_entry, translate_for_callers

F = TypeVar("F", bound=Callable[..., Any])

_types: Any = numba.types
_config: Any = numba.config
VERSION: str = numba.__version__
IS_COMPILED = not _config.DISABLE_JIT
CHECKS_BOUNDS = bool(_config.BOUNDSCHECK)
CompilerError: type[Exception] = numba.errors.NumbaError
"""The exception that numba raises for a function it cannot compile."""


def fits(path: str, *parameters: str) -> bool:
    """Return whether "module:name" exists and, if parameters are given, takes exactly these."""
    module, _, name = path.partition(":")
    try:
        part = attrgetter(name)(import_module(module))
        return not parameters or tuple(inspect.signature(part).parameters) == parameters
    except (ImportError, AttributeError, TypeError, ValueError):
        return False


def holds(path: str, value: object) -> bool:
    """Return whether "module:name" exists and has this value."""
    module, _, name = path.partition(":")
    return fits(path) and attrgetter(name)(import_module(module)) == value


def sets(path: str, *attributes: str) -> bool:
    """Return whether the function "module:name" exists and sets or reads these attributes."""
    module, _, name = path.partition(":")
    if not fits(path):
        return False
    code = getattr(attrgetter(name)(import_module(module)), "__code__", None)
    return code is not None and {*attributes} <= {*code.co_names}


def array_has(*parts: str) -> bool:
    """Return whether a compiled array consists of exactly these parts, in this order."""
    if not fits("numba.core.datamodel:default_manager"):
        return False
    models = import_module("numba.core.datamodel").default_manager
    with suppress(AttributeError, TypeError, ValueError, KeyError):
        return bool(models[_types.Array(_types.int64, 1, "C")]._fields == parts)
    return False


# --------------------------------------------------------------------------------------- claims
LOADS_LATE = (
    fits("numba.core.dispatcher:Dispatcher.compile", "self", "sig")
    and fits("numba.core.dispatcher:Dispatcher.get_call_template", "self", "args", "kws")
    and fits("numba.core.dispatcher:Dispatcher.enable_caching", "self")
    and sets("numba.core.dispatcher:Dispatcher.enable_caching", "_cache")
    and fits("numba:types.unliteral", "lit_type")
    and fits("numba:types.Integer")
    and fits("numba:types.IntEnumMember")
)
"""A function's cache can be opened on first use, and all integers passed in one width."""
LOADS_UNPREPARED = (
    LOADS_LATE
    and fits("numba.core.caching:Cache.load_overload", "self", "sig", "target_context")
    and fits("numba.core.base:BaseContext.refresh", "self")
    and fits("numba.core.runtime:rtsys.initialize", "ctx")
    and fits("numba.core.compiler_lock:global_compiler_lock")
)
"""Cached code can be loaded without preparing the compiler."""
OUTLIVES_DAMAGE = (
    LOADS_LATE
    and fits("numba.core.caching:Cache.load_overload", "self", "sig", "target_context")
    and fits("numba.core.caching:Cache.save_overload", "self", "sig", "data")
    and fits("numba.core.caching:Cache.flush", "self")
)
"""Unreadable cache entries can be deleted and compiled again."""
KEEPS_APART = (
    OUTLIVES_DAMAGE
    and fits("numba.core.caching:Cache.cache_path")
    and fits("numba.core.caching:CacheImpl.filename_base")
    and fits("numba.core.caching:NullCache")
    and sets("numba.core.caching:Cache.__init__", "_impl", "_cache_file")
    and sets("numba.core.caching:IndexDataCacheFile.__init__", "_source_stamp")
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
    and fits("numba.core.compiler:CompileResult.signature")
    and fits("numba.core.sigutils:normalize_signature", "sig")
)
"""Code compiled for different types can be kept in separate files, so that several processes may
save at the same time.
"""
READS_NO_FILE = fits("numba.core.config:_EnvReloader.update", "self", "force") and holds(
    "numba.core.config:_config_fname", ""
)
"""No settings are read from a file in the user's folder, as in `generator.data.surroundings`."""
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
    and fits("numba.core.base:BaseContext.enable_nrt")
    and fits("numba.core.cpu:CPUContext.get_abi_sizeof", "self", "ty")
    and fits("numba.core.base:BaseContext.get_data_type", "self", "ty")
    and fits("numba.core.base:BaseContext.get_value_type", "self", "ty")
    and fits("llvmlite.ir:IRBuilder.goto_entry_block", "self")
    and fits("numba:types.IntegerLiteral")
    and fits("numba:types.BaseTuple")
)
"""Rules can be compiled without reference counts for their arrays, with their own arrays on the
stack.
"""
COUNTS_FROM_END = (
    IS_LEAN
    and fits("numba.np.arrayobj:fix_integer_index", "context", "builder", "idxty", "idx", "size")
    and fits("llvmlite.ir.instructions:ExtractValue", "parent", "agg", "indices", "name")
    and fits("llvmlite.ir.instructions:InsertValue", "parent", "agg", "elem", "indices", "name")
)
"""It is known where an index is tested for counting from the end, so that lean rules can omit the
test.
"""
WRITES_BRIEFLY = (
    COUNTS_FROM_END
    and fits("numba.np.arrayobj:record_getattr", "context", "builder", "typ", "value", "attr")
    and fits("numba.np.arrayobj:getitem_arraynd_intp", "context", "builder", "sig", "args")
    and fits("numba.np.arrayobj:getitem_array_tuple", "context", "builder", "sig", "args")
    and fits("numba.np.arrayobj:setitem_array", "context", "builder", "sig", "args")
    and fits("numba.np.arrayobj:load_item", "context", "builder", "arrayty", "ptr")
    and fits("numba.np.arrayobj:store_item", "context", "builder", "arrayty", "val", "ptr")
    and array_has("meminfo", "parent", "nitems", "itemsize", "data", "shape", "strides")
    and fits("numba.cpython.slicing:make_slice_from_constant", "context", "builder", "ty", "pyval")
    and fits("numba.extending:lower_builtin")
    and fits("numba.cpython.rangeobj:make_range_impl")
    and fits("numba.core.imputils:builtin_registry.functions")
    and fits("numba.core.imputils:builtin_registry.lower_getattr_generic", "ty")
    and fits("numba.core.cgutils:get_record_member", "builder", "record", "offset", "typ")
    and fits("numba.core.cgutils:for_range")
    and fits("numba.core.cgutils:alloca_once")
    and fits("numba.core.base:BaseContext.sentry_record_alignment")
    and fits("numba:types.NestedArray")
    and fits("numba:types.range_state64_type")
    and fits("numba:types.range_iter64_type")
    and fits("numba.core.analysis:compute_use_defs", "blocks")
    and fits("numba.core.analysis:compute_cfg_from_blocks", "blocks")
    and fits("numba.core.analysis:must_use_alloca", "blocks")
    and fits("numba.core.lowering:Lower._find_singly_assigned_variable", "self")
    and sets(
        "numba.core.lowering:Lower._find_singly_assigned_variable",
        "_singly_assigned_vars",
        "_blk_local_varmap",
    )
    and fits("numba.core.lowering:Lower.storevar", "self", "value", "name", "argidx")
    and fits("numba.core.lowering:Lower.getvar", "self", "name")
    and fits(
        "numba.core.callconv:CPUCallConv.call_function",
        "self",
        "builder",
        "callee",
        "resty",
        "argtys",
        "args",
        "attrs",
    )
    and fits("numba.core.callconv:CPUCallConv.return_status_propagate", "self", "builder", "status")
    and sets("numba.core.callconv:CPUCallConv._get_try_state", "_CPUCallConv__eh_try_state")
    and fits("numba.core.callconv:CPUCallConv._get_arg_packer", "self", "argtypes")
    and fits("numba.core.callconv:RETCODE_OK")
    and fits("numba.core.callconv:RETCODE_NONE")
    and fits("llvmlite.ir:IRBuilder.extract_value", "self", "agg", "idx", "name")
    and fits("llvmlite.ir:IRBuilder.insert_value", "self", "agg", "value", "idx", "name")
)
"""Lean rules can be written for LLVM in fewer instructions; see `lowering`."""
LINKS_ONCE = (
    LOADS_LATE
    and fits("numba.core.codegen:CPUCodeLibrary._get_module_for_linking", "self")
    and fits("numba.core.codegen:CPUCodeLibrary.add_linking_library", "self", "library")
    and fits("numba.core.codegen:CPUCodeLibrary.finalize", "self")
    and sets(
        "numba.core.codegen:CPUCodeLibrary.__init__",
        "_linking_libraries",
        "_final_module",
        "_shared_module",
    )
    and fits("numba.core.codegen:CPUCodeLibrary._optimize_final_module", "self")
    and fits("numba.core.codegen:CPUCodeLibrary._optimize_functions", "self", "ll_module")
    and sets("numba.core.codegen:CPUCodeLibrary._optimize_functions", "data_layout")
    and fits("numba.core.codegen:CPUCodegen._module_pass_manager", "self", "kwargs")
    and fits("numba.core.codegen:CPUCodegen._function_pass_manager", "self", "kwargs")
    and fits("llvmlite.binding.newpassmanagers:ModulePassManager.run")
    and fits("numba.core.codegen:CodeLibrary._finalized")
    and sets("numba.core.typed_passes:BaseNativeLowering.run_pass", "no_compile")
    and fits("numba.core.compiler:CompileResult._find_referenced_environments", "self")
    and fits("numba.core.compiler:Flags.no_compile")
    and fits("numba.core.compiler:Flags.no_cpython_wrapper")
    and fits("numba.core.compiler:Flags.no_cfunc_wrapper")
    and fits("numba.core.dispatcher:Dispatcher.get_overload", "self", "sig")
    and fits("numba.core.dispatcher:_FunctionCompiler.compile", "self", "args", "return_type")
    and fits("numba.core.dispatcher:_FunctionCompiler.fold_argument_types", "self", "args", "kws")
    and sets("numba.core.dispatcher:_FunctionCompiler._compile_core", "_customize_flags")
    and sets("numba.core.dispatcher:_FunctionCompiler._compile_cached", "_failed_cache")
    and fits("numba.core.base:BaseContext.insert_user_function", "self", "func", "fndesc", "libs")
    and fits("numba.core.codegen:JITCPUCodegen.set_env", "self", "env_name", "env")
    and fits("numba.core.sigutils:normalize_signature", "sig")
    and fits("numba.core.typing:make_concrete_template", "name", "key", "signatures")
    and fits("numba.core.bytecode:FunctionIdentity.from_function", "pyfunc")
    and sets("numba.core.funcdesc:FunctionDescriptor._from_python_function", "unique_id")
    and fits("numba.core.base:BaseContext.mangler", "self", "name", "types", "abi_tags", "uid")
    and fits("numba.core.codegen:CPUCodegen.magic_tuple", "self")
    and fits("llvmlite.binding:parse_bitcode", "bitcode", "context")
    and fits("numba.core.funcdesc:PythonFunctionDescriptor")
    and sets(
        "numba.core.funcdesc:FunctionDescriptor.__init__",
        "mangled_name",
        "env_name",
        "uid",
        "inline",
    )
)
"""A rule can be translated once for all that call it, and be made machine code only within them."""
SAYS_LITTLE = (
    fits("numba.core.itanium_mangler:mangle_args", "argtys")
    and fits("numba.core.itanium_mangler:mangle_type_or_value", "typ")
    and fits("numba:types.Record.__repr__", "self")
    and fits("numba:types.FunctionType.name")
    and fits("numba.core.targetconfig:TargetConfig.__eq__", "self", "other")
    and sets("numba.core.targetconfig:TargetConfig.values", "options")
    and sets("numba.core.targetconfig:TargetConfig.__hash__", "values")
    and sets("numba.core.targetconfig:TargetConfig.__init__", "_values")
    and fits("numba.core.errors:termcolor")
)
"""Types can be named briefly in compiled code, and numba's texts written without effort."""
WORKS_LESS = (
    fits("numba.core.ir:Inst._rec_list_vars", "self", "val")
    and fits("numba.core.ir:Inst.list_vars", "self")
    and fits("numba.core.ir:Var")
    and sets("numba.core.ir:FunctionIR.get_block_entry_vars", "block_entry_vars")
    and fits("numba.core.postproc:PostProcessor.run", "self", "emit_dels", "extend_lifetimes")
    and sets(
        "numba.core.postproc:PostProcessor.run",
        "canonicalize_cfg",
        "variable_lifetime",
        "compute_live_variables",
        "block_entry_vars",
        "is_generator",
        "generator_info",
    )
    and fits("numba.core.postproc:PostProcessor._insert_var_dels", "self", "extend_lifetimes")
    and fits("numba.core.postproc:VariableLifetime", "blocks")
    and fits("numba.core.transforms:canonicalize_cfg", "blocks")
    and fits("numba.core.typed_passes:check_and_legalize_ir", "func_ir", "flags")
    and fits("numba.core.ir_utils:enforce_no_phis", "func_ir")
    and fits("numba.core.ir_utils:enforce_no_dels", "func_ir")
    and sets(
        "numba.core.typed_passes:check_and_legalize_ir",
        "enforce_no_phis",
        "enforce_no_dels",
        "PostProcessor",
    )
    and sets("numba.core.typed_passes:IRLegalization.run_pass", "check_and_legalize_ir")
    and fits("numba.core.typed_passes:NopythonRewrites.run_pass", "self", "state")
    and sets("numba.core.typed_passes:NopythonRewrites.run_pass", "rewrite_registry")
    and fits("numba:types.StringLiteral")
    and fits("numba.core.compiler:Flags.nrt")
    and fits(
        "numba.core.analysis:compute_live_variables", "cfg", "blocks", "var_def_map", "var_dead_map"
    )
)
"""What numba computes of variables after each of its steps can be left out until it is used."""
FINDS_BY_TYPE = fits(
    "numba.experimental.function_type:_get_wrapper_address", "func", "sig"
) and fits("numba.experimental.function_type:_get_jit_address", "func", "sig")
"""It is known where numba finds the code of each function that compiled code is called with, so
that it can find it once, and not in every call. This does not change the compiled code.
"""
TELLS_OF_LOCKS = fits("llvmlite.binding.ffi:lib._lock._cblist.clear")
"""Listeners to the lock around LLVM can be skipped while none needs to know how long it was held.
This does not change the compiled code.
"""
NAMES_TYPES = (
    fits("numba.core.dispatcher:Dispatcher.compile", "self", "sig")
    and fits("numba:types.FunctionType.__init__", "self", "signature")
    and fits("numba:types.BaseTuple.from_types", "tys", "pyclass")
    and fits("numba:from_dtype", "dtype")
)
"""A function can be compiled for a list of types before it is called."""
HAS_INSTRUCTIONS = (
    fits("llvmlite.ir:IRBuilder.ctpop")
    and fits("llvmlite.ir:IRBuilder.cttz")
    and fits("numba.core.base:BaseContext.cast", "self", "builder", "val", "fromty", "toty")
)
"""Sets of bits can be examined with one processor instruction."""
AS_KNOWN = (
    LOADS_UNPREPARED
    and WRITES_BRIEFLY
    and KEEPS_APART
    and LINKS_ONCE
    and SAYS_LITTLE
    and WORKS_LESS
    and READS_NO_FILE
    and NAMES_TYPES
    and HAS_INSTRUCTIONS
    and FINDS_BY_TYPE
)


# ------------------------------------------------------------------------------------- settings
# The loops of rules have few iterations, so vectorizing them costs more than it gains.
_config.LOOP_VECTORIZE = 0
if AS_KNOWN:  # LLVM ends the process at an unknown option
    binding.set_option("rules", "-unroll-runtime=false")  # as for vectorizing
    # twice LLVM's default: rules often call one another with arrays, which is expensive
    binding.set_option("rules", "-inline-threshold=600")


def spare_linear_algebra() -> None:
    """Let numba load without SciPy if that is installed: it saves a third of a second for something
    no rule needs. Only for our own commands.

    Afterwards `numpy.dot` and related functions cannot be compiled in this process.
    """
    if "scipy.linalg" not in sys.modules and "numba.np.arraymath" not in sys.modules:
        sys.modules["scipy.linalg"] = None  # type: ignore[assignment]
        try:
            with suppress(ImportError):
                import_module("numba.np.arraymath")
        finally:
            del sys.modules["scipy.linalg"]


# ------------------------------------------------------------------------------------ compiling
class Home(NamedTuple):
    """Where the compiled code of a function is kept."""

    root: Path
    """The folder of all code compiled from these sources."""
    part: str
    """The function's folder inside it; empty for the root itself."""
    is_ours: bool
    """Whether the function belongs to this package, or was generated for one of its games."""


def compiled(
    function: F,
    home_of: Callable[[Any], Home] | None,
    is_counting: bool = True,
    is_within: bool = False,
) -> F:
    """Compile a function when it is first called, without the interpreter's lock and with division
    as in numpy.

    `home_of` finds where it is kept; with None it is not kept. `is_counting`: references to its
    arrays are counted. `is_within`: it is inlined into each of its callers. All options are given
    explicitly, because numba would otherwise pass some on to whatever is compiled first along the
    way.
    """
    njit: Any = numba.njit
    lean = {"_nrt": is_counting, "forceinline": is_within} if IS_LEAN else {}
    if not IS_COMPILED:
        return function
    if not LOADS_LATE:
        keeping = {"cache": home_of is not None}
        if home_of is None:
            return cast(F, njit(nogil=True, error_model="numpy", **keeping, **lean)(function))
        with _kept_at(home_of(function)):
            return cast(F, njit(nogil=True, error_model="numpy", **keeping, **lean)(function))
    rule = njit(nogil=True, error_model="numpy", **lean)(function)
    if LINKS_ONCE:
        translate_for_callers(rule, lambda: home_of(function).root if home_of else None)
    _pass_one_width(rule)
    if home_of is not None:
        _open_when_wanted(rule, home_of)
    return cast(F, rule)


def _pass_one_width(rule: Any) -> None:
    """Let callers pass integers of every width as int64; otherwise numba would compile a function
    again for each width, and for each literal.
    """
    template = rule.get_call_template
    rule.get_call_template = lambda args, kws: template(list(map(_widened, args)), kws)


def _widened(type_: Any) -> Any:
    plain = _types.unliteral(type_)
    if isinstance(plain, _types.IntEnumMember):
        return _types.int64
    is_whole = isinstance(plain, _types.Integer) and plain.signed
    return _types.int64 if is_whole else plain


# -------------------------------------------------------------------- keeping what is compiled
_KEPT_THERE = "Compiled rules are kept there; NUMBA_CACHE_DIR names another folder for them."


def keep_below(root: Path | None) -> None:
    """Make numba keep compiled code below a folder, unless a function has its own home."""
    _config.CACHE_DIR = str(root or "")


@contextmanager
def _kept_at(home: Home) -> Iterator[None]:
    """Make numba keep compiled code in one part of the cache. The folder is named again each time,
    because numba forgets it if its settings change.
    """
    _config.CACHE_DIR = str(home.root / home.part)
    try:
        yield
    finally:
        _config.CACHE_DIR = str(home.root)


def _open_when_wanted(rule: Any, home_of: Callable[[Any], Home]) -> None:
    """Open a function's cache when it is first compiled: opening all caches at import took half of
    the import time.
    """
    compile_now, is_open = rule.compile, False

    def compile_or_load(signature: Any) -> Any:
        nonlocal is_open
        if not is_open:
            home = home_of(rule.py_func)
            with _kept_at(home):
                if KEEPS_APART:
                    _open_cache(rule, home.root)
                else:
                    rule.enable_caching()
            if OUTLIVES_DAMAGE:
                _outlive_damage(rule._cache, home.root)
            if LOADS_UNPREPARED and home.is_ours:
                _load_unprepared(rule._cache)
            is_open = True
        return compile_now(signature)

    rule.compile = compile_or_load


def _open_cache(rule: Any, root: Path) -> None:
    """Keep a function in our folder or not at all; numba would fall back to others, such as one
    beside the source.
    """
    caching: Any = import_module("numba.core.caching")
    source = inspect.getfile(rule.py_func)
    part = caching.UserProvidedCacheLocator.get_suitable_cache_subpath(source)
    with suppress(OSError):
        make_private(Path(_config.CACHE_DIR, part))
    rule.enable_caching()
    if Path(rule._cache.cache_path).is_relative_to(root):
        if LINKS_ONCE:
            with suppress(OSError):
                make_private(root / FOLDER)
            _keep_apart(rule._cache, lambda key: digest_of_entry(rule, key[0]), str(root / FOLDER))
        else:
            _keep_apart(rule._cache)
    else:
        rule._cache = caching.NullCache()


def _keep_apart(
    cache: Any, digest_of_key: Callable[[Any], str | None] = lambda _: None, folder: str = ""
) -> None:
    """Keep the code compiled for each list of types in a file named after it.

    numba numbers these files and keeps an index of them. If two processes save at the same time,
    both use the same number, and the index then gives one process's types for the other's code. A
    file named after its types needs no index.

    The types are those of the parameters: what was compiled in advance, for a type to return, is
    then found by a call from Python, which names none. Who names one gets no other.

    If it is known what the code is made of, it is kept in `folder` by the digest of that, and the
    file named after its types holds the digest: so an edit that does not reach it leaves it.
    """
    file, base = cache._cache_file, cache._impl.filename_base
    normalize_signature = import_module("numba.core.sigutils").normalize_signature
    save_overload = cache.save_overload

    def parted(key: Any) -> tuple[tuple[Any, ...], Any]:
        args, returned = normalize_signature(key[0])
        return (base, VERSION, file._source_stamp, tuple(args), *key[1:]), returned

    def name_of(held: tuple[Any, ...]) -> str:
        return f"{base}.{hashlib.sha256(repr(held).encode()).hexdigest()[:16]}.nbc"

    def path_of(digest: str) -> str:
        return str(Path(folder, f"{digest}.whole"))

    def load(key: Any) -> Any:
        held, returned = parted(key)
        try:
            entry, given, *rest = file._load_data(name_of(held))
        except FileNotFoundError:
            digest = digest_of_key(key)
            if digest is None or not Path(path_of(digest)).is_file():
                return None
            cache._impl.locator.ensure_cache_path()
            file._save_data(name_of(held), (held, returned, digest))
            entry, given, rest = held, returned, [digest]
        if entry != held or returned not in (None, given):
            return None
        if len(rest) == 1:
            (digest,) = rest
            entry, *rest = file._load_data(path_of(digest))
            if entry != digest:
                return None
        return _unpacked(cache._py_func, *rest)

    def save(key: Any, data: Any) -> None:
        (held, returned), digest, content = parted(key), digest_of_key(key), file._dump(data)
        kept = hashlib.sha256(content).digest(), content, cache._py_func.__module__
        if digest is None:
            file._save_data(name_of(held), (held, returned, *kept))
        else:
            file._save_data(path_of(digest), (digest, *kept))
            file._save_data(name_of(held), (held, returned, digest))

    file.load, file.save = load, save
    cache.save_overload = lambda _, made: save_overload(made.signature, made)


def _unpacked(function: Any, proof: bytes, content: bytes, module: str) -> Any:
    """Unpack compiled code as that of a function, whose module may have had another name; None if
    it is damaged.
    """
    if proof != hashlib.sha256(content).digest():
        return None
    is_elsewhere = module not in sys.modules and function.__module__ in sys.modules
    if is_elsewhere:
        sys.modules[module] = sys.modules[function.__module__]
    try:
        data = pickle.loads(content)
    finally:
        if is_elsewhere:
            del sys.modules[module]
    for part in data:
        if hasattr(part, "mangled_name"):  # of what numba would import again
            part.modname = function.__module__
    return data


def _outlive_damage(cache: Any, root: Path) -> None:
    """Compile again anything in the cache that a full disk or a power cut has made unreadable;
    numba would fail with an internal error.
    """
    load, save = cache.load_overload, cache.save_overload

    def load_overload(signature: Any, context: Any) -> Any:
        try:
            return load(signature, context)
        except (
            Exception
        ):  # pickle and LLVM raise various exceptions for a truncated or overwritten file
            if not KEEPS_APART:  # otherwise the newly compiled code replaces the file
                with suppress(OSError):
                    cache.flush()
            return None

    def save_overload(signature: Any, data: Any) -> None:
        try:
            save(signature, data)
        except OSError as fault:  # which names no file if the disk is full
            raise CannotGoOn(fault.errno, fault.strerror, str(root), left=_KEPT_THERE) from fault

    cache.load_overload, cache.save_overload = load_overload, save_overload


def _load_unprepared(cache: Any) -> None:
    """Skip preparing numba's compiler before something is loaded: a fifth of the start-up time.
    Compiling prepares it by itself.

    Code that counts references needs numba's own functions for that, and only those. Applies only
    to our own rules, whose loading is tested: other packages' rules may contain anything.
    """
    load, runtime = cache.load_overload, import_module("numba.core.runtime").rtsys
    lock = import_module("numba.core.compiler_lock").global_compiler_lock

    def load_overload(signature: Any, context: Any) -> Any:
        with lock:  # another thread may load as well, or compile, which needs all of it
            if "refresh" in vars(context):  # what is being loaded loads this
                return load(signature, context)
            context.refresh = lambda: runtime.initialize(context)
            try:
                return load(signature, context)
            finally:
                del context.refresh

    cache.load_overload = load_overload


def callable_by_rules(function: F) -> F:
    """Make a function callable by compiled rules, inlined into each of them."""
    rule: F = register_jitable(function)
    return rule


# ---------------------------------------------------------------------------------------- types
WHOLE, REAL, NOTHING, TRUTH = _types.int64, _types.float64, _types.none, _types.boolean


def array_of(type_: Any, dimensions: int = 1) -> Any:
    """Return the type of row-major arrays with elements of a type."""
    return _types.Array(type_, dimensions, "C")


def record_of(dtype: np.dtype[Any]) -> Any:
    """Return the type of one record."""
    return numba.from_dtype(dtype)


def signature_of(gives: Any, takes: Sequence[Any]) -> Any:
    """Return the signature of a function with this result and these parameters."""
    return gives(*takes)


def function_of(signature: Any) -> Any:
    """Return the type of functions with a signature, for any such function."""
    return _types.FunctionType(signature)


def tuple_of(kind: type, types: Sequence[Any]) -> Any:
    """Return the type of a NamedTuple whose fields have these types."""
    return _types.BaseTuple.from_types(types, kind)


# ------------------------------------------------------------------------------ instructions
UNCOMPILED = dict[Any, Callable[..., Any]]()
"""What each intrinsic does, in Python."""


def is_instruction(value: Any) -> bool:
    """Return whether a value is an intrinsic, which only compiled rules can call."""
    return isinstance(value, numba.core.extending._Intrinsic)


# ------------------------------------------------------------------------------ sets of bits
def set_instruction(name: str, *flags: int) -> Any:
    """Create the intrinsic that compiles to an instruction on one integer, such as "ctpop"; each
    flag is one bit.
    """
    bits = [ir.Constant(ir.IntType(1), flag) for flag in flags]

    def of_set(_: Any, things: Any) -> tuple[Any, Callable[..., Any]]:
        def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            number = context.cast(builder, given[0], signature.args[0], _types.int64)
            return getattr(builder, name)(number, *bits)

        return _types.int64(things), generate

    return intrinsic(of_set)


# ------------------------------------------------------------------------- arrays on the stack
def _lengths(shape: Any) -> list[int] | None:
    """Read the lengths from the type of a shape, if all of them are constant."""
    parts = list(shape) if isinstance(shape, _types.BaseTuple) else [shape]
    if all(isinstance(part, _types.IntegerLiteral) for part in parts):
        return [part.literal_value for part in parts]
    return None


def array_on_stack(is_filled: bool) -> Any:
    """Create the intrinsic that compiles to an array on the stack, of a constant shape; filled with
    zeros if required.
    """
    arrayobj, cgutils = import_module("numba.np.arrayobj"), import_module("numba.core.cgutils")

    def local_array(_: Any, shape: Any, dtype: Any) -> tuple[Any, Callable[..., Any]] | None:
        lengths = _lengths(shape)
        if lengths is None:
            return None
        made, count = _types.Array(dtype.dtype, len(lengths), "C"), math.prod(lengths)

        def generate(context: Any, builder: Any, _: Any, __: Any) -> Any:
            # if references were counted, an array might be returned and outlive its memory
            if context.enable_nrt:
                raise numba.errors.TypingError(
                    "an array on the stack can be made only in a rule with `jit_lean` or `jit_within`"
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
                shape=list(map(whole, lengths)),
                strides=list(map(whole, steps)),
                itemsize=size,
                meminfo=None,
            )
            return array._getvalue()

        return made(shape, dtype), generate

    return intrinsic(local_array)


# ------------------------------------------------------------------ indices that count from the end
def count_from_start() -> None:
    """Let lean rules use an index unchanged: only literals, such as -1, count from the end."""
    arrayobj: Any = import_module("numba.np.arrayobj")
    fix = arrayobj.fix_integer_index

    def fix_integer_index(context: Any, builder: Any, idxty: Any, idx: Any, size: Any) -> Any:
        if context.enable_nrt or not idxty.signed or isinstance(_inserted(idx), ir.Constant):
            return fix(context, builder, idxty, idx, size)
        return context.cast(builder, idx, idxty, _types.intp)

    arrayobj.fix_integer_index = fix_integer_index


def _inserted(value: Any) -> Any:
    """Find what was inserted into a tuple at the position that a value is extracted from; otherwise
    return the value.
    """
    held = value.aggregate if isinstance(value, ir.instructions.ExtractValue) else None
    while isinstance(held, ir.instructions.InsertValue):
        if held.indices == value.indices:
            return held.value
        held = held.aggregate
    return value


# ----------------------------------------------------------------------- functions as arguments
def find_once() -> None:
    """Let numba remember where the code of a function is: a verb's never moves, and a short game
    takes no longer than finding all of them.
    """
    module: Any = import_module("numba.experimental.function_type")
    for name in ("_get_wrapper_address", "_get_jit_address"):
        setattr(module, name, _remembering(getattr(module, name)))


def _remembering(find: Callable[[Any, Any], int]) -> Callable[[Any, Any], int]:
    """Return a function that finds the same, but looks for each pair of objects only once."""
    found = dict[tuple[int, int], tuple[int, Any, Any]]()

    def remembered(func: Any, sig: Any) -> int:
        key = id(func), id(sig)
        if key not in found:
            found[key] = find(func, sig), func, sig  # kept, so that no other objects get their ids
        return found[key][0]

    return remembered


# ------------------------------------------------------------------------ the lock around LLVM
def lock_listeners() -> list[Any]:
    """Return the listeners that are called when LLVM is entered and left: a list that can be
    changed, or None if numba does not keep it as we know it.
    """
    if not TELLS_OF_LOCKS:
        return []
    ffi: Any = import_module("llvmlite.binding.ffi")
    return cast(list[Any], ffi.lib._lock._cblist)
