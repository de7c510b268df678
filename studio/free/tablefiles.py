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
from typing import NoReturn

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
        [KeptLine(line.words, line.open_words, sorted(line.knowers)) for line in table.journal],
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
    parts = {**asdict(kept), "steps": list(map(_slim, session.tape.steps))}
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
        Line(line.words, line.open_words, frozenset(line.knowers)) for line in kept.journal
    ]
    table.seen = set(kept.seen)
    table.begin()
    return Session(table, _tape(kept, table), kept.is_over)


def _places(kept: Iterable[KeptPlace]) -> dict[int, Place]:
    return {
        place.key: Place(
            place.key,
            place.name,
            _seat(place.seat),
            place.is_hand,
            place.is_spread,
            place.side,
            place.x,
            place.y,
            list(place.pieces),
        )
        for place in kept
    }


def _tallies(kept: Iterable[KeptTally]) -> dict[tuple[str, int | None], int]:
    return {(tally.name, _seat(tally.owner)): tally.value for tally in kept}


def _dice(kept: Iterable[KeptDice]) -> dict[tuple[str, int | None], Dice]:
    return {(die.name, _seat(die.owner)): Dice(die.faces, list(die.values)) for die in kept}


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
    if kept.format != FORMAT:
        _refuse("it was written in another version of the format")
    if not 1 <= kept.players <= MOST_PLAYERS:
        _refuse(f"expected 1 to {MOST_PLAYERS} players, found {kept.players}")
    _check_places(kept)
    _check_pieces(kept)
    if not all(tally.owner in owners for tally in kept.tallies):
        _refuse("a counter belongs to no seat")
    if not all(_are_dice(die) and die.owner in owners for die in kept.dice):
        _refuse("it names dice that do not exist")
    if kept.turn not in seats:
        _refuse("it is no player's turn")
    if not all(0 <= number < len(kept.pieces) for number in kept.seen):
        _refuse("an unknown piece was seen")
    if kept.start is not None and not _is_scene(kept.start, kept):
        _refuse("its beginning is not valid")
    if not all(_is_step(step, kept) for step in kept.steps):
        _refuse("a step is not valid")


def _check_places(kept: KeptTable) -> None:
    lying = sorted(chain.from_iterable(place.pieces for place in kept.places))
    if lying != list(range(len(kept.pieces))):
        _refuse("a piece is in no place, or in two places")
    keys = [place.key for place in kept.places]
    if len(set(keys)) < len(keys) or min(keys, default=1) < 1:
        _refuse("two places share a key")
    for place in kept.places:
        if place.seat not in (-1, *range(kept.players)):
            _refuse("a place belongs to no seat")
        if not _is_on_mat(place.x) or not _is_on_mat(place.y):
            _refuse("a place is off the mat")


def _check_pieces(kept: KeptTable) -> None:
    for piece in kept.pieces:
        if not 0 <= piece.look < len(kept.looks):
            _refuse("a piece has no face")
        if piece.turn not in (0, 90, 180, 270):
            _refuse("a piece is turned by an impossible angle")
        if not set(piece.known) <= {*range(kept.players), SPECTATOR}:
            _refuse("a seat knows a piece that does not exist")
    for look in kept.looks:
        if not _is_size(look.width) or not _is_size(look.height):
            _refuse("a face has no size")


def _refuse(words: str) -> NoReturn:
    raise ValueError(f"this is not a saved table: {words}")


def _is_scene(scene: KeptScene, kept: KeptTable) -> bool:
    owners = (-1, *range(kept.players))
    for place in scene.places:
        if place.key < 1 or place.seat not in owners:
            return False
        if not _is_on_mat(place.x) or not _is_on_mat(place.y):
            return False
    lying = sorted(chain.from_iterable(place.pieces for place in scene.places))
    if lying != list(range(len(scene.sides))) or scene.turn not in range(kept.players):
        return False
    return all(_are_dice(die) and die.owner in owners for die in scene.dice)


def _is_step(step: Step, kept: KeptTable) -> bool:
    for place in step.places:
        if place.place < 1 or place.start < 0 or place.removed < 0:
            return False
        if not all(0 <= number < len(kept.pieces) for number in place.added):
            return False
        if not all(_is_on_mat(spot) for spot in (place.x, place.y) if spot is not None):
            return False
    return step.turn in (-1, *range(kept.players))


def _is_on_mat(number: float) -> bool:
    return isfinite(number) and 0 <= number <= FULL


def _is_size(number: float) -> bool:
    return isfinite(number) and 0 < number <= 2000


def _are_dice(dice: KeptDice) -> bool:
    is_pool = 2 <= dice.faces <= MOST_FACES and len(dice.values) <= MOST_DICE
    return is_pool and all(0 <= value <= dice.faces for value in dice.values)
