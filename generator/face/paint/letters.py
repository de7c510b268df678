"""Spans of text, drawn filled, outlined or both.

In: a span and its start. Out: the operators that show it, and a `Lettering` that describes its
look.
"""

from __future__ import annotations

from generator.data.geometry import Point
from generator.data.units import PT_PER_MM
from generator.face.fonts import parse_weight
from generator.face.lightening import Kept
from generator.face.paint.canvas import Canvas
from generator.face.paint.ink import Ink, Paint
from generator.face.paint.operators import rgb_of
from generator.face.paint.shapes import set_pen
from generator.face.paint.spans import Span
from generator.face.paint.styles import opacities, opacity, strokes_first
from generator.face.shaping import refusals
from generator.face.stamp import Lettering, TextRun
from generator.face.svg import Element, SvgFault, parse_number

_BOLD = 600
_FILLED, _OUTLINED, _BOTH = 0, 1, 2
"""How PDF paints letters."""


def show_letters(
    canvas: Canvas,
    ink: Ink,
    span: Span,
    x: float,
    y: float,
    element: Element,
    *,
    keeps: Kept,
    opacity_around: float,
    may_be_cut: bool,
) -> None:
    """Show a span other than an emoji. Raises SvgFault for letters that its font cannot show."""
    style = span.style
    width = parse_number(style["stroke-width"], "stroke-width", element.at)
    paint: Paint = (
        ink.colour(style["fill"], style, element),
        ink.colour(style["stroke"], style, element) if width > 0 else None,
    )
    if not span.text.strip():
        return
    corners = span.corners(x, y, canvas.ctm)
    is_seen = paint != (None, None)
    if is_seen and ink.is_light and keeps != "all":
        (left, top), *_, (right, bottom) = corners
        middle = Point((left + right) / 2, (top + bottom) / 2)
        paint = ink.on_letters(paint[0], middle), ink.on_letters(paint[1], middle)
    canvas.drawing.letterings.append(
        Lettering(
            span.shown_text,
            span.size * canvas.ctm.scale * PT_PER_MM,
            parse_weight(style["font-weight"]) >= _BOLD,
            corners,
            rgb_of(paint[0]),
            rgb_of(paint[1]),
            opacity_around * opacity(style["fill-opacity"], "fill-opacity", element),
            may_be_cut,
            element.at,
        )
    )
    if not is_seen:
        return
    _check_letters(span, element)
    has_state = canvas.push_alpha(*opacities(style, element))
    _paint(canvas, span, x, y, paint, width, element)
    if has_state:
        canvas.pop()


def _check_letters(span: Span, element: Element) -> None:
    """Raise SvgFault for letters that a font cannot set, or lacks."""
    for refused in refusals(span.text, span.font):
        raise SvgFault(refused.said, element.at, refused.hint)


def _paint(
    canvas: Canvas, span: Span, x: float, y: float, paint: Paint, width: float, element: Element
) -> None:
    fill, stroke = paint
    if fill is not None and stroke is not None and strokes_first(span.style):
        _outline_beneath(canvas, span, x, y, stroke, width, element)
        stroke = None
    if fill is not None:
        canvas.paint("rg", fill)
    if stroke is None:
        canvas.draw(_run(span, x, y, _FILLED))
        return
    canvas.paint("RG", stroke)
    set_pen(canvas, span.style, width, element)
    mode = _OUTLINED if fill is None else _BOTH
    canvas.draw(f"{mode} Tr", _run(span, x, y, mode), "0 Tr")


def _outline_beneath(
    canvas: Canvas, span: Span, x: float, y: float, stroke: str, width: float, element: Element
) -> None:
    """Show the outline of letters beneath them; a PDF reader does not find the words twice."""
    canvas.paint("RG", stroke)
    set_pen(canvas, span.style, width, element)
    canvas.draw("/Span <</ActualText ()>> BDC 1 Tr", _run(span, x, y, _OUTLINED), "0 Tr EMC")


def _run(span: Span, x: float, y: float, mode: int) -> TextRun:
    """Return the operations that show a span at a point, in the current mode of painting
    letters.
    """
    if span.setting is None:
        shown = span.font.set(span.text, bool(span.spacing))
        return TextRun(span.font, span.size, x, y, shown, span.spacing)
    setting = span.setting
    return TextRun(span.font, span.size, x, y, setting.glyphs, shifts=setting.shifts, mode=mode)
