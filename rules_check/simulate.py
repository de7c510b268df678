"""Many games at once: a line-up and game numbers go in, a row a game comes out, the same whatever the number of workers.

Knows no game and no statistics. Games are shared out in numbered parts to the workers of an executor, threads by default: the
compiled rules hold no lock. A game depends on its seed and number alone, so how work is split changes nothing.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from rules_check.game import Rules
from rules_check.players import Player, play_games

PARTS = 16
"""Parts a worker, so that progress shows and none waits long for the last."""


class Played(NamedTuple):
    """What came of some games; every array has a row or an entry a game, in the order of their numbers."""

    seed: int
    numbers: Any
    """int64: each game's number under the seed."""
    places: Any
    """int64 of shape (games, players): ranks from 1."""
    scores: Any
    """int64 of shape (games, players)."""
    ends: Any
    """int64: a number of the game's ENDS."""
    rounds: Any
    decisions: Any


def simulate(
    rules: Rules, cards: Any, line_up: Sequence[Player], seed: int, count: int, first: int = 0,
    executor: Executor | None = None, progress: Callable[[int, int], None] | None = None,
) -> Played:  # fmt: skip
    """Play games number `first` to `first + count - 1`. `progress` is told how many are done, of how many.

    Raises LineUpError where a restriction names no move, or the game is not for so many players.
    """
    play_games(rules, cards, line_up, seed, first, 0)  # refuses what cannot be, and compiles in one thread
    players, size = len(line_up), max(1, count // (PARTS * (os.cpu_count() or 1)))
    starts = range(first, first + count, size)
    pool = executor or ThreadPoolExecutor(os.cpu_count())
    try:
        parts = [pool.submit(play_games, rules, cards, line_up, seed, start, min(size, first + count - start)) for start in starts]
        rows = _collect(parts, count, players, progress)
    finally:
        if executor is None:
            pool.shutdown(cancel_futures=True)
    ends, rounds, decisions = rows[:, 2 * players :].T
    numbers = np.arange(first, first + count)
    return Played(seed, numbers, rows[:, :players], rows[:, players : 2 * players], ends, rounds, decisions)


def _collect(parts: Sequence[Future[Any]], count: int, players: int, progress: Callable[[int, int], None] | None) -> Any:
    done, rows = 0, list[Any]()
    for part in parts:
        rows.append(part.result())
        done += len(rows[-1])
        if progress:
            progress(done, count)
    return np.concatenate(rows) if rows else np.zeros((0, 2 * players + 3), np.int64)
