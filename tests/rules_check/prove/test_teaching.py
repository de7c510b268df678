"""Who judges a game without experts."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from rules_check.prove import teaching
from rules_check.prove.teaching import judging_word

PLAIN: Any = SimpleNamespace(name="ferry-night", value=len, player_counts=lambda cards: [2, 3])


@pytest.mark.parametrize(
    ("known", "word"), [({2, 3}, "learned"), ({2}, "greedy"), (set(), "greedy")]
)
def test_those_who_learned_judge_if_they_learned_every_number_of_players(
    known: set[int], word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        teaching, "read_learned", lambda rules, cards, players: players in known or None
    )
    assert judging_word(PLAIN, None, [2, 3]) == word


def test_experts_judge_whoever_learned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(teaching, "read_learned", lambda *asked: True)
    assert judging_word(SimpleNamespace(advise=len, **vars(PLAIN)), None, [2]) == "expert"


def test_only_the_numbers_of_players_that_are_checked_need_judges(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        teaching, "read_learned", lambda rules, cards, players: players == 2 or None
    )
    assert judging_word(PLAIN, None, [2]) == "learned"
