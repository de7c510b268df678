"""Games with what a stranger may leave beside them: at the names that commands read and write lie
links, pipes, devices, other people's words.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

from tests.auditing.hostile import FOREIGN, NOTE, add_hot_journal
from tests.fuzz import mutants
from tests.fuzz.cases import Case, put, run, tree
from tests.fuzz.families import LOG_ADD, PRINTERS, SHEETS
from tests.fuzz.family import OUT, WITHOUT_PLACE, Family, game_files

NAMES = (
    *(
        "cards.lock",
        "cards.yaml.unsaved",
        "cards.de.yaml",
        "cards.fr.yaml",
        "LICENSE",
        "sheets.yaml",
        "playtests.sqlite",
    ),
    *(
        "playtests.sqlite-journal",
        "playtests.sqlite-wal",
        "playtests",
        "playtests/notes.jsonl",
        "playtests/plays.jsonl",
        "playtests/game.record",
    ),
    *(
        ".emporium-pnp.journal",
        "output",
        "output/.emporium-pnp.journal",
        "output/game-cards-a4.pdf",
        "out",
        "templates/icons/star.svg",
    ),
    *(
        "emporium-pnp/printers.yaml",
        "pyproject.toml",
        "art",
        "fonts",
        "cards.schema.json",
        "rulebook.md",
        "plays.csv",
        "study.jsonl",
    ),
)
"""What commands read or write in a game's folder, and what they take for a part of it."""
_COMMANDS: tuple[list[str], ...] = (
    ["build", *OUT],
    ["build"],
    ["build", "--mark-printed", *OUT],
    ["build", "--changed", *OUT],
    ["build", "--lang", "fr", *OUT],
    ["build", "--printer", "brother", *OUT],
    ["build", "--sheet", "our-cutter", *OUT],
    ["diff"],
    ["languages"],
    ["languages", "--start", "de"],
    ["languages", "--update"],
    ["sheets"],
    ["lint"],
    ["release", *OUT],
    ["export", "csv", *OUT],
    ["export", "png", *OUT],
    ["calibrate", "--list"],
    ["calibrate", "--save", "other", "1", "2", "0"],
    ["new", "another"],
    ["log"],
    ["log", "show", "1"],
    ["log", "notes"],
    ["log", "export", "plays.json", "--yes"],
    ["log", "import", "plays.csv", "--yes"],
    LOG_ADD,
)
_PATHS = (
    *(
        "../../outside/victim.txt",
        "/dev/zero",
        "/dev/stdin",
        "/proc/self/mem",
        "/proc/self/environ",
        ".",
        "..",
        "cards.yaml",
    ),
    *("nothing", "/", "/dev/tty", "/dev/full"),
)
_HUGE = 3 << 30


