"""The playtest log: games that people played, in one SQLite file beside cards.yaml, to set against the simulated ones.

In: plays as people write them up, a spreadsheet's rows, what `check` measured. Out: `Play` values, the file, rows and plain data, and
what people and bots disagree about. Knows SQLite and nothing else of the machine; plays nothing, needs neither numpy nor numba.

The file has a rollback journal and `synchronous=EXTRA`, not WAL: it is one file that can be copied, mailed and kept in a synchronised
folder, and an entry that was acknowledged outlives a crash and a power cut. It comes into being whole, by a link to a finished file, so
no half-made log is ever found.

Which version of the cards a play was made with is told by `data_of`, and by no other hash there is: `Game.data_hash` is of the file's
bytes, so that mending a comma would make strangers of all plays before it; `rules_check.play.record.data_hash` needs a game with rules and
the half-second that numba takes to load. `data_of` hashes all that rules can read, words and pictures left out, from the `Game` alone.
"""

from __future__ import annotations

import contextlib
import csv
import datetime
import errno
import hashlib
import io
import json
import math
import os
import re
import sqlite3
import statistics
import tempfile
import threading
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from generator.data.problems import Place, Problem, ProblemError, Problems, closest, did_you_mean, one_of

if TYPE_CHECKING:
    from generator.data.game import Game

LOG_FILE = "playtests.sqlite"
APPLICATION_ID = 0x45504C47  # "EPLG": how the file says whose it is
SCHEMA_VERSION = 1
WAIT_SECONDS = 15.0
"""How long to wait while another process writes."""

MOST_PLAYERS, MOST_MINUTES, MOST_ROUNDS, MOST_SCORE, MOST_REMARKS = 20, 10_000, 10_000, 10**9, 200
MOST_NAME, MOST_REMARK, MOST_NOTE = 60, 500, 2000
MOST_BYTES = 8_000_000
FIRST_DATE = datetime.date(1900, 1, 1)

_SCHEMA = """
CREATE TABLE play (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game TEXT NOT NULL,
    version TEXT NOT NULL,
    data TEXT NOT NULL,
    date TEXT NOT NULL,
    minutes INTEGER NOT NULL CHECK (typeof(minutes) = 'integer' AND minutes BETWEEN 1 AND 10000),
    rounds INTEGER CHECK (rounds IS NULL OR (typeof(rounds) = 'integer' AND rounds BETWEEN 1 AND 10000)),
    note TEXT NOT NULL
);
CREATE TABLE seat (
    play INTEGER NOT NULL REFERENCES play (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL CHECK (seat >= 1),
    name TEXT NOT NULL CHECK (name <> ''),
    won INTEGER NOT NULL CHECK (won IN (0, 1)),
    score INTEGER CHECK (score IS NULL OR typeof(score) = 'integer'),
    PRIMARY KEY (play, seat)
);
CREATE TABLE remark (
    play INTEGER NOT NULL REFERENCES play (id) ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number >= 1),
    card TEXT NOT NULL CHECK (card <> ''),
    text TEXT NOT NULL CHECK (text <> ''),
    PRIMARY KEY (play, number)
);
"""


class Remark(NamedTuple):
    """What somebody said of a card."""

    card: str
    text: str


@dataclass(frozen=True)
class Play:
    """One game that people played. `players` are in the order of their seats; `number` is 0 until it is logged.

    `data` is `data_of` the cards it was played with, '' where nobody knows. `scores` are in the order of the players.
    """

    players: tuple[str, ...]
    winners: tuple[str, ...]
    minutes: int
    date: str
    rounds: int | None = None
    scores: tuple[int, ...] | None = None
    remarks: tuple[Remark, ...] = ()
    note: str = ""
    game: str = ""
    version: str = ""
    data: str = ""
    number: int = field(default=0, compare=False)

    def as_json(self) -> dict[str, object]:
        """Give the play as plain data."""
        return {
            "number": self.number,
            "date": self.date,
            "players": list(self.players),
            "winners": list(self.winners),
            "minutes": self.minutes,
            "rounds": self.rounds,
            "scores": list(self.scores) if self.scores else None,
            "remarks": [{"card": card, "text": text} for card, text in self.remarks],
            "note": self.note,
            "game": self.game,
            "version": self.version,
            "data": self.data,
        }


# ---------------------------------------------------------------- which version of the cards

_WORDS = {"text", "line", "colour", "icon", "image"}
"""Types of fields that no rule reads: how a card reads and looks."""


