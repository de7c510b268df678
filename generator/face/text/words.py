"""Words of a text: pieces that stay together, each in one font and style.

In: parts of text in a font. Out: a `Paragraph` of `Word`s, divided at spaces, after dashes and
slashes and at soft hyphens. Lengths are in em of the text's size.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from generator.data.styles import PLAIN, TextStyle
from generator.face.bidi import ICON
from generator.face.fonts import Font
from generator.face.hyphens import SOFT_HYPHEN, hyphenated
from generator.face.shaping import measure

_ZERO_WIDTH = "\u200b"
# except before a mark or within « » where it is wanted
_SPACE = r"(?<!^«)(?<!\s«)[ \t\r\n]+(?![;:!?](?!\w))(?!»(?!\w))"
_BETWEEN_WIDE_LETTERS = (  # those of Chinese and Japanese
    r"(?<=[\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uff01-\uff60、。])(?<![「『（〔【《〈])"
    r"(?=[\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff「『（〔【《〈])(?![ぁぃぅぇぉっゃゅょァィゥェォッャュョー・])"
)
FIRST_WIDE_LETTER = "\u3001"
_AFTER_DASH_OR_HYPHEN = r"(?<=\w[-–—/])(?=\w)|\u00ad|\u200b"


def breaks_in(text: str, also: str) -> Iterator[re.Match[str]]:
    """Find possible line breaks: at spaces, between Chinese or Japanese letters, and where the
    pattern `also` matches.
    """
    has_wide_letters = not text.isascii() and max(text) >= FIRST_WIDE_LETTER
    return _breaks(also, has_wide_letters).finditer(text)


@lru_cache
def _breaks(also: str, has_wide_letters: bool) -> re.Pattern[str]:
    """Compile the pattern of `breaks_in`. Sets of wide letters take long, and most games have no
    such letters.
    """
    patterns = [_SPACE, _BETWEEN_WIDE_LETTERS, also] if has_wide_letters else [_SPACE, also]
    return re.compile("|".join(patterns))


class Fragment(NamedTuple):
    """A part of a text in one style, or an icon (then `text` is its name). `width` in em of the
    area's size.
    """

    text: str
    font: Font
    is_bold: bool
    is_italic: bool
    width: float
    is_icon: bool = False
    tracking: float = 0.0  # space after each letter, in em; included in the width
    style: TextStyle = (
        PLAIN  # differences from the surrounding letters; the size is included in the width
    )


@dataclass
class Word:
    """Pieces that stay together. `space` is the width of the space before it in em, 0 if there is
    none.
    """

    pieces: list[Fragment] = field(default_factory=list)
    space: float = 0.0
    hyphen: bool = False  # a soft hyphen follows: visible only at a line break
    is_spread: bool = False  # the space before it is wider than its font's, as in a justified line
    is_leftward: bool = False  # its paragraph begins at the right
    # levels of its characters and the space before it, if its paragraph may run from right to left
    levels: tuple[int, ...] = ()
    kern: float = 0.0  # how much closer (below 0) it is to the previous word, on the same line

    @property
    def width(self) -> float:
        return math.fsum(piece.width for piece in self.pieces)

    @property
    def gap(self) -> float:
        """Return its distance from the previous word, on the same line."""
        return self.space + self.kern

    @property
    def text(self) -> str:
        """Return its characters in reading order, an icon counting as one."""
        return "".join(ICON if piece.is_icon else piece.text for piece in self.pieces)


Paragraph = list[Word]


def style_of(piece: Fragment) -> object:
    """Return the key that fragments must share to be one text; icons and gaps share none."""
    if piece.is_icon or not piece.text:
        return id(piece)
    return (piece.font, piece.is_bold, piece.is_italic, piece.style)


class WordBuilder:
    """Combines pieces into words; `tracking` is added after each letter, in em, and words are
    divided by the rules of `language`, None for not at all.
    """

    def __init__(self, tracking: float = 0.0, language: str | None = None) -> None:
        self.language = language
        self.words: Paragraph = []
        self.tracking = tracking
        self.space = 0.0
        self.is_open = False

    def piece(self, piece: Fragment) -> None:
        if not self.is_open:
            before = self.words[-1].pieces[-1] if self.words else None
            kern = 0.0 if before is None else kern_between(before, piece, bool(self.space))
            self.words.append(Word([], self.space, kern=kern))
            self.is_open, self.space = True, 0.0
        self.words[-1].pieces.append(piece)

    def text(
        self, text: str, font: Font, is_bold: bool, is_italic: bool, style: TextStyle = PLAIN
    ) -> None:
        if self.language is not None:
            text = hyphenated(text, self.language)
        end = 0
        for match in breaks_in(text, _AFTER_DASH_OR_HYPHEN):
            self.chunk(text[end : match.start()], font, is_bold, is_italic, style)
            if match[0] == SOFT_HYPHEN and self.words and self.is_open:
                self.words[-1].hyphen = True
            elif match[0] and match[0] != _ZERO_WIDTH:
                self.space = font.width(" ") * style.size + self.tracking
            self.is_open = False
            end = match.end()
        self.chunk(text[end:], font, is_bold, is_italic, style)

    def chunk(
        self, text: str, font: Font, is_bold: bool, is_italic: bool, style: TextStyle
    ) -> None:
        if not text:
            return
        piece = Fragment(
            text,
            font,
            is_bold,
            is_italic,
            self.width(text, font, style),
            tracking=self.tracking,
            style=style,
        )
        if self.is_open and style_of(last := self.words[-1].pieces[-1]) == style_of(
            piece
        ):  # an escape was between them
            self.words[-1].pieces[-1] = last._replace(
                text=last.text + text, width=self.width(last.text + text, font, style)
            )
        else:
            self.piece(piece)

    def width(self, text: str, font: Font, style: TextStyle) -> float:
        return measure(text, font, bool(self.tracking)) * style.size + self.tracking * len(text)


def kern_between(before: Fragment, after: Fragment, is_apart: bool) -> float:
    """Return how much closer two words are than the widths of their letters and the space between
    them.
    """
    if style_of(before) != style_of(after):
        return 0.0
    font, share = before.font, before.style.size
    if not is_apart and not before.tracking:  # their letters may join
        return (
            font.width(before.text + after.text) - font.width(before.text) - font.width(after.text)
        ) * share
    last, first = font.set(before.text)[-1], font.set(after.text)[0]
    return (
        font.kern(f"{last} ") + font.kern(f" {first}") if is_apart else font.kern(last + first)
    ) * share


def are_turned(words: Iterable[Word]) -> bool:
    """Return whether any of some words may run from right to left."""
    return any(word.levels for word in words)
