"""Cards far outside the line of their kind: the card itself is named, at its number, and a sound
deck has none.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.data.game import Game
from generator.data.loading import load_game
from rules_check.games.emporium.examine import examine
from rules_check.games.emporium.game import rules
from rules_check.toolkit.outliers import outlier_findings, outliers
from tests.conftest import make_game
from tests.rules_check.prove.broken import ROOT, broken_game, line_of

OURS = [
    ROOT,
    *(one.parent for one in sorted((ROOT / "games").glob("*/cards.yaml"))),
    *(
        one.parent
        for one in sorted((ROOT / "tests" / "rules_check" / "games").glob("*/cards.yaml"))
    ),
]


@pytest.mark.parametrize("folder", OURS, ids=lambda folder: folder.name)
def test_our_own_cards_are_in_line(folder: Path) -> None:
    (fine,) = outlier_findings(load_game(folder))
    assert fine.verdict == "ok"


SEEDED = {
    "a dropped digit": (
        "Hydra of the Weir, type: beast, level: 3, strength: 27",
        "Hydra of the Weir, type: beast, level: 3, strength: 7",
        "strength 7",
    ),
    "a reward ten-fold": ("strength: 27, reward: 24", "strength: 27, reward: 240", "reward 240"),
    "a reward five-fold": (
        "Cellar Rat King, type: beast, level: 1, strength: 6, reward: 4",
        "Cellar Rat King, type: beast, level: 1, strength: 6, reward: 20",
        "reward 20",
    ),
    "a reward of next to nothing": (
        "Old Grumbler, type: beast, level: 3, strength: 22, reward: 16",
        "Old Grumbler, type: beast, level: 3, strength: 22, reward: 1",
        "reward 1,",
    ),
    "great steel": (
        "Heartwood Amulet, tier: steel, slot: charm, guild: grove, strength: 6",
        "Heartwood Amulet, tier: steel, slot: charm, guild: grove, strength: 12",
        "strength 12",
    ),
    "weak steel": (
        "Heartwood Amulet, tier: steel, slot: charm, guild: grove, strength: 6",
        "Heartwood Amulet, tier: steel, slot: charm, guild: grove, strength: 1",
        "strength 1,",
    ),
    "great leather": (
        "Bent Fish Spear, tier: leather, slot: weapon, guild: tide, strength: 2",
        "Bent Fish Spear, tier: leather, slot: weapon, guild: tide, strength: 6",
        "strength 6",
    ),
    "a hero who beats level 1 bare": (
        "Tib the Mudlark, guild: tide, level: 1, strength: 2",
        "Tib the Mudlark, guild: tide, level: 1, strength: 8",
        "strength 8",
    ),
    "a hero as strong as the weakest monsters": (
        "Tib the Mudlark, guild: tide, level: 1, strength: 2",
        "Tib the Mudlark, guild: tide, level: 1, strength: 6",
        "strength 6",
    ),
    "a hero who is no help": (
        "Captain Vane, guild: tide, level: 3, strength: 8",
        "Captain Vane, guild: tide, level: 3, strength: 0",
        "strength 0",
    ),
}


@pytest.mark.parametrize("case", SEEDED)
def test_a_card_far_off_is_named_at_its_number(case: str, tmp_path: Path) -> None:
    old, new, words = SEEDED[case]
    game = broken_game(tmp_path, (old, new), ("reward: 0..30", "reward: 0..300"))
    (found,) = outlier_findings(game)
    assert found.verdict == "warning"
    assert words in found.claim
    assert found.place is not None
    assert found.place.line == line_of(game, new)


def test_its_neighbours_are_not_accused_for_it(tmp_path: Path) -> None:
    game = broken_game(tmp_path, SEEDED["a dropped digit"][:2])
    assert [
        one
        for one in examine(game, rules.cards_record(game), {})
        if one.code in ("card-dominated", "card-twin") and one.counts
    ] == []


def dealt(folder: Path, rows: list[tuple[int, int]]) -> Game:
    cards: dict[str, Any] = {
        f"c{n}": {"name": f"C{n}", "level": level, "power": power}
        for n, (level, power) in enumerate(rows)
    }
    return make_game(
        folder, cards=cards, fields={"name": "line", "level": "integer", "power": "integer"}
    )


def test_any_game_has_its_lines(tmp_path: Path) -> None:
    rows = [(level, 4 * level + n % 3) for level in (1, 2, 3) for n in range(5)]
    assert outliers(dealt(tmp_path / "sound", rows)) == {}
    (one,) = outliers(dealt(tmp_path / "off", [*rows[:-1], (3, 1)])).values()
    assert (one.card.id, one.field, one.by, one.usual) == ("c14", "power", "level 3", 12)


def test_a_number_may_follow_from_two_fields(tmp_path: Path) -> None:
    """An item costs more the higher its level, and two more with a second power: none of them is a
    slip, but one that has a digit too many.
    """
    fields = {"name": "line", "level": "integer", "second": "line?", "power": "integer"}
    cards: dict[str, Any] = {
        f"c{n}": {"name": f"C{n}", "level": 1 + n % 3, "power": 3 * (1 + n % 3)} for n in range(18)
    }
    for n in (3, 7, 11, 15):
        cards[f"c{n}"] |= {"second": "frost", "power": cards[f"c{n}"]["power"] + 4}
    assert outliers(make_game(tmp_path / "sound", cards=cards, fields=fields)) == {}
    cards["c7"]["power"] = 100
    (one,) = outliers(make_game(tmp_path / "off", cards=cards, fields=fields)).values()
    assert (one.card.id, one.field, one.by, one.usual) == (
        "c7",
        "power",
        "level 2, with second",
        10,
    )


SOUND = {
    "most alike and some greater": [1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 3],
    "more and more": [1, 1, 2, 2, 3, 3, 4, 5, 6, 8, 10],
    "two kinds of number": [2, 2, 2, 2, 2, 2, 2, 2, 2, 9, 9, 9],
    "small ones": [0, 0, 0, 0, 0, 0, 0, 1, 1, 2],
    "all the same": [5] * 10,
}


@pytest.mark.parametrize("case", SOUND)
def test_numbers_that_differ_as_they_may_are_no_outliers(case: str, tmp_path: Path) -> None:
    assert outliers(dealt(tmp_path, [(1, power) for power in SOUND[case]])) == {}


OFF = {
    "twice as far off as any other": ([1, 1, 1, 2, 2, 2, 3, 3, 3, 6], 6),
    "a tenth of them": ([4, 4, 4, 5, 5, 5, 6, 6, 6, 4, 4, 4, 5, 5, 5, 6, 6, 6, 40, 60], 60),
}


@pytest.mark.parametrize("case", OFF)
def test_a_number_that_stands_alone_is_one(case: str, tmp_path: Path) -> None:
    powers, wrong = OFF[case]
    found = outliers(dealt(tmp_path, [(1, power) for power in powers])).values()
    assert max(one.value for one in found) == wrong
    assert len(found) <= 2


def test_a_row_of_a_table_is_compared_with_the_others(tmp_path: Path) -> None:
    """What a game has as rows of a table alone, such as the wares on a price list, is told as a
    card is.
    """
    rows = {f"r{n}": {"name": f"R{n}", "coins": 3 + n % 3} for n in range(9)}
    table = {"ware": {"fields": {"name": "line", "coins": "integer"}, "rows": rows}}
    cards: dict[str, Any] = {"c": {"name": "C", "level": 1}}
    fields = {"name": "line", "level": "integer"}
    (fine,) = outlier_findings(
        make_game(tmp_path / "sound", cards=cards, fields=fields, tables=table)
    )
    assert fine.verdict == "ok"
    rows["r4"]["coins"] = 40
    (found,) = outlier_findings(
        make_game(tmp_path / "off", cards=cards, fields=fields, tables=table)
    )
    assert (found.about, found.number) == ("r4", 40)
    assert (
        found.claim
        == "R4 has coins 40, which is far out of line: all other ware rows have 3 to 5, usually 4."
    )
    assert found.place is not None
    assert (
        "coins: 40"
        in (tmp_path / "off" / "cards.yaml").read_text().splitlines()[found.place.line - 1]
    )


@pytest.mark.slow
@settings(max_examples=40)
@given(st.lists(st.integers(1, 9), max_size=30))
def test_ranks_that_are_spread_evenly_are_no_outliers(
    tmp_path_factory: pytest.TempPathFactory, more: list[int]
) -> None:
    """A deck of ranks has its high and its low cards, and none is a slip."""
    spread = [*range(1, 10), *range(1, 10), *more[:6]]
    assert outliers(dealt(tmp_path_factory.mktemp("deck"), [(1, power) for power in spread])) == {}
