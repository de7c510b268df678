"""Large fonts with PostScript outlines, such as those for Chinese and Japanese: their glyphs are
converted to TrueType only when they are used.

In: the bytes of an OpenType font. Out: a TrueType font without outlines, immediately, and its
glyphs, one by one; converted glyphs are kept in the user's cache folder. Converting all 65,000
glyphs of such a font would take a minute.
"""

from __future__ import annotations

import hashlib
import io
import struct
from collections.abc import Callable, Mapping
from functools import cached_property
from itertools import accumulate, count
from pathlib import Path
from typing import Any

from reportlab.pdfbase.ttfonts import TTFontParser

from generator.data.files import cache_folder, found_again, keep
from generator.face import outlines
from generator.face.outlines import OTTO, drawn_anew, postscript_of, told_as_fault

MOST_FILES = 40
_LEFT_OUT = (b"CFF ", b"VORG", b"DSIG", b"maxp", b"glyf", b"loca")
_BOUNDS = struct.Struct(">hhhhh")


def is_late(raw: bytes) -> bool:
    """Return whether a font has PostScript outlines and very many glyphs."""
    if raw[:4] != OTTO:
        return False
    tables = _tables(raw)
    return b"CFF " in tables and b"fvar" not in tables and _count(raw, tables) > outlines.MANY


