"""What a pattern finds in a text."""

from __future__ import annotations

from generator.data.patterns import found_in


def test_the_first_match_or_a_group_of_it_is_returned() -> None:
    assert found_in(r"[a-z]+", "12 ab cd") == "ab"
    assert found_in(r"(\d)(\d)", "12 34", 2) == "2"


def test_without_a_match_it_is_empty_or_what_is_given() -> None:
    assert found_in(r"\d", "ab") == ""
    assert found_in(r"\d", "ab", otherwise="?") == "?"
