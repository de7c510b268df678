"""The free table as a file, to go on another day.

In: a table. Out: JSON, for the server alone, since all secrets are in it; and a table again, checked.
Knows no folders and no page.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from itertools import chain
from math import isfinite

from generator.data.declaring import MOST_DICE, MOST_FACES
from generator.data.setting import MOST_PLAYERS
from studio.free.free import FULL, Dice, FreeTable, Line, Piece, Place
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


def write_table(table: FreeTable) -> bytes:
    """Write a table; `read_table` reads it back. Nobody's ids are in it."""
    state = table.state
    kept = KeptTable(
        FORMAT,
        table.players,
        state.turn,
        table.made,
        table.surface,
        table.looks,
        [
            KeptPiece(one.card, one.title, one.look, one.has_face, one.is_up, one.turn, one.marks, sorted(one.known))
            for one in state.pieces
        ],
        [
            KeptPlace(one.key, one.name, _number(one.seat), one.is_hand, one.is_spread, one.side, one.x, one.y, list(one.pieces))
            for one in state.places.values()
        ],
        [KeptTally(name, _number(owner), value) for (name, owner), value in state.tallies.items()],
        [KeptDice(name, _number(owner), one.faces, one.values) for (name, owner), one in state.dice.items()],
        [KeptLine(one.words, one.open_words, sorted(one.knowers)) for one in table.journal],
    )
    return json.dumps(asdict(kept), ensure_ascii=False, indent=1).encode()


def read_table(content: bytes) -> FreeTable:
    """Read a table that was saved. Raises ValueError if it is none."""
    try:
        kept: KeptTable = fitting(KeptTable, json.loads(content), "table")
    except (BadMessage, RecursionError, UnicodeDecodeError, json.JSONDecodeError) as fault:
        raise ValueError(f"it is no saved table: {fault}") from None
    _check(kept)
    table = FreeTable(kept.players, kept.looks)
    table.made, table.surface, state = kept.made, kept.surface, table.state
    for place in kept.places:
        seat = _seat(place.seat)
        state.places[place.key] = Place(
            place.key, place.name, seat, place.is_hand, place.is_spread, place.side, place.x, place.y, place.pieces
        )
    for piece in kept.pieces:
        table.take_in(
            Piece(piece.card, piece.title, piece.look, piece.has_face, piece.is_up, piece.turn, piece.marks, frozenset(piece.known))
        )
    state.next_key = 1 + max((place.key for place in kept.places), default=0)
    state.turn = kept.turn
    state.tallies = {(one.name, _seat(one.owner)): one.value for one in kept.tallies}
    state.dice = {(one.name, _seat(one.owner)): Dice(one.faces, one.values) for one in kept.dice}
    table.journal = [Line(one.words, one.open_words, frozenset(one.knowers)) for one in kept.journal]
    table.begin()
    return table


def _number(seat: int | None) -> int:
    return -1 if seat is None else seat


def _seat(number: int) -> int | None:
    return None if number == -1 else number


def _check(kept: KeptTable) -> None:
    """Raise ValueError if a table does not hold together."""
    seats = range(kept.players)
    owners = (-1, *seats)
    lying = sorted(chain.from_iterable(place.pieces for place in kept.places))
    keys = [place.key for place in kept.places]
    tests = {
        "it is of another version": kept.format == FORMAT,
        f"expected 1 to {MOST_PLAYERS} players, found {kept.players}": 1 <= kept.players <= MOST_PLAYERS,
        "a piece lies at no place, or at two": lying == list(range(len(kept.pieces))),
        "two places have one key": len(set(keys)) == len(keys) and all(key > 0 for key in keys),
        "a place is of no seat": all(place.seat in owners for place in kept.places),
        "a place is off the mat": all(_is_on_mat(place.x) and _is_on_mat(place.y) for place in kept.places),
        "a piece looks like nothing": all(0 <= piece.look < len(kept.looks) for piece in kept.pieces),
        "a piece is turned oddly": all(piece.turn in (0, 90, 180, 270) for piece in kept.pieces),
        "a seat knows a piece that is none": all(set(piece.known) <= {*seats, SPECTATOR} for piece in kept.pieces),
        "a look has no size": all(_is_size(look.width) and _is_size(look.height) for look in kept.looks),
        "a counter is of no seat": all(one.owner in owners for one in kept.tallies),
        "dice are none": all(_are_dice(one) and one.owner in owners for one in kept.dice),
        "it is nobody's turn": kept.turn in seats,
    }
    for words, holds in tests.items():
        if not holds:
            raise ValueError(f"it is no saved table: {words}")


def _is_on_mat(number: float) -> bool:
    return isfinite(number) and 0 <= number <= FULL


def _is_size(number: float) -> bool:
    return isfinite(number) and 0 < number <= 2000


def _are_dice(dice: KeptDice) -> bool:
    is_pool = 2 <= dice.faces <= MOST_FACES and len(dice.values) <= MOST_DICE
    return is_pool and all(0 <= value <= dice.faces for value in dice.values)