def data_of(game: Game) -> str:
    """Hash all of a game that rules can read; 16 hexadecimal digits. Words, pictures, layout and comments do not count."""
    told: dict[str, object] = {
        "plays": game.plays,
        "players": _bare(game.context["game"]["players"]) if "players" in game.info else None,
    }
    for section, kinds in (("tables", "tables"), ("cards", "kinds")):
        tables = game.context[section]
        for name in game.root[kinds].items if kinds in game.root.items else ():
            fields = game.root[kinds][name].items.get("fields")
            types = {key: str(node.value) for key, node in fields.items.items()} if fields else {}
            read = sorted(key for key, type_ in types.items() if not _is_words(type_))
            told[f"{section} {name}"] = [
                [row["id"], _copies(row), {key: _bare(row[key]) for key in read if key in row}] for row in tables[name]
            ]
    told["components"] = [[one.id, one.count] for one in game.components]
    rules = game.root.items.get("rules")
    told["rules"] = rules.data() if rules else None
    told["rulings"] = {ruling["id"]: ruling["choice"] for ruling in _rulings(game)}
    text = json.dumps(told, sort_keys=True, ensure_ascii=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _copies(row: Any) -> int:
    return (row["copies"] or 1) if "copies" in row else 1


def _rulings(game: Game) -> list[dict[str, object]]:
    rulings = game.context["rulings"]
    names = game.root["rulings"].items if "rulings" in game.root.items else {}
    return [{"id": name, "choice": rulings[name]["choice"]} for name in sorted(names)]


def _is_words(type_: str) -> bool:
    found = re.search(r"[a-z]+", type_)
    return "|" not in type_ and found is not None and found[0] in _WORDS


def _bare(value: Any) -> object:
    """Write a value of the game as plain data; an entry of a table as its id."""
    if isinstance(value, tuple | list):
        return [_bare(one) for one in value]
    return value if value is None or isinstance(value, bool | int | float | str) else str(value)


# ---------------------------------------------------------------- what people write


@dataclass(frozen=True)
class Fault:
    """What is wrong with one thing that was said of a play. `message` completes "'minutes' …"."""

    field: str
    message: str
    hint: str | None = None


class PlayError(ValueError):
    """What was written up is no play; carries all its faults."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("; ".join(f"'{one.field}' {one.message}" for one in faults))
        self.faults = tuple(faults)


@dataclass(frozen=True)
class Cards:
    """What the log has to know of a game: what it is called, and its cards by id with their names."""

    game: str
    version: str
    data: str
    names: Mapping[str, str]
    players: tuple[int, ...] = ()
    """How many can play it; empty where the game does not say."""

    def oddities(self, play: Play) -> Iterator[str]:
        """Say what is unlikely to have been so: it is logged all the same, for people play by rules of their own."""
        if self.players and len(play.players) not in self.players:
            yield f"{self.game} is for {self.players[0]} to {self.players[-1]} players, and {len(play.players)} played"
        scores = dict(zip(play.players, play.scores or (), strict=False))
        if scores and any(scores[name] < max(scores.values()) for name in play.winners):
            first = max(scores, key=lambda name: scores[name])
            yield f"{' and '.join(play.winners)} won, and {first} scored most"

    @classmethod
    def of(cls, game: Game) -> Cards:
        names = {id_: str(card.record["name"]) if "name" in card.record else id_ for id_, card in game.cards.items()}
        fewest, most = (game.info.players or (1, 0)) if "players" in game.info else (1, 0)
        return cls(game.title, game.version, data_of(game), names, tuple(range(fewest, most + 1)))


_NUMBER, _SCORE, _DATE = re.compile("[0-9]{1,9}"), re.compile("[-−]?[0-9]{1,10}"), re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_DATA, _CARD = re.compile("[0-9a-f]{16}"), re.compile("[a-z0-9]+(?:[-_][a-z0-9]+)*")
_UNSEEN = {"Cc", "Cs", "Zl", "Zp"}  # control characters, halves of characters, separators of lines
_TURNS = set("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")  # these turn the direction of writing


def _is_unseen(letter: str) -> bool:
    return unicodedata.category(letter) in _UNSEEN or letter in _TURNS


def shown(text: str) -> str:
    """Give a text as it may be shown: what would steer a terminal is replaced."""
    return "".join("�" if _is_unseen(letter) else letter for letter in text)


class _Checker:
    """Read what was said of one play; every fault is collected."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []

    def wrong(self, name: str, message: str, hint: str | None = None) -> None:
        self.faults.append(Fault(name, message, hint))

    def text(self, name: str, text: str, most: int) -> str:
        clean = unicodedata.normalize("NFC", text.strip())
        if any(_is_unseen(letter) for letter in clean):
            self.wrong(name, f"has a control character in '{shown(clean)[:40]}'", "write it on one line, in plain letters")
            return ""
        if len(clean) > most:
            self.wrong(name, f"expected at most {most} letters, found {len(clean)}")
        return clean

    def number(self, name: str, text: str, most: int) -> int | None:
        clean = text.strip()
        if not clean:
            return None
        if not (_NUMBER.fullmatch(clean) and clean.isascii() and 1 <= int(clean) <= most):
            self.wrong(name, f"expected a whole number from 1 to {most}, found '{shown(clean)[:40]}'")
            return None
        return int(clean)

    def names(self, name: str, text: str) -> list[str]:
        found = [self.text(name, part, MOST_NAME) for part in re.split("[,;]", text)] if text.strip() else []
        if any(not one for one in found) and not self.faults:
            self.wrong(
                name, f"expected names with commas between them, found '{shown(text.strip())[:60]}'", "is there a comma too many?"
            )
        return [one for one in found if one]

    def players(self, text: str) -> list[str]:
        found = self.names("players", text)
        if not found and not self.faults:
            self.wrong("players", "expected the names of who played, with commas between them", "in the order of their seats")
        if len(found) > MOST_PLAYERS:
            self.wrong("players", f"expected at most {MOST_PLAYERS} players, found {len(found)}")
        twice = [name for name, times in Counter(one.casefold() for one in found).items() if times > 1]
        for one in twice:
            both = " and ".join(dict.fromkeys(name for name in found if name.casefold() == one))
            self.wrong("players", f"names '{both}' twice", "tell them apart, as 'Ann B' and 'Ann K'")
        return found

    def winners(self, text: str, players: list[str]) -> list[str]:
        found = self.names("winner", text)
        if not found and not any(one.field == "winner" for one in self.faults):
            self.wrong("winner", "expected who won", "several with commas, if they share it")
        known, won = {name.casefold(): name for name in players}, list[str]()
        for one in found:
            name = known.get(one.casefold())
            if name in won:
                self.wrong("winner", f"names '{name}' twice")
            elif name:
                won.append(name)
            elif players:
                self.wrong("winner", f"'{one}' is not among the players; expected {one_of(players)}", did_you_mean(one, players))
        return sorted(won, key=players.index)

    def scores(self, text: str, players: list[str]) -> tuple[int, ...] | None:
        if not text.strip():
            return None
        found = [part.strip().replace("−", "-") for part in re.split("[,;]", text)]
        wrong = [one for one in found if not (_SCORE.fullmatch(one) and one.isascii() and abs(int(one)) <= MOST_SCORE)]
        if wrong:
            self.wrong("scores", f"expected whole numbers with commas between them, found '{shown(wrong[0])[:40]}'")
            return None
        if players and len(found) != len(players):
            self.wrong("scores", f"expected {len(players)} numbers, one a player, found {len(found)}")
            return None
        return tuple(map(int, found))

    def date(self, text: str, today: datetime.date) -> str:
        clean = text.strip()
        if clean.casefold() in ("", "today"):
            return today.isoformat()
        if clean.casefold() == "yesterday":
            return (today - datetime.timedelta(days=1)).isoformat()
        try:
            found = datetime.date.fromisoformat(clean) if _DATE.fullmatch(clean) and clean.isascii() else None
        except ValueError:
            found = None
        if found is None:
            self.wrong(
                "date", f"expected a day such as {today.isoformat()}, found '{shown(clean)[:40]}'", "year, month, day, with hyphens"
            )
        elif found > today + datetime.timedelta(days=1):  # elsewhere it may be tomorrow
            self.wrong("date", f"expected a day that has been, found {clean}", "is the year right?")
        elif found < FIRST_DATE:
            self.wrong("date", f"expected a day after {FIRST_DATE}, found {clean}", "is the year right?")
        return clean

    def remarks(self, said: Sequence[str], names: Mapping[str, str] | None) -> tuple[Remark, ...]:
        found = []
        if len(said) > MOST_REMARKS:
            self.wrong("remark", f"expected at most {MOST_REMARKS} remarks, found {len(said)}")
        for one in said[:MOST_REMARKS]:
            head, colon, tail = one.partition(":")
            card, text = self.text("remark", head, MOST_NAME), self.text("remark", tail, MOST_REMARK)
            if not colon or not card or not text:
                if not (colon and any(fault.field == "remark" for fault in self.faults)):
                    self.wrong(
                        "remark",
                        f"expected a card's id, a colon and what was said, found '{shown(one.strip())[:60]}'",
                        "as in 'troll: nobody wanted it'",
                    )
                continue
            id_ = card if names is None else self._card(card, names)
            if names is None and not _CARD.fullmatch(card):
                self.wrong("remark", f"expected the id of a card, found '{card}'")
            if id_:
                found.append(Remark(id_, text))
        return tuple(found)

    def _card(self, word: str, names: Mapping[str, str]) -> str | None:
        """Find the card that a word means: by its id or, if no other card has it, its name."""
        if word in names:
            return word
        meant = [id_ for id_, name in names.items() if word.casefold() in (id_, name.casefold())]
        if len(meant) == 1:
            return meant[0]
        near = closest(word, [*names, *names.values()])
        near = next((id_ for id_, name in names.items() if near in (id_, name)), None) if near else None
        self.wrong(
            "remark", f"there is no card '{word}'", f"did you mean '{near}'?" if near else "a remark begins with a card's id"
        )
        return None


def checked_play(said: Mapping[str, str], remarks: Sequence[str], cards: Cards, today: datetime.date) -> Play:
    """Make a play of what was said of it: players, winner, minutes, rounds, scores, date, note. Raises PlayError with all faults.

    `data`, `version` and `game` are taken from the cards where nothing is said of them; remarks on cards of another version are not
    looked up, for the card may be gone.
    """
    check = _Checker()
    data = said.get("data", cards.data).strip()
    if data and not _DATA.fullmatch(data):
        check.wrong("data", f"expected 16 hexadecimal digits, found '{shown(data)[:40]}'", "leave it empty if you do not know")
    players = check.players(said.get("players", ""))
    winners = check.winners(said.get("winner", ""), players)
    minutes = check.number("minutes", said.get("minutes", ""), MOST_MINUTES)
    if minutes is None and not any(one.field == "minutes" for one in check.faults):
        check.wrong("minutes", f"expected how long it took, a whole number from 1 to {MOST_MINUTES}")
    play = Play(
        players=tuple(players),
        winners=tuple(winners),
        minutes=minutes or 0,
        date=check.date(said.get("date", ""), today),
        rounds=check.number("rounds", said.get("rounds", ""), MOST_ROUNDS),
        scores=check.scores(said.get("scores", ""), players),
        remarks=check.remarks(remarks, cards.names if data in ("", cards.data) else None),
        note=check.text("note", said.get("note", ""), MOST_NOTE),
        game=check.text("game", said.get("game", ""), MOST_NOTE) or cards.game,
        version=check.text("version", said.get("version", cards.version), MOST_NAME),
        data=data,
    )
    if check.faults:
        raise PlayError(check.faults)
    return play


# ---------------------------------------------------------------- the file

_TURN = threading.RLock()  # closing a file by hand drops the locks that SQLite holds on it elsewhere in this process
_HEADER = b"SQLite format 3\0"
_SHARED = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_DENIED = {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_AUTH}
_BROKEN = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_MISMATCH}


