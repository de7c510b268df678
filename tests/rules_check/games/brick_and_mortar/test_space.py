"""The list of all moves has every move that is ever legal; with it PettingZoo plays."""

from __future__ import annotations

import numpy as np
import pytest

from rules_check.engine.game import moves_of, new_state
from rules_check.games import brick_and_mortar as rules
from rules_check.games.brick_and_mortar import game as do
from rules_check.rules import ids_of
from rules_check.toolkit.moves import coded
from tests.conftest import some
from tests.rules_check.games.scripted_brick_and_mortar import make_cards

ALTERNATIVES = [(name, option) for name, options in rules.RULINGS.items() for option in options[1:]]


@pytest.mark.slow_cases(
    "agency-one",
    "debt_choice-freely",
    "debt_supply-fifteen_close",
    "hands-drafted",
    "peddler_closes-after_sale",
)
@pytest.mark.parametrize(("name", "option"), some([("hands", "drafted"), *ALTERNATIVES], 5))
def test_every_move_met_lies_in_the_space(name: str, option: str) -> None:
    cards, state = make_cards(**{name: option}), new_state(rules)
    space, met, made = set(rules.move_space(cards).tolist()), set[int](), 0
    for players in (2, 4):
        rules.new_game(cards, state, players, 5, 0)
        while legal := moves_of(rules, cards, state):
            met |= set(legal)
            made += 1
            rules.apply(cards, state, legal[(7 * made) % len(legal)])
    assert met - space == set()


@pytest.mark.slow
def test_the_space_is_sorted_and_has_no_move_that_no_card_allows() -> None:
    cards = make_cards()
    space = rules.move_space(cards)
    assert (np.diff(space) > 0).all()
    bakery, general_store = (
        ids_of(cards, "store").index(name) for name in ("bakery", "general-store")
    )
    here, possible = (
        set(space.tolist()),
        [
            (do.BID, bakery, 7),
            (do.PUT, bakery, 4),
            (do.START, general_store),
            (do.PRICE, 24),
            (do.OFFER, 20, 22),
        ],
    )
    never = [
        (do.BID, bakery, 6),
        (do.PUT, bakery, 5),
        (do.KEEP, general_store),
        (do.START, bakery),
        (do.PRICE, 25),
        (do.OFFER, 21, 1),
    ]
    assert {coded(*(*one, 0, 0)[:3]) for one in possible} <= here
    assert not {coded(*(*one, 0, 0)[:3]) for one in never} & here


@pytest.mark.slow_cases("2", "4")
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.filterwarnings("ignore:Observation")
def test_the_suite_of_pettingzoo_passes(players: int) -> None:
    suite = pytest.importorskip("pettingzoo.test")
    from rules_check.adapters import pettingzoo as adapter

    suite.api_test(adapter.env("brick-and-mortar", players), num_cycles=30)
