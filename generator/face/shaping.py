"""Letters that depend on their neighbours: from a stretch of text that runs one way to glyphs, each
at its place.

In: a font and a stretch as it is read. Out: a `Setting`, its glyphs from left to right as they
stand on paper. Arabic letters are joined, and the signs over and under Hebrew and Arabic letters
put in their places, by HarfBuzz, which comes with the extra `emporium-pnp[rtl]` and knows the
font's own rules. All else is set here: Hebrew without points by the font's ligatures and pairs,
read by us, so that it is the same with the extra and without. Lengths are in em.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

from generator.data.opening import read_file
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
from generator.face.outlines import MOST_FONT
from generator.face.pictograms import EMOJI, Pictogram, is_emoji

_ARABIC = "\u0610-\u061a\u0620-\u065f\u066e-\u06d3\u06d5-\u06dc\u06df-\u06e8\u06ea-\u06ef\u06fa-\u06ff\u0750-\u077f\u0870-\u08ff"
_HEBREW, _POINT = (
    "\u0591-\u05f2\ufb1d-\ufb4f",
    "[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\ufb1e]",
)
_JOINER = "\u200d"
# what HarfBuzz sets: Arabic letters with all that may stand between them, and Hebrew words that
# have points
_SHAPED = re.compile(
    f"(?<![\u200c\u200d])(?=[\u200c\u200d]*[{_ARABIC}])[{_ARABIC}\u200c\u200d]+|(?<![{_HEBREW}])(?=[{_HEBREW}]*?{_POINT})[{_HEBREW}]+"
)  # looked for at the beginning of a run alone: at each letter of a long one it would take for ever
_HEBREW_WORD = re.compile(f"[{HEBREW}]+")
_WORDS = re.compile(f"[{HEBREW}]+|[^{HEBREW}]+")
_HAIR = 1e-6  # em
HIDDEN_EM = 0.03
"""How wide letters are that nobody sees: they stand at the end of what shows them, so that no
reader takes them for another word.
"""
_HEBREW_LETTERS, _ARABIC_LETTERS = (
    re.compile("[\u05d0-\u05ea]"),
    re.compile("[\u0620-\u064a\u066e-\u06d3]"),
)
_FORMS = ((0xFB50, 0xFDFF), (0xFE70, 0xFEFC))
_BEHS = "\u0628\u0628"  # two letters that join in every font that joins any
EMOJI_HINT = (
    "put a font in colour that has it into the game's folder, such as NotoColorEmoji.ttf, and name "
    "it under fonts: in cards.yaml;"
    " or draw an icon and write {name}"
)
SIGN_HINT = "use another character, a font that has it, or an icon, written {name}"
LETTER_HINT = "use another character, or a font that has it"


@dataclass(frozen=True)
class Setting:
    """A stretch of text as glyphs, from left to right. Each is named by a character that its font
    shows so.

    `shifts` are where they stand, from the left end of the baseline, x rightward and y upward; none
    where each stands after the one before by its own width. `width` is that of all.
    """

    glyphs: str
    width: float
    shifts: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True)
class Refusal:
    """Why a text cannot be set: the code of the problem, what it says, what to do, and the
    characters at fault.
    """

    code: str
    message: str
    hint: str
    of: str = ""


def refusal(text: str, font: Font) -> Refusal | None:
    """Return why a text cannot be set in a font, or None if it can. Single letters that the font
    lacks are not looked for.
    """
    script = script_not_set(text)
    if script:
        return Refusal(
            "script-not-set", f"this text is in {script}: that cannot be printed yet", SCRIPT_HINT
        )
    if not turns(text):
        return None
    for letters, name in ((_HEBREW_LETTERS, "Hebrew"), (_ARABIC_LETTERS, "Arabic")):
        used = "".join(dict.fromkeys(letters.findall(text)))
        if used and len(font.missing(used)) == len(used):
            message = (
                f"the font {font.name} has no {name} letters, such as '{used[0]}' "
                f"(U+{ord(used[0]):04X})"
            )
            return Refusal(
                "missing-glyph",
                message,
                f"name a font that has {name} letters under fonts: in cards.yaml",
            )
    shaped = _SHAPED.search(text)
    if shaped is None:
        return None
    is_arabic = _is_arabic(shaped[0])
    if not _has_harfbuzz():
        what = "Arabic letters, which join" if is_arabic else "Hebrew letters with points"
        return Refusal(
            "script-not-set",
            f"this text has {what}: that needs a part which is not installed",
            _install_hint(),
        )
    if is_arabic and not font.missing(_BEHS) and not _joins(font.path, font.key):
        message = f"the font {font.name} has Arabic letters, but not the forms in which they join"
        return Refusal("script-not-set", message, "use a font made for Arabic")
    return None


def lacking(text: str, font: Font) -> Iterator[Refusal]:
    """Yield what says of each character, or each emoji, that neither a font nor the game's fonts in
    colour have it.
    """
    seen: set[str] = set()
    for part, shown in font.pictured(text):
        for character in font.missing(part) if not shown else ():
            said = next(
                (emoji for match in EMOJI.finditer(part) if character in (emoji := match[0])),
                character,
            )
            if not character.isspace() and said not in seen:
                seen.add(said)
                codes = " ".join(f"U+{ord(each):04X}" for each in said)
                hint = LETTER_HINT
                if is_emoji(said):
                    hint = EMOJI_HINT
                elif EMOJI.fullmatch(said):
                    hint = SIGN_HINT
                yield Refusal(
                    "missing-glyph", f"the font {font.name} has no '{said}' ({codes})", hint, said
                )


def measure(text: str, font: Font, is_spaced: bool = False, leftward: bool | None = None) -> float:
    """Measure a text as it will be set, whichever way it runs; without what is put after each
    letter where `is_spaced`.

    `leftward` says which way all of it runs, where that is known.
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
    """Set a stretch that runs one way; `spacing` is put after each letter that does not join.

    `places` asks for the shifts even where there is no need for them. The stretch has no emoji in
    it that are pictures. Raises ValueError where `refusal` has something to say.
    """
    parts = list(_parts(text))
    glyphs = [
        glyph
        for part, is_shaped in (reversed(parts) if leftward else parts)
        for glyph in _set(part, font, is_shaped, leftward, spacing=spacing)
    ]
    shown = "".join(glyph.character for glyph in glyphs)
    shifts: list[tuple[float, float]] = []
    kerns = font.kerns(shown)  # which the file is written with
    pen, plain, is_moved = 0.0, 0.0, places or bool(spacing)
    for number, glyph in enumerate(glyphs):
        shifts.append((pen + glyph.right, glyph.up))
        is_moved = is_moved or abs(pen + glyph.right - plain) > _HAIR or glyph.up != 0
        pen += glyph.advance
        plain += font.advance(glyph.character) + kerns.get(number, 0.0)
    return Setting(shown, pen, tuple(shifts) if is_moved or abs(pen - plain) > _HAIR else ())


