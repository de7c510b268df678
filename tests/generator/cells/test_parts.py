"""Tables below or beside each other in one sheet are found, each with its own cells."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from generator.cells.parts import tables_in
from generator.cells.spreadsheets import Worksheet

HEROES: list[list[object]] = [["Name", "Health"], ["Ann", 10], ["Bob", 12]]
FOES: list[list[object]] = [["Name", "Attack", "Loot"], ["Ogre", 4, "gold"], ["Imp", 1, "tin"]]
BESIDE: list[list[object]] = [[*hero, None, *foe] for hero, foe in zip(HEROES, FOES, strict=True)]


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        (HEROES, [("", "Ann")]),
        ([["Heroes"], *HEROES, [], ["Foes"], *FOES], [("Heroes", "Ann"), ("Foes", "Ogre")]),
        ([["My game"], [], *HEROES, [], *FOES], [("", "Ann"), ("", "Ogre")]),
        (BESIDE, [("", "Ann"), ("", "Ogre")]),
        ([["Heroes", None, None, "Foes"], *BESIDE], [("Heroes", "Ann"), ("Foes", "Ogre")]),
        ([*HEROES, [], *HEROES], [("", "Ann")]),
        ([*HEROES, *FOES], [("", "Ann")]),
        ([["Name", None, "Health"], ["Ann", None, 10]], [("", "Ann")]),
        ([], [("", None)]),
    ],
)
def test_the_tables_of_a_sheet_are_found(
    rows: Sequence[Sequence[object]], found: list[tuple[str, str | None]]
) -> None:
    parts = tables_in(Worksheet("x.xlsx", "Cards", rows))
    cells = [
        [
            (row, column, cell)
            for row, cells in enumerate(part.sheet.rows)
            for column, cell in enumerate(cells)
        ]
        for part in parts
    ]
    names = [next((cell for *_, cell in own if cell in ("Ann", "Ogre")), None) for own in cells]
    assert [(part.title, name) for part, name in zip(parts, names, strict=True)] == found
    for own in cells:  # each at its place
        assert all(cell is None or rows[row][column] == cell for row, column, cell in own)
