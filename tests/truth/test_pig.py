"""Pig against its exact values: the best play, play by chance, and what the tool states of both."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from generator.data.game import Game
from generator.data.loading import load_game
from rules_check.engine.players import parse_line_up
from rules_check.play.simulate import simulate
from rules_check.prove.balance import seat_rates
from rules_check.prove.checking import Examination, Level
from rules_check.prove.learning import BUDGET_A_MINUTE, Course
from rules_check.prove.solving import solve
from tests.truth.pig import exact
from tests.truth.pig.learning import holds_of
from tests.truth.pig.pig import rules

HOME = Path(__file__).resolve().parent / "pig"
SEEDS, GAMES = 500, 100
FRESH = 7_000_000
"""The first of the seeds, which nothing else uses."""


@pytest.fixture
def pig(tmp_path: Path) -> Game:
    shutil.copy(HOME / "cards.yaml", tmp_path)
    (tmp_path / "templates").mkdir()
    return load_game(tmp_path / "cards.yaml")


@pytest.mark.parametrize("solve", [exact.best, exact.by_chance])
def test_a_game_to_two_points_is_won_by_whoever_first_rolls_more_than_one(solve: Any) -> None:
    """x = 5/6 + 1/6 (1 - x)."""
    assert solve(2)[0, 0] == pytest.approx(6 / 7, abs=1e-10)


@pytest.mark.parametrize("target", [10, 20])
def test_the_best_play_is_better_than_chance_in_every_lead(target: int) -> None:
    wins = exact.best(target)
    assert (wins > 0).all()
    assert (wins < 1).all()
    assert (wins[1:] >= wins[:-1]).all()  # more points are never worse
    assert (wins[:, 1:] <= wins[:, :-1]).all()


@pytest.mark.slow
def test_the_first_of_two_perfect_players_wins_as_often_as_is_known() -> None:
    """0.5306: Neller and Presser, Optimal play of the dice game Pig, 2004."""
    assert exact.best(100)[0, 0] == pytest.approx(0.5306, abs=5e-5)


@pytest.mark.slow  # it compiles a game
def test_stated_intervals_of_play_by_chance_hold_the_exact_value(pig: Game) -> None:
    cards, line_up = rules.cards_record(pig), parse_line_up("random", 2)
    first = float(exact.by_chance(100)[0, 0])
    held = [0, 0]
    for seed in range(FRESH, FRESH + SEEDS):
        rates = seat_rates(simulate(rules, cards, line_up, seed, GAMES))
        for seat, (rate, truth) in enumerate(zip(rates, (first, 1 - first), strict=True)):
            low, high = rate.interval
            held[seat] += low <= truth <= high
    assert min(held) >= 0.94 * SEEDS, held


@pytest.mark.slow
def test_a_check_does_not_say_that_greedy_players_of_pig_are_hard_to_beat(pig: Game) -> None:
    level = Level("few", 200, 8.0, 0, 40, None, habits=(20, 400))
    examined = Examination(rules, pig, rules.cards_record(pig), level, 1).run()
    (found,) = [one for one in examined.findings if one.code == "exploitable"]
    assert (found.verdict, found.is_untested) == ("unsure", True)
    assert "the best of 4 simple habits" in found.claim
    seats = [one.claim for one in examined.findings if one.code == "seat-advantage"]
    assert all(claim.startswith("among greedy players, seat ") for claim in seats)


@pytest.mark.slow
def test_whoever_learned_pig_for_a_minute_is_hardly_beaten_by_the_best_response(pig: Game) -> None:
    cards = rules.cards_record(pig)
    learned = solve(rules, cards, 2, Course(BUDGET_A_MINUTE), 2)
    assert learned is not None
    holds = holds_of(learned, cards)
    assert exact.best_against(holds) < 0.52
    turn = np.indices(holds.shape)[2]
    assert all(exact.mean_of((turn >= k) * 1.0, holds) < 0.5 for k in (18, 20, 25))
