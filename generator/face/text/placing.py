"""Lines of a text area, placed on the face.

In: an area, and its text at the size at which it fits. Out: a group of `<text>` elements and icons.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain

from generator.data.styles import TextStyle
from generator.face.faces import is_ours
from generator.face.fonts import Font, parse_weight
from generator.face.svg import Element, view_box
from generator.face.text.lines import Line, baselines, justified, line_width, tallest
from generator.face.text.reading import AreaText
from generator.face.text.sizing import Sized
from generator.face.text.turning import begins_right, in_order
from generator.face.text.typesetter import BOLDER, Style, Typesetter, number
from generator.face.text.words import Fragment, are_turned

STROKE = ("stroke", "stroke-width", "stroke-opacity", "stroke-linejoin")
_PASSED_ON = ("transform", "opacity", "fill-opacity", "paint-order", *STROKE)
_OF_STYLE = ("font-weight", "font-style", "font-variant", "fill")
_NEUTRAL = (("text-anchor", "start"), ("letter-spacing", "0"), ("direction", "ltr"))
"""The attributes of placed text if the surrounding style differs."""
_SHARES = {"center": 0.5, "middle": 0.5, "end": 1.0}
"""The share of the room beside a line that is before it, by `text-align`."""


def placed(
    setter: Typesetter,
    element: Element,
    style: Style,
    text: AreaText,
    result: Sized,
    leading: float,
) -> Element:
    """Return the group that shows the text of an area."""
    x, width = element.number("x"), element.number("width")
    size, lines = result.size, result.lines
    if element.get("stroke"):
        style = {**style, "stroke": element.get("stroke")}
    if element.get("text-align") == "justify":
        lines = justified(text.paragraphs, lines, width / size)
    group = Element("g", _attributes(setter, element, style, text.font, result), [], element.at)
    placer = _Placer(setter, group, style, size)
    rises = baselines(lines, leading)
    first = _first_baseline(element, text.font, result, rises[-1])
    share = _SHARES.get(element.get("text-align"), 0.0)
    # the tool's own templates are laid out from left to right in every language
    is_own = is_ours(element.at)
    for line, rise in zip(lines, rises, strict=True):
        before = 1.0 - share if begins_right(line) and not is_own else share
        left = x + (width - line_width(line) * size) * before
        placer.line(line, left, first + rise * size)
    return group


def _first_baseline(element: Element, font: Font, result: Sized, last_rise: float) -> float:
    """Return the position of the first line, by `display-align`; `last_rise` is how far the last
    one is below it, in em.
    """
    size, height = result.size, element.number("height")
    first = font.cap_height * tallest(result.lines[:1])
    block = last_rise * size + first * size
    room = height - block - font.descent * size
    align = element.get("display-align")
    down = 0.0
    if align == "after":
        down = max(room, 0.0)
    elif align == "center":
        middle = (height - block) / 2
        down = min(middle, room) if room >= 0 else middle
    return element.number("y") + down + first * size


def _attributes(
    setter: Typesetter, element: Element, style: Style, font: Font, result: Sized
) -> dict[str, str]:
    """Return the attributes of the group around an area's text."""
    letters, tracking = "", None
    for word in chain.from_iterable(result.lines):
        for piece in word.pieces:
            if tracking is None:
                tracking = piece.tracking
            if not piece.is_icon:
                letters += piece.text
    attributes = {name: value for name, value in element.attributes.items() if name in _PASSED_ON}
    attributes |= {"font-family": setter.families(font, letters), "font-size": number(result.size)}
    attributes |= {name: style[name] for name in _OF_STYLE if name in style}
    for name, neutral in _NEUTRAL:
        if style.get(name, neutral) != neutral:
            attributes[name] = neutral
    if tracking:
        attributes["letter-spacing"] = number(tracking * result.size)
    return attributes


