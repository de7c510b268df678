"""Notes that people made while they played: on a card, on a moment of a game, or on the whole game.

In: the `playtests` folder beside a cards.yaml. Out: a `Note` for each line of its notes.jsonl, and
the file rewritten. Knows no page, and plays nothing. A note outlives its subject: it records the
card, how the card looked, and the numbers it was played with.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from generator.data import files
from generator.data.problems import Place, Problem, ProblemError
from generator.data.saying import Said
from rules_check.log import messages as say
from rules_check.log.lines import Line, content_of, file_within, lines_of, write_lines, written
from rules_check.log.plays import shown

FILE = "notes.jsonl"
MOST_CHARACTERS = 2000
MOST_NOTES = 5000
_CODE = "broken-notes"


class NoteError(ValueError):
    """A note that cannot be saved, with the reason."""


@dataclass(frozen=True)
class Note:
    """A note. Fields that do not apply are empty, or 0: a card by its id, a record by its file
    name, a move, a seat from 1.
    """

    number: int
    text: str
    who: str
    date: str
    """The day, as 2026-11-20."""
    version: str
    data: str
    """The version of the game's numbers, as returned by `data_of`."""
    card: str = ""
    mark: str = ""
    """What the card looked like: the fingerprint of its face."""
    record: str = ""
    move: int = 0
    seat: int = 0


_TYPES = {field.name: int if field.type == "int" else str for field in fields(Note)}


def cleaned(text: str) -> str:
    """Return a text fit to be saved and printed, without invisible characters. Raises NoteError if
    it is empty or too long.
    """
    text = "".join(
        letter if letter == "\n" or letter.isprintable() else " "
        for letter in text.replace("\r\n", "\n")
    ).strip()
    if not text:
        raise NoteError("a note needs text")
    if len(text) > MOST_CHARACTERS:
        raise NoteError(
            f"a note has at most {MOST_CHARACTERS:,} characters, this one has {len(text):,}"
        )
    return text


def read_notes(folder: Path) -> list[Note]:
    """Read the notes in `playtests` of a game's folder, oldest first; empty if there is no file.
    Raises ProblemError at the first faulty line.
    """
    path = file_within(folder, FILE, _CODE)
    content = content_of(path, _CODE)
    return [] if content is None else [_read(path, line) for line in lines_of(content)]


def _read(path: Path, line: Line) -> Note:
    number = line.number
    try:
        value = line.value
    except ValueError:
        raise _broken(path, number, say.NOTE_NOT_JSON()) from None
    if not isinstance(value, dict):
        raise _broken(path, number, say.NOT_A_NOTE())
    parts: dict[str, Any] = {}
    for name, kind in _TYPES.items():
        part = value.get(name, kind())
        if type(part) is not kind:
            raise _broken(path, number, say.NOT_A_NOTE())
        parts[name] = _visible(part) if isinstance(part, str) else part
    if not {"number", "text"} <= value.keys():
        raise _broken(path, number, say.NOTE_INCOMPLETE())
    return Note(**parts)


def _visible(text: str) -> str:
    """Return a text as `cleaned` would have saved it, whatever program wrote the line."""
    return "\n".join(map(shown, text.split("\n")))


def _broken(path: Path, line: int, said: Said) -> ProblemError:
    return ProblemError(Problem.of(said, Place(str(path), line, 1)))


def write_notes(folder: Path, notes: Iterable[Note]) -> None:
    """Write all notes of a game, completely or not at all. Raises OSError, and ProblemError if a
    link leads out of the game's folder.
    """
    write_lines(file_within(folder, FILE, _CODE), [written(asdict(note)) for note in notes])


@contextlib.contextmanager
def changing(folder: Path) -> Iterator[None]:
    """Hold the lock of a game's notes, so that no note is lost between reading and writing. Raises
    OSError and ProblemError.
    """
    path = file_within(folder, FILE, _CODE)
    path.parent.mkdir(parents=True, exist_ok=True)
    with files.turn(path.parent):
        yield


def change_notes(folder: Path, change: Callable[[list[Note]], list[Note]]) -> list[Note]:
    """Change the latest notes of a game, and return them. Raises ProblemError as `read_notes` does,
    and OSError.
    """
    with changing(folder):
        notes = change(read_notes(folder))
        write_notes(folder, notes)
    return notes


def with_note(notes: Sequence[Note], note: Note) -> list[Note]:
    """Add a note with the next number. Raises NoteError if there are too many."""
    if len(notes) >= MOST_NOTES:
        raise NoteError(f"there are {MOST_NOTES:,} notes already; delete some first")
    numbered = asdict(note) | {"number": 1 + max((note.number for note in notes), default=0)}
    return [*notes, Note(**numbered)]
