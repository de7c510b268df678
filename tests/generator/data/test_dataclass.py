"""Our `dataclass` against the standard library's: the same classes made by both say and do the same."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import pytest

import generator.data.dataclass as ours

ROOT = Path(__file__).resolve().parents[3]
MAKERS = (dataclasses.dataclass, ours.dataclass)


def points(make: Callable[..., Any], **how: bool) -> Any:
    """Make a class with fields of each sort."""

    @make(**how)
    class Point:
        x: int
        _set: str = "none"
        tags: list[str] = dataclasses.field(default_factory=list)
        hidden: float = dataclasses.field(default=0.5, repr=False)
        aside: object = dataclasses.field(default=None, compare=False)
        last: int = dataclasses.field(default=3, kw_only=True)
        shared: ClassVar[int] = 7

        def __post_init__(self) -> None:
            assert self.x >= 0

    return Point


def outcome(does: Callable[[], object]) -> object:
    """Return what a call gives, or the fault that it raises."""
    try:
        return does()
    except Exception as fault:
        return type(fault), str(fault)


ASKED: tuple[Callable[[Any], object], ...] = (
    lambda sort: repr(sort(1)),
    lambda sort: repr(sort(1, "a", ["b"], 2.0, 9, last=4)),
    lambda sort: repr(dataclasses.replace(sort(1, "a"), x=2, last=5)),
    lambda sort: dataclasses.asdict(sort(1)),
    lambda sort: (sort.__match_args__, [field.name for field in dataclasses.fields(sort)], sort.x if hasattr(sort, "x") else None),
    lambda sort: (sort(1) == sort(1), sort(1) == sort(2), sort(1, aside=1) == sort(1, aside=2), sort(1) == 1),
    lambda sort: sort(1).tags is sort(1).tags,
    lambda sort: hash(sort(1, tags=())) == hash(sort(1, tags=(), aside=5)),
    lambda sort: sort.__hash__ is None,
    lambda sort: sort(),
    lambda sort: sort(1, "a", [], 2.0, 9, 4),
    lambda sort: sort(1, colour=2),
    lambda sort: sort(-1),
    lambda sort: setattr(sort(1), "x", 2),
    lambda sort: setattr(sort(1), "colour", 2),
    lambda sort: delattr(sort(1), "x"),
    lambda sort: vars(copy.deepcopy(sort(1, "a"))),
    lambda sort: type("Below", (sort,), {})(1) == sort(1),
    lambda sort: setattr(type("Below", (sort,), {})(1), "colour", 2),
    lambda sort: setattr(type("Below", (sort,), {})(1), "x", 2),
)


@pytest.mark.parametrize("how", [{}, {"frozen": True}, {"eq": False}, {"frozen": True, "eq": False}])
def test_it_makes_what_the_standard_library_makes(how: dict[str, bool]) -> None:
    theirs, own = (points(make, **how) for make in MAKERS)
    for number, asked in enumerate(ASKED):
        assert outcome(lambda: asked(own)) == outcome(lambda: asked(theirs)), number  # noqa: B023


@pytest.mark.parametrize("how", [{}, {"frozen": True}])
def test_methods_of_a_class_stay(how: dict[str, bool]) -> None:
    def made(make: Callable[..., Any]) -> list[object]:
        @make(**how)
        class Named:
            name: str

            def __eq__(self, other: object) -> bool:
                return True

            def __repr__(self) -> str:
                return "own"

        @make(**how)
        class Numbered:
            number: int

            def __eq__(self, other: object) -> bool:
                return True

            def __hash__(self) -> int:
                return 5

        one = Named("a")
        return [one == 2, repr(one), outcome(lambda: hash(one) == hash(("a",))), Numbered(2) == 3, hash(Numbered(2))]

    assert made(ours.dataclass) == made(dataclasses.dataclass)


def test_fields_of_classes_above_come_first() -> None:
    def made(make: Callable[..., Any]) -> str:
        @make(frozen=True)
        class Above:
            a: int
            b: int = 2

        @make(frozen=True)
        class Below(Above):
            c: int = 3

        @make(frozen=True)
        class Empty:
            pass

        return repr([Below(1), Below(1, c=4) == Below(1, 2, 4), Below(1) == Above(1), Empty() == Empty(), hash(Empty())])

    assert made(ours.dataclass) == made(dataclasses.dataclass)


@ours.dataclass(frozen=True, slots=True)
class Slotted:
    x: int = 1


@ours.dataclass(frozen=True)
class Plain:
    x: int = 1


def test_values_are_pickled() -> None:
    for value in (Slotted(2), Plain(3)):
        assert pickle.loads(pickle.dumps(value)) == value
    assert not hasattr(Slotted(), "__dict__")


def test_a_value_that_holds_itself_is_shown() -> None:
    holder = points(ours.dataclass)(1)
    holder.tags.append(holder)
    assert "..." in repr(holder)


def test_the_generator_takes_it_from_one_place() -> None:
    taken = re.compile(r"^\s*from dataclasses import .*\bdataclass\b", re.M)
    files = [path for path in (ROOT / "generator").rglob("*.py") if taken.search(path.read_text(encoding="utf-8"))]
    assert [path.name for path in files] == ["dataclass.py"]
