"""The expert of Brick & Mortar: better than luck and than who looks one move ahead, and honest."""

from __future__ import annotations

import numpy as np
import pytest

from rules_check.engine.game import moves_of, new_state
from rules_check.engine.kernel import below
from rules_check.engine.promises import Trial
from rules_check.games import brick_and_mortar as rules
from rules_check.games.brick_and_mortar.state import Step
from tests.rules_check.games.alike import cards_of
from tests.rules_check.games.scripted_brick_and_mortar import FILE, Table


def played(players: int, seed: int) -> list[int]:
    """Play a game of the expert in seat 1 against luck; returns the places."""
    cards, state, moves = (
        cards_of(rules, FILE),
        new_state(rules),
        np.zeros(rules.max_moves, np.int64),
    )
    rules.new_game(cards, state, players, seed, 0)
    while state.end == 0:
        count = rules.legal_moves(cards, state, moves)
        chosen = (
            rules.advise(cards, state, moves, count)
            if state.seat == 0
            else below(state.rng, 1 + int(state.seat), count)
        )
        rules.apply(cards, state, moves[chosen])
    places = np.zeros(players, np.int64)
    rules.places(cards, state, places)
    return [int(place) for place in places]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_expert_beats_luck(players: int) -> None:
    assert sum(played(players, seed)[0] == 1 for seed in range(10)) >= 9


def test_the_expert_spends_all_in_the_last_month() -> None:
    table = Table(money=44)
    table.state.rounds = 10
    table.go(Step.COLLECTORS)
    assert advised(table) == "invest 8"


def advised(table: Table) -> str:
    moves = np.array(moves_of(rules, table.cards, table.state), np.int64)
    return str(
        rules.move_text(
            table.cards,
            table.state,
            moves[rules.advise(table.cards, table.state, moves, len(moves))],
        )
    )


def table_with(store: str, amount: int, month: int, **items: list[int]) -> Table:
    """Give seat 1 a store with items, whose power brings so many points."""
    table = Table()
    table.cards.amount[table.stores.index(store)], table.state.rounds = amount, month
    return table.shop(0, store, **items)


@pytest.mark.parametrize(
    ("store", "type_", "shelves", "month", "usual", "much"),
    [
        ("pawn-shop", "electronics", [0, 2], 2, 1, 6),
        ("antique-store", "jewelry", [2, 0, 0], 2, 1, 9),
        ("jewelry-collector", "jewelry", [2, 0, 0], 2, 1, 9),
        ("art-liquidator", "artwork", [2, 0, 0], 9, 3, 9),
    ],
)
def test_the_expert_keeps_what_earns_more_unsold(
    store: str, type_: str, shelves: list[int], month: int, usual: int, much: int
) -> None:
    for amount, said in ((usual, "sell 2"), (much, "sell 0")):
        table = table_with(store, amount, month, **{type_: shelves}).boxes(type_, **{type_: 2})
        assert advised(table) == said, amount


def test_the_expert_closes_a_liquidator_when_that_brings_more_than_the_store() -> None:
    for amount, month, said in ((5, 10, "close"), (1, 10, "done"), (2, 3, "done")):
        table = (
            table_with("electronics-liquidator", amount, month, electronics=[0, 3])
            .go(Step.BUILDING)
            .play("pass")
        )
        assert advised(table).split()[0] == said, (amount, month)


def test_nobody_is_told_what_it_cannot_know() -> None:
    """Play a game looked at from all sides: memory, luck, legal moves, what `hide` leaves, and
    advice.
    """
    assert Trial(rules, cards_of(rules, FILE)).play(2, 1) > 50
