"""Checks that every verb keeps its promises, in games played uncompiled: memory, luck, legal moves,
seats, and what a seat may know.

In: rules, a card set, a number of players, a game's number. Out: the first `Breach`: what is wrong,
and in which function. Knows no game. The arrays of the records are monitored: an index before the
first or after the last element, a card too many in a zone, a number that its field cannot hold, and
a division by zero are faults at their lines, although compiled code would continue with whatever
results.
"""

from __future__ import annotations

import linecache
import math
import re
import sys
from collections.abc import Iterator, Sequence
from types import CodeType
from typing import Any

import numpy as np

from generator.data.problems import counted
from rules_check.engine.faults import fault_words
from rules_check.engine.game import MOST_DECISIONS, Rules
from rules_check.engine.kernel import below
from rules_check.engine.verbs import VERB_BY_NAME

ROOM_TO_SPARE = 64
"""The number of moves allowed beyond `max_moves`, to see whether there are more."""
TRIES = 12
"""How often hidden cards may be identical to the true ones although they could differ."""
SEEDS = (3, 4)
TWICE = 3
"""The number of games, with each number of players, in which each move is made twice."""
OUTSIDE = (
    "the rules use random numbers or stored values from outside the state; draw with "
    "`below(state.rng, 0, n)`"
)
ELSEWHERE = f"leads to two that differ in {{}}: {OUTSIDE}"
LITERAL = re.compile(r"[\[,]\s*-\s*\d+\s*[\],]")
"""A literal index in a line that counts from the end."""


class Breach(Exception):
    """A promise that a verb breaks."""

    def __init__(self, verb: str, said: str, code: CodeType | None = None) -> None:
        """`code` is the function at fault, if more is known of it than the verb's name."""
        super().__init__(said)
        self.verb, self.code = verb, code


def promise(is_kept: bool, verb: str, said: str, code: CodeType | None = None) -> None:
    """Raise Breach for a promise that is not kept; what is `said` of it must cost little."""
    if not is_kept:
        raise Breach(verb, said, code)


class Watched(np.ndarray):
    """An array of a record that refuses an index from the end, except a literal one, and a number
    that does not fit.
    """

    is_zone = False

    def __array_finalize__(self, made_of: Any) -> None:
        self.is_zone = getattr(made_of, "is_zone", False)

    def __getitem__(self, key: Any) -> Any:
        _look_at(key)
        return super().__getitem__(key)

    def __setitem__(self, key: Any, value: Any) -> None:
        _look_at(key)
        last = key[-1] if isinstance(key, tuple) else key
        if (
            self.is_zone
            and isinstance(last, int | np.integer)
            and last == self.shape[-1] - 1
            and self._reaches(key)
        ):
            raise IndexError(f"a zone with room for {self.shape[-1] - 1} cards is given one more")
        plain = self.view(np.ndarray)
        plain[key] = value
        _look_into(self, plain[key], value)

    def _reaches(self, key: Any) -> bool:
        """Return whether a key identifies a single element."""
        return (len(key) if isinstance(key, tuple) else 1) == self.ndim


def _look_at(key: Any) -> None:
    """Raise IndexError for a negative index, unless it is literal in the calling line."""
    for index in key if isinstance(key, tuple) else (key,):
        if isinstance(index, int | np.integer) and index < 0:
            # numpy's protocol passes no place, so the line is that of the caller's frame
            frame = sys._getframe(2)
            if not LITERAL.search(linecache.getline(frame.f_code.co_filename, frame.f_lineno)):
                raise IndexError(f"index {int(index)}, which counts from the end")


def _look_into(array: Any, found: Any, value: Any) -> None:
    """Raise OverflowError if an array holds a number other than the one assigned, or `CutOff`."""
    if array.dtype.kind not in "iu":
        return
    lost = np.abs(np.subtract(found, value, dtype=np.float64))
    if np.any(lost >= 1):
        raise OverflowError(f"a number that {array.dtype.name} cannot hold: {np.max(value)}")
    if np.any(lost > 0) and np.asarray(value).dtype.kind == "f":
        at = int(np.argmax(np.broadcast_to(lost, np.shape(found) or (1,))))
        raise CutOff(np.broadcast_to(value, np.shape(found) or (1,)).ravel()[at])


