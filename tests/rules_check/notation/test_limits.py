"""Rules that are far too long end quickly with one fault, and no text whatever with a traceback."""

from __future__ import annotations

import copy
import re
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from generator.data.problems import Problem, ProblemError
from tests.rules_check.notation.games import NAMES, faults_in, text_of

SMALL = [name for name in NAMES if name != "emporium"]
WORD = re.compile(r"[\w-]+|[^\w\s]+|\s+")
ODD = [
    "(",
    ")",
    "none",
    "me",
    "this",
    "all",
    "best(",
    "..",
    "[",
    "else",
    "over",
    "1" * 20,
    "{x in hand}",
]
STRANGE: list[Any] = [
    None,
    3,
    True,
    [],
    {},
    -1.5,
    "",
    [[]],
    "x" * 600,
    "(" * 100,
    "a." * 200,
    "not " * 90,
]


def faults_of(text: str) -> list[Problem]:
    try:
        return faults_in(text)
    except ProblemError as fault:
        return list(fault.problems)


def doubling(count: int, part: str) -> str:
    return "".join(f"    x{n}: {part.format(n - 1)}\n" for n in range(1, count))


@pytest.mark.parametrize(
    ("before", "added", "said"),
    [
        ("  turn:\n", "    - add 1 to stake\n" * 3_000, "steps in a game"),
        ("  turn:\n", "    - add 1 to steak\n" * 3_000, "steps in a game"),
        ("  formulas:\n", doubling(600, "stake"), "names in play:"),
        ("  formulas:\n", "    x0: stake\n" + doubling(40, "x{0} + x{0}"), ""),
        ("  each:\n", "".join(f"    z{n}: card\n" for n in range(600)), "names in play:"),
    ],
)
def test_a_long_text_ends_with_a_fault(before: str, added: str, said: str) -> None:
    text = text_of("kuhn").replace(before, before + added)
    problems = faults_of(text)
    assert problems
    assert any(said in problem.message for problem in problems)


def test_named_steps_that_double_end_with_a_fault() -> None:
    steps = "  steps:\n    x0: add 1 to stake\n" + doubling(40, "[do x{0}, do x{0}]")
    text = text_of("kuhn").replace("  formulas:\n", steps + "  formulas:\n")
    text = text.replace("  turn:\n", "  turn:\n    - do x39\n")
    (problem,) = faults_of(text)
    assert "steps in a game" in problem.message


def test_named_formulas_that_double_end_with_a_fault() -> None:
    formulas = "    x0: stake\n" + doubling(30, "x{0} + x{0}")
    text = text_of("kuhn").replace("  formulas:\n", "  formulas:\n" + formulas)
    (problem, *_) = faults_of(text.replace("score: if", "score: x29 + if"))
    assert "expected at most" in problem.message


@pytest.mark.parametrize("text", ["a" + ".b" * 200, "+".join("1" * 200), "(" * 60 + "1" + ")" * 60])
def test_a_deep_formula_is_a_fault(text: str) -> None:
    (problem, *_) = faults_of(text_of("night_catch").replace("score: catch", f"score: {text}"))
    assert problem.place is not None
    assert problem.place.line == 38


# ------------------------------------------------------------------------------- any text at all


def paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """List where the values of plain data are."""
    below = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    return [path, *(found for key, one in below for found in paths(one, (*path, key)))]


@st.composite
def spoilt(draw: st.DrawFn) -> str:
    """Make a game of which something in `play:` is taken away, put elsewhere or written
    otherwise.
    """
    name, other = draw(st.sampled_from(SMALL)), draw(st.sampled_from(SMALL))
    data = yaml.load(text_of(name), yaml.CSafeLoader)
    words = WORD.findall(text_of(other).partition("\nplay:\n")[2])
    for _ in range(draw(st.integers(1, 3))):
        path = draw(st.sampled_from(paths(data["play"])[1:] or [("turn",)]))
        parent = data["play"]
        for key in path[:-1]:
            parent = parent[key]
        spoil(draw, parent, path[-1], words)
    return str(yaml.safe_dump(data, sort_keys=False, allow_unicode=True, width=100_000))


def spoil(draw: st.DrawFn, parent: Any, key: Any, words: list[str]) -> None:
    """Change one value of plain data, or its key."""
    way = draw(st.integers(0, 4))
    if way == 0:
        parent[key] = draw(st.sampled_from(STRANGE))
    elif way == 1 and isinstance(parent, dict):
        del parent[key]
    elif way == 2:
        parent[key] = copy.deepcopy(draw(st.sampled_from([parent[key], [parent[key]], parent])))
    elif isinstance(parent, dict) and way == 3:
        parent[rewritten(draw, str(key), words)] = parent.pop(key)
    else:
        parent[key] = rewritten(draw, str(parent[key]), words)


def rewritten(draw: st.DrawFn, text: str, words: list[str]) -> str:
    """Take a word away, or put another in its place."""
    found = WORD.findall(text) or ["x"]
    at = draw(st.integers(0, len(found) - 1))
    found[at : at + draw(st.integers(0, 1))] = [draw(st.sampled_from([*words, *ODD, ""]))]
    return "".join(found)


@pytest.mark.slow
@given(spoilt())
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_whatever_is_written_has_faults_with_places(text: str) -> None:
    for problem in faults_of(text):
        assert problem.place is not None
        assert problem.place.line > 0
        assert problem.message
