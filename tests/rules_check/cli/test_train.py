"""The command `train`: what it prints, keeps and refuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from generator.cli import main as cli
from rules_check.cli import train as command
from rules_check.engine import kept
from rules_check.engine.kept import keep_learned, latest_at, learned_at, read_kept
from rules_check.engine.sources import data_hash
from rules_check.games import emporium as rules
from rules_check.prove import fitting, teaching
from rules_check.prove.fitting import fit
from tests.rules_check.games.scripted import real_cards
from tests.rules_check.prove.test_lessons import pupil
from tests.rules_check.toolkit.test_sights import cards as leduc_cards

TINY = ("train", "--players", "2", "--rounds", "1", "--generations", "1", "--games", "20")


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fitting, "cache_home", lambda: tmp_path / "cache")


@pytest.mark.slow
def test_what_it_finds_is_told_written_and_used_by_a_check(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run([*TINY, "--output", str(tmp_path / "experts.yaml")]) == 0
    told = capsys.readouterr().out
    assert "2 players: " in told
    assert "50.0 % is fair" in told
    written = (tmp_path / "experts.yaml").read_text()
    assert f"data: {data_hash(real_cards())}" in written
    assert "origin: trained" in written
    assert fit(rules, real_cards(), 1).origin == "trained"


@pytest.mark.slow
def test_json_has_the_styles_and_how_hard_they_are_to_beat(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert cli.run([*TINY, "--format", "json"]) == 0
    results = json.loads(capsys.readouterr().out)["results"]
    assert results["data"] == data_hash(real_cards())
    share, low, high = results["players"]["2"]["response"]
    assert low <= share <= high
    assert sum(style["shares"] for style in results["players"]["2"]["styles"]) == 16


def test_players_who_learn_are_kept_in_the_cache_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["train", "--minutes", "1", "--output", str(tmp_path / "experts.yaml")]) == 2
    assert "--output is for experts with weights" in capsys.readouterr().err


def test_after_a_change_those_go_on_who_were_trained_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    learned = pupil(leduc_cards())

    def teach(rules: Any, cards: Any, players: int, *rest: Any, elder: Any) -> Any:
        keep_learned(learned_at(rules, cards, players), learned)
        return learned

    monkeypatch.setattr(kept, "cache_home", lambda: tmp_path / "cache")
    monkeypatch.setattr(command, "compile_rules", lambda setup, printer: None)
    monkeypatch.setattr(teaching, "teach", teach)
    file = tmp_path / "ferry" / "cards.yaml"
    assert cli.run(["new", str(file.parent), "--rules"]) == 0
    assert cli.run(["train", str(file), "--players", "2", "--minutes", "30"]) == 0
    assert "learned in 700 games" in capsys.readouterr().out
    latest = read_kept(latest_at(file, 2))
    assert latest is not None
    assert latest.games == learned.games


def test_what_it_cannot_train_is_wrong_usage(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["train", "--players", "2,9"]) == 2
    assert "is for 2, 3, 4, 5 or 6 players, found 9" in capsys.readouterr().err
    (tmp_path / "kept.yaml").write_text("mine")
    assert cli.run([*TINY, "--output", str(tmp_path / "kept.yaml")]) == 2
    assert "this file exists" in capsys.readouterr().err
    assert (tmp_path / "kept.yaml").read_text() == "mine"
