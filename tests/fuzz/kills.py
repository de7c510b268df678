"""Commands killed while they write, and what the next run makes of what lies there."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from rules_check.log.store import OLD_FILE
from tests.fuzz.cases import Went, put, run, tree, wrong_with
from tests.fuzz.families import LOG_ADD, PLAYS
from tests.fuzz.family import OUT, WITHOUT_PLACE, Family, game_files
from tests.rules_check.log.evening import PLAY
from tests.rules_check.log.olden import old_log


class Kills(Family):
    name = "kills"
    about = (
        "commands killed at a call that writes, or at a moment; then the next run in that folder"
    )
    goal = 500

    def __init__(self, home: Path) -> None:
        super().__init__(home)
        self.plans: dict[int, tuple[dict[str, bytes], dict[str, bytes], int, float]] = {}

    def try_one(self, seed: int, number: int) -> tuple[list[tuple[list[str], Went]], str]:
        random = Random(f"{self.name} {seed} {number}")
        which = number % len(KILLED)
        command = KILLED[which].command
        if which not in self.plans:
            self.plans[which] = self._plan(KILLED[which])
        old, new, calls, seconds = self.plans[which]
        put(self.game, old)
        at, moment = random.randrange(1, calls + 1), random.random() * seconds
        by_call = random.random() < 0.75
        died = run(
            self.game,
            command,
            before=(lambda: _die_at_call(at)) if by_call else (lambda: _die_after(moment)),
        )
        long_ago = 1_000_000_000
        for path in self.game.rglob("*"):
            if path.is_file():
                os.utime(path, (long_ago, long_ago))
        changed = [name for name in {*old, *new} if old.get(name) != new.get(name)]
        top = Path(os.path.commonpath([Path(name).parent.as_posix() or "." for name in changed]))
        folders = [
            top,
            *sorted(
                {
                    path.parent.relative_to(self.game)
                    for path in self.game.rglob(".emporium-pnp-*.part")
                }
                - {top}
            ),
        ]
        wrong, after = (
            ["" if died.status in (0, -signal.SIGKILL) else f"status {died.status} when killed"],
            died,
        )
        for folder in folders:
            after = run(
                self.game,
                [
                    "preview",
                    "--output",
                    (folder / "zz.png").as_posix(),
                    PREVIEWED[KILLED[which].base],
                ],
            )
            wrong.append(wrong_with(after, self.normal("preview"), WITHOUT_PLACE))
        for one in KILLED[which].after:
            after = run(self.game, one)
            wrong.append(
                wrong_with(after, self.normal(one[0]), WITHOUT_PLACE)
                or ("" if after.status == 0 else f"{one[0]} fails after it")
            )
        found = tree(self.game, but=("zz.png",))
        if found not in (old, new):
            mixed = sorted(
                name
                for name in {*found, *old, *new}
                if found.get(name) not in (old.get(name), new.get(name))
            )
            both = sorted(name for name in changed if found.get(name) == old.get(name))
            wrong.append(
                f"neither old nor new: {', '.join(mixed)}"
                if mixed
                else f"a mixture: {', '.join(both)} old among new"
            )
        return [(command, died), (["preview"], after)], ", ".join(filter(None, wrong))

    def _plan(self, killed: Killed) -> tuple[dict[str, bytes], dict[str, bytes], int, float]:
        """Run a command whole: the files before and after it, how many calls of it write, and how
        long it takes.
        """
        put(
            self.game,
            {
                **game_files(killed.base),
                **killed.files,
                "action.csv": CARDS.encode(),
                "plays.csv": PLAYS.replace("troll: nobody wanted it", "").encode(),
            },
        )
        for one in killed.before:
            went = run(self.game, one, 120)
            assert went.status == 0, (one, went)
        text = (self.game / "cards.yaml").read_text(encoding="utf-8")
        changed = (
            text.replace("version: ", "version: 9", 1)
            .replace("name: High Noon", "name: Midday")
            .replace('"#A85F00"', '"#A85000"')
        )
        for long, short in (
            ("\n  hand_size: 4\n", "\n  hand_size: 1\n"),
            ("30-40", "44-52"),
            ("heroes_leave\n", "three_still_rounds\n"),
        ):
            changed = changed.replace(long, short)
        changed = changed.replace(
            "      calm: {",
            "      late: {name: Late, suit: sea, cost: 2, text: Wait.}\n      calm: {",
        ).replace(": 14", ": 16")
        (self.game / "cards.yaml").write_text(changed, encoding="utf-8")
        old = tree(self.game)
        counted = self.home / "calls"
        went = run(self.game, killed.command, 120, before=lambda: _count_calls(counted))
        assert went.status == 0, (killed, went)
        assert tree(self.game) != old, killed
        return old, tree(self.game), int(counted.read_text()), went.wall_seconds


PREVIEWED = {"starter": "noon", "emporium": "troll"}
CARDS = "id,name,suit,cost,text\nnew-one,New One,sun,2,A text\n"


@dataclass(frozen=True)
class Killed:
    """A command that writes, what is run before it, so that old files lie there, and what must go
    well in the end.
    """

    command: list[str]
    before: list[list[str]] = field(default_factory=list)
    after: list[list[str]] = field(default_factory=list)
    base: str = "starter"
    files: dict[str, bytes] = field(default_factory=dict)


def _twice(*command: str) -> Killed:
    return Killed([*command], [[*command]])


KILLED = (
    _twice("build", "--mark-printed", *OUT),
    _twice("build", "--all", *OUT),
    _twice("build", "--cutter", "silhouette", *OUT),
    _twice("export", "png", *OUT),
    _twice("export", "tabletop-simulator", *OUT),
    _twice("export", "the-game-crafter", *OUT),
    _twice("export", "csv", *OUT),
    _twice("export", "xlsx", "--output", "out/a.xlsx"),
    _twice("release", *OUT),
    Killed(["languages", "--start", "de"]),
    Killed(
        ["languages", "--update"], [["languages", "--start", "de"], ["languages", "--start", "fr"]]
    ),
    Killed(["import", "action.csv", "--yes", "--counts"]),
    Killed(
        ["calibrate", "--save", "brother", "-0.6", "0.4", "0.1"],
        [["calibrate", "--save", "other", "-0.6", "0.4", "0.1"]],
    ),
    Killed(["new", "another"]),
    Killed(LOG_ADD, [], [["log"]]),
    Killed(LOG_ADD, [LOG_ADD], [["log"]]),
    Killed(["log", "import", "plays.csv", "--yes"], [LOG_ADD], [["log"]]),
    Killed(["log", "remove", "1", "--yes"], [LOG_ADD, LOG_ADD], [["log"]]),
    Killed(LOG_ADD, [], [["log"]], files={OLD_FILE: old_log([PLAY, PLAY])}),
    Killed(
        [
            "tune",
            "--goal",
            "length",
            *("--vary", "rules.hand_size=1..6"),
            *("--players", "2"),
            *("--games", "40"),
            "--write",
            "--yes",
        ],
        base="emporium",
    ),
)
"""The last one takes a second or two, and compiled rules."""


_WRITES = (
    "os.rename",
    "os.remove",
    "os.mkdir",
    "os.rmdir",
    "os.chmod",
    "os.truncate",
    "fcntl.flock",
)


def _on_calls(do: Callable[[int], None]) -> None:
    """Call `do` with a number, from 1 on, before each call of this process that writes to a
    disk.
    """
    number = 0

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        nonlocal number
        if event in _WRITES or (
            event == "open"
            and isinstance(arguments[2], int)
            and arguments[2] & (os.O_WRONLY | os.O_RDWR)
        ):
            number += 1
            do(number)

    sys.addaudithook(hook)


def _die_at_call(at: int) -> None:
    def do(number: int) -> None:
        if number == at:
            os.kill(os.getpid(), signal.SIGKILL)

    _on_calls(do)


def _die_after(seconds: float) -> None:
    threading.Timer(seconds, lambda: os.kill(os.getpid(), signal.SIGKILL)).start()


def _count_calls(file: Path) -> None:
    handle = os.open(file, os.O_WRONLY | os.O_CREAT)
    _on_calls(lambda number: os.pwrite(handle, str(number).encode(), 0) and None)
