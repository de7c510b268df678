"""Folders for things that are executed later, such as compiled code: created for the user alone,
and checked before anything in them is used.

In: a folder. Out: the folder, created if it is missing; or the reason why nothing in it may be
used. Knows nothing about its contents.
"""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

_OTHERS = stat.S_IWGRP | stat.S_IWOTH


def folder_named(variable: str) -> Path | None:
    """Return the folder that an environment variable gives as an absolute path; a relative one is
    ignored, because it would depend on the working folder.
    """
    named = Path(os.environ.get(variable, ""))
    return named if named.is_absolute() else None


def make_private(folder: Path) -> None:
    """Create a folder and any missing folders above it, each for the user alone whatever the umask.
    Raises OSError.
    """
    missing = []
    while not os.path.lexists(folder):
        missing.append(folder)
        folder = folder.parent
    for one in reversed(missing):
        try:
            one.mkdir(0o700)
        except FileExistsError:  # another process was faster
            continue
        if sys.platform != "win32":
            one.chmod(0o700)  # a umask may have taken away even the user's own permissions


def unsafe(folder: Path) -> str:
    """Explain why code in a folder could belong to somebody else; empty if only the user can have
    put it there.

    Folders above it may belong to others, but must not let everybody replace their contents. Raises
    OSError if the folder is missing.
    """
    if not folder.is_absolute():
        return f"{folder} depends on the current folder"
    own = folder.lstat()
    if stat.S_ISLNK(own.st_mode):
        return f"{folder} is a link"
    if not stat.S_ISDIR(own.st_mode):
        return f"{folder} is not a folder"
    if not hasattr(
        os, "geteuid"
    ):  # Windows, which says otherwise whose a file is, and browsers, if there is one user
        return ""
    if own.st_uid != os.geteuid():
        return f"{folder} belongs to another user"
    if own.st_mode & _OTHERS:
        return f"other users may write to {folder} (`chmod go-w` prevents that)"
    for above in folder.resolve().parents:
        mode = above.stat().st_mode
        if mode & stat.S_IWOTH and not mode & stat.S_ISVTX:
            return f"all users may write to {above}"
    return ""
