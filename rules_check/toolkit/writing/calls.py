"""The calls of a game's functions by its verbs, as source.

In: functions, and the parameters that they ask for. Out: imports and calls. Knows no game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules_check.toolkit.declarations import Phase, parameters_of


class Imports:
    """The functions of a game that its verbs call, each under its own name."""

    def __init__(self) -> None:
        self.lines, self._by_id = list[str](), dict[int, str]()

    def add(self, function: Any) -> str:
        if isinstance(function, str):  # a generated verb
            return function
        if id(function) not in self._by_id:
            plain = getattr(function, "py_func", function)
            name = f"_{plain.__name__}"
            while name in self._by_id.values():
                name += "_"
            self._by_id[id(function)] = name
            self.lines.append(f"from {plain.__module__} import {plain.__name__} as {name}")
        return self._by_id[id(function)]


Call = tuple[int, str, tuple[str, ...]]
"""A move or a step, its function, and that function's arguments."""


Listed = tuple[Phase, str, str]
"""A phase, the function that lists its moves, and the consequences."""


def listing_call(phase: Phase, name: str) -> str:
    """Write the call that lists the moves of a phase."""
    written = {"seat": "np.int64(state.seat)", "out": "moves", "limit": "moves.size - 1"}
    return (
        f"{name}({', '.join(written.get(part, part) for part in parameters_of(phase.list_moves))})"
    )


def call_of(name: str, parameters: Sequence[str], seat: str = "seat") -> str:
    """Write the call of a move's function, with the arguments it asks for by name, followed by the
    numbers of the move.
    """
    given = []
    for part in parameters:
        if part in ("cards", "state", "seat", "sort"):
            given.append(seat if part == "seat" else part)
    return f"{name}({', '.join([*given, *['first', 'second'][: len(parameters) - len(given)]])})"
