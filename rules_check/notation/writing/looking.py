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
        for part in several if isinstance(inner, tuple | dict) else (inner,):
            if is_dataclass(part) and not isinstance(part, Place | Type | Variable):
                yield part


def every(value: Any) -> Iterator[Any]:
    """Yield a value, or those of a tuple, and everything inside."""
    for part in value if isinstance(value, tuple | list) else (value,):
        yield part
        for inner in parts(part):
            yield from every(inner)


def variables_read(value: Any) -> dict[int, Variable]:
    """Return the variables that something reads but does not bind, by their numbers."""
    read = {}
    for node in every(value):
        if isinstance(node, VariableRead):
            read[node.variable.number] = node.variable
    for bound in variables_bound(value):
        read.pop(bound.number, None)
    return read


def variables_bound(value: Any) -> list[Variable]:
    """Return the variables that something binds."""
    binding = (Where, Mapped, Best, Slot, For, Let)
    return [node.variable for node in every(value) if isinstance(node, binding)]


def uses_me(value: Any) -> bool:
    """Return whether something depends on the acting player."""
    for node in every(value):
        match node:
            case Who(who="me") | Players(which="others", than=None):
                return True
    return False


def uses_turn(value: Any) -> bool:
    """Return whether something reads the number of the turn within the surrounding `turns:`."""
    return any(isinstance(node, Clock) and node.what == "turn" for node in every(value))


def sets_next(steps: tuple[Any, ...]) -> bool:
    """Return whether steps set the player with the next turn of the surrounding `turns:`."""
    for step in steps:
        if isinstance(step, SetNext):
            return True
        inner = [part for part in parts(step) if not isinstance(part, Option)]
        for part in parts(step):
            if isinstance(part, Option):
                inner.extend(part.steps)
        if not isinstance(step, Turns) and sets_next(tuple(inner)):
            return True
    return False
