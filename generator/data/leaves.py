"""The values under the keys of cards.yaml and of files beside it, each with its check and its
description for editors.

In: nothing. Out: leaves, from which `sections` and `documents` make forms. Knows nothing about the
purpose of the values.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace

from generator.data.fieldtypes import (
    HEX_PATTERN,
    LANGUAGE,
    LENGTH_PATTERN,
    TEXT_SCHEMA,
    UNIT_PATTERN,
    FieldFault,
    check_boolean,
    check_choice,
    check_grid,
    check_hex,
    check_id,
    check_language,
    check_length,
    check_line,
    check_name,
    check_number,
    check_pair,
    check_range,
    check_size,
    check_span,
    check_text,
    is_number,
    name_hint,
    slug,
)
from generator.data.forms import Either, Leaf
from generator.data.patterns import whole
from generator.data.problems import did_you_mean
from generator.data.silhouettes import is_path
from generator.data.styles import WEIGHTS
from generator.data.units import CARD_SIZES, PAPER_SIZES, SLEEVE_NAMES

ORIENTATIONS = ("portrait", "landscape", "either")
SHAPES = ("rectangle", "round", "hex")
MOST_ON_A_WHEEL = 60
SMALLEST_SHARE, LARGEST_SHARE = 50, 200  # size of words in a style, in per cent
DICE = (4, 6, 8, 10, 12, 20)
ANSWERS = ("scale", "yes-no", "choice", "lines")
_SHAPES_MEANT = {
    "circle": "round",
    "circular": "round",
    "disc": "round",
    "disk": "round",
    "square": "rectangle",
    "rect": "rectangle",
    "hexagon": "hex",
    "hexagonal": "hex",
}
PAPERS = (*PAPER_SIZES, "card")

_SIDE = r"\s*[0-9]+(\.[0-9]+)?\s*"
_SIDES = f"^{_SIDE}{UNIT_PATTERN}?\\s*[x×]{LENGTH_PATTERN}$|^{LENGTH_PATTERN}[x×]{_SIDE}$"
_SIZE_SCHEMA = {"type": "string", "anyOf": [{"enum": list(CARD_SIZES)}, {"pattern": _SIDES}]}
_LENGTH_SCHEMA = {"type": "string", "pattern": f"^{LENGTH_PATTERN}$"}
_PAIR_SCHEMA = {
    "type": "string",
    "anyOf": [{"pattern": f"^{LENGTH_PATTERN}$"}, {"pattern": _SIDES}],
}


def _check_rule(value: object) -> object:
    """Accept numbers, Booleans and texts, and lists and mappings of them."""
    if value is None:
        raise FieldFault("a value")
    if isinstance(value, dict):
        _check_rule(list(value.values()))
    elif isinstance(value, list):
        for child in value:
            _check_rule(child)
    return value


def _check_share(value: object) -> float:
    """Accept the size of words relative to those around them, such as 110%; return the share,
    1.1.
    """
    said = whole(r"\s*(\d{2,3}) ?%\s*", value)
    if said is None or not SMALLEST_SHARE <= int(said[1]) <= LARGEST_SHARE:
        raise FieldFault(f"a size from {SMALLEST_SHARE}% to {LARGEST_SHARE}%, such as 110%")
    return int(said[1]) / 100


def _check_paper(value: object) -> str:
    """Accept the name of a paper, in upper or lower case."""
    return check_choice(PAPERS)(value.lower() if isinstance(value, str) else value)


def _check_sheet_paper(value: object) -> str | tuple[float, float]:
    """Accept the name of a paper, in upper or lower case, or its size, and return the name, or
    millimetres.
    """
    if isinstance(value, str) and value.lower() in PAPERS:
        return value.lower()
    size = None
    if isinstance(value, str) and any(character.isdigit() for character in value):
        size = check_size(value)
    if size is None:
        raise FieldFault(
            f"a paper ({', '.join(PAPERS)}) or its size such as '12 x 18 in'",
            did_you_mean(str(value), PAPERS),
            "bad-length",
        )
    return size


def _check_meant(words: Collection[str], meant: Mapping[str, str]) -> Callable[[object], str]:
    """Accept one of some words; `meant` gives the word for others that people write."""
    check = check_choice(words)

    def checked(value: object) -> str:
        try:
            return check(value)
        except FieldFault as fault:
            word = meant.get(str(value).lower())
            raise replace(fault, hint=f"write {word}" if word else fault.hint) from None

    return checked


def _check_within(least: float, most: float) -> Callable[[object], float]:
    def check(value: object) -> float:
        number = check_number(value)
        if not least <= number <= most:
            raise FieldFault(f"a number from {least:g} to {most:g}", code="out-of-range")
        return number

    return check


def _check_shape(value: object) -> str:
    """Accept the name of a shape, or a path, which is read once the size of its piece is known."""
    if isinstance(value, str) and is_path(value):
        return value
    return _check_meant(SHAPES, _SHAPES_MEANT)(value)


def _check_dice(value: object) -> int:
    """Accept the number of faces of a die that can be folded."""
    if isinstance(value, bool) or value not in DICE:
        raise FieldFault(f"the number of faces of the die, one of {', '.join(map(str, DICE))}")
    assert isinstance(value, int)
    return value


def _check_wheel(value: object) -> range:
    """Accept the numbers on a wheel, from the first to the last."""
    found = whole(r"(\d{1,3})\.\.(\d{1,3})", value)
    numbers = range(int(found[1]), int(found[2]) + 1) if found else range(0)
    if not 2 <= len(numbers) <= MOST_ON_A_WHEEL:
        raise FieldFault(
            f"the numbers on a wheel, such as 0..20, at most {MOST_ON_A_WHEEL} of them"
        )
    return numbers


def _check_sleeves(value: object) -> str:
    """Accept the name of sleeves."""
    return check_choice(SLEEVE_NAMES, "unknown-sleeves")(value)


def _check_scalar(value: object) -> object:
    if isinstance(value, dict | list) or value is None:
        raise FieldFault("one word or number")
    return value


def _check_per_cent(value: object) -> object:
    """Accept a share such as '80 %', or 80."""
    number = value if is_number(value) else None
    if found := whole(r"([0-9]{1,3}(?:\.[0-9]{1,6})?) ?%", value):
        number = float(found[1])
    if number is None or not 0 <= number <= 100:
        raise FieldFault(
            "a share from 0 % to 100 %",
            "such as 80 %",
            "out-of-range" if number is not None else "wrong-type",
        )
    return value


def _check_axis(value: object) -> str:
    """Accept the name by which templates refer to what a card is made for."""
    text = str(value)
    if not text.isidentifier() or text != slug(text, "_"):
        raise FieldFault("a name of a-z, 0-9 and '_'", name_hint(text), "bad-name")
    return text


def _check_family(value: object) -> str:
    """Accept the name of a font family."""
    if not isinstance(value, str):
        raise FieldFault("a font family's name, or its files as {regular: fonts/My.ttf}")
    return check_line(value)


LINE = Leaf(check_line, TEXT_SCHEMA)
FAMILY = Leaf(_check_family, TEXT_SCHEMA)
TEXT = Leaf(check_text, TEXT_SCHEMA)
AXIS = Leaf(_check_axis, {"type": "string", "pattern": "^[a-z][a-z0-9_]*$"})
ID = Leaf(check_id, {"type": "string", "pattern": "^[a-z0-9]+([-_][a-z0-9]+)*$"})
NAME = Leaf(check_name, {"type": "string", "pattern": "^[a-z0-9]+([-_][a-z0-9]+)*$"})
LANGUAGE_CODE = Leaf(check_language, {"type": "string", "pattern": f"^{LANGUAGE}$"})
SIZE = Leaf(check_size, _SIZE_SCHEMA)
LENGTH = Leaf(check_length, _LENGTH_SCHEMA)
SPAN = Leaf(check_span, {"type": ["string", "integer"], "pattern": r"^\d+(-\d+)?$"})
BOOLEAN = Leaf(check_boolean, {"type": "boolean"})
COUNT = Leaf(check_range(1, 10_000), {"type": "integer", "minimum": 1, "maximum": 10_000})
COPIES = Leaf(check_range(0, 10_000), {"type": "integer", "minimum": 0, "maximum": 10_000})
HEX = Leaf(check_hex, {"type": "string", "pattern": HEX_PATTERN})
PAPER = Leaf(_check_paper, {"type": "string", "enum": list(PAPERS)})
SHAPE = Leaf(
    _check_shape, {"type": "string", "anyOf": [{"enum": list(SHAPES)}, {"pattern": "^\\s*[Mm]"}]}
)
SHEET_PAPER = Leaf(_check_sheet_paper, {"type": "string"})
ORIENTATION = Leaf(check_choice(ORIENTATIONS), {"type": "string", "enum": list(ORIENTATIONS)})
GRID = Leaf(check_grid, {"type": "string"})
PAIR = Leaf(check_pair, _PAIR_SCHEMA)
MARKS = Leaf(check_choice(("crop", "lines", "none")), {"type": "string"})
BACKS = Leaf(
    _check_meant(("duplex", "fold", "none"), dict.fromkeys(("gutterfold", "foldover"), "fold")),
    {"type": "string"},
)
QUOTES = Leaf(
    check_choice(("curly", "as-written")), {"type": "string", "enum": ["curly", "as-written"]}
)
FLIP = Leaf(check_choice(("long-edge", "short-edge")), {"type": "string"})
SHIFT = Leaf(_check_within(-20, 20), {"type": "number"})
TURN = Leaf(_check_within(-5, 5), {"type": "number"})
RULE = Leaf(_check_rule, {"type": ["number", "string", "boolean", "array", "object"]})
NUMBER = Leaf(check_number, {"type": "number"})
DIE_FACES = Leaf(_check_dice, {"type": "integer", "enum": list(DICE)})
WHEEL = Leaf(_check_wheel, {"type": "string", "pattern": r"^\d+\.\.\d+$"})
SLEEVES = Leaf(_check_sleeves, {"type": "string", "enum": list(SLEEVE_NAMES)})
ANSWER = Leaf(check_choice(ANSWERS), {"type": "string", "enum": list(ANSWERS)})
SCORE = Either(
    lambda spec: "name" if isinstance(spec, str) else "number",
    {"name": LINE, "number": Leaf(check_range(0), {"type": "integer", "minimum": 0})},
)
PER_CENT = Leaf(
    _check_per_cent, {"type": ["number", "string"], "pattern": r"^[0-9]+(\.[0-9]+)? ?%$"}
)
SHARE = Leaf(_check_share, {"type": "string", "pattern": r"^[0-9]{2,3} ?%$"})
WEIGHT = Leaf(check_choice(WEIGHTS), {"type": "string", "enum": list(WEIGHTS)})
SCALAR = Leaf(_check_scalar, {"type": ["string", "number", "boolean"]})
