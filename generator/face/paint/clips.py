"""The area of a clipPath.

In: the name of a clipPath, and the elements with ids. Out: its outlines, and the operators that
clip what is drawn after them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, combinations
from typing import NamedTuple

from generator.data.geometry import IDENTITY, Matrix, area_of
from generator.face import messages as say
from generator.face.paint.canvas import Canvas
from generator.face.paint.operators import path_operators, star
from generator.face.paint.styles import Style, clipping, is_hidden, own
from generator.face.subset import SHAPES
from generator.face.svg import (
    Element,
    Segment,
    SvgFault,
    bounds,
    flattened,
    parse_transform,
    parts_of,
    shape_path,
    transformed,
)

MOST_NESTED_CLIPS = 8
MOST_COMPARED = 50
"""The most shapes of a clipPath that are compared with each other."""
Count = Callable[[int, Element], None]
"""Counts drawn elements of a face, at an element."""


class ClipShape(NamedTuple):
    """One outline of a clipPath, and its fill rule."""

    rule: str
    outline: tuple[Segment, ...]


def clip(
    canvas: Canvas,
    paint: str,
    element: Element,
    style: Style,
    ids: Mapping[str, Element],
    count: Count,
    outer: tuple[str, ...] = (),
) -> None:
    """Clip everything drawn from here on by the clipPath that `paint`, url(#NAME), names. `outer`
    are the ids of clipPaths that clip it. Raises SvgFault.
    """
    clip_path = None
    if paint.startswith("url("):
        clip_path = ids.get(paint[4:].split(")")[0].strip("'\" #"))
    if clip_path is None or clip_path.tag != "clipPath":
        raise SvgFault(say.NO_SUCH_CLIP(id_=paint), element.at)
    if clip_path.get("clipPathUnits", "userSpaceOnUse") != "userSpaceOnUse":
        raise SvgFault(say.CLIP_NOT_IN_USER_SPACE(), clip_path.at)
    name = clip_path.get("id")
    if len(outer) > MOST_NESTED_CLIPS or name in outer:
        raise SvgFault(say.CLIPS_IN_CIRCLE(), clip_path.at)
    own_clip = clipping(clip_path)
    if own_clip != "none":
        clip(canvas, own_clip, clip_path, style, ids, count, (*outer, name))
    shapes = list(_shapes(clip_path, IDENTITY, style["clip-rule"], count))
    if len(shapes) > 1 and not _add_up(shapes):
        canvas.mask([f"{path_operators(shape.outline)} f{star(shape.rule)}" for shape in shapes])
        return
    outline = tuple(segment for shape in shapes for segment in shape.outline)
    if outline:
        canvas.draw(f"{path_operators(outline)} W{star(shapes[0].rule)} n")
    else:
        canvas.draw("0 0 0 0 re W n")


def _shapes(element: Element, matrix: Matrix, rule: str, count: Count) -> Iterator[ClipShape]:
    """Yield the shapes inside a clipPath, including those in groups."""
    matrix @= parse_transform(element.get("transform"), element.at)
    rule = own(element, "clip-rule", rule)
    if is_hidden(element):
        return
    if element.tag in ("clipPath", "g"):
        for child in element.elements:
            yield from _shapes(child, matrix, rule, count)
        return
    if element.tag not in SHAPES:
        raise SvgFault(say.NOT_IN_CLIP(tag=element.tag), element.at)
    segments = shape_path(element)
    count(1 + len(segments) // 4, element)
    if clipping(element) != "none":
        message = say.CLIP_IN_CLIP(tag=element.tag)
        raise SvgFault(message, element.at)
    if segments:
        yield ClipShape(rule, transformed(segments, matrix))


def _add_up(shapes: Sequence[ClipShape]) -> bool:
    """Return whether one path of several outlines covers their union: none subtracts from
    another.
    """
    rules = {shape.rule for shape in shapes}
    if len(rules) > 1:
        return False
    turns = set(chain.from_iterable(_turns_of(shape.outline) for shape in shapes))
    if rules == {"nonzero"} and len(turns) < 2:
        return True
    if len(shapes) > MOST_COMPARED:
        return False
    boxes = [bounds(shape.outline) for shape in shapes]
    return not any(box.overlaps(other) for box, other in combinations(boxes, 2))


def _turns_of(outline: Sequence[Segment]) -> Iterator[bool]:
    """Return, for each part of an outline, whether it runs clockwise."""
    for part in parts_of(outline):
        yield area_of(flattened(part, 4)) > 0
