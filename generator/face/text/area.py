"""A `<textArea>`: a rectangle in which a text wraps, and shrinks until it fits.

In: the element, with the card's text in it. Out: a group of placed text and icons, and a `Fit`.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import chain
from typing import NamedTuple

from generator.data.game import Part
from generator.data.problems import did_you_mean
from generator.data.saying import counted
from generator.data.units import PT_PER_MM
from generator.face import messages as say
from generator.face.faces import LINE_BREAK, is_ours
from generator.face.subset import WORDS
from generator.face.svg import Element, SvgFault
from generator.face.text.notes import Fit
from generator.face.text.placing import STROKE, placed
from generator.face.text.reading import content_of, read_text
from generator.face.text.sizing import Sized, TextRoom, sized
from generator.face.text.typesetter import INHERITED, Style, Typesetter, size_of

READABLE_PT = 7.0
LEADING = 1.2
ATTRIBUTES = {
    "id",
    "x",
    "y",
    "width",
    "height",
    "font-size",
    "min-font-size",
    "text-align",
    "display-align",
    "line-height",
    "max-lines",
    "font-family",
    "font-weight",
    "font-style",
    "fill",
    "style",
    "class",
    "transform",
    "opacity",
    "direction",
    "letter-spacing",
    "hyphens",
    "font-variant",
    "fill-opacity",
    "paint-order",
    *STROKE,
}
_NO_STYLE = {"id", "x", "y", "width", "height", "style", "class", "transform"}
_PROPERTIES = (ATTRIBUTES - _NO_STYLE) | set(INHERITED)


class Choice(NamedTuple):
    """Words that an attribute accepts: those that a message lists, synonyms, and the meanings of
    CSS words that it does not accept.
    """

    words: tuple[str, ...]
    also: tuple[str, ...]
    meant: dict[str, str]

    def check(self, name: str, element: Element) -> None:
        """Raise SvgFault for another word."""
        word = element.get(name)
        if not word or word in self.words or word in self.also:
            return
        meant = self.meant.get(word)
        raise SvgFault(
            say.NOT_ONE_OF(name=name, known=self.words, found=word),
            element.at,
            f"write '{meant}'" if meant else did_you_mean(word, self.words),
        )


DISPLAY_ALIGN = Choice(
    ("before", "center", "after"),
    ("auto",),
    {
        "middle": "center",
        "centre": "center",
        "top": "before",
        "start": "before",
        "bottom": "after",
        "end": "after",
    },
)
_CHOICES = {
    "text-align": Choice(
        ("start", "center", "end", "justify"),
        ("middle",),
        {"left": "start", "right": "end", "centre": "center", "justified": "justify"},
    ),
    "display-align": DISPLAY_ALIGN,
    "hyphens": Choice(("manual", "auto"), (), {"none": "manual"}),
    "font-variant": Choice(WORDS["font-variant"][:3], WORDS["font-variant"][3:], {}),
}


def set_area(setter: Typesetter, element: Element, style: Style) -> Element:
    """Set the text of an area. Raises SvgFault."""
    element = _with_own_style(setter, element)
    for name in element.attributes:
        if name not in ATTRIBUTES and not name.startswith("data-"):
            _note_unknown(setter, f"attribute '{name}'", name, ATTRIBUTES, element)
    for name, choice in _CHOICES.items():
        choice.check(name, element)
    room = room_of(element, style)
    text = read_text(setter, element, style)
    if text is None:
        return Element("g", {}, [], element.at)
    is_centred = element.get("text-align") in ("center", "middle")
    result = sized(text.paragraphs, text.font, room, is_centred)
    fit = _fit(setter, element, room, result)
    setter.notes.fits.append(fit)
    if fit.overflows:
        _note_overflow(setter, fit, _longest(result, room), element, room)
    elif fit.used_pt < READABLE_PT - 0.01 and fit.used_pt < fit.wanted_pt - 0.01:
        _note_small(setter, fit, element)
    group = placed(setter, element, style, text, result, room.leading)
    if fit.overflows:  # already reported, so that drawing need not report every line
        group.attributes["data-overflows"] = "yes"
    return group


def _with_own_style(setter: Typesetter, element: Element) -> Element:
    """Also take an area's attributes from its style attribute."""
    properties = element.style
    if not properties:
        return element
    for name, value in properties.items():
        is_said = value not in ("none", "normal", "0") and not name.startswith("-")
        if name not in _PROPERTIES and is_said:
            _note_unknown(setter, f"style '{name}'", name, _PROPERTIES, element)
    own = {}
    for name in properties:
        if name in ATTRIBUTES.difference(INHERITED):
            own[name] = properties[name]
    return Element(element.tag, {**element.attributes, **own}, element.children, element.at)


