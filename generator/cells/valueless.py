"""The cells of a workbook that hold no value, whatever a library reads there: errors, and formulas that nobody has computed.

In: an archive, XLSX or ODS. Out: `Valueless` cells by the names of the sheets. Looks for tags, and leaves it to the library to say what is no
workbook.

A script that writes a formula writes no value for it (openpyxl), or 0 with the wish that whoever opens the file computes it (XlsxWriter).
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from typing import NamedTuple
from xml.parsers import expat

MOST_REPEATED = 1000
"""So many of the cells are told that ODS writes as one."""
_SHEETS = re.compile(r"xl/worksheets/[^/]+\.xml")
_START = re.compile(rb"<(?:\w+:)?(row|c)(\s[^>]*)?>")
_NAMED = re.compile(rb"""\br\s*=\s*["']([A-Z]{1,3})?([0-9]{1,7})["']""")
_SORT = re.compile(rb"""\bt\s*=\s*["'](\w+)["']""")
_FORMULA = re.compile(rb"\s*<(?:\w+:)?f(?:\s[^>]*)?(?:/>|>[^<]*</(?:\w+:)?f>)\s*(?:<(?:\w+:)?v(?:\s[^>]*)?(?:/>|>([^<]*)<))?")
_ODS_VALUES = ("value", "date-value", "time-value", "boolean-value")
_ODS_ERROR = re.compile(r"Err:\d{3}|#\S+[!?]|#N/A")


class Valueless(NamedTuple):
    """A cell without a value; row and column count from 0. It shows an error, or is a formula that was never computed."""

    row: int
    column: int
    is_error: bool


@dataclass
class Found:
    """The cells of one sheet that have no value, and how far its cells reach."""

    cells: list[Valueless]
    rows: int = 0
    columns: int = 0


def in_xlsx(archive: zipfile.ZipFile) -> dict[str, Found]:
    """Find the cells without a value in the sheets of an XLSX workbook."""
    members = set(archive.namelist())
    book = _text(archive, "xl/workbook.xml") if "xl/workbook.xml" in members else ""
    links = _text(archive, "xl/_rels/workbook.xml.rels") if "xl/_rels/workbook.xml.rels" in members else ""
    paths = {_attribute(link, "Id"): _attribute(link, "Target") for link in re.findall(r"<(?:\w+:)?Relationship\b[^>]*>", links)}
    names = {
        _member(paths.get(_attribute(sheet, r"\w+:id"), "")): _attribute(sheet, "name")
        for sheet in re.findall(r"<(?:\w+:)?sheet\b[^>]*>", book)
    }
    waits = any(_attribute(one, "fullCalcOnLoad") in ("1", "true") for one in re.findall(r"<(?:\w+:)?calcPr\b[^>]*>", book))
    wanted = [path for path in archive.namelist() if path in names or _SHEETS.fullmatch(path)]
    return {names.get(path, path): _in_sheet(archive.read(path), waits) for path in wanted}


def _text(archive: zipfile.ZipFile, member: str) -> str:
    return archive.read(member).decode("utf-8", "replace")


def _attribute(tag: str, name: str) -> str:
    found = re.search(rf"""\s{name}\s*=\s*(?:"([^"]*)"|'([^']*)')""", tag)
    return unescape(found[1] or found[2] or "") if found else ""


def _member(target: str) -> str:
    """Name the member of the archive that a link of the workbook leads to."""
    return target.removeprefix("/") if target.startswith("/") else f"xl/{target}"


def _in_sheet(raw: bytes, waits: bool) -> Found:
    """Find the cells without a value in a sheet; where the workbook `waits` to be computed, a formula's 0 is none."""
    found, row, column = Found([]), 0, 0
    for start in _START.finditer(raw):
        attributes = start[2] or b""
        name = _NAMED.search(attributes)
        if start[1] == b"row":
            row, column = int(name[2]) if name else row + 1, 0
            continue
        if name and name[1]:
            row, column = int(name[2]), column_number(name[1].decode())
        found.rows, found.columns = max(found.rows, row), max(found.columns, column + 1)
        sort = _SORT.search(attributes)
        is_error = bool(sort) and sort[1] == b"e"  # type: ignore[index]
        formula = _FORMULA.match(raw, start.end()) if not attributes.endswith(b"/") else None
        if is_error or (formula and not _has_value(formula[1], bool(sort) and sort[1] == b"str", waits)):  # type: ignore[index]
            found.cells.append(Valueless(row - 1, column, is_error))
        column += 1
    return found


def _has_value(value: bytes | None, is_text: bool, waits: bool) -> bool:
    """Tell whether what stands beside a formula is its value. A text may be an empty one."""
    if is_text and not waits:
        return value is not None
    return bool(value) and not (waits and value == b"0")


def column_number(letters: str) -> int:
    """Number a column as spreadsheets name it: A is 0."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1


def in_ods(archive: zipfile.ZipFile) -> dict[str, Found]:
    """Find the cells without a value in the sheets of an ODS workbook."""
    reader = _OdsReader()
    try:
        reader.parser.Parse(archive.read("content.xml"), True)
    except expat.ExpatError:
        return {}  # the library says so too
    return reader.sheets


class _OdsReader:
    """Follow the tags of a content.xml."""

    def __init__(self) -> None:
        self.sheets: dict[str, Found] = {}
        self.found = Found([])
        self.row = self.column = self.rows = 0
        self.attributes: dict[str, str] | None = None
        """Those of the cell that we are in."""
        self.text = ""
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.read

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == "table:table":
            self.found = self.sheets.setdefault(attributes.get("table:name", ""), Found([]))
            self.row = 0
        elif tag == "table:table-row":
            self.column, self.rows = 0, _repeated(attributes, "table:number-rows-repeated")
        elif tag in ("table:table-cell", "table:covered-table-cell"):
            self.attributes, self.text = attributes, ""

    def read(self, text: str) -> None:
        if self.attributes is not None and len(self.text) < 100:
            self.text += text

    def end(self, tag: str) -> None:
        if tag == "table:table-row":
            self.row += self.rows
        elif tag in ("table:table-cell", "table:covered-table-cell") and self.attributes is not None:
            columns = _repeated(self.attributes, "table:number-columns-repeated")
            self.found.cells += self._valueless(self.attributes, columns)
            self.column += columns
            self.attributes = None

    def _valueless(self, attributes: dict[str, str], columns: int) -> Iterator[Valueless]:
        is_formula, sort = "table:formula" in attributes, attributes.get("office:value-type")
        is_error = attributes.get("calcext:value-type") == "error" or bool(is_formula and _ODS_ERROR.fullmatch(self.text.strip()))
        has_value = sort == "string" or (sort is not None and any(f"office:{name}" in attributes for name in _ODS_VALUES))
        if is_error or (is_formula and not has_value):
            for row in range(self.row, self.row + min(self.rows, MOST_REPEATED)):
                for column in range(self.column, self.column + min(columns, MOST_REPEATED)):
                    self.found.rows, self.found.columns = max(self.found.rows, row + 1), max(self.found.columns, column + 1)
                    yield Valueless(row, column, is_error)


def _repeated(attributes: dict[str, str], name: str) -> int:
    said = attributes.get(name, "1")
    return int(said) if said.isascii() and said.isdigit() and len(said) < 8 else 1
