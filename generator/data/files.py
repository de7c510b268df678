"""Files: names that stay within their folder, and writing whole or not at all.

In: paths and bytes. Out: every file replaced, or every old file unchanged. Does not know the
contents. If a run is killed while it renames files, a journal says what was left to do, and the
next run that writes there does it. The journal is in the user's cache folder and not beside the
files, because files in a game's folder may come from anybody.

Every file is made again, under a random name in the folder where it belongs, and then renamed;
nothing is written through a link.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import re
import signal
import stat
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import Any, BinaryIO

from generator.data import messages as say
from generator.data.budget import ENDINGS
from generator.data.opening import MIB, CannotRead, RefusedFile, lies_within, name_of, read_file
from generator.data.private import make_private, unsafe

JOURNAL = ".emporium-pnp.journal"
"""The name of the journal that earlier versions wrote beside their files. It is no longer read,
because its author is unknown.
"""
OLD_SECONDS = 3600
"""The time without a write after which a temporary file belongs to a run that was killed."""
LANDED: list[Path] = []
"""The files that this process has written, for the report of what an interrupted command
has done.
"""
FINISHED: list[Path] = []
"""The files of a run that was killed to which this process gave their names."""
_PART = re.compile(r"\.emporium-pnp-[a-z0-9_]{8}\.part")
_STRAY = re.compile(rf"{_PART.pattern}|{re.escape(JOURNAL)}(\.\d+)?")
_DEEP = 3  # how many folders below the common folder of a set its files may be
_MOST_JOURNAL = 16 * MIB
_TRIES, _PAUSE_SECONDS = 50, 0.01


class CannotGoOn(OSError):
    """The system refuses in the middle of an operation; `left` is a sentence about the resulting
    state.
    """

    def __init__(self, *refused: object, left: str) -> None:
        super().__init__(*refused)
        self.left = left


@contextlib.contextmanager
def reading() -> Iterator[None]:
    """Raise CannotRead if the system refuses a read in this context, to distinguish it from
    failures to write.
    """
    try:
        yield
    except RefusedFile:  # by us
        raise
    except OSError as fault:
        raise CannotRead(fault.errno, fault.strerror, fault.filename) from fault


_NO_NAME = re.compile(r"[A-Za-z]:|.*\0", re.S)
_LONGEST_NAME = 1000  # letters; many systems accept 4,096 bytes, including the folder


def is_file_within(folder: Path, name: str, root: Path) -> bool:
    """Return whether a name leads from a folder to a file within `root`."""
    path = path_within(folder, name, root)
    return path is not None and path.is_file()


def path_within(folder: Path, name: str, root: Path | None = None) -> Path | None:
    """Resolve a file name inside a folder; None if it leads out of the folder, by '..', absolutely
    or by a link, or is not a valid name.

    With `root`, the folder itself may not be a link that leads out of `root`.
    """
    plain = name.replace("\\", "/")
    parts = plain.split("/")
    if plain.startswith("/") or ".." in parts or _NO_NAME.match(name):
        return None
    if (
        any(len(part.encode("utf-8", "surrogatepass")) > 255 for part in parts)
        or len(name) > _LONGEST_NAME
    ):
        return None
    try:
        real = Path(os.path.realpath(folder / plain))
        is_circle = _is_link(real)  # all other links are followed
    except (OSError, UnicodeError):  # a surrogate, which no system accepts
        return None
    return real if not is_circle and lies_within(real, root or folder) else None


def _is_link(path: Path) -> bool:
    """Return whether a path is a link; one that the system hides is none, and cannot be read."""
    try:
        return path.is_symlink()
    except PermissionError:
        return False


def write_files(
    contents: Mapping[Path, bytes], within: Path | None = None, is_synced: bool = False
) -> None:
    """Write files as one step: all of them, or none.

    Raises OSError as `writing_files` does.
    """
    with writing_files(within, is_synced) as add:
        for path, content in contents.items():
            add(path, content)


def write_cached(path: Path, content: bytes) -> None:
    """Write a file of a cache. Raises OSError as `writing_files` does."""
    with unreported():
        write_files({path: content})


@contextlib.contextmanager
def unreported() -> Iterator[None]:
    """Write files of our own: a run that fails or is interrupted does not report them as changed."""
    before = len(LANDED)
    try:
        yield
    finally:
        del LANDED[before:]


@contextlib.contextmanager
def writing_files(
    within: Path | None = None,
    is_synced: bool = False,
    known: Mapping[Path, bytes | None] = MappingProxyType({}),
) -> Iterator[Callable[[Path, bytes], None]]:
    """Return a function that takes files one at a time, so that few are in memory; they get their
    names once all are written.

    `within` is a folder, such as the game's; no link may lead the files out of it.

    All files are first written under temporary names beside their targets, and then renamed.
    Creates missing folders. If a rename fails after others have succeeded, CannotGoOn is raised and
    says so. If anything fails before the renaming starts, nothing is changed and OSError is raised,
    with the target as its `filename`; RefusedFile is raised for a place that leads out of `within`,
    and if a link, a pipe or a device has the file's name. Two processes writing to one folder take
    turns, so their files do not mix. With `is_synced` the files are on the disk when this returns,
    so that they outlive a power cut. Files whose content is `known` are replaced in the same way as
    by `replace_files`.
    """
    waiting: list[tuple[str, Path]] = []
    tidied: set[Path] = set()

    def add(path: Path, content: bytes) -> None:
        try:
            if path.parent not in tidied:
                _refuse_way_out(path, within)
                tidied.add(path.parent)
                _tidy(path.parent)
            handle, temporary = _beside(path)
            waiting.append((temporary, path))
            with os.fdopen(handle, "wb") as file:
                file.write(content)
                _permit(file, path)
                if is_synced:
                    file.flush()
                    os.fsync(file.fileno())
        except RefusedFile:
            raise
        except OSError as fault:
            fault.filename = str(path)
            raise

    try:
        yield add
        root = _root_of([path for _, path in waiting])
        with contextlib.ExitStack() as turns:
            for folder in sorted(
                {*(path.parent.resolve() for _, path in waiting), *([root] if root else [])}
            ):  # each once
                turns.enter_context(turn(folder))
            turns.enter_context(_unbroken())
            _compare(known)
            journal = _noted(root, waiting) if root else None
            try:
                folders = {path.parent for _, path in waiting}
                _rename(waiting, {} if journal else known)
                if is_synced:
                    for folder in folders:
                        sync_folder(folder)
            finally:
                if journal:
                    with contextlib.suppress(OSError):
                        journal.unlink()
    finally:
        for temporary, _ in waiting:
            with contextlib.suppress(OSError):
                Path(temporary).unlink()


def _rename(waiting: list[tuple[str, Path]], known: Mapping[Path, bytes | None]) -> None:
    """Rename temporary files to their final names, and take each off the list. A file with `known`
    content is compared once more.
    """
    done: list[str] = []
    while waiting:
        temporary, path = waiting[0]
        try:
            if path in known:
                _put(Path(temporary), path, known[path])
            else:
                Path(temporary).replace(path)
        except OSError as fault:
            fault.filename = str(path)
            if done:  # a viewer may hold one of several files
                left = f"Already replaced: {', '.join(done)}; the other files are unchanged."
                raise CannotGoOn(fault.errno, fault.strerror, fault.filename, left=left) from fault
            raise
        done.append(path.name)
        LANDED.append(path)
        waiting.pop(0)


# -------------------------------------------------------------- what a run that was killed has left


def _root_of(paths: list[Path]) -> Path | None:
    """Return the common folder of a set of files; None for a single file, and if they are too far
    apart.
    """
    if len(paths) < 2:
        return None
    try:
        folders = {path.parent.resolve() for path in paths}
        root = Path(os.path.commonpath(folders))
    except (ValueError, OSError, RuntimeError):  # on different drives
        return None
    is_near = all(len(folder.relative_to(root).parts) <= _DEEP for folder in folders)
    return root if is_near and root != root.parent and os.access(root, os.R_OK | os.W_OK) else None


def journal_of(root: Path) -> Path | None:
    """Name the journal of the sets whose common folder is `root`; None if the user has no home."""
    import hashlib

    folder = cache_folder("journals")
    if folder:
        return folder / hashlib.sha256(os.fsencode(os.path.realpath(root))).hexdigest()
    return None


def _noted(root: Path, waiting: list[tuple[str, Path]]) -> Path | None:
    """Record which temporary file gets which name: from now on the set is to be completed. None if
    no journal can be written.
    """
    names = [[_name_in(root, Path(temporary)), _name_in(root, path)] for temporary, path in waiting]
    journal, temporary = journal_of(root), ""
    if journal is None:
        return None
    try:
        handle, temporary = _beside(journal)
        with os.fdopen(handle, "wb") as file:
            file.write(json.dumps(names).encode())
        Path(temporary).replace(journal)
    except OSError:
        with contextlib.suppress(OSError):
            Path(temporary).unlink()
        return None
    return journal


def _name_in(root: Path, path: Path) -> str:
    return (path.parent.resolve() / path.name).relative_to(root).as_posix()


def _tidy(folder: Path) -> None:
    """Complete what a killed run began to write into a folder, and remove temporary files of other
    killed runs.

    The folders above may be the common folder of a set that has files here. Only regular files at
    least an hour old with names that only we use are removed: no links, and nothing that a game's
    file can name.
    """
    folder = Path(os.path.realpath(folder))  # not `resolve`, which fails where links go in a circle
    for root in (folder, *folder.parents[:_DEEP]):
        if (journal := journal_of(root)) and journal.exists():
            with contextlib.suppress(OSError):
                _finish(root, journal)
    with contextlib.suppress(OSError):
        long_ago = time.time() - OLD_SECONDS
        for entry in os.scandir(folder):
            if (
                _STRAY.fullmatch(entry.name)
                and entry.is_file(follow_symlinks=False)
                and entry.stat().st_mtime < long_ago
            ):
                Path(entry.path).unlink()


def _finish(root: Path, journal: Path) -> None:
    """Rename the files of a journal to their final names, and delete the journal."""
    with turn(root), _unbroken():
        for temporary, path in _left_to_name(root, journal):
            temporary.replace(path)
            FINISHED.append(path)
        journal.unlink(missing_ok=True)  # another process may have been faster


def _left_to_name(root: Path, journal: Path) -> list[tuple[Path, Path]]:
    """Read a journal: our existing temporary files, each with its final name in its folder.

    Only what `_noted` writes is accepted, although no other program writes there: from one of our
    names to that of a regular file or of none, in a folder within `root`.
    """
    try:
        names = json.loads(read_file(journal, journal.parent, _MOST_JOURNAL))
        pairs = [(_within(root, old), _within(root, new)) for old, new in names]
    except (ValueError, TypeError, RecursionError, OSError):
        return []
    found = list[tuple[Path, Path]]()
    for temporary, path in pairs:
        if (
            temporary is None
            or path is None
            or temporary.parent != path.parent
            or not _PART.fullmatch(temporary.name)
        ):
            continue
        if _type_of(temporary) == stat.S_IFREG and _type_of(path) in (stat.S_IFREG, None):
            found.append((temporary, path))
    return found


def _within(root: Path, name: object) -> Path | None:
    """Find a file that a journal names; None if its folder is not within the journal's, or the name
    is impossible.
    """
    if not isinstance(name, str) or re.search(r"[\0-\x1f\x7f]", name):
        return None
    pure = PurePosixPath(name)
    folder = path_within(root, pure.parent.as_posix())
    return folder / pure.name if folder and pure.name not in ("", "..") else None


def _type_of(path: Path) -> int | None:
    """Return the type of what has a name, such as stat.S_IFREG, without following a link; None if
    nothing has it.
    """
    try:
        return stat.S_IFMT(path.lstat().st_mode)
    except FileNotFoundError:
        return None


@contextlib.contextmanager
def _unbroken() -> Iterator[None]:
    """Delay Ctrl-C and requests to end until files have their names."""
    if threading.current_thread() is not threading.main_thread():  # which is not interrupted
        yield
        return
    held: list[tuple[int, Any]] = []
    before: dict[int, Any] = {
        number: handler for number in ENDINGS if (handler := signal.getsignal(number)) is not None
    }
    for number in before:
        signal.signal(number, lambda number, frame: held.append((number, frame)))
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        for number, frame in held:
            if callable(before[number]):
                before[number](number, frame)
            elif before[number] == signal.SIG_DFL:
                signal.raise_signal(number)


def holds(path: Path, content: bytes) -> bool:
    """Return whether a file already has exactly this content."""
    try:
        return read_file(path, None, len(content)) == content
    except OSError:
        return False


# ---------------------------------------------------------------- files that were read before


class ChangedMeanwhile(Exception):
    """A file no longer has the content it had when it was read; the new content was not
    overwritten.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path} was changed meanwhile")
        self.path = path


