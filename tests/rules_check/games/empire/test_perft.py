"""Exact numbers of positions, and whole games move by move: Empire's compiled rules against the
slow ones, written apart from them.
"""

from __future__ import annotations

import random

import pytest

from rules_check.games import empire as rules
from tests.conftest import some
from tests.rules_check.games.alike import (
    cards_of,
    compiled_positions,
    dealt,
    first_difference,
    slow_positions,
)
from tests.rules_check.games.alike_empire import EMPIRE, REAL, TINY
from tests.rules_check.games.slow_empire import Box

# Positions after 1, 2, 3, ... decisions of the tiny game of two, by game number under seed 1.
PERFT = {
    0: [3, 9, 27, 125, 340, 1094, 4124],
    1: [3, 6, 15, 78, 225, 735, 2904],
    2: [3, 6, 18, 90, 261, 875, 3346],
    3: [3, 9, 27, 125, 345, 1103, 4291],
}
# What plays a part in few games: it may be that no game here notices. (And by demand_names not even
# the cards have the same names.)
SELDOM = {
    "demand_names",
    "last_card",
    "stall",
    "pile_runs_out",
    "joker_pillar",
    "six_cards",
    "pillars_a_turn",
    "skip_whom",
    "match",
}
OPTIONS = [(name, option) for name, options in rules.RULINGS.items() for option in options]
ALTERNATIVES = [(name, option) for name, options in rules.RULINGS.items() for option in options[1:]]


@pytest.mark.parametrize("number", PERFT)
def test_the_positions_of_the_tiny_game_are_as_many_as_counted(number: int) -> None:
    cards = cards_of(rules, TINY)
    state, slow = dealt(EMPIRE, Box(TINY), cards, 2, 1, number)
    depth = len(PERFT[number])
    assert compiled_positions(rules, cards, state, depth) == PERFT[number]
    assert slow_positions(slow, depth) == PERFT[number]


def test_a_count_notices_one_ruling() -> None:
    cards = cards_of(rules, TINY, action="may_pass")
    state, _ = dealt(EMPIRE, Box(TINY, action="may_pass"), cards, 2, 1, 0)
    assert compiled_positions(rules, cards, state, 4) != PERFT[0][:4]


@pytest.mark.slow_cases("6")
@pytest.mark.parametrize("players", some(range(3, 7), 3))
def test_games_are_the_same_by_both_rules(players: int) -> None:
    """In the real card set: the same moves, hands, piles, pillars, and what all know of hands,
    after every move of a long stretch.
    """
    box, cards = Box(REAL), cards_of(rules, REAL)
    for number in range(2):
        assert first_difference(EMPIRE, box, cards, players, 3, number, most=250) == ""


@pytest.mark.slow_cases("action-may_pass", "match-overlord")
@pytest.mark.parametrize(("name", "option"), some(ALTERNATIVES, 3))
def test_games_are_the_same_by_both_rules_whatever_the_ruling(name: str, option: str) -> None:
    """Whole games of the tiny set, each number of players; a stretch of a real one."""
    box, cards = Box(TINY, **{name: option}), cards_of(rules, TINY, **{name: option})
    for number in range(3):
        assert first_difference(EMPIRE, box, cards, 2 + number % 3, 4, number, most=600) == ""
    box, cards = Box(REAL, **{name: option}), cards_of(rules, REAL, **{name: option})
    assert first_difference(EMPIRE, box, cards, 3 + len(option) % 4, 4, 1, most=120) == ""


NUMBERS = {
    "hand_size": (1, 3, 6),
    "pillar_size": (1, 2, 3),
    "pillars_to_win": (1, 2, 3),
    "first_pillar_cards": (0, 2, 20),
    "bonus_from": (1, 2, 3),
}


@pytest.mark.slow_cases("4")
@pytest.mark.parametrize("seed", some(range(20), 4))
def test_games_are_the_same_by_both_rules_whatever_rulings_and_numbers_meet(seed: int) -> None:
    """Rulings are tried one by one elsewhere; what two of them make of each other shows only
    together. One pack, so that it runs out.
    """
    luck = random.Random(seed)
    rulings = {
        name: luck.choice(options) for name, options in rules.RULINGS.items() if luck.random() < 0.5
    }
    numbers = {
        name: luck.choice(options) for name, options in NUMBERS.items() if luck.random() < 0.7
    }
    box, cards, players = Box(REAL, **rulings), cards_of(rules, REAL, **rulings), luck.randint(3, 6)
    for name, number in ({"hand_size": 6} | numbers).items():
        box.rules[name] = cards["hand_cards" if name == "hand_size" else name] = number
    box.rules["packs"][players] = cards.packs[players] = 1
    for number in range(2):
        assert first_difference(EMPIRE, box, cards, players, seed, number, most=150) == "", (
            rulings,
            numbers,
        )


@pytest.mark.parametrize(
    ("name", "option"), some([one for one in OPTIONS if one[0] not in SELDOM], 3)
)
def test_a_ruling_that_only_one_of_them_follows_is_noticed(name: str, option: str) -> None:
    cards = cards_of(rules, TINY, **{name: option})
    other = next(other for other in rules.RULINGS[name] if other != option)
    box = Box(TINY, **{name: other})
    assert any(
        first_difference(EMPIRE, box, cards, 2 + number % 3, 6, number) for number in range(40)
    )
