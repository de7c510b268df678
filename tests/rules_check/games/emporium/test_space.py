"""Emporium: the list of all moves has every move that is ever legal, whatever the rulings and
however many play.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import pytest

from rules_check.engine.game import new_state
from rules_check.engine.kernel import IS_COMPILED, below
from rules_check.games import emporium as rules
from rules_check.games.emporium import game as do
from rules_check.games.emporium.game import rules as emporium_rules
from tests.conftest import some
from tests.rules_check.games.scripted import make_cards, real_cards

ALTERNATIVES = [
    (name, option) for name, options in emporium_rules.RULINGS.items() for option in options[1:]
]
apply, below_, legal_moves, new_game = rules.apply, below, rules.legal_moves, rules.new_game


def play(cards: Any, state: Any, moves: Any, players: int, games: int, space: Any, met: Any) -> int:
    """Play random games and mark every move of the space that was legal at a decision; returns one
    that is not in it, else -1.
    """
    for number in range(games):
        new_game(cards, state, players, 13, number)
        while state.seat >= 0:
            count = legal_moves(cards, state, moves)
            for i in range(count):
                at = np.searchsorted(space, moves[i])
                if at == space.size or space[at] != moves[i]:
                    return int(moves[i])
                met[at] = 1
            apply(cards, state, moves[below_(state.rng, 1 + state.seat, count)])
    return -1


if IS_COMPILED:
    play = numba.njit(play)


def met_moves(cards: Any, games: int) -> Any:
    """Return, for each move of the space, whether it was met; none that was met lies outside."""
    space, moves = rules.move_space(cards), np.empty(rules.max_moves, np.int64)
    met = np.zeros(len(space), np.int8)
    for players in rules.player_counts(cards):
        assert play(cards, new_state(rules), moves, players, games, space, met) == -1
    return met


def test_the_space_is_sorted_and_has_each_move_once() -> None:
    space = rules.move_space(real_cards())
    assert space.dtype == np.int64
    assert (np.diff(space) > 0).all()
    assert 300 < len(space) < 500


@pytest.mark.slow_cases(
    "banish_payers-everyone", "banish_when-hopeless", "bid_affordable-when_resolved"
)
@pytest.mark.parametrize(("name", "option"), some(ALTERNATIVES, 20))
def test_every_move_met_lies_in_the_space(name: str, option: str) -> None:
    cards = emporium_rules.with_ruling(real_cards(), name, option)
    assert met_moves(cards, 200 if IS_COMPILED else 1).any()


@pytest.mark.slow
def test_every_move_of_the_space_is_met() -> None:
    """No action that nobody can ever take: with enough games, the two are the same."""
    cards = real_cards()
    assert met_moves(cards, 3000).all()


def test_the_space_follows_the_card_set() -> None:
    def texts(**changes: object) -> set[str]:
        cards = make_cards(**changes)
        plain = {do.BID, do.DONE, do.DECLINE}
        return {
            do.moves.text(cards, None, int(move))
            for move in rules.move_space(cards)
            if int(move) >> 40 in plain
        }

    assert texts(die_faces=9) - texts() >= {"bid 9"}
    assert texts() - texts(upgrades_most=0) >= {"done"}
    assert texts(seller_declines="may_decline") - texts() == {"decline"}
