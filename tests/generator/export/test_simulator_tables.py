"""A table in Tabletop Simulator laid as `setup:` says: everything once, at its place, with hands
that others do not see.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from generator.cli.main import run
from generator.data.game import Game
from generator.export.card_sheets import plan_sheets
from generator.export.laid_tables import laid_table
from generator.export.simulator_tables import SHUFFLES
from generator.export.stacks import stacks_of
from generator.export.tabletop_simulator import _limits, saved_object
from tests.generator.export.tables import box, schema, simulated

SETUP: dict[str, Any] = {
    "common": {
        "deck": "all cards, face down",
        "market": "cards, refilled from deck",
        "bank": "all coins",
        "rolled": "2 dice of 8",
    },
    "each": {"hand": "cards, seen by owner", "score": 0},
    "deal": [
        "deal 3 from deck to each hand",
        "refill market to 4 from deck",
        {"each": ["move 1 from bank to score_pile"]},
    ],
}
SETUP["each"]["score_pile"] = "coins"


def game_of(folder: Path, **changes: Any) -> Game:
    return box(folder, [4, 4, 4, 4, 4], setup={**SETUP, **changes})


def saved(game: Game, seed: int | None = None) -> dict[str, Any]:
    plans = plan_sheets(stacks_of(game), _limits)
    sheets = [
        sheet for plan in plans for sheet in (*plan.sheets, *([plan.back] if plan.back else []))
    ]
    urls = {sheet.key: "https://example.org/x.png" for sheet in sheets}
    table = laid_table(replace(game, players=game.players or 3, whole=game.for_all), seed)
    made = saved_object(game, plans, [c for c in game.components if c.dice], urls, None, table)
    jsonschema.validate(made, schema("tabletop-simulator"))
    return made


def pieces(made: dict[str, Any]) -> Counter[str]:
    kinds = ("Counter", "HandTrigger", "3DText", "Notecard")
    return simulated(
        {"ObjectStates": [thing for thing in made["ObjectStates"] if thing["Name"] not in kinds]}
    )


def named(made: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    return [thing for thing in made["ObjectStates"] if thing["Name"] == kind]


def test_the_surface_is_in_the_middle_once(tmp_path: Path) -> None:
    deck = "all cards where it <> c0, face down"
    made = saved(game_of(tmp_path, surface="c0", common={**SETUP["common"], "deck": deck}))
    at = [
        thing["Transform"]["posX"]
        for thing in made["ObjectStates"]
        if thing["Nickname"] == "Card 0"
    ]
    assert 0.0 in at


def is_within(card: dict[str, Any], zone: dict[str, Any]) -> bool:
    place, room = card["Transform"], zone["Transform"]
    return all(
        abs(place[f"pos{axis}"] - room[f"pos{axis}"]) < room[f"scale{axis}"] / 2 for axis in "XZ"
    )


@pytest.mark.parametrize("seed", [None, 0, 5])
def test_every_piece_is_on_the_table_once(seed: int | None, tmp_path: Path) -> None:
    found = pieces(saved(game_of(tmp_path), seed))
    cards = {f"Card {number}": 4 for number in range(5)}
    assert {name: count for name, count in found.items() if name in cards} == cards
    assert found["Gold"] == 7
    assert sum(count for name, count in found.items() if name.endswith("olled")) == 2
    assert "Dice" not in found, "they are those of the setup"


def test_without_a_seed_decks_are_whole_and_shuffle_themselves(tmp_path: Path) -> None:
    made = saved(game_of(tmp_path))
    (deck,) = named(made, "DeckCustom")
    assert len(deck["ContainedObjects"]) == 20
    assert deck["LuaScript"] == SHUFFLES
    assert deck["Transform"]["rotZ"] == 180.0
    assert not named(made, "Card")
    (note,) = named(made, "Notecard")
    assert note["Description"].splitlines() == [
        "1. Shuffle: Deck",
        "2. Deal 3 from Deck to each Hand",
        "3. Refill Market to 4 from Deck",
    ]


def test_a_seed_deals_rows_and_hands(tmp_path: Path) -> None:
    made = saved(game_of(tmp_path), 1)
    loose = named(made, "Card")
    assert len(loose) == 3 * 3 + 4
    assert {card["Transform"]["rotZ"] for card in loose} == {0.0}
    zones = named(made, "HandTrigger")
    assert [zone["FogColor"] for zone in zones] == ["White", "Brown", "Red"]
    for zone in zones:
        assert sum(is_within(card, zone) for card in loose) == 3
    assert not named(made, "Notecard")
    (deck,) = named(made, "DeckCustom")
    assert not deck["LuaScript"]
    assert made == saved(game_of(tmp_path), 1)
    assert made != saved(game_of(tmp_path), 2)


def test_counters_are_set_and_named_with_their_player(tmp_path: Path) -> None:
    made = saved(game_of(tmp_path, each={**SETUP["each"], "score": 4}))
    assert {one["Nickname"]: one["Counter"]["value"] for one in named(made, "Counter")} == {
        f"Player {seat}: Score": 4 for seat in (1, 2, 3)
    }


def test_what_is_far_is_turned_to_its_player(tmp_path: Path) -> None:
    near, far, _ = named(saved(game_of(tmp_path)), "HandTrigger")
    assert near["Transform"]["posZ"] < 0 < far["Transform"]["posZ"]
    assert abs(near["Transform"]["rotY"] - far["Transform"]["rotY"]) == 180.0


def test_what_no_zone_takes_is_beside_the_table(tmp_path: Path) -> None:
    made = saved(
        game_of(
            tmp_path,
            common={"rolled": "1 die of 8"},
            deal=[],
            each={"hand": "cards, seen by owner"},
        )
    )
    found = pieces(made)
    assert sum(found[f"Card {number}"] for number in range(5)) == 20
    assert found["Gold"] == 7
    assert found["Dice"] == 1, "one of two is on the table"
    right = max(zone["Transform"]["posX"] for zone in named(made, "HandTrigger"))
    assert all(deck["Transform"]["posX"] > right for deck in named(made, "DeckCustom"))


@pytest.mark.slow
def test_the_command_lays_the_table_and_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game_of(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert run(["export", "tabletop-simulator", "--output", "out"]) == 0
    said = capsys.readouterr().out
    assert "laid for 4 players, who do this before they play:" in said
    assert "2. Deal 3 from Deck to each Hand" in said
    assert run(["export", "tabletop-simulator", "--output", "out", "--seed", "3"]) == 0
    assert "laid for 4 players" in capsys.readouterr().out
    (file,) = (tmp_path / "out").glob("*.json")
    assert len(named(json.loads(file.read_text("utf-8")), "Card")) == 4 * 3 + 4
