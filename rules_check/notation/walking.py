"""Traversing a program: every part of steps and expressions.

In: values of `program`. Out: the values within them. Knows nothing about their meaning.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, TypeVar

from generator.data.problems import Place
from rules_check.notation.program import Type, Variable, VariableRead, Who

Node = TypeVar("Node")
_LEAVES = (Place, Type, Variable)


_PLAIN = ("Place", "Type", "Variable", "Variable | None", "bool", "int", "str", "tuple[str, ...]")
"""How the fields are declared that hold nothing to go into: most of them."""


@cache
def _inner_names(kind: type[Any]) -> tuple[str, ...] | None:
    """Name the fields of a class that can hold parts of a program; None if it is not a node."""
    if not is_dataclass(kind) or issubclass(kind, _LEAVES):
        return None
    return tuple(part.name for part in fields(kind) if part.type not in _PLAIN)


def within(value: object) -> list[object]:
    """List the direct parts of a part of a program: steps, expressions and the like."""
    if isinstance(value, tuple):
        return list(value)
    kind: Any = type(value)
    return [getattr(value, name) for name in _inner_names(kind) or ()]


def nodes(value: object) -> Iterator[object]:
    """Yield a part of a program and everything within it, except places, types and variables."""
    todo = [value]
    while todo:
        node = todo.pop()
        kind: Any = type(node)
        if _inner_names(kind) is not None:
            yield node
        todo += reversed(within(node))


def nodes_of(kind: type[Node], value: object) -> Iterator[Node]:
    """Yield the nodes of one kind in a part of a program."""
    return (node for node in nodes(value) if isinstance(node, kind))


def reads(value: object, variable: Variable) -> bool:
    """Return whether an expression is the value of a variable."""
    return isinstance(value, VariableRead) and value.variable == variable


def is_me(value: object) -> bool:
    """Return whether an expression is the acting player."""
    return isinstance(value, Who) and value.who == "me"
