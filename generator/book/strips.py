"""Strips of a page: how a text is set, page by page. Pure layout, and the pen that draws it.

In: Strips with their heights. Out: pages of them, none alone that belongs to the next. Knows no
Markdown and no rules.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import starmap
from typing import NamedTuple

from generator.data.geometry import Box, Point
from generator.data.units import PT_PER_MM
from generator.face.fonts import Font
from generator.face.stamp import Stamp
from generator.face.svg import parse_colour
from generator.pdf.document import Document


@dataclass(frozen=True)
class Strip:
    """A part that is never divided between pages: a line of text, a row of a table, a picture.
    Millimetres.

    `before` is the space above it, left out at the top of a page; `keeps` holds it to the strip
    that follows. `draw` takes the pen and the top left corner.
    """

    height: float
    draw: Callable[[Pen, float, float], None] = field(repr=False)
    before: float = 0.0
    keeps: bool = False
    breaks: str = ""  # "page" or "back": a mark in the flow, nothing to be drawn


class SetWords(NamedTuple):
    """A text that is set, in one or more lines: its size in millimetres, and how it is drawn,
    from its top left corner.
    """

    width: float
    height: float
    draw: Callable[[Pen, float, float], None]

    def draw_about(self, pen: Pen, x: float, y: float) -> None:
        """Draw it with its middle at a point."""
        self.draw(pen, x - self.width / 2, y - self.height / 2)


class Page(NamedTuple):
    """Strips with the height at which each is. `number` 0 shows none."""

    strips: tuple[tuple[Strip, float], ...]
    number: int = 0


def paginate(strips: Sequence[Strip], height: float) -> list[list[tuple[Strip, float]]]:
    """Put all strips onto pages; those that keep together are on one page if possible."""
    pages: list[list[tuple[Strip, float]]] = []
    page: list[tuple[Strip, float]] = []
    most, used = height + 1e-6, 0.0
    for group in _kept_together(strips):
        needed = math.fsum(strip.before + strip.height for strip in group)
        if page and (group[0].breaks or used + needed > most):
            pages.append(page)
            page = []
        for strip in group:
            if page and used + strip.before + strip.height > most:
                pages.append(page)
                page = []
            used = used + strip.before if page else 0.0
            if not strip.breaks:
                page.append((strip, used))
                used += strip.height
    return [*pages, page] if page else pages


def _kept_together(strips: Sequence[Strip]) -> list[list[Strip]]:
    """Divide strips into those that are to be on one page; a break is alone."""
    groups: list[list[Strip]] = []
    before: Strip | None = None
    for strip in strips:
        if before is None or strip.breaks or before.breaks or not before.keeps:
            groups.append([])
        groups[-1].append(strip)
        before = strip
    return groups


def stack(strips: Sequence[Strip]) -> tuple[float, Callable[[Pen, float, float], None]]:
    """Make one drawing of several strips: its height, and how it is drawn."""
    (placed,) = paginate([strip for strip in strips if not strip.breaks], 1e9) or [[]]

    def draw(pen: Pen, x: float, y: float) -> None:
        for strip, top in placed:
            strip.draw(pen, x, y + top)

    return (placed[-1][1] + placed[-1][0].height if placed else 0.0), draw


THIN_MM = 0.15
"""The line around a piece."""


class Pen:
    """Draw on a page of a Document. Millimetres from the page's top left corner, y downward."""

    def __init__(
        self,
        document: Document,
        height_mm: float,
        colours: dict[str, str],
        has_outline: bool = True,
    ) -> None:
        self.document, self.height_mm, self.colours = document, height_mm, colours
        self.deepest = 0 if has_outline else None

    def bookmark(self, title: str, key: str, level: int) -> None:
        """Put a heading into the document's outline; a level below one that is missing moves up to
        it.
        """
        if self.deepest is None:
            return
        level = max(0, min(level, self.deepest))
        self.deepest = level + 1
        self.document.canvas.bookmarkPage(key)
        self.document.canvas.addOutlineEntry(title, key, level)

    def _paint(self, colour: str, is_stroke: bool = False, is_area: bool = False) -> str:
        rgb = parse_colour(self.colours.get(colour, colour)) or (0.0, 0.0, 0.0)
        return self.document.colour(rgb, is_stroke, is_area)

    def _put(self, *parts: str) -> None:
        self.document.canvas.addLiteral(" ".join(("q", *parts, "Q")))

    def _at(self, x: float, y: float) -> str:
        return f"{x * PT_PER_MM:.3f} {(self.height_mm - y) * PT_PER_MM:.3f}"

    def text(
        self,
        text: str,
        x: float,
        baseline: float,
        size_pt: float,
        font: Font | None,
        colour: str = "ink",
        align: str = "left",
        is_leftward: bool | None = None,
    ) -> None:
        self.document.canvas.addLiteral(f"q {self._paint(colour)}")
        self.document.text(text, x, baseline, size_pt, font, align=align, is_leftward=is_leftward)
        self.document.canvas.addLiteral("Q")

    def rule(
        self,
        x1: float,
        y1: float,
        x2: float,
        y2: float,
        width_mm: float,
        colour: str = "ink",
        dash: str = "[] 0 d",
    ) -> None:
        """Draw a line; one of no length is a disc."""
        self._put(
            self._paint(colour, is_stroke=True),
            f"1 J {width_mm * PT_PER_MM:.3f} w {dash}",
            f"{self._at(x1, y1)} m {self._at(x2, y2)} l S",
        )

    def fill(self, box: Box, colour: str, radius: float = 0.0) -> None:
        self._put(self._paint(colour, is_area=True), self._outline(box, radius), "f")

    def frame(self, box: Box, line_mm: float, colour: str = "ink", radius: float = 0.0) -> None:
        line = f"{line_mm * PT_PER_MM:.3f} w"
        self._put(self._paint(colour, is_stroke=True), line, self._outline(box, radius), "S")

    def tag(self, box: Box, line_mm: float, radius: float) -> None:
        """Draw a light area with a line around it."""
        self.fill(box, "card", radius)
        self.frame(box, line_mm, "ink", radius)

    def polygon(self, stamp: Stamp | None, box: Box, corners: Sequence[Point]) -> None:
        """Place a stamp, cut out along corners, with a thin line around it."""
        first, *others = starmap(self._at, corners)
        path = " ".join([f"{first} m", *(f"{other} l" for other in others), "h"])
        if stamp is not None:
            self.document.canvas.addLiteral(f"q {path} W n")
            self.document.stamp(stamp, box)
            self.document.canvas.addLiteral("Q")
        else:
            self._put(self._paint("shade", is_area=True), path, "f")
        line = f"{THIN_MM * PT_PER_MM:.3f} w"
        self._put(self._paint("ink", is_stroke=True), line, path, "S")

    def stamp(self, stamp: Stamp, box: Box, radius: float = 0.0) -> None:
        """Place a stamp, its corners rounded off."""
        if radius:
            self.document.canvas.addLiteral(f"q {self._outline(box, radius)} W n")
        self.document.stamp(stamp, box)
        if radius:
            self.document.canvas.addLiteral("Q")

    @contextmanager
    def turned(self, degrees: int, x: float, y: float) -> Iterator[None]:
        """What is drawn within is turned clockwise, by quarters of a turn, about a point."""
        sin, cos = {0: (0, 1), 90: (-1, 0), 180: (0, -1), 270: (1, 0)}[degrees]
        across, up = x * PT_PER_MM, (self.height_mm - y) * PT_PER_MM
        if degrees:
            shift = f"{across - cos * across + sin * up:.3f} {up - sin * across - cos * up:.3f}"
            self.document.canvas.addLiteral(f"q {cos} {sin} {-sin} {cos} {shift} cm")
        yield
        if degrees:
            self.document.canvas.addLiteral("Q")

    @contextmanager
    def scaled(self, scale: float, right: float, up: float) -> Iterator[None]:
        """What is drawn within is scaled, and moved from the bottom left corner."""
        shift = f"{right * PT_PER_MM:.3f} {up * PT_PER_MM:.3f}"
        self.document.canvas.addLiteral(f"q {scale:.5f} 0 0 {scale:.5f} {shift} cm")
        yield
        self.document.canvas.addLiteral("Q")

    def _outline(self, box: Box, radius: float) -> str:
        r = min(radius, box.width / 2, box.height / 2)
        pull = r * 0.4477152502  # from the corner to the control point
        (x, y, right, bottom), at = box.edges, self._at
        return (
            f"{at(x + r, y)} m {at(right - r, y)} l {at(right - pull, y)} {at(right, y + pull)} "
            f"{at(right, y + r)} c "
            f"{at(right, bottom - r)} l {at(right, bottom - pull)} {at(right - pull, bottom)} "
            f"{at(right - r, bottom)} c "
            f"{at(x + r, bottom)} l {at(x + pull, bottom)} {at(x, bottom - pull)} "
            f"{at(x, bottom - r)} c "
            f"{at(x, y + r)} l {at(x, y + pull)} {at(x + pull, y)} {at(x + r, y)} c h"
        )
