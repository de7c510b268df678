"""Drawing with less ink: large areas become white with an outline, and things on them are
recoloured to stay visible.

In: the shapes and texts of one face, in drawing order. Out: the colours to draw them in. Knows no
PDF.

It covers plain fills, strokes and text; gradients and pictures are unchanged, and a shape clipped
by a clip-path is counted in full.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import starmap
from typing import Literal, NamedTuple

from generator.data.colours import Rgb, contrast
from generator.data.geometry import Box, Matrix, Point, area_of, is_within
from generator.face.svg import Segment

LARGE_MM2 = 40.0  # a filled area of this size or more is left white
OUTLINE_MM = 0.35
PALE = 1.1  # a colour with less contrast to white needs no outline
CLEAR = 3.0  # sufficient contrast for anything on a ground
CURVE_STEPS = 6
# with less contrast between the original and the new ground, things on it are unchanged
NEAR = 1.5
WHITE: Rgb = (1.0, 1.0, 1.0)

Kept = Literal["", "areas", "all"]
"""The unchanged parts of a drawing: none, its large areas, or everything."""


class Ground(NamedTuple):
    """A filled shape on a face: its outlines in millimetres, its original colour, and its new
    one.
    """

    rings: tuple[tuple[Point, ...], ...]
    box: Box
    meant: Rgb
    drawn: Rgb

    def shown_on(self, colour: Rgb) -> Rgb:
        """Return the colour for something small on it: its own if that is still visible, otherwise
        that of the shape.
        """
        if contrast(self.meant, self.drawn) < NEAR:
            return colour
        enough = min(CLEAR, contrast(colour, self.meant))
        return colour if contrast(colour, self.drawn) >= enough - 1e-6 else self.meant

    def holds(self, x: float, y: float) -> bool:
        """Return whether a point is in the shape, by the even-odd rule."""
        left, top, right, bottom = self.box.edges
        if not (left <= x <= right and top <= y <= bottom):
            return False
        return is_within(self.rings, x, y)


@dataclass
class Lightener:
    """The colours of one face, drawn with less ink."""

    grounds: list[Ground] = field(default_factory=list)

    def on(self, colour: Rgb, x: float, y: float) -> Rgb:
        """Return the colour for something small at a point: its own if still visible there,
        otherwise that of the ground below.
        """
        for ground in reversed(self.grounds):
            if ground.holds(x, y):
                return ground.shown_on(colour)
        return colour

    def shape(
        self,
        segments: Sequence[Segment],
        matrix: Matrix,
        fill: Rgb | None,
        stroke: Rgb | None,
        width_mm: float,
        kept: Kept = "",
    ) -> tuple[Rgb | None, Rgb | None, float]:
        """Return the fill, stroke and stroke width (in millimetres on the face) for a shape, and
        record it as ground for later drawing.

        A shape whose areas are kept is not made white, however large.
        """
        rings = flattened(segments, matrix)
        if not rings:
            return fill, stroke, width_mm
        box = Box.around(point for ring in rings for point in ring)
        if kept == "all":
            if fill is not None:
                self.grounds.append(Ground(tuple(rings), box, fill, fill))
            return fill, stroke, width_mm
        new_stroke = self.on(stroke, *rings[0][0]) if stroke is not None else None
        if fill is None:
            return None, new_stroke, width_mm
        areas = sorted((abs(area_of(ring)) for ring in rings), reverse=True)
        if kept or areas[0] - math.fsum(areas[1:]) < LARGE_MM2:
            new_fill = self.on(fill, *box.centre)
        else:
            new_fill = WHITE
            if stroke is None:
                outline = self.on(fill, *box.centre)
                if contrast(outline, WHITE) >= PALE:
                    new_stroke, width_mm = outline, OUTLINE_MM
        self.grounds.append(Ground(tuple(rings), box, fill, new_fill))
        return new_fill, new_stroke, width_mm


def flattened(segments: Sequence[Segment], matrix: Matrix) -> list[tuple[Point, ...]]:
    """Flatten a path into outlines on the face, with curves in a few steps."""
    rings: list[list[Point]] = []
    for command, numbers in segments:
        points = list(starmap(Point, zip(numbers[::2], numbers[1::2], strict=True)))
        if command == "M":
            rings.append([points[0]])
        elif command == "L":
            rings[-1].append(points[0])
        elif command == "C":
            start = rings[-1][-1]
            rings[-1] += [
                _on_curve((start, *points), step / CURVE_STEPS)
                for step in range(1, CURVE_STEPS + 1)
            ]
        elif command == "Z" and rings:
            rings.append([rings[-1][0]])  # without an M, a path continues where the outline began
    return [tuple(starmap(matrix.at, ring)) for ring in rings if len(ring) > 1]


def _on_curve(points: Sequence[Point], t: float) -> Point:
    weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
    pairs = list(zip(weights, points, strict=True))
    return Point(
        math.fsum(weight * point.x for weight, point in pairs),
        math.fsum(weight * point.y for weight, point in pairs),
    )
