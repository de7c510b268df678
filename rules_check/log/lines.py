"""Files of JSON lines in a game's folder: read up to a limit, appended to, or rewritten as a whole.

In: a path. Out: the lines with their numbers. When a call to add lines returns, they are on the
disk; if it fails, the file is unchanged. Knows neither plays nor notes.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import starmap
from pathlib import Path
from typing import Any

from generator.data.files import path_within, reading, write_files
from generator.data.opening import RefusedFile, read_file
from generator.data.problems import Place, Problem, ProblemError
from rules_check.log import messages as say

FOLDER = "playtests"
MOST_BYTES = 32 * 1024 * 1024


@dataclass(frozen=True)
class Line:
    """A line of a file, numbered from 1, without its line break. `is_ended` is false for a last
    line without a line break.
    """

    number: int
    raw: bytes
    is_ended: bool = True

    @property
    def value(self) -> Any:
        """The value of the line. Raises ValueError if it is not JSON."""
        try:
            return json.loads(self.raw)
        except RecursionError:
            raise ValueError("too deep") from None


def file_within(folder: Path, name: str, code: str) -> Path:
    """Return the path of a file in the `playtests` folder of a game's folder. Raises ProblemError
    if a link leads out of the game's folder.
    """
    path = folder / FOLDER / name
    if path_within(folder, f"{FOLDER}/{name}") is None:
        message = say.LINK_LEADS_OUT(found=f"{FOLDER}/{name}").under(code)
        raise ProblemError(Problem.of(message, Place(str(path))))
    return path


def content_of(path: Path, code: str) -> bytes | None:
    """Read a file; None if it does not exist. Raises ProblemError if it is not a file or is too
    large, and CannotRead.
    """
    with reading():
        try:
            return read_file(path, None, MOST_BYTES)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except RefusedFile as fault:
            message = fault.problems[0].said.under(code)
            raise ProblemError(Problem.of(message, Place(str(path)), "move it away")) from None


def lines_of(content: bytes) -> list[Line]:
    """Split a file into its lines, without empty ones."""
    content = content.removeprefix(b"\xef\xbb\xbf")  # which some editors put there
    *ended, last = content.split(b"\n")
    lines = list(starmap(Line, enumerate(ended, 1)))
    lines.append(Line(len(ended) + 1, last, is_ended=False))
    return [line for line in lines if line.raw.strip()]


def written(value: Mapping[str, object]) -> bytes:
    """Return a value as a line of JSON."""
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n"


def write_lines(path: Path, lines: Iterable[bytes]) -> None:
    """Rewrite a file, completely or not at all. Raises OSError."""
    write_files({path: b"".join(lines)}, is_synced=True)


def add_lines(path: Path, lines: Iterable[bytes]) -> None:
    """Append lines to an existing file, all or none: if that fails, the file is truncated to its
    previous size. Raises OSError.

    A last line without a line break gets one first, so that nothing is joined to it. The caller
    holds the folder's `turn`.
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