def typeset_line(text: str, font: Font) -> Setting:
    """Set a line in one font by itself, whichever way it runs. What cannot be set right is set
    letter by letter.
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
    """Set a line in one font with the emoji in it: each stretch and each picture with the place of
    its left end, and the width of all.

    Letters run as they do by themselves, or all as `leftward` says.
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
    found: list[tuple[float, Setting | Pictogram]] = []
    pen = 0.0
    for stretch in stretches(levels, cuts):
        for one in pictures.get(stretch.start, ()):
            found.append((pen, one))
            pen += one.advance
        if stretch.start not in pictures:
            words = text[stretch.start : stretch.end]
            setting = (
                Setting(words, font.advance(words))
                if refusal(words, font)
                else typeset(words, font, stretch.is_leftward)
            )
            found.append((pen, setting))
            pen += setting.width
    return found, pen


def joins_on(before: str, after: str) -> bool:
    """Return whether two adjacent letters join: then they are shaped together, even across
    fonts.
    """
    return before in _joining()[0] and after in _joining()[1]


def divided(text: str, start: int, end: int) -> str:
    """Cut a piece out of a text; where that parts two joined letters, an invisible joiner keeps
    each in its form.
    """
    before = (
        _JOINER if start and start < len(text) and joins_on(text[start - 1], text[start]) else ""
    )
    after = _JOINER if 0 < end < len(text) and joins_on(text[end - 1], text[end]) else ""
    return f"{before}{text[start:end]}{after}"


