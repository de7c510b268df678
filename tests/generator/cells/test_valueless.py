"""Cells without a value are found in workbooks as programs and scripts write them."""

from __future__ import annotations

import io

from generator.cells.spreadsheets import read_book
from generator.cells.tables import BROKEN, UNCOMPUTED
from tests.attacks import _HEAD, _SHEET, ods, xlsx


def shown_in(raw: bytes, name: str) -> dict[str, list[list[object]]]:
    return {sheet.name: [list(row) for row in sheet.rows] for sheet in read_book(raw, name)}


def test_a_formula_that_nobody_has_computed_has_no_value() -> None:
    """As openpyxl writes it, without a value; an empty text is one. The last row holds nothing
    else.
    """
    formulas = (
        '<c r="{0}" s="1"><f>B9</f><v></v></c><c><f>B9</f><v/></c><c><f t="shared" si="0"/></c><c '
        't="str"><f>""</f><v></v></c><c><f>1</f><v>0</v></c>'
    )
    raw = xlsx(
        _SHEET.format(
            _HEAD + f'<row r="2">{formulas.format("B2")}</row><row>{formulas.format("A3")}</row>'
        )
    )
    rows = shown_in(raw, "a.xlsx")["card"]
    assert [cell or None for cell in rows[1]] == [None, *[UNCOMPUTED] * 3, None, None]
    assert [cell or None for cell in rows[2][:3]] == [UNCOMPUTED] * 3


def test_a_zero_that_waits_for_its_formula_has_no_value() -> None:
    """As XlsxWriter writes formulas whose values it is not told."""
    import xlsxwriter

    target = io.BytesIO()
    with xlsxwriter.Workbook(target) as book:
        book.add_chartsheet("curve")
        sheet = book.add_worksheet("Grog & ale")
        sheet.write_row(0, 0, ["id", "level"])
        sheet.write_formula(1, 0, "=A9")
        sheet.write_formula(1, 1, "=1+1", None, 2)
        sheet.write_formula(1, 2, "=1/0", None, "#DIV/0!")
    assert shown_in(target.getvalue(), "a.xlsx")["Grog & ale"][1] == [UNCOMPUTED, 2, BROKEN]


def test_errors_and_formulas_without_a_value_are_found_in_ods() -> None:
    def cell(more: str, text: str = "") -> str:
        return f"<table:table-cell {more}><text:p>{text}</text:p></table:table-cell>"

    rows = [
        cell('office:value-type="string"', "id") + cell('office:value-type="string"', "name"),
        cell(
            (
                'table:formula="of:=1/0" office:value-type="string" office:string-value="" '
                'calcext:value-type="error"'
            ),
            "#DIV/0!",
        ),
        cell('table:number-columns-repeated="2"') + cell('table:formula="of:=A1"'),
        cell('table:formula="of:=A1" office:value-type="float"')
        + cell('table:formula="of:=A1" office:value-type="float" office:value="0"', "0"),
        cell('table:formula="of:=A1" office:value-type="string" office:string-value=""')
        + cell('office:value-type="string"', "#N/A"),
    ]
    body = "".join(
        f'<table:table-row table:number-rows-repeated="{1 + (n == 2)}">{row}</table:table-row>'
        for n, row in enumerate(rows)
    )
    raw = ods(
        body,
        ' xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"',
    )
    found = [[cell or None for cell in row] for row in shown_in(raw, "a.ods")["card"]]
    assert [row[0] for row in found] == ["id", BROKEN, None, None, UNCOMPUTED, None]
    assert found[2][2] is found[3][2] is UNCOMPUTED
    assert found[4][1] is None  # 0
    assert found[5][1] == "#N/A"


def test_rows_that_are_bold_large_or_merged_across_are_known() -> None:
    """By the first cell of each that holds something, in XLSX and in ODS."""
    import xlsxwriter

    target = io.BytesIO()
    with xlsxwriter.Workbook(target) as book:
        sheet = book.add_worksheet("card")
        bold, large = book.add_format({"bold": True}), book.add_format({"font_size": 16})
        sheet.write_row(0, 0, ["id", "level"], bold)
        sheet.write_blank(1, 0, None, bold)
        sheet.write(1, 1, 3)
        sheet.write(2, 1, "Sea", large)
        sheet.merge_range(3, 0, 3, 1, "Port", bold)
    (found,) = read_book(target.getvalue(), "a.xlsx")
    assert found.looks.looks == {0: "bold", 2: "16", 3: "bold"}
    assert found.looks.wide == {3}
    style = '<style:style style:name="{}"><style:text-properties {}/></style:style>'
    styles = style.format("ce1", 'fo:font-weight="bold"') + style.format("ce2", "")
    cell = '<table:table-cell office:value-type="string" table:style-name="{}"><text:p>{}</text:p></table:table-cell>'
    rows = [cell.format("ce1", "id"), cell.format("ce1", "") + cell.format("ce2", "Port")]
    raw = ods(styles + "".join(f"<table:table-row>{row}</table:table-row>" for row in rows))
    assert read_book(raw, "a.ods")[0].looks.looks == {0: "bold"}
