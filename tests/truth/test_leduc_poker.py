"""Leduc poker against its exact values: play by chance, an equilibrium, and what the rules and the
tool make of both.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from generator.data.loading import load_game
from rules_check.engine.game import new_state
from rules_check.engine.players import parse_line_up
from rules_check.engine.playing import play_games
from rules_check.prove.gathering import POINTS
from rules_check.prove.learning import BUDGET_A_MINUTE, Course
from rules_check.prove.regrets import learn_by_regrets
from rules_check.verdict.statistics import mean_of
from tests.truth import trees
from tests.truth.leduc_poker import exact
from tests.truth.leduc_poker.learning import MOVES, exploitability
from tests.truth.leduc_poker.leduc import STACK, rules

HOME = Path(__file__).resolve().parent / "leduc_poker"
SEEDS, GAMES = 1000, 200
FRESH = 9_000_000
"""The first of the seeds, which nothing else uses."""


def cards() -> Any:
    return rules.cards_record(load_game(HOME / "cards.yaml"))


def test_play_by_chance_is_as_exploitable_as_is_known() -> None:
    """2.373611: the uniform policy of Leduc poker in OpenSpiel."""
    assert exact.exploitability(exact.by_chance) == pytest.approx(2.373611, abs=1e-6)
    assert exact.value(exact.by_chance, exact.by_chance) == pytest.approx(-0.078125)


@pytest.mark.slow
def test_play_by_chance_is_as_exploitable_with_cards_for_ranks() -> None:
    found = trees.exploitability(exact.Leduc(), trees.by_chance, trees.by_chance)
    assert found == pytest.approx(2.373611, abs=1e-6)


@pytest.mark.slow
def test_the_value_of_the_game_is_the_one_that_is_known() -> None:
    """-0.0856 for the first player: Southey and others, Bayes' bluff, 2005, and others since."""
    found = exact.solve(200)
    assert exact.value(found, found) == pytest.approx(-0.0856, abs=1e-3)
    assert exact.exploitability(found) < 0.05


@pytest.mark.parametrize("line", ["cc/cc", "crc/rc", "rrc/rrf", "rf", "crrf", "rc/crrc"])
@pytest.mark.parametrize("deal", [(0, 1, 0), (2, 2, 1), (1, 0, 1)])
def test_the_rules_pay_what_a_line_is_worth(line: str, deal: tuple[int, ...]) -> None:
    record, state = cards(), new_state(rules)
    with np.errstate(over="ignore"):
        rules.new_game(record, state, 2, 1, 1)
        state.hand[:, 0], state.deck[3] = (
            [2 * deal[0], 2 * deal[1] + 1],
            2 * deal[2] + (deal[2] == deal[0]),
        )
        for move in line.replace("/", ""):
            assert int(state.end) == 0
            rules.apply(record, state, MOVES[move])
    assert int(state.end) == 1
    assert [int(chips) - STACK for chips in state.chips] == [
        exact.gain(deal, line),
        -exact.gain(deal, line),
    ]


@pytest.mark.slow  # it compiles a game
def test_stated_intervals_of_play_by_chance_hold_the_exact_value() -> None:
    record, line_up = cards(), parse_line_up("random", 2)
    truth, held = exact.value(exact.by_chance, exact.by_chance), 0
    for seed in range(FRESH, FRESH + SEEDS):
        rows = play_games(rules, record, line_up, seed, 0, GAMES).rows
        gained = mean_of(rows["scores"][:, 0] - float(STACK))
        held += gained.low <= truth <= gained.high
    assert held >= 0.94 * SEEDS, held


@pytest.mark.slow
def test_a_player_who_learned_by_regrets_loses_a_tenth_of_a_chip_at_most() -> None:
    """In the work of a quarter of a minute."""
    found = learn_by_regrets(rules, cards(), 2, Course(BUDGET_A_MINUTE // 4, POINTS), 1)
    assert found is not None
    assert exploitability(found, cards()) < 0.1
