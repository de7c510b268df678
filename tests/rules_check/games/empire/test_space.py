"""Empire: the list of all moves has every move that is ever legal, whatever the rulings and however
many play.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import pytest

from rules_check.engine.game import new_state
from rules_check.engine.kernel import IS_COMPILED, below
from rules_check.games import empire as rules
from rules_check.games.empire import game as do
from rules_check.games.empire.state import TYPES
from rules_check.toolkit.moves import coded, parts_of
from tests.conftest import some
from tests.rules_check.games.scripted_empire import make_cards

ALTERNATIVES = [(name, option) for name, options in rules.RULINGS.items() for option in options[1:]]
apply, below_, legal_moves, new_game = rules.apply, below, rules.legal_moves, rules.new_game


def play(
    cards: Any, state: Any, moves: Any, players: int, games: int, longest: int, met: Any
) -> None:
    """Play games by luck that lay what pillars they can, and mark every move that was legal at a
    decision.
    """
    for number in range(games):
        new_game(cards, state, players, 13, number)
        decisions = 0
        while state.seat >= 0 and decisions < longest:
            count = legal_moves(cards, state, moves)
            for move in moves[:count]:
                met[parts_of(move)] = 1
            chosen = below_(state.rng, 1 + state.seat, count)
            if parts_of(moves[0])[0] == do.LAY and chosen == count - 1:
                chosen = below_(state.rng, 1 + state.seat, count - 1)
            apply(cards, state, moves[chosen])
            decisions += 1


if IS_COMPILED:
    play = numba.njit(play)


def met_moves(cards: Any, games: int, longest: int = 300) -> set[int]:
    met, moves = (
        np.zeros((len(do.moves.by_sort) + 1, TYPES, 8), np.int8),
        np.empty(rules.max_moves, np.int64),
    )
    for players in rules.player_counts(cards):
        play(
            cards,
            new_state(rules),
            moves,
            players,
            games if IS_COMPILED else 1,
            longest if IS_COMPILED else 120,
            met,
        )
    return {int(coded(*move)) for move in np.argwhere(met).tolist()}


def space_of(cards: Any) -> set[int]:
    return {int(move) for move in rules.move_space(cards)}


def test_the_space_is_sorted_and_has_each_move_once() -> None:
    space = rules.move_space(make_cards())
    assert space.dtype == np.int64
    assert (np.diff(space) > 0).all()
    assert 120 < len(space) < 200
    assert {*range(3)} == {
        number for sort, number, _ in map(parts_of, space.tolist()) if sort == do.SHOW
    }


@pytest.mark.slow_cases(
    "action-may_pass", "joker_pillar-any_rank", "match-overlord", "pile_runs_out-play_on"
)
@pytest.mark.parametrize(("name", "option"), some(ALTERNATIVES, 5))
def test_every_move_met_lies_in_the_space(name: str, option: str) -> None:
    cards = make_cards(**{name: option})
    assert met_moves(cards, 60) - space_of(cards) == set()


def with_more_jokers(**changes: Any) -> Any:
    """Make a card set with ten more jokers a pack, so that pillars of jokers come up."""
    cards = make_cards(**changes)
    cards.type_copies[cards.joker] += 10
    return cards


@pytest.mark.slow_cases("forbidden")
@pytest.mark.slow_cases("any_rank", "names_rank")
@pytest.mark.skipif(not IS_COMPILED, reason="takes many games")
@pytest.mark.parametrize("joker_pillar", rules.RULINGS["joker_pillar"])
def test_every_move_of_the_space_is_met(joker_pillar: str) -> None:
    """No action that nobody can ever take: with enough games, the two are the same."""
    cards = with_more_jokers(joker_pillar=joker_pillar, packs=[0, 0, 0, 2, 2, 2, 2])
    assert met_moves(cards, 400, 1000) == space_of(cards)


def test_the_space_follows_the_card_set() -> None:
    space = space_of(make_cards())
    assert space_of(make_cards(demand_jokers="may_not")) < space
    assert (
        space_of(make_cards(joker_pillar="forbidden"))
        < space_of(make_cards(joker_pillar="any_rank"))
        < space
    )
    assert space_of(make_cards(skip_duty="may_skip")) - space == {coded(do.SPARE, 0, 0)}
    assert space - space_of(make_cards(bonus_from=5)) == {coded(do.REST, 0, 0)}
    assert space_of(make_cards(bonus_from=5, action="may_pass")) == space
    assert len(space_of(make_cards(demand_names="card"))) > 2 * len(space)
    of_seats = {
        coded(sort, seat, 0) for sort in (do.STEAL, do.BATTLE, do.PICK, do.SKIP) for seat in (4, 5)
    }
    assert space - space_of(make_cards(packs=[0, 0, 0, 2, 2, 0, 0])) == of_seats
