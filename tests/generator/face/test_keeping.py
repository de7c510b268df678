"""Icons kept as they were drawn: found again by all that they are made of, the same to the last
digit, and never trusted when damaged.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from generator.data.loading import load_game
from generator.face import keeping
from generator.face.keeping import MOST_FILES, KeptStamps, key_of
from generator.face.paint import painter
from generator.face.press import Press
from generator.face.stamp import (
    Lettering,
    Stamp,
    UseAlpha,
    UseColour,
    UseMask,
    UseShading,
    UseStamp,
)
from generator.job.build import build
from generator.job.planning import Options

ROOT = Path(__file__).resolve().parents[3]
STARTER = ROOT / "generator" / "job" / "starter"
INNER = Stamp((0, 0), ("1 w", UseAlpha(0.5, 1.0)), True)
FADING = Stamp(
    (0, 0), (UseShading((0.0, 1.0, 2.0, 3.0), ((0.0, (0.5, 0.5, 0.5)),), True),), True, reach=8000
)
SHAPES = Stamp(
    (0, 0),
    (
        "0.1 0 m\n2 3 l S",
        UseColour((0.1, 1 / 3, 1.0), True),
        UseStamp(INNER),
        UseMask(FADING, True),
        UseShading((0.0, 1.0, 2.0, 3.0), ((0.0, (0.1, 0.2, 0.3)), (1.0, (1.0, 1.0, 1.0)))),
    ),
    strokes=(("icons/ä\u2028.svg:3", 0.1), ("b", 2.0)),
)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where icons are kept, for this test alone."""
    monkeypatch.setattr("platformdirs.user_cache_path", lambda name: tmp_path / "cache" / name)
    return tmp_path / "cache" / "emporium-pnp" / "icons"


