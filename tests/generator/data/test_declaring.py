"""Declarations: what their words say, before anybody asks which kinds there are."""

from __future__ import annotations

import pytest

from generator.data.declaring import Declared, declared
from generator.data.formulas import FormulaFault, Parser


def read(text: str) -> Declared:
    return declared(Parser(text), lambda word: word in ("gems", "true", "player"))


def test_a_zone_has_its_kind_and_what_follows_it() -> None:
    zone = read("all item where cost > 1, face down, in a pile for each tier, refilled from scrap")
    assert zone.what is not None
    assert zone.piles_of is not None
    assert zone.refilled_from is not None
    assert (zone.sort, zone.quantity, zone.face) == ("zone", "all", "down")
    words = (zone.what.text, zone.piles_of.text, zone.refilled_from.text)
    assert words == ("item", "tier", "scrap")
    assert zone.condition is not None


def test_a_counter_has_its_start_and_when_it_begins_anew() -> None:
    purse, safe = read("gems for each gem"), read("true each turn")
    assert purse.keys_of is not None
    assert (purse.sort, purse.keys_of.text, safe.again) == ("counter", "gem", "turn")
    assert read("0, seen by owner").seen == "owner"


def test_dice_have_faces() -> None:
    assert (read("2 dice").count, read("2 dice").faces, read("1 die of 20").faces) == (2, 6, 20)


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("", 0, "expected its contents"),
        ("0 dice", 0, "expected 1 to 100 dice"),
        ("2 dice of 8 8", 12, "'8' does not belong here"),
        ("card, face sideways", 11, "expected up or down"),
        ("card, seen by me", 14, "expected `owner`, `nobody` or `all`"),
        ("0 each year", 7, "expected turn or round"),
        ("card in four", 12, "expected 'piles'"),
    ],
)
def test_a_fault_has_its_column(text: str, column: int, message: str) -> None:
    with pytest.raises(FormulaFault, match=message) as caught:
        read(text)
    assert caught.value.column == column
