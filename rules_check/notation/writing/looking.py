"""Inspecting the values of a program: the contents of an expression or a step, and the names it
needs from around it.

In: values of `program`. Out: their parts, in order of declaration.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from generator.data.problems import Place
from rules_check.notation.program import (
    Best,
    Clock,
    For,
    Let,
    Mapped,
    Option,
    Players,
    SetNext,
    Slot,
    Turns,
    Type,
    Variable,
    VariableRead,
    Where,
    Who,
)


def parts(value: Any) -> Iterator[Any]:
    """Yield the direct parts of a value."""
    for field in fields(value):
        inner = getattr(value, field.name)
        several = inner.values() if isinstance(inner, dict) else inner
        for one in several if isinstance(inner, tuple | dict) else (inner,):
            if is_dataclass(one) and not isinstance(one, Place | Type | Variable):
                yield one


def every(value: Any) -> Iterator[Any]:
    """Yield a value, or those of a tuple, and everything inside."""
    for one in value if isinstance(value, tuple | list) else (value,):
        yield one
        for part in parts(one):
            yield from every(part)


def variables_read(value: Any) -> dict[int, Variable]:
    """Return the variables that something reads but does not bind, by their numbers."""
    read = {
        one.variable.number: one.variable for one in every(value) if isinstance(one, VariableRead)
    }
    for bound in variables_bound(value):
        read.pop(bound.number, None)
    return read


def variables_bound(value: Any) -> list[Variable]:
    """Return the variables that something binds."""
    binding = (Where, Mapped, Best, Slot, For, Let)
    return [one.variable for one in every(value) if isinstance(one, binding)]


def uses_me(value: Any) -> bool:
    """Return whether something depends on the acting player."""
    return any(
        (isinstance(one, Who) and one.who == "me")
        or (isinstance(one, Players) and one.which == "others" and one.than is None)
        for one in every(value)
    )


def uses_turn(value: Any) -> bool:
    """Return whether something reads the number of the turn within the surrounding `turns:`."""
    return any(isinstance(one, Clock) and one.what == "turn" for one in every(value))


def sets_next(steps: tuple[Any, ...]) -> bool:
    """Return whether steps set the player with the next turn of the surrounding `turns:`."""
    for one in steps:
        if isinstance(one, SetNext):
            return True
        inner = [part for part in parts(one) if not isinstance(part, Option)]
        for part in parts(one):
            if isinstance(part, Option):
                inner.extend(part.steps)
        if not isinstance(one, Turns) and sets_next(tuple(inner)):
            return True
    return False
