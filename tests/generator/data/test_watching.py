"""Watching a folder: what the machine refuses is reported as that."""

from __future__ import annotations

import errno
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import watchfiles
from watchfiles._rust_notify import WatchfilesRustInternalError

from generator.data.watching import CannotWatch, changes


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("Error creating recommended watcher: Too many open files (os error 24)", errno.EMFILE),
        ("OS file watch limit reached. about [] (os error 28)", errno.ENOSPC),
        ("something else", errno.EIO),
    ],
)
def test_a_folder_that_cannot_be_watched_is_what_the_machine_refused(
    said: str, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise WatchfilesRustInternalError(said)

    monkeypatch.setattr(watchfiles.main, "RustNotify", refuse)
    found = changes(tmp_path, tmp_path / "output", stop=threading.Event())
    assert next(found) == set()
    with pytest.raises(CannotWatch) as caught:
        next(found)
    assert (caught.value.errno, caught.value.filename) == (code, str(tmp_path))


class Watched:
    """A folder that is watched on a thread; `names` collects what changed."""

    def __init__(self, folder: Path) -> None:
        self.names, self.stop, begun = set[str](), threading.Event(), threading.Event()

        def watch() -> None:
            for names in changes(folder, folder / "output", 50, 5, self.stop):
                self.names |= names
                begun.set()

        self.thread = threading.Thread(target=watch, daemon=True)
        self.thread.start()
        assert begun.wait(10)
        self.see(folder, "begun.yaml")

    def see(self, folder: Path, name: str) -> None:
        """Write a file until it is noticed."""
        self.until(lambda: (folder / name).write_text("x"), name)

    def until(self, repeat: Callable[[], object], *names: str) -> None:
        end = time.monotonic() + 20
        while not self.names.issuperset(names):
            assert time.monotonic() < end, (names, self.names)
            repeat()
            time.sleep(0.05)


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Watched]:
    (tmp_path / "game" / "templates").mkdir(parents=True)
    found = Watched(tmp_path / "game")
    yield found
    found.stop.set()
    found.thread.join(10)
    assert not found.thread.is_alive()


def test_a_link_to_itself_ends_no_watch(watched: Watched, tmp_path: Path) -> None:
    (tmp_path / "game" / "cards.yaml").symlink_to("cards.yaml")
    watched.until(lambda: None, "cards.yaml")
    watched.see(tmp_path / "game", "later.yaml")


def test_a_folder_in_place_of_another_is_seen_with_all_its_files(
    watched: Watched, tmp_path: Path
) -> None:
    """As when a copy is restored: watching goes on in the new folder."""
    folder = tmp_path / "game"
    folder.rename(tmp_path / "old")
    (folder / "art").mkdir(parents=True)
    (folder / "output").mkdir()
    for name in ("cards.yaml", "art/one.png", "output/one.png"):
        (folder / name).touch()
    watched.until(lambda: None, "cards.yaml", "art/one.png")
    watched.see(folder, "later.yaml")
    assert "output/one.png" not in watched.names


def test_a_folder_that_comes_filled_is_seen_with_its_files(
    watched: Watched, tmp_path: Path
) -> None:
    filled = tmp_path / "filled"
    filled.mkdir()
    (filled / "card.svg.j2").touch()
    (tmp_path / "game" / "templates").rmdir()
    filled.rename(tmp_path / "game" / "templates")
    watched.until(lambda: None, "templates/card.svg.j2")
