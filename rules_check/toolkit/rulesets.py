"""Assembles a game's rules: its declarations, and a function for each statement of the rulebook,
become the verbs of a game.

In: declared records and moves; functions that list what a phase allows and do what a move does.
Out: a `Ruleset`, which implements `rules_check.engine.game.Rules`. Knows no game.

The verbs are written as plain source into the folder for compiled rules, and compiled like rules
written by hand. Therefore you can read them there (`ruleset.source`) and step through them, and the
cache finds them again.
"""

from __future__ import annotations

import importlib
import sys
from collections import ChainMap
from collections.abc import Callable, Iterable
from enum import IntEnum
from functools import partial
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, TypeVar, overload

import numpy as np

from generator.data.problems import ProblemError, did_you_mean
from rules_check.engine.kernel import jit, jit_lean, jit_within
from rules_check.engine.verbs import COMPILED, PLAIN, SPOKEN, VERB_BY_NAME
from rules_check.engine.view import View
from rules_check.toolkit import endless, hearing, tableau
from rules_check.toolkit.cardsets import CardSet
from rules_check.toolkit.declarations import (
    LISTING,
    MOST_DUE,
    MOST_IDLE,
    Declarations,
    Flow,
    Part,
    Phase,
    code_of,
    nobody,
    parameters_of,
    written_out,
)
from rules_check.toolkit.mats import unknown_zones
from rules_check.toolkit.moves import BITS, Moves, ids_of
from rules_check.toolkit.records import Field, GameState, packed
from rules_check.toolkit.state_faults import fault_lies, fault_names
from rules_check.toolkit.texts import Texts
from rules_check.toolkit.writing.loading import load_verbs, source_of

F = TypeVar("F", bound=Callable[..., Any])


def _refuse_unknown_kinds(cards: type[CardSet], state: type[GameState]) -> None:
    """Raise TypeError for a zone of cards whose kind the card set does not have."""
    for name, field in state.fields.items():
        if field.cards_of and field.cards_of not in cards._counts:
            kinds = ", ".join(cards._counts) or "none"
            near = did_you_mean(field.cards_of, cards._counts) or f"it has {kinds}"
            raise TypeError(
                f"'{name}' of {state.__name__} is for cards called '{field.cards_of}', and "
                f"{cards.__name__} has no such kind; {near}"
            )


def _with_shown(state: type[GameState]) -> np.dtype[Any]:
    """Add, for each secret field, another field with what all players know of it."""
    secret = {name: field for name, field in state.fields.items() if field.is_secret}
    if secret:
        shown = {f"{name}_shown": _double_of(field) for name, field in secret.items()}
        state.fields = {**state.fields, **shown}
        state.dtype = packed(state.fields)
    return state.dtype


def _double_of(field: Field) -> Field:
    """Declare the public copy of a secret field: for a zone, one without a kind, which is not
    searched for cards.
    """
    zone_of = None if field.zone_of is None else ""
    return Field(field.shape, field.dtype, field.blank, zone_of=zone_of)


