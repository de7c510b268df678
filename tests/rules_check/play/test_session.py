"""A game stepped from outside: moves go in, views and what people are told come out, and what may be taken back is."""

from __future__ import annotations

from typing import Any

import pytest

from generator.data.game import Game
from rules_check.engine.game import moves_of
from rules_check.engine.players import parse_player
from rules_check.games import emporium as rules
from rules_check.play.record import Replay, read_record, write_record
from rules_check.play.session import Session
from tests.rules_check.games.scripted import real_cards


def session_of(game: Game, line_up: str, seed: int = 2) -> Session:
    players = [None if word == "human" else parse_player(word) for word in line_up.split(",")]
    return Session(rules, game, real_cards(), players, seed, 0)


def words(session: Session) -> list[str]:
    return [rules.move_text(real_cards(), session.state, move) for move in moves_of(rules, real_cards(), session.state)]


def wished(session: Session) -> str:
    """Choose a move that leads on to several decisions of one seat."""
    return next((word for word in words(session) if word.startswith(("bid", "hero", "keep", "upgrade"))), words(session)[0])


def test_a_game_is_played_by_words_and_views(emporium: Game) -> None:
    session, told = session_of(emporium, "human,random,human"), {0: list[str](), 2: list[str]()}
    while (due := session.go_on()) >= 0:
        told[due] += session.news(due)
        assert session.news(due) == []
        view, other = session.view(due), session.view(2 - due)
        assert (view.due, other.moves) == (due, ())
        assert [move.word for move in view.moves] == words(session)
        session.make(view.moves[len(session.moves) % len(view.moves)].word)
    assert session.is_over
    for seat in (0, 2):
        assert told[seat][0].startswith("Round 1.")
        assert "The game was over" in "\n".join(session.news(seat))
    assert "The game was over" in "\n".join(session.ending)
    Replay(rules, real_cards(), session.record, "a.record")


def test_a_word_that_is_no_move_is_refused_and_changes_nothing(emporium: Game) -> None:
    session = session_of(emporium, "human,random")
    before = session.state.tobytes()
    with pytest.raises(ValueError, match="expected one of"):
        session.make("fly")
    assert (session.state.tobytes(), session.moves, session.can_undo(0)) == (before, (), False)


def in_a_row(session: Session) -> tuple[bytes, bytes]:
    """Play until a person has decided twice running without learning anything; the states before and after the first of the two."""
    while (due := session.go_on()) >= 0:
        before = session.state.tobytes()
        session.make(wished(session))
        if session.can_undo(due) and session.due == due:
            return before, session.state.tobytes()
    raise AssertionError("nobody ever decided twice running")


def test_a_step_of_a_patron_can_be_taken_back(emporium: Game) -> None:
    session = session_of(emporium, "human,random", seed=4)
    before, after = in_a_row(session)
    count = len(session.moves)
    assert before != after
    assert not session.undo(1)
    assert session.undo(0)
    assert session.state.tobytes() == before
    assert len(session.moves) == count - 1
    assert session.news(0)[0] == "Taken back."


@pytest.mark.parametrize("seed", range(6))
def test_nothing_learned_is_ever_taken_back(emporium: Game, seed: int) -> None:
    """Whenever a move can be taken back, nothing was drawn by it."""
    session, met = session_of(emporium, "human,random", seed), {True: 0, False: 0}
    while session.go_on() >= 0:
        hand = sorted(session.state.hand[0, : session.state.hand_size[0]])
        word = words(session)[(seed * 7 + len(session.moves)) % len(words(session))]
        session.make(word)
        drew = len(set(session.state.hand[0, : session.state.hand_size[0]]) - set(hand)) > 0
        if word == "draw" or (drew and word.startswith("upgrade")):
            assert not session.can_undo(0)
        met[session.can_undo(0)] += 1
    assert met[False]


def patron(session: Session) -> tuple[int, list[str], str]:
    """Play until a person may send a hero: who, what the other has yet to be told, the word."""
    for _ in range(40):
        due = session.go_on()
        hero = next((word for word in words(session) if word.startswith("hero")), None)
        if hero:
            return due, list(session._news[1 - due]), hero
        session.make(next((word for word in words(session) if word.startswith("bid")), words(session)[0]))
    raise AssertionError("nobody ever became a patron")


def test_what_is_taken_back_is_told_to_nobody(emporium: Game) -> None:
    session = session_of(emporium, "human,human", seed=4)
    due, before, hero = patron(session)
    session.make(hero)
    assert session._news[1 - due] != before
    assert session.undo(due)
    assert session.news(1 - due) == before


def test_what_another_has_been_told_is_not_taken_back(emporium: Game) -> None:
    session = session_of(emporium, "human,human", seed=4)
    due, _, hero = patron(session)
    session.make(hero)
    assert session.can_undo(due)
    session.news(1 - due)
    assert not session.undo(due)


def test_a_game_laid_aside_goes_on_where_it_was(emporium: Game) -> None:
    session: Any = session_of(emporium, "human,expert,random")
    for _ in range(5):
        session.go_on()
        session.make(words(session)[0])
    again = session_of(emporium, "human,expert,random")
    again.resume(Replay(rules, real_cards(), read_record(write_record(session.record), "a.record"), "a.record"))
    assert again.state.tobytes() == session.state.tobytes()
    assert again.record == session.record
    assert again.news(0)[0].startswith("Round ")


def test_an_interruption_never_leaves_half_a_move(emporium: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    session = session_of(emporium, "human,random")
    monkeypatch.setattr("rules_check.play.session.told_move", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        session.make(words(session)[0])
    Replay(rules, real_cards(), session.record, "a.record").finish()
