"""Fonts in colour made for tests: one dragon, red with a blue square in its middle, in each of the
ways that fonts have for colour.
"""

from __future__ import annotations

import io
from functools import lru_cache
from typing import Any

from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import newTable
from fontTools.ttLib.tables import C_B_D_T_, E_B_L_C_, BitmapGlyphMetrics, sbixGlyph, sbixStrike
from fontTools.ttLib.tables.otTables import CompositeMode, PaintFormat
from fontTools.ttLib.tables.S_V_G_ import SVGDocument
from PIL import Image

DRAGON, WOMAN, ROCKET, SWORDS = "\U0001f409", "\U0001f469", "\U0001f680", "\u2694"
ASTRONAUT = f"{WOMAN}\u200d{ROCKET}"
ADVANCE = 1.2
"""Of the dragon, in em; its square is one em wide, from 0.1 below the line."""
_GLYPHS = {
    ".notdef": 500,
    "dragon": 1200,
    "woman": 1000,
    "rocket": 1000,
    "astronaut": 1000,
    "swords": 1000,
    "square": 1000,
    "dot": 1000,
}
_SOLID = {"Format": PaintFormat.PaintSolid, "PaletteIndex": 0, "Alpha": 1.0}
_LINE = {"ColorStop": [(0.0, 0, 1.0), (1.0, 1, 1.0)], "Extend": "pad"}
_GRADIENT = {
    "Format": PaintFormat.PaintLinearGradient,
    "ColorLine": _LINE,
    "x0": 0,
    "y0": 0,
    "x1": 1000,
    "y1": 0,
    "x2": 0,
    "y2": 100,
}


def _painted(glyph: str, paint: dict[str, Any]) -> dict[str, Any]:
    return {"Format": PaintFormat.PaintGlyph, "Glyph": glyph, "Paint": paint}


def composed(mode: CompositeMode) -> dict[str, Any]:
    """Paint the square and the dot, one where the other is."""
    source, backdrop = _painted("square", _SOLID), _painted("dot", {**_SOLID, "PaletteIndex": 1})
    return {
        "Format": PaintFormat.PaintComposite,
        "SourcePaint": source,
        "CompositeMode": mode,
        "BackdropPaint": backdrop,
    }


PAINTS: dict[str, dict[str, Any]] = {
    "layers": {
        "Format": PaintFormat.PaintColrLayers,
        "Layers": [_painted("square", _SOLID), _painted("dot", {**_SOLID, "PaletteIndex": 1})],
    },
    "gradient": _painted("square", _GRADIENT),
    "radial": _painted(
        "square",
        {
            "Format": PaintFormat.PaintRadialGradient,
            "ColorLine": _LINE,
            "x0": 500,
            "y0": 400,
            "r0": 100,
            "x1": 500,
            "y1": 400,
            "r1": 500,
        },
    ),
    "half seen": _painted("square", {**_SOLID, "Alpha": 0.5}),
    "moved": {
        "Format": PaintFormat.PaintTranslate,
        "dx": 500,
        "dy": 0,
        "Paint": _painted("dot", _SOLID),
    },
    "cut out": _painted("dot", _painted("square", _SOLID)),
    "where the dot is": composed(CompositeMode.SRC_IN),
    "gradient in the dot": {**composed(CompositeMode.SRC_IN), "SourcePaint": _GRADIENT},
    "sweep": _painted(
        "square",
        {
            "Format": PaintFormat.PaintSweepGradient,
            "ColorLine": _LINE,
            "centerX": 0,
            "centerY": 0,
            "startAngle": 0,
            "endAngle": 180,
        },
    ),
    "mixed": composed(CompositeMode.MULTIPLY),
}


