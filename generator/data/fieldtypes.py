"""The types that a field of a table or a kind of card can have, in the words used in cards.yaml.

    text, line, integer, number, boolean, length, colour, icon, image
    1..3          a whole number from 1 to 3
    a | b | c     one of these words
    NAME          an entry of that table or kind
    [slot]        a list
    [slot] 1..4   a list of one to four
    line?         may be left out

In: such a word and a value. Out: the value checked, or a `FieldFault`. Knows nothing of places or
of YAML.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, NamedTuple, TypeGuard, TypeVar

from generator.data import messages as say
from generator.data.patterns import whole
from generator.data.problems import Place, Problems, did_you_mean, one_of
from generator.data.saying import Said
from generator.data.units import LengthError, parse_length_mm, parse_pair_mm, parse_size_mm

FOR_EACH = "for_each"
"""The key with which a kind makes a card for each row of a table."""

HEX_PATTERN = "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"
UNIT_PATTERN = r"([mM][mM]|[cC][mM]|[iI][nN]([cC][hH])?|\"|[pP][tT])"
LENGTH_PATTERN = rf"\s*[0-9]+(\.[0-9]+)?\s*{UNIT_PATTERN}\s*"
"""The patterns of a colour, a unit and a length for editors. Reading is stricter."""

_ID = re.compile(r"[a-z0-9]+(?:[-_][a-z0-9]+)*")
_HEX = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")
_GRID = re.compile(r"\s*([1-9][0-9]?)\s*[x×]\s*([1-9][0-9]?)\s*")
_SPAN = re.compile(r"([0-9]{1,9})(?:-([0-9]{1,9}))?")
_RANGE = re.compile(r"(-?[0-9]{1,9})\.\.(-?[0-9]{1,9})")
_LIST = re.compile(r"\[([^\]]+)\](?:\s*([0-9]{1,9})\.\.([0-9]{1,9}))?")


@dataclass
class FieldFault(ValueError):
    """A value that does not fit its type. `expected` completes "expected …"; `code` is the
    problem's code.

    What is expected is vocabulary, a noun phrase such as "a whole number from 1 to 6": a value of
    the message, and no message itself.
    """

    expected: str
    hint: str | None = None
    code: str = "wrong-type"

    def said(self, found: str, name: str = "") -> Said:
        """Return the problem in words: what was found, and of which field if it has a name."""
        if not name:
            return say.NOT_AS_EXPECTED(expected=self.expected, found=found).under(self.code)
        said = say.FIELD_NOT_AS_EXPECTED(name=name, expected=self.expected, found=found)
        return said.under(self.code)


@contextmanager
def reported(
    problems: Problems, found: str, name: str, place: Place, card: str | None = None
) -> Iterator[None]:
    """Report a FieldFault of what was found in a field."""
    try:
        yield
    except FieldFault as fault:
        problems.error(fault.said(found, name), place, fault.hint, card=card)


@dataclass(frozen=True)
class FieldType:
    """A type of field: `check` returns the checked value or raises FieldFault.

    For lists, `check`, `json_schema` and `refers_to` (the table or kind whose entries the values
    are) apply to the elements; `element` is the type's word without brackets and '?'.
    """

    name: str
    check: Callable[[object], object]
    json_schema: Mapping[str, Any]
    refers_to: str | None = None
    is_optional: bool = False
    is_list: bool = False
    least: int = 0
    most: int | None = None
    element: str = ""
    called: Mapping[str, str] = field(default_factory=dict)
    """The names of the entries that it refers to, by their ids, as far as they are known."""

    @property
    def sort(self) -> str:
        """The word for its elements; its name if it has no other, as for the copies of a card."""
        return self.element or self.name

    def check_count(self, count: int) -> None:
        """Raise FieldFault if a list has too few entries or too many."""
        if count < self.least or (self.most is not None and count > self.most):
            most = "any number of" if self.most is None else self.most
            raise FieldFault(f"{self.least} to {most} entries", None, "out-of-range")


LANGUAGE = "[a-z]{2}(-[a-z0-9]{2,8})?"
LEAVE_OUT = "leave the key out if it has no value"


_PLAIN_LETTERS = str.maketrans(
    {"œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ħ": "h", "ı": "i"}
)
"""Letters that Unicode does not decompose into a letter with an accent."""


def slug(text: str, joint: str = "-") -> str:
    """Write a text in a-z, 0-9 and a separator, without accents ('Été & Co' is 'ete-and-co'); '' if
    no letter is left.
    """
    plain = (
        unicodedata.normalize("NFKD", text.casefold().replace("&", " and "))
        .casefold()
        .translate(_PLAIN_LETTERS)
    )
    plain = plain.encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", joint, plain).strip(joint)


def free_name(name: str, taken: Collection[str | None]) -> str:
    """Return a name, followed by the first number from 2 on with which it is not taken."""
    own, number = name, 2
    while own in taken:
        own, number = f"{name}_{number}", number + 1
    return own


def check_text(value: object) -> str:
    """Accept any text that is not empty."""
    if not isinstance(value, str):
        quote = "put quotes around it" if isinstance(value, int | float | bool | dict) else None
        if value is None:
            quote = f"{LEAVE_OUT}; text that starts with # needs quotes"
        raise FieldFault("text", quote)
    if not value.strip():
        raise FieldFault("text with at least one letter", LEAVE_OUT)
    return value


def check_line(value: object) -> str:
    """Accept text of one line."""
    text = check_text(value)
    if "\n" in text.strip():
        raise FieldFault("text on one line", "join the lines")
    return text.strip()


def check_id(value: object) -> str:
    """Accept a short name of lower-case letters, digits and dashes."""
    found = whole(_ID, value)
    if found is None:
        plain = slug(value) if isinstance(value, str) else ""
        hint = f"write '{plain}'" if plain else None
        raise FieldFault("a short name of a-z, 0-9, '-' and '_'", hint, "bad-name")
    return found[0]


def check_name(value: object) -> str:
    """Accept a short name for use in templates, as in `rules.hand_size`: a dash is accepted, but
    not suggested.
    """
    try:
        return check_id(value)
    except FieldFault as fault:
        raise replace(fault, hint=name_hint(str(value))) from None


def name_hint(text: str) -> str:
    """Suggest a name that a template can write after a point."""
    plain = slug(text, "_")
    return f"write '{plain}'" if plain.isidentifier() else "begin it with a letter"


LANGUAGES = {
    word: code
    for code, words in {
        "cs": "czech čeština",
        "da": "danish dansk",
        "de": "german deutsch",
        "en": "english",
        "es": "spanish español castellano",
        "fi": "finnish suomi",
        "fr": "french français francais",
        "hu": "hungarian magyar",
        "it": "italian italiano",
        "nb": "norwegian norsk bokmål",
        "nl": "dutch nederlands",
        "pl": "polish polski",
        "pt": "portuguese português",
        "sv": "swedish svenska",
    }.items()
    for word in words.split()
}
"""Codes by common names of languages, for hints."""


def check_language(value: object) -> str:
    """Accept the code of a language: two letters, and a region if there are several (fr,
    pt-br).
    """
    found = whole(LANGUAGE, value)
    if found is None:
        plain = str(value).strip().lower().replace("_", "-")
        code = plain if re.fullmatch(LANGUAGE, plain) else LANGUAGES.get(plain)
        hint = f"write {code}" if code else "English is en, French fr, Brazilian Portuguese pt-br"
        raise FieldFault("the code of a language, such as en", hint, "bad-name")
    return found[0]


def is_whole(value: object) -> TypeGuard[int]:
    """Return whether a value is a whole number; true and false are not."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_number(value: object) -> TypeGuard[int | float]:
    """Return whether a value is a number; true and false are not."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def check_integer(value: object) -> int:
    if not is_whole(value):
        raise FieldFault("a whole number", "remove the quotes" if _is_number_text(value) else None)
    return value


def check_number(value: object) -> float:
    if is_number(value):
        return value
    pointed = str(value).replace(",", ".", 1)
    hint = None
    if _is_number_text(value):
        hint = "remove the quotes"
    elif _is_number_text(pointed):
        hint = f"write {pointed}, with a decimal point"
    raise FieldFault("a number", hint)


def _is_number_text(value: object) -> bool:
    return whole(r"-?\d+(\.\d+)?", value) is not None


def check_boolean(value: object) -> bool:
    if not isinstance(value, bool):
        raise FieldFault(
            "true or false",
            "write it without quotes" if str(value).lower() in ("true", "false") else None,
        )
    return value


Measure = TypeVar("Measure")


def _measured(value: object, parse: Callable[[str], Measure], no_text: FieldFault) -> Measure:
    """Read a text as a measure; `no_text` is the fault of any other value."""
    if not isinstance(value, str):
        raise replace(no_text, code="bad-length")
    try:
        return parse(check_line(value))
    except LengthError as fault:
        raise FieldFault(fault.expected, fault.hint, "bad-length") from None


def check_length(value: object) -> float:
    """Accept a length with its unit, and return millimetres."""
    hint = "such as 2.5 mm, 0.1 in or 7 pt"
    if is_number(value):
        hint = f"write '{value} mm' or '{value} in'"
    return _measured(value, parse_length_mm, FieldFault("a length with its unit", hint))


def check_size(value: object) -> tuple[float, float]:
    """Accept a size by name or as width x height, and return millimetres."""
    hint = "such as standard, poker, tarot, mini or a4"
    return _measured(value, parse_size_mm, FieldFault("a size by name or as '63 x 88 mm'", hint))


def check_pair(value: object) -> tuple[float, float]:
    """Accept one length, or one across and one down ('10 x 0 mm'), and return millimetres."""
    expected = "a length such as '3 mm', or two such as '10 x 0 mm'"
    return _measured(value, parse_pair_mm, FieldFault(expected))


def check_grid(value: object) -> tuple[int, int] | None:
    """Accept '3 x 4', columns and rows; None for 'fit', as many as fit."""
    match = whole(_GRID, value)
    if value == "fit":
        return None
    if not match:
        raise FieldFault("columns x rows such as '3 x 4', or 'fit'")
    return int(match[1]), int(match[2])


def _span_hint(text: str) -> str:
    """Suggest how to write what was probably meant as a number or a range."""
    if pair := re.fullmatch(
        r"\s*([0-9]{1,9})\s*(?:[-–—−~]|\.\.+|…|[a-zà-ÿ]{1,4})\s*([0-9]{1,9})\s*([^\W\d_]*\.?)\s*",
        text,
    ):
        least, most = sorted((int(pair[1]), int(pair[2])))
        why = "a plain hyphen and no spaces"
        if pair[3]:
            why = "no word after it"
        elif int(pair[1]) != least:
            why = "the lower number first"
        return f"write {least}-{most}, with {why}"
    if one := re.fullmatch(r"\s*([0-9]{1,9})\s*[^\W\d_]+\.?\s*", text):
        return f"write {one[1]}, with no word after it"
    return "write the lower number first, and no word after it"


class FromTo(tuple[int, int]):
    """A range of numbers; templates write it as 2–6, or as 4 if both ends are equal."""

    __slots__ = ()

    def __str__(self) -> str:
        return f"{self[0]}" if self[0] == self[1] else f"{self[0]}–{self[1]}"


def check_span(value: object) -> FromTo:
    """Accept '2-6' or 4."""
    match = _SPAN.fullmatch(str(value))
    if match and isinstance(value, str | int):
        least, most = int(match[1]), int(match[2] or match[1])
        if least <= most:
            return FromTo((least, most))
    raise FieldFault("a number or a range such as '2-6'", _span_hint(str(value)))


_COLOURS = {
    "black": "#000000",
    "white": "#ffffff",
    "grey": "#808080",
    "gray": "#808080",
    "silver": "#c0c0c0",
    "red": "#ff0000",
    "green": "#008000",
    "blue": "#0000ff",
    "yellow": "#ffff00",
    "orange": "#ffa500",
    "purple": "#800080",
    "pink": "#ffc0cb",
    "brown": "#a52a2a",
    "teal": "#008080",
    "navy": "#000080",
    "maroon": "#800000",
    "olive": "#808000",
    "gold": "#ffd700",
}
_COMMENTED = "put quotes around it: an unquoted # starts a comment"


def check_hex(value: object) -> str:
    """Accept '#1a2b3c' or '#abc', and return six lower-case digits."""
    found = whole(_HEX, value)
    if found is None:
        raise FieldFault('a colour such as "#0072B2"', _hex_hint(value), "bad-colour")
    digits = found[0][1:].lower()
    return "#" + (digits if len(digits) == 6 else "".join(d * 2 for d in digits))


def _hex_hint(value: object) -> str | None:
    """Suggest how to write what was probably meant as a colour."""
    if value is None:
        return _COMMENTED
    if _HEX.fullmatch(f"#{value}"):
        return f'the # is missing: "#{value}"'
    if not isinstance(value, str):
        return None
    if value.lower() in _COLOURS:
        return f'write {value} as "{_COLOURS[value.lower()]}"'
    return 'write # and six digits, as a colour picker shows them: "#008080" is teal'


def colour_meant(text: str, palette: Collection[str]) -> str:
    """Return the colour that a word means: a name of the palette in other letters, a known name,
    digits without '#'; otherwise the word.
    """
    if text in palette:
        return text
    same = [name for name in palette if slug(name) == slug(text)]
    if len(same) == 1:
        return same[0]
    known = _COLOURS.get(text.strip().lower())
    if known:
        return known
    return f"#{text}" if _HEX.fullmatch(f"#{text}") else text


def check_colour(palette: Mapping[str, str]) -> Callable[[object], str]:
    """Accept a name of the palette or a hex colour, and return the hex colour."""

    def check(value: object) -> str:
        near = None
        if isinstance(value, str):
            if value in palette:
                return palette[value]
            if value.startswith("#"):
                return check_hex(value)
            near = did_you_mean(value, palette)
        known = ", ".join(palette) or "it is empty"
        raise FieldFault(
            f'a colour from the palette ({known}) or "#rrggbb"',
            near or _hex_hint(value),
            "unknown-colour",
        )

    return check


def check_choice(words: Collection[str], code: str = "unknown-word") -> Callable[[object], str]:
    """Accept one of several words; if they are keys with names, a name is recognized in a hint."""

    @cache
    def called() -> dict[str, str]:
        found: dict[str, str] = {}
        for word, name in words.items() if isinstance(words, Mapping) else ():
            if isinstance(name, str):
                found.setdefault(name.casefold(), word)
        return found

    def check(value: object) -> str:
        hint = None
        if isinstance(value, str):
            if value in words:
                return value
            hint = did_you_mean(value, words)
            if value.casefold() in called():
                hint = f"write {called()[value.casefold()]}, the id of that name"
        elif str(value).lower() in words:
            hint = f'put quotes around it: "{str(value).lower()}"'
        if not words:
            hint = f"write its rows first, under '{code.removeprefix('unknown-')}:'"
        raise FieldFault(one_of(words), hint, code)

    return check


def check_range(least: int, most: int | None = None) -> Callable[[object], int]:
    """Accept a whole number within inclusive bounds."""
    expected = f"a whole number from {least} to {most}"
    if most is None:
        expected = f"a whole number, {least} or more"

    def check(value: object) -> int:
        number = check_integer(value)
        if number < least or (most is not None and number > most):
            raise FieldFault(expected, code="out-of-range")
        return number

    return check


class PlainType(NamedTuple):
    """A named type: its check, its JSON Schema, its description for an editor, and the value in a
    new entry.
    """

    check: Callable[[object], object]
    json_schema: Mapping[str, object]
    about: str
    first: str | int | bool | None = None
    """None if any text will do."""


TEXT_SCHEMA = {"type": "string", "minLength": 1}
PLAIN_TYPES: Mapping[str, PlainType] = {
    "text": PlainType(check_text, TEXT_SCHEMA, "text on one or more lines"),
    "line": PlainType(check_line, TEXT_SCHEMA, "text on one line"),
    "integer": PlainType(check_integer, {"type": "integer"}, "a whole number", 0),
    "number": PlainType(check_number, {"type": "number"}, "a number such as 0.5", 0),
    "boolean": PlainType(check_boolean, {"type": "boolean"}, "true or false", False),
    "length": PlainType(
        check_length,
        {"type": "string", "pattern": f"^{LENGTH_PATTERN}$"},
        "a length with its unit, such as 12 mm",
        "10 mm",
    ),
    "icon": PlainType(check_line, TEXT_SCHEMA, "an icon: a file in templates/icons, without .svg"),
    "image": PlainType(check_line, TEXT_SCHEMA, "a picture file in the game's folder"),
}
"""The types that are the same in all games. A colour is not: it may be a name of the palette."""
TYPE_NAMES = (*PLAIN_TYPES, "colour")
_TYPES_MEANT = {
    **dict.fromkeys(("string", "str"), "text"),
    **dict.fromkeys(("int", "whole"), "integer"),
    **dict.fromkeys(("float", "decimal", "double"), "number"),
    **dict.fromkeys(("bool", "flag", "yes/no"), "boolean"),
    **dict.fromkeys(("picture", "photo", "file"), "image"),
    "color": "colour",
}
"""Names of our types in other tools."""


def parse_field_type(
    word: object, ids_by_table: Mapping[str, Collection[str]], palette: Mapping[str, str]
) -> FieldType:
    """Read a type as written in cards.yaml.

    `ids_by_table` gives the ids of every table and kind. Raises FieldFault if the word is not a
    type.
    """
    if not isinstance(word, str):
        hint = None
        if isinstance(word, list) and len(word) == 1:
            hint = f'put quotes around it: "[{word[0]}]"'
        raise FieldFault('a type such as line, integer, 1..3 or "[slot]"', hint, "bad-field-type")
    text = word.strip()
    optional = text.endswith("?")
    text = text.removesuffix("?").strip()
    listed = _LIST.fullmatch(text)
    inner = listed[1].strip() if listed else text
    check, schema, table = _element(inner, ids_by_table, palette)
    if not listed:
        return FieldType(word, check, schema, table, optional, element=inner)
    least, most = int(listed[2] or 0), None
    if listed[3]:
        least, most = _low_to_high(least, int(listed[3]))
    return FieldType(word, check, schema, table, optional, True, least, most, inner)


def _low_to_high(least: int, most: int) -> tuple[int, int]:
    """Return the ends of a range. Raises FieldFault if they are the wrong way round."""
    if least > most:
        raise FieldFault("a range from low to high", f"write {most}..{least}", "bad-field-type")
    return least, most


def _element(
    text: str, ids_by_table: Mapping[str, Collection[str]], palette: Mapping[str, str]
) -> tuple[Callable[[object], object], Mapping[str, object], str | None]:
    if plain := PLAIN_TYPES.get(text):
        return plain.check, plain.json_schema, None
    if text == "colour":
        return (
            check_colour(palette),
            {"type": "string", "anyOf": [{"enum": list(palette)}, {"pattern": HEX_PATTERN}]},
            None,
        )
    if bounds := _RANGE.fullmatch(text):
        least, most = _low_to_high(int(bounds[1]), int(bounds[2]))
        return (
            check_range(least, most),
            {"type": "integer", "minimum": least, "maximum": most},
            None,
        )
    if "|" in text:
        words = [word.strip() for word in text.split("|")]
        if not all(words) or len(set(words)) < len(words):
            raise FieldFault(
                "different words with | between them", "such as: small | large", "bad-field-type"
            )
        return check_choice(words), {"type": "string", "enum": words}, None
    if text in ids_by_table:
        given = ids_by_table[text]
        ids = dict(given) if isinstance(given, Mapping) else dict.fromkeys(given)
        return check_choice(ids, f"unknown-{text}"), {"type": "string", "enum": list(ids)}, text
    known = [*TYPE_NAMES, *ids_by_table]
    if dashed := re.fullmatch(r"(-?[0-9]{1,9})\s*(?:-|–|\.{3,}|…|to)\s*([0-9]{1,9})", text):
        hint: str | None = f"did you mean {dashed[1]}..{dashed[2]}?"
    elif meant := _TYPES_MEANT.get(text.lower()):
        hint = f"did you mean '{meant}'?"
    else:
        hint = did_you_mean(text, known)
    raise FieldFault(
        f"a type: {', '.join(known)}, 1..3, a | b, [type] or type?", hint, "bad-field-type"
    )
