"""Brick & Mortar with more or less of everything: what the rules have room for plays soundly, and
what they have none for is pointed at.
"""

from __future__ import annotations

import random
import re
from functools import partial
from pathlib import Path

import pytest

from generator.data.problems import ProblemError
from rules_check.engine.kernel import IS_COMPILED
from rules_check.games import brick_and_mortar as rules
from rules_check.games.brick_and_mortar.state import (
    DEALT,
    DIAL,
    HAND,
    KINDS,
    MARKET,
    MOST,
    POINTS,
    ROW,
    SEATS,
    SHELVES,
    SLOTS,
    STORES,
    TYPES,
    Cards,
)
from tests.rules_check.games import growth
from tests.rules_check.games.alike import first_difference
from tests.rules_check.games.alike_brick_and_mortar import BRICK
from tests.rules_check.games.grown import BrickSizes, grown_brick
from tests.rules_check.games.scripted import ROOT

LIMITS = BrickSizes(
    TYPES, SHELVES, SLOTS, STORES, KINDS, MARKET, DEALT, ROW - 1, HAND - 5, POINTS, DIAL, 12
)
FEWEST = BrickSizes(1, 1, 1, 18, 9, 40, 2, 1, 1, 1, 1, 1)

record, faults_met = partial(growth.record, rules), partial(growth.faults_met, rules)


