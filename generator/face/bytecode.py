"""Templates compiled to Python, kept in the user's cache folder: compiling takes a fifth of a
build.

In: a template's source and the environment that compiles it. Out: its code, from this process or an
earlier one. The key covers everything that the code depends on, so nothing in the cache can be out
of date; a damaged file is compiled again. The files are ours, in a private folder of the user, like
Python's `.pyc` files: no game can put one there. If Python must not write bytecode, nothing is
written.
"""

from __future__ import annotations

import contextlib
import hashlib
import sys
from functools import cache
from pathlib import Path
from types import CodeType
from typing import Any

import jinja2
from jinja2.bccache import Bucket, BytecodeCache

from generator.data.files import cache_folder, found_again, keep

MOST_FILES = 200
"""The number of templates that are kept; if there are more, the older half is deleted."""
SHORT = 100
"""The number of letters up to which compiling a template is as fast as finding it."""


class KeptTemplates(BytecodeCache):
    """Jinja's bytecode cache in a folder; each file begins with a hash of its content."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder

    def get_bucket(
        self, environment: jinja2.Environment, name: str, filename: str | None, source: str
    ) -> Bucket:
        if len(source) < SHORT:
            return Bucket(environment, "", "")
        parts = (_edition(environment), name, source)
        bucket = Bucket(
            environment,
            hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32],
            self.get_source_checksum(source),
        )
        self.load_bytecode(bucket)
        if isinstance(
            bucket.code, CodeType
        ):  # a copy of the same template may be elsewhere, and messages name its file
            bucket.code = bucket.code.replace(co_filename=filename or "<template>")
        return bucket

    def load_bytecode(self, bucket: Bucket) -> None:
        kept = None if self.folder is None else found_again(self.folder / bucket.key)
        if kept is not None:
            bucket.bytecode_from_string(kept)

    def dump_bytecode(self, bucket: Bucket) -> None:
        if self.folder is not None and bucket.key and not sys.dont_write_bytecode:
            keep(self.folder / bucket.key, bucket.bytecode_to_string(), MOST_FILES)


def kept_templates() -> KeptTemplates:
    """Return the cache in the user's folder, or one that keeps nothing if the user has no home."""
    return KeptTemplates(cache_folder("templates"))


def _edition(environment: jinja2.Environment) -> str:
    """Identify everything but the source that code depends on: Python, Jinja, the settings of an
    environment, and its modules.
    """
    parts = [
        *type(environment).__mro__,
        *map(type, environment.extensions.values()),
        environment.undefined,
        environment.finalize,
    ]
    modules = {str(getattr(part, "__module__", "")) for part in parts}
    options = (
        environment.autoescape,
        environment.trim_blocks,
        environment.lstrip_blocks,
        environment.keep_trailing_newline,
    )
    return "\0".join(
        (sys.version, jinja2.__version__, repr(options), *map(_source_hash, sorted(modules)))
    )


@cache
def _source_hash(module: str) -> str:
    """Hash a module of this tool; other modules are identified by their versions."""
    path: Any = getattr(sys.modules.get(module), "__file__", None)
    if not module.startswith(__name__.split(".")[0]) or path is None:
        return module
    with contextlib.suppress(OSError):
        return f"{module} {hashlib.sha256(Path(path).read_bytes()).hexdigest()}"
    return module
