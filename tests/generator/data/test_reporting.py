"""Faults of a form in words, each at its place; that whole files are reported so,
`test_loading` shows with `faults/`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.data.fieldtypes import check_text
from generator.data.forms import Key, Leaf, Listed, Mapped, Section, checked
from generator.data.problems import Place, Problem, Problems
from generator.data.reporting import report
from generator.data.saying import Said
from generator.data.source import Node, read_source

NAME = Leaf(check_text, {})


class Owl(Section):
    """A row."""

    name = Key(NAME)
    eggs = Key(Listed(NAME, most=2), default=[])


class Wood(Section):
    """A kind."""

    cards = Key(Mapped(Owl))


class Woods(Section):
    """A file."""

    kinds = Key(Mapped(Wood), default={})
    owls = Key(Mapped(Owl), default={})


def read(folder: Path, text: str) -> Node:
    (folder / "woods.yaml").write_text(text)
    return read_source(folder / "woods.yaml")


def reported(root: Node, problems: Problems | None = None) -> list[Problem]:
    """List what is reported of a file that does not fit the form."""
    problems = Problems() if problems is None else problems
    _, faults = checked(Woods, root.data())
    assert faults
    report(faults, root, problems)
    return list(problems)


@pytest.mark.parametrize(
    ("text", "code", "at", "message", "hint"),
    [
        (
            "owls: {tib: {}}",
            "missing-field",
            (1, 8, 3),
            "expected 'name' in 'tib', found none",
            "add a line 'name: …'",
        ),
        (
            "owls: {tib: {nmae: Tib}}",
            "unknown-key",
            (1, 14, 4),
            "unknown key 'nmae' in 'tib'",
            "did you mean 'name'?",
        ),
        (
            "owls: {tib: {name: Tib, hue: 1}}",
            "unknown-key",
            (1, 25, 3),
            "unknown key 'hue' in 'tib'",
            "known keys are name, eggs",
        ),
        (
            "owls: {tib: {name: 7}}",
            "wrong-type",
            (1, 20, 1),
            "'name' expected text, found the integer 7",
            "put quotes around it",
        ),
        (
            "owls: {tib: {name: Tib, eggs: one}}",
            "wrong-type",
            (1, 31, 3),
            "'eggs' expected a list such as [a, b], found 'one'",
            "put it in brackets: [one]",
        ),
        (
            "owls: {tib: {name: Tib, eggs: [a, b, c]}}",
            "out-of-range",
            (1, 31, 9),
            "'eggs' expected at most 2 entries, found 3",
            None,
        ),
        (
            "owls:",
            "wrong-type",
            (1, 1, 4),
            "'owls' expected a mapping (key: value), found nothing",
            "for an entry without values, write {}",
        ),
    ],
)
def test_an_error_is_told_in_our_words_at_its_place(
    tmp_path: Path, text: str, code: str, at: tuple[int, int, int], message: str, hint: str | None
) -> None:
    (problem,) = reported(read(tmp_path, text))
    assert problem.place is not None
    assert (problem.code, (problem.place.line, problem.place.column, problem.place.length)) == (
        code,
        at,
    )
    assert (problem.message, problem.hint) == (message, hint)


def rows(count: int) -> str:
    return "kinds:\n  owl:\n    cards:\n" + "".join(
        f"      o{n}: {{name: O, hue: 1}}\n" for n in range(count)
    )


def test_a_fault_that_many_rows_share_is_reported_once(tmp_path: Path) -> None:
    few = reported(read(tmp_path, rows(3)))
    assert [problem.message for problem in few] == [
        f"unknown key 'hue' in 'o{n}'" for n in range(3)
    ]
    (many,) = reported(read(tmp_path, rows(4)))
    assert many.message == "unknown key 'hue' in 'o0' (and 3 more like it)"
    assert [(what, place.line) for what, place in many.also] == [("next", 5)]


def test_what_was_reported_at_a_place_is_not_reported_again(tmp_path: Path) -> None:
    root = read(tmp_path, "owls: {tib: {name: 7}}")
    problems = Problems()
    problems.error(Said("known", "the name is wrong"), Place("woods.yaml", 1, 20))
    place = root["owls"]["tib"]["name"].place
    assert [problem.code for problem in reported(root, problems)] == ["known", "wrong-type"]
    problems = Problems()
    problems.error(Said("known", "the name is wrong"), place)
    assert [problem.code for problem in reported(root, problems)] == ["known"]
