"""Compiled rules as Python runs them, for single questions about a state: stories and tables ask a
few, and would otherwise wait until each rule is compiled for them.

In: a module's names. Out: the same, with its rules uncompiled. Knows no game.
"""

from __future__ import annotations

import builtins
from collections.abc import Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any

from rules_check.engine.innards import UNCOMPILED, is_instruction

_twins = dict[Any, Any]()
"""The rules that have been asked for, and what they call, as Python runs them."""


def leave_uncompiled(names: dict[str, Any]) -> None:
    """Replace the rules among a module's names, such as `globals()`, by the same for Python."""
    for name, value in names.items():
        if hasattr(value, "py_func"):
            names[name] = _twin_of(value)


def _twin_of(value: Any) -> Any:
    """Return a rule, or what a rule calls, as Python runs it, and anything else as it is."""
    if isinstance(value, ModuleType):
        return _Twins(value)
    if not isinstance(value, FunctionType) and not hasattr(value, "py_func"):
        return _twin_of(UNCOMPILED[value]) if is_instruction(value) else value
    plain = getattr(value, "py_func", value)
    if plain not in _twins:
        names = dict[str, Any](__builtins__=builtins, __name__=plain.__module__)
        twin = FunctionType(
            plain.__code__, names, plain.__name__, plain.__defaults__, plain.__closure__
        )
        twin.__kwdefaults__ = plain.__kwdefaults__
        _twins[plain] = twin  # first, since rules may call one another
        for name in {*_names_in(plain.__code__)} & plain.__globals__.keys():
            names[name] = _twin_of(plain.__globals__[name])
    return _twins[plain]


class _Twins:
    """A module as rules look into it, with its rules as Python runs them."""

    def __init__(self, module: ModuleType) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._module, name)
        is_rule = hasattr(value, "py_func") or is_instruction(value)
        return _twin_of(value) if is_rule else value


def _names_in(code: CodeType) -> Iterator[str]:
    """Yield the names that code looks up, that of functions within it included."""
    yield from code.co_names
    for value in code.co_consts:
        if isinstance(value, CodeType):
            yield from _names_in(value)
