"""Identifying faces: a fingerprint of what a stamp shows, and the small version mark that carries
it on paper.

In: stamps; fitted SVG trees. Out: a fingerprint as hexadecimal digits; trees with and without the
mark. A fingerprint covers what is visible (shapes, letters, fonts, pictures, size) and nothing
else, so a card keeps it as long as its face is unchanged, whatever the version of the game. Knows
no game.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import product
from typing import Any

from generator.data.geometry import Box
from generator.data.units import MM_PER_PT
from generator.face.fonts import DEFAULT_FAMILY, Font
from generator.face.stamp import (
    Stamp,
    TextRun,
    UseAlpha,
    UseColour,
    UseImage,
    UseMask,
    UseShading,
    UseStamp,
)
from generator.face.svg import Element, SvgFault, parse_colour

MARK_ID = "version-mark"
MARK_PT = 4.25
MARK_DIGITS = 4
SAFE_MM = 3.0  # distance from the lower cut of a mark that no template placed
_DIGITS = 16
_PLATE_MM = 0.55  # margin of the ground around such a mark


def fingerprint(stamp: Stamp) -> str:
    """Return 16 hexadecimal digits, the same for stamps that look the same on paper."""
    parts = [_frame(stamp), *_within(stamp)]
    return hashlib.sha256("".join(f"{part}\0" for part in parts).encode()).hexdigest()[:_DIGITS]


def _frame(stamp: Stamp) -> str:
    return f"stamp {stamp.size_mm} {stamp.edges} {stamp.is_group} {stamp.ground}"


def _within(stamp: Stamp) -> Iterator[str]:
    """Yield what is visible of a stamp, operation by operation."""
    for operation in stamp.operations:
        yield _SHOWN[type(operation)](operation)
        if isinstance(operation, UseStamp | UseMask):
            yield from _within(operation.stamp)
            yield "end"


def _text(run: TextRun) -> str:
    text = (
        f"text {run.font.key} {run.size:.4f} {run.x:.4f} {run.y:.4f} {run.spacing:.4f} {run.text}"
    )
    if run.shifts:
        text += "\0" + " ".join(f"{right:.4f} {up:.4f}" for right, up in run.shifts)
    return text


def _ink(use: UseColour) -> str:
    rgb = "{:.4f} {:.4f} {:.4f}".format(*use.rgb)
    return f"stroke {rgb}" if use.is_stroke else f"fill {rgb}"


_SHOWN: Mapping[type, Callable[[Any], str]] = {
    str: str,
    TextRun: _text,
    UseColour: _ink,
    UseAlpha: lambda use: f"alpha {use.fill} {use.stroke}",
    UseShading: lambda use: f"shading {use.coordinates} {use.stops}",
    UseImage: lambda use: f"image {use.image.key}",
    UseMask: lambda use: f"mask {use.is_by_light}\0{_frame(use.stamp)}",
    UseStamp: lambda use: _frame(use.stamp),
}
"""What each operation shows; what is within a stamp follows."""


def mark_text(version: str, of: str) -> str:
    """Write a mark: the game's version, and the first digits of a face's fingerprint."""
    return f"{version} · {of[:MARK_DIGITS]}"


def without_mark(root: Element) -> Element:
    """Return the tree without the element that the template reserves for the mark, or the tree
    itself if there is none.
    """
    if root.is_shared:  # an icon, whose ids are separate
        return root
    children: list[Element | str] = []
    for child in root.children:
        if isinstance(child, str):
            children.append(child)
        elif child.get("id") != MARK_ID:
            children.append(without_mark(child))
    if list(map(id, children)) == list(map(id, root.children)):
        return root
    return Element(root.tag, root.attributes, children, root.at)


def only_mark(root: Element, text: str) -> Element | None:
    """Return the tree with only the template's mark, reading `text`, and the groups around it; None
    if the template reserves no place for it.
    """
    if root.get("id") == MARK_ID:
        return Element(root.tag, root.attributes, [text], root.at)
    if root.is_shared:
        return None
    for child in root.elements:
        inner = only_mark(child, text)
        if inner is not None:  # a clip-path around it may refer to definitions
            defs = [other for other in root.elements if other.tag == "defs"]
            return Element(root.tag, root.attributes, [*defs, inner], root.at)
    return None


def plain_mark(
    root: Element, size_mm: tuple[float, float], ground: str | None, text: str, font: Font
) -> Element:
    """Make a mark for a template without a place for it: at the bottom centre, on a patch of the
    face's ground, dark or light, whichever is easier to read.
    """
    width, height = size_mm
    colour = _colour(ground)
    size = min(MARK_PT * MM_PER_PT, (width - 2 * SAFE_MM) / font.width(text))
    wide, y = font.width(text) * size + 2 * _PLATE_MM, height - SAFE_MM
    top, high = y - font.cap_height * size - _PLATE_MM, font.cap_height * size + 2 * _PLATE_MM
    plate = {
        "x": _mm(width / 2 - wide / 2),
        "y": _mm(top),
        "width": _mm(wide),
        "height": _mm(high),
        "rx": "0.5",
        "fill": "#" + "".join(f"{round(part * 255):02x}" for part in colour),
    }
    letters = {
        "id": MARK_ID,
        "x": _mm(width / 2),
        "y": _mm(y),
        "text-anchor": "middle",
        "font-family": DEFAULT_FAMILY,
        "font-size": _mm(size),
        "fill": "#222222" if _lightness(colour) > 0.4 else "#f4f4f4",
    }
    return Element(
        "svg",
        root.attributes,
        [Element("rect", plate, [], root.at), Element("text", letters, [text], root.at)],
        root.at,
    )


def with_mark(root: Element, mark: Element) -> Element:
    """Return a tree from `without_mark`, with a mark (from `only_mark` or `plain_mark`) on top."""
    over = [child for child in mark.elements if child.tag != "defs"]
    return Element(root.tag, root.attributes, [*root.children, *over], root.at)


def marked(stamp: Stamp, mark: Stamp) -> Stamp:
    """Put a drawn mark on top of a stamp; each has a separate graphics state."""
    return replace(stamp, operations=("q", *stamp.operations, "Q", *mark.operations), mark=mark)


def unmarked(stamp: Stamp) -> Stamp:
    """Return a stamp without the mark that `marked` laid over it."""
    if stamp.mark is None:
        return stamp
    return replace(
        stamp, operations=stamp.operations[1 : -1 - len(stamp.mark.operations)], mark=None
    )


def covered(stamp: Stamp) -> str | None:
    """Return the text on a face that its mark is printed over; None if it covers no text."""
    marks = stamp.mark.letterings if stamp.mark else ()
    for mark, text in product(marks, stamp.letterings):
        if mark.box.overlaps(text.box):
            return text.text
    return None


def _colour(ground: str | None) -> tuple[float, float, float]:
    """Read a face's ground; white if it is not a colour."""
    try:
        return (parse_colour(ground) if ground else None) or (1.0, 1.0, 1.0)
    except SvgFault:
        return 1.0, 1.0, 1.0


def _lightness(colour: tuple[float, float, float]) -> float:
    return 0.2126 * colour[0] + 0.7152 * colour[1] + 0.0722 * colour[2]


def _mm(value: float) -> str:
    return f"{value:.3f}"


def mark_box(stamp: Stamp) -> Box | None:
    """Return the upright box that the mark on a stamp covers, including its patch; None if it has
    no mark.
    """
    if stamp.mark is None or not stamp.mark.letterings:
        return None
    has_patch = any(
        isinstance(operation, UseColour) and operation.is_area
        for operation in stamp.mark.operations
    )
    by = _PLATE_MM if has_patch else 0.0
    return stamp.mark.letterings[0].box.widened(by)
