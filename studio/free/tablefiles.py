"""The free table as a file, to continue on another day.

In: a session: a table and its tape. Out: JSON, for the server alone, since all secrets are in it;
and the session again, checked. Knows no folders and no page.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from itertools import chain
from math import isfinite

from generator.data.declaring import MOST_DICE, MOST_FACES
from generator.data.setting import MOST_PLAYERS
from studio.free.free import FULL, Dice, FreeTable, Line, Piece, Place
from studio.free.tape import Scene, Splice, Step, Tape
from studio.protocol.actions import SPECTATOR, Look, Side
from studio.protocol.messages import BadMessage, fitting

FORMAT = 1


@dataclass(frozen=True)
class KeptPiece:
    """A piece as it is saved."""

    card: str
    title: str
    look: int
    has_face: bool
    is_up: bool
    turn: int
    marks: int
    known: list[int]


@dataclass(frozen=True)
class KeptPlace:
    """A place as it is saved; `seat` is -1 for the table's own."""

    key: int
    name: str
    seat: int
    is_hand: bool
    is_spread: bool
    side: Side
    x: float
    y: float
    pieces: list[int]


@dataclass(frozen=True)
class KeptTally:
    """A counter as it is saved."""

    name: str
    owner: int
    value: int


@dataclass(frozen=True)
class KeptDice:
    """Dice as they are saved."""

    name: str
    owner: int
    faces: int
    values: list[int]


@dataclass(frozen=True)
class KeptLine:
    """A line of the journal as it is saved."""

    words: str
    open_words: str
    knowers: list[int]


@dataclass(frozen=True)
class KeptScene:
    """The table before the first step; its pieces are the first of the table's pieces."""

    sides: list[tuple[bool, int, int]]
    places: list[KeptPlace]
    tallies: list[KeptTally]
    dice: list[KeptDice]
    turn: int


@dataclass(frozen=True)
class KeptTable:
    """A whole table as it is saved."""

    format: int
    players: int
    turn: int
    made: int
    surface: str
    looks: list[Look]
    pieces: list[KeptPiece]
    places: list[KeptPlace]
    tallies: list[KeptTally]
    dice: list[KeptDice]
    journal: list[KeptLine]
    seen: list[int] = field(default_factory=list)
    is_over: bool = False
    start: KeptScene | None = None
    steps: list[Step] = field(default_factory=list)


@dataclass
class Session:
    """A table with the record of its actions."""

    table: FreeTable
    tape: Tape
    is_over: bool = False

    @classmethod
    def begun(cls, table: FreeTable) -> Session:
        """Begin a session with the current table."""
        return cls(table, Tape(Scene.of(table.state)))


def write_session(session: Session) -> bytes:
    """Write a session, which `read_session` reads. It contains no viewer's ids."""
    table, start = session.table, session.tape.start
    state = table.state
    kept = KeptTable(
        FORMAT,
        table.players,
        state.turn,
        table.made,
        table.surface,
        table.looks,
        [
            KeptPiece(
                piece.card,
                piece.title,
                piece.look,
                piece.has_face,
                piece.is_up,
                piece.turn,
                piece.marks,
                sorted(piece.known),
            )
            for piece in state.pieces
        ],
        _kept_places(state.places.values()),
        _kept_tallies(state.tallies),
        _kept_dice(state.dice),
        [KeptLine(one.words, one.open_words, sorted(one.knowers)) for one in table.journal],
        sorted(table.seen),
        session.is_over,
        KeptScene(
            start.pieces,
            _kept_places(start.places.values()),
            _kept_tallies(start.tallies),
            _kept_dice(start.dice),
            start.turn,
        ),
    )
    parts = {**asdict(kept), "steps": [_slim(step) for step in session.tape.steps]}
    return (
        "{\n" + ",\n".join(f'"{name}": {_lines(value)}' for name, value in parts.items()) + "\n}\n"
    ).encode()


