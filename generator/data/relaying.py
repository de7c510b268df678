"""Stage 1a for a text that is being edited: its layout, of which only the edited part is read
again.

In: the layout of the text before, which is changed; both texts. Out: what `read_layout` finds in
the new text. As in `pieces`, a key with its value is read as a separate text, and the whole is read
if there is any doubt.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from generator.data.source import Written, read_layout, read_layout_of_piece

_DOCUMENT = re.compile(r"^(?:---|\.\.\.|%)", re.M)


@dataclass(frozen=True)
class _Edited:
    """The part of a text that was replaced, and how many characters more it has now."""

    start: int
    end: int
    by: int


@dataclass(frozen=True)
class _Holder:
    """A key of a block and its lines, by characters of the text before."""

    block: Written
    key: str
    start: int
    end: int


def read_layout_after(layout: Written, before: str, text: str) -> Written:
    """Return the layout of a text that `read_source` has read without a fault, given that of the
    text before, which is no longer valid afterwards.
    """
    start, end = replaced_part(before, text)
    change = _Edited(start, end, len(text) - len(before))
    parts = list(_around(layout, before, change))
    for depth in range(len(parts), 0, -1):
        part = parts[depth - 1]
        if (found := _read_alone(part, text[part.start : part.end + change.by])) is not None:
            for above in parts[:depth]:
                _shift_after(above, change.by)
            part.block.items[part.key] = found
            for above in reversed(parts[:depth]):
                above.block.end = max(item.end for item in above.block.items.values())
            return layout
    return read_layout(text)


def replaced_part(before: str, text: str) -> tuple[int, int]:
    """Find the shortest part of a text that was replaced, by its first character and the one after
    its last.
    """
    most = min(len(before), len(text))
    tail = _same(lambda count: before.endswith(text[len(text) - count :]), most)
    start = _same(lambda count: before.startswith(text[:count]), most - tail)
    return start, len(before) - tail


def _same(is_so: Callable[[int], bool], most: int) -> int:
    """Find the largest number, up to `most`, for which something holds, as it does for all
    below.
    """
    return bisect_left(range(1, most + 1), True, key=lambda count: not is_so(count))


def _around(layout: Written, before: str, change: _Edited) -> Iterator[_Holder]:
    """List the keys of blocks whose values contain a change, from the outermost to the
    innermost.
    """
    block, end = layout, len(before)
    while block.style == "block" and block.items:
        starts = [before.rfind("\n", 0, at) + 1 for at, _ in block.keys.values()]
        for key, (start, stop) in zip(block.keys, pairwise([*starts, end]), strict=True):
            name, name_end = block.keys[key]
            is_alone = not before[start:name].strip(" ")
            if is_alone and name_end < change.start and change.end < stop:
                yield _Holder(block, key, start, stop)
                block, end = block.items[key], stop
                break
        else:
            return


def _read_alone(part: _Holder, text: str) -> Written | None:
    """Read the value of a key from its lines alone; None if they are more than that."""
    if _DOCUMENT.search(text):
        return None
    found = read_layout_of_piece(text)
    if found is None:
        return None
    column = part.block.keys[part.key][0] - part.start
    if list(found.items) != [part.key] or found.keys[part.key][0] != column:
        return None
    _shift(found.items[part.key], part.start)
    return found.items[part.key]


def _shift_after(part: _Holder, by: int) -> None:
    """Shift the keys and values of a block after one of them."""
    block = part.block
    later = [key for key, (start, _) in block.keys.items() if start >= part.end]
    for key in later:
        start, end = block.keys[key]
        block.keys[key] = start + by, end + by
        _shift(block.items[key], by)


def _shift(written: Written, by: int) -> None:
    """Shift a value and everything in it."""
    left = [written]
    while left:
        one = left.pop()
        one.start += by
        one.end += by
        if one.items:
            one.keys = {key: (start + by, end + by) for key, (start, end) in one.keys.items()}
            left += one.items.values()
        elif one.elements:
            left += one.elements
