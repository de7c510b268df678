"""Information in a font file beyond widths: where the ink of a glyph is, which pairs of letters are
kerned, and which glyphs replace others.

In: the bytes of a TrueType font, and its glyphs by their characters. Out: boxes and kerning in em,
and texts as placed glyphs, set by HarfBuzz with the font's own rules. Unreadable parts of a font
are ignored. Knows no lines and no languages.
"""

from __future__ import annotations

import math
import re
import struct
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import uharfbuzz

from generator.data.budget import remember
from generator.data.geometry import Box

Bounds = Callable[[int], "tuple[int, int, int, int] | None"]
"""Left, bottom, right and top of a glyph by its number, in the font's units; None if it is
invisible.
"""

BROKEN_TABLES = (
    struct.error,
    LookupError,
    ValueError,
    TypeError,
    AttributeError,
    ArithmeticError,
    AssertionError,
    RecursionError,
)
"""The exceptions of code that reads a font's tables if they are missing, truncated or wrong."""

_BY_CHARACTER = uharfbuzz.BufferClusterLevel.MONOTONE_CHARACTERS
_KEEP_UNSEEN = uharfbuzz.BufferFlags.PRESERVE_DEFAULT_IGNORABLES
_REMOVE_UNSEEN = uharfbuzz.BufferFlags.REMOVE_DEFAULT_IGNORABLES
_NO_LANGUAGE = "und"  # never that of the machine
APART = {"liga": False, "clig": False}
"""Letters that are not joined, unless their script requires it."""
_WITHOUT_CONTEXT = {"calt": False, "rclt": False}
"""The general look of letters; a word is measured by itself and drawn in its line, so its context
must not change anything.
"""
SMALL_CAPITALS = {
    "small-caps": {**_WITHOUT_CONTEXT, "smcp": True},
    "all-small-caps": {**_WITHOUT_CONTEXT, "smcp": True, "c2sc": True},
}
_UNCHANGED = {**APART, "calt": False, "ccmp": False}
_NOT_LATIN = re.compile(
    "[^\x00-\xac\xae-\u02ff\u1e00-\u200a\u2010-\u2027\u202f-\u205f\u2070-\u2bff\ud800-\uf8ff"
    "\U000f0000-\U0010ffff]"
)
"""Letters of other scripts, marks on letters, and invisible characters: the rest is named, which
`re` compiles three times as fast.
"""
_MOST_WORDS = 4096
_FAMILY, _WHOLE_NAME, _POSTSCRIPT_NAME, _WIDER_FAMILY = 1, 4, 6, 16


class ShapedGlyph(NamedTuple):
    """A glyph of a text, by its number, and the index in the text of the first character that it
    shows. Also its advance and its offset from the pen, in em, y upward.
    """

    glyph: int
    start: int
    advance: float
    right: float
    up: float


class _Kerns(dict[str, float]):
    """The kerning of two characters, in em, computed once for each pair."""

    def __init__(self, find: Callable[[str], float]) -> None:
        self._find = find

    def __missing__(self, pair: str) -> float:
        kern = self[pair] = self._find(pair)
        return kern


