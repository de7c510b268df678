"""A drawn face as values: everything a PDF needs to show it, in millimetres.

In: the drawing. Out: `Stamp`, its operations, and stamps without their text. Knows no SVG and no
document.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import NamedTuple

from generator.data.colours import Rgb
from generator.data.geometry import Box, Point
from generator.face.fonts import Font
from generator.face.images import Image

BLEED_MM = 5.0  # how much a stamp keeps of what a template draws beyond its trim edge
FAR_MM = 4000.0  # beyond anything that is printed


class TextRun(NamedTuple):
    """Text to be shown at a point (the left end of its baseline), in one font.

    `shifts` are the positions of its characters, x and y upward in em from that point; empty if
    they follow one another. `mode` is PDF's current mode for painting them: 0 filled, 1 outlined, 2
    both.
    """

    font: Font
    size: float
    x: float
    y: float
    text: str
    spacing: float = 0.0
    shifts: tuple[tuple[float, float], ...] = ()
    mode: int = 0


class UseStamp(NamedTuple):
    """Show a nested stamp: a transparency group, or a part that several faces share."""

    stamp: Stamp


class UseImage(NamedTuple):
    """Show a picture in the unit square of the current transform."""

    image: Image


class UseShading(NamedTuple):
    """Fill the current clip with a gradient. Coordinates: x0 y0 x1 y1, or x0 y0 r0 x1 y1 r1.

    `is_grey` means that it is not a colour but an opacity, for a mask, and the same for any
    printer.
    """

    coordinates: tuple[float, ...]
    stops: tuple[tuple[float, Rgb], ...]
    is_grey: bool = False


class UseMask(NamedTuple):
    """Show what follows only as far as a stamp does: where it is light, from black (0) to white
    (1), or where it is opaque.
    """

    stamp: Stamp
    is_by_light: bool = False


class UseAlpha(NamedTuple):
    """Set the opacity of fills and strokes."""

    fill: float
    stroke: float


class UseColour(NamedTuple):
    """Set the colour of fills, or of strokes: red, green and blue from 0 to 1. `is_area`
    distinguishes areas and thick lines from text and thin ones.
    """

    rgb: Rgb
    is_stroke: bool = False
    is_area: bool = False


Operation = str | TextRun | UseStamp | UseImage | UseShading | UseMask | UseAlpha | UseColour


class Lettering(NamedTuple):
    """A drawn span of text. `corners` are those of its capitals, in millimetres from the top left
    trim corner.

    `fill` and `stroke` are rgb from 0 to 1, None if there is none; `may_be_cut` means that it may
    be clipped, because of a clip-path or a fault.
    """

    text: str
    size_pt: float
    is_bold: bool
    corners: tuple[Point, ...]
    fill: Rgb | None
    stroke: Rgb | None
    opacity: float
    may_be_cut: bool
    at: str

    @property
    def box(self) -> Box:
        """Return the upright box around it, in millimetres."""
        return Box.around(self.corners)


class Showing(NamedTuple):
    """An icon or a picture as placed on a face: its file, and the upright box around its place, in
    millimetres.
    """

    href: str
    box: Box
    at: str


class Blank(NamedTuple):
    """A place on a face to write on: to be ticked, or to be filled in.

    If a roll decides who ticks it, `least` and `most` are the valid results, None for no bound, and
    `dice` the faces of each die.
    """

    name: str
    is_tick: bool
    box: Box
    at: str
    least: int | None = None
    most: int | None = None
    dice: tuple[int, ...] = ()


class Space(NamedTuple):
    """A place on a face for pieces during play: `number` side by side, of the kind of card, or the
    card, that `piece` names.
    """

    piece: str
    number: int
    box: Box
    at: str


class InnerCut(NamedTuple):
    """A line inside a face along which it is cut: around a window or a hole, or open at its ends, a
    slit.
    """

    points: tuple[Point, ...]
    is_closed: bool


@dataclass(frozen=True, eq=False)
class Stamp:
    """A drawn face, or a part of one, which has no size. Coordinates are in millimetres from the
    top left trim corner, y downward.

    Strings among the operations are PDF operators; the others need a document to become operators.
    `letterings` describe its text, except that in pictures; `pictures` are the places of icons and
    pictures that `without_pictures` leaves out; `blanks` places to write on; `spaces` places for
    pieces; `cuts` the cuts inside its outline. `is_exact` means that its edges are significant, so
    that it cannot be used for a card of other proportions. `strokes` are the thinnest line of each
    template line and its width in millimetres. A part extends `reach` of its own units in each
    direction. `mark` is the version mark on top of it, whose operations are its last.
    """

    size_mm: tuple[float, float]
    operations: tuple[Operation, ...] = field(repr=False)
    is_group: bool = False
    ground: str | None = None
    letterings: tuple[Lettering, ...] = field(default=(), repr=False)
    blanks: tuple[Blank, ...] = field(default=(), repr=False)
    cuts: tuple[InnerCut, ...] = field(default=(), repr=False)
    is_exact: bool = False
    strokes: tuple[tuple[str, float], ...] = field(default=(), repr=False)
    mark: Stamp | None = field(default=None, repr=False)
    pictures: tuple[Showing, ...] = field(default=(), repr=False)
    reach: float = FAR_MM
    spaces: tuple[Space, ...] = field(default=(), repr=False)

    @property
    def edges(self) -> tuple[float, float, float, float]:
        """Return the left, top, right and bottom edge of what is kept: a face with its bleed, or
        all of a part.
        """
        width, height = self.size_mm
        if not width and not height:
            return -self.reach, -self.reach, self.reach, self.reach
        return -BLEED_MM, -BLEED_MM, width + BLEED_MM, height + BLEED_MM


def without_text(stamp: Stamp) -> Stamp:
    """Return a stamp without its text: the background of the text."""
    return _without(stamp, lambda operation: isinstance(operation, TextRun))


def without_pictures(stamp: Stamp) -> Stamp:
    """Return a stamp without pictures, and without icons that are only shapes."""

    def is_picture(operation: Operation) -> bool:
        return isinstance(operation, UseImage) or (
            isinstance(operation, UseStamp) and not operation.stamp.is_group
        )

    return _without(stamp, is_picture)


def _without(stamp: Stamp, is_left_out: Callable[[Operation], bool]) -> Stamp:
    """Return a stamp without some of its operations, and those of its groups; the stamp itself if
    nothing changes.
    """
    kept: list[Operation] = []
    for operation in stamp.operations:
        if is_left_out(operation):
            continue
        if isinstance(operation, UseStamp):
            inner = _without(operation.stamp, is_left_out)
            kept.append(operation if inner is operation.stamp else UseStamp(inner))
        else:
            kept.append(operation)
    is_same = len(kept) == len(stamp.operations) and all(map(operator.is_, kept, stamp.operations))
    return stamp if is_same else replace(stamp, operations=tuple(kept))


def joined(operations: list[Operation]) -> tuple[Operation, ...]:
    """Join adjacent operators into one string each, so that a large deck takes little memory."""
    result: list[Operation] = []
    for _, group in groupby(operations, key=lambda operation: isinstance(operation, str)):
        run = list(group)
        words = [operation for operation in run if isinstance(operation, str)]
        result += ["\n".join(words)] if words else run
    return tuple(result)
