"""A game stepped from outside: moves go in, views and what people are told come out, and what may
be taken back is.
"""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

from generator.data.game import Game
from generator.data.loading import find_game, load_game
from rules_check.engine.game import copy_of, load_rules, moves_of
from rules_check.engine.players import parse_player
from rules_check.games import emporium as rules
from rules_check.play.record import Replay, read_record, write_record
from rules_check.play.session import Session
from rules_check.play.telling import Teller
from tests.conftest import some
from tests.rules_check.games.scripted import real_cards
from tests.rules_check.play.replaying import replayed


def session_of(game: Game, line_up: str, seed: int = 2) -> Session:
    players = [None if word == "human" else parse_player(word) for word in line_up.split(",")]
    return Session(rules, game, real_cards(), players, seed, 0)


def words(session: Session) -> list[str]:
    return [
        rules.move_text(real_cards(), session.state, move)
        for move in moves_of(rules, real_cards(), session.state)
    ]


def wished(session: Session) -> str:
    """Choose a move that leads on to several decisions of one seat."""
    return next(
        (word for word in words(session) if word.startswith(("bid", "hero", "keep", "upgrade"))),
        words(session)[0],
    )


@pytest.mark.slow
def test_a_game_is_played_by_words_and_views(emporium: Game) -> None:
    session, told = session_of(emporium, "human,random,human"), {0: list[str](), 2: list[str]()}
    while (due := session.go_on()) >= 0:
        told[due] += session.news(due)
        assert session.news(due) == []
        view, other = session.view(due), session.view(2 - due)
        assert view.due == due
        assert other.moves == () or view.is_secret  # who chooses unseen need not wait
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
    """Play until a person has decided twice running without learning anything; the states before
    and after the first of the two.
    """
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


@pytest.mark.slow_cases("0", "3")
@pytest.mark.parametrize("seed", some(range(6), 3))
def test_nothing_learned_is_ever_taken_back(emporium: Game, seed: int) -> None:
    """Whenever a move can be taken back, nothing was drawn by it."""
    session, met = session_of(emporium, "human,random", seed), {True: 0, False: 0}
    while session.go_on() >= 0:
        hand = sorted(session.state.hand[0, : session.state.hand[0, -1]])
        word = words(session)[(seed * 7 + len(session.moves)) % len(words(session))]
        session.make(word)
        drew = len(set(session.state.hand[0, : session.state.hand[0, -1]]) - set(hand)) > 0
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
        session.make(
            next((word for word in words(session) if word.startswith("bid")), words(session)[0])
        )
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
    again.resume(
        Replay(
            rules, real_cards(), read_record(write_record(session.record), "a.record"), "a.record"
        )
    )
    assert again.state.tobytes() == session.state.tobytes()
    assert again.record == session.record
    assert again.news(0)[0].startswith("Round ")


