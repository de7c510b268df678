"""What a file says about its own shape, read leniently."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.data.outline import Outline, fields_of
from generator.data.problems import Problems
from generator.data.source import Node, read_source

TEXT = """
palette: {ember: "#aa2200"}
tables:
  suit: {fields: {name: line}, rows: {oak: {name: Oak}, elm: {}}}
kinds:
  hero:
    for_each: suit
    fields: {name: line, colour: colour?, suits: "[suit]"}
    defaults: {name: Nobody}
    cards: {tib: {}}
"""


def read(text: str) -> Node:
    return read_source(Path("cards.yaml"), content=text.encode())


def test_an_outline_knows_ids_fields_and_defaults() -> None:
    outline = Outline(read(TEXT), problems := Problems())
    assert not problems.items
    assert outline.is_kind == {"suit": False, "hero": True}
    assert outline.ids == {"suit": {"oak": "Oak", "elm": ""}, "hero": ["tib-oak", "tib-elm"]}
    assert outline.defaults["hero"] == {"name"}
    assert outline.palette == {"ember": "#aa2200"}
    fields = fields_of(read(TEXT))["hero"]
    assert {name: (type_.element, type_.is_list) for name, type_ in fields.items()} == {
        "name": ("line", False),
        "colour": ("colour", False),
        "suits": ("suit", True),
    }


@pytest.mark.parametrize(
    ("old", "new", "code", "column"),
    [
        ("fields: {name: line, c", "fields: {suit: line, c", "bad-name", 14),
        ("fields: {name: line, c", "fields: {copies: line, c", "bad-name", 14),
        ("fields: {name: line, c", "fields: {Name: line, c", "bad-name", 14),
        ("fields: {name: line, c", "fields: {name: lime, c", "bad-field-type", 20),
        ("  hero:", "  suit:", "duplicate-name", 3),
        ("  hero:", "  line:", "bad-name", 3),
    ],
)
def test_names_and_types_that_cannot_be_are_reported(
    old: str, new: str, code: str, column: int
) -> None:
    assert old in TEXT
    Outline(read(TEXT.replace(old, new, 1)), problems := Problems())
    (problem,) = problems
    assert problem.place is not None
    assert (problem.code, problem.place.column) == (code, column)
