"""Notes on a game being edited: on a card, on a moment at the table, or on the game as a whole.

In: a person's notes, and the game as drawn. Out: the notes kept in `playtests`, each listed with
the changes since. Knows no page.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from generator.data.game import Game
from generator.data.problems import ProblemError
from generator.face.press import Press
from rules_check.log.cards import data_of
from rules_check.log.lines import FOLDER
from rules_check.log.notes import (
    FILE,
    Note,
    NoteError,
    change_notes,
    cleaned,
    read_notes,
    with_note,
)
from studio.protocol.messages import AddNote, Noted, NoteList


class Author(NamedTuple):
    """The author of a note: a name, and the seat from which they look, from 1; 0 for none."""

    name: str
    seat: int


class Notebook:
    """The notes of a game. The disk is authoritative: it is read before each change."""

    def __init__(self, path: Path, keep_moment: Callable[[bool], tuple[str, int]]) -> None:
        """`keep_moment` saves the current game at the free table, or at the one with rules, and
        returns the file's name and the number of moves; no name if there is no game.
        """
        self.path, self._keep_moment = path, keep_moment
        self.notes = list[Note]()

    def moved(self, path: Path) -> None:
        """Continue in a copy of the game."""
        self.path = path

    def read(self) -> None:
        """Read the notes. Raises ProblemError."""
        self.notes = read_notes(self.path.parent)

    def add(self, asked: AddNote, author: Author, game: Game, press: Press) -> None:
        """Keep a note. Raises NoteError if it is empty, if there are too many, or if it cannot be
        written.
        """
        text = cleaned(asked.text)
        about, mark, record, move = "", "", "", 0
        if asked.card in game.cards:
            about, mark = asked.card, press.fingerprint(game.cards[asked.card]) or ""
        with_note(self.notes, Note(0, text, "", "", "", ""))  # before anything is written
        if asked.at_table:
            record, move = self._keep_moment(asked.is_free)
        today = datetime.date.today().isoformat()
        seat = author.seat if record else 0
        note = Note(
            0,
            text,
            author.name,
            today,
            game.version,
            data_of(game),
            about,
            mark,
            record,
            move,
            seat,
        )
        self._change(lambda notes: with_note(notes, note))

    def renew(self, number: int, game: Game, press: Press) -> None:
        """Apply a note to the cards as they are now, keeping its author and its time. Raises
        NoteError if it cannot be written.
        """

        def renewed(note: Note) -> Note:
            if note.number != number:
                return note
            mark = note.mark
            if note.card in game.cards:
                mark = press.fingerprint(game.cards[note.card]) or ""
            return replace(note, data=data_of(game), mark=mark)

        self._change(lambda notes: list(map(renewed, notes)))

    def drop(self, number: int) -> None:
        """Delete a note. Raises NoteError if the change cannot be written."""
        self._change(lambda notes: [note for note in notes if note.number != number])

    def _change(self, change: Callable[[list[Note]], list[Note]]) -> None:
        try:
            self.notes = change_notes(self.path.parent, change)
        except OSError as fault:
            raise NoteError(f"{FOLDER}/{FILE} cannot be written: {fault.strerror}") from None
        except ProblemError as fault:
            raise NoteError(
                f"{FOLDER}/{FILE} cannot be read: {fault.problems[0].message}"
            ) from None

    def told(self, game: Game, press: Press) -> NoteList:
        """List the notes, oldest first, each with the changes since."""
        data = data_of(game) if self.notes else ""
        return NoteList([self._told(note, data, game, press) for note in self.notes])

    def _told(self, note: Note, data: str, game: Game, press: Press) -> Noted:
        card = game.cards.get(note.card)
        is_changed = bool(note.card) and (card is None or press.fingerprint(card) != note.mark)
        return Noted(
            note.number,
            note.text,
            note.who,
            note.date,
            note.version,
            note.card,
            note.record,
            note.move,
            note.seat,
            is_changed,
            note.data == data,
        )