@pytest.fixture
def paths(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tags of the shapes that are drawn."""
    drawn, shape_path = list[str](), painter.shape_path

    def noted(element: Any) -> Any:
        drawn.append(element.at)
        return shape_path(element)

    monkeypatch.setattr(painter, "shape_path", noted)
    return drawn


def shown(stamp: Stamp) -> str:
    """Write all of a stamp of shapes out; a stamp is only the same as itself."""
    inner = [
        shown(one.stamp) if isinstance(one, UseStamp | UseMask) else repr(one)
        for one in stamp.operations
    ]
    return f"{stamp.size_mm} {inner} {stamp.is_group} {stamp.strokes} {stamp.reach}"


def test_a_stamp_comes_back_as_it_was(tmp_path: Path, home: Path) -> None:
    first = KeptStamps(tmp_path)
    assert first.find("a") is None
    first.add("a", SHAPES, 7)
    first.keep()
    found = KeptStamps(tmp_path).find("a")
    assert found is not None
    assert (shown(found[0]), found[1]) == (shown(SHAPES), 7)
    assert KeptStamps(tmp_path / "other").find("a") is None


def test_what_was_kept_before_stays(tmp_path: Path, home: Path) -> None:
    for key in ("a", "b"):
        kept = KeptStamps(tmp_path)
        kept.add(key, SHAPES, 1)
        kept.keep()
    assert set(KeptStamps(tmp_path).lines) == {"a", "b"}
    assert len(list(home.iterdir())) == 1


def test_of_too_many_those_stay_that_were_asked_for(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = KeptStamps(tmp_path)
    for key in ("a", "b"):
        kept.add(key, SHAPES, 1)
    kept.keep()
    monkeypatch.setattr(keeping, "MOST_STAMPS", 2)
    later = KeptStamps(tmp_path)
    later.find("b")
    later.add("c", SHAPES, 1)
    later.keep()
    assert set(KeptStamps(tmp_path).lines) == {"b", "c"}


def test_what_is_too_long_is_not_kept(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "MOST_LETTERS", 10)
    kept = KeptStamps(tmp_path)
    kept.add("a", SHAPES, 1)
    kept.keep()
    assert not home.exists()


def test_letters_are_not_kept(tmp_path: Path, home: Path) -> None:
    lettering = Lettering("a", 8.0, False, (), None, None, 1.0, False, "")
    kept = KeptStamps(tmp_path)
    kept.add("a", Stamp((0, 0), (UseStamp(Stamp((0, 0), (), letterings=(lettering,))),)), 1)
    kept.keep()
    assert not home.exists()


@pytest.mark.parametrize(
    "harm", [lambda kept: kept[:-1], lambda kept: b"", lambda kept: kept[:60] + b"\xff" + kept[61:]]
)
def test_what_is_damaged_is_left_aside(tmp_path: Path, home: Path, harm: Any) -> None:
    kept = KeptStamps(tmp_path)
    kept.add("a", SHAPES, 1)
    kept.keep()
    (file,) = home.iterdir()
    file.write_bytes(harm(file.read_bytes()))
    assert KeptStamps(tmp_path).find("a") is None


def test_another_edition_draws_anew(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = KeptStamps(tmp_path)
    kept.add("a", SHAPES, 1)
    kept.keep()
    monkeypatch.setattr(keeping, "_edition", lambda: "another")
    assert KeptStamps(tmp_path).find("a") is None
    monkeypatch.setattr(keeping, "_edition", lambda: "")
    assert KeptStamps(tmp_path).file is None


def test_of_too_many_games_the_older_go(tmp_path: Path, home: Path) -> None:
    for number in range(MOST_FILES + 1):
        kept = KeptStamps(tmp_path / str(number))
        kept.add("a", SHAPES, 1)
        kept.keep()
    assert len(list(home.iterdir())) == MOST_FILES // 2 + 1


def test_keys_differ_by_all_they_are_made_of() -> None:
    assert (
        len(
            {
                key_of("a", 1.0),
                key_of("a", 1),
                key_of("b", 1.0),
                key_of("a", 1.0, ("c", "d")),
                key_of(("a", 1.0)),
            }
        )
        == 5
    )


def made(folder: Path, output: Path, **options: Any) -> dict[str, bytes]:
    """Build the starter game as another process would; the files by name."""
    build(load_game(folder), Options(output=output, **options))
    return {path.name: path.read_bytes() for path in output.iterdir()}


def test_a_build_writes_the_same_with_and_without_and_draws_icons_once(
    tmp_path: Path, home: Path, paths: list[str]
) -> None:
    game = tmp_path / "game"
    shutil.copytree(STARTER, game)
    first, of_icons = made(game, tmp_path / "1"), {at for at in paths if at.startswith("icons/")}
    assert of_icons
    paths.clear()
    assert made(game, tmp_path / "2") == first
    assert not [at for at in paths if at.startswith("icons/")]
    (icon,) = [
        path
        for path in sorted(game.rglob("icons/**/*.svg"))
        if f"icons/{path.stem}.svg" in {at.rpartition(":")[0] for at in of_icons}
    ][:1]
    icon.write_text(
        icon.read_text(encoding="utf-8").replace("<path", '<circle r="1"/><path', 1) + "\n",
        encoding="utf-8",
    )
    paths.clear()
    made(game, tmp_path / "3")
    assert {at.rpartition(":")[0] for at in paths if at.startswith("icons/")} == {
        f"icons/{icon.stem}.svg"
    }


def test_nothing_is_kept_of_a_dry_build_and_icons_are_no_bytecode(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made_dry = load_game(STARTER)
    build(made_dry, Options(output=tmp_path / "1", is_dry=True))
    assert not home.exists()
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    made(STARTER, tmp_path / "2")
    assert home.exists()


@pytest.mark.parametrize(
    "part", ['<text x="1" y="1">a</text>', '<image href="icons/other.svg" width="1" height="1"/>']
)
def test_an_icon_with_what_it_has_not_in_itself_is_drawn_each_time(
    tmp_path: Path, home: Path, part: str
) -> None:
    game = tmp_path / "game"
    shutil.copytree(STARTER, game)
    for path in game.rglob("icons/**/*.svg"):
        said = path.read_text(encoding="utf-8")
        path.write_text(
            said.replace("</svg>", f'<g visibility="hidden">{part}</g></svg>'), encoding="utf-8"
        )
    press = Press(load_game(game))
    for card in press.game.cards.values():
        press.stamp(card)
    press.drawer.supplies.parts.kept.keep()
    assert not home.exists()
