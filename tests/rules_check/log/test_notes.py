"""Notes: kept as lines of a file, read back as they were, and set beside what bots say."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from generator.data.problems import ProblemError
from rules_check.log.notes import (
    MOST_CHARACTERS,
    MOST_NOTES,
    Note,
    NoteError,
    change_notes,
    cleaned,
    read_notes,
    with_note,
)
from rules_check.log.people import as_report, disagreements
from rules_check.report.chapters import logged_of

NOTE = Note(
    1,
    "nobody wanted it",
    "seat 2",
    "2026-11-20",
    "1.0.0",
    "d" * 16,
    "troll",
    "f" * 8,
    "note-1.record",
    12,
    2,
)


def test_notes_are_read_back_as_they_were(tmp_path: Path) -> None:
    assert read_notes(tmp_path) == []
    notes = [
        NOTE,
        replace(
            NOTE, number=2, text="Zwei Zeilen\nmit ü", card="", mark="", record="", move=0, seat=0
        ),
    ]
    change_notes(tmp_path, lambda _: notes)
    assert read_notes(tmp_path) == notes
    assert len((tmp_path / "playtests" / "notes.jsonl").read_bytes().splitlines()) == 2
    assert with_note(notes, NOTE)[-1].number == 3
    with pytest.raises(NoteError, match="delete some"):
        with_note([NOTE] * MOST_NOTES, NOTE)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("[1]", "is not a note"),
        ('{"text": "x"}', "lacks its number or its text"),
        ('{"number": "1", "text": "x"}', "is not a note"),
        ('{"number": true, "text": "x"}', "is not a note"),
    ],
)
def test_a_line_that_is_no_note_is_told_by_its_place(tmp_path: Path, line: str, said: str) -> None:
    change_notes(tmp_path, lambda _: [NOTE])
    path = tmp_path / "playtests" / "notes.jsonl"
    path.write_text(path.read_text(encoding="utf-8") + "\n" + line + "\n", encoding="utf-8")
    with pytest.raises(ProblemError, match=said) as found:
        read_notes(tmp_path)
    assert found.value.problems[0].code == "broken-notes"
    assert found.value.problems[0].place is not None
    assert found.value.problems[0].place.line == 3


def test_what_nobody_sees_is_not_kept() -> None:
    assert cleaned("  two\r\nlines\x1b[31m\u202e ") == "two\nlines [31m"
    for text in ("", " \n", "\x1b"):
        with pytest.raises(NoteError, match="needs text"):
            cleaned(text)
    assert len(cleaned("x" * MOST_CHARACTERS)) == MOST_CHARACTERS
    with pytest.raises(NoteError, match="at most 2,000"):
        cleaned("x" * (MOST_CHARACTERS + 1))


def test_notes_are_voices_beside_remarks() -> None:
    cards = [{"card": "troll", "name": "Bridge Troll", "worth": 1.2, "low": 0.1, "high": 2.3}]
    notes = [
        NOTE,
        replace(NOTE, number=2, text="useless"),
        replace(NOTE, number=3, text="weak", date="2026-11-21"),
    ]
    measured = {"cards": cards}
    assert disagreements([], measured, NOTE.data, notes) == [
        "3 remarks say Bridge Troll is weak; bots: +1.2 points (0.1 to 2.3)."
    ]
    assert "one play is too few" in disagreements([], measured, NOTE.data, notes[:2])[0]
    assert disagreements([], measured, "0" * 16, notes) == []  # of other cards


def test_the_report_shows_notes() -> None:
    report = json.loads(
        json.dumps(as_report([], {}, NOTE.data, [NOTE, replace(NOTE, card="", text="took long")]))
    )
    assert logged_of(report, NOTE.data)["remarks"] == [
        ("troll", "nobody wanted it"),
        ("the game", "took long"),
    ]
