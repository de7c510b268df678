"""Points, boxes and matrices of faces and pages, and numbers as SVG and PDF write them.

In: numbers. Out: small immutable values, which compare and unpack as tuples do. One convention
holds everywhere: x to the right and y downward, from the top left corner of the face or page, in
millimetres unless a name says otherwise; a box is x, y, width, height. Knows no SVG and no PDF.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import chain, pairwise
from typing import NamedTuple

CLOSE_MM = 1e-6
"""Lengths that differ by less are equal: rounding errors are smaller."""
_FLAT = 1e-12


class Point(NamedTuple):
    """A place on a face or a page."""

    x: float
    y: float


class Box(NamedTuple):
    """An upright rectangle, by its top left corner and its size."""

    x: float
    y: float
    width: float
    height: float

    @classmethod
    def between(cls, left: float, top: float, right: float, bottom: float) -> Box:
        """Return the box with these edges."""
        return cls(left, top, right - left, bottom - top)

    @classmethod
    def about(cls, x: float, y: float, width: float, height: float) -> Box:
        """Return the box of a size with this centre."""
        return cls(x - width / 2, y - height / 2, width, height)

    @classmethod
    def around(cls, points: Iterable[tuple[float, float]]) -> Box:
        """Return the smallest box that holds some points. Raises ValueError if there is none."""
        xs, ys = zip(*points, strict=True)
        return cls.between(min(xs), min(ys), max(xs), max(ys))

    @classmethod
    def of_all(cls, boxes: Iterable[Box]) -> Box:
        """Return the box around some boxes, at least one."""
        return cls.around(corner for box in boxes for corner in box.corners)

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def edges(self) -> tuple[float, float, float, float]:
        """Return the left, top, right and bottom edge."""
        return self.x, self.y, self.x + self.width, self.y + self.height

    @property
    def centre(self) -> Point:
        return Point(self.x + self.width / 2, self.y + self.height / 2)

    @property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        """Return the corners clockwise, from the top left one."""
        left, top, right, bottom = self.edges
        return Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom)

    def grown(self, left: float, top: float, right: float, bottom: float) -> Box:
        """Return the box with each edge moved outward by a length."""
        return Box(
            self.x - left, self.y - top, self.width + left + right, self.height + top + bottom
        )

    def widened(self, by: float) -> Box:
        """Return the box with all edges moved outward by a length."""
        return self.grown(by, by, by, by)

    def moved(self, right: float, down: float) -> Box:
        return Box(self.x + right, self.y + down, self.width, self.height)

    def scaled(self, by: float) -> Box:
        """Return the box in another unit, `by` of which make up one of the unit here."""
        return Box(self.x * by, self.y * by, self.width * by, self.height * by)

    def overlaps(self, other: Box) -> bool:
        """Return whether two boxes share more than an edge."""
        return (
            self.x < other.right - CLOSE_MM
            and other.x < self.right - CLOSE_MM
            and self.y < other.bottom - CLOSE_MM
            and other.y < self.bottom - CLOSE_MM
        )


class Matrix(NamedTuple):
    """An affine map, as SVG and PDF write it: the point x, y goes to a x + c y + e, b x + d y +
    f.
    """

    a: float
    b: float
    c: float
    d: float
    e: float
    f: float

    @classmethod
    def shift(cls, x: float, y: float) -> Matrix:
        """Return the map that moves everything by x to the right and y down."""
        return cls(1.0, 0.0, 0.0, 1.0, x, y)

    @classmethod
    def turn(cls, radians: float) -> Matrix:
        """Return the map that turns everything clockwise about 0 0."""
        cos, sin = math.cos(radians), math.sin(radians)
        return cls(cos, sin, -sin, cos, 0.0, 0.0)

    def __matmul__(self, inner: Matrix) -> Matrix:
        """Return the map that does `inner` first and then this one, as an outer transform of SVG
        does with an inner one.
        """
        a, b, c, d, e, f = self
        p, q, r, s, t, u = inner
        return Matrix(
            a * p + c * q,
            b * p + d * q,
            a * r + c * s,
            b * r + d * s,
            a * t + c * u + e,
            b * t + d * u + f,
        )

    def at(self, x: float, y: float) -> Point:
        """Return where a point goes."""
        a, b, c, d, e, f = self
        return Point(a * x + c * y + e, b * x + d * y + f)

    def around(self, box: Box) -> Box:
        """Return the upright box around where a box goes."""
        a, b, c, d, e, f = self
        left, top, right, bottom = box.edges
        return Box.between(
            min(a * left, a * right) + min(c * top, c * bottom) + e,
            min(b * left, b * right) + min(d * top, d * bottom) + f,
            max(a * left, a * right) + max(c * top, c * bottom) + e,
            max(b * left, b * right) + max(d * top, d * bottom) + f,
        )

    @property
    def area(self) -> float:
        """Return the area of the transformed unit square."""
        return abs(self.a * self.d - self.b * self.c)

    @property
    def scale(self) -> float:
        """Return the factor by which lengths grow; the mean, if it is not the same for all
        directions.
        """
        return math.sqrt(self.area)

    def inverse(self) -> Matrix | None:
        """Return the map back; None if this one leaves no area."""
        a, b, c, d, e, f = self
        size = a * d - b * c
        if abs(size) < _FLAT:
            return None
        return Matrix(
            d / size, -b / size, -c / size, a / size, (c * f - d * e) / size, (b * e - a * f) / size
        )


IDENTITY = Matrix(1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def sides_of(ring: Sequence[Point]) -> Iterable[tuple[Point, Point]]:
    """Return the ends of each side of a closed outline."""
    return pairwise([*ring, *ring[:1]])


def area_of(ring: Sequence[Point]) -> float:
    """Measure a closed outline; negative if it runs in the other direction."""
    return math.fsum(a.x * b.y - b.x * a.y for a, b in sides_of(ring)) / 2


def is_within(rings: Iterable[Sequence[Point]], x: float, y: float) -> bool:
    """Return whether a point is inside closed outlines, by the even-odd rule."""
    inside = False
    for (x1, y1), (x2, y2) in chain.from_iterable(map(sides_of, rings)):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            inside = not inside
    return inside


def decimals(most: int) -> Callable[[float], str]:
    """Return a writer of numbers with at most this many digits after the point and no zeros at the
    end; `most` is at least 1.
    """
    pattern = f"%.{most}f"

    @lru_cache(maxsize=8192)  # the faces of a deck have most of their numbers in common
    def written(value: float) -> str:
        # -0.0 is 0.0 to the cache
        return (pattern % (value + 0.0)).rstrip("0").rstrip(".")

    return written
