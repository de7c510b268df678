"""Versions that were kept: files in the game's folder, which nothing else is."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from generator.data.opening import RefusedFile
from studio.draft import versions
from studio.draft.versions import PLACE, VersionError, Versions
from tests.conftest import meanwhile


def test_a_version_is_a_file_that_git_passes_over(tmp_path: Path) -> None:
    kept = Versions(tmp_path)
    assert kept.keep("First try", b"game: 1\n") == "First try"
    assert (tmp_path / PLACE / "First try.yaml").read_bytes() == b"game: 1\n"
    assert (tmp_path / PLACE / ".gitignore").read_bytes() == b"*\n"
    assert Versions(tmp_path).read("First try") == b"game: 1\n"


@pytest.mark.parametrize("name", ["../../up", "a/b", "..", "C:\\x", "con\0", "é 1", "x" * 300])
def test_no_name_leads_elsewhere(tmp_path: Path, name: str) -> None:
    kept = Versions(tmp_path)
    try:
        found = kept.keep(name, b"1")
    except VersionError:
        assert name == ".."
        return
    assert [path.parent for path in tmp_path.rglob("*.yaml")] == [tmp_path / PLACE]
    assert kept.names == [found]
    assert len(found) <= versions.LONGEST


def test_two_of_one_name_are_two(tmp_path: Path) -> None:
    kept = Versions(tmp_path)
    assert [kept.keep("A", b"1"), kept.keep("a", b"2"), kept.keep("saved", b"3")] == [
        "A",
        "a (2)",
        "saved (2)",
    ]
    assert kept.read("a (2)") == b"2"


def test_two_studios_that_keep_one_name_at_once_keep_both(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Versions(tmp_path)
    (tmp_path / PLACE).mkdir(parents=True)

    def write() -> None:
        meanwhile(monkeypatch, lambda: other.keep("A", b"theirs"))  # after the .gitignore

    meanwhile(monkeypatch, write)
    assert Versions(tmp_path).keep("A", b"mine") == "A (2)"
    assert (other.read("A"), other.read("A (2)")) == (b"theirs", b"mine")


def test_nothing_is_thrown_away_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(versions, "MOST", 2)
    kept = Versions(tmp_path)
    kept.keep("A", b"1")
    kept.keep("B", b"1")
    with pytest.raises(VersionError, match="delete some first"):
        kept.keep("C", b"1")
    kept.drop("A")
    kept.drop("no such")
    assert kept.names == ["B"]
    assert kept.read("../cards") is None


def test_what_was_held_in_memory_is_written_once_there_is_a_folder(tmp_path: Path) -> None:
    kept = Versions(None)
    kept.keep("A", b"1")
    assert not list(tmp_path.iterdir())
    kept.move(tmp_path)
    assert Versions(tmp_path).read("A") == b"1"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pipes in folders")
def test_a_version_is_a_plain_file_of_the_folder(tmp_path: Path) -> None:
    game, secret = tmp_path / "game", tmp_path / "secret.yaml"
    place = game / PLACE
    place.mkdir(parents=True)
    secret.write_text("not yours", encoding="utf-8")
    (place / "outside.yaml").symlink_to(secret)
    (place / "nowhere.yaml").symlink_to("none")
    os.mkfifo(place / "pipe.yaml")
    with (place / "huge.yaml").open("wb") as file:
        file.truncate(1 << 40)
    kept = Versions(game)
    assert [kept.read(name) for name in kept.names] == [None] * 4
    assert set(kept.names) == {"outside", "nowhere", "pipe", "huge"}


def test_versions_are_not_kept_and_not_dropped_where_a_link_leads(tmp_path: Path) -> None:
    game, elsewhere = tmp_path / "game", tmp_path / "elsewhere" / "versions"
    game.mkdir()
    elsewhere.mkdir(parents=True)
    (elsewhere / "mine.yaml").write_text("mine", encoding="utf-8")
    (game / "playtests").symlink_to("../elsewhere")
    kept = Versions(game)
    assert kept.names == []
    assert kept.read("mine") is None
    kept.drop("mine")
    with pytest.raises(RefusedFile):
        kept.keep("A", b"1")
    assert [path.name for path in elsewhere.iterdir()] == ["mine.yaml"]