class CutOff(ValueError):
    """A number with a fraction, stored in an integer field."""

    def __init__(self, value: Any) -> None:
        super().__init__(
            f"{float(value):g} is cut off to {int(value)}, because its field holds only whole "
            "numbers; divide with `//`, or declare the field with `real()`"
        )


class _Record(np.record):  # type: ignore[misc]
    """A record with monitored arrays."""

    zones: frozenset[str] = frozenset()

    def __getattribute__(self, name: str) -> Any:
        value = super().__getattribute__(name)
        if isinstance(value, np.ndarray) and name not in ("base", "rng"):
            array = value.view(Watched)
            array.is_zone = name in type(self).zones
            return array
        return value

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, value)
        if self.dtype[name].kind in "iu" and not self.dtype[name].shape:
            lost = abs(float(super().__getattribute__(name)) - float(value))
            if lost >= 1:
                raise OverflowError(f"{name}: {self.dtype[name].name} cannot hold {value}")
            if lost > 0 and isinstance(value, float | np.floating):
                raise CutOff(value)


def watched(dtype: np.dtype[Any], zones: frozenset[str], content: bytes) -> Any:
    """Create a record with monitored arrays from bytes."""
    sort = type("Record", (_Record,), {"zones": zones})
    return np.frombuffer(bytearray(content), np.dtype((sort, dtype)))[0]


def _compare_numbers(name: str, field: Any, state: Any, hidden: Any, seat: int) -> None:
    """Check that numbers which a seat knows are unchanged."""
    was, now = np.asarray(state[name]), np.asarray(hidden[name])
    known = f"state.{name}, which everybody knows"
    if field.seen_by == "owner":
        was, now = was[seat], now[seat]
        known = f"state.{name} of the looking seat, which that seat knows"
    promise(np.array_equal(was, now), "hide", f"it changes {known}")


