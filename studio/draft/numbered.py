"""The files that the studio numbers in a game's folder `playtests`: saved games, saved tables.

In: the game's folder, how the files' names begin and end. Out: the files by their numbers. Reads
none of them.
"""

from __future__ import annotations

import datetime
from pathlib import Path

from generator.data.files import path_within
from rules_check.log.lines import FOLDER


def numbered(folder: Path, ending: str, prefix: str = "") -> dict[int, Path]:
    """Find the files that are named by a number, the highest first."""
    place, files = path_within(folder, FOLDER), dict[int, Path]()
    for path in place.glob(f"{prefix}*{ending}") if place else ():
        number = path.stem.removeprefix(prefix)
        if number.isdecimal():
            files[int(number)] = path
    return dict(sorted(files.items(), reverse=True))


def next_name(folder: Path, ending: str, prefix: str = "") -> str:
    """Name the next file."""
    return f"{prefix}{1 + max(numbered(folder, ending, prefix), default=0)}{ending}"


def date_of(written_ns: int) -> str:
    """Write when a file was written, in this computer's time."""
    return datetime.datetime.fromtimestamp(written_ns / 1e9).strftime("%Y-%m-%d %H:%M")
