"""What a rule is made of: a hash that differs after each edit that matters, and after no other."""

from __future__ import annotations

import os
import subprocess
import sys
from enum import IntEnum
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
import pytest

from rules_check.engine.ingredients import hash_of
from rules_check.engine.kernel import below, jit_lean, mix
from tests.rules_check.games.scripted import ROOT

SOURCE = '''
import numpy as np
LIMIT = 3
SIZES = (1, 2.5, "x")
PRICES = np.array([3, 4, 5])
def least(x):
    return min(x, LIMIT)
def worth(x, y):
    """What it is worth."""
    for size in SIZES:
        x += least(y) * 7
    if x in {"a", "b", "c"}:
        return PRICES[0]
    return np.int64(x) + sum(one for one in range(x))
'''


def said(source: str, name: str = "worth", **given: Any) -> str | None:
    made: dict[str, Any] = {"__name__": "trial"}
    exec(source, made)
    made.update(given)
    return hash_of(made[name], {})


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("LIMIT = 3", "LIMIT = 4"),
        ("LIMIT = 3", "LIMIT = 3.0"),
        ("LIMIT = 3", "LIMIT = True"),
        ("2.5", "2.0"),
        ("[3, 4, 5]", "[3, 4, 6]"),
        ("[3, 4, 5]", "[3, 4, 5], np.int32"),
        ("min(x", "max(x"),
        ("* 7", "* 8"),
        ("range(x)", "range(y)"),
        ("np.int64", "np.int32"),
        ('"c"', '"d"'),
        ("(x, y)", "(x, y=2)"),
    ],
)
def test_an_edit_that_matters_makes_another_rule(before: str, after: str) -> None:
    assert before in SOURCE
    assert said(SOURCE) is not None
    assert said(SOURCE.replace(before, after)) not in (None, said(SOURCE))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("def worth", "\n\n# of a card\ndef worth"),
        ("What it is worth.", "What others pay."),
        ("LIMIT = 3", "LIMIT = 3\nOTHER = 4"),
        ("def least", "def other(x):\n    return LIMIT * x\ndef least"),
    ],
)
def test_an_edit_of_something_else_leaves_the_rule(before: str, after: str) -> None:
    assert before in SOURCE
    assert said(SOURCE.replace(before, after)) == said(SOURCE)


def test_it_is_the_same_in_every_process() -> None:
    code = "from tests.rules_check.engine.test_ingredients import SOURCE, said; print(said(SOURCE))"
    seed = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT), "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == said(SOURCE)


class Coin(IntEnum):
    HEADS = 1
    TAILS = 2


class Coins(IntEnum):
    HEADS = 1
    TAILS = 3


class Pair(NamedTuple):
    first: int
    second: int


class Riap(NamedTuple):
    second: int
    first: int


Riap.__qualname__ = Pair.__qualname__
Coins.__qualname__ = Coin.__qualname__


@pytest.mark.parametrize(
    ("value", "other"),
    [
        (Coin, Coins),
        (Coin.TAILS, Coins.TAILS),
        (Pair, Riap),
        (np.int64(3), np.int32(3)),
        (np.dtype([("a", np.int64)]), np.dtype([("a", np.int32)])),
        (mix, below),
        (np.uint64, np.int64),
        (min, max),
        (None, ...),
        ((1, 2), (1, (2,))),
    ],
)
def test_each_kind_of_value_is_told_from_its_like(value: Any, other: Any) -> None:
    source = "def worth():\n    return VALUE"
    one, two = said(source, VALUE=value), said(source, VALUE=other)
    assert one == said(source, VALUE=value)
    assert None not in (one, two)
    assert one != two


@pytest.mark.parametrize("value", [{"a": 1}, [1], object(), SimpleNamespace(x=1), open])
def test_of_something_unknown_nothing_is_said(value: Any) -> None:
    source = "def worth():\n    return VALUE\ndef price():\n    return worth()"
    assert said(source, VALUE=value) is None
    assert said(source, "price", VALUE=value) is None


def test_a_rule_is_its_options_too() -> None:
    def worth(x: Any) -> Any:
        return x

    assert hash_of(worth, {}) is not None
    made: Any = jit_lean(worth)
    if made is not worth:
        assert hash_of(made, {}) != hash_of(worth, {})


def test_a_rule_that_calls_itself_is_not_known() -> None:
    assert said("def worth(x):\n    return worth(x - 1) if x else 0") is None
