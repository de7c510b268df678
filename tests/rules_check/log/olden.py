"""Logs of earlier versions, as files of SQLite: what tests read, and what an attacker would make of
them.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Sequence
from pathlib import Path

from rules_check.log.old import APPLICATION_ID, SCHEMA
from rules_check.log.plays import Play


def old_log(plays: Sequence[Play], *statements: str) -> bytes:
    """Make a log with plays, numbered from 1, and run further statements in it."""
    with contextlib.closing(sqlite3.connect(":memory:")) as database:
        database.executescript(
            f"PRAGMA application_id={APPLICATION_ID}; PRAGMA user_version=1; {SCHEMA}"
        )
        for number, play in enumerate(plays, 1):
            row = (
                number,
                play.game,
                play.version,
                play.data,
                play.date,
                play.minutes,
                play.rounds,
                play.note,
            )
            database.execute("INSERT INTO play VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
            scores = play.scores or (None,) * len(play.players)
            for seat, (name, score) in enumerate(zip(play.players, scores, strict=True), 1):
                database.execute(
                    "INSERT INTO seat VALUES (?, ?, ?, ?, ?)",
                    (number, seat, name, name in play.winners, score),
                )
            for at, (card, text) in enumerate(play.remarks, 1):
                database.execute("INSERT INTO remark VALUES (?, ?, ?, ?)", (number, at, card, text))
        for statement in statements:
            database.execute(statement)
        database.commit()
        return database.serialize()


def put_hot_journal(path: Path, named: Path) -> Path:
    """Put a journal beside a database that names a super-journal, which SQLite deletes when it
    rolls back. Returns the journal's path.
    """
    name = str(named).encode()
    magic = bytes.fromhex("d9d505f920a163d7")
    pages = -(-path.stat().st_size // 4096)
    head = (
        magic
        + (0).to_bytes(4, "big")
        + bytes(4)
        + pages.to_bytes(4, "big")
        + (512).to_bytes(4, "big")
        + (4096).to_bytes(4, "big")
    )
    lock_page = 0x40000000 // 4096 + 1
    tail = (
        lock_page.to_bytes(4, "big")
        + name
        + len(name).to_bytes(4, "big")
        + sum(name).to_bytes(4, "big")
        + magic
    )
    journal = path.with_name(f"{path.name}-journal")
    journal.write_bytes(head.ljust(512, b"\0") + tail)
    return journal