@lru_cache(maxsize=1)
def _joining() -> tuple[frozenset[str], frozenset[str]]:
    """List the letters that join to the next one, and those that join to the one before, by the
    forms that Unicode has of them.
    """
    onward, back = {"\u0640", _JOINER}, {"\u0640", _JOINER}
    for first, last in _FORMS:
        for code in range(first, last + 1):
            form, *codes = unicodedata.decomposition(chr(code)).split() or [""]
            letters = "".join(chr(int(each, 16)) for each in codes)
            if len(letters) == 1 and form in ("<initial>", "<medial>"):
                onward.add(letters)
            if len(letters) == 1 and form in ("<final>", "<medial>"):
                back.add(letters)
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
    """Set a part of a text, from left to right as it stands on paper. Where it `is_mixed`, only its
    Hebrew words run leftward.
    """
    if is_shaped:
        yield from _shaped(part, font, leftward)
    elif not leftward:
        yield from _rightward(part, font, spacing)
    else:
        words = [(word, _HEBREW_WORD.fullmatch(word) is not None) for word in _WORDS.findall(part)]
        for word, is_hebrew in reversed(words):
            if is_hebrew:
                yield from _hebrew(word, font, spacing)
            elif is_mixed:
                yield from _rightward(word, font, spacing)
            else:
                for letters, shown in reversed(list(font.pictured(word))):
                    yield from _pictures(shown, spacing)
                    for character in "" if shown else _turned(letters):
                        if character not in UNSEEN:
                            yield _Glyph(
                                character, character, font.advance(character) + spacing, 0.0, 0.0
                            )


def _pictures(shown: Iterable[Pictogram], spacing: float) -> Iterator[_Glyph]:
    """Make room for emoji."""
    for one in shown:
        yield _Glyph(one.text, one.text, one.advance + spacing * bool(one.text), 0.0, 0.0)


def _rightward(text: str, font: Font, spacing: float) -> Iterator[_Glyph]:
    """Set letters one after the other, joined and kerned as in text that runs rightward alone."""
    for part, shown in font.pictured(text):
        yield from _pictures(shown, spacing)
        letters = (
            ""
            if shown
            else font.set("".join(letter for letter in part if letter not in UNSEEN), bool(spacing))
        )
        kerns = font.kerns(letters)
        for number, letter in enumerate(letters):
            yield _Glyph(
                letter, letter, font.advance(letter) + kerns.get(number, 0.0) + spacing, 0.0, 0.0
            )


def _hebrew(word: str, font: Font, spacing: float) -> Iterator[_Glyph]:
    """Set a Hebrew word without points by its font's ligatures, unless its letters are spaced, and
    pairs.
    """
    forms = None if spacing else font.hebrew_forms
    row = [(letter, letter) for letter in word]
    if forms is not None:
        pattern, glyphs = forms
        row, end = [], 0
        for match in pattern.finditer(word):
            row += [(letter, letter) for letter in word[end : match.start()]]
            row.append((glyphs[match[0]], match[0]))
            end = match.end()
        row += [(letter, letter) for letter in word[end:]]
    moved = [(0.0, 0.0)] * len(row)
    for number, ((one, _), (other, _)) in enumerate(pairwise(row)):
        moved[number] = font.tables.leftward_kern(one + other)
    for (character, said), (right, wider) in zip(reversed(row), reversed(moved), strict=True):
        yield from _saying(
            _Glyph(character, said, font.advance(character) + wider + spacing, right, 0.0), font
        )


def _saying(glyph: _Glyph, font: Font) -> Iterator[_Glyph]:
    """Yield a glyph that stands for several letters, and after it, not to be seen, each of them but
    the last.

    A reader of the PDF turns a line round glyph by glyph, some letter by letter, so each letter has
    to be in its own place.
    """
    yield glyph
    for number, letter in enumerate(reversed(glyph.said[:-1]), 1):
        hidden = font.ttf.hidden(letter)
        if hidden is not None:
            yield _Glyph(
                hidden, letter, 0.0, glyph.right - HIDDEN_EM * (len(glyph.said) - number), 0.0
            )


def _advance(glyphs: Iterable[_Glyph]) -> float:
    return math.fsum(glyph.advance for glyph in glyphs)


def _turned(text: str) -> Iterator[str]:
    """Reverse characters, mirroring brackets; accents stay behind their letters."""
    for cluster in reversed(re.findall(r"(?s).[\u0300-\u036f]*", text)):
        yield mirrored(cluster[0])
        yield from cluster[1:]


# -- HarfBuzz


@dataclass(frozen=True)
class _Glyph:
    """A glyph by its character, the letters it stands for, how far the pen goes on after it, and
    how far it is from the pen. In em.
    """

    character: str
    said: str
    advance: float
    right: float
    up: float


def _has_harfbuzz() -> bool:
    try:
        import uharfbuzz  # noqa: F401
    except ImportError:
        return False
    return True


def _is_arabic(text: str) -> bool:
    return re.search(f"[{_ARABIC}]", text) is not None


@lru_cache(maxsize=32)
def _harfbuzz_font(path: Path, key: str) -> Any:
    """Open a font file for HarfBuzz; `key` stands for the bytes in it."""
    import uharfbuzz

    return uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob(read_file(path, None, MOST_FONT))))


