"""The playtest log: plays in one SQLite file beside cards.yaml.

In: a path, plays. Out: the file, and the plays in it. Knows SQLite and nothing else of the machine; needs neither numpy nor numba.

The file has a rollback journal and `synchronous=EXTRA`, not WAL: it is one file that can be copied, mailed and kept in a synchronised
folder, and an entry that was acknowledged outlives a crash and a power cut. It comes into being whole, by a link to a finished file, so
no half-made log is ever found.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import sqlite3
import tempfile
import threading
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from generator.data.files import CannotGoOn, CannotRead
from generator.data.problems import Place, Problem, ProblemError, counted
from rules_check.log.plays import DATE, Play, Remark, shown

LOG_FILE = "playtests.sqlite"
APPLICATION_ID = 0x45504C47  # "EPLG": how the file says whose it is
SCHEMA_VERSION = 1
WAIT_SECONDS = 15.0
"""How long to wait while another process writes."""

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

_TURN = threading.RLock()  # closing a file by hand drops the locks that SQLite holds on it elsewhere in this process
_HEADER = b"SQLite format 3\0"
_SHARED = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_DENIED = {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_AUTH}
_NO_TEXT = re.compile("[\udc80-\udcff]")
"""A byte that is no UTF-8, as it is read."""
_BROKEN = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_MISMATCH}


def _broken(path: Path, message: str, hint: str | None = None) -> ProblemError:
    return ProblemError(Problem("broken-log", message, Place(str(path)), hint))


def _refused(path: Path, advice: str, left: str = "The log is as it was.") -> CannotGoOn:
    return CannotGoOn(0, advice, str(path), left=left)


@contextlib.contextmanager
def _speaking(path: Path) -> Iterator[None]:
    """Turn SQLite's errors into problems with the file, or into what the machine refused."""
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
            raise _damaged(path, str(fault)) from None
        raise
    except UnicodeDecodeError:  # of a message of SQLite's, which tells a name in the file
        raise _damaged(path, "a name in it is no text") from None


def _damaged(path: Path, said: str) -> ProblemError:
    return _broken(path, f"the playtest log is damaged: {said}", "take it from a backup; the file is left as it is")


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
        """Open a log, or make one. Raises ProblemError for a file that is no log, which stays untouched, and OSError."""
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
                self.database.text_factory = lambda raw: raw.decode("utf-8", "surrogateescape")
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
            raise CannotRead(fault.errno, fault.strerror, str(self.path)) from fault
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
        """Log plays, all or none, and return their numbers."""
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
        """Remove a play, and return whether there was one. Its number is not used again."""
        with self._transaction("IMMEDIATE"):
            return self.database.execute("DELETE FROM play WHERE id = ?", (number,)).rowcount > 0

    def plays(self, damaged: list[int] | None = None) -> list[Play]:
        """List all plays, newest first. The numbers of those that are damaged go into `damaged`; without it ProblemError is raised for them."""
        seats, remarks = defaultdict[int, list[Any]](list), defaultdict[int, list[Remark]](list)
        with self._transaction():
            rows = self.database.execute("SELECT id, game, version, data, date, minutes, rounds, note FROM play").fetchall()
            for play, name, won, score in self.database.execute("SELECT play, name, won, score FROM seat ORDER BY play, seat"):
                seats[play].append((str(name), won, score))
            for play, card, text in self.database.execute("SELECT play, card, text FROM remark ORDER BY play, number"):
                remarks[play].append(Remark(str(card), str(text)))
        found, lost = list[Play](), list[int]()
        for number, game, version, data, date, minutes, rounds, note in rows:
            who = seats[number]
            texts = [game, version, data, note, *(name for name, _, _ in who), *(part for one in remarks[number] for part in one)]
            is_whole = who and (len(who) == 1 or any(won for _, won, _ in who)) and DATE.fullmatch(str(date))
            if not is_whole or any(_NO_TEXT.search(str(text)) for text in texts):
                lost.append(int(number))
                continue
            scores = tuple(score for _, _, score in who)
            found.append(
                Play(
                    tuple(shown(name) for name, _, _ in who),
                    tuple(shown(name) for name, won, _ in who if won),
                    minutes,
                    str(date),
                    rounds,
                    None if None in scores else scores,
                    tuple(Remark(shown(card), shown(text)) for card, text in remarks[number]),
                    shown(str(note)),
                    shown(str(game)),
                    shown(str(version)),
                    shown(str(data)),
                    number,
                )
            )
        if lost and damaged is None:
            raise damaged_log(self.path, lost, len(found))
        if damaged is not None:
            damaged += lost
        return sorted(found, key=lambda play: (play.date, play.number), reverse=True)


def damaged_log(path: Path, damaged: Sequence[int], whole: int) -> ProblemError:
    """Say which plays of a log are damaged, and what can be done with those that are whole."""
    numbers = ", ".join(map(str, sorted(damaged)[:10])) + (" …" if len(damaged) > 10 else "")
    said = f"{counted(len(damaged), 'play')} of the log cannot be read ({numbers}): a text that is none, no players, no winner or no date"
    others = f"`emporium-pnp log export whole.csv` writes the {whole} that can, to be imported into a new log; " if whole else ""
    return _broken(path, said, f"{others}the file is left as it is")


def read_plays(path: Path, damaged: list[int] | None = None) -> list[Play]:
    """List the plays of a log, newest first; none where there is no file. `damaged` as in `Logbook.plays`."""
    if not path.resolve().exists():
        return []
    with Logbook(path) as book:
        return book.plays(damaged)
