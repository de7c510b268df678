"""Rules translated for LLVM once, for all that call them, and kept: so that two processes share the
work, and an edit translates again only what it reaches.

In: a function that numba compiles, and a folder. Out: the same function, which others call as it is
translated; what is called from Python takes all of it in. Knows no rules. The claims of `innards`
say whether numba's inner parts are as they are used here.
"""

from __future__ import annotations

import hashlib
import os
import pickle
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import numba
from llvmlite import binding

from generator.data.private import make_private
from rules_check.engine.ingredients import hash_of

_types: Any = numba.types


# ------------------------------------------------------------------------ saying what is needed
_LONG = 80
"""The length from which the name of a type is replaced by a hash of it."""


def say_little() -> None:
    """Name types briefly, and write each description once.

    A function's name in machine code contains its types, and those of a game's verbs all fields of
    its records, over and over: 100 kilobytes a name, and megabytes of names a game.
    """
    mangler: Any = import_module("numba.core.itanium_mangler")
    written = dict[Any, str]()

    def named(type_: Any) -> str:
        whole: str = mangler.mangle_type_or_value(type_)
        if len(whole) < _LONG:
            return whole
        digest = hashlib.sha256(whole.encode()).hexdigest()[:16]
        return f"17T{digest}"  # a name is preceded by its length

    def briefly(type_: Any) -> str:
        if not isinstance(type_, _types.Type):  # 1 and True would be found as the same
            return named(type_)
        if type_ not in written:
            written[type_] = named(type_)
        return written[type_]

    def mangle_args(argtys: Any) -> str:
        return "".join(map(briefly, argtys))

    mangler.mangle_args = mangle_args

    settings: Any = import_module("numba.core.targetconfig").TargetConfig
    compare, hashes = settings.__eq__, dict[type, int]()

    def is_equal(self: Any, other: Any) -> Any:
        if type(self) is not type(other):
            return compare(self, other)
        mine, others = self._values, other._values
        if mine == others:
            return True
        for name in {**mine, **others}:
            default = self.options[name].default
            if mine.get(name, default) != others.get(name, default):
                return False
        return True

    def hash_of_names(self: Any) -> int:
        if type(self) not in hashes:
            hashes[type(self)] = hash(tuple(sorted(self.options)))
        return hashes[type(self)]

    settings.__eq__, settings.__hash__ = is_equal, hash_of_names

    function, record = _types.FunctionType, _types.Record
    function.name = property(_once(function.name.fget))
    record.__repr__ = _once(record.__repr__)
    errors: Any = import_module("numba.core.errors")
    if hasattr(errors, "HighlightColorScheme"):  # where colorama is installed
        errors.HighlightColorScheme._markup = lambda self, msg, *_, **__: msg


def _once(say: Callable[[Any], str]) -> Callable[[Any], str]:
    """Let a type be described once, instead of in each pass over each function that takes it."""
    words = dict[Any, str]()

    def say_once(type_: Any) -> str:
        if type_ not in words:
            words[type_] = say(type_)
        return words[type_]

    return say_once


