"""Backs that have the name of other cards than those they lie behind, and names that say nothing of
the sort.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from generator.cli.main import run
from generator.data.loading import load_game
from generator.lint.lint import lint
from tests.conftest import ROOT

GAMES = ROOT, ROOT / "games/brick-and-mortar", ROOT / "games/merchants-of-magick"


def backs_of(folder: Path, source: Path, swaps: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Lint a copy of a game with words of its cards.yaml exchanged; return what is said of backs:
    about, and the line's place of `back:`.
    """
    folder.mkdir(exist_ok=True)
    for name in ("templates", "fonts"):
        if (source / name).is_dir():
            shutil.copytree(source / name, folder / name)
    text = (source / "cards.yaml").read_text(encoding="utf-8")
    for old, new in swaps:
        assert f"back: {old}" in text
        text = (
            text.replace(f"back: {old}", "back: \0")
            .replace(f"back: {new}", f"back: {old}")
            .replace("back: \0", f"back: {new}")
        )
    (folder / "cards.yaml").write_text(text, encoding="utf-8")
    found = [one for one in lint(load_game(folder)).findings if one.code == "back-of-another"]
    lines = text.splitlines()
    assert all(
        one.place
        and lines[one.place.line - 1][one.place.column - 7 : one.place.column - 1] == "back: "
        for one in found
    )
    return [(one.about, one.claim.rpartition("'")[0].rpartition("'")[2]) for one in found]


@pytest.mark.slow_cases(
    "source2-swap2-found2", "source0-swap0-found0", "source1-swap1-found1", "source3-swap3-found3"
)
@pytest.mark.parametrize(
    ("source", "swap", "found"),
    [
        (GAMES[0], ("back-hero", "back-monster"), [("heroes", "monster"), ("monsters", "hero")]),
        (GAMES[0], ("back-leather", "back-steel"), [("leather", "steel"), ("steel", "leather")]),
        (GAMES[1], ("back-start", "back-market"), [("starts", "market"), ("market", "start")]),
        (
            GAMES[2],
            ("tanner-apprentice", "druid-apprentice"),
            [("tanner", "druid"), ("druid", "tanner")],
        ),
    ],
)
def test_backs_that_were_swapped(
    source: Path, swap: tuple[str, str], found: list[tuple[str, str]], tmp_path: Path
) -> None:
    assert backs_of(tmp_path, source, [swap]) == found


@pytest.mark.slow
def test_one_back_for_several_components_is_all_of_theirs(tmp_path: Path) -> None:
    assert backs_of(tmp_path / "empire", ROOT / "games/empire", []) == []
    assert run(["new", str(tmp_path / "trick"), "--layout", "trick"]) == 0
    text = (tmp_path / "trick/cards.yaml").read_text(encoding="utf-8")
    assert text.count("back: trick-back") == 2  # of which one component alone has that name
    assert [one.code for one in lint(load_game(tmp_path / "trick")).findings] == []


@pytest.mark.slow
def test_a_component_with_the_back_of_another_kind_of_cards(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "games/empire/templates", tmp_path / "templates")
    text = (ROOT / "games/empire/cards.yaml").read_text(encoding="utf-8")
    pack = "where: {pack: third}, back: "
    assert f"{pack}back-pack" in text
    (tmp_path / "cards.yaml").write_text(
        text.replace(f"{pack}back-pack", f"{pack}back-fist"), encoding="utf-8"
    )
    (found,) = [one for one in lint(load_game(tmp_path)).findings if one.code == "back-of-another"]
    assert (found.about, found.claim) == (
        "pack-3",
        "'pack-3' has the back 'back-fist', which is named after 'fist'",
    )
