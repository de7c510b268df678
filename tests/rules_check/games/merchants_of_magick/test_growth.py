"""Merchants of Magick with more or less of everything: what the rules have room for plays soundly,
and what they have none for is pointed at.
"""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path

import pytest

from generator.data.problems import ProblemError
from rules_check.engine.kernel import IS_COMPILED
from rules_check.games import merchants_of_magick as rules
from rules_check.games.merchants_of_magick.state import (
    ADVENTURERS,
    CATEGORIES,
    CIRCLES,
    COLUMNS,
    DICE,
    FACES,
    ITEMS,
    LINE,
    MASTERIES,
    ORDERS,
    RATINGS,
    SEATS,
    SLOTS,
    SPELLS,
)
from tests.rules_check.games import growth
from tests.rules_check.games.alike_merchants import first_difference
from tests.rules_check.games.grown import MerchantsSizes, grown_merchants
from tests.rules_check.games.scripted import ROOT

LIMITS = MerchantsSizes(
    DICE,
    COLUMNS,
    CATEGORIES,
    ITEMS,
    SPELLS,
    CIRCLES,
    ORDERS,
    ORDERS,
    ADVENTURERS,
    MASTERIES,
    SLOTS,
    RATINGS,
    LINE,
)
FEWEST = MerchantsSizes(1, 2, 1, 1, 3, 4, 1, 9, 8, 2, 0, 1, 1)


record, faults_met = partial(growth.record, rules), partial(growth.faults_met, rules)


def any_sizes(luck: random.Random) -> MerchantsSizes:
    sizes = [luck.randint(least, most) for least, most in zip(FEWEST, LIMITS, strict=True)]
    found = MerchantsSizes(*sizes)
    return found._replace(
        items=min(found.items, 20),
        spells=min(found.spells, 20),
        all_orders=min(ORDERS, found.orders * 5),
    )


@pytest.mark.parametrize("sizes", [LIMITS, FEWEST])
def test_a_card_set_at_the_limits_plays_soundly(sizes: MerchantsSizes, tmp_path: Path) -> None:
    cards = record(grown_merchants(tmp_path, sizes))
    for line_up, games in (("random", 20), ("expert", 3)):
        assert faults_met(cards, line_up, games if IS_COMPILED else 1) == {"sound"}


@pytest.mark.slow_cases("0", "1", "2")
@pytest.mark.parametrize(
    "seed", [pytest.param(n, marks=pytest.mark.slow if n else ()) for n in range(8)]
)
def test_whatever_the_card_set_its_games_are_sound_and_those_of_the_rulebook(
    seed: int, tmp_path: Path
) -> None:
    luck = random.Random(seed)
    rulings = {name: luck.choice(options) for name, options in rules.RULINGS.items()}
    path = grown_merchants(tmp_path, any_sizes(luck), seed, **rulings)
    cards = record(path)
    for line_up, games in (("random", 10), ("expert", 2)):
        assert faults_met(cards, line_up, games if IS_COMPILED else 1) == {"sound"}
    for number, players in enumerate(luck.sample(rules.player_counts(cards), 2)):
        assert not first_difference(players, seed, number, path=path, **rulings)


BEYOND = {
    "dice": (
        LIMITS._replace(dice=DICE + 1),
        f"rows in the table 'die' to be from 1 to {DICE}, found {DICE + 1}",
        "d6:",
    ),
    "columns": (
        LIMITS._replace(columns=COLUMNS + 1),
        f"rows in the table 'column' to be from 1 to {COLUMNS}, found {COLUMNS + 1}",
        "column_8:",
    ),
    "items": (
        LIMITS._replace(items=ITEMS + 1),
        f"rows in the table 'item' to be from 1 to {ITEMS}, found {ITEMS + 1}",
        "item-24:",
    ),
    "circles": (
        LIMITS._replace(circles=CIRCLES + 1),
        f"circles up to those of 'spell-23' to be from 0 to {CIRCLES}, found 63",
        "spell-23:",
    ),
    "orders": (
        LIMITS._replace(all_orders=ORDERS + 1),
        f"copies of all cards of the kind 'order' to be from 1 to {ORDERS}, found {ORDERS + 1}",
        "order-119:",
    ),
    "slots": (
        LIMITS._replace(slots=SLOTS + 1),
        f"Extra Dice to be from 0 to {SLOTS}, found {SLOTS + 1}",
        "extra_dice_potions:",
    ),
}


@pytest.mark.parametrize("name", BEYOND)
def test_the_first_one_too_many_is_pointed_at(name: str, tmp_path: Path) -> None:
    sizes, said, line = BEYOND[name]
    path = grown_merchants(tmp_path, sizes)
    assert growth.refused(
        rules, path, f"the rules of Merchants of Magick need the number of {said}", line
    )


def test_who_plays_alone_has_room_for_the_orders_that_wait(tmp_path: Path) -> None:
    path = grown_merchants(tmp_path, LIMITS)
    text = path.read_text(encoding="utf-8")
    assert "solo_waiting: 2" in text
    path.write_text(text.replace("solo_waiting: 2", "solo_waiting: 3"), encoding="utf-8")
    with pytest.raises(ProblemError, match="including waiting orders, to be from 0 to 8, found 9"):
        record(path)


def test_the_docs_name_the_limits() -> None:
    page = (ROOT / "docs" / "reference" / "growing.md").read_text(encoding="utf-8")
    page = page[page.index("## Merchants of Magick") :].split("\n## ")[0]
    rows = {
        line.split("|")[1].strip(): line.split("|")[2].strip()
        for line in page.splitlines()
        if line.startswith("| ")
    }
    expected = {
        "dice": DICE,
        "faces of a die, numbers of circles": FACES,
        "columns": COLUMNS,
        "categories": CATEGORIES,
        "items": ITEMS,
        "spells": SPELLS,
        "circles on a sheet": CIRCLES,
        "orders, including all copies": ORDERS,
        "adventurers": ADVENTURERS,
        "masteries": MASTERIES,
        "orders in front of each player": LINE,
        "Extra Dice": SLOTS,
        "ratings": RATINGS,
        "players": SEATS,
    }
    assert {name: rows.get(name) for name in expected} == {
        name: str(number) for name, number in expected.items()
    }
