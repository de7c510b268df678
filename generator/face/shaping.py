"""Letters that depend on their neighbours: from a stretch of text that runs one way to glyphs, each at its place.

In: a font and a stretch as it is read. Out: a `Setting`, its glyphs from left to right as they stand on paper. Arabic letters are
joined, and the signs over and under Hebrew and Arabic letters put in their places, by HarfBuzz, which comes with the extra
`emporium-pnp[rtl]` and knows the font's own rules. All else is set here, letter by letter. Lengths are in em.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from generator.face.bidi import UNSEEN, is_leftward, levels_of, line_levels, mirrored, stretches, turns
from generator.face.fonts import OWN_CODES, SCRIPT_HINT, Font, script_not_set
from generator.face.pictograms import EMOJI

_ARABIC = "\u0610-\u061a\u0620-\u065f\u066e-\u06d3\u06d5-\u06dc\u06df-\u06e8\u06ea-\u06ef\u06fa-\u06ff\u0750-\u077f\u0870-\u08ff"
_HEBREW, _POINT = "\u0591-\u05f2\ufb1d-\ufb4f", "[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\ufb1e]"
_JOINER = "\u200d"
# what HarfBuzz sets: Arabic letters with all that may stand between them, and Hebrew words that have points
_SHAPED = re.compile(
    f"(?<![\u200c\u200d])(?=[\u200c\u200d]*[{_ARABIC}])[{_ARABIC}\u200c\u200d]+|(?<![{_HEBREW}])(?=[{_HEBREW}]*?{_POINT})[{_HEBREW}]+"
)  # looked for at the beginning of a run alone: at each letter of a long one it would take for ever
_HEBREW_LETTERS, _ARABIC_LETTERS = re.compile("[\u05d0-\u05ea]"), re.compile("[\u0620-\u064a\u066e-\u06d3]")
_FORMS = ((0xFB50, 0xFDFF), (0xFE70, 0xFEFC))
_BEHS = "\u0628\u0628"  # two letters that join in every font that joins any
EMOJI_HINT = (
    "put a font in colour that has it into the game's folder, such as NotoColorEmoji.ttf, and name it under fonts: in cards.yaml;"
    " or draw an icon and write {name}"
)


@dataclass(frozen=True)
class Setting:
    """A stretch of text as glyphs, from left to right. Each is named by a character that its font shows so.

    `shifts` are where they stand, from the left end of the baseline, x rightward and y upward; none where each stands after
    the one before by its own width. `width` is that of all.
    """

    glyphs: str
    width: float
    shifts: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True)
class Refusal:
    """Why a text cannot be set: the code of the problem, what it says, what to do, and the characters at fault."""

    code: str
    message: str
    hint: str
    of: str = ""


def refusal(text: str, font: Font) -> Refusal | None:
    """Return why a text cannot be set in a font, or None if it can. Single letters that the font lacks are not looked for."""
    script = script_not_set(text)
    if script:
        return Refusal("script-not-set", f"this text is in {script}: that cannot be printed yet", SCRIPT_HINT)
    if not turns(text):
        return None
    for letters, name in ((_HEBREW_LETTERS, "Hebrew"), (_ARABIC_LETTERS, "Arabic")):
        used = "".join(dict.fromkeys(letters.findall(text)))
        if used and len(font.missing(used)) == len(used):
            message = f"the font {font.name} has no {name} letters, such as '{used[0]}' (U+{ord(used[0]):04X})"
            return Refusal("missing-glyph", message, f"name a font that has {name} letters under fonts: in cards.yaml")
    shaped = _SHAPED.search(text)
    if shaped is None:
        return None
    is_arabic = _is_arabic(shaped[0])
    if not _has_harfbuzz():
        what = "Arabic letters, which join" if is_arabic else "Hebrew letters with points"
        return Refusal("script-not-set", f"this text has {what}: that takes a part which is not installed", _install_hint())
    if is_arabic and not font.missing(_BEHS) and not _joins(font.path, font.key):
        message = f"the font {font.name} has Arabic letters, but not the forms in which they join"
        return Refusal("script-not-set", message, "take a font made for Arabic")
    return None


def lacking(text: str, font: Font) -> Iterator[Refusal]:
    """Yield what says of each character, or each emoji, that neither a font nor the game's fonts in colour have it."""
    seen: set[str] = set()
    for part, shown in font.pictured(text):
        for character in font.missing(part) if not shown else ():
            said = next((emoji for match in EMOJI.finditer(part) if character in (emoji := match[0])), character)
            if not character.isspace() and said not in seen:
                seen.add(said)
                codes = " ".join(f"U+{ord(each):04X}" for each in said)
                hint = EMOJI_HINT if EMOJI.fullmatch(said) else "use another character, or a font that has it"
                yield Refusal("missing-glyph", f"the font {font.name} has no '{said}' ({codes})", hint, said)


def measure(text: str, font: Font, is_spaced: bool = False) -> float:
    """Measure a text as it will be set, whichever way it runs; without what is put after each letter where `is_spaced`."""
    if not turns(text):
        return font.spaced_width(text) if is_spaced else font.width(text)
    return math.fsum(_width(part, font, is_shaped) for part, is_shaped in _parts(text))


