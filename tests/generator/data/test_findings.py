"""Findings: what a section of cards.yaml says of them, limits and silences, with their faults at
their places.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from generator.data.findings import Finding, limits_of, silence, unknown_silences
from generator.data.source import Node, read_source

KNOWN = {"seat": (2.0, "points"), "contrast": (4.5, "of text")}


def section(folder: Path, **content: Any) -> Node:
    """Read a section of a cards.yaml; its one line 1 holds all of it."""
    path = folder / "cards.yaml"
    path.write_text(json.dumps(content), encoding="utf-8")
    return read_source(path, path.name)


def found(code: str, about: str, *wider: str) -> Finding:
    return Finding(code, about, "paper", "warning", "a claim", wider=wider)


def test_limits_are_the_usual_ones_but_for_those_that_the_section_sets(tmp_path: Path) -> None:
    assert limits_of(section(tmp_path), KNOWN) == ({"seat": 2.0, "contrast": 4.5}, [])
    assert limits_of(section(tmp_path, limits={"seat": 3}), KNOWN) == (
        {"seat": 3.0, "contrast": 4.5},
        [],
    )


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        ({"seats": 3}, "'seats' is not a limit; expected one of seat, contrast"),
        ({"seat": -1}, "the limit 'seat' expected a number from 0 up, found -1"),
        ({"contrast": 22}, "the limit 'contrast' expected a number from 0 to 21, found 22"),
    ],
)
def test_a_limit_that_is_none_or_off_its_scale_is_refused_and_the_usual_one_holds(
    tmp_path: Path, limits: dict[str, float], said: str
) -> None:
    read, (problem,) = limits_of(section(tmp_path, limits=limits), KNOWN, {"contrast": 21.0})
    assert read == {"seat": 2.0, "contrast": 4.5}
    assert (problem.message, problem.severity, str(problem.place).partition(":")[0]) == (
        said,
        "error",
        "cards.yaml",
    )


def test_a_silence_without_about_silences_all_of_its_sort(tmp_path: Path) -> None:
    quiet = section(tmp_path, silenced=[{"finding": "a", "reason": "so"}])
    marked, problems = silence(quiet, [found("a", "1"), found("a", "2"), found("b", "1")])
    assert [one.silenced for one in marked] == ["so", "so", None]
    assert problems == []
    assert [one.counts for one in marked] == [False, False, True]


def test_a_silence_may_name_what_a_finding_is_about_more_widely(tmp_path: Path) -> None:
    quiet = section(tmp_path, silenced=[{"finding": "a", "about": "monster", "reason": "so"}])
    marked, _ = silence(
        quiet,
        [found("a", "troll, name", "troll", "monster"), found("a", "ada, name", "ada", "hero")],
    )
    assert [one.silenced for one in marked] == ["so", None]


@pytest.mark.parametrize(
    ("about", "looked_for", "said"),
    [
        ("3", (), "no finding 'a' is about '3'; expected one of 1, 2"),
        ("1", ("a",), None),
        (None, (), None),
    ],
)
def test_a_silence_about_nothing_is_told(
    tmp_path: Path, about: str | None, looked_for: tuple[str, ...], said: str | None
) -> None:
    entry = {"finding": "a", "reason": "so"} | ({"about": about} if about else {})
    _, problems = silence(
        section(tmp_path, silenced=[entry]), [found("a", "1"), found("a", "2")], looked_for
    )
    assert [problem.message for problem in problems] == ([said] if said else [])


def test_a_silence_of_a_sort_that_was_not_found_is_idle_only_where_it_was_looked_for(
    tmp_path: Path,
) -> None:
    quiet = section(
        tmp_path,
        silenced=[{"finding": "a", "about": "1", "reason": "so"}, {"finding": "a", "reason": "so"}],
    )
    assert silence(quiet, []) == ([], [])
    _, problems = silence(quiet, [], ("a",))
    assert [problem.message for problem in problems] == [
        "no finding 'a' is about '1'",
        "there is no finding 'a' to silence",
    ]


def test_a_silence_of_no_sort_of_finding_is_refused(tmp_path: Path) -> None:
    (problem,) = unknown_silences(
        section(tmp_path, silenced=[{"finding": "lenght", "reason": "so"}]), ["length", "ties"]
    )
    assert (problem.code, problem.hint) == ("unknown-finding", "did you mean 'length'?")


def test_what_is_no_fault_is_a_note_among_problems() -> None:
    severities = [
        Finding("a", "1", "paper", verdict, "").problem.severity
        for verdict in ("fault", "warning", "unsure", "ok")
    ]
    assert severities == ["error", "warning", "note", "note"]
