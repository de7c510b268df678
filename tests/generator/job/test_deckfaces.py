"""Each field of a spreadsheet has a sensible place on a first template."""

from __future__ import annotations

from generator.cells.proposing import propose_kind
from generator.cells.spreadsheets import Worksheet
from generator.job.deckfaces import parts_of, rooms

ROWS = [
    ["Name", "Type", "Life", "Cost", "Odds", "Text", "Flavour", "Author"],
    ["Wolf", "Forest", 4, 3, "10%", "Howls.", "It is late.", "Ann"],
    ["Bear", "Sea", 5, 12, "5%", "Sleeps.", "", "Ben"],
]


def test_a_cost_is_the_badge_and_other_numbers_are_at_the_foot() -> None:
    kind = propose_kind("beast", Worksheet("a.csv", "", ROWS))
    assert kind is not None
    parts = parts_of(kind, "type")
    assert parts.title is not None
    assert parts.group is not None
    assert parts.badge is not None
    assert (parts.title.name, parts.group.name, parts.badge.name) == ("name", "type", "cost")
    assert [one.name for one in parts.numbers] == ["life", "odds"]
    assert [one.name for one in (*parts.texts, *parts.flavours, *parts.lines)] == [
        "text",
        "flavour",
        "author",
    ]


def test_the_airiest_layout_comes_first_and_usual_cards_before_larger_ones() -> None:
    found = rooms(has_pictures=False)
    assert found[0].has_picture
    assert [room.size for room in found[:3]] == ["", "", ""]


def test_of_many_numbers_alike_none_is_the_badge_and_all_are_at_the_foot() -> None:
    stats = ["str", "dex", "int", "wil", "fth", "ocl", "arc", "prm"]
    rows = [["Name", *stats], ["Wolf", *range(8)], ["Bear", *range(8)]]
    kind = propose_kind("beast", Worksheet("a.csv", "", rows))
    assert kind is not None
    parts = parts_of(kind, None)
    assert parts.badge is None
    assert [one.name for one in parts.numbers] == stats
    few = propose_kind("beast", Worksheet("a.csv", "", [row[:3] for row in rows]))
    assert few is not None
    assert parts_of(few, None).badge is not None
