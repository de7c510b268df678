"""The game that `new --rules` begins with: it plays at once, and `check` finds nothing to say about
it.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from generator.job.starting import start_game
from tests.rules_check.cli.calling import run


def test_it_plays_to_its_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    start_game(tmp_path / "storm-tide", rules="data")
    words = ("--games", "5", "--players", "2", "--line-up", "random", "--format", "json")
    assert run("simulate", str(tmp_path / "storm-tide"), *words) == 0
    tally = json.loads(capsys.readouterr().out)["results"]["tallies"][0]
    assert tally["ends"] == {"everyone has all their cards": 5}


@pytest.mark.slow
def test_check_finds_it_balanced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    start_game(tmp_path / "storm-tide", rules="data")
    assert run("check", str(tmp_path / "storm-tide"), "--format", "json") == 0
    results = json.loads(capsys.readouterr().out)["results"]
    assert {finding["verdict"] for finding in results["findings"]} <= {"ok", "unsure"}
