"""Emoji as pictures: coloured glyphs from the game's fonts.

In: the bytes of a font with colour tables (`COLR`, `SVG `, `CBDT`, `sbix`), and text. Out: where
emoji are in it, and each as an SVG tree or the bytes of a picture. The font's own ligatures combine
several characters into one emoji (skin tones, flags, families). A file is data: its content may
neither fill the memory nor continue for ever. Draws nothing.
"""

from __future__ import annotations

import io
import re
import struct
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from generator.data.geometry import Box
from generator.data.opening import read_file
from generator.face import messages as say
from generator.face.opentype import BROKEN_TABLES, OpenType
from generator.face.outlines import MOST_FONT
from generator.face.references import unpacked
from generator.face.stylesheets import read_svg
from generator.face.svg import MOST_BYTES, Element, SvgFault

PICTURED = "\ufe0f"  # asks for a picture where a sign could be text too
PLAIN = "\ufe0e"
COLOUR_TABLES = frozenset(("COLR", "SVG ", "CBDT", "sbix"))
_OUTLINES = frozenset(("glyf", "CFF "))
_JOINER, _KEYCAP = "\u200d", "\u20e3"
_SIGNS = (
    "\u00a9\u00ae\u203c\u2049\u2122\u2139\u2194-\u21aa\u2300-\u23ff\u24c2\u25aa-\u25fe\u2600-\u27bf\u2934\u2935\u2b00-\u2bff\u3030"
    "\u303d\u3297\u3299\U0001f000-\U0001f1e5\U0001f200-\U0001f3fa\U0001f400-\U0001faff"
)
_ONE = f"[{_SIGNS}][{PICTURED}{PLAIN}]?[\U0001f3fb-\U0001f3ff]?[\U000e0020-\U000e007f]*"
EMOJI = re.compile(
    f"[\U0001f1e6-\U0001f1ff]{{2}}|[0-9#*]{PICTURED}?{_KEYCAP}|{_ONE}(?:{_JOINER}{_ONE})*|[\U0001f1e6-\U0001f1ff\U0001f3fb-\U0001f3ff]"
)
"""What may be one emoji: a flag, a keycap, a sign with modifiers, or several joined."""

_TEXTS = re.compile(
    "[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2194-\u21aa\u2300-\u2319\u231c-\u23e8\u23ed-\u23ef\u23f1\u23f2\u23f4-\u24c2"
    "\u25aa-\u25fc\u2600-\u2613\u2616-\u2647\u2654-\u267e\u2680-\u2692\u2694-\u26a0\u26a2-\u26a9\u26ac-\u26bc"
    "\u26bf-\u26c3\u26c6-\u26cd\u26cf-\u26d3\u26d5-\u26e9\u26eb-\u26f1\u26f4\u26f6-\u26f9\u26fb\u26fc\u26fe-\u2704"
    "\u2706-\u2709\u270c-\u2727\u2729-\u274b\u274d\u274f-\u2752\u2756\u2758-\u2794\u2798-\u27af\u27b1-\u27be\u2934\u2935"
    "\u2b00-\u2b1a\u2b1d-\u2b4f\u2b51-\u2b54\u2b56-\u2bff\u3030\u303d\u3297\u3299"
    "\U0001f000-\U0001f003\U0001f005-\U0001f0ce\U0001f0d0-\U0001f18d]"
    f"{PLAIN}?"
)
"""Signs in `EMOJI` that Unicode treats as text unless a picture is requested: ■ ★ ♥ ✓, chess
pieces, playing cards.
"""


def is_emoji(text: str) -> bool:
    """Return whether a text is one emoji, and not a sign such as ★ that is text unless a picture is
    requested.
    """
    return EMOJI.fullmatch(text) is not None and _TEXTS.fullmatch(text) is None


_MOST_PAINTS = 5_000
"""The most steps of one glyph of `COLR`."""
_MOST_DEEP = 40
_BROKEN = (zlib.error, *BROKEN_TABLES)


@dataclass(frozen=True, eq=False)
class Pictogram:
    """One coloured glyph. `text` is its characters, `advance` its width in em; `font` and `glyph`
    identify its source.
    """

    text: str
    advance: float
    font: ColourFont = field(repr=False)
    glyph: int

    @property
    def name(self) -> str:
        """Name it for messages, with the same name for all that look the same."""
        return f"glyph {self.glyph} of {self.font.file}"


class Bitmap(NamedTuple):
    """A glyph as a picture: its bytes, and its box in em from the point on the baseline."""

    raw: bytes
    box: Box


