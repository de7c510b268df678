"""Lines of cards.yaml that an earlier version has otherwise, apart from whole numbers: words, answers
to rulings, rules as data, rows that are new; and other answers to rulings.

In: the bytes of both versions. Out: `Rewrite` values. Knows the text and nothing of games.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import takewhile

from generator.data.game import Game
from generator.data.problems import Place
from generator.data.saying import agreeing, some_of
from rules_check.prove.ruling import alternatives_of

MOST_PARTS, MOST_LINES = 20, 4
"""The most words and signs that are shown of those that differ, and the most numbers of lines."""
_PART, _KEY = re.compile(r"\w+|\W"), re.compile(r"([\w -]+: *)?[^{},:]*$")


@dataclass(frozen=True)
class Rewrite:
    """Lines that were rewritten together."""

    said: str
    """What changed, as a clause."""
    place: Place
    lines: frozenset[int]
    content: bytes
    """The file with these lines as the earlier version has them, or with others to try."""
    back = "the earlier words"
    extent = 1.0
    """How far it moves, compared with a number that is doubled."""

    @property
    def size(self) -> int:
        return len(self.lines)

    def restored(self, content: bytes) -> bytes:
        return self.content


def rewrites(old: bytes, new: bytes, like_old: bytes, file: str, most: int) -> list[Rewrite]:
    """List the lines that were rewritten: each part of the file, and all of them together.

    `like_old` is the new version with the numbers of the old one. If there are more than `most`
    parts, they are only restored together.
    """
    before, now, alike = (text.splitlines(keepends=True) for text in (old, new, like_old))
    parts = [
        (was, became)
        for was, became in _parts(before, alike)
        if _words(before[was]) != _words(alike[became])
    ]
    groups = [[part] for part in parts] if len(parts) <= most else []
    if len(parts) > 1:
        groups.append(parts)
    return [_rewrite(before, now, group, file) for group in groups]


def _parts(before: Sequence[bytes], now: Sequence[bytes]) -> Iterator[tuple[slice, slice]]:
    """Match two versions: if as many lines replace others, each line is a part."""
    for what, a, b, c, d in SequenceMatcher(None, before, now, autojunk=False).get_opcodes():
        if what == "replace" and b - a == d - c:
            yield from ((slice(a + n, a + n + 1), slice(c + n, c + n + 1)) for n in range(b - a))
        elif what != "equal":
            yield slice(a, b), slice(c, d)


def _bare(line: bytes) -> str:
    """Return a line without its indent and its end; empty for one that only comments."""
    text = line.decode("utf-8", "replace").strip()
    return "" if text.startswith("#") else text


def _words(lines: Sequence[bytes]) -> str:
    return " ".join(filter(None, map(_bare, lines)))


def _rewrite(
    before: Sequence[bytes], now: Sequence[bytes], parts: Sequence[tuple[slice, slice]], file: str
) -> Rewrite:
    content = list(now)
    for was, became in reversed(parts):
        content[became] = before[was]
    lines = [
        n + 1
        for _, became in parts
        for n in range(became.start, max(became.stop, became.start + 1))
    ]
    named = f"{agreeing(len(lines), 'line|lines')} {some_of(map(str, lines), MOST_LINES)}"
    said = f"{named} {agreeing(len(lines), 'was|were')} rewritten"
    if len(parts) == 1:
        ((was, became),) = parts
        said = _difference(_words(before[was]), _words(now[became])) or said
    return Rewrite(said, Place(file, lines[0], 1), frozenset(lines), b"".join(content))


def _difference(was: str, now: str) -> str:
    """Say which words of a text are others, with the key before them; "" if that is too long."""
    old, new = _PART.findall(was), _PART.findall(now)
    alike = takewhile(lambda pair: pair[0] == pair[1], zip(old, new, strict=False))
    start = len(list(alike))
    key = _KEY.search("".join(new[:start]))
    old, new = old[start:], new[start:]
    while old and new and old[-1] == new[-1]:
        old.pop()
        new.pop()
    if max(len(old), len(new)) > MOST_PARTS:
        return ""
    if not was or not now:
        return f"'{now}' is new" if now else f"'{was}' is missing"
    before, after = ((key[0] if key else "") + "".join(key_lines) for key_lines in (old, new))
    return f"'{after.strip()}', was '{before.strip()}'"


def answered(content: bytes, game: Game) -> Iterator[Rewrite]:
    """List the files in which one ruling has another answer."""
    lines = content.splitlines(keepends=True)
    for name, option in alternatives_of(game):
        node = game.root["rulings"][name]["choice"]
        at, column = node.place.line - 1, node.place.column - 1
        line, was = lines[at].decode(), str(node.value)
        if line.startswith(was, column):
            now = (line[:column] + option + line[column + len(was) :]).encode()
            said = f"rulings.{name}: answered with '{option}'"
            changed = b"".join([*lines[:at], now, *lines[at + 1 :]])
            yield Rewrite(said, node.place, frozenset({node.place.line}), changed)
