"""The structure of a file's content: values with a check of ours, lists and mappings of them,
sections with their keys.

In: a form and plain data. Out: the checked data, with defaults for missing values, and every fault
with its path. Knows no cards, and nothing about places in files: `reporting` finds those.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, NamedTuple, Union

from generator.data.fieldtypes import FieldFault
from generator.data.saying import agreeing

Form = Union["Leaf", "Listed", "Row", "Mapped", "Either", "AnyOf", "type[Section]"]
Path = tuple[int | str, ...]
"""The path to a value from the root: keys of mappings, indexes of list entries."""
Others = Literal["refused", "kept", "dropped"]
A_MAPPING = "a mapping (key: value)"
A_LIST = "a list such as [a, b]"


@dataclass(frozen=True, eq=False)
class Leaf:
    """A value with a check of ours, which returns the value or raises FieldFault; and a description
    for editors.
    """

    check: Callable[[object], object]
    json_schema: Mapping[str, object]
    about: str | None = None


def _check_nothing(value: object) -> None:
    if value is not None:
        raise FieldFault("nothing")


ANYTHING = Leaf(lambda value: value, {})
NOTHING = Leaf(_check_nothing, {"type": "null"})


@dataclass(frozen=True, eq=False)
class Listed:
    """A list with limits on its length."""

    one: Form
    least: int = 0
    most: int | None = None


@dataclass(frozen=True, eq=False)
class Row:
    """A list of fixed length in which each entry has a separate form; it is read as a tuple."""

    forms: Sequence[Form]


@dataclass(frozen=True, eq=False)
class Mapped:
    """A mapping with at least `least` entries; without a form for the `key`, any word is
    accepted.
    """

    value: Form
    key: Leaf | None = None
    least: int = 0


@dataclass(frozen=True, eq=False)
class Either:
    """One of several forms; `choose` returns the name of the form for a value."""

    choose: Callable[[object], str]
    options: Mapping[str, Form]


@dataclass(frozen=True, eq=False)
class AnyOf:
    """The first of several forms that a value fits; if it fits none, the faults are those of the
    first.
    """

    options: Sequence[Form]


ABSENT = object()
"""As the default of a key: a missing value stays missing in the result."""


@dataclass(frozen=True, eq=False)
class Key:
    """The value under a key: its form, its default (`...`: required; a type of Section: the
    defaults of that section; ABSENT: none), and a description for editors.
    """

    form: Form
    default: Any = ...
    description: str | None = None


class Section:
    """A mapping with these keys. Each type is a class, whose attributes are the keys, or is made by
    `make_section`.

    `explains` means that a fault under its keys includes a description of what belongs there.
    `others` says what to do with other keys, and `make` builds the result from a mapping without
    faults; without it, the result is the mapping.
    """

    entries: ClassVar[dict[str, Key]] = {}
    explains: ClassVar[bool] = False
    others: ClassVar[Others] = "refused"
    make: ClassVar[Callable[..., Any] | None] = None

    def __init_subclass__(cls) -> None:
        own = {key: said for key, said in vars(cls).items() if isinstance(said, Key)}
        cls.entries = {**cls.entries, **own}


def make_section(
    name: str, keys: Mapping[str, Key], *, others: Others = "refused"
) -> type[Section]:
    """Make a type of Section with these keys."""
    named = name.replace("\0", "�")  # which is not allowed in a type's name
    made: type[Section] = type(named, (Section,), {"__module__": __name__, "others": others})
    made.entries = dict(keys)
    return made


class Fault(NamedTuple):
    """A fault at one path.

    A key of a section is missing or unknown; or a `key` of a mapping, which is the last step of the
    path, or a `value` is not as `expected`. `found` describes the value, such as its number of
    entries, if it is not the value itself. `section` is the one whose key is the last step; None
    for an entry of a list or of a mapping, and for the root. `about` describes what belongs there,
    for people; None if no section explains it.
    """

    kind: Literal["missing", "unknown", "key", "value"]
    path: Path
    section: type[Section] | None = None
    expected: str = ""
    hint: str | None = None
    code: str = "wrong-type"
    found: str | None = None
    about: str | None = None


def checked(form: Form, data: Any) -> tuple[Any, list[Fault]]:
    """Check plain data: return the result and every fault. If there is a fault, the result is not
    usable.
    """
    checking = _Checking([])
    return checking.value(form, data, None), checking.faults


_At = tuple[Any, int | str, type[Section] | None] | None
"""The location of a value: that of its container, the step from there, and the section with that
key.
"""


class _Checking(NamedTuple):
    faults: list[Fault]

    def value(self, form: Form, value: Any, at: _At) -> Any:
        return _CHECKED[type(form)](self, form, value, at)

    def plain(self, form: Leaf, value: Any, at: _At) -> Any:
        return self.leaf("value", form, value, at)

    def either(self, form: Either, value: Any, at: _At) -> Any:
        return self.value(form.options[form.choose(value)], value, at)

    def leaf(self, kind: Literal["key", "value"], form: Leaf, value: Any, at: _At) -> Any:
        try:
            return form.check(value)
        except FieldFault as fault:
            return self.refuse(kind, at, fault)

    def entries(self, form: Listed, value: Any, at: _At) -> Any:
        if type(value) is not list:
            return self.refuse("value", at, FieldFault(A_LIST))
        if form.most is not None and len(value) > form.most:
            return self.refuse_length("most", form.most, value, at)
        before = len(self.faults)
        found = [self.value(form.one, one, (at, number, None)) for number, one in enumerate(value)]
        if len(value) < form.least and len(self.faults) == before:
            return self.refuse_length("least", form.least, value, at)
        return found

    def row(self, form: Row, value: Any, at: _At) -> Any:
        if type(value) is not list or len(value) != len(form.forms):
            return self.refuse("value", at, FieldFault(f"a list of {len(form.forms)} entries"))
        forms = zip(form.forms, value, strict=True)
        return tuple(
            self.value(part, one, (at, number, None)) for number, (part, one) in enumerate(forms)
        )

    def any_of(self, form: AnyOf, value: Any, at: _At) -> Any:
        tries = []
        for option in form.options:
            trial = _Checking([])
            found = trial.value(option, value, at)
            if not trial.faults:
                return found
            tries.append(trial.faults)
        self.faults.extend(tries[0])
        return None

    def mapping(self, form: Mapped, value: Any, at: _At) -> Any:
        if type(value) is not dict:
            return self.refuse("value", at, FieldFault(A_MAPPING))
        found = {}
        for word, one in value.items():
            below = (at, word, None)
            key = self.leaf("key", form.key, word, below) if form.key else word
            found[key] = self.value(form.value, one, below)
        if len(value) < form.least:
            return self.refuse_length("least", form.least, value, at)
        return found

    def section(self, sort: type[Section], value: Any, at: _At) -> Any:
        if type(value) is not dict:
            return self.refuse("value", at, FieldFault(A_MAPPING))
        found, before = {}, len(self.faults)
        for key, of in sort.entries.items():
            if key in value:
                found[key] = self.value(of.form, value[key], (at, key, sort))
            elif of.default is ...:
                self.faults.append(Fault("missing", _path((at, key, sort)), sort))
            elif of.default is not ABSENT:
                found[key] = _default(of.default)
        for key in value:
            if key in sort.entries:
                continue
            if sort.others == "kept":
                found[key] = value[key]
            elif sort.others == "refused":
                self.faults.append(Fault("unknown", _path((at, key, sort)), sort))
        if sort.make and len(self.faults) == before:
            return sort.make(**found)
        return found

    def refuse(self, kind: Literal["key", "value"], at: _At, why: FieldFault) -> None:
        section = at[2] if at else None
        fault = Fault(kind, _path(at), section, why.expected, why.hint, why.code, about=_about(at))
        self.faults.append(fault)

    def refuse_length(self, bound: str, limit: int, value: Collection[Any], at: _At) -> None:
        expected = f"at {bound} {limit} {agreeing(limit, 'entry|entries')}"
        self.refuse("value", at, FieldFault(expected, code="out-of-range"))
        self.faults[-1] = self.faults[-1]._replace(found=str(len(value)))


_CHECKED: Mapping[type, Callable[..., Any]] = {
    Leaf: _Checking.plain,
    Listed: _Checking.entries,
    Mapped: _Checking.mapping,
    Either: _Checking.either,
    AnyOf: _Checking.any_of,
    Row: _Checking.row,
    type: _Checking.section,
}
"""How a value is checked against each form; that of a section is a type itself."""


def _about(at: _At) -> str | None:
    """Describe what belongs under a key, or directly below it, if its section explains it."""
    for place in (at, at[0] if at else None):
        section = place[2] if place else None
        if place and section and section.explains:
            said = section.entries[str(place[1])].description
            return f"{place[1]}: {said}" if said else None
    return None


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
