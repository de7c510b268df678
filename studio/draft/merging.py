"""Two edits of one text, merged if they do not overlap.

In: a text, and two texts made from it. Out: the text with both edits, or None. Knows no format.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

_WORD = re.compile(r"\w+|\s|[^\w\s]")
MOST_PARTS = 20_000
"""The number of lines above which two texts are not compared, since that would hold up typing."""


class _Change(NamedTuple):
    """A change of the base from `start` up to `end`."""

    start: int
    end: int
    parts: list[str]
    is_mine: bool


def merged(base: str, mine: str, theirs: str) -> str | None:
    """Return the text with both edits.

    Returns None if they change the same words, or add text at the same place.
    """
    old, ours, others = (text.splitlines(keepends=True) for text in (base, mine, theirs))
    if max(len(old), len(ours), len(others)) > MOST_PARTS:
        return None
    return _merged(old, ours, others, has_words=True)


def _merged(
    base: Sequence[str], mine: Sequence[str], theirs: Sequence[str], has_words: bool
) -> str | None:
    """Merge lines and, for lines changed in both texts, their words."""
    changes = sorted([*_changes(base, mine, True), *_changes(base, theirs, False)])
    lines, at = list[str](), 0
    for group in _groups(changes, touching=not has_words):
        start, end = min(change.start for change in group), max(change.end for change in group)
        lines += base[at:start]
        text = _both(base, start, end, group, has_words)
        if text is None:
            return None
        lines.append(text)
        at = end
    return "".join([*lines, *base[at:]])


def _both(
    base: Sequence[str], start: int, end: int, group: Sequence[_Change], has_words: bool
) -> str | None:
    """Merge changes that meet.

    They must be from one text, or equal, or change different words of the same lines.
    """
    changes: dict[bool, list[_Change]] = {True: [], False: []}
    for change in group:
        changes[change.is_mine].append(change)
    mine, theirs = (_applied(base, start, end, changes[is_mine]) for is_mine in (True, False))
    before = "".join(base[start:end])
    if theirs in (mine, before):
        return mine
    if mine == before:
        return theirs
    lines = before.count("\n")
    if not has_words or {mine.count("\n"), theirs.count("\n")} != {lines}:
        return None
    return _merged(
        _WORD.findall(before), _WORD.findall(mine), _WORD.findall(theirs), has_words=False
    )


def _changes(base: Sequence[str], other: Sequence[str], is_mine: bool) -> list[_Change]:
    matcher = SequenceMatcher(None, base, other, autojunk=False)
    changes = []
    for tag, start, end, first, last in matcher.get_opcodes():
        if tag != "equal":
            changes.append(_Change(start, end, list(other[first:last]), is_mine))
    return changes


def _groups(changes: Sequence[_Change], touching: bool) -> list[list[_Change]]:
    """Group changes that overlap and, with `touching`, also those that only touch."""
    groups = list[list[_Change]]()
    for change in changes:
        if not groups:
            groups.append([change])
            continue
        group = groups[-1]
        last = max(earlier.end for earlier in group)
        is_at_one_place = change.start == change.end == group[-1].start == last
        if change.start < last or is_at_one_place or (touching and change.start <= last):
            group.append(change)
        else:
            groups.append([change])
    return groups


def _applied(base: Sequence[str], start: int, end: int, changes: Sequence[_Change]) -> str:
    lines = list[str]()
    for change in changes:
        lines += [*base[start : change.start], *change.parts]
        start = change.end
    return "".join([*lines, *base[start:end]])
