"""Designers' pictures as SVG: features that their programs use and ours do not are prepared, or
refused before anything is drawn.

In: the bytes of an SVG file, or a tree that is to become pixels. Out: a tree with plain numbers as
lengths, or the first thing in it that the outside renderer would silently leave out. Draws nothing.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

from generator.data.geometry import Box
from generator.data.saying import Said
from generator.face import messages as say
from generator.face.fonts import Font, parse_weight
from generator.face.shaping import lacking
from generator.face.stylesheets import read_svg
from generator.face.svg import (
    PX_OF,
    Element,
    SvgFault,
    fit_box,
    parse_colour,
    parse_numbers,
    parse_style,
    parse_transform,
    picture_box,
    resolve_var,
    variables_of,
    written_numbers,
    written_style,
)

UNDRAWN = "art-undrawn"
"""The code for something in a picture that would be missing on paper."""

_ACROSS = frozenset(("x", "x1", "x2", "cx", "fx", "rx", "dx", "width"))
_DOWN = frozenset(("y", "y1", "y2", "cy", "fy", "ry", "dy", "height"))
_ALONG = frozenset(("r", "stroke-width"))
"""Lengths whose percentages are of the diagonal."""
_LENGTHS = _ACROSS | _DOWN | _ALONG
_LENGTHS |= {"fx", "fy", "refX", "refY", "markerWidth", "markerHeight", "stdDeviation"}
_LENGTHS |= {"stroke-dasharray", "stroke-dashoffset", "startOffset", "textLength"}
_LENGTHS |= {"font-size", "letter-spacing", "word-spacing"}
_NUMBER = r"[-+]?(?:\d++\.?\d*+|\.\d++)(?:[eE][-+]?\d++)?"
_SIZED = re.compile(rf"(?<![\w.#-])({_NUMBER})(mm|cm|in|pt|pc|q)(?![\w%])", re.I)
_PLAIN_UNIT = re.compile(r"(?<=[\d.])(?:px|deg)\b")
_UNIT = re.compile(rf"\s*{_NUMBER}([a-zA-Z]+)\s*")
_UNITS_DRAWN = frozenset(("px", "em", "ex", "deg", *PX_OF))

_URL = re.compile(r"url\(\s*['\"]?#([^)'\"]+)['\"]?\s*\)")
HOLDERS = frozenset(("defs", "symbol", "style", "script", "view", "font", "cursor"))
HOLDERS |= {"clipPath", "mask", "marker", "pattern", "filter", "color-profile"}
HOLDERS |= {"linearGradient", "radialGradient", "meshgradient", "meshGradient"}
HOLDERS |= {"hatch", "solidcolor", "solidColor"}
"""Elements that show nothing where they are, but only where they are referred to."""
_PAINTS = frozenset(("hatch", "meshgradient", "meshGradient", "mesh", "solidcolor", "solidColor"))
_EMBEDDED = frozenset(
    ("foreignObject", "video", "audio", "canvas", "iframe", "textArea", "flowText")
)
_SHAPED_CLIP = re.compile(r"\s*(?:inset|circle|ellipse|polygon|path|rect|xywh|shape)\(")
SPACES = "xml:space"
"""The attribute with which a text keeps its spaces: preserve."""
_BOX = ("x", "y", "width", "height")
_SIZED_BY_STYLE = {
    "rect": (*_BOX, "rx", "ry"),
    "image": _BOX,
    "svg": _BOX,
    "use": _BOX,
    "circle": ("cx", "cy", "r"),
    "ellipse": ("cx", "cy", "rx", "ry"),
    "path": ("d",),
}
_SHARED = frozenset((*_SIZED_BY_STYLE, "line", "text", "tspan"))
_SHARE = re.compile(rf"\s*({_NUMBER})%\s*")
_GROUNDS = ("background", "background-color")
_OF_SCREENS = (
    "cursor",
    "pointer-events",
    "user-select",
    "color-scheme",
    "max-width",
    "will-change",
)
_STYLED = re.compile(
    r"(?<![\w-])(?:transform|vector-effect|cursor|pointer-events|user-select|color-scheme|max-width|will-change|background(?:-color)?"
    r"|x|y|width|height|r|cx|cy|rx|ry|d)\s*:|light-dark\("
)
_LIGHT = re.compile(
    r"light-dark\(\s*((?:[^(),]|\([^()]*\))+),(?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)"
)
_OUTLINE = re.compile(r"path\(\s*['\"]([^'\"]*)['\"]\s*\)")
_BEGINS_AS_NUMBER = re.compile(r"[-+]?\.?\d")
_SAME_PROPORTIONS = 0.01  # programs round widths and heights
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.S)
_MEDIA = re.compile(r"@(?:media|supports|container|layer)[^{};]{0,200}")
_BODY = re.compile(r"\{[^{}]*\}")
_PSEUDO = re.compile(r":[\w-]+|~(?!=)")
_SELECTED = frozenset((":first-child", ":root", ":hover", ":active", ":focus", ":visited", ":link"))
"""How the renderer finds elements, and conditions that are never true on paper."""
_OF_BROWSERS = ("backdrop-filter", "offset-path")
_AS_PICTURE = "save this part as PNG, or the whole picture"
_REMEDIES = {
    "flowRoot": "in Inkscape, Text > Convert to Text, or Path > Object to Path",
    "flowText": "in Inkscape, Text > Convert to Text, or Path > Object to Path",
    "foreignObject": "write it as <text>, or turn it into paths in the program that drew it",
    "textArea": "write it as <text>: only templates have <textArea>",
    "mesh": "in Inkscape, Edit > Make a Bitmap Copy of what the mesh fills",
    "meshgradient": "in Inkscape, Edit > Make a Bitmap Copy of what the mesh fills",
    "hatch": "in Inkscape, Path > Path Effects has a hatching made of paths",
}


def read_art(raw: str | bytes, file: str = "") -> Element:
    """Read a picture or an icon as `read_svg` does; its lengths in mm, cm, in, pt, pc and q become
    plain ones, 96 to the inch.

    Raises the same SvgFault.
    """
    root = read_svg(raw, file)
    for element in root.walk():
        _in_plain_numbers(element, element is root)
    _as_wide_as_said(root)
    _as_on_paper(root)
    return root


def _as_on_paper(root: Element) -> None:
    """Write out what depends on the whole picture: percentages of its size, preserved spaces in
    texts, its background.
    """
    try:
        whole = picture_box(root)
    except SvgFault:  # only one element of which is shown
        whole = None
    waiting: list[tuple[Element, Box | None, bool]] = [(root, whole, False)]
    while waiting:
        element, viewport, keeps = waiting.pop()
        attributes = element.attributes
        if SPACES in attributes:
            keeps = attributes[SPACES] == "preserve"
        if element.tag == "text" and keeps:
            attributes[SPACES] = "preserve"
        if element is not root:
            if viewport and element.tag in _SHARED:
                resolve_shares(attributes, viewport)
            if element.tag == "svg":
                viewport = _viewport_of(element, viewport)
        if element.tag in HOLDERS and element.tag != "defs":
            viewport = None  # a different one for each reference
        for child in element.elements:
            waiting.append((child, viewport, keeps))
    if whole:
        _lay_ground(root, whole)


def _viewport_of(element: Element, around: Box | None) -> Box | None:
    """Return the viewport of an inner svg, for percentages in it; None if it is unknown here."""
    given = element.attributes.keys() & {"viewBox", "width", "height"}
    if not given:
        return around
    if given in ({"width"}, {"height"}):
        return None
    try:
        return picture_box(element)
    except SvgFault:
        return None


def resolve_shares(attributes: dict[str, str], viewport: Box) -> None:
    """Write percentages of a viewport as numbers."""
    if "%" not in "".join(attributes.values()):
        return
    diagonal = math.hypot(viewport.width, viewport.height) / math.sqrt(2)
    wholes = {_ACROSS: viewport.width, _DOWN: viewport.height, _ALONG: diagonal}
    for names, whole in wholes.items():
        for name in names & attributes.keys():
            if share := _SHARE.fullmatch(attributes[name]):
                attributes[name] = f"{float(share[1]) / 100 * whole:.6g}"


def _lay_ground(root: Element, whole: Box) -> None:
    """Put a rectangle behind a picture that declares a background, as draw.io does. Raises SvgFault
    if it is not a colour.
    """
    said = root.style
    ground = said.pop("background-color", "") or said.pop("background", "")
    said.pop("background", None)
    if not ground:
        return
    root.attributes["style"] = written_style(said)
    try:
        colour = parse_colour(ground)
    except SvgFault:
        message = say.BACKGROUND_MISSING(ground=ground[:40])
        raise SvgFault(message, root.at) from None
    if colour is not None:
        sides = {side: f"{value:.6g}" for side, value in whole._asdict().items()}
        root.children.insert(
            0, Element("rect", {**sides, "style": f"fill:{ground};stroke:none"}, [], root.at)
        )


def _as_wide_as_said(root: Element) -> None:
    """Give a picture the proportions of its width and height if its viewBox has others, with the
    same margins as in a browser.
    """
    if len(parse_numbers(root.get("viewBox"), "viewBox", root.at)) != 4:
        return
    inner = picture_box(root)
    plain = root.without("viewBox")
    try:
        outer = picture_box(Element("svg", plain, [], root.at))
    except SvgFault:  # it has none, or a percentage of something else
        return
    if abs(outer.width / outer.height / (inner.width / inner.height) - 1) < _SAME_PROPORTIONS:
        return
    fit = fit_box(inner, outer, root.attributes.pop("preserveAspectRatio", ""))
    shown = outer
    if fit.a == fit.d:
        shown = Box(-fit.e / fit.a, -fit.f / fit.a, outer.width / fit.a, outer.height / fit.a)
    else:
        matrix = f"matrix({written_numbers(fit)})"
        root.children[:] = [Element("g", {"transform": matrix}, list(root.children), root.at)]
    root.attributes["viewBox"] = written_numbers(shown)


def _in_plain_numbers(element: Element, is_root: bool) -> None:
    attributes = element.attributes
    if is_root and "viewBox" not in attributes and _has_units(element):
        attributes["viewBox"] = " ".join(f"{value:g}" for value in picture_box(element))
    lengths = _LENGTHS - {"width", "height"} if is_root else _LENGTHS
    for name, value in attributes.items():
        if name in lengths and value[-1:].isalpha():
            attributes[name] = _plain(value)
        elif name == "style" and _SIZED.search(value):
            style = dict(parse_style(value))
            style |= {key: _plain(style[key]) for key in _LENGTHS & style.keys()}
            attributes[name] = written_style(style)
        elif value == "rebeccapurple":  # the only colour name that was added after SVG
            attributes[name] = "#663399"
    if _STYLED.search(attributes.get("style", "")):
        _as_attributes(element, is_root)
    if is_root and element.get("transform"):
        raise SvgFault(say.OUTER_TRANSFORM_MISSING(), element.at)
    for name in _OF_SCREENS:
        attributes.pop(name, None)


def _has_units(root: Element) -> bool:
    """Return whether a picture says how wide or high it is in a unit such as mm."""
    sides = (root.get("width", ""), root.get("height", ""))
    return any(_SIZED.fullmatch(side.strip()) for side in sides)


def _as_attributes(element: Element, is_root: bool) -> None:
    """Copy properties of a style into the attributes from which they are read: an element's
    position and size. Raises SvgFault.

    Those for screens are removed; of two colours, for light and for dark mode, the first is kept.
    """
    attributes, style = element.attributes, element.style
    for name in (*_OF_SCREENS, *(() if is_root else _GROUNDS)):
        style.pop(name, None)
    style = {name: _LIGHT.sub(r"\1", value) for name, value in style.items()}
    for name in () if is_root else _SIZED_BY_STYLE.get(element.tag, ()):
        value = style.get(name, "")
        outline = _OUTLINE.fullmatch(value) if name == "d" else None
        if outline or _BEGINS_AS_NUMBER.match(value):
            attributes[name] = outline[1] if outline else _PLAIN_UNIT.sub("", value)
            del style[name]
    if "transform" in style:
        transform = style.pop("transform").removeprefix("none")
        parse_transform(transform, element.at)
        attributes["transform"] = _PLAIN_UNIT.sub("", transform)
    attributes["style"] = written_style(style)
    if style.get("vector-effect") == "non-scaling-stroke":
        attributes["vector-effect"] = "non-scaling-stroke"


def _plain(value: str) -> str:
    return _SIZED.sub(lambda match: f"{float(match[1]) * PX_OF[match[2].lower()]:.6g}", value)


def ids_of(root: Element) -> dict[str, Element]:
    """Find the elements by their ids; the first of several with the same id counts."""
    found: dict[str, Element] = {}
    for element in root.walk():
        if "id" in element.attributes:
            found.setdefault(element.attributes["id"], element)
    return found


def refuse_undrawn(root: Element) -> None:
    """Raise SvgFault at the first thing in a picture that the outside renderer would silently leave
    out.

    Only visible things count: unused definitions, hidden parts and empty texts would not be missed.
    """
    ids, sheets = ids_of(root), ""
    for element in root.walk():
        if element.tag == "style":
            _refuse_sheet(element)
            sheets += f" {element.text()}"
    waiting, seen = [root, *(ids[name] for name in _URL.findall(sheets) if name in ids)], set[int]()
    while waiting:
        element = waiting.pop()
        if id(element) in seen:
            continue
        seen.add(id(element))
        said = element.properties
        is_empty = element.tag == "flowRoot" and not element.text().strip()
        if is_empty or said.get("display", "").strip() == "none":
            continue
        _refuse(element, said)
        for name in _URL.findall(said.get("filter", "")):
            if name not in ids:
                message = say.NO_SUCH_FILTER(tag=element.tag, name=name[:40])
                raise SvgFault(message, element.at)
        for name in _referred(said):
            if name in ids:
                _refuse_paint(element, ids[name])
                waiting.append(ids[name])
        waiting += reversed(_shown(element))


def _referred(said: dict[str, str]) -> Iterator[str]:
    """Return the id that an element refers to."""
    for name, value in said.items():
        if name == "href" and value.startswith("#"):
            yield value[1:]
        elif "url(" in value:
            yield from _URL.findall(value)


def _shown(element: Element) -> list[Element]:
    """Return the children that are shown in place of an element."""
    if element.tag == "switch":
        chosen = switched(element)
        return [] if chosen is None else [chosen]
    return [child for child in element.elements if child.tag not in HOLDERS]


def switched(element: Element) -> Element | None:
    """Return the child that a `<switch>` shows: the first that requires only SVG."""
    for child in element.elements:
        languages = child.get("systemLanguage", "en").replace(",", " ").split()
        if "requiredExtensions" in child.attributes or child.tag in _EMBEDDED | HOLDERS:
            continue
        if "en" in [language.partition("-")[0] for language in languages]:
            return child
    return None


def _refuse(element: Element, said: dict[str, str]) -> None:
    """Raise SvgFault for an element, or a property of it, that the renderer leaves out."""
    tag = element.tag
    if tag in ("flowRoot", "mesh") or (tag in _EMBEDDED and element.children):
        words = " ".join(element.text().split())[:40]
        missing = say.TEXT_UNDRAWN(tag=tag, text=words) if words else say.ELEMENT_UNDRAWN(tag=tag)
        raise _undrawn(missing, element, tag)
    _refuse_outline(element, said)
    for name in _OF_BROWSERS:
        if said.get(name, "none").strip() != "none":
            raise _undrawn(say.PROPERTY_UNDRAWN(name=name, tag=tag), element, name)
    for name, value in said.items():
        _refuse_value(element, name, value)


def _refuse_outline(element: Element, said: dict[str, str]) -> None:
    """Raise SvgFault for a clip or a stroke that the renderer draws otherwise."""
    tag = element.tag
    if _SHAPED_CLIP.match(said.get("clip-path", "")):
        message = say.NOT_A_CLIP(found=said["clip-path"].strip()[:40])
        raise SvgFault(message, element.at)
    if said.get("vector-effect") == "non-scaling-stroke" and said.get("stroke", "") != "none":
        message = say.STROKE_KEEPS_WIDTH(tag=tag)
        raise SvgFault(message, element.at)
    if said.get("pathLength") and said.get("stroke-dasharray", "none") != "none":
        message = say.DASHES_BY_PATH_LENGTH(tag=tag)
        raise SvgFault(message, element.at)


def _refuse_value(element: Element, name: str, value: str) -> None:
    """Raise SvgFault for a variable without a value, and for a unit that the renderer ignores."""
    tag = element.tag
    if "var(" in value and not name.startswith("--") and name != "style":
        raise SvgFault(say.VARIABLE_NOT_DEFINED(name=name, tag=tag), element.at)
    if name in _LENGTHS and value[-1:].isalpha():
        unit = _UNIT.fullmatch(value)
        if unit and unit[1].lower() not in _UNITS_DRAWN:
            message = say.UNIT_NOT_DRAWN(name=name, tag=tag, found=value.strip()[:20])
            raise SvgFault(message, element.at)


def _refuse_sheet(sheet: Element) -> None:
    """Raise SvgFault for rules of a style sheet that the renderer ignores."""
    text = _COMMENT.sub(" ", sheet.text())
    for found in _MEDIA.findall(text):
        if "dark" not in found:
            message = say.RULES_UNDER(at_rule=" ".join(found.split())[:40])
            raise SvgFault(message, sheet.at)
    for selector in _BODY.split(text):
        for word in _PSEUDO.findall(selector):
            if word not in _SELECTED:
                message = say.RULES_FOR(selector=" ".join(selector.split())[:40])
                raise SvgFault(message, sheet.at)
    if "var(" in text:
        raise SvgFault(say.VARIABLES_IGNORED(), sheet.at)


def _refuse_paint(element: Element, target: Element) -> None:
    if target.tag in _PAINTS:
        missing = say.PAINT_UNDRAWN(tag=element.tag, paint=target.tag)
        raise _undrawn(missing, element, target.tag)


def _undrawn(said: Said, element: Element, word: str) -> SvgFault:
    return SvgFault(
        said, element.at, _REMEDIES.get(word.replace("Gradient", "gradient"), _AS_PICTURE)
    )


Find = Callable[[str, int, bool, str, str], Font]
"""Finds the font of a text: families as the picture names them, weight, whether it is italic, the
text, and its FILE:LINE.
"""


class Lettered:
    """Copies a picture with the fonts of its texts named as the font files name themselves. `fonts`
    are the files, in order of use.
    """

    def __init__(self, find: Find) -> None:
        self.find = find
        self.fonts: dict[Path, None] = {}

    def copy(
        self,
        element: Element,
        around: tuple[str, str, str] = ("", "400", "normal"),
        variables: Mapping[str, str] = MappingProxyType({}),
    ) -> Element:
        """Copy an element inside another with this family, weight and style, with its variables
        resolved.

        Raises SvgFault for letters that are in no font.
        """
        style = element.style
        variables = {**variables, **variables_of(style)}
        if any("var(" in value for value in element.attributes.values()):
            element = _resolved(element, style, variables)
        attributes = element.attributes
        properties = element.properties
        short = _SHORT_FONT.fullmatch(properties.get("font", "").strip())
        if short:
            properties = {"font-family": short[2], **_words_of(short[1]), **properties}
        family, weight, slant = map(properties.get, _OF_FONT, around)
        words = element.own_text
        if element.tag in _TEXTS and words.strip():
            font = self.found(family, weight, slant, words, element)
            before = attributes.get("style", "").rstrip("; ")
            attributes = {
                **attributes,
                "style": f"{before}; font-family: '{font.own_family}'".lstrip("; "),
            }
        if element.tag == "style":
            return Element("style", attributes, [self.sheet(element)], element.at)
        inside = family, weight, slant
        return element.copied(attributes, lambda child: self.copy(child, inside, variables))

    def found(self, family: str, weight: str, slant: str, words: str, element: Element) -> Font:
        try:
            heavy = parse_weight(weight)
        except ValueError:
            heavy = 400
        font = self.find(
            family, heavy, slant in ("italic", "oblique"), " ".join(words.split()), element.at
        )
        self.fonts[font.path] = None
        lack = next(lacking(words, font), None)
        if lack is not None:
            raise SvgFault(lack.said, element.at, lack.hint)
        return font

    def sheet(self, element: Element) -> str:
        """Return a style sheet that could not be applied to the elements, without its font
        families, which the elements set.
        """
        return _FAMILY.sub("", element.text())


_OF_FONT = ("font-family", "font-weight", "font-style")
_TEXTS = ("text", "tspan", "textPath", "tref")
_SHORT_FONT = re.compile(r"(.*?)\s*(?<!\S)[\d.]+[a-z%]*(?:\s*/\s*\S+)?\s+(\D.*)")
_FAMILY = re.compile(r"font-family\s*:[^;}]*;?", re.I)


def _resolved(element: Element, style: dict[str, str], variables: dict[str, str]) -> Element:
    """Copy an element with its variables replaced by their values. Raises SvgFault if one has
    none.
    """
    at = element.at
    own = {}
    for name, value in element.attributes.items():
        if name != "style":
            own[name] = resolve_var(value, variables, at)
    said = {}
    for name, value in style.items():
        if not name.startswith("--"):
            said[name] = resolve_var(value, variables, at)
    return Element(element.tag, {**own, "style": written_style(said)}, element.children, at)


def _words_of(short: str) -> dict[str, str]:
    """Return the meaning of the words before the size in a `font`."""
    found: dict[str, str] = {}
    for word in short.split():
        if word in ("italic", "oblique"):
            found["font-style"] = word
        elif word in ("bold", "bolder", "lighter") or word.isdigit():
            found["font-weight"] = word
    return found