def _broken(path: Path, message: str, hint: str | None = None) -> ProblemError:
    return ProblemError(Problem("broken-log", message, Place(str(path)), hint))


def _refused(path: Path, advice: str, left: str = "The log is as it was.") -> OSError:
    fault = OSError(0, advice, str(path))
    fault.left = left  # type: ignore[attr-defined]
    return fault


@contextlib.contextmanager
def _speaking(path: Path) -> Iterator[None]:
    """Turn what SQLite says into problems with the file, or into what the machine refused."""
    try:
        yield
    except sqlite3.Error as fault:
        code = getattr(fault, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
        if code in _SHARED:
            raise _refused(
                path, f"another program has been writing to it for {WAIT_SECONDS:.0f} seconds; close it and try again"
            ) from None
        if code in _DENIED:
            raise _refused(path, "permission denied; name another file with --log") from None
        if code == sqlite3.SQLITE_FULL:
            raise _refused(path, "the disk is full; free some space") from None
        if code == sqlite3.SQLITE_IOERR:
            raise _refused(path, "the disk refuses; is it full, or gone?") from None
        if code == sqlite3.SQLITE_NOMEM:
            raise MemoryError from None
        if code in _BROKEN:
            raise _broken(
                path, f"the playtest log is damaged: {fault}", "take it from a backup; the file is left as it is"
            ) from None
        raise


def _blank() -> bytes:
    """Make an empty log, as the bytes of its file."""
    with contextlib.closing(sqlite3.connect(":memory:")) as database:
        database.executescript(f"PRAGMA application_id={APPLICATION_ID}; PRAGMA user_version={SCHEMA_VERSION}; {_SCHEMA}")
        return database.serialize()


def _tables(database: sqlite3.Connection) -> set[tuple[str, str, str]]:
    """List the tables, triggers and views of a file, by sort, name and definition."""
    found = database.execute(
        "SELECT type, name, sql FROM sqlite_master WHERE type <> 'index' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
    )
    return {(str(sort), str(name), str(sql)) for sort, name, sql in found}


def _make(path: Path, shown_as: Path) -> None:
    """Make an empty log, whole, where there is no file; one that another process makes first is as good."""
    handle, temporary = -1, ""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        mask = os.umask(0)
        os.umask(mask)
        handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(_blank())
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).chmod(0o666 & ~mask)
        with contextlib.suppress(FileExistsError):
            try:
                os.link(temporary, path)
            except FileExistsError:
                raise
            except OSError:  # a disk without links, such as a memory stick
                with path.open("xb") as file:
                    file.write(_blank())
                    file.flush()
                    os.fsync(file.fileno())
    except OSError as fault:
        denied = "permission denied; name another file with --log"
        full = "the disk is full; free some space"
        inside = "a part of that path is a file; name another with --log"
        advice = {
            errno.EACCES: denied,
            errno.EPERM: denied,
            errno.EROFS: denied,
            errno.ENOSPC: full,
            errno.EDQUOT: full,
            errno.EFBIG: full,
            errno.ENOTDIR: inside,
            errno.EEXIST: inside,
        }
        raise _refused(shown_as, advice.get(fault.errno or 0, fault.strerror or str(fault)), "Nothing was logged.") from None
    finally:
        if temporary:
            Path(temporary).unlink(missing_ok=True)


