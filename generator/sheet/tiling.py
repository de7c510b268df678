"""Boards larger than the paper: which part of a board goes onto which page. Pure geometry; knows no
PDF and no language.

In: a piece, a paper, and the words of the pages. Out: a `Sheet` with the whole board in small and
the names of its parts, and one for each part. All in millimetres from the top left corner of the
page, y downward.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import starmap
from string import ascii_uppercase
from typing import NamedTuple

from generator.data.geometry import CLOSE_MM, Box, Point
from generator.sheet.sheets import (
    FOOTER_MM,
    PRINTABLE_MARGIN_MM,
    Label,
    Layout,
    Line,
    Piece,
    Placement,
    Sheet,
)

OVERLAP_MM = 10.0  # that two parts share, half of it past the line along which one of them is cut
CROSS_MM = 3.0  # how long the arms of a cross are
MOST_ACROSS = 6  # parts; more than that is a poster, and for print shops
_LEGEND_MM = 10.0


class Tiling(NamedTuple):
    """How a face is divided: into equal columns and rows, on pages of this size."""

    size_mm: tuple[float, float]
    page_mm: tuple[float, float]
    columns: int
    rows: int

    @property
    def seams(self) -> tuple[list[float], list[float]]:
        """List where parts meet, from the left and the top edge of the face."""
        width, height = self.size_mm
        return (
            [width * n / self.columns for n in range(1, self.columns)],
            [height * n / self.rows for n in range(1, self.rows)],
        )

    def parts(self) -> Iterator[tuple[str, Box]]:
        """Name the parts (A1, A2, … in the first row) and the area of the face that each shows: its
        own share, and the overlap with others.
        """
        (width, height), past = self.size_mm, OVERLAP_MM / 2
        for row in range(self.rows):
            top = max(0.0, height * row / self.rows - past)
            bottom = min(height, height * (row + 1) / self.rows + past)
            for column in range(self.columns):
                left = max(0.0, width * column / self.columns - past)
                right = min(width, width * (column + 1) / self.columns + past)
                yield f"{ascii_uppercase[row]}{column + 1}", Box.between(left, top, right, bottom)


def is_too_large(piece: Piece, layout: Layout) -> bool:
    """Return whether a piece fits on no page of the layout, whichever way the paper is."""
    return layout.paper_mm is not None and not any(
        _holds(layout, page, piece.size_mm) for page in _pages(layout.paper_mm)
    )


def _pages(paper_mm: tuple[float, float]) -> tuple[tuple[float, float], tuple[float, float]]:
    return paper_mm, paper_mm[::-1]


def _holds(layout: Layout, page: tuple[float, float], size: tuple[float, float]) -> bool:
    is_whole = all(abs(a - b) < 0.01 for a, b in zip(size, page, strict=True))
    return is_whole or all(size[n] <= page[n] - 2 * layout.margins_mm[n] + CLOSE_MM for n in (0, 1))


def tiling_of(size_mm: tuple[float, float], paper_mm: tuple[float, float]) -> Tiling | None:
    """Find the fewest equal parts that fit the paper, upright or landscape; None if there would be
    too many.
    """
    found = []
    for page in _pages(paper_mm):
        room = (
            page[0] - 2 * (PRINTABLE_MARGIN_MM + CROSS_MM),
            page[1] - 2 * (PRINTABLE_MARGIN_MM + CROSS_MM) - FOOTER_MM,
        )
        columns, rows = starmap(_parts_along, zip(size_mm, room, strict=True))
        if max(columns, rows) <= MOST_ACROSS:
            found.append(Tiling(size_mm, page, columns, rows))
    return min(found, key=lambda one: one.columns * one.rows, default=None)


def _parts_along(size: float, room: float) -> int:
    """Count the parts along one side: the outer ones reach past one line, those between past
    two.
    """
    for number in range(1, MOST_ACROSS + 1):
        if size / number + OVERLAP_MM / 2 * min(number - 1, 2) <= room + CLOSE_MM:
            return number
    return math.ceil(size / max(room - OVERLAP_MM, 1.0))


def impose_tiles(piece: Piece, face: str, tiling: Tiling, legend: str) -> list[Sheet]:
    """Lay out the pages of a board: the whole with its parts named and the words of `legend`, then
    the parts.
    """
    return [
        _whole(piece, face, tiling, legend),
        *(_part(piece, face, tiling, *part) for part in tiling.parts()),
    ]


def _whole(piece: Piece, face: str, tiling: Tiling, legend: str) -> Sheet:
    (page_width, page_height), (width, height) = tiling.page_mm, tiling.size_mm
    room = (
        page_width - 2 * PRINTABLE_MARGIN_MM,
        page_height - 2 * PRINTABLE_MARGIN_MM - FOOTER_MM - _LEGEND_MM,
    )
    scale = 0.9 * min(room[0] / width, room[1] / height)
    left = (page_width - width * scale) / 2
    top = PRINTABLE_MARGIN_MM + _LEGEND_MM + (room[1] - height * scale) / 2
    box = Box(left, top, width * scale, height * scale)
    across, down = tiling.seams
    lines = [Line(left + x * scale, box.y, left + x * scale, box.bottom) for x in across]
    lines += [Line(box.x, top + y * scale, box.right, top + y * scale) for y in down]
    labels = [Label(legend, page_width / 2, PRINTABLE_MARGIN_MM + 5, 8.0)]
    for name, _ in tiling.parts():
        row, column = ascii_uppercase.index(name[0]), int(name[1:]) - 1
        x, y = (column + 0.5) * width / tiling.columns, (row + 0.5) * height / tiling.rows
        labels.append(Label(name, left + x * scale, top + y * scale + 3.5, 28.0, True))
    names = f"{piece.deck}: {', '.join(name for name, _ in tiling.parts())}"
    placement = Placement(face, box, box, 0)
    return Sheet(
        page_width,
        page_height,
        "front",
        (piece.deck,),
        (placement,),
        seams=tuple(lines),
        labels=tuple(labels),
        says=names,
    )


def _part(piece: Piece, face: str, tiling: Tiling, name: str, share: Box) -> Sheet:
    page_width, page_height = tiling.page_mm
    window = Box(
        (page_width - share.width) / 2,
        (page_height - FOOTER_MM - share.height) / 2,
        share.width,
        share.height,
    )
    dx, dy = window.x - share.x, window.y - share.y
    whole = Box(dx, dy, *tiling.size_mm)
    across, down = tiling.seams
    xs = [dx + x for x in across if share.x < x < share.right]
    ys = [dy + y for y in down if share.y < y < share.bottom]
    edges = []
    for x, y1, y2 in ((dx, window.y, window.bottom), (whole.right, window.y, window.bottom)):
        if window.x - CLOSE_MM <= x <= window.right + CLOSE_MM:
            edges.append(Line(x, y1, x, y2))
    for y, x1, x2 in ((dy, window.x, window.right), (whole.bottom, window.x, window.right)):
        if window.y - CLOSE_MM <= y <= window.bottom + CLOSE_MM:
            edges.append(Line(x1, y, x2, y))
    # where lines cross one another, and where they meet the edge of the board
    outer_x = [line.x1 for line in edges if line.x1 == line.x2]
    outer_y = [line.y1 for line in edges if line.y1 == line.y2]
    crosses = [Point(x, y) for x in xs for y in (*ys, *outer_y)] + [
        Point(x, y) for x in outer_x for y in ys
    ]
    return Sheet(
        page_width,
        page_height,
        "front",
        (piece.deck,),
        (Placement(face, whole, window, 0),),
        marks=tuple(edges),
        crosses=tuple(crosses),
        says=f"{piece.deck}: {name}",
        is_part=True,
    )
