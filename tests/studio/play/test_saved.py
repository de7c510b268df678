"""Saved games say when they were saved, who played and how they stand; and one can be deleted, and
nothing else.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from generator.data.opening import RefusedFile
from studio.play.saved import drop_game, saved_games
from studio.protocol.played import SavedGame

OPEN = """\
emporium-pnp record 1
rules: emporium
version: 0.5
data: 0123456789abcdef
seed: 7
game: 0
players: 2
line-up: human,expert

1 board goat at 3
2 bid 2

luck: 0 0
state: 09f1be2a4c5d6e7f
"""
OVER = OPEN.replace("human,expert", "random") + "end: no passenger is left\nscores: 41 -2\n"


def folder_with(tmp_path: Path, **records: str) -> Path:
    (tmp_path / "playtests").mkdir()
    for name, text in records.items():
        path = tmp_path / "playtests" / f"{name.removeprefix('r')}.record"
        path.write_text(text, encoding="utf-8")
        os.utime(path, (1_700_000_000, 1_700_000_000))
    return tmp_path


def test_a_saved_game_says_who_played_and_how_it_stands(tmp_path: Path) -> None:
    found = saved_games(folder_with(tmp_path, r2=OPEN, r10=OVER, note="x"), {})
    date = found[0].date
    assert date.startswith("2023-11-1")
    assert found == [
        SavedGame("10.record", date, ["random", "random"], 2, "no passenger is left", [41, -2]),
        SavedGame("2.record", date, ["human", "expert"], 2, "", []),
    ]


def test_each_is_read_once(tmp_path: Path) -> None:
    folder, known = folder_with(tmp_path, r1=OPEN), dict[tuple[str, int], SavedGame]()
    first = saved_games(folder, known)
    assert saved_games(folder, known)[0] is first[0]


@pytest.mark.parametrize(
    "text",
    ["", "\0", "players: x\nline-up: \nscores: a b\n", "players: 999999999\nline-up: random\n"],
)
def test_a_broken_record_is_listed_and_says_little(tmp_path: Path, text: str) -> None:
    (found,) = saved_games(folder_with(tmp_path, r1=text), {})
    assert found.name == "1.record"
    assert len(found.line_up) <= 100


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pipes in folders")
def test_what_is_no_plain_file_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "game").mkdir()
    folder, secret = folder_with(tmp_path / "game"), tmp_path / "secret"
    secret.write_text(OVER, encoding="utf-8")
    (folder / "playtests" / "1.record").symlink_to(secret)
    os.mkfifo(folder / "playtests" / "2.record")
    assert [one.end for one in saved_games(folder, {})] == ["", ""]
    assert not drop_game(folder, "1.record")
    assert secret.is_file()


def test_a_game_is_deleted_and_nothing_else(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, r1=OPEN, r2=OPEN, note=OPEN)
    (tmp_path / "1.record").write_text("x", encoding="utf-8")
    for name in ("../1.record", "note.record", "3.record", "1.record\n", "", "/etc/passwd"):
        assert not drop_game(folder, name)
    assert drop_game(folder, "1.record")
    assert sorted(path.name for path in folder.rglob("*.record")) == [
        "1.record",
        "2.record",
        "note.record",
    ]


def test_cards_go_with_the_last_record_that_names_them(tmp_path: Path) -> None:
    other = OPEN.replace("0123456789abcdef", "fedcba9876543210")
    folder = folder_with(tmp_path, r1=OPEN, r2=OPEN, r3=other, r4=other) / "playtests"
    (folder / "note-1.record").write_text(other, encoding="utf-8")
    for name in ("0123456789abcdef.yaml", "fedcba9876543210.yaml", "mine.yaml"):
        (folder / name).write_text("game: {}\n", encoding="utf-8")

    def left() -> list[str]:
        return sorted(path.stem for path in folder.glob("*.yaml"))

    assert drop_game(tmp_path, "1.record")
    assert left() == ["0123456789abcdef", "fedcba9876543210", "mine"]
    assert drop_game(tmp_path, "2.record")
    assert left() == ["fedcba9876543210", "mine"]
    assert drop_game(tmp_path, "3.record")
    assert drop_game(tmp_path, "4.record")
    assert left() == ["fedcba9876543210", "mine"], "a note's record names them still"


def test_a_link_leads_no_deletion_out(tmp_path: Path) -> None:
    game, elsewhere = tmp_path / "game", tmp_path / "elsewhere"
    game.mkdir()
    elsewhere.mkdir()
    (elsewhere / "1.record").write_text(OPEN, encoding="utf-8")
    (game / "playtests").symlink_to(elsewhere)
    with pytest.raises(RefusedFile):
        drop_game(game, "1.record")
    assert (elsewhere / "1.record").is_file()
