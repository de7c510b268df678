"""Emporium with more or less of everything: what the rules have room for plays soundly, and what
they have none for is pointed at.

With NUMBA_BOUNDSCHECK=1 the same tests look whether any rule reads or writes beyond an array.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from generator.data.problems import ProblemError
from rules_check.engine.kernel import IS_COMPILED
from rules_check.games import emporium as rules
from rules_check.games.emporium.game import rules as emporium_rules
from rules_check.games.emporium.room import ALIKE, COPIES, HEROES, ITEMS, MONSTERS, TIERS, TYPES
from tests.rules_check.games import growth
from tests.rules_check.games.alike import first_difference
from tests.rules_check.games.alike_emporium import EMPORIUM
from tests.rules_check.games.grown import Sizes, grown
from tests.rules_check.games.scripted import ROOT

LIMITS = Sizes(HEROES, MONSTERS, ITEMS, COPIES, TYPES, TYPES, TIERS, TYPES)
SMALLEST = Sizes(1, 1, 1, 1, 1, 1, 1, 1)


record, faults_met = partial(growth.record, rules), partial(growth.faults_met, rules)


def drawn_sizes(luck: random.Random) -> Sizes:
    """Draw how much a card set has of everything, small numbers as likely as large ones, but enough
    to lay a table out.
    """

    def drawn(most: int, least: int = 1) -> int:
        return luck.randint(least, luck.choice([least + most // 8, most]))

    items = drawn(ITEMS)
    total = luck.randint(items, min(COPIES, ALIKE * items))
    return Sizes(
        drawn(HEROES, 3),
        drawn(MONSTERS, 3),
        items,
        total,
        drawn(TYPES),
        drawn(TYPES),
        drawn(TIERS),
        drawn(TYPES),
    )


@pytest.mark.slow_cases("sizes0", "sizes2", "sizes3")
@pytest.mark.parametrize(
    "sizes",
    [
        LIMITS,
        SMALLEST,
        Sizes(items=ITEMS, all_items=ITEMS, slots=1),
        Sizes(items=3, all_items=COPIES),
    ],
)
def test_a_card_set_at_the_limits_plays_soundly(sizes: Sizes, tmp_path: Path) -> None:
    cards = record(grown(tmp_path, sizes))
    for line_up, games in (("random", 200), ("expert", 20), ("greedy", 1)):
        assert faults_met(cards, line_up, games if IS_COMPILED else 1) == {"sound"}


@pytest.mark.slow_cases("0", "2")
@pytest.mark.parametrize(
    "seed", [pytest.param(n, marks=pytest.mark.slow if n >= 5 else ()) for n in range(12)]
)
def test_whatever_the_card_set_its_games_are_sound_and_those_of_the_rulebook(
    seed: int, tmp_path: Path
) -> None:
    luck = random.Random(seed)
    rulings = {name: luck.choice(options) for name, options in emporium_rules.RULINGS.items()}
    path = grown(tmp_path, drawn_sizes(luck), seed, **rulings)
    cards = record(path)
    for line_up, games in (("random", 50), ("expert", 5)):
        assert faults_met(cards, line_up, games if IS_COMPILED else 1) == {"sound"}
    for number, players in enumerate(rules.player_counts(cards)):
        assert not first_difference(
            EMPORIUM, EMPORIUM.box(path), cards, players, seed, number, whole=False, most=150
        )


@pytest.mark.slow_cases("random")
@pytest.mark.skipif(not IS_COMPILED, reason="is interpreted anyway")
@pytest.mark.parametrize("line_up", ["random", pytest.param("expert", marks=pytest.mark.slow)])
def test_no_rule_reads_beyond_its_arrays(line_up: str, tmp_path: Path) -> None:
    """Interpreted, every index is looked at, those below 0 by `minding`, and no small number is
    widened by itself.
    """
    path = grown(tmp_path, LIMITS, 5)
    play = (
        "import sys; from pathlib import Path; import tests.rules_check.games.minding;"
        " from tests.rules_check.games.emporium.test_growth import faults_met, record;"
        " cards = record(Path(sys.argv[1])); print(faults_met(cards, sys.argv[2], 1, 3))"
    )
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    said = subprocess.run(
        [sys.executable, "-c", play, str(path), line_up],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert (said.stdout, said.stderr) == ("{'sound'}\n", "")


BEYOND = {
    "heroes": ("cards of the kind 'hero' to be from 1 to 64, found 65", "hero-64:"),
    "monsters": ("cards of the kind 'monster' to be from 1 to 64, found 65", "monster-64:"),
    "items": ("cards of the kind 'item' to be from 1 to 128, found 129", "item-128:"),
    "all_items": (
        "copies of all cards of the kind 'item' to be from 1 to 240, found 241",
        "item-127:",
    ),
    "guilds": ("rows in the table 'guild' to be from 1 to 8, found 9", "guild-8:"),
    "slots": ("rows in the table 'slot' to be from 1 to 8, found 9", "slot-8:"),
    "tiers": ("rows in the table 'tier' to be from 1 to 8, found 9", "tier-8:"),
    "types": ("rows in the table 'monster_type' to be from 1 to 8, found 9", "type-8:"),
}


@pytest.mark.parametrize("name", BEYOND)
def test_the_first_card_too_many_is_pointed_at(name: str, tmp_path: Path) -> None:
    said, line = BEYOND[name]
    path = grown(tmp_path, LIMITS._replace(**{name: getattr(LIMITS, name) + 1}))
    (problem,) = growth.refused(
        rules, path, f"the rules of Emporium need the number of {said}", line
    )
    assert problem.hint is not None
    assert "first entry beyond the limit" in problem.hint


def test_of_several_too_many_copies_the_first_are_pointed_at(tmp_path: Path) -> None:
    path = grown(tmp_path, Sizes(items=30, all_items=COPIES + 50))
    copies = [line for line in path.read_text(encoding="utf-8").splitlines() if "copies: " in line]
    total, first = 0, ""
    for line in copies:
        total += int(line.split("copies: ")[1].rstrip("}"))
        first = first or (line if total > COPIES else "")
    with pytest.raises(ProblemError) as caught:
        record(path)
    (problem,) = caught.value.problems
    assert problem.place is not None
    assert path.read_text(encoding="utf-8").splitlines()[problem.place.line - 1] == first
    assert first[problem.place.column - 1 :].startswith(first.split("copies: ")[1])


def test_the_docs_name_the_limits() -> None:
    page = (ROOT / "docs" / "reference" / "growing.md").read_text(encoding="utf-8")
    rows = {
        line.split("|")[1].strip(): line.split("|")[2].strip()
        for line in page.splitlines()
        if line.startswith("| ")
    }
    assert rows["hero cards"] == rows["monster cards"] == str(HEROES) == str(MONSTERS)
    assert (
        rows["different items"],
        rows["items, including all copies"],
        rows["copies of one item"],
    ) == (str(ITEMS), str(COPIES), str(ALIKE))
    assert rows["tiers"] == str(TIERS)
    assert rows["guilds"] == rows["slots"] == rows["types of monster"] == str(TYPES)
