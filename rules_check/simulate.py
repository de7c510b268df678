"""Many games at once: a line-up and game numbers go in, a row a game comes out, the same whatever the number of workers.

Knows no game and no statistics. Games are shared out in numbered parts to the workers of an executor, threads by default: the
compiled rules hold no lock. A game depends on its seed and number alone, so how work is split changes nothing.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from rules_check.game import Rules, load_rules
from rules_check.players import FIXED, Columns, Part, Player, play_games

PARTS = 16
"""Parts a worker, so that progress shows and none waits long for the last."""
MOST_A_PART = 5000
"""Games in one part, so that memory does not grow with their number."""
AHEAD = 4
"""Parts a worker that are asked for before the first is taken."""


@dataclass(frozen=True)
class Played:
    """What came of some games of one line-up; arrays have a row or an entry a game, in the order of their numbers."""

    columns: Columns
    seed: int
    first: int
    part: Part

    @property
    def games(self) -> int:
        return len(self.part.rows)

    @property
    def players(self) -> int:
        return self.columns.players

    @property
    def numbers(self) -> Any:
        """int64: each game's number under the seed."""
        return np.arange(self.first, self.first + self.games)

    @property
    def ends(self) -> Any:
        """int32: a number of the game's ENDS."""
        return self.part.rows[:, 0]

    @property
    def rounds(self) -> Any:
        return self.part.rows[:, 1]

    @property
    def decisions(self) -> Any:
        return self.part.rows[:, 2]

    @property
    def faults(self) -> Any:
        """int32: 0, or a number of the game's FAULTS or of PLAY_FAULTS, where games were checked."""
        return self.part.rows[:, 3]

    @property
    def leaders(self) -> Any:
        """int32: the seat that led half-way; -1 for none or several, and among random players, where nobody looks."""
        return self.part.rows[:, 4]

    @property
    def lead_changes(self) -> Any:
        return self.part.rows[:, 5]

    @property
    def places(self) -> Any:
        """int32 of shape (games, players): ranks from 1."""
        return self.part.rows[:, FIXED : FIXED + self.players]

    @property
    def scores(self) -> Any:
        """int32 of shape (games, players)."""
        return self.part.rows[:, FIXED + self.players : FIXED + 2 * self.players]

    @property
    def counts(self) -> Any:
        """int32 of shape (games, COUNTS)."""
        start = FIXED + 2 * self.players
        return self.part.rows[:, start : start + len(self.columns.counts)]

    @property
    def ledger(self) -> Any:
        """int32 of shape (games, players, LEDGER)."""
        start = FIXED + 2 * self.players + len(self.columns.counts)
        return self.part.rows[:, start:].reshape(self.games, self.players, len(self.columns.ledger))


def joined(parts: Sequence[Played]) -> Played:
    """Put parts together whose games follow one another; at least one."""
    rows = np.concatenate([one.part.rows for one in parts])
    used, worth = (sum(getattr(one.part, name) for one in parts[1:]) + getattr(parts[0].part, name) for name in ("used", "worth"))
    return Played(parts[0].columns, parts[0].seed, parts[0].first, Part(rows, used, worth))


def play_part(name: str, cards: bytes, *asked: Any) -> Part:
    """Play one part in a worker, which may be another process or machine: rules by name, numbers as bytes."""
    rules = load_rules(name)
    return play_games(rules, np.rec.array(np.frombuffer(cards, rules.cards_dtype).copy())[0], *asked)


def play_parts(
    rules: Rules, cards: Any, line_up: Sequence[Player], seed: int, count: int, first: int = 0, executor: Executor | None = None,
    is_checked: bool = False, per_mille: int = 0,
) -> Iterator[Played]:  # fmt: skip
    """Play games number `first` to `first + count - 1`, and give them in parts, in order, as they are done.

    Raises LineUpError where a restriction names no move, or the game is not for so many players.
    """
    play_games(rules, cards, line_up, seed, first, 0)  # refuses what cannot be, and compiles in one thread
    workers = os.cpu_count() or 1
    size = min(MOST_A_PART, max(1, count // (PARTS * workers)))
    starts = iter(range(first, first + count, size))
    pool = executor or ThreadPoolExecutor(workers)
    is_thread, columns = isinstance(pool, ThreadPoolExecutor), Columns.of(rules, len(line_up))
    data = b"" if is_thread else cards.tobytes()
    waiting = deque[tuple[int, Any]]()

    def submit() -> None:
        start = next(starts, None)
        if start is None:
            return
        asked = (line_up, seed, start, min(size, first + count - start), is_checked, per_mille)
        part = pool.submit(play_games, rules, cards, *asked) if is_thread else pool.submit(play_part, rules.name, data, *asked)
        waiting.append((start, part))

    try:
        for _ in range(AHEAD * workers):
            submit()
        while waiting:
            start, part = waiting.popleft()
            done = part.result()
            submit()
            yield Played(columns, seed, start, done)
    finally:
        for _, part in waiting:
            part.cancel()
        if executor is None:
            pool.shutdown(cancel_futures=True)


def simulate(
    rules: Rules, cards: Any, line_up: Sequence[Player], seed: int, count: int, first: int = 0, executor: Executor | None = None,
    progress: Callable[[int, int], None] | None = None, is_checked: bool = False, per_mille: int = 0,
) -> Played:  # fmt: skip
    """Play games number `first` to `first + count - 1`. `progress` is told how many are done, of how many.

    Raises LineUpError where a restriction names no move, or the game is not for so many players.
    """
    parts, done = list[Played](), 0
    for part in play_parts(rules, cards, line_up, seed, count, first, executor, is_checked, per_mille):
        parts.append(part)
        done += part.games
        if progress:
            progress(done, count)
    return (
        joined(parts)
        if parts
        else Played(Columns.of(rules, len(line_up)), seed, first, play_games(rules, cards, line_up, seed, first, 0))
    )
