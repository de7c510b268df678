"""What a font's file says beyond widths: where the ink of a glyph is, which pairs of letters stand
closer or wider, and which glyphs stand for others.

In: the bytes of a TrueType font, and its glyphs by their characters. Out: boxes and kerning in em,
glyphs by their numbers. Read by us, from the tables `glyf`, `GPOS`, `kern` and `GSUB`, so that
every machine sets the same. Rules that look further than at two neighbours, or at what stands
around, are passed over. Knows no text.
"""

from __future__ import annotations

import contextlib
import struct
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping

from generator.data.geometry import Box

"""Left, bottom, right and top, y upward."""

Bounds = Callable[[int], "tuple[int, int, int, int] | None"]
"""Left, bottom, right and top of a glyph by its number, in the font's units; None where nothing is
seen of it.
"""

Ligatures = dict[int, list[tuple[tuple[int, ...], int]]]
"""By their first glyph: the others, and the one that stands for all of them; the longest first."""

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
"""What whoever reads a font's tables raises where they are missing, cut or false."""

_SCRIPTS = (b"latn", b"DFLT", b"cyrl", b"grek")
_HEBREW_SCRIPTS = {"GSUB": (b"hebr", b"DFLT", b"dflt", b"latn"), "GPOS": (b"hebr",)}
"""The first that a font has counts, as for HarfBuzz, which takes no other letters' pairs for Hebrew
ones.
"""
_SINGLE, _LIGATURE = 1, 4  # of GSUB
_PAIR = 2  # of GPOS
_PLACEMENT, _ADVANCE = (
    0b001,
    0b100,
)  # of a value in GPOS: how far a glyph is moved, and how much wider it is
_EXTENSIONS = {"GSUB": 7, "GPOS": 9}
_MOST_LOOKUPS = 200
_MOST_GLYPHS = 65_536
_MOST_LIGATURES = 50_000


class _Kerns(dict[str, float]):
    """What two characters stand closer or wider than their widths say, in em; asked of the font
    once for each pair.
    """

    def __init__(self, find: Callable[[str], float]) -> None:
        self._find = find

    def __missing__(self, pair: str) -> float:
        found = self[pair] = self._find(pair)
        return found


