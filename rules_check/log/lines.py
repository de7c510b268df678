"""Files of a game's folder that are lines of JSON: read with a bound, added to, or written again as
a whole.

In: a path. Out: the lines with their numbers. What is added is on the disk when it returns, or the
file is as it was. Knows neither plays nor notes.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generator.data.files import path_within, reading, write_files
from generator.data.opening import RefusedFile, read_file
from generator.data.problems import Place, Problem, ProblemError

FOLDER = "playtests"
MOST_BYTES = 32 * 1024 * 1024


@dataclass(frozen=True)
class Line:
    """A line of a file, from 1 on, without its end. `is_ended` is false for a last line without a
    line break.
    """

    number: int
    raw: bytes
    is_ended: bool = True

    @property
    def value(self) -> Any:
        """What the line says. Raises ValueError where it is no JSON."""
        try:
            return json.loads(self.raw)
        except RecursionError:
            raise ValueError("too deep") from None


def file_within(folder: Path, name: str, code: str) -> Path:
    """Return the path of a file in the folder `playtests` of a game's folder. Raises ProblemError
    where a link leads out of the game's folder.
    """
    path = folder / FOLDER / name
    if path_within(folder, f"{FOLDER}/{name}") is None:
        message = (
            "expected a file in the game's folder, found a link that leads out of it: "
            f"{FOLDER}/{name}"
        )
        raise ProblemError(
            Problem(code, message, Place(str(path)), "replace the link with the file itself")
        )
    return path


def content_of(path: Path, code: str) -> bytes | None:
    """Read a file; None if there is none. Raises ProblemError for what is not a file or too large,
    and CannotRead.
    """
    with reading():
        try:
            return read_file(path, None, MOST_BYTES)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except RefusedFile as fault:
            message = fault.problems[0].message
            raise ProblemError(Problem(code, message, Place(str(path)), "move it away")) from None


def lines_of(content: bytes) -> list[Line]:
    """Split a file into its lines, empty ones left out."""
    content = content.removeprefix(b"\xef\xbb\xbf")  # which some editors put there
    *ended, last = content.split(b"\n")
    lines = [Line(number, raw) for number, raw in enumerate(ended, 1)]
    lines.append(Line(len(ended) + 1, last, is_ended=False))
    return [line for line in lines if line.raw.strip()]


def written(value: Mapping[str, object]) -> bytes:
    """Write a value as a line."""
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n"


def write_lines(path: Path, lines: Iterable[bytes]) -> None:
    """Write a file again, whole or not at all. Raises OSError."""
    write_files({path: b"".join(lines)}, is_synced=True)


def add_lines(path: Path, lines: Iterable[bytes]) -> None:
    """Add lines to a file that is there, all or none: where that fails, the file is cut back to
    what it was. Raises OSError.

    A line that somebody left without its end is ended first, so that nothing runs into it. The
    caller holds the `turn` of the folder.
    """
    with path.open("r+b", buffering=0) as file:
        size = file.seek(0, os.SEEK_END)
        new = b"".join(lines)
        if size:
            file.seek(size - 1)
            new = new if file.read(1) == b"\n" else b"\n" + new
        try:
            left = memoryview(new)
            while left:
                left = left[file.write(left) :]
            os.fsync(file.fileno())
        except BaseException:
            file.truncate(size)
            raise
