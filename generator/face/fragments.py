"""One element of an SVG file by its id, `sheet.svg#wolf`: its own SVG, as large as the element is.

In: the tree of the file and a name. Out: a tree that shows only that element, with everything it
may refer to; None if nothing has that name. Draws nothing.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from generator.data.geometry import IDENTITY, Box, Matrix
from generator.data.saying import first_of
from generator.face.svg import (
    Element,
    SvgFault,
    bounds,
    box_of,
    parse_number,
    parse_style,
    parse_transform,
    picture_box,
    shape_path,
    transformed,
    written_numbers,
)

_SHAPES = frozenset(("path", "rect", "circle", "ellipse", "line", "polyline", "polygon"))
_GROUPS = frozenset(("g", "a", "switch"))
_UNSEEN = frozenset(
    (
        "defs",
        "symbol",
        "style",
        "script",
        "clipPath",
        "mask",
        "filter",
        "pattern",
        "marker",
        "linearGradient",
        "radialGradient",
    )
)
_OWN_SIZE = frozenset(
    ("id", "x", "y", "width", "height", "viewBox", "preserveAspectRatio", "display")
)
_OF_VIEW = ("viewBox", "preserveAspectRatio")
_MOST_STEPS = 100_000


def ids_hint(ids: Sequence[str]) -> str:
    """Suggest the names with which parts of a picture can be shown, if none is similar."""
    if not ids:
        return "give that element an id in the program that drew it"
    return f"it has {first_of((one[:40] for one in ids), 6)}"


def fragment(root: Element, name: str) -> Element | None:
    """Return the element with an id as a separate SVG: a `view`, a `symbol` or an inner `svg` by
    its viewBox, any other by what it draws.
    """
    chain = _chain(root, name)
    if chain is None:
        return None
    target = chain[-1]
    around = _without_size(root)
    if target is root:
        return root
    if "viewBox" in target.attributes:
        size = {key: value for key, value in target.attributes.items() if key in _OF_VIEW}
        if target.tag == "view":
            return Element("svg", {**around, **size}, root.children, root.at)
        shown = replace(target.copied(_without_size(target), _copy), tag="g")
    else:
        shown = _seen(target)
        for element in reversed(chain[1:-1]):
            outer = _seen(Element(element.tag, element.attributes, [], element.at))
            tag = "g" if element.tag in _UNSEEN else element.tag
            shown = Element(tag, outer.attributes, [shown], element.at)
        # a sheet of symbols may have no size
        box = _box(root, Element("g", around, [shown])) or picture_box(root)
        size = {"viewBox": written_numbers(box)}
    # what it refers to is in the copy of the file
    return Element(
        "svg", {**around, **size}, [Element("defs", {}, root.children), shown], target.at
    )


def _without_size(element: Element) -> dict[str, str]:
    """Return the attributes of an element, without those of its size."""
    return element.without(*_OWN_SIZE)


def _chain(root: Element, name: str) -> list[Element] | None:
    """Return the elements from the root to the one with an id; None if there is none."""
    waiting: list[list[Element]] = [[root]]
    while waiting:
        chain = waiting.pop()
        if chain[-1].get("id") == name:
            return chain
        waiting += [[*chain, child] for child in reversed(chain[-1].elements)]
    return None


def _seen(element: Element) -> Element:
    """Copy an element without what hides it, and without its id."""
    attributes = element.without("id", "display")
    if "display" in attributes.get("style", ""):
        said = parse_style(attributes["style"])
        attributes["style"] = ";".join(f"{key}:{value}" for key, value in said if key != "display")
    return element.copied(attributes, _copy)


def _copy(element: Element) -> Element:
    """Copy an element without ids, which belong to the definitions."""
    return element.copied(element.without("id"), _copy)


class _UnknownSizeError(Exception):
    """Something whose size is only known when it is drawn, such as a text."""


def _box(root: Element, shown: Element) -> Box | None:
    """Return the box of what is drawn, including strokes; None if that is unknown, or nothing is
    drawn.
    """
    reach = _Reach(
        {element.get("id"): element for element in reversed(list(root.walk())) if element.get("id")}
    )
    try:
        reach.add(shown, IDENTITY, {"stroke": "none", "stroke-width": "1"}, 0)
    except (_UnknownSizeError, SvgFault):
        return None
    if not reach.boxes:
        return None
    box = Box.of_all(reach.boxes)
    return box if box.width > 0 and box.height > 0 else None


class _Reach:
    """Gathers the boxes of shapes."""

    def __init__(self, ids: dict[str, Element]) -> None:
        self.ids, self.boxes, self.steps = ids, list[Box](), 0

    def add(self, element: Element, matrix: Matrix, style: dict[str, str], deep: int) -> None:
        self.steps += 1
        if self.steps > _MOST_STEPS or deep > 50:
            raise _UnknownSizeError
        said = element.properties
        if element.tag in _UNSEEN or said.get("display") == "none":
            return
        style = {name: said.get(name, value) for name, value in style.items()}
        matrix @= parse_transform(element.get("transform"), element.at)
        if element.tag in _SHAPES:
            self.shape(element, matrix, style)
        elif element.tag in _GROUPS:
            for child in element.elements:
                self.add(child, matrix, style, deep + 1)
        elif element.tag == "use" and element.get("href").startswith("#"):
            target = self.ids.get(element.get("href")[1:])
            if target is None:
                return
            if target.tag == "symbol":
                raise _UnknownSizeError
            matrix @= Matrix.shift(element.number("x"), element.number("y"))
            self.add(target, matrix, style, deep + 1)
        elif element.tag == "image":
            self.boxes.append(matrix.around(box_of(element)))
        else:
            raise _UnknownSizeError

    def shape(self, element: Element, matrix: Matrix, style: dict[str, str]) -> None:
        if style["stroke"] in ("none", "transparent"):
            width = 0.0
        else:
            width = parse_number(style["stroke-width"], "stroke-width", element.at)
        segments = shape_path(element)
        if segments:
            across = width / 2 * math.hypot(matrix.a, matrix.c)
            down = width / 2 * math.hypot(matrix.b, matrix.d)
            self.boxes.append(
                bounds(transformed(segments, matrix)).grown(across, down, across, down)
            )
