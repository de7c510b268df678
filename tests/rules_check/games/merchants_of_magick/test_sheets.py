"""What a seat can know of other sheets: nothing of this round, and all of the rounds before; and no
seat's number counts.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from generator.data.loading import load_game
from rules_check.engine.game import copy_of, moves_of
from rules_check.engine.view import table_of
from rules_check.games import merchants_of_magick as rules
from tests.rules_check.engine.hooks_merchants import SECRET
from tests.rules_check.games.scripted_merchants import FILE, Table


def seen_by(table: Table, seat: int) -> Any:
    state = copy_of(rules, table.state)
    rules.hide(table.cards, state, seat, 3)
    return state


def test_what_was_marked_this_round_is_taken_back_for_those_who_come_later() -> None:
    table = Table(2).play("mark d6 fiery-1", "mark d8 elves-1", "stop")
    assert table.state.seat == 1
    other = Table(2).play("stop")
    assert seen_by(table, 1).tobytes() == seen_by(other, 1).tobytes()
    assert seen_by(table, 0).marks[0] == table.state.marks[0]


def test_what_was_marked_in_earlier_rounds_is_seen() -> None:
    table = Table(2).play("mark d6 fiery-1", "mark d8 elves-1", "stop", "stop")
    assert seen_by(table, 1).marks[0] == table.state.marks[0] != 0


def test_with_open_sheets_nothing_is_taken_back() -> None:
    table = Table(2, sheets_seen="open").play("mark d6 fiery-1", "mark d8 elves-1", "stop")
    assert seen_by(table, 1).marks[0] == table.state.marks[0] != 0
    assert not rules.is_secret(table.cards, table.state)
    assert rules.is_secret(Table(2).cards, Table(2).state)


@pytest.mark.parametrize("ruling", rules.RULINGS["sheets_seen"])
def test_a_view_shows_a_sheet_as_it_was_when_the_round_began(ruling: str) -> None:
    table = (
        Table(2, sheets_seen=ruling)
        .mark(0, "ring")
        .play("mark d6 fiery-1", "mark d8 elves-1", "stop")
    )
    table.state.marks_shown[0] = 0
    view = table_of(rules, load_game(FILE), table.cards, table.state, 1)
    said = " ".join(zone.words or "" for zone in view.zones if zone.seat == 0)
    assert ("Fiery 1/2" in said) == (ruling == "open")


def test_no_seats_number_counts() -> None:
    """A round whose seats are all one further, with the same marks: the same round, turned. Nobody
    claims: who draws first is a ruling.
    """
    luck = random.Random(1)
    for number in range(20):
        table = Table(3)
        rules.set_up(table.cards, table.state, 3, 5, number)
        other = copy_of(rules, table.state)
        turn(other)
        chosen: list[list[int]] = [[], [], []]
        while table.state.rounds == 1:
            seat, move = (
                int(table.state.seat),
                luck.choice(moves_of(rules, table.cards, table.state)),
            )
            chosen[seat].append(move)
            rules.apply(table.cards, table.state, move)
        for seat in range(3):
            for move in chosen[(seat - 1) % 3]:
                assert other.seat == seat
                rules.apply(table.cards, other, move)
        turn(table.state)
        table.state.seat = other.seat
        assert table.state.tobytes() == other.tobytes()


BY_SEAT = (
    "adventurer",
    "scored",
    "spaces",
    "gaps",
    "sold",
    "earned",
    "line",
    *SECRET,
    *(f"{name}_shown" for name in SECRET),
)


def turn(state: Any) -> None:
    """Let each seat, in place, be the next one clockwise."""
    for name in BY_SEAT:
        state[name][:3] = np.roll(state[name][:3], 1, axis=0)
    state.rng[1:4] = np.roll(state.rng[1:4], 1)
