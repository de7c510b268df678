"""Exact numbers of positions, and whole games move by move: the compiled rules against the slow
ones, written apart from them.

`slow_emporium` was written from the rule text; where the two agree on every legal move, hand, coin
and place of thousands of positions, a slip would have to have been made twice.
"""

from __future__ import annotations

import random

import pytest

from rules_check.games import emporium as rules
from rules_check.games.emporium.game import rules as emporium_rules
from tests.conftest import some
from tests.rules_check.games.alike import (
    cards_of,
    compiled_positions,
    dealt,
    first_difference,
    slow_positions,
)
from tests.rules_check.games.alike_emporium import EMPORIUM, REAL, TINY
from tests.rules_check.games.slow_emporium import Box

# Positions after 1, 2, 3, ... decisions of the tiny game, by game number under seed 1.
PERFT = {
    0: [6, 36, 74, 180, 404, 1112, 3804, 12196],
    1: [4, 16, 32, 68, 144, 363, 1100, 3421],
    2: [4, 16, 32, 68, 145, 321, 911, 3055],
    3: [6, 36, 80, 188, 440, 1172, 3936, 13688],
}
# What plays a part in few games: more of them are played, and none is sure to notice.
SELDOM = {
    "short_level",
    "large_hand",
    "items_run_out",
    "banish_when",
    "banish_majority",
    "banish_payers",
    "banish_poor",
    "banish_votes",
    "refill_check",
    "target_gone",
    "equal_bids",
    "reshuffle",
    "stall",
    "banished_items",
}
OPTIONS = [(name, option) for name, options in emporium_rules.RULINGS.items() for option in options]
ALTERNATIVES = [
    (name, option) for name, options in emporium_rules.RULINGS.items() for option in options[1:]
]


@pytest.mark.slow_cases("0", "3")
@pytest.mark.parametrize("number", PERFT)
def test_the_positions_of_the_tiny_game_are_as_many_as_counted(number: int) -> None:
    cards = cards_of(rules, TINY)
    state, slow = dealt(EMPORIUM, Box(TINY), cards, 2, 1, number)
    assert compiled_positions(rules, cards, state, 8) == PERFT[number]
    assert slow_positions(slow, 8) == PERFT[number]


def test_a_count_notices_one_ruling() -> None:
    cards = cards_of(rules, TINY)
    state, _ = dealt(EMPORIUM, Box(TINY), cards, 2, 1, 0)
    cards["failed_changes"] = emporium_rules.RULINGS["failed_changes"].index("stay")
    cards["seller_declines"] = emporium_rules.RULINGS["seller_declines"].index("may_decline")
    assert compiled_positions(rules, cards, state, 4) != PERFT[0][:4]


@pytest.mark.slow_cases("2", "4", "6")
@pytest.mark.parametrize(
    "players", [pytest.param(n, marks=pytest.mark.slow if n in (3, 5) else ()) for n in range(2, 7)]
)
def test_whole_games_are_the_same_by_both_rules(players: int) -> None:
    """In the real card set: the same legal moves, gold, hands, decks, piles, heroes, scores and
    places after every move.
    """
    box, cards = Box(REAL), cards_of(rules, REAL)
    for number in range(4):
        assert first_difference(EMPORIUM, box, cards, players, 3, number) == ""


@pytest.mark.slow_cases("bid_affordable-when_resolved")
@pytest.mark.slow_cases(
    "banish_payers-everyone", "refill_check-before_banishing", "reshuffle-when_empty"
)
@pytest.mark.parametrize(("name", "option"), some(ALTERNATIVES, 4))
def test_whole_games_are_the_same_by_both_rules_whatever_the_ruling(name: str, option: str) -> None:
    box, cards = Box(TINY, **{name: option}), cards_of(rules, TINY, **{name: option})
    for number in range(3):
        assert first_difference(EMPORIUM, box, cards, 2, 4, number) == ""
    if option == "play_on":  # a stuck table of the real game would go on to the bound
        return
    box, cards = Box(REAL, **{name: option}), cards_of(rules, REAL, **{name: option})
    for number in range(4 if name in SELDOM else 1):
        assert first_difference(EMPORIUM, box, cards, 3 + number % 4, 4, 1 + 2 * number) == ""


NUMBERS = {
    "starting_gold": (0, 1, 5, 30),
    "hand_size": (1, 3, 6),
    "die_faces": (1, 4, 9),
    "colour_bonus": (0, 2),
    "upgrades_most": (0, 1, 3),
    "banish_price": (0, 1, 3),
    "monsters_in_row": (1, 2),
}


@pytest.mark.slow_cases("1", "2")
@pytest.mark.parametrize(
    "seed", [pytest.param(n, marks=pytest.mark.slow if n >= 3 else ()) for n in range(15)]
)
def test_whole_games_are_the_same_by_both_rules_whatever_rulings_and_numbers_meet(
    seed: int,
) -> None:
    """Rulings are tried one by one elsewhere; what two of them make of each other shows only
    together.
    """
    luck = random.Random(seed)
    rulings = {
        name: luck.choice(options)
        for name, options in emporium_rules.RULINGS.items()
        if name != "stall" and luck.random() < 0.5
    }
    numbers = {
        name: luck.choice(options) for name, options in NUMBERS.items() if luck.random() < 0.3
    }
    box, cards = Box(REAL, **rulings), cards_of(rules, REAL, **rulings)
    for name, number in numbers.items():
        box.rules[name] = cards["hand_limit" if name == "hand_size" else name] = number
    emporium_rules.Cards.derive(cards)
    for number in range(2):
        assert first_difference(EMPORIUM, box, cards, luck.randint(2, 6), seed, number) == "", (
            rulings,
            numbers,
        )


@pytest.mark.slow_cases("hero_type-level", "slot_choice-seller")
@pytest.mark.parametrize(
    ("name", "option"), some([one for one in OPTIONS if one[0] not in SELDOM], 3)
)
def test_a_ruling_that_only_one_of_them_follows_is_noticed(name: str, option: str) -> None:
    cards = cards_of(rules, REAL, **{name: option})
    others = [other for other in emporium_rules.RULINGS[name] if other != option]
    assert any(
        first_difference(EMPORIUM, Box(REAL, **{name: others[0]}), cards, 2 + number % 5, 6, number)
        for number in range(40)
    )
