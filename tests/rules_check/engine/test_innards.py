"""numba's inner parts: found as they are known, and done without where they are others, with the
same results.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rules_check.engine import innards
from rules_check.engine.innards import fits
from rules_check.engine.kernel import IS_COMPILED
from tests.rules_check.games.scripted import ROOT


def test_the_numba_that_is_installed_is_one_that_we_know() -> None:
    assert innards.AS_KNOWN


@pytest.mark.parametrize(
    ("path", "parameters", "found"),
    [
        ("numba.core.dispatcher:Dispatcher.compile", ("self", "sig"), True),
        ("numba.core.dispatcher:Dispatcher.compile", ("self", "sig", "more"), False),
        ("numba.core.dispatcher:Dispatcher.compile_in_two", (), False),
        ("numba.gone:Dispatcher", (), False),
        ("numba:__version__", ("self",), False),
        ("numba:__version__", (), True),
    ],
)
def test_a_part_fits_by_its_name_and_its_parameters(
    path: str, parameters: tuple[str, ...], found: bool
) -> None:
    assert fits(path, *parameters) is found


RULES = """
import sys
if sys.argv[1] == "strange":
    from tests.rules_check.engine.strange_numba import change
    change()
import numpy as np
from rules_check.engine import innards
from rules_check.engine.kernel import CACHE_FOLDER, seed_streams
from strange_rules import draws
rng = np.zeros(2, np.uint64)
seed_streams(rng, 5, 7)
print(innards.AS_KNOWN, innards.IS_LEAN, innards.LOADS_LATE, CACHE_FOLDER.name.endswith("-plain"))
print(draws(rng, np.int32(6)), rng)
print(*draws.stats.cache_hits.values())
"""
DRAWN = """
import numpy as np
from rules_check.engine.arrays import local_empty, local_zeros
from rules_check.engine.kernel import below, jit_lean, jit_within

@jit_within
def twice(n):
    return 2 * n

@jit_lean
def draws(rng, n):
    drawn, sums = local_empty(20, np.int64), local_zeros((2, 3), np.int64)
    for i in range(20):
        drawn[i] = below(rng, 1, n)
        sums[i % 2, i % 3] += twice(drawn[i])
    return drawn.sum() + 1000 * sums[1, 2]
"""


@pytest.mark.slow
@pytest.mark.skipif(not IS_COMPILED, reason="interpreted, numba's inside is left alone")
def test_with_another_inside_the_results_are_the_same_and_are_kept(tmp_path: Path) -> None:
    (tmp_path / "strange_rules.py").write_text(DRAWN)
    env = {
        **os.environ,
        "PYTHONPATH": f"{ROOT}{os.pathsep}{tmp_path}",
        "NUMBA_CACHE_DIR": str(tmp_path / "cache"),
    }
    said = []
    for kind in ("known", "strange", "strange"):
        code = [sys.executable, "-c", RULES, kind]
        found = subprocess.run(
            code, cwd=tmp_path, env=env, capture_output=True, text=True, check=False
        )
        assert found.returncode == 0, found.stderr
        said.append(found.stdout.splitlines())
    known, strange, again = said
    assert (known[0], strange[0], again[0]) == (
        "True True True False",
        *["False False False True"] * 2,
    )
    assert known[1] == strange[1] == again[1]
    assert (strange[2], again[2]) == ("", "1")
