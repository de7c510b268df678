"""Folders that are the user's alone, and those that are not."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from generator.data import files
from generator.data.private import make_private, unsafe

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no such permissions on Windows")


@pytest.fixture(params=[0, 0o022, 0o777])
def umask(request: pytest.FixtureRequest) -> Iterator[None]:
    before = os.umask(request.param)
    yield
    os.umask(before)


def test_a_folder_is_made_for_the_user_alone_whatever_the_umask(
    umask: None, tmp_path: Path
) -> None:
    make_private(tmp_path / "a" / "b")
    make_private(tmp_path / "a" / "b")
    assert [path.stat().st_mode & 0o777 for path in (tmp_path / "a", tmp_path / "a" / "b")] == [
        0o700,
        0o700,
    ]
    assert unsafe(tmp_path / "a" / "b") == ""


@pytest.mark.parametrize(
    ("mode", "is_safe"),
    [(0o700, True), (0o755, True), (0o775, False), (0o757, False), (0o1777, False)],
)
def test_a_folder_that_others_may_write_to_is_not_safe(
    mode: int, is_safe: bool, tmp_path: Path
) -> None:
    (tmp_path / "own").mkdir()
    (tmp_path / "own").chmod(mode)
    assert (unsafe(tmp_path / "own") == "") is is_safe


def test_a_folder_in_one_where_all_may_replace_it_is_not_safe(tmp_path: Path) -> None:
    make_private(tmp_path / "all" / "own")
    (tmp_path / "all").chmod(0o777)
    assert unsafe(tmp_path / "all" / "own") == f"all users may write to {tmp_path / 'all'}"
    (tmp_path / "all").chmod(0o1777)  # as /tmp is: nobody may replace what is another's
    assert unsafe(tmp_path / "all" / "own") == ""


def test_a_folder_of_another_user_is_not_safe(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: own + 1)
    assert unsafe(tmp_path) == f"{tmp_path} belongs to another user"


def test_a_link_a_file_and_a_relative_path_are_not_safe(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "link").symlink_to(tmp_path)
    (tmp_path / "file").touch()
    monkeypatch.chdir(tmp_path.parent)
    assert unsafe(tmp_path / "link") == f"{tmp_path / 'link'} is a link"
    assert unsafe(tmp_path / "file") == f"{tmp_path / 'file'} is not a folder"
    assert unsafe(Path(tmp_path.name)) == f"{tmp_path.name} depends on the current folder"


def test_templates_that_others_may_have_compiled_are_not_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    folder = files.cache_folder("templates")
    assert folder == tmp_path / "emporium-pnp" / "templates"
    make_private(folder)
    assert files.cache_folder("templates") == folder
    for shared in (folder, folder.parent):
        shared.chmod(0o777)
        assert files.cache_folder("templates") is None
        shared.chmod(0o700)


def test_where_there_is_one_user_every_folder_is_the_users(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "geteuid")
    make_private(tmp_path / "own")
    assert unsafe(tmp_path / "own") == ""
