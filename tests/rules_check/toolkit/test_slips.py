"""Numbers in each other's place, and one off: told where they stand, and nothing of games that are
in order.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from generator.data.loading import load_game
from rules_check.toolkit.slips import slip_findings
from tests.conftest import ROOT, make_game

GAMES = ".", "games/empire", "games/merchants-of-magick", "games/brick-and-mortar"


@pytest.mark.parametrize("path", GAMES)
def test_games_in_order_are_left_alone(path: str) -> None:
    assert list(slip_findings(load_game(ROOT / path))) == []


def said(
    folder: Path, rows: list[tuple[Any, Any]], rules: dict[str, Any] | None = None
) -> list[str]:
    """Make a game with cards that have two numbers each, and tell what is said of it."""
    cards = {
        f"c{n}": {"name": f"Card {n}", "pay": pay, "cost": cost}
        for n, (pay, cost) in enumerate(rows)
    }
    game = make_game(
        folder,
        cards=cards,
        fields={"name": "line", "pay": "integer", "cost": "integer"},
        rules=rules or {},
    )
    return [f"{one.claim} {one.place}" for one in slip_findings(game)]


def test_two_numbers_of_one_card_the_other_way_round(tmp_path: Path) -> None:
    rows = [(8, 4), (9, 3), (8, 2), (7, 4), (3, 8), (9, 4)]
    (found,) = said(tmp_path / "swapped", rows)
    assert found.startswith(
        "Card 4 has pay 3 and cost 8; in all other card cards, the two are the other way round. cards.yaml:"
    )
    assert said(tmp_path / "mended", [*rows[:4], (8, 3), rows[5]]) == []
    assert said(tmp_path / "two", [*rows[:3], (2, 9), *rows[4:]]) == []  # two may well be meant
    assert said(tmp_path / "few", rows[1:5]) == []
    assert said(tmp_path / "near", [*rows[:4], (7, 8), rows[5]]) == []  # dear, not swapped
    assert said(tmp_path / "counted", [(n, 3) for n in (4, 5, 6, 7, 1, 8)]) == []


def test_one_of_two_numbers_that_are_the_same_elsewhere(tmp_path: Path) -> None:
    (found,) = said(tmp_path / "one", [(n, n - (n == 4)) for n in range(1, 8)])
    assert found.startswith(
        "Card 3 has pay 4 and cost 3, which are the same in all other card cards that have "
        "both. cards.yaml:"
    )
    assert said(tmp_path / "two", [(n, n - (n in (4, 5))) for n in range(1, 8)]) == []
    assert (
        said(tmp_path / "alike", [(2, 2)] * 6 + [(2, 3)]) == []
    )  # the same number for all says nothing


@pytest.mark.parametrize(
    ("value", "odd"),
    [
        (
            {"2": 1, "3": 2, "4": 2, "5": 1, "6": 3},
            "1, 2, 2, 1, 3: all numbers are in line except 1 (5)",
        ),
        ([4, 8, 31, 18, 24], "4, 8, 31, 18, 24: all numbers are in line except 31"),
        ([9, 7, 8, 3, 2], None),  # 7 or 8
        ([9, 7, 7, 3, 2], None),
        ([1, 2, 3], None),
        ({"2": 45, "3": 40, "4": 45}, "45, 40, 45: all numbers are in line except 40 (3)"),
        ({"low": 3, "high": 1, "middle": 2}, None),
        ([3, 1, 4, 1, 5], None),
    ],
)
def test_a_list_of_the_rules_with_one_entry_out_of_line(
    value: object, odd: str | None, tmp_path: Path
) -> None:
    found = said(tmp_path, [(1, 1)], {"steps": value})
    assert [one.partition(" is ")[2].partition(". cards.yaml:")[0] for one in found] == (
        [odd] if odd else []
    )
    assert all("cards.yaml:" in one for one in found)
