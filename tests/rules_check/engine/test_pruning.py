"""The folder of compiled rules: how large it may become, and what goes first."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from rules_check.engine.pruning import LOOKED, SECONDS_BETWEEN, note_use, prune

HOURS = SECONDS_BETWEEN


def version(home: Path, digit: str, hours: float, *sizes: int) -> Path:
    """Make the folder of a version that was last used some hours ago, with files as old as that,
    the first a second older than the next.
    """
    folder, used = home / f"{digit * 16}-0.68.1", time.time() - hours * HOURS
    (folder / "translated").mkdir(parents=True)
    for n, size in enumerate(sizes):
        path = folder / "translated" / f"{n}.whole"
        path.write_bytes(bytes(size))
        os.utime(path, (used + n, used + n))
    os.utime(folder, (used, used))
    return folder


def names(home: Path) -> str:
    return "".join(sorted(path.name[0] for path in home.iterdir() if path.is_dir()))


@pytest.mark.parametrize(
    ("most", "left"), [(1000, "abcd"), (500, "abcd"), (499, "acd"), (300, "ad"), (10, "ad")]
)
def test_what_was_used_least_recently_goes(most: int, left: str, tmp_path: Path) -> None:
    """Nothing that was used within the hour goes, nor the version in use."""
    version(tmp_path, "b", 9, 100)
    version(tmp_path, "c", 5, 50, 100)
    version(tmp_path, "d", 0.5, 100)
    prune(tmp_path, version(tmp_path, "a", 30, 150), most)
    assert names(tmp_path) == left


def test_the_oldest_of_the_version_in_use_goes_with_the_mark_that_all_is_there(
    tmp_path: Path,
) -> None:
    ours = version(tmp_path, "a", 0.1, 100, 100, 100)
    (ours / "game-12345678.ready").touch()
    (ours / "game-12345678.lock").touch()
    prune(tmp_path, ours, 250)
    assert sorted(path.name for path in ours.rglob("*") if path.is_file()) == [
        "1.whole",
        "2.whole",
        "game-12345678.lock",
    ]


def test_learned_players_and_what_else_is_there_stay(tmp_path: Path) -> None:
    ours = version(tmp_path, "a", 0)
    for name in ("learned", "notes"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "file").write_bytes(bytes(1000))
        os.utime(tmp_path / name, (0, 0))
    prune(tmp_path, ours, 10)
    assert (tmp_path / "learned" / "file").is_file()
    assert (tmp_path / "notes" / "file").is_file()


def test_a_look_suffices_for_an_hour(tmp_path: Path) -> None:
    ours = version(tmp_path, "a", 0)
    prune(tmp_path, ours, 10)
    version(tmp_path, "b", 9, 100)
    prune(tmp_path, ours, 10)
    assert names(tmp_path) == "ab"
    past = time.time() - 2 * HOURS
    os.utime(tmp_path / LOOKED, (past, past))
    prune(tmp_path, ours, 10)
    assert names(tmp_path) == "a"


def test_a_use_protects_a_version(tmp_path: Path) -> None:
    used = version(tmp_path, "b", 9, 100)
    note_use(used)
    prune(tmp_path, version(tmp_path, "a", 0), 10)
    assert names(tmp_path) == "ab"
    assert [path.name for path in used.iterdir()] == ["translated"]


def test_a_folder_that_is_gone_or_cannot_be_read_stops_nobody(tmp_path: Path) -> None:
    note_use(tmp_path / "gone")
    prune(tmp_path / "gone", tmp_path / "gone" / "ours")
    assert not (tmp_path / "gone").exists()
