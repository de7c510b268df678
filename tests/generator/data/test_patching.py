"""Edits of cards.yaml as text: what is written is read back, and edits that meet are refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.data.patching import (
    Edit,
    PatchError,
    format_key,
    format_number,
    format_value,
    replaced,
)
from generator.data.problems import Problems
from generator.data.source import UNREADABLE, read_source
from tests.generator.cells.workbook import NUMBERS, TEXTS


@given(
    st.one_of(
        TEXTS,
        st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r")),
        NUMBERS,
        st.booleans(),
    ),
    st.sampled_from(["plain", "'", '"']),
    st.booleans(),
)
def test_a_value_is_written_so_that_it_is_read_back(
    value: str | float | bool, style: str, in_flow: bool
) -> None:
    written = format_value(value, style, in_flow)
    assert "\n" not in written
    text = f"{{k: {written}, l: [{written}]}}" if in_flow else f"k: {written}\n"
    problems = Problems()
    data = read_source(Path("x"), problems=problems, content=text.encode()).data()
    assert data["k"] == value  # type: ignore[index]
    assert isinstance(data["k"], str) == isinstance(value, str)  # type: ignore[index]
    is_seen = not isinstance(value, str) or not UNREADABLE.search(value)
    assert {problem.code for problem in problems} == (set() if is_seen else {"invisible-character"})


def test_numbers_are_written_with_digits_only() -> None:
    assert [format_number(value) for value in (3.0, 0.5, -2.25, 1e-7, 123456789.125)] == [
        "3",
        "0.5",
        "-2.25",
        "0.0000001",
        "123456789.125",
    ]
    assert [format_key(key) for key in ("troll", "010", "on", "1")] == [
        "troll",
        '"010"',
        '"on"',
        "1",
    ]


def test_edits_that_meet_are_refused() -> None:
    assert replaced("abc", [Edit(1, 2, "x"), Edit(1, 1, "y")]) == "ayxc"
    with pytest.raises(PatchError):
        replaced("abc", [Edit(0, 2, "x"), Edit(1, 3, "y")])
