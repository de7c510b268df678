"""Font files that PDF does not accept unchanged: WOFF2 is unpacked, PostScript outlines are
converted to TrueType.

In: the bytes of a font. Out: those of a TrueType font; the same ones for the same input. A file is
data: its content may neither fill the memory nor continue for ever. Converting a font takes a
second or two, so the result is kept in the user's cache folder.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import struct
import tempfile
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

from generator.data.files import cache_folder, write_files
from generator.data.opening import MIB

MOST_FONT = 64 * MIB
"""The maximum size of a font file."""
WOFF2, OTTO = b"wOF2", b"OTTO"
UNPACKED_MOST = 64 * 1024 * 1024
"""The maximum unpacked size of a WOFF2 file."""
MANY = 5_000
"""The number of PostScript glyphs above which a font is left unchanged, and glyphs are converted
when they are used (`late_glyphs`).
"""
CALLS_MOST = 2_000
"""The most subroutine calls of a glyph; those of real fonts make a few dozen."""
ERROR_UNITS = 0.5
"""How far, in the font's units, a TrueType curve may deviate from the original. An em has 1,000 of
them.
"""

_OWN_NAME = 0x3F  # a table of WOFF2 that has its name written out
_EDITION = b"1"  # version of this module's results; a change makes all of them again


class OutlineFault(ValueError):
    """A font that is broken, or exceeds limits."""


def is_foreign(raw: bytes) -> bool:
    """Return whether a file is a font that must be turned into TrueType first."""
    return raw[:4] in (WOFF2, OTTO)


def truetype_file(raw: bytes) -> Path:
    """Return the TrueType file of a font that `is_foreign`, made now or before. Raises
    OutlineFault.
    """
    name = f"{hashlib.sha256(_EDITION + raw).hexdigest()[:32]}.ttf"
    for find in (partial(cache_folder, "fonts"), _own_folder):
        folder = find()
        if folder is None:
            continue
        path, proof = folder / name, folder / f"{name}.sha256"
        with contextlib.suppress(OSError):
            if (
                path.is_file()
                and proof.is_file()
                and proof.read_bytes() == hashlib.sha256(path.read_bytes()).digest()
            ):
                return path
            made = as_truetype(raw)
            write_files({path: made, proof: hashlib.sha256(made).digest()})
            return path
    raise OutlineFault("there is no folder in which it can be unpacked")


def _own_folder() -> Path:
    """Return a folder that lasts as long as this process, if nothing can be kept."""
    return Path(_own().name)


@cache
def _own() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="emporium-pnp-")


def as_truetype(raw: bytes) -> bytes:
    """Convert a WOFF2 file, or an OpenType font with PostScript outlines, to a TrueType font; one
    with very many glyphs is only unpacked.

    Raises OutlineFault for a file that is broken or too large.
    """
    from fontTools.ttLib import TTFont

    with told_as_fault():
        if raw[:4] == WOFF2:
            _check_size(raw)
        font = TTFont(io.BytesIO(raw), recalcTimestamp=False)
        font.flavor = None
        if missing := {"cmap", "head", "hhea", "hmtx", "maxp"} - set(font.keys()):
            raise OutlineFault(f"it lacks {', '.join(sorted(missing))}")
        if "fvar" in font:
            raise OutlineFault("a variable font")
        if "CFF " in font and font["maxp"].numGlyphs <= MANY:
            _draw_anew(font)
        for table in ("DSIG", "LTSH", "VDMX", "hdmx"):  # of the file as it was
            if table in font:
                del font[table]
        out = io.BytesIO()
        font.save(out, reorderTables=False)
    return out.getvalue()


@contextlib.contextmanager
def told_as_fault() -> Iterator[None]:
    """Raise OutlineFault for any exception of fontTools about broken tables."""
    from fontTools.ttLib import TTLibError

    try:
        yield
    except OutlineFault:
        raise
    except (
        TTLibError,
        AssertionError,
        AttributeError,
        LookupError,
        OverflowError,
        RecursionError,
        TypeError,
        ValueError,
        struct.error,
    ) as fault:
        raise OutlineFault(f"{type(fault).__name__}: {fault}") from fault


def _check_size(raw: bytes) -> None:
    """Unpack a WOFF2 file up to a sensible limit, because its header may be wrong."""
    import brotli

    tables, packed = struct.unpack_from(">12xH6xI", raw)
    at = 48
    for _ in range(tables):
        table, version = raw[at] & 0x3F, raw[at] >> 6
        at += 5 if table == _OWN_NAME else 1
        is_transformed = (
            version != 3 if table in (10, 11) else version != 0
        )  # glyf and loca, all others
        for _ in range(2 if is_transformed else 1):
            while raw[at] & 0x80:
                at += 1
            at += 1
    unpacker, data, total = brotli.Decompressor(), raw[at : at + packed], 0
    while not unpacker.is_finished():
        piece = unpacker.process(data, output_buffer_limit=1 << 20)
        total, data = total + len(piece), b""
        if total > UNPACKED_MOST:
            raise OutlineFault(f"more than {UNPACKED_MOST:,} bytes")
        if not piece and unpacker.can_accept_more_data():
            raise OutlineFault("cut off")


@cache
def _patient() -> type:
    """Make the class that draws a glyph with a limited number of subroutine calls."""
    from fontTools.misc.psCharStrings import T2OutlineExtractor

    class Patient(T2OutlineExtractor):  # type: ignore[misc]
        """Counts the subroutines of a glyph."""

        calls = 0

        def execute(self, charString: Any) -> None:  # noqa: N803  its base calls it so
            self.calls += 1
            if self.calls > CALLS_MOST:
                raise OutlineFault("a glyph that never ends")
            super().execute(charString)

    return Patient


def postscript_of(raw: bytes) -> tuple[Any, int]:
    """Open the PostScript outlines of a font, and return the number of units per em. Raises any
    exception of fontTools for a broken one.
    """
    from fontTools.ttLib import TTFont

    font = TTFont(io.BytesIO(raw), lazy=True)
    return font["CFF "].cff[0], font["head"].unitsPerEm


def drawn_anew(string: Any, units_per_em: int) -> Any:
    """Convert one PostScript glyph to TrueType. Raises OutlineFault, or any exception of fontTools
    for a broken one.
    """
    from fontTools.pens.cu2quPen import Cu2QuPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    pen, private = TTGlyphPen(None), string.private
    drawer = _patient()(
        Cu2QuPen(pen, ERROR_UNITS * units_per_em / 1000, reverse_direction=True),
        getattr(private, "Subrs", []),
        string.globalSubrs,
        private.nominalWidthX,
        private.defaultWidthX,
        private,
    )
    drawer.execute(string)
    return pen.glyph()


def _draw_anew(font: Any) -> None:
    """Replace the PostScript outlines of an open font by TrueType ones."""
    from fontTools.ttLib import newTable

    top = font["CFF "].cff[0]
    strings, order, glyphs = top.CharStrings, font.getGlyphOrder(), {}
    for name in order:
        glyphs[name] = drawn_anew(strings[name], font["head"].unitsPerEm)
    glyf = font["glyf"] = newTable("glyf")
    glyf.glyphOrder, glyf.glyphs = order, glyphs
    font["loca"] = newTable("loca")
    widths = font["hmtx"].metrics
    for name, glyph in glyphs.items():
        glyph.recalcBounds(glyf)
        widths[name] = widths[name][0], getattr(glyph, "xMin", 0)
    most = font["maxp"] = newTable("maxp")
    most.tableVersion, most.numGlyphs = 0x00010000, len(order)
    for field in (
        "maxZones",
        "maxTwilightPoints",
        "maxStorage",
        "maxFunctionDefs",
        "maxInstructionDefs",
        "maxStackElements",
    ):
        setattr(most, field, int(field == "maxZones"))
    most.maxSizeOfInstructions = most.maxComponentElements = most.maxComponentDepth = 0
    most.maxPoints = most.maxContours = most.maxCompositePoints = most.maxCompositeContours = 0
    names = font["post"]
    names.formatType, names.extraNames, names.mapping, names.glyphOrder = 2.0, [], {}, order
    for table in ("CFF ", "VORG"):
        if table in font:
            del font[table]
    font.sfntVersion = "\x00\x01\x00\x00"
