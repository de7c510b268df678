"""Whether something is drawn across a place on a face, such as a frame or the edge of a panel. This
is determined from a stamp's operators, without rendering pixels.

In: a stamp and a box. Out: yes or no. It says yes only in obvious cases: outlines of the face
itself in one solid colour. Anything in pictures, icons and gradients, or under them, is left to
lint, which examines pixels. Knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import chain, pairwise, starmap
from typing import NamedTuple

from generator.data.colours import Rgb
from generator.data.geometry import IDENTITY, Box, Matrix, Point, is_within
from generator.face.stamp import Stamp, TextRun, UseAlpha, UseColour

Lines = list[list[Point]]
_DRAWN = ("m", "l", "c", "v", "y", "re", "h")
_FILLS, _STROKES = ("f", "f*", "B", "B*", "b", "b*"), ("S", "s", "B", "B*", "b", "b*")
_PAINTS = {*_FILLS, *_STROKES, "n"}
_SEEN = 0.5  # minimum opacity of a shape to be reported


class _Trail(NamedTuple):
    """The state that q saves and Q restores. `is_clipped` means that a part may be invisible,
    `is_away` that nothing of it is in the box.
    """

    matrix: Matrix = IDENTITY
    width: float = 1.0
    fill: Rgb = (0.0, 0.0, 0.0)
    stroke: Rgb = (0.0, 0.0, 0.0)
    alphas: tuple[float, float] = (1.0, 1.0)
    is_clipped: bool = False
    is_away: bool = False


def is_crossed(stamp: Stamp, box: Box) -> bool:
    """Return whether an edge or a line runs through a box without being covered by something drawn
    later.
    """
    is_crossed_now = False
    under: object = None  # the colour of the whole box, if it is uniform and known
    for pen, lines, word in _painted(stamp, box):
        if not word:  # a picture, a gradient or an icon: the colour beneath is no longer known
            is_crossed_now, under = False, None
            continue
        # what is clipped may be cut off here
        of_area, of_line = (0.0, 0.0) if pen.is_clipped else pen.alphas
        if word in _FILLS and pen.fill != under:
            areas = [[*line, line[0]] for line in lines]
            if _through(areas, box, 0.0):
                is_crossed_now |= of_area > _SEEN
                under = None
            elif is_within(areas, *box.centre):
                is_crossed_now = False
                under = pen.fill if of_area == 1 else None
        if word in _STROKES and pen.stroke != under and of_line > _SEEN:
            is_crossed_now |= _through(lines, box, pen.width * pen.matrix.scale / 2)
    return is_crossed_now


def _painted(stamp: Stamp, box: Box) -> Iterator[tuple[_Trail, Lines, str]]:
    """Yield what is painted within a box, unless it is clipped: how, its outlines and the operator;
    no operator for anything but paths.
    """
    walk = _Walk(box)
    for operation in stamp.operations:
        if isinstance(operation, UseColour):
            walk.colour(operation)
        elif isinstance(operation, UseAlpha):
            walk.pen = walk.pen._replace(alphas=(operation.fill, operation.stroke))
        elif isinstance(operation, str):
            yield from walk.through(operation)
        elif not isinstance(operation, TextRun) and not walk.pen.is_away:
            yield walk.pen, [], ""


class _Walk:
    """Follows operators: how they paint, what was saved, and the outlines that are begun."""

    def __init__(self, box: Box) -> None:
        self.box, self.pen, self.kept = box, _Trail(), list[_Trail]()
        self.lines, self.clips = Lines(), False

    def through(self, operators: str) -> Iterator[tuple[_Trail, Lines, str]]:
        self.lines, self.clips = Lines(), False
        for word, numbers in _words(operators):
            if word in _STATE:
                _STATE[word](self, numbers)
            elif word in _DRAWN:
                _draw(self.lines, word, numbers, self.pen.matrix)
            elif word in _PAINTS:
                if self.clips:
                    is_away = self.pen.is_away or not _meet(self.lines, self.box)
                    self.pen = self.pen._replace(is_clipped=True, is_away=is_away)
                elif not self.pen.is_away:
                    yield self.pen, list(filter(None, self.lines)), word
                self.lines, self.clips = Lines(), False

    def colour(self, use: UseColour) -> None:
        if use.is_stroke:
            self.pen = self.pen._replace(stroke=use.rgb)
        else:
            self.pen = self.pen._replace(fill=use.rgb)

    def save(self, numbers: list[float]) -> None:
        self.kept.append(self.pen)

    def restore(self, numbers: list[float]) -> None:
        self.pen = self.kept.pop() if self.kept else _Trail()

    def transform(self, numbers: list[float]) -> None:
        self.pen = self.pen._replace(matrix=self.pen.matrix @ Matrix(*numbers[-6:]))

    def widen(self, numbers: list[float]) -> None:
        self.pen = self.pen._replace(width=numbers[-1])

    def clip(self, numbers: list[float]) -> None:
        self.clips = True


_STATE: Mapping[str, Callable[[_Walk, list[float]], None]] = {
    "q": _Walk.save,
    "Q": _Walk.restore,
    "cm": _Walk.transform,
    "w": _Walk.widen,
    "W": _Walk.clip,
    "W*": _Walk.clip,
}
"""What changes how the operators after it paint."""


def _words(operators: str) -> Iterator[tuple[str, list[float]]]:
    """Yield operators with the numbers before them."""
    numbers: list[float] = []
    for word in operators.replace("[", " ").replace("]", " ").split():
        if word[0] in "-.0123456789":
            numbers.append(float(word))
        else:
            yield word, numbers
            numbers = []


def _draw(lines: Lines, word: str, numbers: list[float], matrix: Matrix) -> None:
    """Add to outlines what one operator draws, with curves as straight lines to their ends."""
    if word == "re":
        corners = Box(*numbers[-4:]).corners
        lines.append(list(starmap(matrix.at, (*corners, corners[0]))))
    elif word == "m":
        lines.append([matrix.at(numbers[-2], numbers[-1])])
    elif lines:
        lines[-1].append(lines[-1][0] if word == "h" else matrix.at(numbers[-2], numbers[-1]))


def _meet(lines: Lines, box: Box) -> bool:
    """Return whether the upright box around outlines reaches a box."""
    points = list(chain.from_iterable(lines))
    return bool(points) and Box.around(points).overlaps(box)


def _through(lines: Lines, box: Box, half: float) -> bool:
    """Return whether a line with half the width `half` runs through a box."""
    wide = box.widened(half)
    return any(_cuts(one, other, wide) for line in lines for one, other in pairwise(line))


def _cuts(one: Point, other: Point, box: Box) -> bool:
    """Return whether a part of a straight line is within a box."""
    first, last = 0.0, 1.0
    for start, end, least, most in (
        (one.x, other.x, box.x, box.right),
        (one.y, other.y, box.y, box.bottom),
    ):
        step = end - start
        if step == 0:
            if not least < start < most:
                return False
            continue
        near, far = sorted(((least - start) / step, (most - start) / step))
        first, last = max(first, near), min(last, far)
    return first < last
