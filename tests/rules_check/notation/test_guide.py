"""The guide to rules as data: its game is read as it is written there, and its message is the
tool's.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from generator.data.loading import load_game
from generator.data.problems import ProblemError
from rules_check.notation.reading import read_program
from tests.conftest import ROOT, SVG

GUIDE = ROOT / "docs" / "how-to" / "rules-as-data.md"
FACE = SVG.format('<text x="5" y="10">{{ card.name }}</text>')


def written(folder: Path, old: str = "", new: str = "") -> Path:
    """Write the guide's game into a folder."""
    text = "\n".join(re.findall(r"^```yaml\n(.*?)^```", GUIDE.read_text("utf-8"), re.M | re.S))
    (folder / "templates").mkdir()
    (folder / "templates" / "fruit.svg.j2").write_text(FACE, "utf-8")
    (folder / "cards.yaml").write_text(text.replace(old, new), "utf-8")
    return folder


def test_its_game_is_read(tmp_path: Path) -> None:
    program = read_program(load_game(written(tmp_path)))
    assert program.is_by_turns
    assert [line.words for line in program.scores] == ["fruit", "trees"]
    assert set(program.zones) == {"deck", "row", "basket"}


def test_its_fault_has_the_hint_that_it_shows(tmp_path: Path) -> None:
    game = load_game(written(tmp_path, "price <= coins", "pirce <= coins"))
    with pytest.raises(ProblemError) as raised:
        read_program(game)
    (problem,) = raised.value.problems
    assert problem.place
    shown = f"{problem.place.line}:{problem.place.column}: error[{problem.code}]: {problem.message}"
    assert f"cards.yaml:{shown}" in GUIDE.read_text("utf-8")
    assert problem.hint == "did you mean 'price'?"


@pytest.mark.slow
def test_its_game_is_told_to_its_end_before_it_is_compiled(tmp_path: Path) -> None:
    words = [
        sys.executable,
        "-m",
        "generator",
        "replay",
        str(written(tmp_path)),
        "--format",
        "json",
    ]
    uncompiled = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    run = subprocess.run(words, cwd=ROOT, env=uncompiled, capture_output=True, text=True)
    assert (run.returncode, run.stderr) == (0, "")
    story = json.loads(run.stdout)["results"]["story"]
    assert "The game is over: the row is short." in story