def replace_file(
    path: Path, content: bytes, known: bytes | None, within: Path | None = None
) -> None:
    """Write a file that was read before, if it still holds `known`; None means that there was no
    such file.

    Raises ChangedMeanwhile, and OSError as `write_files` does; either way the file on the disk
    stays as someone else left it.
    """
    replace_files({path: content}, {path: known}, within)


def replace_files(
    contents: Mapping[Path, bytes], known: Mapping[Path, bytes | None], within: Path | None = None
) -> None:
    """Write files that were read before as one step, if all of them still hold what is `known`.

    Processes that replace files of one folder take turns. A program that takes no turn, such as an
    editor, may still write between the comparison and the renaming: on Linux a single file
    therefore changes places with the one it replaces, so that what was written there meanwhile is
    seen and put back. Raises ChangedMeanwhile, and OSError as `write_files` does.
    """
    with writing_files(within, known=known) as add:
        for path, content in contents.items():
            add(path, content)


def rewrite_file(
    path: Path, read: Callable[[], bytes | None], change: Callable[[bytes | None], bytes]
) -> None:
    """Read a file, change it and write it; start again if someone else wrote it in between.

    `read` returns the content of the file, None if there is none; `change` makes the new content
    from it. Raises what the two raise, OSError as `write_files` does, and ChangedMeanwhile if
    others never stop writing.
    """
    for left in reversed(range(_TRIES)):
        known = read()
        try:
            replace_file(path, change(known), known)
        except ChangedMeanwhile:
            if not left:
                raise
            time.sleep(
                os.urandom(1)[0] / 255 * _PAUSE_SECONDS
            )  # otherwise two processes in step would collide again
        else:
            return