@dataclass
class _Placer:
    """Places lines in a group, in a style and a size."""

    setter: Typesetter
    group: Element
    style: Style
    size: float

    def line(self, line: Line, x: float, y: float) -> None:
        """Add one line: adjacent pieces in one style become one `<text>`, with icons between
        them.
        """
        if are_turned(line):
            self.turned_line(line, x, y)
            return
        open_text: Element | None = None
        look: object = None
        for place, word in enumerate(line):
            if place:
                x += word.gap * self.size
            joint = " " if place and word.space else ""
            for index, piece in enumerate(word.pieces):
                if piece.is_icon:
                    self.group.children.append(self.icon(piece, x, y))
                    open_text = None
                else:
                    letters = piece.text
                    if word.hyphen and word is line[-1] and piece is word.pieces[-1]:
                        letters += "-"
                    begins = index == 0 and word.is_spread
                    if open_text is None or begins or look != _look_of(piece):
                        open_text, look = self.text(piece, letters, x, y), _look_of(piece)
                    else:
                        open_text.children[0] = f"{open_text.children[0]}{joint}{letters}"
                joint = ""
                x += piece.width * self.size

    def turned_line(self, line: Line, x: float, y: float) -> None:
        """Add one line that may run from right to left: each part in its place, with its text in
        reading order.
        """
        for part in in_order(line):
            if part.piece.is_icon:
                self.group.children.append(self.icon(part.piece, x + part.x * self.size, y))
            elif part.text:
                start = part.x + part.width if part.is_leftward else part.x
                text = self.text(part.piece, part.text, x + start * self.size, y)
                text.attributes["direction"] = "rtl" if part.is_leftward else "ltr"
                text.attributes["unicode-bidi"] = "bidi-override"

    def text(self, piece: Fragment, letters: str, x: float, y: float) -> Element:
        """Add a `<text>` at a point, in the style of a piece."""
        attributes = {"x": number(x), "y": number(y)}
        self.add_weight(piece, attributes)
        own = piece.style
        if own.colour:
            attributes["fill"] = own.colour
        if own.size != 1.0:
            attributes["font-size"] = number(self.size * own.size)
        plain = self.setter.fonts.find(self.style["font-family"])
        if plain.others and piece.font.family != plain.family:  # which lacks the letters
            attributes["font-family"] = piece.font.family
        text = Element("text", attributes, [letters], self.group.at)
        self.group.children.append(text)
        return text

    def add_weight(self, piece: Fragment, attributes: dict[str, str]) -> None:
        """Set the weight and slant of a piece, if they differ from those around it."""
        own, style = piece.style, self.style
        if piece.is_bold or own.weight:
            weight = own.weight or parse_weight(style.get("font-weight", ""))
            attributes["font-weight"] = str(BOLDER[weight] if piece.is_bold else weight)
        if piece.is_italic or own.is_italic:
            is_slanted = own.is_italic or style.get("font-style") == "italic"
            attributes["font-style"] = "italic" if is_slanted != piece.is_italic else "normal"

    def icon(self, piece: Fragment, x: float, y: float) -> Element:
        """Return an icon whose left end is at a point of the baseline, in the middle of its
        capitals.
        """
        icon = self.setter.icons.find(piece.text)
        assert icon is not None, "read before, with its width"
        height = self.size * piece.style.size
        top = y - piece.font.cap_height * height / 2 - height / 2
        attributes = {
            "x": number(x),
            "y": number(top),
            "width": number(self.size * piece.width),
            "height": number(height),
            "viewBox": " ".join(f"{side:g}" for side in view_box(icon.root)),
        }
        colour = piece.style.colour or self.style.get("fill")
        if colour:
            attributes["color"] = colour
        if "stroke" in self.style:  # an outline of letters would be much wider here
            attributes["stroke"] = "none"
        href = f"icons/{piece.text}.svg"
        return Element("svg", attributes, icon.inside, self.group.at, True, icon.source, href)


def _look_of(piece: Fragment) -> tuple[bool, bool, TextStyle, str]:
    return piece.is_bold, piece.is_italic, piece.style, piece.font.family
