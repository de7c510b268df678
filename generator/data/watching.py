"""Waiting for a designer's next save.

In: the game's folder. Out: which files changed, each time some did.
"""

from __future__ import annotations

import errno
import os
import re
import threading
from collections.abc import Iterator
from pathlib import Path

from generator.data.files import CannotRead

_WATCHED = {
    ".yaml",
    ".yml",
    ".j2",
    ".svg",
    ".png",
    ".jpg",
    ".jpeg",
    ".webp",
    ".ttf",
    ".otf",
    ".woff2",
}
_IGNORED = {".git", ".venv", "__pycache__", "node_modules"}


_NUMBER = re.compile(r"os error (\d+)")


class CannotWatch(CannotRead):
    """The system refuses to watch a folder, `filename`, with the reason `strerror`."""


def concerns_game(path: Path, folder: Path, output: Path) -> bool:
    """Return whether a changed file can change what is printed."""
    path, folder, output = path.resolve(), folder.resolve(), output.resolve()
    if not path.is_relative_to(folder) or (path.is_relative_to(output) and output != folder):
        return False
    inside = path.relative_to(folder)
    return path.suffix.lower() in _WATCHED and not any(part in _IGNORED for part in inside.parts)


def may_reuse(changed: set[str]) -> bool:
    """Return whether unchanged faces may be reused: only cards.yaml and templates have changed."""
    return all(name.endswith((".yaml", ".yml", ".j2")) for name in changed)


def changes(
    folder: Path,
    output: Path,
    debounce: int = 300,
    step: int = 50,
    stop: threading.Event | None = None,
) -> Iterator[set[str]]:
    """Yield an empty set immediately, then the names of changed files at every change, until
    interrupted or until `stop` is set.

    Changes that follow each other within `step` milliseconds come together, for at most `debounce`.
    Raises CannotWatch.
    """
    import watchfiles
    from watchfiles._rust_notify import WatchfilesRustInternalError

    yield set()
    batches = watchfiles.watch(
        folder,
        watch_filter=lambda _, name: concerns_game(Path(name), folder, output),
        debounce=debounce,
        step=step,
        stop_event=stop,
    )
    try:
        for batch in batches:
            yield {
                Path(name).resolve().relative_to(folder.resolve()).as_posix() for _, name in batch
            }
    except WatchfilesRustInternalError as fault:
        found = _NUMBER.search(str(fault))
        code = int(found[1]) if found else errno.EIO
        raise CannotWatch(code, os.strerror(code), str(folder)) from None
