"""JSON files of records: read as sheets, written from tables, refused at their lines."""

from __future__ import annotations

import json

import pytest

from generator.cells.records import read_records, write_records
from generator.cells.spreadsheets import read_raw
from generator.cells.tables import Table
from generator.data.fieldtypes import parse_field_type
from generator.data.problems import ProblemError


def test_a_list_of_records_is_a_wholewhose_places_are_lines() -> None:
    text = (
        '[\n {"name": "Goat", "fare": 1},\n {"name": "Ox", "tags": ["big", "old, grey"], "is": '
        "true}\n]"
    )
    (sheet,) = read_records(text, "deck.json")
    assert sheet.rows == [
        ["name", "fare", "tags", "is"],
        ["Goat", 1, None, None],
        ["Ox", None, 'big, "old, grey"', True],
    ]
    assert sheet.lines == [1, 2, 3]
    (whole,) = read_raw(text.encode(), ".json", "deck.json", ())
    assert str(whole.place(2, 1)) == "deck.json:3"


def test_an_object_of_lists_has_a_wholefor_each() -> None:
    sheets = read_records('{"hero": [{"id": "a"}], "monster": []}', "deck.json")
    assert [(sheet.name, len(sheet.rows)) for sheet in sheets] == [("hero", 2), ("monster", 0)]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", "deck.json:1"),
        ("7", "deck.json:1"),
        ('{"hero": 7}', "deck.json:1"),
        ('[\n{"a": 1},\n7]', "deck.json:3"),
        ('[\n{"a": {"b": 1}}]', "deck.json:2"),
        ('[\n{"a": [[1]]}]', "deck.json:2"),
        ('[\n{"a": 1}', "deck.json:2:9"),
        ('[{"a": 1}] x', "deck.json:1:12"),
        ('[{"a": ' + "[" * 100_000, "deck.json"),
    ],
)
def test_other_json_is_refused_at_its_line(text: str, place: str) -> None:
    with pytest.raises(ProblemError) as fault:
        read_records(text, "deck.json")
    (problem,) = fault.value.problems
    assert (problem.code, str(problem.place)) == ("bad-spreadsheet", place)


def test_what_is_written_reads_back() -> None:
    types = (None, None, parse_field_type("[line]?", {}, {}))
    table = Table("card", ("id", "n", "tags"), types, (("a", 1, 'x, "y, z"'), ("b", None, None)))
    raw = write_records([table])
    assert json.loads(raw) == {"card": [{"id": "a", "n": 1, "tags": ["x", "y, z"]}, {"id": "b"}]}
    (sheet,) = read_records(raw.decode(), "deck.json")
    assert list(map(list, sheet.rows)) == [
        ["id", "n", "tags"],
        ["a", 1, 'x, "y, z"'],
        ["b", None, None],
    ]


@pytest.mark.parametrize(
    "text", ["{}," * 50_000 + "{}", ",".join(f'{{"{key}": 1}}' for key in range(1001))]
)
def test_records_that_would_fill_more_than_a_sheet_are_refused(text: str) -> None:
    with pytest.raises(ProblemError) as fault:
        read_records(f"[{text}]", "deck.json")
    assert [problem.code for problem in fault.value.problems] == ["too-large"]


def test_no_part_of_a_long_file_is_looked_through_twice_for_lines() -> None:
    looked_at = 0

    class Text(str):
        def count(self, sign: str, start: int = 0, end: int = 0, /) -> int:  # type: ignore[override]
            nonlocal looked_at
            looked_at += end - start
            return super().count(sign, start, end)

    text = Text("[" + ",\n".join(['{"name": "Goat"}'] * 100) + "]")
    (found,) = read_records(text, "a.json")
    assert found.lines == [1, *range(1, 101)]
    assert looked_at <= len(text)
