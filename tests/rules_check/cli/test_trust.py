"""`trust`: what the file is, a question, and agreement that holds for this content alone."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from generator.job.starting import start_game
from rules_check.cli import trust
from rules_check.engine import consent
from tests.rules_check.cli.calling import run


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(consent, "_state_home", lambda: tmp_path / "state")
    start_game(tmp_path / "storm-tide", rules="python")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "storm-tide"


def played(game: Path) -> int:
    return run("simulate", str(game), "--games", "1", "--players", "2", "--line-up", "random")


def test_it_shows_the_file_and_asks_nobody_if_told_so(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert played(game) == 1
    told = capsys.readouterr().err
    assert "rules.py: error[untrusted-rules]" in told
    assert f"emporium-pnp trust {game}" in told
    content = (game / "rules.py").read_bytes()
    assert run("trust", "storm-tide", "--yes") == 0
    told = capsys.readouterr().out
    assert (
        f"{len(content.splitlines())} lines\nSHA-256 {hashlib.sha256(content).hexdigest()}\n"
        in told
    )
    assert "storm-tide/rules.py" in told
    assert run("trust", "storm-tide/cards.yaml") == 0
    assert "already" in capsys.readouterr().out


@pytest.mark.slow
def test_the_game_plays_then(game: Path) -> None:
    assert run("trust", "storm-tide", "--yes") == 0
    assert played(game) == 0


@pytest.mark.parametrize(("answer", "status"), [(True, 0), (False, 1)])
def test_it_asks_in_a_terminal(
    game: Path, monkeypatch: pytest.MonkeyPatch, answer: bool, status: int
) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr(trust, "agreed", lambda question: answer)
    assert run("trust", "storm-tide") == status
    rules = consent.read_own_rules(game)
    assert rules
    assert consent.is_trusted(rules) == answer


def test_without_a_terminal_nothing_is_agreed_to(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("trust", "storm-tide") == 2
    assert "add --yes" in capsys.readouterr().err
    assert not (game.parent / "state").exists()


def test_agreement_is_withdrawn(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("trust", "storm-tide", "--yes") == 0
    assert run("trust", "storm-tide", "--forget", "--format", "json") == 0
    results = json.loads(capsys.readouterr().out.partition("\n{")[2].join(("{", "")))["results"]
    assert results["trusted"] is False
    assert run("trust", "storm-tide", "--forget") == 0
    assert "It was not trusted." in capsys.readouterr().out
    assert run("trust", "storm-tide", "--forget", "--yes") == 2


def test_a_folder_without_rules_says_so(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (game / "rules.py").unlink()
    assert run("trust", "storm-tide", "--yes") == 1
    assert "error[no-rules-file]" in capsys.readouterr().err
    assert run("trust", "no-such-folder") == 2
