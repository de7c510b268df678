"""The commands that play, as tests call them."""

from __future__ import annotations

import shutil
from pathlib import Path

from generator.cli import main as cli
from tests.rules_check.games.scripted import ROOT

QUICK = ["--line-up", "random", "--players", "2", "--quiet"]


def run(*words: str) -> int:
    return cli.run(list(words))


def variant(folder: Path, old: str, new: str) -> Path:
    """Copy Emporium's cards.yaml with one change; it can be played, not printed."""
    text = (ROOT / "cards.yaml").read_text(encoding="utf-8")
    assert old in text
    path = folder / "cards.yaml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    shutil.copytree(ROOT / "templates", folder / "templates")
    return path
