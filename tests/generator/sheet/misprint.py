"""A printer that misses, and lines as they are seen."""

from __future__ import annotations

import math

from hypothesis import settings
from hypothesis import strategies as st

from generator.sheet.printers import Profile
from generator.sheet.sheets import Flip

properties = settings(max_examples=60)

flips = st.sampled_from(Flip)
shifts = st.floats(-3, 3)
turns = st.floats(-1, 1)
printers = st.builds(Profile, st.just("brother"), shifts, shifts, turns, flips)

Point = tuple[float, float]
Matrix = tuple[float, ...]


# -------------------------------------------------- a printer and the paper, written for themselves


def misprint(printer: Profile, point: Point, paper_mm: Point) -> Point:
    """Print a point of an upright back page as the printer does: turn clockwise about the middle of
    the paper, then shift.
    """
    x, y = point[0] - paper_mm[0] / 2, point[1] - paper_mm[1] / 2
    distance, angle = (
        math.hypot(x, y),
        math.atan2(y, x) + math.radians(printer.turn_degrees),
    )  # y downward: clockwise
    return (
        paper_mm[0] / 2 + distance * math.cos(angle) + printer.shift_x_mm,
        paper_mm[1] / 2 + distance * math.sin(angle) + printer.shift_y_mm,
    )


def seen_from_front(point: Point, paper_mm: Point, flip: Flip) -> Point:
    """Find the point of the front behind which a point of the back lies, on upright paper: its long
    edge is the upright one.
    """
    return (
        (paper_mm[0] - point[0], point[1])
        if flip is Flip.LONG_EDGE
        else (point[0], paper_mm[1] - point[1])
    )


def times(one: Matrix, other: Matrix) -> Matrix:
    """Return PDF's product of two matrices: `one` first."""
    a, b, c, d, e, f = one
    p, q, r, s, t, u = other
    return (
        a * p + b * r,
        a * q + b * s,
        c * p + d * r,
        c * q + d * s,
        e * p + f * r + t,
        e * q + f * s + u,
    )


BACK = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88"><rect x="5" y="5" width="9" '
    'height="9"/></svg>'
)
NAMES = [f"card-{n}" for n in range(7)]
SHEETS = """\
odd:
  paper: letter
  orientation: landscape
  grid: 3 x 2
  left: 12 mm
  top: 15 mm
  gutter: 4 x 1 mm
"""
