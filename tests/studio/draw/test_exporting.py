"""Exports from the page: by the command, of the saved game."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.cli.export import TARGETS as COMMANDS
from generator.data.problems import ProblemError
from studio.draw.exporting import TARGETS, export
from tests.studio.conftest import make_small_game


def test_all_targets_of_the_command_are_offered() -> None:
    assert set(TARGETS) == set(COMMANDS)


def test_files_are_written_and_named(tmp_path: Path) -> None:
    path = make_small_game(tmp_path)
    found = export(path, "csv", None)
    assert found.files
    assert all((tmp_path / name).is_file() for name in found.files)


def test_what_is_wrong_is_said_and_other_targets_are_none(tmp_path: Path) -> None:
    path = make_small_game(tmp_path)
    path.write_text(path.read_text("utf-8").replace("cost: 4", "cost: many"), "utf-8")
    with pytest.raises(ProblemError, match="cost"):
        export(path, "csv", None)
    with pytest.raises(KeyError):
        export(path, "--help", None)
