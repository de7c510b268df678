"""Spreadsheet files: CSV and XLSX written, CSV, XLSX and ODS read. The only module that knows their
libraries.

In: `Table`s. Out: the bytes of a file, the same for the same tables. In the other direction: a
file's path in, `Worksheet`s of cells out, or the fault in the file. Knows nothing of cards.

A text that begins like a formula is not one. In XLSX it is a text cell; CSV has no text cells, so
an apostrophe is put before it, which reading removes. The same applies to a text that looks like an
error, such as #N/A.
"""

from __future__ import annotations

import contextlib
import csv
import datetime
import io
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from itertools import islice, zip_longest
from pathlib import Path
from typing import Any

from generator.cells import messages as say
from generator.cells.books import MAX_CELLS, MAX_ROWS, BookFault, read_sheets_of
from generator.cells.merged import Area, fill_down
from generator.cells.records import read_records
from generator.cells.sections import RowLooks
from generator.cells.tables import (
    BROKEN,
    UNCOMPUTED,
    Cell,
    NoValue,
    ShownDate,
    ShownNumber,
    Table,
    describe,
    is_empty,
    shows_error,
)
from generator.cells.valueless import Found, ShownCells
from generator.data import messages as data_says
from generator.data.csvtext import WINDOWS, decoded, is_formula
from generator.data.fieldtypes import is_number, slug
from generator.data.opening import read_file
from generator.data.problems import Place, Problem, ProblemError, did_you_mean, one_of
from generator.data.saying import shortened

DELIMITERS = {"comma": ",", "semicolon": ";", "tab": "\t"}
CSV_ENDINGS = (".csv", ".tsv", ".txt")
BOOK_ENDINGS = (".xlsx", ".xlsm", ".ods")
RECORD_ENDING = ".json"
ENDINGS = (*CSV_ENDINGS, *BOOK_ENDINGS, RECORD_ENDING)
MAX_BYTES = 32 * 1024 * 1024
MAX_TEXT = 32_767  # of a cell in XLSX
MAX_COLUMNS = 1000
MAX_CELL = 100_000  # letters, twice as many as Google Sheets lets a cell have
_MAX_SEPARATORS = 100_000  # in one line of CSV
_MAX_NAME = 31  # of a sheet
_CREATED = datetime.datetime(2000, 1, 1)
_WIDEST = 60
_MOST_RATED = 20
_SEPARATOR_LINE = re.compile("sep=(.)\r?\n")


@dataclass(frozen=True)
class Worksheet:
    """The cells of one sheet, row by row from its first. `name` is empty in CSV."""

    file: str
    name: str
    rows: Sequence[Sequence[object]] = ()
    has_decimal_commas: bool = False
    is_alone: bool = False
    merged: tuple[Area, ...] = ()
    """Merged cells with something in them; what is merged downwards is in every row."""
    is_hidden: bool = False
    is_turned: bool = False
    """Whether `rows` are the columns of the sheet: a card is a column there."""
    lines: Sequence[int] = ()
    """The line of each row in a file that has no cells, such as JSON."""
    set_as: Mapping[int, str] = field(default_factory=dict)
    """How the first cell of a row is set, if it is bold or of another size than usual."""
    hidden: frozenset[int] = frozenset()
    """Columns that are not shown."""
    lent: Mapping[tuple[int, int], tuple[int, int]] = field(default_factory=dict)
    """The cells, by row and column, that hold what another cell says, and that cell."""
    encoding: str = "utf-8"
    """The encoding in which a CSV file was read."""

    @property
    def read_as(self) -> Problem | None:
        """A note about a CSV file of which the encoding was guessed."""
        if self.encoding != WINDOWS:
            return None
        return Problem.of(
            data_says.CSV_READ_AS(encoding=WINDOWS), Place(self.file), severity="note"
        )

    @property
    def looks(self) -> RowLooks:
        """The formats of the rows."""
        wide = frozenset(area.top for area in self.merged if area.is_wide)
        return RowLooks(wide, self.set_as, bool(self.lines) or self.is_turned)

    def turned(self) -> Worksheet:
        """Return the sheet with rows and columns exchanged; its cells keep their places."""
        rows = list(map(list, zip_longest(*self.rows)))
        return replace(
            self, rows=rows, merged=(), set_as={}, hidden=frozenset(), is_turned=not self.is_turned
        )

    def place(self, row: int, column: int) -> Place:
        """Return the place of a cell; row and column count from 0."""
        if self.lines:
            return Place(self.file, self.lines[row] if row < len(self.lines) else 1)
        row, column = self.lent.get((row, column), (row, column))
        if self.is_turned:
            row, column = column, row
        cell = f"{column_letters(column)}{row + 1}"
        return Place(
            self.file, cell=cell if self.is_alone or not self.name else f"{self.name}!{cell}"
        )