class OpenType:
    """The rules of one font."""

    def __init__(self, raw: bytes, glyphs: Mapping[int, int], bounds: Bounds | None = None) -> None:
        """Read a font; `bounds` returns those of a glyph that its tables lack.

        `glyphs` may get more characters later, such as those that stand for ligatures.
        """
        self.raw, self.glyphs, self.bounds = raw, glyphs, bounds
        self._face = uharfbuzz.Face(uharfbuzz.Blob(raw))
        self._font = uharfbuzz.Font(self._face)
        self.em = float(self._face.upem)
        self._boxes: dict[str, Box | None] = {}
        self.kerns = _Kerns(self._kern)
        self._without_widths: Any = None
        self._words: dict[tuple[str, bool, bool], list[ShapedGlyph]] = {}

    def ink(self, character: str) -> Box | None:
        """Return the box of a character's ink, in em from its point on the baseline; None if it has
        none.
        """
        if character not in self._boxes:
            self._boxes[character] = self.glyph_ink(self.glyphs.get(ord(character), 0))
        return self._boxes[character]

    def glyph_ink(self, glyph: int) -> Box | None:
        """Return the box of a glyph's ink, in em from the left end of its baseline; None if it has
        none.
        """
        if self.bounds is not None:
            try:
                corners = self.bounds(glyph)
            except ValueError:
                return None
            if corners is None:
                return None
            left, bottom, right, top = corners
            return Box.between(left / self.em, -top / self.em, right / self.em, -bottom / self.em)
        extents = self._font.get_glyph_extents(glyph)
        if extents is None or not (extents.width or extents.height):
            return None
        left, top = extents.x_bearing, extents.y_bearing
        right, bottom = left + extents.width, top + extents.height
        return Box.between(left / self.em, -top / self.em, right / self.em, -bottom / self.em)

    def advance(self, glyph: int) -> float:
        """Return a glyph's width in em."""
        return float(self._font.get_glyph_h_advance(glyph)) / self.em

    @property
    def family(self) -> str:
        """Return the font's name for its family; empty if it has no readable one."""
        for number in (_WIDER_FAMILY, _FAMILY):
            languages = [language for each, language in self._names() if each == number]
            if languages:
                return self._name(number, "en" if "en" in languages else languages[0])
        return ""

    @property
    def names(self) -> list[str]:
        """List the font's names for itself: its family, its full name, and its PostScript name, in
        all languages.
        """
        wanted = (_FAMILY, _WHOLE_NAME, _POSTSCRIPT_NAME, _WIDER_FAMILY)
        return [self._name(*entry) for entry in self._names() if entry[0] in wanted]

    def _names(self) -> list[tuple[int, str]]:
        """List the names in the font, each by its number and its language."""
        return [(int(entry.name_id), entry.language) for entry in self._face.list_names()]

    def _name(self, number: int, language: str) -> str:
        return self._face.get_name(number, language) or ""

    def shape(
        self, text: str, features: Mapping[str, bool] | None = None, *, leftward: bool = False
    ) -> list[ShapedGlyph]:
        """Set a text in one direction and one script, by the font's rules: its glyphs from left to
        right.

        `features` are switched on or off in addition to the defaults. Joiners and other invisible
        characters are left out.
        """
        buffer = _shaped(self._font, text, features, leftward, _REMOVE_UNSEEN)
        em = self.em
        return [
            ShapedGlyph(
                info.codepoint,
                info.cluster,
                place.x_advance / em,
                place.x_offset / em,
                place.y_offset / em,
            )
            for info, place in zip(buffer.glyph_infos, buffer.glyph_positions or (), strict=True)
        ]

    def word(self, text: str, leftward: bool, is_apart: bool = False) -> list[ShapedGlyph]:
        """Set a word as `shape` does, cached; if it `is_apart`, its letters are not joined."""
        key = text, leftward, is_apart
        if key not in self._words:
            shaped = self.shape(text, APART if is_apart else None, leftward=leftward)
            return remember(self._words, key, shaped, _MOST_WORDS)
        return self._words[key]

    def clusters(
        self, text: str, features: Mapping[str, bool] = _WITHOUT_CONTEXT
    ) -> list[tuple[str, list[int]]]:
        """Divide a text that runs rightward into the smallest groups of letters that are shown
        together, each with its glyphs. A text in which every letter has its own glyph is returned
        as one group.
        """
        infos = _shaped(self._font, text, features, False, _KEEP_UNSEEN).glyph_infos
        glyphs = [info.codepoint for info in infos]
        if glyphs == [self.glyphs.get(ord(letter)) for letter in text]:
            return [(text, glyphs)]
        glyphs_at: dict[int, list[int]] = {0: []}
        for info, glyph in zip(infos, glyphs, strict=True):
            glyphs_at.setdefault(info.cluster, []).append(glyph)
        ends = [*list(glyphs_at)[1:], len(text)]
        return [
            (text[start:end], shown)
            for (start, shown), end in zip(glyphs_at.items(), ends, strict=True)
        ]

    def nominal(self, character: str) -> int:
        """Return the default glyph of a character; 0 if the font has none."""
        return self.glyphs.get(ord(character), 0)

    def kern(self, pair: str) -> float:
        """Return how much further apart, or closer if below 0, two characters are than their
        widths, in em.
        """
        return self.kerns[pair]

    def _kern(self, pair: str) -> float:
        first, second = map(self.nominal, pair)
        if not first or not second:
            return 0.0
        if self._without_widths is None:
            self._without_widths = self._weightless()
        buffer = _shaped(self._without_widths, pair, _UNCHANGED, False, _KEEP_UNSEEN)
        wider = math.fsum(place.x_advance for place in buffer.glyph_positions) / self.em
        return wider or self._kept_open(first, pair[1])

    def _weightless(self) -> Any:
        """Make a font with the same rules whose glyphs have no width, so that only kerning remains.
        It also includes the private-use characters for ligatures.
        """
        functions = uharfbuzz.FontFuncs()
        functions.set_nominal_glyph_func(
            lambda font, code, glyphs: glyphs.get(code, 0), self.glyphs
        )
        functions.set_glyph_h_advance_func(lambda font, glyph, data: 0)
        font = uharfbuzz.Font(self._font)
        font.funcs = functions
        return font

    def _kept_open(self, first: int, following: str) -> float:
        """Return by how much a space must widen so that the letter before it does not close it, in
        em.

        In some fonts the hood of an f covers more than half of a space, without a kerning pair for
        them: "of the" then looks like "ofthe".
        """
        inked = self.glyph_ink(first) if following.isspace() else None
        if inked is None:
            return 0.0
        space = self.advance(self.glyphs[ord(following)])
        overhang = inked.x + inked.width - self.advance(first)
        return min(overhang - space / 3, space / 2) if overhang > space / 2 else 0.0


