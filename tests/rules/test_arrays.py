"""Arrays on the stack: what they hold, and that nothing keeps one."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from typing import Any

import numba
import numpy as np
import pytest
from scripted import ROOT

from rules_check.arrays import local_empty, local_zeros
from rules_check.kernel import IS_COMPILED, PACKAGE, jit_lean

ROWS, COLUMNS = 3, 5
MOST = 700


@jit_lean
def filled(out: Any) -> None:
    for i in range(ROWS):
        for j in range(COLUMNS):
            out[i, j] += 10 * i + j


@jit_lean
def table(start: int, out: Any) -> int:
    whole, real, narrow = local_zeros((ROWS, COLUMNS), np.int64), local_empty(COLUMNS, np.float64), local_zeros((2, 2), np.int32)
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
def of_any_size(n: int) -> int:
    return int(local_zeros(n, np.int64).size)


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


def test_interpreted_they_are_the_same() -> None:
    code = (
        "import numpy as np, test_arrays as own\n"
        "out = np.zeros((own.ROWS, own.COLUMNS))\n"
        "print(own.table(8, out), own.rounds_of_noughts(9), own.first_of_many(7), out.sum())"
    )
    said = []
    for disabled in ("0", "1"):
        run = subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT / "tests" / "rules", env={**os.environ, "PYTHONPATH": str(ROOT), "NUMBA_DISABLE_JIT": disabled}, capture_output=True, text=True, check=True,
        )  # fmt: skip
        said.append(run.stdout)
    assert said[0] == said[1]


def makers(tree: ast.AST) -> set[str]:
    """Find the names that a function gives to arrays on the stack, or to parts of them."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            targets = node.targets[0].elts if isinstance(node.targets[0], ast.Tuple) else node.targets
            values = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
            for target, value in zip(targets, values, strict=False):
                makes = any(isinstance(part, ast.Name) and part.id in ("local_empty", "local_zeros") for part in ast.walk(value))
                if makes and isinstance(target, ast.Name):
                    found.add(target.id)
    return found


def given_back(tree: ast.AST) -> set[str]:
    """Find the names that a function gives back as they are."""
    values = [node.value for node in ast.walk(tree) if isinstance(node, ast.Return) and node.value is not None]
    parts = [part for value in values for part in (value.elts if isinstance(value, ast.Tuple) else [value])]
    return {part.id for part in parts if isinstance(part, ast.Name)}


def test_no_rule_gives_back_an_array_of_its_own() -> None:
    bad = ast.parse("def f(n):\n    a, b = 1, local_zeros(3, INT)[:n]\n    return n, b").body[0]
    assert makers(bad) & given_back(bad) == {"b"}
    count = 0
    for path in PACKAGE.rglob("*.py"):
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.FunctionDef) and path.name != "arrays.py":
                made = makers(node)
                count += len(made)
                assert not made & given_back(node), f"{path.name}: {node.name}"
    assert count > 40
