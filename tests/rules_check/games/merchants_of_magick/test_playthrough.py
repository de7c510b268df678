"""Recorded games of Merchants of Magick play the same today; a difference shows as lines of text.

`python -m tests.rules_check.games.merchants_of_magick.test_playthrough` records them anew, on
purpose.
"""

from __future__ import annotations

from typing import Any

import pytest

from rules_check.games import merchants_of_magick as rules
from tests.rules_check.games.playthrough import FOLDER, record, written
from tests.rules_check.games.scripted_merchants import make_cards

OURS = FOLDER.parent / "merchants-of-magick"
PLAYERS = (1, 4)


def table_lines(cards: Any, state: Any) -> list[str]:
    """Write what lies in each line, and what each sheet has, as the numbers that the record has."""
    dice = " ".join(map(str, state.result[: cards.dice].tolist()))
    seats = [
        f"   {seat}  line {' '.join(map(str, state.line[seat, : state.line[seat, -1]].tolist()))}; "
        f"marks {int(state.marks[seat]):x}, "
        f"{int(state.potions[seat])} potions, extra {int(state.extra[seat]):b}"
        for seat in range(state.players)
    ]
    return [f"   dice {dice}; deck {int(state.deck[-1])}", *seats]


def playthrough(players: int, cards: Any = None) -> str:
    return written(
        rules,
        make_cards() if cards is None else cards,
        "merchants of magick, fixed cards",
        table_lines,
        players,
        7,
        1,
    )


@pytest.mark.parametrize("players", PLAYERS)
def test_a_recorded_game_plays_the_same(players: int) -> None:
    assert (
        playthrough(players).splitlines()
        == (OURS / f"{players}.txt").read_text(encoding="utf-8").splitlines()
    )


def test_every_game_has_a_record_and_no_other_file_lies_there() -> None:
    assert sorted(path.stem for path in OURS.iterdir()) == sorted(map(str, PLAYERS))


def test_a_change_of_the_game_shows_in_the_record() -> None:
    assert playthrough(4, make_cards(row_potions=2)) != playthrough(4)


if __name__ == "__main__":
    record(OURS, {str(players): playthrough(players) for players in PLAYERS})
