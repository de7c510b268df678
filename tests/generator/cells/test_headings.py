"""Headings mean what people mean by them: copies above numbers, names, and fields."""

from __future__ import annotations

import pytest

from generator.cells.headings import (
    count_of,
    matched_names,
    means_copies,
    means_total,
    proposed_names,
)


@pytest.mark.parametrize(
    "heading", ["Cost", "Number", "Card number", "No.", "Name", "Deck", "Power", "Copy text"]
)
def test_a_number_of_something_else_is_no_number_of_copies(heading: str) -> None:
    assert not means_copies(heading, [3, 2])


def test_a_heading_of_copies_needs_numbers_below_and_a_sign_no_numbering() -> None:
    assert means_copies("Qty", [3, "x2", ""])
    assert not means_copies("Qty", ["many", 2])
    assert means_copies("#", [2, 2, 1])
    assert not means_copies("#", [1, 2, 3])
    assert [count_of(cell) for cell in ("3x", " ×2", 4.0, True, 1.5, "x")] == [
        3,
        2,
        4,
        None,
        None,
        None,
    ]
    assert [means_total(word) for word in ("Total", "Sum of cards", "Gesamt", "Totem")] == [
        True,
        True,
        True,
        False,
    ]


def test_each_column_has_a_name_of_its_own() -> None:
    headings = ["Title", "Type", "1st", 2.0, "Type", "Size", "", "# mine"]
    assert proposed_names(headings, [["a"]] * 8, ["size"]) == [
        "name",
        "type",
        "field_1st",
        "field_2",
        "type_2",
        "card_size",
        None,
        None,
    ]


def test_a_field_that_is_called_as_the_heading_comes_first() -> None:
    cells: list[list[object]] = [["a"], [3]]
    assert matched_names(["Title", "Anzahl"], cells, ["name", "title", "anzahl"], {}) == [
        "title",
        "anzahl",
    ]
    assert matched_names(["Title", "Anzahl"], cells, ["name"], {}) == ["name", "copies"]
    assert matched_names(["Title", "Anzahl"], cells, ["name", "text"], {"title": "text"}) == [
        "text",
        "copies",
    ]
