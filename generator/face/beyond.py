"""Elements that PDF cannot express: blurred, masked, along a path. Each is drawn separately as
pixels, so that the rest stays sharp.

In: an element, its style, and everything it may refer to. Out: why it cannot be drawn as shapes;
and a complete SVG of it to be drawn elsewhere: no variables, no files, fonts by their own names.
Draws nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from generator.data.geometry import Box
from generator.data.problems import did_you_mean
from generator.face import messages as say
from generator.face.artwork import resolve_shares
from generator.face.fonts import Font
from generator.face.subset import INHERITED, START, is_neutral
from generator.face.svg import Element, SvgFault, picture_box, resolve_var

MOST = 40
"""The number of such elements on one face, because each takes a while."""
DEFINITIONS = frozenset(("filter", "mask"))
_URL = re.compile(r"url\(\s*['\"]?#([^)'\"]+)['\"]?\s*\)")
_TEXTS = ("text", "tspan", "textPath")
_VIEWS = ("svg", "symbol", "marker", "pattern")
"""Elements whose content may have a separate viewport."""
_UNITS = {
    "mask": ("maskUnits", "maskContentUnits"),
    "filter": ("filterUnits", "primitiveUnits"),
    "pattern": ("patternUnits", "patternContentUnits"),
    "clipPath": ("", "clipPathUnits"),
    "linearGradient": ("gradientUnits", ""),
    "radialGradient": ("gradientUnits", ""),
}
"""The attributes that give the units of an element's lengths, and of those of its content."""
_USER_SPACE = "userSpaceOnUse"
_REGION = {"x": "-10%", "y": "-10%", "width": "120%", "height": "120%"}
"""The region of a mask or a filter that declares none."""
Style = dict[str, str]


def reason(element: Element) -> str:
    """Name what cannot be drawn as shapes in an element; empty if everything can."""
    attributes = element.attributes
    style = attributes.get("style", "")
    has_any = not attributes.keys().isdisjoint(DEFINITIONS)
    if has_any or "filter" in style or "mask" in style:
        own = element.properties
        for name in sorted(DEFINITIONS):
            if not is_neutral(own.get(name, "none")):
                return f"a {name}"
    if element.tag == "text" and any(child.tag == "textPath" for child in element.elements):
        return "text along a path"
    return ""


@dataclass
class Alone:
    """Isolates an element. `styled` returns an element's style from that around it, `font` the font
    of a text, `embedded` a picture, `around` the style around a definition. Percentages are of the
    `viewport`, of which the result shows only a part.
    """

    ids: dict[str, Element]
    styled: Callable[[Element, Style], Style]
    font: Callable[[Style, Element], Font]
    embedded: Callable[[str, str], str]
    around: Callable[[Element], Style]
    viewport: Box
    fonts: dict[Path, None] = field(default_factory=dict)
    defs: dict[str, Element] = field(default_factory=dict)

    def made(self, element: Element, style: Style, transform: str) -> list[Element | str]:
        """Return the content of an SVG that shows an element as it looks in a style, moved by a
        transform. Raises SvgFault.
        """
        around = {}
        for name, value in style.items():
            if name in INHERITED and name != "font-family":
                around[name] = value
        group = Element(
            "g",
            {**around, "transform": transform},
            [self.copy(element, style, self.viewport)],
            element.at,
        )
        return [Element("defs", {}, list(self.defs.values())), group]

    def copy(self, element: Element, around: Style, viewport: Box | None) -> Element:
        style = self.styled(element, around)
        attributes = element.properties
        attributes.pop("style", None)
        for name, value in list(attributes.items()):
            if name.startswith(("data-", "--")):
                del attributes[name]
            elif "var(" in value:
                attributes[name] = resolve_var(value, style, element.at)
        if element.tag in _TEXTS:
            font = self.font(style, element)
            self.fonts[font.path] = None
            attributes["font-family"] = font.own_family
        if element.tag in ("image", "feImage") and not attributes.get("href", "").startswith("#"):
            attributes["href"] = self.embedded(element.get("href"), element.at)
        if viewport:
            _measure(element.tag, attributes, viewport)
        for name, value in attributes.items():
            if name == "href" and value.startswith("#"):
                self.refer(value[1:], element, viewport, is_shown_here=element.tag == "use")
            else:
                for word in _URL.findall(value):
                    self.refer(word, element, viewport, is_shown_here=False)
            if name in DEFINITIONS and value.startswith("url") and not _URL.search(value):
                raise SvgFault(say.NO_SUCH_PAINT(what=name, name=value[:40]), element.at)
        inner = _viewport_in(element, viewport)
        return element.copied(attributes, lambda child: self.copy(child, style, inner))

    def refer(self, name: str, element: Element, viewport: Box | None, is_shown_here: bool) -> None:
        """Include everything that an element refers to, directly and indirectly.

        With `is_shown_here`, it takes on the style of the element that shows it, otherwise that of
        its own place.
        """
        if name in self.defs:
            return
        found = self.ids.get(name)
        if found is None:
            raise SvgFault(say.NO_SUCH_ID(id_=name), element.at, did_you_mean(name, self.ids))
        self.defs[name] = found  # in case it refers to itself
        style = {} if is_shown_here else self.around(found)
        copy = self.copy(found, style, viewport)
        inherited = {}
        for key, value in style.items():
            if key in INHERITED and key != "font-family" and value != START[key]:
                inherited[key] = value
        self.defs[name] = Element(
            copy.tag, {**inherited, **copy.attributes}, copy.children, copy.at
        )


def _measure(tag: str, attributes: dict[str, str], viewport: Box) -> None:
    """Write the lengths of an element that are shares of the viewport, or of one that is implied,
    as numbers.
    """
    own, _ = _UNITS.get(tag, ("", ""))
    if own and attributes.get(own) != _USER_SPACE:
        return
    if tag in DEFINITIONS and "href" not in attributes:
        attributes.update({**_REGION, **attributes})
    resolve_shares(attributes, viewport)


def _viewport_in(element: Element, viewport: Box | None) -> Box | None:
    """Return the viewport of the content of an element; None if lengths there are shares of
    something else.
    """
    if element.tag in _VIEWS and "viewBox" in element.attributes:
        return picture_box(element)
    if element.tag in ("svg", "symbol", "marker"):
        return None
    _, inner = _UNITS.get(element.tag, ("", ""))
    return viewport if element.get(inner, _USER_SPACE) == _USER_SPACE else None
