"""`new --rules --python`: a game that prints, which plays once its rules.py is trusted, and of
which `check` has a verdict.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new game whose rules are trusted, with the user's state beside it."""
    folder = tmp_path_factory.mktemp("new-rules") / "7-storm-tide"
    _run(folder, "new", "--rules", "--python", folder.name, at=folder.parent)
    _run(folder, "trust", "--yes")
    return folder


def _environment(folder: Path) -> dict[str, str]:
    return {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "NUMBA_DISABLE_JIT": "1",
        "XDG_STATE_HOME": str(folder.parent / "state"),
    }


def _run(folder: Path, *words: str, at: Path | None = None) -> str:
    command = [sys.executable, "-P", "-m", "generator", *words]
    done = subprocess.run(
        command,
        cwd=at or folder,
        env=_environment(folder),
        capture_output=True,
        encoding="utf-8",
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
def test_it_builds_and_lint_finds_nothing(game: Path) -> None:
    assert "no problems" in _run(game, "build")
    _run(game, "lint", "--strict")


@pytest.mark.slow
def test_check_has_a_verdict(game: Path) -> None:
    said = json.loads(_run(game, "check", "--quick", "--format", "json"))["results"]
    assert said["passed"]
    assert len(said["findings"]) > 5
    assert {finding["verdict"] for finding in said["findings"]} == {"ok"}


@pytest.mark.slow
def test_no_seat_seems_better_to_greedy_players_for_who_lays_last(game: Path) -> None:
    said = _run(
        game,
        "simulate",
        "--players",
        "3",
        "--games",
        "60",
        "--line-up",
        "greedy",
        "--format",
        "json",
    )
    shares = [seat["share"] for seat in json.loads(said)["results"]["tallies"][0]["seats"]]
    assert min(shares) > 0.15, (
        shares
    )  # the last to lay won 90 % while it alone saw what came of its card


@pytest.mark.slow
def test_the_box_is_held_against_what_the_rules_allow(game: Path) -> None:
    cards = game / "cards.yaml"
    was = cards.read_text("utf-8")
    cards.write_text(was.replace("players: 2-4", "players: 2-5"), encoding="utf-8")
    try:
        words = (sys.executable, "-P", "-m", "generator", "check", "--quick", "--format", "json")
        done = subprocess.run(
            words,
            cwd=game,
            env=_environment(game),
            capture_output=True,
            encoding="utf-8",
            timeout=120,
        )
    finally:
        cards.write_text(was, encoding="utf-8")
    (finding,) = [
        one for one in json.loads(done.stdout)["results"]["findings"] if one["verdict"] != "ok"
    ]
    assert (done.returncode, finding["finding"], finding["verdict"]) == (
        1,
        "players-differ",
        "warning",
    )
    assert finding["claim"] == (
        "the box says 2 to 5 players, but with these cards the game can be played by 2, 3 or "
        "4 players"
    )