class Logbook:
    """A log that is open. Every change is one transaction: when a method has returned, it is on the disk."""

    def __init__(self, path: Path, create: bool = False) -> None:
        """Open a log, or make one. Raises ProblemError for a file that is none, which stays untouched, and OSError."""
        self.path = path
        path = path.resolve()
        if create and not path.exists():
            _make(path, self.path)
        with _TURN:
            self._check_header(path)
        with _speaking(self.path):
            self.database = sqlite3.connect(f"{path.as_uri()}?mode=rw", uri=True, isolation_level=None, timeout=WAIT_SECONDS)
        try:
            with _speaking(self.path):
                self.database.execute("PRAGMA trusted_schema=OFF")
                self.database.execute("PRAGMA synchronous=EXTRA")
                self.database.execute("PRAGMA foreign_keys=ON")
                self._check()
        except BaseException:
            self.close()
            raise

    def _check_header(self, path: Path) -> None:
        """Refuse a file that is no log of ours before SQLite opens it, for SQLite would tidy up in a foreign one."""
        if path.exists() and not path.is_file():
            raise _broken(self.path, "a folder or a device is where the playtest log should be", "name another file with --log")
        try:
            with path.open("rb") as file:
                head = file.read(100)
        except OSError as fault:
            fault.filename = str(self.path)
            fault.is_reading = True  # type: ignore[attr-defined]
            raise
        hint = "the file is left as it is; name another with --log"
        if not head:
            raise _broken(self.path, "the file is empty, and no playtest log", "delete it, or name another with --log")
        if len(head) < 100 or not head.startswith(_HEADER):
            raise _broken(self.path, "this is no playtest log of emporium-pnp", hint)
        version, application = (int.from_bytes(head[at : at + 4], "big") for at in (60, 68))
        if application != APPLICATION_ID:
            raise _broken(self.path, "this is a database of another program, and no playtest log of emporium-pnp", hint)
        if version > SCHEMA_VERSION:
            raise ProblemError(
                Problem(
                    "newer-log",
                    f"the playtest log was written by a newer emporium-pnp (form {version}, this one reads {SCHEMA_VERSION})",
                    Place(str(self.path)),
                    "update emporium-pnp; the file is left as it is",
                )
            )
        if version < 1:
            raise _broken(self.path, "the playtest log does not say which form it has", hint)

    def _check(self) -> None:
        hint = "take it from a backup; the file is left as it is"
        sound = [str(row[0]) for row in self.database.execute("PRAGMA integrity_check(1)")]
        if sound != ["ok"]:
            raise _broken(self.path, f"the playtest log is damaged: {shown(sound[0] if sound else '')[:200]}", hint)
        found = _tables(self.database)
        with contextlib.closing(sqlite3.connect(":memory:")) as fresh:
            fresh.executescript(_SCHEMA)
            lost = _tables(fresh) - found
        if lost:
            raise _broken(self.path, f"the playtest log lacks its table '{min(lost)[1]}', or has another in its place", hint)
        if any(sort == "trigger" for sort, _, _ in found):
            raise _broken(self.path, "the playtest log has a trigger, which emporium-pnp never makes", hint)

    def __enter__(self) -> Logbook:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self.database.close()

    @contextlib.contextmanager
    def _transaction(self, sort: str = "DEFERRED") -> Iterator[None]:
        with _TURN, _speaking(self.path):
            self.database.execute(f"BEGIN {sort}")
            try:
                yield
                self.database.execute("COMMIT")
            except BaseException:
                if self.database.in_transaction:
                    with contextlib.suppress(sqlite3.Error):  # the cause matters more; the journal undoes it in any case
                        self.database.execute("ROLLBACK")
                raise

    def add(self, plays: Iterable[Play]) -> list[int]:
        """Log plays, all or none; gives their numbers."""
        numbers = []
        with self._transaction("IMMEDIATE"):
            for play in plays:
                row = (play.game, play.version, play.data, play.date, play.minutes, play.rounds, play.note)
                cursor = self.database.execute(
                    "INSERT INTO play (game, version, data, date, minutes, rounds, note) VALUES (?, ?, ?, ?, ?, ?, ?)", row
                )
                number = int(cursor.lastrowid or 0)
                scores = play.scores or (None,) * len(play.players)
                self.database.executemany(
                    "INSERT INTO seat (play, seat, name, won, score) VALUES (?, ?, ?, ?, ?)",
                    [
                        (number, seat, name, int(name in play.winners), score)
                        for seat, (name, score) in enumerate(zip(play.players, scores, strict=True), 1)
                    ],
                )
                self.database.executemany(
                    "INSERT INTO remark (play, number, card, text) VALUES (?, ?, ?, ?)",
                    [(number, at, card, text) for at, (card, text) in enumerate(play.remarks, 1)],
                )
                numbers.append(number)
        return numbers

    def remove(self, number: int) -> bool:
        """Take a play out; says whether there was one. Its number is not given again."""
        with self._transaction("IMMEDIATE"):
            return self.database.execute("DELETE FROM play WHERE id = ?", (number,)).rowcount > 0

    def plays(self) -> list[Play]:
        """List all plays, newest first. Raises ProblemError where an entry makes no sense."""
        seats, remarks = defaultdict[int, list[Any]](list), defaultdict[int, list[Remark]](list)
        with self._transaction():
            rows = self.database.execute("SELECT id, game, version, data, date, minutes, rounds, note FROM play").fetchall()
            for play, name, won, score in self.database.execute("SELECT play, name, won, score FROM seat ORDER BY play, seat"):
                seats[play].append((shown(str(name)), won, score))
            for play, card, text in self.database.execute("SELECT play, card, text FROM remark ORDER BY play, number"):
                remarks[play].append(Remark(shown(str(card)), shown(str(text))))
        found = []
        for number, game, version, data, date, minutes, rounds, note in rows:
            who = seats[number]
            if not who or not any(won for _, won, _ in who) or not _DATE.fullmatch(str(date)):
                raise _broken(
                    self.path,
                    f"the playtest log is damaged: play {number} has no players, no winner or no date",
                    "take it from a backup, or mend it with a program for SQLite files",
                )
            scores = tuple(score for _, _, score in who)
            found.append(
                Play(
                    tuple(name for name, _, _ in who),
                    tuple(name for name, won, _ in who if won),
                    minutes,
                    str(date),
                    rounds,
                    None if None in scores else scores,
                    tuple(remarks[number]),
                    shown(str(note)),
                    shown(str(game)),
                    shown(str(version)),
                    shown(str(data)),
                    number,
                )
            )
        return sorted(found, key=lambda play: (play.date, play.number), reverse=True)


