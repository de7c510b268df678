"""Forms made from Python types: mappings, dataclasses, words, and lists, tuples and unions of them.

In: a type, as in an annotation. Out: a form that reads a JSON value as that type, strictly, and
from which a JSON Schema can be made.
"""

from __future__ import annotations

from dataclasses import MISSING, Field, fields, is_dataclass
from types import NoneType, UnionType
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints

from generator.data.fieldtypes import FieldFault, check_boolean, check_integer, check_number
from generator.data.forms import (
    ABSENT,
    ANYTHING,
    NOTHING,
    AnyOf,
    Form,
    Key,
    Leaf,
    Listed,
    Mapped,
    Row,
    Section,
    make_section,
)
from generator.data.problems import one_of


def _check_text(value: object) -> str:
    """Accept a text that can be written as UTF-8, which excludes surrogates, though JSON allows
    them.
    """
    if not isinstance(value, str):
        raise FieldFault("text")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise FieldFault("text without broken characters") from None
    return value


def _check_float(value: object) -> float:
    try:
        return float(check_number(value))
    except OverflowError:
        raise FieldFault("a number with fewer digits") from None


_TEXT = Leaf(_check_text, {"type": "string"})
_PLAIN: dict[Any, Form] = {
    str: _TEXT,
    int: Leaf(check_integer, {"type": "integer"}),
    float: Leaf(_check_float, {"type": "number"}),
    bool: Leaf(check_boolean, {"type": "boolean"}),
    NoneType: NOTHING,
    Any: ANYTHING,
}
_KNOWN: dict[Any, type[Section]] = {}


def form_of_type(kind: Any) -> Form:
    """Make the form of a type; for the same mapping or dataclass, it is the same object each time."""
    if kind in _PLAIN:
        return _PLAIN[kind]
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Literal:
        return _choice(parts)
    if origin in (UnionType, Union):
        return AnyOf(tuple(map(form_of_type, parts)))
    if origin is list:
        return Listed(form_of_type(parts[0]))
    if origin is tuple:
        return Row(tuple(map(form_of_type, parts)))
    if origin is dict:
        return Mapped(form_of_type(parts[1]), key=_TEXT)
    return _section(kind)


def _choice(words: tuple[Any, ...]) -> Leaf:
    def check(value: object) -> object:
        if not any(type(value) is type(word) and value == word for word in words):
            raise FieldFault(one_of(map(str, words)))
        return value

    if len(words) > 1:
        return Leaf(check, {"enum": list(words), "type": "string"})
    sort = "string" if isinstance(words[0], str) else "integer"
    return Leaf(check, {"const": words[0], "type": sort})


def _section(kind: Any) -> type[Section]:
    """Make the type of Section for a typed dict, which allows other keys unless it is empty, or for
    a dataclass, which does not.
    """
    if kind in _KNOWN:
        return _KNOWN[kind]
    is_class, hints = is_dataclass(kind), get_type_hints(kind, include_extras=True)
    section = make_section(
        kind.__name__, {}, others="kept" if hints and not is_class else "refused"
    )
    _KNOWN[kind] = section  # before its keys, which may have the same type
    section.__doc__ = kind.__doc__
    if is_class:
        section.make = kind
        section.entries = {
            field.name: Key(form_of_type(hints[field.name]), _default(field))
            for field in fields(kind)
        }
    else:
        section.entries = {key: _key(hint) for key, hint in hints.items()}
    return section


def _key(hint: Any) -> Key:
    if get_origin(hint) is NotRequired:
        return Key(form_of_type(get_args(hint)[0]), ABSENT)
    return Key(form_of_type(hint))


def _default(field: Field[Any]) -> Any:
    if field.default is MISSING and field.default_factory is MISSING:
        return ...
    return ABSENT  # the class knows