def _kept_places(places: Iterable[Place]) -> list[KeptPlace]:
    return [
        KeptPlace(
            place.key,
            place.name,
            _number(place.seat),
            place.is_hand,
            place.is_spread,
            place.side,
            place.x,
            place.y,
            list(place.pieces),
        )
        for place in places
    ]


def _kept_tallies(tallies: Mapping[tuple[str, int | None], int]) -> list[KeptTally]:
    return [KeptTally(name, _number(owner), value) for (name, owner), value in tallies.items()]


def _kept_dice(dice: Mapping[tuple[str, int | None], Dice]) -> list[KeptDice]:
    return [
        KeptDice(name, _number(owner), die.faces, die.values) for (name, owner), die in dice.items()
    ]


def _slim(step: Step) -> dict[str, object]:
    """Convert a step to plain data, without default values."""
    values = {name: value for name, value in vars(step).items() if value not in ("", [], -1)}
    if step.places:
        bare = vars(Splice(0))
        values["places"] = [
            {
                name: value
                for name, value in vars(place).items()
                if name == "place" or value != bare[name]
            }
            for place in step.places
        ]
    return {**values, "at_s": step.at_s, "seat": step.seat}


def _lines(value: object) -> str:
    """Write a value as JSON; for a list, one entry per line."""
    if isinstance(value, list) and value:
        return "[\n" + ",\n".join(map(_json, value)) + "\n]"
    return _json(value)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def read_session(content: bytes) -> Session:
    """Read a session that was saved. Raises ValueError if the content is not one."""
    try:
        kept: KeptTable = fitting(KeptTable, json.loads(content), "table")
    except (BadMessage, RecursionError, UnicodeDecodeError, json.JSONDecodeError) as fault:
        raise ValueError(f"this is not a saved table: {fault}") from None
    _check(kept)
    table = FreeTable(kept.players, kept.looks)
    table.made, table.surface, state = kept.made, kept.surface, table.state
    state.places = _places(kept.places)
    for piece in kept.pieces:
        table.take_in(
            Piece(
                piece.card,
                piece.title,
                piece.look,
                piece.has_face,
                piece.is_up,
                piece.turn,
                piece.marks,
                frozenset(piece.known),
            )
        )
    state.next_key = 1 + max((place.key for place in kept.places), default=0)
    state.turn = kept.turn
    state.tallies = _tallies(kept.tallies)
    state.dice = _dice(kept.dice)
    table.journal = [
        Line(one.words, one.open_words, frozenset(one.knowers)) for one in kept.journal
    ]
    table.seen = set(kept.seen)
    table.begin()
    return Session(table, _tape(kept, table), kept.is_over)


def _places(kept: Iterable[KeptPlace]) -> dict[int, Place]:
    return {
        one.key: Place(
            one.key,
            one.name,
            _seat(one.seat),
            one.is_hand,
            one.is_spread,
            one.side,
            one.x,
            one.y,
            list(one.pieces),
        )
        for one in kept
    }


def _tallies(kept: Iterable[KeptTally]) -> dict[tuple[str, int | None], int]:
    return {(one.name, _seat(one.owner)): one.value for one in kept}


def _dice(kept: Iterable[KeptDice]) -> dict[tuple[str, int | None], Dice]:
    return {(one.name, _seat(one.owner)): Dice(one.faces, list(one.values)) for one in kept}


def _tape(kept: KeptTable, table: FreeTable) -> Tape:
    """Create the tape of a saved table. Raises ValueError if its steps do not lead to the table's
    current state.
    """
    if kept.start is None:
        return Tape(Scene.of(table.state))
    start = kept.start
    scene = Scene(
        list(start.sides),
        _places(start.places),
        _tallies(start.tallies),
        _dice(start.dice),
        start.turn,
    )
    try:
        tape = Tape(scene, kept.steps)
    except (ValueError, KeyError) as fault:
        raise ValueError(f"this is not a saved table: {fault}") from None
    if tape.scene_at(len(kept.steps)) != Scene.of(table.state):
        raise ValueError("this is not a saved table: its steps lead to a different result")
    return tape


