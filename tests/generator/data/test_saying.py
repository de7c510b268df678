"""Messages: their values become words, and stay values."""

from __future__ import annotations

import pytest

from generator.data.faults import Place, Problem
from generator.data.saying import Message, Said, first_of, some_of

LACKING = Message(
    "missing-field",
    "expected {names:list} in '{owner}', found {count:n field}",
    "try {names:one of}",
)


def test_values_become_words() -> None:
    said = LACKING(names=["cost", "text"], owner="goat", count=1)
    assert said.message == "expected cost, text in 'goat', found 1 field"
    assert said.hint == "try one of cost, text"
    assert LACKING(names=["cost"], owner="goat", count=2).message.endswith("found 2 fields")


def test_words_agree_with_a_number() -> None:
    message = Message("text-small", "{count:n text} {count:is|are} small")
    assert [message(count=count).message for count in (0, 1, 2)] == [
        "0 texts are small",
        "1 text is small",
        "2 texts are small",
    ]


def test_the_first_are_named_and_the_others_counted() -> None:
    names = ["a", "b", "c", "d"]
    assert some_of(names, 4) == "a, b, c, d"
    assert some_of(iter(names), 1) == "a and 3 more"
    assert some_of(names, 2, "; ") == "a; b and 2 more"
    assert first_of(names, 2) == "a, b …"


def test_braces_and_formats_are_those_of_python() -> None:
    said = Message("bad-length", "{{mm}} is {size:.1f}")(size=2)
    assert (said.message, said.hint) == ("{mm} is 2.0", None)


def test_a_value_that_is_missing_is_a_bug() -> None:
    with pytest.raises(KeyError):
        LACKING(names=[], owner="goat")


def test_a_problem_keeps_what_it_is_about() -> None:
    problem = Problem.of(LACKING(names=["cost"], owner="goat", count=0), Place("cards.yaml", 3))
    assert (problem.code, problem["owner"], problem.hint) == ("missing-field", "goat", "try 'cost'")
    assert problem == Problem(problem.code, problem.message, problem.place, problem.hint)
    assert Problem.of(problem.said).hint == problem.hint
    with pytest.raises(KeyError):
        _ = problem["card"]


def test_a_hint_of_its_own_replaces_that_of_the_message() -> None:
    said = Said("bad-name", "no", "rename it").under("bad-id")
    assert (said.code, Problem.of(said, hint="write a-z").hint) == ("bad-id", "write a-z")
