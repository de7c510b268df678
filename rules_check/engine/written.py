"""Rules that are written by a program: kept as a file in the user's folders, from which other
processes load the same.

In: the source of a game's rules. Out: the module, and the path under which another process finds
it. Knows no game, nor what the source is made from.
"""

from __future__ import annotations

import atexit
import hashlib
import importlib.util
import os
import shutil
import sys
import tempfile
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from generator.data.private import make_private, unsafe
from rules_check.engine.kernel import cache_home

SUFFIX = ".py"


def load_source(source: str) -> Any:
    """Return the rules that a source declares as `rules`, with `found_as` set to where another
    process finds them.
    """
    path = written_at(source)
    if not path.is_file() or path.read_bytes() != source.encode():
        make_private(path.parent)
        # written completely or not at all, even if another process writes it too
        part = path.with_suffix(f".{os.getpid()}.part")
        part.write_bytes(source.encode())
        part.replace(path)
    return load_file(str(path))


def written_at(source: str) -> Path:
    """Return the file in which `load_source` keeps a source: its folder is named after the SHA-256
    of the content.
    """
    digest = hashlib.sha256(source.encode()).hexdigest()
    return _home() / digest / f"rules_{digest[:16]}{SUFFIX}"


@cache
def load_file(path: str) -> Any:
    """Return the rules in a file written by `load_source`, here or in another process. Raises
    ValueError for any other file.
    """
    file = Path(path)
    source = file.read_bytes()
    if why := unsafe(file.parent):
        raise ValueError(f"{path} cannot be trusted: {why}")
    if hashlib.sha256(source).hexdigest() != file.parent.name:
        raise ValueError(f"{path} has changed since it was written")
    module = _module(file, source)
    if not hasattr(module, "rules"):
        raise AttributeError("expected a Ruleset under the name `rules`, found none")
    rules = module.rules
    rules.found_as = path
    return rules


def _module(file: Path, source: bytes) -> ModuleType:
    """Run a source as the module of that file."""
    module = ModuleType(file.stem)
    module.__file__ = str(file)
    module.__spec__ = importlib.util.spec_from_file_location(file.stem, file)
    sys.modules[file.stem] = module
    # otherwise a comment could name another encoding, with a different meaning of the source
    text = source.decode()
    exec(compile(text, str(file), "exec"), module.__dict__)
    return module


@cache
def _home() -> Path:
    """Return the folder for such files; a temporary one if none can be kept."""
    home = cache_home() / "written"
    try:
        make_private(home)
        if not unsafe(home):
            return home
    except OSError:
        pass
    passing = Path(tempfile.mkdtemp(prefix="emporium-pnp-")).resolve()
    atexit.register(shutil.rmtree, passing, ignore_errors=True)
    return passing


def found_as(rules: Any) -> str:
    """Return the word by which `load_rules` finds rules in another process: their name, or their
    file.
    """
    return str(getattr(rules, "found_as", rules.name))


def is_written(rules: Any) -> bool:
    """Return whether a program wrote these rules."""
    return hasattr(rules, "found_as")
