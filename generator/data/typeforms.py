"""Forms made from Python types: mappings, dataclasses, words, and lists, tuples and unions of them.

In: a type, as in an annotation. Out: a form that reads a JSON value as that type, strictly, and
from which a JSON Schema can be made.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
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


def form_of_type(kind: Any) -> Form:
    """Make the form of a type; for the same mapping or dataclass, it is the same object each
    time.
    """
    return _READ.form(kind)


def written_form(kind: Any) -> Form:
    """Make the form of what is written as a type, for a JSON Schema: all fields of a dataclass or
    named tuple are there, and later versions may add some.
    """
    return _WRITTEN.form(kind)


class _Forms:
    """The forms of types, for reading or for writing."""

    def __init__(self, is_written: bool) -> None:
        self.is_written = is_written
        self.sections: dict[Any, type[Section]] = {}

    def form(self, kind: Any) -> Form:
        if kind in _PLAIN:
            return _PLAIN[kind]
        origin, parts = get_origin(kind), get_args(kind)
        if origin in _OF_PARTS:
            return _OF_PARTS[origin](self, parts)
        if issubclass(kind, Enum):
            return _choice(tuple(member.value for member in kind))
        return self.section(kind)

    def choice(self, parts: tuple[Any, ...]) -> Form:
        return _choice(parts)

    def any_of(self, parts: tuple[Any, ...]) -> Form:
        return AnyOf(tuple(map(self.form, parts)))

    def list_(self, parts: tuple[Any, ...]) -> Form:
        return Listed(self.form(parts[0]))

    def tuple_(self, parts: tuple[Any, ...]) -> Form:
        return self.list_(parts) if parts[1:] == (...,) else Row(tuple(map(self.form, parts)))

    def mapping(self, parts: tuple[Any, ...]) -> Form:
        return Mapped(self.form(parts[1]), key=_TEXT)

    def section(self, kind: Any) -> type[Section]:
        """Make the type of Section for a typed dict, which allows other keys unless it is empty, or
        for a dataclass, which does not unless it is written.
        """
        if kind in self.sections:
            return self.sections[kind]
        hints = get_type_hints(kind, include_extras=True)
        is_open = self.is_written or not is_dataclass(kind)
        section = make_section(kind.__name__, {}, others="kept" if hints and is_open else "refused")
        self.sections[kind] = section  # before its keys, which may have the same type
        section.__doc__ = kind.__doc__
        if is_open:
            section.entries = {key: self.key(hint) for key, hint in hints.items()}
        else:
            section.make = kind
            section.entries = {
                field.name: Key(self.form(hints[field.name]), _default(field))
                for field in fields(kind)
            }
        return section

    def key(self, hint: Any) -> Key:
        if get_origin(hint) is NotRequired:
            return Key(self.form(get_args(hint)[0]), ABSENT)
        return Key(self.form(hint))


_OF_PARTS: Mapping[Any, Callable[[_Forms, tuple[Any, ...]], Form]] = {
    Literal: _Forms.choice,
    Union: _Forms.any_of,
    UnionType: _Forms.any_of,
    list: _Forms.list_,
    tuple: _Forms.tuple_,
    dict: _Forms.mapping,
}
"""How a form is made from the parts of each type that has some."""
_READ, _WRITTEN = _Forms(is_written=False), _Forms(is_written=True)


def _choice(words: tuple[Any, ...]) -> Leaf:
    def check(value: object) -> object:
        if not any(type(value) is type(word) and value == word for word in words):
            raise FieldFault(one_of(map(str, words)))
        return value

    if len(words) > 1:
        return Leaf(check, {"enum": list(words), "type": "string"})
    sort = "string" if isinstance(words[0], str) else "integer"
    return Leaf(check, {"const": words[0], "type": sort})


def _default(field: Field[Any]) -> Any:
    if field.default is MISSING and field.default_factory is MISSING:
        return ...
    return ABSENT  # the class knows
