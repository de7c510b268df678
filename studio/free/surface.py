"""The free table of a desk: setting it up, playing, showing each seat only its view, saving,
logging, replaying.

In: the game as drawn, messages from pages and from friends. Out: each seat's view, only to the
people in that seat; tables saved in the folder `playtests`, and plays in its log. Everything is
done on the desk's thread. Knows no sockets, and leaves to `free` what can be done at a table and
who may see what.
"""

from __future__ import annotations

import datetime
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import filterfalse
from pathlib import Path
from typing import Any

from generator.data.files import CannotGoOn, ChangedMeanwhile, refuse_way_out, replace_file
from generator.data.game import Game
from generator.data.opening import MIB, read_file
from generator.data.problems import ProblemError
from generator.data.setting import player_counts
from rules_check.log.cards import Cards
from rules_check.log.lines import FOLDER
from rules_check.log.plays import PlayError, checked_play
from rules_check.log.store import add_plays, log_in
from studio.draft.numbered import date_of, next_name, numbered
from studio.free.free import CannotAct, FreeTable
from studio.free.tablefiles import Session, read_session, write_session
from studio.free.tape import Film
from studio.guard.seats import Friend, Seats
from studio.protocol.actions import (
    ACTIONS,
    SPECTATOR,
    DropTable,
    EndTable,
    GoOnTable,
    LayTable,
    Point,
    Pointed,
    PutAway,
    SavedTable,
    SaveTable,
    SitAt,
    TableGone,
    TableOffer,
    TableScene,
    WatchTable,
)
from studio.protocol.listener import Listener
from studio.protocol.messages import Remark
from studio.protocol.played import Invite, Refused, Withdraw

ENDING = ".table"
MOST_TABLE = 8 * MIB


_FIELDS = {
    "players": "the names:",
    "winner": "who won:",
    "minutes": "the minutes:",
    "scores": "the scores:",
    "note": "the note:",
}
"""The beginning of messages about faults in a play."""


class CannotKeep(ValueError):
    """A table that cannot be saved; it says why."""


