"""Where zones are: nothing on anything else, every seat in its place, and rows as `table:` says."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from generator.data.dealing import lay
from generator.data.game import Game
from generator.data.placing import (
    Arrangement,
    Spacing,
    Thing,
    arrange,
    label_of,
    name_of,
    things_of,
)
from generator.data.setting import read_setting
from tests.conftest import make_game
from tests.generator.data.test_setting import BASE, SETUP, game_with


def arranged(
    game: Game, players: int, *, turns: bool = True, seat_mm: float = 400.0
) -> Arrangement:
    setting = read_setting(game)
    spacing = Spacing(
        lambda thing: (len(thing.name) * 5.0, 9.0), (60.0, 12.0), 600.0, seat_mm, turns=turns
    )
    return arrange(game, things_of(game, setting, lay(game, setting, players)), players, spacing)


def boxes(arrangement: Arrangement) -> list[tuple[float, float, float, float]]:
    """List the middles and sizes of all things and of their labels."""
    found = []
    for placed in arrangement.placed:
        found.append((placed.x, placed.y, *placed.thing.size_mm))
        found.append((*placed.label, len(placed.thing.name) * 5.0, 9.0))
    return found


PLAYED: dict[str, Any] = {
    **BASE,
    "rules": {**BASE["rules"], "hand_size": 1},
    "game": {"players": "1-6"},
}


def test_the_surface_is_the_first_row_of_the_middle(tmp_path: Path) -> None:
    common = {**SETUP["common"], "deck": "all card where cost <> 3, face down"}
    game = game_with(tmp_path, surface="c3", common=common)
    table = arranged(game, 3)
    (board,) = [one for one in table.placed if one.thing.sort == "board"]
    others = [one for one in table.placed if one.thing.seat is None and one is not board]
    assert (board.thing.name, board.x) == ("c3", 0.0)
    low = board.y + board.thing.size_mm[1] / 2
    assert all(low < one.y - one.thing.size_mm[1] / 2 for one in others)
    assert label_of(game, board.thing) == "Card 3"


@pytest.mark.parametrize("turns", [True, False])
@pytest.mark.parametrize("players", [1, 2, 3, 5, 6])
def test_nothing_is_on_anything_else(players: int, turns: bool, tmp_path: Path) -> None:
    common = {**SETUP["common"], "piles": "card, in a pile for each suit"}
    game = make_game(
        tmp_path,
        **PLAYED,
        setup={**SETUP, "common": common, "each": {**SETUP["each"], "row2": "card"}},
    )
    table = arranged(game, players, turns=turns)
    for (x1, y1, w1, h1), (x2, y2, w2, h2) in combinations(boxes(table), 2):
        assert max(abs(x1 - x2) - (w1 + w2) / 2, abs(y1 - y2) - (h1 + h2) / 2) > -1e-6
    for x, y, width, height in boxes(table):
        assert abs(x) + width / 2 <= table.size_mm[0] / 2 + 1e-6
        assert abs(y) + height / 2 <= table.size_mm[1] / 2 + 1e-6


@pytest.mark.parametrize(
    ("players", "near", "far"),
    [(1, [0], []), (2, [0], [1]), (4, [0, 3], [1, 2]), (5, [0, 4], [1, 2, 3])],
)
def test_players_sit_clockwise_from_the_lower_left(
    players: int, near: list[int], far: list[int], tmp_path: Path
) -> None:
    game = make_game(tmp_path, **PLAYED, setup=SETUP)
    seats = sorted(arranged(game, players).seats, key=lambda area: area.x)
    assert [area.seat for area in seats if area.y > 0 or players == 1] == near
    assert [area.seat for area in seats if area.y < 0 and players > 1] == far
    assert {area.seat for area in seats if area.is_turned} == set(far)


def test_every_seat_has_its_own_zones_before_it(tmp_path: Path) -> None:
    table = arranged(game_with(tmp_path), 4)
    for area in table.seats:
        own = [one for one in table.placed if one.thing.seat == area.seat]
        assert [one.thing.name for one in own] == ["gold", "hand", "won"]
        for one in own:
            assert abs(one.x - area.x) <= area.size_mm[0] / 2
            assert abs(one.y - area.y) <= area.size_mm[1] / 2
            assert one.is_turned == area.is_turned


def test_rows_are_as_the_table_says(tmp_path: Path) -> None:
    game = make_game(
        tmp_path, **BASE, setup=SETUP, table={"middle": [["bank"], ["market", "deck"]]}
    )
    middle = {one.thing.name: one for one in arranged(game, 2).placed if one.thing.seat is None}
    assert middle["bank"].y < middle["market"].y == middle["deck"].y < middle["pool"].y
    assert middle["market"].x < middle["deck"].x


def test_a_row_ends_before_it_gets_too_wide(tmp_path: Path) -> None:
    game = game_with(tmp_path)
    assert arranged(game, 2, seat_mm=100).size_mm[1] > arranged(game, 2).size_mm[1]


def test_a_hand_is_a_fan_of_limited_width() -> None:
    few, many = (Thing("hand", "hand", 0, (63.0, 88.0), cells=count) for count in (3, 60))
    assert few.size_mm[0] < many.size_mm[0] < 3 * 63


def test_zones_are_called_by_their_words(tmp_path: Path) -> None:
    game = make_game(tmp_path, **BASE, setup=SETUP, words={"setup_market": "Le marché"})
    assert [
        name_of(game, "market"),
        name_of(game, "draw-pile"),
        name_of(game, "piles", "cups"),
    ] == ["Le marché", "Draw pile", "Piles Cups"]