class Beside(Family):
    name = "beside"
    about = (
        "links, pipes, devices, journals, other programs' settings and words for terminals beside "
        "a game; then what reads or writes there"
    )
    goal = 10_000
    statuses = (0, 1, 2, 74)
    without_place = WITHOUT_PLACE | {
        *("not-printed", "unknown-sheet", "unknown-printer", "no-such-file", "broken-log"),
        *(
            "too-large of yaml",
            "misnamed-translation of yaml",
            "no-plain-file of yaml",
            "is-a-folder of csv",
            "is-a-folder of yaml",
            "no-such-file of yaml",
            "outside-folder of yaml",
            "broken-notes of jsonl",
            "no-plain-file of lock",
            "too-large of lock",
        ),  # the file as a whole
    }

    def __init__(self, home: Path) -> None:
        super().__init__(home)
        self.outside = home / "outside"
        self.outside.mkdir()
        for name in ("victim.txt", "deleted.txt"):
            (self.outside / name).write_text("kept\n")
        put(self.game, game_files("starter"))
        for command in (["build", "--mark-printed", *OUT], LOG_ADD):
            assert run(self.game, command).status == 0
        self.lock, self.plays = (
            (self.game / name).read_bytes() for name in ("cards.lock", "playtests/plays.jsonl")
        )
        put(self.game, game_files("starter"))
        add_hot_journal(self.game, self.outside)
        self.hot = {
            name: (self.game / name).read_bytes()
            for name in ("playtests.sqlite", "playtests.sqlite-journal")
        }
        self.before = tree(self.outside)

    def case(self, random: Random) -> Case:
        """Put one to three things beside a game."""
        case = Case(
            game_files("starter"),
            [random.choice(_COMMANDS)],
            lambda folder: self._outside_changed(),
        )
        if random.random() < 0.3:
            name = random.choice(sorted(FOREIGN))
            case.files[name] = FOREIGN[name].format(outside=self.outside).encode()
        if random.random() < 0.2:
            case.files |= self.hot
            case.files["playtests.sqlite-journal"] = mutants.of_bytes(
                random, self.hot["playtests.sqlite-journal"]
            )
        for _ in range(random.choice((1, 1, 2, 3))):
            name = random.choice(NAMES)
            parts = {name, *map(str, Path(name).parents)}
            if (
                parts & {*case.special}
                or (parts - {name}) & {*case.files}
                or any(one.startswith(f"{name}/") for one in (*case.special, *case.files))
            ):
                continue
            case.files.pop(name, None)
            if random.random() < 0.5:
                case.special[name] = _special(random)
            else:
                case.files[name] = self._content(random, name)
        return case

    def _content(self, random: Random, name: str) -> bytes:
        """Make what a file of a name could hold, with faults, or what another could."""
        told = (
            random.choice((NOTE, "\ud800", "=1+1", "::error::x", "\u202e", "x" * 100_000, ""))
            if random.random() < 0.7
            else "fine"
        )
        said = json.dumps(told)
        card = (
            f"{{name: {said}, deck: {said}, copies: 2, face: {said}, back: {said}, version: "
            f"{said}}}"
        )
        note = {
            "number": 1,
            "text": told,
            "who": told,
            "date": "2026-11-20",
            "version": told,
            "data": "",
            "card": told,
            "record": told,
        }
        moved = [
            [
                random.choice((".emporium-pnp-aaaaaaaa.part", told, "../x")),
                random.choice((*_PATHS, told, "a\0b")),
            ]
            for _ in range(2)
        ]
        usual: dict[str, bytes] = {
            "cards.lock": random.choice(
                (
                    self.lock,
                    f"lock: 1\ngame: {said}\ncards:\n  noon: {card}\n  {said}: {card}\n".encode(),
                )
            ),
            "playtests.sqlite": self.hot["playtests.sqlite"],
            "playtests/plays.jsonl": self.plays,
            "playtests/notes.jsonl": json.dumps(note).encode() + b"\n",
            "sheets.yaml": SHEETS.replace("the die cutter at school", said).encode(),
            "emporium-pnp/printers.yaml": PRINTERS.encode(),
            "plays.csv": f'date,players,winner,minutes\n2026-11-20,"Ann,Bo",Bo,{said}\n'.encode(),
            ".emporium-pnp.journal": json.dumps(moved).encode(),
            "output/.emporium-pnp.journal": json.dumps(moved).encode(),
            "pyproject.toml": f'[project.entry-points."emporium_pnp.games"]\n{said} = {said}\n'.encode(),
        }
        content = usual.get(name, random.choice(sorted(usual.values())))
        return mutants.of_bytes(random, content) if random.random() < 0.5 else content

    def _outside_changed(self) -> str:
        after = tree(self.outside)
        if after == self.before:
            return ""
        for name, content in self.before.items():
            (self.outside / name).write_bytes(content)
        return (
            "outside changed: "
            f"{', '.join(sorted(name for name in {*after, *self.before} if after.get(name) != self.before.get(name)))}"
        )


def _special(random: Random) -> Callable[[Path], None]:
    """Choose what lies at a name and is no plain file."""
    do = random.randrange(6)
    if do == 0:
        return lambda path: os.mkfifo(path)
    if do == 1:
        return lambda path: path.mkdir()
    if do == 2:
        return _sparse
    if do == 3:
        return lambda path: path.symlink_to(path.name)  # to itself
    return partial(_linked, to=random.choice(_PATHS))


def _linked(path: Path, to: str) -> None:
    path.symlink_to(to)


def _sparse(path: Path) -> None:
    path.touch()
    os.truncate(path, _HUGE)
