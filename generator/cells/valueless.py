"""The parts of a workbook that a library does not read: cells without a value, how numbers and
dates are shown, which cells are merged, which rows are bold or large, which columns are hidden.

In: an archive, XLSX or ODS. Out: `Found` by the names of the sheets. Looks for tags, and leaves it
to the library to reject files that are not workbooks.

A cell has no value if it shows an error, or has a formula that was never computed.

A script that writes a formula writes no value for it (openpyxl), or 0 with the wish that anyone who
opens the file computes it (XlsxWriter).
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from html import unescape
from typing import NamedTuple
from xml.parsers import expat

from generator.cells.merged import MOST_AREAS, Area
from generator.cells.shown import BUILT_IN, shown
from generator.data.patterns import found_in

MOST_REPEATED = 1000
"""The most cells that are reported of those that ODS writes as one."""
_SHEETS = re.compile(r"xl/worksheets/[^/]+\.xml")
_START = re.compile(rb"<(?:\w+:)?(row|c)(\s[^>]*)?>")
_NAMED = re.compile(rb"""\br\s*=\s*["']([A-Z]{1,3})?([0-9]{1,7})["']""")
_SORT = re.compile(rb"""\bt\s*=\s*["'](\w+)["']""")
_FORMULA = re.compile(
    rb"\s*<(?:\w+:)?f(?:\s[^>]*)?(?:/>|>[^<]*</(?:\w+:)?f>)\s*(?:<(?:\w+:)?v(?:\s[^>]*)?(?:/>|>([^<]*)<))?"
)
_VALUE = re.compile(
    rb"\s*(?:<(?:\w+:)?f(?:\s[^>]*)?(?:/>|>[^<]*</(?:\w+:)?f>))?\s*<(?:\w+:)?v(?:\s[^>]*)?>([^<]{1,40})<"
)
_STYLE = re.compile(rb"""\bs\s*=\s*["']([0-9]{1,6})["']""")
_MERGED = re.compile(
    rb"""<(?:\w+:)?mergeCell\s[^>]*?\bref\s*=\s*["']([A-Z]{1,3})([0-9]{1,7}):([A-Z]{1,3})([0-9]{1,7})["']"""
)
_WHOLE = re.compile(r"[0-9]{1,7}")
_XFS = re.compile(r"<(?:\w+:)?cellXfs\b.*?</(?:\w+:)?cellXfs>", re.DOTALL)
_FONTS = re.compile(r"<(?:\w+:)?fonts\b.*?</(?:\w+:)?fonts>", re.DOTALL)
_FONT = re.compile(r"<(?:\w+:)?font\s*/>|<(?:\w+:)?font\b.*?</(?:\w+:)?font>", re.DOTALL)
_BOLD = re.compile(r"""<(?:\w+:)?b(?:\s*/>|\s+val\s*=\s*["'](?:1|true)["']\s*/>|>)""")
_SIZE = re.compile(r"""<(?:\w+:)?sz\s+val\s*=\s*["']([0-9.]{1,6})["']""")
_COLUMNS = re.compile(rb"<(?:\w+:)?col\s[^>]*>")
_MOST_COLUMNS = 1000
_MOST_STYLES = 70_000
_ODS_VALUES = frozenset(
    ("office:value", "office:date-value", "office:time-value", "office:boolean-value")
)
_ODS_SHOWN = ("float", "percentage", "currency", "date", "time")
_ODS_ERROR = re.compile(r"Err:\d{3}|#\S+[!?]|#N/A")


class Valueless(NamedTuple):
    """A cell without a value, which shows an error or has a formula that was never computed; row
    and column count from 0.
    """

    row: int
    column: int
    is_error: bool


class ShownCells(NamedTuple):
    """What a cell shows instead of its plain digits, and how many rows and columns from there on
    show the same.
    """

    row: int
    column: int
    text: str
    rows: int = 1
    columns: int = 1


@dataclass
class Found:
    """The cells of one sheet without a value, how other cells are shown, merged areas, and the
    extent of the cells.
    """

    cells: list[Valueless]
    rows: int = 0
    columns: int = 0
    shown: list[ShownCells] = field(default_factory=list)
    merged: list[Area] = field(default_factory=list)
    looks: dict[int, str] = field(default_factory=dict)
    """How the first cell of a row is set, if it is bold or of another size than usual."""
    hidden: set[int] = field(default_factory=set)
    """Columns that are not shown."""

    @property
    def is_plain(self) -> bool:
        """Whether nothing was found."""
        return not any((self.cells, self.shown, self.merged, self.looks, self.hidden))


def in_xlsx(archive: zipfile.ZipFile) -> dict[str, Found]:
    """Find the cells without a value in the sheets of an XLSX workbook."""
    book = _text(archive, "xl/workbook.xml")
    links = _text(archive, "xl/_rels/workbook.xml.rels")
    paths = {
        _attribute(link, "Id"): _attribute(link, "Target")
        for link in re.findall(r"<(?:\w+:)?Relationship\b[^>]*>", links)
    }
    names = {
        _member(paths.get(_attribute(sheet, r"\w+:id"), "")): _attribute(sheet, "name")
        for sheet in re.findall(r"<(?:\w+:)?sheet\b[^>]*>", book)
    }
    waits = _is_set(book, "calcPr", "fullCalcOnLoad")
    wanted = [path for path in archive.namelist() if path in names or _SHEETS.fullmatch(path)]
    styles = _text(archive, "xl/styles.xml")
    codes, looks = _codes(styles), _looks(styles)
    from_1904 = _is_set(book, "workbookPr", "date1904")
    return {
        names.get(path, path): _in_sheet(archive.read(path), waits, codes, looks, from_1904)
        for path in wanted
    }


def _codes(styles: str) -> dict[bytes, str]:
    """Read the codes of the formats by which numbers are shown, by the numbers of the styles."""
    own = {
        _attribute(tag, "numFmtId"): _attribute(tag, "formatCode")
        for tag in re.findall(r"<(?:\w+:)?numFmt\s[^>]*>", styles)[:_MOST_STYLES]
    }
    found = dict[bytes, str]()
    for number, tag in enumerate(_formats(styles)):
        id_ = _attribute(tag, "numFmtId")
        code = own.get(id_) or BUILT_IN.get(_whole(id_, -1), "")
        if code not in ("", "General", "@"):
            found[str(number).encode()] = code
    return found


def _formats(styles: str) -> list[str]:
    """List the tags of the formats of cells."""
    return re.findall(r"<(?:\w+:)?xf\s[^>]*>", found_in(_XFS, styles))[:_MOST_STYLES]


def _looks(styles: str) -> dict[bytes, str]:
    """Read which styles, by their numbers, are bold or of another size than the first."""
    fonts = _FONT.findall(found_in(_FONTS, styles))[:_MOST_STYLES]
    said = [(bool(_BOLD.search(font)), found_in(_SIZE, font, 1)) for font in fonts]
    found = dict[bytes, str]()
    for number, tag in enumerate(_formats(styles)):
        font = _whole(_attribute(tag, "fontId"), len(said))
        if font < len(said):
            is_bold, size = said[font]
            look = _look(is_bold, size if size != said[0][1] else "")
            if look:
                found[str(number).encode()] = look
    return found


def _look(is_bold: bool, size: str) -> str:
    return " ".join(filter(None, ["bold" if is_bold else "", size]))


def _text(archive: zipfile.ZipFile, member: str) -> str:
    """Read a member of the archive; empty if it does not exist."""
    is_there = member in archive.namelist()
    return archive.read(member).decode("utf-8", "replace") if is_there else ""


def _is_set(text: str, tag: str, name: str) -> bool:
    """Return whether an attribute of a tag is on."""
    tags = re.findall(rf"<(?:\w+:)?{tag}\b[^>]*>", text)
    return any(_attribute(tag, name) in ("1", "true") for tag in tags)


def _whole(text: str, otherwise: int) -> int:
    """Read a whole number of at most 7 digits; anything else is `otherwise`."""
    return int(text) if _WHOLE.fullmatch(text) else otherwise


def _attribute(tag: str, name: str) -> str:
    found = re.search(rf"""\s{name}\s*=\s*(?:"([^"]*)"|'([^']*)')""", tag)
    return unescape(found[1] or found[2] or "") if found else ""


def _member(target: str) -> str:
    """Name the member of the archive that a link of the workbook leads to."""
    return target.removeprefix("/") if target.startswith("/") else f"xl/{target}"


@dataclass(frozen=True)
class _SheetCell:
    """A cell of a sheet: its content begins at `start` (-1 if it is empty), and has a sort."""

    raw: bytes
    start: int
    sort: bytes

    @property
    def is_error(self) -> bool:
        return self.sort == b"e"

    def lacks_value(self, waits: bool) -> bool:
        """Return whether it has an error or an uncomputed formula."""
        if self.is_error or self.start < 0:
            return self.is_error
        formula = _FORMULA.match(self.raw, self.start)
        return formula is not None and not _has_value(formula[1], self.sort == b"str", waits)

    def shown(self, code: str, from_1904: bool) -> str | None:
        """Return how a number looks in a format; None if it is not a number, or is shown
        unchanged.
        """
        if self.start < 0 or self.sort != b"n":
            return None
        value = _VALUE.match(self.raw, self.start)
        return _text_shown(value[1], code, from_1904) if value else None


def _in_sheet(
    raw: bytes, waits: bool, codes: Mapping[bytes, str], looks: Mapping[bytes, str], from_1904: bool
) -> Found:
    """Find the cells without a value in a sheet, how others are shown, which are merged, and how
    the first cells of rows are set.

    If the workbook `waits` to be computed, a formula's 0 is no value. `codes` are those of the
    formats, and `looks` the settings of letters, by the numbers of the styles.
    """
    found = Found([])
    for left, top, right, bottom in _MERGED.findall(raw)[:MOST_AREAS]:
        left, right = column_number(left.decode()), column_number(right.decode())
        found.merged.append(Area(int(top) - 1, left, int(bottom) - 1, right))
    for tag in _COLUMNS.findall(raw)[:_MOST_COLUMNS]:
        text = tag.decode("ascii", "replace")
        if _attribute(text, "hidden") in ("1", "true"):
            _hide(found, _attribute(text, "min"), _attribute(text, "max"))
    row = column = 0
    seen = 0  # the last row with something in a cell
    for start in _START.finditer(raw):
        attributes = start[2] or b""
        name = _NAMED.search(attributes)
        if start[1] == b"row":
            row, column = int(name[2]) if name else row + 1, 0
            continue
        if name and name[1]:
            row, column = int(name[2]), column_number(name[1].decode())
        found.rows, found.columns = max(found.rows, row), max(found.columns, column + 1)
        style = _STYLE.search(attributes)
        number = style[1] if style else b""
        has_content = not attributes.endswith(b"/")
        if row != seen and has_content:
            seen = row
            if number in looks:
                found.looks[row - 1] = looks[number]
        sort = _SORT.search(attributes)
        cell = _SheetCell(raw, start.end() if has_content else -1, sort[1] if sort else b"n")
        if cell.lacks_value(waits):
            found.cells.append(Valueless(row - 1, column, cell.is_error))
        elif number in codes and (text := cell.shown(codes[number], from_1904)):
            found.shown.append(ShownCells(row - 1, column, text))
        column += 1
    return found


def _hide(found: Found, first: str, last: str) -> None:
    """Note that the columns from a first to a last, counted from 1, are not shown."""
    begin = _whole(first, 10**7)
    end = min(_whole(last, 0), begin + _MOST_COLUMNS)
    found.hidden.update(range(begin - 1, end))


@lru_cache(maxsize=10_000)
def _text_shown(value: bytes, code: str, from_1904: bool) -> str | None:
    """Write a value as it is shown, if that differs from its digits."""
    try:
        number = float(value)
    except ValueError:
        return None
    text = shown(number, code, from_1904)
    return None if text == f"{number:.15g}" else text


def _has_value(value: bytes | None, is_text: bool, waits: bool) -> bool:
    """Return whether the content beside a formula is its value, which may be an empty text."""
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
        self.columns = 0
        """The columns that were declared so far."""
        self.seen = -1
        """The last row with something in a cell."""
        self.attributes: dict[str, str] | None = None
        """Those of the cell that we are in."""
        self.text = ""
        self.style = ""
        """The style that we are in."""
        self.looks: dict[str, str] = {}
        """How the letters of styles are set, by their names."""
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.read

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        begin = _ODS_STARTS.get(tag)
        if begin is not None:
            begin(self, attributes)

    def _sheet(self, attributes: dict[str, str]) -> None:
        self.found = self.sheets.setdefault(attributes.get("table:name", ""), Found([]))
        self.row, self.seen, self.columns = 0, -1, 0

    def _some_columns(self, attributes: dict[str, str]) -> None:
        count = _repeated(attributes, "table:number-columns-repeated")
        if attributes.get("table:visibility") in ("collapse", "filter"):
            _hide(self.found, str(self.columns + 1), str(self.columns + count))
        self.columns += count

    def _some_rows(self, attributes: dict[str, str]) -> None:
        self.column, self.rows = 0, _repeated(attributes, "table:number-rows-repeated")

    def _cell(self, attributes: dict[str, str]) -> None:
        self.attributes, self.text = attributes, ""

    def _paragraph(self, attributes: dict[str, str]) -> None:
        if self.text:
            self.text += "\n"

    def _style(self, attributes: dict[str, str]) -> None:
        self.style = attributes.get("style:name", "")

    def _letters(self, attributes: dict[str, str]) -> None:
        if len(self.looks) < _MOST_STYLES:
            is_bold = attributes.get("fo:font-weight") == "bold"
            self.looks[self.style] = _look(is_bold, attributes.get("fo:font-size", ""))

    def read(self, text: str) -> None:
        if self.attributes is not None and len(self.text) < 100:
            self.text += text

    def end(self, tag: str) -> None:
        if tag == "table:table-row":
            self.row += self.rows
        elif (
            tag in ("table:table-cell", "table:covered-table-cell") and self.attributes is not None
        ):
            columns = _repeated(self.attributes, "table:number-columns-repeated")
            self.found.cells += self._valueless(self.attributes, columns)
            self._look(self.attributes, columns)
            self.column += columns
            self.attributes = None

    def _look(self, attributes: dict[str, str], columns: int) -> None:
        """Record how a cell is shown, and which cells it spans."""
        down = _repeated(attributes, "table:number-rows-spanned")
        across = _repeated(attributes, "table:number-columns-spanned")
        if max(down, across) > 1 and len(self.found.merged) < MOST_AREAS:
            self.found.merged.append(
                Area(self.row, self.column, self.row + down - 1, self.column + across - 1)
            )
        text = self.text.strip()
        if not text:
            return
        look = self.looks.get(attributes.get("table:style-name", ""), "")
        if self.row != self.seen:
            self.seen = self.row
            if look:
                self.found.looks[self.row] = look
        if attributes.get("office:value-type") not in _ODS_SHOWN:
            return
        with suppress(ValueError):
            if f"{float(attributes.get('office:value', '')):.15g}" == text:
                return
        self.found.shown.append(ShownCells(self.row, self.column, text, self.rows, columns))

    def _valueless(self, attributes: dict[str, str], columns: int) -> Iterator[Valueless]:
        is_error = attributes.get("calcext:value-type") == "error"
        if "table:formula" in attributes:
            sort = attributes.get("office:value-type")
            has_value = sort is not None and not attributes.keys().isdisjoint(_ODS_VALUES)
            is_error = is_error or _ODS_ERROR.fullmatch(self.text.strip()) is not None
            lacks_value = not has_value and sort != "string"
        else:
            lacks_value = False
        if not is_error and not lacks_value:
            return
        below = self.row + min(self.rows, MOST_REPEATED)
        beside = self.column + min(columns, MOST_REPEATED)
        for row in range(self.row, below):
            for column in range(self.column, beside):
                yield Valueless(row, column, is_error)
        self.found.rows = max(self.found.rows, below)
        self.found.columns = max(self.found.columns, beside)


def _repeated(attributes: dict[str, str], name: str) -> int:
    return _whole(attributes.get(name, ""), 1)


_ODS_STARTS: Mapping[str, Callable[[_OdsReader, dict[str, str]], None]] = {
    "table:table": _OdsReader._sheet,
    "table:table-column": _OdsReader._some_columns,
    "table:table-row": _OdsReader._some_rows,
    "table:table-cell": _OdsReader._cell,
    "table:covered-table-cell": _OdsReader._cell,
    "text:p": _OdsReader._paragraph,
    "style:style": _OdsReader._style,
    "style:text-properties": _OdsReader._letters,
}
"""What is read where each tag of ODS begins."""
