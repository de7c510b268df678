"""Types of fields become columns, and what is typed into a cell becomes a value of cards.yaml."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.cells.tables import field_types
from generator.data.fieldtypes import TYPE_NAMES, FieldType, parse_field_type
from generator.data.patching import GONE
from generator.data.problems import Problems
from generator.data.source import Node, read_source
from studio.draft.grid import grids_of, new_values, typed_value
from studio.protocol.messages import Column

TEXT = """\
palette: {sea: "#aaccee"}
tables:
  guild: {fields: {name: line, mark: icon}, rows: {tide: {name: Tide, mark: wave}}}
kinds:
  hero:
    fields: {name: line, cost: 1..9, guilds: "[guild] 1..2", tint: colour?, flies: boolean, text: text?}
    defaults: {flies: false, copies: 2}
    cards: {tib: {name: Tib, cost: 4, guilds: [tide], art: a.png}}
  rune: {cards: {one: {}}}
  broken: {fields: {name: lime}, cards: {}}
"""


@pytest.fixture
def root() -> Node:
    return read_source(Path("cards.yaml"), problems=Problems(), content=TEXT.encode())


def test_columns_are_as_their_types_of_fields(root: Node) -> None:
    grids = {grid.name: grid for grid in grids_of(root)}
    assert list(grids) == ["hero", "rune", "guild"]
    assert grids["hero"].columns == [
        Column("name", "line"),
        Column("cost", "integer", least=1, most=9),
        Column("guilds", "choice", ["tide"], is_list=True),
        Column("tint", "colour", is_optional=True),
        Column("flies", "boolean", is_optional=True, default="false"),
        Column("text", "text", is_optional=True),
        Column("copies", "integer", is_optional=True, default="2", least=1, most=10_000),
        Column("art", "image", is_optional=True),
    ]
    assert grids["hero"].rows[0].cells == {
        "name": "Tib",
        "cost": "4",
        "guilds": "tide",
        "art": "a.png",
    }
    assert [column.sort for column in grids["guild"].columns] == ["line", "icon"]


def kind(word: str) -> FieldType:
    return parse_field_type(word, {"guild": ["tide", "ember"]}, {"sea": "#aaccee"})


@pytest.mark.parametrize(
    ("word", "text", "value"),
    [
        ("line", "Tib", "Tib"),
        ("line", "12", "12"),
        ("integer", "12", 12),
        ("integer", "-3", -3),
        ("1..9", "44", 44),
        ("integer", "1.5", 1.5),
        ("integer", "four", "four"),
        ("number", "1.50", 1.5),
        ("boolean", "true", True),
        ("boolean", "maybe", "maybe"),
        ("guild", "tides", "tides"),
        ("[guild]", "tide, ember", ["tide", "ember"]),
        ("[guild]", "tide, ", ["tide"]),
        ("[guild] 1..1", "tide, ember", ["tide", "ember"]),
        ("[1..3]", "2, 9", [2, 9]),
        ("line?", " ", GONE),
        ("line", "", ""),
        ("[guild]", "", []),
        ("length", "3 mm", "3 mm"),
    ],
)
def test_what_is_typed_is_written_be_it_right_or_wrong(word: str, text: str, value: object) -> None:
    found = typed_value(text, kind(word), "", has_default=False)
    assert found == value
    assert type(found) is type(value)


def test_an_emptied_cell_falls_back_on_its_default() -> None:
    assert typed_value("", kind("line"), "Old", has_default=True) is GONE


def test_a_line_break_at_the_end_that_no_cell_shows_stays() -> None:
    assert typed_value("New", kind("text"), "Old\n", has_default=False) == "New\n"


def test_a_new_card_has_what_it_cannot_be_without(root: Node) -> None:
    types = field_types(root, "hero")
    assert new_values(types, None, {"flies": False}) == {
        "name": "New",
        "cost": 1,
        "guilds": ["tide"],
    }
    for name, value in new_values(types, None, {}).items():
        for one in value if isinstance(value, list) else [value]:
            types[name].check(one)
    assert new_values(types, {"name": "Like"}, {}) == {"name": "Like"}
    assert new_values({"sign": kind("icon")}, None, {}, ["fin", "gill"]) == {"sign": "fin"}


def test_every_type_begins_with_what_it_takes() -> None:
    for word in TYPE_NAMES:
        for one in new_values({"field": kind(word)}, None, {}).values():
            kind(word).check(one)
