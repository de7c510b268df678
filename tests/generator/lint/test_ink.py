"""Ink: a page takes what its faces cover, all inks together."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from generator.data.loading import load_game
from generator.face.press import Press
from generator.job.planning import Options, plan
from generator.lint.ink import sheet_inks
from generator.lint.lint import Linted, lint
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


def dark(folder: Path, lint_section: str = "") -> Linted:
    """Lint two decks of dark cards, of which one prints less."""
    path = folder / "cards.yaml"
    kinds = {
        kind: {
            "template": "card.svg.j2",
            "fields": {"name": "line"},
            "cards": {f"a-{kind}": {"name": "One", "copies": copies}},
        }
        for kind, copies in (("card", 9), ("dusk", 8))
    }
    components = {
        f"{kind}s": {"name": f"{kind.title()}s", "of": kind, "count": copies}
        for kind, copies in (("card", 9), ("dusk", 8))
    }
    make_game(folder, GROUND.format("#000000"), kinds=kinds, components=components)
    path.write_text(path.read_text("utf-8") + lint_section, encoding="utf-8")
    return lint(load_game(path))


def test_all_sheets_with_too_much_ink_are_one_finding_about_the_worst(tmp_path: Path) -> None:
    one = only(dark(tmp_path), "much-ink")
    assert one.claim.startswith("a sheet of Cards")
    assert one.claim.endswith("; one more sort of sheet is over the limit too")


def test_a_silenced_sheet_is_not_counted_with_the_others(tmp_path: Path) -> None:
    silenced = "lint: {silenced: [{finding: much-ink, about: dusks, reason: It is dusk.}]}\n"
    linted = dark(tmp_path, silenced)
    ink = {one.about: one for one in linted.findings if one.code == "much-ink"}
    assert {about: one.silenced for about, one in ink.items()} == {
        "dusks": "It is dusk.",
        "cards": None,
    }
    assert "over the limit too" not in ink["cards"].claim
