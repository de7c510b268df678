"""What is noted of games to learn from."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from rules_check.prove.gathering import FAR, Memory, has_room, new_memory, note_gains


def a_memory(seats: list[int], expected: list[float], monkeypatch: pytest.MonkeyPatch) -> Memory:
    small: Any = {"decisions": 8, "moves": 16, "signs": 32, "games": 2}
    monkeypatch.setattr("rules_check.prove.gathering.ROOM_FOR", small)
    memory = new_memory(3, 2, 4)
    memory.seats[: len(seats)], memory.expected[: len(seats)] = seats, expected
    memory.done[0] = len(seats)
    return memory


def test_a_decision_gained_what_came_beyond_what_was_expected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The last decision of each seat is measured by the reward, one before it by what is expected
    then, and partly by all later ones.
    """
    memory = a_memory([0, 1, 0], [0.5, -0.25, 0.75], monkeypatch)
    note_gains(memory, 0, np.array([1.0, -1.0]))
    assert memory.gains[:3].tolist() == [0.25 + FAR * 0.25, -0.75, 0.25]


def test_games_before_count_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    memory = a_memory([0, 0], [0.5, 0.5], monkeypatch)
    note_gains(memory, 1, np.array([1.0, -1.0]))
    assert memory.gains[:2].tolist() == [0.0, 0.5]


@pytest.mark.parametrize(
    ("moves", "signs", "is_enough"), [(4, 8, True), (17, 8, False), (4, 40, False)]
)
def test_a_full_memory_takes_no_more(
    moves: int, signs: int, is_enough: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert has_room(a_memory([0], [0.0], monkeypatch), moves, signs) == is_enough