class OpenType:
    """The tables of one font; read when first asked, and never a fault: what cannot be read says
    nothing.
    """

    def __init__(self, raw: bytes, glyphs: Mapping[int, int], bounds: Bounds | None = None) -> None:
        """Read a font; `bounds` gives those of a glyph that its tables have not."""
        self.raw, self.glyphs, self.bounds = raw, glyphs, bounds
        self.tables = _tables(raw)
        self.em = float(self._numbers("head", "H", 18)[0] or 1000)
        self._boxes: dict[str, Box | None] = {}
        self.kerns = _Kerns(self._kern)
        self._lookups: list[list[_Subtable]] | None = None
        self._hebrew: tuple[list[list[_Subtable]], list[list[_Subtable]], bool] | None = None

    def ink(self, character: str) -> Box | None:
        """Return the box of a character's ink, in em from its point on the baseline; None where it
        has none.
        """
        if character not in self._boxes:
            self._boxes[character] = self.glyph_ink(self.glyphs.get(ord(character), 0))
        return self._boxes[character]

    def kern(self, pair: str) -> float:
        """Return how much wider, or closer if below 0, two characters stand than their widths say,
        in em.
        """
        return self.kerns[pair]

    @property
    def family(self) -> str:
        """Return the name that the font has for its family; nothing where it has none that can be
        read.
        """
        found: dict[int, str] = {}
        for number, language, name in self._said():
            if number in (1, 16) and (language == 0x409 or number not in found):
                found[number] = name
        return found.get(16) or found.get(1) or ""

    @property
    def names(self) -> list[str]:
        """List what the font calls itself: its family, itself, and its name in PostScript, in all
        languages.
        """
        return [name for number, _, name in self._said() if number in (1, 4, 6, 16)]

    def _said(self) -> Iterator[tuple[int, int, str]]:
        """Go through the table of names: the number of each, its language, and what it says."""
        start, _ = self.tables.get("name", (0, 0))
        with contextlib.suppress(struct.error):
            count, texts = struct.unpack_from(">HH", self.raw, start + 2) if start else (0, 0)
            for number in range(count):
                platform, _, language, name, length, at = struct.unpack_from(
                    ">HHHHHH", self.raw, start + 6 + 12 * number
                )
                if platform == 3:
                    begin = start + texts + at
                    yield (
                        name,
                        language,
                        self.raw[begin : begin + length].decode("utf-16-be", "replace"),
                    )

    def advance(self, glyph: int) -> float:
        """Return a glyph's width in em."""
        count = self._numbers("hhea", "H", 34)[0]
        return self._numbers("hmtx", "H", 4 * min(glyph, max(count, 1) - 1))[0] / self.em

    def singles(self, feature: bytes) -> dict[int, int]:
        """Return which glyph stands for which by a feature such as `smcp`."""
        found: dict[int, int] = {}
        try:
            for kind, tables in self._named("GSUB", {feature}):
                for at in tables if kind == _SINGLE else ():
                    for glyph, other in _single(self.raw, at):
                        found.setdefault(glyph, other)
        except (struct.error, IndexError):
            pass
        return found

    def ligatures(self, features: set[bytes], is_hebrew: bool = False) -> list[Ligatures]:
        """Return the glyphs that stand for several by some features, in the order in which the font
        looks for them.
        """
        found: list[Ligatures] = []
        try:
            for kind, tables in self._named("GSUB", features, is_hebrew):
                if kind == _LIGATURE:
                    found.append({})
                    for at in tables:
                        _read_ligatures(self.raw, at, found[-1])
        except (struct.error, IndexError):
            pass
        return found

    def leftward_kern(self, pair: str) -> tuple[float, float]:
        """Return what the font says of two Hebrew letters, the first on the right: how far that is
        moved, to the right, and how much wider it is, in em.
        """
        first, second = (self.glyphs.get(ord(character), 0) for character in pair)
        try:
            if self._hebrew is None:
                self._hebrew = self._hebrew_pairs()
            moves, widths, is_old = self._hebrew
            if is_old:  # such a table has pairs as they stand on paper
                wider = sum(_first_of(lookup, second, first) for lookup in widths) / self.em
                return wider, wider
            move, wider = (
                sum(_first_of(lookup, first, second) for lookup in each) / self.em
                for each in (moves, widths)
            )
            return move, wider
        except (struct.error, IndexError):
            return 0.0, 0.0

    def _hebrew_pairs(self) -> tuple[list[list[_Subtable]], list[list[_Subtable]], bool]:
        self._hebrew = [], [], False  # if it cannot be read
        named = [tables for kind, tables in self._named("GPOS", {b"kern"}, True) if kind == _PAIR]
        if not named and "kern" in self.tables:
            return [], [[_old_pairs(self.raw, self.tables["kern"][0])]], True
        moves, widths = (
            [[_subtable(self.raw, at, bit) for at in tables] for tables in named]
            for bit in (_PLACEMENT, _ADVANCE)
        )
        return moves, widths, False

    def _named(
        self, table: str, features: set[bytes], is_hebrew: bool = False
    ) -> list[tuple[int, list[int]]]:
        if table not in self.tables:
            return []
        firsts = _HEBREW_SCRIPTS[table] if is_hebrew else ()
        return _lookups(self.raw, self.tables[table][0], features, _EXTENSIONS[table], firsts)

    def _numbers(self, table: str, form: str, at: int) -> tuple[int, ...]:
        start, length = self.tables.get(table, (0, 0))
        if at + struct.calcsize(">" + form) > length:
            return (0,) * len(struct.unpack(">" + form, bytes(struct.calcsize(">" + form))))
        return struct.unpack_from(">" + form, self.raw, start + at)

    def glyph_ink(self, glyph: int) -> Box | None:
        """Return the box of a glyph's ink, in em from the left end of its baseline; None where it
        has none.
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
        is_long = self._numbers("head", "h", 50)[0]
        begin, end = (
            self._numbers("loca", "II", 4 * glyph)
            if is_long
            else self._numbers("loca", "HH", 2 * glyph)
        )
        if begin == end:
            return None
        left, bottom, right, top = self._numbers(
            "glyf", "hhhh", (begin if is_long else 2 * begin) + 2
        )
        return Box.between(left / self.em, -top / self.em, right / self.em, -bottom / self.em)

    def _kern(self, pair: str) -> float:
        first, second = (self.glyphs.get(ord(character), 0) for character in pair)
        if not first or not second:
            return 0.0
        if self._lookups is None:
            try:
                named = self._named("GPOS", {b"kern"})
                self._lookups = [
                    [_subtable(self.raw, at) for at in tables]
                    for kind, tables in named
                    if kind == _PAIR
                ]
                if not self._lookups and "kern" in self.tables:
                    self._lookups = [[_old_pairs(self.raw, self.tables["kern"][0])]]
            except (struct.error, IndexError):
                self._lookups = []
        try:
            said = sum(_first_of(lookup, first, second) for lookup in self._lookups) / self.em
        except struct.error:
            said = 0.0
        return said or self._kept_open(first, pair[1])

    def _kept_open(self, first: int, following: str) -> float:
        """Return by how much a space has to widen so that the letter before it does not close it,
        in em.

        Some fonts let the hood of an f hang over more than half of a space, and have no pair for
        them: "of the" then reads "ofthe".
        """
        inked = self.glyph_ink(first) if following.isspace() else None
        if inked is None:
            return 0.0
        space = self.advance(self.glyphs[ord(following)])
        overhang = inked.x + inked.width - self.advance(first)
        return min(overhang - space / 3, space / 2) if overhang > space / 2 else 0.0


def _tables(raw: bytes) -> dict[str, tuple[int, int]]:
    """Find a font's tables, each by where it begins and how long it is; the first font's of a
    collection.
    """
    try:
        at = struct.unpack_from(">L", raw, 12)[0] if raw[:4] == b"ttcf" else 0
        count = struct.unpack_from(">H", raw, at + 4)[0]
        rows = (
            struct.unpack_from(">4s4xLL", raw, at + 12 + 16 * number) for number in range(count)
        )
        return {
            tag.decode("latin-1"): (start, min(length, len(raw) - start))
            for tag, start, length in rows
            if start < len(raw)
        }
    except struct.error:
        return {}


def table_names(raw: bytes) -> frozenset[str]:
    """Return the names of a font's tables, as its first bytes list them."""
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
    """Return how many characters a font says that it has at most, by the ranges of its `cmap`; some
    say billions.

    Raises struct.error for a table that is cut.
    """
    start, length = _tables(raw).get("cmap", (0, 0))
    most = 0
    for number in range(struct.unpack_from(">H", raw, start + 2)[0] if length else 0):
        at = start + struct.unpack_from(">L", raw, start + 8 + 8 * number)[0]
        form = struct.unpack_from(">H", raw, at)[0]
        if form in (8, 12, 13):
            at += 8204 if form == 8 else 12
            groups = struct.unpack_from(">L", raw, at)[0]
            ends = (
                struct.unpack_from(">LL", raw, at + 4 + 12 * group)
                for group in range(min(groups, len(raw) // 12 + 1))
            )
            most = max(most, sum(max(0, last - first + 1) for first, last in ends))
        elif form == 10:
            most = max(most, struct.unpack_from(">L", raw, at + 16)[0])
    return most


class _Subtable:
    """One table of pairs: by glyphs, or by classes of glyphs."""

    def of(self, first: int, second: int) -> int | None:
        """Return what is said of two glyphs; None where a later table may have something to say."""
        raise NotImplementedError


class _Glyphs(_Subtable):
    """Pairs of glyphs; those of a first glyph are read when it is first asked for."""

    def __init__(
        self,
        pairs: dict[int, dict[int, int]],
        unread: dict[int, int],
        raw: bytes = b"",
        forms: tuple[int, int] = (0, 0),
        bit: int = _ADVANCE,
    ) -> None:
        self.pairs, self.unread, self.raw, self.forms, self.bit = pairs, unread, raw, forms, bit

    def of(self, first: int, second: int) -> int | None:
        if first in self.unread:
            self.pairs[first] = self.read(self.unread.pop(first))
        pairs = self.pairs.get(first)
        return None if pairs is None else pairs.get(second)

    def read(self, at: int) -> dict[int, int]:
        shift, step = (
            _value_at(self.forms[0], self.bit),
            2 + 2 * sum((form & 0xFF).bit_count() for form in self.forms),
        )
        records = (
            at + 2 + step * number for number in range(struct.unpack_from(">H", self.raw, at)[0])
        )
        numbers = [(record, struct.unpack_from(">H", self.raw, record)[0]) for record in records]
        return {
            glyph: 0 if shift is None else struct.unpack_from(">h", self.raw, at + 2 + shift)[0]
            for at, glyph in numbers
        }


class _Classes(_Subtable):
    def __init__(self, raw: bytes, at: int, covered: frozenset[int], bit: int = _ADVANCE) -> None:
        self.raw, self.covered = raw, covered
        forms, more, first, second, _, self.count = struct.unpack_from(">HHHHHH", raw, at + 4)
        self.shift = _value_at(forms, bit)
        self.step = 2 * ((forms & 0xFF).bit_count() + (more & 0xFF).bit_count())
        self.at = at + 16
        self.first, self.second = _classes(raw, at + first), _classes(raw, at + second)

    def of(self, first: int, second: int) -> int | None:
        if first not in self.covered:
            return None
        if self.shift is None:
            return 0
        record = self.at + self.step * (
            self.first.get(first, 0) * self.count + self.second.get(second, 0)
        )
        return int(struct.unpack_from(">h", self.raw, record + self.shift)[0])


def _first_of(lookup: list[_Subtable], first: int, second: int) -> int:
    """Return what the first table says that has anything to say of two glyphs."""
    found = (subtable.of(first, second) for subtable in lookup)
    return next((value for value in found if value is not None), 0)


def _value_at(forms: int, bit: int) -> int | None:
    """Return where in a value's record one of its numbers stands, None where it has none."""
    return 2 * (forms & (bit - 1)).bit_count() if forms & bit else None


def _lookups(
    raw: bytes, start: int, names: set[bytes], extension: int, firsts: tuple[bytes, ...] = ()
) -> list[tuple[int, list[int]]]:
    """Find what some features of the font's usual scripts name, or of the first of `firsts` that it
    has, in the order in which it counts: its kind, and where its tables are.
    """
    scripts, features, lookups = (
        start + offset for offset in struct.unpack_from(">HHH", raw, start + 4)
    )
    wanted: set[int] = set()
    found_scripts = _offsets(raw, scripts, _SCRIPTS)
    if firsts:
        found_scripts = next(filter(None, (_offsets(raw, scripts, (tag,)) for tag in firsts)), [])
    for script in found_scripts:
        default = struct.unpack_from(">H", raw, script)[0]
        if not default:
            continue
        count = struct.unpack_from(">H", raw, script + default + 4)[0]
        for feature in struct.unpack_from(f">{count}H", raw, script + default + 6):
            tag, at = struct.unpack_from(">4sH", raw, features + 2 + 6 * feature)
            if tag in names:
                named = struct.unpack_from(">H", raw, features + at + 2)[0]
                wanted |= set(struct.unpack_from(f">{named}H", raw, features + at + 4))
    found = []
    for number in sorted(wanted)[:_MOST_LOOKUPS]:
        at = lookups + struct.unpack_from(">H", raw, lookups + 2 + 2 * number)[0]
        kind, _, count = struct.unpack_from(">HHH", raw, at)
        tables = [at + offset for offset in struct.unpack_from(f">{count}H", raw, at + 6)]
        if kind == extension:
            kind = struct.unpack_from(">H", raw, tables[0] + 2)[0] if tables else 0
            tables = [table + struct.unpack_from(">L", raw, table + 4)[0] for table in tables]
        found.append((kind, tables))
    return found


def _single(raw: bytes, at: int) -> list[tuple[int, int]]:
    form, coverage, number = struct.unpack_from(">HHH", raw, at)
    glyphs = _covered(raw, at + coverage)
    if form == 1:
        return [(glyph, (glyph + number) % _MOST_GLYPHS) for glyph in glyphs]
    return list(zip(glyphs, struct.unpack_from(f">{number}H", raw, at + 6), strict=False))


def _read_ligatures(raw: bytes, at: int, found: Ligatures) -> None:
    """Add the ligatures of one table; where two begin alike the font's order is kept among equally
    long ones.
    """
    _, coverage, count = struct.unpack_from(">HHH", raw, at)
    for first, offset in zip(
        _covered(raw, at + coverage), struct.unpack_from(f">{count}H", raw, at + 6), strict=False
    ):
        many = struct.unpack_from(">H", raw, at + offset)[0]
        row = found.setdefault(first, [])
        if len(row) + many > _MOST_LIGATURES or len(found) * many > _MOST_GLYPHS * 100:
            raise IndexError("more ligatures than there are words")
        for place in struct.unpack_from(f">{many}H", raw, at + offset + 2):
            glyph, parts = struct.unpack_from(">HH", raw, at + offset + place)
            row.append(
                (struct.unpack_from(f">{max(parts, 1) - 1}H", raw, at + offset + place + 4), glyph)
            )
        row.sort(key=lambda ligature: -len(ligature[0]))


def _offsets(raw: bytes, at: int, tags: tuple[bytes, ...]) -> list[int]:
    """Find what a list of records, each a tag and an offset, holds under some tags."""
    count = struct.unpack_from(">H", raw, at)[0]
    records = (struct.unpack_from(">4sH", raw, at + 2 + 6 * number) for number in range(count))
    return [at + offset for tag, offset in records if tag in tags]


def _subtable(raw: bytes, at: int, bit: int = _ADVANCE) -> _Subtable:
    form, coverage, forms, more, count = struct.unpack_from(">HHHHH", raw, at)
    glyphs = _covered(raw, at + coverage)
    if form == 2:
        return _Classes(raw, at, frozenset(glyphs), bit)
    offsets = struct.unpack_from(f">{count}H", raw, at + 10)
    return _Glyphs(
        {},
        {glyph: at + offset for glyph, offset in zip(glyphs, offsets, strict=False)},
        raw,
        (forms, more),
        bit,
    )


def _covered(raw: bytes, at: int) -> list[int]:
    form, count = struct.unpack_from(">HH", raw, at)
    if form == 1:
        return list(struct.unpack_from(f">{count}H", raw, at + 4))
    glyphs: list[int] = []
    for number in range(count):
        first, last = struct.unpack_from(">HH", raw, at + 4 + 6 * number)
        glyphs += range(first, last + 1)
    return glyphs


class _Ranges(dict[int, int]):
    """Classes of glyphs by ranges, looked up when asked."""

    def __init__(self, rows: list[tuple[int, int, int]]) -> None:
        super().__init__()
        self.rows, self.begins = rows, [row[0] for row in rows]

    def get(self, glyph: int, default: int = 0) -> int:  # type: ignore[override]
        number = bisect_right(self.begins, glyph) - 1
        return self.rows[number][2] if number >= 0 and glyph <= self.rows[number][1] else default


def _classes(raw: bytes, at: int) -> dict[int, int]:
    """Read which class each glyph is of; those that are not named are of class 0."""
    if struct.unpack_from(">H", raw, at)[0] == 1:
        first, count = struct.unpack_from(">HH", raw, at + 2)
        return dict(enumerate(struct.unpack_from(f">{count}H", raw, at + 6), first))
    count = struct.unpack_from(">H", raw, at + 2)[0]
    return _Ranges(
        [struct.unpack_from(">HHH", raw, at + 4 + 6 * number) for number in range(count)]
    )


def _old_pairs(raw: bytes, at: int) -> _Subtable:
    """Read the horizontal pairs of a `kern` table as older fonts have it."""
    version, count = struct.unpack_from(">HH", raw, at)
    pairs: dict[int, dict[int, int]] = {}
    at += 4
    for _ in range(count if version == 0 else 0):
        _, length, coverage, many = struct.unpack_from(">HHHH", raw, at)
        if coverage >> 8 == 0 and coverage & 0b111 == 1:
            for number in range(many):
                first, second, value = struct.unpack_from(">HHh", raw, at + 14 + 6 * number)
                row = pairs.setdefault(first, {})
                row[second] = row.get(second, 0) + value
        at += length
    return _Glyphs(pairs, {})