def read_plays(path: Path) -> list[Play]:
    """List the plays of a log, newest first; none where there is no file."""
    if not path.resolve().exists():
        return []
    with Logbook(path) as book:
        return book.plays()


# ---------------------------------------------------------------- spreadsheets

COLUMNS = ("number", "date", "players", "winner", "minutes", "rounds", "scores", "remarks", "note", "game", "version", "data")
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
_FORMULA, _QUOTED_FORMULA = re.compile(r"'*[=+\-@]"), re.compile(r"\A'+[=+\-@]")


def _guarded(text: str) -> str:
    """Keep a spreadsheet from taking a text for a formula."""
    return f"'{text}" if _FORMULA.match(text) else text


def to_csv(plays: Iterable[Play]) -> str:
    """Write plays as a spreadsheet's rows; `from_csv` reads them again. Several names are in one cell, remarks one a line."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for play in plays:
        remarks = "\n".join(f"{card}: {text}" for card, text in play.remarks)
        writer.writerow(
            [
                play.number,
                play.date,
                _guarded(", ".join(play.players)),
                _guarded(", ".join(play.winners)),
                play.minutes,
                "" if play.rounds is None else play.rounds,
                ", ".join(map(str, play.scores or ())),
                remarks,
                _guarded(play.note),
                _guarded(play.game),
                _guarded(play.version),
                play.data,
            ]
        )
    return out.getvalue()


def to_json(plays: Iterable[Play]) -> str:
    """Write plays as one JSON object."""
    return (
        json.dumps({"format": "emporium-pnp log 1", "plays": [one.as_json() for one in plays]}, indent=2, ensure_ascii=False) + "\n"
    )


class _Cell(NamedTuple):
    text: str
    place: Place


def _rows(text: str, mark: str, file: str) -> Iterator[list[_Cell]]:
    """Split a CSV text into rows of cells with their places. Raises ProblemError at a quote that is never closed."""
    at, line, begin, row = 0, 1, 0, list[_Cell]()
    plain = re.compile(f"[^{re.escape(mark)}\n]*")
    while at < len(text) or row:
        start, place = at, Place(file, line, at - begin + 1)
        if text[at : at + 1] == '"':
            closing = re.compile(r'"((?:[^"]|"")*)"').match(text, at)
            if closing is None:
                raise ProblemError(
                    Problem("bad-play", "a quote is opened here and never closed", place, 'a quote within a cell is doubled: ""')
                )
            value, at = closing[1].replace('""', '"'), closing.end()
            if "\n" in value:
                line, begin = line + value.count("\n"), text.rindex("\n", start, at) + 1
            if text[at : at + 1] not in ("", mark, "\n"):
                raise ProblemError(
                    Problem(
                        "bad-play",
                        "something stands between a closing quote and the end of its cell",
                        Place(file, line, at - begin + 1),
                        'a quote within a cell is doubled: ""',
                    )
                )
        else:
            found = plain.match(text, at)
            value, at = (found[0], found.end()) if found else ("", at)
        length = max(1, len(text[start:at].split("\n", 1)[0]))
        row.append(_Cell(value, replace(place, length=length)))
        if text[at : at + 1] == mark:
            at += 1
            if at < len(text):
                continue
            row.append(_Cell("", Place(file, line, at - begin + 1)))
        yield row
        row = []
        if at < len(text):
            at, line = at + 1, line + 1
            begin = at


def from_csv(
    content: bytes, file: str, cards: Cards, today: datetime.date, is_this_version: bool = False
) -> tuple[list[Play], list[Problem]]:
    """Read plays from a spreadsheet's rows; with warnings. Raises ProblemError with every fault, by line and column.

    Rows that do not say which cards they were played with are of an unknown version, unless told to be of this one.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ProblemError(
            Problem("bad-play", "a spreadsheet's rows are UTF-8 text, and this is not", Place(file), "save it again as CSV UTF-8")
        ) from None
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    head = text.split("\n", 1)[0]
    mark = max(",;\t", key=head.count)
    rows, problems = _rows(text, mark, file), Problems()
    columns = _columns(next(rows, []), file, problems)
    plays = []
    for row in rows:
        if not any(cell.text.strip() for cell in row):
            continue
        cells: dict[str, _Cell] = {}
        for at, cell in enumerate(row):
            name = columns[at] if at < len(columns) else None
            if at >= len(columns) and cell.text.strip():
                problems.error(
                    "bad-play",
                    f"this row has more cells than the {len(columns)} columns of the first line",
                    cell.place,
                    "a cell with a comma in it needs quotes around it" if mark == "," else None,
                )
                break
            if name:
                cells[name] = cell
        said = {name: _QUOTED_FORMULA.sub(lambda found: found[0][1:], cell.text.strip()) for name, cell in cells.items()}
        if not said.get("data"):
            said["data"] = cards.data if is_this_version else ""
        if not said.get("version"):
            said["version"] = cards.version if is_this_version else ""
        remarks = [line.strip() for line in said.get("remarks", "").split("\n") if line.strip()]
        if not said.get("date") and "date" in columns:
            problems.error("bad-play", "'date' expected the day of the play, found nothing", (cells.get("date") or row[0]).place)
        try:
            plays.append(checked_play(said, remarks, cards, today))
        except PlayError as fault:
            for one in fault.faults:
                cell = cells.get("remarks" if one.field == "remark" else one.field, row[0])
                problems.error("bad-play", f"'{one.field}' {one.message}", cell.place, one.hint)
    problems.raise_errors()
    return plays, list(problems)


