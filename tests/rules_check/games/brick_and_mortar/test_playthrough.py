"""Recorded games of Brick & Mortar play the same today; a difference shows as lines of text.

`python -m tests.rules_check.games.brick_and_mortar.test_playthrough` records them anew, on purpose.
"""

from __future__ import annotations

from typing import Any

import pytest

from rules_check.games import brick_and_mortar as rules
from rules_check.rules import ids_of
from tests.rules_check.games.playthrough import FOLDER, record, written
from tests.rules_check.games.scripted_brick_and_mortar import make_cards

OURS = FOLDER.parent / "brick-and-mortar"
PLAYERS = (2, 4)


def table_lines(cards: Any, state: Any) -> list[str]:
    """Write what is in the market, and what each seat has: points, money, debt, its stores with
    what they hold.
    """
    stores = ids_of(cards, "store")
    row = " ".join(stores[one] for one in state.row[: state.row[-1]])
    order = " ".join(map(str, state.order[: state.players]))
    seats = []
    for seat in range(state.players):
        shops = [
            (
                f"{stores[one]} "
                f"{''.join(map(str, state['items'][seat, slot, : cards.types].sum(axis=1).tolist()))}"
            )
            for slot, one in enumerate(state.building[seat, : state.building[seat, -1]])
        ]
        has = (
            f"{int(state.points[seat])} points, ${int(state.money[seat])}, {int(state.debt[seat])} "
            "tokens"
        )
        seats.append(f"   {seat}  {has}; {', '.join(shops)}")
    return [
        f"   docks {' '.join(map(str, state.dock[: cards.types]))}; row {row}; order {order}",
        *seats,
    ]


def playthrough(players: int, cards: Any = None) -> str:
    return written(
        rules,
        make_cards() if cards is None else cards,
        "brick & mortar, fixed cards",
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
    assert playthrough(4, make_cards(point_sale=2)) != playthrough(4)


if __name__ == "__main__":
    record(OURS, {str(players): playthrough(players) for players in PLAYERS})
