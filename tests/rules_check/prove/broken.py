"""Card files broken on purpose: our own cards.yaml with a few words changed, in a folder of its
own.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from generator.data.game import Game
from generator.data.loading import load_game

ROOT = Path(__file__).resolve().parents[3]


def broken_game(folder: Path, *changes: tuple[str, str]) -> Game:
    """Write cards.yaml with each first text, which must stand there once, replaced by the second;
    and load it.
    """
    text = (ROOT / "cards.yaml").read_text(encoding="utf-8")
    for old, new in changes:
        assert text.count(old) == 1, (old, text.count(old))
        text = text.replace(old, new)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "cards.yaml").write_text(text, encoding="utf-8")
    if not (folder / "templates").exists():
        shutil.copytree(ROOT / "templates", folder / "templates")
    return load_game(folder)


def line_of(game: Game, words: str) -> int:
    """Find the line of the game's file in which words stand; they must stand in one only."""
    lines = (game.folder / game.file).read_text(encoding="utf-8").splitlines()
    (found,) = [number for number, line in enumerate(lines, 1) if words in line]
    return found
