"""Plays to and from spreadsheets: CSV in both directions, JSON out.

In: plays; a CSV file's bytes and the cards they refer to. Out: text; plays, or every fault with its
line and column. Knows no log.
"""

from __future__ import annotations

import csv
import datetime
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from generator.data import messages as data_says
from generator.data.csvtext import WINDOWS, decoded, guarded, unguarded
from generator.data.problems import Place, Problem, ProblemError, Problems, closest
from rules_check.log import messages as say
from rules_check.log.cards import Cards
from rules_check.log.plays import Play, PlayError, checked_play, shown

MOST_BYTES = 8_000_000

COLUMNS = (
    "number",
    "date",
    "players",
    "winner",
    "minutes",
    "rounds",
    "scores",
    "remarks",
    "note",
    "game",
    "version",
    "data",
)
_ALSO = {
    "player": "players",
    "winners": "winner",
    "score": "scores",
    "remark": "remarks",
    "notes": "note",
    "round": "rounds",
    "minute": "minutes",
    "no": "number",
}


def to_csv(plays: Iterable[Play]) -> str:
    """Write plays as rows of a spreadsheet, which `from_csv` reads. Several names share a cell,
    remarks one per line.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for play in plays:
        remarks = "\n".join(f"{card}: {text}" for card, text in play.remarks)
        writer.writerow(
            [
                play.number,
                guarded(play.date),
                guarded(", ".join(play.players)),
                guarded(", ".join(play.winners)),
                play.minutes,
                "" if play.rounds is None else play.rounds,
                ", ".join(map(str, play.scores or ())),
                guarded(remarks),
                guarded(play.note),
                guarded(play.game),
                guarded(play.version),
                guarded(play.data),
            ]
        )
    return out.getvalue()


def to_json(plays: Iterable[Play]) -> str:
    """Write plays as one JSON object."""
    return (
        json.dumps(
            {"format": "emporium-pnp log 1", "plays": [play.as_json() for play in plays]},
            indent=2,
            ensure_ascii=False,
        )
        + "\n"
    )


class _Cell(NamedTuple):
    text: str
    place: Place


def _rows(text: str, mark: str, file: str) -> Iterator[list[_Cell]]:
    """Split a CSV text into rows of cells with their places. Raises ProblemError."""
    # otherwise an unclosed quote in a long file is reported as a cell that is too long
    csv.field_size_limit(MOST_BYTES)
    lines = io.StringIO(text).readlines()
    reader = csv.reader(lines, delimiter=mark, strict=True)
    while True:
        above = reader.line_num
        try:
            row = next(reader, None)
        except csv.Error as fault:
            hint = 'write a quote inside a cell twice: ""'
            if "expected after" in str(fault):
                message = say.TEXT_AFTER_QUOTE()
                line = reader.line_num
                place = Place(file, line, length=len(lines[line - 1].rstrip("\n")))
            else:
                opened = _placed(
                    next(csv.reader(lines[above:], delimiter=mark)),
                    "".join(lines[above:]),
                    above + 1,
                    file,
                )[-1]
                message, place = say.QUOTE_NOT_CLOSED(), opened.place
            raise ProblemError(Problem.of(message, place, hint)) from None
        if row is None:
            return
        yield _placed(row, "".join(lines[above : reader.line_num]), above + 1, file)


def _placed(row: list[str], written: str, line: int, file: str) -> list[_Cell]:
    """Find where each cell of a row begins in the text, from the row's first line on."""
    at, begin, cells = 0, 0, []
    for text in row or [""]:
        cell = '"' + text.replace('"', '""') + '"' if written.startswith('"', at) else text
        cells.append(
            _Cell(text, Place(file, line, at - begin + 1, max(1, len(cell.split("\n", 1)[0]))))
        )
        at += len(cell)
        if "\n" in cell:
            line, begin = line + cell.count("\n"), written.rindex("\n", 0, at) + 1
        at += 1
    return cells


