"""Nim and Three Rolls against their exact values."""

from __future__ import annotations

import shutil
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from generator.data.loading import load_game
from rules_check.engine.game import new_state
from rules_check.engine.players import parse_line_up, parse_player
from rules_check.engine.playing import play_games
from rules_check.prove.gathering import POINTS
from rules_check.prove.learning import Course, learn, wins_among
from rules_check.verdict.statistics import Rate
from tests.truth.nim import exact as nim
from tests.truth.nim.nim import rules as nim_rules
from tests.truth.odds import odds_in
from tests.truth.three_rolls import exact as three_rolls
from tests.truth.three_rolls.three_rolls import rules as dice_rules

HOME = Path(__file__).resolve().parent
SEEDS, GAMES = 1000, 200
FRESH = 10_000_000
"""The first of the seeds, which nothing else uses."""
HEAP, MOST, ROLLS = 13, 3, 3


def cards_of(rules: Any, folder: str, tmp_path: Path) -> Any:
    """Read a game's numbers; it prints nothing, so its folder for templates is empty, which git
    does not keep.
    """
    shutil.copy(HOME / folder / "cards.yaml", tmp_path)
    (tmp_path / "templates").mkdir()
    return rules.cards_record(load_game(tmp_path / "cards.yaml"))


@pytest.mark.parametrize("left", range(1, 30))
def test_a_heap_is_lost_if_it_is_a_multiple_of_four(left: int) -> None:
    assert nim.best(left, MOST) == (0 if left % (MOST + 1) == 0 else 1)


def test_chance_against_chance_is_worked_out_by_hand_for_small_heaps() -> None:
    assert [nim.by_chance(left, MOST) for left in (1, 2, 3)] == [1, Fraction(1, 2), Fraction(1, 2)]
    assert nim.best_against_chance(4, MOST) == Fraction(2, 3)


def test_three_rolls_are_worth_what_is_known() -> None:
    assert [three_rolls.best(rolls) for rolls in (1, 2, 3)] == [
        Fraction(7, 2),
        Fraction(17, 4),
        Fraction(14, 3),
    ]


@pytest.mark.slow  # it compiles a game
def test_stated_intervals_of_nim_hold_the_exact_value(tmp_path: Path) -> None:
    cards, line_up = cards_of(nim_rules, "nim", tmp_path), parse_line_up("random", 2)
    truth, held = nim.by_chance(HEAP, MOST), 0
    for seed in range(FRESH, FRESH + SEEDS):
        rows = play_games(nim_rules, cards, line_up, seed, 0, GAMES).rows
        low, high = Rate(float((rows["places"][:, 0] == 1).sum()), GAMES).interval
        held += low <= truth <= high
    assert held >= 0.94 * SEEDS, held


@pytest.mark.slow
def test_an_adversary_learns_the_best_answer_to_chance(tmp_path: Path) -> None:
    """In each seat by turns it wins at least 90 % of what the best response gains beyond one
    half.
    """
    cards, chance = cards_of(nim_rules, "nim", tmp_path), parse_player("random")
    found = learn(nim_rules, cards, 2, Course(60_000_000, opponents=chance), 1)
    first = nim.best_against_chance(HEAP, MOST)
    second = 1 - nim.chance_against_best(HEAP, MOST)
    gain = float(first + second) / 2 - 0.5
    rate = wins_among(nim_rules, cards, 2, found, chance, 4000, 7)
    assert rate.interval[1] - 0.5 >= 0.9 * gain, (str(rate), gain)


@pytest.mark.slow
def test_one_alone_learns_when_to_keep_a_roll(tmp_path: Path) -> None:
    cards = cards_of(dice_rules, "three_rolls", tmp_path)
    found = learn(dice_rules, cards, 1, Course(60_000_000, POINTS), 1)
    states = new_state(dice_rules, 12)
    for n in range(12):
        dice_rules.new_game(cards, states[n], 1, 1, 1)
        states[n].face, states[n].rolled = n % 6 + 1, n // 6 + 1
        states[n].end = states[n].seat = 0
    keeps = odds_in(dice_rules, cards, found, states)[:, 1].reshape(2, 6)
    worth = 3.5
    for chances in keeps[::-1]:
        worth = float(np.mean(chances * np.arange(1, 7) + (1 - chances) * worth))
    assert three_rolls.best(ROLLS) - Fraction(3, 100) <= worth <= three_rolls.best(ROLLS)
