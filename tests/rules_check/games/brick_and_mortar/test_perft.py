"""Exact numbers of positions, and whole games move by move: the compiled rules of Brick & Mortar
against the slow ones.
"""

from __future__ import annotations

import random

import pytest

from rules_check.games import brick_and_mortar as rules
from tests.conftest import some
from tests.rules_check.games.alike import (
    cards_of,
    compiled_positions,
    dealt,
    first_difference,
    slow_positions,
)
from tests.rules_check.games.alike_brick_and_mortar import BRICK, FILE
from tests.rules_check.games.slow_brick_and_mortar import Box

OPTIONS = [(name, option) for name, options in rules.RULINGS.items() for option in options[1:]]
SELDOM = {
    "hands",
    "draft_discards",
    "who_can_sell",
    "knockoff",
    "peddler_closes",
    "transfer_shelf",
    "money_seen",
    "agency",
}
"""What only setup or hiding asks, and what random play seldom comes to: test_powers has those."""


def test_the_positions_are_as_many_by_both_rules() -> None:
    state, slow = dealt(BRICK, Box(FILE), cards_of(rules, FILE), 2, 1, 0)
    counts = compiled_positions(rules, cards_of(rules, FILE), state, 4)
    assert counts == slow_positions(slow, 4)
    assert counts[3] == 4 * 4 * 3 * 3


@pytest.mark.slow_cases("3", "4")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_are_the_same_by_both_rules(players: int) -> None:
    for number in range(2):
        assert first_difference(BRICK, Box(FILE), cards_of(rules, FILE), players, 3, number) == ""


@pytest.mark.slow_cases("bid_limit-unlimited")
@pytest.mark.parametrize(("name", "option"), OPTIONS)
def test_games_are_the_same_by_both_rules_whatever_the_ruling(name: str, option: str) -> None:
    rulings = {name: option}
    assert (
        first_difference(BRICK, Box(FILE, **rulings), cards_of(rules, FILE, **rulings), 3, 5, 1)
        == ""
    )


@pytest.mark.parametrize("seed", some(range(60), 30))
def test_games_are_the_same_by_both_rules_whatever_rulings_meet(seed: int) -> None:
    luck = random.Random(seed)
    rulings = {name: luck.choice(options) for name, options in rules.RULINGS.items()}
    players = luck.randint(2, 4)
    assert (
        first_difference(
            BRICK, Box(FILE, **rulings), cards_of(rules, FILE, **rulings), players, seed, seed
        )
        == ""
    ), rulings


@pytest.mark.parametrize(
    ("name", "option"), [(name, option) for name, option in OPTIONS if name not in SELDOM]
)
def test_a_ruling_that_only_one_of_them_follows_is_noticed(name: str, option: str) -> None:
    cards, box = cards_of(rules, FILE), Box(FILE, **{name: option})
    assert any(
        first_difference(BRICK, box, cards, 3, 7, number, whole=False) for number in range(8)
    )
