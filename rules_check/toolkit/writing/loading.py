"""Loads generated verbs: writes their source to the folder of compiled rules, and imports it.

In: declarations, and the file that makes them. Out: a module. Knows no game.
"""

from __future__ import annotations

import hashlib
import importlib.util
import linecache
import os
import sys
from pathlib import Path
from types import ModuleType

from generator.data.private import make_private
from rules_check.engine.kernel import CACHE_FOLDER, OUR_VERBS, PACKAGE, files_hash, place_mark
from rules_check.toolkit.declarations import Declarations
from rules_check.toolkit.writing.source import lines_of


def source_of(declared: Declarations) -> str:
    """Write the generated verbs as they are compiled."""
    return "\n".join(lines_of(declared))


def load_verbs(declared: Declarations, made_in: Path) -> ModuleType:
    """Write the generated verbs to a file and load them. Raises TypeError for a move without a rule
    that makes it.
    """
    _refuse_what_lacks(declared)
    own = sorted(made_in.parent.glob("*.py"))
    text = (
        f'"""The verbs of {declared.name}, generated from its declarations; made of sources '
        f'{files_hash(own, made_in.parent)}."""\n{source_of(declared)}'
    )
    name = f"{declared.name.replace('-', '_')}_verbs"
    if CACHE_FOLDER is None or OUR_VERBS is None:
        return _load_text(name, text)
    home = made_in.resolve().parent
    if home.is_relative_to(PACKAGE):
        folder = OUR_VERBS
    else:
        folder = CACHE_FOLDER / "verbs-of-others" / place_mark(home)
    return _load_file(name, folder / declared.name / f"{name}.py", text)


def _refuse_what_lacks(declared: Declarations) -> None:
    undone = []
    for move in declared.moves.by_sort.values():
        if move not in declared.doing:
            undone.append(move.pattern)
    if undone and "perform" not in declared.own:
        raise TypeError(
            f"expected @rules.does before a rule for each move, found none for '{undone[0]}'"
        )
    if declared.laying and "decided" not in declared.own:
        raise TypeError(
            "expected a verb `decided`, because `hide` repeats the decisions under @rules.lays; "
            "found none"
        )


def _load_text(name: str, text: str) -> ModuleType:
    """Load source that is kept in no file. Its lines are available under a unique name, because two
    games in a process may have the same name.
    """
    module = ModuleType(name)
    file = f"<{name} {hashlib.sha256(text.encode()).hexdigest()[:16]}>"
    module.__file__ = file
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    sys.modules[name] = module
    exec(compile(text, file, "exec"), module.__dict__)
    return module


def _load_file(name: str, path: Path, text: str) -> ModuleType:
    """Load source from a file, after writing it unless the file already contains it."""
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        make_private(path.parent)
        part = path.with_suffix(f".{os.getpid()}-{id(text)}.part")
        part.write_text(text, encoding="utf-8")
        part.replace(path)
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
