"""What best answers to stated players win, and that an adversary who learns finds most of it."""

from __future__ import annotations

import pytest

from rules_check.engine.players import parse_player
from rules_check.prove.learning import Course
from rules_check.prove.solving import solve
from tests.truth import trees
from tests.truth.answers import CASES, HELD, WORK, Case, Nim, Shedding, find, four_of, rules_for
from tests.truth.nim import exact as nim
from tests.truth.shedding import exact as shedding

MEASURED = {"Blackjack", "Kuhn poker", "Leduc poker", "Liar's dice", "Fifteen", "Nim"}
"""Games in which an adversary has run against all players that are listed."""
SLOW = {"Pig", "Goofspiel, 5 cards"}
QUICK = [case for case in CASES if case.game not in SLOW]


@pytest.mark.slow_cases("Shedding, greedy", "Shedding, random:never=pass")
@pytest.mark.parametrize("case", QUICK, ids=lambda case: f"{case.game}, {case.judge}")
def test_a_best_answer_wins_more_than_half_and_than_any_moves(case: Case) -> None:
    assert case.chance() < case.exact() <= 1
    assert case.exact() > 0.5


def test_answers_in_open_games_are_those_of_their_own_recursions() -> None:
    first = trees.open_response(Nim(), 0, trees.by_chance)
    assert (1 + first) / 2 == pytest.approx(float(nim.best_against_chance(13, 3)))
    found = trees.open_response(Shedding(), 0, trees.by_chance)
    exact = shedding.over_deals(HELD, shedding.best_against_chance)
    assert (1 + found) / 2 == pytest.approx(float(exact))


def test_four_guesses_at_a_coin_are_worked_out_by_hand() -> None:
    assert four_of({1: 0.5, -1: 0.5}) == pytest.approx(
        {4: 1 / 16, 2: 1 / 4, 0: 3 / 8, -2: 1 / 4, -4: 1 / 16}
    )


@pytest.mark.slow
def test_a_game_that_begins_in_too_many_ways_is_not_solved() -> None:
    """Hands lie in the order in which they were dealt: 8! beginnings, of which 720 are looked at."""
    rules, cards = rules_for("Shedding")
    chance = parse_player("random")
    assert solve(rules, cards, 2, Course(1, opponents=chance), 1) is None


@pytest.mark.slow
@pytest.mark.parametrize(
    "case",
    [case for case in CASES if case.game in MEASURED],
    ids=lambda case: f"{case.game}, {case.judge}",
)
def test_an_adversary_finds_most_of_what_the_best_answer_gains(case: Case) -> None:
    rate, by_any = find(case, WORK, 1, 20_000)
    gain = case.exact() - 0.5
    assert rate.interval[1] - 0.5 >= 0.9 * gain, (str(rate), gain)
    assert rate.interval[0] - 0.5 <= gain, (str(rate), gain)
    assert abs(by_any.share - case.chance()) < 0.015, (str(by_any), case.chance())
