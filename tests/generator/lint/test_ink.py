"""Ink: a page takes what its faces cover, all inks together."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from generator.face.press import Press
from generator.job.planning import Options, plan
from generator.lint.ink import sheet_inks
from generator.lint.lint import lint
from tests.conftest import make_game
from tests.generator.lint.conftest import GROUND, only


def test_ink_of_a_sheet_is_what_its_faces_cover(tmp_path: Path) -> None:
    game = make_game(tmp_path, GROUND.format("#000000"), {"one": {"name": "One", "copies": 9}})
    (item,) = plan(game, Options())
    (ink,) = sheet_inks(Press(game), item.sheets)
    share = 9 * 63 * 88 / (210 * 297)
    assert (ink.printed, ink.ink) == (
        pytest.approx(share, rel=0.01),
        pytest.approx(share, rel=0.01),
    )  # black is one ink
    finding = only(lint(game), "much-ink")
    assert (finding.number, finding.limit, finding.about) == (
        pytest.approx(80, abs=0.5),
        60,
        "card",
    )
    assert "80% of the paper is printed" in finding.claim
    assert (
        lint(
            make_game(
                tmp_path / "half", GROUND.format("#999999"), {"one": {"name": "One", "copies": 9}}
            )
        ).findings
        == []
    )
    red = make_game(
        tmp_path / "red", GROUND.format("#ff0000"), {"one": {"name": "One", "copies": 9}}
    )
    assert only(lint(red), "much-ink").number == pytest.approx(160, abs=1)  # magenta and yellow


def test_a_round_piece_takes_ink_within_its_circle_alone(tmp_path: Path) -> None:
    coins = {
        "template": "card.svg.j2",
        "size": "30 x 30 mm",
        "shape": "round",
        "fields": {"name": "line"},
        "cards": {"coin": {"name": "Coin", "copies": 20}},
    }
    game = make_game(
        tmp_path,
        GROUND.format("#000000"),
        kinds={"coin": coins},
        components={
            "cards": {"name": "Cards", "of": "card", "count": 1},
            "coins": {"name": "Coins", "of": "coin", "count": 20},
        },
    )
    sheets = [
        sheet for item in plan(game, Options()) if "pieces" in item.name for sheet in item.sheets
    ]
    (ink,) = sheet_inks(Press(game), sheets)
    assert ink.printed == pytest.approx(20 * math.pi * 15**2 / (210 * 297), rel=0.01)