def _is_as_known(path: Path, known: bytes | None) -> bool:
    """Return whether a file has its known content; None means that there is no such file."""
    return not os.path.lexists(path) if known is None else holds(path, known)


def _compare(known: Mapping[Path, bytes | None]) -> None:
    for path, content in known.items():
        if not _is_as_known(path, content):
            raise ChangedMeanwhile(path)


def _put(temporary: Path, path: Path, known: bytes | None) -> None:
    """Give a temporary file the name of a file with `known` content. Raises ChangedMeanwhile if
    that has changed.
    """
    if known is None:
        _place(temporary, path)
    elif not _exchange(temporary, path):
        temporary.replace(path)
    elif holds(temporary, known):
        temporary.unlink()
    else:
        _exchange(temporary, path)
        raise ChangedMeanwhile(path)


def _place(temporary: Path, path: Path) -> None:
    """Give a temporary file an unused name. Raises ChangedMeanwhile if a file has it by now."""
    try:
        if not hasattr(os, "link"):  # Python in a browser
            raise OSError(errno.ENOTSUP, os.strerror(errno.ENOTSUP))
        os.link(temporary, path)
    except FileExistsError:
        raise ChangedMeanwhile(path) from None
    except OSError:  # a disk without links, such as a memory stick
        if path.exists():
            raise ChangedMeanwhile(path) from None
        temporary.replace(path)
    else:
        temporary.unlink()


