"""Recorded games play the same today; a difference shows as lines of text. To record anew, see
playthrough.py.
"""

from __future__ import annotations

import numpy as np
import pytest

from rules_check.engine.game import new_state
from rules_check.games import emporium as rules
from tests.rules_check.games.playthrough import (
    FOLDER,
    NUMBER,
    PLAYERS,
    SEED,
    fixed_cards,
    playthrough,
)
from tests.rules_check.games.scripted import real_cards


def recorded(players: int) -> str:
    return (FOLDER / f"{players}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("players", PLAYERS)
def test_a_recorded_game_plays_the_same(players: int) -> None:
    assert playthrough(players).splitlines() == recorded(players).splitlines()


def test_every_number_of_players_has_a_record_and_no_other_file_lies_there() -> None:
    assert sorted(path.name for path in FOLDER.iterdir()) == [
        f"{players}.txt" for players in PLAYERS
    ]


@pytest.mark.parametrize("players", PLAYERS)
def test_a_recorded_game_can_be_played_from_its_texts(players: int) -> None:
    """The file alone tells the game: the moves' texts, made one after another, lead to its
    places.
    """
    cards, state = fixed_cards(), new_state(rules)
    rules.new_game(cards, state, players, SEED, NUMBER)
    lines = recorded(players).splitlines()
    for line in lines:
        if line[:4].strip().isdigit():
            seat, text = line[4:].split(maxsplit=2)[::2]
            assert rules.current_player(cards, state) == int(seat)
            rules.apply(cards, state, rules.parse_move(cards, state, text))
    assert rules.is_over(cards, state)
    places = np.zeros(players, np.int64)
    rules.places(cards, state, places)
    assert lines[-1] == f"places {' '.join(map(str, places))}"


@pytest.mark.parametrize(
    "changes", [{"colour_bonus": 2}, {"winner_items": "to_patron"}, {"hand_limit": 5}]
)
def test_a_change_of_the_game_shows_in_the_record(changes: dict[str, object]) -> None:
    assert playthrough(4, fixed_cards(**changes)) != recorded(4)


def test_tuning_cards_yaml_changes_no_record() -> None:
    tuned = real_cards().copy()
    for name in tuned.dtype.names:
        if not name.endswith("_name"):
            tuned[name] = 1
    assert fixed_cards(tuned).tobytes() == fixed_cards().tobytes()
