"""A game's rules put together: from its declarations and a function for each thing the rulebook
says, all verbs of a game.

In: declared records and moves; functions that list what a phase allows and do what a move does.
Out: a `Ruleset`, which is what `rules_check.engine.game.Rules` asks for. Knows no game.

The verbs are written as plain source, into the folder where compiled rules are kept, and compiled
like rules written by hand: what is generated can be read there (`ruleset.source`), stepped through,
and is found in the cache again.
"""

from __future__ import annotations

import importlib
import importlib.util
import linecache
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import partial
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, TypeVar

import numpy as np

from generator.data.private import make_private
from generator.data.problems import ProblemError, did_you_mean
from rules_check.engine.game import BY_CARD, MOST_DECISIONS
from rules_check.engine.kernel import (
    CACHE_FOLDER,
    OUR_VERBS,
    PACKAGE,
    files_hash,
    jit,
    jit_lean,
    jit_within,
    place_mark,
)
from rules_check.engine.verbs import COMPILED, GENERATED, PLAIN, SPOKEN, VERB_BY_NAME
from rules_check.engine.view import View
from rules_check.toolkit import hearing, tableau
from rules_check.toolkit.cardsets import CardSet, ruling_of
from rules_check.toolkit.mats import unknown_zones
from rules_check.toolkit.moves import BITS, MOST, Moves, ids_of
from rules_check.toolkit.prose import joined, with_article
from rules_check.toolkit.records import ALL, NOBODY, OWNER, SPARE, Field, GameState, packed
from rules_check.toolkit.texts import Texts

F = TypeVar("F", bound=Callable[..., Any])
MOST_IDLE = 5_000
"""Steps without a decision, after which a game has stalled that says what ends it then."""
MOST_FOLLOWED = 500
"""Steps of a game that has stalled which are looked through for what it does over and over."""
MOST_DUE = 5_000
"""Decisions after which such a game has no end of its own."""


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
        """Whether nobody decides anything in it: its function asks for nothing, and so offers
        nothing.
        """
        return not _names(self.list_moves)

    @property
    def is_counting(self) -> bool:
        """Whether its function writes into `moves` and returns how many, instead of offering to
        `out`, which counts.
        """
        return "moves" in _names(self.list_moves)


LISTING = ("cards", "state", "seat", "out", "moves", "limit")
"""What a function that lists the moves of a phase can ask for."""


def _nobody() -> None:
    """Ask for nothing, as what lists the moves of a phase in which nobody decides."""


def _code(function: Any) -> CodeType:
    code: CodeType = getattr(function, "py_func", function).__code__
    return code


def _names(function: Any) -> tuple[str, ...]:
    code = _code(function)
    return tuple(code.co_varnames[: code.co_argcount])


def _told(value: Any) -> str:
    """Write what was given for a function: a lambda or a function within another by its line."""
    if not isinstance(value, FunctionType):
        return f"'{value}'"
    what = "a lambda" if value.__name__ == "<lambda>" else f"'{value.__qualname__}'"
    return f"{what} at {value.__code__.co_filename}:{value.__code__.co_firstlineno}"


def _double_of(field: Field) -> Field:
    """Declare what all know of a secret field: of a zone a zone of no kind, in which nobody looks
    for cards.
    """
    return Field(
        field.shape, field.dtype, field.blank, zone_of=None if field.zone_of is None else ""
    )


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
    """The phase in which nobody decides and the game goes on by steps.

    `stalled` and `bound` are the numbers of the ends of a game that goes on for too long without a
    decision, or with too many.
    """

    phase: int
    stalled: int = 0
    bound: int = 0


