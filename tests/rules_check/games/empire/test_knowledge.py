"""Empire: what a seat sees stays, what is hidden is dealt anew and possible, and an unsound state
is noticed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from rules_check.engine.game import moves_of, new_state
from rules_check.games import empire as rules
from rules_check.games.empire.state import TYPES
from tests.conftest import some
from tests.rules_check.engine.audit import audit, audited
from tests.rules_check.engine.hooks_empire import SHORT
from tests.rules_check.games.scripted_empire import Table, empire_cards, make_cards

HIDDEN = ("number", "rng", "hand", "deck", "tabled", "fist", "pile")


def hidden(cards: Any, state: Any, seat: int, seed: int = 3) -> Any:
    copy = new_state(rules, 1)
    copy[0] = state
    rules.hide(cards, copy[0], seat, seed)
    return copy[0]


def positions(
    cards: Any, players: int, number: int, every: int = 5, most: int = 400
) -> Iterator[Any]:
    """Go through some of the states of a game decided by Python's own luck."""
    state, luck = new_state(rules), random.Random(number)
    rules.new_game(cards, state, players, 8, number)
    for step in range(most):
        if rules.is_over(cards, state):
            return
        if step % every == 0:
            yield state
        rules.apply(cards, state, luck.choice(moves_of(rules, cards, state)))


def assert_possible(cards: Any, state: Any, view: Any, seat: int) -> None:
    """What the seat knows is as it was; the rest is a way that the cards could lie."""
    players = int(state.players)
    for name in state.dtype.names:
        if name not in HIDDEN:
            assert view[name].tobytes() == state[name].tobytes(), name
    assert view.hand[seat].tolist() == state.hand[seat].tolist()
    for other in range(players):
        size = int(state.pile[other, -1])
        assert view.pile[other, :size].tolist() == state.pile[other, :size].tolist()
        assert int(view.hand[other].sum()) == int(state.hand_size[other])
    for count, most in ((view.known, view.hand), (view.hand, view.most)):
        assert (count[:players] <= most[:players]).all()
    unseen = [
        np.bincount(s.deck[: s.deck[-1]], minlength=TYPES) + s.hand.sum(axis=0)
        for s in (state, view)
    ]
    assert (unseen[0] == unseen[1]).all()


RULED: list[dict[str, str]] = [
    {},
    {"trade_partner": "same_empire"},
    {"trade_partner": "same_empire", "trade_offers": "in_turn", "demand_names": "card"},
    {"pile_runs_out": "play_on", "stall": "play_on"},
    {"match": "overlord", "trade_partner": "same_empire"},
]


@pytest.mark.slow_cases("True-rulings0")
@pytest.mark.parametrize("rulings", RULED)
@pytest.mark.parametrize("is_short", [True, False])
def test_a_hidden_state_is_possible_and_keeps_what_is_known(
    rulings: dict[str, str], is_short: bool
) -> None:
    """In long games all is known of some hands, and next to nothing of others."""
    cards = make_cards(**(SHORT if is_short else {}), **rulings)
    for number, players in enumerate((3, 4, 6)):
        for state in positions(
            cards, players, number, every=9 if is_short else 31, most=200 if is_short else 900
        ):
            for seat in range(players):
                assert_possible(cards, state, hidden(cards, state, seat), seat)


def test_what_is_hidden_is_dealt_anew() -> None:
    table = Table(4).hands("nine ten jack", "five six seven", "three four eight", "king queen ace")
    views = [hidden(table.cards, table.state, 0, seed) for seed in range(30)]
    assert len({view.hand.tobytes() for view in views}) > 20
    assert len({view.deck.tobytes() for view in views}) > 20


