"""`rules`: the rules that are data, read aloud; their faults, and games that have none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.rules_check.cli.calling import run
from tests.rules_check.notation.games import TEMPLATE, text_of


def written(folder: Path, text: str) -> str:
    """Write a game into a folder; return its path."""
    (folder / "templates").mkdir(exist_ok=True)
    (folder / "templates" / "card.svg.j2").write_text(TEMPLATE, encoding="utf-8")
    (folder / "cards.yaml").write_text(text, encoding="utf-8")
    return str(folder / "cards.yaml")


def test_rules_are_printed_as_a_document(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("rules", written(tmp_path, text_of("kuhn"))) == 0
    told = capsys.readouterr().out
    assert told.startswith("# Three Straws\n")
    assert "## Score" in told


def test_json_has_headings_and_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("rules", written(tmp_path, text_of("night_catch")), "--format", "json") == 0
    results = json.loads(capsys.readouterr().out)["results"]
    assert results["title"] == "Night Catch"
    assert [part["heading"] for part in results["parts"]][-1] == "Score"


def test_rules_are_printed_as_python_that_compiles(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, text_of("kuhn"))
    assert run("rules", path, "--python") == 0
    source = capsys.readouterr().out
    compile(source, "kuhn.py", "exec")
    assert "@rules.phase(" in source
    assert run("rules", path, "--python", "--format", "json") == 0
    assert json.loads(capsys.readouterr().out)["results"]["python"] == source


def test_faults_are_told_with_their_places(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = text_of("night_catch").replace("add 1 to taker.catch", "add 1 to taker.cach")
    assert run("rules", written(tmp_path, text)) == 1
    told = capsys.readouterr().err
    assert "cards.yaml:34:22" in told
    assert "bad-play" in told
    assert "did you mean 'catch'?" in told


def test_a_game_without_rules_as_data_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = text_of("night_catch").partition("\nplay:\n")[0] + "\n"
    assert run("rules", written(tmp_path, text)) == 1
    assert "cards.yaml:1:1: error[no-play]" in capsys.readouterr().err


def test_lint_finds_what_is_wrong_with_rules(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, text_of("kuhn").replace("hand.rank)", "hand.rnk)"))
    assert run("lint", path) == 1
    told = capsys.readouterr().err
    assert "bad-play" in told
    assert "did you mean 'rank'?" in told
    assert run("build", path, "--output", str(tmp_path / "output")) == 0


def test_python_is_written_into_a_file_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, target = written(tmp_path, text_of("kuhn")), tmp_path / "rules.py"
    assert run("rules", path, "--output", str(target)) == 2
    assert run("rules", path, "--python", "--output", str(target)) == 0
    assert "emporium-pnp trust" in capsys.readouterr().out
    compile(target.read_text("utf-8"), "rules.py", "exec")
    assert run("rules", path, "--python", "--output", str(target)) == 2
    assert run("rules", path, "--python", "--output", str(target), "--yes") == 0
