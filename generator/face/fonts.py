"""Font families of a game: bundled ones by name, the designer's own from TTF, OTF and WOFF2 files.

In: the `fonts` of a game. Out: reportlab font objects by family, weight and style, with their
widths per em, and the emoji that the game's fonts have in colour. Fonts are opened when first used.
"""

from __future__ import annotations

import copy
import hashlib
import io
import math
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from importlib import resources
from itertools import chain, product, starmap
from operator import add
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from reportlab.pdfbase.ttfonts import TTFError, TTFont

from generator.data.budget import OutOfTime, limited, remember, said_of
from generator.data.faults import NOWHERE
from generator.data.files import path_within
from generator.data.game import Game
from generator.data.geometry import Box
from generator.data.opening import RefusedFile, open_file, read_file
from generator.data.problems import Place, Problem, ProblemError, closest, did_you_mean
from generator.data.saying import Said, hinted
from generator.face import messages as say
from generator.face.bidi import UNSEEN, turns
from generator.face.late_glyphs import LateGlyphs, is_late
from generator.face.opentype import (
    APART,
    BROKEN_TABLES,
    SMALL_CAPITALS,
    OpenType,
    most_characters,
    table_names,
)
from generator.face.outlines import MOST_FONT, OutlineFault, is_foreign, truetype_file
from generator.face.pictograms import (
    EMOJI,
    NO_PICTOGRAMS,
    ColourFont,
    Pictogram,
    Pictograms,
    colour_tables,
)

