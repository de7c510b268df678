"""What a game's folder may give to read: plain files in it, of a size, and nothing that waits, never ends or is elsewhere."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from generator.data.opening import open_file, read_file, read_named
from generator.data.problems import ProblemError

MOST = 1000
on_unix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pipes and devices in folders")


def _code(read: Callable[[], object]) -> str:
    with pytest.raises(ProblemError) as fault:
        read()
    return fault.value.problems[0].code


@pytest.fixture
def game(tmp_path: Path) -> Path:
    (tmp_path / "secret").write_text("not yours")
    (tmp_path / "game" / "art").mkdir(parents=True)
    (tmp_path / "game" / "art" / "goat.png").write_bytes(b"a goat")
    return tmp_path / "game"


def _socket(path: Path) -> None:
    here = Path.cwd()
    os.chdir(path.parent)  # an address may have few letters
    try:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(path.name)
    finally:
        os.chdir(here)


def _sparse(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(1 << 40)


UNREADABLE: dict[str, tuple[Callable[[Path], object], str]] = {
    "pipe": (os.mkfifo, "no-plain-file") if sys.platform != "win32" else (Path.mkdir, "is-a-folder"),
    "socket": (_socket, "no-plain-file"),
    "folder": (Path.mkdir, "is-a-folder"),
    "huge": (_sparse, "too-large"),
    "device": (lambda path: path.symlink_to("/dev/zero"), "outside-folder"),
    "outside": (lambda path: path.symlink_to("../secret"), "outside-folder"),
    "absolute": (lambda path: path.symlink_to(path.parent.parent / "secret"), "outside-folder"),
    "nowhere outside": (lambda path: path.symlink_to("../nothing"), "outside-folder"),
    "circle": (lambda path: path.symlink_to(path.name), "no-plain-file"),
}


@on_unix
@pytest.mark.parametrize("what", UNREADABLE)
def test_what_is_no_plain_file_of_the_folder_is_refused_without_waiting(game: Path, what: str) -> None:
    make, code = UNREADABLE[what]
    make(game / "LICENSE")
    assert _code(lambda: read_file(game / "LICENSE", game, MOST)) == code
    assert _code(lambda: open_file(game / "LICENSE", game, MOST)) == code


@on_unix
@pytest.mark.parametrize("what", ["pipe", "socket", "folder", "huge", "circle"])
def test_a_file_that_a_person_names_is_plain_too(game: Path, what: str) -> None:
    make, code = UNREADABLE[what]
    make(game / "LICENSE")
    assert _code(lambda: read_named(game / "LICENSE", MOST)) == code


@on_unix
def test_a_file_that_a_person_names_is_wherever_links_lead_and_may_be_a_shells_pipe(game: Path) -> None:
    (game / "mine.csv").symlink_to("../secret")
    assert read_named(game / "mine.csv", MOST) == b"not yours"
    (game / "zero").symlink_to("/dev/zero")
    assert _code(lambda: read_named(game / "zero", MOST)) == "no-plain-file"
    reading, writing = os.pipe()
    os.write(writing, b"piped")
    os.close(writing)
    assert read_named(Path(f"/dev/fd/{reading}"), MOST) == b"piped"
    os.close(reading)
    assert _code(lambda: read_named(Path("/dev/zero"), MOST)) == "too-large"


@on_unix
def test_links_within_the_folder_are_followed(game: Path) -> None:
    (game / "pictures").symlink_to("art")
    (game / "goat.png").symlink_to("pictures/goat.png")
    assert read_file(game / "goat.png", game, MOST) == b"a goat"
    (game.parent / "shortcut").symlink_to("game")
    assert read_file(game.parent / "shortcut" / "goat.png", game.parent / "shortcut", MOST) == b"a goat"
    assert read_file(game / "goat.png", game.parent / "shortcut", MOST) == b"a goat"


@on_unix
def test_a_folder_that_leads_out_takes_its_files_with_it(game: Path) -> None:
    (game / "fonts").symlink_to("..")
    assert _code(lambda: read_file(game / "fonts" / "secret", game, MOST)) == "outside-folder"
    assert _code(lambda: read_file(game / ".." / "secret", game, MOST)) == "outside-folder"
    (game.parent / "game too").mkdir()  # a name that begins as the folder's does
    (game.parent / "game too" / "secret").write_text("not yours")
    assert _code(lambda: read_file(game.parent / "game too" / "secret", game, MOST)) == "outside-folder"


def test_a_file_has_as_many_bytes_as_it_may_and_no_more(game: Path) -> None:
    path = game / "notes.jsonl"
    path.write_bytes(bytes(MOST))
    assert len(read_file(path, game, MOST)) == MOST
    path.write_bytes(bytes(MOST + 1))
    with pytest.raises(ProblemError, match="expected at most 1,000 bytes, found 1,001 bytes") as fault:
        read_file(path, game, MOST)
    assert str(fault.value.problems[0].place) == "notes.jsonl"


def test_a_file_that_grows_while_it_is_read_is_too_large(game: Path) -> None:
    path = game / "notes.jsonl"
    path.write_bytes(b"small")
    with open_file(path, game, MOST) as file:
        path.write_bytes(bytes(MOST * 2))
        assert len(file.read(MOST + 1)) == MOST + 1
    assert _code(lambda: read_file(path, game, MOST)) == "too-large"


@on_unix
def test_a_link_that_comes_between_looking_and_opening_is_not_followed(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = game / "LICENSE"
    path.write_text("free")
    real = os.path.realpath(path)
    stat = os.stat

    def swapped(looked: Path, **how: bool) -> os.stat_result:
        found = stat(looked, **how)
        if str(looked) == real:
            path.unlink()
            path.symlink_to("../secret")
        return found

    monkeypatch.setattr(os, "stat", swapped)
    assert _code(lambda: read_file(path, game, MOST)) == "no-plain-file"


def test_what_is_not_there_is_an_error_of_the_system(game: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_file(game / "LICENSE", game, MOST)
    with pytest.raises(FileNotFoundError):
        read_file(game / "a\0b", game, MOST)
    with pytest.raises(FileNotFoundError):
        read_named(game / "a\0b", MOST)
    with pytest.raises(NotADirectoryError):
        read_file(game / "art" / "goat.png" / "x", game, MOST)
