"""Numbers and dates are taken as their spreadsheet shows them, from XLSX by the codes of formats,
from ODS as it says.
"""

from __future__ import annotations

import datetime as dt
import io

import pytest
import xlsxwriter
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.cells.proposing import propose_kind
from generator.cells.shown import shown
from generator.cells.spreadsheets import Worksheet, read_book
from generator.cells.tables import ShownNumber, value_of
from generator.data.fieldtypes import FieldFault, parse_field_type
from tests.attacks import ods

LINE, NUMBER = (parse_field_type(word, {}, {}) for word in ("line", "number"))


@pytest.mark.parametrize(
    ("value", "code", "text"),
    [
        (0.1, "0%", "10%"),
        (0.125, "0.0%", "12.5%"),
        (0.5, "# ?/?", "1/2"),
        (1.5, "# ?/?", "1 1/2"),
        (0.25, "?/4", "1/4"),
        (3, '"$"#,##0.00', "$3.00"),
        (3, "[$$-409]#,##0.00", "$3.00"),
        (-3, '"$"#,##0.00_);[Red]("$"#,##0.00)', "($3.00)"),
        (3, "#,##0.00 [$€-407]", "3.00 €"),
        (1, '0"st"', "1st"),
        (2, '[=1]0"st";[=2]0"nd";0"th"', "2nd"),
        (4, '[=1]0"st";[=2]0"nd";0"th"', "4th"),
        (7, "000", "007"),
        (1234567.5, "#,##0.00", "1,234,567.50"),
        (1000, "#,##0", "1,000"),
        (12000, '0.0,"k"', "12.0k"),
        (-2, "+0;-0;0", "-2"),
        (2, "+0;-0;0", "+2"),
        (0, '0;-0;"–"', "–"),
        (5551234, "000-0000", "555-1234"),
        (2, '"x"0', "x2"),
        (3, "0.##", "3"),
        (1e5, "0.00E+00", "1.00E+05"),
        (46000, "yyyy-mm-dd", "2025-12-09"),
        (46000, "dddd, d. mmmm", "Tuesday, 9. December"),
        (46000.75, "d/m/yy h:mm AM/PM", "9/12/25 6:00 PM"),
        (1.5, "[h]:mm", "36:00"),
        (5, "General", None),
        (float("nan"), "0%", None),
    ],
)
def test_a_format_code_shows_a_number_as_spreadsheets_do(
    value: float, code: str, text: str | None
) -> None:
    assert shown(value, code) == text


@given(
    st.floats(allow_infinity=False, allow_nan=False),
    st.text('0#?.,%/ ;"\\[]$_*-+EeyMmdhsAP@xG=<>1', max_size=16),
)
@settings(max_examples=150)
def test_no_code_fails(value: float, code: str) -> None:
    shown(value, code)


def workbook() -> bytes:
    target = io.BytesIO()
    with xlsxwriter.Workbook(target) as book:
        sheet = book.add_worksheet("beast")
        codes = ["@", "0%", "# ?/?", '"$"#,##0.00', '0"st"', "000", "d mmm", "General"]
        sheet.write_row(0, 0, ["Name", "Odds", "Part", "Price", "Place", "No", "Day", "Plain"])
        for row, values in enumerate(
            [("Wolf", 0.1, 0.5, 3, 1, 7, 46000, 12), ("Bear", 0.25, 0.25, 1200, 2, 8, 46001, 2.5)],
            1,
        ):
            for column, (value, code) in enumerate(zip(values, codes, strict=True)):
                sheet.write(row, column, value, book.add_format({"num_format": code}))
        sheet.write_formula(3, 1, "=B2", book.add_format({"num_format": "0%"}), 0.1)
        sheet.merge_range("A4:A5", "Fox")
        sheet.write_row(4, 2, [0.5])
    return target.getvalue()


def test_cells_of_xlsx_are_taken_as_they_are_shown_and_merged_ones_filled() -> None:
    (sheet,) = read_book(workbook(), "a.xlsx")
    texts = [[value_of(cell, LINE) for cell in row] for row in sheet.rows]
    assert texts[1] == ["Wolf", "10%", "1/2", "$3.00", "1st", "007", "9 Dec", "12"]
    assert texts[2] == ["Bear", "25%", "1/4", "$1,200.00", "2st", "008", "10 Dec", "2.5"]
    assert texts[3][:2] == ["Fox", "10%"]
    assert texts[4][0] == "Fox"
    assert value_of(sheet.rows[1][1], NUMBER) == 0.1
    with pytest.raises(FieldFault):
        value_of(sheet.rows[1][6], NUMBER)
    proposed = propose_kind("beast", sheet)
    assert proposed is not None
    assert {field.name: field.type for field in proposed.fields}["odds"].startswith("line")


def test_cells_of_ods_are_taken_as_they_are_shown_and_merged_ones_filled() -> None:
    def cell(sort: str, value: str, text: str, more: str = "") -> str:
        return (
            f'<table:table-cell office:value-type="{sort}" office:{value} '
            f"{more}><text:p>{text}</text:p></table:table-cell>"
        )

    rows = [
        cell(
            "string",
            'string-value="Wolf"',
            "Wolf",
            'table:number-rows-spanned="2" table:number-columns-spanned="1"',
        )
        + cell("percentage", 'value="0.1"', "10%", 'table:number-columns-repeated="2"')
        + cell("float", 'value="7"', "007")
        + cell("date", 'date-value="2026-03-04"', "4. März")
        + cell("float", 'value="12"', "12"),
        "<table:covered-table-cell/>" + cell("currency", 'value="3"', "3,00 €"),
    ]
    raw = ods("".join(f"<table:table-row>{row}</table:table-row>" for row in rows))
    (sheet,) = read_book(raw, "a.ods")
    shown_in = [[value_of(cell, LINE) for cell in row] for row in sheet.rows[-2:]]
    assert shown_in[0][:6] == ["Wolf", "10%", "10%", "007", "4. März", "12"]
    assert shown_in[1][:2] == ["Wolf", "3,00 €"]
    assert not isinstance(sheet.rows[-2][5], ShownNumber)


def test_dates_that_are_no_longer_known_as_shown_are_refused() -> None:
    sheet = Worksheet("x.xlsx", "", [["Name"], [dt.date(2026, 3, 4)]])
    with pytest.raises(FieldFault, match="text"):
        value_of(sheet.rows[1][0], LINE)
