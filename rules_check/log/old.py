"""The SQLite log of earlier versions: its plays, read only from a copy of the file.

In: the bytes of the file. Out: plays, and the faults of others. The bytes are loaded into memory,
so that SQLite opens no file: a journal beside the log can name any file, which SQLite would delete
when it rolls back. Only a file with exactly our tables is read, and only those tables. Knows no
path except the name it uses for the file; writes nothing.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections import defaultdict
from collections.abc import Iterator

from generator.data.problems import Place, Problem, ProblemError
from generator.data.saying import Said
from rules_check.log import messages as say
from rules_check.log.plays import Play, PlayError, play_of

HEADER = b"SQLite format 3\0"
APPLICATION_ID = 0x45504C47  # "EPLG": identifies the file as ours
FORM = 1
SCHEMA = """
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

_LIMITS = {
    sqlite3.SQLITE_LIMIT_LENGTH: 1_000_000,
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: 10_000,
    sqlite3.SQLITE_LIMIT_COLUMN: 100,
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
    sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH: 1,
}
_TABLES = {"play", "seat", "remark", "sqlite_sequence", "sqlite_master"}
_PRAGMAS = {"integrity_check"}
_STEP, _MOST_STEPS = 10_000, 20_000
"""SQLite's virtual machine is checked every this many instructions, and stopped at the limit."""
_ASIDE = "the file is unchanged; restore it from a backup, or move it away to begin a new log"


class _Steps:
    def __init__(self) -> None:
        self.left = _MOST_STEPS

    def __call__(self) -> int:
        self.left -= 1
        return int(self.left < 0)


def _allowed(
    action: int, first: str | None, second: str | None, database: str | None, source: str | None
) -> int:
    """Allow SQLite to read our tables and nothing else."""
    allowed = {
        sqlite3.SQLITE_SELECT: True,
        sqlite3.SQLITE_READ: first in _TABLES,
        sqlite3.SQLITE_PRAGMA: first in _PRAGMAS,
        sqlite3.SQLITE_FUNCTION: second == "typeof",  # used by the checks in our tables
    }
    return sqlite3.SQLITE_OK if allowed.get(action) else sqlite3.SQLITE_DENY


def _broken(file: str, said: Said) -> ProblemError:
    return ProblemError(Problem.of(said, Place(file), _ASIDE))


def _check_header(content: bytes, file: str) -> None:
    if len(content) < 100 or not content.startswith(HEADER):
        raise _broken(file, say.NOT_A_LOG())
    version = int.from_bytes(content[60:64], "big")
    application = int.from_bytes(content[68:72], "big")
    if application != APPLICATION_ID:
        raise _broken(file, say.OTHER_DATABASE())
    if version > FORM:
        message = say.NEWER_LOG(found=version, known=FORM)
        raise ProblemError(Problem.of(message, Place(file)))
    if version < 1:
        raise _broken(file, say.LOG_WITHOUT_FORMAT())
    if content[18:20] != b"\1\1":  # a write-ahead log holds a part of such a file
        raise _broken(file, say.LOG_IN_WAL_MODE())


@contextlib.contextmanager
def _opened(content: bytes, file: str) -> Iterator[sqlite3.Connection]:
    """Open a log in memory. Raises ProblemError for faults that SQLite finds in it."""
    try:
        with contextlib.closing(sqlite3.connect(":memory:")) as database:
            for limit, most in _LIMITS.items():
                database.setlimit(limit, most)
            database.set_progress_handler(_Steps(), _STEP)
            database.execute("PRAGMA trusted_schema=OFF")
            database.text_factory = bytes
            database.deserialize(content)
            # which does not allow `deserialize` to place the bytes there
            database.set_authorizer(_allowed)
            yield database
    except (
        sqlite3.Error,
        UnicodeDecodeError,
        OverflowError,
    ) as fault:  # a message from SQLite can include a name from the file
        is_text = isinstance(fault, sqlite3.Error)
        message = say.LOG_DAMAGED(fault=fault) if is_text else say.LOG_NAME_NOT_TEXT()
        raise _broken(file, message) from None


def _objects(database: sqlite3.Connection) -> set[tuple[bytes | None, ...]]:
    return set(
        database.execute(
            "SELECT CAST(type AS BLOB), CAST(name AS BLOB), CAST(tbl_name AS BLOB), CAST(sql "
            "AS BLOB) FROM sqlite_master"
        )
    )


def _check_schema(database: sqlite3.Connection, file: str) -> None:
    with contextlib.closing(sqlite3.connect(":memory:")) as fresh:
        fresh.executescript(SCHEMA)
        ours, theirs = _objects(fresh), _objects(database)
    if ours - theirs:
        name = min(_text(row[1]) for row in ours - theirs)
        raise _broken(file, say.LOG_LACKS_TABLE(name=name))
    if theirs - ours:
        sort, name = min((_text(row[0]), _text(row[1])) for row in theirs - ours)
        raise _broken(file, say.LOG_HAS_OTHER(sort=sort, name=name))
    sound = [_text(row[0]) for row in database.execute("PRAGMA integrity_check(1)")]
    if sound != ["ok"]:
        raise _broken(file, say.LOG_DAMAGED(fault=(sound or [""])[0][:200]))


def _text(raw: object) -> str:
    return raw.decode("utf-8", "replace") if isinstance(raw, bytes) else str(raw)


def _plain(value: object) -> object:
    """Return text as text; other bytes stay bytes, which cannot be part of a play."""
    if isinstance(value, bytes):
        with contextlib.suppress(UnicodeDecodeError):
            return value.decode()
    return value


def read_old(content: bytes, file: str) -> tuple[list[Play], list[Problem]]:
    """Read the plays of a log, in the order of their numbers, and the faults of damaged ones.
    Raises ProblemError if the file is not such a log.
    """
    _check_header(content, file)
    seats = defaultdict[int, list[tuple[object, ...]]](list)
    remarks = defaultdict[int, list[dict[str, object]]](list)
    with _opened(content, file) as database:
        _check_schema(database, file)
        rows = database.execute(
            "SELECT id, game, version, data, date, minutes, rounds, note FROM play ORDER BY id"
        ).fetchall()
        for play, *seat in database.execute(
            "SELECT play, name, won, score FROM seat ORDER BY play, seat"
        ):
            seats[play].append(tuple(map(_plain, seat)))
        for play, card, text in database.execute(
            "SELECT play, card, text FROM remark ORDER BY play, number"
        ):
            remarks[play].append({"card": _plain(card), "text": _plain(text)})
    plays, problems = [], []
    for number, *cells in rows:
        game, version, data, date, minutes, rounds, note = map(_plain, cells)
        who = seats[number]
        scores = [score for _, _, score in who]
        values = {
            "number": number,
            "date": date,
            "players": [name for name, _, _ in who],
            "winners": [name for name, won, _ in who if won],
            "minutes": minutes,
            "rounds": rounds,
            "scores": None if None in scores else scores,
            "remarks": remarks[number],
            "note": note,
            "game": game,
            "version": version,
            "data": data,
        }
        try:
            plays.append(play_of(values))
        except PlayError as fault:
            problems.append(
                Problem.of(say.PLAY_DAMAGED(number=number, fault=fault), Place(file), _HINT)
            )
    return plays, problems


_HINT = (
    "`emporium-pnp log export whole.csv` writes the undamaged plays, to import into a new log; "
    "the file is unchanged"
)
