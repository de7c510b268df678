"""The playtest log: plays as JSON lines in a file beside the notes, `playtests/plays.jsonl`.

In: a path, plays. Out: the file, and the plays in it, with the faults of its lines. Needs neither
numpy nor numba.

The first line identifies the file. Each play is a line, added under the lock of the folder in one
write that is flushed to the disk, so it is either there or not; an incomplete line is reported and
skipped. A removed play leaves a line with its number, so that no number is used twice; the file is
rewritten for that. If there is no log yet, the log of an earlier version, `playtests.sqlite`, is
read; the first change copies its plays, and leaves that file unchanged.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from generator.data.files import CannotGoOn, path_within, turn
from generator.data.opening import CannotRead
from generator.data.problems import Place, Problem, ProblemError
from generator.data.saying import Said
from rules_check.log import messages as say
from rules_check.log.lines import (
    FOLDER,
    MOST_BYTES,
    Line,
    add_lines,
    content_of,
    file_within,
    lines_of,
    write_lines,
    written,
)
from rules_check.log.old import HEADER, read_old
from rules_check.log.plays import MOST_NUMBER, Play, PlayError, play_of

FILE = "plays.jsonl"
LOG_FILE = f"{FOLDER}/{FILE}"
OLD_FILE = "playtests.sqlite"
FORM = 1
_FORMAT = re.compile("emporium-pnp plays ([0-9]{1,9})")
_NUMBER = re.compile(rb'"number": ?([0-9]{1,9})\b')
_CODE = "broken-log"


class Added(NamedTuple):
    """The numbers of plays that were logged, and the log of an earlier version whose plays were
    copied for it, if any.
    """

    numbers: list[int]
    taken_over: Path | None = None


@dataclass(frozen=True)
class _Log:
    """The current log. `lines` is None if there is no file; `old` is then the log of an earlier
    version, if one was read.
    """

    lines: list[Line] | None
    plays: list[Play]
    problems: list[Problem]
    highest: int = 0
    old: Path | None = None


def log_in(folder: Path) -> Path:
    """Return the path of a game's log. Raises ProblemError if a link leads out of the game's
    folder.
    """
    return file_within(folder, FILE, _CODE)


def read_plays(path: Path, damaged: list[Problem] | None = None) -> list[Play]:
    """List the plays of a log, newest first; empty if there is no file.

    Faults in single lines are added to `damaged`; without it, ProblemError is raised for them. Also
    raises ProblemError for a file that is not a log, which is left untouched.
    """
    log = _read(path)
    if damaged is not None:
        damaged += log.problems
    elif log.problems:
        raise ProblemError(*log.problems)
    return sorted(log.plays, key=lambda play: (play.date, play.number), reverse=True)


def add_plays(path: Path, plays: Iterable[Play]) -> Added:
    """Log plays, all or none. Raises ProblemError for a file that is not a log, and OSError; the
    file is then unchanged.
    """
    with _changing(path):
        log = _read_to_change(path)
        numbered = [
            replace(play, number=number) for number, play in enumerate(plays, log.highest + 1)
        ]
        if log.highest + len(numbered) > MOST_NUMBER:
            raise _broken(path, say.NO_NUMBER_LEFT(most=MOST_NUMBER))
        if log.lines is None:
            _begin(path, log, numbered)
        else:
            _add(path, [written(play.as_json()) for play in numbered])
    return Added([play.number for play in numbered], log.old)


def remove_play(path: Path, number: int) -> Added | None:
    """Remove a play and return it; None if it does not exist. Its number is not used again. Raises
    the same as `add_plays`.
    """
    with _changing(path):
        log = _read_to_change(path)
        if all(play.number != number for play in log.plays):
            return None
        if log.lines is None:
            _begin(path, log, (), number)
        else:
            write_lines(path, [_without(line, number) for line in log.lines])
    return Added([], log.old)


def _without(line: Line, number: int) -> bytes:
    """Return a line unchanged or, for the removed play, the line that remains in its place."""
    with contextlib.suppress(ValueError):
        value = line.value
        if isinstance(value, dict) and value.get("number") == number:
            return _gone(number)
    return line.raw + b"\n"


def _gone(number: int) -> bytes:
    return written({"number": number, "removed": True})


def _begin(path: Path, log: _Log, plays: Sequence[Play], without: int = 0) -> None:
    """Create a log with the plays of an earlier version's. Raises ProblemError if some of those are
    damaged, since they would be lost.
    """
    if log.problems:
        raise ProblemError(*log.problems)
    kept = [
        _gone(play.number) if play.number == without else written(play.as_json())
        for play in (*log.plays, *plays)
    ]
    first = written({"format": f"emporium-pnp plays {FORM}"})
    write_lines(path, [first, *kept])


def _add(path: Path, lines: Sequence[bytes]) -> None:
    if path.stat().st_size + sum(map(len, lines)) + 1 > MOST_BYTES:
        raise _broken(path, say.LOG_FULL(most=MOST_BYTES))
    add_lines(path, lines)


@contextlib.contextmanager
def _changing(path: Path) -> Iterator[None]:
    """Hold the lock of a log's folder, creating the folder if necessary, and report what the
    operating system refuses.
    """
    left = "The log is unchanged." if path.exists() else "Nothing was logged."
    is_new_folder = not path.parent.exists()
    try:
        if path.exists() and not path.is_file():
            content_of(path, _CODE)
        path.parent.mkdir(parents=True, exist_ok=True)
        with turn(path.parent):
            yield
    except (CannotRead, CannotGoOn):
        raise
    except OSError as fault:
        denied = "permission was denied; name another file with --log"
        full = "the disk is full; free some space"
        inside = "a part of the path is a file, not a folder; name another path with --log"
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
        raise CannotGoOn(
            0, advice.get(fault.errno or 0, fault.strerror or str(fault)), str(path), left=left
        ) from None
    finally:
        if is_new_folder:  # and still empty
            with contextlib.suppress(OSError):
                path.parent.rmdir()


def _broken(path: Path, said: Said) -> ProblemError:
    return ProblemError(Problem.of(said, Place(str(path), 0, 0)))


def _read_to_change(path: Path) -> _Log:
    """Read a log to be changed. Raises ProblemError if it is the file of an earlier version."""
    log = _read(path)
    if log.old == path:
        message = say.OLD_LOG()
        hint = (
            "export its plays with `emporium-pnp log export plays.csv` and this --log, then add them "
            "to a new log with `log import plays.csv`"
        )
        raise ProblemError(Problem.of(message, Place(str(path)), hint))
    return log


_OTHER = "name another file with --log; this one is unchanged"


def _read(path: Path) -> _Log:
    content = content_of(path, _CODE)
    if content is None:
        return _read_old(path)
    if content.startswith(HEADER):
        return _Log(None, *read_old(content, str(path)), old=path)
    lines = lines_of(content)
    if not lines:
        raise _broken(path, say.LOG_EMPTY())
    _check_first(lines[0], path)
    plays, problems, highest = dict[int, Play](), list[Problem](), 0
    for line in lines[1:]:
        highest = max(highest, *map(int, _NUMBER.findall(line.raw)), 0)
        play = _play(line)
        if isinstance(play, Play) and play.number in plays:
            play = say.PLAY_NUMBER_TWICE(number=play.number)
        if isinstance(play, Said):
            problems.append(Problem.of(play, Place(str(path), line.number, 1)))
        elif play is not None:
            plays[play.number] = play
    return _Log(lines, list(plays.values()), problems, highest)


def _check_first(line: Line, path: Path) -> None:
    """Check that the first line identifies the file correctly."""
    try:
        first = line.value
    except ValueError:
        first = None
    match = _FORMAT.fullmatch(str(first.get("format"))) if isinstance(first, dict) else None
    if match is None:
        raise ProblemError(Problem.of(say.NOT_A_LOG(), Place(str(path), line.number, 1), _OTHER))
    if int(match[1]) > FORM:
        message = say.NEWER_LOG(found=match[1], known=FORM)
        raise ProblemError(Problem.of(message, Place(str(path), line.number, 1)))


def _play(line: Line) -> Play | Said | None:
    """Read the play on a line; None if it was removed, or what is wrong with the line."""
    try:
        value = line.value
    except ValueError:
        if not line.is_ended:
            return say.PLAY_INCOMPLETE()
        return say.PLAY_NOT_JSON()
    if not isinstance(value, dict):
        return say.NOT_A_PLAY()
    if value.get("removed") is True:
        return None
    try:
        return play_of(value)
    except PlayError as fault:
        return say.PLAY_FAULTY(fault=fault)


def _read_old(path: Path) -> _Log:
    """Read the log of an earlier version, if one exists and the game has no log yet."""
    old = path.parent.parent / OLD_FILE
    if path.parts[-2:] != (FOLDER, FILE) or not os.path.lexists(old):
        return _Log(None, [], [])
    if path_within(old.parent, OLD_FILE) is None:
        raise _broken(old, say.OLD_LOG_LEADS_OUT())
    content = content_of(old, _CODE)
    if content is None:
        return _Log(None, [], [])
    plays, problems = read_old(content, str(old))
    return _Log(None, plays, problems, max((play.number for play in plays), default=0), old)
