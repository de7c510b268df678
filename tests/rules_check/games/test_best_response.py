"""Exact play in the tiny game: how much better than random can one be at all, and how much of that
do our players reach?
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from rules_check.engine.game import moves_of, new_state
from rules_check.engine.seating import Seat
from rules_check.games import emporium as rules
from tests.rules_check.engine.tiny import (
    Choose,
    Tree,
    all_deals,
    best_response_value,
    policy_value,
    tiny_cards,
)

CARDS = tiny_cards()
DEALS = all_deals(rules, CARDS)


def legal(state: Any) -> list[int]:
    return moves_of(rules, CARDS, state)


def at_random(state: Any) -> dict[int, float]:
    moves = legal(state)
    return dict.fromkeys(moves, 1 / len(moves))


def prefers(*kinds: str) -> Choose:
    """Always make the first legal move of the first of these kinds that there is."""

    def choose(state: Any) -> int:
        texts = {rules.move_text(CARDS, state, move): move for move in legal(state)}
        return next(
            move for kind in (*kinds, "") for text, move in texts.items() if text.startswith(kind)
        )

    return choose


STUBBORN: dict[str, Choose] = {
    "first": lambda state: legal(state)[0],
    "last": lambda state: legal(state)[-1],
    "seller": prefers("sell"),
    "patron": prefers("bid", "hero", "add", "swap", "fight"),
    "dear patron": prefers("bid 2", "bid", "add", "swap", "fight"),
    "miser": prefers("bid 1", "keep", "pass", "stay"),
}


@cache
def value_of(policy: str) -> float:
    if policy == "best":
        return best_response_value(rules, CARDS, DEALS)
    return policy_value(rules, CARDS, DEALS, at_random if policy == "random" else STUBBORN[policy])


def test_the_deals_are_all_there_are() -> None:
    assert len(DEALS) == len(set(DEALS)) == 12


@pytest.mark.slow
@pytest.mark.slow
def test_random_play_earns_exactly_what_many_games_say() -> None:
    """The tree's chances against the rules' own playout, with fresh luck for both seats."""
    state, moves, luck, rewards = (
        new_state(rules),
        np.empty(rules.max_moves, np.int64),
        np.random.default_rng(1),
        [],
    )
    places = np.zeros(2, np.int64)
    for game in range(6_000):
        rules.new_game(CARDS, state, 2, 5, DEALS[game % 12])
        state.rng[1:] = luck.integers(0, 2**63, len(state.rng) - 1, dtype=np.uint64)
        rules.playout(CARDS, state, moves)
        rules.places(CARDS, state, places)
        rewards.append(2 - places[0])
    error = float(np.std(rewards)) / len(rewards) ** 0.5
    assert abs(float(np.mean(rewards)) - value_of("random")) < 3.5 * error


@pytest.mark.slow
def test_the_best_response_beats_random_and_every_stubborn_policy() -> None:
    assert value_of("random") < value_of("best") <= 1
    for policy in STUBBORN:
        assert value_of(policy) <= value_of("best") + 1e-9, policy


@pytest.mark.slow
def test_the_values_are_as_recorded() -> None:
    assert {name: round(value_of(name), 6) for name in ("best", "random", *STUBBORN)} == {
        "best": 0.898438,
        "random": 0.504873,
        "first": 0.078125,
        "last": 0.886068,
        "seller": 0.078125,
        "patron": 0.740234,
        "dear patron": 0.886068,
        "miser": 0.740234,
    }


@pytest.mark.slow
def test_a_policy_may_draw_lots() -> None:
    """Half and half at every decision earns something between."""
    a, b = STUBBORN["seller"], STUBBORN["dear patron"]

    def mixed(state: Any) -> dict[int, float]:
        chances: dict[int, float] = {}
        for choose in (a, b):
            move = choose(state)
            assert isinstance(move, int)
            chances[move] = chances.get(move, 0) + 0.5
        return chances

    assert value_of("seller") < policy_value(rules, CARDS, DEALS, mixed) < value_of("dear patron")


@pytest.mark.slow
def test_who_sees_all_earns_more_than_the_best_who_does_not() -> None:
    """So the tree does keep what is hidden from seat 0."""
    assert value_of("best") + 1e-6 < best_response_value(rules, CARDS, DEALS, sees_all=True) <= 1


def test_histories_that_differ_in_what_is_hidden_are_one_set() -> None:
    tree = Tree(rules, CARDS)
    _, sets = tree.deal(DEALS)
    assert (
        len(sets) == 8
    )  # the own item, the hero and the monster are seen; where the others are is not
    assert sum(map(len, sets)) == 12
    _, after = tree.step(max(sets, key=len), tree.legal(max(sets, key=len))[0])
    assert all(len(set(map(tree.view, one))) == 1 for one in after)


class WithoutAdvice:
    """Emporium for players who do not know it: in their playouts everybody moves at random, as the
    opponent here does.
    """

    def __getattr__(self, verb: str) -> Any:
        if verb == "advise":
            raise AttributeError(verb)
        return getattr(rules, verb)


@pytest.mark.slow
def test_a_searching_player_comes_near_the_best() -> None:
    """Nearer than to any stubborn policy, where it knows how its opponent plays; who expects an
    expert finds another answer.
    """
    found = {}
    for name, known in (("random", WithoutAdvice()), ("expert", rules)):
        seat = Seat(known, CARDS, "search:200")  # type: ignore[arg-type]
        found[name] = policy_value(
            rules, CARDS, DEALS, lambda state, seat=seat: int(seat.choose(state))
        )
    random, best = value_of("random"), value_of("best")
    assert random + 0.95 * (best - random) < found["random"] <= best + 1e-9
    assert random + 0.5 * (best - random) < found["expert"] < found["random"]
