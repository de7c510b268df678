"""What every family of cases has: a folder, a game to harm, and a judgement of what a command did
with it.
"""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import yaml

from generator.job.starting import start_game
from tests.fuzz.cases import SECONDS, Case, Went, put, run, tree, wrong_with

ROOT = Path(__file__).resolve().parents[2]
GAMES = ("emporium", "empire", "merchants-of-magick", "brick-and-mortar")
OUT = ["--output", "out"]
WITHOUT_PLACE = frozenset(
    (
        *(
            "unknown-kind",
            "unknown-id",
            "unknown-language",
            "no-rules",
            "no-such-card",
            "unknown-rules",
            "no-game",
        ),  # a word of the command line
        *(
            "bad-spreadsheet of xlsx",
            "bad-spreadsheet of ods",
            "too-large of xlsx",
            "too-large of ods",
            "untranslated of yaml",
        ),  # the file as a whole
        *("broken-log of sqlite", "broken-log of jsonl"),
    )
)
"""Codes of problems that a fuzzer's commands may tell without a place or, with the ending of a
file, without a line: each of them was looked at.
"""


class Family:
    """Cases of one kind. `case` makes one, `judge` looks at how it went."""

    name = ""
    about = ""
    goal = 0
    has_rules = False
    seconds = SECONDS
    statuses: tuple[int, ...] = (0, 1, 2)
    without_place = WITHOUT_PLACE

    def __init__(self, home: Path) -> None:
        self.home = home
        self.game = home / "game"
        self.game.mkdir()
        self._normal: dict[str, float] = {}

    def case(self, random: Random) -> Case:
        raise NotImplementedError

    def try_one(self, seed: int, number: int) -> tuple[list[tuple[list[str], Went]], str]:
        """Make a case and run it: its commands with how they went, and what is wrong."""
        case = self.case(Random(f"{self.name} {seed} {number}"))
        put(self.game, case.files)
        for name, make in case.special.items():
            (self.game / name).parent.mkdir(parents=True, exist_ok=True)
            make(self.game / name)
        went, wrong = [], []
        for command in case.commands:
            went.append((command, run(self.game, command)))
            wrong.append(
                wrong_with(
                    went[-1][1],
                    self.normal(command[0]),
                    self.without_place,
                    self.seconds,
                    self.statuses,
                )
            )
        if case.look:
            wrong.append(case.look(self.game))
        return went, ", ".join(filter(None, wrong))

    def games(self, went: list[tuple[list[str], Went]]) -> int:
        """Count the games that a case played to their ends, where that is what it is about."""
        return 0

    def normal(self, command: str) -> float:
        """Return the peak in MiB of a command with unharmed files."""
        return self._normal.get(command, NORMAL_MIB.get(command, 130.0))


NORMAL_MIB = {
    "check": 330.0,
    "simulate": 260.0,
    "report": 160.0,
    "replay": 260.0,
    "play": 260.0,
    "tune": 330.0,
    "log": 160.0,
}
"""Peaks of commands with unharmed files, in MiB, rounded up; others need less."""


def game_files(name: str) -> dict[str, bytes]:
    """Read a game that comes with the tool; `starter` and the names of layouts are those that `new`
    makes.
    """
    return dict(_game_files(name))


@cache
def _game_files(name: str) -> dict[str, bytes]:
    if name in GAMES:
        folder = ROOT if name == "emporium" else ROOT / "games" / name
        files = {one: (folder / one).read_bytes() for one in ("cards.yaml", "cards.fr.yaml")}
        for part in ("templates", "fonts", "art"):
            if (folder / part).is_dir():
                files |= {f"{part}/{one}": content for one, content in tree(folder / part).items()}
        return files
    with tempfile.TemporaryDirectory() as temporary:
        start_game(Path(temporary, "a-game"), None if name == "starter" else name)
        return tree(Path(temporary, "a-game"), but=("cards.schema.json",))


def leaves(node: Any, path: tuple[str, ...]) -> Any:
    """List the whole numbers of a YAML document: the path of each, and where it begins and ends."""
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            yield from leaves(value, (*path, key.value))
    elif isinstance(node, yaml.SequenceNode):
        for value in node.value:
            yield from leaves(value, path)
    elif node.tag == "tag:yaml.org,2002:int" and path:
        yield path, node.start_mark.index, node.end_mark.index
