"""Each field of a spreadsheet has a sensible place on a first template."""

from __future__ import annotations

import re

from generator.cells.proposing import propose_kind
from generator.cells.spreadsheets import Worksheet
from generator.job.deckfaces import Letters, parts_of, rooms, template_for

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


def test_a_picture_has_a_window_of_its_own_shape_in_which_all_of_it_is_shown() -> None:
    kind = propose_kind("beast", Worksheet("a.csv", "", ROWS))
    assert kind is not None
    parts, letters = parts_of(kind, "type"), Letters(lambda _: True, {})
    heights = []
    for ratio in (2.0, 3.0, 0.75, None):
        text = template_for(kind, parts, rooms(True)[0], "sea", letters, ratio)
        window = re.search(r'<image [^>]* width="53" height="([\d.]+)" [^>]*"xMidYMid (\w+)"', text)
        assert window is not None
        assert (window[2] == "meet") == (ratio is not None)
        heights.append(float(window[1]))
    assert heights[:2] == [26.5, 17.67]
    assert heights[2] == heights[3] < 53 / 0.75


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
