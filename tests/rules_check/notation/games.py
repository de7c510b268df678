"""Small games whose rules are data, of a few cards each, to be read and played by tests."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

from generator.data.game import Game
from generator.data.loading import load_game
from generator.data.problems import Problem, Problems
from rules_check.notation.program import Program
from rules_check.notation.reading import read_program
from rules_check.notation.writing.source import source_of

FOLDER = Path(__file__).with_name("games")
ROOT = Path(__file__).parents[3]
EMPORIUM = Path(__file__).with_name("emporium.play.yaml")
NAMES = [*sorted(path.stem for path in FOLDER.glob("*.yaml")), "emporium"]
TEMPLATE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88"/>'


@cache
def text_of(name: str) -> str:
    """Return the cards.yaml of a game; that of Emporium with rules as data behind it, and with a
    table for their zones.
    """
    if name == "emporium":
        own = (ROOT / "cards.yaml").read_text(encoding="utf-8")
        return without("table", own) + EMPORIUM.read_text(encoding="utf-8")
    return (FOLDER / f"{name}.yaml").read_text(encoding="utf-8")


def without(section: str, text: str) -> str:
    """Return a cards.yaml without one of its sections."""
    kept, is_within = [], False
    for line in text.splitlines(keepends=True):
        if line[0] not in " #\n":
            is_within = line.startswith(f"{section}:")
        if not is_within:
            kept.append(line)
    return "".join(kept)


@cache
def _folder() -> Path:
    """Return a folder with the one template that all of these games have."""
    folder = Path(tempfile.mkdtemp(prefix="notation"))
    (folder / "templates").mkdir()
    (folder / "templates" / "card.svg.j2").write_text(TEMPLATE, encoding="utf-8")
    return folder


def game_of(text: str) -> Game:
    """Read the text of a cards.yaml. Raises ProblemError."""
    folder = ROOT if "title: Emporium\n" in text else _folder()
    return load_game(folder / "cards.yaml", content=text.encode())


@cache
def game_named(name: str) -> Game:
    return game_of(text_of(name))


def program_of(name: str) -> Program:
    """Read one of these games."""
    return read_program(game_named(name))


def faults_in(text: str) -> list[Problem]:
    """List what is wrong with the rules of a game."""
    problems = Problems()
    read_program(game_of(text), problems)
    return list(problems)


def rules_source(game: Game) -> str:
    """Return the source of a game's rules, as Python that plays the same way."""
    return source_of(read_program(game), game)