def _columns(row: list[_Cell], file: str, problems: Problems) -> list[str | None]:
    """Read the first line: which column holds what. Raises ProblemError where one is missing."""
    columns: list[str | None] = []
    for cell in row:
        word = cell.text.strip().casefold()
        name = _ALSO.get(word, word)
        if name in COLUMNS and name not in columns:
            columns.append(name)
            continue
        near = closest(word, [one for one in COLUMNS if one not in columns]) if word else None
        columns.append(None)
        if name in COLUMNS:
            problems.error("bad-play", f"the column '{name}' stands twice", cell.place)
        elif near:
            problems.error(
                "bad-play", f"there is no column '{shown(cell.text.strip())[:40]}'", cell.place, f"did you mean '{near}'?"
            )
        elif word:
            problems.warn(
                "ignored-column",
                f"the column '{shown(cell.text.strip())[:40]}' is none of the log's, and is not kept",
                cell.place,
                f"the log keeps {', '.join(COLUMNS[1:])}",
            )
    for name in ("date", "players", "winner", "minutes"):
        if name not in columns:
            place = Place(file, 1, 1) if row else Place(file)
            hint = "the first line names the columns: date, players, winner, minutes, and any of rounds, scores, remarks, note"
            problems.error("bad-play", f"there is no column '{name}'", place, hint)
    problems.raise_errors()
    return columns


def not_yet(plays: Iterable[Play], logged: Iterable[Play]) -> list[Play]:
    """Leave out the plays that are logged already, each as often as it is there, so that a file read twice counts once."""
    there, new = Counter(_told(play) for play in logged), []
    for play in plays:
        if there[_told(play)]:
            there[_told(play)] -= 1
        else:
            new.append(play)
    return new


def _told(play: Play) -> Play:
    """Give what people told of a play, without what the tool added."""
    return replace(play, game="", version="", data="")


# ---------------------------------------------------------------- people and bots

_T_95 = (
    12.706,
    4.303,
    3.182,
    2.776,
    2.571,
    2.447,
    2.365,
    2.306,
    2.262,
    2.228,
    2.201,
    2.179,
    2.160,
    2.145,
    2.131,
    2.120,
    2.110,
    2.101,
    2.093,
    2.086,
    2.080,
    2.074,
    2.069,
    2.064,
    2.060,
    2.056,
    2.052,
    2.048,
    2.045,
    2.042,
)
_WIDE_LENGTH = 0.25
"""Half an interval, by the bots' mean: what is wider says too little to call it agreement."""
_WIDE_SHARE = 0.15
_GRAIN = {"minutes": 5.0, "rounds": 1.0}
"""People read the clock to five minutes or so; two plays of 45 minutes are not the same to the second."""


