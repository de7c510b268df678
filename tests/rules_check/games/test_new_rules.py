"""`new --rules`: a game that prints, whose own test passes, and of which `check` has a verdict."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new game whose package is installed as far as finding its entry point goes: pip writes such a folder."""
    folder = tmp_path_factory.mktemp("new-rules") / "7-storm-tide"
    _run(folder.parent, "-m", "generator", "new", "--rules", "--python", folder.name)
    project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["name"] == "7-storm-tide-rules"
    ((group, entries),) = project["entry-points"].items()
    info = folder / "storm_tide_rules-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n", "utf-8")
    lines = "".join(f"{name} = {value}\n" for name, value in entries.items())
    (info / "entry_points.txt").write_text(f"[{group}]\n{lines}", "utf-8")
    return folder


def _run(folder: Path, *words: str) -> str:
    env = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{folder}", "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, *words], cwd=folder, env=env, capture_output=True, encoding="utf-8", timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
def test_the_test_that_comes_with_it_passes(game: Path) -> None:
    assert "2 passed" in _run(game, "-m", "pytest", "-p", "no:cacheprovider", "-q", "tests")


@pytest.mark.slow
def test_it_builds_and_lint_finds_nothing(game: Path) -> None:
    assert "no problems" in _run(game, "-m", "generator", "build")
    _run(game, "-m", "generator", "lint", "--strict")


@pytest.mark.slow
def test_check_has_a_verdict(game: Path) -> None:
    said = json.loads(_run(game, "-m", "generator", "check", "--quick", "--format", "json"))["results"]
    assert said["passed"]
    assert len(said["findings"]) > 5
    assert {finding["verdict"] for finding in said["findings"]} == {"ok"}


@pytest.mark.slow
def test_no_seat_seems_better_to_greedy_players_for_who_lays_last(game: Path) -> None:
    said = _run(game, "-m", "generator", "simulate", "--players", "3", "--games", "60", "--line-up", "greedy", "--format", "json")
    shares = [seat["share"] for seat in json.loads(said)["results"]["tallies"][0]["seats"]]
    assert min(shares) > 0.15, shares  # the last to lay won 90 % while it alone saw what came of its card


@pytest.mark.slow
def test_the_box_is_held_against_what_the_rules_allow(game: Path) -> None:
    cards = game / "cards.yaml"
    was = cards.read_text("utf-8")
    cards.write_text(was.replace("players: 2-4", "players: 2-5"), encoding="utf-8")
    try:
        env = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{game}", "NUMBA_DISABLE_JIT": "1"}
        words = (sys.executable, "-m", "generator", "check", "--quick", "--format", "json")
        done = subprocess.run(words, cwd=game, env=env, capture_output=True, encoding="utf-8", timeout=120)
    finally:
        cards.write_text(was, encoding="utf-8")
    (finding,) = [one for one in json.loads(done.stdout)["results"]["findings"] if one["verdict"] != "ok"]
    assert (done.returncode, finding["finding"], finding["verdict"]) == (1, "players-differ", "warning")
    assert finding["claim"] == "the box says 2 to 5 players, and with these cards the rules can be played by 2, 3 or 4 players"
