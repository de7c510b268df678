"""Rules of data played uncompiled, whether or not the tests around them are compiled: each would
otherwise take half a minute first.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from rules_check.engine.game import new_state
from rules_check.engine.kernel import IS_COMPILED
from rules_check.notation.playing import rules_from
from tests.rules_check.notation.games import game_of

ROOT = Path(__file__).resolve().parents[4]


def uncompiled(function: Callable[..., Any], *given: Any) -> Any:
    """Return what a function of a test module returns where nothing is compiled; all of it is plain
    data.
    """
    if not IS_COMPILED:
        return function(*given)
    words = (function.__module__, function.__name__, json.dumps(given))
    done = subprocess.run(
        [sys.executable, "-m", __name__, *words],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


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
    from importlib import import_module

    module, name, given = sys.argv[1:]
    print(json.dumps(getattr(import_module(module), name)(*json.loads(given))))
