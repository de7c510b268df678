"""Large fonts with PostScript outlines, as those for Chinese and Japanese are: their glyphs are
drawn as TrueType's only when they are used.

In: the bytes of an OpenType font. Out: a TrueType font without outlines, at once, and the glyphs of
it, one by one; what was drawn is kept in the user's folder for caches. To draw all 65,000 glyphs of
such a font would take a minute.
"""

from __future__ import annotations

import hashlib
import struct
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import Any

from generator.data.files import cache_folder, found_again, keep
from generator.face import outlines
from generator.face.outlines import OTTO, drawn_anew, postscript_of, told_as_fault

MOST_FILES = 40
_LEFT_OUT = (b"CFF ", b"VORG", b"DSIG", b"maxp", b"glyf", b"loca")
_BOUNDS = struct.Struct(">hhhhh")


def is_late(raw: bytes) -> bool:
    """Return whether a font is one with PostScript outlines of very many glyphs."""
    if raw[:4] != OTTO:
        return False
    tables = _tables(raw)
    return b"CFF " in tables and b"fvar" not in tables and _count(raw, tables) > outlines.MANY


class LateGlyphs:
    """The glyphs of one such font, each by its number, as far as they were asked for."""

    def __init__(self, raw: bytes) -> None:
        self.raw = raw
        self.tables = _tables(raw)
        self.count = _count(raw, self.tables)
        folder = cache_folder("glyphs")
        self.file: Path | None = (
            folder / hashlib.sha256(b"1" + raw).hexdigest()[:32] if folder else None
        )
        self.drawn = _unpacked(found_again(self.file) if self.file else None)
        self._new = 0

    @cached_property
    def frame(self) -> bytes:
        """The font as TrueType, all its glyphs empty."""
        tables = {
            tag: self.raw[start : start + length]
            for tag, (start, length) in self.tables.items()
            if tag not in _LEFT_OUT
        }
        head = bytearray(tables[b"head"])
        head[50:52] = b"\0\1"  # offsets of four bytes
        tables[b"head"] = bytes(head)
        tables[b"loca"] = bytes(4 * (self.count + 1))
        # as many points and contours as a glyph may have: it is not known which will be drawn
        tables[b"maxp"] = struct.pack(
            ">LHHHHHHHHHHHHHH", 0x00010000, self.count, 8192, 1024, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0
        )
        tables[b"glyf"] = b""  # the last: others are put there
        at = 12 + 16 * len(tables)
        rows, body = [], []
        for tag, content in tables.items():
            rows.append(struct.pack(">4sLLL", tag, 0, at, len(content)))
            body.append(content + bytes(-len(content) % 4))
            at += len(body[-1])
        return b"".join([struct.pack(">LHHHH", 0x00010000, len(tables), 0, 0, 0), *rows, *body])

    @cached_property
    def _font(self) -> Any:
        """The outlines of the font, and how many units an em has."""
        return postscript_of(self.raw)

    def glyph(self, number: int) -> bytes:
        """Return a glyph as TrueType writes it; nothing if it has no outline. Raises
        OutlineFault.
        """
        if number not in self.drawn:
            if not 0 <= number < self.count:
                return b""
            with told_as_fault():
                top, em = self._font
                glyph = drawn_anew(top.CharStrings[top.charset[number]], em)
                glyph.recalcBounds(None)
                self.drawn[number] = glyph.compile(None, recalcBBoxes=False)
            self._new += 1
        return self.drawn[number]

    def bounds(self, number: int) -> tuple[int, int, int, int] | None:
        """Return left, bottom, right and top of a glyph, in the font's units; None if nothing is
        seen of it. Raises OutlineFault.
        """
        glyph = self.glyph(number)
        if not glyph:
            return None
        _, left, bottom, right, top = _BOUNDS.unpack_from(glyph)
        return left, bottom, right, top

    def fill(self, face: Any, numbers: set[int]) -> None:
        """Put glyphs, and all others drawn before, into a font that reportlab has read from
        `frame`. Raises OutlineFault.
        """
        for number in numbers:
            bounds = self.bounds(number)
            if bounds is not None:
                face.hmetrics[number] = face.hmetrics[number][0], bounds[0] & 0xFFFF
        lengths = (len(self.drawn.get(number, b"")) for number in range(self.count))
        face.glyphPos = [0, *accumulate(lengths)]
        content = b"".join(self.drawn[number] for number in sorted(self.drawn))
        face._ttf_data = self.frame + content
        face.table["glyf"]["length"] = len(content)
        self.keep()

    def keep(self) -> None:
        """Keep what was drawn for the next run."""
        if self.file is not None and self._new:
            rows = (
                struct.pack(">HL", number, len(glyph)) + glyph
                for number, glyph in sorted(self.drawn.items())
            )
            keep(self.file, b"".join(rows), MOST_FILES)
        self._new = 0


def _tables(raw: bytes) -> dict[bytes, tuple[int, int]]:
    """Find a font's tables: where each begins, and how long it is."""
    try:
        (count,) = struct.unpack_from(">H", raw, 4)
        rows = [struct.unpack_from(">4s4xLL", raw, 12 + 16 * number) for number in range(count)]
    except struct.error:
        return {}
    return {tag: (start, length) for tag, start, length in rows if start + length <= len(raw)}


def _count(raw: bytes, tables: dict[bytes, tuple[int, int]]) -> int:
    """Return how many glyphs a font says that it has."""
    start, length = tables.get(b"maxp", (0, 0))
    return int.from_bytes(raw[start + 4 : start + 6], "big") if length >= 6 else 0


def _unpacked(kept: bytes | None) -> dict[int, bytes]:
    """Read what `keep` wrote."""
    found: dict[int, bytes] = {}
    at = 0
    while kept and at < len(kept):
        number, length = struct.unpack_from(">HL", kept, at)
        found[number] = kept[at + 6 : at + 6 + length]
        at += 6 + length
    return found
