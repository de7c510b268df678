"""The log's file: what it keeps, what it refuses untouched, and what it survives."""

from __future__ import annotations

import contextlib
import itertools
import signal
import sqlite3
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from generator.cli import main
from generator.data.problems import ProblemError
from rules_check.log import store
from rules_check.log.plays import Remark
from rules_check.log.store import Logbook, read_plays
from tests.rules_check.log.evening import PLAY, ROOT


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "play #1?%20.sqlite"


def test_what_is_logged_is_read_again_newest_first(path: Path) -> None:
    full = replace(
        PLAY, rounds=3, scores=(1, -2, 3), winners=("Ann", "Cy"), remarks=(Remark("troll", "ö 木"),), note="n", date="2026-11-01"
    )
    assert read_plays(path) == []
    assert not path.exists()
    with Logbook(path, create=True) as book:
        assert book.add([PLAY, full]) == [1, 2]
        assert book.add([PLAY]) == [3]
    assert [(one.number, one) for one in read_plays(path)] == [(3, PLAY), (1, PLAY), (2, full)]
    with Logbook(path) as book:
        assert book.remove(3)
        assert not book.remove(3)
        assert book.add([PLAY]) == [4], "a number is given once"
    with contextlib.closing(sqlite3.connect(path)) as database:
        assert database.execute("SELECT count(*) FROM seat WHERE play NOT IN (SELECT id FROM play)").fetchone() == (0,)
        assert database.execute("PRAGMA user_version").fetchone() == (1,)
        assert database.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    assert [one.name for one in path.parent.iterdir()] == [path.name]


def test_many_plays_are_logged_all_or_none(path: Path) -> None:
    with Logbook(path, create=True) as book:
        with pytest.raises(ProblemError):  # what the checker lets nobody say
            book.add([PLAY, replace(PLAY, minutes=0)])
        assert book.plays() == []
        assert book.database.execute("PRAGMA synchronous").fetchone() == (3,)


def other_database(path: Path, *statements: str) -> None:
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.executescript(";".join(("CREATE TABLE mine (x)", "INSERT INTO mine VALUES (1)", *statements)))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda path: path.write_bytes(b""), "the file is empty"),
        (lambda path: path.write_bytes(b"\x89PNG" * 100), "this is no playtest log"),
        (lambda path: path.write_bytes(b"SQLite format 3\0"), "this is no playtest log"),
        (lambda path: path.write_bytes(b"SQLite format 3\0" + bytes(2000)), "a database of another program"),
        (lambda path: other_database(path), "a database of another program"),
        (lambda path: other_database(path, "PRAGMA application_id=7"), "a database of another program"),
        (lambda path: other_database(path, f"PRAGMA application_id={store.APPLICATION_ID}"), "does not say which form"),
        (
            lambda path: other_database(path, f"PRAGMA application_id={store.APPLICATION_ID}", "PRAGMA user_version=1"),
            "lacks its table 'play'",
        ),
        (
            lambda path: other_database(path, f"PRAGMA application_id={store.APPLICATION_ID}", "PRAGMA user_version=2"),
            "by a newer emporium-pnp",
        ),
        (lambda path: path.write_bytes(store._blank()[:8192]), "damaged"),
        (lambda path: path.write_bytes(store._blank()[:4096] + b"\xff" * 24000), "damaged"),
        (lambda path: path.write_bytes(store._blank().replace(b"CREATE TABLE", b"CREATE TAB\xff\xff")), "a name in it is no text"),
    ],
)
def test_a_file_that_is_no_log_is_refused_untouched(make: Any, message: str, path: Path) -> None:
    make(path)
    before = path.read_bytes()
    for create in (False, True):
        with pytest.raises(ProblemError, match=message) as found:
            Logbook(path, create)
        assert found.value.problems[0].code == ("newer-log" if "newer" in message else "broken-log")
    assert path.read_bytes() == before
    assert [one.name for one in path.parent.iterdir()] == [path.name]


def test_a_log_with_something_slipped_in_is_refused(path: Path) -> None:
    Logbook(path, create=True).close()
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TRIGGER t AFTER INSERT ON play BEGIN DELETE FROM play; END")
    with pytest.raises(ProblemError, match="trigger"):
        Logbook(path)


def test_an_entry_without_players_is_told_and_control_characters_are_not_shown(path: Path) -> None:
    with Logbook(path, create=True) as book:
        book.add([PLAY])
        book.database.execute("UPDATE seat SET name = 'A' || char(27) || 'B' WHERE seat = 1")
        assert book.plays()[0].players[0] == "A�B"
        book.database.execute("DELETE FROM seat")
        with pytest.raises(ProblemError, match=r"1 play of the log cannot be read \(1\)"):
            book.plays()


