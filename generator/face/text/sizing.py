"""The size at which a text fits its area.

In: paragraphs, and the available room. Out: the largest size between the wanted one and the floor
at which they fit, and the lines. Sizes and lengths are in millimetres.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from generator.data.units import MM_PER_PT
from generator.face.fonts import Font
from generator.face.text.lines import Line, balanced, baselines, line_width, tallest, wrap
from generator.face.text.words import Paragraph

STEP_MM = 0.25 * MM_PER_PT
_CLOSE = 1e-6
_SKIPPED_FROM = 20  # steps of shrinking


class TextRoom(NamedTuple):
    """The room for a text: the sizes between which it may shrink, the distance of its lines, in em,
    and their maximum number, None for any.
    """

    width: float
    height: float
    wanted: float
    floor: float
    leading: float
    most_lines: int | None = None


class Sized(NamedTuple):
    """A text at the size at which it fits, or at the floor."""

    size: float
    lines: list[Line]
    too_high: float = 0.0
    too_wide: float = 0.0


def sized(
    paragraphs: list[Paragraph], font: Font, room: TextRoom, is_centred: bool = False
) -> Sized:
    """Find the largest size at which a text fits; lines of centred text are evened out."""
    hyphen = font.width("-")
    size = _largest(paragraphs, room)
    is_sized = tallest(paragraphs) > 1.0
    while True:
        lines = wrap(paragraphs, room.width / size, hyphen)
        if is_sized:
            needed = height_of(lines, font, room.leading) * size
        else:
            needed = (len(lines) - 1) * room.leading * size + _line_height(font) * size
        too_high = max(0.0, needed - room.height)
        if room.most_lines:
            too_high = max(too_high, (len(lines) - room.most_lines) * room.leading * size)
        too_wide = max((line_width(line) * size - room.width for line in lines), default=0.0)
        if too_high <= _CLOSE and too_wide <= _CLOSE:
            return Sized(size, balanced(paragraphs, lines, hyphen) if is_centred else lines)
        if size <= room.floor + 1e-9:
            if len(paragraphs) == 1 and _has_room_for_one_line(lines, needed, size, room):
                # so a shorter line would help
                too_wide = line_width(paragraphs[0]) * size - room.width
                too_high = _line_height(font) * size - room.height
            return Sized(size, lines, _over(too_high), _over(too_wide))
        size = max(room.floor, size - STEP_MM)


def height_of(lines: list[Line], font: Font, leading: float) -> float:
    """Measure lines from the top of the first capitals to below the last line, in em."""
    ends = font.cap_height * tallest(lines[:1]) + font.descent * tallest(lines[-1:])
    return baselines(lines, leading)[-1] + ends


def _line_height(font: Font) -> float:
    return font.cap_height + font.descent


def _largest(paragraphs: list[Paragraph], room: TextRoom) -> float:
    """Return a size above which none needs to be tried, because text taller than its area does not
    fit, nor do words that fill it alone.
    """
    if room.height <= 0:
        return room.wanted
    size = max(room.floor, min(room.wanted, 2 * room.height))
    words = math.fsum(word.width for paragraph in paragraphs for word in paragraph)
    if words <= 0 or room.width <= 0:
        return size
    leading, per_line = room.leading, words * room.leading / room.width
    root = math.sqrt(leading * leading + 4 * per_line * room.height)
    largest = 1.1 * (leading + root) / (2 * per_line)
    skipped = int((size - largest) / STEP_MM)
    return max(room.floor, size - skipped * STEP_MM) if skipped > _SKIPPED_FROM else size


def _has_room_for_one_line(lines: list[Line], needed: float, size: float, room: TextRoom) -> bool:
    """Return whether a text of several lines only has room for one."""
    if len(lines) < 2:
        return False
    return room.most_lines == 1 or room.height < needed - (len(lines) - 2) * room.leading * size


def _over(length: float) -> float:
    """Return how much something is too long; 0 for rounding errors."""
    return length if length > _CLOSE else 0.0
