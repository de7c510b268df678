"""Edits of one text that do not meet are brought together; those that meet are not."""

from __future__ import annotations

import pytest

from studio.draft.merging import merged

BASE = (
    "game:\n  title: A\ncards:\n  tib: {name: Tib, cost: 4}\n  pike: {name: Pike, cost: 3}\n  "
    "wick: {name: Wick, cost: 2}\n"
)
TIB = ("name: Tib", "name: Tabitha")


@pytest.mark.parametrize(
    "other",
    [
        ("name: Wick", "name: Lamp"),
        ("name: Pike", "name: Perch"),
        ("cost: 4", "cost: 9"),
        ("  wick: {name: Wick, cost: 2}\n", ""),
        ("  pike:", "  # a comment\n  pike:"),
        ("  pike:", "  eel: {name: Eel, cost: 1}\n  pike:"),
        ("cost: 2}\n", "cost: 2}\n  eel: {name: Eel, cost: 1}\n"),
        ("title: A", "title: Another"),
    ],
)
def test_edits_that_do_not_meet_are_both_kept(other: tuple[str, str]) -> None:
    mine, theirs = BASE.replace(*TIB), BASE.replace(*other)
    both = BASE.replace(*TIB).replace(*other)
    assert merged(BASE, mine, theirs) == both
    assert merged(BASE, theirs, mine) == both


@pytest.mark.parametrize(
    "other",
    [
        ("name: Tib", "name: Tobias"),
        ("  tib: {name: Tib, cost: 4}\n", ""),
        ("Tib", "Tib the Second"),
    ],
)
def test_edits_that_meet_are_a_conflict(other: tuple[str, str]) -> None:
    mine, theirs = BASE.replace(*TIB), BASE.replace(*other)
    assert merged(BASE, mine, theirs) is None
    assert merged(BASE, theirs, mine) is None


def test_two_entries_added_at_one_place_are_a_conflict() -> None:
    assert merged(BASE, BASE + "  eel: 1\n", BASE + "  cod: 1\n") is None


def test_the_same_edit_is_made_once() -> None:
    mine = BASE.replace(*TIB)
    assert merged(BASE, mine, mine) == mine


def test_line_ends_and_a_last_line_without_one_stay() -> None:
    base = "a: 1\r\nb: 2\r\nc: 3"
    assert merged(base, base.replace("1", "9"), base.replace("3", "7")) == "a: 9\r\nb: 2\r\nc: 7"
