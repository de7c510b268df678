"""What a setup comes to: nothing is lost, nothing is doubled, and what is short is named with its
number of players.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.data.dealing import Laid, lay, shortages
from generator.data.game import Game
from generator.data.loading import bundled_games, load_game
from generator.data.setting import read_setting
from tests.conftest import make_game
from tests.generator.data.test_setting import SETUP, game_with


def laid(game: Game, players: int = 3, seed: int = 0) -> Laid:
    return lay(game, read_setting(game), players, seed)


def sizes(table: Laid) -> dict[tuple[str, int | None, str], int]:
    return {spot: len(pile) for spot, pile in table.piles.items()}


def test_hands_are_dealt_and_rows_filled(tmp_path: Path) -> None:
    table = laid(game_with(tmp_path))
    hands = {("hand", seat, ""): 4 for seat in range(3)}
    won = {("won", seat, ""): 0 for seat in range(3)}
    assert sizes(table) == {("deck", None, ""): 5, ("market", None, ""): 3, **hands, **won}
    assert table.counters == {("bank", None): 20, **{("gold", seat): 5 for seat in range(3)}}
    assert not table.shortages
    assert sizes(laid(game_with(tmp_path), players=2))["hand", 1, ""] == 5


def test_the_same_seed_lays_the_same_table(tmp_path: Path) -> None:
    game = game_with(tmp_path)
    assert laid(game, seed=1).piles == laid(game, seed=1).piles
    assert laid(game, seed=1).piles != laid(game, seed=2).piles


@pytest.mark.slow
@settings(max_examples=20)
@given(players=st.integers(2, 4), seed=st.integers(0, 50))
def test_every_copy_lies_in_one_place(
    players: int, seed: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    for name in ("emporium", "brick-and-mortar"):
        game = GAMES.setdefault(name, load_game(bundled_games()[name]))
        table = laid(game, players, seed)
        pieces = [(piece.id, piece.copy) for pile in table.piles.values() for piece in pile]
        assert len(pieces) == len(set(pieces))


GAMES: dict[str, Game] = {}


def test_what_no_zone_takes_stays_in_the_box(tmp_path: Path) -> None:
    table = laid(
        game_with(
            tmp_path,
            common={**SETUP["common"], "deck": "all card where suit = cups, face down"},
            deal=[],
        )
    )
    assert table.box == Counter({f"c{number}": 2 for number in (0, 2, 4, 6, 8)})


def test_cards_lie_on_the_pile_of_their_row(tmp_path: Path) -> None:
    common = {"deck": "all card, in a pile for each suit"}
    table = laid(game_with(tmp_path, common=common, deal=[], each={"hand": "card"}))
    assert {
        pile: {piece.record.suit for piece in cards}
        for (_, _, pile), cards in table.piles.items()
        if pile
    } == {"cups": {"cups"}, "swords": {"swords"}}


@pytest.mark.parametrize(("copies", "players"), [(1, 4), (3, 4), (6, 4), (6, 3), (3, 2)])
def test_each_player_has_the_cards_that_are_made_for_them(
    copies: int, players: int, tmp_path: Path
) -> None:
    rows = {name: {"name": name} for name in ("red", "teal", "plum", "grey")}
    game = make_game(
        tmp_path,
        tables={"team": {"fields": {"name": "line"}, "rows": rows}},
        kind={"for_each": "team"},
        cards={"fish": {"name": "Fish", "copies": copies}},
        components={
            "fish": {"name": "Fish", "of": "card", "count": 4 * copies, "each_player": True}
        },
        game={"players": "2-4"},
        setup={"each": {"shoal": "all fish"}},
    )
    table = lay(game, read_setting(game), players)
    for seat, team in zip(range(players), rows, strict=False):
        assert [one.id for one in table.cards_in("shoal", seat)] == [f"fish-{team}"] * copies


@pytest.mark.parametrize(
    ("deal", "expected"),
    [
        (["move 2 from deck where suit = cups to market"], {"market": 2, "deck": 18}),
        (["move deck to market"], {"market": 20, "deck": 0}),
        (["move all from deck where cost > 9 to market"], {"market": 0, "deck": 20}),
        (["refill market to 4 from deck", "refill market to 4 from deck"], {"market": 4}),
        (
            [{"each": ["move 1 from deck to hand", "move 2 from deck to won"]}],
            {"deck": 11, "hand": 1, "won": 2},
        ),
        (["move 1 from deck to market if count(players) = 2"], {"market": 0}),
        (
            [
                "move 1 from deck to market if count(deck) = 20",
                "move 1 from deck to market if count(deck) = 20",
            ],
            {"market": 1},
        ),
        (["deal hand_size[count(players)] from deck to each hand"], {"hand": 4}),
    ],
)
def test_a_step_does_what_it_says(
    deal: list[Any], expected: dict[str, int], tmp_path: Path
) -> None:
    table = laid(game_with(tmp_path, deal=deal))
    for zone, size in expected.items():
        seat = 1 if zone in ("hand", "won") else None
        assert len(table.cards_in(zone, seat)) == size, zone


def test_a_card_at_the_bottom_is_drawn_last(tmp_path: Path) -> None:
    deal = ["move 1 from deck to market", "move market to deck at the bottom"]
    table = laid(game_with(tmp_path, deal=deal))
    again = laid(game_with(tmp_path, deal=[]))
    assert table.cards_in("deck")[0] == again.cards_in("deck")[-1]


def test_what_is_short_is_named_with_its_players(tmp_path: Path) -> None:
    game = game_with(tmp_path, deal=["deal 6 from deck to each hand"])
    (problem,) = shortages(game, read_setting(game))
    assert problem.code == "setup-short"
    assert "needs 24 with 4 players, but deck has only 20" in problem.message
    assert problem.hint is not None
    assert "with 4 players" in problem.hint
    assert problem.place is not None
    assert (
        "deal 6"
        in (tmp_path / "cards.yaml").read_text("utf-8").splitlines()[(problem.place.line or 0) - 1]
    )


@pytest.mark.parametrize(
    ("deal", "said"),
    [
        (["move bank - 30 from deck to market"], "expected 0 or more, found -10 with 2 players"),
        (["move 9 mod (count(deck) - 20) from deck to market"], "a number to divide by, found 0"),
        (
            ["move 1 from deck to spot"] * 2,
            "'spot' has room for one card, but this step puts 2 there",
        ),
        (["move deck to spot"], "this step puts 20 there"),
        (["shuffle deck if bank / (bank - 20) > 1"], "a number to divide by, found 0"),
    ],
)
def test_a_step_that_cannot_mean_what_it_says_is_a_fault(
    deal: list[str], said: str, tmp_path: Path
) -> None:
    game = game_with(tmp_path, common={**SETUP["common"], "spot": "one card"}, deal=deal)
    (problem,) = shortages(game, read_setting(game))
    assert problem.code == "setup-step"
    assert said in problem.message
    assert problem.hint
    assert problem.place is not None
    assert problem.place.line == find_line(tmp_path, deal[-1])


def find_line(folder: Path, text: str) -> int:
    lines = (folder / "cards.yaml").read_text("utf-8").splitlines()
    return max(number for number, line in enumerate(lines, 1) if text in line)


def test_a_counter_that_is_taken_below_nothing_is_short(tmp_path: Path) -> None:
    game = game_with(tmp_path, deal=["take 6 * count(players) from bank", "set bank to 0 - 5"])
    (problem,) = shortages(game, read_setting(game))
    assert "needs 24 with 4 players, but bank has only 20" in problem.message
    assert "start the counter higher" in str(problem.hint)
    assert laid(game).counters["bank", None] == -5


def test_a_deal_without_end_ends_with_the_deck(tmp_path: Path) -> None:
    game = game_with(tmp_path, deal=[f"deal {10**15} from deck to each hand"])
    assert not laid(game).cards_in("deck")
