"""Keeping the folder of compiled rules within bounds: what was used least recently goes.

In: the folder of all versions' compiled rules, and the one in use. Out: the same, smaller. Knows no
rules. A version of the sources that was used within the last hour stays whole: a process that still
runs may load from it.
"""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

MOST_BYTES = 1 << 30
"""The size that compiled rules may have together."""
SECONDS_BETWEEN = 3600.0
"""The time for which a use protects what was used, and for which a look suffices."""
LOOKED = "looked"
"""The file whose time is that of the last look."""
_VERSION = re.compile(r"[0-9a-f]{16}-")


def note_use(folder: Path) -> None:
    """Record that a version's compiled rules are used; nothing is written within the hour."""
    with suppress(OSError):
        if time.time() - folder.stat().st_mtime > SECONDS_BETWEEN / 2:
            (folder / LOOKED).touch()
            (folder / LOOKED).unlink()  # which changes the folder's own time


def prune(home: Path, ours: Path, most: int = MOST_BYTES) -> None:
    """Delete what was used least recently until all compiled rules fit, at most once an hour: other
    versions first, then what is oldest in ours. Whatever cannot be deleted stays.
    """
    looked = home / LOOKED
    now = time.time()
    with suppress(OSError):
        if now - looked.stat().st_mtime < SECONDS_BETWEEN:
            return
    with suppress(OSError):
        looked.touch()
        sizes = {
            folder: _size_of(folder) for folder in home.iterdir() if _VERSION.match(folder.name)
        }
        left = sum(sizes.values())
        others = sorted((_time_of(size), size) for size in sizes if size != ours)
        for used, folder in others:
            if left <= most or now - used < SECONDS_BETWEEN:
                break
            shutil.rmtree(folder, ignore_errors=True)
            left -= sizes[folder]
        if sizes.get(ours, 0) > most:
            _prune_within(ours, sizes[ours] - most)


def _prune_within(folder: Path, excess: int) -> None:
    """Delete the oldest code of one version, and first the marks that say that all is there, so
    that the next command compiles it with two processes again.
    """
    for mark in folder.glob("*.ready"):
        mark.unlink(missing_ok=True)
    code = [path for path in _files_below(folder) if path.suffix not in (".lock", ".py")]
    for _, size, path in sorted((_time_of(path), path.stat().st_size, path) for path in code):
        if excess <= 0:
            return
        with suppress(OSError):
            path.unlink()
            excess -= size


def _files_below(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())


def _size_of(folder: Path) -> int:
    total = 0
    for path in _files_below(folder):
        with suppress(OSError):  # deleted meanwhile
            total += path.stat().st_size
    return total


def _time_of(path: Path) -> float:
    with suppress(OSError):
        return path.stat().st_mtime
    return 0.0
