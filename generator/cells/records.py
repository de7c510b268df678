"""JSON files of records, such as `[{"name": "Goat", "fare": 1}]`, as sheets with a row for each
record.

In: the text of a file, either a list of records or an object of such lists by their names. Out:
`Records`, rows of cells with their lines; in the other direction, tables as such a file. Knows
nothing of cards.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from generator.cells import messages as say
from generator.cells.books import MAX_CELLS, MAX_ROWS
from generator.cells.tables import Table, join_list, split_list
from generator.data.problems import Place, ProblemError

_SHAPE = (
    'write a list of records, [{"name": "Goat", "fare": 1}], or an object of such lists, '
    '{"passenger": [{"name": "Goat"}]}'
)
_SPACE = " \t\r\n"
_DECODER = json.JSONDecoder()


class Records(NamedTuple):
    """A list of records as the rows of a sheet, the headings first; `lines` has the line of each
    row in the file.
    """

    name: str
    rows: Sequence[Sequence[object]]
    lines: Sequence[int]


def read_records(text: str, file: str) -> list[Records]:
    """Read a file of records. Raises ProblemError for anything else."""
    reader = _RecordReader(text, file)
    try:
        return reader.sheets()
    except json.JSONDecodeError as fault:
        place = Place(file, fault.lineno, fault.colno)
        raise ProblemError.of(say.NOT_JSON(fault=fault.msg.lower()), place, _SHAPE) from None
    except RecursionError:
        raise ProblemError.of(say.LISTS_WITHIN_LISTS(), Place(file), _SHAPE) from None


def write_records(tables: Sequence[Table]) -> bytes:
    """Write tables as an object of lists of records. Empty cells are left out, and lists are
    lists.
    """
    found = {table.name: [_record(table, row) for row in table.rows] for table in tables}
    return (json.dumps(found, indent=2, ensure_ascii=False) + "\n").encode()


def _record(table: Table, row: Sequence[object]) -> dict[str, object]:
    record = dict[str, object]()
    for heading, type_, cell in zip(table.headings, table.types, row, strict=True):
        if cell is not None:
            record[heading] = split_list(str(cell)) if type_ is not None and type_.is_list else cell
    return record


class _RecordReader:
    """Step through the text of a file, so that each record's line is known."""

    def __init__(self, text: str, file: str) -> None:
        self.text, self.file, self.at = text, file, 0
        self._counted, self._line = 0, 1  # the line of the last place that was asked about

    def sheets(self) -> list[Records]:
        """Read the whole file."""
        if self.next_sign() == "[":
            found = [self.sheet("")]
        elif self.next_sign() == "{":
            found = []
            self.at += 1
            while self.next_sign() != "}":
                name = self.value()
                self.step(":")
                found.append(self.sheet(str(name)))
                if self.next_sign() != "}":
                    self.step(",")
            self.at += 1
        else:
            raise self.fault("a list of records")
        if self.next_sign():
            raise json.JSONDecodeError("Extra data", self.text, self.at)
        return found

    def sheet(self, name: str) -> Records:
        """Read a list of records."""
        if self.next_sign() != "[":
            raise self.fault(f"a list of records under '{name}'" if name else "a list of records")
        self.at += 1
        records, lines = list[dict[str, object]](), [self.line]
        while self.next_sign() != "]":
            if self.next_sign() != "{":
                raise self.fault('a record such as {"name": "Goat"}')
            lines.append(self.line)
            record = self.value()
            assert isinstance(record, dict), "it begins with a brace"
            records.append(record)
            if self.next_sign() != "]":
                self.step(",")
        self.at += 1
        headings = list(dict.fromkeys(key for record in records for key in record))
        if len(records) > MAX_ROWS or len(records) * len(headings) > MAX_CELLS:
            message = say.SPREADSHEET_TOO_LARGE(rows=MAX_ROWS, cells=MAX_CELLS)
            raise ProblemError.of(message, Place(self.file))
        rows = [
            [self.cell(record.get(key), key, line) for key in headings]
            for record, line in zip(records, lines[1:], strict=True)
        ]
        return Records(name, [headings, *rows] if records else [], lines)

    def cell(self, value: object, key: str, line: int) -> object:
        """Make a cell of a value: a list is written with commas."""
        if value is None or isinstance(value, str | int | float):
            return value
        if isinstance(value, list) and all(isinstance(one, str | int | float) for one in value):
            return join_list(value)
        message = say.NOT_A_CELL(
            key=key[:40], found="an object" if isinstance(value, dict) else "a list of other values"
        )
        raise ProblemError.of(message, Place(self.file, line))

    @property
    def line(self) -> int:
        """The line that it has come to: what was counted before is not counted again."""
        self._line += self.text.count("\n", self._counted, self.at)
        self._counted = self.at
        return self._line

    def next_sign(self) -> str:
        """Skip white space, and return the next character; empty at the end."""
        while self.at < len(self.text) and self.text[self.at] in _SPACE:
            self.at += 1
        return self.text[self.at : self.at + 1]

    def step(self, sign: str) -> None:
        """Skip a character. Raises JSONDecodeError if a different one follows."""
        if self.next_sign() != sign:
            raise json.JSONDecodeError(f"Expecting '{sign}'", self.text, self.at)
        self.at += 1

    def value(self) -> object:
        self.next_sign()
        found, self.at = _DECODER.raw_decode(self.text, self.at)
        return found

    def fault(self, expected: str) -> ProblemError:
        return ProblemError.of(
            say.NOT_RECORDS(expected=expected), Place(self.file, self.line), _SHAPE
        )
