"""The printed colours of one face: unchanged, in greys, or with large areas left white.

In: colours as SVG writes them, shapes and texts in drawing order. Out: operands of PDF's colour
operators.
"""

from __future__ import annotations

from generator.data.colours import Rgb, grey_of, hex_of
from generator.data.geometry import Matrix, Point
from generator.face import messages as say
from generator.face.lightening import WHITE, Kept, Lightener
from generator.face.paint.operators import colour_operands, rgb_of
from generator.face.paint.styles import Style
from generator.face.subset import colour_hint
from generator.face.svg import Element, Segment, SvgFault, parse_colour

Paint = tuple[str | None, str | None]
"""The operands of a fill and of a stroke; None for none."""


class Ink:
    """The colours of one face. `is_light` leaves large areas white, with an outline, so it
    remembers what is beneath.
    """

    def __init__(self, is_grey: bool, is_light: bool) -> None:
        self.is_grey, self.is_light = is_grey, is_light
        self._lightener = Lightener()

    def tinted(self, rgb: Rgb) -> Rgb:
        """Return a colour as it is drawn."""
        return grey_of(rgb) if self.is_grey else rgb

    def colour(self, text: str, style: Style, element: Element) -> str | None:
        """Return the operands of a fill or a stroke; None for none. Raises SvgFault."""
        if text in ("currentColor", "currentcolor"):
            text = style["color"]
        if text.startswith("url("):
            hint = (
                "give the letters one colour, or turn them into paths (Inkscape: Path > Object to "
                "Path)"
            )
            raise SvgFault(say.GRADIENT_ON_TEXT(), element.at, hint)
        try:
            rgb = parse_colour(text)
        except SvgFault as fault:
            raise SvgFault(
                fault.said.under("bad-svg"), element.at, colour_hint(text.strip())
            ) from None
        return None if rgb is None else colour_operands(self.tinted(rgb))

    def ground(self, colour: str) -> str:
        """Return the colour that fills a face beneath everything else. Raises SvgFault."""
        rgb = parse_colour(colour)
        if rgb is None or not (self.is_grey or self.is_light):
            return colour
        return hex_of(WHITE if self.is_light else self.tinted(rgb))

    def on_shape(
        self, segments: tuple[Segment, ...], ctm: Matrix, paint: Paint, width_mm: float, keeps: Kept
    ) -> tuple[Paint, float]:
        """Return the paint and the stroke width, in millimetres, of a shape drawn with less ink."""
        fill, stroke, width_mm = self._lightener.shape(
            segments, ctm, rgb_of(paint[0]), rgb_of(paint[1]), width_mm, keeps
        )
        return (_operands(fill), _operands(stroke)), width_mm

    def on_letters(self, colour: str | None, place: Point) -> str | None:
        """Return the colour of letters at a place on the face, drawn with less ink."""
        rgb = rgb_of(colour)
        return None if rgb is None else colour_operands(self._lightener.on(rgb, *place))


def _operands(rgb: Rgb | None) -> str | None:
    return None if rgb is None else colour_operands(rgb)
