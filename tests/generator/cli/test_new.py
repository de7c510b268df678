"""`new`: a game that builds at once, in a folder that is empty."""

from __future__ import annotations

import shutil
from pathlib import Path

import pypdfium2
import pytest

from generator.cli.main import run
from generator.cli.new import LAYOUTS
from generator.data.loading import bundled_games, load_game
from generator.data.problems import Problems
from generator.face.press import Press
from generator.job.build import build
from generator.job.planning import Options
from generator.job.starting import copy_game, layout_names, start_game
from generator.lint.lint import lint


def test_a_new_game_builds_at_once(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["build"]) == 0
    out, err = capsys.readouterr()
    assert "Pond 0.1.0" in out
    assert "14" in out
    assert "no problems" in out
    assert err == ""
    pdf = game / "output" / "pond-cards-a4.pdf"
    with pypdfium2.PdfDocument(pdf) as document:
        assert len(document) == 4


@pytest.mark.parametrize(
    ("name", "title", "lacking"),
    [
        ("🎲", "My Game", "🎲"),
        ("夜-fox", "Fox", "夜"),
        ("夜狐-!", "My Game", "夜 狐"),
        ("mäuse-jagd", "Mäuse Jagd", ""),
    ],
)
def test_a_new_game_builds_whatever_it_is_called(
    name: str,
    title: str,
    lacking: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["new", name]) == 0
    assert (
        f"have no {lacking}, so the title is '{title}'" if lacking else "Now:"
    ) in capsys.readouterr().out
    assert run(["build", name]) == 0
    out, err = capsys.readouterr()
    assert out.startswith(f"{title} 0.1.0 ")
    assert err == ""


def test_new_refuses_a_folder_with_something_in_it(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (game / "cards.yaml").read_bytes()
    assert run(["new", str(game)]) == 2
    assert "not empty" in capsys.readouterr().err
    assert (game / "cards.yaml").read_bytes() == before


# ---------------------------------------------------------------- layouts


@pytest.mark.slow_cases("hand-card", "mini", "trick")
@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_layout_prints_at_once_the_same_every_time_and_lint_finds_nothing(
    layout: str, tmp_path: Path
) -> None:
    paths = start_game(tmp_path / "pond", layout)
    assert {path.name for path in paths} >= {"cards.yaml", "cards.schema.json"}
    game = load_game(tmp_path / "pond")
    assert game.title == "Pond"
    first, second = (
        build(game, Options(output=tmp_path / name, with_all=True)) for name in ("first", "second")
    )
    assert (first.problems, second.problems) == ((), ())
    assert [file.path.read_bytes() for file in first.files] == [
        file.path.read_bytes() for file in second.files
    ]
    assert all(
        card.back or part.back or part.dial for part in game.components for card in part.cards
    )
    found = lint(game, Press(game))
    assert (found.findings, list(found.problems)) == ([], [])


def test_every_layout_has_a_line_in_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert sorted(LAYOUTS) == layout_names()
    assert run(["new", "--help"]) == 0
    out = capsys.readouterr().out
    assert all(f"  {name} " in out and about in out for name, about in LAYOUTS.items())


def test_a_game_begins_with_a_layout_and_its_fonts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["new", "pond", "--layout", "hand-card"]) == 0
    assert "Now:\n    cd pond\n    emporium-pnp build\n" in capsys.readouterr().out
    assert sorted(path.name for path in (tmp_path / "pond" / "fonts").iterdir()) == [
        "Grenze-ExtraBold.ttf",
        "OFL-Grenze.txt",
    ]


def test_a_layout_that_there_is_not_is_refused_with_those_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["new", "pond", "--layout", "handcard"]) == 2
    err = capsys.readouterr().err
    assert (
        f"expected one of {', '.join(LAYOUTS)}, found 'handcard'; did you mean 'hand-card'?" in err
    )
    assert not (tmp_path / "pond").exists()


# ---------------------------------------------------------------- with rules


def test_a_game_with_rules_as_data_builds_at_once_and_lint_finds_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["new", "storm-tide", "--rules"]) == 0
    assert (
        "Then: `emporium-pnp rules` prints its rules as sentences, `replay` shows a"
        in capsys.readouterr().out
    )
    game = load_game(tmp_path / "storm-tide")
    assert not build(game, Options(output=tmp_path / "output", with_all=True)).problems
    found = lint(game, Press(game))
    assert (found.findings, list(found.problems)) == ([], [])


def test_python_goes_with_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["new", "storm-tide", "--python"]) == 2
    assert "--python needs --rules" in capsys.readouterr().err
    assert not (tmp_path / "storm-tide").exists()


# ---------------------------------------------------------------- a copy of a bundled game


def test_a_copy_of_a_bundled_game_is_played_by_its_rules_under_a_title_of_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "l'atelier"
    assert run(["new", str(folder), "--from", "empire"]) == 0
    names = {path.name for path in folder.iterdir()}
    assert names == {"cards.yaml", "cards.fr.yaml", "cards.schema.json", "templates"}
    problems = Problems()
    for lang in (None, "fr"):
        game = load_game(folder, problems, lang=lang)
        assert (game.title, game.plays) == ("L'atelier", "empire")
    assert not list(problems)
    original = load_game(bundled_games()["empire"])
    assert game.cards.keys() == original.cards.keys()


def test_copies_are_of_bundled_games_and_leave_out_what_lies_beside_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    home = bundled_games()["empire"].parent
    shutil.copytree(home, tmp_path / "home")
    for name in ("cards.lock", "printers.yaml", "playtests/plays.jsonl", "output/x.pdf"):
        (tmp_path / "home" / name).parent.mkdir(exist_ok=True)
        (tmp_path / "home" / name).write_text("x")
    monkeypatch.setattr(
        "generator.job.starting.bundled_games", lambda: {"empire": tmp_path / "home/cards.yaml"}
    )
    copied = {
        path.relative_to(tmp_path / "own").as_posix()
        for path in copy_game(tmp_path / "own", "empire")
    }
    assert copied == {
        path.relative_to(home).as_posix() for path in home.rglob("*") if path.is_file()
    } | {"cards.schema.json"}
    assert run(["new", "mine", "--from", "empir"]) == 2
    assert "did you mean 'empire'?" in capsys.readouterr().err
    assert run(["new", "mine", "--from", "empire", "--rules"]) == 2
    assert run(["build", "empire", "--mark-printed"]) == 2
    assert "emporium-pnp new my-empire --from empire" in capsys.readouterr().err
