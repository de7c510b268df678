"""Commands told to end at any moment, from the start of the interpreter on, and what lies there
then.
"""

from __future__ import annotations

import os
import re
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

from tests.fuzz.cases import Went, put, tree
from tests.fuzz.family import ROOT
from tests.fuzz.kills import KILLED, Kills

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
START_SECONDS = 0.6
"""About as long a command imports what it needs; a third of the signals come then."""
_OURS = re.compile(rf'File "{re.escape(str(ROOT))}/(?!\.venv/)([^"]+)", line \d+, in (\S+)')
_FIRST = (
    "generator/__init__.py",
    "generator/__main__.py",
    "generator/data/surroundings.py",
    "generator/cli/__init__.py",
    "generator/cli/entry.py",
)


class Signals(Kills):
    name = "signals"
    about = "commands sent SIGINT, SIGTERM or SIGHUP at a moment; then a look at every file"
    goal = 500

    def try_one(self, seed: int, number: int) -> tuple[list[tuple[list[str], Went]], str]:
        random = Random(f"{self.name} {seed} {number}")
        which = number % (len(KILLED) - 1)  # the last one compiles rules first
        command = KILLED[which].command
        if which not in self.plans:
            self.plans[which] = self._plan(KILLED[which])
        old, new, _, seconds = self.plans[which]
        put(self.game, old)
        sent = random.choice(SIGNALS)
        is_early = random.random() < 1 / 3
        went = told_to_end(
            self.game,
            command,
            sent,
            random.random() * (START_SECONDS + (0 if is_early else seconds)),
        )
        wrong = wrong_with_end(went, sent)
        found = tree(self.game)
        if found not in (old, new):
            wrong.append(
                "neither old nor new: "
                f"{', '.join(sorted(name for name in found if found[name] not in (old.get(name), new.get(name))))}"
            )
        return [(command, went)], ", ".join(wrong)


def told_to_end(folder: Path, command: list[str], sent: signal.Signals, seconds: float) -> Went:
    """Run a command in an interpreter of its own, and send it a signal after some seconds."""
    words = [sys.executable, "-m", "generator", *command]
    places = {"PYTHONPATH": str(ROOT), "XDG_CONFIG_HOME": str(folder)}
    begun, used = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    process = subprocess.Popen(
        words,
        cwd=folder,
        env={**os.environ, **places},
        text=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    time.sleep(seconds)
    process.send_signal(sent)
    try:
        said, _ = process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        process.kill()
        said, _ = process.communicate()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - used.ru_utime - used.ru_stime
    return Went(
        process.returncode, spent, time.perf_counter() - begun, after.ru_maxrss / 1024, said
    )


def wrong_with_end(went: Went, sent: signal.Signals) -> list[str]:
    """Return what is wrong with how a command ended that was sent a signal. Before our first lines
    run, Python itself answers.
    """
    is_python = before_ours(went.said) or went.status == -sent
    wrong = []
    if "Traceback" in went.said and not is_python:
        wrong.append("traceback")
    if went.status not in (0, 130) and not is_python:
        wrong.append(f"status {went.status}")
    return wrong


def before_ours(said: str) -> bool:
    """Tell whether Python was interrupted before the command had handlers of its own: no function
    of ours is in the traceback.
    """
    if "Traceback" not in said or "KeyboardInterrupt" not in said or "multiprocessing" in said:
        return False
    return all(file in _FIRST and function == "<module>" for file, function in _OURS.findall(said))
