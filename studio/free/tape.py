"""The actions at a free table, step by step: to replay them, and to count what happened to its
cards.

In: a table after each action. Out: `Step` values, the table after a number of steps, and counts by
card. Knows no files, no page and no clock: the caller says when each step was made.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, pairwise
from statistics import median

from rules_check.log.plays import CardCount
from studio.free.free import (
    MOST_LINES,
    Dice,
    FreeTable,
    Line,
    Piece,
    Place,
    State,
    copies_of,
    in_hands,
)
from studio.protocol.actions import SPECTATOR, TABLE, SeenPiece, TableView

MOST_STEPS = 10_000
"""The number of steps that a tape keeps; a longer session keeps the last ones."""
LONGEST_PAUSE_S = 300
"""The largest number of seconds between two steps that counts as play; of a longer pause, only this
much counts.
"""
_SILENCE = Line("", "", [])
"""The line of a journal without lines."""


@dataclass(frozen=True)
class Splice:
    """A change to a place: from index `start` on, `removed` pieces were replaced by `added`.

    `name` is that of a new place; one without a name is on the mat. `x`, `y` and `is_spread` are
    None if unchanged. `is_gone` means that the place no longer exists.
    """

    place: int
    start: int = 0
    removed: int = 0
    added: list[int] = field(default_factory=list)
    x: float | None = None
    y: float | None = None
    is_spread: bool | None = None
    name: str = ""
    is_gone: bool = False


@dataclass(frozen=True)
class Step:
    """What one action changed. `at_s` is its time in seconds since the table was laid.

    `sides` has the pieces that were turned or marked: which one, whether it is face up, its
    rotation in degrees, its counters. Tallies and dice are by name and owner, -1 for the table's
    own. `turn` is -1 if unchanged.
    """

    at_s: int
    seat: int
    words: str = ""
    places: list[Splice] = field(default_factory=list)
    sides: list[tuple[int, bool, int, int]] = field(default_factory=list)
    tallies: list[tuple[str, int, int]] = field(default_factory=list)
    dice: list[tuple[str, int, list[int]]] = field(default_factory=list)
    turn: int = -1


@dataclass
class Scene:
    """The state of a table: its pieces as in `Step.sides`, its places, tallies and dice."""

    pieces: list[tuple[bool, int, int]]
    places: dict[int, Place]
    tallies: dict[tuple[str, int], int]
    dice: dict[tuple[str, int], Dice]
    turn: int

    @classmethod
    def of(cls, state: State) -> Scene:
        """Copy the contents of a table."""
        return cls(
            [(piece.is_up, piece.turn, piece.marks) for piece in state.pieces],
            copies_of(state.places),
            dict(state.tallies),
            copies_of(state.dice),
            state.turn,
        )

    def copied(self) -> Scene:
        """Return a scene that can be changed independently."""
        return Scene(
            list(self.pieces),
            copies_of(self.places),
            dict(self.tallies),
            copies_of(self.dice),
            self.turn,
        )

    def go(self, step: Step) -> None:
        """Apply the change that a step describes. Raises ValueError if the step does not fit."""
        for splice in step.places:
            self._splice(splice)
        for number, *side in step.sides:
            if not 0 <= number <= len(self.pieces):
                raise ValueError(f"there is no piece {number}")
            self.pieces[number : number + 1] = [(bool(side[0]), side[1], side[2])]
        for name, owner, value in step.tallies:
            self.tallies[name, owner] = value
        for name, owner, values in step.dice:
            if (name, owner) not in self.dice:
                raise ValueError(f"there are no dice {name!r}")
            self.dice[name, owner].values = list(values)
        if step.turn >= 0:
            self.turn = step.turn

    def _splice(self, splice: Splice) -> None:
        key = splice.place
        new = Place(key, splice.name, TABLE, False, False, "as it is")
        place = self.places.setdefault(key, new)
        place.pieces[splice.start : splice.start + splice.removed] = splice.added
        place.x = place.x if splice.x is None else splice.x
        place.y = place.y if splice.y is None else splice.y
        place.is_spread = place.is_spread if splice.is_spread is None else splice.is_spread
        if splice.is_gone:
            del self.places[key]


class Tape:
    """The steps of a session, from a scene on."""

    def __init__(self, start: Scene, steps: Iterable[Step] = ()) -> None:
        """Raises ValueError if steps do not follow from the scene."""
        self.start, self.steps = start, deque(steps)
        self._now = self.scene_at(len(self.steps))
        self._line = _SILENCE

    def scene_at(self, count: int) -> Scene:
        """Return the table after this number of steps."""
        scene = self.start.copied()
        for step in islice(self.steps, count):
            scene.go(step)
        return scene

    def time_of(self, count: int) -> int:
        """Return when the last of this number of steps was made, as `Step.at_s`."""
        return self.steps[count - 1].at_s if count else 0

    def add(self, table: FreeTable, seat: int, at_s: int) -> None:
        """Record what a seat has just done; an action that changes nothing and adds no line is not
        a step.
        """
        now, before = Scene.of(table.state), self._now
        line = table.journal[-1] if table.journal else _SILENCE
        words = "" if line is self._line else line.open_words
        places = list[Splice]()
        for key, place in before.places.items():
            if key not in now.places:
                places.append(Splice(key, 0, len(place.pieces), is_gone=True))
        for key, place in now.places.items():
            if before.places.get(key) != place:
                places.append(_spliced(before.places.get(key), place))
        sides = list[tuple[int, bool, int, int]]()
        for number, side in enumerate(now.pieces):
            if before.pieces[number : number + 1] != [side]:
                sides.append((number, *side))
        tallies = list[tuple[str, int, int]]()
        for (name, owner), tally in now.tallies.items():
            if before.tallies[name, owner] != tally:
                tallies.append((name, owner, tally))
        dice = list[tuple[str, int, list[int]]]()
        for (name, owner), die in now.dice.items():
            if before.dice[name, owner] != die:
                dice.append((name, owner, die.values))
        turn = -1 if now.turn == before.turn else now.turn
        step = Step(at_s, seat, words, places, sides, tallies, dice, turn)
        self._now, self._line = now, line
        if step == Step(at_s, seat):
            return
        self.steps.append(step)
        if len(self.steps) > MOST_STEPS:
            self.start.go(self.steps.popleft())

    # ------------------------------------------------------------------------------ what came of it

    @property
    def seconds(self) -> int:
        """How long people played, without long pauses, in seconds."""
        return sum(self._gaps)

    @property
    def _gaps(self) -> list[int]:
        times = [0, *(step.at_s for step in self.steps)]
        return [min(max(after - before, 0), LONGEST_PAUSE_S) for before, after in pairwise(times)]

    @property
    def turns(self) -> list[int]:
        """The seconds of each turn that was passed on; empty if no player passed one."""
        turns = [0]
        for gap, step in zip(self._gaps, self.steps, strict=True):
            turns[-1] += gap
            if step.turn >= 0:
                turns.append(0)
        return turns[:-1]

    @property
    def turn_seconds(self) -> int | None:
        """The usual length of a turn, in seconds: the median. None if no player passed the turn."""
        return round(median(self.turns)) if self.turns else None

    def counts(
        self, pieces: Sequence[Piece], seen: Collection[int], winners: Collection[int]
    ) -> list[CardCount]:
        """Count for each card how many of its copies a player saw, drew, played from a hand and
        held at the end.

        If any piece was ever in a hand, pieces whose look never was, such as mats, are left out.
        """
        scene = self.start.copied()
        hands = in_hands(scene.places.values())
        drawn, played, won = set(hands), set[int](), set[int]()
        for step in self.steps:
            scene.go(step)
            before, hands = hands, in_hands(scene.places.values())
            drawn |= hands.keys()
            for number in before.keys() - hands.keys():
                is_up, *_ = scene.pieces[number]
                if is_up:
                    played.add(number)
                    if before[number] in winners:
                        won.add(number)
        looks = {pieces[number].look for number in drawn}
        faced = []
        for number, piece in enumerate(pieces):
            if piece.has_face and (not looks or piece.look in looks):
                faced.append(number)
        copies, *others = (
            Counter(pieces[number].card for number in numbers)
            for numbers in (faced, seen, drawn, played, won, hands)
        )
        return [
            CardCount(card, copies[card], *(counts[card] for counts in others))
            for card in sorted(copies)
        ]


class _Open(FreeTable):
    """A table at which spectators see everything, because the session is over."""

    def seers(self, number: int, place: Place) -> frozenset[int]:
        return self._all

    def _seen_piece(self, viewer: int, number: int, place: Place) -> SeenPiece:
        piece = super()._seen_piece(viewer, number, place)
        # in a hand it is face down only for others
        return replace(piece, is_own=piece.is_own and not place.is_hand)

    def _follows(self, viewer: int, number: int, place: Place) -> bool:
        return place.has_in_sight(number)


class Film:
    """A session being replayed step by step: with all cards open if it is over, otherwise as
    spectators saw it.
    """

    def __init__(self, table: FreeTable, tape: Tape, is_over: bool) -> None:
        sort: Callable[..., FreeTable] = _Open if is_over else FreeTable
        self.tape, self._table = tape, sort(table.players, table.looks)
        self._scene, self._step = tape.scene_at(0), 0
        self._table.surface = table.surface
        for piece in table.state.pieces:
            self._table.take_in(replace(piece, known=frozenset(), met=frozenset()))

    def __len__(self) -> int:
        return len(self.tape.steps)

    def at(self, step: int) -> TableView:
        """Show the table after this number of steps."""
        if step < self._step:
            self._scene, self._step = self.tape.scene_at(0), 0
        for step_passed in islice(self.tape.steps, self._step, step):
            self._scene.go(step_passed)
        self._step = step
        scene, state = self._scene, self._table.state
        pairs = list(zip(state.pieces, scene.pieces, strict=False))
        state.pieces[: len(pairs)] = [
            replace(piece, is_up=is_up, turn=turn, marks=marks)
            for piece, (is_up, turn, marks) in pairs
        ]
        state.places = scene.places
        state.tallies = scene.tallies
        state.dice = scene.dice
        state.turn = scene.turn
        words = [
            step_passed.words for step_passed in islice(self.tape.steps, step) if step_passed.words
        ]
        view = self._table.view(SPECTATOR)
        return replace(view, made=step, journal=words[-MOST_LINES:], can_retract=False)


def _spliced(before: Place | None, now: Place) -> Splice:
    """Return the change of a place."""
    old = before.pieces if before else []
    start = _alike(old, now.pieces)
    end = min(_alike(old[::-1], now.pieces[::-1]), len(old) - start, len(now.pieces) - start)
    added = now.pieces[start : len(now.pieces) - end]
    splice = Splice(now.key, start, len(old) - start - end, added, name="" if before else now.name)
    if before and _spot(before) == _spot(now):
        return splice
    return replace(splice, x=now.x, y=now.y, is_spread=now.is_spread)


def _spot(place: Place) -> tuple[float, float, bool]:
    return place.x, place.y, place.is_spread


def _alike(one: Sequence[int], other: Sequence[int]) -> int:
    """Count how many numbers two lists have in common at the beginning."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))