def colour_tables(tables: frozenset[str]) -> bool:
    """Return whether a font with these tables has coloured glyphs."""
    return not COLOUR_TABLES.isdisjoint(tables)


class ColourFont:
    """A font with coloured glyphs; `file` is its name for messages. Raises ValueError for a broken
    file.
    """

    def __init__(self, path: Path, file: str) -> None:
        from fontTools.ttLib import TTFont, TTLibError

        self.path, self.file = path, file
        raw = read_file(path, None, MOST_FONT)
        try:
            self.font: Any = TTFont(io.BytesIO(raw), lazy=True)
            self.order: list[str] = self.font.getGlyphOrder()
            self.numbers = {name: number for number, name in enumerate(self.order)}
            self.characters = {
                code: self.numbers[name] for code, name in self.font.getBestCmap().items()
            }
            self.em = float(self.font["head"].unitsPerEm)
            self.widths = self.font["hmtx"].metrics
        except (TTLibError, *_BROKEN) as fault:
            raise ValueError(f"{type(fault).__name__}: {fault}") from None
        self.tables = OpenType(raw, self.characters)
        self._pictures: dict[int, Element | Bitmap | None] = {}

    def glyphs(self, text: str) -> list[int] | None:
        """Return the glyphs that show an emoji, using as few as the font allows; None if the font
        lacks one.
        """
        unseen = {self.characters.get(ord(character)) for character in (_JOINER, PICTURED)}
        letters = set(map(ord, text)) - {ord(_JOINER), ord(PICTURED)}
        if not letters <= self.characters.keys():
            return None
        for said in (text, text.replace(PICTURED, "")):  # some fonts have it in their ligatures
            glyphs = (placed.glyph for placed in self.tables.shape(said))
            row = [glyph for glyph in glyphs if glyph not in unseen]
            if 0 < len(row) <= len(said) and all(map(self.has, row)):
                return row
        return None

    def has(self, glyph: int) -> bool:
        """Return whether a glyph has a coloured form."""
        return self.picture(glyph) is not None

    @cached_property
    def has_letters(self) -> bool:
        """Return whether plain text can be set in it too."""
        return not _OUTLINES.isdisjoint(self.font.keys()) and any(
            chr(code).isalpha() for code in self.characters
        )

    def advance(self, glyph: int) -> float:
        return float(self.widths[self.order[glyph]][0]) / self.em

    def picture(self, glyph: int) -> Element | Bitmap | None:
        """Return a coloured glyph: as an SVG of one em by one em with its baseline at 0, or as
        pixels; None if it has no colour.

        Raises SvgFault if it is broken, or cannot be drawn.
        """
        if glyph not in self._pictures:
            self._pictures[glyph] = self._picture(glyph)
        return self._pictures[glyph]

    def ink(self, glyph: int) -> Box:
        """Return roughly where a glyph's ink is, in em from the left end of its baseline."""
        found = self.picture(glyph)
        if isinstance(found, Bitmap):
            return found.box
        return self.tables.glyph_ink(glyph) or Box(0.0, -0.88, self.advance(glyph), 1.0)

    def _picture(self, glyph: int) -> Element | Bitmap | None:
        try:
            for table, read in (
                ("COLR", self._layers),
                ("SVG ", self._drawing),
                ("CBDT", self._bits),
                ("sbix", self._strike),
            ):
                found = read(glyph) if table in self.font else None
                if found is not None:
                    return found
        except SvgFault:
            raise
        except _BROKEN as fault:
            raise SvgFault(
                say.GLYPH_BROKEN(glyph=glyph, file=self.file, fault=type(fault).__name__)
            ) from None
        return None

    def _svg(self, children: list[Element | str], scale: str = "") -> Element:
        """Put the content of a glyph, in the font's own units, into an SVG of one em."""
        size = 1 / self.em
        group = Element("g", {"transform": f"scale({size:.9f} {scale}{size:.9f})"}, children)
        return Element("svg", {"viewBox": "0 -1 1 1", "overflow": "visible"}, [group])

    # -- COLR and CPAL

    def _layers(self, glyph: int) -> Element | None:
        table, name = self.font["COLR"], self.order[glyph]
        if table.version == 0:
            layers = table.ColorLayers.get(name)
            if not layers:
                return None
            return self._svg(
                [
                    self._path(layer.name, self._colour(layer.colorID, 1.0))
                    for layer in layers[:_MOST_PAINTS]
                ],
                "-",
            )
        if name in self._paints:
            return self._svg(
                _Paints(self, table.table, self._paints).drawn(self._paints[name], 0), "-"
            )
        bases = table.table.BaseGlyphRecordArray
        for record in bases.BaseGlyphRecord if bases else ():
            if record.BaseGlyph == name:
                layers = table.table.LayerRecordArray.LayerRecord
                row = layers[record.FirstLayerIndex : record.FirstLayerIndex + record.NumLayers]
                return self._svg(
                    [
                        self._path(layer.LayerGlyph, self._colour(layer.PaletteIndex, 1.0))
                        for layer in row
                    ],
                    "-",
                )
        return None

    @cached_property
    def _paints(self) -> dict[str, Any]:
        listed = self.font["COLR"].table.BaseGlyphList
        return {
            record.BaseGlyph: record.Paint
            for record in (listed.BaseGlyphPaintRecord if listed else ())
        }

    def outline(self, name: str) -> str:
        """Return a glyph's outline as the data of a path, y upward, in the font's own units."""
        from fontTools.pens.svgPathPen import SVGPathPen

        glyphs = self.font.getGlyphSet()
        pen = SVGPathPen(glyphs)
        glyphs[name].draw(pen)
        return str(pen.getCommands())

    def _path(self, name: str, paint: dict[str, str]) -> Element:
        return Element("path", {"d": self.outline(name), **paint})

    def _colour(self, index: int, alpha: float, property_: str = "fill") -> dict[str, str]:
        """Return a colour of the font's first palette as attributes; the surrounding text's colour
        has no number.
        """
        if index == 0xFFFF:
            colour = "currentColor"
        else:
            found = self.font["CPAL"].palettes[0][index]
            colour = f"#{found.red:02x}{found.green:02x}{found.blue:02x}"
            alpha = alpha * found.alpha / 255
        name = "stop-color" if property_ == "stop" else property_
        opacity = {f"{property_}-opacity": f"{alpha:.4f}"} if alpha < 0.999 else {}
        return {name: colour, **opacity}

    # -- SVG

    def _drawing(self, glyph: int) -> Element | None:
        raw = self.font.reader["SVG "]
        start = struct.unpack_from(">L", raw, 2)[0]
        for number in range(struct.unpack_from(">H", raw, start)[0]):
            first, last, at, length = struct.unpack_from(">HHLL", raw, start + 2 + 12 * number)
            if first <= glyph <= last:
                root = read_svg(
                    unpacked(raw[start + at : start + at + length], MOST_BYTES), self.file
                )
                return self._glyph_of(root, glyph)
        return None

    def _glyph_of(self, root: Element, glyph: int) -> Element | None:
        """Return one glyph of a document, with everything it may refer to."""
        if root.get("id") == f"glyph{glyph}":
            return self._svg(root.children)
        for element in root.walk():
            if element.get("id") == f"glyph{glyph}":
                others: list[Element | str] = []
                for child in root.elements:
                    if not child.get("id").startswith("glyph"):
                        others.append(child)
                return self._svg([Element("defs", {}, others), element])
        return None

    # -- CBDT and sbix

    def _bits(self, glyph: int) -> Bitmap | None:
        name, sizes = self.order[glyph], self.font["CBLC"].strikes
        strikes = zip(sizes, self.font["CBDT"].strikeData, strict=True)
        for size, strike in sorted(strikes, key=lambda pair: -pair[0].bitmapSizeTable.ppemY):
            if name not in strike:
                continue
            bits, ppem = strike[name], float(size.bitmapSizeTable.ppemY)
            own = next((table for table in size.indexSubTables if name in table.names), None)
            said: Any = getattr(bits, "metrics", None) or getattr(own, "metrics", None)
            bearing = "horiBearing" if hasattr(said, "horiBearingX") else "Bearing"
            left, top = float(getattr(said, f"{bearing}X")), float(getattr(said, f"{bearing}Y"))
            return Bitmap(bits.imageData, Box(left, -top, said.width, said.height).scaled(1 / ppem))
        return None

    def _strike(self, glyph: int) -> Bitmap | None:
        strikes, name = self.font["sbix"].strikes, self.order[glyph]
        for ppem in sorted(strikes, reverse=True):
            found = strikes[ppem].glyphs.get(name)
            if found is not None and found.graphicType == "dupe":
                found = strikes[ppem].glyphs.get(found.referenceGlyphName)
            if found is not None and found.imageData and found.graphicType in ("png ", "jpg "):
                width, height = _pixels(found.imageData)
                box = Box(found.originOffsetX, -(found.originOffsetY + height), width, height)
                return Bitmap(found.imageData, box.scaled(1 / ppem))
        return None


