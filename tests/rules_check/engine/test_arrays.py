"""Arrays on the stack: what they hold, and that none is given back."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import numba
import numpy as np
import pytest

from rules_check.engine.arrays import local_empty, local_zeros
from rules_check.engine.innards import COUNTS_FROM_END
from rules_check.engine.kernel import IS_COMPILED, jit, jit_lean
from tests.rules_check.games.scripted import ROOT

ROWS, COLUMNS = 3, 5
MOST = 700


@jit_lean
def filled(out: Any) -> None:
    for i in range(ROWS):
        for j in range(COLUMNS):
            out[i, j] += 10 * i + j


@jit_lean
def table(start: int, out: Any) -> int:
    whole, real, narrow = (
        local_zeros((ROWS, COLUMNS), np.int64),
        local_empty(COLUMNS, np.float64),
        local_zeros((2, 2), np.int32),
    )
    filled(whole)
    real[:] = start
    narrow[1, 1] = 7
    for i in range(ROWS):
        for j in range(COLUMNS):
            out[i, j] = whole[i, j] + real[j] / 2
    return int(whole.shape[0] * 1000 + whole.shape[1] * 100 + narrow.sum())


@jit_lean
def rounds_of_noughts(n: int) -> int:
    total = 0
    for _ in range(n):
        counts = local_zeros(COLUMNS, np.int64)
        total += counts[2]
        counts[2] = 1
    return total


@jit_lean
def first_of_many(n: int) -> Any:
    part = local_empty(MOST, np.float64)[:n]
    for i in range(part.size):
        part[i] = i
    return part.sum()


@jit_lean
def written_from_the_end(table: Any, row: int) -> Any:
    table[-2, -1] = 1
    table[row, -2] += 2
    table[..., -3] = 3
    table[row:, -4] = 4
    return table[row][-1] + 10 * table[row, -2]


@jit_lean
def taken(numbers: Any, at: int) -> Any:
    return numbers[at]


@jit_lean
def of_any_size(n: int) -> int:
    return int(local_zeros(n, np.int64).size)


@pytest.mark.slow
def test_arrays_have_the_shape_and_numbers_asked_for() -> None:
    out = np.zeros((ROWS, COLUMNS))
    assert table(8, out) == 3507
    assert (out == np.arange(ROWS)[:, None] * 10 + np.arange(COLUMNS) + 4).all()
    assert first_of_many(MOST) == MOST * (MOST - 1) / 2


def test_noughts_are_noughts_each_time_round_a_loop() -> None:
    assert rounds_of_noughts(1000) == 0


@pytest.mark.skipif(not IS_COMPILED, reason="interpreted, an array may have any size")
def test_a_size_that_is_not_constant_does_not_compile() -> None:
    with pytest.raises(numba.errors.TypingError, match="local_array"):
        of_any_size(3)


@pytest.mark.slow
def test_interpreted_they_are_the_same() -> None:
    code = (
        "import numpy as np, tests.rules_check.engine.test_arrays as own\n"
        "out = np.zeros((own.ROWS, own.COLUMNS))\n"
        "print(own.table(8, out), own.rounds_of_noughts(9), own.first_of_many(7), out.sum())"
    )
    said = []
    for disabled in ("0", "1"):
        run = subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT), "NUMBA_DISABLE_JIT": disabled},
            capture_output=True,
            text=True,
            check=True,
        )
        said.append(run.stdout)
    assert said[0] == said[1]


@jit
def counted(n: int) -> Any:
    noughts = local_zeros(COLUMNS, np.int64)
    noughts[0] = n
    return noughts[1:]


@jit_lean
def given_back(n: int) -> Any:
    noughts = local_zeros(COLUMNS, np.int64)
    noughts[0] = n
    return noughts


@pytest.mark.skipif(not IS_COMPILED, reason="interpreted, an array may be given back")
def test_none_is_given_back() -> None:
    with pytest.raises(
        numba.errors.TypingError, match="on the stack can be made only in a rule with `jit_lean`"
    ):
        counted(3)
    with pytest.raises(numba.errors.TypingError, match="Only accept returning of array passed"):
        given_back(3)


def test_only_an_index_that_is_written_out_counts_from_the_end() -> None:
    table = np.zeros((3, 5), np.int64)
    assert written_from_the_end(table, 1) == 21
    assert table.tolist() == [[0, 0, 3, 0, 0], [0, 4, 3, 2, 1], [0, 4, 3, 0, 0]]
    numbers = np.arange(6)
    assert taken(numbers[3:], 2) == 5
    assert taken(numbers[3:], -1) == (
        2 if IS_COMPILED and COUNTS_FROM_END else 5
    )  # it is not looked at