def test_a_damaged_play_does_not_hide_those_that_are_whole(path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Logbook(path, create=True) as book:
        book.add([PLAY, PLAY, PLAY])
        book.database.execute("UPDATE play SET note = CAST(x'41ff42' AS TEXT) WHERE id = 2")
        damaged: list[int] = []
        assert [play.number for play in book.plays(damaged)] == [3, 1]
        assert damaged == [2]
    words = [str(ROOT), "--log", str(path)]
    assert main.run(["log", "list", *words]) == 1
    said = capsys.readouterr()
    assert "2 plays" in said.out
    assert "error[broken-log]: 1 play of the log cannot be read (2)" in said.err
    assert main.run(["log", "export", str(tmp_path / "whole.csv"), *words]) == 1
    assert (tmp_path / "whole.csv").read_text(encoding="utf-8").count("2026-") == 2
    assert main.run(["log", "show", "1", *words]) == 1


def test_a_folder_is_no_log(path: Path) -> None:
    path.mkdir()
    with pytest.raises(ProblemError, match="a folder or a device"):
        Logbook(path, create=True)


def test_who_waits_too_long_for_another_program_is_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "WAIT_SECONDS", 0.05)
    Logbook(path, create=True).close()
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other, Logbook(path) as book:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(OSError, match="another program has been writing"):
            book.add([PLAY])
        other.execute("ROLLBACK")
        assert book.add([PLAY]) == [1]


# ---------------------------------------------------------------- crashes and crowds

WRITER = """
import os, signal, sys
from pathlib import Path
from rules_check.log.plays import Play, Remark
from rules_check.log.store import Logbook
path, name, count, stop = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), sys.argv[4]
remarks = tuple(Remark("troll", "x" * 400) for _ in range(150 if stop else 5))
with Logbook(path, create=True) as book:
    if stop:  # the cache is small, so that pages of a transaction are in the file before it is over
        word, times = stop.split("*")
        left = [int(times)]
        def look(statement):
            left[0] -= statement.startswith(word)
            if not left[0]:
                os.kill(os.getpid(), signal.SIGKILL)
        book.database.execute("PRAGMA cache_size=1")
        book.database.set_trace_callback(look)
    for number in range(count):
        book.add([Play(("Ann", "Bo"), ("Bo",), 5, "2026-11-20", remarks=remarks, note=f"{name} {number}")])
        print(f"{name} {number}", flush=True)
"""


def writer(path: Path, name: str, count: int, stop: str = "") -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path), name, str(count), stop], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )


def check_sound(path: Path, remarks: set[int]) -> list[str]:
    """Check that a log is sound and has whole entries only; return their notes."""
    with Logbook(path) as book:
        assert book.database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert book.database.execute("PRAGMA foreign_key_check").fetchall() == []
        plays = book.plays()
    assert all(len(play.players) == 2 and len(play.remarks) in remarks for play in plays)
    return [play.note for play in plays]


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")
def test_a_killed_writer_loses_nothing_it_acknowledged_and_leaves_nothing_half(path: Path) -> None:
    said, rounds = list[str](), 10
    for turn in range(rounds):
        with writer(path, str(turn), 10**6) as process:
            assert process.stdout
            for line in itertools.islice(process.stdout, 1 + turn % 4):
                said.append(line.strip())
            time.sleep(turn * 0.0007)  # so that it is killed at another point each time
            process.kill()
            said += [line.strip() for line in process.stdout if line.endswith("\n")]
        notes = check_sound(path, {5})
        assert len(notes) == len(set(notes))
        assert set(said) <= set(notes)
        assert len(set(notes) - set(said)) <= turn + 1  # committed, and killed before it could say so


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")
@pytest.mark.parametrize(
    "stop", ["INSERT INTO play*1", "INSERT INTO seat*2", "INSERT INTO remark*1", "INSERT INTO remark*149", "COMMIT*1", "BEGIN*2"]
)
def test_a_writer_killed_within_a_transaction_is_undone(stop: str, path: Path) -> None:
    with Logbook(path, create=True) as book:
        book.add([replace(PLAY, players=("Ann", "Bo"), note="before", remarks=(Remark("troll", "x" * 400),) * 5)])
    size = path.stat().st_size
    process = writer(path, "new", 2, stop)
    said = process.communicate()[0].split("\n")[:-1]
    assert process.returncode == -signal.SIGKILL
    if stop in ("INSERT INTO remark*149", "COMMIT*1"):  # it was in the file, and the journal has to take it out again
        assert path.stat().st_size > size
        assert path.with_name(f"{path.name}-journal").stat().st_size > 0
    assert sorted(check_sound(path, {5, 150})) == ["before", *said]
    assert said == (["new 0"] if stop == "BEGIN*2" else [])


def test_two_who_write_at_once_lose_nothing(path: Path) -> None:
    both = [writer(path, name, 25) for name in ("a", "b")]
    for process in both:
        process.communicate()
        assert process.returncode == 0
    assert sorted(check_sound(path, {5})) == sorted(f"{name} {number}" for name in "ab" for number in range(25))
