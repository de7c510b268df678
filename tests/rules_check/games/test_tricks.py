"""High Water, a trick-taking game by the toolkit: bids in turn, hidden hands, forced last cards,
and a table that it never lays out itself.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HOME = Path(__file__).resolve().parent / "tricks"
ROOT = HOME.parents[3]
GUIDE = ROOT / "docs" / "reference" / "turns-and-tricks.md"
MOST_LINES = 130


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the rules as pip would."""
    home = tmp_path_factory.mktemp("tricks")
    info = home / "high_water_rules-0.1.0.dist-info"
    info.mkdir()
    shutil.copy(HOME / "high_water.py", home)
    (info / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: high-water-rules\nVersion: 0.1.0\n"
    )
    (info / "entry_points.txt").write_text("[emporium_pnp.games]\nhigh-water = high_water:rules\n")
    return home


def run(
    installed: Path, folder: Path, *words: str, text: str = "", compiled: bool = False
) -> subprocess.CompletedProcess[str]:
    env = {
        **os.environ,
        "PYTHONPATH": f"{ROOT}{os.pathsep}{installed}",
        "NUMBA_DISABLE_JIT": "0" if compiled else "1",
    }
    command = [sys.executable, "-m", "generator", *words]
    done = subprocess.run(
        command, cwd=folder, env=env, input=text, capture_output=True, text=True, timeout=240
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return Path(
        shutil.copytree(HOME, tmp_path / "high-water", ignore=shutil.ignore_patterns("*.py"))
    )


def rule_lines(source: str) -> list[str]:
    """List the lines of rules that are neither blank nor comment, docstring nor import."""
    told = set[int]()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom):
            told.update(range(node.lineno, (node.end_lineno or 0) + 1))
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(
            node
        ):
            told.update(range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1))
    lines = enumerate(source.splitlines(), 1)
    return [
        line
        for n, line in lines
        if line.strip() and not line.strip().startswith("#") and n not in told
    ]


def test_a_whole_game_is_short() -> None:
    assert len(rule_lines((HOME / "high_water.py").read_text("utf-8"))) <= MOST_LINES


def test_the_guide_shows_its_lines() -> None:
    section = GUIDE.read_text("utf-8")
    shown = [line.removeprefix("    ") for line in section.splitlines() if line.startswith("    ")]
    source = (HOME / "high_water.py").read_text("utf-8").splitlines()
    assert len(shown) > 20
    assert set(shown) - set(source) == set()


@pytest.mark.slow
def test_tricks_forced_cards_and_the_end_are_told(installed: Path, game: Path) -> None:
    said = run(installed, game, "replay", "--players", "3", "--line-up", "random").stdout
    assert (said.count("Round "), said.count(" took the trick.")) == (5, 35)
    assert said.count(", with no other choice: play") >= 5 * 3  # the last cards at least
    assert re.search(r"The game is over: all rounds played\.\n1\. seat \d with \d", said)


@pytest.mark.slow
def test_the_table_is_laid_out_from_the_declarations_and_hides_other_hands(
    installed: Path, game: Path
) -> None:
    words = ("play", "--players", "3", "--line-up", "human,random,random", "--seed", "3")
    said = run(installed, game, *words, text="1\n1\nt\n").stdout
    first, later = said.split("Seat 1, your move")[0], said.split("? for help): ")[-2]
    assert re.search(r"^trump: (reed|shell|stone|wave)-\d+$", first, re.M)
    assert re.search(r"^deck: 18 face down$", first, re.M)
    assert first.count("hand: 7 face down") == 2
    assert (
        len(
            re.findall(
                r"(?:reed|shell|stone|wave)-\d+", first.split("Seats\n")[1].split("seat 2")[0]
            )
        )
        == 7
    )
    assert re.search(r"^  seat 1 \(you\) score 0, points 0, bid 1, tricks \d", later, re.M), said


def test_a_move_that_no_rule_does_is_told(installed: Path, game: Path) -> None:
    path = installed / "high_water.py"
    whole = path.read_text("utf-8")
    path.write_text(whole.replace("@rules.does(BID)\n", ""), encoding="utf-8")
    try:
        done = run(installed, game, "replay", "--players", "3", "--line-up", "random")
    finally:
        path.write_text(whole, encoding="utf-8")
    said = "TypeError: expected @rules.does before a rule for each move, found none for 'bid {}'"
    assert (done.returncode, said in done.stderr) == (1, True), done.stderr


@pytest.mark.slow
def test_a_field_that_names_no_row_is_told(installed: Path, game: Path) -> None:
    """Cards may name a row by a plain word, where the field refers to no table."""
    path = game / "cards.yaml"
    whole = path.read_text("utf-8").replace("fields: {suit: suit", "fields: {suit: line")
    path.write_text(whole.replace("reed: {suit: reed", "reed: {suit: red"), encoding="utf-8")
    done = run(installed, game, "replay", "--players", "3", "--line-up", "random")
    assert "need one of reed, shell, stone, wave for 'suit' of 'reed-1', found 'red'" in done.stderr


@pytest.mark.slow  # as the game of the guide is
def test_it_is_checked(installed: Path, game: Path) -> None:
    done = run(installed, game, "check", "--quick", compiled=True)
    assert "FAULT" not in done.stdout, done.stdout
    assert "0 faults" in done.stdout, done.stderr
