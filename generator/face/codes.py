"""QR codes: written by a template as `{{ qr(card.url, x=40, y=60, size=18) }}`, and found again on
a face.

In: a text, and the place of its code, in the units of the template. Out: an SVG with modules as
vectors; for a written face, its codes with their size. The only module that uses segno.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from generator.data.colours import Rgb
from generator.data.fieldtypes import is_number, is_whole
from generator.data.geometry import IDENTITY, Box, Matrix
from generator.face.svg import (
    ORIGIN,
    Element,
    SvgFault,
    box_of,
    fit_box,
    parse_colour,
    parse_transform,
    view_box,
)

LEVELS = ("l", "m", "q", "h")
QUIET = 4  # modules around a code, as required by its standard
MOST_QUIET = 20
# attributes of a code's element: its width in modules, and how many of these are dark
MARK = "data-qr"


class PlacedCode(NamedTuple):
    """A code on a face. `box` is around its modules, in the units of the face; `dark` is the dark
    share of them.
    """

    module: float
    box: Box
    dark: float
    colour: Rgb
    at: str


@lru_cache(maxsize=256)
def _matrix(text: str, error: str) -> tuple[bytes, ...]:
    import segno

    try:
        return tuple(map(bytes, segno.make_qr(text, error=error).matrix))
    except segno.DataOverflowError:
        raise ValueError("too long for a QR code") from None


def qr_path(text: str, error: str = "m") -> tuple[str, int]:
    """Draw a QR code: the data of an SVG path in modules from 0 0, and its width in modules. Raises
    ValueError if the text is too long.
    """
    rows = _matrix(text, error)
    path = []
    for y, row in enumerate(rows):
        x = 0
        while x < len(row):
            if row[x]:
                start = x
                while x < len(row) and row[x]:
                    x += 1
                path.append(f"M{start} {y}h{x - start}v1h{start - x}z")
            else:
                x += 1
    return "".join(path), len(rows)


def code_svg(
    text: Any,
    x: Any = 0,
    y: Any = 0,
    size: Any = None,
    error: Any = "m",
    quiet: Any = QUIET,
    colour: Any = "#000000",
    ground: Any = "#FFFFFF",
    *,
    at: str = "",
) -> str:
    """Write a QR code as SVG, `size` wide including its quiet zone of `quiet` modules, with its top
    left corner at x and y.

    `error` is the error correction level: l, m, q or h; `at` is the template line, as FILE:LINE.
    Raises ValueError, with the reason, for invalid values.
    """
    if text is None or not str(text).strip():
        raise _fault("a text or an address", text)
    if error not in LEVELS:
        raise _fault(f"one of {', '.join(LEVELS)} as error", error)
    if size is None:
        raise ValueError("needs its size, in millimetres: qr(card.url, x=40, y=60, size=18)")
    for name, value, least in (("x", x, -math.inf), ("y", y, -math.inf), ("size", size, 1e-3)):
        if not is_number(value) or not math.isfinite(value) or value < least:
            raise _fault(f"a number{' above 0' if name == 'size' else ''} as {name}", value)
    if not is_whole(quiet) or not 0 <= quiet <= MOST_QUIET:
        raise _fault(f"0 to {MOST_QUIET} modules as quiet", quiet)
    if not _is_colour(colour):
        raise _fault("a colour such as '#000000' as colour", colour)
    if ground != "none" and not _is_colour(ground):
        raise _fault("a colour such as '#FFFFFF', or 'none', as ground", ground)
    try:
        path, modules = qr_path(str(text), error)
    except ValueError as fault:
        raise ValueError(f"found a text of {len(str(text)):,} letters, {fault}") from None
    dark = b"".join(_matrix(str(text), error)).count(1)
    whole, origin = modules + 2 * quiet, f'{ORIGIN}="{at}"'
    if ground == "none":
        back = ""
    else:
        back = (
            f'<rect {origin} x="{-quiet}" y="{-quiet}" width="{whole}" height="{whole}" '
            f'fill="{ground}"/>'
        )
    return (
        f'<svg {origin} {MARK}="{modules} {dark}" data-ink="keep" x="{x}" y="{y}" width="{size}" '
        f'height="{size}" '
        f'viewBox="{-quiet} {-quiet} {whole} {whole}">{back}<path {origin} fill="{colour}" '
        f'd="{path}"/></svg>'
    )


def _is_colour(value: object) -> bool:
    try:
        return parse_colour(str(value)) is not None
    except SvgFault:
        return False


def _fault(expected: str, found: object) -> ValueError:
    shown = "nothing" if found is None or found == "" else f"'{str(found)[:40]}'"
    return ValueError(f"expected {expected}, found {shown}")


def codes_in(root: Element) -> Iterator[PlacedCode]:
    """Find the codes on a face as its template wrote it. Raises SvgFault if it cannot be read."""
    waiting: list[tuple[Element, Matrix]] = [(root, IDENTITY)]
    while waiting:
        element, matrix = waiting.pop()
        if "transform" in element.attributes:
            matrix @= parse_transform(element.attributes["transform"], element.at)
        if element.tag == "svg" and element is not root and "viewBox" in element.attributes:
            matrix @= fit_box(view_box(element), box_of(element), "none")
        if MARK in element.attributes:
            yield _placed(element, matrix)
        waiting += [(child, matrix) for child in reversed(element.elements)]


def _placed(element: Element, matrix: Matrix) -> PlacedCode:
    modules, dark = map(int, element.attributes[MARK].split())
    module = min(math.hypot(matrix.a, matrix.b), math.hypot(matrix.c, matrix.d))
    colour = parse_colour(element.elements[-1].get("fill")) or (0.0, 0.0, 0.0)
    return PlacedCode(
        module,
        matrix.around(Box(0.0, 0.0, modules, modules)),
        dark / modules**2,
        colour,
        element.at,
    )
