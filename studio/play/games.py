"""The games of a desk: simulations of its cards, and a table at which they are played.

In: the cards that a desk draws and saves, messages from pages. Out: messages to pages, each seat's
view only to the people in that seat; saved games, in the folder `playtests`. Knows no sockets, and
leaves playing to the engines.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import filterfalse
from pathlib import Path
from typing import Any

from generator.data.files import ChangedMeanwhile, replace_file, write_files
from generator.data.findings import Shown
from generator.data.opening import read_file
from generator.data.problems import ProblemError
from generator.data.source import MAX_BYTES
from rules_check.log.lines import FOLDER
from studio.draft.numbered import next_name
from studio.draft.versions import PLACE, VersionError, Versions
from studio.guard.seats import Friend, Seats
from studio.play.engines import Engine
from studio.play.saved import ENDING, MOST_RECORD, cards_named, drop_game, saved_games
from studio.protocol.listener import Listener
from studio.protocol.messages import Remark
from studio.protocol.played import (
    Balance,
    Base,
    Bases,
    Choose,
    Confirm,
    Data,
    Drop,
    DropGame,
    EngineState,
    Hold,
    Invite,
    Keep,
    LayAside,
    Moment,
    Odds,
    OwnRules,
    Record,
    Reel,
    Refused,
    Rerun,
    SavedGame,
    SavedGames,
    Seated,
    Seen,
    Setting,
    Sit,
    TakeBack,
    TakeSeat,
    TrustRules,
    Watch,
    Withdraw,
    Worth,
)

SAVED = "saved"
"""The name of the version on the disk among those to compare with."""
OF_NOTE = "note-"
"""The beginning of the names of games that are kept for a note."""
_NAME = re.compile(rf"(?:{OF_NOTE})?[0-9]{{1,6}}\.record")


class Games:
    """The engines of a desk. All methods except `heard` are called on the desk's thread."""

    are_played = True

    def __init__(
        self,
        path: Path,
        may_write: bool,
        say: Callable[[str, bool], None],
        seats: Seats,
        engine: Callable[..., Engine] = Engine,
        show: Callable[[bytes, bool], None] = lambda text, is_table: None,
    ) -> None:
        """`say` shows a text to all pages, as a fault or not; friends in the local network may have
        some of the `seats`.

        `show` shows pages the cards that a table is played with.
        """
        self.show = show
        self.path, self.may_write, self.say, self.seats = path, may_write, say, seats
        self.odds, self.tables = engine("odds", self.heard), engine("tables", self.heard)
        self.pages = dict[Listener, int]()
        """The open pages, each with the seat it views."""
        self.watching = set[Listener]()
        self.seen = dict[int, Seen]()
        self.latest = dict[type, object]()
        self.content, self.disk = b"", b""
        self.number = 0
        self.has_rules = True
        self.shown = dict[str, tuple[Shown, Data]]()
        """Games that show findings of a check, by the pages' names for them."""
        self.record: Record | None = None
        """The current game at the table."""
        self._awaited: Sit | None = None
        """The game to be played once there are cards."""
        self._noted = "", ""
        """The record saved last for a note, by its text, and its file's name."""
        self._saved_before = dict[tuple[str, int], SavedGame]()
        self.base, self.versions = SAVED, Versions(path.parent if may_write else None)
        self.answers: Mapping[type, Callable[[Any, Any], None]] = {
            Balance: lambda page, message: self.odds.say(message),
            Base: self._base,
            Keep: self._keep,
            Drop: self._drop,
            Sit: self._sit,
            TakeSeat: self._take_seat,
            Watch: self._watch,
            DropGame: self._drop_game,
            Choose: self._at_table,
            Confirm: self._at_table,
            TakeBack: self._at_table,
            LayAside: self._lay_aside,
            TrustRules: self._trust,
        }
        if seats.is_open:
            self.answers = {**self.answers, Invite: self.invite, Withdraw: self._withdraw}

    # -------------------------------------------------------------------------------- from the desk
    def moved(self, path: Path) -> None:
        """Continue in a copy of the game, in which writing is allowed."""
        self.path, self.may_write = path, True
        self.versions.move(path.parent)

    def opened(self, page: Listener) -> None:
        """Send a page everything that is known; it looks from the first seat that no friend has."""
        seat = self.pages[page] = next(filterfalse(self.seats.is_given, sorted(self.seen)), 0)
        for message in (self._bases, self._saved_games):
            page.tell(message)
        self.seats.tell([page])
        for latest in self.latest.values():
            page.tell(latest)
        if not self.seats.is_given(seat):
            self._show(page, seat)
        if len(self.pages) == 1:
            self.play_on()

    def closed(self, page: Listener) -> None:
        """Continue for the remaining pages; stop if there are none."""
        self.pages.pop(page, None)
        self.watching.discard(page)
        if not self.pages:
            self.rest()

    def joined(self, friend: Friend) -> None:
        """Send a friend their seat's view."""
        friend.tell(Seated(friend.seat))
        self._show(friend, friend.seat)
        self.seats.tell(list(self.pages))

    def seat_of(self, page: Listener) -> int:
        """Return the seat from which a page looks at a table, from 1; 0 for none."""
        return 1 + self.pages.get(page, -1)

    def edited(self) -> None:
        """Yield to the drawing of an edit."""
        self.rest()

    def drawn(self, number: int, content: bytes, has_rules: bool = True) -> None:
        """Play the cards as drawn now; `number` is that of their text. If the game has no rules,
        pages are informed at once, and no engine is started.
        """
        self.number, self.content, self.has_rules = number, content, has_rules
        if has_rules:
            self.play_on()
        else:
            self._play_nothing()
        if self._awaited:
            self._begin(self._awaited)
            self._awaited = None

    def saved(self, content: bytes) -> None:
        """Take over the version on the disk, to compare with."""
        if content == self.disk:
            return
        self.disk = content
        if self.base == SAVED and self.odds.pid is not None:
            self.odds.say(self._data(self.disk, is_base=True))

    def stop(self) -> None:
        self.odds.close()
        self.tables.close()

    def rest(self) -> None:
        """Play no odds while other work needs the machine."""
        if self.odds.pid is not None:
            self.odds.say(Hold())

    def play_on(self) -> None:
        """Play the cards, if there are any and a page is looking."""
        if not (self.has_rules and self.pages and self.content):
            return
        if self.odds.pid is None:
            self.odds.say(self._data(self._base_text, is_base=True))
        self.odds.say(self._data(self.content))

    @property
    def drawn_data(self) -> Data | None:
        """The cards as drawn; None if there are none."""
        return self._data(self.content) if self.content else None

    def _play_nothing(self) -> None:
        self.rest()
        latest = self.latest.get(EngineState)
        if not isinstance(latest, EngineState) or latest.state != "none":
            self.heard(EngineState("odds", "none"))

    def _data(self, text: bytes, is_base: bool = False) -> Data:
        return Data(self.number, str(self.path), text, is_base)

    # ----------------------------------------------------------------------------------- from pages
    @property
    def _base_text(self) -> bytes:
        """The text to compare with: the saved one if the kept version no longer exists."""
        return (None if self.base == SAVED else self.versions.read(self.base)) or self.disk

    def _base(self, page: Listener, message: Base) -> None:
        self.base = message.of if message.of in self.versions.names else SAVED
        self.odds.say(self._data(self._base_text, is_base=True))
        self._tell(self._bases)

    def _keep(self, page: Listener, message: Keep) -> None:
        if not self.content:
            page.tell(Refused(-1, "there are no drawn cards to keep yet"))
            return
        try:
            name = self.versions.keep(message.name, self.content)
        except VersionError as fault:
            page.tell(Refused(-1, str(fault)))
        except OSError as fault:
            page.tell(
                Refused(
                    -1, f"the version cannot be written into {PLACE.as_posix()}: {fault.strerror}"
                )
            )
        else:
            self._base(page, Base(name))

    def _drop(self, page: Listener, message: Drop) -> None:
        try:
            self.versions.drop(message.name)
        except OSError as fault:
            page.tell(Refused(-1, f"'{message.name}' cannot be deleted: {fault.strerror}"))
        if self.base == message.name:
            self._base(page, Base(SAVED))
        else:
            self._tell(self._bases)

    @property
    def _bases(self) -> Bases:
        return Bases(self.base, [SAVED, *self.versions.names])

    def _sit(self, page: Listener, message: Sit) -> None:
        if message.saved is not None:
            self._go_on(page, message.saved)
            return
        self._clear()
        if self.content:
            self._begin(message)
        else:
            self._awaited = message
            page.tell(Remark("the game begins as soon as the cards are drawn"))

    def _begin(self, message: Sit) -> None:
        self.tables.say(self._data(self.content))
        self.tables.say(message)
        self.show(self.content, True)

    def _go_on(self, page: Listener, name: str) -> None:
        """Continue a saved game, with the cards it was played with."""
        if (saved := self._read_saved(page, name)) is not None:
            self._clear()
            self.tables.say(Record(*saved))
            self.show(saved[1].text, True)

    def _clear(self) -> None:
        """Forget the game at the table; friends keep their seats for the next one."""
        self.seen.clear()
        self.record = None
        for friend in self.seats.friends:
            friend.tell(Seated(friend.seat))

    def _watch(self, page: Listener, message: Watch) -> None:
        """Show a saved game, only to the page that asks for it."""
        if message.saved is None:
            self.watching.discard(page)
        elif message.saved in self.shown:
            self.watching.add(page)
            shown, data = self.shown[message.saved]
            self.show(data.text, False)
            self.tables.say(
                Rerun(
                    message.saved,
                    message.move,
                    shown.players,
                    shown.line_up,
                    shown.seed,
                    shown.game,
                    data,
                )
            )
        elif (saved := self._read_saved(page, message.saved)) is not None:
            self.watching.add(page)
            text, data = saved
            self.show(data.text, False)
            self.tables.say(Reel(message.saved, message.move, text, data))

    def _read_saved(self, page: Listener, name: str) -> tuple[str, Data] | None:
        """Read a saved game and the cards it was played with; report if that is impossible."""
        folder = self.path.parent / FOLDER
        try:
            if not _NAME.fullmatch(name):
                raise FileNotFoundError
            text = read_file(folder / name, self.path.parent, MOST_RECORD).decode()
            cards = read_file(folder / cards_named(text), self.path.parent, MAX_BYTES)
            return text, self._data(cards)
        except (OSError, UnicodeDecodeError):
            page.tell(
                Refused(-1, f"{FOLDER}/{name} or the cards that it was played with cannot be read")
            )
            return None

    def _take_seat(self, page: Listener, message: TakeSeat) -> None:
        if self.seats.is_given(message.seat):
            page.tell(Refused(-1, f"a friend has seat {message.seat + 1}: take it back first"))
            return
        self.pages[page] = message.seat
        self._show(page, message.seat)

    def _show(self, page: Listener, seat: int) -> None:
        """Send a page what a seat sees, if a person plays there."""
        if seat in self.seen:
            page.tell(self.seen[seat])

    def _at_table(self, page: Listener, message: Choose | Confirm | TakeBack) -> None:
        if message.seat == self.pages.get(page) and not self.seats.is_given(message.seat):
            self.tables.say(message)

    # -------------------------------------------------------------------------------------- friends
    def invite(self, page: Listener, message: Invite) -> None:
        """Give a seat to a friend."""
        if message.seat not in self.seen:
            page.tell(Refused(-1, f"no person plays at seat {message.seat + 1}"))
        elif message.seat == self.pages.get(page):
            page.tell(
                Refused(
                    -1,
                    f"you are looking from seat {message.seat + 1} yourself: choose another seat first",
                )
            )
        else:
            self.seats.give(message.seat)
            self.seats.tell(list(self.pages))

    def _withdraw(self, page: Listener, message: Withdraw) -> None:
        self.seats.take_back(message.seat)
        self.seats.tell(list(self.pages))

    def hear_friend(self, friend: Friend, message: Any) -> None:
        """Do what a friend requests for their seat."""
        if friend in self.seats.friends and friend.may_say(message):
            self.tables.say(message)

    def _lay_aside(self, page: Listener, message: LayAside) -> None:
        if not self.may_write:
            page.tell(
                Refused(-1, "this game comes with the tool, so nothing is written into its folder")
            )
        else:
            self.tables.say(message)

    def _trust(self, page: Listener, message: TrustRules) -> None:
        """Record the designer's consent to the rules that the page has shown, and play by them."""
        from rules_check.engine.consent import FILE, read_own_rules, trust

        try:
            rules = read_own_rules(self.path.parent)
            if rules and rules.digest == message.digest:
                trust(rules)
            else:
                page.tell(Refused(-1, f"{FILE} has changed: read it again"))
        except ProblemError as fault:
            page.tell(Refused(-1, str(fault)))
        except OSError as fault:
            page.tell(
                Refused(-1, f"your agreement to run rules.py cannot be saved: {fault.strerror}")
            )
        self.play_on()

    # --------------------------------------------------------------------------------- from engines
    def heard(self, message: object) -> None:
        """Pass on an engine's message: a seat's view only to its pages. Called on the engines'
        threads.
        """
        match message:
            case Seen():
                self.seen[message.seat] = message
                self._tell_seat(message)
            case Moment():
                for page in list(self.watching):
                    page.tell(message)
            case Record():
                self.record = message
                if message.is_asked:
                    self._save(message)
            case Refused():
                if message.seat < 0:
                    self.say(message.words, True)
                self._tell_seat(message)
            case EngineState(state="ready"):
                self.latest.pop(EngineState, None)
                self.latest.pop(OwnRules, None)
                self._tell(message)
            case Odds() | Worth() | Setting() | OwnRules() | EngineState():
                self.latest[type(message)] = message
                self._tell(message)

    def _tell_seat(self, message: Seen | Refused) -> None:
        """Send a message to the people in a seat: a friend's pages if it was given away, otherwise
        ours.
        """
        for page, seat in list(self.pages.items()):
            if seat == message.seat and not self.seats.is_given(seat):
                page.tell(message)
        for friend in list(self.seats.friends):
            friend.tell(message)

    def _tell(self, message: object) -> None:
        for page in list(self.pages):
            page.tell(message)

    def _save(self, record: Record) -> None:
        try:
            name = self._write(record)
        except OSError as fault:
            self.say(f"The game cannot be written into {FOLDER}: {fault.strerror}", True)
            return
        self.say(f"The game is saved as {FOLDER}/{name}.", False)
        self._tell(self._saved_games)

    def _write(self, record: Record, prefix: str = "") -> str:
        """Write a game and, once per card set, the cards it is played with; return the game's file
        name. Raises OSError.
        """
        folder, name = self.path.parent / FOLDER, next_name(self.path.parent, ENDING, prefix)
        cards = folder / cards_named(record.text)
        if not cards.exists():
            write_files({cards: record.data.text}, within=self.path.parent)
        try:
            replace_file(folder / name, record.text.encode(), None, within=self.path.parent)
        except ChangedMeanwhile:  # another studio has just written one with this number
            return self._write(record, prefix)
        return name

    def keep_moment(self) -> tuple[str, int]:
        """Save the game at the table for a note, and return its file's name and the number of
        moves; no name if there is none. Raises OSError.
        """
        record, (text, name) = self.record, self._noted
        if record is None:
            return "", 0
        if text != record.text:
            name = self._write(record, OF_NOTE)
            self._noted = record.text, name
        return name, record.moves

    @property
    def _saved_games(self) -> SavedGames:
        return SavedGames(saved_games(self.path.parent, self._saved_before))

    def _drop_game(self, page: Listener, message: DropGame) -> None:
        try:
            is_gone = self.may_write and drop_game(self.path.parent, message.name)
        except OSError as fault:
            page.tell(
                Refused(-1, f"{FOLDER}/{message.name[:40]} cannot be deleted: {fault.strerror}")
            )
            return
        if not is_gone:
            page.tell(Refused(-1, f"there is no saved game '{message.name[:40]}'"))
        self._tell(self._saved_games)


class NoGames(Games):
    """The games of a desk at which none are played, as what plays is not installed."""

    are_played = False

    def __init__(self, path: Path, seats: Seats) -> None:
        super().__init__(path, False, lambda words, is_fault: None, seats)

    def opened(self, page: Listener) -> None:
        self.pages[page] = 0
        self.seats.tell([page])

    def seat_of(self, page: Listener) -> int:
        return 0

    def drawn(self, number: int, content: bytes, has_rules: bool = True) -> None:
        pass

    def hear_friend(self, friend: Friend, message: Any) -> None:
        pass

    def invite(self, page: Listener, message: Invite) -> None:
        page.tell(Refused(-1, f"there is no seat {message.seat + 1}: set up a table first"))
