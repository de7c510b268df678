"""What can be said of the cards without playing: each finding shows where it should, and is fine
where it should be.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from generator.data.loading import load_game
from rules_check.games import brick_and_mortar as rules
from tests.rules_check.games.scripted import ROOT
from tests.rules_check.games.scripted_brick_and_mortar import FILE

SHIPPED = ROOT / "games" / "brick-and-mortar" / "cards.yaml"


def found(folder: Path, old: str = "", new: str = "", file: Path = FILE) -> dict[str, str]:
    text = file.read_text("utf-8")
    assert old in text
    shutil.copytree(file.parent, folder / "game")
    (folder / "game" / "cards.yaml").write_text(text.replace(old, new, 1), "utf-8")
    game = load_game(folder / "game")
    findings = rules.examine(game, rules.cards_record(game), {})
    assert {one.code for one in findings} <= set(rules.CODES)
    return {one.code: one.verdict for one in findings if one.code != "pieces-short"}


def test_the_cards_as_they_are_shipped_are_fine(tmp_path: Path) -> None:
    told = found(tmp_path, file=SHIPPED)
    assert set(told.values()) == {"ok"}
    assert set(told) >= set(rules.CODES) - {"pieces-short"}


@pytest.mark.parametrize(
    ("code", "old", "new", "verdict"),
    [
        ("bids-unlimited", "choice: with_debt", "choice: unlimited", "warning"),
        (
            "power-idle",
            "power: factory, type: food, amount: 2",
            "power: factory, amount: 2",
            "warning",
        ),
        ("type-unprofitable", "highest: 6, crates: 25", "highest: 1, crates: 25", "warning"),
        ("crates-short", "highest: 6, crates: 25", "highest: 6, crates: 10", "fault"),
        ("crates-short", "highest: 22, crates: 15", "highest: 22, crates: 3", "warning"),
        ("points-free", "point_sale: 3", "point_sale: 4", "warning"),
        ("crates-differ", "highest: 22, crates: 15", "highest: 22, crates: 14", "warning"),
        ("dials-short", "right: 0..24", "right: 0..20", "warning"),
        ("hands-short", "market: [f2-a2, f4-a1", "market: [f2-a2, f2-a2", "warning"),
        ("hands-short", "{start: dressmaker", "{start: coffee-house", "warning"),
        ("hands-differ", ", f3-c2]}", "]}", "warning"),
        (
            "hands-differ",
            "[clothing-importer, electronics-distributor, thrift-store]",
            "[thrift-store]",
            "warning",
        ),
        (
            "power-beyond",
            "electronics: [5, 2], power: importer",
            "electronics: [4, 2], power: importer",
            "warning",
        ),
        ("power-beyond", "power: variety, each: 5", "power: variety, each: 6", "warning"),
        ("debt-free", "debt_points: 1", "debt_points: 0", "warning"),
        ("stores-short", "stores_dealt: 4", "stores_dealt: 6", "ok"),
    ],
)
def test_a_change_is_told(code: str, old: str, new: str, verdict: str, tmp_path: Path) -> None:
    assert found(tmp_path, old, new)[code] == verdict


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("market_hand: 5", "market_hand: 4", "  market_hand: 4"),
        ("stores_dealt: 4", "stores_dealt: 3", "  stores_dealt: 3"),
        (", f3-c2]}", "]}", "    - {start: "),
    ],
)
def test_first_hands_that_agree_outweigh_the_one_number_that_they_differ_from(
    old: str, new: str, line: str
) -> None:
    text = FILE.read_text("utf-8")
    assert old in text
    changed = text.replace(old, new)
    game = load_game(FILE, content=changed.encode())
    found = rules.examine(game, rules.cards_record(game), {})
    places = [one.place for one in found if one.code == "hands-differ"]
    assert places
    for place in places:
        assert place is not None
        assert changed.splitlines()[place.line - 1].startswith(line)


def test_stores_that_do_not_suffice_are_told(tmp_path: Path) -> None:
    game = load_game(FILE)
    cards = rules.cards_record(game)
    cards.players_from[:50] = 4  # Starting Stores for four, all of them
    assert "stores-short" in {
        one.code for one in rules.examine(game, cards, {}) if one.verdict == "fault"
    }