_HERE, _EXCHANGE = -100, 2  # AT_FDCWD and RENAME_EXCHANGE of <fcntl.h> and <linux/fs.h>


def _exchange(one: Path, other: Path) -> bool:
    """Exchange two files in one step; return whether that worked, which only Linux and only some
    file systems can do.
    """
    if sys.platform != "linux":
        return False
    import ctypes

    rename = getattr(ctypes.CDLL(None), "renameat2", None)
    return (
        rename is not None
        and rename(_HERE, os.fsencode(one), _HERE, os.fsencode(other), _EXCHANGE) == 0
    )


@contextlib.contextmanager
def writing(path: Path, within: Path | None = None) -> Iterator[BinaryIO]:
    """Open a file for writing bit by bit: it gets its name once everything is written, and does not
    appear if anything fails.

    Makes missing folders. Raises OSError, with the file to be written as its `filename`, and
    RefusedFile, as `writing_files` does.
    """
    temporary = ""
    try:
        try:
            _refuse_way_out(path, within)
            _tidy(path.parent)
            handle, temporary = _beside(path)
            with os.fdopen(handle, "wb") as file:
                yield file
                _permit(file, path)
            with turn(path.parent), _unbroken():
                Path(temporary).replace(path)
                LANDED.append(path)
                temporary = ""
        except RefusedFile:
            raise
        except OSError as fault:
            if fault.errno is not None and (
                fault.filename is None or temporary in ("", fault.filename)
            ):
                fault.filename = str(path)
            raise
    finally:
        if temporary:
            with contextlib.suppress(OSError):
                Path(temporary).unlink()


def refuse_way_out(folder: Path, within: Path, hint: str = "put a folder in its place") -> None:
    """Raise RefusedFile if a folder for writing is reached by a link that leads out of another
    folder.
    """
    if not Path(os.path.realpath(folder)).is_relative_to(os.path.realpath(within)):
        name = name_of(folder, within)
        message = say.LINK_OUT_OF_FOLDER(folder=within.absolute(), name=name)
        raise RefusedFile(message, name, hint)