class _Paints:
    """Turns the paints of one glyph of `COLR`, version 1, into SVG."""

    def __init__(self, font: ColourFont, table: Any, paints: dict[str, Any]) -> None:
        self.font, self.table, self.paints = font, table, paints
        self.steps = self.made = 0

    def drawn(self, paint: Any, depth: int) -> list[Element | str]:
        """Return the drawing of a paint."""
        self.steps += 1
        if self.steps > _MOST_PAINTS or depth > _MOST_DEEP:
            raise SvgFault(say.GLYPH_TOO_MUCH())
        draw = _DRAWN.get(paint.getFormatName().replace("Var", ""), _Paints.turned)
        return draw(self, paint, depth)

    def layers(self, paint: Any, depth: int) -> list[Element | str]:
        first = paint.FirstLayerIndex
        row = self.table.LayerList.Paint[first : first + paint.NumLayers]
        return list(chain.from_iterable(self.drawn(layer, depth + 1) for layer in row))

    def other_glyph(self, paint: Any, depth: int) -> list[Element | str]:
        return self.drawn(self.paints[paint.Glyph], depth + 1)

    def filled(self, paint: Any, depth: int) -> list[Element | str]:
        defs, fill = self.gradients(paint, "")
        return [*defs, self.everywhere(fill)]

    def turned(self, paint: Any, depth: int) -> list[Element | str]:
        turn = {"transform": _matrix(paint.getTransform())}
        return [Element("g", turn, self.drawn(paint.Paint, depth + 1))]

    def everywhere(self, paint: dict[str, str]) -> Element:
        em = 4 * self.font.em
        return Element(
            "rect",
            {
                "x": f"{-em:g}",
                "y": f"{-em:g}",
                "width": f"{2 * em:g}",
                "height": f"{2 * em:g}",
                **paint,
            },
        )

    def shape(self, paint: Any, depth: int) -> list[Element | str]:
        """Show an outline, filled with a colour or a gradient, or as a clip of another paint."""
        inner, turns = paint.Paint, []
        while (
            hasattr(inner, "Paint")
            and inner.getFormatName() != "PaintGlyph"
            and "Composite" not in inner.getFormatName()
        ):
            turns.append(_matrix(inner.getTransform()))
            inner = inner.Paint
        form = inner.getFormatName()
        if "Solid" in form or "Gradient" in form:
            defs, fill = self.gradients(inner, " ".join(turns))
            return [*defs, self.font._path(paint.Glyph, fill)]
        self.made += 1
        clip = Element(
            "clipPath",
            {"id": f"cut{self.made}"},
            [Element("path", {"d": self.font.outline(paint.Glyph)})],
        )
        cut = {"clip-path": f"url(#cut{self.made})"}
        return [clip, Element("g", cut, self.drawn(paint.Paint, depth + 1))]

    def composed(self, paint: Any, depth: int) -> list[Element | str]:
        """Put two paints on top of each other, or show one where the other is."""
        from fontTools.ttLib.tables.otTables import CompositeMode

        mode = CompositeMode(paint.CompositeMode).name
        if mode == "CLEAR":
            return []
        above = self.drawn(paint.SourcePaint, depth + 1) if mode != "DEST" else []
        below = self.drawn(paint.BackdropPaint, depth + 1) if mode != "SRC" else []
        if mode in ("SRC", "DEST", "SRC_OVER", "DEST_OVER"):
            return [*above, *below] if mode == "DEST_OVER" else [*below, *above]
        if mode not in ("SRC_IN", "DEST_IN"):
            raise SvgFault(say.GLYPH_MIXES(file=self.font.file, mode=mode))
        shown, where = (above, below) if mode == "SRC_IN" else (below, above)
        self.made += 1
        mask = Element("mask", {"id": f"mask{self.made}", "mask-type": "alpha"}, where)
        return [mask, Element("g", {"mask": f"url(#mask{self.made})"}, shown)]

    def gradients(self, paint: Any, turn: str) -> tuple[list[Element | str], dict[str, str]]:
        """Return the gradient that a paint needs, if any, and the fill."""
        form = paint.getFormatName().replace("Var", "")
        if form == "PaintSolid":
            return [], self.font._colour(paint.PaletteIndex, paint.Alpha)
        if form == "PaintSweepGradient":
            raise SvgFault(say.GLYPH_GRADIENT(file=self.font.file))
        stops = [
            (stop.StopOffset, self.font._colour(stop.PaletteIndex, stop.Alpha, "stop"))
            for stop in paint.ColorLine.ColorStop
        ]
        if form == "PaintLinearGradient":
            x, y = _along(paint)
            shape = {"x1": paint.x0, "y1": paint.y0, "x2": x, "y2": y}
        else:
            shape = {"cx": paint.x1, "cy": paint.y1, "r": paint.r1, "fx": paint.x0, "fy": paint.y0}
            share = (
                paint.r0 / paint.r1 if paint.r1 else 0.0
            )  # what a gradient of SVG has at its middle
            stops = [(share + offset * (1 - share), colour) for offset, colour in stops]
        self.made += 1
        said = {name: f"{value:.3f}" for name, value in shape.items()}
        said |= {
            "id": f"paint{self.made}",
            "gradientUnits": "userSpaceOnUse",
            "spreadMethod": ("pad", "repeat", "reflect")[_extend(paint)],
        }
        said |= {"gradientTransform": turn} if turn else {}
        tag = "linearGradient" if form == "PaintLinearGradient" else "radialGradient"
        children: list[Element | str] = [
            Element("stop", {"offset": f"{offset:.4f}", **colour})
            for offset, colour in sorted(stops, key=_first)
        ]
        return [Element(tag, said, children)], {"fill": f"url(#paint{self.made})"}


