"""Files of cells: CSV, XLSX and ODS are read and written, the same tables as the same bytes, no
formula among them.
"""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path

import pytest

from generator.cells.spreadsheets import (
    Worksheet,
    column_letters,
    file_names,
    read_book,
    read_csv,
    read_sheets,
    write_csv,
    write_xlsx,
)
from generator.cells.tables import BROKEN, NoValue, Table, card_tables
from generator.data.game import Game
from generator.data.problems import ProblemError


def test_the_same_tables_are_the_same_bytes_and_carry_no_clock(
    emporium: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = card_tables(emporium)
    first = write_xlsx(tables, emporium.title, "x.xlsx")
    monkeypatch.setattr("time.time", lambda: 2_000_000_000.0)
    assert write_xlsx(tables, emporium.title, "y.xlsx") == first
    with zipfile.ZipFile(io.BytesIO(first)) as archive:
        assert len({member.date_time for member in archive.infolist()}) == 1
        core = archive.read("docProps/core.xml").decode()
        hero = archive.read("xl/worksheets/sheet1.xml").decode()
    assert set(re.findall(r"\d{4}-\d\d-\d\dT[\d:]+Z", core)) == {"2000-01-01T00:00:00Z"}
    assert 'state="frozen"' in hero
    assert 'ySplit="1"' in hero
    assert 'type="whole"' in hero
    assert "tide,ember,grove" in hero
    assert re.search(r'<c r="D2"[^>]*><v>1</v>', hero)  # a number, not a text


def test_cells_and_sheets_have_the_names_that_spreadsheets_give_them() -> None:
    assert [column_letters(n) for n in (0, 25, 26, 51, 52, 701, 702)] == [
        "A",
        "Z",
        "AA",
        "AZ",
        "BA",
        "ZZ",
        "AAA",
    ]
    assert file_names(["a", "a", "history", "x" * 40, "x" * 41]) == [
        "a",
        "a-2",
        "history-2",
        "x" * 31,
        "x" * 29 + "-2",
    ]
    assert str(Worksheet("a.xlsx", "hero", ()).place(6, 1)) == "a.xlsx:hero!B7"
    assert str(Worksheet("a.csv", "", ()).place(6, 1)) == "a.csv:B7"


# ---------------------------------------------------------------- files


def problem_of(raw: bytes, name: str, folder: Path, **how: str) -> tuple[str, str, str]:
    path = folder / name
    path.write_bytes(raw)
    with pytest.raises(ProblemError) as fault:
        read_sheets(path, name, ["name"], **how)
    (problem,) = fault.value.problems
    return problem.code, f"{problem.place}: {problem.message}", problem.hint or ""


def test_files_that_are_none_are_refused(tmp_path: Path) -> None:
    code, message, hint = problem_of(b"Name\nRen\x8f", "a.csv", tmp_path)
    assert (code, message) == ("not-utf8", "a.csv:2: expected UTF-8, found the byte 0x8f")
    assert "CSV UTF-8" in hint
    latin = "Name\nRené".encode("cp1252")
    refused = problem_of(latin, "a.csv", tmp_path, encoding="utf-8")
    assert refused[1] == "a.csv:2: expected utf-8, found the byte 0xe9"
    assert problem_of(b'a,b\n"x\n\n', "a.csv", tmp_path)[:2] == (
        "bad-spreadsheet",
        "a.csv:2: this row is not valid CSV: unexpected end of data",
    )
    assert problem_of(b'sep=,\na,b\n"x"y', "a.csv", tmp_path)[1].startswith("a.csv:3: ")
    assert problem_of(b"junk", "a.xlsx", tmp_path)[0] == "bad-spreadsheet"
    assert problem_of(b"junk", "a.ods", tmp_path)[0] == "bad-spreadsheet"
    assert problem_of(b"junk", "a.numbers", tmp_path)[0] == "bad-spreadsheet"
    assert problem_of(write_xlsx([], "A", "a"), "a.csv", tmp_path)[0] == "bad-spreadsheet"
    far = write_xlsx([Table("a", ("x",), (None,), (("y",),))], "A", "a")
    with zipfile.ZipFile(io.BytesIO(far)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    parts["xl/worksheets/sheet1.xml"] = parts["xl/worksheets/sheet1.xml"].replace(
        b'r="A2"', b'r="XFD1048576"'
    )
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    assert problem_of(target.getvalue(), "a.xlsx", tmp_path)[0] == "too-large"


@pytest.mark.parametrize(
    "raw",
    [
        'name,text\nRené,"a, b"\n'.encode(),
        "name;text\nRené;a, b\n".encode("utf-8-sig"),
        "name\ttext\nRené\ta, b\n".encode("utf-16"),
        "name\ttext\nRené\ta, b\n".encode("utf-16-le"),
        "name\ttext\nRené\ta, b\n".encode("utf-16-be"),
        "name;text\r\nRené;a, b\r\n".encode("windows-1252"),
        "sep=;\r\nname;text\r\nRené;a, b\r\n".encode(),
    ],
)
def test_csv_of_every_sort_is_read(raw: bytes) -> None:
    assert list(read_csv(raw, "a.csv", ["name", "text"]).rows) == [
        ["name", "text"],
        ["René", "a, b"],
    ]


def test_semicolons_go_with_decimal_commas() -> None:
    sheets = [
        read_csv(f"name{mark}size\nOrc{mark}2\n".encode(), "a.csv", ["name", "size"])
        for mark in ";,\t"
    ]
    assert [sheet.has_decimal_commas for sheet in sheets] == [True, False, False]


def test_an_encoding_is_read_when_asked_for_and_noted_when_guessed() -> None:
    raw = "name\nRené".encode("mac-roman")
    asked = read_csv(raw, "a.csv", [], "mac-roman")
    assert (asked.rows[1], asked.read_as) == (["René"], None)
    note = read_csv("name\nRené".encode("cp1252"), "a.csv", []).read_as
    assert note is not None
    assert (note.severity, note.place.file) == ("note", "a.csv")
    assert "read as windows-1252" in note.message
    assert read_csv("name\nRené".encode("cp1252"), "a.csv", [], "cp1252").read_as is None
    assert read_csv("name\nRené".encode(), "a.csv", []).read_as is None


def test_formulas_are_texts_on_the_way_out_and_no_formula_is_written() -> None:
    table = Table("a", ("x",), (None,), (("=1+1",), ("'=2",), ("-x",), ("@me",), (-3,), ("+",)))
    assert write_csv(table).decode("utf-8-sig").split() == [
        "x",
        "'=1+1",
        "''=2",
        "'-x",
        "'@me",
        "-3",
        "'+",
    ]
    assert [row[0] for row in read_csv(write_csv(table), "a.csv", ["x"]).rows[1:]] == [
        "=1+1",
        "'=2",
        "-x",
        "@me",
        "-3",
        "+",
    ]
    with zipfile.ZipFile(io.BytesIO(write_xlsx([table], "A", "a"))) as archive:
        assert b"<f>" not in archive.read("xl/worksheets/sheet1.xml")


@pytest.mark.parametrize(
    ("cell", "written"),
    [
        (0.1234567891, "0.1234567891"),
        (-1e-7, "-0.0000001"),
        (1e22, "10000000000000000000000"),
        (True, "TRUE"),
        (False, "FALSE"),
        (12345678901234567, "12345678901234567"),
    ],
)
def test_csv_has_every_digit_and_the_truth_values_of_a_spreadsheet(
    cell: float | bool, written: str
) -> None:
    table = Table("a", ("x", "y"), (None, None), ((cell, "end"),))
    assert write_csv(table).decode("utf-8-sig").splitlines()[1] == f"{written},end"
    assert (
        write_csv(table, ";").decode("utf-8-sig").splitlines()[1]
        == f"{written.replace('.', ',')};end"
    )


def test_a_workbook_keeps_digits_and_letters_that_a_cell_can_hold() -> None:
    """A spreadsheet rounds numbers of more than 15 digits, so those are texts, and refuses texts of
    more than 32,767 letters.
    """
    cells = (999_999_999_999_999, 1_234_567_890_123_456, -1_234_567_890_123_456, 0.5, "x" * 32_767)
    table = Table("a", tuple("abcde"), (None,) * 5, (cells,))
    (sheet,) = read_book(write_xlsx([table], "A", "a"), "a.xlsx")
    assert sheet.rows[1] == [
        999_999_999_999_999,
        "1234567890123456",
        "-1234567890123456",
        0.5,
        "x" * 32_767,
    ]
    with pytest.raises(ProblemError) as fault:
        write_xlsx(
            [Table("a", ("id", "text"), (None, None), (("orc", "x"), ("elf", "x" * 32_768)))],
            "A",
            "a.xlsx",
        )
    (problem,) = fault.value.problems
    assert (problem.code, str(problem.place), problem.card) == ("too-large", "a.xlsx:a!B3", "elf")


def test_a_formula_that_has_come_to_an_error_is_found() -> None:
    import xlsxwriter

    target = io.BytesIO()
    with xlsxwriter.Workbook(target) as book:
        book.add_worksheet("other")
        sheet = book.add_worksheet("card")
        sheet.write_row(0, 0, ["id", "level"])
        sheet.write_string(1, 0, "a")
        sheet.write_formula(1, 1, "=1/0", None, "#DIV/0!")
    assert read_book(target.getvalue(), "a.xlsx")[1].rows == [["id", "level"], ["a", BROKEN]]


ERRORS = (
    "#REF!",
    "#N/A",
    "#DIV/0!",
    "#NAME?",
    "#VALUE!",
    "#BEZUG!",
    "#NV",
    "#NOM?",
    "#¡REF!",
    "Err:502",
    "Loading...",
    "#####",
)


@pytest.mark.parametrize("text", ERRORS)
def test_csv_that_shows_an_error_has_no_value_there(text: str) -> None:
    (cell,) = read_csv(f"x\n {text}".encode(), "a.csv", ["x"]).rows[1]
    assert isinstance(cell, NoValue)
    assert str(cell) == f"the error '{text}'"
    table = Table("a", ("x",), (None,), ((text,), (f"'{text}",)))
    assert [row[0] for row in read_csv(write_csv(table), "a.csv", ["x"]).rows[1:]] == [
        text,
        f"'{text}",
    ]


def test_csv_with_formulas_has_no_value_there() -> None:
    rows = read_csv(b"x\n=A1\n'=A1\n+1\n-x\n@me\n#1\n#wow!\n# see!\n", "a.csv", ["x"]).rows[1:]
    assert [str(row[0]) for row in rows] == [
        "the formula '=A1'",
        "=A1",
        "+1",
        "-x",
        "@me",
        "#1",
        "#wow!",
        "# see!",
    ]
    assert isinstance(rows[0][0], NoValue)


@pytest.mark.parametrize("newline", ["\n", "\r", "\r\n"])
def test_a_line_of_csv_without_an_end_is_refused_before_it_is_divided(newline: str) -> None:
    text = newline.join(["id,name", "a,b", ",\u2028" * 200_000, "c,d"])
    with pytest.raises(ProblemError) as caught:
        read_csv(text.encode(), "a.csv", {"id"})
    (problem,) = caught.value.problems
    assert (problem.code, problem.place and problem.place.line) == ("too-large", 3)
    many = newline.join(["id,name", *["a,b"] * 20_000, "sep=;"])
    assert len(read_csv(many.encode(), "a.csv", {"id"}).rows) == 20_002


@pytest.mark.parametrize("name", ["a.csv", "a.json"])
def test_a_cell_that_no_card_could_hold_is_refused_at_its_place(tmp_path: Path, name: str) -> None:
    def raw_of(length: int) -> bytes:
        cell = '"' + "x" * length + '"'
        whole = f"name,text\nRen,{cell}\n"
        return (whole if name == "a.csv" else f'[{{"name": "Ren", "text": {cell}}}]').encode()

    longest = 100_000
    path = tmp_path / name
    path.write_bytes(raw_of(longest))
    (sheet,) = read_sheets(path, name, ["name"])
    assert len(str(sheet.rows[1][1])) == longest
    code, message, _ = problem_of(raw_of(longest + 1), name, tmp_path)
    place = "1" if name == "a.json" else "B2"
    assert code == "too-large"
    assert message == (
        f"{name}:{place}: expected at most 100,000 characters in a cell, found 100,001"
    )
