"""Stage 3, drawing: a fitted face becomes a Stamp, everything a PDF needs to show it, in
millimetres. Knows no document.

In: an SVG tree in the subset listed in `subset`. Out: `Stamp`, or every fault with its template
line.
"""

from __future__ import annotations

from pathlib import Path

from generator.face import messages as say
from generator.face.drawing import Drawing
from generator.face.fonts import FontBook
from generator.face.paint.canvas import Canvas
from generator.face.paint.ink import Ink
from generator.face.paint.painter import Painter, PaintScope, emoji_of
from generator.face.paint.places import named_twice
from generator.face.paint.styles import styled
from generator.face.paint.work import Emoji, FaceWork, Supplies, TooMuchError
from generator.face.pictograms import Pictogram
from generator.face.stamp import Stamp, joined
from generator.face.subset import START, colour_hint
from generator.face.svg import Element, SvgFault


class Drawer:
    """Draws faces from one game's folder. Pictures are read once.

    `is_grey` draws everything in greys, `is_light` leaves large areas white with an outline. With
    `previous`, pictures and icons that it has read and drawn are reused.
    """

    def __init__(
        self,
        folder: Path,
        fonts: FontBook,
        is_grey: bool = False,
        is_light: bool = False,
        previous: Drawer | None = None,
    ) -> None:
        self.is_light = is_light
        supplies = previous.supplies if previous else None
        if supplies is None or (supplies.folder, supplies.is_grey) != (folder, is_grey):
            supplies = Supplies.of(folder, fonts, is_grey)
        self.supplies: Supplies = supplies

    def draw(
        self, root: Element, size_mm: tuple[float, float], ground: str | None = None
    ) -> tuple[Stamp, Drawing]:
        """Draw a fitted face; return the stamp, and everything recorded on the way, including
        faults.
        """
        attributes, ink = root.attributes, Ink(self.supplies.is_grey, self.is_light)
        keeps = attributes.get("data-ink") == "keep"
        scope = PaintScope(trim_mm=size_mm, keeps="all" if keeps else "")
        painter = Painter(FaceWork(self.supplies, ink, size_mm), root, Canvas(), scope)
        drawing = painter.drawing
        if ground is not None:
            try:
                ground = ink.ground(ground)
            except SvgFault as fault:
                message, hint = say.BAD_GROUND(fault=fault), colour_hint(ground.strip())
                drawing.faults.append(SvgFault(message, root.at, hint))
                ground = None
        try:
            painter.children(root, styled(root, dict(START), drawing.faults))
        except TooMuchError as fault:
            said = say.FACE_DRAWS_TOO_MUCH(most=fault.most)
            drawing.faults.append(SvgFault(said, fault.at or root.at, said.hint))
        drawing.faults += named_twice(drawing.blanks)
        trim = attributes.get("data-trim")
        if trim not in (None, "exact"):
            drawing.faults.append(SvgFault(say.NOT_EXACT(found=trim), root.at))
        stamp = Stamp(
            size_mm,
            joined(drawing.operations),
            False,
            ground,
            tuple(drawing.letterings),
            tuple(drawing.blanks),
            tuple(drawing.cuts),
            trim == "exact",
            tuple(drawing.strokes.items()),
            pictures=tuple(drawing.showings),
            spaces=tuple(drawing.spaces),
        )
        return stamp, drawing

    def emoji(self, pictogram: Pictogram, at: str) -> Emoji:
        """Return the drawing that shows an emoji. Raises SvgFault."""
        work = FaceWork(self.supplies, Ink(self.supplies.is_grey, self.is_light))
        return emoji_of(pictogram, work, at)