def _refuse_way_out(path: Path, within: Path | None) -> None:
    if within is not None:
        refuse_way_out(path.parent, within)


def _beside(path: Path) -> tuple[int, str]:
    """Open a temporary file beside one to be written, and create missing folders."""
    import tempfile  # slow to import, and every command imports this module

    path.parent.mkdir(parents=True, exist_ok=True)
    found = _type_of(path)  # renaming would find out too late
    if found == stat.S_IFDIR:
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if found not in (stat.S_IFREG, None):
        what = "a link" if found == stat.S_IFLNK else "a pipe or a device"
        message = say.NOT_A_PLAIN_FILE(found=what, path=path)
        raise RefusedFile(message, str(path), "delete it, or name another file")
    return tempfile.mkstemp(prefix=".emporium-pnp-", suffix=".part", dir=path.parent)


def _permit(file: BinaryIO, path: Path) -> None:
    """Give a new file the permissions of the one it replaces, or those of any new file."""
    if sys.platform == "win32":  # if files have them
        return
    try:
        mode = path.lstat().st_mode & 0o777
    except OSError:
        mask = os.umask(0)
        os.umask(mask)
        mode = 0o666 & ~mask
    os.fchmod(file.fileno(), mode)


_HELD = threading.local()
"""The folders whose locks this thread holds, by `folders`."""


@contextlib.contextmanager
def turn(folder: Path) -> Iterator[None]:
    """Hold a folder's lock, without leaving a file in it: everything read and written in this block
    is one step to other processes and threads.

    A thread that holds it may request it again, as `write_files` does. Raises OSError.
    """
    folder = Path(os.path.realpath(folder))  # not `resolve`, which fails where links go in a circle
    held: set[Path] = _HELD.__dict__.setdefault("folders", set())
    if folder in held:
        yield
        return
    with _locked(folder):
        held.add(folder)
        try:
            yield
        finally:
            held.remove(folder)


@contextlib.contextmanager
def _locked(folder: Path) -> Iterator[None]:
    if sys.platform == "win32":
        import hashlib
        import msvcrt

        locks = cache_folder("locks")
        if locks is None:
            yield
            return
        locks.mkdir(parents=True, exist_ok=True)
        name = hashlib.sha256(os.fsencode(folder)).hexdigest()[:16]
        with open(locks / name, "a+b") as lock:
            msvcrt.locking(lock.fileno(), msvcrt.LK_LOCK, 1)
            try:
                yield
            finally:
                lock.seek(0)
                msvcrt.locking(lock.fileno(), msvcrt.LK_UNLCK, 1)
    else:
        import fcntl

        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
            yield
        finally:
            os.close(handle)


def sync_folder(folder: Path) -> None:
    """Flush the names of a folder's files to the disk, if the system can."""
    if sys.platform != "win32":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def cache_folder(part: str) -> Path | None:
    """Return a folder within the user's cache folder; None if the user has no home, or others could
    have put files there.
    """
    from platformdirs import user_cache_path

    try:
        home = user_cache_path("emporium-pnp")
        is_unsafe = any(unsafe(one) for one in (home, home / part) if os.path.lexists(one))
    except (RuntimeError, OSError):  # no one's home
        return None
    return home / part if home.is_absolute() and not is_unsafe else None


_PROOF_BYTES = 32


def found_again(path: Path) -> bytes | None:
    """Return the content that `keep` put into a file; None if there is none, or it is damaged."""
    import hashlib

    with contextlib.suppress(OSError):
        kept = path.read_bytes()
        if hashlib.sha256(kept[_PROOF_BYTES:]).digest() == kept[:_PROOF_BYTES]:
            return kept[_PROOF_BYTES:]
    return None


def keep(path: Path, content: bytes, most: int) -> None:
    """Put content into a file of a cache folder, with a checksum; if there are more than `most`
    files, the older half is deleted.

    Does nothing if the file cannot be written.
    """
    import hashlib
    import tempfile

    with contextlib.suppress(OSError):  # a full disk or no permission: it is made again next time
        make_private(path.parent)
        files = list(path.parent.iterdir())
        if len(files) >= most:
            for _, old in sorted((file.stat().st_mtime_ns, file) for file in files)[
                : len(files) - most // 2
            ]:
                old.unlink(missing_ok=True)
        handle, part = tempfile.mkstemp(dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(hashlib.sha256(content).digest() + content)
            Path(part).replace(path)
        except BaseException:
            Path(part).unlink(missing_ok=True)
            raise
