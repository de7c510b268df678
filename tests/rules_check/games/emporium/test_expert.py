"""Emporium's expert and value: fair, legal, sensible, and far better than chance."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from rules_check.engine.game import new_state
from rules_check.engine.kernel import below, jit
from rules_check.games import emporium as rules
from rules_check.games.emporium.game import rules as emporium_rules
from rules_check.games.emporium.state import Phase
from rules_check.games.emporium.weights import Weight
from tests.rules_check.games.scripted import Table, real_cards

ALTERNATIVES = [
    (name, option) for name, options in emporium_rules.RULINGS.items() for option in options[1:]
]


@jit
def play_game(cards: Any, state: Any, moves: Any, expert: int, players: int, number: int) -> int:
    """Play a game, one seat by the expert (all, where it is -1), the others at random; 1 once
    advice is none of the moves.
    """
    rules.new_game(cards, state, players, 11, number)
    while state.end == 0:
        count = rules.legal_moves(cards, state, moves)
        is_expert = expert < 0 or expert == state.seat
        chosen = (
            rules.advise(cards, state, moves, count)
            if is_expert
            else below(state.rng, 1 + state.seat, count)
        )
        if chosen < 0 or chosen >= count:
            return 1
        rules.apply(cards, state, moves[chosen])
    return 0


@jit
def find_peeking(cards: Any, batch: Any, moves: Any, players: int, number: int) -> int:
    """Play a game of experts: count the moves and values that change once what is hidden
    changes.
    """
    state, view, twin = batch[0], batch[1], batch[2]
    rules.new_game(cards, state, players, 12, number)
    found, step = 0, 0
    while state.end == 0:
        seat = state.seat
        count = rules.legal_moves(cards, state, moves)
        for i in range(2):
            batch[1] = state
            rules.hide(cards, view, seat, 2 * step + i)
            view.rng[1 + seat] = state.rng[1 + seat]
            batch[2] = state
            found += rules.advise(cards, view, moves, count) != rules.advise(
                cards, twin, moves, count
            )
        for other in range(players):
            batch[1] = state
            rules.hide(cards, view, other, step)
            found += rules.value(cards, view, other) != rules.value(cards, state, other)
        rules.apply(cards, state, moves[rules.advise(cards, state, moves, count)])
        step += 1
    return found


def advice(table: Table) -> str:
    moves = np.empty(rules.max_moves, np.int64)
    count = rules.legal_moves(table.cards, table.state, moves)
    return rules.move_text(
        table.cards, table.state, int(moves[rules.advise(table.cards, table.state, moves, count)])
    )


def greedy(table: Table) -> str:
    """Find the move with the highest value right after it."""
    seat, best = table.seat(), (-1e9, "")
    for text in table.legal():
        copy = new_state(rules, 1)
        copy[0] = table.state
        rules.apply(table.cards, copy[0], rules.parse_move(table.cards, copy[0], text))
        best = max(best, (rules.value(table.cards, copy[0], seat), text))
    return best[1]


@pytest.mark.slow_cases("6")
@pytest.mark.parametrize("players", [pytest.param(2, marks=pytest.mark.slow), 6])
def test_nothing_hidden_changes_a_move_or_a_value(players: int) -> None:
    moves = np.empty(rules.max_moves, np.int64)
    assert [
        find_peeking(real_cards(), new_state(rules, 3), moves, players, number)
        for number in range(2)
    ] == [0] * 2


@pytest.mark.slow
def test_hidden_votes_are_not_looked_at() -> None:
    moves = np.empty(rules.max_moves, np.int64)
    cards = emporium_rules.with_ruling(real_cards(), "banish_votes", "each_hidden")
    assert [
        find_peeking(cards, new_state(rules, 3), moves, players, 3) for players in range(2, 7)
    ] == [0] * 5


@pytest.mark.parametrize("players", [2, 4, 6])
def test_only_moves_on_offer_are_taken(players: int) -> None:
    cards, state, moves, luck = (
        real_cards(),
        new_state(rules),
        np.empty(rules.max_moves, np.int64),
        np.random.default_rng(5),
    )
    rules.new_game(cards, state, players, 13, 0)
    while state.end == 0:
        count = rules.legal_moves(cards, state, moves)
        offered = luck.permutation(moves[:count])[: luck.integers(1, count + 1)]
        moves[: len(offered)] = offered
        moves[len(offered) :] = -1
        chosen = rules.advise(cards, state, moves, len(offered))
        assert 0 <= chosen < len(offered)
        assert rules.advise(cards, state, moves, 1) == 0
        rules.apply(cards, state, int(moves[chosen]))


@pytest.mark.slow  # the two sets of rules play each ruling too
@pytest.mark.parametrize(("ruling", "option"), ALTERNATIVES)
def test_each_ruling_is_played_to_the_end(ruling: str, option: str) -> None:
    cards, state, moves = (
        emporium_rules.with_ruling(real_cards(), ruling, option),
        new_state(rules),
        np.empty(rules.max_moves, np.int64),
    )
    for players in (2, 3, 5):
        for number in range(3):
            assert play_game(cards, state, moves, -1, players, number) == 0
            assert rules.FAULTS[rules.fault(cards, state)] == "sound"
            assert emporium_rules.ENDS[state.end] not in ("not over", "bound")
            assert state.rounds < 80


@pytest.mark.slow_cases("6")
@pytest.mark.slow_cases("4")
@pytest.mark.parametrize(
    "players", [pytest.param(n, marks=pytest.mark.slow if n != 6 else ()) for n in range(2, 7)]
)
def test_the_expert_beats_random_players_from_every_seat(players: int) -> None:
    cards, state, moves, out = (
        real_cards(),
        new_state(rules),
        np.empty(rules.max_moves, np.int64),
        np.zeros(6, np.int64),
    )
    wins = [0] * players
    for number in range(40 * players):
        play_game(cards, state, moves, number % players, players, number)
        rules.places(cards, state, out)
        wins[number % players] += int(out[number % players]) == 1
    assert min(wins) >= 36, wins  # of 40 from each seat


@pytest.mark.slow
@pytest.mark.slow
def test_games_of_experts_run_out_of_cards() -> None:
    state, moves = new_state(rules), np.empty(rules.max_moves, np.int64)
    for players, most in ((2, 6), (3, 3), (4, 3), (6, 3)):
        ends = []
        for number in range(60):
            play_game(real_cards(), state, moves, -1, players, number)
            ends.append(emporium_rules.ENDS[state.end])
            assert state.rounds < 60
        assert ends.count("stalled") <= most


# ---------------------------------------------------------------- situations
def test_takes_a_kill_that_pays() -> None:
    table = (
        Table(2)
        .hands("hand-axe conch", "candle")
        .gold(9, 0)
        .heroes("greta war-axe kettle-helm")
        .monsters("boar", "bear")
    )
    assert table.seat() == 0
    assert advice(table).startswith("bid ")
    table.play(advice(table))
    while table.seat() != 0 or table.state.phase == Phase.CHOOSE:
        table.play(table.legal()[0])
    while table.row() == ["boar", "bear"]:
        table.play(advice(table))
    assert "boar" in table.trophies(0)


def test_does_not_overbid_when_nobody_else_can_be_a_patron() -> None:
    table = (
        Table(2)
        .hands("hand-axe conch", "candle")
        .gold(9, 0)
        .heroes("greta war-axe kettle-helm")
        .monsters("boar", "bear")
    )
    assert advice(table) == "bid 1"


def test_bids_more_against_a_rich_rival() -> None:
    table = (
        Table(2)
        .hands("hand-axe conch", "candle")
        .gold(9, 9)
        .heroes("vane harpoon kettle-helm")
        .monsters("bear")
    )
    assert int(advice(table).split()[1]) > 1


@pytest.mark.parametrize(("players", "bid"), [(2, 1), (3, 4)])
def test_of_two_a_bid_that_only_a_sale_can_make_good_is_the_least(players: int, bid: int) -> None:
    """The one rival sells, and then bids nothing; of more, another may bid against us."""
    table = (
        Table(players)
        .hands("conch", "harpoon", "candle")
        .gold(*[9] * players)
        .heroes("tib hand-axe")
        .monsters("boar", "bear")
    )
    table.cards.weights[:, [Weight.MIX, Weight.SHADE]] = 0.0
    table.cards.weights[:, [Weight.RAISE, Weight.SALE]] = 3.0, -6.0
    assert advice(table) == f"bid {bid}"


@pytest.mark.parametrize(("block", "bid"), [(0.0, 5), (2.0, 7)])
def test_of_two_a_bid_gains_by_keeping_the_rival_from_the_fight(block: float, bid: int) -> None:
    table = (
        Table(2)
        .hands("conch", "harpoon")
        .gold(9, 9)
        .heroes("vane harpoon kettle-helm")
        .monsters("boar")
    )
    (
        table.cards.weights[:, [Weight.MIX, Weight.SHADE, Weight.RAISE]],
        table.cards.weights[:, Weight.BLOCK],
    ) = 0.0, block
    assert advice(table) == f"bid {bid}"


def test_prices_an_item_it_can_surely_sell_at_the_cap() -> None:
    table = Table(2).hands("harpoon", "candle").gold(0, 0).heroes("tib").monsters("hydra")
    assert advice(table) == "sell harpoon at 6"


def test_asks_less_where_a_slot_is_short() -> None:
    table = Table(3).hands("hand-axe hand-axe", "fish-spear", "fish-spear").gold(0, 0, 0)
    table.heroes("tib conch", "greta war-axe").monsters("hydra").state.deck[:, -1] = (
        0  # the last chance to sell
    )
    for seat in (1, 2):
        table.state.shown[seat, table.ids("item").index("fish-spear")] = 1
    assert advice(table) in ("sell hand-axe at 1", "sell hand-axe at 2", "sell hand-axe at 3")


def test_passes_up_the_second_upgrade_it_cannot_use() -> None:
    table = (
        Table(2)
        .hands("harpoon war-axe conch", "candle")
        .gold(9, 0)
        .heroes("tib")
        .monsters("hydra", "bear", "baron")
    )
    table.play("sell conch at 1", "sell candle at 1", "upgrade harpoon")
    table.state.deck[:, -1] = 0  # the last fight is near
    assert "upgrade war-axe" in table.legal()
    assert advice(table) == "done"


@pytest.mark.parametrize(
    ("purse", "gold", "chosen"), [(0, 6, "upgrade"), (4, 6, "done"), (4, 30, "upgrade")]
)
def test_saves_gold_that_it_could_bid(purse: float, gold: int, chosen: str) -> None:
    table = (
        Table(2)
        .hands("hand-axe fish-spear conch", "candle")
        .gold(gold, 0)
        .heroes("tib")
        .monsters("hydra", "bear", "baron")
    )
    table.cards.weights[:, Weight.SECOND], table.cards.weights[:, Weight.PURSE] = 3.0, purse
    table.play("sell conch at 1", "sell candle at 1", "upgrade hand-axe")
    assert advice(table).split()[0] == chosen


def test_draws_when_its_hand_is_short() -> None:
    table = Table(2).hands("conch", "candle").gold(9, 9).heroes("tib").monsters("hydra")
    table.play("sell conch at 1", "sell candle at 1")
    assert advice(table) == "draw"


def test_votes_to_banish_a_hero_who_can_beat_nothing_when_cheap() -> None:
    table = (
        Table(2, banish_price=0)
        .hands("conch", "candle")
        .gold(9, 9)
        .heroes("greta hand-axe apron")
        .monsters("bear", "hydra")
    )
    table.play("sell conch at 1", "sell candle at 1", "stay, stay")
    assert advice(table) == "banish greta"


def test_does_not_vote_when_it_could_use_the_hero() -> None:
    table = (
        Table(2)
        .hands("conch", "candle")
        .gold(9, 9)
        .heroes("vane harpoon kettle-helm")
        .monsters("bear", "baron")
    )
    table.play("sell conch at 1", "bid 1", "pass, stay, stay")
    assert table.legal()[0] == "banish none"
    assert advice(table) == "banish none"


def test_keeps_the_strong_item_that_a_fight_does_not_need() -> None:
    table = (
        Table(2)
        .hands("hand-axe", "candle")
        .gold(9, 0)
        .heroes("greta harpoon kettle-helm")
        .monsters("imp")
    )
    table.play("bid 1, sell candle at 1", "hero greta")
    assert advice(table) == "swap hand-axe at weapon"


def test_the_highest_value_is_a_good_move() -> None:
    table = (
        Table(2)
        .hands("conch candle", "candle")
        .gold(9, 0)
        .heroes("greta war-axe kettle-helm")
        .monsters("boar", "bear")
    )
    assert greedy(table).startswith("bid ")
    table.play("bid 2, sell candle at 1")
    assert greedy(table) == "hero greta"
    table.play("hero greta")
    assert greedy(table) == "fight boar"


def test_the_value_of_a_finished_game_is_its_score() -> None:
    state, moves = new_state(rules), np.empty(rules.max_moves, np.int64)
    table = Table(3)
    play_game(table.cards, state, moves, -1, 3, 1)
    out = np.zeros(3, np.int64)
    rules.scores(table.cards, state, out)
    assert [rules.value(table.cards, state, seat) for seat in range(3)] == list(out)
