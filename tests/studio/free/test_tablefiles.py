"""A free table that was saved goes on as it lay; a file that is none is refused in words."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from studio.free.free import FreeTable
from studio.free.tablefiles import Session, read_session, write_session
from studio.protocol.actions import SPECTATOR, LookAt, Move, Shuffle
from tests.studio.free.test_free import SETUP, game_with, place


@pytest.fixture
def session(tmp_path: Path) -> Session:
    session = Session.begun(
        FreeTable.laid(game_with(tmp_path, setup=SETUP), 3, Random(1), Random(2))
    )
    table = session.table
    for number, action in enumerate(
        [
            Move(0, place(table, "hand", 0).pieces[0].id, 0, 12.5, 30.0),
            LookAt(1, place(table, "deck").key, 2),
        ]
    ):
        table.act(action)
        session.tape.add(table, action.seat, 20 * number)
    return session


@pytest.fixture
def table(session: Session) -> FreeTable:
    return session.table


def told(table: FreeTable, viewer: int) -> Any:
    """What a viewer sees but for ids and what is looked at: both are of one evening."""
    view = table.view(viewer)
    return (
        view.tallies,
        view.dice,
        view.journal,
        [
            (
                one.key,
                one.name,
                one.count,
                one.x,
                one.y,
                [(piece.face, piece.is_own) for piece in one.pieces],
            )
            for one in view.places
        ],
    )


def test_a_table_goes_on_as_it_lay_with_other_ids(session: Session, table: FreeTable) -> None:
    content = write_session(session)
    read = read_session(content)
    again = read.table
    for viewer in (0, 1, 2, SPECTATOR):
        assert told(again, viewer) == told(table, viewer)
    assert place(again, "deck", viewer=1).pieces[0].face
    assert set(again.state.ids[0]).isdisjoint(table.state.ids[0])
    assert (read.tape.steps, read.tape.seconds) == (session.tape.steps, 20)
    assert write_session(read) == content
    again.act(Shuffle(0, place(again, "deck").key))
    again.act(Move(0, place(again, "hand", 0).pieces[0].id, 0))


def change(path: str, value: Any) -> Callable[[Any], None]:
    def do(data: Any) -> None:
        *way, last = [int(part) if part.isdigit() else part for part in path.split("/")]
        for part in way:
            data = data[part]
        data[last] = value

    return do


@pytest.mark.parametrize(
    ("path", "value", "why"),
    [
        ("format", 2, "version"),
        ("players", 99, "players"),
        ("players", "3", "players"),
        ("turn", 3, "turn"),
        ("places/0/pieces", [], "no place"),
        ("places/0/pieces/0", 10**9, "no place"),
        ("places/0/pieces/0", -1, "no place"),
        ("places/1/key", 1, "share a key"),
        ("places/0/key", 0, "share a key"),
        ("places/0/seat", 7, "no seat"),
        ("places/0/side", "edge", "side"),
        ("places/0/x", float("nan"), "off the mat"),
        ("places/0/y", 1e9, "off the mat"),
        ("pieces/0/look", 99, "has no face"),
        ("pieces/0/turn", 45, "impossible angle"),
        ("pieces/0/known", [55], "knows"),
        ("looks/0/width", float("inf"), "size"),
        ("looks/0/height", -3.0, "size"),
        ("tallies/0/owner", 9, "counter"),
        ("dice/0/values", [99], "dice"),
        ("dice/0/faces", 0, "dice"),
        ("more", 1, "more"),
        ("seen", [99], "seen"),
        ("start/places/0/pieces", [], "beginning"),
        ("start/turn", 9, "beginning"),
        ("start/sides/0/0", 5, "true or false"),
        ("start/dice/0/values", [99], "beginning"),
        ("steps/0/places/0/added", [99], "a step"),
        ("steps/0/places/1/x", float("nan"), "a step"),
        ("steps/0/turn", 9, "a step"),
        ("steps/0/places/0/removed", 0, "a different result"),
        ("steps/0/sides", [[99, True, 0, 0]], "no piece 99"),
        ("steps/0/dice", [["pips", -1, [1]]], "no dice"),
        ("steps", [], "a different result"),
    ],
)
def test_what_is_no_table_is_refused(session: Session, path: str, value: Any, why: str) -> None:
    data = json.loads(write_session(session))
    change(path, value)(data)
    with pytest.raises(ValueError, match=why):
        read_session(json.dumps(data).encode())


def test_a_table_of_an_earlier_version_goes_on_without_its_steps(session: Session) -> None:
    data = json.loads(write_session(session))
    for word in ("seen", "is_over", "start", "steps"):
        del data[word]
    read = read_session(json.dumps(data).encode())
    assert (len(read.tape.steps), read.is_over, told(read.table, 0)) == (
        0,
        False,
        told(session.table, 0),
    )


@pytest.mark.parametrize("content", [b"", b"[]", b"{", b"\xff", b"[" * 10**5, b'{"format": 1}'])
def test_other_files_are_refused(content: bytes) -> None:
    with pytest.raises(ValueError, match="not a saved table"):
        read_session(content)
