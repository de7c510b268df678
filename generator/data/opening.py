"""The only place where a file that others may have made is opened for reading.

In: a path, the folder that it has to be in, and its maximum size in bytes. Out: its bytes. A game's
folder is data of unknown origin, so only regular files in it are read, up to a useful size, and
nothing outside it that a link leads to. Knows no formats.

`read_file` reads a file of a game's folder, `open_file` opens one of which a part is enough, and
`read_named` reads a file named on the command line. Files of our own packages are read by any
means; `tests/generator/data/test_opening.py` lists where.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from generator.data import messages as say
from generator.data.faults import Place, Problem, ProblemError
from generator.data.saying import Said

MIB = 1024 * 1024
_FLAGS = os.O_RDONLY | sum(
    getattr(os, flag, 0) for flag in ("O_NONBLOCK", "O_CLOEXEC", "O_NOCTTY", "O_BINARY")
)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_HANDED_OVER = ("/dev/fd/", "/dev/stdin", "/proc/")


class CannotRead(OSError):
    """The system refuses to read a file, `filename`, with the reason `strerror`."""


class RefusedFile(ProblemError, OSError):
    """A file that is not opened or not written because of its type or its place: a problem of the
    game, not a refusal by the system.

    It is an OSError too, for callers that treat all unavailable files alike.
    """

    def __init__(self, said: Said, name: str, hint: str | None = None) -> None:
        problem = Problem.of(said, Place(name), hint)
        super().__init__(problem)
        self.errno, self.filename = errno.EPERM, name
        self.strerror = f"{problem.message} ({problem.hint})"

    def __str__(self) -> str:
        return self.problems[0].message


def read_file(path: Path, folder: Path | None, most: int, name: str | None = None) -> bytes:
    """Read a file of a game's folder: a plain file in `folder`, of at most `most` bytes. `name` is
    what messages call it.

    Links are followed within `folder`, and none that leads out of it. Without a folder a link may
    lead anywhere.

    Raises OSError if there is no such file (FileNotFoundError, NotADirectoryError), CannotRead if
    the system refuses, and RefusedFile for a file that must not be read: `is-a-folder`,
    `no-plain-file` (a pipe, a device, a socket, links in a circle), `outside-folder`, `too-large`.
    Never waits for a pipe.
    """
    with open_file(path, folder, most, name) as file:
        return _bounded(file, most, lambda: name or name_of(path, folder))


def open_file(path: Path, folder: Path | None, most: int, name: str | None = None) -> BinaryIO:
    """Open a file of a game's folder, as `read_file` does, if a part of it is enough, such as its
    first line.
    """

    def named() -> str:  # only for faults: many files are read, and few have one
        return name or name_of(path, folder)

    try:
        real = (
            path if folder is None else Path(os.path.realpath(path))
        )  # not `resolve`, which fails on links in a circle
        if folder is not None and not lies_within(real, folder):
            raise _outside(real, named())
        _refuse_type(real.stat().st_mode, named)
        handle = _opened(real, named, is_named=folder is None)
    except ValueError:  # a NUL in the name
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path)) from None
    except OSError as fault:
        if isinstance(fault, RefusedFile):
            raise
        fault.filename = str(path)
        if isinstance(fault, FileNotFoundError | NotADirectoryError):
            raise
        raise CannotRead(fault.errno, fault.strerror, fault.filename) from fault
    try:
        status = os.fstat(handle)
        _refuse_type(status.st_mode, named)  # another file may have replaced it
        if status.st_size > most:
            raise _too_large(most, status.st_size, named())
        return os.fdopen(handle, "rb")
    except BaseException:
        os.close(handle)
        raise


def read_named(path: Path, most: int, name: str | None = None) -> bytes:
    """Read a file named on the command line: a regular file wherever links lead, or a pipe from a
    shell.

    A shell passes a pipe as /dev/stdin or /dev/fd/63; at most `most` bytes of it are read. Raises
    the same as `read_file`.
    """
    if not str(path).startswith(_HANDED_OVER):
        return read_file(path, None, most, name)
    with path.open("rb") as file:
        return _bounded(file, most, lambda: name or str(path))


def name_of(path: Path, folder: Path | None) -> str:
    """Return the name of a file for messages: relative to its game's folder."""
    if folder is not None and path.is_relative_to(folder):
        return path.relative_to(folder).as_posix()
    return str(path)


def lies_within(real: Path, folder: Path) -> bool:
    """Return whether a path, with all links followed, is that of a folder or of something in it."""
    path, root = str(real), os.path.realpath(folder)
    return path == root or path.startswith(root.rstrip(os.sep) + os.sep)


def _outside(real: Path, name: str) -> RefusedFile:
    """Explain why a file outside a folder is not read, by its path with all links followed."""
    if real.exists() and not real.is_file() and not real.is_dir():
        return _no_plain_file(name)  # the better reason
    message = say.LINK_OUT_OF_GAME(name=name)
    return RefusedFile(message, name, "put a copy of the file in its place")


def in_place_of_file(path: Path, name: str) -> Said | None:
    """Say what has the name of a file without being one; None if nothing has."""
    if path.is_dir():
        return say.IS_A_FOLDER(name=name)
    return say.NOT_A_FILE(name=name) if path.exists() else None


def _refuse_type(mode: int, named: Callable[[], str]) -> None:
    """Raise RefusedFile for a folder, and for anything that could be read endlessly."""
    if stat.S_ISDIR(mode):
        name = named()
        raise RefusedFile(say.IS_A_FOLDER(name=name), name, "name the file in it")
    if not stat.S_ISREG(mode):
        raise _no_plain_file(named())


def _opened(real: Path, named: Callable[[], str], is_named: bool) -> int:
    try:
        return os.open(real, _FLAGS if is_named else _FLAGS | _NO_LINK)
    except OSError as fault:
        if fault.errno == errno.ELOOP:  # a link has replaced it
            raise _no_plain_file(named()) from None
        raise


def _bounded(file: BinaryIO, most: int, named: Callable[[], str]) -> bytes:
    size = os.fstat(
        file.fileno()
    ).st_size  # allocating `most` bytes takes longer than reading a small file
    content = file.read(min(size, most) + 1)
    if len(content) > size:  # it has grown, or is a pipe
        content += file.read(most + 1 - len(content))
    if len(content) > most:
        raise _too_large(most, len(content), named())
    return content


def _no_plain_file(name: str) -> RefusedFile:
    return RefusedFile(say.NOT_A_FILE(name=name), name, "save it as a file first")


def _too_large(most: int, found: int, name: str) -> RefusedFile:
    message = say.FILE_TOO_LARGE(most=_size(most), found=_size(found))
    return RefusedFile(message, name, "check that this is the right file")


def _size(number: int) -> str:
    """Write a number of bytes, rounded to MB if it has that many."""
    return f"{number / MIB:.0f} MB" if number >= MIB else f"{number:,} bytes"
