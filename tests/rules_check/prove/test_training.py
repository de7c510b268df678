"""Fitting experts by self-play: odds near an equilibrium, styles as the file has them, the same
seed the same experts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_check.engine.game import SHARES
from rules_check.games import emporium as rules
from rules_check.games.emporium.weights import Weight
from rules_check.prove import training
from rules_check.prove.training import (
    RARE,
    Arena,
    Effort,
    Row,
    Styles,
    balanced,
    best_response,
    fitted_styles,
    point_of,
    row_of,
    train,
)
from rules_check.toolkit.weights import read_styles
from rules_check.verdict.statistics import Rate
from tests.rules_check.games.scripted import real_cards

TINY = Effort(rounds=1, generations=2, games=20, steps=2, fresh=40)


@dataclass(frozen=True)
class Payoffs(Arena):
    """An arena for two without games: how often the row wins against the column."""

    def shares(self, candidates: Sequence[Row], games: int, seed: int) -> list[Rate]:
        wins = np.array([[0.5, 0.9, 0.1], [0.1, 0.5, 0.9], [0.9, 0.1, 0.5]])[
            :, : len(self.styles.odds)
        ]
        return [
            Rate(float(games * (wins[int(row["move"])] @ np.array(self.styles.odds))), games)
            for row in candidates
        ]


def test_odds_come_near_the_equilibrium_where_each_style_beats_another() -> None:
    rows = tuple({"move": float(n)} for n in range(3))
    arena = Payoffs(rules, None, 2, Styles(rows, (0.8, 0.1, 0.1)))
    assert np.abs(np.array(balanced(arena, 100, 200, 1).odds) - 1 / 3).max() < 0.05


def test_odds_leave_a_style_that_always_loses() -> None:
    rows = tuple({"move": float(n)} for n in (0, 1))
    found = balanced(Payoffs(rules, None, 2, Styles(rows, (0.5, 0.5))), 100, 40, 1)
    assert found.odds[0] > 0.9
    assert len(found.kept(10).rows) == (1 if found.odds[1] < RARE else 2)


@given(st.lists(st.floats(0.001, 1.0), min_size=1, max_size=12))
def test_shares_are_whole_and_all_are_given_out(odds: list[float]) -> None:
    total = sum(odds)
    shares = Styles(({},) * len(odds), tuple(one / total for one in odds)).shares
    assert sum(shares) == SHARES
    assert min(shares) >= 1


def test_a_point_and_its_row_are_the_same_weights() -> None:
    row = row_of(Weight, np.linspace(0.0, 1.0, len(Weight)))
    assert row == row_of(Weight, point_of(Weight, row))
    assert row_of(Weight, np.full(len(Weight), 2.0)) == {one.word: one.most for one in Weight}


@pytest.mark.slow
def test_a_best_response_beats_an_expert_that_is_wrong() -> None:
    """Who never banishes, upgrades nothing and sells whatever it can is beaten."""
    wrong = {one.word: one.start for one in Weight} | {"keep": 0.5, "upgrade": -6.0, "sale": 6.0}
    arena = Arena(rules, real_cards(), 2, Styles((wrong,), (1.0,)))
    found = best_response(arena, Weight, wrong, 100, 6, 1)
    assert arena.shares([found], 400, 99)[0].interval[0] > 0.55


@pytest.mark.slow
def test_the_same_seed_finds_the_same_experts_and_the_file_holds_them() -> None:
    told = list[float]()
    one, same = (train(rules, real_cards(), 2, TINY, 1, told.append) for _ in range(2))
    assert one == same
    assert told[-1] == 1.0
    assert one.response is not None
    assert one.response.games >= 40
    styles = read_styles(Weight, one.as_data()["styles"], "")
    assert sum(style.shares for style in styles) == SHARES
    assert [style.shares for style in styles] == sorted(
        (style.shares for style in styles), reverse=True
    )


def test_the_experts_of_the_round_are_kept_that_are_hardest_to_beat(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Move 1 beats move 0 by a little, so it is taken in and played nearly always; but move 2 beats
    move 1 by much.
    """

    @dataclass(frozen=True)
    class Trap(Arena):
        def shares(self, candidates: Sequence[Row], games: int, seed: int) -> list[Rate]:
            wins = np.array([[0.5, 0.45, 0.7], [0.55, 0.5, 0.1], [0.3, 0.9, 0.5]])
            moves = [int(row["move"]) for row in self.styles.rows]
            return [
                Rate(
                    float(games * (wins[int(row["move"]), moves] @ np.array(self.styles.odds))),
                    games,
                )
                for row in candidates
            ]

    answers = iter([{"move": 1.0}, {"move": 2.0}])
    monkeypatch.setattr(training, "Arena", Trap)
    monkeypatch.setattr(training, "fitted_styles", lambda *_: Styles(({"move": 0.0},), (1.0,)))
    monkeypatch.setattr(training, "best_response", lambda *_: next(answers))
    trained = train(
        rules, real_cards(), 2, Effort(rounds=1, generations=1, games=100, steps=40, fresh=1000), 1
    )
    assert trained.styles.rows == ({"move": 0.0},)
    assert trained.response is not None
    assert trained.response.share == pytest.approx(0.55)


@pytest.mark.parametrize("players", [2, 4, 6])
def test_the_styles_of_a_record_are_read_back_from_it(players: int) -> None:
    styles = fitted_styles(Weight, real_cards(), players)
    assert sum(styles.odds) == pytest.approx(1.0)
    assert {one.word for one in Weight} == set(styles.rows[0])