def column_letters(column: int) -> str:
    """Name a column as spreadsheets do: 0 is A, 26 is AA."""
    letters = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return letters


def file_names(names: Sequence[str], most: int = _MAX_NAME) -> list[str]:
    """Name the sheets, each differently and as a spreadsheet allows."""
    taken = list[str]()
    for name in names:
        own, number = name[:most], 2
        while own in taken or own == "history":  # a name that Excel keeps for itself
            own, number = f"{name[: most - 1 - len(str(number))]}-{number}", number + 1
        taken.append(own)
    return taken


def refuse_wide(sheet: Worksheet) -> None:
    """Raise ProblemError if a sheet has content in more columns than cards can have fields."""
    for number, row in enumerate(sheet.rows):
        for column in range(MAX_COLUMNS, len(row)):
            if not is_empty(row[column]):
                raise ProblemError.of(
                    say.TOO_MANY_COLUMNS(
                        most=MAX_COLUMNS,
                        found=describe(row[column]),
                        column=column_letters(column),
                        max_columns_2=column_letters(MAX_COLUMNS),
                    ),
                    sheet.place(number, column),
                )


def _refuse_long(sheet: Worksheet, number: int, row: Sequence[object]) -> None:
    """Raise ProblemError if a row of a sheet has a cell that is too long for any card."""
    for column, cell in enumerate(row):
        if isinstance(cell, str) and len(cell) > MAX_CELL:
            raise ProblemError.of(
                say.CELL_NOT_OF_A_CARD(most=MAX_CELL, count=len(cell)), sheet.place(number, column)
            )


# ---------------------------------------------------------------- writing


