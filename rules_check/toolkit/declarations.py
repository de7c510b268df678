"""The declarations of a game: its phases, moves and steps, each with the function of the rules for
it.

In: functions, as `rules_check.toolkit.rulesets` takes them. Out: `Declarations`, from which verbs
are generated. Knows no game.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import IntEnum
from types import CodeType, FunctionType
from typing import Any

from rules_check.engine.verbs import GENERATED, VERB_BY_NAME
from rules_check.toolkit.cardsets import CardSet, ruling_of
from rules_check.toolkit.moves import Moves
from rules_check.toolkit.records import Field, GameState

MOST_IDLE = 5_000
"""The number of steps without a decision after which a game has stalled, if it declares an end for
that.
"""
MOST_DUE = 5_000
"""The number of decisions after which such a game is assumed not to end."""
LISTING = ("cards", "state", "seat", "out", "moves", "limit")
"""The parameters that a function that lists the moves of a phase may have."""


def nobody() -> None:
    """List no moves, for a phase in which no one decides."""


def code_of(function: Any) -> CodeType:
    code: CodeType = getattr(function, "py_func", function).__code__
    return code


def parameters_of(function: Any) -> tuple[str, ...]:
    code = code_of(function)
    return tuple(code.co_varnames[: code.co_argcount])


def written_out(value: Any) -> str:
    """Describe a function given as an argument: a lambda or a nested function by its line."""
    if not isinstance(value, FunctionType):
        return f"'{value}'"
    what = "a lambda" if value.__name__ == "<lambda>" else f"'{value.__qualname__}'"
    return f"{what} at {value.__code__.co_filename}:{value.__code__.co_firstlineno}"


@dataclass(frozen=True)
class Phase:
    """One phase: the function that lists its legal moves and, if each seat takes part in it, the
    function called once all have decided.
    """

    number: int
    list_moves: Any
    secret: bool | IntEnum = False
    """Whether decisions are hidden from the others; if it is an answer to a ruling, whether that
    answer is chosen.
    """
    then: Any = None
    is_together: bool = False
    """Whether seats decide at the same time, though they are asked one after another."""
    or_else: int | None = None
    """The step with which the game continues if nothing is offered."""

    def is_secret(self, cards: Any) -> bool:
        """Return whether, with a card set, decisions are hidden from the others."""
        return bool(
            self.secret is True
            or (self.secret is not False and cards[ruling_of(type(self.secret))] == self.secret)
        )

    @property
    def is_idle(self) -> bool:
        """Return whether no seat decides anything in it: its function has no parameters, and so
        offers nothing.
        """
        return not parameters_of(self.list_moves)

    @property
    def is_counting(self) -> bool:
        """Return whether its function writes into `moves` and returns their number, instead of
        offering to `out`, which counts.
        """
        return "moves" in parameters_of(self.list_moves)


@dataclass(frozen=True)
class Part:
    """The decisions of each seat in a block in which all decide in secret, one after another.

    `begin` is the function with which a seat begins the block, `end` the step after all of it.
    `order` and `at` are fields: the seats in their order, and how many of them have begun.
    """

    begin: Any
    phases: tuple[int, ...]
    end: int
    order: str
    at: str


@dataclass(frozen=True)
class Flow:
    """The phase in which no one decides and the game continues by steps.

    `stalled` and `bound` are the numbers of the ends of a game that goes on for too long without a
    decision, or with too many.
    """

    phase: int
    stalled: int = 0
    bound: int = 0
    most_idle: int = MOST_IDLE
    """The number of steps without a decision after which the game has stalled."""
    most_due: int = MOST_DUE
    """The number of decisions after which the game is assumed not to end."""


@dataclass
class Declarations:
    """Everything that a game declares; `rules_check.toolkit.rulesets` explains each part."""

    name: str
    cards: type[CardSet]
    state: type[GameState]
    moves: Moves
    max_moves: int
    facts: dict[str, Any] = field(default_factory=dict)
    """Values that are not functions, such as COUNTS, by name."""
    phases: list[Phase] = field(default_factory=list)
    flow: Flow | None = None
    parts: list[Part] = field(default_factory=list)
    doing: dict[int, Any] = field(default_factory=dict)
    """The function that makes a move, by the number of its type."""
    laying: dict[int, Any] = field(default_factory=dict)
    """The function that records a secret decision, by the type of move."""
    goes_to: dict[int, int] = field(default_factory=dict)
    """The step that follows a move, by the type of move."""
    steps: dict[int, Any] = field(default_factory=dict)
    """The function of a step, by its number."""
    step_places: dict[int, tuple[int, int]] = field(default_factory=dict)
    """The line and the column of a step in cards.yaml, by its number."""
    shows: set[int] = field(default_factory=set)
    """The steps that show all players what each seat has so far."""
    own: dict[str, Any] = field(default_factory=dict)
    """The functions that the game wrote itself, by the names of their verbs."""
    faults: tuple[str, ...] = ()
    """The faults in a state that the game's own check finds."""

    def is_enough(self) -> bool:
        """Return whether verbs can be generated from the declarations so far."""
        return "setup" in self.own and not self.own.keys().isdisjoint({"scores", "score_of"})

    def made(self) -> list[str]:
        """List the generated verbs."""
        made = []
        for verb in GENERATED:
            if verb not in self.own and self._has_parts_of(verb):
                made.append(verb)
        return made

    def _has_parts_of(self, verb: str) -> bool:
        """Return whether the game wrote the parts that a verb is generated from, if any."""
        parts = VERB_BY_NAME[verb].parts
        return not parts or not self.own.keys().isdisjoint(parts)

    def kinds(self) -> list[str]:
        """List the kinds of cards for which there are zones."""
        return list(
            dict.fromkeys(field.zone_of for field in self.state.fields.values() if field.zone_of)
        )

    def zones_of(self, kind: str) -> list[tuple[str, Field]]:
        """List the zones for cards of a kind."""
        return [(name, field) for name, field in self.state.fields.items() if field.zone_of == kind]

    def kinds_looked_for(self) -> list[str]:
        """List the kinds of cards that a generated `fault` looks for, card by card."""
        kinds = dict.fromkeys(
            field.cards_of for field in self.state.fields.values() if field.cards_of
        )
        return list(kinds) if "fault" not in self.own else []

    def bounded(self) -> list[tuple[str, Field]]:
        """List the fields that a generated `fault` checks against their minimum: 0 for money in
        which scores are counted.
        """
        money = {*str(self.facts.get("UNIT", "")).split("|")} - {"point", "points"}
        fields = (
            (name, replace(field, least=0) if field.least is None and name in money else field)
            for name, field in self.state.fields.items()
        )
        if "fault" not in self.own:
            return [(name, field) for name, field in fields if field.least is not None]
        return []