@lru_cache(maxsize=32)
def colour_font(way: str, paint: str = "layers") -> bytes:
    """Make a font: `way` is COLR0, COLR, SVG, sbix or CBDT, and `paint` what COLR paints."""
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(list(_GLYPHS))
    cmap = {DRAGON: "dragon", WOMAN: "woman", ROCKET: "rocket", SWORDS: "swords", "1": "dot"}
    builder.setupCharacterMap({ord(character): name for character, name in cmap.items()})
    drawn = {name: _box(0, -100, 1000, 900) for name in _GLYPHS} | {"dot": _box(250, 150, 750, 650)}
    if way != "CBDT":
        builder.setupGlyf(drawn)
    builder.setupHorizontalMetrics(
        {name: (width, 250 if name == "dot" else 0) for name, width in _GLYPHS.items()}
    )
    builder.setupHorizontalHeader(ascent=900, descent=-100)
    builder.setupNameTable(
        {
            "familyName": "Beasts",
            "styleName": "Regular",
            "psName": "Beasts-Regular",
            "uniqueFontIdentifier": "Beasts",
        }
    )
    builder.setupOS2(sTypoAscender=900, sTypoDescender=-100, sCapHeight=700)
    builder.setupPost()
    builder.setupHead(unitsPerEm=1000, created=0, modified=0)
    pictured = ("dragon", "woman", "rocket", "astronaut", "swords")
    if way.startswith("COLR"):
        layers = [("square", 0), ("dot", 1)]
        builder.setupCOLR(dict.fromkeys(pictured, layers if way == "COLR0" else PAINTS[paint]))
        builder.setupCPAL([[(1.0, 0.0, 0.0, 1.0), (0.0, 0.0, 1.0, 1.0)]])
    elif way == "SVG":
        table = builder.font["SVG "] = newTable("SVG ")
        table.docList = [
            SVGDocument(_svg(list(_GLYPHS).index(name)), *[list(_GLYPHS).index(name)] * 2, True)
            for name in pictured
        ]
    elif way == "sbix":
        table = builder.font["sbix"] = newTable("sbix")
        glyphs = {
            name: sbixGlyph.Glyph(
                glyphName=name, graphicType="png ", imageData=_png(), originOffsetY=-10
            )
            for name in pictured
        }
        table.strikes[100] = sbixStrike.Strike(ppem=100, resolution=72)
        table.strikes[100].glyphs = {
            name: glyphs.get(name) or sbixGlyph.Glyph(glyphName=name) for name in _GLYPHS
        }
    else:
        _add_bits(builder.font, pictured)
    addOpenTypeFeaturesFromString(
        builder.font,
        (
            "lookup families { sub woman rocket by astronaut; } families; feature ccmp { lookup "
            "families; } ccmp;"
        ),
    )
    file = io.BytesIO()
    builder.font.recalcTimestamp = False
    builder.save(file)
    return file.getvalue()


def _svg(glyph: int) -> str:
    shapes = (
        '<rect y="-900" width="1000" height="1000" fill="#ff0000"/><rect x="250" y="-650" '
        'width="500" height="500" fill="#0000ff"/>'
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg"><g id="glyph{glyph}">{shapes}</g></svg>'


def _png() -> bytes:
    picture = Image.new("RGB", (100, 100), "#ff0000")
    picture.paste((0, 0, 255), (25, 25, 75, 75))
    file = io.BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()


def _add_bits(font: Any, names: tuple[str, ...]) -> None:
    """Add pictures as Google's fonts have them."""
    bits, places = newTable("CBDT"), newTable("CBLC")
    bits.version = places.version = 3.0
    strike = E_B_L_C_.Strike()
    line = E_B_L_C_.SbitLineMetrics()
    for field in (
        "ascender",
        "descender",
        "widthMax",
        "caretSlopeNumerator",
        "caretSlopeDenominator",
        "caretOffset",
        "minOriginSB",
    ):
        setattr(line, field, 0)
    for field in ("minAdvanceSB", "maxBeforeBL", "minAfterBL", "pad1", "pad2"):
        setattr(line, field, 0)
    size = strike.bitmapSizeTable
    size.hori = size.vert = line
    size.colorRef, size.ppemX, size.ppemY, size.bitDepth, size.flags = 0, 100, 100, 32, 1
    order = font.getGlyphOrder()
    size.startGlyphIndex, size.endGlyphIndex = order.index(names[0]), order.index(names[-1])
    index = E_B_L_C_.eblc_index_sub_table_1(b"", font)
    index.indexFormat, index.imageFormat, index.names = 1, 17, list(names)
    index.firstGlyphIndex, index.lastGlyphIndex = size.startGlyphIndex, size.endGlyphIndex
    strike.indexSubTables = [index]
    glyphs = {}
    for name in names:
        glyph = glyphs[name] = C_B_D_T_.cbdt_bitmap_format_17(b"", font)
        glyph.metrics = BitmapGlyphMetrics.SmallGlyphMetrics()
        glyph.metrics.width = glyph.metrics.height = 100
        glyph.metrics.BearingX, glyph.metrics.BearingY, glyph.metrics.Advance = 0, 90, 120
        glyph.imageData = _png()
    bits.strikeData, places.strikes = [glyphs], [strike]
    font["CBDT"], font["CBLC"] = bits, places


def _box(left: int, bottom: int, right: int, top: int) -> Any:
    pen = TTGlyphPen(None)
    pen.moveTo((left, bottom))
    for point in ((left, top), (right, top), (right, bottom)):
        pen.lineTo(point)
    pen.closePath()
    return pen.glyph()
