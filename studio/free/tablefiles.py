"""The free table as a file, to continue on another day.

In: a session: a table and its tape. Out: JSON, for the server alone, since all secrets are in it;
and the session again, checked. Knows no folders and no page.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from itertools import chain

from generator.data.declaring import MOST_DICE, MOST_FACES
from generator.data.setting import MOST_PLAYERS
from studio.free.free import FULL, Dice, FreeTable, Line, Piece, Place, seen_dice, seen_tallies
from studio.free.tape import Scene, Splice, Step, Tape
from studio.protocol.actions import SPECTATOR, TABLE, Look, SeenDice, SeenTally
from studio.protocol.messages import BadMessage, fitting

FORMAT = 1
MOST_MM = 2000.0
"""The most that a piece may measure."""


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
class KeptScene:
    """The table before the first step; its pieces are the first of the table's pieces."""

    sides: list[tuple[bool, int, int]]
    places: list[Place]
    tallies: list[SeenTally]
    dice: list[SeenDice]
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
    places: list[Place]
    tallies: list[SeenTally]
    dice: list[SeenDice]
    journal: list[Line]
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
        list(state.places.values()),
        seen_tallies(state.tallies),
        seen_dice(state.dice),
        table.journal,
        sorted(table.seen),
        session.is_over,
        KeptScene(
            start.pieces,
            list(start.places.values()),
            seen_tallies(start.tallies),
            seen_dice(start.dice),
            start.turn,
        ),
    )
    parts = {**asdict(kept), "steps": list(map(_slim, session.tape.steps))}
    return (
        "{\n" + ",\n".join(f'"{name}": {_lines(value)}' for name, value in parts.items()) + "\n}\n"
    ).encode()


def _slim(step: Step) -> dict[str, object]:
    """Convert a step to plain data, without default values."""
    values: dict[str, object] = {"at_s": step.at_s, "seat": step.seat}
    values |= _differing(step, Step(step.at_s, step.seat))
    if step.places:
        values["places"] = [
            {"place": place.place} | _differing(place, Splice(place.place)) for place in step.places
        ]
    return values


def _differing(part: Step | Splice, bare: Step | Splice) -> dict[str, object]:
    """Return the fields of a part that differ from those of a bare one."""
    usual = vars(bare)
    return {name: value for name, value in vars(part).items() if value != usual[name]}


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
    table.journal = kept.journal
    table.seen = set(kept.seen)
    table.begin()
    return Session(table, _tape(kept, table), kept.is_over)


def _places(kept: Iterable[Place]) -> dict[int, Place]:
    return {place.key: place for place in kept}


def _tallies(kept: Iterable[SeenTally]) -> dict[tuple[str, int], int]:
    return {(tally.name, tally.owner): tally.value for tally in kept}


def _dice(kept: Iterable[SeenDice]) -> dict[tuple[str, int], Dice]:
    return {(die.name, die.owner): Dice(die.faces, die.values) for die in kept}


def _tape(kept: KeptTable, table: FreeTable) -> Tape:
    """Create the tape of a saved table. Raises ValueError if its steps do not lead to the table's
    current state.
    """
    if kept.start is None:
        return Tape(Scene.of(table.state))
    start = kept.start
    scene = Scene(
        start.sides, _places(start.places), _tallies(start.tallies), _dice(start.dice), start.turn
    )
    try:
        tape = Tape(scene, kept.steps)
    except (ValueError, KeyError) as fault:
        raise ValueError(f"this is not a saved table: {fault}") from None
    if tape.scene_at(len(kept.steps)) != Scene.of(table.state):
        raise ValueError("this is not a saved table: its steps lead to a different result")
    return tape


def _check(kept: KeptTable) -> None:
    """Raise ValueError if a table is inconsistent."""
    looks, pieces = range(len(kept.looks)), range(len(kept.pieces))
    sizes = chain.from_iterable((look.width, look.height) for look in kept.looks)
    viewers = {*range(min(kept.players, MOST_PLAYERS)), SPECTATOR}
    checks = {
        "it was written in another version of the format": kept.format == FORMAT,
        f"expected 1 to {MOST_PLAYERS} players, found {kept.players}": (
            1 <= kept.players <= MOST_PLAYERS
        ),
        **_checks(kept, len(kept.pieces), kept.players),
        "a piece has no face": all(piece.look in looks for piece in kept.pieces),
        "a piece is turned by an impossible angle": (
            {piece.turn for piece in kept.pieces} <= {0, 90, 180, 270}
        ),
        "a seat knows a piece that does not exist": (
            viewers.issuperset(chain.from_iterable(piece.known for piece in kept.pieces))
        ),
        "a face has no size": all(0 < size <= MOST_MM for size in sizes),
        "an unknown piece was seen": all(number in pieces for number in kept.seen),
        "a step is not valid": all(_is_step(step, kept) for step in kept.steps),
    }
    if kept.start:
        start = _checks(kept.start, len(kept.start.sides), kept.players)
        checks["its beginning is not valid"] = all(start.values())
    for words, is_right in checks.items():
        if not is_right:
            raise ValueError(f"this is not a saved table: {words}")


def _checks(table: KeptTable | KeptScene, pieces: int, players: int) -> dict[str, bool]:
    """Check what a table and its beginning have alike; by what is wrong if it is not so."""
    places, owners = table.places, range(TABLE, players)
    keys = [place.key for place in places]
    lying = sorted(chain.from_iterable(place.pieces for place in places))
    return {
        "a piece is in no place, or in two places": lying == list(range(pieces)),
        "two places share a key": len(set(keys)) == len(keys) and min(keys, default=1) > 0,
        "a place belongs to no seat": all(place.seat in owners for place in places),
        "a place is off the mat": all(_are_on_mat(place.x, place.y) for place in places),
        "a counter belongs to no seat": all(tally.owner in owners for tally in table.tallies),
        "it names dice that do not exist": (
            all(_are_dice(die) and die.owner in owners for die in table.dice)
        ),
        "it is no player's turn": table.turn in range(players),
    }


def _is_step(step: Step, kept: KeptTable) -> bool:
    pieces = {*range(len(kept.pieces))}
    for place in step.places:
        is_change = min(place.place - 1, place.start, place.removed) >= 0
        is_on_mat = _are_on_mat(place.x or 0.0, place.y or 0.0)
        if not (is_change and is_on_mat and pieces.issuperset(place.added)):
            return False
    return step.turn in range(-1, kept.players)


def _are_on_mat(x: float, y: float) -> bool:
    return 0 <= x <= FULL and 0 <= y <= FULL


def _are_dice(dice: SeenDice) -> bool:
    is_pool = 2 <= dice.faces <= MOST_FACES and len(dice.values) <= MOST_DICE
    return is_pool and 0 <= min(dice.values, default=0) <= max(dice.values, default=0) <= dice.faces