class LateGlyphs:
    """The glyphs of one such font, by number, as far as they were requested."""

    def __init__(self, raw: bytes) -> None:
        self.raw = raw
        self.tables = _tables(raw)
        self.count = _count(raw, self.tables)
        folder = cache_folder("glyphs")
        self.file: Path | None = None
        if folder:
            self.file = folder / hashlib.sha256(b"1" + raw).hexdigest()[:32]
        self.drawn = _unpacked(found_again(self.file) if self.file else None)
        self._new = 0

    @cached_property
    def frame(self) -> bytes:
        """The font as TrueType with empty glyphs."""
        return self._framed(self.count, {})

    def read(self, read_by: Callable[[bytes], Any]) -> Any:
        """Have reportlab read the font: return the face that `read_by` makes from a TrueType font.

        reportlab reads letter by letter, which takes long with so many. It gets a font with one
        glyph and no letters, and the data that it would find are put into that face, unless the
        letters are listed in an unusual way.
        """
        groups, metrics = self._groups(), self._metrics()
        if groups is None or not metrics:
            return read_by(self.frame)
        stub = self._framed(
            1,
            {
                b"cmap": struct.pack(">HHHHLHHLLL", 0, 1, 3, 10, 12, 12, 0, 16, 0, 0),
                b"hhea": self._table(b"hhea")[:34] + b"\0\1",
                b"hmtx": self._table(b"hmtx")[:4],
            },
        )
        face = read_by(stub)
        face._ttf_data, face.numGlyphs = self.frame, self.count
        TTFontParser.__init__(face, io.BytesIO(self.frame))
        face.hmetrics, face.glyphPos = metrics, [0] * (self.count + 1)
        letters, widths = face.charToGlyph, face.charWidths
        for first, last, glyph in groups:
            letters.update(zip(range(first, last + 1), count(glyph)))
        for code, glyph in letters.items():
            face.glyphToChar.setdefault(glyph, []).append(code)
            if glyph < self.count:
                widths[code] = face._pdfScale(metrics[glyph][0])
        for one, other in ((0x20, 0xA0), (0xA0, 0x20)):  # the first that is there lends
            if one in letters:
                letters[other], widths[other] = letters[one], widths[one]
        return face

    def _table(self, tag: bytes) -> bytes:
        start, length = self.tables.get(tag, (0, 0))
        return self.raw[start : start + length]

    def _groups(self) -> list[tuple[int, int, int]] | None:
        """List the ranges of characters with their first glyphs, from the table of letters that
        reportlab would read; None if it has another form.
        """
        table = self._table(b"cmap")
        try:
            (listed,) = struct.unpack_from(">H", table, 2)
            rows = [struct.unpack_from(">HHL", table, 4 + 8 * number) for number in range(listed)]
            chosen = [at for platform, form, at in rows if platform == 3]
            if not chosen or rows[-1][0] != 3:
                return None
            form, _, length, _, groups = struct.unpack_from(">HHLLL", table, chosen[-1])
        except struct.error:
            return None
        content = table[chosen[-1] + 16 :][: 12 * groups]
        if form != 12 or len(content) != 12 * groups or length < 16 + 12 * groups:
            return None
        return list(struct.iter_unpack(">LLL", content))

    def _metrics(self) -> list[tuple[int, int]]:
        """List each glyph's width and left bearing; empty if they are incomplete."""
        head, table = self._table(b"hhea"), self._table(b"hmtx")
        wide = int.from_bytes(head[34:36], "big")
        bearings = self.count - wide
        if len(head) < 36 or not 0 < wide <= self.count or len(table) < 4 * wide + 2 * bearings:
            return []
        found = list(struct.iter_unpack(">HH", table[: 4 * wide]))
        rest = struct.unpack_from(f">{bearings}H", table, 4 * wide)
        return [*found, *((found[-1][0], bearing) for bearing in rest)]

    def _framed(self, glyphs: int, others: Mapping[bytes, bytes]) -> bytes:
        """Write the font as TrueType with this number of empty glyphs, replacing some of its
        tables.
        """
        tables = {tag: self._table(tag) for tag in self.tables if tag not in _LEFT_OUT}
        tables.update(others)
        head = bytearray(tables[b"head"])
        head[50:52] = b"\0\1"  # offsets of four bytes
        tables[b"head"] = bytes(head)
        tables[b"loca"] = bytes(4 * (glyphs + 1))
        # the maximum points and contours of a glyph, because it is unknown which will be drawn
        tables[b"maxp"] = struct.pack(
            ">LHHHHHHHHHHHHHH", 0x00010000, glyphs, 8192, 1024, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0
        )
        tables[b"glyf"] = b""  # the last, so that glyphs can be appended
        at = 12 + 16 * len(tables)
        rows, body = [], []
        for tag, content in tables.items():
            rows.append(struct.pack(">4sLLL", tag, 0, at, len(content)))
            body.append(content + bytes(-len(content) % 4))
            at += len(body[-1])
        return b"".join([struct.pack(">LHHHH", 0x00010000, len(tables), 0, 0, 0), *rows, *body])

    @cached_property
    def _font(self) -> Any:
        """The outlines of the font, and the number of units per em."""
        return postscript_of(self.raw)

    def glyph(self, number: int) -> bytes:
        """Return a glyph in TrueType format; empty if it has no outline. Raises OutlineFault."""
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
        """Return left, bottom, right and top of a glyph, in the font's units; None if it is
        invisible. Raises OutlineFault.
        """
        glyph = self.glyph(number)
        if not glyph:
            return None
        _, left, bottom, right, top = _BOUNDS.unpack_from(glyph)
        return left, bottom, right, top

    def fill(self, face: Any, numbers: set[int]) -> None:
        """Put glyphs, and all others converted before, into a font that reportlab has read from
        `frame`. Raises OutlineFault.
        """
        for number in numbers:
            bounds = self.bounds(number)
            if bounds is not None:
                face.hmetrics[number] = face.hmetrics[number][0], bounds[0] & 0xFFFF
        lengths = [0] * self.count
        for number, glyph in self.drawn.items():
            lengths[number] = len(glyph)
        face.glyphPos = [0, *accumulate(lengths)]
        content = b"".join(self.drawn[number] for number in sorted(self.drawn))
        face._ttf_data = self.frame + content
        face.table["glyf"]["length"] = len(content)
        self.keep()

    def keep(self) -> None:
        """Keep the converted glyphs for the next run."""
        if self.file is not None and self._new:
            rows = (
                struct.pack(">HL", number, len(glyph)) + glyph
                for number, glyph in sorted(self.drawn.items())
            )
            keep(self.file, b"".join(rows), MOST_FILES)
        self._new = 0


def _tables(raw: bytes) -> dict[bytes, tuple[int, int]]:
    """Find a font's tables: their starts and lengths."""
    try:
        (count,) = struct.unpack_from(">H", raw, 4)
        rows = [struct.unpack_from(">4s4xLL", raw, 12 + 16 * number) for number in range(count)]
    except struct.error:
        return {}
    return {tag: (start, length) for tag, start, length in rows if start + length <= len(raw)}


def _count(raw: bytes, tables: dict[bytes, tuple[int, int]]) -> int:
    """Return the number of glyphs that a font declares."""
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