def t_95(freedom: int) -> float:
    """Give the factor of a 95 % interval of a mean from Student's t distribution."""
    if freedom <= len(_T_95):
        return _T_95[freedom - 1]
    z = 1.959964  # Source: Abramowitz and Stegun (1964), 26.7.5
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)


def mean_interval(values: Sequence[float], grain: float) -> tuple[float, float, float]:
    """Give the mean of at least two values and its 95 % interval; they are no surer than the grain they were read in."""
    mean, count = statistics.fmean(values), len(values)
    spread = max(statistics.stdev(values), grain / math.sqrt(12))
    half = t_95(count - 1) * spread / math.sqrt(count)
    return mean, max(0.0, mean - half), mean + half


def share_interval(wins: float, count: int, looks: int) -> tuple[float, float]:
    """Give the 95 % interval of a share of wins, made wider where `looks` of them are looked at together.

    Exact, since a handful of plays is what there is: Clopper and Pearson (1934), with Bonferroni's correction; parts of a win are rounded
    so that the interval becomes wider.
    """
    risk = 0.025 / looks
    low = _where(lambda share: _at_least(math.floor(wins), count, share) > risk)
    high = _where(lambda share: 1 - _at_least(math.ceil(wins) + 1, count, share) < risk)
    return (low if wins >= 1 else 0.0), (high if wins <= count - 1 else 1.0)


def _at_least(wins: int, count: int, share: float) -> float:
    """Say how likely at least so many wins are among `count` games."""
    terms = (
        math.lgamma(count + 1)
        - math.lgamma(one + 1)
        - math.lgamma(count - one + 1)
        + one * math.log(share)
        + (count - one) * math.log1p(-share)
        for one in range(wins, count + 1)
    )
    return math.fsum(math.exp(term) for term in terms)


def _where(holds: Callable[[float], bool]) -> float:
    """Find the share from which on something holds, by halving."""
    low, high = 0.0, 1.0
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return (low + high) / 2


def disagreements(plays: Sequence[Play], measured: Mapping[str, Any], data_hash: str | None = None) -> list[str]:
    """Say what people and bots disagree about, a sentence each; also where there are too few plays to tell. Silent where they agree.

    `measured` is plain data: `lengths`, `cards`, `seats`, and `data`, the hash of its cards where `data_hash` is not given. Only plays
    with these cards are compared. Called a disagreement is only what the 95 % intervals of both keep apart.
    """
    data = data_hash if data_hash is not None else measured.get("data")
    same = [play for play in plays if data is None or play.data == data]
    said = []
    if len(same) < len(plays):
        other = len(plays) - len(same)
        which = f"All {_count(other, 'play')}" if not same else f"{other} of {_count(len(plays), 'play')}"
        said.append(f"{which} {'is' if other == 1 else 'are'} of older or unknown versions of the cards, and not compared.")
    by_count = defaultdict[int, list[Play]](list)
    for play in same:
        by_count[len(play.players)].append(play)
    for players, group in sorted(by_count.items()):
        said += _of_lengths(players, group, measured.get("lengths", ()))
        said += _of_seats(players, group, measured.get("seats", ()))
    return said + _of_people(same) + _of_cards(same, measured.get("cards", ()))


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' if number != 1 else ''}"


def _bots(players: int, lengths: Iterable[Mapping[str, Any]]) -> Mapping[str, Any] | None:
    """Choose the line-up to set people against: experts, else the first measured."""
    fitting = [one for one in lengths if one.get("players") == players]
    experts = [one for one in fitting if set(str(one.get("line_up", "")).split(",")) == {"expert"}]
    return next(iter(experts or fitting), None)


def _rounds_of(histogram: Mapping[Any, Any]) -> tuple[float, float, float] | None:
    """Give the mean of a histogram of rounds with its 95 % interval."""
    counts = {float(rounds): int(games) for rounds, games in histogram.items() if int(games) > 0}
    games = sum(counts.values())
    if not games:
        return None
    mean = sum(rounds * many for rounds, many in counts.items()) / games
    spread = math.sqrt(sum(many * (rounds - mean) ** 2 for rounds, many in counts.items()) / max(1, games - 1))
    half = 1.959964 * spread / math.sqrt(games)
    return mean, mean - half, mean + half


def _of_lengths(players: int, group: Sequence[Play], lengths: Iterable[Mapping[str, Any]]) -> list[str]:
    bots = _bots(players, lengths)
    if bots is None:
        return []
    minutes, said = bots.get("minutes") or {}, []
    measured = {
        "minutes": (
            float(minutes["mean"]),
            *(float(minutes.get(f"mean_{end}", minutes.get(end, minutes["mean"]))) for end in ("low", "high")),
        )
        if "mean" in minutes
        else None,
        "rounds": _rounds_of(bots.get("rounds") or {}),
    }
    for unit, theirs in measured.items():
        values = [float(value) for play in group if (value := getattr(play, unit)) is not None]
        if theirs is None or not values:
            continue
        head, plays = f"{players} players", _count(len(values), "play")
        bot_words = f"bots ({bots.get('line_up', 'bots')}) {theirs[0]:.1f} ({theirs[1]:.1f} to {theirs[2]:.1f})"
        mean, low, high = mean_interval(values, _GRAIN[unit]) if len(values) > 1 else (values[0], 0.0, math.inf)
        if low > theirs[2] or high < theirs[1]:
            longer = "longer" if low > theirs[2] else "shorter"
            said.append(f"{head}: people's games are {longer}, {mean:.1f} {unit} ({low:.1f} to {high:.1f}, {plays}); {bot_words}.")
        elif high - mean > _WIDE_LENGTH * max(theirs[0], 1e-9):
            about = f" on average ({low:.1f} to {high:.1f})" if len(values) > 1 else ""
            said.append(f"{head}: too few plays to tell about {unit} ({plays}, {mean:.1f}{about}; {bot_words}).")
    return said


