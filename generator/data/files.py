"""Files: names that stay within their folder, and writing whole or not at all.

In: paths and bytes. Out: every file replaced, or every old file as it was. Does not know what is in them.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import BinaryIO


class CannotRead(OSError):
    """What the machine refuses to let us read: the file is `filename`, the reason `strerror`."""


class CannotGoOn(OSError):
    """What the machine refuses in the middle of a piece of work; `left` is a sentence on what has become of that."""

    def __init__(self, *refused: object, left: str) -> None:
        super().__init__(*refused)
        self.left = left


@contextlib.contextmanager
def reading() -> Iterator[None]:
    """Raise CannotRead for what the machine refuses meanwhile, so that it is told from what cannot be written."""
    try:
        yield
    except OSError as fault:
        raise CannotRead(fault.errno, fault.strerror, fault.filename) from fault


def path_within(folder: Path, name: str, root: Path | None = None) -> Path | None:
    """Resolve a file name inside a folder; None where it leads out of it, by '..', absolutely or by a link, or can be no name.

    With `root` the folder itself may be no link that leads out of that.
    """
    pure = PurePosixPath(name.replace("\\", "/"))
    if pure.is_absolute() or ".." in pure.parts or re.match(r"[A-Za-z]:|.*\0", name, re.S):
        return None
    if any(len(part.encode()) > 255 for part in pure.parts):
        return None
    try:
        resolved = (folder / pure).resolve()
    except (OSError, RuntimeError):  # links in a circle
        return None
    return resolved if resolved.is_relative_to((root or folder).resolve()) else None


def write_files(contents: Mapping[Path, bytes]) -> None:
    """Write files as one step: all of them, or none.

    Raises OSError as `writing_files` does.
    """
    with writing_files() as add:
        for path, content in contents.items():
            add(path, content)


@contextlib.contextmanager
def writing_files() -> Iterator[Callable[[Path, bytes], None]]:
    """Return a function that takes files one at a time, so that few are in memory; they get their names once all is done.

    All go to temporary names beside them first, then all are renamed. Makes missing folders. Where a rename itself fails after
    others have gone through, CannotGoOn is raised and says so. Where anything fails before the renaming starts, nothing is changed
    and OSError is raised, its `filename` the file that was to be written. Two processes writing to one folder take turns, so
    their files do not mix.
    """
    waiting: list[tuple[str, Path]] = []

    def add(path: Path, content: bytes) -> None:
        try:
            handle, temporary = _beside(path)
            waiting.append((temporary, path))
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            Path(temporary).chmod(_mode_of(path))
        except OSError as fault:
            fault.filename = str(path)
            raise

    try:
        yield add
        with contextlib.ExitStack() as turn:
            for folder in sorted({path.parent for _, path in waiting}):
                turn.enter_context(_turn(folder))
            done: list[str] = []
            while waiting:
                temporary, path = waiting[0]
                try:
                    Path(temporary).replace(path)
                except OSError as fault:
                    fault.filename = str(path)
                    if done:  # a viewer holds one of several files, say
                        left = f"Already new: {', '.join(done)}; the others are as they were."
                        raise CannotGoOn(fault.errno, fault.strerror, fault.filename, left=left) from fault
                    raise
                done.append(path.name)
                waiting.pop(0)
    finally:
        for temporary, _ in waiting:
            with contextlib.suppress(OSError):
                Path(temporary).unlink()


def holds(path: Path, content: bytes) -> bool:
    """Return whether a file already has exactly this content."""
    try:
        return path.stat().st_size == len(content) and path.read_bytes() == content
    except OSError:
        return False


@contextlib.contextmanager
def writing(path: Path) -> Iterator[BinaryIO]:
    """Open a file to be written bit by bit: it stands under its name once all is written, and not at all where anything fails.

    Makes missing folders. Raises OSError, its `filename` the file that was to be written.
    """
    temporary = ""
    try:
        try:
            handle, temporary = _beside(path)
            with os.fdopen(handle, "wb") as file:
                yield file
            Path(temporary).chmod(_mode_of(path))
            with _turn(path.parent):
                Path(temporary).replace(path)
            temporary = ""
        except OSError as fault:
            if fault.errno is not None and (fault.filename is None or temporary in ("", fault.filename)):
                fault.filename = str(path)
            raise
    finally:
        if temporary:
            with contextlib.suppress(OSError):
                Path(temporary).unlink()


def _beside(path: Path) -> tuple[int, str]:
    """Open a temporary file beside one that is to be written, and make missing folders."""
    import tempfile  # slow to import, and every command imports this module

    path.parent.mkdir(parents=True, exist_ok=True)
    if path.is_dir():  # the renaming would find out, too late
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    return tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)


def _mode_of(path: Path) -> int:
    """Return the permissions for a file: its own, or those a new file would get."""
    try:
        return path.stat().st_mode & 0o777
    except OSError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask


@contextlib.contextmanager
def _turn(folder: Path) -> Iterator[None]:
    """Hold a folder's lock, leaving no file in it."""
    if sys.platform == "win32":
        import hashlib
        import msvcrt
        import tempfile

        name = hashlib.sha256(str(folder.resolve()).encode()).hexdigest()[:16]
        with open(Path(tempfile.gettempdir()) / f"emporium-pnp-{name}.lock", "a+b") as lock:
            msvcrt.locking(lock.fileno(), msvcrt.LK_LOCK, 1)
            try:
                yield
            finally:
                lock.seek(0)
                msvcrt.locking(lock.fileno(), msvcrt.LK_UNLCK, 1)
    else:
        import fcntl

        handle = os.open(folder, os.O_RDONLY)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
            yield
        finally:
            os.close(handle)