def _shaped(
    font: Any,
    text: str,
    features: Mapping[str, bool] | None,
    leftward: bool,
    unseen: uharfbuzz.BufferFlags,
) -> Any:
    """Let HarfBuzz set a text; `unseen` says what to do with invisible characters."""
    buffer = uharfbuzz.Buffer()
    buffer.add_str(text)
    if _NOT_LATIN.search(text):
        buffer.cluster_level = _BY_CHARACTER
        buffer.flags = unseen
        buffer.guess_segment_properties()
    else:  # as for most texts; guessing takes longer than setting
        buffer.script = "Latn"
    buffer.direction = "rtl" if leftward else "ltr"
    buffer.language = _NO_LANGUAGE
    uharfbuzz.shape(font, buffer, features)
    return buffer


def _tables(raw: bytes) -> dict[str, tuple[int, int]]:
    """Find a font's tables, by their starts and lengths; those of the first font in a
    collection.
    """
    try:
        at = struct.unpack_from(">L", raw, 12)[0] if raw[:4] == b"ttcf" else 0
        count = struct.unpack_from(">H", raw, at + 4)[0]
        rows = (
            struct.unpack_from(">4s4xLL", raw, at + 12 + 16 * number) for number in range(count)
        )
        tables = {}
        for tag, start, length in rows:
            if start < len(raw):
                tables[tag.decode("latin-1")] = (start, min(length, len(raw) - start))
        return tables
    except struct.error:
        return {}


def table_names(raw: bytes) -> frozenset[str]:
    """Return the names of a font's tables, as listed in its first bytes."""
    try:
        at = struct.unpack_from(">L", raw, 12)[0] if raw[:4] == b"ttcf" else 0
        count = struct.unpack_from(">H", raw, at + 4)[0]
        return frozenset(
            struct.unpack_from(">4s", raw, at + 12 + 16 * number)[0].decode("latin-1")
            for number in range(count)
        )
    except struct.error:
        return frozenset()


def most_characters(raw: bytes) -> int:
    """Return the maximum number of characters that a font declares, by the ranges of its `cmap`;
    some declare billions.

    Raises struct.error for a truncated table.
    """
    start, length = _tables(raw).get("cmap", (0, 0))
    most = 0
    for number in range(struct.unpack_from(">H", raw, start + 2)[0] if length else 0):
        at = start + struct.unpack_from(">L", raw, start + 8 + 8 * number)[0]
        form = struct.unpack_from(">H", raw, at)[0]
        if form in (8, 12, 13):
            at += 8204 if form == 8 else 12
            groups = min(struct.unpack_from(">L", raw, at)[0], len(raw) // 12 + 1)
            ends = struct.unpack_from(f">{3 * groups}L", raw, at + 4)
            ranges = zip(ends[::3], ends[1::3], strict=True)
            characters = sum(max(0, last - first + 1) for first, last in ranges)
            most = max(most, characters)
        elif form == 10:
            most = max(most, struct.unpack_from(">L", raw, at + 16)[0])
    return most
