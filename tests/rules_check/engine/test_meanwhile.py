"""Games played uncompiled while rules are compiled: told as soon as one has ended."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from generator.data.loading import load_game
from generator.job.starting import start_game
from rules_check.engine.game import rules_of
from rules_check.engine.meanwhile import FirstGames, Meanwhile
from tests.rules_check.notation.games import TEMPLATE
from tests.rules_check.prove.test_teams import RAFT


def test_games_are_summed_up() -> None:
    games = FirstGames(3)
    assert games.sentence() == ""
    games.add(7, [1])
    assert games.sentence() == (
        "First game of 3 random players, not compiled: 7 rounds; wins by seat: 0, 1 and 0."
    )
    games.add(9, [0, 1])
    assert games.sentence() == (
        "First 2 games of 3 random players, not compiled: 7 to 9 rounds; wins by seat: 1, 2 and 0."
    )


def test_one_alone_has_no_seats() -> None:
    games = FirstGames(1)
    games.add(1, [0])
    assert games.sentence() == "First game of 1 random player, not compiled: 1 round."


def test_a_team_that_can_lose_has_wins_of_its_own() -> None:
    games = FirstGames(2, is_team=True, can_lose=True)
    games.add(4, [])
    told = "First game of 2 random players, not compiled: 4 rounds"
    assert games.sentence() == f"{told}; they lost it."
    games.add(5, [0, 1])
    told = "First 2 games of 2 random players, not compiled: 4 to 5 rounds"
    assert games.sentence() == f"{told}; they won 1 of them."
    unlosable = FirstGames(2, is_team=True)
    unlosable.add(4, [0, 1])
    unlosable.add(5, [0, 1])
    assert unlosable.sentence() == f"{told}."


@pytest.mark.parametrize("players", [1, 2])
def test_a_lost_game_has_no_winners(tmp_path: Path, players: int) -> None:
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "card.svg.j2").write_text(TEMPLATE, encoding="utf-8")
    lost = RAFT.replace("high: 2", "high: 0").replace("add 1 to flood if", "add 1 to flood #")
    (tmp_path / "cards.yaml").write_text(lost, encoding="utf-8")
    game = load_game(tmp_path / "cards.yaml")
    rules, is_told, told = rules_of(game), threading.Event(), list[str]()

    def tell(sentence: str) -> None:
        told.append(sentence)
        is_told.set()

    meanwhile = Meanwhile(rules, rules.cards_record(game), players, tell)
    try:
        assert is_told.wait(60)
    finally:
        meanwhile.end()
    assert told[0].endswith("it lost it." if players == 1 else "they lost it.")


def test_the_first_game_is_told_as_soon_as_it_ends(tmp_path: Path) -> None:
    start_game(tmp_path / "dive", rules="data")
    game = load_game(tmp_path / "dive" / "cards.yaml")
    rules, is_told, told = rules_of(game), threading.Event(), list[str]()

    def tell(sentence: str) -> None:
        told.append(sentence)
        is_told.set()

    meanwhile = Meanwhile(rules, rules.cards_record(game), 2, tell)
    try:
        assert is_told.wait(60)
    finally:
        meanwhile.end()
    assert len(told) == 1
    assert told[0].startswith("First game of 2 random players, not compiled: ")
