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
    cards, state, moves = cards_of(rules, FILE), new_state(rules), np.zeros(rules.max_moves, np.int64)
    rules.new_game(cards, state, players, seed, 0)
    while state.end == 0:
        count = rules.legal_moves(cards, state, moves)
        chosen = rules.advise(cards, state, moves, count) if state.seat == 0 else below(state.rng, 1 + int(state.seat), count)
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
    moves = np.array(moves_of(rules, table.cards, table.state), np.int64)
    chosen = rules.advise(table.cards, table.state, moves, len(moves))
    assert rules.move_text(table.cards, table.state, moves[chosen]) == "invest 8"


def test_nobody_is_told_what_it_cannot_know() -> None:
    """Play a game looked at from all sides: memory, luck, legal moves, what `hide` leaves, and advice."""
    assert Trial(rules, cards_of(rules, FILE)).play(2, 1) > 50
