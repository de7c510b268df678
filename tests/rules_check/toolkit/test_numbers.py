"""Numbers that are always there, and never too large."""

from __future__ import annotations

import numpy as np
import pytest

from rules_check.engine.game import new_state
from rules_check.games.emporium.game import rules
from rules_check.toolkit.numbers import (
    MOST_COUNTED,
    bounded,
    entry_at,
    number_at,
    product,
    quotient,
    remainder,
    roll,
    take_first,
)


def test_what_is_not_there_is_nothing() -> None:
    numbers = np.array([4, 7], np.int32)
    assert [number_at(numbers, at) for at in (-1, 0, 1, 2)] == [0, 4, 7, 0]
    assert [entry_at(numbers, at) for at in (-1, 0, 1, 2)] == [-1, 4, 7, -1]


@pytest.mark.parametrize(
    ("number", "by", "found"), [(7, 2, (3, 1)), (-7, 2, (-4, 1)), (7, 0, (0, 0)), (7, -2, (-4, -1))]
)
def test_dividing_rounds_down_and_by_nothing_it_is_nothing(
    number: int, by: int, found: tuple[int, int]
) -> None:
    assert (quotient(number, by), remainder(number, by)) == found


def test_nothing_grows_beyond_what_has_room() -> None:
    assert (product(-3, 5), product(10**9, 10**9), product(-(10**14), 10**14)) == (
        -15,
        10**15,
        -(10**15),
    )
    assert (bounded(10**12), bounded(-(10**12)), bounded(12)) == (MOST_COUNTED, -MOST_COUNTED, 12)


def test_the_first_of_some_numbers_is_taken_away() -> None:
    seats = np.array([2, 0, -1], np.int32)
    assert [take_first(seats) for _ in range(4)] == [2, 0, -1, -1]


def test_dice_show_each_of_their_faces() -> None:
    state, dice = new_state(rules), np.zeros(300, np.int32)
    with np.errstate(over="ignore"):
        roll(state, dice, 6)
    assert sorted(set(dice.tolist())) == [1, 2, 3, 4, 5, 6]