def _of_seats(players: int, group: Sequence[Play], seats: Iterable[Mapping[str, Any]]) -> list[str]:
    theirs = sorted((one for one in seats if one.get("players") == players), key=lambda one: int(one["seat"]))
    games, said, is_wide = len(group), [], False
    for one in theirs:
        seat = int(one["seat"])
        if players < 2 or not 1 <= seat <= players:
            continue
        wins = sum(1 / len(play.winners) for play in group if play.players[seat - 1] in play.winners)
        low, high = share_interval(wins, games, players)
        is_wide = is_wide or (high - low) / 2 > _WIDE_SHARE
        bots_low, bots_high = float(one.get("low", one["share"])), float(one.get("high", one["share"]))
        if low > bots_high or high < bots_low:
            often = "more" if low > bots_high else "less"
            text = (
                f"{players} players: seat {seat} wins {often} often among people, {100 * wins / games:.0f} % "
                f"({100 * low:.0f} to {100 * high:.0f}, {_count(games, 'play')}); bots {100 * float(one['share']):.1f} % "
                f"({100 * bots_low:.1f} to {100 * bots_high:.1f})"
            )
            name, times = Counter(play.players[seat - 1] for play in group).most_common(1)[0]
            text += f", but {name} sat there in {times} of {games}: it may be the person, not the seat" if 2 * times > games else ""
            said.append(f"{text}.")
            if players == 2:  # the other seat says the same
                break
    if theirs and not said and is_wide:
        return [f"{players} players: too few plays to tell about seats ({_count(games, 'play')})."]
    return said


def _of_people(plays: Sequence[Play]) -> list[str]:
    """Say who wins more often than equals do; bots of one kind are equals."""
    wins, due, games = defaultdict[str, float](float), defaultdict[str, float](float), Counter[str]()
    for play in plays:
        for name in play.players:
            games[name] += 1
            due[name] += 1 / len(play.players)
            wins[name] += 1 / len(play.winners) if name in play.winners else 0
    said = []
    for name in sorted(games):
        low, _ = share_interval(wins[name], games[name], len(games))
        if low > due[name] / games[name]:
            said.append(
                f"{name} won {wins[name]:.3g} of {_count(games[name], 'play')}, where {due[name]:.1f} would be an equal's share: these people "
                "are not of one skill, the bots are."
            )
    return said


_WEAK = re.compile(
    r"\b(weak(er|est)?|weakling|bad|useless|worthless|pointless|terrible|awful|underpowered|too (expensive|dear|costly|slow|low)|"
    r"nobody (wanted|wants|took|takes|bought|buys|used|uses|played|plays)|no ?one (wanted|wants|took|takes|bought|buys)|"
    r"never (used|bought|taken|played|worth)|not worth|isn't worth|wasn't worth)\b"
)
_STRONG = re.compile(
    r"\b(strong(er|est)?|overpowered|op|broken|unfair|unbeatable|dominat\w+|must[- ]have|too (good|cheap|powerful|high)|"
    r"(always|everybody|everyone) (wins?|won|wants?|wanted|takes?|took|buys?|bought)|auto[- ]?(pick|include))\b"
)
_NOT = re.compile(r"\b(not|never|no longer|hardly|isn't|wasn't|aren't|weren't|doesn't|don't|didn't)\b(\s+\w+){0,2}\s*$")


def opinion(text: str) -> str | None:
    """Guess whether a remark calls a card 'weak' or 'strong'; None where it says neither, both, or the contrary of one."""
    text = text.casefold().replace("’", "'")
    heard = set()
    for word, pattern in (("weak", _WEAK), ("strong", _STRONG)):
        for found in pattern.finditer(text):
            heard.add(None if _NOT.search(text[: found.start()]) else word)
    return heard.pop() if len(heard) == 1 else None


def _of_cards(plays: Sequence[Play], cards: Iterable[Mapping[str, Any]]) -> list[str]:
    known = {str(one["card"]): one for one in cards}
    voices: dict[str, dict[str, list[int]]] = defaultdict(lambda: {"weak": [], "strong": []})
    for at, play in enumerate(plays):
        for card, text in play.remarks:
            heard = opinion(text)
            if heard:
                voices[card][heard].append(at)
    said = []
    for card, heard_of in voices.items():
        if card not in known:
            continue
        one, weak, strong = known[card], heard_of["weak"], heard_of["strong"]
        if len(weak) == len(strong):
            continue
        word, mine, others = ("weak", weak, strong) if len(weak) > len(strong) else ("strong", strong, weak)
        low, high, worth = float(one.get("low", one["worth"])), float(one.get("high", one["worth"])), float(one["worth"])
        if not ((word == "weak" and low > 0) or (word == "strong" and high < 0)):
            continue  # they agree, or the bots cannot tell
        against = f", {len(others)} the contrary" if others else ""
        voice = f"{_count(len(mine), 'remark')} {'says' if len(mine) == 1 else 'say'} {one.get('name', card)} is {word}{against}"
        few = "; one play is too few to tell" if len(set(mine)) == 1 else ""
        said.append(f"{voice}; bots: {worth:+.1f} points ({low:.1f} to {high:.1f}){few}.")
    return said


def as_report(plays: Sequence[Play], measured: Mapping[str, Any], data_hash: str) -> dict[str, Any]:
    """Give the log for the report: all plays, and what people and bots disagree about with the cards as they are (`data_of`)."""
    return {
        "plays": [
            {
                "date": play.date,
                "players": list(play.players),
                "winner": ", ".join(play.winners),
                "minutes": play.minutes,
                "rounds": play.rounds,
                "data": play.data,
                "remarks": [{"card": card, "text": text} for card, text in play.remarks],
            }
            for play in plays
        ],
        "disagreements": disagreements(plays, measured, data_hash),
    }
