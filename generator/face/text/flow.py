"""A `<flow>`: blocks that follow one another, each below the one before.

In: the element. Out: its blocks at their places, with text areas as high as their texts, which
shrink together until all of them fit.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from generator.data.problems import did_you_mean
from generator.face import messages as say
from generator.face.svg import Element, SvgFault, parse_number
from generator.face.text.area import DISPLAY_ALIGN, LEADING, sizes_of
from generator.face.text.lines import wrap
from generator.face.text.notes import CardNotes
from generator.face.text.reading import AreaText, read_text
from generator.face.text.sizing import STEP_MM, TextRoom, height_of
from generator.face.text.typesetter import Style, Typesetter, number, styled

_ATTRIBUTES = ("x", "y", "width", "height", "gap", "display-align", "transform", "opacity", "id")
_GAP_MM = 1.5
_SHARES = {"center": 0.5, "after": 1.0}
"""The part of the remaining room that is above the blocks."""


class FixedBlock(NamedTuple):
    """An element with a given height."""

    element: Element
    own_height: float

    def height(self, step: int) -> float:
        return self.own_height

    def can_shrink(self, step: int) -> bool:
        return False

    def placed(self, x: float, y: float, height: float, step: int) -> Element:
        """Return the element at its place."""
        transform = {"transform": f"translate({number(x)} {number(y)})"}
        return Element("g", transform, [self.element], self.element.at)


class TextBlock(NamedTuple):
    """A text area in a flow; its room has no fixed height."""

    element: Element
    text: AreaText
    room: TextRoom

    def size(self, step: int) -> float:
        """Return the size of the letters after a number of shrinking steps, in millimetres."""
        return max(self.room.floor, self.room.wanted - step * STEP_MM)

    def can_shrink(self, step: int) -> bool:
        return self.size(step) > self.room.floor + 1e-9

    def height(self, step: int) -> float:
        """Return the height of the block, from the top of its first capitals to below its last
        line.
        """
        font, size = self.text.font, self.size(step)
        lines = wrap(self.text.paragraphs, self.room.width / size, font.width("-"))
        return height_of(lines, font, self.room.leading) * size + 1e-4

    def placed(self, x: float, y: float, height: float, step: int) -> Element:
        """Return the element at its place, with its final height."""
        attributes = {
            **self.element.attributes,
            "x": number(x + self.element.number("x")),
            "y": number(y),
            "height": number(height),
        }
        if "min-font-size" in attributes:
            attributes["min-font-size"] = f"{self.size(step):.8f}"
        return replace(self.element, attributes=attributes)


Block = FixedBlock | TextBlock


def flow_group(element: Element) -> Element:
    """Return the group that holds the blocks of a flow."""
    attributes = {}
    for name, value in element.attributes.items():
        if name in ("transform", "opacity"):
            attributes[name] = value
    return Element("g", attributes, [], element.at)


def flow_blocks(setter: Typesetter, element: Element, style: Style) -> list[Element]:
    """Return the blocks of a flow at their places, their texts not yet set; text areas without text
    are left out. Raises SvgFault.
    """
    for name in element.attributes:
        if name not in _ATTRIBUTES and not name.startswith("data-"):
            raise SvgFault(say.FLOW_CANNOT(key=name), element.at, did_you_mean(name, _ATTRIBUTES))
    width, height = element.number("width"), element.number("height")
    gap = element.number("gap", _GAP_MM)
    if width <= 0 or height <= 0:
        raise SvgFault(say.FLOW_WITHOUT_SIZE(), element.at)
    DISPLAY_ALIGN.check("display-align", element)
    children = (_block(setter, child, style, width) for child in element.elements)
    blocks = [block for block in children if block is not None]
    gaps = gap * max(0, len(blocks) - 1)
    step = _steps_until_they_fit(blocks, height - gaps)
    heights = [block.height(step) for block in blocks]
    spare = height - gaps - math.fsum(heights)
    if spare < 0:
        _shorten_longest_text(blocks, heights, spare)
    share = _SHARES.get(element.get("display-align"), 0.0)
    x, y = element.number("x"), element.number("y") + share * max(spare, 0.0)
    placed = []
    for room, block in zip(heights, blocks, strict=True):
        placed.append(block.placed(x, y, room, step))
        y += room + gap
    return placed


def _steps_until_they_fit(blocks: Sequence[Block], height: float) -> int:
    """Count the steps by which texts shrink until all blocks fit, or none can shrink further."""
    step = 0
    while math.fsum(block.height(step) for block in blocks) > height + 1e-6:
        if not any(block.can_shrink(step) for block in blocks):
            break
        step += 1
    return step


def _shorten_longest_text(blocks: Sequence[Block], heights: list[float], spare: float) -> None:
    """Take the missing room from the longest text, which is the one to shorten."""
    texts = [place for place, block in enumerate(blocks) if isinstance(block, TextBlock)]
    if texts:
        longest = max(texts, key=lambda place: heights[place])
        heights[longest] = max(0.1, heights[longest] + spare)


def _block(setter: Typesetter, child: Element, style: Style, width: float) -> Block | None:
    """Read one block of a flow; None for a text area without text. Raises SvgFault if its height is
    unknown.
    """
    if child.tag != "textArea":
        return FixedBlock(child, _height_of(child))
    attributes = child.without("y", "height")
    attributes.setdefault("width", number(width - child.number("x")))
    area, own_style = replace(child, attributes=attributes), styled(child, style)
    # faults are recorded when it is set
    quiet = setter._replace(notes=CardNotes(setter.notes.card))
    text = read_text(quiet, area, own_style)
    if text is None or not any(text.paragraphs):
        return None
    wanted, floor = sizes_of(child, own_style)
    own_width = child.number("width", width - child.number("x"))
    room = TextRoom(own_width, 0.0, wanted, floor, child.number("line-height", LEADING))
    return TextBlock(area, text, room)


def _height_of(child: Element) -> float:
    """Read the height of a block other than a text. Raises SvgFault."""
    height = child.get("data-height") or child.get("height")
    if child.tag == "line" and not child.get("data-height"):
        height = child.get("stroke-width", "0.2")
    if not height:
        raise SvgFault(say.BLOCK_WITHOUT_HEIGHT(tag=child.tag), child.at)
    return parse_number(height, "height", child.at)