@lru_cache(maxsize=32)
def _joins(path: Path, key: str) -> bool:
    """Return whether a font has separate glyphs for joined letters."""
    font = _harfbuzz_font(path, key)
    return all(
        info.codepoint != font.get_nominal_glyph(ord(_BEHS[0]))
        for info in _buffer(_BEHS, font, True).glyph_infos
    )


def _buffer(text: str, font: Any, leftward: bool) -> Any:
    import uharfbuzz

    buffer = uharfbuzz.Buffer()
    buffer.cluster_level = uharfbuzz.BufferClusterLevel.MONOTONE_CHARACTERS
    buffer.add_str(text)
    buffer.direction = "rtl" if leftward else "ltr"
    buffer.script = "Arab" if _is_arabic(text) else "Hebr"
    buffer.language = "und"  # never that of the machine
    buffer.flags = uharfbuzz.BufferFlags.REMOVE_DEFAULT_IGNORABLES
    uharfbuzz.shape(font, buffer)
    return buffer


def _shaped(text: str, font: Font, leftward: bool) -> Iterator[_Glyph]:
    """Set a word by its font's rules."""
    if not _has_harfbuzz():
        raise ValueError(_install_hint())
    glyphs = _shaped_in(text, font.path, font.key, leftward)
    for glyph in glyphs:
        if glyph.character:
            font.ttf.called(ord(glyph.character) - OWN_CODES, glyph.said)
            yield glyph
        elif hidden := font.ttf.hidden(glyph.said):
            yield replace(glyph, character=hidden)


@lru_cache(maxsize=4096)
def _shaped_in(text: str, path: Path, key: str, leftward: bool) -> tuple[_Glyph, ...]:
    """Set a word; glyphs without a character are not seen, but stand for letters that another glyph
    shows.
    """
    font = _harfbuzz_font(path, key)
    buffer, em = _buffer(text, font, leftward), float(font.face.upem)
    row = [
        (
            info.cluster,
            _Glyph(
                chr(OWN_CODES + info.codepoint),
                "",
                place.x_advance / em,
                place.x_offset / em,
                place.y_offset / em,
            ),
        )
        for info, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True)
    ]
    clusters = sorted({cluster for cluster, _ in row})
    said = {
        start: text[start:end].strip("\u200c\u200d")
        for start, end in zip(clusters, [*clusters[1:], len(text)], strict=True)
    }
    return tuple(
        glyph
        for cluster, several in groupby(row, lambda item: item[0])
        for glyph in _lettered([glyph for _, glyph in several], said.pop(cluster, ""), leftward)
    )


def _lettered(glyphs: Sequence[_Glyph], letters: str, leftward: bool) -> list[_Glyph]:
    """Tell the glyphs of some letters, from left to right, which letter each stands for, in the
    order in which they are read from the end.

    One that stands for several says the last of them, and each of the others is put in unseen;
    signs on letters say themselves.
    """
    is_one = len(glyphs) == 1
    bases = [glyph for glyph in glyphs if glyph.advance or is_one]
    own = [letter for letter in letters if is_one or not unicodedata.combining(letter)]
    if (
        len(letters) < 2
        or not leftward
        or len(bases) != 1
        or not own
        or len(glyphs) - 1 != len(letters) - len(own)
    ):
        return [
            replace(glyph, said="" if number else letters) for number, glyph in enumerate(glyphs)
        ]
    (base,) = bases
    signs = iter([glyph for glyph in reversed(glyphs) if glyph is not base])
    after = {id(glyph): base.advance for glyph in glyphs[glyphs.index(base) + 1 :]}
    found: list[_Glyph] = []
    number = 0
    for letter in letters:
        if not is_one and unicodedata.combining(letter):
            sign = next(signs)
            found.append(replace(sign, said=letter, right=after.get(id(sign), 0.0) + sign.right))
            continue
        shown = (
            base
            if number == len(own) - 1
            else _Glyph("", "", 0.0, base.right + base.advance - HIDDEN_EM * (number + 1), 0.0)
        )
        found.append(replace(shown, said=letter))
        number += 1
    found.reverse()
    return [
        replace(
            glyph,
            advance=base.advance if number == 0 else 0.0,
            right=glyph.right - (base.advance if number else 0.0),
        )
        for number, glyph in enumerate(found)
    ]


def _install_hint() -> str:
    from generator.data.installing import install_command

    return f"install the extra 'rtl': {install_command('rtl')}"
