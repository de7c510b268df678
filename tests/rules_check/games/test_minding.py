"""What compiled rules do not look at, looked at: indices below 0 that a rule of any game
computes.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

PLAY = """
import sys
from importlib import import_module
from pathlib import Path
import tests.rules_check.games.minding
from tests.rules_check.games.growth import faults_met, record
rules = import_module("rules_check.games." + sys.argv[1])
cards = record(rules, Path("games", sys.argv[1].replace("_", "-"), "cards.yaml"))
print(faults_met(rules, cards, "random", 1, 3))
"""
SEEDED = """
import tests.rules_check.games.minding
import numpy as np
from rules_check.rules import jit, jit_lean

@jit_lean
def of_end(zone, seat):
    return zone[seat, -1] + zone[-1, seat] + zone[-1][seat] + zone[seat - 1 : seat].size

@jit_lean
def before(zone, seat):
    return zone[seat - 1, 0]

@jit
def counted(zone, seat):
    return zone[seat - 1, 0]

zone = np.ones((2, 3), np.int64)
print(of_end(zone, 0), counted(zone, 0), before(zone, 1))
before(zone, 0)
"""


def said_by(code: str, *words: str) -> tuple[str, str]:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    said = subprocess.run(
        [sys.executable, "-", *words],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        input=code,
    )
    return said.stdout, said.stderr


def test_an_index_below_0_is_found_where_a_lean_rule_computes_it_and_nowhere_else(
    tmp_path: Path,
) -> None:
    file = tmp_path / "seeded.py"
    file.write_text(SEEDED, encoding="utf-8")
    out, errors = said_by(f"import runpy; runpy.run_path({str(file)!r})")
    assert out == "3 1 1\n"
    assert errors.splitlines()[-1] == "IndexError: index -1 is computed, and below 0"
    assert 'seeded.py", line 12, in before' in errors


@pytest.mark.slow
@pytest.mark.parametrize("game", ["empire", "merchants_of_magick", "brick_and_mortar"])
def test_no_rule_reads_before_its_arrays(game: str) -> None:
    assert said_by(PLAY, game) == ("{'sound'}\n", "")
