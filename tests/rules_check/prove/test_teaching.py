"""Who judges a game without experts."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from rules_check.prove import teaching
from rules_check.prove.teaching import judging_word

PLAIN: Any = SimpleNamespace(name="ferry-night", value=len, player_counts=lambda cards: [2, 3])


def let_learn(monkeypatch: pytest.MonkeyPatch, by_players: dict[int, bool]) -> None:
    """Let somebody have learned the game for some numbers of players: well, or worse than greedy."""
    learned = {players: SimpleNamespace(is_judge=well) for players, well in by_players.items()}
    monkeypatch.setattr(
        teaching, "read_learned", lambda rules, cards, players: learned.get(players)
    )


@pytest.mark.parametrize(
    ("by_players", "word"), [({2: True, 3: True}, "learned"), ({2: True}, "greedy"), ({}, "greedy")]
)
def test_those_who_learned_judge_if_they_learned_every_number_of_players(
    by_players: dict[int, bool], word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_learn(monkeypatch, by_players)
    assert judging_word(PLAIN, None, [2, 3]) == word


def test_those_who_learned_less_than_greedy_players_know_do_not_judge(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    let_learn(monkeypatch, {2: True, 3: False})
    assert judging_word(PLAIN, None, [2, 3]) == "greedy"


def test_experts_judge_whoever_learned(monkeypatch: pytest.MonkeyPatch) -> None:
    let_learn(monkeypatch, {2: True})
    assert judging_word(SimpleNamespace(advise=len, **vars(PLAIN)), None, [2]) == "expert"


def test_only_the_numbers_of_players_that_are_checked_need_judges(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    let_learn(monkeypatch, {2: True})
    assert judging_word(PLAIN, None, [2]) == "learned"
