"""The expert: it beats greedy and random players at every number of players and alone, and keeps to
what it can see.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from rules_check.engine.players import parse_line_up
from rules_check.games import merchants_of_magick as rules
from rules_check.games.merchants_of_magick.weights import Weight
from rules_check.play.simulate import simulate
from rules_check.prove.training import Effort, train
from rules_check.toolkit.weights import starts_of
from tests.rules_check.games.scripted_merchants import Table, make_cards


def scores(cards: Any, line_up: str, players: int, games: int) -> Any:
    return simulate(rules, cards, parse_line_up(line_up, players), 3, games).scores


@pytest.mark.parametrize("players", [2, 4, 8])
def test_one_expert_among_greedy_players_wins_nearly_every_game(players: int) -> None:
    played = simulate(
        rules, make_cards(), parse_line_up("expert" + ",greedy" * (players - 1), players), 3, 40
    )
    assert (played.places[:, 0] == 1).mean() > 0.9


def test_alone_the_expert_scores_far_more_than_greedy_and_random() -> None:
    expert, greedy, random = (
        scores(make_cards(), word, 1, 60).mean() for word in ("expert", "greedy", "random")
    )
    assert expert > greedy + 20 > random + 40


def advice(table: Table, *texts: str) -> str:
    """Ask which of some moves the expert makes."""
    moves = np.array([rules.parse_move(table.cards, table.state, text) for text in texts], np.int64)
    return texts[rules.advise(table.cards, table.state, moves, len(moves))]


def test_what_completes_a_row_comes_first() -> None:
    table = Table().mark(0, "greaves-1", "greaves-2").roll(d12=9)
    assert (
        advice(table, "mark d12 plate-armor-1", "mark d12 greaves-3", "stop")
        == "mark d12 greaves-3"
    )


def test_in_the_last_round_nothing_is_worth_a_mark_but_what_comes_of_it_then() -> None:
    table = Table().mark(0, "pendant-1").roll(d12=9)
    table.state.rounds, table.state.used[0] = 10, 0b1
    assert advice(table, "mark d12 plate-armor-3", "mark d12 pendant-2") == "mark d12 pendant-2"


def test_it_stops_before_it_wastes_a_dear_result() -> None:
    table = Table().roll(d10=10)
    table.state.used[0], table.state.extra[0], table.state.potions[0] = 0b1001, 0b11111, 3
    assert advice(table, "mark d10 staff-1", "stop") == "stop"


@pytest.mark.slow
def test_who_plays_alone_is_trained_by_what_it_scores() -> None:
    cards = make_cards()
    cards.fitted[:] = starts_of(Weight)
    cards.fitted[:, :, Weight.POTION] = 2.0  # potions are worth no mark to such players
    effort = Effort(rounds=1, generations=3, games=40, steps=2, fresh=200)
    found = train(rules, cards, 1, effort, 1)
    assert len(found.styles.rows) == 2
    assert found.styles.rows[1]["potion"] != 2.0
    assert train(rules, cards, 1, effort, 1) == found
