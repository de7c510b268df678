"""The outlines with which the page clips pieces: values of CSS's `clip-path`.

In: a shape and the size of a piece. Out: a text such as `ellipse(50% 50%)`, empty for a rectangle.
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.data.geometry import Box, Point
from generator.data.silhouettes import polygon_in, seen_behind

_MOST_CORNERS = 240  # more are not visible on a screen


def cutout(shape: str, size_mm: tuple[float, float]) -> str:
    """Return the clip path of a piece seen from the front."""
    if shape == "round":
        return "ellipse(50% 50%)"
    width, height = size_mm
    box = Box(0.0, 0.0, width, height)
    corners = polygon_in(shape, box)
    return _polygon(corners, size_mm) if corners else ""


def cutout_behind(shape: str, size_mm: tuple[float, float]) -> str:
    """Return the clip path of a piece seen from behind."""
    return cutout(seen_behind(shape), size_mm)


def _polygon(corners: Sequence[Point], size_mm: tuple[float, float]) -> str:
    step = -(-len(corners) // _MOST_CORNERS)
    places = (
        f"{100 * x / size_mm[0]:.2f}% {100 * y / size_mm[1]:.2f}%" for x, y in corners[::step]
    )
    return f"polygon({', '.join(places)})"
