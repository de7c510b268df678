"""Tables for exports: what luck does not decide is done, the rest is said."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from generator.data.game import EVERYTHING, Chosen, Game, for_players
from generator.data.problems import Problems
from generator.export.card_game_simulator import write_cgs
from generator.export.card_pictures import write_tabletopia
from generator.export.laid_tables import LaidTable, hand_dealt, laid_table, text_of
from generator.export.screentop import write_grids
from generator.export.tabletop_playground import write_package
from generator.face.press import Press
from tests.conftest import make_game
from tests.generator.data.test_setting import BASE, SETUP, game_with
from tests.generator.export.tables import box


def table_of(
    folder: Path, players: int | None = None, seed: int | None = None, **sections: Any
) -> LaidTable:
    table = laid_table(for_players(game_with(folder, **sections), players), seed)
    assert table is not None
    return table


def sizes(table: LaidTable) -> dict[str, int]:
    return {
        name: len(pile) for (name, seat, _), pile in table.laid.piles.items() if seat in (None, 0)
    }


def test_without_a_seed_nothing_is_dealt_that_luck_decides(tmp_path: Path) -> None:
    table = table_of(tmp_path)
    assert table.players == 4
    assert sizes(table) == {"deck": 20, "market": 0, "hand": 0, "won": 0}
    assert table.laid.counters["gold", 0] == 5, "counters are as they are after all steps"
    assert table.instructions == [
        "Shuffle: Deck",
        "Deal 4 from Deck to each Hand",
        "Refill Market to 3 from Deck",
    ]


def test_what_each_player_does_is_one_sentence_without_what_is_counted_already(
    tmp_path: Path,
) -> None:
    deal = [{"each": ["move 2 from deck to hand", "add 1 to gold", "move 1 from deck to won"]}]
    table = table_of(tmp_path, deal=deal)
    said = "Each player: move 2 from Deck to Hand, move 1 from Deck to Won"
    assert table.instructions == ["Shuffle: Deck", said]
    assert table.laid.counters["gold", 0] == 4


def test_the_surface_is_on_the_table_and_not_in_the_box(tmp_path: Path) -> None:
    common = {**SETUP["common"], "deck": "all card where cost <> 3, face down"}
    table = table_of(tmp_path, surface="c3", common=common)
    said = text_of(table).splitlines()
    assert any(line.startswith("Card 3, at 0, ") and line.endswith("c3, face up") for line in said)
    assert table.laid.box["c3"] == 1, "of its two copies one is the surface"
    held = table_of(tmp_path, surface="c3")
    assert "Card 3, at" not in text_of(held), "the deck has it"


def test_the_numbers_are_those_for_the_players(tmp_path: Path) -> None:
    assert "Deal 5 from Deck to each Hand" in table_of(tmp_path, 2).instructions


def test_with_a_seed_everything_is_dealt(tmp_path: Path) -> None:
    table = table_of(tmp_path, 2, 7)
    assert sizes(table) == {"deck": 7, "market": 3, "hand": 5, "won": 0}
    assert not table.instructions
    assert table.laid.piles != table_of(tmp_path, 2, 8).laid.piles


@pytest.mark.parametrize(
    ("deal", "left"),
    [
        (["move all from deck where cost = 1 to market"], 0),
        (["move 2 from deck where cost = 1 to market"], 1),
        (["move 2 from deck to market", "move all from deck where cost = 1 to market"], 2),
        (["shuffle market"], 1),
        ([{"each": ["add 1 to gold"]}], 0),
        ([{"each": ["move 1 from deck to hand", "add 1 to gold"]}], 1),
        (["move deck to market", "move 1 from market to deck"], 1),
    ],
)
def test_what_luck_decides_is_left_to_the_players(
    deal: list[Any], left: int, tmp_path: Path
) -> None:
    assert len(table_of(tmp_path, deal=deal).to_do) == left


def test_a_deck_in_order_is_dealt_and_not_shuffled(tmp_path: Path) -> None:
    table = table_of(
        tmp_path, 2, common={**SETUP["common"], "deck": "all card, face down, in order"}
    )
    assert not table.instructions
    assert sizes(table)["hand"] == 5


def test_a_game_without_a_setup_has_no_table(tmp_path: Path) -> None:
    assert laid_table(make_game(tmp_path, **BASE)) is None


def test_a_text_says_where_everything_is(tmp_path: Path) -> None:
    text = text_of(table_of(tmp_path, 2))
    assert "Deck, at " in text
    assert "20, face down" in text
    assert "Player 2: Gold" in text
    assert "Bank, at " in text
    assert "2. Deal 5 from Deck to each Hand" in text


def written(folder: Path) -> dict[Path, bytes]:
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*.*")}


Writer = Callable[[Game, Press, Path], object]


def write_playground(game: Game, press: Press, output: Path) -> object:
    return write_package(game, press, output, Problems())


@pytest.mark.parametrize("write", [write_playground, write_grids, write_cgs, write_tabletopia])
def test_tables_that_take_no_setup_get_it_as_a_text(write: Writer, tmp_path: Path) -> None:
    plain, game = box(tmp_path / "plain", [8]), box(tmp_path / "game", [8], setup=HAND)
    write(plain, Press(plain), tmp_path / "without")
    write(game, Press(game), tmp_path / "with")
    before, after = written(tmp_path / "without"), written(tmp_path / "with")
    (text,) = (content.decode() for path, content in after.items() if path.name == "table.txt")
    assert "Deal 2 from Deck to each Hand" in text
    changed = {path.name for path in after if before.get(path) != after[path]}
    assert changed == {"table.txt"} | ({"Trial.json"} if write is write_cgs else set())


def test_card_game_simulator_learns_how_many_cards_a_hand_has(tmp_path: Path) -> None:
    game = box(tmp_path / "game", [8], setup=HAND)
    assert hand_dealt(game, EVERYTHING) == 2
    assert hand_dealt(game, Chosen(frozenset({"c0"}))) == 0
    assert hand_dealt(box(tmp_path / "plain", [8]), EVERYTHING) == 0


HAND: dict[str, Any] = {
    "common": {"deck": "all cards, face down"},
    "each": {"hand": "cards, seen by owner"},
    "deal": ["deal 2 from deck to each hand"],
}