def test_an_interruption_never_leaves_half_a_move(
    emporium: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = session_of(emporium, "human,random")
    monkeypatch.setattr(Teller, "told_move", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        session.make(words(session)[0])
    Replay(rules, real_cards(), session.record, "a.record").finish()


# --------------------------------------------------------------------------------- choosing at once
@cache
def game_of(name: str) -> Game:
    return load_game(find_game(name)[0])


def people(name: str, players: int, seed: int = 3) -> Session:
    game, rules = game_of(name), load_rules(name)
    return Session(rules, game, rules.cards_record(game), [None] * players, seed, 0, is_drawn=True)


def unseen_choice(session: Session) -> tuple[int, int]:
    """Play on until somebody can choose unseen before it is their turn; returns who is due, and
    that seat.
    """
    for _ in range(400):
        due = session.go_on()
        if session.view(due).is_secret:
            waiting = [seat for seat in session.people if seat != due and session.view(seat).moves]
            if waiting:
                return due, waiting[-1]
        session.make(session.view(due).moves[0].word)
    raise AssertionError("nobody ever chose unseen")


SECRET = ("emporium", "empire", "brick-and-mortar", "merchants-of-magick")


@pytest.mark.slow_cases("brick-and-mortar", "empire", "emporium", "merchants-of-magick")
@pytest.mark.parametrize("name", SECRET)
def test_several_choose_unseen_in_any_order_and_the_game_is_the_same(name: str) -> None:
    """Who chooses early chooses among the moves they would have had in their turn, and the record
    shows no difference.
    """
    session, luck, early, dropped = people(name, 3), random.Random(1), 0, 0
    while session.go_on() >= 0 and len(session.moves) < 40:
        able = [
            seat
            for seat in session.people
            if session.view(seat).moves and seat not in session.confirmed
        ]
        seat = luck.choice(able)
        word = luck.choice(session.view(seat).moves).word
        early += seat != session.due
        if session.view(seat).is_secret:
            session.lay_aside(seat, word)
            if luck.random() < 0.5 or not session.view(seat).moves:
                session.confirm(seat)
            before = len(session.moves)
            session.go_on()
            dropped += (
                seat in session.confirmed
                and len(session.moves) > before
                and not session.laid.get(seat)
            )
        else:
            session.make(word)
    assert early
    assert not dropped
    record = session.record
    assert (
        replayed(session.rules, session.cards, record, "a.record").tobytes()
        == session.state.tobytes()
    )
    assert (
        replayed(session.rules, session.cards, record, "a.record", 0).tobytes()
        == people(name, 3).state.tobytes()
    )
    half = replayed(session.rules, session.cards, record, "a.record", len(record.moves) // 2)
    assert half.tobytes() not in (session.state.tobytes(), people(name, 3).state.tobytes())


def test_what_is_laid_aside_is_taken_back_until_it_is_confirmed() -> None:
    session = people("brick-and-mortar", 3)
    due, seat = unseen_choice(session)
    moves, state = session.view(seat).moves, session.state.tobytes()
    session.lay_aside(seat, moves[0].word)
    assert session.can_undo(seat)
    assert session.undo(seat)
    assert (session.view(seat).moves, session.laid) == (moves, {})
    with pytest.raises(ValueError, match="laid nothing aside"):
        session.confirm(seat)
    session.lay_aside(seat, moves[0].word)
    session.confirm(seat)
    assert not session.undo(seat)
    with pytest.raises(ValueError, match="nothing to choose unseen"):
        session.lay_aside(seat, moves[0].word)
    assert (session.go_on(), session.state.tobytes()) == (due, state)  # it waits for its turn


def test_who_is_not_asked_can_choose_nothing(emporium: Game) -> None:
    session = session_of(emporium, "human,human", seed=4)
    due, _, hero = patron(session)
    assert session.view(1 - due).moves == ()
    with pytest.raises(ValueError, match="nothing to choose unseen"):
        session.lay_aside(1 - due, hero)
    with pytest.raises(ValueError, match="nothing to choose unseen"):
        session.lay_aside(due, hero)  # everybody sees who is sent


@pytest.mark.slow_cases("brick-and-mortar", "emporium")
@pytest.mark.parametrize("name", some(SECRET, 2))
def test_who_chooses_early_learns_nothing_of_what_the_others_may_choose(name: str) -> None:
    session = people(name, 3)
    for _ in range(6):
        due, seat = unseen_choice(session)
        seen, other = session.view(seat), copy_of(session.rules, session.state)
        session.rules.hide(session.cards, other, seat, 77)
        session._now = session._now._replace(state=other)
        assert session.view(seat) == seen
        session.make(session.view(due).moves[-1].word)


def test_a_table_that_is_drawn_is_not_told() -> None:
    session = people("emporium", 3)
    assert session.news(0) == []
    due = session.go_on()
    session.make(session.view(due).moves[0].word)
    assert not any(line.startswith("Round") for line in session.news(due))
