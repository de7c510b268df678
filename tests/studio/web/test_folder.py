"""Folders of games: from files, from a zip, from the tool, and as a zip again."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from studio.web import folder as module
from studio.web.folder import FolderFault, as_zip, from_files, from_tool, from_zip, states_of

FILES = {"cards.yaml": b"game: {}\n", "templates/card.svg.j2": b"<svg/>"}


def zipped(files: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        for name, content in files.items():
            packed.writestr(name, content)
    return out.getvalue()


def read(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in states_of(folder)}


def test_a_folder_is_packed_and_opened_again(tmp_path: Path) -> None:
    folder = from_files(FILES, tmp_path / "toad")
    raw = as_zip(folder)
    assert zipfile.ZipFile(io.BytesIO(raw)).namelist() == [
        "toad/cards.yaml",
        "toad/templates/card.svg.j2",
    ]
    assert read(from_zip(raw, tmp_path / "again")) == FILES
    assert as_zip(from_files(dict(reversed(FILES.items())), folder)) == raw


def test_the_uppermost_game_of_a_zip_is_opened(tmp_path: Path) -> None:
    raw = zipped(
        {"a/b/games/x/cards.yaml": b"x", "a/b/cards.yaml": b"b", "a/b/t.j2": b"t", "readme": b""}
    )
    assert read(from_zip(raw, tmp_path / "game")) == {
        "cards.yaml": b"b",
        "t.j2": b"t",
        "games/x/cards.yaml": b"x",
    }


def test_what_was_there_before_is_gone(tmp_path: Path) -> None:
    from_files({**FILES, "old": b""}, tmp_path / "game")
    assert read(from_files(FILES, tmp_path / "game")) == FILES


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"no zip", "cannot be read"),
        (zipped({"a.txt": b""}), "found 1 files without one"),
        (zipped({"cards.yaml": b"", "../a": b""}), "leads out"),
        (zipped({"cards.yaml": b"", **{str(n): b"" for n in range(20)}}), "at most 20 files"),
        (zipped({"cards.yaml": b"x" * 60})[:-30], "cannot be read"),
    ],
)
def test_what_is_no_game_is_refused(
    raw: bytes, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_FILES", 20)
    with pytest.raises(FolderFault, match=said):
        from_zip(raw, tmp_path / "game")
    assert list(tmp_path.iterdir()) == [] or not (tmp_path / "a").exists()


def test_games_of_the_tool_are_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "cards.yaml" in states_of(from_tool("empire", tmp_path / "empire"))
    bundled = from_files(
        {**FILES, "games/other/cards.yaml": b"", "output/a.pdf": b"", "art/output/b": b""},
        tmp_path / "bundled",
    )
    monkeypatch.setattr(module, "bundled_games", lambda: {"toad": bundled / "cards.yaml"})
    assert read(from_tool("toad", tmp_path / "toad")) == {**FILES, "art/output/b": b""}
    assert "cards.yaml" in states_of(from_tool("", tmp_path / "new"))
    with pytest.raises(KeyError):
        from_tool("nothing", tmp_path / "nothing")
