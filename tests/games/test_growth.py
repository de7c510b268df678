"""Emporium's templates with more tiers, guilds, types and slots than it came with: they print, or
say what is missing.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from generator.data.loading import load_game
from generator.data.problems import ProblemError
from generator.job.build import build
from generator.job.planning import Options
from tests.conftest import some

ROOT = Path(__file__).resolve().parents[2]
ROWS = {
    "guild": (
        "      grove: {name: Grove,",
        (
            '      dusk: {name: Dusk, colour: "#551155", emblem: burst, pattern: bars, scene: '
            "scene/tide}\n"
        ),
    ),
    "monster_type": (
        "      demon: {name: Demon,",
        (
            "      ooze: {name: Ooze, plural: oozes, emblem: burst, frame: frame-demon, scene: "
            "scene/beast}\n"
        ),
    ),
    "tier": (
        "      steel: {name: Steel,",
        (
            "      mithril: {name: Mithril, price_cap: 8, upgrade: 3, colour: moss, emblem: "
            "tier-steel, sleeve: green}\n"
        ),
    ),
    "slot": (
        "      charm: {name: Charm,",
        "      ring: {name: Ring, edge: left, shape: square, scene: scene/rack}\n",
    ),
}


def printed(folder: Path, table: str, *changes: tuple[str, str]) -> str:
    """Print the pieces of a game with one more row in a table; returns what went wrong."""
    before, row = ROWS[table]
    text = (ROOT / "cards.yaml").read_text(encoding="utf-8")
    for old, new in ((before, row + before), *changes):
        assert old in text
        text = text.replace(old, new, 1)
    shutil.copytree(ROOT / "templates", folder / "templates")
    (folder / "cards.yaml").write_text(text, encoding="utf-8")
    try:
        build(load_game(folder), Options(is_dry=True))
    except ProblemError as fault:
        return "\n".join(problem.message for problem in fault.problems)
    return ""


@pytest.mark.slow_cases("guild")
@pytest.mark.parametrize("table", some(["guild", "monster_type", "tier"], 4))
def test_one_more_prints(table: str, tmp_path: Path) -> None:
    assert printed(tmp_path, table) == ""


@pytest.mark.slow
def test_a_tier_without_a_back_is_said_to_have_none(tmp_path: Path) -> None:
    said = printed(
        tmp_path,
        "tier",
        ("{name: Bent Fish Spear, tier: leather", "{name: Bent Fish Spear, tier: mithril"),
        ("back: back-leather, count: 36}", "back: back-leather, count: 32}"),
        (
            "  screens:",
            (
                "  mithril: {name: Mithril, of: item, where: {tier: mithril}, back: back-steel, "
                "count: 4}\n  screens:"
            ),
        ),
    )
    assert "'back-mithril'" in said


@pytest.mark.slow
def test_a_slot_without_an_edge_of_its_own_is_named(tmp_path: Path) -> None:
    assert "for the slot Ring" in printed(tmp_path, "slot")
