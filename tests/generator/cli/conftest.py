"""Fixtures that these tests share."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.job.starting import start_game
from tests.conftest import SVG
from tests.generator.cells.workbook import BLOCK


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small game of one's own, in the current folder."""
    start_game(tmp_path / "pond")
    monkeypatch.chdir(tmp_path / "pond")
    return tmp_path / "pond"


@pytest.fixture
def trial(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a small game, which is where the commands run."""
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "card.svg.j2").write_text(SVG.format(""))
    (tmp_path / "cards.yaml").write_bytes(BLOCK.encode())
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "config" / "emporium-pnp" / "printers.yaml"
