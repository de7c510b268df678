"""What stands in a file, and in what form: values with a check of ours, lists and mappings of them,
sections with their keys.

In: a form and plain data. Out: the data as checked, with defaults for what was left out, and every
fault with its path. Knows no cards, and nothing of places in files: `reporting` finds those.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from inspect import get_annotations
from types import GenericAlias
from typing import Any, ClassVar, Literal

from generator.data.fieldtypes import FieldFault

Form = Any
"""A Leaf, Listed, Mapped, Either, or a sort of Section; `str`, Any, and `list` and `dict` of forms.
`str` is for keys, which are text: any will do.
"""
Path = tuple[int | str, ...]
"""The way to a value from the root: keys of mappings, numbers of entries of lists."""
A_MAPPING = "a mapping (key: value)"
A_LIST = "a list such as [a, b]"


@dataclass(frozen=True, eq=False)
class Leaf:
    """A value with a check of ours, which gives the value as read or raises FieldFault; and what an
    editor knows of it.
    """

    check: Callable[[object], object]
    json_schema: Mapping[str, object]
    about: str | None = None


@dataclass(frozen=True, eq=False)
class Listed:
    """A list with bounds to its length."""

    one: Form
    least: int | None = None
    most: int | None = None


@dataclass(frozen=True, eq=False)
class Mapped:
    """A mapping that has at least `least` entries."""

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
    """

    entries: ClassVar[dict[str, Key]] = {}
    is_open: ClassVar[bool] = False

    def __init_subclass__(cls) -> None:
        forms = get_annotations(cls, eval_str=True) if cls.__module__ != __name__ else {}
        own = {
            key: Key(form, vars(cls)[key].default, vars(cls)[key].description)
            for key, form in forms.items()
        }
        cls.entries = {**cls.entries, **own}


def make_section(
    name: str, keys: Mapping[str, tuple[Form, Any]], *, is_open: bool = False
) -> type[Section]:
    """Make a sort of Section: for each key a form, and what `given` says of it."""
    named = name.replace("\0", "�")  # which no type may be called by
    made: type[Section] = type(named, (Section,), {"__module__": __name__, "is_open": is_open})
    made.entries = {key: Key(form, of.default, of.description) for key, (form, of) in keys.items()}
    return made


@dataclass(frozen=True)
class Fault:
    """What is wrong at one path.

    A key of a section is missing, or is unknown to it; a `key` of a mapping, which is the last step
    of the path, or a `value` is not as `expected`. `found` says what was found of a value, such as
    a number of entries, where that is not the value. `section` is the one whose key the last step
    is; None for an entry of a list or of a mapping, and for the root.
    """

    kind: Literal["missing", "unknown", "key", "value"]
    path: Path
    section: type[Section] | None = None
    expected: str = ""
    hint: str | None = None
    code: str = "wrong-type"
    found: str | None = None


def checked(form: Form, data: Any) -> tuple[Any, list[Fault]]:
    """Check plain data: return it as read, and every fault. With a fault, what was read is not of
    use.
    """
    checking = _Checking([])
    return checking.value(form, data, None), checking.faults


_At = tuple[Any, int | str, type[Section] | None] | None
"""Where a value is: where its holder is, the step from there, and the section whose key that is."""


@dataclass(frozen=True)
class _Checking:
    faults: list[Fault]

    def value(self, form: Form, value: Any, at: _At) -> Any:
        kind = type(form)
        if kind is Leaf:
            try:
                return form.check(value)
            except FieldFault as fault:
                return self.refuse("value", at, fault)
        if form is Any:
            return value
        if kind is GenericAlias:
            *key, one = form.__args__
            return self.mapping(key[0], one, value, at) if key else self.entries(one, value, at)
        if kind is type:
            return self.section(form, value, at)
        if kind is Listed:
            return self.bounded(form, value, at)
        if kind is Mapped:
            if value == {} and form.least:
                return self.refuse_length("least", form.least, 0, at)
            return self.mapping(form.key, form.value, value, at)
        assert kind is Either, form
        return self.value(form.options[form.choose(value)], value, at)

    def entries(self, form: Form, value: Any, at: _At) -> Any:
        if type(value) is not list:
            return self.refuse("value", at, FieldFault(A_LIST))
        return [self.value(form, one, (at, number, None)) for number, one in enumerate(value)]

    def bounded(self, form: Listed, value: Any, at: _At) -> Any:
        count = len(value) if type(value) is list else 0
        if form.most is not None and count > form.most:
            return self.refuse_length("most", form.most, count, at)
        before = len(self.faults)
        found = self.entries(form.one, value, at)
        if form.least and count < form.least and len(self.faults) == before:
            return self.refuse_length("least", form.least, count, at)
        return found

    def mapping(self, key: Form, form: Form, value: Any, at: _At) -> Any:
        if type(value) is not dict:
            return self.refuse("value", at, FieldFault(A_MAPPING))
        return {
            self.key(key, word, (at, word, None)): self.value(form, one, (at, word, None))
            for word, one in value.items()
        }

    def key(self, form: Form, word: str, at: _At) -> Any:
        if form is str:
            return word
        try:
            return form.check(word)
        except FieldFault as fault:
            return self.refuse("key", at, fault)

    def section(self, sort: type[Section], value: Any, at: _At) -> Any:
        if type(value) is not dict:
            return self.refuse("value", at, FieldFault(A_MAPPING))
        found = {}
        for key, of in sort.entries.items():
            if key in value:
                found[key] = self.value(of.form, value[key], (at, key, sort))
            elif of.default is ...:
                self.faults.append(Fault("missing", _path((at, key, sort)), sort))
            else:
                found[key] = _default(of.default)
        for key in value:
            if key in sort.entries:
                continue
            if sort.is_open:
                found[key] = value[key]
            else:
                self.faults.append(Fault("unknown", _path((at, key, sort)), sort))
        return found

    def refuse(self, kind: Literal["key", "value"], at: _At, why: FieldFault) -> None:
        section = at[2] if at else None
        self.faults.append(Fault(kind, _path(at), section, why.expected, why.hint, why.code))

    def refuse_length(self, bound: str, limit: int, count: int, at: _At) -> None:
        expected = f"at {bound} {limit} {'entry' if limit == 1 else 'entries'}"
        why = FieldFault(expected, code="out-of-range")
        self.refuse("value", at, why)
        self.faults[-1] = replace(self.faults[-1], found=str(count))


def _path(at: _At) -> Path:
    steps: list[int | str] = []
    while at:
        at, step, _ = at
        steps.append(step)
    return tuple(reversed(steps))


def _default(default: Any) -> Any:
    if isinstance(default, type) and issubclass(default, Section):
        return {key: _default(of.default) for key, of in default.entries.items()}
    return default.copy() if isinstance(default, list | dict) else default
