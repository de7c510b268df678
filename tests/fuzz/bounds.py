"""Games with the bounds of every array checked, over random rulings and random card sets that rules
accept.

A rule that reads or writes beyond an array does not fail where it is compiled: it takes what lies
there. numba looks when NUMBA_BOUNDSCHECK is set.
"""

from __future__ import annotations

import json
import os
import re
import resource
import subprocess
import sys
import time
from random import Random
from typing import Any

import yaml

from tests.fuzz.cases import Went, put
from tests.fuzz.family import GAMES, ROOT, Family, game_files, leaves

COUNTS = {"emporium": 5, "empire": 4, "merchants-of-magick": 8, "brick-and-mortar": 3}
"""For how many numbers of players each game is, as it comes."""
GAMES_A_CASE = 10_000
MOST_REFUSED = 12


class Bounds(Family):
    name = "bounds"
    about = (
        f"{GAMES_A_CASE:,} games of random card sets under random rulings, with bounds checked: "
        "random players, then experts for a fiftieth"
    )
    goal = 400
    has_rules = True
    seconds = 120.0

    def try_one(self, seed: int, number: int) -> tuple[list[tuple[list[str], Went]], str]:
        """Change a game until its rules accept it, and play it at every number of players."""
        random = Random(f"{self.name} {seed} {number}")
        name = GAMES[number % len(GAMES)]
        each = GAMES_A_CASE // COUNTS[name]
        went: list[tuple[list[str], Went]] = []
        for changes in (*[random.choice((1, 1, 2, 3, 6, 12)) for _ in range(MOST_REFUSED)], 0):
            text = changed(random, game_files(name)["cards.yaml"].decode(), changes)
            for _ in range(3):
                put(self.game, {**game_files(name), "cards.yaml": text.encode()})
                command = [
                    "simulate",
                    "--games",
                    str(each),
                    "--line-up",
                    "random",
                    "--seed",
                    str(number),
                    "--format",
                    "json",
                ]
                one = self._run(command)
                went.append((command, one))
                kept = promises_kept(text, one.said) if one.status == 1 else text
                if kept == text:
                    break
                text = kept
            wrong = _wrong(one)
            if one.status == 0:
                command = [
                    "simulate",
                    "--games",
                    str(each // 50),
                    "--line-up",
                    "expert",
                    "--seed",
                    str(number),
                    "--format",
                    "json",
                ]
                one = self._run(command)
                went.append((command, one))
                wrong = _wrong(one)
            if wrong or one.status == 0:
                return went, wrong
        return went, f"{name} as it comes is refused"

    def _run(self, command: list[str]) -> Went:
        environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1", "PYTHONPATH": str(ROOT)}
        begun, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(
            [sys.executable, "-m", "generator", *command, "--threads", "1"],
            cwd=self.game,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=1200,
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return Went(
            done.returncode,
            seconds,
            time.perf_counter() - begun,
            after.ru_maxrss / 1024,
            done.stdout + done.stderr,
        )

    def games(self, went: list[tuple[list[str], Went]]) -> int:
        """Count the games that were played whole."""
        found = 0
        for _, one in went:
            if one.status == 0:
                found += sum(
                    tally["games"]
                    for tally in json.loads(one.said[: one.said.rindex("}") + 1])["results"][
                        "tallies"
                    ]
                )
        return found


def changed(random: Random, text: str, changes: int) -> str:
    """Return cards.yaml with every ruling chosen anew, some whole numbers changed a little, and a
    card or two left out.
    """
    root = yaml.compose(text, yaml.CSafeLoader)
    assert root is not None
    spans: list[tuple[int, int, str]] = []
    rulings = _below(root, "rulings")
    for _, ruling in rulings.value if rulings else ():
        said, options = _below(ruling, "choice"), _below(ruling, "options")
        if said and options and random.random() < 0.7:
            spans.append(
                (said.start_mark.index, said.end_mark.index, random.choice(options.value)[0].value)
            )
    numbers = [
        leaf
        for leaf in leaves(root, ())
        if leaf[0][0] in ("rules", "kinds", "tables", "components")
    ]
    for _path, start, end in random.sample(numbers, min(changes, len(numbers))):
        spans.append((start, end, str(_nearby(random, int(text[start:end].replace("_", ""), 0)))))
    if changes and random.random() < 0.4:
        kinds = _below(root, "kinds")
        rows = [
            row for _, kind in kinds.value for row in getattr(_below(kind, "cards"), "value", ())
        ]
        for key, value in random.sample(rows, min(random.choice((1, 2, 3)), len(rows))):
            gone = (key.start_mark.index, value.end_mark.index)
            spans = [span for span in spans if not gone[0] <= span[0] < gone[1]]
            spans.append((text.rindex("\n", 0, gone[0]), gone[1], ""))
    for start, end, new in sorted(spans, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def promises_kept(text: str, said: str) -> str:
    """Return cards.yaml with the counts that its cards make, where that alone was wrong."""
    lines = text.split("\n")
    try:
        problems = json.loads(said)["problems"]
    except ValueError:
        return text
    for one in problems:
        made = re.search(r"but (?:the cards make|there are) (\d+)", one["message"])
        if one["code"] != "broken-promise" or not made:
            return text
        at, line = one["column"] - 1, lines[one["line"] - 1]
        lines[one["line"] - 1] = line[:at] + re.sub(r"^\d+", made[1], line[at:])
    return "\n".join(lines)


def _nearby(random: Random, number: int) -> int:
    return max(
        random.choice(
            (number - 1, number + 1, number + 2, number * 2, number // 2, number * 3, 0, 1)
        ),
        0,
    )


def _below(node: Any, name: str) -> Any:
    return (
        next((value for key, value in node.value if key.value == name), None)
        if isinstance(node, yaml.MappingNode)
        else None
    )


def _wrong(one: Went) -> str:
    """Return what is wrong: a fault of a rule, or what is our fault. That rules refuse a card set
    is fine.
    """
    for sign in (
        "Traceback",
        "IndexError",
        "out of bounds",
        "faulty-game",
        "rule-failed",
        "because of a bug",
    ):
        if sign in one.said:
            return sign
    return "" if one.status in (0, 1, 2) else f"status {one.status}"
