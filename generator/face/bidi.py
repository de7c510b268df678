"""The order of letters in a line that runs from right to left, or in both directions: the Unicode
Bidirectional Algorithm (UAX #9).

In: a paragraph in reading order. Out: an embedding level for each character (even levels run to the
right, odd ones to the left), and the parts of a line in visual order. Knows no fonts. It needs only
the character properties in Python's `unicodedata`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import groupby, pairwise
from typing import NamedTuple

ICON = "\ufffc"  # stands for an icon among letters
LEFTWARD_LANGUAGES = frozenset({"ar", "ckb", "fa", "he", "ps", "sd", "ug", "ur", "yi"})
# letters that run to the left, Arabic digits, and the invisible characters that change the
# direction of a text
_TURNING = re.compile(
    "[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
UNSEEN = frozenset(
    map(
        chr,
        (0x061C, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x00AD),
    )
)
_DEEPEST = 125
_MOST_BRACKETS = 63
_ISOLATES = ("LRI", "RLI", "FSI")
_REMOVED = ("LRE", "RLE", "LRO", "RLO", "PDF", "BN")
_NEUTRAL = ("B", "S", "WS", "ON", *_ISOLATES, "PDI")


class Stretch(NamedTuple):
    """Consecutive characters of a line, from `start` up to but not including `end`, that run in
    one direction."""

    start: int
    end: int
    level: int

    @property
    def is_leftward(self) -> bool:
        return self.level % 2 == 1


def turns(text: str) -> bool:
    """Return whether a text contains anything that may run from right to left."""
    return _TURNING.search(text) is not None


def first_direction(text: str) -> int | None:
    """Return the direction of the first strong character: 0 for rightward, 1 for leftward, None if
    there is none.
    """
    return _first(_classes(text))


def is_leftward(text: str, language: str = "en") -> bool:
    """Return whether a paragraph runs from right to left.

    It does if it has a letter that does, and either the language is one of those or the first
    letter is one of those.
    """
    if not turns(text) or not any(kind in ("R", "AL") for kind in _classes(text)):
        return False
    return language.split("-")[0] in LEFTWARD_LANGUAGES or first_direction(text) == 1


def levels_of(text: str, base: int) -> list[int]:
    """Resolve the levels of a paragraph's characters; `base` is its own, 0 or 1. The paragraph has
    no line breaks in it.
    """
    classes = _classes(text)
    levels, kinds = _explicit(classes, base)
    kept = [i for i, kind in enumerate(classes) if kind not in _REMOVED]
    for sequence, start, end in list(_sequences(kept, classes, levels, base)):
        level = levels[sequence[0]]
        _weak(sequence, kinds, start)
        _brackets(sequence, kinds, text, level, start, classes)
        _neutral(sequence, kinds, level, start, end)
        for i in sequence:
            if level % 2:
                levels[i] += kinds[i] != "R"
            elif kinds[i] != "L":
                levels[i] += 1 if kinds[i] == "R" else 2
    before = base
    for i, kind in enumerate(classes):
        if kind in _REMOVED:
            levels[i] = before
        before = levels[i]
    return levels


def line_levels(text: str, levels: Sequence[int], base: int) -> list[int]:
    """Return the embedding levels of one line of a paragraph; trailing spaces take the paragraph's
    level.
    """
    found = list(levels)
    for i in range(len(text) - 1, -1, -1):
        if unicodedata.bidirectional(text[i]) not in ("WS", "S", "B", "PDI", *_ISOLATES, *_REMOVED):
            break
        found[i] = base
    return found


def stretches(levels: Sequence[int], cuts: Collection[int] = ()) -> list[Stretch]:
    """Divide a line into level runs, also at the cuts, and return them in visual order."""
    found: list[Stretch] = []
    start = 0
    for end in range(1, len(levels) + 1):
        if end == len(levels) or levels[end] != levels[start] or end in cuts:
            found.append(Stretch(start, end, levels[start]))
            start = end
    for level in range(max(levels, default=0), 0, -1):
        at = 0
        while at < len(found):
            end = at
            while end < len(found) and found[end].level >= level:
                end += 1
            found[at:end] = reversed(found[at:end])
            at = end + 1
    return found


@lru_cache(maxsize=1024)
def mirrored(character: str) -> str:
    """Return the mirrored form of a bracket or sign in text that runs from right to left, or the
    character itself.
    """
    if not unicodedata.mirrored(character):
        return character
    name = unicodedata.name(character, "")
    for one, other in (
        ("LEFT", "RIGHT"),
        ("RIGHT", "LEFT"),
        ("LESS", "GREATER"),
        ("GREATER", "LESS"),
    ):
        if one in name:
            try:
                return unicodedata.lookup(name.replace(one, other))
            except KeyError:
                return character
    return character


def _classes(text: str) -> list[str]:
    return [unicodedata.bidirectional(character) or "L" for character in text]


def _first(classes: Sequence[str], start: int = 0, end: int | None = None) -> int | None:
    """Find the first direction outside isolates (rules P2 and P3)."""
    depth = 0
    for kind in classes[start:end]:
        if kind in _ISOLATES:
            depth += 1
        elif kind == "PDI":
            depth = max(0, depth - 1)
        elif not depth and kind in ("L", "R", "AL"):
            return int(kind != "L")
    return None


def _partner(classes: Sequence[str], start: int) -> int:
    """Find the end of the isolate that begins at `start`; the end of the text if it has none."""
    depth = 0
    for i in range(start, len(classes)):
        depth += (classes[i] in _ISOLATES) - (classes[i] == "PDI")
        if not depth:
            return i
    return len(classes)


_EMBEDDINGS = ("LRE", "RLE", "LRO", "RLO")


def _explicit(classes: Sequence[str], base: int) -> tuple[list[int], list[str]]:
    """Apply the characters that set the direction explicitly (rules X1 to X8): levels, and classes
    after overrides.
    """
    levels, kinds = [base] * len(classes), list(classes)
    nesting = _Nesting(base)
    for i, kind in enumerate(classes):
        if kind == "PDI":
            nesting.end_isolate()
        inner = nesting.stack[-1]
        levels[i] = inner.level
        if inner.override and kind not in _REMOVED:
            kinds[i] = inner.override
        if kind in _ISOLATES or kind in _EMBEDDINGS:
            is_left = kind[0] == "R"
            if kind == "FSI":
                is_left = _first(classes, i + 1, _partner(classes, i)) == 1
            nesting.begin(kind, is_left)
        elif kind == "PDF":
            nesting.end_embedding()
    return levels, kinds


class _Nested(NamedTuple):
    """A part with a separate direction; `override` is the class of all its letters, if set."""

    level: int
    override: str = ""
    is_isolate: bool = False


class _Nesting:
    """The parts around a letter, outermost first, and the number of those nested too deeply."""

    def __init__(self, base: int) -> None:
        self.stack = [_Nested(base)]
        self.lost_isolates = self.lost_embeddings = self.isolates = 0

    def begin(self, kind: str, is_left: bool) -> None:
        """Begin a part; it is lost if it would be too deep, or is in one that was."""
        level = self.stack[-1].level
        level = (level + 1) | 1 if is_left else (level + 2) & ~1
        is_isolate = kind in _ISOLATES
        if level <= _DEEPEST and not self.lost_isolates and not self.lost_embeddings:
            self.isolates += is_isolate
            override = kind[0] if kind[2] == "O" else ""
            self.stack.append(_Nested(level, override, is_isolate))
        elif is_isolate:
            self.lost_isolates += 1
        elif not self.lost_isolates:
            self.lost_embeddings += 1

    def end_isolate(self) -> None:
        """End the innermost isolate, and the embeddings in it."""
        if self.lost_isolates:
            self.lost_isolates -= 1
        elif self.isolates:
            self.lost_embeddings = 0
            self.isolates -= 1
            while not self.stack.pop().is_isolate:
                pass

    def end_embedding(self) -> None:
        """End the innermost part, unless that is an isolate or the paragraph."""
        if self.lost_isolates:
            return
        if self.lost_embeddings:
            self.lost_embeddings -= 1
        elif len(self.stack) > 1 and not self.stack[-1].is_isolate:
            self.stack.pop()


def _sequences(
    kept: Sequence[int], classes: Sequence[str], levels: Sequence[int], base: int
) -> Iterator[tuple[list[int], str, str]]:
    """Gather the sequences that are resolved together (rule X10): the runs of one level around
    isolates, and the directions at both ends.
    """
    runs = [list(run) for _, run in groupby(kept, levels.__getitem__)]
    beginning = {run[0]: run for run in runs}
    place = {i: number for number, i in enumerate(kept)}
    continued = {_partner(classes, run[-1]) for run in runs if classes[run[-1]] in _ISOLATES}
    for run in runs:
        if run[0] in continued and classes[run[0]] == "PDI":
            continue
        sequence = list(run)
        while classes[sequence[-1]] in _ISOLATES and (
            following := beginning.get(_partner(classes, sequence[-1]))
        ):
            sequence += following
        level = levels[sequence[0]]
        first, last = place[sequence[0]], place[sequence[-1]]
        before = levels[kept[first - 1]] if first else base
        is_open = classes[sequence[-1]] in _ISOLATES
        after = levels[kept[last + 1]] if last + 1 < len(kept) and not is_open else base
        yield sequence, "LR"[max(level, before) % 2], "LR"[max(level, after) % 2]


_BETWEEN_DIGITS = (("EN", "ES", "EN"), ("EN", "CS", "EN"), ("AN", "CS", "AN"))


def _weak(sequence: Sequence[int], kinds: list[str], start: str) -> None:
    """Resolve marks, digits and the signs between digits (rules W1 to W7)."""
    before = strong = start
    for i in sequence:
        if kinds[i] == "NSM":
            kinds[i] = "ON" if before in (*_ISOLATES, "PDI") else before
        before = kinds[i]
    for i in sequence:
        if kinds[i] in ("L", "R"):
            strong = kinds[i]
        elif kinds[i] == "AL":
            strong, kinds[i] = "AL", "R"
        elif kinds[i] == "EN" and strong == "AL":
            kinds[i] = "AN"
    for before_i, i, after_i in zip(sequence, sequence[1:], sequence[2:], strict=False):
        between = (kinds[before_i], kinds[i], kinds[after_i])
        if between in _BETWEEN_DIGITS:
            kinds[i] = kinds[before_i]
    for run in (sequence, sequence[::-1]):
        for before_i, i in pairwise(run):
            if (kinds[before_i], kinds[i]) == ("EN", "ET"):
                kinds[i] = "EN"
    strong = start
    for i in sequence:
        if kinds[i] in ("ES", "CS", "ET"):
            kinds[i] = "ON"
        elif kinds[i] in ("L", "R"):
            strong = kinds[i]
        elif kinds[i] == "EN" and strong == "L":
            kinds[i] = "L"


def _strength(kind: str) -> str:
    """Return the direction that a bidi class gives its neutral neighbours: numbers count as
    leftward letters.
    """
    if kind == "L":
        return "L"
    return "R" if kind in ("R", "EN", "AN") else ""


def _brackets(
    sequence: Sequence[int],
    kinds: list[str],
    text: str,
    level: int,
    start: str,
    classes: Sequence[str],
) -> None:
    """Give paired brackets the direction of their content, or of the text around them (rule N0)."""
    own = "LR"[level % 2]
    for first, last in _pairs(sequence, kinds, text):
        inside = {_strength(kinds[i]) for i in sequence[first + 1 : last]} - {""}
        if own in inside:
            way = own
        elif inside:
            before = next(
                filter(None, (_strength(kinds[i]) for i in reversed(sequence[:first]))), start
            )
            way = before if before != own else own
        else:
            continue
        for at in (first, last):
            kinds[sequence[at]] = way
            for i in sequence[at + 1 :]:
                if classes[i] != "NSM":
                    break
                kinds[i] = way


def _pairs(sequence: Sequence[int], kinds: Sequence[str], text: str) -> list[tuple[int, int]]:
    """Find the pairs of brackets, as places in the sequence, in the order in which they open."""
    waiting: list[tuple[str, int]] = []
    found: list[tuple[int, int]] = []
    for place, i in enumerate(sequence):
        category = unicodedata.category(text[i])
        if kinds[i] != "ON" or category not in ("Ps", "Pe") or mirrored(text[i]) == text[i]:
            continue
        bracket = unicodedata.normalize("NFD", text[i])
        if category == "Ps":
            if len(waiting) == _MOST_BRACKETS:
                return []
            waiting.append((mirrored(bracket), place))
            continue
        for number in range(len(waiting) - 1, -1, -1):
            if waiting[number][0] == bracket:
                found.append((waiting[number][1], place))
                del waiting[number:]
                break
    return sorted(found)


def _neutral(sequence: Sequence[int], kinds: list[str], level: int, start: str, end: str) -> None:
    """Give neutral characters the direction of the text on both sides, or otherwise of the
    surrounding text (rules N1 and N2).
    """
    at = 0
    while at < len(sequence):
        if kinds[sequence[at]] not in _NEUTRAL:
            at += 1
            continue
        after = at
        while after < len(sequence) and kinds[sequence[after]] in _NEUTRAL:
            after += 1
        left = _strength(kinds[sequence[at - 1]]) if at else start
        right = _strength(kinds[sequence[after]]) if after < len(sequence) else end
        for i in sequence[at:after]:
            kinds[i] = left if left == right else "LR"[level % 2]
        at = after
