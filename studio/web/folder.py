"""Folders of games in a browser's tab: made from files, from a zip or from a bundled game, and
packed again.

In: names and bytes. Out: a folder with a cards.yaml, or a fault. Knows no cards.
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
"""The maximum number of files in a folder that is opened, and their total size (MOST_BYTES)."""
_LAID = (1980, 1, 1, 0, 0, 0)
"""The timestamp of packed files, fixed so that the same files give the same zip."""


class FolderFault(Exception):
    """A folder that cannot be opened; the message says why, and what to do."""


def free(folder: Path) -> Path:
    """Return a folder with this name that does not exist yet, with a number appended if
    necessary.
    """
    numbers = count(2)
    path = folder
    while path.exists():
        path = folder.with_name(f"{folder.name}-{next(numbers)}")
    return path


def from_files(files: Mapping[str, bytes], folder: Path) -> Path:
    """Make a folder from files, by their names within it. Raises FolderFault."""
    if GAME_FILE not in files:
        raise FolderFault(
            f"expected a folder with a {GAME_FILE} in it, found {len(files)} files without one"
        )
    shutil.rmtree(folder, ignore_errors=True)
    for name, content in files.items():
        path = path_within(folder, name)
        if path is None:
            raise FolderFault(f"'{name}' leads out of the folder: remove it")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return folder


def from_zip(raw: bytes, folder: Path) -> Path:
    """Make a folder from the contents of a zip, from the folder with its uppermost cards.yaml down.
    Raises FolderFault.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as packed:
            entries = [entry for entry in packed.infolist() if not entry.is_dir()]
            if len(entries) > MOST_FILES or sum(entry.file_size for entry in entries) > MOST_BYTES:
                raise FolderFault(
                    f"expected at most {MOST_FILES} files with {MOST_BYTES // MIB} MiB in a "
                    "zip, found more"
                )
            tops = [
                PurePosixPath(entry.filename).parent
                for entry in entries
                if PurePosixPath(entry.filename).name == GAME_FILE
            ]
            if not tops:
                raise FolderFault(
                    f"expected a zip with a {GAME_FILE} in it, found {len(entries)} files "
                    "without one"
                )
            top = min(tops, key=lambda path: (len(path.parts), str(path)))
            inside = []
            for entry in entries:
                if PurePosixPath(entry.filename).is_relative_to(top):
                    inside.append(entry)
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
    """Copy a bundled game, or begin a new one if there is no name. Raises KeyError."""
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
    """Pack a folder, inside a folder with its name."""
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
    """List the files of a folder, each with a value that changes if the file does."""
    states = {}
    for path in folder.rglob("*"):
        if path.is_file():
            state = path.stat()
            states[path.relative_to(folder).as_posix()] = state.st_mtime_ns, state.st_size
    return states
