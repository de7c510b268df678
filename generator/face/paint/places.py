"""Places on a face with a meaning at the table: to write on, for pieces, to cut out.

In: a shape with `data-tick`, `data-write`, `data-holds` or `data-cut`, and its place on the face.
Out: a `Blank`, a `Space` or an `InnerCut`, in millimetres.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import starmap

from generator.data.geometry import Box, Matrix
from generator.face import messages as say
from generator.face.drawing import Drawing
from generator.face.stamp import Blank, InnerCut, Space
from generator.face.svg import Element, SvgFault, box_of, flattened, shape_path

_OPEN_SHAPES = ("line", "polyline")
_CAN_TICK = ("circle", "rect")


def note_places(element: Element, ctm: Matrix, drawing: Drawing) -> None:
    """Record the meaning of a shape. `ctm` maps to millimetres on the face. Raises SvgFault."""
    attributes = element.attributes
    if "data-tick" in attributes:
        drawing.blanks.append(_blank(element, "data-tick", ctm))
    elif "data-write" in attributes:
        drawing.blanks.append(_blank(element, "data-write", ctm))
    if "data-holds" in attributes:
        drawing.spaces.append(_space(element, ctm))
    if "data-cut" in attributes:
        drawing.cuts.append(_cut(element, ctm))


def _blank(element: Element, key: str, ctm: Matrix) -> Blank:
    """Read a place to write on, which an element names."""
    name, is_tick = element.attributes[key].strip(), key == "data-tick"
    if is_tick and element.tag not in _CAN_TICK:
        raise SvgFault(say.NOT_ON_CIRCLE_OR_RECT(key=key, tag=element.tag), element.at)
    if not is_tick and element.tag != "rect":
        raise SvgFault(say.NOT_ON_RECT(key=key, tag=element.tag), element.at)
    if not name:
        raise SvgFault(say.NOT_A_NAME(key=key), element.at)
    least = _whole_number(element, "data-least")
    most = _whole_number(element, "data-most")
    dice = _dice(element)
    return Blank(name, is_tick, ctm.around(_box_around(element)), element.at, least, most, dice)


def _box_around(element: Element) -> Box:
    """Return the box around a circle or a rectangle."""
    if element.tag != "circle":
        return box_of(element)
    x, y, radius = element.number("cx"), element.number("cy"), element.number("r")
    return Box(x - radius, y - radius, 2 * radius, 2 * radius)


def _space(element: Element, ctm: Matrix) -> Space:
    """Read a place for pieces; `data-number` gives their number if there are several."""
    piece = element.attributes["data-holds"].strip()
    if element.tag != "rect":
        raise SvgFault(say.HOLDS_NOT_ON_RECT(tag=element.tag), element.at)
    if not piece:
        raise SvgFault(say.HOLDS_NOTHING(), element.at)
    number = _whole_number(element, "data-number")
    place = ctm.around(box_of(element))
    return Space(piece, 1 if number is None else number, place, element.at)


def _cut(element: Element, ctm: Matrix) -> InnerCut:
    """Read a window, a hole or a slit."""
    segments = shape_path(element)
    if not segments:
        raise SvgFault(say.CUT_WITHOUT_SIZE(tag=element.tag), element.at)
    if element.tag == "path":
        raise SvgFault(say.CUT_ON_PATH(), element.at)
    points = tuple(starmap(ctm.at, flattened(segments)))
    return InnerCut(points, element.tag not in _OPEN_SHAPES)


def _whole_number(element: Element, key: str) -> int | None:
    """Read a whole number; None if there is none."""
    words = element.attributes.get(key, "").split()
    if len(words) > 1 or not all(map(str.isdecimal, words)):
        raise SvgFault(say.NOT_ONE_NUMBER(key=key, found=element.attributes[key]), element.at)
    return int(words[0]) if words else None


def _dice(element: Element) -> tuple[int, ...]:
    """Read faces of dice, with spaces between them."""
    words = element.attributes.get("data-dice", "").split()
    if not all(map(str.isdecimal, words)):
        raise SvgFault(say.NOT_FACES_OF_DICE(found=element.attributes["data-dice"]), element.at)
    return tuple(map(int, words))


def named_twice(blanks: Iterable[Blank]) -> Iterator[SvgFault]:
    """Find the places to write on with the same name as an earlier one."""
    names = set[str]()
    for blank in blanks:
        if blank.name in names:
            hint = "give each a different name, as in `total-{{ loop.index }}`"
            yield SvgFault(say.PLACE_TWICE(name=blank.name), blank.at, hint)
        names.add(blank.name)
