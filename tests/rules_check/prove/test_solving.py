"""Solving an open game: where moves lead, what positions are worth, and whole games."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from generator.data.loading import load_game
from rules_check.engine.game import new_state
from rules_check.engine.kernel import below
from rules_check.engine.players import parse_player
from rules_check.prove.learning import Course, wins_among
from rules_check.prove.solving import (
    NO_ONE,
    TIMES,
    Atlas,
    _sweep,
    best_of,
    changes_nothing,
    is_open,
    key_beside,
    key_of_end,
    lots_of,
    note_lead,
    solve,
    value_for,
)
from rules_check.toolkit.sights import readings_of
from tests.conftest import ROOT
from tests.truth.kuhn_poker.kuhn import rules as poker_rules
from tests.truth.pig import exact
from tests.truth.pig.learning import holds_of
from tests.truth.pig.pig import rules as pig_rules

PIG: Any = pig_rules
POKER: Any = poker_rules
TARGET = 20


def atlas() -> Atlas:
    """Map a game of two: the first seat ends it, or leaves that to the second, by luck."""
    wholes, size = [np.zeros(8, np.int64) for _ in range(8)], 5
    one = Atlas._make([*wholes[:2], None, *wholes[2:7], np.zeros((8, 2)), wholes[7]])
    one.seats[:size] = [NO_ONE, 0, 1, NO_ONE, NO_ONE]
    one.worth[3], one.worth[4] = [0.5, -0.5], [-0.5, 0.5]
    one.firsts[:4] = [0, 0, 2, 4]
    one.leads[:5] = [0, 2, 3, 4, 5]
    for n, (to, times) in enumerate([(3, 1), (4, 3), (2, 4), (3, 4), (4, 4)]):
        one.to[n] = TIMES * to + times
    one.done[0] = size
    return one


def test_each_seat_takes_the_move_that_leads_to_most_for_it() -> None:
    one = atlas()
    assert _sweep(one, np.zeros(2), np.zeros(1)) == 5
    assert one.worth[2].tolist() == [-0.5, 0.5]
    assert one.worth[1].tolist() == [-0.25, 0.25]
    assert [int(best_of(one, position)) for position in (1, 2)] == [0, 1]


def test_a_move_is_worth_what_it_leads_to_on_average() -> None:
    assert [float(value_for(atlas(), 0, seat)) for seat in range(2)] == [-0.25, 0.25]


def test_a_move_that_leads_somewhere_again_has_one_lead_to_it() -> None:
    one = atlas()
    one.done[2] = 5
    for to in (3, 4, 3):
        note_lead(one, 5, to)
    assert one.to[5:7].tolist() == [3 * TIMES + 2, 4 * TIMES + 1]
    assert int(one.done[2]) == 7


def test_ends_and_the_decisions_of_others_have_keys_of_their_own() -> None:
    keys = [int(key_of_end(np.array(rewards))) for rewards in ([0.5, -0.5], [-0.5, 0.5])]
    keys += [int(key_beside(7, learner)) for learner in (0, 1)]
    assert len(set(keys)) == 4
    assert min(keys) > 0


@pytest.mark.parametrize("count", [36, 72])
def test_luck_is_spread_evenly(count: int) -> None:
    state, faces = new_state(PIG), np.zeros(6, int)
    for begin in lots_of(count, 3).view(np.uint64):
        state.rng[0] = begin
        with np.errstate(over="ignore"):
            faces[int(below(state.rng, 0, 6))] += 1
    assert faces.tolist() == [count // 6] * 6


@pytest.fixture
def cards(tmp_path: Path) -> Any:
    """The numbers of a short game of Pig; it prints nothing, so its folder for templates is
    empty.
    """
    shutil.copy(ROOT / "tests/truth/pig/cards.yaml", tmp_path)
    (tmp_path / "templates").mkdir()
    found = PIG.cards_record(load_game(tmp_path / "cards.yaml")).copy()
    found.target = TARGET
    return found


@pytest.mark.slow  # it compiles a game
def test_pig_is_solved_so_that_nothing_answers_it_better_than_itself(cards: Any) -> None:
    found = solve(PIG, cards, 2, Course(1), 1)
    assert found is not None
    assert found.positions == (found.known.keys != 0).sum()
    assert exact.best_against(holds_of(found, cards)) < 0.502


@pytest.mark.slow
def test_the_best_answer_to_chance_is_found(cards: Any) -> None:
    chance = parse_player("random")
    found = solve(PIG, cards, 2, Course(1, opponents=chance), 1)
    assert found is not None
    best = exact.best_against(np.full((TARGET,) * 3, 0.5))
    low, high = wins_among(PIG, cards, 2, found, chance, 8000, 7).interval
    assert low - 0.005 <= best <= high + 0.005


@pytest.mark.slow
def test_the_rounds_of_pig_change_nothing_and_its_turn_does(cards: Any) -> None:
    named = {one.at: one for one in readings_of(PIG, 2)}
    offsets = {name: int(PIG.state_dtype.fields[name][1]) for name in ("rounds", "turn")}
    found = {
        name: changes_nothing(PIG, cards, 2, named[at], 0, 9, 1) for name, at in offsets.items()
    }
    assert found == {"rounds": True, "turn": False}


@pytest.mark.slow
def test_a_game_with_secrets_is_not_solved() -> None:
    poker = POKER.cards_record(load_game(ROOT / "tests/truth/kuhn_poker/cards.yaml"))
    assert not is_open(POKER, poker, 2, 1)
    assert solve(POKER, poker, 2, Course(1), 1) is None
