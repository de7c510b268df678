"""Templates as Python has compiled them, kept in the user's folder for caches: compiling them takes
a fifth of a build.

In: a template's source and the environment that compiles it. Out: its code, from this process or an
earlier one. What is kept is found by all that it is made of, so nothing of it is ever out of date;
a file that is damaged is compiled again. Files are ours, in a folder of the user's own, as Python's
`.pyc` files are: no game can put one there. If Python must not write bytecode, nothing is written.
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
"""Templates that are kept; of more, the older half goes."""
SHORT = 100
"""Letters of a template that is compiled as fast as it would be found."""


class KeptTemplates(BytecodeCache):
    """Jinja's cache of bytecode in a folder; each file begins with a hash of what it holds."""

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
    """Return the cache in the user's folder, or one that keeps nothing where the user has no
    home.
    """
    return KeptTemplates(cache_folder("templates"))


def _edition(environment: jinja2.Environment) -> str:
    """Name all but the source that code depends on: Python, Jinja, what an environment is set to,
    and the modules that it is made of.
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
        (
            sys.version,
            jinja2.__version__,
            repr(options),
            *(_source_hash(name) for name in sorted(modules)),
        )
    )


@cache
def _source_hash(module: str) -> str:
    """Hash a module of this tool; others change with their versions."""
    path: Any = getattr(sys.modules.get(module), "__file__", None)
    if not module.startswith(__name__.split(".")[0]) or path is None:
        return module
    with contextlib.suppress(OSError):
        return f"{module} {hashlib.sha256(Path(path).read_bytes()).hexdigest()}"
    return module