class Ruleset:
    """The rules of one game. Attributes that are no verb, such as COUNTS, are given by name."""

    def __init__(
        self,
        name: str,
        cards: type[CardSet],
        state: type[GameState],
        moves: Moves,
        ends: Iterable[str],
        compiler: Callable[[Any], Any] = jit,
        **facts: Any,
    ) -> None:
        """`compiler` is for rules that are not compiled yet: `jit_lean` where all arrays that rules
        make are those of `arrays`.
        """
        self.name, self.Cards, self.State, self.moves, self._compiler = (
            name,
            cards,
            state,
            moves,
            compiler,
        )
        for field, one in state.fields.items():
            if one.cards_of and one.cards_of not in cards._counts:
                near = (
                    did_you_mean(one.cards_of, cards._counts)
                    or f"it has {', '.join(cards._counts) or 'none'}"
                )
                raise TypeError(
                    f"'{field}' of {state.__name__} is for cards called '{one.cards_of}', and "
                    f"{cards.__name__} has no such kind; {near}"
                )
        self.state_dtype, self.cards_dtype = self._with_shown(state), cards.dtype
        self.ENDS, self.RULINGS, self.WEIGHTS = tuple(ends), cards.rulings(), cards.WEIGHTS
        self.max_moves: int = (
            facts.pop("max_moves", moves.room) + 1
        )  # the last entry of an array of moves may count them
        self._phases, self._doing, self._own, self._faults = (
            list[Phase](),
            dict[int, Any](),
            dict[str, Any](),
            tuple[str, ...](),
        )
        self._laying, self._steps, self._goes_to = (
            dict[int, Any](),
            dict[int, Any](),
            dict[int, int](),
        )
        self._flow: Flow | None = None
        self._shows, self._parts = set[int](), list[Part]()
        self._step_places = dict[int, tuple[int, int]]()
        self._words: Texts | None = None
        # Asked of the caller, whose file no value that is given here knows: records may be declared
        # in another one.
        self.__file__ = str(Path(sys._getframe(1).f_code.co_filename))
        self.measure(**facts)
        if "card_kinds" in facts:
            self.card_ids = self._card_ids

    def _card_ids(self, cards: Any) -> list[str]:
        """List the ids of all cards of `card_kinds`, or of a table's rows, as `usage` and its kin
        number them.
        """
        return [id_ for kind in self.card_kinds for id_ in ids_of(cards, kind)]

    @staticmethod
    def _with_shown(state: type[GameState]) -> np.dtype[Any]:
        """Add to each secret field one more that holds what all know of it."""
        secret = {name: field for name, field in state.fields.items() if field.is_secret}
        if secret:
            state.fields = {
                **state.fields,
                **{f"{name}_shown": _double_of(field) for name, field in secret.items()},
            }
            state.dtype = packed(state.fields)
        return state.dtype

    # ------------------------------------------------------------------------------------ declaring
    def setup(self, function: F) -> F:
        """Take the function that sets a cleared game up, to its first decision:
        `setup(cards, state)`.
        """
        return self._take("setup", function)

    def phase(
        self,
        number: int | None = None,
        secret: bool | IntEnum = False,
        then: Any = None,
        together: bool | None = None,
        or_else: int | None = None,
    ) -> Callable[[F], F]:
        """Take the function that lists what a phase allows a seat: `list(cards, state, seat, out)`
        offers each move to `out`.

        With `then`, a compiled function of cards and state, every seat has a part in the phase:
        from seat 1 on, each decides until its list is empty, and `then` is what comes of it; at
        once where the function asks for nothing: nobody decides then. In a `secret` phase the
        others see what a seat decided only then, or where that is the answer to a ruling,
        `secret=Votes.HIDDEN`, if it was given; `together` says whether all decide at the same time;
        without it those of a secret phase do. `or_else` is the number of the `step` with which the
        game goes on if the list is empty, in place of the next seat's part.
        """

        def declare(function: F) -> F:
            rule: F = self._compiled(function, is_within=True)
            after = then and self._compiled(then)
            at = len(self._phases) if number is None else int(number)
            if other := next((phase for phase in self._phases if phase.number == at), None):
                raise TypeError(
                    f"two phases have the number {at}: '{_code(other.list_moves).co_name}' and "
                    f"'{function.__name__}'"
                )
            asked = [name for name in _names(function) if name not in LISTING]
            if asked:
                raise TypeError(
                    f"'{function.__name__}' asks for '{asked[0]}'; what lists the moves of a "
                    f"phase can ask for {', '.join(LISTING)}"
                )
            is_together = secret is True if together is None else together
            self._phases.append(Phase(at, rule, secret, after, is_together, or_else))
            return rule

        return declare

    def goes_on(self, number: int, stalled: int = 0, bound: int = 0) -> None:
        """Declare the phase in which nobody decides and the rules of `step` go on; one that asks a
        seat sets `state.phase` and `state.seat`.

        With `stalled` and `bound`, numbers of ends, the game ends so after MOST_IDLE steps without
        a decision, and after MOST_DUE decisions; the state then has the fields `idle` and
        `decisions`, which count them.
        """
        self._flow = Flow(int(number), int(stalled), int(bound))
        self._phases.append(Phase(int(number), _nobody, then="go_on"))

    def step(
        self, number: int, shows: bool = False, at: tuple[int, int] | None = None
    ) -> Callable[[F], F]:
        """Take the function that goes on where `state.step` has a number: `go(cards, state)` sets
        the next step, or asks somebody.

        One that `shows` begins what all decide in secret: what each seat has until then is shown to
        all. If no step does, a game shows it whenever it goes on to a decision that is secret. `at`
        is the line and the column in cards.yaml of what it does.
        """

        def declare(function: F) -> F:
            rule: F = self._compiled(function)
            self._steps[int(number)] = rule
            self._shows |= {int(number)} if shows else set()
            self._step_places.update({int(number): at} if at else {})
            return rule

        return declare

    def part(self, *phases: int, end: int, order: str, at: str) -> Callable[[F], F]:
        """Take the function with which a seat begins what all decide in secret, in some phases, one
        after the other: `begin(cards, state, seat)`.

        `hide` lets the others decide all of it anew, step by step, however many decisions it takes.
        `end` is the step after the last seat's part, to which the game goes if all have begun;
        `order` and `at` are the fields of the state that have the seats in their order, and how
        many of them have begun. The function sets `at` to SEATS, so that no further seat begins.
        """

        def declare(function: F) -> F:
            rule: F = self._compiled(function)
            self._parts.append(Part(rule, tuple(map(int, phases)), int(end), order, at))
            return rule

        return declare

    def lays(self, *moves: int) -> Callable[[F], F]:
        """Take the function that writes down what a seat decides in a secret phase, before `does`
        says what follows on it: `lay(state, seat, first)`.

        It makes `hide` take anew what the others have decided: the seats that the verb
        `decided(cards, state, n)` names, each by a number from 0 to the players, or EMPTY.
        """

        def declare(function: F) -> F:
            rule: F = self._compiled(function, is_within=True)
            self._laying.update(dict.fromkeys(map(int, moves), rule))
            return rule

        return declare

    def does(self, *moves: int, then: int | None = None) -> Callable[[F], F]:
        """Take the function that does a move: `do(cards, state, seat, sort, first, second)`, as far
        as it asks for these.

        `then` is the number of the `step` with which the game goes on.
        """

        def declare(function: F) -> F:
            rule: F = self._compiled(function, is_within=True)
            numbers = [
                name for name in _names(function) if name not in ("cards", "state", "seat", "sort")
            ]
            if len(numbers) > 2:
                raise TypeError(
                    f"'{function.__name__}' asks for {len(numbers)} numbers of a move, "
                    f"{', '.join(numbers)}; a move has two"
                )
            if [name for name in _names(function) if name not in numbers] != list(
                _names(function)[: -len(numbers) or None]
            ):
                raise TypeError(
                    f"'{function.__name__}' asks for numbers of a move, {', '.join(numbers)}, "
                    "before cards, state, seat or sort"
                )
            doubly = next((move for move in map(int, moves) if move in self._doing), None)
            if doubly is not None:
                raise TypeError(
                    f"'{self.moves.by_sort[doubly].pattern}' is done by "
                    f"'{_code(self._doing[doubly]).co_name}' and '{function.__name__}'"
                )
            self._doing.update(dict.fromkeys(map(int, moves), rule))
            self._goes_to.update(
                dict.fromkeys(map(int, moves) if then is not None else (), int(then or 0))
            )
            return rule

        return declare

    def verb(self, function: F) -> F:
        """Take a function that is a verb of rules_check/engine/game.py, by its name; or what
        generated ones ask: `infer`, what `hide` does

        beyond the declared zones, `standing`, the numbers by which seats are ranked, where those
        are not their scores, and the parts of generated verbs.
        """
        if getattr(function, "__name__", "<lambda>") == "<lambda>":
            raise TypeError(
                f"expected a verb to be a function with a verb's name, found {_told(function)}"
            )
        if function.__name__ not in VERB_BY_NAME:
            near = (
                did_you_mean(function.__name__, sorted(VERB_BY_NAME))
                or "a function of your own that rules call has @jit before it instead"
            )
            raise TypeError(
                f"no verb is called '{function.__name__}', as {_told(function)} is; {near}"
            )
        return self._take(function.__name__, function)

    def sound(self, *faults: str, alone: bool = False) -> Callable[[F], F]:
        """Take the function that finds what is wrong with a state beyond its zones: 0, or the
        number, from 1, of one of `faults`.

        With `alone` it looks at everything, and nothing is generated.
        """
        self._faults = faults
        return lambda function: self._take("fault" if alone else "own_fault", function)

    def compile(self, module: str) -> None:
        """Compile what a module's rules call and has no decorator: `rules.compile(__name__)` as its
        last line.
        """
        home = sys.modules[module]
        for name, function in list(vars(home).items()):
            if isinstance(function, FunctionType) and function.__module__ == module:
                setattr(home, name, self._compiler(function))

    def rules(self) -> list[Any]:
        """List the functions that are compiled: those of phases and moves, and the verbs among the
        game's own.
        """
        verbs = [rule for name, rule in self._own.items() if name in COMPILED]
        of_phases = (
            rule
            for phase in self._phases
            for rule in (phase.list_moves, phase.then)
            if callable(rule)
        )
        of_parts = [part.begin for part in self._parts]
        return [
            *verbs,
            *of_phases,
            *of_parts,
            *self._laying.values(),
            *self._doing.values(),
            *self._steps.values(),
        ]

    def own_verbs(self) -> dict[str, Any]:
        """Return the functions that the game wrote itself, by the verbs that they are."""
        return dict(self._own)

    def lacking(self) -> str:
        """Say what the rules lack to make verbs of; nothing where they lack nothing."""
        wanted = []
        if "setup" not in self._own and "new_game" not in self._own:
            wanted.append("a function under @rules.setup")
        if not self._own.keys() & {"scores", "score_of"}:
            wanted.append("a function `score_of` under @rules.verb")
        return " and ".join(wanted)

    def _compiled(self, function: Any, is_within: bool = False) -> Any:
        """Compile a rule that is not compiled yet, a lean one into its caller too where there is
        hardly a second one.

        Raises TypeError for what cannot be called by a name of its module.
        """
        plain = getattr(function, "py_func", function)
        if not isinstance(plain, FunctionType) or "<" in plain.__qualname__:
            raise TypeError(
                "expected a rule to be a function with a name, at the top of its module, "
                f"found {_told(plain)}"
            )
        compiler = jit_within if is_within and self._compiler is jit_lean else self._compiler
        return function if hasattr(function, "py_func") else compiler(function)

    def _take(self, name: str, function: F) -> F:
        rule: F = self._compiled(function) if name in COMPILED else function
        self._own[name] = rule
        if name not in COMPILED:
            setattr(self, name, rule)
        return rule

    def measure(self, **facts: Any) -> None:
        """Take what is no function: COUNTS, LEDGER and their kin."""
        for name, fact in facts.items():
            setattr(self, name, fact)

    def gather(self, package: str, *modules: str) -> None:
        """Make a package the game's rules: `rules.gather(__name__, "course", "show")` in it.

        The verbs that speak, and CODES and PIECES, are taken from modules of the package, which are
        imported. Texts called `words` in the module that has the verb `view` say under `zone` what
        zones are called: `zones` lists those. The verbs that speak are then set in the package,
        where a module `examine` would hide the verb; for all others it asks these rules.
        """
        parts = [vars(importlib.import_module(f"{package}.{one}")) for one in modules]
        found = {name: value for part in parts for name, value in part.items()}
        self.measure(**{name: found[name] for name in ("CODES", "PIECES") if name in found})
        self._words = next(
            (part["words"] for part in parts if "view" in part and "zone" in part.get("words", ())),
            None,
        )
        home: Any = sys.modules[package]
        home.__getattr__ = partial(getattr, self)
        for name in SPOKEN:
            if isinstance(found.get(name), FunctionType):
                setattr(home, name, self.verb(found[name]))

    # ---------------------------------------------------------------------------------------- verbs
    def __getattr__(self, name: str) -> Any:
        own = self.__dict__.get("_own", {})
        if name in own:
            return own[name]
        if "setup" in own and own.keys() & {"scores", "score_of"} and name in self._made():
            made, generated = self._made(), self._verbs()
            for verb in made:
                setattr(self, verb, getattr(generated, verb))
            return getattr(generated, name)
        if name in PLAIN:
            return partial(PLAIN[name], self)
        raise AttributeError(f"the rules of {self.__dict__.get('name')} have no '{name}'")

    @property
    def FAULTS(self) -> tuple[str, ...]:  # noqa: N802, a name that all rules have
        """What each number that `fault` gives means; 0 is "sound"."""
        found = ["sound"]
        for kind in self._looked_for():
            found += [
                f"{with_article(kind)} is in two zones or in none",
                f"a zone of {kind} has a number that is not one of its cards",
                f"a seat that does not play has {with_article(kind)}",
            ]
        return (
            *found,
            *(f"{name.replace('_', ' ')} below {field.least}" for name, field in self._bounded()),
            *self._faults,
        )

    def fault_ids(self, cards: Any, number: int) -> list[str]:
        """List the ids of the cards that a fault is about: of the zones' kind where that is what is
        wrong, else as `usage` numbers them.
        """
        kinds, at = self._looked_for(), (number - 1) // 3
        if 0 <= at < len(kinds):
            named = self.__dict__.get("sort_ids", {}).get(kinds[at])
            return list(named(cards)) if named else ids_of(cards, kinds[at])
        return list(self.card_ids(cards)) if hasattr(self, "card_ids") else []

    def fault_lies(self, cards: Any, state: Any, number: int) -> str:
        """Say in which zones of a state a generated fault is to be seen, "in deck and in hand of
        seat 2"; empty for others.
        """
        (card, sort), kinds = divmod(number, BY_CARD), self._looked_for()
        at, what = divmod(sort - 1, 3)
        bounded = dict(enumerate(self._bounded(), 1 + 3 * len(kinds)))
        if sort in bounded and not card:
            name, field = bounded[sort]
            low = [part for part in np.ndindex(field.shape) if state[name][part] < field.least]
            owner = (
                f" of seat {low[0][0] + 1}"
                if low
                and field.shape
                and field.shape[0] == self.State.seats
                and not field.is_shared
                else ""
            )
            return f"{int(state[name][low[0]])}{owner}" if low else ""
        if not 0 <= at < len(kinds):
            return ""
        known, found = range(int(cards[self.Cards._counts[kinds[at]]])), dict[str, int]()
        for name, field in self.State.fields.items():
            for part in np.ndindex(field.shape[:-1]) if field.cards_of == kinds[at] else ():
                has_seats = len(field.shape) > 1 and field.shape[0] == self.State.seats
                count = _lies(
                    field,
                    state[name][part],
                    card - 1,
                    what,
                    known,
                    has_seats and part[0] >= state.players,
                )
                if count:
                    found[tableau.place_name(name, part, has_seats)] = count
        are_many = max(found.values(), default=1) > 1
        if not found:
            return "in no zone" if what == 0 else ""
        return joined(
            [f"{count} in {name}" if are_many else f"in {name}" for name, count in found.items()]
        )

    def cards_record(self, game: Any) -> Any:
        """Read the record of a game's cards. Raises ProblemError with all that the rules cannot do
        with.
        """
        faults = list(unknown_zones(game, self.zones())) if game.table else []
        try:
            record = self.Cards.record(game)
        except ProblemError as fault:
            raise ProblemError(*fault.problems, *faults) from None
        if faults:
            raise ProblemError(*faults)
        return record

    def zones(self) -> list[str]:
        """List what zones of the table are called, all that there may be: as the texts under `zone`
        of the words that `gather` found say.
        """
        return (
            [*self._words.all("zone").values()]
            if self._words
            else tableau.zone_names(self.State.fields)
        )

    def with_ruling(self, cards: Any, name: str, option: str) -> Any:
        """Copy a card set, with one ruling answered otherwise."""
        changed = cards.copy()
        changed[name] = self.RULINGS[name].index(option)
        self.Cards.derive(changed)
        return changed

    def player_counts(self, cards: Any) -> list[int]:
        """List the numbers of players for which the field `by_players` of the card set has
        something; without that as many as there are seats.
        """
        if "by_players" in self.__dict__:
            return [players for players, count in enumerate(cards[self.by_players]) if count > 0]
        return list(range(min(2, self.State.seats), self.State.seats + 1))

    def move_text(self, cards: Any, state: Any, move: int) -> str:
        return self.moves.text(cards, state, move)

    def heard(self, game: Any, cards: Any, before: Any, move: int, after: Any, seat: int) -> str:
        return hearing.heard(self, game, cards, before, move, after, seat)

    def move_ranges(self, cards: Any, text: str) -> list[tuple[int, int]]:
        return self.moves.ranges(cards, text)

    def move_sorts(self) -> list[str]:
        """List the first words of moves: "sell", "bid"; none of moves that begin with a card's name
        or a number.
        """
        return [
            word
            for word in dict.fromkeys(
                move.pattern.split()[0] for move in self.moves.by_sort.values()
            )
            if word != "{}"
        ]

    def move_steps(self, cards: Any, text: str) -> list[tuple[int, int, int]]:
        return self.moves.steps(cards, text)

    def move_space(self, cards: Any) -> Any:
        """List every move that the words allow, as a sorted int64 array."""
        return self.moves.space(cards)

    def view(self, game: Any, cards: Any, state: Any, seat: int) -> View:
        return tableau.view(self, game, cards, state, seat)

    def as_known(self, cards: Any, state: Any, seat: int) -> Any:
        """Copy a state with what others have decided unseen taken back; -1 sees all."""
        return tableau.as_known(self, cards, state, seat)

    def end_place(self, cards: Any, state: Any) -> tuple[int, int] | None:
        """Return the line and the column in cards.yaml of what brought a game to an end that is no
        result; None if that is not known.

        Of a game that went on without a decision it is the first line of what it did over and over.
        """
        if self._flow is None or state.end != self._flow.stalled or not self._step_places:
            place: tuple[int, int] | None = self.__dict__.get("END_PLACES", {}).get(int(state.end))
            return place
        return min(self._places_gone_through(cards, state.copy()), default=None)

    def _places_gone_through(self, cards: Any, state: Any) -> Iterator[tuple[int, int]]:
        """Let a game that stalled go on for a while, and yield the places of its steps."""
        assert self._flow is not None
        else_ = {phase.number: phase.or_else for phase in self._phases if phase.or_else is not None}
        moves = np.empty(self.max_moves, np.int64)
        state.end = 0
        for _ in range(MOST_FOLLOWED):
            if state.phase == self._flow.phase:
                number = int(state.step)
                if number in self._step_places:
                    yield self._step_places[number]
                self._steps[number](cards, state)
            elif self.list_moves(cards, state, moves) == 1:
                self.perform(cards, state, moves[0])
            else:
                state.phase, state.step = self._flow.phase, else_[int(state.phase)]
            if state.end != 0:
                return

    def is_over(self, cards: Any, state: Any) -> bool:
        return bool(state.end != 0)

    def is_secret(self, cards: Any, state: Any) -> bool:
        return any(
            phase.is_secret(cards) and phase.number == state.phase for phase in self._phases
        ) and not self.is_over(cards, state)

    def phase_of(self, state: Any) -> CodeType | None:
        """Find the rule that lists the moves of the phase that a state is in; None where there is
        none.
        """
        return next(
            (_code(phase.list_moves) for phase in self._phases if phase.number == state.phase), None
        )

    def code_of(self, move: int | None) -> CodeType | None:
        """Find the rule that does a move, or sets a game up where it is none."""
        rule = self._own.get("setup") if move is None else self._doing.get(int(move) >> 2 * BITS)
        return rule and _code(rule)

    # ----------------------------------------------------------------------------------- generating
    @property
    def source(self) -> str:
        """The generated verbs, as they are compiled."""
        return "\n".join(_lines(self))

    def _made(self) -> list[str]:
        """List the verbs that are generated."""
        return [verb for verb in GENERATED if verb not in self._own and self._has_parts_of(verb)]

    def _has_parts_of(self, verb: str) -> bool:
        """Return whether the game wrote what a verb is generated of, if that takes anything."""
        parts = VERB_BY_NAME[verb].parts
        return not parts or not self._own.keys().isdisjoint(parts)

    def _verbs(self) -> ModuleType:
        """Write the generated verbs down and load them. Raises TypeError where a move has no rule
        that does it.
        """
        undone = [move.pattern for move in self.moves.by_sort.values() if move not in self._doing]
        if undone and "perform" not in self._own:
            raise TypeError(
                f"expected @rules.does before a rule for each move, found none for '{undone[0]}'"
            )
        if self._laying and "decided" not in self._own:
            raise TypeError(
                "expected a verb `decided`, since `hide` takes again what seats lay down under "
                "@rules.lays; found none"
            )
        own = sorted(Path(self.__file__).parent.glob("*.py"))
        text = (
            f'"""The verbs of {self.name}, generated from its declarations; made of sources '
            f'{files_hash(own, Path(self.__file__).parent)}."""\n{self.source}'
        )
        name = f"{self.name.replace('-', '_')}_verbs"
        module = ModuleType(name)
        if CACHE_FOLDER is None or OUR_VERBS is None:
            module.__file__ = f"<{name}>"
            linecache.cache[module.__file__] = (
                len(text),
                None,
                text.splitlines(keepends=True),
                module.__file__,
            )
            sys.modules[name] = module
            exec(compile(text, module.__file__, "exec"), module.__dict__)
            return module
        home = Path(self.__file__).resolve().parent
        folder = (
            OUR_VERBS
            if home.is_relative_to(PACKAGE)
            else CACHE_FOLDER / "verbs-of-others" / place_mark(home)
        )
        path = folder / self.name / f"{name}.py"
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            make_private(path.parent)
            part = path.with_suffix(f".{os.getpid()}-{id(text)}.part")
            part.write_text(text, encoding="utf-8")
            part.replace(path)
        spec = importlib.util.spec_from_file_location(name, path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
        return module

    def _kinds(self) -> list[str]:
        return list(
            dict.fromkeys(field.zone_of for field in self.State.fields.values() if field.zone_of)
        )

    def _looked_for(self) -> list[str]:
        """List the kinds of cards of which `fault`, where it is generated, looks for each."""
        kinds = dict.fromkeys(
            field.cards_of for field in self.State.fields.values() if field.cards_of
        )
        return list(kinds) if "fault" not in self._own else []

    def _bounded(self) -> list[tuple[str, Field]]:
        """List the fields of which `fault`, where it is generated, looks whether they fall below
        what they may: 0 for money, in which scores are counted.
        """
        money = {*str(getattr(self, "UNIT", "")).split("|")} - {"point", "points"}
        fields = (
            (name, replace(field, least=0) if field.least is None and name in money else field)
            for name, field in self.State.fields.items()
        )
        return (
            [(name, field) for name, field in fields if field.least is not None]
            if "fault" not in self._own
            else []
        )

    def _zones(self, kind: str) -> list[tuple[str, Field]]:
        return [(name, field) for name, field in self.State.fields.items() if field.zone_of == kind]


# -------------------------------------------------------------------------------------- source text
def _lines(rules: Ruleset) -> Iterator[str]:
    """Write the generated verbs as source."""
    phases = rules._phases
    names = _Imports()
    own, made = (
        {name: names.add(function) for name, function in rules._own.items() if name in COMPILED},
        rules._made(),
    )
    listing = [
        (
            phase,
            "" if phase.is_idle else names.add(phase.list_moves),
            names.add(phase.then) if phase.then else "",
        )
        for phase in phases
    ]
    idle = [f"state.phase == {phase.number}" for phase in phases if phase.is_idle]
    passing = (
        f"        if ({' or '.join(idle)}) and pass_on(cards, state):\n            continue\n"
        if idle
        else ""
    )
    doing = [
        (move, names.add(function), _names(function)) for move, function in rules._doing.items()
    ]
    laying = [
        (move, names.add(function), _names(function)) for move, function in rules._laying.items()
    ]
    yield "import numpy as np"
    yield "from rules_check.engine.arrays import local_empty, local_zeros"
    yield "from rules_check.engine.game import MOST_DECISIONS"
    yield "from rules_check.engine.kernel import below, jit_lean, jit_within, seed_streams, shuffle"
    steps = [(number, names.add(rule), _names(rule)) for number, rule in rules._steps.items()]
    parts = [(part, names.add(part.begin)) for part in rules._parts]
    yield from names.lines
    yield from (f"{verb} = {own[verb]}" for verb in GENERATED if verb in own)
    written: dict[str, Callable[[], Iterator[str]]] = {
        "clear": lambda: _clear(rules.State),
        "weigh": lambda: _weigh(rules),
        "list_moves": lambda: _list_moves(listing),
        "perform": lambda: _perform(rules, doing, laying, steps),
        "pass_on": lambda: _pass_on(rules, listing),
        "at_once": lambda: _at_once(phases),
        **{
            verb: partial(_part, text.format(passing=passing, due=_due(rules, verb), **own))
            for verb, text in COURSE.items()
            if verb not in own
        },
        "set_up": lambda: _set_up(rules, own["setup"]),
        "places": lambda: _places(
            rules.State.seats,
            next(own.get(verb, verb) for verb in ("standing", "scores") if verb in {*own, *made}),
        ),
        "hide": lambda: _hide(rules, own, listing, laying, parts),
        "fault": lambda: _fault(rules, own),
        "scores": lambda: _part(OF_SEATS.format(verb="scores", part=own.get("score_of"))),
        "standing": lambda: _part(OF_SEATS.format(verb="standing", part=own.get("standing_of"))),
        "account": lambda: _account(rules, own),
    }
    yield from (
        "",
        "@jit_lean",
        "def show_to_all(state):",
        "    seat = 0",
        *_shown_to_all(rules, "    "),
    )
    yield from _go_on(rules, steps)
    for verb, write in written.items():
        if verb in made:
            yield from write()


_Calls = tuple[int, str, tuple[str, ...]]
"""A move or a step, the function that does it, and what that is given."""
_Listed = tuple[Phase, str, str]
"""A phase, the function that lists its moves, and what comes of it."""


class _Imports:
    """The functions of a game that its verbs call, each by a name of its own."""

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


def _clear(record: type[GameState]) -> Iterator[str]:
    yield from ("", "@jit_lean", "def clear(state):")
    if SPARE in (record.dtype.names or ()):
        yield f"    state.{SPARE}[:] = 0"
    for name, field in record.fields.items():
        if field.blank is not None:
            yield f"    state.{name}{'[:]' if field.shape else ''} = {int(field.blank)}"
            if field.zone_of is not None:
                yield f"    state.{name}[..., -1] = 0"


def _weigh(rules: Ruleset) -> Iterator[str]:
    yield from ("", "@jit_lean", "def weigh(cards, seat, row):")
    yield from (
        ("    for i in range(row.size):", "        cards.weights[seat, i] = row[i]")
        if rules.WEIGHTS
        else ("    pass",)
    )


def _list_moves(listing: list[_Listed]) -> Iterator[str]:
    yield from (
        "",
        "@jit_within",
        "def list_moves(cards, state, moves):",
        "    if state.end != 0:",
        "        return 0",
    )
    alike: dict[tuple[str, ...], list[int]] = {}  # phases with the same moves in one branch
    for phase, name, _ in listing:
        lines = [f"return {_listing(phase, name)}"]
        if not phase.is_counting:
            lines = ["moves[-1] = 0", _listing(phase, name), "return np.int64(moves[-1])"]
        if not phase.is_idle:
            alike.setdefault(tuple(lines), []).append(phase.number)
    for listed, phases in alike.items():
        yield f"    if {' or '.join(f'state.phase == {phase}' for phase in phases)}:"
        yield from (f"        {line}" for line in listed)
    yield "    return 0"


def _listing(phase: Phase, name: str) -> str:
    """Write the call of what lists the moves of a phase."""
    written = {"seat": "np.int64(state.seat)", "out": "moves", "limit": "moves.size - 1"}
    return f"{name}({', '.join(written.get(part, part) for part in _names(phase.list_moves))})"


def _called(name: str, parameters: Sequence[str], seat: str = "seat") -> str:
    """Write the call of a move's function, which is given what it asks for by name, and then the
    numbers of the move.
    """
    given = [
        seat if part == "seat" else part
        for part in parameters
        if part in ("cards", "state", "seat", "sort")
    ]
    return f"{name}({', '.join([*given, *['first', 'second'][: len(parameters) - len(given)]])})"


def _perform(
    rules: Ruleset, doing: list[_Calls], laying: list[_Calls], steps: list[_Calls]
) -> Iterator[str]:
    goes_on = {number: f"{name}({', '.join(given)})" for number, name, given in steps}
    yield from ("", "@jit_within", "def perform(cards, state, move):")
    yield from (
        f"    sort, first, second = move >> {2 * BITS}, move >> {BITS} & {MOST}, move & {MOST}",
        "    seat = np.int64(state.seat)",
    )
    alike: dict[
        tuple[str, ...], list[int]
    ] = {}  # one branch for moves that do the same: nobody foresees which of them it will be
    for move, name, parameters in doing:
        lines = [_called(lay, asked) for laid, lay, asked in laying if laid == move] + [
            _called(name, parameters)
        ]
        for flow in _flow(rules._phases) if move in rules._goes_to else ():
            lines.append(f"state.phase, state.step = {flow}, {rules._goes_to[move]}")
            lines += [
                "if state.end == 0:",
                f"    {goes_on[rules._goes_to[move]]}",
                *_shown_when_secret(rules, ""),
            ]
        alike.setdefault(tuple(lines), []).append(move)
    for n, (done, moves) in enumerate(alike.items()):
        asked = " or ".join(f"sort == {move}" for move in moves)
        yield (
            f"    {'el' if n else ''}if {asked}:  # "
            f"{', '.join(rules.moves.by_sort[move].pattern for move in moves)}"
        )
        yield from (f"        {line}" for line in done)


def _flow(phases: list[Phase]) -> list[int]:
    """List the phase in which nobody decides and the game goes on, if there is one."""
    return [phase.number for phase in phases if phase.then == "go_on"]


def _go_on(rules: Ruleset, steps: list[_Calls]) -> Iterator[str]:
    """Write how a game goes on by itself, step by step, until somebody has something to decide;
    False if that never comes.
    """
    flow = rules._flow
    if flow is None:
        return
    yield from ("", "@jit_lean", "def go_one(cards, state):")
    for n, (number, name, given) in enumerate(steps):
        yield f"    {'el' if n else ''}if state.step == {number}:"
        if number in rules._shows:
            yield "        show_to_all(state)"
        yield f"        {name}({', '.join(given)})"
    yield from ("", "@jit_lean", "def go_on(cards, state):")
    if flow.stalled:
        yield from (
            f"    while state.phase == {flow.phase} and state.end == 0:",
            "        state.idle += 1",
        )
        yield from (
            f"        if state.idle > {MOST_IDLE}:",
            f"            state.end = {flow.stalled}",
            "            break",
        )
    else:
        yield f"    for _ in range({MOST_DECISIONS}):"
        yield from (
            f"        if state.phase != {flow.phase} or state.end != 0:",
            "            break",
        )
    yield "        go_one(cards, state)"
    yield f"    return state.phase != {flow.phase} or state.end != 0"


_DUE = """            state.idle = 0
            state.decisions += {counted}
            if state.decisions > {most}:
                state.end = {bound}
                {leave}
"""


def _due(rules: Ruleset, verb: str) -> str:
    """Write how a decision is counted that is due, if a game ends after so many; `playout` finds
    its first one counted.
    """
    if rules._flow is None or not rules._flow.bound:
        return ""
    counted, leave = ("decisions > 0", "break") if verb == "playout" else ("1", "continue")
    return _DUE.format(counted=counted, most=MOST_DUE, bound=rules._flow.bound, leave=leave)


def _pass_on(rules: Ruleset, listing: list[_Listed]) -> Iterator[str]:
    """Write what happens where the seat that is due has nothing to decide: the next one's part, or
    what comes of all.
    """
    yield from ("", "@jit_within", "def pass_on(cards, state):")
    for phase, _, then in listing:
        if phase.or_else is not None and rules._flow is not None:
            yield f"    if state.phase == {phase.number}:"
            yield f"        state.phase, state.step = {rules._flow.phase}, {phase.or_else}"
            yield "        return go_on(cards, state)"
        elif then:
            indent = "        " if then == "go_on" else "            "
            yield f"    if state.phase == {phase.number}:"
            if then != "go_on":
                yield from ("        state.seat += 1", "        if state.seat == state.players:")
            if then == "go_on":
                yield from (f"{indent}state.seat = 0", f"{indent}is_on = go_on(cards, state)")
            else:
                yield from (f"{indent}state.seat = 0", f"{indent}{then}(cards, state)")
            shown = _shown_when_secret if _flow(rules._phases) else _shown_to_all
            yield from shown(
                rules, indent
            )  # once all is turned up, and made ready for the next round
            yield "        return is_on" if then == "go_on" else "        return True"
    yield "    return False"


def _set_up(rules: Ruleset, setup: str) -> Iterator[str]:
    """Write how a game begins: the game's own setup, which all have seen."""
    yield from (
        "",
        "@jit_lean",
        "def set_up(cards, state, players, seed, number):",
        "    clear(state)",
    )
    yield "    state.players, state.number, state.rounds = players, number, 1"
    yield "    seed_streams(state.rng, seed, number)"
    yield f"    {setup}(cards, state)"
    yield from _shown_to_all(rules, "    ")


def _shown_to_all(rules: Ruleset, indent: str) -> Iterator[str]:
    """Write how what each seat has becomes what all know of it."""
    secret = [(name, field) for name, field in rules.State.fields.items() if field.is_secret]
    for name, field in secret:  # a fixed number goes in one go
        yield f"{indent}for seat in range({field.shape[0]}):"
        yield from _copied(
            field, f"state.{name}_shown[seat{{}}]", f"state.{name}[seat{{}}]", f"{indent}    "
        )


def _shown_when_secret(rules: Ruleset, indent: str) -> Iterator[str]:
    """Write the same of a game that goes on by steps, which are many: only where a decision is due
    that the others do not see.
    """
    if any(field.is_secret for field in rules.State.fields.values()) and not rules._shows:
        secret = [
            f"state.phase == {phase.number}" for phase in rules._phases if phase.secret is not False
        ]
        yield from (
            f"{indent}if {' or '.join(secret) or 'False'}:",
            f"{indent}    show_to_all(state)",
        )


def _at_once(phases: list[Phase]) -> Iterator[str]:
    """Write whether seats make the decision that is due at the same time."""
    yield from ("", "@jit_within", "def at_once(cards, state):")
    yield (
        "    return "
        f"np.int64({' or '.join(f'state.phase == {phase.number}' for phase in phases if phase.is_together) or '0'})"
    )


COURSE = {
    "advance": """
@jit_lean
def advance(cards, state):
    answers, steps = local_empty(3, np.int64), 0
    while state.end == 0 and steps < MOST_DECISIONS:
        steps += 1
{passing}        count = list_moves(cards, state, answers)
        if count > 1:
{due}            return
        if count == 1:
            perform(cards, state, answers[0])
        elif not pass_on(cards, state):
            return
    state.seat = -1
""",
    "new_game": """
@jit_lean
def new_game(cards, state, players, seed, number):
    set_up(cards, state, players, seed, number)
    advance(cards, state)
""",
    "current_player": """
@jit_lean
def current_player(cards, state):
    return np.int64(state.seat)
""",
    "legal_moves": """
@jit_lean
def legal_moves(cards, state, moves):
    return list_moves(cards, state, moves)
""",
    "apply": """
@jit_lean
def apply(cards, state, move):
    perform(cards, state, move)
    advance(cards, state)
""",
    "playout": """
@jit_lean
def playout(cards, state, moves):
    decisions, together, steps = 0, 0, 0
    while state.end == 0 and steps < MOST_DECISIONS:
        steps += 1
{passing}        count = list_moves(cards, state, moves)
        if count == 0:
            if not pass_on(cards, state):
                break
            continue
        chosen = 0
        if count > 1:
{due}            chosen = below(state.rng, 1 + np.int64(state.seat), count)
            decisions += 1
            together += at_once(cards, state)
        perform(cards, state, moves[chosen])
    if state.end != 0:
        state.seat = -1
    moves[-1] = together
    return decisions
""",
}
"""The course of every game, as source; a name in braces is a game's own function."""


OF_SEATS = """
@jit_lean
def {verb}(cards, state, out):
    for seat in range(state.players):
        out[seat] = {part}(cards, state, seat)
"""


def _account(rules: Ruleset, own: dict[str, str]) -> Iterator[str]:
    """Write the COUNTS, of the field `tally`, if there is one, and the game's own function; then
    each seat's LEDGER: its own, or `earned`.
    """
    counts, ledger = (len(rules.__dict__.get(name, ())) for name in ("COUNTS", "LEDGER"))
    yield from (
        "",
        "@jit_lean",
        "def account(cards, state, out):",
        f"    for n in range({counts}):",
    )
    yield f"        out[n] = {'state.tally[n]' if 'tally' in rules.State.fields else 0}"
    if "count_up" in own:
        yield f"    {own['count_up']}(cards, state, out)"
    part = (
        f"{own['part_of']}(cards, state, seat, source)"
        if "part_of" in own
        else "state.earned[seat, source]"
    )
    if "part_of" in own or (
        "earned" in rules.State.fields and rules.State.fields["earned"].shape[1:] == (ledger,)
    ):
        yield from (
            "    for seat in range(state.players):",
            f"        for source in range({ledger}):",
        )
        yield f"            out[{counts} + {ledger} * seat + source] = {part}"


def _part(text: str) -> Iterator[str]:
    yield text


def _places(seats: int, standing: str) -> Iterator[str]:
    yield f"""
@jit_lean
def places(cards, state, out):
    points = local_zeros({seats}, np.int64)
    {standing}(cards, state, points)
    for seat in range(state.players):
        out[seat] = 1
        for other in range(state.players):
            out[seat] += points[other] > points[seat]
"""


def _each_zone(
    name: str, field: Field, indent: str, whose: str = "", shown: str = ""
) -> tuple[list[str], str, str]:
    """Write loops over the parts of a zone; give them, the zone's name within, and the indent
    there.

    `whose` is a condition on the seat, and `shown` one on the part, of those that are passed over.
    """
    lines, parts = [], []
    for depth, room in enumerate(field.shape[:-1]):
        variable = "other" if depth == 0 else f"k{depth}"
        lines.append(f"{indent}for {variable} in range({room}):")
        indent += "    "
        if depth == 0 and whose:
            lines.append(f"{indent}if {whose}:")
            lines.append(f"{indent}    continue")
        parts.append(variable)
    if shown and parts:
        lines += [f"{indent}if {shown}:", f"{indent}    continue"]
    elif shown:
        lines.append(f"{indent}if not {shown}:")
        indent += "    "
    return lines, f"state.{name}[{', '.join([*parts, '{}'])}]", indent


def _hide(
    rules: Ruleset,
    own: dict[str, str],
    listing: list[_Listed],
    laying: list[_Calls],
    parts: list[tuple[Part, str]],
) -> Iterator[str]:
    yield from (
        "",
        "@jit_lean",
        "def hide(cards, state, seat, rng_seed):",
        "    seed_streams(state.rng, rng_seed, 0)",
        "    state.number = 0",
    )
    yield from _taken_back(rules)
    for kind in rules._kinds():
        hidden = [
            (name, field)
            for name, field in rules._zones(kind)
            if field.seen_by != ALL and not field.is_inferred
        ]
        if not hidden:
            continue
        room = _room_of(rules, kind)
        total = sum(int(np.prod(field.shape[:-1])) * (field.shape[-1] - 1) for _, field in hidden)
        yield from (
            f"    unseen = local_zeros({room}, np.int64)",
            f"    pool, size = local_empty({total}, np.int64), 0",
        )
        for is_dealing in (False, True):
            for name, field in hidden:
                whose = "other == seat" if field.seen_by != NOBODY else ""
                loops, zone, indent = _each_zone(
                    name, field, "    ", whose, _is_shown(rules, field)
                )
                yield from loops
                yield f"{indent}for i in range({zone.format('-1')}):"
                if is_dealing:
                    yield from (
                        f"{indent}    size -= 1",
                        f"{indent}    {zone.format('i')} = pool[size]",
                    )
                else:
                    yield f"{indent}    unseen[{zone.format('i')}] += 1"
            if not is_dealing:
                yield from (
                    f"    for card in range({room}):",
                    "        for _ in range(unseen[card]):",
                    "            pool[size] = card",
                    "            size += 1",
                )
                yield "    shuffle(state.rng, 0, pool, size)"
    yield from _numbers_anew(rules)
    secret = [name for name, field in rules.State.fields.items() if field.is_secret]
    yield from _dealt_to_all(rules)
    if secret and not laying and not rules._shows:
        yield from _decide_anew(rules, secret)
    if "infer" in own:
        yield f"    {own['infer']}(cards, state, seat)"
    if laying:
        yield from _lay_anew(rules, own["decided"], listing, laying)
    if parts:
        yield from _part_anew(rules, parts)


def _is_shown(rules: Ruleset, field: Field) -> str:
    """Write whether the seat that looks has been shown a part of a zone: all of the field, or this
    part of it.
    """
    if not field.shown_to:
        return ""
    parts = ", ".join(
        ["other", *(f"k{depth}" for depth in range(1, len(field.shape) - 1))][
            : len(field.shape) - 1
        ]
    )
    is_for_each = bool(rules.State.fields[field.shown_to].shape)
    return f"state.{field.shown_to}{f'[{parts}]' if is_for_each else ''} >> seat & 1"


def _is_secret_now(rules: Ruleset) -> str:
    """Write whether the decision that is due is one that the others do not see."""
    secret = [f"state.phase == {phase.number}" for phase in rules._phases if phase.secret is True]
    return " or ".join(secret) or "False"


def _numbers_anew(rules: Ruleset) -> Iterator[str]:
    """Write how numbers that each seat alone knows are found anew for the others, by luck."""
    hidden = [
        (name, field)
        for name, field in rules.State.fields.items()
        if field.zone_of is None and field.seen_by == OWNER
    ]
    if not hidden:
        return
    yield from (
        "    for other in range(state.players):",
        "        if other == seat:",
        "            continue",
    )
    for name, field in hidden:
        least, most = field.range
        indent, parts = " " * 8, [f"k{n}" for n in range(1, len(field.shape))]
        for part, length in zip(parts, field.shape[1:], strict=True):
            yield f"{indent}for {part} in range({length}):"
            indent += "    "
        at = ", ".join(["other", *parts])
        yield f"{indent}state.{name}[{at}] = {least} + below(state.rng, 0, {most - least + 1})"
        if field.is_secret:
            yield f"{indent}state.{name}_shown[{at}] = state.{name}[{at}]"


def _taken_back(rules: Ruleset) -> Iterator[str]:
    """Write how all that others have decided unseen is taken back, of rules that lay it down
    anew.
    """
    secret = [(name, field) for name, field in rules.State.fields.items() if field.is_secret]
    if not secret or not (rules._laying or rules._shows):
        return
    yield f"    if {_is_secret_now(rules)}:"
    yield from (
        "        for other in range(state.players):",
        "            if other == seat:",
        "                continue",
    )
    for name, field in secret:
        yield from _copied(
            field, f"state.{name}[other{{}}]", f"state.{name}_shown[other{{}}]", " " * 12
        )


def _dealt_to_all(rules: Ruleset) -> Iterator[str]:
    """Write what all know of zones that are secret at times, once they are dealt anew: of others
    what lies there, of the seat that looks too if nothing is secret now.
    """
    zones = [
        (name, field)
        for name, field in rules.State.fields.items()
        if field.is_secret and field.zone_of
    ]
    if not zones:
        return
    yield f"    is_secret_now = {_is_secret_now(rules)}"
    yield from (
        "    for other in range(state.players):",
        "        if other == seat and is_secret_now:",
        "            continue",
    )
    for name, field in zones:
        yield from _copied(
            field, f"state.{name}_shown[other{{}}]", f"state.{name}[other{{}}]", " " * 8
        )


def _lay_anew(
    rules: Ruleset, decided: str, listing: list[_Listed], laying: list[_Calls]
) -> Iterator[str]:
    """Write how what others have laid down unseen is laid down anew, by luck."""
    yield f"    due, moves = np.int64(state.seat), local_empty({rules.max_moves}, np.int64)"
    for phase, name, _ in listing:
        if phase.secret is False:
            continue
        ruled = (
            ""
            if phase.secret is True
            else f" and cards.{ruling_of(type(phase.secret))} == {int(phase.secret)}"
        )
        yield f"    for n in range(state.players if state.phase == {phase.number}{ruled} else 0):"
        yield from (
            f"        other = {decided}(cards, state, n)",
            "        if other == -1 or other == seat:",
            "            continue",
        )
        yield from ("        state.seat, moves[-1] = other, 0", f"        {_listing(phase, name)}")
        yield from ("        if moves[-1] == 0:", "            continue")
        yield "        move = moves[below(state.rng, 0, moves[-1])]"
        yield (
            f"        sort, first, second = move >> {2 * BITS}, move >> {BITS} & {MOST}, move & "
            f"{MOST}"
        )
        for move, lay, parameters in laying:
            yield from (
                f"        if sort == {move}:",
                f"            {_called(lay, parameters, 'other')}",
            )
    yield "    state.seat = due"


def _part_anew(rules: Ruleset, parts: list[tuple[Part, str]]) -> Iterator[str]:
    """Write how the others decide anew what they have decided in secret, by luck, each from the
    beginning of their part.

    Nobody changes by it but what is secret, so all else is as it was before; but who is due begins
    anew, for nobody else sees how far that seat has come.
    """
    flow = rules._flow
    assert flow is not None
    course = {
        name: field
        for name, field in rules.State.fields.items()
        if field.zone_of is None
        and not field.is_secret
        and not name.endswith("_shown")
        and name != "rng"
        and not _is_own(field)
    }
    again = {phase.number: phase.or_else for phase in rules._phases if phase.or_else is not None}
    yield f"    moves = local_empty({rules.max_moves}, np.int64)"
    for part, begin in parts:
        yield f"    if {' or '.join(f'state.phase == {phase}' for phase in part.phases)}:"
        for name, field in course.items():
            if field.shape:
                yield f"        was_{name} = local_empty({int(np.prod(field.shape))}, np.int64)"
            yield from _kept(name, field, is_back=False)
        yield f"        for n in range(was_{part.at}):"
        yield from (
            f"            other = np.int64(was_{part.order}[n])",
            "            if other == seat:",
            "                continue",
            f"            {begin}(cards, state, other)",
        )
        yield f"            for _ in range({MOST_IDLE}):"
        yield from (
            (
                f"                if state.end != 0 or (state.phase == {flow.phase} and state.step "
                f"== {part.end}):"
            ),
            "                    break",
            f"                if state.phase == {flow.phase}:",
            "                    go_one(cards, state)",
            f"                elif n == was_{part.at} - 1:",
            "                    break",
            "                else:",
            "                    count = list_moves(cards, state, moves)",
            "                    if count > 0:",
            "                        perform(cards, state, moves[below(state.rng, 0, count)])",
        )
        for phase in part.phases:
            yield from (
                f"                    elif state.phase == {phase}:",
                f"                        state.phase, state.step = {flow.phase}, {again[phase]}",
            )
        yield f"            if n < was_{part.at} - 1 or state.phase == {flow.phase}:"
        for name, field in course.items():
            yield from (f"        {line}" for line in _kept(name, field, is_back=True))
        yield f"        state.{part.at} = was_{part.at}"
        yield from ("        state.idle = was_idle", "        state.decisions = was_decisions")


def _is_own(field: Field) -> bool:
    """Return whether a field has a number of each seat that the seat alone knows."""
    return field.seen_by == OWNER


def _kept(name: str, field: Field, is_back: bool) -> Iterator[str]:
    """Write the copying of a field into a local of its own, or back."""
    if not field.shape:
        yield (
            f"        state.{name} = was_{name}"
            if is_back
            else f"        was_{name} = np.int64(state.{name})"
        )
        return
    indent, at, flat = " " * 8, list[str](), "0"
    for n, length in enumerate(field.shape):
        yield f"{indent}for k{n} in range({length}):"
        indent += "    "
        at.append(f"k{n}")
        flat = f"({flat}) * {length} + k{n}"
    there, here = f"state.{name}[{', '.join(at)}]", f"was_{name}[{flat}]"
    yield f"{indent}{there} = {here}" if is_back else f"{indent}{here} = {there}"


def _copied(field: Field, to: str, of: str, indent: str) -> Iterator[str]:
    """Write the copying of what one seat has of a field, number by number: a lean rule copies no
    array.
    """
    whole = range(1, len(field.shape))
    yield from (f"{indent}{'    ' * (n - 1)}for k{n} in range({_length(field, n)}):" for n in whole)
    at = [f"k{n}" for n in whole]
    inner = f"{indent}{'    ' * len(whole)}"
    yield f"{inner}{to.format(_parts(at))} = {of.format(_parts(at))}"
    if field.zone_of is not None:  # how many cards there are: the last entry of each zone
        inner = inner[:-4]
        yield f"{inner}{to.format(_parts([*at[:-1], '-1']))} = {of.format(_parts([*at[:-1], '-1']))}"


def _length(field: Field, n: int) -> int:
    """Count the entries of a field in one direction; of a zone those for cards."""
    is_cards = field.zone_of is not None and n == len(field.shape) - 1
    return field.shape[n] - int(is_cards)


def _parts(at: Sequence[str]) -> str:
    return "".join(f", {part}" for part in at)


def _decide_anew(rules: Ruleset, secret: list[str]) -> Iterator[str]:
    """Write how what others decided unseen is taken back and decided again, by luck."""
    numbers = [phase.number for phase in rules._phases if phase.secret is True]
    yield f"    due, moves = np.int64(state.seat), local_empty({rules.max_moves}, np.int64)"
    yield f"    if {' or '.join(f'state.phase == {number}' for number in numbers) or 'False'}:"
    yield from (
        "        for other in range(state.players):",
        "            if other == seat or other > due:",
        "                continue",
    )
    for name in secret:
        yield from _copied(
            rules.State.fields[name],
            f"state.{name}[other{{}}]",
            f"state.{name}_shown[other{{}}]",
            " " * 12,
        )
    yield from ("            state.seat = other", "            while other < due:")
    yield from (
        "                count = list_moves(cards, state, moves)",
        "                if count == 0:",
        "                    break",
    )
    yield "                perform(cards, state, moves[below(state.rng, 0, count)])"
    yield "        state.seat = due"


def _fault(rules: Ruleset, own: dict[str, str]) -> Iterator[str]:
    """Write the look over a state: every card in one place, as often as the card set has it, and
    none where there is no player.
    """
    yield from ("", "@jit_lean", "def fault(cards, state):")
    kinds = rules._looked_for()
    for n, kind in enumerate(kinds):
        source, first, there = (
            rules.Cards.source_of(kind),
            1 + 3 * n,
            f"cards.{rules.Cards._counts[kind]}",
        )
        yield f"    count = local_zeros({source.most}, np.int64)"
        for name, field in rules.State.fields.items():
            if field.cards_of == kind:
                loops, part, indent = _each_zone(name, field, "    ")
                yield from loops
                look = (
                    _look_at_zone
                    if field.zone_of is not None
                    else _look_at_counts
                    if field.is_count
                    else _look_at_places
                )
                yield from (indent + line for line in look(part, field, there, first + 1))
                if len(field.shape) > 1 and field.shape[0] == rules.State.seats:
                    held, none = (
                        f"{part.format(':')}.sum()",
                        int(field.blank or 0) * field.shape[-1],
                    )
                    if field.zone_of is not None:
                        held, none = part.format("-1"), 0
                    yield from (
                        f"{indent}if other >= state.players and {held} != {none}:",
                        f"{indent}    return {first + 2}",
                    )
        copies = f"cards.{kind}_copies[card]" if f"{kind}_copies" in rules.Cards.fields else "1"
        if source.sets:
            copies = f"{copies} * state.players"
        if source.section == "sorts":
            copies = f"cards.{source.named}[card] * cards.{source.counted_by}[state.players]"
        yield from (f"    for card in range({there}):", f"        if count[card] != {copies}:")
        yield f"            return {first} + {BY_CARD} * (card + 1)"
    for n, (name, field) in enumerate(rules._bounded(), 1 + 3 * len(kinds)):
        indent, parts = "    ", [f"k{depth}" for depth in range(len(field.shape))]
        for part, room in zip(parts, field.shape, strict=True):
            yield f"{indent}for {part} in range({room}):"
            indent += "    "
        value = f"state.{name}[{', '.join(parts)}]" if parts else f"state.{name}"
        yield from (f"{indent}if {value} < {field.least}:", f"{indent}    return {n}")
    if "own_fault" in own:
        before = 3 * len(kinds) + len(rules._bounded())
        yield from (
            f"    found = {own['own_fault']}(cards, state)",
            f"    return found + {before} if found else 0",
        )
    else:
        yield "    return 0"


def _lies(field: Field, part: Any, card: int, what: int, known: range, is_away: bool) -> int:
    """Count in one zone what the generated fault of a sort is about: a card, a number that is none,
    a card of a seat that does not play.
    """
    values, size = [int(value) for value in part], int(part[-1])
    if field.is_count:
        held, is_wrong = (
            [one for one in known for _ in range(values[one])],
            any(value < 0 for value in values[: len(known)]),
        )
    elif field.zone_of is not None:
        held = values[: min(max(size, 0), len(values) - 1)]
        is_wrong = not 0 <= size < len(values) or (
            bool(field.zone_of) and any(value != -1 for value in values[size:-1])
        )
    else:
        held, is_wrong = [value for value in values if value != -1], False
    if what == 0:
        return held.count(card)
    return (
        int(is_wrong or any(one not in known for one in held))
        if what == 1
        else int(is_away and bool(held))
    )


def _look_at_zone(zone: str, field: Field, there: str, fault: int) -> Iterator[str]:
    """Write the counting of a zone's cards, beyond which it has to be empty; a stack, which is
    large, is not looked through for that.
    """
    size = zone.format("-1")
    yield from (f"if not 0 <= {size} < {field.shape[-1]}:", f"    return {fault}")
    yield from (f"for i in range({size}):", f"    card = {zone.format('i')}")
    yield from (
        f"    if not 0 <= card < {there}:",
        f"        return {fault}",
        "    count[card] += 1",
    )
    if field.zone_of:
        yield from (
            f"for i in range({size}, {field.shape[-1] - 1}):",
            f"    if {zone.format('i')} != -1:",
            f"        return {fault}",
        )


def _look_at_places(places: str, field: Field, there: str, fault: int) -> Iterator[str]:
    """Write the counting of the cards that lie one in a place."""
    yield from (f"for i in range({field.shape[-1]}):", f"    card = {places.format('i')}")
    yield from (f"    if not -1 <= card < {there}:", f"        return {fault}")
    yield from ("    if card != -1:", "        count[card] += 1")


def _look_at_counts(counts: str, field: Field, there: str, fault: int) -> Iterator[str]:
    """Write the adding up of cards that are counted, of which there cannot be less than none."""
    yield from (
        f"for card in range({there}):",
        f"    if {counts.format('card')} < 0:",
        f"        return {fault}",
    )
    yield f"    count[card] += {counts.format('card')}"


def _room_of(rules: Ruleset, kind: str) -> int:
    """Find how many cards of a kind there is room for."""
    return int(rules.Cards.source_of(kind).most)
