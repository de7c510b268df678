"""Outlines of pieces that are not rectangles, circles or hexagons: an SVG path, as a polygon in a
box of width and height 1.

In: the `d` of a path in the millimetres of the piece, and the size of the piece. Out: a
`Silhouette`, a shape like `round` and `hex`, and its corners in any box. Draws nothing.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from generator.data.fieldtypes import FieldFault
from generator.data.geometry import Box, Point, area_of, is_within, sides_of
from generator.data.units import hexagon

MOST_POINTS = 2000
_STEP_MM = 0.4  # along a curve
_MOST_STEPS = 64
_LEAST_MM2 = 4.0
_CLOSE_MM = 0.02
_HINT = 'write one closed path in millimetres from the top left corner: "M0 8 H20 V0 H40 V88 H0 Z"'
EXPECTED = "an SVG path with one closed outline"


class Silhouette(str):
    """A shape by its name, `path-` and ten characters identifying its outline, with these corners
    in a box of width and height 1.
    """

    corners: tuple[Point, ...]

    @classmethod
    def of(cls, corners: Sequence[Point]) -> Silhouette:
        rounded = tuple(Point(round(x, 5), round(y, 5)) for x, y in corners)
        made = cls(
            "path-" + hashlib.sha256(repr(list(map(tuple, rounded))).encode()).hexdigest()[:10]
        )
        made.corners = rounded
        return made

    def mirrored(self) -> Silhouette:
        """Return the same piece seen from behind."""
        return Silhouette.of([Point(1 - x, y) for x, y in reversed(self.corners)])

    def turned(self) -> Silhouette:
        """Return the piece turned upside down."""
        return Silhouette.of([Point(1 - x, 1 - y) for x, y in self.corners])


def seen_behind(shape: str) -> str:
    """Return the shape of a piece seen from behind."""
    return shape.mirrored() if isinstance(shape, Silhouette) else shape


def called(shape: str) -> str:
    """Return the name of a shape for messages."""
    return "path" if isinstance(shape, Silhouette) else shape


def is_path(text: str) -> bool:
    """Return whether a text is meant as a path: it begins with a move to a number."""
    return text.strip()[:1] in ("M", "m") and text.strip()[1:].lstrip(" ,+-.")[:1].isdigit()


def corners_in(shape: str, box: Box) -> tuple[Point, ...] | None:
    """Return the corners of a silhouette in a box; None for any other shape."""
    if not isinstance(shape, Silhouette):
        return None
    return tuple(Point(box.x + x * box.width, box.y + y * box.height) for x, y in shape.corners)


def polygon_in(shape: str, box: Box) -> tuple[Point, ...] | None:
    """Return the corners of a hexagon or a silhouette in a box; None for any other shape."""
    return hexagon(box) if shape == "hex" else corners_in(shape, box)


def silhouette(path: str, size_mm: tuple[float, float]) -> Silhouette:
    """Read a path as the outline of a piece. Raises FieldFault unless it is one closed outline
    within the piece.
    """
    points = list(_points(path))
    width, height = size_mm
    outside = next(
        (
            p
            for p in points
            if not (
                -_CLOSE_MM <= p.x <= width + _CLOSE_MM and -_CLOSE_MM <= p.y <= height + _CLOSE_MM
            )
        ),
        None,
    )
    if outside is not None:
        raise FieldFault(
            (
                f"an outline within the piece, from 0 0 to {width:g} {height:g}; it reaches "
                f"{outside.x:.4g} {outside.y:.4g}"
            ),
            _HINT,
        )
    if len(points) > MOST_POINTS:
        raise FieldFault(
            f"an outline of at most {MOST_POINTS:,} points, with curves divided",
            "simplify the path",
        )
    area = area_of(points)
    if abs(area) < _LEAST_MM2:
        raise FieldFault("an outline around at least 4 square millimetres", _HINT)
    clockwise = points if area > 0 else points[::-1]
    return Silhouette.of(
        [Point(min(max(x / width, 0.0), 1.0), min(max(y / height, 0.0), 1.0)) for x, y in clockwise]
    )


def _points(path: str) -> Iterator[Point]:
    """Flatten a path. Raises FieldFault if it is not a path, or has more than one outline."""
    from fontTools.pens.recordingPen import RecordingPen
    from fontTools.svgLib.path import parse_path

    pen = RecordingPen()
    try:
        parse_path(path, pen)
    except (
        ValueError,
        IndexError,
        KeyError,
        TypeError,
        AssertionError,
        ZeroDivisionError,
        OverflowError,
    ):
        raise FieldFault(EXPECTED, _HINT) from None
    parts = [(name, [Point(float(x), float(y)) for x, y in points]) for name, points in pen.value]
    if sum(name == "moveTo" for name, _ in parts) != 1 or parts[0][0] != "moveTo":
        raise FieldFault(EXPECTED, _HINT)
    if any(
        not math.isfinite(number) for _, points in parts for point in points for number in point
    ):
        raise FieldFault(EXPECTED, _HINT)
    at, start = parts[0][1][0], parts[0][1][0]
    yield start
    for name, points in parts[1:]:
        for point in _along(name, at, points):
            if math.hypot(point.x - at.x, point.y - at.y) > _CLOSE_MM / 4:
                at = point
                if math.hypot(at.x - start.x, at.y - start.y) > _CLOSE_MM / 4:
                    yield at


def _along(name: str, start: Point, points: list[Point]) -> Iterator[Point]:
    """Yield points along one segment, its end included."""
    if name == "lineTo":
        yield points[0]
    elif name in ("curveTo", "qCurveTo"):
        control = [start, *points]
        length = math.fsum(math.hypot(b.x - a.x, b.y - a.y) for a, b in pairwise(control))
        steps = min(max(4, math.ceil(length / _STEP_MM)), _MOST_STEPS)
        for number in range(1, steps + 1):
            yield _bezier(control, number / steps)


def _bezier(control: Sequence[Point], t: float) -> Point:
    points = list(control)
    while len(points) > 1:
        points = [Point(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t) for a, b in pairwise(points)]
    return points[0]


def grown_by(corners: Sequence[Point], by: float) -> list[tuple[Point, ...]]:
    """Return polygons, all clockwise, that together cover a polygon and everything within a
    distance of it.
    """
    around = [
        Point(math.cos(math.pi * n / 6) * by, math.sin(math.pi * n / 6) * by) for n in range(12)
    ]
    found = [tuple(corners)]
    for a, b in sides_of(corners):
        length = math.hypot(b.x - a.x, b.y - a.y) or 1.0
        across = Point((b.y - a.y) / length * by, (a.x - b.x) / length * by)
        edge = (
            Point(a.x + across.x, a.y + across.y),
            Point(b.x + across.x, b.y + across.y),
            Point(b.x - across.x, b.y - across.y),
            Point(a.x - across.x, a.y - across.y),
        )
        found += [edge, tuple(Point(a.x + x, a.y + y) for x, y in around)]
    return [one if area_of(one) > 0 else one[::-1] for one in found]


def gap_to(corners: Sequence[Point], points: Sequence[Point]) -> float:
    """Return how close points within a polygon come to its edges; below 0 if one is outside."""
    edges = list(sides_of(corners))
    gaps = []
    for point in points:
        distance = min(_distance(point, a, b) for a, b in edges)
        gaps.append(distance if is_within([corners], *point) else -distance)
    return min(gaps)


def _distance(point: Point, a: Point, b: Point) -> float:
    dx, dy = b.x - a.x, b.y - a.y
    share = ((point.x - a.x) * dx + (point.y - a.y) * dy) / (dx * dx + dy * dy or 1.0)
    share = min(max(share, 0.0), 1.0)
    return math.hypot(point.x - a.x - share * dx, point.y - a.y - share * dy)