# --------------------------------------------------------------------------------- working less
def work_less() -> None:
    """Find the variables of instructions by their exact types, and compute which are alive at the
    beginning of a block only where somebody asks, which is in none of our rules.
    """
    ir: Any = import_module("numba.core.ir")
    postproc: Any = import_module("numba.core.postproc")
    analysis: Any = import_module("numba.core.analysis")
    transforms: Any = import_module("numba.core.transforms")
    process = postproc.PostProcessor.run
    parts_of = dict[type, Callable[[Any], Iterable[Any]] | None]()

    def find_parts(kind: type) -> Callable[[Any], Iterable[Any]] | None:
        """Return what lists the parts of a value of this type; None if it has no variables."""
        if issubclass(kind, ir.Inst):
            return lambda val: val.list_vars()
        if issubclass(kind, dict):
            return lambda val: val.values()
        return iter if issubclass(kind, list | tuple) else None

    def _rec_list_vars(self: Any, val: Any) -> list[Any]:
        kind = type(val)
        if kind is ir.Var:
            return [val]
        if kind not in parts_of:
            parts_of[kind] = find_parts(kind)
        list_parts, variables = parts_of[kind], list[Any]()
        if list_parts:
            for part in list_parts(val):
                if type(part) is ir.Var:
                    variables.append(part)
                elif parts_of.get(type(part), iter):
                    variables += _rec_list_vars(self, part)
        return variables

    class EntryVariables(dict[Any, Any]):
        """The variables that are alive at the beginning of each block."""

        def __init__(self, blocks: Any, lifetime: Any) -> None:
            super().__init__()
            self.blocks, self.lifetime = blocks, lifetime

        def __missing__(self, block: Any) -> Any:
            lifetime = self.lifetime
            live = analysis.compute_live_variables(
                lifetime.cfg, self.blocks, lifetime.usedefs.defmap, lifetime.deadmaps.combined
            )
            self.update({self.blocks[offset]: alive for offset, alive in live.items()})
            if block not in self:
                raise KeyError(block)
            return self[block]

    def run(self: Any, emit_dels: bool = False, extend_lifetimes: bool = False) -> None:
        code = self.func_ir
        if code.is_generator:
            process(self, emit_dels, extend_lifetimes)
            return
        code.blocks = transforms.canonicalize_cfg(code.blocks)
        code.variable_lifetime = postproc.VariableLifetime(code.blocks)
        code.block_entry_vars = EntryVariables(code.blocks, code.variable_lifetime)
        code.generator_info = None
        if emit_dels:
            self._insert_var_dels(extend_lifetimes=extend_lifetimes)

    ir.Inst._rec_list_vars, postproc.PostProcessor.run = _rec_list_vars, run


def forget_nothing() -> None:
    """Where references are not counted, let no variable be forgotten at the end of its life, and
    search for no expressions with whole arrays, which make new ones.
    """
    postproc: Any = import_module("numba.core.postproc")
    passes: Any = import_module("numba.core.typed_passes")
    utils: Any = import_module("numba.core.ir_utils")
    legalize, rewrite = passes.check_and_legalize_ir, passes.NopythonRewrites.run_pass

    def check_and_legalize_ir(func_ir: Any, flags: Any) -> None:
        if flags.nrt or func_ir.is_generator:
            legalize(func_ir, flags)
            return
        utils.enforce_no_phis(func_ir)
        utils.enforce_no_dels(func_ir)
        postproc.PostProcessor(func_ir).run()

    def run_pass(self: Any, state: Any) -> Any:
        literal = _types.StringLiteral
        if state.flags.nrt or any(isinstance(type_, literal) for type_ in state.typemap.values()):
            return rewrite(self, state)
        return False

    passes.check_and_legalize_ir = check_and_legalize_ir
    passes.NopythonRewrites.run_pass = run_pass


# ------------------------------------------------------------------------------ translating once
def translate_for_callers(rule: Any, root_of: Callable[[], Path | None]) -> None:
    """Let other rules call a rule as it is once translated for LLVM: what is called from Python
    takes all that it calls in and is made machine code as a whole, once. `root_of` finds the folder
    below which translations are kept.

    numba makes machine code of each function, with all that it calls in it, and then again in each
    of its callers; and makes each callable from Python and from C, which took two thirds of the
    time.
    """
    typing: Any = import_module("numba.core.typing")
    normalize_signature = import_module("numba.core.sigutils").normalize_signature
    translated: dict[Any, Translated] = {}
    overload_of, compile_now = rule.get_overload, rule.compile
    compile_entry = rule._compiler.compile

    def compile_by_digest(args: Any, return_type: Any) -> Any:
        with _named_by(rule.py_func, _digest_of_entry(rule, args, return_type)):
            return compile_entry(args, return_type)

    def compile_whole(signature: Any) -> Any:
        entry = compile_now(signature)
        args, _ = normalize_signature(signature)
        made = rule.overloads[tuple(args)]
        for environment in made._find_referenced_environments():  # none where it is loaded
            made.codegen.set_env(environment.env_name, environment)
        return entry

    def get_call_template(args: Any, kws: Any) -> Any:
        signature, args = rule._compiler.fold_argument_types(args, kws)
        if tuple(args) not in translated:
            made = translated[tuple(args)] = _translated(rule, tuple(args), root_of)
            rule.targetctx.insert_user_function(made.entry_point, made.fndesc, [made.library])
        name = rule.py_func.__name__
        template = typing.make_concrete_template(
            f"CallTemplate({name})",
            key=name,
            signatures=[overload.signature for overload in translated.values()],
        )
        return template, signature, args, {}

    def get_overload(signature: Any) -> Any:
        args, _ = normalize_signature(signature)
        overload = translated.get(tuple(args))
        return overload.entry_point if overload else overload_of(signature)

    rule.get_call_template, rule.get_overload = get_call_template, get_overload
    rule.compile, rule._compiler.compile = compile_whole, compile_by_digest


