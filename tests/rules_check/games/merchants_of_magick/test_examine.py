"""What can be said of the cards without playing: each finding shows where it should, and is fine
where it should be.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from generator.data.loading import load_game
from rules_check.games import merchants_of_magick as rules
from tests.conftest import ROOT
from tests.rules_check.games.scripted_merchants import FILE


def found(folder: Path, change: Callable[[str], str] = str) -> dict[str, str]:
    text = change(FILE.read_text("utf-8"))
    (folder / "templates").mkdir()
    (folder / "templates" / "card.svg.j2").write_text(
        (FILE.parent / "templates" / "card.svg.j2").read_text("utf-8"), "utf-8"
    )
    (folder / "cards.yaml").write_text(text, "utf-8")
    game = load_game(folder)
    findings = rules.examine(game, rules.cards_record(game), {})
    assert {one.code for one in findings} <= set(rules.CODES)
    return {one.code: one.verdict for one in findings}


def test_the_cards_of_the_scripts_are_fine(tmp_path: Path) -> None:
    told = found(tmp_path)
    assert set(told.values()) == {"ok"}
    assert set(rules.CODES) == set(told)


CHANGES = {
    "circle-beyond-dice": ("steel: [6, 8, 9]", "steel: [6, 8, 11]", "warning"),
    "circle-sure": ("elemental: [5, 3]", "elemental: [12, 3]", "warning"),
    "die-mismatch": (
        "d6: {name: Six-sided die, faces: 6}",
        "d6: {name: Six-sided die, faces: 18}",
        "warning",
    ),
    "rating-order": (
        "master: {name: Master, coins: 90}",
        "master: {name: Master, coins: 9}",
        "warning",
    ),
    "wish-elsewhere": (
        "accessory: pendant, weapon: staff",
        "accessory: bow, weapon: staff",
        "warning",
    ),
}


def lines_of(code: str, changes: dict[str, str], folder: Path) -> set[str]:
    """List the rows that findings of a sort point at in a changed file, by their ids."""
    shutil.copytree(ROOT / "games/merchants-of-magick", folder / "game")
    cards = folder / "game/cards.yaml"
    text = cards.read_text("utf-8")
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    cards.write_text(text, "utf-8")
    game = load_game(folder / "game")
    lines = text.splitlines()
    return {
        lines[one.place.line - 1].split(":")[0].strip()
        for one in rules.examine(game, rules.cards_record(game), {})
        if one.code == code and one.place and one.verdict == "warning"
    }


def test_ratings_that_do_not_rise_are_shown_where_the_fewest_are_wrong(tmp_path: Path) -> None:
    changes = {
        "apprentice: {name: Apprentice, coins: 60}": "apprentice: {name: Apprentice, coins: 95}",
        "master: {name: Master, coins: 90}": "master: {name: Master, coins: 55}",
    }
    assert lines_of("rating-order", changes, tmp_path) == {"apprentice", "master"}


def test_a_die_of_the_rules_is_wrong_if_the_one_in_the_box_is_sure(tmp_path: Path) -> None:
    """Its name and its number agree, and no die of the box has as many faces as that of the rules."""
    changes = {"d8: {name: Eight-sided die, faces: 8}": "d8: {name: Eight-sided die, faces: 5}"}
    assert lines_of("die-mismatch", changes, tmp_path) == {"d8"}
    game = load_game(tmp_path / "game")
    (place,) = {
        one.place.line
        for one in rules.examine(game, rules.cards_record(game), {})
        if one.code == "die-mismatch" and one.place
    }
    assert "faces: 5" in (tmp_path / "game/cards.yaml").read_text("utf-8").splitlines()[place - 1]


@pytest.mark.parametrize("code", CHANGES)
def test_a_change_is_told(code: str, tmp_path: Path) -> None:
    old, new, verdict = CHANGES[code]
    assert FILE.read_text("utf-8").count(old) == 1
    assert found(tmp_path, lambda text: text.replace(old, new))[code] == verdict


def test_a_die_that_no_column_takes_is_told(tmp_path: Path) -> None:
    def without(text: str) -> str:
        return text.replace("dice: [d6, ", "dice: [d8, ").replace("[d8, d8]", "[d8]")

    assert found(tmp_path, without)["die-idle"] == "warning"


def test_lines_that_the_orders_do_not_fill_are_told(tmp_path: Path) -> None:
    kept = 0

    def few(text: str) -> str:
        nonlocal kept
        lines = []
        for line in text.splitlines():
            kept += "{item: " in line
            if "{item: " not in line or kept <= 16:  # the fields, and 15 orders
                lines.append(line)
        return "\n".join(lines).replace(
            "of: order, back: back-order, count: 66", "of: order, back: back-order, count: 15"
        )

    assert found(tmp_path, few)["orders-short"] == "fault"


def test_a_deck_of_nearly_nothing_but_two_enchantments_is_told(tmp_path: Path) -> None:
    kept = 0

    def doubles(text: str) -> str:
        nonlocal kept
        lines = []
        for line in text.splitlines():
            is_single = "{item: " in line and ("prefix:" in line) != ("suffix:" in line)
            kept += is_single
            if not is_single or kept <= 4:
                lines.append(line)
        return "\n".join(lines).replace(
            "of: order, back: back-order, count: 66", "of: order, back: back-order, count: 22"
        )

    assert found(tmp_path, doubles)["doubles-many"] == "fault"


def test_a_die_of_the_box_that_is_called_otherwise_is_told(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "games/merchants-of-magick", tmp_path / "game")
    cards = tmp_path / "game/cards.yaml"
    text = cards.read_text("utf-8")
    old = "d10: {name: Ten-sided die, count: 1, dice: 10}"
    assert old in text
    cards.write_text(text.replace(old, old.replace("dice: 10", "dice: 12")), "utf-8")
    game = load_game(tmp_path / "game")
    (finding,) = [
        one
        for one in rules.examine(game, rules.cards_record(game), {})
        if one.code == "die-mismatch"
    ]
    assert (finding.about, finding.verdict) == ("d10", "warning")
    assert (
        finding.claim
        == "'Ten-sided die' has 12 faces according to its `dice`, but 10 according to its name."
    )
