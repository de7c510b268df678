"""Drawn icons, kept in the user's cache folder: drawing those of a whole game takes a quarter of a
build.

In: the content of an icon and the style it is shown in. Out: its stamp, from an earlier run. The
key covers everything that a stamp depends on, so nothing in the cache can be out of date; a damaged
file is ignored. It is JSON, one line per stamp, containing only operators, colours and numbers.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Callable, Mapping
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
"""The size of one file; beyond it, stamps that were not requested are dropped. If more letters are
drawn in one run, none are kept, because that would take much memory.
"""


class KeptStamps:
    """The stamps of one game's icons, each with the number of its elements, as the painter counts
    them. Read on first use.
    """

    def __init__(self, game: Path) -> None:
        folder, edition = cache_folder("icons"), _edition()
        name = hashlib.sha256(os.fsencode(f"{edition} {game.resolve()}")).hexdigest()[:32]
        self.file = folder / name if folder is not None and edition else None
        self._lines: dict[str, str] | None = None
        self._asked: dict[str, str] = {}
        self._letters = 0  # of new stamps

    @property
    def lines(self) -> dict[str, str]:
        """The stamps kept by an earlier run, as written."""
        if self._lines is None:
            self._lines = {}
            if self.file is not None and (kept := found_again(self.file)):
                self._lines = dict(line.split(" ", 1) for line in kept.decode().split("\n"))
        return self._lines

    def find(self, key: str) -> tuple[Stamp, int] | None:
        """Return the stamp kept under a key, and the number of its elements; None if there is
        none.
        """
        line = self.lines.get(key)
        if line is None:
            return None
        self._asked[key] = line
        stamp, elements = json.loads(line)
        return _read(stamp), elements

    def add(self, key: str, stamp: Stamp, elements: int) -> None:
        """Keep a stamp under a key, if it contains only shapes."""
        written = _written(stamp) if self._letters <= MOST_LETTERS else None
        if written is not None:
            self._asked[key] = json.dumps([written, elements], separators=(",", ":"))
            self._letters += len(self._asked[key])
            if self._letters > MOST_LETTERS:
                self._asked.clear()

    def keep(self) -> None:
        """Write what was added, together with everything kept before."""
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
    """Make a key from everything that a stamp depends on."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]


_DRAWN_WITH = ("colours.py", "geometry.py", "units.py")
"""The modules of the room `data` that drawing depends on."""


@cache
def _edition() -> str:
    """Identify everything a drawing depends on besides its icon and style: Python, and the sources
    of this room. Empty if they cannot be read.
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
    """Convert a stamp to plain data; None if it contains more than shapes."""
    operations = list(map(_operation, stamp.operations))
    more = stamp.letterings, stamp.blanks, stamp.spaces, stamp.cuts, stamp.mark, stamp.is_exact
    if None in operations or any(more) or stamp.ground is not None:
        return None
    return [stamp.size_mm, operations, stamp.is_group, stamp.strokes, stamp.reach]


_KEPT = {
    UseColour: "colour",
    UseAlpha: "alpha",
    UseShading: "shading",
    UseStamp: "stamp",
    UseMask: "mask",
}
"""The words for the operations that are kept; their values follow."""


def _operation(operation: Operation) -> object:
    """Convert an operation to plain data; None if it shows more than shapes."""
    if isinstance(operation, str):
        return operation
    values = [_written(part) if isinstance(part, Stamp) else part for part in operation]
    if type(operation) not in _KEPT or None in values:
        return None
    return [_KEPT[type(operation)], *values]


def _read(written: Any) -> Stamp:
    size, operations, is_group, strokes, reach = written
    drawn = tuple(map(_as_operation, operations))
    return Stamp(tuple(size), drawn, is_group, strokes=tuple(map(tuple, strokes)), reach=reach)


def _as_operation(written: Any) -> Operation:
    if isinstance(written, str):
        return written
    word, *values = written
    return _OPERATIONS[word](*values)


def _as_shading(coordinates: Any, stops: Any, is_grey: bool) -> UseShading:
    return UseShading(tuple(coordinates), tuple((at, tuple(rgb)) for at, rgb in stops), is_grey)


_OPERATIONS: Mapping[str, Callable[..., Operation]] = {
    "colour": lambda rgb, is_stroke, is_area: UseColour(tuple(rgb), is_stroke, is_area),
    "alpha": UseAlpha,
    "shading": _as_shading,
    "stamp": lambda stamp: UseStamp(_read(stamp)),
    "mask": lambda stamp, is_by_light: UseMask(_read(stamp), is_by_light),
}
"""How each operation is made from its values."""
