"""Machine code of several rules in one module: what they all call is in it once.

In: rules that numba compiles, with their types. Out: the same rules, compiled and kept, in one file
that each of them names. Knows no rules. The claims of `innards` say whether numba's inner parts are
as they are used here.
"""

from __future__ import annotations

import hashlib
import os
import pickle
from collections import Counter
from collections.abc import Iterable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from generator.data.private import make_private
from rules_check.engine.translating import ENTRIES, Deferred, defer, take

KIND = "joint"
"""How a rule's kept code says that its machine code is in a file with that of others."""
MANY = 12
"""The number of rules that a rule must reach for a call of it to be nothing beside what it does."""
_folders = list[Path]()
"""The folder of such files, if anything is kept."""
_libraries = dict[str, Any]()
"""The machine code in this process, by the digests of these files."""


def join(rules: Iterable[tuple[Any, Any]]) -> None:
    """Compile rules, each with its signature; those that are not kept, in one module."""
    left = list[tuple[Any, Any, Deferred]]()
    with import_module("numba.core.compiler_lock").global_compiler_lock:
        for rule, signature in rules:
            if found := defer(rule, signature):
                left.append((rule, signature, found))
        if not left:
            return
        library = _made_of([found for _, _, found in left])
        for rule, signature, found in left:
            made = found.made
            entry = rule.targetctx.get_executable(library, made.fndesc, made.environment)
            rule.targetctx.insert_user_function(entry, made.fndesc, [library])
            take(
                rule,
                signature,
                made._replace(
                    library=library, entry_point=entry, reload_init=[*library._reload_init]
                ),
            )


def _made_of(found: Sequence[Deferred]) -> Any:
    """Make machine code of translated rules, with all that they call."""
    digests = sorted(one.digest for one in found)
    digest = hashlib.sha256(" ".join(digests).encode()).hexdigest()[:32]
    library = found[0].made.library.codegen.create_library(digest)
    library.enable_object_caching()
    setattr(library, ENTRIES, {one.made.fndesc.mangled_name for one in found})
    for one in found:
        library._final_module.link_in(one.made.library._final_module)
        library._reload_init.update(one.made.library._reload_init)
        for called in one.made.library._linking_libraries:
            library.add_linking_library(called)
    for shared in _shared_by([one.made.library for one in found]):
        for function in shared._final_module.functions:
            if not function.is_declaration:
                function.add_function_attribute("noinline")
    library.finalize()

    def serialize_using_object_code() -> tuple[str, str, str]:
        if digest not in _libraries:
            _keep(library, digest)
            _libraries[digest] = library
        return digest, KIND, digest

    library.serialize_using_object_code = serialize_using_object_code
    return library


def _shared_by(libraries: Iterable[Any]) -> list[Any]:
    """List the rules that several others call, and that call many: LLVM would put a copy of all
    that into each of these.
    """
    reached, callers = dict[Any, set[Any]](), Counter[Any]()

    def reach(one: Any) -> set[Any]:
        if one not in reached:
            reached[one] = set[Any]()
            for called in {*one._linking_libraries}:
                if not called._finalized:
                    callers[called] += 1
                    reached[one] |= {called, *reach(called)}
        return reached[one]

    for library in libraries:
        reach(library)
    return [one for one, count in callers.items() if count > 1 and len(reached[one]) >= MANY]


# ------------------------------------------------------------------------------------- keeping
def _path_of(digest: str) -> Path:
    return _folders[0] / f"{digest}.{KIND}"


def _keep(library: Any, digest: str) -> None:
    """Write machine code to a file, with the names by which it is called. Raises OSError."""
    names = [one.name for one in library.get_defined_functions() if one.linkage.name != "internal"]
    content = pickle.dumps((names, library._get_compiled_object()))
    path = _path_of(digest)
    make_private(path.parent)
    part = path.with_suffix(f".{os.getpid()}.part")
    part.write_bytes(hashlib.sha256(content).digest() + content)
    part.replace(path)


def _load(codegen: Any, digest: str) -> Any:
    """Return the machine code of a file; raises an exception if it is missing or damaged."""
    if digest not in _libraries:
        proof, content = (whole := _path_of(digest).read_bytes())[:32], whole[32:]
        if hashlib.sha256(content).digest() != proof:
            raise ValueError(digest)
        names, code = pickle.loads(content)
        library = codegen.create_library(digest)
        library.enable_object_caching()
        library._set_compiled_object(code)
        library._finalize_final_module()
        codegen._engine._defined_symbols.update(names)
        library.serialize_using_object_code = lambda: (digest, KIND, digest)
        _libraries[digest] = library
    return _libraries[digest]


def load_joint(folder: Path | None) -> None:
    """Let rules whose machine code is in one file be loaded from a folder."""
    library: Any = import_module("numba.core.codegen").CPUCodeLibrary
    load = library._unserialize.__func__

    def _unserialize(cls: Any, codegen: Any, state: Any) -> Any:
        return _load(codegen, state[2]) if state[1] == KIND else load(cls, codegen, state)

    library._unserialize = classmethod(_unserialize)
    _folders[:] = [folder] if folder else []