_DRAWN: Mapping[str, Callable[[_Paints, Any, int], list[Element | str]]] = {
    "PaintColrLayers": _Paints.layers,
    "PaintColrGlyph": _Paints.other_glyph,
    "PaintGlyph": _Paints.shape,
    "PaintComposite": _Paints.composed,
    "PaintSolid": _Paints.filled,
    "PaintLinearGradient": _Paints.filled,
    "PaintRadialGradient": _Paints.filled,
    "PaintSweepGradient": _Paints.filled,
}
"""How each form of a paint is drawn; all others turn, move or scale another paint."""


def _first(stop: tuple[float, dict[str, str]]) -> float:
    return stop[0]


def _extend(paint: Any) -> int:
    return int(getattr(paint.ColorLine.Extend, "value", paint.ColorLine.Extend))


def _along(paint: Any) -> tuple[float, float]:
    """Return the end of a gradient that starts at its first point, given the direction of its
    stripes by its third point.
    """
    across, up = paint.x2 - paint.x0, paint.y2 - paint.y0
    over, down = paint.x1 - paint.x0, paint.y1 - paint.y0
    square = across * across + up * up
    if not square:
        return paint.x1, paint.y1
    share = (over * across + down * up) / square
    return paint.x1 - share * across, paint.y1 - share * up