class Ruleset:
    """The rules of one game. Attributes that are not verbs, such as COUNTS, are given by name."""

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
        """Begin the rules of a game. `compiler` compiles rules that are not compiled yet: use
        `jit_lean` if rules create all arrays with the functions of `arrays`.
        """
        self.name, self.moves, self._compiler = name, moves, compiler
        self.Cards, self.State = cards, state
        _refuse_unknown_kinds(cards, state)
        self.state_dtype, self.cards_dtype = _with_shown(state), cards.dtype
        self.ENDS, self.RULINGS, self.WEIGHTS = tuple(ends), cards.rulings(), cards.WEIGHTS
        # the last entry of an array of moves may hold their number
        self.max_moves: int = facts.pop("max_moves", moves.room) + 1
        self.declared = Declarations(name, cards, state, moves, self.max_moves)
        self._words: Texts | None = None
        # Ask the caller, because none of the arguments knows its file: records may be declared in
        # another one.
        self.__file__ = str(Path(sys._getframe(1).f_code.co_filename))
        self.measure(**facts)
        if "card_kinds" in facts:
            self.card_ids = self._card_ids

    def _card_ids(self, cards: Any) -> list[str]:
        """List the ids of all cards of `card_kinds`, or of a table's rows, in the order in which
        `usage` and related verbs number them.
        """
        return [id_ for kind in self.card_kinds for id_ in ids_of(cards, kind)]

    # ------------------------------------------------------------------------------------ declaring
    def setup(self, function: F) -> F:
        """Register the function that sets up a cleared game, to its first decision: `setup(cards,
        state)`.
        """
        return self._take("setup", function)

    @overload
    def phase(self, number: F, /) -> F: ...

    @overload
    def phase(
        self,
        number: int | None = None,
        secret: bool | IntEnum = False,
        then: Any = None,
        together: bool | None = None,
        or_else: int | None = None,
    ) -> Callable[[F], F]: ...

    def phase(
        self,
        number: Any = None,
        secret: bool | IntEnum = False,
        then: Any = None,
        together: bool | None = None,
        or_else: int | None = None,
    ) -> Any:
        """Register the function that lists what a phase allows a seat: `list(cards, state, seat,
        out)` offers each move to `out`.

        With `then`, a compiled function of cards and state, every seat takes part in the phase:
        from seat 1 on, each decides until its list is empty, then `then` is carried out. If the
        listing function has no parameters, no one decides, and `then` is carried out at once. In a
        `secret` phase, the others see a seat's decisions only at that point; `secret=Votes.HIDDEN`
        makes the phase secret if that is the answer to the ruling. `together` says whether all
        decide at the same time; by default, they do in a secret phase. If the list is empty, the
        game continues with the `step` that has the number `or_else`, instead of the next seat.
        """
        if callable(number):  # `@rules.phase` without parentheses
            return self.phase()(number)

        def declare(function: F) -> F:
            rule: F = self._compiled(function, is_within=True)
            after = then and self._compiled(then)
            at = len(self.declared.phases) if number is None else int(number)
            if other := next((phase for phase in self.declared.phases if phase.number == at), None):
                raise TypeError(
                    f"two phases have the number {at}: '{code_of(other.list_moves).co_name}' and "
                    f"'{function.__name__}'"
                )
            asked = [name for name in parameters_of(function) if name not in LISTING]
            if asked:
                raise TypeError(
                    f"'{function.__name__}' asks for '{asked[0]}'; what lists the moves of a "
                    f"phase can ask for {', '.join(LISTING)}"
                )
            is_together = secret is True if together is None else together
            self.declared.phases.append(Phase(at, rule, secret, after, is_together, or_else))
            return rule

        return declare

    def goes_on(self, number: int, stalled: int = 0, bound: int = 0) -> None:
        """Declare the phase in which no one decides and the rules of `step` carry the game on. To
        ask a seat, such a rule sets `state.phase` and `state.seat`.

        With `stalled` and `bound`, numbers of ends, the game ends as `stalled` after MOST_IDLE
        steps without a decision, and as `bound` after MOST_DUE decisions. The state then has the
        fields `idle` and `decisions`, which count them.
        """
        self.declared.flow = Flow(int(number), int(stalled), int(bound), MOST_IDLE, MOST_DUE)
        self.declared.phases.append(Phase(int(number), nobody, then="go_on"))

    def step(
        self, number: int, shows: bool = False, at: tuple[int, int] | None = None
    ) -> Callable[[F], F]:
        """Register the function that carries the game on if `state.step` has this number:
        `go(cards, state)` sets the next step, or asks a seat.

        A step that `shows` begins a block in which all decide in secret: what each seat has until
        then is revealed to all. If no step does, a game reveals it whenever it continues to a
        secret decision. `at` is the line and the column of the step in cards.yaml.
        """

        def declare(function: F) -> F:
            rule: F = self._compiled(function)
            self.declared.steps[int(number)] = rule
            if shows:
                self.declared.shows |= {int(number)}
            self.declared.step_places.update({int(number): at} if at else {})
            return rule

        return declare

    def part(self, *phases: int, end: int, order: str, at: str) -> Callable[[F], F]:
        """Register the function with which a seat begins a block in which all decide in secret, in
        some phases, one after another: `begin(cards, state, seat)`.

        `hide` lets the others decide all of it again, step by step, however many decisions it
        takes. `end` is the step after the last seat's part, to which the game goes if all have
        begun. `order` and `at` are the fields of the state with the seats in their order, and the
        number of them that have begun. The function sets `at` to SEATS if no further seat is to
        begin.
        """

        def declare(function: F) -> F:
            rule: F = self._compiled(function)
            self.declared.parts.append(Part(rule, tuple(map(int, phases)), int(end), order, at))
            return rule

        return declare

    def lays(self, *moves: int) -> Callable[[F], F]:
        """Register the function that records what a seat decides in a secret phase, before `does`
        carries out the effect: `lay(state, seat, first)`.

        `hide` then makes the others' decisions again: those of the seats that the verb
        `decided(cards, state, n)` returns, for n from 0 to the players, or EMPTY.
        """

        def declare(function: F) -> F:
            rule: F = self._compiled(function, is_within=True)
            self.declared.laying.update(dict.fromkeys(map(int, moves), rule))
            return rule

        return declare

    def does(self, *moves: int, then: int | None = None) -> Callable[[F], F]:
        """Register the function that makes a move: `do(cards, state, seat, sort, first, second)`,
        with any of these parameters.

        `then` is the number of the `step` with which the game continues.
        """

        def declare(function: F) -> F:
            rule: F = self._compiled(function, is_within=True)
            numbers = []
            for name in parameters_of(function):
                if name not in ("cards", "state", "seat", "sort"):
                    numbers.append(name)
            if len(numbers) > 2:
                raise TypeError(
                    f"'{function.__name__}' asks for {len(numbers)} numbers of a move, "
                    f"{', '.join(numbers)}; a move has two"
                )
            if [name for name in parameters_of(function) if name not in numbers] != list(
                parameters_of(function)[: -len(numbers) or None]
            ):
                raise TypeError(
                    f"'{function.__name__}' asks for numbers of a move, {', '.join(numbers)}, "
                    "before cards, state, seat or sort"
                )
            doubly = next((move for move in map(int, moves) if move in self.declared.doing), None)
            if doubly is not None:
                raise TypeError(
                    f"'{self.moves.by_sort[doubly].pattern}' is done by "
                    f"'{code_of(self.declared.doing[doubly]).co_name}' and '{function.__name__}'"
                )
            self.declared.doing.update(dict.fromkeys(map(int, moves), rule))
            self.declared.goes_to.update(
                dict.fromkeys(map(int, moves) if then is not None else (), int(then or 0))
            )
            return rule

        return declare

    def verb(self, function: F) -> F:
        """Register a function that is a verb of rules_check/engine/game.py, by its name, or a part
        of generated verbs.

        The parts include `infer`, which `hide` uses beyond the declared zones, and `standing`, the
        numbers by which seats are ranked if these are not their scores.
        """
        if getattr(function, "__name__", "<lambda>") == "<lambda>":
            raise TypeError(
                f"expected a verb to be a function with a verb's name, found {written_out(function)}"
            )
        if function.__name__ not in VERB_BY_NAME:
            near = (
                did_you_mean(function.__name__, sorted(VERB_BY_NAME))
                or "a function of your own that rules call needs @jit before it instead"
            )
            raise TypeError(
                f"{written_out(function)} is declared as a verb, but no verb has that name; {near}"
            )
        return self._take(function.__name__, function)

    def sound(self, *faults: str, alone: bool = False) -> Callable[[F], F]:
        """Register the function that finds faults in a state beyond its zones: it returns 0, or the
        number, from 1, of one of `faults`.

        With `alone` it checks everything, and nothing is generated.
        """
        self.declared.faults = faults
        return lambda function: self._take("fault" if alone else "own_fault", function)

    def compile(self, module: str) -> None:
        """Compile every function without a decorator that a module's rules call:
        `rules.compile(__name__)` as its last line.
        """
        home = sys.modules[module]
        for name, function in list(vars(home).items()):
            if isinstance(function, FunctionType) and function.__module__ == module:
                setattr(home, name, self._compiler(function))

    def rules(self) -> list[Any]:
        """List the functions that are compiled: those of phases and moves, and the game's own
        verbs.
        """
        verbs = [rule for name, rule in self.declared.own.items() if name in COMPILED]
        of_phases = (
            rule
            for phase in self.declared.phases
            for rule in (phase.list_moves, phase.then)
            if callable(rule)
        )
        of_parts = [part.begin for part in self.declared.parts]
        return [
            *verbs,
            *of_phases,
            *of_parts,
            *self.declared.laying.values(),
            *self.declared.doing.values(),
            *self.declared.steps.values(),
        ]

    def own_verbs(self) -> dict[str, Any]:
        """Return the functions that the game wrote itself, by the names of their verbs."""
        return dict(self.declared.own)

    def lacking(self) -> str:
        """Describe what the rules lack before verbs can be generated; empty if nothing."""
        wanted = []
        if "setup" not in self.declared.own and "new_game" not in self.declared.own:
            wanted.append("a function under @rules.setup")
        if not self.declared.own.keys() & {"scores", "score_of"}:
            wanted.append("a function `score_of` under @rules.verb")
        return " and ".join(wanted)

    def _compiled(self, function: Any, is_within: bool = False) -> Any:
        """Compile a rule that is not compiled yet; a lean one is inlined if it has hardly more than
        one caller.

        Raises TypeError for a function that cannot be called by a name in its module.
        """
        plain = getattr(function, "py_func", function)
        if not isinstance(plain, FunctionType) or "<" in plain.__qualname__:
            raise TypeError(
                "expected a rule to be a function with a name, at the top of its module, "
                f"found {written_out(plain)}"
            )
        compiler = jit_within if is_within and self._compiler is jit_lean else self._compiler
        return function if hasattr(function, "py_func") else compiler(function)

    def _take(self, name: str, function: F) -> F:
        rule: F = self._compiled(function) if name in COMPILED else function
        self.declared.own[name] = rule
        if name not in COMPILED:
            setattr(self, name, rule)
        return rule

    def measure(self, **facts: Any) -> None:
        """Register values that are not functions, such as COUNTS and LEDGER."""
        self.declared.facts.update(facts)
        for name, fact in facts.items():
            setattr(self, name, fact)

    def gather(self, package: str, *modules: str) -> None:
        """Make a package the game's rules: `rules.gather(__name__, "course", "show")` in it.

        The verbs that write for people, and CODES and PIECES, are taken from modules of the
        package, which this imports. In the module with the verb `view`, texts called `words` may
        rename zones under `zone`; `zones` lists the names. The verbs for people are then set in the
        package, where a module `examine` would hide the verb; all other verbs are looked up in
        these rules.
        """
        parts = [vars(importlib.import_module(f"{package}.{module}")) for module in modules]
        values = dict(ChainMap(*reversed(parts)))
        self.measure(**{name: values[name] for name in ("CODES", "PIECES") if name in values})
        for part in parts:
            if "view" in part and "zone" in part.get("words", ()):
                self._words = part["words"]
        home: Any = sys.modules[package]
        home.__getattr__ = partial(getattr, self)
        for name in SPOKEN:
            if isinstance(values.get(name), FunctionType):
                setattr(home, name, self.verb(values[name]))

    # ---------------------------------------------------------------------------------------- verbs
    def __getattr__(self, name: str) -> Any:
        declared = self.__dict__.get("declared")
        if declared is not None:
            if name in declared.own:
                return declared.own[name]
            made = declared.made() if declared.is_enough() else []
            if name in made:
                generated = self._verbs()
                for verb in made:
                    setattr(self, verb, getattr(generated, verb))
                return getattr(generated, name)
        if name in PLAIN:
            return partial(PLAIN[name], self)
        raise AttributeError(f"the rules of {self.__dict__.get('name')} have no '{name}'")

    @property
    def FAULTS(self) -> tuple[str, ...]:  # noqa: N802, a name that all rules have
        """The meaning of each number that `fault` returns; 0 is "sound"."""
        return fault_names(self.declared)

    def fault_ids(self, cards: Any, number: int) -> list[str]:
        """List the ids of the cards that a fault is about: those of the zones' kind for a fault in
        zones, else those that `usage` numbers.
        """
        kinds, at = self.declared.kinds_looked_for(), (number - 1) // 3
        if 0 <= at < len(kinds):
            named = self.__dict__.get("sort_ids", {}).get(kinds[at])
            return list(named(cards)) if named else ids_of(cards, kinds[at])
        return list(self.card_ids(cards)) if hasattr(self, "card_ids") else []

    def fault_lies(self, cards: Any, state: Any, number: int) -> str:
        """Name the zones of a state in which a generated fault appears, "in deck and in hand of
        seat 2"; empty for other faults.
        """
        return fault_lies(self.declared, cards, state, number)

    def cards_record(self, game: Any) -> Any:
        """Read the record of a game's cards. Raises ProblemError with everything that the rules
        cannot handle.
        """
        faults = list(unknown_zones(game, self._zones_in(game))) if game.table else []
        try:
            record = self.Cards.record(game)
        except ProblemError as fault:
            raise ProblemError(*fault.problems, *faults) from None
        if faults:
            raise ProblemError(*faults)
        return record

    def zones(self) -> list[str]:
        """List the names of all possible zones of the table, with the texts under `zone` of the
        words that `gather` found; without those of zones that go by the rows of a table.
        """
        if self._words:
            return [*self._words.all("zone").values()]
        return tableau.zone_names(self.State.fields)

    def _zones_in(self, game: Any) -> list[str]:
        """List the names of all possible zones of the table of a game."""
        tables, kinds = game.context["tables"], game.context["cards"]
        names = self.zones()
        for name, field in self.State.fields.items():
            if field.zone_of and field.by:
                rows = (tables if field.by in tables else kinds)[field.by]
                names += [f"{tableau.called(name, field)} {id_}" for id_ in rows._values]
        return names

    def with_ruling(self, cards: Any, name: str, option: str) -> Any:
        """Copy a card set with another answer to one ruling."""
        changed = cards.copy()
        changed[name] = self.RULINGS[name].index(option)
        self.Cards.derive(changed)
        return changed

    def player_counts(self, cards: Any) -> list[int]:
        """List the numbers of players for which the card set's field `by_players` has an entry;
        without that field, 2 up to the number of seats.
        """
        if "by_players" in self.__dict__:
            return [players for players, count in enumerate(cards[self.by_players]) if count > 0]
        return list(range(min(2, self.State.seats), self.State.seats + 1))

    def move_text(self, cards: Any, state: Any, move: int) -> str:
        return self.moves.text(cards, state, move)

    def describe(self, game: Any, cards: Any, state: Any, move: int) -> str:
        return self.moves.sort_of(move).heard(cards, state, move, game)

    def heard(self, game: Any, cards: Any, before: Any, move: int, after: Any, seat: int) -> str:
        return hearing.heard(self, game, cards, before, move, after, seat)

    def move_ranges(self, cards: Any, text: str) -> list[tuple[int, int]]:
        return self.moves.ranges(cards, text)

    def move_sorts(self) -> list[str]:
        """List the first words of moves: "sell", "bid". Moves that begin with a card's name or a
        number have none.
        """
        words = []
        for word in dict.fromkeys(move.pattern.split()[0] for move in self.moves.by_sort.values()):
            if word != "{}":
                words.append(word)
        return words

    def move_steps(self, cards: Any, text: str) -> list[tuple[int, int, int]]:
        return self.moves.steps(cards, text)

    def move_space(self, cards: Any) -> Any:
        """List every move that the words allow, as a sorted int64 array."""
        return self.moves.space(cards)

    def view(self, game: Any, cards: Any, state: Any, seat: int) -> View:
        return tableau.view(self, game, cards, state, seat)

    def as_known(self, cards: Any, state: Any, seat: int) -> Any:
        """Copy a state without what others have decided unseen; -1 sees everything."""
        return tableau.as_known(self, cards, state, seat)

    def end_place(self, cards: Any, state: Any) -> tuple[int, int] | None:
        """Return the line and the column in cards.yaml of the cause of an end that is not a result;
        None if it is unknown.

        For a game that went on without a decision, it is the first line of the loop.
        """
        flow = self.declared.flow
        has_stalled = flow is not None and state.end == flow.stalled
        if has_stalled and self.declared.step_places:
            return min(endless.places_gone_through(self, cards, state.copy()), default=None)
        places: dict[int, tuple[int, int]] = self.declared.facts.get("END_PLACES", {})
        return places.get(int(state.end))

    def is_over(self, cards: Any, state: Any) -> bool:
        return bool(state.end != 0)

    def is_secret(self, cards: Any, state: Any) -> bool:
        return any(
            phase.is_secret(cards) and phase.number == state.phase for phase in self.declared.phases
        ) and not self.is_over(cards, state)

    def phase_of(self, state: Any) -> CodeType | None:
        """Find the rule that lists the moves of a state's phase; None if there is none."""
        for phase in self.declared.phases:
            if phase.number == state.phase:
                return code_of(phase.list_moves)
        return None

    def code_of(self, move: int | None) -> CodeType | None:
        """Find the rule that makes a move or, without a move, sets up a game."""
        if move is None:
            rule = self.declared.own.get("setup")
        else:
            rule = self.declared.doing.get(int(move) >> 2 * BITS)
        return rule and code_of(rule)

    # ----------------------------------------------------------------------------------- generating
    @property
    def source(self) -> str:
        """Return the source of the generated verbs."""
        return source_of(self.declared)

    def _verbs(self) -> ModuleType:
        """Write the source of the generated verbs to a file and load it. Raises TypeError for a
        move without a rule that makes it.
        """
        return load_verbs(self.declared, Path(self.__file__))
