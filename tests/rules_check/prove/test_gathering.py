"""What is noted of games to learn from."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from rules_check.prove.gathering import (
    ENDLESS,
    FAR,
    TOGETHER,
    WINS,
    Asked,
    Memory,
    has_room,
    new_memory,
    note_gains,
    reward_seats,
)


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


BROKEN_OFF, WON, LOST, STALLED = range(4)


def rewards(end: int, aim: int) -> list[float]:
    """Reward two seats, of which the first is ahead; a win of a team is worth ten points."""

    def places(cards: Any, state: Any, out: Any) -> None:
        out[:] = [1, 2]

    def scores(cards: Any, state: Any, out: Any) -> None:
        out[:] = [3, 1]

    ends = (np.array([LOST, STALLED]), np.array([STALLED]))
    asked = Asked(0, aim, 0, 0, 0, np.array([0.0, 1.0]), *ends, np.array([10.0]))
    out, counting, none = np.zeros(2), SimpleNamespace(places=places, scores=scores), Any
    plainly = getattr(reward_seats, "py_func", reward_seats)
    plainly(counting, none, SimpleNamespace(end=end), asked, out, np.zeros(2))
    return out.tolist()  # type: ignore[no-any-return]


def test_nobody_wins_a_game_without_an_end() -> None:
    """Nor does who is behind gain by holding out."""
    assert rewards(WON, WINS) == [0.5, -0.5]
    assert rewards(STALLED, WINS) == rewards(BROKEN_OFF, WINS) == [-0.5 - ENDLESS] * 2


def test_a_team_wins_only_games_that_end_well() -> None:
    assert rewards(WON, TOGETHER) == [12.0, 12.0]
    for end in (LOST, STALLED, BROKEN_OFF):
        assert rewards(end, TOGETHER) == [2.0, 2.0]
