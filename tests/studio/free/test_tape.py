"""What was done at a free table can be replayed again, and is counted by card."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from studio.free import tape as tapes
from studio.free.free import CannotAct, FreeTable
from studio.free.tablefiles import Session, read_session, write_session
from studio.free.tape import Film
from studio.protocol.actions import (
    Copy,
    Draw,
    Flip,
    Gather,
    Move,
    Pass,
    Point,
    Remove,
    Retract,
    TableView,
)
from tests.studio.free.test_free import SETUP, game_with, place, random_action


@pytest.fixture
def session(tmp_path: Path) -> Session:
    return Session.begun(FreeTable.laid(game_with(tmp_path, setup=SETUP), 3, Random(1), Random(2)))


def do(session: Session, at_s: int, *actions: Any) -> None:
    for action in actions:
        session.table.act(action)
        session.tape.add(session.table, action.seat, at_s)


def spots(view: TableView) -> Any:
    places = [(one.key, one.name, one.count, one.is_spread, one.x, one.y) for one in view.places]
    return (
        places,
        [(one.name, one.owner, one.value) for one in view.tallies],
        [one.values for one in view.dice],
        view.turn,
    )


def test_every_moment_of_a_random_session_is_shown_again(session: Session) -> None:
    chance, table = Random(5), session.table
    shown = [spots(table.view(0))]
    for number in range(300):
        before = len(session.tape.steps)
        try:
            do(session, number, random_action(table, chance.randrange(3), chance))
        except CannotAct:
            continue
        if len(session.tape.steps) > before:
            shown.append(spots(table.view(0)))
    assert len(shown) > 100
    again = read_session(write_session(session))
    film = Film(again.table, again.tape, is_over=True)
    assert len(film) == len(shown) - 1
    assert [spots(film.at(step)) for step in range(len(shown))] == shown


def test_a_session_that_is_over_is_shown_with_open_hands_and_no_other(session: Session) -> None:
    def faces(is_over: bool) -> list[str]:
        view = Film(session.table, session.tape, is_over).at(0)
        return [piece.face for one in view.places if one.is_hand for piece in one.pieces]

    assert len([face for face in faces(True) if face]) == 9
    assert faces(False) == []


def test_a_step_is_as_short_as_a_line_of_a_record(session: Session) -> None:
    do(
        session,
        4,
        Draw(0, place(session.table, "deck").key, 1),
        Flip(0, place(session.table, "market").pieces[0].id),
    )
    lines = [line for line in write_session(session).decode().split("\n") if '"at_s"' in line]
    assert len(lines) == 2
    assert max(map(len, lines)) < 160
    assert json.loads(lines[0].rstrip(","))["places"][0] == {"place": 1, "start": 4, "removed": 1}


def test_what_became_of_the_cards_is_counted(session: Session) -> None:
    table, tape = session.table, session.tape
    mine, theirs = place(table, "hand", 0).pieces, place(table, "hand", 1, 1).pieces
    do(session, 30, Draw(0, place(table, "deck").key, 1), Move(0, mine[0].id, 0), Pass(0, 1))
    do(session, 40, Move(1, theirs[0].id, 0, side="down"), Pass(1, 2))
    do(session, 41, Copy(0, mine[1].id), Point(0, 0))
    counts = {one.card: one for one in tape.counts(table.state.pieces, table.seen, winners=[0])}
    played, kept, hidden = (counts[one.face] for one in (mine[0], mine[1], theirs[0]))
    assert (played.copies, played.seen, played.drawn, played.played, played.won, played.held) == (
        1,
        1,
        1,
        1,
        1,
        0,
    )
    assert (kept.copies, kept.drawn, kept.played, kept.held) == (2, 2, 0, 2)
    assert (hidden.drawn, hidden.played, hidden.held) == (1, 0, 0)
    assert sum(one.seen for one in counts.values()) == 9 + 2 + 1 + 1
    assert (tape.turns, tape.turn_seconds, tape.seconds) == ([30, 10], 20, 41)


def test_what_is_never_held_in_a_hand_is_no_card_to_count(session: Session) -> None:
    table = session.table
    table._change(5, look=1)  # a mat of its own, in the market
    assert table.state.pieces[5].card not in {
        one.card for one in session.tape.counts(table.state.pieces, table.seen, [])
    }
    for hand in [one for one in table.state.places.values() if one.is_hand]:
        hand.pieces.clear()
    bare = tapes.Tape(tapes.Scene.of(table.state))
    assert table.state.pieces[5].card in {
        one.card for one in bare.counts(table.state.pieces, table.seen, [])
    }


def test_a_long_pause_is_no_play(session: Session) -> None:
    do(session, 10, Pass(0, 1))
    do(session, 36_000, Pass(1, 2))
    assert session.tape.seconds == 10 + tapes.LONGEST_PAUSE_S


def test_of_a_very_long_session_the_last_steps_are_kept(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tapes, "MOST_STEPS", 3)
    for number in range(6):
        do(session, number, Pass(0, number % 2 + 1))
    assert [step.turn for step in session.tape.steps] == [2, 1, 2]
    assert session.tape.scene_at(3) == tapes.Scene.of(session.table.state)


def test_pieces_are_gathered_copied_and_removed(session: Session) -> None:
    table = session.table
    hand = place(table, "hand", 0)
    do(session, 1, Gather(0, [one.id for one in hand.pieces[:2]], 0, 10.0, 20.0))
    loose = next(one for one in table.view(1).places if not one.name)
    assert (loose.count, loose.pieces[0].face) == (2, hand.pieces[1].face)
    assert [line for line in table.view(1).journal if "moves a card" in line] == table.view(
        1
    ).journal[:1]  # the other covers it
    market = place(table, "market").pieces
    do(session, 2, Copy(1, place(table, "market", viewer=1).pieces[0].id))
    assert [one.face for one in place(table, "market", viewer=2).pieces] == [
        one.face for one in (*market, market[0])
    ]
    do(session, 3, Remove(1, place(table, "market", viewer=1).pieces[2].id))
    assert (place(table, "market").count, place(table, "out of the game").count) == (2, 1)
    do(session, 4, Retract(1))
    assert place(table, "market").count == 3
    with pytest.raises(CannotAct, match="do not see"):
        table.act(Copy(0, place(table, "deck").pieces[0].id))
    with pytest.raises(CannotAct, match="no piece is chosen"):
        table.act(Gather(0, [], 0))
    assert session.tape.scene_at(len(session.tape.steps)) == tapes.Scene.of(table.state)