class Translated(NamedTuple):
    """A rule as other rules call it, for one list of types."""

    signature: Any
    fndesc: Any
    library: Any
    environment: Any
    """What numba finds again only as long as somebody holds it."""
    entry_point: object
    """What numba finds the rule by."""


def _translated(rule: Any, args: tuple[Any, ...], root_of: Callable[[], Path | None]) -> Translated:
    """Translate a rule for a list of types, or load it as translated before."""
    digest = digest_of(rule, args)
    root = root_of() if digest else None
    folder = root / FOLDER if root else None
    if digest and folder and (translation := _load(rule, args, digest, folder)):
        return translation
    with _named_by(rule.py_func, digest), rule._compiling_counter:
        made = _compile_for_callers(rule, args)
    _digests[made.library] = ""
    if digest and folder:
        with suppress(OSError):  # what keeps the machine code says it if there is no room
            _keep(made, digest, folder)
    return Translated(made.signature, made.fndesc, made.library, made.environment, object())


def _compile_for_callers(rule: Any, args: tuple[Any, ...]) -> Any:
    """Translate a rule without making machine code of it."""

    def with_flags(flags: Any) -> Any:
        flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        return flags

    dispatcher = type(rule._compiler)(
        rule.py_func,
        rule.targetdescr,
        rule.targetoptions,
        rule.locals,
        rule._compiler.pipeline_class,
    )
    dispatcher._failed_cache = rule._compiler._failed_cache
    dispatcher._customize_flags = with_flags
    return dispatcher.compile(args, None)


# --------------------------------------------------------------------------- keeping translations
FOLDER = "translated"
_found = dict[Any, str | None]()
"""The hashes of functions."""
_names = dict[Any, str]()
"""What distinguishes functions that are being translated, instead of a number that counts them: so
that a rule has the same name in every process.
"""
_libraries = dict[str, Any]()
"""The translations in this process, by their digests."""
_digests = dict[Any, str]()
"""Their digests; empty for those that are not kept."""


def digest_of(rule: Any, args: tuple[Any, ...]) -> str | None:
    """Hash all that the machine code of a rule for a list of types is made of; None if it uses
    something unknown.
    """
    rule_hash = hash_of(rule, _found)
    types = list(map(_type_told, args))
    if rule_hash is None or None in types:
        return None
    machine = rule.targetctx.codegen().magic_tuple()
    ingredients = "\n".join([rule_hash, repr(machine), *map(str, types)])
    return hashlib.sha256(ingredients.encode()).hexdigest()[:32]


def digest_of_entry(rule: Any, signature: Any) -> str | None:
    """Hash all that a rule is made of as Python calls it; None if it uses something unknown."""
    return _digest_of_entry(
        rule, *import_module("numba.core.sigutils").normalize_signature(signature)
    )


def _digest_of_entry(rule: Any, args: Any, gives: Any) -> str | None:
    digest = digest_of(rule, tuple(args))
    return digest and hashlib.sha256(f"{digest} {gives}".encode()).hexdigest()[:32]


def _type_told(type_: Any) -> str | None:
    """Describe a type in full; None if it may be one of several that look alike."""
    if isinstance(type_, _types.BaseTuple):
        parts = list(map(_type_told, type_))
        names = getattr(type_, "fields", ())
        return None if None in parts else f"{type_.__class__.__name__} {names} {parts}"
    return str(type_) if isinstance(type_, _TOLD_BY_NAME) else None


_TOLD_BY_NAME = (
    _types.Number,
    _types.Boolean,
    _types.Array,
    _types.Record,
    _types.NoneType,
    _types.FunctionType,
    _types.Literal,
    _types.Omitted,
)


