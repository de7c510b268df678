"""Rules as Python runs them: the same answers, and nothing compiled for them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
import pytest

from rules_check.engine import arrays
from rules_check.engine.arrays import local_zeros
from rules_check.engine.bits import count_of, first_of
from rules_check.engine.interpreting import leave_uncompiled
from rules_check.engine.kernel import IS_COMPILED, jit, jit_lean

STEP = 3


class Pair(NamedTuple):
    first: Any
    second: Any


def half(number: int) -> int:
    return number // 2


@jit_lean
def summed(numbers: Any, more: int = STEP) -> int:
    totals = local_zeros(2, np.int64)
    for number in numbers:
        totals[number & 1] += number
    return int(totals[0] * 1000 + totals[1] + more)


@jit_lean
def filled(numbers: Any) -> int:
    numbers[:] = -1
    numbers[1, 0] = arrays.local_zeros(1, np.int64)[0]
    return int(numbers[0, 0] + numbers[1, 0])


@jit
def nested(numbers: Any, bits: int) -> Any:
    return Pair(summed(numbers) + count_of(bits), first_of(bits) + STEP)


@jit
def down(n: int) -> int:
    return 0 if n == 0 else 1 + down(n - 1)


@pytest.fixture
def names() -> dict[str, Any]:
    found = {"half": half, "np": np, "STEP": STEP, "nested": nested}
    return {**found, "down": down, "summed": summed, "filled": filled}


def test_answers_are_the_same_and_nothing_is_compiled(names: dict[str, Any]) -> None:
    leave_uncompiled(names)
    rules, numbers = SimpleNamespace(**names), np.arange(10)
    before = [len(getattr(one, "overloads", ())) for one in (nested, down, summed, filled)]
    answers = (
        rules.nested(numbers, 0b1100),
        rules.down(4),
        rules.summed(numbers, more=5),
        rules.filled(np.ones((2, 3), np.int64)),
    )
    assert answers == ((20030, 5), 4, 20030, -1)
    after = [len(getattr(one, "overloads", ())) for one in (nested, down, summed, filled)]
    assert before == after
    assert answers[0] == nested(numbers, 0b1100)
    assert answers[1:] == (down(4), summed(numbers, 5), filled(np.ones((2, 3), np.int64)))


def test_only_rules_are_replaced(names: dict[str, Any]) -> None:
    leave_uncompiled(names)
    assert (names["half"], names["np"], names["STEP"]) == (half, np, STEP)
    assert not hasattr(names["nested"], "py_func")
    assert (names["nested"] is nested) is not IS_COMPILED
