"""The free table beside a desk: laid, played at, shown to each seat alone, saved.

In: the game as it is drawn, messages of pages and of friends. Out: each seat's view, to those alone who sit
there; tables saved in the folder `playtests`. Everything is done on the desk's thread. Knows no sockets,
and leaves to `free` what can be done at a table and who may see what.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

from generator.data.files import ChangedMeanwhile, path_within, replace_file
from generator.data.game import Game
from generator.data.opening import MIB, read_file
from generator.data.problems import ProblemError
from generator.data.setting import player_counts
from studio.free.free import CannotAct, FreeTable
from studio.free.tablefiles import read_table, write_table
from studio.guard.seats import Friend, Seats
from studio.protocol.actions import (
    ACTIONS,
    SPECTATOR,
    GoOnTable,
    LayTable,
    Point,
    Pointed,
    PutAway,
    SaveTable,
    SitAt,
    TableGone,
    TableOffer,
)
from studio.protocol.messages import Remark
from studio.protocol.played import Invite, Refused, Withdraw

FOLDER, ENDING = "playtests", ".table"
MOST_TABLE = 8 * MIB


class Listener(Protocol):
    """A page: takes messages from any thread."""

    def tell(self, message: object) -> None: ...


class Surface:
    """The free table of a desk, if one is laid."""

    def __init__(self, path: Path, may_write: bool, seats: Seats | None) -> None:
        self.path, self.may_write, self.seats = path, may_write, seats
        self.game: Game | None = None
        self.table: FreeTable | None = None
        self.offer = TableOffer([], [])
        self.pages = dict[Listener, int]()
        """The pages that are open, each with the seat that it looks from."""
        self.answers: Mapping[type, Callable[[Any, Any], None]] = {
            LayTable: self._lay,
            GoOnTable: self._go_on,
            SaveTable: self._save,
            PutAway: self._put_away,
            SitAt: self._sit,
            **dict.fromkeys(ACTIONS.values(), self._act),
        }

    # ------------------------------------------------------------------------------ from the desk

    def opened(self, page: Listener) -> None:
        """Tell a page what can be laid, and what lies there; it looks from the first seat that no friend has."""
        players = self.table.players if self.table else 1
        self.pages[page] = next((seat for seat in range(players) if not self._is_given(seat)), SPECTATOR)
        page.tell(self.offer)
        self._tell_page(page)

    def closed(self, page: Listener) -> None:
        self.pages.pop(page, None)

    def joined(self, friend: Friend) -> None:
        """Show a friend what their seat sees."""
        if self.table is not None and self._has(friend.seat):
            friend.tell(self.table.view(friend.seat))

    def drawn(self, game: Game) -> None:
        """Take up the game as it is drawn now; a table that is laid stays as it is."""
        self.game = game
        self._offer()

    def moved(self, path: Path) -> None:
        """Go on in another folder, into which may be written."""
        self.path, self.may_write = path, True

    def hear_friend(self, friend: Friend, message: Any) -> None:
        """Do what a friend does at their seat."""
        if self.seats and friend in self.seats.friends and friend.may_say(message):
            self._do(message, friend)

    def invites(self, seat: int) -> bool:
        """Return whether a seat of the table may be given to a friend."""
        return self.table is not None and self._has(seat)

    def invite(self, page: Listener, message: Invite) -> None:
        """Give a seat to a friend, or the spectators' place."""
        assert self.seats is not None
        if message.seat == self.pages.get(page):
            page.tell(Refused(-1, f"you look from seat {message.seat + 1} yourself: take another one first"))
            return
        self.seats.give(message.seat)
        self.tell_invitations()

    def withdraw(self, page: Listener, message: Withdraw) -> None:
        """Take a seat back."""
        assert self.seats is not None
        self.seats.take_back(message.seat)
        self.tell_invitations()

    def tell_invitations(self) -> None:
        """Tell pages who has which seat."""
        if self.seats:
            for page in self.pages:
                page.tell(self.seats.invitations)

    # ------------------------------------------------------------------------------ from pages

    def _offer(self) -> None:
        counts = list(player_counts(self.game)) if self.game is not None else []
        offer = TableOffer(counts, self._saved, self.table is not None)
        if offer != self.offer:
            self.offer = offer
            for page in self.pages:
                page.tell(offer)

    @property
    def _saved(self) -> list[str]:
        place = path_within(self.path.parent, FOLDER)
        found = [path for path in place.glob(f"*{ENDING}") if path.stem.isdigit()] if place else []
        return [path.name for path in sorted(found, key=lambda path: -int(path.stem))]

    def _lay(self, page: Listener, message: LayTable) -> None:
        if self.game is None:
            page.tell(Refused(-1, "the table can be laid as soon as the cards are drawn"))
        elif message.players not in self.offer.counts:
            page.tell(Refused(-1, f"the game is not for {message.players} players"))
        else:
            try:
                table = FreeTable.laid(self.game, message.players)
            except ProblemError as fault:
                page.tell(Refused(-1, fault.problems[0].message))
            else:
                self._begin(table)

    def _begin(self, table: FreeTable) -> None:
        self._tell_gone()
        self.table = table
        for page, seat in self.pages.items():
            if not self._has(seat) or self._is_given(seat):
                free = (one for one in range(table.players) if not self._is_given(one))
                self.pages[page] = next(free, SPECTATOR)
        self._offer()
        self._tell_all()

    def _tell_gone(self) -> None:
        """Clear the table, on all pages."""
        if self.table is None:
            return
        self.table = None
        for page in self.pages:
            page.tell(TableGone())
        for friend in self._friends:
            friend.tell(TableGone(friend.seat))

    def _put_away(self, page: Listener, message: PutAway) -> None:
        self._tell_gone()
        self._offer()

    def _sit(self, page: Listener, message: SitAt) -> None:
        if self._is_given(message.seat):
            page.tell(Refused(-1, f"a friend has seat {message.seat + 1}: take it back first"))
        elif self._has(message.seat):
            self.pages[page] = message.seat
            self._tell_page(page)

    def _act(self, page: Listener, message: Any) -> None:
        if message.seat == self.pages.get(page) and not self._is_given(message.seat):
            self._do(message, page)

    def _do(self, message: Any, asker: Listener) -> None:
        if self.table is None:
            asker.tell(Refused(message.seat, "no table is laid"))
            return
        try:
            self.table.act(message)
        except CannotAct as fault:
            asker.tell(Refused(message.seat, str(fault)))
            return
        if isinstance(message, Point):
            self._tell_pointed(message)
        else:
            self._tell_all()

    # ------------------------------------------------------------------------------ to pages

    @property
    def _friends(self) -> list[Friend]:
        return list(self.seats.friends) if self.seats else []

    def _is_given(self, seat: int) -> bool:
        return self.seats is not None and self.seats.is_given(seat)

    def _has(self, seat: int) -> bool:
        return self.table is not None and (seat == SPECTATOR or 0 <= seat < self.table.players)

    def _tell_page(self, page: Listener) -> None:
        seat = self.pages[page]
        if self.table is not None and (seat == SPECTATOR or not self._is_given(seat)):
            page.tell(self.table.view(seat))

    def _tell_all(self) -> None:
        """Show each page and each friend the table from their own seat."""
        assert self.table is not None
        for page in self.pages:
            self._tell_page(page)
        for friend in self._friends:
            if self._has(friend.seat):
                friend.tell(self.table.view(friend.seat))

    def _tell_pointed(self, message: Point) -> None:
        for page, seat in self.pages.items():
            page.tell(Pointed(seat, message.seat, message.place, message.x, message.y))
        for friend in self._friends:
            friend.tell(Pointed(friend.seat, message.seat, message.place, message.x, message.y))

    # ------------------------------------------------------------------------------ saved tables

    def _save(self, page: Listener, message: SaveTable) -> None:
        if self.table is None:
            page.tell(Refused(-1, "no table is laid"))
        elif not self.may_write:
            page.tell(Refused(-1, "this game came with the tool, and nothing is written into its folder"))
        else:
            try:
                name = self._write(write_table(self.table))
            except OSError as fault:
                page.tell(Refused(-1, f"the table cannot be written into {FOLDER}: {fault.strerror}"))
            else:
                page.tell(Remark(f"The table is saved as {FOLDER}/{name}."))
                self._offer()

    def _write(self, content: bytes) -> str:
        """Write a table and return its file's name. Raises OSError."""
        number = 1 + max((int(name.removesuffix(ENDING)) for name in self._saved), default=0)
        name = f"{number}{ENDING}"
        try:
            replace_file(self.path.parent / FOLDER / name, content, None, within=self.path.parent)
        except ChangedMeanwhile:  # another studio has just written one of this number
            return self._write(content)
        return name

    def _go_on(self, page: Listener, message: GoOnTable) -> None:
        try:
            if message.saved not in self._saved:
                raise FileNotFoundError
            content = read_file(self.path.parent / FOLDER / message.saved, self.path.parent, MOST_TABLE)
            table = read_table(content)
        except OSError:
            page.tell(Refused(-1, "this saved table cannot be read"))
        except ValueError as fault:
            page.tell(Refused(-1, f"{FOLDER}/{message.saved} cannot be laid: {fault}"))
        else:
            self._begin(table)