def from_csv(
    content: bytes, file: str, cards: Cards, today: datetime.date, is_this_version: bool = False
) -> tuple[list[Play], list[Problem]]:
    """Read plays from the rows of a spreadsheet; also return warnings. Raises ProblemError with
    every fault, by line and column.

    Rows that do not give the version of their cards have an unknown version, unless the caller
    assigns them to the current one.
    """
    try:
        text, encoding = decoded(content)
    except UnicodeDecodeError as fault:
        place = Place(file, content.count(b"\n", 0, fault.start) + 1)
        raise ProblemError(Problem.of(say.ROWS_NOT_UTF8(), place)) from None
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    head = text.split("\n", 1)[0]
    mark = max(",;\t", key=head.count)
    rows, problems = _rows(text, mark, file), Problems()
    if encoding == WINDOWS:
        said = data_says.CSV_READ_AS(encoding=encoding)
        problems.add(Problem.of(said, Place(file), severity="note"))
    columns = _columns(next(rows, []), file, problems)
    plays = []
    for row in rows:
        if not any(cell.text.strip() for cell in row):
            continue
        cells = _by_column(row, columns, mark, problems)
        values = {name: unguarded(cell.text.strip()).strip() for name, cell in cells.items()}
        for name, own in (("data", cards.data), ("version", cards.version)):
            if not values.get(name):
                values[name] = own if is_this_version else ""
        remarks = [line.strip() for line in values.get("remarks", "").split("\n") if line.strip()]
        if not values.get("date") and "date" in columns:
            problems.error(say.NO_DATE(), cells.get("date", row[0]).place)
        try:
            plays.append(checked_play(values, remarks, cards, today))
        except PlayError as refusal:
            for wrong in refusal.faults:
                cell = cells.get("remarks" if wrong.field == "remark" else wrong.field, row[0])
                message = say.BAD_FIELD(field=wrong.field, fault=wrong.message)
                problems.error(message, cell.place, wrong.hint)
    problems.raise_errors()
    return plays, list(problems)


def _by_column(
    row: Sequence[_Cell], columns: Sequence[str | None], mark: str, problems: Problems
) -> dict[str, _Cell]:
    """Find the cells of a row by the content of their columns."""
    cells: dict[str, _Cell] = {}
    for name, cell in zip(columns, row, strict=False):
        if name:
            cells[name] = cell
    for cell in row[len(columns) :]:
        if cell.text.strip():
            hint = "put quotes around a cell that contains a comma" if mark == "," else None
            problems.error(say.TOO_MANY_CELLS(most=len(columns)), cell.place, hint)
            break
    return cells


def _columns(row: list[_Cell], file: str, problems: Problems) -> list[str | None]:
    """Read the first line: the content of each column. ProblemError if a column is missing."""
    columns: list[str | None] = []
    for cell in row:
        word = cell.text.strip().casefold()
        name = _ALSO.get(word, word)
        if name in COLUMNS and name not in columns:
            columns.append(name)
            continue
        near = (
            closest(word, [column for column in COLUMNS if column not in columns]) if word else None
        )
        columns.append(None)
        if name in COLUMNS:
            problems.error(say.COLUMN_TWICE(name=name), cell.place)
        elif near:
            problems.error(
                say.NO_SUCH_COLUMN_NEAR(name=shown(cell.text.strip())[:40], near=near), cell.place
            )
        elif word:
            problems.warn(
                say.COLUMN_IGNORED(name=shown(cell.text.strip())[:40], columns=COLUMNS[1:]),
                cell.place,
            )
    for name in ("date", "players", "winner", "minutes"):
        if name not in columns:
            hint = (
                "the first line names the columns: date, players, winner, minutes, and any of "
                "rounds, scores, remarks, note"
            )
            problems.error(say.NO_SUCH_COLUMN(name=name), Place(file, 1, 1), hint)
    problems.raise_errors()
    return columns
