"""Numbers, paths and colours as PDF writes them.

In: numbers, matrices, outlines, colours. Out: operators as text. Knows no SVG element.
"""

from __future__ import annotations

from functools import lru_cache

from generator.data.colours import Rgb
from generator.data.geometry import Box, Matrix, decimals
from generator.face.stamp import UseColour
from generator.face.svg import Segment

number = decimals(3)
_of_matrix = decimals(6)
_WRITTEN = {"Z": "h", "M": "%.3f %.3f m", "L": "%.3f %.3f l", "C": " ".join(["%.3f"] * 6) + " c"}


def place_operator(matrix: Matrix) -> str:
    """Write the operator that transforms everything drawn from here on."""
    return f"{' '.join(map(_of_matrix, matrix))} cm"


def clip_operators(box: Box) -> str:
    """Write the operators that clip everything drawn from here on."""
    return f"{number(box.x)} {number(box.y)} {number(box.width)} {number(box.height)} re W n"


@lru_cache(maxsize=1024)
def path_operators(segments: tuple[Segment, ...]) -> str:
    """Write a path as PDF operators, without painting it."""
    path = " ".join([_WRITTEN[command] % numbers for command, numbers in segments])
    return path.replace("0 ", " ").replace("0 ", " ").replace("0 ", " ").replace(". ", " ")


def star(rule: str) -> str:
    """Return the suffix of area operators that use the even-odd rule."""
    return "*" if rule == "evenodd" else ""


@lru_cache(maxsize=1024)
def colour_operands(rgb: Rgb) -> str:
    """Write a colour as the numbers of a colour operator."""
    return " ".join(map(number, rgb))


def rgb_of(operands: str | None) -> Rgb | None:
    """Read the numbers of a colour operator back."""
    if operands is None:
        return None
    red, green, blue = map(float, operands.split())
    return red, green, blue


@lru_cache(maxsize=1024)
def use_colour(operator: str, operands: str, is_area: bool) -> UseColour:
    """Make the operation that sets the colour of fills (rg) or strokes (RG)."""
    red, green, blue = map(float, operands.split())
    return UseColour((red, green, blue), operator == "RG", is_area)
