"""Empire with more or less of everything: what the rules have room for plays soundly, and what they
have none for is pointed at.
"""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path

import pytest

from rules_check.engine.kernel import IS_COMPILED
from rules_check.games import empire as rules
from rules_check.games.empire.state import ANY_NUMBER, CARDS, EMPIRES, RANKS, SUITS, TYPES
from tests.rules_check.games import growth
from tests.rules_check.games.alike import first_difference
from tests.rules_check.games.alike_empire import EMPIRE
from tests.rules_check.games.grown import EmpireSizes, grown_empire
from tests.rules_check.games.scripted import ROOT

LIMITS = EmpireSizes(RANKS - 1, 4, EMPIRES, 48, 2)
"""All ranks, empires and cards, and nearly as many of one rank as there can be."""
WIDEST = EmpireSizes(11, SUITS, EMPIRES, 3, 3)


record, faults_met = partial(growth.record, rules), partial(growth.faults_met, rules)


@pytest.mark.parametrize(
    "sizes", [LIMITS, WIDEST, EmpireSizes(1, 1, 1, 0, 6), EmpireSizes(14, 6, 2, 2, 3)]
)
@pytest.mark.parametrize("demand", ["rank", "card"])
def test_a_card_set_at_the_limits_plays_soundly(
    sizes: EmpireSizes, demand: str, tmp_path: Path
) -> None:
    cards = record(grown_empire(tmp_path, sizes, demand_names=demand))
    for line_up, games in (("random", 20), ("expert", 3)):
        assert faults_met(cards, line_up, games if IS_COMPILED else 1) == {"sound"}


@pytest.mark.slow_cases("1", "5", "6")
@pytest.mark.parametrize("seed", range(8))
def test_whatever_the_card_set_its_games_are_sound_and_those_of_the_rulebook(
    seed: int, tmp_path: Path
) -> None:
    luck = random.Random(seed)
    rulings = {
        name: luck.choice(options) for name, options in rules.RULINGS.items() if name != "match"
    }
    suits = luck.randint(1, SUITS)
    ranks, empires, jokers = (
        luck.randint(3, min(RANKS - 1, (TYPES - 1) // suits)),
        luck.randint(1, EMPIRES),
        luck.randint(0, 6),
    )
    most = min(9, CARDS // (ranks * suits + jokers), (ANY_NUMBER - 1) // max(suits, jokers))
    path = grown_empire(
        tmp_path, EmpireSizes(ranks, suits, empires, jokers, luck.randint(1, most)), seed, **rulings
    )
    cards = record(path)
    for line_up, games in (("random", 10), ("expert", 2)):
        assert faults_met(cards, line_up, games if IS_COMPILED else 1) == {"sound"}
    for number, players in enumerate(rules.player_counts(cards)):
        assert not first_difference(
            EMPIRE, EMPIRE.box(path), cards, players, seed, number, whole=False, most=60
        )


BEYOND = {
    "ranks": (
        LIMITS._replace(ranks=RANKS),
        "rows in the table 'rank' to be from 1 to 24, found 25",
        "joker:",
    ),
    "suits": (
        EmpireSizes(suits=SUITS + 1),
        "rows in the table 'suit' to be from 1 to 8, found 9",
        "suit-8:",
    ),
    "empires": (
        EmpireSizes(empires=EMPIRES + 1),
        "rows in the table 'empire' to be from 1 to 8, found 9",
        "empire-8:",
    ),
    "faces": (
        EmpireSizes(12, SUITS, jokers=1),
        "different faces to be from 1 to 96, found 97",
        "joker:",
    ),
    "cards": (
        EmpireSizes(packs=6),
        "cards in a game for 2 players to be from 0 to 280, found 324",
        "bonus_from: 2, packs:",
    ),
    "jokers": (
        EmpireSizes(3, 2, jokers=50),
        "cards of one rank in a game for 2 players to be from 0 to 98, found 100",
        "bonus_from: 2, packs:",
    ),
}


@pytest.mark.parametrize("name", BEYOND)
def test_the_first_card_too_many_is_pointed_at(name: str, tmp_path: Path) -> None:
    sizes, said, line = BEYOND[name]
    path = grown_empire(tmp_path, sizes)
    assert growth.refused(rules, path, f"the rules of Empire need the number of {said}", line)


def test_the_docs_name_the_limits() -> None:
    page = (ROOT / "docs" / "reference" / "growing.md").read_text(encoding="utf-8")
    page = page[page.index("## Empire") :]
    rows = {
        line.split("|")[1].strip(): line.split("|")[2].strip()
        for line in page.splitlines()
        if line.startswith("| ")
    }
    assert (rows["ranks"], rows["suits"], rows["empires"]) == (str(RANKS), str(SUITS), str(EMPIRES))
    assert (rows["different faces"], rows["cards in all packs"]) == (str(TYPES), str(CARDS))
    assert rows["cards of one rank, in all packs"] == str(ANY_NUMBER - 1)
