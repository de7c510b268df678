"""The game that `new --rules` begins with: it plays at once, and `check` finds nothing to say about
it.
"""

from __future__ import annotations

import io
import json
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest

from generator.job.starting import start_game
from tests.rules_check.cli.calling import run
from tests.rules_check.notation.writing.uncompiled import uncompiled


def simulated(folder: str) -> dict[str, Any]:
    """Return what `simulate` prints of five games."""
    words = ("--games", "5", "--players", "2", "--line-up", "random", "--format", "json")
    with redirect_stdout(io.StringIO()) as printed:
        assert run("simulate", folder, *words) == 0
    tally: dict[str, Any] = json.loads(printed.getvalue())["results"]["tallies"][0]
    return tally


def test_it_plays_to_its_end(tmp_path: Path) -> None:
    start_game(tmp_path / "storm-tide", rules="data")
    tally = uncompiled(simulated, str(tmp_path / "storm-tide"))
    assert tally["ends"] == {"everyone has all their cards": 5}


@pytest.mark.slow
def test_check_finds_it_balanced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    start_game(tmp_path / "storm-tide", rules="data")
    assert run("check", str(tmp_path / "storm-tide"), "--format", "json") == 0
    results = json.loads(capsys.readouterr().out)["results"]
    assert {finding["verdict"] for finding in results["findings"]} <= {"ok", "unsure"}