def any_sizes(luck: random.Random) -> BrickSizes:
    """Draw sizes with stores enough to deal to four, and market cards enough for their hands."""
    found = BrickSizes(
        *(luck.randint(least, most) for least, most in zip(FEWEST, LIMITS, strict=True))
    )
    kinds = min(found.kinds, MARKET // 2)
    return found._replace(
        stores=max(found.stores, 7 + 4 * found.dealt + found.public),
        kinds=kinds,
        all_market=max(4 * (found.hand + 6), 2 * kinds),
    )


@pytest.mark.parametrize("sizes", [LIMITS, FEWEST])
def test_a_card_set_at_the_limits_plays_soundly(sizes: BrickSizes, tmp_path: Path) -> None:
    cards = record(grown_brick(tmp_path, sizes))
    assert rules.player_counts(cards) == [2, 3, 4]
    for line_up, games in (("random", 20), ("expert", 3)):
        assert faults_met(cards, line_up, games if IS_COMPILED else 1) == {"sound"}


@pytest.mark.parametrize(
    "seed", [pytest.param(n, marks=pytest.mark.slow if n >= 3 else ()) for n in range(8)]
)
def test_whatever_the_card_set_its_games_are_sound_and_those_of_the_rulebook(
    seed: int, tmp_path: Path
) -> None:
    luck = random.Random(seed)
    rulings = {name: luck.choice(options) for name, options in rules.RULINGS.items()} | {
        "hands": "drafted",
        "bid_limit": "money",
    }
    path = grown_brick(tmp_path, any_sizes(luck), seed, **rulings)
    cards = record(path)
    for line_up, games in (("random", 10), ("expert", 2)):
        assert faults_met(cards, line_up, games if IS_COMPILED else 1) == {"sound"}
    for number, players in enumerate(luck.sample([2, 3, 4], 2)):
        assert (
            first_difference(
                BRICK, BRICK.box(path), cards, players, seed, number, whole=False, most=150
            )
            == ""
        )


def taken(name: str, most: int, least: int = 1, of: str = "") -> str:
    return (
        f"the rules of Brick & Mortar need {name} to be from {least} to {most}, found "
        f"{of or most + 1}"
    )


BEYOND = {
    "types": (
        LIMITS._replace(types=TYPES + 1),
        taken("the number of rows in the table 'type'", TYPES),
        "type5:",
    ),
    "stores": (
        LIMITS._replace(stores=STORES + 1),
        taken("the number of cards of the kind 'store'", STORES),
        "store-90:",
    ),
    "kinds": (
        LIMITS._replace(kinds=KINDS + 1),
        taken("the number of cards of the kind 'market'", KINDS),
        "market-80:",
    ),
    "market": (
        LIMITS._replace(all_market=MARKET + 1),
        taken("the number of copies of all cards of the kind 'market'", MARKET),
        "market-79:",
    ),
    "slots": (
        LIMITS._replace(slots=SLOTS + 1),
        taken("the number of entries of 'slot_utility'", SLOTS),
        "slot_utility:",
    ),
    "points": (
        LIMITS._replace(points=POINTS + 1),
        taken("the number of entries of 'point_cost'", POINTS),
        "point_cost:",
    ),
}


@pytest.mark.parametrize("name", BEYOND)
def test_the_first_one_too_many_is_pointed_at(name: str, tmp_path: Path) -> None:
    sizes, said, line = BEYOND[name]
    growth.refused(rules, grown_brick(tmp_path, sizes), said, line)


NUMBERS = {
    "stores_dealt": (LIMITS._replace(dealt=DEALT + 1), DEALT, 2),
    "public_stores": (LIMITS._replace(public=ROW), ROW - 1, 1),
    "market_hand": (LIMITS._replace(hand=HAND - 4), HAND - 5, 1),
    "price_dial": (LIMITS._replace(dial=DIAL + 1), DIAL, 1),
}


@pytest.mark.parametrize("name", NUMBERS)
def test_a_number_of_the_rules_beyond_its_room_is_pointed_at(name: str, tmp_path: Path) -> None:
    sizes, most, least = NUMBERS[name]
    path = grown_brick(tmp_path, sizes)
    with pytest.raises(ProblemError) as caught:
        record(path)
    problem = caught.value.problems[0]
    assert problem.message == taken(f"'{name}'", most, least)
    assert problem.place is not None
    assert (
        path.read_text(encoding="utf-8").splitlines()[problem.place.line - 1].strip()
        == f"{name}: {most + 1}"
    )


def test_a_shelf_too_many_is_pointed_at(tmp_path: Path) -> None:
    path = grown_brick(tmp_path, LIMITS._replace(stores=40))
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    at = next(n for n, line in enumerate(lines) if line.endswith(f", {SHELVES}]\n"))
    lines[at] = lines[at].replace(f", {SHELVES}]", f", {SHELVES + 1}]")
    path.write_text("".join(lines), encoding="utf-8")
    with pytest.raises(ProblemError) as caught:
        record(path)
    problem = caught.value.problems[0]
    assert re.fullmatch(
        (
            r"the rules of Brick & Mortar need the number of shelves of 'store-\d+' to be from 1 to "
            rf"{SHELVES}, found {SHELVES + 1}"
        ),
        problem.message,
    )
    assert problem.place is not None
    assert problem.place.line == at + 1


def test_the_docs_name_the_limits() -> None:
    page = (ROOT / "docs" / "reference" / "growing.md").read_text(encoding="utf-8")
    page = page[page.index("## Brick & Mortar") :].split("\n## ")[0]
    rows = {
        line.split("|")[1].strip(): line.split("|")[2].strip()
        for line in page.splitlines()
        if line.startswith("| ")
    }
    expected = {
        "types": TYPES,
        "shelves": SHELVES,
        "slots of a building": SLOTS,
        "stores, including Starting Stores": STORES,
        "different market cards": KINDS,
        "copies of one market card": Cards.sources()["kinds"].copies,
        "market cards, including all copies": MARKET,
        "crates of a type": Cards.sources()["crates"].most,
        "stores dealt to each player": DEALT,
        "public stores": ROW - 1,
        "market cards in hand": HAND - 5,
        "points bought at once": POINTS,
        "numbers on a dial": DIAL,
        "a bid": MOST,
        "months": 12,
        "players": SEATS,
    }
    assert {name: rows.get(name) for name in expected} == {
        name: str(number) for name, number in expected.items()
    }
