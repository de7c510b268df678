"""What a game declares: its phases, moves and steps, each with the function of the rules that is
behind it.

In: functions, as `rules_check.toolkit.rulesets` takes them. Out: `Declarations`, of which verbs are
written. Knows no game.
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
"""Steps without a decision, after which a game has stalled that says what ends it then."""
MOST_DUE = 5_000
"""Decisions after which such a game does not end by itself."""
LISTING = ("cards", "state", "seat", "out", "moves", "limit")
"""What a function that lists the moves of a phase can ask for."""


def nobody() -> None:
    """Ask for nothing, as what lists the moves of a phase in which no one decides."""


def code_of(function: Any) -> CodeType:
    code: CodeType = getattr(function, "py_func", function).__code__
    return code


def parameters_of(function: Any) -> tuple[str, ...]:
    code = code_of(function)
    return tuple(code.co_varnames[: code.co_argcount])


def written_out(value: Any) -> str:
    """Write what was given for a function: a lambda or a function within another by its line."""
    if not isinstance(value, FunctionType):
        return f"'{value}'"
    what = "a lambda" if value.__name__ == "<lambda>" else f"'{value.__qualname__}'"
    return f"{what} at {value.__code__.co_filename}:{value.__code__.co_firstlineno}"


@dataclass(frozen=True)
class Phase:
    """One phase: what lists its legal moves, and what happens once everybody has decided, where
    each seat has a part in it.
    """

    number: int
    list_moves: Any
    secret: bool | IntEnum = False
    """Whether the others do not see what is decided; an answer to a ruling: where that is the one
    given.
    """
    then: Any = None
    is_together: bool = False
    """Whether seats decide at the same time, though they are asked one after another."""
    or_else: int | None = None
    """The step with which the game goes on if nothing is offered."""

    def is_secret(self, cards: Any) -> bool:
        """Return whether, in a card set, the others do not see what is decided."""
        return bool(
            self.secret is True
            or (self.secret is not False and cards[ruling_of(type(self.secret))] == self.secret)
        )

    @property
    def is_idle(self) -> bool:
        """Whether no one decides anything in it: its function asks for nothing, and so offers
        nothing.
        """
        return not parameters_of(self.list_moves)

    @property
    def is_counting(self) -> bool:
        """Whether its function writes into `moves` and returns how many, instead of offering to
        `out`, which counts.
        """
        return "moves" in parameters_of(self.list_moves)


@dataclass(frozen=True)
class Part:
    """What each seat decides in a block in which all decide in secret, one after the other.

    `begin` is the function with which a seat begins it, `end` the step after all of it. `order` and
    `at` are fields: the seats in their order, and how many of them have begun.
    """

    begin: Any
    phases: tuple[int, ...]
    end: int
    order: str
    at: str


@dataclass(frozen=True)
class Flow:
    """The phase in which no one decides and the game goes on by steps.

    `stalled` and `bound` are the numbers of the ends of a game that goes on for too long without a
    decision, or with too many.
    """

    phase: int
    stalled: int = 0
    bound: int = 0
    most_idle: int = MOST_IDLE
    """Steps without a decision, after which the game has stalled."""
    most_due: int = MOST_DUE
    """Decisions after which the game does not end by itself."""


@dataclass
class Declarations:
    """All that a game declares; `rules_check.toolkit.rulesets` says what each of it is for."""

    name: str
    cards: type[CardSet]
    state: type[GameState]
    moves: Moves
    max_moves: int
    facts: dict[str, Any] = field(default_factory=dict)
    """What is no function, such as COUNTS, by name."""
    phases: list[Phase] = field(default_factory=list)
    flow: Flow | None = None
    parts: list[Part] = field(default_factory=list)
    doing: dict[int, Any] = field(default_factory=dict)
    """The function that does a move, by the number of the sort of move."""
    laying: dict[int, Any] = field(default_factory=dict)
    """The function that writes down what is decided in secret, by the sort of move."""
    goes_to: dict[int, int] = field(default_factory=dict)
    """The step that follows on a move, by the sort of move."""
    steps: dict[int, Any] = field(default_factory=dict)
    """The function of a step, by its number."""
    step_places: dict[int, tuple[int, int]] = field(default_factory=dict)
    """The line and the column of a step in cards.yaml, by its number."""
    shows: set[int] = field(default_factory=set)
    """The steps that show to all what each seat has until then."""
    own: dict[str, Any] = field(default_factory=dict)
    """The functions that the game wrote itself, by the verbs that they are."""
    faults: tuple[str, ...] = ()
    """What the game itself finds wrong with a state."""

    def is_enough(self) -> bool:
        """Return whether verbs can be made of what is declared so far."""
        return "setup" in self.own and not self.own.keys().isdisjoint({"scores", "score_of"})

    def made(self) -> list[str]:
        """List the verbs that are generated."""
        return [verb for verb in GENERATED if verb not in self.own and self._has_parts_of(verb)]

    def _has_parts_of(self, verb: str) -> bool:
        """Return whether the game wrote what a verb is generated of, if that takes anything."""
        parts = VERB_BY_NAME[verb].parts
        return not parts or not self.own.keys().isdisjoint(parts)

    def kinds(self) -> list[str]:
        """List the kinds of cards that zones are for."""
        return list(
            dict.fromkeys(field.zone_of for field in self.state.fields.values() if field.zone_of)
        )

    def zones_of(self, kind: str) -> list[tuple[str, Field]]:
        """List the zones for cards of a kind."""
        return [(name, field) for name, field in self.state.fields.items() if field.zone_of == kind]

    def kinds_looked_for(self) -> list[str]:
        """List the kinds of cards of which `fault`, where it is generated, looks for each."""
        kinds = dict.fromkeys(
            field.cards_of for field in self.state.fields.values() if field.cards_of
        )
        return list(kinds) if "fault" not in self.own else []

    def bounded(self) -> list[tuple[str, Field]]:
        """List the fields of which `fault`, where it is generated, looks whether they fall below
        what they may: 0 for money, in which scores are counted.
        """
        money = {*str(self.facts.get("UNIT", "")).split("|")} - {"point", "points"}
        fields = (
            (name, replace(field, least=0) if field.least is None and name in money else field)
            for name, field in self.state.fields.items()
        )
        return (
            [(name, field) for name, field in fields if field.least is not None]
            if "fault" not in self.own
            else []
        )
