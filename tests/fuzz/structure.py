"""Faults that keep a file's form: pieces of YAML and of templates swapped between games, types
changed, names and depth that YAML allows.

In: a random.Random and texts. Out: a text, the same for the same state of the generator. What is no
YAML any more is not made here on purpose.
"""

from __future__ import annotations

import re
from random import Random
from typing import Any

import yaml

from tests.fuzz import mutants

_DEEP = (20, 60, 200, 2000)
_BLOCK = re.compile(
    r"\{%-?\s*(for|if|macro|set|call|filter|with)\b.*?%\}(?:(?!\{%).)*\{%-?\s*end\1\s*-?%\}", re.S
)
_ELEMENT = re.compile(
    r"<(g|text|textArea|defs|symbol|rect|use|image|path)\b[^<>]*?(?:/>|>(?:(?!<\1\b).)*?</\1>)",
    re.S,
)


class _Piece:
    """A node of a YAML text: where it begins and ends, how far it is indented, and how deep it
    lies.
    """

    def __init__(self, node: Any, path: tuple[str, ...], text: str) -> None:
        self.node, self.path = node, path
        self.start, self.end = node.start_mark.index, node.end_mark.index
        self.said = text[self.start : self.end].rstrip()
        self.indent = node.start_mark.column

    def moved(self, indent: int) -> str:
        """Return what it says, indented otherwise; a block on a line of its own."""
        first, *others = self.said.split("\n")
        by = indent - self.indent
        lines = [
            " " * by + line if by >= 0 else line[min(-by, len(line) - len(line.lstrip())) :]
            for line in others
        ]
        return "\n".join((first, *lines))


def pieces(text: str) -> list[_Piece]:
    """List all values of a YAML text, its outermost left out; one with several aliases once. Empty
    for what cannot be read.
    """
    try:
        root = yaml.compose(text, yaml.CSafeLoader)
    except (yaml.YAMLError, ValueError):
        return []
    found: list[_Piece] = []
    seen: set[int] = (
        set()
    )  # an alias may stand within what it names, or double itself at every level
    waiting: list[tuple[Any, tuple[str, ...]]] = [(root, ())] if root is not None else []
    while waiting:
        node, path = waiting.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        if path:
            found.append(_Piece(node, path, text))
        if isinstance(node, yaml.MappingNode):
            waiting += [(value, (*path, str(key.value))) for key, value in node.value]
        elif isinstance(node, yaml.SequenceNode):
            waiting += [(value, (*path, "-")) for value in node.value]
    return sorted(found, key=lambda one: one.start)


def of_yaml(random: Random, text: str, others: list[str]) -> str:
    """Return a cards.yaml with one to three such faults; subtrees come from the others too."""
    for _ in range(random.choice((1, 1, 2, 3))):
        do = random.choice(
            (
                _swapped,
                _swapped,
                _swapped,
                _retyped,
                _retyped,
                _aliased,
                _merged,
                _deepened,
                _doubled,
            )
        )
        text = do(random, text, others)
    return text


def _swapped(random: Random, text: str, others: list[str]) -> str:
    """Put a subtree of any game in the place of another, mostly of one with the same name or
    depth.
    """
    own, foreign = pieces(text), pieces(random.choice((text, *others)))
    if not own or not foreign:
        return text
    old = random.choice(own)
    alike = [one for one in foreign if one.path[-1] == old.path[-1]] or [
        one for one in foreign if len(one.path) == len(old.path)
    ]
    new = random.choice(alike if alike and random.random() < 0.7 else foreign)
    return _put(text, old, new.moved(old.indent))


def _put(text: str, old: _Piece, said: str) -> str:
    is_flow = "\n" in said and not said.startswith(("{", "[", '"', "'", "|", ">"))
    if (
        is_flow
        and "\n" not in old.said
        and old.indent > 0
        and text[: old.start].rstrip(" ").endswith(":")
    ):
        said = "\n" + " " * old.indent + said
    return text[: old.start] + said + text[old.start + len(old.said) :]


