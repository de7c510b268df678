"""The log of earlier versions: read from its bytes alone, whatever lies beside it or was slipped
in.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from generator.data.problems import Problem, ProblemError
from rules_check.log import old
from rules_check.log.old import read_old
from rules_check.log.plays import Remark
from rules_check.log.store import OLD_FILE, add_plays, log_in, read_plays, remove_play
from tests.rules_check.log.evening import PLAY
from tests.rules_check.log.olden import old_log, put_hot_journal

FULL = replace(
    PLAY,
    rounds=3,
    scores=(1, -2, 3),
    winners=("Ann", "Cy"),
    remarks=(Remark("troll", "ö 木"), Remark("goat", "ha")),
    note="n",
)


def test_its_plays_are_read_with_their_numbers() -> None:
    plays, problems = read_old(
        old_log(
            [PLAY, FULL, PLAY], "DELETE FROM play WHERE id = 1", "DELETE FROM seat WHERE play = 1"
        ),
        "a",
    )
    assert [(play.number, play) for play in plays] == [(2, FULL), (3, PLAY)]
    assert problems == []


def test_a_journal_beside_it_deletes_nothing(tmp_path: Path) -> None:
    file, victim = tmp_path / OLD_FILE, tmp_path / "elsewhere" / "thesis.odt"
    victim.parent.mkdir()
    victim.write_bytes(b"three years of work")
    file.write_bytes(old_log([PLAY, FULL]))
    journal = put_hot_journal(file, victim)
    before = {path: path.read_bytes() for path in (file, victim, journal)}
    path = log_in(tmp_path)
    assert len(read_plays(path)) == 2
    assert add_plays(path, [PLAY]).numbers == [3]
    assert remove_play(path, 1)
    assert {path: path.read_bytes() for path in before} == before


def test_no_file_is_opened_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = list[object]()
    real = old.sqlite3.connect

    def connect(name: object) -> object:
        names.append(name)
        return real(name)

    monkeypatch.setattr(old.sqlite3, "connect", connect)
    (tmp_path / OLD_FILE).write_bytes(old_log([PLAY]))
    assert len(read_plays(log_in(tmp_path))) == 1
    assert set(names) == {":memory:"}


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TABLE mine (x)",
        "CREATE INDEX mine ON play (length(hex(zeroblob(1000))))",
        "CREATE VIEW mine AS SELECT 1",
        "CREATE TRIGGER mine AFTER INSERT ON play BEGIN DELETE FROM play; END",
        "ALTER TABLE play ADD COLUMN mine TEXT",
        "ALTER TABLE seat RENAME TO mine",
    ],
)
def test_a_log_with_something_slipped_in_is_refused(statement: str) -> None:
    content = old_log([PLAY])
    with pytest.raises(ProblemError, match=r"never creates|has a different structure") as found:
        read_old(old_log([PLAY], statement), "a")
    assert found.value.problems[0].code == "broken-log"
    assert read_old(content, "a")


def test_a_view_in_the_place_of_a_table_is_not_run() -> None:
    endless = (
        "WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x AS id FROM n"
    )
    with pytest.raises(ProblemError, match="the table 'play' of the playtest log is missing"):
        read_old(
            old_log(
                [],
                "DROP TABLE remark",
                "DROP TABLE seat",
                "DROP TABLE play",
                f"CREATE VIEW play AS {endless}",
            ),
            "a",
        )


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"SQLite format 3\0", "this is not a playtest log"),
        (b"SQLite format 3\0" + bytes(2000), "a database of another program"),
        (old_log([], "PRAGMA application_id=7"), "a database of another program"),
        (old_log([], "PRAGMA user_version=0"), "does not say which form"),
        (old_log([], "PRAGMA user_version=2"), "by a newer version of emporium-pnp"),
        (old_log([])[:18] + b"\2\2" + old_log([])[20:], "WAL mode"),
        (old_log([PLAY])[:8192], "damaged"),
        (old_log([PLAY])[:4096] + b"\xff" * 24000, "damaged"),
        (old_log([]).replace(b"CREATE TABLE", b"CREATE TAB\xff\xff"), "damaged"),
    ],
)
def test_a_file_that_is_no_such_log_is_refused(content: bytes, message: str) -> None:
    with pytest.raises(ProblemError, match=message) as found:
        read_old(content, "a")
    assert found.value.problems[0].code == ("newer-log" if "newer" in message else "broken-log")


def test_damaged_plays_are_told_and_not_taken_over(tmp_path: Path) -> None:
    broken = "UPDATE play SET note = CAST(x'41ff42' AS TEXT) WHERE id = 2"
    (tmp_path / OLD_FILE).write_bytes(
        old_log([PLAY, PLAY, PLAY], broken, "DELETE FROM seat WHERE play = 3")
    )
    path, damaged = log_in(tmp_path), list[Problem]()
    assert [play.number for play in read_plays(path, damaged)] == [1]
    assert [one.message[:17] for one in damaged] == ["play 2 is damaged", "play 3 is damaged"]
    with pytest.raises(ProblemError):
        add_plays(path, [PLAY])
    assert not path.exists()
