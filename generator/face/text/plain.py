"""Plain `<text>`: placed by the template, with the quotes, fonts and direction that its letters
need.

In: a `<text>`. Out: the same for a browser and for drawing, sizes in millimetres.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import starmap

from generator.data.geometry import Box
from generator.data.problems import did_you_mean
from generator.face import messages as say
from generator.face.bidi import is_leftward
from generator.face.faces import LINE_BREAK
from generator.face.fonts import Font
from generator.face.svg import Element, SvgFault, parse_spacing, parse_style
from generator.face.text.typesetter import (
    Style,
    Typesetter,
    direction_of,
    in_mm,
    number,
    size_of,
    styled,
)

CENTRE = "data-centre"
SINGLE_BRACE = re.compile(
    r"(?<!\{)\{\s*((?:card|kind|game|palette|rules|rulings|tables|cards|words|components)\.\w[\w.\[\]]*)\s*\}?"
)
"""What looks like a template value with one brace missing."""
_OTHER_END = {"start": "end", "end": "start"}


def set_text(setter: Typesetter, element: Element, style: Style) -> Element:
    """Set a `<text>`. Raises SvgFault."""
    quoted = _quoted(setter, element, style)
    return _directed(setter, _in_fonts(setter, _centred(setter, quoted, style), style), style)


def _quoted(setter: Typesetter, element: Element, style: Style) -> Element:
    """Copy a text with straight quotes replaced by those of the game's language."""
    parts = list(_strings(element))
    curled = setter.in_quotes(parts, style)
    return element if curled == parts else _with_strings(element, iter(curled))


def _strings(element: Element) -> Iterator[str]:
    """Yield the strings in an element, in reading order."""
    for child in element.children:
        if isinstance(child, str):
            yield child
        else:
            yield from _strings(child)


def _with_strings(element: Element, strings: Iterator[str]) -> Element:
    """Copy an element with other strings in the same places."""
    return element.copied(
        element.attributes, lambda child: _with_strings(child, strings), lambda _: next(strings)
    )


def _in_fonts(setter: Typesetter, element: Element, style: Style) -> Element:
    """Check the letters of a text, and put those missing in its font into one that has them."""
    font = setter.font(style, element.at)
    if font is None:
        return _with_children(setter, element, style, font, in_mm(element))
    own = element.own_text
    for part_font, letters in font.runs(own):
        setter.check_glyphs(letters, part_font, element.get("id"), element.at)
    slip = SINGLE_BRACE.search(own)
    if slip:
        setter.notes.fault(say.BRACES_PRINTED(name=slip[0], slip_2=slip[1]), element.at)
    copy = _with_children(setter, element, style, font, in_mm(element))
    family = setter.families(font, own)
    if style["font-family"] == family:  # a browser does not know the game's own names
        return copy
    return replace(copy, attributes={**copy.attributes, "font-family": family})


def _with_children(
    setter: Typesetter,
    element: Element,
    style: Style,
    font: Font | None,
    attributes: dict[str, str],
) -> Element:
    children: list[Element | str] = []
    for child in element.children:
        if isinstance(child, Element):
            children.append(_in_fonts(setter, child, styled(child, style)))
        else:
            children += _runs(child, font, element.at)
    return Element(element.tag, attributes, children, element.at)


def _runs(text: str, font: Font | None, at: str) -> list[Element | str]:
    """Put the letters that a font lacks into a `<tspan>` of the font that has them."""
    runs = list(font.runs(text)) if font else []
    if len(runs) < 2:
        return [text]
    return [
        part if one is font else Element("tspan", {"font-family": one.family}, [part], at)
        for one, part in runs
    ]


def _centred(setter: Typesetter, element: Element, style: Style) -> Element:
    """Centre the visible part of a text with `data-centre="ink"` at x and y."""
    word = element.attributes.get(CENTRE)
    if word is None:
        return element
    if word != "ink":
        raise SvgFault(
            say.NOT_INK(key=CENTRE, found=word), element.at, did_you_mean(word, ("ink",))
        )
    if element.elements:
        raise SvgFault(say.CENTRE_WITH_PARTS(key=CENTRE, tag=element.elements[0].tag), element.at)
    attributes = element.without(CENTRE)
    size = size_of(style["font-size"], element)
    spacing = parse_spacing(style.get("letter-spacing", ""), size, element.at)
    ink = _ink_of(element, setter.font(style, element.at), spacing / size if size else 0.0)
    if ink is None:
        return Element(element.tag, attributes, element.children, element.at)
    box, width = ink
    attributes["x"] = number(element.number("x") + (width / 2 - box.centre.x) * size)
    attributes["y"] = number(element.number("y") - box.centre.y * size)
    attributes["text-anchor"] = "middle"
    if "text-anchor" in attributes.get("style", ""):
        properties = parse_style(attributes["style"])
        kept = (f"{key}: {value}" for key, value in properties if key != "text-anchor")
        attributes["style"] = "; ".join(kept)
    return Element(element.tag, attributes, element.children, element.at)


def _ink_of(element: Element, font: Font | None, spacing: float) -> tuple[Box, float] | None:
    """Return the box around the visible part of a text, from its start, and its width, in em; None
    if nothing is visible.
    """
    text = " ".join(element.text().replace(LINE_BREAK, " ").split(" ")).strip()
    boxes, pen = list[Box](), 0.0
    for part_font, part in font.runs(text) if font else ():
        box = part_font.ink(part, spacing)
        if box:
            boxes.append(box.moved(pen, 0.0))
        pen += part_font.width(part) + spacing * len(part)
    if not boxes:
        return None
    return Box.of_all(boxes), pen


def _directed(setter: Typesetter, element: Element, style: Style) -> Element:
    """Set the direction of a text without one by its letters; it stays where the template puts
    it.
    """
    has_direction = bool(direction_of(element, style))
    if has_direction or not is_leftward(element.text(), setter.game.language):
        return element
    swapped = _swapped(element)
    anchor = _OTHER_END.get(style.get("text-anchor", "start"), "middle")
    own = f"text-anchor: {anchor}; direction: rtl"
    before = swapped.get("style").rstrip("; ")
    whole = f"{before}; {own}" if before else own
    return replace(swapped, attributes={**swapped.attributes, "style": whole})


def _swapped(element: Element) -> Element:
    """Copy a text with start and end exchanged, including its content."""
    attributes = dict(element.attributes)
    if attributes.get("text-anchor") in _OTHER_END:
        attributes["text-anchor"] = _OTHER_END[attributes["text-anchor"]]
    if "text-anchor" in attributes.get("style", ""):
        properties = starmap(_swapped_property, parse_style(attributes["style"]))
        attributes["style"] = "; ".join(properties)
    return element.copied(attributes, _swapped)


def _swapped_property(name: str, value: str) -> str:
    if name == "text-anchor":
        value = _OTHER_END.get(value, value)
    return f"{name}: {value}"
