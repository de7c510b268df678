"""Rules of data played uncompiled, whether or not the tests around them are compiled: each would
otherwise take half a minute first.
"""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
import traceback
from collections.abc import Callable
from contextlib import redirect_stdout
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from rules_check.engine.game import new_state
from rules_check.engine.kernel import IS_COMPILED
from rules_check.notation.playing import rules_from
from tests.rules_check.notation.games import game_of

ROOT = Path(__file__).resolve().parents[4]
PLAIN = {"NUMBA_DISABLE_JIT": "1"}


def uncompiled(function: Callable[..., Any], *given: Any) -> Any:
    """Return what a function of a test module returns where nothing is compiled; all of it is plain
    data.
    """
    if not IS_COMPILED:
        return function(*given)
    other = interpreter()
    asked = json.dumps([function.__module__, function.__name__, given, {**os.environ, **PLAIN}])
    try:
        print(asked, file=other.stdin, flush=True)
        returned, fault = json.loads(other.stdout.readline())  # type: ignore[union-attr]
    except (OSError, ValueError):
        interpreter.cache_clear()  # the next test begins another
        raise
    assert fault is None, fault
    return returned


@cache
def interpreter() -> subprocess.Popen[str]:
    """Start a process without a compiler that answers all tests of this one: it takes most of a
    second to start.
    """
    started = subprocess.Popen(
        [sys.executable, "-m", __name__],
        cwd=ROOT,
        env={**os.environ, **PLAIN},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    atexit.register(started.communicate)  # it ends with its input
    return started


def answer(asked: str) -> list[Any]:
    """Return what a function returns and None, or None and what it raises."""
    module, name, given, surroundings = json.loads(asked)
    os.environ.clear()
    os.environ.update(surroundings)
    try:
        with redirect_stdout(sys.stderr):
            return [getattr(import_module(module), name)(*given), None]
    except Exception:
        return [None, traceback.format_exc()]


class Played:
    """A game by its own rules, in progress."""

    def __init__(self, text: str, players: int = 2, seed: int = 1, number: int = 0) -> None:
        self.game = game_of(text)
        self.rules = rules_from(self.game)
        self.cards = self.rules.cards_record(self.game)
        self.state = new_state(self.rules)
        self.moves = np.zeros(self.rules.max_moves, np.int64)
        self.rules.new_game(self.cards, self.state, players, seed, number)

    @property
    def end(self) -> str:
        return str(self.rules.ENDS[self.state.end])

    def legal(self) -> list[int]:
        count = self.rules.legal_moves(self.cards, self.state, self.moves)
        return [int(move) for move in self.moves[:count]]

    def texts(self) -> list[str]:
        return [self.rules.move_text(self.cards, self.state, move) for move in self.legal()]

    def make(self, text: str) -> None:
        """Make the move that reads so."""
        self.rules.apply(self.cards, self.state, self.legal()[self.texts().index(text)])
        assert self.rules.fault(self.cards, self.state) == 0

    def scores(self) -> list[int]:
        out = np.zeros(int(self.state.players), np.int64)
        self.rules.scores(self.cards, self.state, out)
        return [int(score) for score in out]

    def held(self, zone: str, *at: int) -> list[int]:
        """List the cards of a zone, the last on top."""
        array = self.state[zone][at] if at else self.state[zone]
        return [int(card) for card in array[: array[-1]]]


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(answer(line)), flush=True)