@contextmanager
def _named_by(function: Any, digest: str | None) -> Iterator[None]:
    """Name a function by a digest while it is translated."""
    before = _names.get(function)
    if digest:
        _names[function] = digest
    try:
        yield
    finally:
        _names.pop(function, None)
        if before:
            _names[function] = before


def name_by_digest() -> None:
    """Name functions that are translated by their digests, and not by their modules."""
    identity: Any = import_module("numba.core.bytecode").FunctionIdentity
    context: Any = import_module("numba.core.base").BaseContext
    identify, mangle = identity.from_function, context.mangler

    def from_function(cls: Any, pyfunc: Any) -> Any:
        identity = identify.__func__(cls, pyfunc)
        if digest := _names.get(pyfunc):
            identity.unique_id = digest
        return identity

    def mangler(self: Any, name: str, types: Any, *, abi_tags: Any = (), uid: Any = None) -> str:
        if isinstance(uid, str):  # which contains them; here records are numbered in each process
            types, abi_tags = (), ()
            name = f"{_ENVIRONMENT if name.startswith(_ENVIRONMENT) else ''}rules.rule"
        mangled: str = mangle(self, name, types, abi_tags=abi_tags, uid=uid)
        return mangled

    identity.from_function, context.mangler = classmethod(from_function), mangler


_ENVIRONMENT = ".NumbaEnv."


def _keep(made: Any, digest: str, folder: Path) -> None:
    """Keep a translation, with the helpers of numba in it and the digests of the rules it calls;
    not if it holds addresses of this process, or calls a rule that is not kept.
    """
    called = _called(
        made.library, lambda library: library not in _digests and not library._finalized
    )
    rules = [_digests[library] for library in called if library in _digests]
    helpers = [library for library in called if library not in _digests]
    module = binding.parse_bitcode(made.library._final_module.as_bitcode())
    for helper in helpers:
        module.link_in(helper._get_module_for_linking(), preserve=True)
    if "" in rules or _is_tied(made, helpers, module):
        return
    for function in module.functions:
        if not function.is_declaration and function.name != made.fndesc.mangled_name:
            function.linkage = "internal"  # numba numbers its helpers in each process
    facts = made.fndesc.restype, made.fndesc.mangled_name, made.fndesc.env_name, made.fndesc.inline
    content = pickle.dumps((facts, tuple(rules), module.as_bitcode()))
    make_private(folder)
    part = folder / f"{digest}.{os.getpid()}.part"
    part.write_bytes(hashlib.sha256(content).digest() + content)
    part.replace(folder / digest)
    _libraries[digest], _digests[made.library] = made.library, digest


def _is_tied(made: Any, helpers: Any, module: Any) -> bool:
    """Return whether a translation can be used in this process only."""
    names = [variable.name for variable in module.global_variables]
    environments = made._find_referenced_environments()
    return (
        any(name.startswith("numba.dynamic.globals") for name in names)
        or any(environment.consts for environment in environments)
        or any(library._reload_init for library in (made.library, *helpers))
    )


def _load(rule: Any, args: tuple[Any, ...], digest: str, folder: Path) -> Translated | None:
    """Load a rule as it was translated before; None if it was not, or if that is damaged."""
    kept = _read(digest, folder)
    library = _library(digest, folder, rule.targetctx.codegen()) if kept else None
    if kept is None or library is None:
        return None
    (gives, mangled, environment, is_within), _, _ = kept
    descriptor: Any = import_module("numba.core.funcdesc").PythonFunctionDescriptor
    fndesc = descriptor(
        native=True,
        modname=rule.py_func.__module__,
        qualname=rule.py_func.__qualname__,
        unique_name=digest,
        doc="",
        typemap=None,
        restype=gives,
        calltypes=None,
        args=tuple(rule._compiler.pysig.parameters),
        kws=(),
        mangler=lambda *_, **__: mangled,
        argtypes=args,
        inline=is_within,
        env_name=environment,
        uid=digest,
    )
    return Translated(gives(*args), fndesc, library, None, object())


_Kept = tuple[tuple[Any, str, str, bool], tuple[str, ...], bytes]


