"""Files that nobody may touch, watched by the system itself: native code, such as SQLite's or
resvg's, opens files that no hook hears of.

In: folders. Out: what was done in them meanwhile, by whatever process. Linux alone has this.
"""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import os
import struct
from pathlib import Path

_DONE = {
    0x2: "changed",
    0x4: "given other permissions",
    0x20: "opened",
    0x40: "moved away",
    0x80: "moved there",
    0x100: "made",
    0x200: "removed",
}
_FOLDER = 0x40000000
_HEADER = struct.Struct("iIII")


class Watch:
    """Folders under watch, until `close`."""

    def __init__(self, folders: list[Path]) -> None:
        self._library = ctypes.CDLL(None, use_errno=True)
        self._handle: int = self._library.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        if self._handle < 0:
            raise OSError(ctypes.get_errno(), "inotify_init1")
        self._folders: dict[int, Path] = {}
        for folder in folders:
            number = self._library.inotify_add_watch(self._handle, os.fsencode(folder), sum(_DONE))
            if number < 0:
                raise OSError(ctypes.get_errno(), "inotify_add_watch", str(folder))
            self._folders[number] = folder

    def seen(self) -> list[tuple[str, Path]]:
        """Return what was done, and to which file, since this was asked last; folders that are
        opened are left out.
        """
        raw = b""
        with contextlib.suppress(BlockingIOError):
            while more := os.read(self._handle, 1 << 16):
                raw += more
        found, at = [], 0
        while at < len(raw):
            number, mask, _, length = _HEADER.unpack_from(raw, at)
            name = os.fsdecode(raw[at + _HEADER.size : at + _HEADER.size + length].rstrip(b"\0"))
            at += _HEADER.size + length
            if number in self._folders and not (mask & _FOLDER and mask & 0x20):
                found += [
                    (word, self._folders[number] / name)
                    for bit, word in _DONE.items()
                    if mask & bit
                ]
        return list(dict.fromkeys(found))

    def close(self) -> None:
        """Stop watching."""
        os.close(self._handle)


def listing(folder: Path) -> dict[str, str]:
    """List all that lies below a folder: by its name what it is, and what is in it."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_symlink():
            found[name] = f"link to {path.readlink()}"
        elif path.is_dir():
            found[name] = "folder"
        elif path.is_file():
            found[name] = hashlib.sha256(path.read_bytes()).hexdigest()
        else:
            found[name] = "special"
    return found
