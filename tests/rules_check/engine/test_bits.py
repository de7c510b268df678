"""Sets as whole numbers: compiled or not, their size and their first are what Python counts."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from rules_check.engine.bits import bits_of, count_of, first_of
from rules_check.engine.kernel import jit_lean

SETS = [
    1,
    2,
    3,
    1 << 31,
    1 << 62,
    (1 << 63) - 1,
    *(random.Random(1).getrandbits(63) | 1 << 40 for _ in range(50)),
]


@jit_lean
def look(bits: int, out: Any) -> None:
    out[0], out[1] = count_of(bits), first_of(bits)


def test_a_set_has_the_size_and_the_first_that_python_counts() -> None:
    out = np.zeros(2, np.int64)
    for bits in SETS:
        look(np.int64(bits), out)
        assert out.tolist() == [bin(bits).count("1"), min(n for n in range(63) if bits >> n & 1)]


def test_bools_make_a_set() -> None:
    for bits in SETS:
        assert bits_of(np.array([bits >> n & 1 == 1 for n in range(63)])) == bits
    assert bits_of(np.zeros(5, bool)) == 0


def test_the_empty_set_has_nothing() -> None:
    out = np.zeros(2, np.int64)
    look(np.int64(0), out)
    assert out[0] == 0
