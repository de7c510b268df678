"""A face without transparency, for presses that do not accept it.

In: a stamp. Out: one that looks the same without transparency: everything up to its last
transparent part becomes one picture, and later parts remain shapes and text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from generator.data.geometry import Box
from generator.face.fonts import FontBook
from generator.face.images import image_of
from generator.face.paint.rasters import RASTER_DPI
from generator.face.stamp import (
    Operation,
    Stamp,
    TextRun,
    UseAlpha,
    UseColour,
    UseImage,
    UseMask,
    UseStamp,
    joined,
)
from generator.pdf.document import Document
from generator.pdf.raster import render_page

_PAINTS = ("f", "f*", "S", "B", "B*")


@dataclass(frozen=True)
class Flat:
    """A stamp without transparency. `texts` counts the pieces of text that are pixels in it now."""

    stamp: Stamp
    texts: int


def flatten(stamp: Stamp, fonts: FontBook, dpi: float = RASTER_DPI) -> Flat | None:
    """Remove the transparency from a stamp; None if it has none."""
    operations = list(_lines(stamp.operations))
    end = _end_of_transparency(operations)
    if not end:
        return None
    box = Box.between(*stamp.edges)
    below = replace(stamp, operations=joined([*operations[:end], *_unpainted(operations[end:])]))
    document = Document(fonts, "ground")
    document.page(box.width, box.height)
    document.stamp(below, Box(-box.x, -box.y, *stamp.size_mm), Box(0.0, 0.0, box.width, box.height))
    picture = image_of(render_page(document.close(), 0, dpi))
    shown: list[Operation] = [
        "q",
        f"{box.width:g} 0 0 {-box.height:g} {box.x:g} {box.bottom:g} cm",
        UseImage(picture),
        "Q",
    ]
    kept = [*shown, *_unpainted(operations[:end]), *operations[end:]]
    return Flat(
        replace(stamp, operations=joined(kept)),
        sum(isinstance(o, TextRun) for o in operations[:end]),
    )


def _lines(operations: Iterable[Operation]) -> Iterator[Operation]:
    """Yield operations one by one, splitting those that a stamp has joined, and with those of
    shared parts in their place.
    """
    for operation in operations:
        if isinstance(operation, str):
            yield from operation.split("\n")
        elif isinstance(operation, UseStamp) and not operation.stamp.is_group:
            yield from ("q", *_lines(operation.stamp.operations), "Q")
        else:
            yield operation


def _is_faint(operation: Operation) -> bool:
    """Return whether an operation makes what follows less than opaque."""
    return isinstance(operation, UseAlpha) and min(operation.fill, operation.stroke) < 1


def _end_of_transparency(operations: list[Operation]) -> int:
    """Count the operations up to and including the last one that lets something shine through; 0
    if none does.
    """
    end, depth, opened = 0, 0, None  # opened: how deep the state is in which an opacity is set
    for number, operation in enumerate(operations, 1):
        if operation == "q":
            depth += 1
        elif operation == "Q":
            depth -= 1
            if opened is not None and depth < opened:
                end, opened = number, None
        elif isinstance(operation, UseMask) or _is_faint(operation):
            opened = depth if opened is None else opened
        elif isinstance(operation, UseImage):
            if operation.image.alpha is not None:
                end = number
        elif isinstance(operation, UseStamp):
            end = number
    return end if opened is None else len(operations)


def _unpainted(operations: Iterable[Operation]) -> Iterator[Operation]:
    """Yield operations that change the graphics state as the originals do but paint nothing."""
    for operation in operations:
        if isinstance(operation, UseColour):
            yield operation
        elif isinstance(operation, str):
            path, _, operator = operation.rpartition(" ")
            yield f"{path} n" if operator in _PAINTS else operation
