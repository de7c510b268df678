"""Folders of games in a browser's tab: made of files, of a zip or of a game that comes with the
tool; packed again.

In: names and bytes. Out: a folder with a cards.yaml, or what is wrong. Knows no cards.
"""

from __future__ import annotations

import io
import shutil
import zipfile
from collections.abc import Mapping
from itertools import count
from pathlib import Path, PurePosixPath

from generator.data.files import path_within
from generator.data.loading import bundled_games
from generator.data.opening import MIB
from generator.job.starting import files_of_game, start_game

GAME_FILE = "cards.yaml"
MOST_FILES, MOST_BYTES = 5000, 256 * MIB
"""Of a folder that is opened, all files together."""
_LAID = (1980, 1, 1, 0, 0, 0)
"""The time that packed files have: the same files give the same zip."""


class FolderFault(Exception):
    """What cannot be opened; the message says why, and what to do."""


def free(folder: Path) -> Path:
    """Return a folder of this name that is not there yet, with a number after the name if need
    be.
    """
    numbers = count(2)
    found = folder
    while found.exists():
        found = folder.with_name(f"{folder.name}-{next(numbers)}")
    return found


def from_files(files: Mapping[str, bytes], folder: Path) -> Path:
    """Make a folder of files, by their names within it. Raises FolderFault."""
    if GAME_FILE not in files:
        raise FolderFault(
            f"expected a folder with a {GAME_FILE} in it, found {len(files)} files without one"
        )
    shutil.rmtree(folder, ignore_errors=True)
    for name, content in files.items():
        path = path_within(folder, name)
        if path is None:
            raise FolderFault(f"'{name}' leads out of the folder: leave it out")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return folder


def from_zip(raw: bytes, folder: Path) -> Path:
    """Make a folder of what a zip holds, from the folder down in which its uppermost cards.yaml
    is. Raises FolderFault.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as packed:
            entries = [one for one in packed.infolist() if not one.is_dir()]
            if len(entries) > MOST_FILES or sum(one.file_size for one in entries) > MOST_BYTES:
                raise FolderFault(
                    f"expected at most {MOST_FILES} files with {MOST_BYTES // MIB} MiB in a "
                    "zip, found more"
                )
            tops = [
                PurePosixPath(one.filename).parent
                for one in entries
                if PurePosixPath(one.filename).name == GAME_FILE
            ]
            if not tops:
                raise FolderFault(
                    f"expected a zip with a {GAME_FILE} in it, found {len(entries)} files "
                    "without one"
                )
            top = min(tops, key=lambda one: (len(one.parts), str(one)))
            inside = [one for one in entries if PurePosixPath(one.filename).is_relative_to(top)]
            files = {
                str(PurePosixPath(one.filename).relative_to(top)): packed.read(one)
                for one in inside
            }
    except (
        zipfile.BadZipFile,
        NotImplementedError,
        RuntimeError,
        EOFError,
        OSError,
        ValueError,
    ) as fault:
        raise FolderFault(f"this zip cannot be read: {fault}") from None
    return from_files(files, folder)


def from_tool(name: str, folder: Path) -> Path:
    """Copy a game that comes with the tool, or begin a new one if it has no name. Raises
    KeyError.
    """
    if not name:
        shutil.rmtree(folder, ignore_errors=True)
        start_game(folder, None)
        return folder
    source = bundled_games()[name]
    return from_files(
        {
            path.relative_to(source.parent).as_posix(): path.read_bytes()
            for path in files_of_game(source)
        },
        folder,
    )


def as_zip(folder: Path) -> bytes:
    """Pack a folder, in a folder of its name."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name in sorted(states_of(folder)):
            packed.writestr(
                zipfile.ZipInfo(f"{folder.name}/{name}", _LAID),
                (folder / name).read_bytes(),
                zipfile.ZIP_DEFLATED,
            )
    return out.getvalue()


def states_of(folder: Path) -> dict[str, tuple[int, int]]:
    """List the files of a folder, with what tells that one has changed."""
    found = {}
    for path in folder.rglob("*"):
        if path.is_file():
            state = path.stat()
            found[path.relative_to(folder).as_posix()] = state.st_mtime_ns, state.st_size
    return found
