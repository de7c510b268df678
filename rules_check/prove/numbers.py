"""Named numbers in the text of a cards.yaml: find them, change them, and leave every other byte as
it is.

In: the bytes of a cards.yaml and the tree that was read from them. Out: `Number` values by dotted
names, the bytes with some of them changed. Knows the text and nothing of games.

The change is made in the text, at the place recorded for each number when the file was read;
`generator.data.patching` explains why. One number is one line of the diff.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from generator.data.patching import Edit, replaced, text_of
from generator.data.problems import Place, Problems, closest
from generator.data.saying import first_of
from generator.data.source import Node
from rules_check.prove import messages as say

_LINE_BREAK = re.compile(r"\r\n|\r|\n")
_WRITTEN = re.compile(r"([&!]\S+\s+)*(?P<number>[-+]?[0-9]+)")  # an anchor may precede it
_RANGE = re.compile(r"(?P<low>[-+]?[0-9]{1,9})\.\.(?P<high>[-+]?[0-9]{1,9})")


class NamingError(ValueError):
    """A name or range that does not identify the numbers to change; the message says what would."""


@dataclass(frozen=True)
class Number:
    """A whole number in the file. `name` is the keys that lead to it, separated by dots; elements
    of a list are numbered from 1.
    """

    name: str
    value: int
    place: Place
    start: int
    end: int
    """The characters of the number, counted from 0 in the text, without a byte order mark."""


@dataclass(frozen=True)
class Range:
    """A number and the values to try, from `low` to `high`."""

    number: Number
    low: int
    high: int


def values_of(root: Node) -> dict[str, int]:
    """Read every whole number of a tree, by its name."""
    return {name: int(str(node.value)) for name, node in _named(root, "")}


def numbers_of(content: bytes, root: Node) -> dict[str, Number]:
    """Find every whole number of a file, by its name, in the order of the file.

    A number with several names, through an alias (`*name`), goes by the first of them.
    """
    _, text = text_of(content)
    starts = [0, *(match.end() for match in _LINE_BREAK.finditer(text))]
    numbers, places = dict[str, Number](), set[int]()
    for name, node in _named(root, ""):
        index = starts[node.place.line - 1] + node.place.column - 1
        written = _WRITTEN.match(text, index)
        if (
            written
            and int(written["number"]) == node.value
            and written.start("number") not in places
        ):
            places.add(written.start("number"))
            assert isinstance(node.value, int)
            numbers[name] = Number(name, node.value, node.place, *written.span("number"))
    return numbers


def _named(node: Node, name: str) -> Iterator[tuple[str, Node]]:
    if node.type == "integer":
        yield name, node
    children: Iterable[tuple[object, Node]] = node.items.items() or enumerate(node.elements, 1)
    for key, child in children:
        yield from _named(child, f"{name}.{key}" if name else str(key))


def parse_ranges(
    text: str, numbers: Mapping[str, Number], fixed: Collection[str] = ()
) -> list[Range]:
    """Read NAME=LOW..HIGH. In NAME, `*` stands for any part between two dots; with signs (-1..+1),
    the range is relative to the value in the file. Fixed numbers are included only if they are
    named in full. Raises NamingError.
    """
    name, equals, words = text.partition("=")
    name = name.strip()
    match = _RANGE.fullmatch(words.strip())
    if not equals or not match:
        raise NamingError(
            f"'{text}': expected NAME=LOW..HIGH, such as rules.hand_size=3..6 or "
            "rules.hand_size=-1..+1"
        )
    ends = match["low"], match["high"]
    low, high = map(int, ends)
    signed = [end for end in ends if end[0] in "+-"]
    if signed and any(map(int, {*ends}.difference(signed))):
        raise NamingError(f"'{text}': give both ends a sign, as in -1..+1, or neither")
    if low > high:
        raise NamingError(f"'{text}': the range ends before it begins")
    named = numbers_named(name, numbers)
    if "*" in name:
        named = [number for number in named if number.name not in fixed]
        if not named:
            raise NamingError(
                f"all numbers '{name}' are fixed, by `check: fixed:`; to change one anyway, "
                "name it in full"
            )
    if signed:
        return [Range(number, number.value + low, number.value + high) for number in named]
    return [Range(number, low, high) for number in named]


def fixed_numbers(section: Node, numbers: Mapping[str, Number]) -> set[str]:
    """Return the numbers that `fixed:`, in the section `check:` of cards.yaml, names directly or
    through their sections.

    Raises ProblemError for names that contain no number.
    """
    names, problems = set[str](), Problems()
    for entry in section.below("fixed").elements:
        name = str(entry.value).strip()
        pattern = re.compile(_pattern(name) + r"(\..*)?")
        named = set(filter(pattern.fullmatch, numbers))
        if not named:
            hint = _nearest(name.split("."), numbers)
            problems.error(say.UNKNOWN_NUMBER(name=name), entry.place, hint)
        names |= named
    problems.raise_errors()
    return names


def _pattern(name: str) -> str:
    """Convert a name, which may contain `*`, to a regular expression."""
    return "[^.]*".join(map(re.escape, name.split("*")))


def numbers_named(name: str, numbers: Mapping[str, Number]) -> list[Number]:
    """Find the numbers that match a name, which may contain `*`. Raises NamingError, naming the
    closest ones, if none match.
    """
    pattern = re.compile(_pattern(name))
    matches = [number for own, number in numbers.items() if pattern.fullmatch(own)]
    if matches:
        return matches
    deeper = [number for number in numbers if number.startswith(f"{name}.")]
    if deeper:
        raise NamingError(f"'{name}' is not a number, but contains some: {first_of(deeper, 6)}")
    message = f"there is no whole number '{name}' in the file"
    # If the last part or the one before it is misspelt, the numbers beside it were meant.
    ends = [number for number in numbers if number.endswith(f".{name}")]
    if len(ends) == 1:
        raise NamingError(f"{message}; did you mean '{ends[0]}'?")
    near = _nearest(name.split("."), numbers)
    raise NamingError(f"{message}; {near}" if near else message)


def _nearest(parts: list[str], numbers: Mapping[str, Number]) -> str | None:
    """Write a hint with the numbers that share as many parts of a name as possible with it."""
    for depth in range(len(parts) - 1, -1, -1):
        shared = [re.escape(part).replace(r"\*", "[^.]*") + r"\." for part in parts[:depth]]
        pattern = re.compile("".join(shared))
        words = set[str]()
        for number in numbers:
            if match := pattern.match(number):
                words.add(number[match.end() :].split(".")[0])
        if not words:
            continue
        near, before = closest(parts[depth], words), ".".join(parts[:depth])
        if near is not None and near != parts[depth]:
            return f"did you mean '{'.'.join([*parts[:depth], near, *parts[depth + 1 :]])}'?"
        listed = first_of(sorted(words), 12)
        return f"'{before}' has {listed}" if before else f"there are {listed}"
    return None


def patched(content: bytes, changes: Mapping[Number, int]) -> bytes:
    """Write new values for some numbers; every other byte is unchanged, including comments, layout
    and line endings.
    """
    mark, text = text_of(content)
    edits = []
    for number, value in changes.items():
        plus = "+" if text[number.start] == "+" and value >= 0 else ""
        edits.append(Edit(number.start, number.end, f"{plus}{value}"))
    return mark + replaced(text, edits).encode("utf-8")
