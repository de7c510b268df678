"""A process that plays: the odds of the cards being edited, or a table with people at it.

In: messages through a pipe. Out: the same way. Ends when the pipe closes, and with CHANGED if its
rules have been edited. Knows no page.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Literal

from generator.data.game import Game
from generator.data.installing import install_command
from generator.data.loading import load_game
from generator.data.problems import ProblemError
from rules_check.play.spawning import ignore_interrupts
from studio.protocol.played import (
    Balance,
    CheckGame,
    Data,
    EngineState,
    Held,
    Hold,
    Odds,
    OwnRules,
    Record,
    Reel,
    Refused,
    Rerun,
    Sit,
    TuneGame,
    Worth,
)

Sort = Literal["odds", "tables", "proofs"]
CHANGED = 3
"""The exit code of an engine whose rules have been edited."""
NICE = 10
COMPILING = "The rules are being compiled. This is done once for each version of the rules."
LOOK_SECONDS = 1.0
"""The interval between checks for edited rules."""
SAY_SECONDS, GROWTH = 0.25, 1.3
"""The interval at which odds are sent while games are played; they are also sent when there are
GROWTH times as many games.
"""


def run(sort: Sort, pipe: Connection) -> None:
    """Run an engine until the pipe closes."""
    ignore_interrupts()
    if sort != "tables" and hasattr(os, "nice"):
        os.nice(NICE)
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):
        ENGINES[sort](pipe.send).run(pipe)


class RulesEdited(Exception):
    """A signal that the files of the rules differ from those that were loaded."""


class Reader:
    """A reader of games from the contents of their files, which finds their rules. Compiles rules
    that are not compiled yet.
    """

    def __init__(self, sort: Sort, say: Callable[[Any], None]) -> None:
        self.sort, self.say = sort, say
        self.rules: Any = None
        self._files = dict[Path, int]()

    def read(self, data: Data) -> tuple[Game, Any]:
        """Return a game and its card set. Raises ProblemError, and RulesEdited if its rules are not
        the last game's.
        """
        game = load_game(Path(data.path), content=data.text)
        from rules_check.engine.game import rules_of
        from rules_check.engine.written import found_as

        rules = rules_of(game)
        if self.rules is not None and found_as(rules) != found_as(self.rules):
            raise RulesEdited
        cards = rules.cards_record(game)
        if self.rules is None:
            self._warm(rules, cards)
            self.rules = rules
        return game, cards

    def _warm(self, rules: Any, cards: Any) -> None:
        from rules_check.engine.innards import spare_linear_algebra
        from rules_check.engine.warming import is_cold, warm

        spare_linear_algebra()
        home = Path(rules.__file__).resolve()
        self._files = _stamps(home.parent if home.name == "__init__.py" else home)
        if read_from := getattr(rules, "read_from", None):
            self._files |= _stamps(read_from)
        if is_cold(rules):
            self.say(EngineState(self.sort, "compiling", COMPILING))
            warm(rules, cards, self._tell_reached)
        self.say(EngineState(self.sort, "ready"))

    def _tell_reached(self, reached: Any) -> None:
        words = f"{COMPILING} {reached.words[:1].upper()}{reached.words[1:]}."
        self.say(EngineState(self.sort, "compiling", words, reached.share))

    def look(self) -> None:
        """Raise RulesEdited if the files of the rules have changed."""
        if any(_stamps(path).get(path) != stamp for path, stamp in self._files.items()):
            raise RulesEdited


def _stamps(place: Path) -> dict[Path, int]:
    """Record when each file of rules was written."""
    stamps = {}
    for path in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
        try:
            stamps[path] = path.stat().st_mtime_ns
        except OSError:
            stamps[path] = 0
    return stamps


class _Engine:
    """What both engines share: receive messages, and check whether the rules are unchanged."""

    sort: Sort

    def __init__(self, say: Callable[[Any], None]) -> None:
        self.say = say
        self.reader = Reader(self.sort, say)
        self._next_look = 0.0

    def run(self, pipe: Connection) -> None:
        """Receive messages and work until the pipe closes, or None comes."""
        try:
            while True:
                while pipe.poll(0 if self.has_work else LOOK_SECONDS):
                    if (message := pipe.recv()) is None:
                        return
                    self.hear(message)
                if time.monotonic() > self._next_look:
                    self._next_look = time.monotonic() + LOOK_SECONDS
                    self.reader.look()
                if self.has_work:
                    self.work()
        except RulesEdited:
            sys.exit(CHANGED)

    @property
    def has_work(self) -> bool:
        return False

    def hear(self, message: Any) -> None:
        raise NotImplementedError

    def work(self) -> None:
        """Do a small part of the work."""

    @contextmanager
    def refusing(self, seat: int) -> Iterator[None]:
        """Refuse what a seat asks for if it raises ProblemError or ValueError."""
        try:
            yield
        except ProblemError as fault:
            self.say(Refused(seat, fault.problems[0].message))
        except ValueError as fault:
            self.say(Refused(seat, str(fault)))


FAULTY: Literal["faulty"] = "faulty"
_STATES: dict[str, Literal["none", "untrusted", "faulty"]] = {
    "no-rules": "none",
    "untrusted-rules": "untrusted",
}
"""The state of an engine without usable rules, by the code of the problem; FAULTY for all others.
"""


class OddsEngine(_Engine):
    """The engine that plays the cards being edited against their base."""

    sort = "odds"

    def __init__(self, say: Callable[[Any], None]) -> None:
        super().__init__(say)
        self._asked = Balance()
        self._new: Any = None
        self._base: Any = None
        self._weighing: Any = None
        self._setting: Any = None
        self._seq, self._is_held, self._is_faulty = 0, False, False
        self._told_at, self._told_games = 0.0, 0

    @property
    def has_work(self) -> bool:
        return self._weighing is not None and not self._is_held and not self._weighing.is_done

    def hear(self, message: Any) -> None:
        """Handle a message: other cards, another base, other players, or a pause."""
        if isinstance(message, Hold):
            self._is_held = True
            self.say(Held(message.seq))
            return
        with self.refusing(-1):
            try:
                self._take(message)
            except ProblemError as fault:
                self._is_faulty, problem = True, fault.problems[0]
                if problem.code == "untrusted-rules":
                    self._show_rules(Path(message.path).parent)
                state = _STATES.get(problem.code, FAULTY)
                self.say(EngineState(self.sort, state, problem.message))
            else:
                if self._is_faulty:
                    self._is_faulty = False
                    self.say(EngineState(self.sort, "ready"))

    def _show_rules(self, folder: Path) -> None:
        """Show the rules beside the cards before they are allowed to run."""
        from rules_check.engine.consent import read_own_rules

        with suppress(ProblemError, OSError):  # they are others by now, which the next look tells
            if rules := read_own_rules(folder):
                self.say(OwnRules(rules.digest, rules.lines, rules.text))

    def _take(self, message: Balance | Data) -> None:
        from studio.play.odds import Version, Weighing

        asked = self._asked
        if isinstance(message, Balance):
            asked = message
        else:
            version = Version(*self.reader.read(message))
            if message.is_base:
                self._base = version
            else:
                self._new, self._seq, self._is_held = version, message.seq, False
        if self._new is None:
            self._asked = asked
            return
        if self._weighing is None:
            self._weighing = Weighing(self.reader.rules)
        self._weighing.set_out(
            self._new, self._base or self._new, asked.players, asked.line_up, asked.rulings
        )
        self._asked, self._told_at, self._told_games = asked, 0.0, 0
        if self._setting != self._weighing.setting:
            self._setting = self._weighing.setting
            self.say(self._setting)
        if self._weighing.is_telling:
            self._tell()

    def work(self) -> None:
        """Play a batch, and send the results so far whenever that is worthwhile."""
        weighing = self._weighing
        weighing.play()
        games = weighing.pairs + weighing.new.blind
        is_time = (
            games > GROWTH * self._told_games or time.monotonic() > self._told_at + SAY_SECONDS
        )
        if weighing.is_telling and (is_time or weighing.is_done):
            self._tell()

    def _tell(self) -> None:
        weighing = self._weighing
        self._told_at, self._told_games = time.monotonic(), weighing.pairs + weighing.new.blind
        odds: Odds = weighing.odds(self._seq)
        self.say(odds)
        if weighing.new.blind:
            worth: Worth = weighing.worth(self._seq)
            self.say(worth)


class TablesEngine(_Engine):
    """The engine of the table: a game that people play, with machines in empty seats."""

    sort = "tables"

    def __init__(self, say: Callable[[Any], None]) -> None:
        super().__init__(say)
        self._data: Data | None = None
        self._table: Any = None
        self._showing: Any = None
        self._shown = "", ""
        """The name and the text of the game that is shown."""
        self._rerun: Rerun | None = None
        self._reel: Any = None

    def hear(self, message: Any) -> None:
        """Handle a message, and return what each seat then sees."""
        with self.refusing(getattr(message, "seat", -1)):
            for answer in self._told(message):
                self.say(answer)

    def _told(self, message: Any) -> list[Any]:
        from studio.play.tables import Showing, Table, replayed

        match message:
            case Rerun():
                if self._rerun != replace(message, move=0):
                    self._rerun = replace(message, move=0)
                    self._reel = replayed(self.reader, message)
                return self._told(replace(self._reel, move=message.move))
            case Reel():
                if self._shown != (message.saved, message.text):
                    self._showing = Showing(self.reader, message)
                    self._shown = message.saved, message.text
                return [self._showing.at(message.move)]
            case Data():
                self._data = message
                if self.reader.rules is None:
                    self.reader.read(message)
                return []
            case Record():
                self._table = Table.resumed(self.reader, message)
            case Sit() if self._data is not None:
                self._table = Table.begun(self.reader, self._data, message)
            case _ if self._table is None:
                raise ValueError("there is no game at the table")
            case _:
                return list(self._table.hear(message))
        return list(self._table.told())


class ProofsEngine(_Engine):
    """The engine that checks the cards or searches for better numbers; it receives no messages
    meanwhile.
    """

    sort = "proofs"

    def __init__(self, say: Callable[[Any], None]) -> None:
        super().__init__(say)
        self._data: Data | None = None

    def hear(self, message: Any) -> None:
        """Carry out the request, and send the result."""
        if isinstance(message, Data):
            self._data = message
        if self._data is None or not isinstance(message, CheckGame | TuneGame):
            return
        with self.refusing(-1):
            try:
                from studio.play.proving import check, tune

                if isinstance(message, CheckGame):
                    self.say(check(self.reader, self._data, message, self.say))
                else:
                    self.say(tune(self.reader, self._data, message, self.say))
            except ModuleNotFoundError as missing:
                raise ValueError(
                    f"tuning needs {missing.name}, from the extra 'tune': {install_command('tune')}"
                ) from None


ENGINES: dict[Sort, type[_Engine]] = {
    "odds": OddsEngine,
    "tables": TablesEngine,
    "proofs": ProofsEngine,
}