def _retyped(random: Random, text: str, others: list[str]) -> str:
    """Let a value be of another type: a list for a text, a mapping for a number, the reverse, or
    with a tag.
    """
    own = pieces(text)
    if not own:
        return text
    old = random.choice(own)
    if isinstance(old.node, yaml.ScalarNode):
        said = random.choice(
            (
                "[{}]",
                "{{a: {}}}",
                "[[{}]]",
                "!!str {}",
                "!!int {}",
                "!!binary {}",
                "!!set {{{}}}",
                "!own {}",
                "? {}",
                "'{}'",
            )
        )
        return _put(text, old, said.format(old.said))
    return _put(
        text,
        old,
        random.choice(
            ("text", "7", "true", "null", "[]", "{}", "'a: b'", "1e9", ".nan", "2020-01-01")
        ),
    )


def _aliased(random: Random, text: str, others: list[str]) -> str:
    """Name a value and use it elsewhere: before it, within itself, or many times over."""
    own = pieces(text)
    if len(own) < 2:
        return text
    one, other = random.choice(own), random.choice(own)
    first, last = sorted((one, other), key=lambda piece: piece.start, reverse=True)
    text = _put(
        text, first, random.choice(("*a", "*b", "[*a, *a, *a, *a]", "{x: *a, y: *a}", "&a x"))
    )
    if first.start < last.end:  # it lies within the other one
        return text[: last.start] + "&a " + text[last.start :]
    if last.said.startswith(("{", "[", '"', "'")) or "\n" not in last.said:
        return text[: last.start] + "&a " + text[last.start :]
    return text[: last.start] + "&a\n" + " " * last.indent + text[last.start :]


def _merged(random: Random, text: str, others: list[str]) -> str:
    """Put a merge key into a mapping: of itself, of a list, of what is no mapping, or of what was
    named at the top.
    """
    maps = [one for one in pieces(text) if isinstance(one.node, yaml.MappingNode) and one.said]
    if not maps:
        return text
    old = random.choice(maps)
    merged = random.choice(
        ("*top", "[*top, *top]", "*m", "7", "[]", "{a: 1, <<: {b: 2}}", "[[*top]]")
    )
    head = "x-top: &top {name: Top, cost: 1, text: T}\n"
    if old.said.startswith("{"):
        return head + text[: old.start] + "{<<: " + merged + ", " + text[old.start + 1 :]
    return head + text[: old.start] + f"<<: {merged}\n" + " " * old.indent + text[old.start :]


def _deepened(random: Random, text: str, others: list[str]) -> str:
    """Put a value into many lists or mappings."""
    own = [one for one in pieces(text) if "\n" not in one.said]
    if not own:
        return text
    old, deep = random.choice(own), random.choice(_DEEP)
    begin, end = random.choice((("[", "]"), ("{a: ", "}"), ("[{a: ", "}]")))
    return _put(
        text, old, begin * deep + old.said + end * random.choice((deep, deep, deep, deep - 1))
    )


def _doubled(random: Random, text: str, others: list[str]) -> str:
    """Give a key twice, with the same value or another."""
    own = [one for one in pieces(text) if "\n" not in one.said and text[: one.start].endswith(": ")]
    if not own:
        return text
    old = random.choice(own)
    begin = text.rfind("\n", 0, old.start) + 1
    key = re.search(r"([\w-]+): $", text[begin : old.start])
    if key is None:
        return text
    new = random.choice((old.said, random.choice(own).said, random.choice(mutants.SCALARS)))
    if text[begin : old.start].strip() == f"{key[1]}:":
        return text[:begin] + text[begin : old.start] + new + "\n" + text[begin:]
    return text[: old.end] + f", {key[1]}: {new}" + text[old.end :]


def of_template(random: Random, text: str, others: list[str]) -> str:
    """Return a template with blocks or elements of others in the place of its own, or another
    template altogether.
    """
    if random.random() < 0.15:
        return random.choice(others)
    for _ in range(random.choice((1, 1, 2, 4))):
        pattern = random.choice((_BLOCK, _ELEMENT, _ELEMENT))
        own = [at.span() for at in pattern.finditer(text)]
        foreign = [at.group() for at in pattern.finditer(random.choice((text, *others)))]
        if not own or not foreign:
            continue
        start, end = random.choice(own)
        new = random.choice(foreign)
        do = random.randrange(4)
        if do == 0:
            new = text[start:end].replace(">", f">{new}", 1)  # within it
        elif do == 1:
            new += text[start:end]
        text = text[:start] + new + text[end:]
    return text
