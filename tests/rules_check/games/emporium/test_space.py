"""Emporium: the list of all moves has every move that is ever legal, whatever the rulings and however many play."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import pytest

from rules_check.engine.game import new_state
from rules_check.engine.kernel import IS_COMPILED, below
from rules_check.games import emporium as rules
from rules_check.games.emporium.data import RULINGS, with_ruling
from tests.rules_check.games.scripted import make_cards, real_cards

OPTIONS = [(name, option) for name, options in RULINGS.items() for option in options]
apply, below_, legal_moves, new_game = rules.apply, below, rules.legal_moves, rules.new_game


def play(cards: Any, state: Any, moves: Any, players: int, games: int, met: Any) -> None:
    """Play random games and mark every move that was legal at a decision; `met` is as long as the largest move."""
    for number in range(games):
        new_game(cards, state, players, 13, number)
        while state.seat >= 0:
            count = legal_moves(cards, state, moves)
            met[moves[:count]] = 1
            apply(cards, state, moves[below_(state.rng, 1 + state.seat, count)])


if IS_COMPILED:
    play = numba.njit(play)


def met_moves(cards: Any, games: int) -> set[int]:
    met, moves = np.zeros(200_000, np.int8), np.empty(rules.max_moves, np.int64)
    for players in rules.player_counts(cards):
        play(cards, new_state(rules), moves, players, games, met)
    return {int(move) for move in np.flatnonzero(met)}


def test_the_space_is_sorted_and_has_each_move_once() -> None:
    space = rules.move_space(real_cards())
    assert space.dtype == np.int64
    assert (np.diff(space) > 0).all()
    assert 300 < len(space) < 500


@pytest.mark.parametrize(("name", "option"), OPTIONS)
def test_every_move_met_lies_in_the_space(name: str, option: str) -> None:
    cards = with_ruling(real_cards(), name, option)
    assert met_moves(cards, 200 if IS_COMPILED else 1) - set(map(int, rules.move_space(cards))) == set()


def test_every_move_of_the_space_is_met() -> None:
    """No action that nobody can ever take: with enough games, the two are the same."""
    cards = real_cards()
    assert met_moves(cards, 3000) == set(map(int, rules.move_space(cards)))


def test_the_space_follows_the_card_set() -> None:
    space = {int(move) for move in rules.move_space(make_cards())}
    assert {int(m) for m in rules.move_space(make_cards(die_faces=9))} - space >= {20009}
    assert space - {int(m) for m in rules.move_space(make_cards(upgrades_most=0))} >= {150000}
    assert {int(m) for m in rules.move_space(make_cards(seller_declines="may_decline"))} - space == {50000}