# package and file stem of each bundled family
BUNDLED = {
    "Source Sans Pro": ("font_source_sans_pro", "SourceSansPro"),
    "Source Serif Pro": ("font_source_serif_pro", "SourceSerifPro"),
}
_OF_NO_FONT = ("Mn", "Mc", "Me", "Cf")
"""The categories of marks and invisible characters, which follow the letter before them."""
_NEVER_SHOWN = "\u00a0\u00ad\u200b\u2028\n"
_WEIGHTS = (400, 600, 700, 900)
_BUNDLED_FILES = {
    (400, False): "Regular",
    (600, False): "Semibold",
    (700, False): "Bold",
    (900, False): "Black",
    (400, True): "It",
    (600, True): "SemiboldIt",
    (700, True): "BoldIt",
    (900, True): "BlackIt",
}
"""The endings of the bundled files, by weight and whether they are italic."""
_STYLES = {
    (400, False): ("regular",),
    (600, False): ("regular",),
    (700, False): ("bold", "regular"),
    (900, False): ("black", "bold", "regular"),
    (400, True): ("italic", "regular"),
    (600, True): ("italic", "regular"),
    (700, True): ("bold_italic", "italic", "bold", "regular"),
    (900, True): ("bold_italic", "italic", "black", "bold", "regular"),
}
"""The files of a family that may serve a weight, upright or italic, the best first."""
_DISTINCT = ((400, False), (700, False), (900, False), (400, True), (700, True))
"""The weights, and whether italic, for which a family may have a separate file."""
_WEIGHT_WORDS = {"normal": 400, "bold": 700, "bolder": 700, "lighter": 400, "": 400}
_NARROW_SPACES = (0x202F, 0x2009)  # a no-break space before : and ! in French; a thin space
# Syriac, Thaana and related scripts; the scripts of India, Tibet and South-East Asia; Mongolian;
# old scripts. Hebrew and Arabic are set.
_NOT_SET = re.compile(
    "[\u0700-\u074f\u0780-\u086f\u0900-\u109f\u1780-\u18af\u1a20-\u1aaf"
    "\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
SCRIPT_HINT = "a picture of the text can be printed"
OWN_CODES, CAPITAL_CODES = 0x100000, 0xF0000
"""Private-use characters: glyphs without a name get one from their number."""
HIDDEN_CODES = 0x40000
"""More of them: invisible letters, because another glyph shows them together with others; each has
a separate character.
"""
_PICTURE_CODES = 0x50000
"""More of them: the text behind emoji, for readers of the PDF, numbered by picture; 0x10000 for
each colour font.
"""
_MOST_IN_COLOUR = 8
HEBREW = "\u0591-\u05f4\ufb1d-\ufb4f"
_DOTTED_I = re.compile("(i)")
_DOTTED = (
    "az",
    "crh",
    "kk",
    "tr",
    "tt",
)  # languages with a dotless i, which a ligature would resemble
DEFAULT_FAMILY = "Source Sans Pro"
_MOST_LATE = 100
_MOST_MEASURED, _MOST_TRIED, _MOST_CHARACTERS = 20_000, 2_000, 0x110000
_PATIENCE = 15.0
"""How much longer than a face it may take to redraw a font: one with all Chinese letters has
65,000.
"""
_HEAD = 4096  # bytes of a font that contain its list of tables
_BROKEN = (TTFError, *BROKEN_TABLES)
_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789·"


@dataclass(frozen=True, eq=False)
class Font:
    """One font of a family. Widths, `cap_height` and `descent` (positive) are in em. `key` is
    derived from the file's bytes.
    """

    name: str
    family: str
    ttf: ShapedTTFont
    widths: dict[int, float]
    default_width: float
    cap_height: float
    descent: float
    path: Path
    tables: OpenType
    key: str = ""
    pictograms: Pictograms = NO_PICTOGRAMS
    variant: str = ""  # small-caps, all-small-caps, or empty: only plain letters
    ligates: bool = True  # false where an i must keep its dot
    others: tuple[Font, ...] = ()  # for letters that this font lacks, in this order
    _widths: dict[str, float] = field(default_factory=dict, repr=False)
    _set: dict[str, str] = field(default_factory=dict, repr=False)

    @property
    def own_family(self) -> str:
        """Return the name of its family in the file."""
        return self.tables.family or self.family

    def width(self, text: str) -> float:
        """Measure a text in em, with kerning."""
        width = self._widths.get(text)
        if width is None:
            shown = self.set(text)
            width = self.advance(shown) + math.fsum(self.kerns(shown).values())
            return remember(self._widths, text, width, _MOST_MEASURED)
        return width

    def spaced_width(self, text: str) -> float:
        """Measure a text in em whose letters are separate, because space is added after each."""
        shown = self.set(text, is_spaced=True)
        return self.advance(shown) + math.fsum(self.kerns(shown).values())

    def set(self, text: str, is_spaced: bool = False) -> str:
        """Return the characters that are shown for a text: its small capitals and ligatures have
        separate codes. Letters with added space are not joined.
        """
        key = f"{text}\0" if is_spaced else text
        shown = self._set.get(key)
        if shown is None:
            return remember(self._set, key, self._set_anew(text, is_spaced), _MOST_MEASURED)
        return shown

    def _set_anew(self, text: str, is_spaced: bool) -> str:
        if self.variant in SMALL_CAPITALS:
            features = SMALL_CAPITALS[self.variant]
            if is_spaced:
                features = features | APART
            return "".join(starmap(self._shown, self.tables.clusters(text, features)))
        if is_spaced or self.variant == "none":
            return text
        if self.ligates:
            return "".join(starmap(self._shown, self.tables.clusters(text)))
        parts = map(self.tables.clusters, _DOTTED_I.split(text))
        return "".join(starmap(self._shown, chain.from_iterable(parts)))

    def _shown(self, letters: str, glyphs: list[int]) -> str:
        """Return the character for several letters shown by one glyph of the font; the letters
        themselves if they have separate glyphs, or are set elsewhere.
        """
        if glyphs == [0] or len(glyphs) != 1 or turns(letters) or EMOJI.search(letters):
            return letters
        if len(letters) == 1:
            is_nominal = self.tables.nominal(letters) in (0, glyphs[0])
            if is_nominal or letters.isspace():
                return letters
        codes = OWN_CODES
        if self.variant == "all-small-caps" and letters.isupper():
            codes = CAPITAL_CODES
        return self.ttf.called(glyphs[0], letters, codes)

    def not_small(self, text: str) -> str:
        """Return the letters of a text without small capitals in the font, each once, if small
        capitals are requested.
        """
        if not self.variant.endswith("small-caps"):
            return ""
        has_capitals = self.variant.startswith("all")
        letters = ""
        for letter in dict.fromkeys(text):
            is_asked = letter.islower() or (has_capitals and letter.isupper())
            if is_asked and letter.upper() != letter.lower() and self.set(letter) == letter:
                letters += letter
        return letters

    def advance(self, text: str) -> float:
        """Measure a text in em without kerning."""
        widths, default = self.widths, self.default_width
        if not self.pictograms.are_in(text):
            return math.fsum(widths.get(ord(c), default) for c in text) / 1000
        advances, letters = list[float](), ""
        for part, pictograms in self.pictured(text):
            if pictograms:
                advances += [pictogram.advance for pictogram in pictograms]
            else:
                letters += part
        plain = math.fsum(widths.get(ord(letter), default) for letter in letters) / 1000
        return plain + math.fsum(advances)

    def pictured(self, text: str) -> Iterator[tuple[str, tuple[Pictogram, ...]]]:
        """Divide a text into parts in this font and emoji, each with the pictures that show it."""
        if not self.pictograms.are_in(text):
            yield text, ()
        else:
            yield from self.pictograms.divided(text, self.ttf.face.charToGlyph)

    def behind(self, pictogram: Pictogram) -> tuple[str, float]:
        """Return the invisible text behind an emoji, which makes it readable as the emoji, and its
        horizontal scale.
        """
        character = self.ttf.behind(pictogram, self.pictograms.fonts.index(pictogram.font))
        return character, pictogram.advance / (self.advance(character) or 1.0)

    def runs(self, text: str) -> Iterator[tuple[Font, str]]:
        """Divide a text by the fonts that have its letters: this one, otherwise the first of
        `others`. Letters in no font stay here.
        """
        if not self.others:
            yield self, text
            return
        font_of = dict[str, Font]()
        for letter in self.unshown(text):
            having = (other for other in self.others if not other.missing(letter))
            font_of[letter] = next(having, self)
        font, begun = self, 0
        for at, letter in enumerate(text):
            if letter.isspace() or unicodedata.category(letter) in _OF_NO_FONT:
                continue
            wanted = font_of.get(letter, self)
            if wanted is not font:
                if begun < at:
                    yield font, text[begun:at]
                font, begun = wanted, at
        yield font, text[begun:]

    def kern(self, pair: str) -> float:
        """Return how much further apart (closer: below 0) two letters are than their widths, in
        em.
        """
        return self.tables.kern(pair)

    def kerns(self, text: str) -> dict[int, float]:
        """Return the kerning between each letter of a text and the next, in em, if there is any."""
        kerns = self.tables.kerns
        return {
            number: value
            for number, pair in enumerate(map(add, text, text[1:]))
            if (value := kerns[pair])
        }

    def ink(self, text: str, spacing: float = 0.0) -> Box | None:
        """Return the box of the visible part of a text, in em from the left end of its baseline;
        None if nothing is visible.
        """
        pen, boxes = 0.0, list[Box]()
        for part, pictograms in self.pictured(self.set(text, bool(spacing))):
            if pictograms:
                for pictogram in pictograms:
                    boxes.append(pictogram.font.ink(pictogram.glyph).moved(pen, 0.0))
                    pen += pictogram.advance
                pen += spacing * len(part)
                continue
            before = ""
            for character in part:
                if before:
                    pen += self.kern(before + character)
                inked = self.tables.ink(character)
                if inked is not None:
                    boxes.append(inked.moved(pen, 0.0))
                pen += self.advance(character) + spacing
                before = character
        return Box.of_all(boxes) if boxes else None

    def missing(self, text: str) -> list[str]:
        """List the characters without a glyph in the font, each once."""
        glyphs = self.ttf.face.charToGlyph
        lacking = {letter: None for letter in text if ord(letter) not in glyphs}
        unseen = frozenset(_NEVER_SHOWN)
        if lacking and turns(text):
            unseen = UNSEEN.union(_NEVER_SHOWN)
        return [letter for letter in lacking if letter not in unseen]

    def unshown(self, text: str) -> list[str]:
        """List the characters of a text that are in neither the font nor the game's colour fonts,
        each once.
        """
        letters = dict[str, None]()
        for part, pictograms in self.pictured(text):
            if not pictograms:
                letters |= dict.fromkeys(self.missing(part))
        return list(letters)


def script_not_set(text: str) -> str | None:
    """Name the first script in a text that cannot be set here, with the reason; None if all can.

    Letters are placed one after another, as the font defines them; Hebrew and Arabic are set
    separately (`shaping`). Other scripts whose letters join, stack or change places would come out
    wrong, and wrong letters are worse than none.
    """
    found = _NOT_SET.search(text)
    if found is None:
        return None
    script = unicodedata.name(found[0], "this script").split()[0].title()
    if "\u0900" <= found[0] <= "\ufb00":
        return f"{script}, whose letters join and change places"
    return f"{script}, which runs from right to left"


def is_hidden(character: str) -> bool:
    """Return whether a character in a setting only serves readers of the PDF."""
    return HIDDEN_CODES <= ord(character) <= HIDDEN_CODES + 0xFFFF


class ShapedTTFont(TTFont):  # type: ignore[misc]
    """A font with glyphs without a character; `said` maps the code of each to its letters."""

    said: dict[int, str]
    tables: OpenType

    def __init__(self, name: str, file: io.BytesIO) -> None:
        raw = file.getvalue()
        self.late = LateGlyphs(raw) if is_late(raw) else None
        if self.late is None:
            self._read(name, raw)
        else:
            self.late.read(lambda font: self._read(name, font))
            raw = self.late.frame
        self.said = {}
        self.tables = OpenType(raw, self.face.charToGlyph, self.late.bounds if self.late else None)

    def _read(self, name: str, raw: bytes) -> Any:
        """Have reportlab read a TrueType font; return its face."""
        super().__init__(name, io.BytesIO(raw), asciiReadable=False)
        return self.face

    def fill(self, codes: Iterable[int]) -> None:
        """Draw the glyphs of characters that are drawn on demand. Raises OutlineFault."""
        if self.late is not None:
            glyphs = self.face.charToGlyph
            self.late.fill(self.face, {0, *(glyphs[code] for code in codes if code in glyphs)})

    def anew(self) -> ShapedTTFont:
        """Return a copy of the font as it was read, so that changes by books and documents stay
        separate.
        """
        other, face = copy.copy(self), copy.copy(self.face)
        face.charToGlyph, face.charWidths = dict(face.charToGlyph), dict(face.charWidths)
        other.face, other.said, other.state = face, {}, WeakKeyDictionary()
        other.tables = OpenType(self.tables.raw, face.charToGlyph)
        return other

    def called(self, glyph: int, said: str, base: int = OWN_CODES) -> str:
        """Return a character for a glyph that stands for other characters, `said`."""
        return self._also(base + glyph, glyph, 1000 * self.tables.advance(glyph), said)

    def _also(self, code: int, glyph: int, width: float, said: str) -> str:
        """Return a further character for a glyph, which is read as what it stands for."""
        face = self.face
        if code not in face.charToGlyph:
            face.charToGlyph[code], face.charWidths[code], self.said[code] = glyph, width, said
        return chr(code)

    def hidden(self, letter: str) -> str | None:
        """Return an invisible character for a letter that another glyph shows together with others;
        None if the font lacks the letter. It is needed because a PDF reader that reverses a line
        would also reverse the letters of one glyph.
        """
        code, face = ord(letter), self.face
        if code not in face.charToGlyph or code > 0xFFFF:
            return None
        glyph, width = face.charToGlyph[code], face.charWidths[code]
        return self._also(HIDDEN_CODES + code, glyph, width, letter)

    def behind(self, one: Pictogram, number: int) -> str:
        """Return an invisible character that is written behind an emoji, and is read as the emoji.
        `number` is that of its font.
        """
        code = _PICTURE_CODES + 0x10000 * (number % _MOST_IN_COLOUR) + one.glyph
        glyph = self.face.charToGlyph.get(0x6F, 0)  # any that has ink, or some readers pass it over
        return self._also(code, glyph, 1000 * self.tables.advance(glyph), one.text)

    def addObjects(self, doc: Any) -> None:  # noqa: N802
        """Write the font into a document, so that a search finds the letters of such glyphs."""
        try:
            self.fill(chain.from_iterable(self.state[doc].subsets))
        except OutlineFault as fault:
            raise _no_font(f"{self.fontName} ({fault})", None) from None
        subsets = self.state[doc].subsets if self.said else []
        names = [self.getSubsetInternalName(number, doc)[1:] for number in range(len(subsets))]
        super().addObjects(doc)
        for name, codes in zip(names, subsets, strict=True):
            stream = doc.idToObject[doc.idToObject["BasicFonts"].dict[name].ToUnicode.name]
            for code in set(codes) & self.said.keys():
                letters = self.said[code].encode("utf-16-be").hex().upper()
                stream.content = stream.content.replace(f"<{code:04X}>", f"<{letters}>")


def _read_font(raw: bytes, name: str, is_own: bool) -> ShapedTTFont:
    """Read a font, and try it out if it is a game's own. Raises OutlineFault, OutOfTime,
    MemoryError or one of _BROKEN.
    """
    ttf = ShapedTTFont(name, io.BytesIO(raw))
    if is_own:
        _try_out(ttf)
    return ttf


_read_once = lru_cache(maxsize=16)(_read_font)
"""Copy what it returns with `anew`, and leave it unchanged: a game in several languages, or edited,
opens its fonts again.
"""


def _lend_spaces(face: Any) -> None:
    """Use the no-break space for narrow spaces that a font lacks; they would otherwise appear as
    empty boxes.
    """
    lender = next((code for code in (0xA0, 0x20) if code in face.charToGlyph), None)
    for code in _NARROW_SPACES:
        if lender is not None and code not in face.charToGlyph:
            face.charToGlyph[code] = face.charToGlyph[lender]
            face.charWidths[code] = face.charWidths[lender]


def _try_out(ttf: ShapedTTFont) -> None:
    """Try the later operations on a designer's font: selecting glyphs, and measuring them. Raises
    one of _BROKEN.
    """
    codes = [code for code in sorted(ttf.face.charToGlyph) if code < 0x10000][:_MOST_TRIED]
    if not codes:
        raise OutlineFault("it has no letters")
    if ttf.late is not None:
        codes = codes[:_MOST_LATE]
    ttf.fill(codes)
    ttf.face.makeSubset(codes)


_OF_GENERIC = {"serif": "Source Serif Pro", "sans-serif": "Source Sans Pro"}
_BETWEEN_WORDS = re.compile(r"[\s_-]+")


def _plain_name(name: str) -> str:
    """Return a font's name in normalized form: 'Archivo Black', 'ArchivoBlack-Regular' and 'archivo
    black' are equal.
    """
    return _BETWEEN_WORDS.sub("", name).casefold().removesuffix("regular")


class WeightError(ValueError):
    """A font-weight that is not one; `said` says so."""

    def __init__(self, said: Said) -> None:
        super().__init__(said.message)
        self.said = said


def parse_weight(text: str) -> int:
    """Read font-weight, as a word or number, as one of 400, 600, 700 and 900. Raises WeightError
    for anything else.
    """
    text = text.strip()
    weight = _WEIGHT_WORDS.get(text) or (int(text) if text.isdigit() and len(text) < 5 else 0)
    if not weight:
        raise WeightError(say.NOT_A_WEIGHT(found=text))
    return min(_WEIGHTS, key=lambda known: (abs(known - weight), known))


class FontBook:
    """The fonts of one game. Families are known by the names under `fonts:` and by the bundled
    families' own names.
    """

    def __init__(self, game: Game | None = None) -> None:
        self.folder, self.language = Path(), ""
        self._named: Mapping[str, Any] = {}
        self._places: Mapping[str, Place] = {}
        if game is not None:
            self.folder, self.language = game.folder, game.language
            self._named, self._places = game.fonts, game.font_places
        self._fonts: dict[tuple[str, int, bool, str], Font] = {}
        self._files: dict[str, ShapedTTFont] = {}
        self._read: dict[Path, tuple[Path, str, ShapedTTFont]] = {}
        self._colour: dict[Path, ColourFont | None] = {}
        self.in_colour: list[str] = []  # families with emoji as pictures
        self._bad: dict[
            Path, ProblemError
        ] = {}  # files that are not fonts, to avoid opening them again

    @property
    def families(self) -> list[str]:
        return [*self._named, *BUNDLED]

    def find(
        self, family: str, weight: int = 400, is_italic: bool = False, variant: str = ""
    ) -> Font:
        """Find a font. A missing weight or style is replaced by the family's closest.

        Raises ProblemError for an unknown family, and for a file that is missing, outside the
        folder or not a font.
        """
        key = (family, weight, is_italic, variant)
        font = self._fonts.get(key)
        if font is None:
            if variant:
                font = _varied(self.find(family, weight, is_italic), variant)
            else:
                font = self._open(family, weight, is_italic)
            self._fonts[key] = font
        return font

    def of_art(self, families: str, weight: int, is_italic: bool, text: str) -> tuple[Font, str]:
        """Find the font of a text in a picture: one of the families that it names, by the game's
        names for them or the fonts' own.

        The first that has all letters is used; otherwise another font of the game that has them, or
        the tool's own. Also returns the family that was replaced, or an empty text.
        """
        named = [name.strip().strip("'\"").strip() for name in families.split(",")]
        called = [self._called(name, weight, is_italic) if name else None for name in named]
        fonts, replaced = list(filter(None, called)), "" if called[0] else named[0]
        for font in fonts:
            if not font.missing(text):
                return font, replaced
        if not fonts:
            generic = _OF_GENERIC.get(named[-1].lower(), DEFAULT_FAMILY)
            fonts = [self.find(generic, weight, is_italic)]
        others = filter(None, (self._called(name, weight, is_italic) for name in self.families))
        for font in chain(fonts, others):
            if not font.missing(text):
                return font, named[0]
        return fonts[0], replaced

    def _called(self, name: str, weight: int, is_italic: bool) -> Font | None:
        """Find a font by the game's name for its family, a bundled or a generic one, or by its own
        name in the file; None if none matches.
        """
        try:
            if name in self.families or name in _OF_GENERIC:
                return self.find(name, weight, is_italic)
            family, least, is_own_italic = self._own_names[_plain_name(name)]
            return self.find(family, max(weight, least), is_italic or is_own_italic)
        except (KeyError, ProblemError):  # which `check` reports
            return None

    @cached_property
    def _own_names(self) -> dict[str, tuple[str, int, bool]]:
        """Gather the names that all font files use for themselves: the family's name here, the
        weight and whether it is italic.
        """
        names: dict[str, tuple[str, int, bool]] = {}
        for family, (weight, is_italic) in product(self.families, _DISTINCT):
            with suppress(ProblemError):
                for name in self.find(family, weight, is_italic).tables.names:
                    names.setdefault(_plain_name(name), (family, weight, is_italic))
        return names

    def with_letters(self, text: str) -> Font:
        """Return the font for the tool's texts: its own, or one of the game's if only that has the
        letters of the text.

        Emoji that are pictures need no other font; those in no font make no difference.
        """
        own = self.find(DEFAULT_FAMILY)
        for wanted in (text, EMOJI.sub("", text)):
            if not own.unshown(wanted):
                return own
            for font in self._for_texts:
                if not font.unshown(wanted):
                    return font
        return own

    @cached_property
    def _for_texts(self) -> list[Font]:
        """Gather the game's fonts that have all letters of English."""
        fonts = filter(None, (self._called(family, 400, False) for family in self._named))
        return [font for font in fonts if not font.missing(_ALPHABET)]

    @cached_property
    def pictograms(self) -> Pictograms:
        """Return the emoji of the game's colour fonts."""
        fonts = []
        for family, spec in self._named.items():
            with suppress(ProblemError):  # which `check` reports
                if font := self._in_colour(spec):
                    self.in_colour.append(family)
                    fonts.append(font)
        return Pictograms(fonts)

    def file_of(self, family: str, weight: int = 400, is_italic: bool = False) -> Path:
        """Return the file with which a browser shows a family. Raises ProblemError."""
        font = self._in_colour(self._named.get(family))
        return font.path if font else self.find(family, weight, is_italic).path

    def _in_colour(self, spec: object, place: Place | None = None) -> ColourFont | None:
        """Open a family's font as a colour font; None if it is missing, or is none.

        Raises ProblemError, at the family's place, for a broken colour font.
        """
        if not isinstance(spec, dict):
            return None
        file = spec.get("regular") or ""
        path = path_within(self.folder, file)
        if path is None or not path.is_file() or path.stat().st_size > MOST_FONT:
            return None
        if path not in self._colour:
            self._colour[path] = self._opened_in_colour(path, file, place)
        return self._colour[path]

    def _opened_in_colour(self, path: Path, file: str, place: Place | None) -> ColourFont | None:
        try:
            head = _head(path)
            with limited(_PATIENCE):
                if is_foreign(head):
                    raw = read_file(path, None, MOST_FONT)
                    path = path if is_late(raw) else truetype_file(raw)
                    head = _head(path)
                return ColourFont(path, file) if colour_tables(table_names(head)) else None
        except OutlineFault:
            return None
        except (OutOfTime, MemoryError, ValueError) as fault:
            raise _no_font(f"{file} ({said_of(fault) or fault})", place) from None

    def check(self) -> list[Problem]:
        """Open every font file that the game names; list the faults."""
        problems = []
        for family, spec in self._named.items():
            for weight, is_italic in _DISTINCT if isinstance(spec, dict) else _DISTINCT[:1]:
                try:
                    self.find(family, weight, is_italic)
                except ProblemError as fault:
                    problems += [p for p in fault.problems if p not in problems]
        return problems

    def _open(self, family: str, weight: int, is_italic: bool) -> Font:
        name = family.split(",")[0].strip().strip("'\"")
        spec = self._named.get(name)
        place = self._places.get(name, NOWHERE)
        if isinstance(spec, dict):
            return self._own(name, spec, weight, is_italic, place)
        if isinstance(spec, list):
            return self._first_of(name, spec, weight, is_italic, place)
        bundled = spec or name
        bundled = _OF_GENERIC.get(bundled, bundled)
        if bundled not in BUNDLED:
            hint = (
                "name one of these, or a file of your own, under `fonts:` in cards.yaml: "
                f"`{name}: Source Serif Pro`, or `{name}: {{regular: fonts/My.ttf}}`"
            )
            raise _no_family(bundled, BUNDLED if spec else self.families, place, hint)
        package, stem = BUNDLED[bundled]
        style = _BUNDLED_FILES[weight, is_italic]
        path = Path(str(resources.files(package))) / "files" / f"{stem}-{style}.ttf"
        return self._font(path, f"{stem}-{style}", bundled, place)

    def _first_of(
        self, name: str, families: list[str], weight: int, is_italic: bool, place: Place
    ) -> Font:
        """Return the first font of a list, with the others for the letters that it lacks."""
        for family in families:
            if isinstance(self._named.get(family), list):
                message = say.FAMILY_IS_A_LIST(name=name, family=family)
                raise ProblemError.of(
                    message, place, f"write the names of its fonts under '{name}'"
                )
            if family not in self.families:
                hint = f"give its files: `{family}: {{regular: fonts/My.ttf}}`"
                raise _no_family(family, self.families, place, hint)
        first, *others = (self.find(family, weight, is_italic) for family in families)
        return replace(first, others=tuple(others), _widths={}, _set={})

    def _own(
        self, name: str, spec: dict[str, str | None], weight: int, is_italic: bool, place: Place
    ) -> Font:
        colour = self._in_colour(spec, place)
        if colour and not colour.has_letters:  # letters among them are set in the tool's font
            return replace(self.find(DEFAULT_FAMILY, weight, is_italic), family=name)
        style = next(filter(spec.get, _STYLES[weight, is_italic]))
        file = spec[style]
        assert file is not None
        path = path_within(self.folder, file)
        message = say.FONT_FILE_MISSING(file=file)
        if path is None:
            raise ProblemError.of(message.under("outside-folder"), place)
        if not path.is_file():
            there = {one.stem: one for one in sorted((self.folder / "fonts").glob("*.[otw]*"))}
            near = closest(Path(file).stem, list(there))
            hint = f"did you mean 'fonts/{there[near].name}'?" if near else None
            raise ProblemError.of(message.under("no-such-file"), place, hint)
        return self._font(path, f"{name}-{style}", name, place)

    def _opened(self, path: Path, name: str, is_own: bool) -> tuple[Path, str, ShapedTTFont]:
        """Open a font's file, once. Raises OutlineFault, OutOfTime, MemoryError or one of
        _BROKEN.
        """
        if path not in self._read:
            self._read[path] = self._opened_anew(path, name, is_own)
        return self._read[path]

    def _opened_anew(self, path: Path, name: str, is_own: bool) -> tuple[Path, str, ShapedTTFont]:
        raw = read_file(path, None, MOST_FONT)
        if is_foreign(raw) and not is_late(raw):
            path = truetype_file(raw)
            raw = read_file(path, None, MOST_FONT)
        key = hashlib.sha256(raw).hexdigest()  # the same font under two names is embedded once
        ttf = self._files.get(key)
        if ttf is None:
            if is_own and most_characters(raw) > _MOST_CHARACTERS:
                raise OutlineFault("it claims more characters than exist")
            # glyphs that are drawn on demand are drawn into the font itself
            ttf = (
                _read_font(raw, name, is_own)
                if is_late(raw)
                else _read_once(raw, name, is_own).anew()
            )
            if any(ttf.face.name == known.face.name for known in self._files.values()):
                ttf.face.name += b"-" + key[:8].encode()  # other fonts may have the same name
            self._files[key] = ttf
        return path, key, ttf

    def _font(self, path: Path, name: str, family: str, place: Place) -> Font:
        file, named = path.name, path
        if path in self._bad:
            raise self._bad[path]
        try:
            is_drawn_anew = is_foreign(_head(path))
            with limited(_PATIENCE if is_drawn_anew else 1.0):
                path, key, ttf = self._opened(path, name, is_own=family not in BUNDLED)
        except (OutlineFault, RefusedFile, OutOfTime, MemoryError, *_BROKEN) as fault:
            own = str(fault) if isinstance(fault, OutlineFault | RefusedFile) else None
            self._bad[named] = _no_font(hinted(file, said_of(fault) or own), place)
            raise self._bad[named] from None
        face = ttf.face
        _lend_spaces(face)
        return Font(
            name=name,
            family=family,
            ttf=ttf,
            widths=face.charWidths,
            default_width=face.defaultWidth,
            cap_height=(getattr(face, "capHeight", 0) or 660) / 1000,
            descent=min(abs(face.descent), 250) / 1000,
            path=path,
            tables=ttf.tables,
            key=key[:16],
            pictograms=self.pictograms,
            ligates=self.language.split("-")[0] not in _DOTTED,
        )


def _varied(font: Font, variant: str) -> Font:
    """Return a font with other forms of its letters: small-caps, all-small-caps or unchanged."""
    return replace(
        font,
        variant=variant,
        others=tuple(_varied(other, variant) for other in font.others),
        _widths={},
        _set={},
    )


def _head(path: Path) -> bytes:
    """Read the first bytes of a font file, which list its tables."""
    with open_file(path, None, MOST_FONT) as opened:
        return opened.read(_HEAD)


def _no_family(
    family: str, families: Iterable[str], place: Place | None, hint: str
) -> ProblemError:
    """Refuse the name of a family; `hint` is for a name that is close to none."""
    message = say.NO_SUCH_FAMILY(family=family, families=families)
    return ProblemError.of(message, place, did_you_mean(family, families) or hint)


def _no_font(found: str, place: Place | None) -> ProblemError:
    message = say.NOT_A_FONT(found=found)
    return ProblemError.of(message, place)
