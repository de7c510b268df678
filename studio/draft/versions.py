"""Kept versions of a cards.yaml, to compare with: files in the game's folder or, if nothing may be
written there, in memory.

In: names, texts. Out: the texts, by their names, the oldest first. Knows no page.
"""

from __future__ import annotations

import re
from pathlib import Path

from generator.data.files import (
    ChangedMeanwhile,
    path_within,
    refuse_way_out,
    replace_file,
    write_files,
)
from generator.data.opening import read_file
from generator.data.source import MAX_BYTES

PLACE = Path("playtests", "versions")
"""Their folder within the game's folder; git ignores it."""
MOST = 100
LONGEST = 60
_NOT_IN_NAMES = re.compile(r"[^\w .,()+'-]")


class VersionError(Exception):
    """A version that cannot be kept; it says why, for people."""


class Versions:
    """The kept versions. `folder` is the game's, None if nothing may be written into it."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self._held = dict[str, bytes]()

    @property
    def names(self) -> list[str]:
        """List their names, oldest first."""
        if self.folder is None:
            return list(self._held)
        place = path_within(self.folder, PLACE.as_posix())
        names = []
        if place:
            names = [(path.lstat().st_mtime_ns, path.stem) for path in place.glob("*.yaml")]
        return [name for _, name in sorted(names)]

    def keep(self, name: str, content: bytes) -> str:
        """Keep a text, and return its name. Raises VersionError, and OSError if it cannot be
        written.
        """
        stem = _NOT_IN_NAMES.sub("-", name).strip(" .-'")[:LONGEST].strip(" .-'")
        if not stem:
            raise VersionError("a kept version needs a name that is not in use")
        names = self.names
        if len(names) >= MOST:
            raise VersionError(f"{MOST} versions are already kept: delete some first")
        taken, free = {name.casefold() for name in (*names, "saved")}, stem
        number = 2
        while free.casefold() in taken:
            free, number = f"{stem} ({number})", number + 1
        if self.folder is None:
            self._held[free] = content
        else:
            place = self.folder / PLACE
            write_files({place / ".gitignore": b"*\n"}, within=self.folder)
            try:
                replace_file(place / f"{free}.yaml", content, None, within=self.folder)
            except ChangedMeanwhile:  # another studio has just saved one with this name
                return self.keep(name, content)
        return free

    def read(self, name: str) -> bytes | None:
        """Return the text of a version; None if there is none with this name, or it
        cannot be read.
        """
        if name not in self.names:
            return None
        try:
            if self.folder is None:
                return self._held[name]
            return read_file(self.folder / PLACE / f"{name}.yaml", self.folder, MAX_BYTES)
        except OSError:
            return None

    def drop(self, name: str) -> None:
        """Delete a version, if it exists. Raises OSError."""
        if name in self.names:
            if self.folder is None:
                del self._held[name]
            else:
                refuse_way_out(self.folder / PLACE, self.folder)
                (self.folder / PLACE / f"{name}.yaml").unlink()

    def move(self, folder: Path) -> None:
        """Continue in a folder, with the versions so far held in memory. Raises OSError."""
        held, self.folder, self._held = self._held, folder, {}
        for name, content in held.items():
            self.keep(name, content)
