"""Stage 1a for a text that is being edited: whatever is unchanged from the previous text is not
read again.

In: texts that follow each other. Out: exactly what `read_source` returns for each; if in doubt,
`read_source` is called.

A block of `key: value` lines is cut before each line that starts one of its keys, and each piece is
read as a separate text. The result is the same as for the whole: a piece that ends inside quotes or
brackets cannot be read, and everything else ends before a line that is indented no deeper than its
key. If a piece is unusual in any way, or has a problem, the whole text goes to `read_source`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

from generator.data.problems import Place, ProblemError, Problems
from generator.data.source import (
    MAX_BYTES,
    MAX_NODES,
    UNREADABLE,
    Node,
    decoded,
    read_piece,
    read_source,
)

SMALL = 300
"""The number of letters up to which a piece is not divided further."""
_ODD = re.compile(r"^(?:---|\.\.\.|%)|\r(?!\n)|[^\n]\Z", re.M)
_ONLY_KEY = re.compile(r" *[\w\"'][^#:\n]*:[ \t]*(?:#.*)?\n")
_EMPTY = re.compile(r"(?: *(?:#.*)?\n)*")
_START = re.compile(r"( *)[\w\"']")


class _Odd(Exception):
    """A piece that cannot be read by itself."""


@dataclass(frozen=True, slots=True)
class _Read:
    """A piece that was read: its text, the lines above it, its single key, its value, and the
    number of values and letters in it.
    """

    text: str
    above: int
    key: str
    place: Place
    node: Node
    count: int
    letters: int
    within: _Block


_Block = dict[str, _Read]
"""The pieces of a block by their beginnings."""


class Rereader:
    """Reads one text after another, and remembers the pieces of the last sound one."""

    def __init__(self) -> None:
        self._known: _Block = {}

    def read(self, path: Path, name: str, problems: Problems, content: bytes | None = None) -> Node:
        """Read a YAML file as `read_source` does. Raises the same."""
        try:
            if content is not None:
                return self._whole(content, name)
        except (_Odd, ProblemError, RecursionError):
            pass
        return read_source(path, name, problems, content)

    def _whole(self, content: bytes, name: str) -> Node:
        found = Problems()
        text = decoded(content, name, found)
        if found.items or UNREADABLE.search(text) or _ODD.search(text):
            raise _Odd
        block = _block(text, name, 0, 0, self._known)
        root, count, letters = _as_map(block, name)
        if count > MAX_NODES or letters > MAX_BYTES:
            raise _Odd
        self._known = block
        return root


def _block(text: str, name: str, above: int, depth: int, known: _Block) -> _Block:
    """Read a block of keys at a given depth, reusing the `known` pieces."""
    begin = _EMPTY.match(text)
    first = _START.match(text, begin.end() if begin else 0)
    if first is None:
        raise _Odd
    starts = [found.start() for found in _starts(len(first[1])).finditer(text)]
    above += text.count("\n", 0, starts[0])
    found = _Block()
    for start, end in pairwise([*starts, len(text)]):
        piece = text[start:end]
        label = piece.partition(":")[0]
        read = known.get(label)
        if read is None or read.text != piece or read.above != above:
            read = _piece(piece, name, above, depth, read.within if read else {})
        if label in found:
            raise _Odd
        found[label] = read
        above += piece.count("\n")
    return found


def _piece(text: str, name: str, above: int, depth: int, known: _Block) -> _Read:
    """Read one key and its value."""
    alone = _ONLY_KEY.match(text) if len(text) > SMALL else None
    if alone is not None:
        try:
            within = _block(text[alone.end() :], name, above + 1, depth + 1, known)
            node, count, letters = _as_map(within, name)
            key, place, _ = _only(read_piece(alone[0], name, above, depth)[0])
            return _Read(text, above, key, place, node, count, letters, within)
        except _Odd:  # a list, or a text that begins on the next line
            pass
    root, count, letters = read_piece(text, name, above, depth)
    return _Read(text, above, *_only(root), count, letters, {})


def _only(root: Node | None) -> tuple[str, Place, Node]:
    """Accept a piece that consists of one key with its value."""
    if root is None or len(root.items) != 1:
        raise _Odd
    ((key, node),) = root.items.items()
    return key, root.keys[key], node


def _as_map(block: _Block, name: str) -> tuple[Node, int, int]:
    """Make a map from a block; also return the number of its values and letters."""
    items = {read.key: read.node for read in block.values()}
    keys = {read.key: read.place for read in block.values()}
    if len(items) < len(block):
        raise _Odd
    first = next(iter(keys.values()))
    node = Node("map", items, Place(name, first.line, first.column), keys)
    return (
        node,
        1 + sum(read.count for read in block.values()),
        sum(read.letters for read in block.values()),
    )


@cache
def _starts(column: int) -> re.Pattern[str]:
    """Find the lines that begin a key in a given column."""
    return re.compile(rf"^ {{{column}}}[\w\"']", re.M)
