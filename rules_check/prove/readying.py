"""Compiling beside this process what players who learn a game need only after a while.

In: a game's rules. Out: a cache with what their games, their test and their adversary need. Knows no
game. As a program, it is the process that compiles (`python -m rules_check.prove.readying
ferry-night`).

The first of them learns alone, since the others begin with what it knows, and what is compiled where
it is needed would keep all of them waiting: half of some twenty seconds.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from rules_check.engine.game import Rules, load_rules
from rules_check.engine.kernel import CACHE_FOLDER
from rules_check.engine.playing import game_player
from rules_check.engine.warming import mark_of, swiftly
from rules_check.engine.written import found_as
from rules_check.prove.gathering import gatherer
from rules_check.prove.regrets import walker


@contextmanager
def readying(rules: Rules) -> Iterator[None]:
    """Compile in another process, until this one no longer needs it; nothing if that has been done
    for these rules, cannot be kept, or there is only one core.
    """
    if CACHE_FOLDER is None or (os.cpu_count() or 1) < 2 or _mark(rules).exists():
        yield
        return
    # -P: no code from the user's working folder
    with subprocess.Popen(
        [sys.executable, "-P", "-m", __name__, found_as(rules)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as second:
        try:
            yield
        finally:
            second.kill()


def _mark(rules: Rules) -> Path:
    """Name the file that records that it is compiled."""
    return mark_of(rules).with_suffix(".learned")


def compile_rest(rules: Rules) -> None:
    """Compile what is needed last of all, in the order in which it is needed."""
    with swiftly():
        walker(rules)
        game_player(rules, True)
        gatherer(rules, True)
    with suppress(OSError):
        _mark(rules).touch()


if __name__ == "__main__":
    compile_rest(load_rules(sys.argv[1]))
    os._exit(0)  # all is kept; to tear down what compiled it takes more than a second
