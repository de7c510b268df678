"""Numbers that the rest of their row does not fit: a price far too low or too high for what it
brings is named at its line, and a sound table has none.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.data.loading import load_game
from rules_check.toolkit.fitted import FEWEST, misfits
from rules_check.toolkit.outliers import outlier_findings
from tests.conftest import ROOT, make_game

BRICKS = ROOT / "games" / "brick-and-mortar"


@pytest.mark.parametrize(
    ("words", "spoiled", "card"),
    [
        ("Bazaar, cost: 12", "Bazaar, cost: 2", "bazaar"),
        ("Bank, cost: 8", "Bank, cost: 30", "bank"),
        ("Food Distributor, cost: 6", "Food Distributor, cost: 30", "food-distributor"),
    ],
)
def test_a_price_far_from_what_it_brings_is_named(words: str, spoiled: str, card: str) -> None:
    text = (BRICKS / "cards.yaml").read_text(encoding="utf-8")
    assert words in text
    content = text.replace(words, spoiled).encode()
    (found,) = outlier_findings(load_game(BRICKS / "cards.yaml", content=content))
    assert (found.code, found.about, found.verdict) == ("card-outlier", card, "warning")
    assert "cost" in found.claim
    assert found.place is not None
    assert spoiled in content.decode().splitlines()[found.place.line - 1]


@pytest.mark.parametrize(
    ("words", "changed"),
    [
        ("Superstore, cost: 16", "Superstore, cost: 15"),
        ("Thrift Store, cost: 8", "Thrift Store, cost: 9"),
        (
            "Warehouse, cost: 11, utility: 2, points: 5",
            "Warehouse, cost: 11, utility: 2, points: 4",
        ),
    ],
)
def test_a_price_that_is_one_off_accuses_no_one(words: str, changed: str) -> None:
    text = (BRICKS / "cards.yaml").read_text(encoding="utf-8")
    assert words in text
    content = text.replace(words, changed).encode()
    (fine,) = outlier_findings(load_game(BRICKS / "cards.yaml", content=content))
    assert fine.verdict == "ok"


@pytest.mark.parametrize(("rows", "named"), [(FEWEST, [4]), (FEWEST - 1, [])])
def test_it_takes_enough_rows_that_agree(rows: int, named: list[int], tmp_path: Path) -> None:
    """A point costs about three, except on one card."""
    cards = {f"c{n}": {"cost": 3 * n + 6 + n % 2, "points": n + 2} for n in range(rows)}
    cards["c4"]["cost"] = 60
    game = make_game(tmp_path, "", cards, {"cost": "0..99", "points": "0..99"})
    found = list(misfits([card.record for card in game.cards.values()]))
    assert sorted({one.row for one in found}) == named
    assert {one.value for one in found if one.field == "cost"} == ({60.0} if named else set())


def test_numbers_that_the_rest_says_nothing_of_are_never_wrong(tmp_path: Path) -> None:
    costs = (3, 9, 1, 8, 60, 2, 7, 5, 4, 6, 9, 2)
    cards = {f"c{n}": {"cost": cost, "points": n % 4} for n, cost in enumerate(costs)}
    game = make_game(tmp_path, "", cards, {"cost": "0..99", "points": "0..99"})
    assert not list(misfits([card.record for card in game.cards.values()]))
