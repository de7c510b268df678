"""A game told: it stops where the rules go wrong."""

from __future__ import annotations

from typing import Any

import pytest

from generator.data.game import Game
from rules_check.engine.faults import NO_END, NO_SUCH_SEAT, PLAY_FAULTS
from rules_check.engine.players import parse_line_up
from rules_check.games import emporium as rules
from rules_check.play import replay
from rules_check.play.replay import ToldGame


def told(emporium: Game) -> ToldGame:
    return ToldGame(rules, emporium, rules.cards_record(emporium), parse_line_up("random", 3), 1, 0)


def test_it_stops_where_the_rules_go_wrong(emporium: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    looks = list[Any]()
    monkeypatch.setattr(
        replay, "fault_of", lambda *_: NO_SUCH_SEAT if looks.append(0) or len(looks) > 5 else 0
    )
    game = told(emporium)
    assert list(game.lines())
    assert (len(game.moves), game.fault) == (5, PLAY_FAULTS[NO_SUCH_SEAT])


def test_a_game_without_an_end_is_not_told_for_ever(
    emporium: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replay, "MOST_DECISIONS", 20)
    monkeypatch.setattr(replay, "TOLD_AT_MOST", 5)
    monkeypatch.setattr(replay, "COUNTED", 10)
    game = told(emporium)
    lines = list(game.lines())
    assert sum("Seat" in line and ":" in line for line in lines) < 20
    assert lines[-1] == "10 decisions so far; those after the first 5 are not printed."
    assert (len(game.moves), game.fault) == (20, PLAY_FAULTS[NO_END])


@pytest.mark.slow
def test_the_end_of_a_long_game_is_told(emporium: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "TOLD_AT_MOST", 5)
    game = told(emporium)
    lines = list(game.lines())
    assert "in coins" in lines[-1]  # what the seats have added up
    assert len(lines) < 60


@pytest.mark.slow
def test_a_sound_game_is_told_to_its_end(emporium: Game) -> None:
    game = told(emporium)
    assert list(game.lines())
    assert (game.fault, int(game.state.end) > 0) == ("", True)
