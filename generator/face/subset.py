"""The SVG that can be printed, as tables: elements, attributes and properties, what may be ignored,
and replacements for the rest.

The subset: svg g defs symbol use path rect circle ellipse line polyline polygon text tspan image
linearGradient radialGradient stop clipPath, and elements that `beyond` draws as pixels; transform,
viewBox, opacity, fill and stroke with all their properties, clip-path, var(--name).

In: a word. Out: whether it is drawn, can be ignored, or what to write instead. Draws nothing.
"""

from __future__ import annotations

import re

from generator.data.problems import did_you_mean
from generator.face.svg import COLOUR_NAMES

PAINT = (
    "fill",
    "stroke",
    "fill-opacity",
    "stroke-opacity",
    "stroke-width",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-miterlimit",
    "stroke-dasharray",
    "stroke-dashoffset",
    "fill-rule",
    "clip-rule",
    "color",
    "font-family",
    "font-size",
    "font-weight",
    "font-style",
    "font-variant",
    "text-anchor",
    "letter-spacing",
    "visibility",
    "paint-order",
    "direction",
)
INHERITED = frozenset(PAINT)
OWN = frozenset({"opacity", "clip-path", "display", "stop-color", "stop-opacity", "unicode-bidi"})
GEOMETRY = frozenset(
    (
        "id",
        "class",
        "style",
        "transform",
        "x",
        "y",
        "x1",
        "y1",
        "x2",
        "y2",
        "cx",
        "cy",
        "r",
        "rx",
        "ry",
        "fx",
        "fy",
        "fr",
        "width",
        "height",
        "d",
        "points",
        "href",
        "viewBox",
        "preserveAspectRatio",
        "version",
        "clipPathUnits",
        "gradientUnits",
        "gradientTransform",
        "spreadMethod",
        "offset",
        "dx",
        "dy",
        "role",
        "lang",
        "enable-background",
        "requiredFeatures",
        "systemLanguage",
        "pathLength",
        "baseProfile",
        "contentScriptType",
        "contentStyleType",
        "focusable",
        "tabindex",
        "target",
        "zoomAndPan",
        "overflow",
    )
)
# what Inkscape writes for text without effect on a line that is already placed
IDLE = frozenset(
    (
        "line-height",
        "font-variant-ligatures",
        "font-feature-settings",
        "text-align",
        "white-space",
        "text-decoration-style",
        "text-decoration-color",
        "text-decoration-thickness",
        "text-orientation",
        "vector-effect",
        "color-rendering",
        "shape-rendering",
        "image-rendering",
        "text-rendering",
        "solid-color",
        "solid-opacity",
        "stop-color",
        "stop-opacity",
    )
)
_NEUTRAL = {
    "",
    "none",
    "normal",
    "auto",
    "visible",
    "inherit",
    "initial",
    "1",
    "0",
    "baseline",
    "start",
    "medium",
    "isolate",
    "fill stroke markers",
    "horizontal-tb",
    "lr-tb",
    "srgb",
    "linearrgb",
    "nonzero",
    "accumulate",
    "mixed",
    "normal normal",
}
_ZERO = re.compile(r"[-+]?0*\.?0*(?<=0)(?:px|mm|cm|pt|in|em|%)")
WORDS = {
    "text-anchor": ("start", "middle", "end"),
    "font-style": ("normal", "italic", "oblique"),
    "font-variant": ("normal", "none", "small-caps", "all-small-caps"),
    "visibility": ("visible", "hidden", "collapse"),
    "fill-rule": ("nonzero", "evenodd"),
    "clip-rule": ("nonzero", "evenodd"),
    "direction": ("ltr", "rtl"),
    "unicode-bidi": ("normal", "embed", "isolate", "bidi-override"),
    "stroke-linecap": ("butt", "round", "square"),
    "stroke-linejoin": ("miter", "miter-clip", "round", "bevel"),
}
WORD_MEANT = {
    "center": "middle",
    "centre": "middle",
    "left": "start",
    "right": "end",
    "even-odd": "evenodd",
}
_NO_TEXT_FLOW = "write <textArea> instead; or in Inkscape Text > Unflow"
_NO_MARKER = "draw the arrowhead as a path"
# replacements for an element, an attribute or a property that cannot be printed
REMEDY = {
    "script": "remove it; {% if %} and {% for %} run before printing",
    "flowRoot": _NO_TEXT_FLOW,
    "foreignObject": _NO_TEXT_FLOW,
    "shape-inside": _NO_TEXT_FLOW,
    "inline-size": _NO_TEXT_FLOW,
    "marker": _NO_MARKER,
    "marker-start": _NO_MARKER,
    "marker-mid": _NO_MARKER,
    "marker-end": _NO_MARKER,
    "pattern": "patterns cannot be printed; repeat a shape with {% for %}, inside a clip-path",
    "textarea": "write <textArea>",
    "a": "remove the link, and keep what is in it",
    "text-transform": "write {{ card.name|upper }}",
    "text-decoration": "draw a line under the text",
    "text-decoration-line": "draw a line under the text",
    "font-variant-caps": 'write font-variant="small-caps"',
    "font-stretch": "name a narrow font under fonts: in cards.yaml",
    "dominant-baseline": "y is the baseline of the letters; move it down instead",
    "word-spacing": "leave it out",
    "transform-origin": "write the point into the transform: rotate(30 10 10)",
    "mix-blend-mode": "use opacity, or mixed colours",
}
SHAPES = frozenset(("path", "rect", "circle", "ellipse", "line", "polyline", "polygon"))
START = {
    "fill": "#000000",
    "stroke": "none",
    "fill-opacity": "1",
    "stroke-opacity": "1",
    "stroke-width": "1",
    "stroke-linecap": "butt",
    "stroke-linejoin": "miter",
    "stroke-miterlimit": "4",
    "stroke-dasharray": "none",
    "stroke-dashoffset": "0",
    "fill-rule": "nonzero",
    "clip-rule": "nonzero",
    "color": "#000000",
    "font-family": "Source Sans Pro",
    "font-size": "4",
    "font-weight": "400",
    "font-style": "normal",
    "font-variant": "normal",
    "text-anchor": "start",
    "letter-spacing": "0",
    "visibility": "visible",
    "paint-order": "normal",
    "direction": "ltr",
}


def is_neutral(word: str) -> bool:
    """Return whether the value of an unknown property has no effect anyway."""
    return word.lower() in _NEUTRAL or _ZERO.fullmatch(word) is not None


def colour_hint(word: str) -> str | None:
    """Suggest what was probably meant by something that is not a colour."""
    if re.fullmatch(r"(?:[0-9a-fA-F]{3}){1,2}", word):
        return f"the # is missing: #{word}"
    if re.fullmatch(r"#[0-9a-fA-F]{8}|#[0-9a-fA-F]{4}|(?:rgba|hsla)\(.*", word):
        return "write fill as #rrggbb, and its opacity as fill-opacity"
    if word.startswith("hsl("):
        return "write it as #rrggbb"
    named = re.fullmatch(r"\{?\s*(?:palette\.)?([A-Za-z_]\w*)\s*\}?", word)
    if named is None:
        return None
    near = did_you_mean(word, COLOUR_NAMES)
    palette = f"a colour from the palette is written {{{{ palette.{named[1]} }}}}"
    return f"{near} Or: {palette}" if near else palette
