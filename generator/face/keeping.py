"""Icons as drawn, kept in the user's folder for caches: drawing those of a whole game takes a
quarter of a build.

In: what an icon is made of and the style that it is shown in. Out: its stamp, from an earlier run.
What is kept is found by all that it is made of, so nothing of it is ever out of date; a file that
is damaged is left aside. It is JSON, a line a stamp, with nothing in it but operators, colours and
numbers.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from functools import cache
from pathlib import Path
from typing import Any

from generator import __version__
from generator.data.files import cache_folder, found_again, keep
from generator.face.stamp import (
    Operation,
    Stamp,
    UseAlpha,
    UseColour,
    UseMask,
    UseShading,
    UseStamp,
)

MOST_FILES = 20
MOST_STAMPS, MOST_LETTERS = 2_000, 4_000_000
"""In one file; of more, those go that were not asked for. Where more letters are drawn in one run
none are kept: that would take much memory.
"""


class KeptStamps:
    """The stamps of one game's icons, each with the number of its elements, as the painter counts
    them. Read when first asked for.
    """

    def __init__(self, game: Path) -> None:
        folder, edition = cache_folder("icons"), _edition()
        name = hashlib.sha256(os.fsencode(f"{edition} {game.resolve()}")).hexdigest()[:32]
        self.file = folder / name if folder is not None and edition else None
        self._lines: dict[str, str] | None = None
        self._asked: dict[str, str] = {}
        self._letters = 0  # of what is new

    @property
    def lines(self) -> dict[str, str]:
        """What an earlier run has kept, as it is written."""
        if self._lines is None:
            kept = found_again(self.file) if self.file is not None else None
            self._lines = (
                dict(line.split(" ", 1) for line in kept.decode().split("\n")) if kept else {}
            )
        return self._lines

    def find(self, key: str) -> tuple[Stamp, int] | None:
        """Return a stamp that was kept under a key, and its elements; None if none was."""
        line = self.lines.get(key)
        if line is None:
            return None
        self._asked[key] = line
        stamp, elements = json.loads(line)
        return _read(stamp), elements

    def add(self, key: str, stamp: Stamp, elements: int) -> None:
        """Keep a stamp under a key, if it has nothing in it but shapes."""
        written = _written(stamp) if self._letters <= MOST_LETTERS else None
        if written is not None:
            self._asked[key] = json.dumps([written, elements], separators=(",", ":"))
            self._letters += len(self._asked[key])
            if self._letters > MOST_LETTERS:
                self._asked.clear()

    def keep(self) -> None:
        """Write what was added, with all that is known beside."""
        if self.file is None or not 0 < self._letters <= MOST_LETTERS:
            return
        known = self.lines | self._asked
        if len(known) > MOST_STAMPS or sum(map(len, known.values())) > MOST_LETTERS:
            known = dict(self._asked)
        keep(
            self.file,
            "\n".join(f"{key} {line}" for key, line in known.items()).encode(),
            MOST_FILES,
        )
        self._lines, self._letters = known, 0


def key_of(*parts: object) -> str:
    """Make a key of all that a stamp is made of."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]


_DRAWN_WITH = ("colours.py", "geometry.py", "units.py")
"""What of the room `data` drawing depends on."""


@cache
def _edition() -> str:
    """Name all that a drawing depends on beside its icon and style: Python, and what this room is
    written in. Nothing where that is not seen.
    """
    here = Path(__file__).parent
    sources = [*sorted(here.rglob("*.py")), *(here.parent / "data" / name for name in _DRAWN_WITH)]
    try:
        return hashlib.sha256(
            b"\0".join(
                [
                    __version__.encode(),
                    sys.version.encode(),
                    *(path.read_bytes() for path in sources),
                ]
            )
        ).hexdigest()
    except OSError:
        return ""


def _written(stamp: Stamp) -> list[Any] | None:
    """Write a stamp as plain data; None if there is more to it than shapes."""
    operations = list(map(_operation, stamp.operations))
    if (
        None in operations
        or stamp.letterings
        or stamp.blanks
        or stamp.spaces
        or stamp.cuts
        or stamp.mark
        or stamp.ground is not None
        or stamp.is_exact
    ):
        return None
    return [stamp.size_mm, operations, stamp.is_group, stamp.strokes, stamp.reach]


def _operation(operation: Operation) -> object:
    if isinstance(operation, str):
        return operation
    if isinstance(operation, UseColour):
        return ["colour", operation.rgb, operation.is_stroke, operation.is_area]
    if isinstance(operation, UseAlpha):
        return ["alpha", operation.fill, operation.stroke]
    if isinstance(operation, UseShading):
        return ["shading", operation.coordinates, operation.stops, operation.is_grey]
    if isinstance(operation, UseStamp) and (inner := _written(operation.stamp)) is not None:
        return ["stamp", inner]
    if isinstance(operation, UseMask) and (inner := _written(operation.stamp)) is not None:
        return ["mask", inner, operation.is_by_light]
    return None


def _read(written: Any) -> Stamp:
    size, operations, is_group, strokes, reach = written
    drawn = tuple(map(_as_operation, operations))
    return Stamp(tuple(size), drawn, is_group, strokes=tuple(map(tuple, strokes)), reach=reach)


def _as_operation(written: Any) -> Operation:
    if isinstance(written, str):
        return written
    word, *values = written
    if word == "colour":
        return UseColour(tuple(values[0]), values[1], values[2])
    if word == "alpha":
        return UseAlpha(values[0], values[1])
    if word == "shading":
        return UseShading(
            tuple(values[0]), tuple((at, tuple(rgb)) for at, rgb in values[1]), values[2]
        )
    if word == "mask":
        return UseMask(_read(values[0]), values[1])
    return UseStamp(_read(values[0]))
