"""Numbers that the rest of their row does not fit: a price far too low or too high for what it
brings, and two rows with each other's number, are named at their lines; a sound table has none.
"""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from generator.data.loading import load_game
from rules_check.toolkit import fitted
from rules_check.toolkit.fitted import FEWEST, exchanges, misfits
from rules_check.toolkit.outliers import outlier_findings
from tests.conftest import ROOT, make_game, some
from tests.rules_check.notation.games import game_of

BRICKS = ROOT / "games" / "brick-and-mortar"


@pytest.mark.parametrize(
    ("words", "spoiled", "card"),
    some(
        [
            ("Bazaar, cost: 12", "Bazaar, cost: 2", "bazaar"),
            ("Food Distributor, cost: 6", "Food Distributor, cost: 30", "food-distributor"),
            ("Bank, cost: 8", "Bank, cost: 30", "bank"),
        ],
        2,
    ),
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


GEMS = (ROOT / "tests/rules_check/notation/games/gem_wharf.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize("card", ["a1", "a7", "b2", "b6", "c1", "c3"])
@pytest.mark.parametrize(("gems", "is_named"), [(1, True), (12, True), (0, False)])
def test_a_price_in_gems_is_as_high_as_it_has_gems(card: str, gems: int, is_named: bool) -> None:
    price = re.search(rf"({card}: .*cost: )(\[.*\])", GEMS)
    assert price
    content = GEMS.replace(
        price[0], f"{price[1]}[{', '.join(['jade'] * gems)}]" if gems else price[0]
    )
    (found,) = outlier_findings(game_of(content))
    assert (found.verdict == "warning") == is_named
    if is_named:
        assert found.about == card
        assert found.place is not None
        assert f"{card} has cost {gems}" in found.claim or f"{card} has worth" in found.claim
        assert content.splitlines()[found.place.line - 1].lstrip().startswith(card)


def test_cards_with_each_others_worth_are_named_by_their_prices_in_gems() -> None:
    text = re.sub(r"(c3: .*worth: )5", r"\g<1>0", re.sub(r"(a1: .*worth: )0", r"\g<1>5", GEMS))
    (found,) = outlier_findings(game_of(text))
    assert found.claim.startswith("a1 has worth 5 and c3 has 0, but each number fits the other")


@pytest.mark.parametrize(
    ("words", "changed"),
    some(
        [
            ("Thrift Store, cost: 8", "Thrift Store, cost: 9"),
            ("Superstore, cost: 16", "Superstore, cost: 15"),
            (
                "Warehouse, cost: 11, utility: 2, points: 5",
                "Warehouse, cost: 11, utility: 2, points: 4",
            ),
        ],
        2,
    ),
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


SPEEDS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 4, 6, 8)


def boats(*exchanged: int) -> dict[str, dict[str, object]]:
    """Write twelve boats, each about two coins for a knot and one for a crate; some two of them with
    each other's price.
    """
    rows = {
        f"b{n}": {"price": 2 * speed + (5 * n) % 7 + n % 2, "speed": speed, "crates": (5 * n) % 7}
        for n, speed in enumerate(SPEEDS)
    }
    if exchanged:
        one, other = (rows[f"b{n}"] for n in exchanged)
        one["price"], other["price"] = other["price"], one["price"]
    return {id_: {**row} for id_, row in rows.items()}


FIELDS = {"price": "0..99", "speed": "0..99", "crates": "0..99"}


@pytest.mark.parametrize("pair", [(0, 8), (2, 11), (7, 0)])
def test_two_rows_with_each_others_number_are_named_together(
    pair: tuple[int, int], tmp_path: Path
) -> None:
    game = make_game(tmp_path, "", boats(*pair), FIELDS)
    found = list(exchanges([card.record for card in game.cards.values()]))
    assert [{one.row, one.other} for one in found if one.field == "price"] == [set(pair)]
    assert {frozenset((one.row, one.other)) for one in found} == {frozenset(pair)}
    (told,) = outlier_findings(game)
    names = sorted(f"b{n}" for n in pair)
    assert told.verdict == "warning"
    assert all(f"{name} has" in told.claim for name in names)
    assert told.place is not None
    lines = {told.place.line, *(place.line for _, place in told.also)}
    assert lines == {game.cards[name].places["price"].line for name in names}


def test_rows_in_order_are_not_exchanged(tmp_path: Path) -> None:
    game = make_game(tmp_path, "", boats(), FIELDS)
    assert not list(exchanges([card.record for card in game.cards.values()]))


def test_exchanged_strengths_of_two_weapons_of_emporium_are_named() -> None:
    text = (ROOT / "cards.yaml").read_text(encoding="utf-8")
    for pattern, number in (
        ("Bent Fish Spear, .*strength: )2", 6),
        ("Leviathan Trident, .*strength: )6", 2),
    ):
        text, count = re.subn(f"({pattern}", rf"\g<1>{number}", text, count=1)
        assert count
    game = load_game(ROOT / "cards.yaml", content=text.encode())
    (found,) = (one for one in outlier_findings(game) if one.also)
    assert "Bent Fish Spear" in found.claim
    assert "Leviathan Trident" in found.claim


def test_exchanged_coins_of_two_items_with_lists_of_circles_are_named() -> None:
    """Twelve rows, whose circles are in three lists of which each has one or two."""
    file = ROOT / "games/merchants-of-magick/cards.yaml"
    text = file.read_text(encoding="utf-8")
    for pattern, number in ((r"backpack: .*coins: )2", 6), (r"plate-armor: .*coins: )6", 2)):
        text, count = re.subn(f"( {pattern}", rf"\g<1>{number}", text, count=1)
        assert count
    (found,) = (one for one in outlier_findings(load_game(file, content=text.encode())) if one.also)
    assert "Backpack has coins 6 and Plate Armor has 2" in found.claim


@pytest.mark.parametrize("game", ["", "empire", "merchants-of-magick", "brick-and-mortar"])
def test_no_two_rows_are_accused_in_the_games_as_shipped(game: str) -> None:
    file = (ROOT / "games" / game if game else ROOT) / "cards.yaml"
    assert [one.claim for one in outlier_findings(load_game(file)) if one.also] == []


def test_rows_are_predicted_from_all_others() -> None:
    """As if each row in turn were left out of what the line is drawn through."""
    luck = np.random.default_rng(1)
    design = np.column_stack([np.ones(20), luck.normal(size=(20, 3))])
    values, used = luck.normal(size=20), np.arange(20) != 7
    ridge = np.diag([0.0, 1.0, 1.0, 1.0])
    for row, usual in enumerate(fitted._left_out(values, design, used)):
        kept = used & (np.arange(20) != row)
        a, b = design[kept], values[kept]
        assert usual == pytest.approx(design[row] @ np.linalg.solve(a.T @ a + ridge, a.T @ b))