def _number(seat: int | None) -> int:
    return -1 if seat is None else seat


def _seat(number: int) -> int | None:
    return None if number == -1 else number


def _check(kept: KeptTable) -> None:
    """Raise ValueError if a table is inconsistent."""
    seats = range(kept.players)
    owners = (-1, *seats)
    lying = sorted(chain.from_iterable(place.pieces for place in kept.places))
    keys = [place.key for place in kept.places]
    tests = {
        "it was written in another version of the format": kept.format == FORMAT,
        f"expected 1 to {MOST_PLAYERS} players, found {kept.players}": 1
        <= kept.players
        <= MOST_PLAYERS,
        "a piece is in no place, or in two places": lying == list(range(len(kept.pieces))),
        "two places share a key": len(set(keys)) == len(keys) and all(key > 0 for key in keys),
        "a place belongs to no seat": all(place.seat in owners for place in kept.places),
        "a place is off the mat": all(
            _is_on_mat(place.x) and _is_on_mat(place.y) for place in kept.places
        ),
        "a piece has no face": all(0 <= piece.look < len(kept.looks) for piece in kept.pieces),
        "a piece is turned by an impossible angle": all(
            piece.turn in (0, 90, 180, 270) for piece in kept.pieces
        ),
        "a seat knows a piece that does not exist": all(
            set(piece.known) <= {*seats, SPECTATOR} for piece in kept.pieces
        ),
        "a face has no size": all(
            _is_size(look.width) and _is_size(look.height) for look in kept.looks
        ),
        "a counter belongs to no seat": all(tally.owner in owners for tally in kept.tallies),
        "it names dice that do not exist": all(
            _are_dice(die) and die.owner in owners for die in kept.dice
        ),
        "it is no player's turn": kept.turn in seats,
        "an unknown piece was seen": all(0 <= one < len(kept.pieces) for one in kept.seen),
        "its beginning is not valid": kept.start is None or _is_scene(kept.start, kept),
        "a step is not valid": all(_is_step(step, kept) for step in kept.steps),
    }
    for words, holds in tests.items():
        if not holds:
            raise ValueError(f"this is not a saved table: {words}")


def _is_scene(scene: KeptScene, kept: KeptTable) -> bool:
    lying = chain.from_iterable(place.pieces for place in scene.places)
    owners = (-1, *range(kept.players))
    return (
        sorted(lying) == list(range(len(scene.sides)))
        and all(place.key > 0 and place.seat in owners for place in scene.places)
        and all(_is_on_mat(place.x) and _is_on_mat(place.y) for place in scene.places)
        and all(_are_dice(die) and die.owner in owners for die in scene.dice)
        and scene.turn in range(kept.players)
    )


def _is_step(step: Step, kept: KeptTable) -> bool:
    spots = []
    for place in step.places:
        for number in (place.x, place.y):
            if number is not None:
                spots.append(number)
    added = chain.from_iterable(place.added for place in step.places)
    return (
        all(place.place > 0 and place.start >= 0 and place.removed >= 0 for place in step.places)
        and all(0 <= number < len(kept.pieces) for number in added)
        and all(map(_is_on_mat, spots))
        and step.turn in (-1, *range(kept.players))
    )


def _is_on_mat(number: float) -> bool:
    return isfinite(number) and 0 <= number <= FULL


def _is_size(number: float) -> bool:
    return isfinite(number) and 0 < number <= 2000


def _are_dice(dice: KeptDice) -> bool:
    is_pool = 2 <= dice.faces <= MOST_FACES and len(dice.values) <= MOST_DICE
    return is_pool and all(0 <= value <= dice.faces for value in dice.values)
