"""The list of all moves has every move that is ever legal, and none that never is; with it
PettingZoo plays, alone too.
"""

from __future__ import annotations

import pytest

from rules_check.engine.game import moves_of, new_state
from rules_check.games import merchants_of_magick as rules
from tests.rules_check.games.scripted_merchants import Table, make_cards


@pytest.mark.parametrize(
    ("name", "option"),
    [(name, option) for name, options in rules.RULINGS.items() for option in options],
)
def test_every_move_met_lies_in_the_space(name: str, option: str) -> None:
    cards, state = make_cards(**{name: option}), new_state(rules)
    space, met = set(rules.move_space(cards).tolist()), set[int]()
    rules.new_game(cards, state, 3, 5, 0)
    while legal := moves_of(rules, cards, state):
        met |= set(legal)
        rules.apply(cards, state, legal[len(met) % len(legal)])
    assert met - space == set()


def test_every_move_of_the_space_can_be_legal() -> None:
    """With potions enough for anything, and with a free mark due."""
    table, met = Table(), set[int]()
    table.state.potions[0] = 99
    for free in (0, 1):
        table.state.free[0] = free
        met |= set(moves_of(rules, table.cards, table.state))
    assert met == set(rules.move_space(table.cards).tolist())
    assert len(met) == 4 * 30 + 60 + 1


@pytest.mark.parametrize("players", [1, 8])
@pytest.mark.filterwarnings("ignore:Observation")
def test_the_suite_of_pettingzoo_passes(players: int) -> None:
    suite = pytest.importorskip("pettingzoo.test")
    from rules_check.adapters import pettingzoo as adapter

    suite.api_test(adapter.env("merchants-of-magick", players), num_cycles=100)
