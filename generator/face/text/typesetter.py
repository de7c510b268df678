"""Everything the texts of one face are set with: the game's fonts, its quotes, its language and
icons.

In: styles as SVG has them. Out: fonts, sizes in millimetres, directions; faults are recorded at
their places.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from generator.data.game import Game
from generator.data.geometry import decimals
from generator.data.problems import Place, ProblemError, did_you_mean
from generator.data.quoting import curled_parts
from generator.data.styles import PLAIN, TextStyle
from generator.data.units import MM_PER_PT
from generator.face import messages as say
from generator.face.fonts import Font, FontBook, WeightError, parse_weight
from generator.face.shaping import lacking, refusal
from generator.face.svg import Element, SvgFault, parse_number, parse_style
from generator.face.text.icons import Icons
from generator.face.text.notes import CardNotes

Style = dict[str, str]

number = decimals(4)

INHERITED = (
    "font-family",
    "font-size",
    "font-weight",
    "font-style",
    "font-variant",
    "fill",
    "color",
    "text-anchor",
    "letter-spacing",
    "direction",
)
_STYLING = frozenset((*INHERITED, "style"))
BOLDER = {400: 700, 600: 900, 700: 900, 900: 900}
"""The weight of bold letters, by that of the surrounding ones."""
_DIRECTIONS = ("ltr", "rtl")
_SIZE_IN_PT = re.compile(r"(font-size\s*:\s*)([^;]*pt)")


def styled(element: Element, style: Style) -> Style:
    """Return the inherited style overridden by the element's own; its style attribute wins over
    other attributes.
    """
    if element.attributes.keys().isdisjoint(_STYLING):
        return style
    own = {name: element.attributes[name] for name in INHERITED if name in element.attributes}
    own |= {name: value for name, value in parse_style(element.get("style")) if name in INHERITED}
    return {**style, **own} if own else style


def size_of(text: str, element: Element) -> float:
    """Read a font size in millimetres: in points, or a plain number of millimetres. Raises
    SvgFault.
    """
    if text.strip().endswith("pt"):
        return parse_number(text.strip()[:-2], "font-size", element.at) * MM_PER_PT
    return parse_number(text, "font-size", element.at)


def in_mm(element: Element) -> dict[str, str]:
    """Return an element's attributes, with a text size in points converted to millimetres. Raises
    SvgFault.
    """
    attributes = element.attributes
    if "pt" in attributes.get("font-size", ""):
        size = number(size_of(attributes["font-size"], element))
        attributes = {**attributes, "font-size": size}
    if "pt" in attributes.get("style", ""):
        style = _SIZE_IN_PT.sub(
            lambda match: match[1] + number(size_of(match[2], element)), attributes["style"]
        )
        attributes = {**attributes, "style": style}
    return attributes


def direction_of(element: Element, style: Style) -> str:
    """Read the direction of a text: ltr, rtl, or empty. Raises SvgFault."""
    word = style.get("direction", "")
    if word and word not in _DIRECTIONS:
        raise SvgFault(say.NOT_A_DIRECTION(found=word), element.at, did_you_mean(word, _DIRECTIONS))
    return word


class LetterLook(NamedTuple):
    """How letters differ from the surrounding ones, because of marks in a text."""

    is_bold: bool = False
    is_italic: bool = False
    style: TextStyle = PLAIN


PLAIN_LOOK = LetterLook()


class Typesetter(NamedTuple):
    """Sets the texts of one face."""

    game: Game
    fonts: FontBook
    icons: Icons
    notes: CardNotes

    def font(self, style: Style, at: str, look: LetterLook = PLAIN_LOOK) -> Font | None:
        """Find the font of a text; None, which is reported, if there is none."""
        own = look.style
        try:
            weight = own.weight or parse_weight(style.get("font-weight", ""))
        except WeightError as fault:
            self.notes.fault(fault.said, at)
            return None
        if look.is_bold:
            weight = BOLDER[weight]
        is_slanted = own.is_italic or style.get("font-style", "") in ("italic", "oblique")
        # what that may be is looked at when it is drawn
        variant = style.get("font-variant", "normal")
        try:
            return self.fonts.find(
                style["font-family"],
                weight,
                is_slanted != look.is_italic,
                "" if variant == "normal" else variant,
            )
        except ProblemError as fault:
            for problem in fault.problems:
                self.notes.fault(problem.said, at, None, problem.place)
            return None

    def families(self, font: Font, text: str) -> str:
        """Name a font's family for a browser, followed by those with the emoji in a text."""
        if not any(shown for _, shown in font.pictured(text)):
            return font.family
        return ", ".join(dict.fromkeys((font.family, *self.fonts.in_colour)))

    def in_quotes(self, parts: list[str], style: Style) -> list[str]:
        """Put the quotes of the game's language into the parts of one text, if the font has
        them.
        """
        curled = curled_parts(parts, self.game.quoting)
        if curled == parts:
            return parts
        try:
            font = self.fonts.find(style["font-family"])
        except ProblemError:  # which is reported for the text itself
            return parts
        added = "".join(set("".join(curled)) - set("".join(parts)))
        return parts if any(one.missing(letters) for one, letters in font.runs(added)) else curled

    def check_glyphs(self, text: str, font: Font, field: str, at: str) -> None:
        """Report letters that a font cannot set, or lacks; `field` is the card's field that the
        text comes from, if any.
        """
        if plain := font.not_small(text):
            self._note_plain_capitals(font, plain, at)
        refused = refusal(text, font)
        if refused:
            place = self.notes.place_with_any(text, field)
            self.notes.fault(refused.said, at, refused.hint, place)
            return
        for lack in lacking(text, font):
            place = self.notes.place_with(lack.of, field)
            self.notes.fault(lack.said, at, lack.hint, place)

    def _note_plain_capitals(self, font: Font, letters: str, at: str) -> None:
        """Warn about letters that are printed unchanged, because their font has no small capitals
        for them.
        """
        self.notes.warn_once(say.NO_SMALL_CAPS(name=font.name, letters=letters[:20]), at)

    def word_with(self, mark: str) -> Place | None:
        """Return the place of the text under `words:` that contains a mark which no template filled
        in; None if there is none, or several.
        """
        words = self.game.root.get("words")
        if not words:
            return None
        places = [node.place for node in words.items.values() if mark in str(node.value)]
        return places[0] if len(places) == 1 else None
