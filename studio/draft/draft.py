"""A cards.yaml being edited: its text, its undo steps, and the state of the file on the disk.

In: edits; the bytes of the file. Out: the text; the file, written whole or not at all. Does not
know what a game is: a draft may be any text.
"""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from generator.data.files import ChangedMeanwhile, holds, replace_file
from generator.data.opening import read_file
from generator.data.patching import difference, text_of
from generator.data.source import MAX_BYTES
from studio.draft.merging import merged

PAUSE_SECONDS = 1.0
"""Edits of one place that follow each other faster than this are undone together."""
MOST_KEPT = 8 * 1024 * 1024
"""The number of characters of earlier texts that are kept for undoing."""
_MOST_PLACES = 100
_TRIES = 3
"""How often a save is repeated if another program keeps changing the file and changing it back."""


class DiskChanged(Exception):
    """The file has changed since the draft was made from it."""


@dataclass(frozen=True)
class _Kept:
    """Unsaved text that was backed up; `is_older` means that the file was written later."""

    place: int
    content: bytes
    mark: bytes
    text: str
    is_older: bool


@dataclass
class Draft:
    """The text of one file. `mark` is its byte order mark or empty, `disk` the content of the file
    from which the draft was made, `found` what is there now; None if there is no file.
    """

    path: Path
    mark: bytes
    text: str
    disk: bytes | None
    found: bytes | None
    has_merged: bool = False
    """Whether the last look at the disk merged edits from elsewhere with unsaved ones."""
    kept_as: Path | None = None
    """The file beside which unsaved text is backed up, if nothing may be written beside the draft's
    own.
    """
    _before: list[str] = field(default_factory=list, repr=False)
    _after: list[str] = field(default_factory=list, repr=False)
    _last: tuple[object, float] = (None, 0.0)
    _aside: bytes | None = field(default=None, repr=False)
    """The content of `kept`, as far as we have written or found it; None if there is no such file.
    """
    _place: int = 1
    _keeping: threading.Lock = field(default_factory=threading.Lock, repr=False)

    @classmethod
    def of(cls, path: Path, kept_as: Path | None = None) -> Draft:
        """Open a draft of a file. Raises OSError, and UnicodeDecodeError if it is not text."""
        content = read_file(path, path.parent, MAX_BYTES)
        return cls(path, *text_of(content), content, content, kept_as=kept_as)

    @property
    def is_gone(self) -> bool:
        """Whether the file no longer exists."""
        return self.found is None

    @property
    def conflict(self) -> bytes | None:
        """What someone else has written into the file since; empty if the file is gone, None if
        there is nothing new.
        """
        return None if self.found == self.disk else self.found or b""

    @property
    def saved(self) -> bytes:
        """The content of the file, as far as the draft is made from it."""
        return self.disk or self.found or b""

    @property
    def kept(self) -> Path:
        """Name the file that holds unsaved text, in case the studio ends without a save.

        Another studio that edits the same file uses a different one: `cards.yaml.unsaved-2` and so
        on.
        """
        return self._kept_at(self._place)

    def _kept_at(self, place: int) -> Path:
        ending = "" if place == 1 else f"-{place}"
        path = self.kept_as or self.path
        return path.with_name(f"{path.name}.unsaved{ending}")

    def keep(self) -> bool:
        """Back up unsaved text, for `find`; returns whether there is any. Raises OSError.

        It may be called on any thread.
        """
        with self._keeping:
            content = self.content
            if content == self.disk:
                self._forget()
                return False
            while content != self._aside:
                try:
                    if self.kept.is_symlink() or not (self.kept.is_file() or self.kept.is_dir()):
                        self.kept.unlink(missing_ok=True)  # a link or a pipe, which holds no text
                    replace_file(self.kept, content, self._aside, within=self.kept.parent)
                    self._aside = content
                except ChangedMeanwhile:  # another studio's
                    if self._place == _MOST_PLACES:
                        raise OSError(
                            errno.EEXIST, os.strerror(errno.EEXIST), str(self.kept)
                        ) from None
                    self._place, self._aside = self._place + 1, None
            return True

    def _forget(self) -> None:
        """Remove the backup, unless another studio has written it since. Raises OSError."""
        if self._aside is not None and holds(self.kept, self._aside):
            self.kept.unlink(missing_ok=True)
        self._aside = None

    def find(self) -> bool:
        """Restore unsaved text that was backed up, as an edit that can be undone; returns whether
        there was any.

        If several studios left texts, it takes the first that differs from the file. If the file
        has been written since, that is a conflict.
        """
        drafts = list(self._put_aside())
        other = next((draft for draft in drafts if draft.text.lstrip("\ufeff") != self.text), None)
        if other is None:
            if drafts:
                self._place = drafts[0].place
                self.mark = drafts[0].mark
                self._aside = drafts[0].content
            return False
        self._place, self.mark, self._aside = other.place, other.mark, other.content
        self.write(other.text)
        if other.is_older:
            self.disk = None
        return True

    def _put_aside(self) -> Iterator[_Kept]:
        """List the texts that studios have backed up, in the order of their file names."""
        for place in range(1, _MOST_PLACES + 1):
            path = self._kept_at(place)
            try:
                content = read_file(path, path.parent, MAX_BYTES)
                mark, text = text_of(content)
                is_older = path.stat().st_mtime_ns < self.path.stat().st_mtime_ns
            except (OSError, UnicodeDecodeError):
                continue
            yield _Kept(place, content, mark, text, is_older)

    @property
    def content(self) -> bytes:
        """Return the bytes that a save would write."""
        return self.mark + self.text.encode("utf-8")

    @property
    def is_saved(self) -> bool:
        return self.content == self.disk

    @property
    def can_undo(self) -> bool:
        return bool(self._before)

    @property
    def can_redo(self) -> bool:
        return bool(self._after)

    def write(self, text: str, place: object = None, now: float = 0.0) -> bool:
        """Replace the text; returns whether it differs. Edits of one `place` in quick succession
        are undone together.

        A byte order mark is not part of the text: the file keeps its mark, or has none.
        """
        text = text.lstrip("\ufeff")
        if text == self.text:
            return False
        last, then = self._last
        if place is None or place != last or now - then > PAUSE_SECONDS:
            self._before.append(self.text)
            while len(self._before) > 1 and sum(map(len, self._before)) > MOST_KEPT:
                del self._before[0]
        self._after.clear()
        self._last = place, now
        self.text = text
        return True

    def undo(self) -> bool:
        """Return to the text before the last edit; returns whether there was one."""
        if self._before:
            self._after.append(self.text)
            self.text, self._last = self._before.pop(), (None, 0.0)
            return True
        return False

    def redo(self) -> bool:
        """Make the last undone edit again; returns whether there was one."""
        if self._after:
            self._before.append(self.text)
            self.text, self._last = self._after.pop(), (None, 0.0)
            return True
        return False

    def save(self) -> None:
        """Write the file. Raises DiskChanged if it has unseen changes, OSError if the system
        refuses.
        """
        for _ in range(_TRIES):
            if self.conflict is not None or self.look():
                raise DiskChanged
            content = self.content
            try:
                replace_file(self.path, content, self.disk, within=self.path.parent)
            except ChangedMeanwhile:
                continue
            self.disk = self.found = content
            with self._keeping:
                self._forget()
            return
        raise DiskChanged

    def look(self) -> bool:
        """Look at the disk; returns whether that changed the draft or the conflict.

        If nothing is unsaved, a file that was changed elsewhere is taken over, as an edit that can
        be undone. Unsaved edits are merged with it, also as an edit, if the two do not overlap;
        otherwise there is a conflict. Text that is not UTF-8 is never taken over.
        """
        self.has_merged, before, had_conflict = False, self.found, self.conflict is not None
        try:
            self.found = read_file(self.path, self.path.parent, MAX_BYTES)
        except FileNotFoundError:
            self.found = None
        if self.found in (self.content, self.disk):
            self.disk = self.found
            return had_conflict
        if self.found == before:
            return False
        with suppress(UnicodeDecodeError):
            self._take_over(self.found, had_conflict)
        return True

    def _take_over(self, found: bytes | None, had_conflict: bool) -> None:
        """Take over a file that was changed elsewhere, or merge it with unsaved edits, if that is
        possible. Raises UnicodeDecodeError if it is not text.
        """
        if found is None:
            return
        mark, theirs = text_of(found)
        text: str | None = theirs
        if not self.is_saved:
            if had_conflict or self.disk is None or not theirs.strip():
                return
            _, base = text_of(self.disk)
            text = merged(base, self.text, theirs)
            self.has_merged = text is not None
        if text is not None:
            self.write(text)
            self.mark, self.disk = mark, found

    def move(self, path: Path) -> None:
        """Continue as a draft of another file, which has the same content. Raises OSError."""
        with self._keeping:
            self._forget()
            self.path, self.kept_as, self._place = path, None, 1
            self.disk = self.found = self.content

    def difference(self) -> str | None:
        """Write the differences as a unified diff from the draft to the file on the disk; empty if
        that is not text, None if there is no conflict.
        """
        if self.conflict is None:
            return None
        try:
            return difference(self.content, self.conflict, self.path.name)
        except UnicodeDecodeError:
            return ""

    def settle(self, take_disk: bool) -> None:
        """End a conflict: either take the file on the disk, or keep the draft, with which the next
        save replaces the file.

        In both cases the other text can be restored: by undoing or, until the draft is saved, from
        the disk. A file that is not text cannot be taken, so the conflict stays.
        """
        if self.conflict is None:
            return
        if not take_disk:
            self._keep(self.conflict)
        elif self.found is not None:
            try:
                mark, text = text_of(self.found)
            except UnicodeDecodeError:
                return
            self.write(text)
            self.mark = mark
        self.disk = self.found

    def _keep(self, found: bytes) -> None:
        """Add the text that a save will replace to those that undoing can return to."""
        with suppress(UnicodeDecodeError):
            mine, (_, text) = self.text, text_of(found)
            if text:
                self.write(text)
                self.write(mine)
