"""The net of players who learn: its odds, and the slopes that it learns by."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from rules_check.engine.nets import (
    BOTH,
    HIDDEN,
    add_slopes,
    exp_of,
    inherited,
    layout_of,
    log_of,
    new_net,
    rate_moves,
    sharpen,
)
from rules_check.engine.senses import SignNames, Signs

LAYOUT = layout_of(5, 4)
SIGNS = Signs(np.array([0, 3, 1, 2, 2, 3], np.int64), np.array([1.0, 0.5, 1.0, -0.5, 1.0, 2.0]))
STARTS, END = np.array([2, 4, 5], np.int64), 6
"""Two signs of the state, then two, one and one of three moves."""


def a_net() -> Any:
    net = new_net(LAYOUT, 4.0, 1)
    net[LAYOUT.plain :] = np.random.default_rng(2).normal(0, 0.5, LAYOUT.size - LAYOUT.plain)
    return net


def names(state: str, moves: str) -> SignNames:
    return SignNames(np.array(state.split()), np.array(moves.split()))


def test_a_net_for_other_signs_rates_the_same_ones_as_before() -> None:
    """One sign of each sort is new, one is gone, and all are at other places."""
    old, new = names("a b c d e", "p q r s"), names("e x c b a", "s r q y")
    heir, layout = inherited(a_net(), old, new), layout_of(5, 4)
    theirs = Signs(np.array([0, 1, 2, 1, 2, 3], np.int64), SIGNS.numbers)
    ours = Signs(np.array([4, 3, 1, 2, 1, 0], np.int64), SIGNS.numbers)
    both = []
    for net, signs in ((a_net(), theirs), (heir, ours)):
        odds = np.zeros(3)
        value = rate_moves(
            layout, net, signs, 0, STARTS, END, odds, np.zeros(BOTH), np.zeros((3, HIDDEN))
        )
        both.append([*odds.tolist(), float(value)])
    assert both[0] == both[1]
    assert not heir[BOTH : 2 * BOTH].any()


def rated(net: Any) -> tuple[Any, float]:
    odds = np.zeros(3)
    value = rate_moves(
        LAYOUT, net, SIGNS, 0, STARTS, END, odds, np.zeros(BOTH), np.zeros((3, HIDDEN))
    )
    return odds, float(value)


def test_a_sharper_net_has_the_same_preferences_and_leaves_less_to_chance() -> None:
    odds, value = rated(a_net())
    net = a_net()
    sharpen(net, LAYOUT, 4.0)
    sharp, same = rated(net)
    assert sharp == pytest.approx(odds**4 / (odds**4).sum(), abs=1e-3)
    assert sharp.max() > odds.max()
    assert same == value


@pytest.mark.parametrize("x", [0.0, -0.01, -0.5, -1.0, -3.0])
def test_exp_is_near_enough(x: float) -> None:
    assert exp_of(x) == pytest.approx(math.exp(x), rel=0.005)


@pytest.mark.parametrize("x", [1e-6, 0.3, 1.0, 1.4, 7.0, 300.0])
def test_log_is_near_enough(x: float) -> None:
    assert log_of(x) == pytest.approx(math.log(x), abs=1e-5)


def test_a_net_that_has_learned_nothing_chooses_by_chance() -> None:
    odds, value = rated(new_net(LAYOUT, 4.0, 1))
    assert odds == pytest.approx([1 / 3] * 3)
    assert value == 0.0


def test_odds_add_up_to_one_and_follow_the_net() -> None:
    odds, _ = rated(a_net())
    assert odds.sum() == pytest.approx(1.0)
    assert odds.max() - odds.min() > 0.01


@pytest.mark.parametrize("aim", ["moves", "expects"])
def test_slopes_are_those_of_small_changes(aim: str) -> None:
    """Along every number of the net: of the logarithm of the odds of the second move, or of what is
    expected.
    """

    def worth(net: Any) -> float:
        odds, value = rated(net)
        return math.log(odds[1]) if aim == "moves" else value

    net, slopes = a_net(), np.zeros(LAYOUT.size)
    odds, hidden, owns = np.zeros(3), np.zeros(BOTH), np.zeros((3, HIDDEN))
    rate_moves(LAYOUT, net, SIGNS, 0, STARTS, END, odds, hidden, owns)
    of_moves = np.array([0.0, 1.0, 0.0]) - odds if aim == "moves" else np.zeros(3)
    expects = 0.0 if aim == "moves" else 1.0
    add_slopes(LAYOUT, net, SIGNS, 0, STARTS, END, of_moves, expects, hidden, owns, slopes)
    places = [*range(0, LAYOUT.size, 17), *range(LAYOUT.counts, LAYOUT.expects, 5), LAYOUT.size - 1]
    for place in places:
        near = [net.copy(), net.copy()]
        near[0][place] += 1e-4
        near[1][place] -= 1e-4
        change = (worth(near[0]) - worth(near[1])) / 2e-4
        assert slopes[place] == pytest.approx(change, abs=0.003), place
