"""What stands in a file, and in what form: values with a check of ours, lists and mappings of them,
sections with their keys.

In: a form and plain data. Out: the data as checked, or the first fault, which says nothing of where
it is: `models` finds every fault with its place, by means of pydantic, which takes longer to load
than a game to read. So that is done only where there is a fault, and for editors. Knows no cards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from inspect import get_annotations
from types import GenericAlias
from typing import Any, ClassVar

from generator.data.fieldtypes import FieldFault

Form = Any
"""A Leaf, Whole, Listed, Mapped, Either, or a sort of Section; `str`, Any, and `list` and `dict` of
forms.
"""


@dataclass(frozen=True, eq=False)
class Leaf:
    """A value with a check of ours, so that its faults keep our words; and what an editor knows of
    it.
    """

    check: Callable[[object], object]
    json_schema: Mapping[str, object]
    about: str | None = None


@dataclass(frozen=True, eq=False)
class Whole:
    """A whole number of at least so much."""

    least: int


@dataclass(frozen=True, eq=False)
class Listed:
    """A list with bounds to its length."""

    one: Form
    least: int | None = None
    most: int | None = None


@dataclass(frozen=True, eq=False)
class Mapped:
    """A mapping that has so many entries at least."""

    key: Form
    value: Form
    least: int


@dataclass(frozen=True, eq=False)
class Either:
    """One of several forms, of which `choose` says the name for a value."""

    choose: Callable[[object], str]
    options: Mapping[str, Form]


@dataclass(frozen=True, eq=False)
class Key:
    """What is said under a key: its form, what holds where it is left out (`...`: it may not be; a
    sort of Section: its own defaults).
    """

    form: Form
    default: Any = ...
    description: str | None = None


def given(default: Any = ..., description: str | None = None) -> Any:
    """Say of a key of a Section, below its class, what holds where it is left out, and what it is
    for.
    """
    return Key(None, default, description)


class Section:
    """A mapping with these keys and no others, or with others too if it `is_open`. Each sort is a
    class, made like a dataclass or by `make_section`.

    Are the keys the user's own words, `is_users`, they may be any.
    """

    entries: ClassVar[dict[str, Key]] = {}
    is_open: ClassVar[bool] = False
    is_users: ClassVar[bool] = False

    def __init_subclass__(cls) -> None:
        forms = get_annotations(cls, eval_str=True) if cls.__module__ != __name__ else {}
        own = {
            key: Key(form, vars(cls)[key].default, vars(cls)[key].description)
            for key, form in forms.items()
        }
        cls.entries = {**cls.entries, **own}


def make_section(
    name: str, keys: Mapping[str, tuple[Form, Any]], *, is_open: bool = False, is_users: bool = True
) -> type[Section]:
    """Make a sort of Section: for each key a form, and what `given` says of it."""
    named = name.replace("\0", "�")  # which no type may be called by
    made: type[Section] = type(
        named, (Section,), {"__module__": __name__, "is_open": is_open, "is_users": is_users}
    )
    made.entries = {key: Key(form, of.default, of.description) for key, (form, of) in keys.items()}
    return made


def accepted(form: Form, value: Any) -> Any:
    """Check plain data. Raises FieldFault at the first fault."""
    kind = type(form)
    if kind is Leaf:
        return form.check(value)
    if kind is GenericAlias:
        *key, one = form.__args__
        return _mapping(key[0], one, value) if key else _list(one, value)
    if kind is type and issubclass(form, Section):
        return _section(form, value)
    if kind is Listed:
        found = _list(form.one, value)
        if not (form.least or 0) <= len(found) <= (len(found) if form.most is None else form.most):
            raise FieldFault("another number of entries")
        return found
    if kind is Mapped:
        if isinstance(value, dict) and len(value) < form.least:
            raise FieldFault("more entries")
        return _mapping(form.key, form.value, value)
    if kind is Either:
        return accepted(form.options[form.choose(value)], value)
    if (
        form is Any
        or (form is str and type(value) is str)
        or (kind is Whole and type(value) is int and value >= form.least)
    ):
        return value
    raise FieldFault("a value of another type")


def _list(form: Form, value: Any) -> list[Any]:
    if type(value) is not list:
        raise FieldFault("a list")
    return [accepted(form, one) for one in value]


def _mapping(key: Form, form: Form, value: Any) -> dict[str, Any]:
    if type(value) is not dict:
        raise FieldFault("a mapping")
    return {accepted(key, word): accepted(form, one) for word, one in value.items()}


def _section(sort: type[Section], value: Any) -> dict[str, Any]:
    if type(value) is not dict:
        raise FieldFault("a mapping")
    others = value.keys() - sort.entries.keys()
    if others and not sort.is_open:
        raise FieldFault("no other keys")
    found = {
        key: accepted(of.form, value[key]) if key in value else _default(of.default)
        for key, of in sort.entries.items()
    }
    return {**found, **{key: one for key, one in value.items() if key in others}}


def _default(default: Any) -> Any:
    if default is ...:
        raise FieldFault("a value")
    if isinstance(default, type):
        return _section(default, {})
    return default.copy() if isinstance(default, list | dict) else default
