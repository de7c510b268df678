"""What the game was like then: at the last save, at the last print, in a revision of git."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from generator.data.files import write_files
from generator.data.loading import load_game
from generator.data.problems import ProblemError
from generator.face.press import Press
from generator.job.printed import compare, entries_of, locked
from studio.draft.since import entries_then
from tests.studio.conftest import make_small_game


def changed(path: Path, of: str, now: bytes) -> dict[str, str]:
    """Compare a text with an earlier state."""
    game = load_game(path, content=now)
    then = entries_then(of, path, path.read_bytes(), lambda name: None)
    return {change.entry.id: change.sort for change in compare(then, entries_of(game, Press(game)))}


def git(folder: Path, *words: str) -> None:
    subprocess.run(
        ["git", "-C", str(folder), "-c", "user.name=a", "-c", "user.email=a@b", *words],
        check=True,
        capture_output=True,
    )


def test_since_a_save_a_print_and_a_revision(tmp_path: Path) -> None:
    path = make_small_game(tmp_path)
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "first")
    path.write_bytes(path.read_bytes().replace(b"Pike", b"Eel"))
    game = load_game(path)
    write_files(locked(game, entries_of(game, Press(game))))
    path.write_bytes(path.read_bytes().replace(b"Wick", b"Lamp"))
    now = path.read_bytes().replace(b"copies: 2", b"copies: 3")
    assert changed(path, "saved", now) == {"wick": "more"}
    assert changed(path, "printed", now) == {"wick": "changed"}
    assert changed(path, "HEAD", now) == {"pike": "changed", "wick": "changed"}


@pytest.mark.parametrize(
    "of",
    [
        "printed",
        "HEAD~99",
        "no-such-tag",
        "--output=x",
        "HEAD:../",
        "..",
        "cards.lock",
        "/etc",
        "empire",
        "",
    ],
)
def test_nothing_else_is_read(tmp_path: Path, of: str) -> None:
    path = make_small_game(tmp_path)
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "first")
    with pytest.raises(ProblemError):
        entries_then(of, path, path.read_bytes(), lambda name: None)


def test_a_version_that_was_kept_is_how_it_was(tmp_path: Path) -> None:
    path = make_small_game(tmp_path)
    content = path.read_bytes()
    kept = {"A": content.replace(b"cost: 4", b"cost: 5")}
    then = entries_then("kept:A", path, content, kept.get)
    game = load_game(path)
    assert [
        (change.entry.id, change.sort) for change in compare(then, entries_of(game, Press(game)))
    ] == [("tib", "changed")]
    with pytest.raises(ProblemError, match="there is no version 'B'"):
        entries_then("kept:B", path, content, kept.get)
