"""Headings mean what people mean by them: copies above numbers, names, and fields."""

from __future__ import annotations

import pytest

from generator.cells.headings import (
    Column,
    count_of,
    matched_names,
    means_notes,
    means_total,
    proposed_names,
)


@pytest.mark.parametrize(
    "heading", ["Cost", "Number", "Card number", "No.", "Name", "Deck", "Power", "Copy text"]
)
def test_a_number_of_something_else_is_no_number_of_copies(heading: str) -> None:
    assert not Column(heading, [3, 2]).means_copies


def test_a_heading_of_copies_needs_numbers_below_and_a_sign_no_numbering() -> None:
    assert Column("Qty", [3, "x2", ""]).means_copies
    assert not Column("Qty", ["many", 2]).means_copies
    assert Column("#", [2, 2, 1]).means_copies
    assert not Column("#", [1, 2, 3]).means_copies
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


OF_NOTES = ["Notes", "Notes to self", "My notes", "Designer notes", "Comments", "To do", "TODO"]
OF_NOTES += ["Remarks", "Notizen", "Playtest feedback", "Bemerkungen", "Remarques", "Uwagi"]
OF_CARDS = [
    "Note",
    "Rules notes",
    "Musical notes",
    "Text",
    "Test",
    "Art",
    "Idea",
    "Status",
    "To",
    "",
]


@pytest.mark.parametrize("heading", [*OF_NOTES, *OF_CARDS])
def test_remarks_of_the_designer_are_known_by_their_heading(heading: str) -> None:
    assert means_notes(heading) == (heading in OF_NOTES)


def test_each_column_has_a_name_of_its_own() -> None:
    headings = ["Title", "Type", "1st", 2.0, "Type", "Size", "", "# mine"]
    assert proposed_names([Column(heading, ["a"]) for heading in headings], ["size"]) == [
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
    columns = [Column("Title", ["a"]), Column("Anzahl", [3])]
    assert matched_names(columns, ["name", "title", "anzahl"], {}) == ["title", "anzahl"]
    assert matched_names(columns, ["name"], {}) == ["name", "copies"]
    assert matched_names(columns, ["name", "text"], {"title": "text"}) == ["text", "copies"]