def _matrix(turn: Any) -> str:
    return f"matrix({' '.join(f'{value:.6f}' for value in turn)})"


def _pixels(raw: bytes) -> tuple[int, int]:
    from generator.face.images import ImageFault, read_image

    try:
        image = read_image(raw)
    except ImageFault as fault:
        raise SvgFault(say.GLYPH_PICTURE(fault=fault)) from None
    return image.width_px, image.height_px


class Pictograms:
    """The emoji of a game: looked up in its colour fonts, in order."""

    def __init__(self, fonts: list[ColourFont]) -> None:
        self.fonts = fonts
        self._known: dict[str, tuple[Pictogram, ...]] = {}

    def are_in(self, text: str) -> bool:
        """Return whether a text may have emoji that are pictures."""
        return bool(self.fonts) and EMOJI.search(text) is not None

    def of(self, text: str) -> tuple[Pictogram, ...]:
        """Return the pictures that show one emoji, usually one; empty if no font has it."""
        known = self._known.get(text)
        if known is None:
            known = self._known[text] = self._found(text)
        return known

    def _found(self, text: str) -> tuple[Pictogram, ...]:
        for font in self.fonts:
            try:
                glyphs = font.glyphs(text)
            except SvgFault:  # reported where it is drawn
                continue
            if glyphs:
                shown = [text, *[""] * (len(glyphs) - 1)]
                return tuple(
                    Pictogram(said, font.advance(glyph), font, glyph)
                    for said, glyph in zip(shown, glyphs, strict=True)
                )
        return ()

    def divided(self, text: str, plain: Any) -> Iterator[tuple[str, tuple[Pictogram, ...]]]:
        """Divide a text into plain parts and emoji. A single sign among the `plain` characters is
        text, unless a picture is requested.
        """
        end = 0
        for match in EMOJI.finditer(text):
            said = match[0]
            if PLAIN in said or (len(said) == 1 and ord(said) in plain):
                continue
            found = self.of(said)
            if found:
                if match.start() > end:
                    yield text[end : match.start()], ()
                yield said, found
                end = match.end()
        if end < len(text):
            yield text[end:], ()


NO_PICTOGRAMS = Pictograms([])
"""Those of a game without colour fonts."""
