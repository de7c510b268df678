"""A workbook is read, or refused with a word on why; nothing else happens."""

from __future__ import annotations

import pytest

from generator.cells import books
from generator.cells.books import Book, BookFault, read_sheets_of, unfold
from generator.cells.spreadsheets import read_book, read_csv
from generator.data.problems import ProblemError
from tests.attacks import _SHEET, SHEETS, xlsx

BROKEN_BOOKS = [
    "no workbook",
    "no workbook, errors",
    "no rels, errors",
    "no sheet",
    "empty archive",
    "foreign archive",
    "truncated",
    "truncated early",
    "bad deflate",
    "bad deflate of the book",
    "bad deflate of the rels",
    "bad deflate of the strings",
    "bad XML",
    "not a zip",
    "an old book",
    "laughs",
    "shared string missing",
    "ods without content",
    "ods rows beyond",
    "far cell beyond",
]
LARGE_BOOKS = [
    "far cell",
    "far cell in single quotes",
    "far cell elsewhere",
    "far cell, absolute",
    "far cell, spaced",
    "zip bomb",
]


def code_of(ending: str, raw: bytes) -> str:
    with pytest.raises(ProblemError) as raised:
        read_book(raw, f"card.{ending}")
    (problem,) = raised.value.problems
    assert problem.place
    assert problem.place.file == f"card.{ending}"
    return problem.code


@pytest.mark.parametrize("name", BROKEN_BOOKS)
def test_what_is_no_workbook_is_refused(name: str) -> None:
    ending, content = SHEETS[name]
    assert code_of(ending, content()) == "bad-spreadsheet"


@pytest.mark.slow_cases("zip bomb")
@pytest.mark.parametrize("name", LARGE_BOOKS)
def test_what_unfolds_to_more_than_a_game_is_refused(name: str) -> None:
    ending, content = SHEETS[name]
    assert code_of(ending, content()) == "too-large"


@pytest.mark.slow
def test_rows_that_are_repeated_a_million_times_are_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("EMPORIUM_PNP_SECONDS", "1")
    assert code_of("ods", SHEETS["ods rows repeated"][1]()) == "too-large"


def test_rows_cells_and_letters_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    cell = '<c r="{}" t="inlineStr"><is><t>{}</t></is></c>'
    rows = "".join(
        f'<row r="{n}">{cell.format(f"A{n}", "ab")}{cell.format(f"B{n}", "cd")}</row>'
        for n in range(1, 11)
    )
    raw = xlsx(_SHEET.format(rows))
    found = unfold(raw)
    assert isinstance(found, Book)
    assert found.sheets == {"card": [["ab", "cd"]] * 10}
    for name, most in (("MAX_ROWS", 9), ("MAX_CELLS", 19), ("MAX_LETTERS", 39)):
        with monkeypatch.context() as patch:
            patch.setattr(books, name, most)
            assert unfold(raw) == ("", True, False), name


def test_csv_is_counted_as_it_is_read() -> None:
    for raw in (b"id\n" + b"\n" * 60_000, b"id\n" + b"," * 1_100_000):
        with pytest.raises(ProblemError) as raised:
            read_csv(raw, "card.csv", ("id",))
        assert raised.value.problems[0].code == "too-large"


def test_a_workbook_that_can_be_read_is_read() -> None:
    book = read_sheets_of(SHEETS["plain"][1]())
    assert book.sheets == {"card": [["id", "name"], ["one", "Two"]]}
    with pytest.raises(BookFault):
        read_sheets_of(b"")


def test_sheets_by_the_thousand_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from generator.cells.spreadsheets import write_xlsx
    from generator.cells.tables import Table

    raw = write_xlsx(
        [Table(name, ("id",), (None,), (("a",),)) for name in "abc"], "Trial", "a.xlsx"
    )
    assert isinstance(unfold(raw), Book)
    monkeypatch.setattr(books, "MAX_SHEETS", 2)
    assert unfold(raw) == ("", True, False)