class Trial:
    """One game played with random moves, and checked in every respect. Raises Breach, or any
    exception from the rules.
    """

    def __init__(self, rules: Rules, cards: Any) -> None:
        self.rules: Any = rules
        self.fields: dict[str, Any] = getattr(getattr(rules, "State", None), "fields", {})
        self.zones = frozenset(
            name for name, field in self.fields.items() if field.zone_of is not None
        )
        self.cards = watched(rules.cards_dtype, frozenset(), cards.tobytes())
        self.is_declared = any(
            field.is_secret or field.seen_by != "all" for field in self.fields.values()
        )
        self.at = 0, 0
        """The number of players, and the number of the game."""
        self.steps = 0
        """The decisions so far, to be read from another thread."""
        self.tries: dict[tuple[str, int, int, tuple[int, ...]], list[int]] = {}

    def state(self, filler: int = 0) -> Any:
        return watched(
            self.rules.state_dtype, self.zones, bytes([filler]) * self.rules.state_dtype.itemsize
        )

    def copy(self, state: Any) -> Any:
        return watched(self.rules.state_dtype, self.zones, state.tobytes())

    def begin(self, players: int, number: int) -> Any:
        """Set a game up in memory with other contents, then again; return its state."""
        states = list(map(self.state, (0, 255, 0)))
        for state in states:
            self.rules.new_game(self.cards, state, players, 1, number)
        promise(
            states[0].tobytes() == states[2].tobytes(),
            "new_game",
            "the same game is set up in different ways: its random numbers do not come from "
            "state.rng",
        )
        if states[0].tobytes() != states[1].tobytes():
            left = self.differing(states[0], states[1])
            raise Breach(
                "new_game", f"{left} of a new game still has the value that was in memory before"
            )
        self.rules.new_game(self.cards, states[2], players, 1, number + 1)  # over another game
        self.rules.new_game(self.cards, states[2], players, 1, number)
        return states[2]

    def differing(self, one: Any, other: Any) -> str:
        """Name the first field in which two states differ."""
        for name in self.rules.state_dtype.names:
            if not np.array_equal(one[name], other[name]):
                return f"state.{name}"
        return "a byte that belongs to no field"

    def play(self, players: int, number: int) -> int:
        """Play a game to its end. Returns the number of decisions; raises Breach."""
        rules, cards = self.rules, self.cards
        state, decisions, last = self.begin(players, number), 0, None
        plain: Any = np.empty(rules.max_moves + ROOM_TO_SPARE, np.int64)
        room = rules.max_moves - (1 if hasattr(rules, "moves") else 0)
        while True:
            due = int(rules.current_player(cards, state))
            asked = f"seat {due + 1} is asked"
            promise(
                due < players,
                "apply",
                f"{asked} for a decision in a game of {players}",
                self.code_of(last),
            )
            count, before = int(rules.legal_moves(cards, state, plain)), state.tobytes()
            if before != state.tobytes():
                raise Breach(
                    "legal_moves",
                    f"looking for legal moves changes {self.differing(self.copy(state), state)}",
                )
            if number_of_fault := int(rules.fault(cards, state)):
                raise Breach(
                    "apply",
                    (
                        f"{fault_words(rules, cards, number_of_fault, state)}, "
                        f"{self.after(state, last)}"
                    ),
                    self.code_of(last),
                )
            if due < 0:
                end = int(getattr(state, "end", 1))
                promise(
                    0 < end < len(rules.ENDS),
                    "apply",
                    f"state.end is {end}, but {texts_of(rules.ENDS)}",
                    self.code_of(last),
                )
                break
            phase = self.phase_of(state)
            promise(
                count <= room,
                "legal_moves",
                f"{count} moves are legal, but there is room for only {room}: raise the "
                "number in `numbered(…)` or `named(…)`, or `max_moves`",
                phase,
            )
            moves = list(map(int, plain[:count]))
            if len(set(moves)) < count:
                twice = next(move for move in moves if moves.count(move) > 1)
                raise Breach(
                    "legal_moves",
                    f"'{rules.move_text(cards, state, twice)}' is offered twice",
                    phase,
                )
            few = f"{asked} to decide, but has {counted(count, 'legal move')}"
            promise(count >= 2, "legal_moves", few, phase)
            if decisions > MOST_DECISIONS:
                return decisions  # reported differently
            # at the first, the second, the fourth: less and less often
            if decisions & (decisions - 1) == 0:
                self.look_as_seats(state, players, due, moves)
            chosen = moves[below(state.rng, 1 + due, count)]
            last = chosen
            luck = state.rng[1:].tobytes()
            other = self.copy(state) if number < TWICE else None
            rules.apply(cards, state, chosen)
            promise(
                luck == state.rng[1:].tobytes(),
                "apply",
                "the rules draw from the random stream of a seat, not from stream 0",
            )
            if other is not None:
                self.play_again(state, other, chosen, plain)
            decisions, self.steps = decisions + 1, self.steps + 1
        self.count_up(state, players)
        over = "the game is over before anybody decides"
        promise(decisions > 0, "new_game", over, self.code_of(None))
        return decisions

    def play_again(self, state: Any, other: Any, move: int, plain: Any) -> None:
        """Repeat a move in a copy of the state before it, and list the moves that are then legal:
        both must give the same result.
        """
        self.rules.apply(self.cards, other, move)
        if other.tobytes() != state.tobytes():
            field = self.differing(other, state)
            raise Breach(
                "apply",
                (
                    f"'{self.rules.move_text(self.cards, state, move)}' made twice in the same "
                    f"state {ELSEWHERE.format(field)}"
                ),
                self.code_of(move),
            )
        if int(self.rules.current_player(self.cards, state)) < 0:
            return
        lists = []
        for _ in range(2):
            count = int(self.rules.legal_moves(self.cards, other, plain))
            lists.append(plain[:count].tolist())
        promise(
            lists[0] == lists[1],
            "legal_moves",
            f"in the same state other moves are legal when they are listed again: {OUTSIDE}",
            self.phase_of(state),
        )

    def phase_of(self, state: Any) -> CodeType | None:
        """Find the function that lists the moves of a decision."""
        code: CodeType | None = getattr(self.rules, "phase_of", lambda _: None)(state)
        return code

    def code_of(self, move: int | None) -> CodeType | None:
        """Find the function that made a move, or set the game up."""
        code: CodeType | None = getattr(self.rules, "code_of", lambda _: None)(move)
        return code

    def after(self, state: Any, move: int | None) -> str:
        """Describe when it happened."""
        if move is None:
            return "as the game begins"
        return (
            f"after '{self.rules.move_text(self.cards, state, move)}' in round {int(state.rounds)}"
        )

    def written(self, verb: str) -> str:
        """Name the game's function behind a generated verb: `score_of` for `scores`."""
        verbs = self.rules.own_verbs() if hasattr(self.rules, "own_verbs") else {}
        return next((part for part in VERB_BY_NAME[verb].parts if part in verbs), verb)

    def count_up(self, state: Any, players: int) -> None:
        """Check the values counted at the end."""
        for verb in ("scores", "places"):
            counts = []
            part = self.written(verb)
            for filler in (0, 0, 77):
                out = np.full(players, filler, np.int64).view(Watched)
                before = state.tobytes()
                try:
                    getattr(self.rules, verb)(self.cards, state, out)
                except CutOff as cut:
                    raise Breach(part, str(cut)) from None
                promise(before == state.tobytes(), part, "counting changes the game")
                counts.append(out.tolist())
            once, again, over = counts
            promise(once == again, part, f"the same game is counted in different ways: {OUTSIDE}")
            promise(once == over, verb, "what it writes depends on what the array held before")
        are_places = 1 <= min(once) <= max(once) <= players
        promise(are_places, "places", f"places of {players} players are {once}")

    # -------------------------------------------------------------------------------------- knowing
    def look_as_seats(self, state: Any, players: int, due: int, moves: list[int]) -> None:
        """Check what each seat is given in place of the things it cannot know."""
        for seat in range(players):
            hidden = [self.hidden(state, seat, seed) for seed in SEEDS]
            self.compare(state, hidden[0], players, seat)
            again = self.hidden(hidden[0], seat, SEEDS[1])
            if again.tobytes() != hidden[1].tobytes():
                field = self.differing(again, hidden[1])
                raise Breach(
                    "hide", f"what it gives a seat depends on what the seat cannot know: {field}"
                )
            now_due = int(self.rules.current_player(self.cards, hidden[0]))
            promise(now_due == due, "hide", "it changes whose decision it is")
            if seat == due:
                plain: Any = np.empty(self.rules.max_moves + ROOM_TO_SPARE, np.int64)
                count = int(self.rules.legal_moves(self.cards, hidden[0], plain))
                changed = "it changes the legal moves of the seat that decides"
                promise(plain[:count].tolist() == moves, "hide", changed)
            self.judge(state, hidden[0], seat, due, moves)

    def hidden(self, state: Any, seat: int, seed: int) -> Any:
        made = self.copy(state)
        self.rules.hide(self.cards, made, seat, seed)
        return made

    def judge(self, state: Any, hidden: Any, seat: int, due: int, moves: list[int]) -> None:
        """Let a seat value its position, and the expert advise it, with and without what it cannot
        know.
        """
        if hasattr(self.rules, "value"):
            worth = [float(self.rules.value(self.cards, seen, seat)) for seen in (state, hidden)]
            promise(all(map(math.isfinite, worth)), "value", f"a position is worth {worth[0]}")
        if hasattr(self.rules, "advise") and seat == due:
            given = np.array([*moves, *[0] * ROOM_TO_SPARE], np.int64)
            answers = []
            for seen in (self.copy(state), self.copy(hidden)):
                seen.rng[1 + seat] = state.rng[1 + seat]
                answers.append(int(self.rules.advise(self.cards, seen, given.copy(), len(moves))))
            index, unseeing = answers
            promise(
                0 <= index < len(moves),
                "advise",
                f"it returned the index {index}, but there are {len(moves)} moves, counted from 0",
            )
            depends = "the advice depends on what the seat cannot know"
            promise(index == unseeing, "advise", depends)

    def compare(self, state: Any, hidden: Any, players: int, seat: int) -> None:
        """Check each declared field: what a seat knows is unchanged, and the rest is not."""
        is_kept = np.array_equal(state.rng[1:], hidden.rng[1:]) or state.rng[0] == hidden.rng[0]
        luck = "it leaves state.rng unchanged, so a player who looks ahead sees future luck"
        promise(not is_kept, "hide", luck)
        for name, field in self.fields.items():
            if name in ("rng", "number") or self.is_unknown(name, field, state, seat):
                continue
            if field.zone_of:
                self.compare_zone(name, field, state, hidden, players, seat)
            elif field.zone_of is None and self.is_declared:
                _compare_numbers(name, field, state, hidden, seat)

    def compare_zone(
        self, name: str, field: Any, state: Any, hidden: Any, players: int, seat: int
    ) -> None:
        """Check that a zone keeps the cards that a seat sees, and everywhere their number."""
        was, now = np.asarray(state[name]), np.asarray(hidden[name])
        if field.seen_by == "all":
            known = f"it changes state.{name}, which everybody knows"
            promise(np.array_equal(was, now), "hide", known)
            return
        bits = np.asarray(state[field.shown_to] if field.shown_to else 0) >> seat & 1
        is_shown, held = bool(bits.any()), (was, now)
        if bits.shape == was[..., :-1].shape:  # of each card that was shown to the seat
            held = was[..., :-1], now[..., :-1]
        content = f"it changes the content of state.{name}"
        promise(
            not is_shown or np.array_equal(held[0][bits == 1], held[1][bits == 1]),
            "hide",
            f"{content}, which seat {seat + 1} has been shown",
        )
        promise(
            np.array_equal(was[..., -1], now[..., -1]),
            "hide",
            f"it changes how many cards are in state.{name}, which everybody sees",
        )
        promise(
            field.seen_by != "owner" or np.array_equal(was[seat], now[seat]),
            "hide",
            f"{content} of the looking seat, which that seat knows",
        )
        if not is_shown:
            self.note(name, field, state, hidden, players, seat)

    def is_unknown(self, name: str, field: Any, state: Any, seat: int) -> bool:
        """Return whether a field holds something that a seat cannot know, although it is declared
        as visible to all.

        What others knew of a number that only its seat knows is also unknown, and so is the
        progress of another seat that decides in secret.
        """
        of = self.fields.get(name.removesuffix("_shown"), field)
        if field.is_secret or (of.is_secret and (of.seen_by != "all" or of.is_inferred)):
            return True
        is_course = name == "phase" or not field.is_shown
        return (
            is_course and bool(self.rules.is_secret(self.cards, state)) and int(state.seat) != seat
        )

    def note(self, name: str, field: Any, state: Any, hidden: Any, players: int, seat: int) -> None:
        """Count how often cards that a seat cannot know, and that could differ, are identical to
        the true ones.
        """
        parts: list[tuple[int, ...]] = [()]
        if field.seen_by == "owner":
            parts = [(other,) for other in range(players) if other != seat]
        unseen = self.unseen(state, field.zone_of, seat)
        for part in parts:
            was, now = np.asarray(state[name])[part], np.asarray(hidden[name])[part]
            cards = was[..., : was.shape[-1] - 1].ravel()
            cards = cards[cards >= 0]
            if len(cards) == 0 or len(set(unseen)) < 4:
                continue
            counts = self.tries.setdefault((name, players, seat, part), [0, 0])
            counts[0] += 1
            counts[1] += bool(np.array_equal(was, now))
            if counts[0] >= TRIES and counts[1] == counts[0]:
                whose = "".join(f" of seat {other + 1}" for other in part)
                raise Breach(
                    "hide",
                    f"it never changes state.{name}{whose}, which seat {seat + 1} cannot know",
                )

    def unseen(self, state: Any, kind: str, seat: int) -> list[int]:
        """List the cards of a kind that a seat cannot see, according to the declared zones."""
        seats = list[int]()
        for name, field in self.fields.items():
            if field.zone_of == kind and field.seen_by != "all":
                whole = np.array(state[name])
                if field.seen_by == "owner":
                    whole = np.delete(whole, seat, axis=0)
                seats += [int(card) for card in whole[..., :-1].ravel() if card >= 0]
        return seats


def texts_of(ends: Sequence[str]) -> str:
    """Check that every end has a text."""
    if len(ends) > 1:
        return (
            f"`ends` has texts for {', '.join(map(str, range(len(ends) - 1)))} and {len(ends) - 1}"
        )
    return "`ends` has a text for 0 alone"


def where(rules: Any, breach: Breach) -> tuple[str, int, str]:
    """Find the file, the line and the name of the function at fault; for generated ones, the file
    of the rules.
    """
    verbs = rules.own_verbs() if hasattr(rules, "own_verbs") else None
    function = getattr(rules, breach.verb, None) if verbs is None else verbs.get(breach.verb)
    code = breach.code or getattr(getattr(function, "py_func", function), "__code__", None)
    if code:
        return (code.co_filename, code.co_firstlineno, code.co_name)
    return (str(getattr(rules, "__file__", "")), 1, breach.verb)


def tried(trial: Trial, counts: Sequence[int], games: int) -> Iterator[tuple[int, int]]:
    """Play games with each number of players; before each, yield the number of players and the
    game's number. Raises Breach, or any exception from the rules.
    """
    for number in range(games):
        for players in counts:
            yield players, number
            trial.play(players, number)
