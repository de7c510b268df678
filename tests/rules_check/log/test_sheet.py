"""Plays go to spreadsheets and come back, and a faulty row is told with its place."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from typing import Any

import pytest

from generator.data.problems import ProblemError, format_problem
from rules_check.log.plays import Play, Remark
from rules_check.log.sheet import from_csv, to_csv
from tests.rules_check.log.evening import CARDS, PLAY, TODAY


def rows(text: str | bytes, **options: Any) -> list[Play]:
    return from_csv(
        text.encode() if isinstance(text, str) else text, "a.csv", CARDS, TODAY, **options
    )[0]


def test_a_log_goes_to_a_spreadsheet_and_back() -> None:
    plays = [
        PLAY,
        replace(
            PLAY,
            players=("=1+1", "'@x", "O'Hara"),
            winners=("=1+1", "O'Hara"),
            scores=(-1, 0, 5),
            rounds=9,
            note='-a "b", c; d',
        ),
        replace(
            PLAY,
            remarks=(Remark("troll", "a; hydra: b"), Remark("goat", "木, é")),
            data="",
            version="",
        ),
        replace(
            PLAY,
            remarks=(Remark("long-gone", "a card of before"),),
            data="f" * 16,
            version="0.9",
            game="Old Trial",
        ),
    ]
    text = to_csv(plays)
    assert rows(text) == plays
    assert rows(b"\xef\xbb\xbf" + text.replace("\r\n", "\n").encode()) == plays
    assert all(
        not cell.startswith(("=", "@", "-a"))
        for line in csv.reader(text.splitlines())
        for cell in line[2:4] + line[8:9]
    )


@pytest.mark.parametrize("encoding", ["windows-1252", "utf-16", "utf-8-sig"])
def test_a_spreadsheet_in_the_encoding_of_its_program(encoding: str) -> None:
    plays = [replace(PLAY, players=("Zoë", "Noël"), winners=("Zoë",), remarks=(), scores=None)]
    read, notes = from_csv(to_csv(plays).encode(encoding), "a.csv", CARDS, TODAY)
    assert read == plays
    assert [one.code for one in notes] == ["not-utf8"] * (encoding == "windows-1252")


def test_a_spreadsheet_of_ones_own() -> None:
    text = (
        'Date;Players;Winners;Minutes;Remarks\n2026-11-01;Ann, Bo;Bo;40;"Troll: dull\nhydra: fun"\n'
        ";;;;\n2026-11-02;Ann,Bo;Ann;35"
    )
    first, second = rows(text)
    assert first.remarks == (Remark("troll", "dull"), Remark("hydra", "fun"))
    assert (first.data, first.version, first.game, second.minutes) == ("", "", "Trial", 35)
    assert {play.data for play in rows(text, is_this_version=True)} == {CARDS.data}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a.csv:1:1: error[bad-row]: there is no column 'date'"),
        ("date,players,winner\n", "a.csv:1:1: error[bad-row]: there is no column 'minutes'"),
        ("date,players,winer,minutes\n", "a.csv:1:14: error[bad-row]: there is no column 'winer'"),
        (
            "date,players,winner,minutes,date\n",
            "a.csv:1:29: error[bad-row]: the column 'date' appears twice",
        ),
        (
            'date,players,winner,minutes\n2026-11-01,"Ann,Bo",Bo,x\n',
            "a.csv:2:24: error[bad-row]: 'minutes' expected a whole number",
        ),
        (
            "date,players,winner,minutes\n2026-11-01,Ann,Bo,Bo,4\n",
            "a.csv:2:22: error[bad-row]: this row has more cells",
        ),
        (
            "date,players,winner,minutes\n,Ann,Ann,4\n",
            "a.csv:2:1: error[bad-row]: 'date' expected the day",
        ),
        (
            'date,players,winner,minutes,note\n2026-11-01,A,A,4,"x\n',
            "a.csv:2:18: error[bad-row]: a quote is opened here",
        ),
        (
            'date,players,winner,minutes,note\n2026-11-01,A,A,4,"x"y\n',
            "a.csv:2: error[bad-row]: this cell contains text",
        ),
        (
            'date,players,winner,minutes\n2026-11-01,"A,B","x\ny',
            "a.csv:2:18: error[bad-row]: a quote is opened here",
        ),
        pytest.param(
            'date,players,winner,minutes\n"' + "x" * 200_000,
            "a.csv:2:1: error[bad-row]: a quote is opened here",
            id="long",
        ),
        (
            'date,players,winner,minutes\n2026-11-01,"A\nB","x\ny',
            "a.csv:3:4: error[bad-row]: a quote is opened here",
        ),
        (
            'remarks,date,players,winner,minutes\n"troll: a\ngoat: b",2026-11-01,A,B,4\n',
            "a.csv:3:23: error[bad-row]: 'winner' 'B' is not among",
        ),
        (
            "date,players,winner,minutes\n2026-11-01,A\x00,A,4\n",
            "a.csv:2:12: error[bad-row]: 'players' has a control character",
        ),
        (b"date,players\n\x81", "a.csv:2: error[bad-row]: expected a spreadsheet in UTF-8"),
    ],
)
def test_a_faulty_row_is_told_with_line_and_column(text: str | bytes, message: str) -> None:
    with pytest.raises(ProblemError) as found:
        rows(text)
    assert any(format_problem(problem).startswith(message) for problem in found.value.problems), (
        found.value.problems
    )


def test_every_fault_of_a_file_is_told_and_a_column_too_many_is_a_warning() -> None:
    text = "date,players,winner,minutes,mood\nx,A,A,0,good\n2026-11-01,A,B,4,bad\n"
    with pytest.raises(ProblemError) as found:
        rows(text)
    assert [(one.code, one.place and one.place.line) for one in found.value.problems] == [
        ("ignored-column", 1),
        ("bad-row", 2),
        ("bad-row", 2),
        ("bad-row", 3),
    ]
    _, warnings = from_csv(b"date,players,winner,minutes,mood\n", "a.csv", CARDS, TODAY)
    assert [one.severity for one in warnings] == ["warning"]


def test_no_cell_of_a_hostile_log_is_a_formula_and_numbers_stay_numbers() -> None:
    play = replace(
        PLAY,
        players=("=a", "b"),
        winners=("=a",),
        scores=(-5, 3),
        remarks=(Remark("=cmd", "x"), Remark("troll", "=y")),
        note="\tx",
        game="＝1",
        version="@1",
        data="=DDE()",
        number=1,
    )
    _, row = csv.reader(io.StringIO(to_csv([play])))
    assert row == [
        "1",
        PLAY.date,
        "'=a, b",
        "'=a",
        "42",
        "",
        "-5, 3",
        "'=cmd: x\ntroll: =y",
        "'\tx",
        "'＝1",
        "'@1",
        "'=DDE()",
    ]