def typeset(text: str, font: Font, leftward: bool, spacing: float = 0.0, places: bool = False) -> Setting:
    """Set a stretch that runs one way; `spacing` is put after each letter that does not join.

    `places` asks for the shifts even where there is no need for them. Raises ValueError where `refusal` has something to say.
    """
    parts = list(_parts(text))
    glyphs: list[str] = []
    shifts: list[tuple[float, float]] = []
    pen, is_moved = 0.0, places or bool(spacing)
    for part, is_shaped in reversed(parts) if leftward else parts:
        if is_shaped:
            for glyph in _shaped(part, font, leftward):
                glyphs.append(glyph.character)
                shifts.append((pen + glyph.right, glyph.up))
                is_moved = (
                    is_moved or glyph.right != 0 or glyph.up != 0 or abs(glyph.advance - font.advance(glyph.character)) > 1e-6
                )
                pen += glyph.advance
            continue
        for character in _turned(part) if leftward else part:
            if character not in UNSEEN:
                glyphs.append(character)
                shifts.append((pen, 0.0))
                pen += font.advance(character) + spacing
    return Setting("".join(glyphs), pen, tuple(shifts) if is_moved else ())


def typeset_line(text: str, font: Font) -> Setting:
    """Set a line in one font by itself, whichever way it runs. What cannot be set right is set letter by letter."""
    base = int(is_leftward(text))
    glyphs, shifts, pen = "", list[tuple[float, float]](), 0.0
    if refusal(text, font):
        return Setting(text, font.width(text))
    for stretch in stretches(line_levels(text, levels_of(text, base), base)):
        part = typeset(text[stretch.start : stretch.end], font, stretch.is_leftward, places=True)
        glyphs += part.glyphs
        shifts += [(pen + right, up) for right, up in part.shifts]
        pen += part.width
    return Setting(glyphs, pen, tuple(shifts))


def joins_on(before: str, after: str) -> bool:
    """Return whether two adjacent letters join: then they are shaped together, even across fonts."""
    return before in _joining()[0] and after in _joining()[1]


def divided(text: str, start: int, end: int) -> str:
    """Cut a piece out of a text; where that parts two joined letters, an invisible joiner keeps each in its form."""
    before = _JOINER if start and start < len(text) and joins_on(text[start - 1], text[start]) else ""
    after = _JOINER if 0 < end < len(text) and joins_on(text[end - 1], text[end]) else ""
    return f"{before}{text[start:end]}{after}"


@lru_cache(maxsize=1)
def _joining() -> tuple[frozenset[str], frozenset[str], dict[str, str]]:
    """List the letters that join to the next one, and those that join to the one before, by the forms that Unicode has of them.

    Last come letters that make one form together: a reader that turns a line round takes such a form for one letter, and reads it
    as those, where it would turn round a pair.
    """
    onward, back, ligatures = {"\u0640", _JOINER}, {"\u0640", _JOINER}, dict[str, str]()
    for first, last in _FORMS:
        for code in range(first, last + 1):
            form, *codes = unicodedata.decomposition(chr(code)).split() or [""]
            letters = "".join(chr(int(each, 16)) for each in codes)
            if len(letters) > 1 and form == "<isolated>":
                ligatures.setdefault(letters, chr(code))
            elif len(letters) == 1 and form in ("<initial>", "<medial>"):
                onward.add(letters)
            if len(letters) == 1 and form in ("<final>", "<medial>"):
                back.add(letters)
    return frozenset(onward), frozenset(back), ligatures


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


def _turned(text: str) -> Iterator[str]:
    """Reverse characters, mirroring brackets; accents stay behind their letters."""
    for cluster in reversed(re.findall(r"(?s).[\u0300-\u036f]*", text)):
        yield mirrored(cluster[0])
        yield from cluster[1:]


def _width(part: str, font: Font, is_shaped: bool) -> float:
    if is_shaped and refusal(part, font) is None:
        return math.fsum(glyph.advance for glyph in _shaped(part, font, True))
    return font.advance("".join(character for character in part if character not in UNSEEN))


# -- HarfBuzz


@dataclass(frozen=True)
class _Glyph:
    """A glyph by its character, the letters it stands for, how far the pen goes on after it, and how far it is from the pen. In em."""

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

    return uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob(path.read_bytes())))


@lru_cache(maxsize=32)
def _joins(path: Path, key: str) -> bool:
    """Return whether a font has separate glyphs for joined letters."""
    font = _harfbuzz_font(path, key)
    return all(info.codepoint != font.get_nominal_glyph(ord(_BEHS[0])) for info in _buffer(_BEHS, font, True).glyph_infos)


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


def _shaped(text: str, font: Font, leftward: bool) -> tuple[_Glyph, ...]:
    """Set a word by its font's rules."""
    if not _has_harfbuzz():
        raise ValueError(_install_hint())
    glyphs = _shaped_in(text, font.path, font.key, leftward)
    for glyph in glyphs:
        font.ttf.called(ord(glyph.character) - OWN_CODES, glyph.said)
    return glyphs


@lru_cache(maxsize=4096)
def _shaped_in(text: str, path: Path, key: str, leftward: bool) -> tuple[_Glyph, ...]:
    font = _harfbuzz_font(path, key)
    buffer, em = _buffer(text, font, leftward), float(font.face.upem)
    clusters = sorted({info.cluster for info in buffer.glyph_infos})
    said = {start: text[start:end].strip("\u200c\u200d") for start, end in zip(clusters, [*clusters[1:], len(text)], strict=True)}
    ligatures = _joining()[2]
    return tuple(
        _Glyph(
            chr(OWN_CODES + info.codepoint),
            ligatures.get(said[info.cluster], said.pop(info.cluster)) if info.cluster in said else "",
            place.x_advance / em,
            place.x_offset / em,
            place.y_offset / em,
        )
        for info, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True)
    )


def _install_hint() -> str:
    from generator.data.installing import install_command

    return f"install the extra 'rtl': {install_command('rtl')}"