class Surface:
    """The free table of a desk, if one is set up."""

    def __init__(self, path: Path, may_write: bool, seats: Seats) -> None:
        self.path, self.may_write, self.seats = path, may_write, seats
        self.game: Game | None = None
        self.session: Session | None = None
        self.film: Film | None = None
        """The saved table that pages are replaying, and its file."""
        self.offer = TableOffer([], [])
        self.clock: Callable[[], float] = time.monotonic
        self._since = 0.0
        """The time at which the table was set up."""
        self._file = ""
        """The file in which the session is saved, once it is."""
        self._read = dict[tuple[str, int], SavedTable]()
        self._film_of: tuple[str, int] | None = None
        self.pages = dict[Listener, int]()
        """The open pages, each with the seat it views."""
        self.answers: Mapping[type, Callable[[Any, Any], None]] = {
            LayTable: self._lay,
            GoOnTable: self._go_on,
            SaveTable: self._save,
            PutAway: self._put_away,
            EndTable: self._end,
            WatchTable: self._watch,
            DropTable: self._drop,
            SitAt: self._sit,
            **dict.fromkeys(ACTIONS.values(), self._act),
        }

    @property
    def table(self) -> FreeTable | None:
        """The current table."""
        return self.session.table if self.session else None

    # ------------------------------------------------------------------------------ from the desk

    def opened(self, page: Listener) -> None:
        """Send a page what can be set up, and the current state; it views the first seat that no
        friend has.
        """
        self.pages[page] = self._first_free(self.table.players if self.table else 1)
        page.tell(self.offer)
        self._tell_page(page)

    def _first_free(self, players: int) -> int:
        """Return the first seat that no friend has."""
        return next(filterfalse(self.seats.is_given, range(players)), SPECTATOR)

    def closed(self, page: Listener) -> None:
        self.pages.pop(page, None)

    def joined(self, friend: Friend) -> None:
        """Send a friend their seat's view."""
        self._show(friend, friend.seat)

    def drawn(self, game: Game) -> None:
        """Take over the game as currently drawn; a table that is already set up is unchanged."""
        self.game = game
        self._offer()

    def moved(self, path: Path) -> None:
        """Continue in another folder, in which writing is allowed."""
        self.path, self.may_write = path, True

    def hear_friend(self, friend: Friend, message: Any) -> None:
        """Do what a friend requests for their seat."""
        if friend in self.seats.friends and friend.may_say(message):
            self._do(message, friend)

    def invites(self, seat: int) -> bool:
        """Return whether a seat of the table may be given to a friend."""
        return self._has(seat)

    def invite(self, page: Listener, message: Invite) -> None:
        """Give a seat to a friend, or the spectators' place."""
        if message.seat == self.pages.get(page):
            page.tell(
                Refused(
                    -1,
                    f"you are looking from seat {message.seat + 1} yourself: choose another seat first",
                )
            )
            return
        self.seats.give(message.seat)
        self.seats.tell(self.pages)

    def withdraw(self, page: Listener, message: Withdraw) -> None:
        """Take a seat back."""
        self.seats.take_back(message.seat)
        self.seats.tell(self.pages)

    # ------------------------------------------------------------------------------ from pages

    def _offer(self) -> None:
        counts = list(player_counts(self.game)) if self.game is not None else []
        offer = TableOffer(counts, self._saved, self.table is not None)
        if offer != self.offer:
            self.offer = offer
            for page in self.pages:
                page.tell(offer)

    @property
    def _saved(self) -> list[SavedTable]:
        return list(map(self._about, self._files.values()))

    @property
    def _files(self) -> dict[str, Path]:
        return {path.name: path for path in numbered(self.path.parent, ENDING).values()}

    def _about(self, path: Path) -> SavedTable:
        """Describe a saved table for the list; each file is read once."""
        written_ns = self._written_ns(path.name)
        key = path.name, written_ns
        if key not in self._read:
            date = date_of(written_ns)
            try:
                session = self._session_in(path.name)
            except (OSError, ValueError):
                self._read[key] = SavedTable(path.name, date, 0, 0, False)
            else:
                steps = len(session.tape.steps)
                self._read[key] = SavedTable(
                    path.name, date, session.table.players, steps, session.is_over
                )
        return self._read[key]

    def _written_ns(self, name: str) -> int:
        """Return when a saved table was written; 0 if it has just been deleted."""
        try:
            return (self.path.parent / FOLDER / name).lstat().st_mtime_ns
        except OSError:
            return 0

    def _session_in(self, name: str) -> Session:
        """Read a saved table. Raises OSError, and ValueError if it is not one."""
        return read_session(
            read_file(self.path.parent / FOLDER / name, self.path.parent, MOST_TABLE)
        )

    def _lay(self, page: Listener, message: LayTable) -> None:
        if self.game is None:
            page.tell(Refused(-1, "the table can be set up as soon as the cards are drawn"))
        elif message.players not in self.offer.counts:
            page.tell(Refused(-1, f"the game is not for {message.players} players"))
        else:
            try:
                table = FreeTable.laid(self.game, message.players)
            except ProblemError as fault:
                page.tell(Refused(-1, fault.problems[0].message))
            else:
                self._begin(Session.begun(table))

    def _begin(self, session: Session, file: str = "") -> None:
        self._tell_gone()
        table = session.table
        self.session, self._file = session, file
        self._since = self.clock() - session.tape.time_of(len(session.tape.steps))
        for page, seat in self.pages.items():
            if not self._has(seat) or self.seats.is_given(seat):
                self.pages[page] = self._first_free(table.players)
        self._offer()
        self._tell_all()

    def _tell_gone(self) -> None:
        """Clear the table, on all pages."""
        if self.session is None:
            return
        self.session = None
        for page in self.pages:
            page.tell(TableGone())
        for friend in self.seats.friends:
            friend.tell(TableGone(friend.seat))

    def _put_away(self, page: Listener, message: PutAway) -> None:
        self._tell_gone()
        self._offer()

    def _sit(self, page: Listener, message: SitAt) -> None:
        if self.seats.is_given(message.seat):
            page.tell(Refused(-1, f"a friend has seat {message.seat + 1}: take it back first"))
        elif self._has(message.seat):
            self.pages[page] = message.seat
            self._tell_page(page)

    def _act(self, page: Listener, message: Any) -> None:
        if message.seat == self.pages.get(page) and not self.seats.is_given(message.seat):
            self._do(message, page)

    def _do(self, message: Any, asker: Listener) -> None:
        if self.session is None:
            asker.tell(Refused(message.seat, "no table is set up"))
            return
        try:
            self.session.table.act(message)
        except CannotAct as fault:
            asker.tell(Refused(message.seat, str(fault)))
            return
        if isinstance(message, Point):
            self._tell_pointed(message)
        else:
            self.session.tape.add(
                self.session.table, message.seat, round(self.clock() - self._since)
            )
            self._tell_all()

    # ------------------------------------------------------------------------------ to pages

    def _has(self, seat: int) -> bool:
        return self.table is not None and seat in self.table.viewers

    def _tell_page(self, page: Listener) -> None:
        seat = self.pages[page]
        if seat == SPECTATOR or not self.seats.is_given(seat):
            self._show(page, seat)

    def _show(self, listener: Listener, seat: int) -> None:
        """Show the table from a seat, if it has that seat."""
        if self.table is not None and seat in self.table.viewers:
            listener.tell(self.table.view(seat))

    def _tell_all(self) -> None:
        """Show each page and each friend the table from their seat."""
        for page in self.pages:
            self._tell_page(page)
        for friend in self.seats.friends:
            self._show(friend, friend.seat)

    def _tell_pointed(self, message: Point) -> None:
        for page, seat in self.pages.items():
            page.tell(Pointed(seat, message.seat, message.place, message.x, message.y))
        for friend in self.seats.friends:
            friend.tell(Pointed(friend.seat, message.seat, message.place, message.x, message.y))

    # ------------------------------------------------------------------------------ saved tables

    def _save(self, page: Listener, message: SaveTable) -> None:
        try:
            name = self.keep()
        except CannotKeep as fault:
            page.tell(Refused(-1, str(fault)))
        else:
            page.tell(Remark(f"The table is saved as {FOLDER}/{name}."))

    def moment(self) -> tuple[str, int]:
        """Save the table for a note, and return its file and the number of steps; no file if no
        table is set up. Raises CannotKeep.
        """
        return (self.keep(), len(self.session.tape.steps)) if self.session else ("", 0)

    def keep(self) -> str:
        """Save the session in its own file and return the file's name. Raises CannotKeep."""
        if self.session is None:
            raise CannotKeep("no table is set up")
        if not self.may_write:
            raise CannotKeep("this game comes with the tool, so nothing is written into its folder")
        try:
            self._file = self._write(write_session(self.session))
        except OSError as fault:
            raise CannotKeep(
                f"the table cannot be written into {FOLDER}: {fault.strerror}"
            ) from None
        self._offer()
        return self._file

    def _write(self, content: bytes) -> str:
        """Write the session's file, or a new one if it has none or that was changed in the
        meantime; return its name. Raises OSError.
        """
        folder = self.path.parent
        try:
            name, known = self._file, read_file(folder / FOLDER / self._file, folder, MOST_TABLE)
        except OSError:  # it is gone, or not named yet
            name, known = next_name(folder, ENDING), None
        try:
            replace_file(folder / FOLDER / name, content, known, within=folder)
        except ChangedMeanwhile:  # another studio has just written one with this number
            self._file = ""
            return self._write(content)
        return name

    def _open(self, page: Listener, name: str) -> Session | None:
        """Read a saved table; if it cannot be read, tell the page."""
        try:
            if name not in self._files:
                raise FileNotFoundError
            return self._session_in(name)
        except OSError:
            page.tell(Refused(-1, "this saved table cannot be read"))
        except ValueError as fault:
            page.tell(Refused(-1, f"{FOLDER}/{name} cannot be set up: {fault}"))
        return None

    def _go_on(self, page: Listener, message: GoOnTable) -> None:
        session = self._open(page, message.saved)
        if session is not None:
            session.is_over = False
            self._begin(session, message.saved)

    def _drop(self, page: Listener, message: DropTable) -> None:
        place = self.path.parent / FOLDER
        try:
            refuse_way_out(place, self.path.parent)
            if message.saved in self._files:
                (place / message.saved).unlink()
        except OSError as fault:
            page.tell(Refused(-1, f"{FOLDER}/{message.saved} cannot be deleted: {fault.strerror}"))
        self._offer()

    # ------------------------------------------------------------------ the end, and watching again

    def _watch(self, page: Listener, message: WatchTable) -> None:
        if not message.saved:
            self.film = self._film_of = None
            return
        key = message.saved, self._written_ns(message.saved)
        if key != self._film_of:
            session = self._open(page, message.saved)
            if session is None:
                return
            self.film, self._film_of = Film(session.table, session.tape, session.is_over), key
        assert self.film is not None
        step = min(max(message.step, 0), len(self.film))
        at_s = self.film.tape.time_of(step)
        page.tell(TableScene(message.saved, step, len(self.film), at_s, self.film.at(step)))

    def _end(self, page: Listener, message: EndTable) -> None:
        """Add a play to the log, with what became of its cards."""
        if self.session is None or self.game is None:
            page.tell(Refused(-1, "no table is set up"))
            return
        if self.session.is_over:
            page.tell(
                Refused(
                    -1, "this play is already logged: set up a new table, or continue the saved one"
                )
            )
            return
        try:
            number = self._log(self.session, self.game, message)
        except PlayError as fault:
            page.tell(
                Refused(
                    -1,
                    "; ".join(
                        f"{_FIELDS.get(wrong.field, wrong.field)} {wrong.message}"
                        for wrong in fault.faults
                    ),
                )
            )
        except ProblemError as fault:
            page.tell(Refused(-1, fault.problems[0].message))
        except (CannotKeep, CannotGoOn, OSError) as fault:
            page.tell(Refused(-1, str(fault)))
        else:
            page.tell(
                Remark(
                    f"Logged as play {number}. {FOLDER}/{self._file} can be replayed with all "
                    "cards open."
                )
            )

    def _log(self, session: Session, game: Game, message: EndTable) -> int:
        """Log a play and return its number. Raises PlayError, ProblemError, CannotKeep and
        CannotGoOn.
        """
        tape, players = session.tape, session.table.players
        names = [f"Seat {seat + 1}" for seat in range(players)]
        for seat, name in enumerate(message.names[:players]):
            names[seat] = re.sub("[,;]", " ", name).strip() or names[seat]
        winners = [seat for seat in message.winners if 0 <= seat < players]
        lines = {
            "players": ",".join(names),
            "winner": ",".join(names[seat] for seat in winners),
            "minutes": str(message.minutes or max(1, round(tape.seconds / 60))),
            "scores": ",".join(map(str, message.scores or ())),
            "note": " ".join(message.note.split()),
        }
        play = checked_play(lines, (), Cards.of(game), datetime.date.today())
        cards = tape.counts(session.table.state.pieces, session.table.seen, winners)
        play = replace(
            play, turns=len(tape.turns) or None, turn_seconds=tape.turn_seconds, cards=tuple(cards)
        )
        session.is_over = True
        try:
            added = add_plays(log_in(self.path.parent), [replace(play, table=self.keep())])
            return added.numbers[0]
        except (CannotKeep, ProblemError, OSError):
            session.is_over = False
            raise
