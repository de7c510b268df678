"""Watching a folder: what the machine refuses is reported as that."""

from __future__ import annotations

import errno
import threading
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
