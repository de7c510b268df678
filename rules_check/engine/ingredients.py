"""What the machine code of a rule is made of: its own code, and every value and rule that it
freezes.

In: a Python function. Out: a hash of it, the same in every process, that differs after each edit
that changes the machine code; or None, if it uses something that is not known here. Knows no game
and no compiler. The lines of a function, and its callers, do not count.
"""

from __future__ import annotations

import builtins
import dis
import hashlib
import sys
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

OURS = Path(__file__).resolve().parents[1]
"""The folder of this package. Its sources, except those of games, are part of the name of the
folder of compiled code, so a name in them tells all.
"""
_LIBRARIES = ("numpy", "math", "builtins", "numba", "operator", "typing", "enum")
_PLAIN = (bool, int, float, complex, str, bytes, type(None), type(...), range, slice)


class _UnknownError(Exception):
    """A value of which nothing is known."""


def hash_of(function: Any, memo: dict[Any, str | None]) -> str | None:
    """Hash a function, compiled or not, and what it freezes: 32 hexadecimal digits; None if it
    freezes something unknown. `memo` keeps what is found, by function.
    """
    plain = getattr(function, "py_func", function)
    if plain not in memo:
        memo[plain] = None  # also if it calls itself
        try:
            ingredients = "\n".join(_function(function, memo))
        except _UnknownError:
            return None
        memo[plain] = hashlib.sha256(ingredients.encode()).hexdigest()[:32]
    return memo[plain]


def _function(function: Any, memo: dict[Any, str | None]) -> Iterator[str]:
    plain = getattr(function, "py_func", function)
    yield plain.__qualname__
    yield repr(sorted(getattr(function, "targetoptions", {}).items()))
    yield from _value(plain.__defaults__, (), memo)
    names = list[str]()
    yield from _code(plain.__code__, names, memo, plain.__doc__)
    for name in sorted({*_looked_up(plain.__code__)}):
        if name in plain.__globals__:
            yield name
            yield from _value(plain.__globals__[name], names, memo)
    for name, cell in zip(plain.__code__.co_freevars, plain.__closure__ or (), strict=True):
        yield name
        yield from _value(cell.cell_contents, names, memo)


def _looked_up(code: CodeType) -> Iterator[str]:
    """Yield the names that code looks up among the values of its module."""
    for step in dis.get_instructions(code):
        if step.opname == "LOAD_GLOBAL":
            yield step.argval
    for value in code.co_consts:
        if isinstance(value, CodeType):
            yield from _looked_up(value)


def _code(
    code: CodeType, names: list[str], memo: dict[Any, str | None], unread: str | None = None
) -> Iterator[str]:
    """Describe code without the places of its lines, nor what it says for people, and gather the
    names in it.
    """
    names += code.co_names
    yield f"{code.co_code.hex()} {code.co_exceptiontable.hex()} {code.co_flags}"
    yield f"{code.co_argcount} {code.co_kwonlyargcount} {code.co_names} {code.co_varnames}"
    yield f"{code.co_freevars} {code.co_cellvars}"
    for value in code.co_consts:
        if isinstance(value, CodeType):
            yield from _code(value, names, memo)
        elif unread is None or value != unread:
            yield from _value(value, names, memo)


def _value(value: Any, names: Iterable[str], memo: dict[Any, str | None]) -> Iterator[str]:
    """Describe a value that a function freezes; of a module, what `names` look up in it."""
    for kinds, describe in _DESCRIPTIONS:
        if isinstance(value, kinds):
            yield from describe(value, names, memo)
            return
    if hasattr(value, "py_func"):
        yield _rule(value, memo)
    else:
        yield _name_in_ours(value)


def _rule(rule: Any, memo: dict[Any, str | None]) -> str:
    digest = hash_of(rule, memo)
    if digest is None:
        raise _UnknownError
    return digest


def _tuple(value: Any, names: Iterable[str], memo: dict[Any, str | None]) -> Iterator[str]:
    yield f"{type(value).__qualname__} of {len(value)}"
    for part in value:
        yield from _value(part, names, memo)


def _array(value: Any, names: Iterable[str], memo: dict[Any, str | None]) -> Iterator[str]:
    if value.dtype.hasobject:
        raise _UnknownError
    yield f"{value.dtype!r} {value.shape} {value.flags.c_contiguous} {value.flags.writeable}"
    yield hashlib.sha256(value.tobytes()).hexdigest()


def _scalar(value: Any, names: Iterable[str], memo: dict[Any, str | None]) -> Iterator[str]:
    yield f"{value.dtype!r} {value.tobytes().hex()}"


def _class(value: Any, names: Iterable[str], memo: dict[Any, str | None]) -> Iterator[str]:
    if issubclass(value, Enum):
        yield f"{value.__qualname__} of {value.__mro__[1].__qualname__}"
        for name, member in value.__members__.items():
            yield name
            yield from _value(member.value, names, memo)
    elif issubclass(value, tuple) and hasattr(value, "_fields"):
        yield f"{value.__qualname__} {value._fields}"
        yield from _value(tuple(value._field_defaults.items()), names, memo)
    elif value.__module__.partition(".")[0] in _LIBRARIES:
        yield f"{value.__module__}.{value.__qualname__}"
    else:
        yield _name_in_ours(value)


def _module(value: Any, names: Iterable[str], memo: dict[Any, str | None]) -> Iterator[str]:
    yield value.__name__
    if value.__name__.partition(".")[0] not in _LIBRARIES:
        for name in sorted({*names} & {*vars(value)}):
            yield name
            yield from _value(vars(value)[name], names, memo)


def _member(value: Any, names: Iterable[str], memo: dict[Any, str | None]) -> Iterator[str]:
    yield f"{type(value).__qualname__}.{value.name}"
    yield from _value(value.value, names, memo)


def _plain(value: Any, names: Iterable[str], memo: dict[Any, str | None]) -> Iterator[str]:
    yield f"{type(value).__qualname__} {value!r}"


def _built_in(value: Any, names: Iterable[str], memo: dict[Any, str | None]) -> Iterator[str]:
    if value.__module__ not in (builtins.__name__, "math"):
        raise _UnknownError
    yield f"{value.__module__}.{value.__qualname__}"


def _interpreted(value: Any, names: Iterable[str], memo: dict[Any, str | None]) -> Iterator[str]:
    yield _rule(value, memo)


_Description = Callable[[Any, Iterable[str], dict[Any, str | None]], Iterator[str]]
_DESCRIPTIONS: tuple[tuple[Any, _Description], ...] = (
    (Enum, _member),
    (np.ndarray, _array),
    (np.generic, _scalar),
    (np.dtype, _plain),
    (_PLAIN, _plain),
    (tuple, _tuple),
    (frozenset, lambda value, names, memo: _tuple(sorted(value, key=repr), names, memo)),
    (type, _class),
    (ModuleType, _module),
    (BuiltinFunctionType, _built_in),
    (FunctionType, _interpreted),
)


def _name_in_ours(value: Any) -> str:
    """Name a value by a module of this package that holds it. Raises _UnknownError."""
    for name, module in [*sys.modules.items()]:
        if _is_ours(module):
            for own, held in vars(module).items():
                if held is value:
                    return f"{name}.{own}"
    raise _UnknownError


def _is_ours(module: Any) -> bool:
    if not isinstance(module, ModuleType) or not module.__name__.startswith(f"{OURS.name}."):
        return False
    file = Path(getattr(module, "__file__", None) or "/")
    return file.is_relative_to(OURS) and not file.is_relative_to(OURS / "games")
