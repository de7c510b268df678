"""Shapes, filled and stroked.

In: an outline and its style. Out: the operators that paint it. Knows gradients by their names.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from generator.face import messages as say
from generator.face.lightening import Kept
from generator.face.paint.canvas import Canvas
from generator.face.paint.gradients import fill_with_gradient, find_gradient
from generator.face.paint.ink import Ink, Paint
from generator.face.paint.operators import number, path_operators, star
from generator.face.paint.styles import Style, opacities, strokes_first
from generator.face.svg import (
    Element,
    Segment,
    SvgFault,
    length_of,
    parse_number,
    parse_numbers,
    shape_path,
)

FINE_LINE_MM = 0.35
"""A thinner line is coloured like text, so that no second ink blurs it."""
_SHORTEST = 0.001  # of a line that is written
_CAPS = {"butt": "0", "round": "1", "square": "2"}
_JOINS = {"miter": "0", "miter-clip": "0", "round": "1", "bevel": "2"}


def paint_shape(
    canvas: Canvas,
    ink: Ink,
    segments: tuple[Segment, ...],
    element: Element,
    style: Style,
    ids: Mapping[str, Element],
    keeps: Kept,
) -> None:
    """Paint a shape; `keeps` is what low ink leaves unchanged. Raises SvgFault."""
    fill, stroke = style["fill"], style["stroke"]
    if _is_straight(segments):  # it has no area, though PDF would show a hairline
        fill = "none"
    if fill.startswith("url("):
        fill_with_gradient(canvas, fill, segments, style, element, ids, ink.tinted)
        fill = "none"
    if stroke.startswith("url("):
        find_gradient(stroke, element, ids)
        raise SvgFault(say.GRADIENT_ON_STROKE(), element.at)
    width = parse_number(style["stroke-width"], "stroke-width", element.at)
    paint: Paint = (
        ink.colour(fill, style, element),
        ink.colour(stroke, style, element) if width > 0 else None,
    )
    if paint == (None, None):
        return
    if ink.is_light:
        per_mm = max(canvas.scale, 1e-6)
        paint, width_mm = ink.on_shape(segments, canvas.ctm, paint, width * per_mm, keeps)
        width = width_mm / per_mm
    has_state = canvas.push_alpha(*opacities(style, element))
    _paint(canvas, paint, segments, width, element, style)
    if has_state:
        canvas.pop()


def _is_straight(segments: tuple[Segment, ...]) -> bool:
    """Return whether an outline is one straight line."""
    return len(segments) < 3 and segments[-1][0] != "C"


def _paint(
    canvas: Canvas,
    paint: Paint,
    segments: tuple[Segment, ...],
    width: float,
    element: Element,
    style: Style,
) -> None:
    fill, stroke = paint
    fills = f"f{star(style['fill-rule'])}"
    if fill is not None:
        canvas.paint("rg", fill, is_area=True)
    if stroke is None:
        canvas.draw(f"{path_operators(segments)} {fills}")
        return
    canvas.paint("RG", stroke, is_area=width * canvas.scale >= FINE_LINE_MM)
    set_pen(canvas, style, width, element)
    canvas.drawing.stroke(element.at, width * canvas.scale)
    outline = path_operators(_with_dots(segments, style["stroke-linecap"]))
    if fill is None:
        canvas.draw(f"{outline} S")
    elif strokes_first(style):
        canvas.draw(f"{outline} S", f"{outline} {fills}")
    else:
        canvas.draw(f"{outline} B{star(style['fill-rule'])}")


def set_pen(canvas: Canvas, style: Style, width: float, element: Element) -> None:
    """Set the pen for lines: width, caps, joins and dashes. Raises SvgFault."""
    canvas.set("w", number(width))
    canvas.set("J", _CAPS.get(style["stroke-linecap"], "0"))
    canvas.set("j", _JOINS.get(style["stroke-linejoin"], "0"))
    limit = parse_number(style["stroke-miterlimit"], "stroke-miterlimit", element.at)
    canvas.set("M", number(limit))
    if style["stroke-dasharray"] == "none":
        canvas.set("d", "[] 0")
    else:
        canvas.set("d", _dashes(style, element))


def _dashes(style: Style, element: Element) -> str:
    """Return the operands of PDF's operator for dashes."""
    lengths = parse_numbers(style["stroke-dasharray"], "stroke-dasharray", element.at)
    if min(lengths, default=0.0) < 0:
        raise SvgFault(say.BAD_DASHES(found=style["stroke-dasharray"]), element.at)
    if not any(lengths):
        return "[] 0"
    if len(lengths) % 2:
        lengths *= 2
    counted = element.number("pathLength")
    by = length_of(shape_path(element)) / counted if counted > 0 else 1.0
    dashes = [by * length for length in lengths]
    offset = parse_number(style["stroke-dashoffset"], "stroke-dashoffset", element.at)
    start = by * offset % math.fsum(dashes)
    return f"[{' '.join(map(number, dashes))}] {number(start)}"


def _with_dots(outline: tuple[Segment, ...], cap: str) -> tuple[Segment, ...]:
    """Return an outline for stroking: SVG shows a part of zero length as a dot or a square,
    depending on its caps, but PDF need not.
    """
    if cap == "butt" or not any(command == "Z" for command, _ in outline):
        return outline
    result: list[Segment] = []
    for segment in outline:
        start = result[-1] if result else segment
        if segment[0] == "Z" and start[0] == "M":
            x, y = start[1]
            by = _SHORTEST if cap == "square" else 0.0
            result.append(("L", (x + by, y)))
        else:
            result.append(segment)
    return tuple(result)