def write_csv(table: Table, delimiter: str = ",") -> bytes:
    """Write a table as CSV: UTF-8 with the mark by which Excel knows it, decimal commas where
    semicolons separate.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=delimiter)
    writer.writerow([_as_csv(heading, delimiter) for heading in table.headings])
    writer.writerows([_as_csv(cell, delimiter) for cell in row] for row in table.rows)
    return text.getvalue().encode("utf-8-sig")


def _as_csv(cell: Cell, delimiter: str) -> str:
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "TRUE" if cell else "FALSE"
    if isinstance(cell, float):
        digits = format(Decimal(repr(cell)), "f")
        return digits.replace(".", ",") if delimiter == ";" else digits
    return f"'{cell}" if isinstance(cell, str) and _is_guarded(cell) else str(cell)


def _is_guarded(text: str) -> bool:
    """Return whether a text would be a formula or an error in CSV, ignoring apostrophes before
    it.
    """
    return is_formula(text) or shows_error(text.lstrip("'"))


def write_xlsx(tables: Sequence[Table], title: str, file: str) -> bytes:
    """Write tables as a workbook, a sheet each. Raises ProblemError, naming `file`, if a text is
    longer than a cell can hold.
    """
    import xlsxwriter

    target = io.BytesIO()
    book = xlsxwriter.Workbook(target, {"in_memory": True})
    book.set_properties({"title": title, "created": _CREATED})
    formats = {
        "head": book.add_format(
            {"bold": True, "bottom": 1, "bg_color": "#EEEAE0", "valign": "top"}
        ),
        "cell": book.add_format({"valign": "top"}),
        "text": book.add_format({"valign": "top", "text_wrap": True}),
    }
    for table, name in zip(tables, file_names([table.name for table in tables]), strict=True):
        _write_sheet(book.add_worksheet(name), table, formats, Worksheet(file, name, ()))
    book.close()
    return target.getvalue()


def _write_sheet(sheet: Any, table: Table, formats: dict[str, Any], places: Worksheet) -> None:
    sheet.freeze_panes(1, 0)
    last = max(len(table.rows), 1)
    sheet.autofilter(0, 0, last, len(table.headings) - 1)
    for column, heading in enumerate(table.headings):
        lines = []
        for row in table.rows:
            lines += str(row[column] if row[column] is not None else "").split("\n")
        widest = max([len(heading) + 3, *map(len, lines)])
        is_long = widest > _WIDEST or len(lines) > len(table.rows)
        sheet.set_column(
            column, column, min(widest, _WIDEST) + 1, formats["text" if is_long else "cell"]
        )
        sheet.write_string(0, column, heading, formats["head"])
        _limit(sheet, table, column)
    for number, row in enumerate(table.rows, 1):
        for column, cell in enumerate(row):
            if isinstance(cell, bool):
                sheet.write_boolean(number, column, cell)
            elif isinstance(cell, int | float) and abs(cell) < 10**15:
                sheet.write_number(number, column, cell)
            elif cell is not None:
                text = str(cell)
                if len(text) > MAX_TEXT:
                    raise ProblemError.of(
                        say.CELL_TOO_LONG(most=MAX_TEXT, count=len(text)),
                        places.place(number, column),
                        card=str(row[0]),
                    )
                sheet.write_string(number, column, text)


def _limit(sheet: Any, table: Table, column: int) -> None:
    """Make the spreadsheet offer the words that a column accepts, and warn about numbers out of
    bounds.
    """
    type_ = table.types[column]
    if type_ is None or type_.is_list:
        return
    about = {
        "error_type": "warning",
        "error_title": table.headings[column],
        "error_message": f"Expected: {type_.name}"[:250],
    }
    words, least, most = map(type_.json_schema.get, ("enum", "minimum", "maximum"))
    rows = 1, column, len(table.rows) + 200, column
    if words and len(",".join(words)) <= 255 and "," not in "".join(words):
        sheet.data_validation(*rows, {"validate": "list", "source": words, **about})
    elif least is not None:
        sheet.data_validation(
            *rows,
            {
                "validate": "integer",
                "criteria": "between",
                "minimum": least,
                "maximum": most,
                **about,
            },
        )


# ---------------------------------------------------------------- reading


def remarks_on(sheets: Iterable[Worksheet]) -> Iterator[Problem]:
    """Yield what there is to say about how sheets were read."""
    return filter(None, (sheet.read_as for sheet in sheets))


def read_sheets(
    path: Path, name: str, known: Collection[str], encoding: str | None = None
) -> list[Worksheet]:
    """Read every sheet of a file; `name` is what places call it, `known` the headings by which a
    CSV file's separator is found.

    Raises ProblemError for a file that cannot be read, OSError if the system refuses.
    """
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        raise ProblemError.of(
            say.NOT_A_SPREADSHEET(endings=one_of(ENDINGS)[7:], found=name), Place(name)
        )
    try:
        raw = read_file(path, None, MAX_BYTES, name)
    except (FileNotFoundError, NotADirectoryError):
        there = [p.name for p in path.parent.glob("*") if p.suffix.lower() in ENDINGS]
        hint = did_you_mean(path.name, there)
        raise ProblemError.of(say.NO_SUCH_FILE(name=name), Place(name), hint) from None
    return read_raw(raw, ending, name, known, encoding)


def read_raw(
    raw: bytes, ending: str, name: str, known: Collection[str], encoding: str | None = None
) -> list[Worksheet]:
    """Read every sheet of a file whose bytes are at hand, by its ending. Raises ProblemError for a
    file that cannot be read.
    """
    if ending not in (RECORD_ENDING, *BOOK_ENDINGS):
        return [read_csv(raw, name, known, encoding)]
    if ending == RECORD_ENDING:
        found = read_records(_decoded(raw, name, encoding or "utf-8")[0], name)
        sheets = [
            Worksheet(name, one.name, one.rows, is_alone=len(found) == 1, lines=one.lines)
            for one in found
        ]
    else:
        sheets = read_book(raw, name)
    for sheet in sheets:
        for number, row in enumerate(sheet.rows):
            _refuse_long(sheet, number, row)
    return sheets


def _too_large(name: str) -> ProblemError:
    return ProblemError.of(say.SPREADSHEET_TOO_LARGE(rows=MAX_ROWS, cells=MAX_CELLS), Place(name))


def read_csv(
    raw: bytes, name: str, known: Collection[str], encoding: str | None = None
) -> Worksheet:
    """Read CSV whose fields are separated by commas, semicolons or tabs, whichever makes the first
    row headings that are known.
    """
    if raw.startswith(b"PK\x03\x04"):
        raise ProblemError.of(say.WORKBOOK_AS_CSV(), Place(name))
    text, read_in = _decoded(raw, name, encoding)
    first = _SEPARATOR_LINE.match(text)  # which Excel reads, and shows to no one
    text = text[first.end() :] if first else text
    _refuse_endless(text, name, bool(first))
    if first:
        found = [first[1]]
    else:
        found = sorted(
            DELIMITERS.values(), key=lambda one: _likelihood(text, one, known), reverse=True
        )
    reader = _rows(text, found[0], MAX_BYTES)
    rows, cells, line = list[list[object]](), 0, 0
    try:
        for row in reader:
            cells += len(row)
            if cells > MAX_CELLS or len(rows) > MAX_ROWS:
                raise _too_large(name)
            _refuse_long(Worksheet(name, ""), len(rows), row)
            rows.append(list(map(_from_csv, row)))
            line = reader.line_num
    except csv.Error as fault:
        hint = 'a " at the start of a field must be closed, and a " inside the field doubled'
        place = Place(name, line + 1 + bool(first))
        raise ProblemError.of(say.ROW_NOT_CSV(fault=fault), place, hint) from None
    guessed = read_in if encoding is None else ""
    return Worksheet(name, "", rows, found[0] == ";", encoding=guessed)


def _refuse_endless(text: str, name: str, is_second: bool) -> None:
    """Raise ProblemError for a line with so many cells that dividing it would already exhaust the
    memory; `is_second` says whether there was one before.
    """
    lines = re.split("\r\n|\r|\n", text) if _is_endless(text) else ()
    for number, line in enumerate(lines, 1 + is_second):
        if _is_endless(line):
            message = say.LINE_TOO_LONG(most=MAX_COLUMNS, cells=_MAX_SEPARATORS)
            raise ProblemError.of(message, Place(name, number))


def _is_endless(text: str) -> bool:
    """Return whether a text has more separators than any line of a table."""
    return max(map(text.count, DELIMITERS.values())) > _MAX_SEPARATORS


def _rows(text: str, delimiter: str, longest: int) -> Any:
    csv.field_size_limit(longest)
    return csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)


def _likelihood(text: str, delimiter: str, known: Collection[str]) -> tuple[int, int, int, int]:
    """Rate how well a delimiter splits the first rows: into headings that are known, and into many
    cells.

    There may be titles above the headings, so it is the row with most known headings that counts,
    or else the usual row.
    """
    rated = _rows(text, delimiter, MAX_CELL)
    filled = (row for row in rated if any(cell.strip() for cell in row))
    rows = list[list[str]]()
    with contextlib.suppress(csv.Error):
        rows = list(islice(filled, _MOST_RATED))
    if not rows:
        return 0, 0, 0, 0
    names = {slug(name, "_") for name in known}
    named = max(sum(slug(cell, "_") in names for cell in row) for row in rows)
    usual = sorted(map(len, rows))[len(rows) // 2]
    return named, usual, len(rows[0]), -list(DELIMITERS.values()).index(delimiter)


def _from_csv(cell: str) -> str | NoValue:
    """Remove the apostrophe that keeps a text from being a formula. Without one, a formula or an
    error has no value.
    """
    if cell.startswith("'") and _is_guarded(cell):
        return cell[1:]
    text = " ".join(cell.split())
    shown = f"'{shortened(text)}'"
    if text.startswith("="):
        hint = (
            "write the result instead; if it is text that begins with =, put an apostrophe before "
            f"it: {shown[:-1]}"
        )
        return NoValue(f"the formula {shown}", hint)
    if shows_error(text):
        hint = (
            "correct it in the spreadsheet, or write the value instead; if it is text, put an "
            f"apostrophe before it: {shown[:-1]}"
        )
        return NoValue(f"the error {shown}", hint)
    return cell


def _decoded(raw: bytes, name: str, encoding: str | None) -> tuple[str, str]:
    """Return the text of a file and its encoding. Raises ProblemError if it is not in the requested
    one, or in none that programs write CSV in.
    """
    try:
        return decoded(raw, encoding)
    except ValueError as fault:  # UnicodeDecodeError, but for codecs that do not say where
        start = fault.start if isinstance(fault, UnicodeDecodeError) else 0
        line = raw.count(b"\n", 0, start) + 1
        hint = "save it as 'CSV UTF-8' or as XLSX"
        found = "an incomplete character at the end"
        if start < len(raw):
            found = f"the byte 0x{raw[start]:02x}"
        called = encoding or "UTF-8"
        raise ProblemError.of(
            say.NOT_READABLE(wanted=called, found=found), Place(name, line), hint
        ) from None


def read_book(raw: bytes, name: str) -> list[Worksheet]:
    """Read the sheets of an XLSX or ODS workbook. Formulas have their last computed values."""
    try:
        book = read_sheets_of(raw)
    except BookFault as fault:
        if fault.is_large:
            raise _too_large(name) from None
        if fault.is_locked:
            raise ProblemError.of(say.WORKBOOK_PROTECTED(), Place(name)) from None
        why = f": {fault}" if str(fault) else ""
        raise ProblemError.of(say.WORKBOOK_NOT_READ(why=why), Place(name)) from None
    sheets = []
    for one, rows in book.sheets.items():
        found = book.found.get(one, Found([]))
        for row, column, is_error in found.cells:
            rows += [[] for _ in range(row + 1 - len(rows))]
            rows[row] += [None] * (column + 1 - len(rows[row]))
            rows[row][column] = BROKEN if is_error else UNCOMPUTED
        for shown in found.shown:
            _show(rows, shown)
        sheet = Worksheet(
            name,
            one,
            rows,
            is_alone=len(book.sheets) == 1,
            merged=tuple(fill_down(rows, found.merged)),
            is_hidden=one in book.hidden,
            set_as=found.looks,
            hidden=frozenset(found.hidden),
        )
        sheets.append(sheet)
    return sheets


def _show(rows: list[list[Any]], shown: ShownCells) -> None:
    """Add to some cells what they show, beside their values."""
    for row in rows[shown.row : shown.row + shown.rows]:
        for column in range(shown.column, min(shown.column + shown.columns, len(row))):
            cell = row[column]
            if is_number(cell):
                row[column] = ShownNumber(cell, shown.text)
            elif isinstance(cell, datetime.date | datetime.time | datetime.timedelta):
                row[column] = ShownDate(shown.text)