def _note_unknown(
    setter: Typesetter, what: str, name: str, known: Collection[str], element: Element
) -> None:
    message = say.AREA_CANNOT(key=what)
    setter.notes.fault(message, element.at, did_you_mean(name, known))


def room_of(element: Element, style: Style) -> TextRoom:
    """Read the room for a text. Raises SvgFault."""
    width, height = element.number("width"), element.number("height")
    if width <= 0 or height <= 0:
        raise SvgFault(say.AREA_WITHOUT_SIZE(), element.at)
    wanted, floor = sizes_of(element, style)
    if floor > wanted + 1e-6:
        raise SvgFault(
            say.MIN_FONT_TOO_LARGE(most=style["font-size"], found=element.get("min-font-size")),
            element.at,
        )
    if floor <= 0:
        raise SvgFault(say.TEXT_SIZE_NOT_ABOVE_ZERO(), element.at)
    leading = element.number("line-height", LEADING)
    if leading <= 0:
        raise SvgFault(say.BAD_LINE_HEIGHT(found=element.get("line-height")), element.at)
    return TextRoom(width, height, wanted, floor, leading, _most_lines(element))


def sizes_of(element: Element, style: Style) -> tuple[float, float]:
    """Read the wanted size of a text and its minimum size. Raises SvgFault."""
    wanted = size_of(style["font-size"], element)
    floor = element.get("min-font-size")
    return wanted, size_of(floor, element) if floor else wanted


def _most_lines(element: Element) -> int | None:
    most = element.number("max-lines", 1)
    if most < 1 or most != int(most):
        raise SvgFault(say.BAD_MAX_LINES(found=element.get("max-lines")), element.at)
    return int(most) if element.get("max-lines") else None


def _fit(setter: Typesetter, element: Element, room: TextRoom, result: Sized) -> Fit:
    name, card = element.get("id"), setter.notes.card
    return Fit(
        card.id,
        name,
        room.wanted * PT_PER_MM,
        result.size * PT_PER_MM,
        len(result.lines),
        result.too_high,
        result.too_wide,
        element.at,
        setter.notes.place_of(name) or card.place,
    )


def _longest(result: Sized, room: TextRoom) -> str:
    """Return the word that is wider than its area; empty if none is, or if everything has to fit on
    one line.
    """
    if result.too_wide <= 0 or room.most_lines == 1:
        return ""
    widest = max(chain.from_iterable(result.lines), key=lambda word: word.width)
    return widest.text if widest.width * result.size > room.width + 1e-6 else ""


def _called(setter: Typesetter, element: Element) -> str:
    """Name a text for a message: by its area's id or, in a part, whose ids the user has not seen,
    by its words.
    """
    if isinstance(setter.notes.card, Part):
        words = " ".join(content_of(element, setter).replace(LINE_BREAK, " ").split())
        return f"'{words[:40]}{'…' if len(words) > 40 else ''}'"
    name = element.get("id")
    return f"'{name}'" if name else "the text"


def _note_overflow(
    setter: Typesetter, fit: Fit, word: str, element: Element, room: TextRoom
) -> None:
    """Report a text that does not fit; `word` is the one that is wider than its area, if any."""
    much = []
    if fit.too_high_mm > 0:
        much.append(f"{fit.too_high_mm:.1f} mm too high")
    if fit.too_wide_mm > 0:
        much.append(f"{fit.too_wide_mm:.1f} mm too wide")
    size = f"{fit.used_pt:.3g} pt"
    if word:
        lines = f": the word '{word[:40]}' is too long at {size}, "
    elif fit.lines > 1 and not fit.too_high_mm:
        lines = f" in one line at {size}: "
    else:
        number = counted(fit.lines, "line")
        most = room.most_lines
        allowed = f", of {most} allowed" if most and fit.lines > most else ""
        lines = f": {number}{allowed} at {size}, "
    setter.notes.fault(
        say.TEXT_OVERFLOW(area=_called(setter, element), lines=lines, much=" and ".join(much)),
        fit.at,
        _ways_out(word, element),
        setter.notes.place_of(fit.field),
    )


def _ways_out(word: str, element: Element) -> str:
    """Suggest remedies for a text that does not fit."""
    divides = word and not element.get("hyphens")
    first = 'let hyphens="auto" divide it' if divides else "shorten the text"
    if is_ours(element.at):
        return first
    if element.get("min-font-size"):
        return f"{first} or give its area more room"
    return f"{first}, give its area more room, or let it shrink with min-font-size"


def _note_small(setter: Typesetter, fit: Fit, element: Element) -> None:
    """Warn about a text that is too small to read."""
    notes = setter.notes
    place = notes.place_of(fit.field)
    if place is None and is_ours(fit.at):
        place = notes.card.place
    message = say.TEXT_SMALL(
        area=_called(setter, element), used_pt=fit.used_pt, readable=READABLE_PT
    )
    notes.warn(message, fit.at, None, place)