def _read(digest: str, folder: Path) -> _Kept | None:
    """Read a translation: its result and names, the digests of what it calls, and its code."""
    try:
        proof, content = (whole := (folder / digest).read_bytes())[:32], whole[32:]
        if hashlib.sha256(content).digest() == proof:
            kept: _Kept = pickle.loads(content)
            return kept
    except Exception:  # pickle raises various exceptions for what another version wrote
        pass
    return None


def _library(digest: str, folder: Path, codegen: Any) -> Any | None:
    """Return a translation with all that it calls; None if a part is missing."""
    if digest not in _libraries:
        kept = _read(digest, folder)
        called = [_library(name, folder, codegen) for name in kept[1]] if kept else [None]
        if kept is None or None in called:
            return None
        library = codegen.create_library(digest)
        library._final_module = binding.parse_bitcode(kept[2])
        for other in called:
            library.add_linking_library(other)
        _libraries[digest], _digests[library] = library, digest
    return _libraries[digest]


# ------------------------------------------------------------------------------- linking once
def _called(library: Any, is_open: Callable[[Any], bool]) -> list[Any]:
    """List what a library calls, and what that calls if it is open, each after all that call it:
    LLVM takes in only what is called by then.
    """
    seen, called = {library}, list[Any]()

    def gather(one: Any) -> None:
        for other in one._linking_libraries:
            if other not in seen:
                seen.add(other)
                if is_open(other):
                    gather(other)
                called.append(other)

    gather(library)
    return called[::-1]


BRIEFLY, THOROUGHLY, WIDELY = 1, 3, 4
"""LLVM's levels of optimization, from 0 to 3. At 1, rules are as fast as at 3, except for what
plays a whole game within one function. WIDELY is 3, with loops that work on several numbers at
once, which makes nets faster.
"""
_levels = list[int]()


@contextmanager
def optimizing(level: int) -> Iterator[None]:
    """Let LLVM optimize what is compiled during the block at a level, and once; numba does so at 3,
    after a first round for the sake of references, of which rules count none.
    """
    _levels.append(level)
    try:
        yield
    finally:
        _levels.pop()


def link_once() -> None:
    """Let a library take in what it calls, and what that calls, when it is finished itself; and let
    LLVM optimize it as `optimizing` says.
    """
    codegen: Any = import_module("numba.core.codegen")
    library = codegen.CPUCodeLibrary
    module_of, finish = library._get_module_for_linking, library.finalize
    optimize, prepare = library._optimize_final_module, library._optimize_functions

    def _optimize_functions(self: Any, ll_module: Any) -> None:
        if not _levels:
            prepare(self, ll_module)
            return
        ll_module.data_layout = self._codegen._data_layout
        passes, builder = self._codegen._function_pass_manager(opt=1)
        for function in ll_module.functions:
            if not function.is_declaration:
                passes.run(function, builder)

    def add_linking_library(self: Any, other: Any) -> None:
        self._linking_libraries.append(other)

    def _get_module_for_linking(self: Any) -> Any:
        if self._finalized:
            return module_of(self)
        if self._shared_module is None:
            self._shared_module = self._final_module
            for function in self._shared_module.functions:
                if not function.is_declaration and function.linkage == binding.Linkage.external:
                    function.linkage = "linkonce_odr"
        return self._shared_module

    def finalize(self: Any) -> None:
        self._linking_libraries[:] = _called(self, lambda library: not library._finalized)
        finish(self)

    def _optimize_final_module(self: Any) -> None:
        within = {
            function.name
            for other in self._linking_libraries
            if not other._finalized
            for function in other._final_module.functions
            if not function.is_declaration
        }
        for function in self._final_module.functions:
            if function.name in within and not function.is_declaration:
                function.linkage = "internal"  # called from nowhere else: LLVM may change how
        if not _levels:
            optimize(self)
            return
        passes, builder = self._codegen._module_pass_manager(
            opt=min(THOROUGHLY, _levels[-1]), loop_vectorize=_levels[-1] == WIDELY
        )
        passes.run(self._final_module, builder)

    library._optimize_functions = _optimize_functions
    library.add_linking_library = add_linking_library
    library._get_module_for_linking = _get_module_for_linking
    library.finalize = finalize
    library._optimize_final_module = _optimize_final_module
