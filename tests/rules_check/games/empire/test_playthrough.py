"""Recorded games of Empire play the same today; a difference shows as lines of text. To record
anew, see playthrough_empire.py.
"""

from __future__ import annotations

import numpy as np
import pytest

from rules_check.engine.game import new_state
from rules_check.games import empire as rules
from tests.rules_check.games.playthrough_empire import (
    FOLDER,
    GAMES,
    NUMBER,
    SEED,
    cards_for,
    playthrough,
)


def recorded(name: str) -> str:
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", GAMES)
def test_a_recorded_game_plays_the_same(name: str) -> None:
    assert playthrough(name).splitlines() == recorded(name).splitlines()


def test_every_game_has_a_record_and_no_other_file_lies_there() -> None:
    assert sorted(path.stem for path in FOLDER.iterdir()) == sorted(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_a_recorded_game_can_be_played_from_its_texts(name: str) -> None:
    """The file alone tells the game: the moves' texts, made one after another, lead to its
    places.
    """
    cards, state, players = cards_for(name), new_state(rules), GAMES[name][0]
    rules.new_game(cards, state, players, SEED, NUMBER)
    lines = recorded(name).splitlines()
    for line in lines:
        if line[:4].strip().isdigit() and "hand" not in line:
            seat, text = line[4:].split(maxsplit=2)[::2]
            assert rules.current_player(cards, state) == int(seat)
            rules.apply(cards, state, rules.parse_move(cards, state, text))
    assert rules.is_over(cards, state)
    places = np.zeros(players, np.int64)
    rules.places(cards, state, places)
    assert lines[-1] == f"places {' '.join(map(str, places))}"


@pytest.mark.parametrize(
    "changes",
    [{"skip_duty": "may_skip"}, {"first_pillar_cards": 5}, {"trade_partner": "same_empire"}],
)
def test_a_change_of_the_game_shows_in_the_record(changes: dict[str, object]) -> None:
    assert playthrough("5", cards_for("5", **changes)) != recorded("5")
