"""Compiles generic code for the records of one game: the code takes the game's verbs as arguments.

In: a function whose annotations describe each parameter, and the types of two records. Out: the
same function, compiled. Knows no game.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import cached_property
from types import UnionType
from typing import Any, TypeVar, cast, get_args, get_type_hints

import numpy as np

from rules_check.engine.innards import (
    IS_COMPILED,
    NAMES_TYPES,
    NOTHING,
    REAL,
    TRUTH,
    WHOLE,
    array_of,
    function_of,
    record_of,
    signature_of,
    tuple_of,
)
from rules_check.engine.kernel import jit_lean
from rules_check.engine.translating import BRIEFLY, THOROUGHLY, optimizing
from rules_check.engine.verbs import VERB_BY_NAME, Kind, Signature

F = TypeVar("F", bound=Callable[..., Any])


def jit_over_verbs(
    function: F,
    cards_dtype: np.dtype[Any],
    state_dtype: np.dtype[Any],
    with_optional: bool = True,
    level: int = BRIEFLY,
) -> F:
    """Compile, for one game's records, a function that returns a number and takes the game's verbs
    as arguments.

    A parameter is annotated with `int`, with one of the names of rules_check/engine/verbs.py, such
    as `Wholes`, with the type of the records in an array, or with a NamedTuple whose fields are
    annotated in the same way. A parameter annotated as such a tuple or None is None unless
    `with_optional` is set; numba then drops the code that uses it. The explicit types let the cache
    find the function again: otherwise numba would give each verb a separate type, new in every
    process. `level` is how LLVM optimizes it. Raises TypeError for another annotation.
    """
    if not IS_COMPILED:
        return function
    if not NAMES_TYPES:  # otherwise each process compiles it for its own verbs
        return jit_lean(function)
    types, compiled = _Types(cards_dtype, state_dtype, with_optional), cast(Any, jit_lean(function))
    hints = get_type_hints(function, include_extras=True)
    takes = [types.of(name, hints.get(name)) for name in inspect.signature(function).parameters]
    with optimizing(level):
        return cast(F, _Ready(compiled, compiled.compile(signature_of(WHOLE, takes))))


def compile_verb(
    name: str, verb: Any, cards_dtype: np.dtype[Any], state_dtype: np.dtype[Any]
) -> None:
    """Compile a game's verb, or what replaces it, as generic code calls it."""
    known = VERB_BY_NAME[name]
    assert known.signature is not None
    if NAMES_TYPES:
        with optimizing(THOROUGHLY if known.is_long else BRIEFLY):
            verb.compile(_Types(cards_dtype, state_dtype).signature(known.signature))


class _Ready:
    """A function compiled for one list of types. Calls use these types automatically, because numba
    would not accept its tuples of verbs as ours.
    """

    def __init__(self, compiled: Any, enter: Any) -> None:
        self.compiled, self.enter = compiled, enter

    def __call__(self, *values: Any) -> Any:
        return self.enter(*values)


class _Types:
    """The numba types of one game's values."""

    def __init__(
        self, cards_dtype: np.dtype[Any], state_dtype: np.dtype[Any], with_optional: bool = True
    ) -> None:
        self.cards_dtype = cards_dtype
        self.state_dtype = state_dtype
        self.with_optional = with_optional

    @cached_property
    def by_kind(self) -> dict[Kind, Any]:
        state = record_of(self.state_dtype)
        return {
            Kind.NOTHING: NOTHING,
            Kind.TRUTH: TRUTH,
            Kind.WHOLE: WHOLE,
            Kind.REAL: REAL,
            Kind.WHOLES: array_of(WHOLE),
            Kind.TABLE: array_of(WHOLE, dimensions=2),
            Kind.REALS: array_of(REAL),
            Kind.REAL_TABLE: array_of(REAL, dimensions=2),
            Kind.CARDS: record_of(self.cards_dtype),
            Kind.STATE: state,
            Kind.STATES: array_of(state),
        }

    def signature(self, signature: Signature) -> Any:
        """Return the numba type of a verb's signature."""
        takes = [self.by_kind[kind] for kind in signature.takes]
        return signature_of(self.by_kind[signature.gives], takes)

    def of(self, name: str, hint: Any) -> Any:
        """Return the type of a parameter or a field from its annotation; its name only identifies
        the verb. Raises TypeError.
        """
        if isinstance(hint, UnionType):
            given = next(part for part in get_args(hint) if part is not type(None))
            hint = given if self.with_optional else type(None)
        if hint is type(None):
            return NOTHING
        if hasattr(hint, "_fields"):
            fields = get_type_hints(hint, include_extras=True)
            return tuple_of(hint, [self.of(field, fields[field]) for field in hint._fields])
        if hint is int:
            return WHOLE
        kind = next(iter(getattr(hint, "__metadata__", ())), None)
        if isinstance(kind, np.dtype):
            return array_of(record_of(kind))
        if kind is Kind.VERB:
            signature = VERB_BY_NAME[name].signature
            assert signature is not None
            return function_of(self.signature(signature))
        if kind not in self.by_kind:
            raise TypeError(
                f"expected '{name}' to have a type that code without a game can use, found {hint}"
            )
        return self.by_kind[kind]
