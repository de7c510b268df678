"""`check` and `report` of a game without rules: a verdict on what can be seen, which says what was
not judged.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from generator.cli.main import run
from tests.conftest import ROOT, make_game

CARDS = {
    "imp": {"name": "Imp", "cost": 1, "copies": 4},
    "ogre": {"name": "Ogre", "cost": 5, "copies": 4},
}


def write_game(folder: Path, deal: int) -> None:
    setup = {
        "common": {"deck": "all card, face down"},
        "each": {"hand": "card"},
        "deal": [f"deal {deal} from deck to each hand"],
    }
    fields = {"name": "line", "cost": "0..9"}
    make_game(
        folder, cards=CARDS, fields=fields, game={"title": "Imps", "players": "2-3"}, setup=setup
    )


def test_a_sound_game_passes_and_is_told_to_be_unplayed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_game(tmp_path, 2)
    assert run(["check", str(tmp_path), "--no-lint"]) == 0
    said = capsys.readouterr().out
    assert said.startswith(
        "Nothing is wrong in the cards, the paper and the set-up of Imps.\nIt has no rules, so "
        "it was not played"
    )
    assert "95 %" not in said


def test_a_setup_that_is_short_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_game(tmp_path, 3)
    assert run(["check", str(tmp_path), "--no-lint", "--format", "json"]) == 1
    results = json.loads(capsys.readouterr().out)["results"]
    assert (results["level"], results["passed"], results["judged_by"]) == ("unplayed", False, "")
    assert [one["finding"] for one in results["findings"] if one["verdict"] == "fault"] == [
        "setup-short"
    ]


def test_rules_that_are_named_and_missing_stay_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make_game(tmp_path, game={"plays": "no-such-rules"})
    assert run(["check", str(tmp_path)]) == 1
    assert "no-rules" in capsys.readouterr().err


@pytest.mark.slow
def test_it_needs_nothing_that_only_playing_needs(tmp_path: Path) -> None:
    write_game(tmp_path, 2)
    program = (
        "import sys; sys.modules |= dict.fromkeys(('numpy', 'numba', 'llvmlite'));"
        "from generator.cli.main import run; sys.exit(run(sys.argv[1:]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, "check", str(tmp_path), "--no-lint"],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_a_report_is_written_without_rules(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_game(tmp_path, 2)
    page = tmp_path / "page.html"
    assert run(["report", str(tmp_path), "--output", str(page)]) == 0
    capsys.readouterr()
    assert "because there are no rules" in page.read_text("utf-8")
