"""A free table that was saved goes on as it lay; a file that is none is refused in words."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from studio.free.free import FreeTable
from studio.free.tablefiles import read_table, write_table
from studio.protocol.actions import SPECTATOR, LookAt, Move, Shuffle
from tests.studio.free.test_free import SETUP, game_with, place


@pytest.fixture
def table(tmp_path: Path) -> FreeTable:
    table = FreeTable.laid(game_with(tmp_path, setup=SETUP), 3, Random(1), Random(2))
    table.act(Move(0, place(table, "hand", 0).pieces[0].id, 0, 12.5, 30.0))
    table.act(LookAt(1, place(table, "deck").key, 2))
    return table


def told(table: FreeTable, viewer: int) -> Any:
    """What a viewer sees but for ids and what is looked at: both are of one evening."""
    view = table.view(viewer)
    return (
        view.tallies,
        view.dice,
        view.journal,
        [(one.key, one.name, one.count, one.x, one.y, [(piece.face, piece.is_own) for piece in one.pieces]) for one in view.places],
    )


def test_a_table_goes_on_as_it_lay_with_other_ids(table: FreeTable) -> None:
    again = read_table(write_table(table))
    for viewer in (0, 1, 2, SPECTATOR):
        assert told(again, viewer) == told(table, viewer)
    assert place(again, "deck", viewer=1).pieces[0].face
    assert set(again.state.ids[0]).isdisjoint(table.state.ids[0])
    assert write_table(again) == write_table(table)
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
        ("places/1/key", 1, "one key"),
        ("places/0/key", 0, "one key"),
        ("places/0/seat", 7, "no seat"),
        ("places/0/side", "edge", "side"),
        ("places/0/x", float("nan"), "off the mat"),
        ("places/0/y", 1e9, "off the mat"),
        ("pieces/0/look", 99, "looks like"),
        ("pieces/0/turn", 45, "oddly"),
        ("pieces/0/known", [55], "knows"),
        ("looks/0/width", float("inf"), "size"),
        ("looks/0/height", -3.0, "size"),
        ("tallies/0/owner", 9, "counter"),
        ("dice/0/values", [99], "dice"),
        ("dice/0/faces", 0, "dice"),
        ("more", 1, "more"),
    ],
)
def test_what_is_no_table_is_refused(table: FreeTable, path: str, value: Any, why: str) -> None:
    data = json.loads(write_table(table))
    change(path, value)(data)
    with pytest.raises(ValueError, match=why):
        read_table(json.dumps(data).encode())


@pytest.mark.parametrize("content", [b"", b"[]", b"{", b"\xff", b"[" * 10**5, b'{"format": 1}'])
def test_other_files_are_refused(content: bytes) -> None:
    with pytest.raises(ValueError, match="no saved table"):
        read_table(content)
