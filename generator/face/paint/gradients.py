"""Gradients that fill shapes.

In: the name of a gradient, and the elements with ids. Out: a `Gradient`, in the units of the shape
that it fills, and the operators that show it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from generator.data.colours import Rgb
from generator.data.geometry import CLOSE_MM, Matrix
from generator.data.problems import did_you_mean
from generator.face import messages as say
from generator.face.paint.canvas import Canvas
from generator.face.paint.operators import path_operators, place_operator, star
from generator.face.paint.styles import Style, opacity, own, own_opacity
from generator.face.stamp import UseAlpha, UseShading
from generator.face.subset import REMEDY
from generator.face.svg import (
    Element,
    Segment,
    SvgFault,
    bounds,
    parse_colour,
    parse_number,
    parse_share,
    parse_transform,
    resolve_var,
)

Ids = Mapping[str, Element]
Tint = Callable[[Rgb], Rgb]

GRADIENTS = ("linearGradient", "radialGradient")
_MOST_LINKS = 10
"""The longest chain of gradients that inherit from one another."""


class Gradient(NamedTuple):
    """A gradient: its line (x1 y1 x2 y2), or its two circles (x y r x y r), the colours along it,
    and the opacity of each. `is_of_box` measures it in the box of the shape that it fills.
    """

    coordinates: tuple[float, ...]
    stops: tuple[tuple[float, Rgb], ...]
    shown: tuple[float, ...]
    matrix: Matrix
    is_of_box: bool

    def placed(self, segments: tuple[Segment, ...]) -> Matrix | None:
        """Return its position for a shape; None if nothing of it is visible there."""
        if not self.is_of_box:
            return self.matrix
        box = bounds(segments)
        if box.width < CLOSE_MM or box.height < CLOSE_MM:
            return None
        return Matrix(box.width, 0.0, 0.0, box.height, box.x, box.y) @ self.matrix


def find_gradient(paint: str, element: Element, ids: Ids) -> Element:
    """Find the gradient that a paint, url(#NAME), names. Raises SvgFault if there is none."""
    name = paint[4:].split(")")[0].strip("'\" #")
    gradient = ids.get(name)
    if gradient is not None and gradient.tag in GRADIENTS:
        return gradient
    if gradient is not None:
        not_one = say.NOT_A_GRADIENT(id_=paint, tag=gradient.tag)
        raise SvgFault(not_one, element.at, REMEDY.get(gradient.tag))
    hint = did_you_mean(name, [key for key, e in ids.items() if e.tag in GRADIENTS])
    raise SvgFault(say.NO_SUCH_GRADIENT(id_=paint), element.at, hint)


def fill_with_gradient(
    canvas: Canvas,
    paint: str,
    segments: tuple[Segment, ...],
    style: Style,
    element: Element,
    ids: Ids,
    tinted: Tint,
) -> None:
    """Fill a shape with the gradient that a paint names. Raises SvgFault."""
    gradient = _read_gradient(find_gradient(paint, element, ids), style, ids, tinted)
    matrix = gradient.placed(segments)
    if matrix is None:
        return
    canvas.push()
    alpha = opacity(style["fill-opacity"], "fill-opacity", element)
    if alpha < 1:
        canvas.draw(UseAlpha(alpha, 1.0))
    outline = f"{path_operators(segments)} W{star(style['fill-rule'])} n"
    placed = place_operator(matrix)
    if min(gradient.shown) < 1:
        places = (place for place, _ in gradient.stops)
        fading = tuple(
            (place, (share, share, share))
            for place, share in zip(places, gradient.shown, strict=True)
        )
        canvas.draw(outline)
        canvas.mask(
            [placed, UseShading(gradient.coordinates, fading, is_grey=True)], is_by_light=True
        )
        canvas.draw(placed)
    else:
        canvas.draw(f"{outline} {placed}")
    canvas.draw(UseShading(gradient.coordinates, gradient.stops))
    canvas.pop()


def _read_gradient(gradient: Element, style: Style, ids: Ids, tinted: Tint) -> Gradient:
    chain = _chain(gradient, ids)
    said = {name: value for link in reversed(chain) for name, value in link.attributes.items()}
    with_stops = next((link for link in chain if link.elements), gradient)
    stops = _stops(with_stops, style, tinted)
    shown = tuple(own_opacity(stop, "stop-opacity", style) for stop in with_stops.elements)
    if said.get("spreadMethod", "pad") != "pad":
        raise SvgFault(say.GRADIENT_SPREADS(), gradient.at)
    is_of_box = said.get("gradientUnits", "objectBoundingBox") == "objectBoundingBox"

    def length(name: str, default: str) -> float:
        value = said.get(name, default).strip()
        if not value.endswith("%"):
            return parse_number(value, name, gradient.at)
        if not is_of_box:
            raise SvgFault(say.GRADIENT_NEEDS_NUMBERS(), gradient.at)
        return parse_number(value[:-1], name, gradient.at) / 100

    if gradient.tag == "linearGradient":
        end = "100%" if is_of_box else "1"
        coordinates: tuple[float, ...] = (
            length("x1", "0"),
            length("y1", "0"),
            length("x2", end),
            length("y2", "0"),
        )
    else:
        half = "50%" if is_of_box else "0"
        cx, cy, r = length("cx", half), length("cy", half), length("r", half)
        focus = length("fx", str(cx)), length("fy", str(cy)), length("fr", "0")
        coordinates = (*focus, cx, cy, r)
    matrix = parse_transform(said.get("gradientTransform", ""), gradient.at)
    return Gradient(coordinates, stops, shown, matrix, is_of_box)


def _chain(gradient: Element, ids: Ids) -> list[Element]:
    """Return a gradient and those it inherits from, nearest first."""
    chain = [gradient]
    while chain[-1].get("href").startswith("#") and len(chain) < _MOST_LINKS:
        linked = ids.get(chain[-1].get("href")[1:])
        if linked is None:
            break
        chain.append(linked)
    return chain


def _stops(gradient: Element, style: Style, tinted: Tint) -> tuple[tuple[float, Rgb], ...]:
    """Read the colours of a gradient, with ascending offsets."""
    stops: list[tuple[float, Rgb]] = []
    place = 0.0
    for stop in gradient.elements:
        place = max(place, min(1.0, parse_share(stop.get("offset", "0"), "offset", stop.at)))
        colour = resolve_var(own(stop, "stop-color", "#000000"), style, stop.at)
        rgb = parse_colour(style["color"] if colour == "currentColor" else colour)
        if rgb is None:
            raise SvgFault(say.STOP_WITHOUT_COLOUR(), stop.at)
        stops.append((place, tinted(rgb)))
    if not stops:
        raise SvgFault(say.GRADIENT_WITHOUT_STOP(), gradient.at)
    return tuple(stops)
