"""Lines of JSON in a file: split, added to, written anew; links that lead away, pipes and files
without end.
"""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

import pytest

from generator.data.problems import ProblemError
from rules_check.log import lines
from rules_check.log.lines import add_lines, content_of, file_within, lines_of, write_lines, written


def test_lines_are_split_at_line_feeds_alone() -> None:
    content = '\ufeffa\n\n{"x": "\u2028\u0085"}\r\n  \nhalf'.encode()
    found = [
        (line.number, line.raw.decode().strip("\r"), line.is_ended) for line in lines_of(content)
    ]
    assert found == [(1, "a", True), (3, '{"x": "\u2028\u0085"}', True), (5, "half", False)]
    assert lines_of(b"") == []


def test_a_value_is_one_line_whatever_it_holds() -> None:
    value = {"text": "a\nb\r\u2028\ud800\x1b木"}
    (line,) = lines_of(written(value))
    assert line.value == value
    assert line.is_ended


def test_what_is_added_begins_on_a_line_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    write_lines(path, [b"1\n", b"2"])
    add_lines(path, [b"3\n", b"4\n"])
    assert path.read_bytes() == b"1\n2\n3\n4\n"
    path.write_bytes(b"")
    add_lines(path, [b"5\n"])
    assert path.read_bytes() == b"5\n"


def test_what_cannot_be_added_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"1\nhal")

    def refuse(_: int) -> None:
        assert path.read_bytes() == b"1\nhal\n2\n"
        raise OSError(errno.EIO, "the disk refuses")

    monkeypatch.setattr(lines.os, "fsync", refuse)
    with pytest.raises(OSError, match="refuses"):
        add_lines(path, [b"2\n"])
    assert path.read_bytes() == b"1\nhal"


@pytest.mark.skipif(sys.platform == "win32", reason="pipes and links")
def test_only_files_of_the_game_s_folder_are_read(tmp_path: Path) -> None:
    game = tmp_path / "game"
    (game / "playtests").mkdir(parents=True)
    secret = tmp_path / "secret"
    secret.write_text("x")
    path = game / "playtests" / "a.jsonl"
    assert file_within(game, "a.jsonl", "broken-notes") == path
    assert content_of(path, "broken-notes") is None
    for target in (secret, tmp_path / "not there yet", Path("/dev/zero")):
        path.symlink_to(target)
        with pytest.raises(ProblemError, match="leads out of it"):
            file_within(game, "a.jsonl", "broken-notes")
        path.unlink()
    os.mkfifo(path)
    with pytest.raises(ProblemError, match="found a pipe or a device"):
        content_of(path, "broken-notes")
