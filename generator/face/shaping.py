"""Letters that depend on their neighbours: from a text that runs in one direction to placed glyphs.

In: a font and a text in reading order. Out: a `Setting`, its glyphs from left to right on paper.
HarfBuzz, which knows the font's own rules, joins Arabic letters and places marks over and under
Hebrew and Arabic letters. Lengths are in em.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from generator.data.saying import Said
from generator.face import messages as say
from generator.face.bidi import (
    UNSEEN,
    is_leftward,
    levels_of,
    line_levels,
    mirrored,
    stretches,
    turns,
)
from generator.face.fonts import HEBREW, OWN_CODES, SCRIPT_HINT, Font, script_not_set
from generator.face.opentype import OpenType
from generator.face.pictograms import EMOJI, Pictogram, is_emoji

_ARABIC = (
    "\u0610-\u061a\u0620-\u065f\u066e-\u06d3\u06d5-\u06dc\u06df-\u06e8\u06ea-\u06ef\u06fa-\u06ff"
    "\u0750-\u077f\u0870-\u08ff"
)
_JOINER = "\u200d"
# what HarfBuzz sets: Arabic letters with everything that may be between them, and Hebrew words
_SHAPED = re.compile(
    f"(?<![\u200c\u200d])(?=[\u200c\u200d]*[{_ARABIC}])[{_ARABIC}\u200c\u200d]+|[{HEBREW}]+"
)  # looked for at the beginning of a run alone: at each letter of a long one it would take for ever
_HAIR = 1e-6  # em
HIDDEN_EM = 0.03
"""The width of invisible letters: they are at the end of what shows them, so that no reader takes
them for another word.
"""
_HEBREW_LETTERS = re.compile("[\u05d0-\u05ea]")
_ARABIC_LETTERS = re.compile("[\u0620-\u064a\u066e-\u06d3]")
_FORMS = ((0xFB50, 0xFDFF), (0xFE70, 0xFEFC))
_BEHS = "\u0628\u0628"  # two letters that join in every font that joins any
EMOJI_HINT = (
    "put a colour font that has it into the game's folder, such as NotoColorEmoji.ttf, and name "
    "it under fonts: in cards.yaml;"
    " or draw an icon and write {name}"
)
SIGN_HINT = "use another character, a font that has it, or an icon, written {name}"
LETTER_HINT = "use another character, or a font that has it"


class Setting(NamedTuple):
    """A text as glyphs, from left to right. Each is identified by a character that its font shows
    in this form.

    `shifts` are their positions, from the left end of the baseline, x rightward and y upward; empty
    if each follows the previous one by its own width. `width` is the total.
    """

    glyphs: str
    width: float
    shifts: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True)
class Refusal:
    """Why a text cannot be set: the problem, what to do, and the characters at fault."""

    said: Said
    hint: str | None = None
    of: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "hint", self.hint or self.said.hint)


def refusal(text: str, font: Font) -> Refusal | None:
    """Return why a text cannot be set in a font, or None if it can. Missing single letters are not
    considered.
    """
    script = script_not_set(text)
    if script:
        return Refusal(say.SCRIPT_NOT_SET(script=script), SCRIPT_HINT)
    if not turns(text):
        return None
    for letters, name in ((_HEBREW_LETTERS, "Hebrew"), (_ARABIC_LETTERS, "Arabic")):
        used = "".join(dict.fromkeys(letters.findall(text)))
        if used and len(font.missing(used)) == len(used):
            message = say.NO_LETTERS_OF(
                name=font.name, script=name, letter=used[0], point=ord(used[0])
            )
            return Refusal(
                message, f"name a font that has {name} letters under fonts: in cards.yaml"
            )
    shaped = _SHAPED.search(text)
    if shaped is None:
        return None
    if _is_arabic(shaped[0]) and not font.missing(_BEHS) and not _joins(font.tables):
        message = say.NO_JOINING_FORMS(name=font.name)
        return Refusal(message)
    return None


def lacking(text: str, font: Font) -> Iterator[Refusal]:
    """Yield a report of each character, or each emoji, that is in neither a font nor the game's
    colour fonts.
    """
    letters = dict[str, None]()
    for part, pictograms in font.pictured(text):
        for character in () if pictograms else font.missing(part):
            if not character.isspace():
                letters[_emoji_around(character, part)] = None
    for shown in letters:
        codes = " ".join(f"U+{ord(each):04X}" for each in shown)
        hint = LETTER_HINT
        if is_emoji(shown):
            hint = EMOJI_HINT
        elif EMOJI.fullmatch(shown):
            hint = SIGN_HINT
        yield Refusal(say.NO_GLYPH(name=font.name, letters=shown, codes=codes), hint, shown)


def refusals(text: str, font: Font) -> Iterator[Refusal]:
    """Yield what a font cannot set: the text as a whole, or otherwise the letters it lacks."""
    refused = refusal(text, font)
    if refused is None:
        yield from lacking(text, font)
    else:
        yield refused


def _emoji_around(character: str, text: str) -> str:
    """Return the first emoji of a text that a character is part of, or the character itself."""
    for emoji in EMOJI.findall(text):
        if character in emoji:
            return str(emoji)
    return character


def measure(text: str, font: Font, is_spaced: bool = False, leftward: bool | None = None) -> float:
    """Measure a text as it will be set, in whichever direction; without the space after each letter
    if `is_spaced`.

    `leftward` is the direction of the whole text, if known.
    """
    if not leftward and not turns(text):
        return font.spaced_width(text) if is_spaced else font.width(text)
    parts = ((part, is_shaped and refusal(part, font) is None) for part, is_shaped in _parts(text))
    is_left = turns(text) if leftward is None else leftward
    return math.fsum(
        _advance(_set(part, font, is_shaped, is_left, leftward is None))
        for part, is_shaped in parts
    )


def typeset(
    text: str, font: Font, leftward: bool, spacing: float = 0.0, places: bool = False
) -> Setting:
    """Set a text that runs in one direction; `spacing` is added after each letter that does not
    join.

    `places` requests the shifts even if they are not needed. The text contains no emoji that are
    pictures. Raises ValueError if `refusal` has something to report.
    """
    parts = list(_parts(text))
    glyphs = list[_Glyph]()
    for part, is_shaped in reversed(parts) if leftward else parts:
        glyphs += _set(part, font, is_shaped, leftward, spacing=spacing)
    shown = "".join(glyph.character for glyph in glyphs)
    shifts: list[tuple[float, float]] = []
    kerns = font.kerns(shown)  # with which the file is written
    pen, plain, is_moved = 0.0, 0.0, places or bool(spacing)
    for number, glyph in enumerate(glyphs):
        shifts.append((pen + glyph.right, glyph.up))
        is_moved = is_moved or abs(pen + glyph.right - plain) > _HAIR or glyph.up != 0
        pen += glyph.advance
        plain += font.advance(glyph.character) + kerns.get(number, 0.0)
    return Setting(shown, pen, tuple(shifts) if is_moved or abs(pen - plain) > _HAIR else ())


def typeset_line(text: str, font: Font) -> Setting:
    """Set a line in one font by itself, in whichever direction. Anything that cannot be set
    properly is set letter by letter.
    """
    base = int(is_leftward(text))
    glyphs, shifts, pen = "", list[tuple[float, float]](), 0.0
    if refusal(text, font):
        return Setting(text, font.advance(text) + math.fsum(font.kerns(text).values()))
    for stretch in stretches(line_levels(text, levels_of(text, base), base)):
        part = typeset(text[stretch.start : stretch.end], font, stretch.is_leftward, places=True)
        glyphs += part.glyphs
        shifts += [(pen + right, up) for right, up in part.shifts]
        pen += part.width
    return Setting(glyphs, pen, tuple(shifts))


def laid_line(
    text: str, font: Font, leftward: bool | None = None
) -> tuple[list[tuple[float, Setting | Pictogram]], float]:
    """Set a line in one font with the emoji in it: return each part and each picture with its left
    end, and the total width.

    Letters run in their own direction, or all as `leftward` says.
    """
    pictured = list(font.pictured(text))
    if len(pictured) < 2 and not (pictured and pictured[0][1]):
        line = Setting(font.set(text), font.width(text))
        if leftward is not None:
            line = typeset(text, font, leftward)
        elif turns(text):
            line = typeset_line(text, font)
        return [(0.0, line)], line.width
    base = int(is_leftward(text) if leftward is None else leftward)
    levels = [base] * len(text)
    if leftward is None and turns(text):
        levels = line_levels(text, levels_of(text, base), base)
    pictures: dict[int, tuple[Pictogram, ...]] = {}
    cuts, at = set[int](), 0
    for part, shown in pictured:
        if shown:  # one thing, whatever its characters are by themselves
            levels[at : at + len(part)] = [levels[at]] * len(part)
            pictures[at] = shown
            cuts |= {at, at + len(part)}
        at += len(part)
    parts: list[tuple[float, Setting | Pictogram]] = []
    pen = 0.0
    for stretch in stretches(levels, cuts):
        for pictogram in pictures.get(stretch.start, ()):
            parts.append((pen, pictogram))
            pen += pictogram.advance
        if stretch.start not in pictures:
            words = text[stretch.start : stretch.end]
            setting = Setting(words, font.advance(words))
            if not refusal(words, font):
                setting = typeset(words, font, stretch.is_leftward)
            parts.append((pen, setting))
            pen += setting.width
    return parts, pen


def joins_on(before: str, after: str) -> bool:
    """Return whether two adjacent letters join: then they are shaped together, even across
    fonts.
    """
    return before in _joining()[0] and after in _joining()[1]


def divided(text: str, start: int, end: int) -> str:
    """Cut a part out of a text; if that separates two joined letters, an invisible joiner keeps the
    form of each.
    """
    before = _JOINER if _is_joined_at(text, start) else ""
    after = _JOINER if _is_joined_at(text, end) else ""
    return f"{before}{text[start:end]}{after}"


def _is_joined_at(text: str, place: int) -> bool:
    return 0 < place < len(text) and joins_on(text[place - 1], text[place])


@lru_cache(maxsize=1)
def _joining() -> tuple[frozenset[str], frozenset[str]]:
    """List the letters that join to the next one, and those that join to the previous one, by their
    Unicode presentation forms.
    """
    onward, back = {"\u0640", _JOINER}, {"\u0640", _JOINER}
    for first, last in _FORMS:
        for code in range(first, last + 1):
            form, *codes = unicodedata.decomposition(chr(code)).split() or [""]
            if len(codes) != 1:
                continue
            letter = chr(int(codes[0], 16))
            if form in ("<initial>", "<medial>"):
                onward.add(letter)
            if form in ("<final>", "<medial>"):
                back.add(letter)
    return frozenset(onward), frozenset(back)


def _parts(text: str) -> Iterator[tuple[str, bool]]:
    """Divide a text into what HarfBuzz sets and what is set letter by letter."""
    end = 0
    for match in _SHAPED.finditer(text):
        if match.start() > end:
            yield text[end : match.start()], False
        yield match[0], True
        end = match.end()
    if end < len(text):
        yield text[end:], False


def _set(
    part: str,
    font: Font,
    is_shaped: bool,
    leftward: bool,
    is_mixed: bool = False,
    spacing: float = 0.0,
) -> Iterator[_Glyph]:
    """Set a part of a text, from left to right on paper. If it `is_mixed`, only its Hebrew words
    run leftward.
    """
    if is_shaped:
        yield from _shaped(part, font, leftward, spacing)
    elif not leftward or is_mixed:
        yield from _rightward(part, font, spacing)
    else:
        for letters, shown in reversed(list(font.pictured(part))):
            yield from _pictures(shown, spacing)
            for character in "" if shown else _turned(letters):
                if character not in UNSEEN:
                    yield _Glyph(character, character, font.advance(character) + spacing, 0.0, 0.0)


def _pictures(shown: Iterable[Pictogram], spacing: float) -> Iterator[_Glyph]:
    """Make room for emoji."""
    for one in shown:
        advance = one.advance + spacing if one.text else one.advance
        yield _Glyph(one.text, one.text, advance, 0.0, 0.0)


def _rightward(text: str, font: Font, spacing: float) -> Iterator[_Glyph]:
    """Set letters one after the other, joined and kerned as in purely rightward text."""
    for part, shown in font.pictured(text):
        yield from _pictures(shown, spacing)
        letters = ""
        if not shown:
            letters = font.set(
                "".join(letter for letter in part if letter not in UNSEEN), bool(spacing)
            )
        kerns = font.kerns(letters)
        for number, letter in enumerate(letters):
            yield _Glyph(
                letter, letter, font.advance(letter) + kerns.get(number, 0.0) + spacing, 0.0, 0.0
            )


def _advance(glyphs: Iterable[_Glyph]) -> float:
    return math.fsum(glyph.advance for glyph in glyphs)


def _turned(text: str) -> Iterator[str]:
    """Reverse characters, mirroring brackets; accents stay after their letters."""
    for cluster in reversed(re.findall(r"(?s).[\u0300-\u036f]*", text)):
        yield mirrored(cluster[0])
        yield from cluster[1:]


# -- HarfBuzz


class _Glyph(NamedTuple):
    """A glyph by its character, the letters it stands for, its advance, and its offset from the
    pen. In em.
    """

    character: str
    said: str
    advance: float
    right: float
    up: float


def _is_arabic(text: str) -> bool:
    return re.search(f"[{_ARABIC}]", text) is not None


def _joins(tables: OpenType) -> bool:
    """Return whether a font has separate glyphs for joined letters."""
    alone = tables.nominal(_BEHS[0])
    return all(placed.glyph != alone for placed in tables.word(_BEHS, leftward=True))


def _shaped(text: str, font: Font, leftward: bool, spacing: float) -> Iterator[_Glyph]:
    """Set a word by its font's rules; spaced Hebrew letters are not joined, and Arabic letters are
    not spaced.
    """
    is_arabic = _is_arabic(text)
    is_apart = (bool(spacing) and not is_arabic) or font.variant == "none"
    for glyph in _shaped_in(text, font.tables, leftward, is_apart):
        wider = spacing if glyph.advance and not is_arabic else 0.0
        if not glyph.character:
            hidden = font.ttf.hidden(glyph.said)
            if hidden:
                yield glyph._replace(character=hidden)
            continue
        if glyph.character != glyph.said:
            font.ttf.called(ord(glyph.character) - OWN_CODES, glyph.said)
        yield glyph._replace(advance=glyph.advance + wider) if wider else glyph


def _shaped_in(text: str, tables: OpenType, leftward: bool, is_apart: bool) -> list[_Glyph]:
    """Set a word; glyphs without a character are invisible, but stand for letters that another
    glyph shows.
    """
    placed = tables.word(text, leftward, is_apart)
    starts = sorted({glyph.start for glyph in placed})
    letters_at = {
        start: text[start:end].strip("\u200c\u200d")
        for start, end in zip(starts, [*starts[1:], len(text)], strict=True)
    }
    shown: list[_Glyph] = []
    for start, group in groupby(placed, lambda glyph: glyph.start):
        letters = letters_at.pop(start, "")
        glyphs = [
            _Glyph(_character(each.glyph, letters, tables), "", each.advance, each.right, each.up)
            for each in group
        ]
        shown += _lettered(glyphs, letters, leftward)
    return shown


def _character(glyph: int, letters: str, tables: OpenType) -> str:
    """Return the character with which a glyph is shown: the letter with this default glyph, or a
    private-use code.
    """
    if len(letters) == 1 and glyph in (0, tables.nominal(letters)):
        return letters
    return chr(OWN_CODES + glyph)


def _lettered(glyphs: Sequence[_Glyph], letters: str, leftward: bool) -> list[_Glyph]:
    """Assign letters to some glyphs, from left to right, in the order in which they are read from
    the end.

    A glyph for several letters gets the last of them, and each of the others is added invisibly;
    marks on letters represent themselves.
    """
    bases, marks = glyphs, list[str]()
    if len(glyphs) > 1:
        bases = [glyph for glyph in glyphs if glyph.advance]
        marks = list(filter(unicodedata.combining, letters))
    count = len(letters) - len(marks)  # of letters that the base stands for
    is_joined = leftward and len(letters) > 1 and len(bases) == 1 and count > 0
    if not is_joined or len(glyphs) - 1 != len(marks):
        return [
            glyphs[0]._replace(said=letters),
            *(glyph._replace(said="") for glyph in glyphs[1:]),
        ]
    (base,) = bases
    at = glyphs.index(base)
    after = [sign._replace(right=sign.right + base.advance) for sign in glyphs[at + 1 :]]
    signs = [*glyphs[:at], *after]
    end = base.right + base.advance
    found: list[_Glyph] = []
    for letter in letters:
        if letter in marks:
            found.append(signs.pop()._replace(said=letter))
            continue
        count -= 1
        shown = base
        if count:
            hidden = len(letters) - len(marks) - count
            shown = _Glyph("", "", 0.0, end - HIDDEN_EM * hidden, 0.0)
        found.append(shown._replace(said=letter))
    *others, last = found
    moved = [glyph._replace(advance=0.0, right=glyph.right - base.advance) for glyph in others]
    return [last._replace(advance=base.advance), *reversed(moved)]
