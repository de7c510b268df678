"""Waiting for a designer's next save.

In: the game's folder. Out: which files changed, each time some did.
"""

from __future__ import annotations

import errno
import os
import re
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path

from generator.data.opening import CannotRead

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


_LOOK_MS = 1000
"""How often to look whether another folder has taken the place of the one that is watched."""
_NUMBER = re.compile(r"os error (\d+)")


class CannotWatch(CannotRead):
    """The system refuses to watch a folder, `filename`, with the reason `strerror`."""


def concerns_game(path: Path, folder: Path, output: Path) -> bool:
    """Return whether a changed file can change what is printed."""
    path, folder, output = map(_real, (path, folder, output))
    if not path.is_relative_to(folder) or (path.is_relative_to(output) and output != folder):
        return False
    inside = path.relative_to(folder)
    return path.suffix.lower() in _WATCHED and not any(part in _IGNORED for part in inside.parts)


def _real(path: Path) -> Path:
    """Follow links, as `resolve` does; a link that leads to itself, for which that fails, stays."""
    return Path(os.path.realpath(path))


def _identity(folder: Path) -> tuple[int, int] | None:
    """Tell a folder from another one of the same name; None if there is none."""
    try:
        found = folder.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _files(folder: Path) -> Iterator[Path]:
    """List the files in a folder, but not those that never belong to a game."""
    for above, inside, names in os.walk(folder):
        inside[:] = [name for name in inside if name not in _IGNORED]
        yield from (Path(above, name) for name in names)


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
    If another folder takes the place of this one, as when a copy is restored, all its files have
    changed. Raises CannotWatch.
    """
    import watchfiles
    from watchfiles._rust_notify import WatchfilesRustInternalError

    def names_of(batch: Iterable[tuple[watchfiles.Change, str]]) -> set[str]:
        """Name the files of the game among what has changed; a new folder is all its files."""
        names, home = set(), _real(folder)
        for change, name in batch:
            path = Path(name)
            is_new_folder = change == watchfiles.Change.added and path.is_dir()
            for file in _files(path) if is_new_folder else [path]:
                if concerns_game(file, folder, output):
                    names.add(_real(file).relative_to(home).as_posix())
        return names

    yield set()
    is_over = stop.is_set if stop else bool
    try:
        while not is_over():
            watched = _identity(folder)
            for batch in watchfiles.watch(
                folder,
                watch_filter=None,
                debounce=debounce,
                step=step,
                stop_event=stop,
                rust_timeout=_LOOK_MS,
                yield_on_timeout=True,
            ):
                if names := names_of(batch):
                    yield names
                if _identity(folder) not in (watched, None):
                    yield names_of([(watchfiles.Change.added, str(folder))])
                    break
    except WatchfilesRustInternalError as fault:
        found = _NUMBER.search(str(fault))
        code = int(found[1]) if found else errno.EIO
        raise CannotWatch(code, os.strerror(code), str(folder)) from None
