"""Exact numbers of positions, and whole games move by move: the compiled rules of Merchants of
Magick against the slow ones.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from rules_check.games import merchants_of_magick as rules
from tests.conftest import some
from tests.rules_check.games.alike import cards_of, compiled_positions, dealt, slow_positions
from tests.rules_check.games.alike_merchants import FILE, MERCHANTS, first_difference
from tests.rules_check.games.slow_merchants import Box

OPTIONS = [
    (name, option)
    for name, options in rules.RULINGS.items()
    for option in options
    if len(options) > 1
]
PRICES = [3, 0, 1, 0]
"""Of Extra Dice: with these it matters in which order they are used."""


@pytest.mark.parametrize("players", [4])
def test_the_positions_are_as_many_by_both_rules(players: int) -> None:
    cards = cards_of(rules, FILE)
    state, slow = dealt(MERCHANTS, Box(FILE), cards, players, 1, 0)
    counts = compiled_positions(rules, cards, state, 2)
    assert counts == slow_positions(slow, 2)
    assert counts[1] > 1000


@pytest.mark.slow_cases("1")
@pytest.mark.slow_cases("8")
@pytest.mark.parametrize("players", [1, 2, pytest.param(4, marks=pytest.mark.slow), 8])
def test_games_are_the_same_by_both_rules(players: int) -> None:
    assert first_difference(players, 3, 0) == ""


@pytest.mark.parametrize(("name", "option"), some(OPTIONS, 3))
def test_games_are_the_same_by_both_rules_whatever_the_ruling(name: str, option: str) -> None:
    """Alone with all orders, and three with so few that the deck runs out."""
    changes = {"extra_dice_potions": PRICES}
    for players, deck in ((1, 0), (3, 14)):
        assert first_difference(players, 5, 1, deck=deck, changes=changes, **{name: option}) == ""


@pytest.mark.slow_cases("20")
@pytest.mark.parametrize("seed", some(range(40), 20))
def test_games_are_the_same_by_both_rules_whatever_rulings_and_numbers_meet(seed: int) -> None:
    luck = random.Random(seed)
    rulings = {name: luck.choice(options) for name, options in rules.RULINGS.items()}
    changes: dict[str, Any] = {
        "rounds": luck.choice([6, 16]),
        "results_a_round": luck.choice([1, 2, 3]),
        "row_potions": luck.choice([0, 2]),
    }
    assert (
        first_difference(
            luck.randint(1, 4), seed, 0, deck=luck.choice([0, 16, 24]), changes=changes, **rulings
        )
        == ""
    ), (rulings, changes)


SELDOM = {"redeal", "solo_redeal", "sheets_seen", "die_limits"}
"""What only setup asks, what hides and changes no game, and what cannot matter while numbers stay
within faces.
"""


@pytest.mark.slow_cases("adventurer_counts-charms_only")
@pytest.mark.parametrize(
    ("name", "option"), some([one for one in OPTIONS if one[0] not in SELDOM], 3)
)
def test_a_ruling_that_only_one_of_them_follows_is_noticed(name: str, option: str) -> None:
    other = next(other for other in rules.RULINGS[name] if other != option)
    assert any(
        first_difference(
            3,
            5,
            number,
            deck=14,
            changes={"extra_dice_potions": PRICES},
            in_slow={name: other},
            **{name: option},
        )
        for number in range(12)
    )
