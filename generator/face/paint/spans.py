"""Texts as spans of one style, in visual order.

In: a text element. Out: `Span`s from left to right, each with its font, size and style; letters
that run from right to left are already set. Knows no operators.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from generator.data.geometry import Matrix, Point
from generator.face.bidi import levels_of, line_levels, stretches, turns
from generator.face.fonts import Font
from generator.face.paint.styles import Style
from generator.face.pictograms import Pictogram
from generator.face.shaping import Setting, divided, refusal, typeset
from generator.face.svg import Element, SvgFault

_EACH_WHITE = re.compile("[\t\r\n\u2028]")
_WHITE = re.compile("[ \t\r\n\u2028]+")  # without the no-break space
_UNSEEN_ENDS = " \u00a0"


@dataclass
class Span:
    """A stretch of a text element in one style. `moved` are the elements that begin with it."""

    text: str
    font: Font
    size: float
    spacing: float
    style: Style
    moved: tuple[Element, ...]
    pictogram: Pictogram | None = None  # shown in its place
    # of a stretch of a text that may run from right to left; its spacing is in it
    setting: Setting | None = None
    shift: tuple[float, float] = (0.0, 0.0)  # its offset, together with everything read after it

    @property
    def width(self) -> float:
        if self.setting is not None:
            return self.setting.width * self.size
        if self.pictogram is not None:
            spacing = self.spacing if self.text else 0.0
            return self.pictogram.advance * self.size + spacing
        return self.width_of(self.text) + self.spacing * len(self.text)

    def width_of(self, text: str) -> float:
        """Measure a text in its font and size, without the spacing of its letters."""
        if self.spacing:
            return self.font.spaced_width(text) * self.size
        return self.font.width(text) * self.size

    @property
    def is_anchored(self) -> bool:
        return any("x" in element.attributes or "y" in element.attributes for element in self.moved)

    def corners(self, x: float, y: float, ctm: Matrix) -> tuple[Point, ...]:
        """Return the corners of its capitals on the face, without surrounding spaces: the left
        ones, then the right ones, each from top to bottom.
        """
        shown = self.text if self.setting is None else self.setting.glyphs
        if self.pictogram is not None:
            shown = ""
        text = shown.strip(_UNSEEN_ENDS)
        before = shown[: len(shown) - len(shown.lstrip(_UNSEEN_ENDS))]
        left = x + self.font.width(before) * self.size + self.spacing * len(before)
        if self.setting is None:
            right = left + self.width_of(text) + self.spacing * (len(text) - 1)
        else:
            after = shown[len(before) + len(text) :]
            beyond = self.font.width(after) * self.size
            right = x + self.width - beyond - self.spacing * (len(after) + 1)
        top = y - self.font.cap_height * self.size
        return ctm.at(left, top), ctm.at(left, y), ctm.at(right, top), ctm.at(right, y)

    @property
    def shown_text(self) -> str:
        """Return its text without surrounding white space."""
        return self.text.strip(_UNSEEN_ENDS)


def collapsed(text: str, keeps_spaces: bool) -> str:
    """Return a text as SVG shows it: white space as spaces, collapsed unless it is kept, and
    without soft hyphens.
    """
    white = _EACH_WHITE if keeps_spaces else _WHITE
    return white.sub(" ", text).replace("\u00ad", "").replace("\u200b", "")


def collapse_spaces(spans: Sequence[Span]) -> None:
    """Collapse repeated spaces, across spans too, and remove those at both ends."""
    is_after_space = True
    for span in spans:
        if is_after_space:
            span.text = span.text.lstrip(" ")
        if span.text:
            is_after_space = span.text.endswith(" ")
    for span in reversed(spans):
        span.text = span.text.rstrip(" ")
        if span.text:
            break


def pictured(span: Span) -> Iterator[Span]:
    """Divide a span into letters and emoji."""
    moved = span.moved
    for text, emoji in span.font.pictured(span.text):
        if not emoji:
            yield replace(span, text=text, moved=moved)
        for pictogram in emoji:
            yield replace(span, text=pictogram.text, moved=moved, pictogram=pictogram)
            moved = ()
        moved = ()


def lines_of(spans: Sequence[Span]) -> Iterator[list[Span]]:
    """Divide spans into lines: each `x` or `y` begins one, with its own anchor."""
    line: list[Span] = []
    for span in spans:
        if line and span.is_anchored:
            yield line
            line = []
        line.append(span)
    if line:
        yield line


def in_visual_order(line: list[Span], is_forced: bool, element: Element) -> list[Span]:
    """Return the spans of a line from left to right: unchanged, or typeset in visual order if any
    may run from right to left. `is_forced` lets all of them run in the line's direction.

    Raises SvgFault for letters that cannot be set.
    """
    text = "".join(span.text for span in line)
    base = int(line[0].style["direction"] == "rtl")
    if not base and not turns(text):
        return line
    levels = [base] * len(text) if is_forced else line_levels(text, levels_of(text, base), base)
    owners: list[Span] = []
    shifts: list[tuple[float, float]] = []
    more: dict[int, list[Span]] = {}  # what an emoji is shown with beyond its first picture
    right = down = 0.0
    for number, span in enumerate(line):
        for moved in span.moved if number else ():
            right, down = right + moved.number("dx"), down + moved.number("dy")
        if span.pictogram is not None and owners and not span.text:
            more.setdefault(id(owners[-1]), []).append(span)
        elif span.pictogram is not None:  # one thing, whatever its characters are by themselves
            start, length = len(owners), len(span.text)
            levels[start : start + length] = [levels[start]] * length
        owners += [span] * len(span.text)
        shifts += [(right, down)] * len(span.text)
    cuts = [i for i in range(1, len(text)) if owners[i] is not owners[i - 1]]
    ordered: list[Span] = []
    for stretch in stretches(levels, cuts):
        span, shift = owners[stretch.start], shifts[stretch.start]
        if span.pictogram is None:
            words = divided(text, stretch.start, stretch.end)
            setting = _setting(span, words, stretch.is_leftward, element)
            own = text[stretch.start : stretch.end]
            ordered.append(replace(span, text=own, moved=(), setting=setting, shift=shift))
        else:
            emoji = (span, *more.get(id(span), ()))
            ordered += (replace(part, moved=(), shift=shift) for part in emoji)
    return ordered


def _setting(span: Span, words: str, is_leftward: bool, element: Element) -> Setting:
    refused = refusal(words, span.font)
    if refused:
        raise SvgFault(refused.said, element.at, refused.hint)
    spacing = span.spacing / span.size if span.size else 0.0
    return typeset(words, span.font, is_leftward, spacing)