def test_a_card_that_all_know_of_is_never_dealt_away() -> None:
    table = (
        Table(3)
        .hands("nine ten", "five queen", "six")
        .piles("", "", "ace")
        .play("steal 3, discard nine")
    )
    ace = table.types("ace")[0]
    assert {
        int(hidden(table.cards, table.state, 1, seed).hand[0, ace]) > 0 for seed in range(40)
    } == {True}
    ten = table.types("ten")[0]
    assert {int(hidden(table.cards, table.state, 1, seed).hand[0, ten]) for seed in range(60)} > {0}


def test_a_card_that_a_hand_was_found_not_to_have_is_never_dealt_to_it() -> None:
    table = (
        Table(3)
        .hands("nine ten", "five " * 6 + "queen " * 6, "six")
        .play("battle 2, demand seven, discard ten")
    )
    seven = table.types("seven")[0]  # seat 1 has drawn one card since
    assert {
        int(hidden(table.cards, table.state, 0, seed).hand[1, seven]) for seed in range(80)
    } == {0, 1}


def test_the_real_games_are_sound_all_the_way() -> None:
    for players in range(3, 7):
        assert audited(rules, empire_cards(), players, 3, 60) == {"sound"}


# By trade_offers only what is known meanwhile differs, which random players do not look at: see
# test_empire_actions.py.
OTHERS = [
    (name, option)
    for name, options in rules.RULINGS.items()
    for option in options[1:]
    if name != "trade_offers"
]


@pytest.mark.slow_cases("joker_pillar-any_rank")
@pytest.mark.parametrize(("name", "option"), some(OTHERS, 4))
def test_every_option_plays_and_makes_a_difference(name: str, option: str) -> None:
    """On the same luck, some game goes otherwise than by the first option; and all are sound."""
    state, moves, found = new_state(rules), np.empty(rules.max_moves, np.int64), set()
    numbers = {**SHORT, "pillars_to_win": 4} if name in ("stall", "pile_runs_out") else SHORT
    for number in range(1500):
        results = []
        for changes in ({}, {name: option}):
            cards = make_cards(**numbers, **changes)
            rules.new_game(cards, state, 3 + number % 4, 17, number)
            if (
                number < 20
                and changes
                and (name, option) not in (("stall", "play_on"), ("pile_runs_out", "play_on"))
            ):
                assert audit(rules, cards, state) == "sound"
            else:
                rules.playout(cards, state, moves)
            results.append(
                (int(state.end), int(state.rounds), state.laid.tolist(), state.hand_size.tolist())
            )
        found.add(results[0] == results[1])
        if False in found and number >= 20:
            return
    pytest.fail(f"{option} changed none of 1500 games")


DAMAGE: dict[str, Callable[[Table], None]] = {
    "a card is in two zones or in none (two)": lambda t: t.state.deck.__setitem__(
        0, (t.state.deck[0] + 1) % 14
    ),
    "a zone of card has a number that is not one of its cards": lambda t: t.state.pile.__setitem__(
        (1, -1), -1
    ),
    "the size of a hand does not match its cards": lambda t: t.state.hand_size.__setitem__(1, 5),
    "all players know something about a hand that is not true": lambda t: t.state.most.__setitem__(
        (1, t.types("five")[0]), 0
    ),
    "a pillar belongs to another empire, or to a rank that already has one": lambda t: (
        t.state.empire.__setitem__(2, 1)
    ),
    "a seat without a player has a card": lambda t: t.state.hand.__setitem__((4, 1), 1),
    "a pillar was laid, or a 2 skipped a player, in the opening round": lambda t: (
        t.state.__setattr__("opening", 2)
    ),
}


@pytest.mark.parametrize("expected", DAMAGE)
def test_a_fault_is_found(expected: str) -> None:
    table = Table(3).hands("nine ten", "five", "six").pillars(2, "ace")
    assert table.fault() == "sound"
    DAMAGE[expected](table)
    assert table.fault() == expected


def test_what_is_known_too_well_is_a_fault() -> None:
    table = Table(3).hands("nine ten", "five", "six")
    table.state.known[0, table.types("ace")[0]] = 1
    assert table.fault() == "all players know something about a hand that is not true"
