"""Many games at once: a line-up and game numbers go in, and one row per game comes out, the same
for any number of workers.

Knows no game and no statistics. Games are divided into numbered parts for the workers of an
executor, by default threads, because compiled rules hold no lock. A game depends only on its seed
and number, so the division changes nothing. The size of parts depends on how long they take.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

import numpy as np

from generator import __version__
from generator.data.budget import heed
from generator.data.findings import Shown
from generator.data.problems import counted
from rules_check.engine.attributes import record_of
from rules_check.engine.game import Rules, load_rules
from rules_check.engine.kernel import IS_COMPILED, sources_hash
from rules_check.engine.noting import NOTHING
from rules_check.engine.parts import Columns, Part
from rules_check.engine.players import Player, words_of
from rules_check.engine.playing import THREADS, AtWork
from rules_check.engine.written import found_as
from rules_check.play.own import play_any
from rules_check.play.run import Run

SECONDS_A_PART = 0.5
"""The target time of a part, so that progress shows, Ctrl-C takes effect quickly, and a remote
scheduler has little to do.
"""
GROWTH = 64
"""The factor by which a part may have more games than one that has been timed."""
FINEST = 16
"""The factor by which parts shrink towards the end, so that no worker waits long for the last."""
MOST_A_PART = 5000
"""The most games in a part that returns rows, so that memory does not grow with their number."""
MOST_OF_A_LOT = 64
"""The most games in a part if several runs are played as one lot, because the next run's games may
take far longer than the last one's.
"""
AHEAD, NEARBY = 4, 2
"""The number of parts per worker that are requested before the first result is taken; NEARBY if
workers are threads. Only one is requested before the first is timed.
"""
MOST_LOOKS, PLAYOUTS_A_LOOK = 15, 500
"""The number of seconds without any decision that count as stuck; PLAYOUTS_A_LOOK playouts of a
decision add one second.
"""

T = TypeVar("T")


class GameStuck(RuntimeError):
    """A game in which compiled rules have not returned for a long time; `shown` says which game."""

    def __init__(self, work: AtWork, at: tuple[int, int]) -> None:
        game, decisions = at
        self.shown = Shown(len(work.line_up), words_of(work.line_up), work.seed, game)
        super().__init__(
            f"a game does not go on after {counted(decisions, 'decision')}: the rules are in an "
            "endless loop"
        )


class WorkerError(RuntimeError):
    """A worker that cannot be used; the message says why."""


class _Column:
    """What the games of a `Played` have under one name of their rows."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, played: Played, _: type[Played]) -> Any:
        return played.part.rows[self.name]


@dataclass(frozen=True)
class Played:
    """The results of some games of one line-up; arrays have a row or an entry per game, in the
    order of their numbers.
    """

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

    ends = _Column("end")
    """int32: a number of the game's ENDS."""
    rounds = _Column("rounds")
    decisions = _Column("decisions")
    at_once = _Column("at_once")
    """int32: the number of decisions that seats made at the same time."""
    faults = _Column("fault")
    """int32: 0 or, if games were checked, a number of the game's FAULTS or of PLAY_FAULTS."""
    leaders = _Column("leader")
    """int32: the seat that led half-way; -1 if there was none or several, and in random games that
    are not checked after every move.
    """
    lead_changes = _Column("lead_changes")
    places = _Column("places")
    """int32 of shape (games, players): ranks from 1."""
    scores = _Column("scores")
    """int32 of shape (games, players)."""
    counts = _Column("counts")
    """int32 of shape (games, COUNTS)."""
    ledger = _Column("ledger")
    """int32 of shape (games, players, LEDGER)."""


def joined(parts: Sequence[Played]) -> Played:
    """Join one or more parts whose games follow one another."""
    rows = np.concatenate([played.part.rows for played in parts])
    sums = (
        sum(getattr(played.part, name) for played in parts)
        for name in ("used", "worth", "chosen", "taken")
    )
    return Played(parts[0].columns, parts[0].seed, parts[0].first, Part(rows, *sums))


@cache
def version() -> str:
    """Return what determines how games go: the release, and a hash of all rules and players."""
    return f"{__version__} {sources_hash()}"


@cache
def _rules(name: str) -> Rules:
    return load_rules(name)


def play_part(
    work: Callable[[Run], T], theirs: str, name: str, cards: bytes, asked: dict[str, Any]
) -> tuple[float, T]:
    """Play one part in a worker, which may be another process or machine, with the rules by name
    and numbers as bytes.

    Raises WorkerError if the worker's rules are not the caller's, since its games would differ.
    """
    if theirs != version():
        raise WorkerError(
            f"a worker has emporium-pnp {version()}, but this computer has {theirs}; install the "
            "same on all"
        )
    rules = _rules(name)
    return _timed(work, Run(rules, record_of(rules.cards_dtype, cards), **asked))


def _timed(work: Callable[[Run], T], run: Run) -> tuple[float, T]:
    started = time.perf_counter()
    done = work(run)
    return time.perf_counter() - started, done


def shared_out(
    work: Callable[[Run], T],
    runs: Sequence[Run],
    executor: Executor | None,
    workers: Callable[[], int] | None,
    most: int,
) -> Iterator[tuple[int, int, T]]:
    """Distribute parts of runs to `work`; yield each run's index, the part's first game, and its
    result.

    Results are in order, and no part belongs to two runs. `work` is a function of a module, so that
    another process finds it. `workers` returns the current number of workers.
    """
    if runs:  # compiles in one thread, and refuses impossible runs before any work is done
        # Checked games need this too: compiling it in a thread would look like a stuck game.
        play_any(runs[0].part(runs[0].first, 0), is_compiling=True)
        heed()  # numba swallows signals while it compiles
    cores = os.cpu_count() or 1
    pool = executor or ThreadPoolExecutor(cores)
    number = workers or (lambda: int(getattr(pool, "_max_workers", cores)))
    is_thread = isinstance(pool, ThreadPoolExecutor)
    waiting = deque[tuple[int, int, int, Any]]()
    size = 1
    ahead = 1
    left = sum(run.count for run in runs)
    coming = deque((place, run.first) for place, run in enumerate(runs) if run.count > 0)
    try:
        while waiting or coming:
            heed()
            while coming and len(waiting) < ahead * number():
                place, due = coming.popleft()
                run = runs[place]
                over = run.first + run.count - due
                games = min(over, size, max(1, size // FINEST, left // (2 * number())))
                left -= games
                if games < over:
                    coming.appendleft((place, due + games))
                part = run.part(due, games)
                if is_thread:
                    future = pool.submit(_timed, work, part)
                else:
                    name, record = found_as(run.rules), run.cards.tobytes()
                    future = pool.submit(play_part, work, version(), name, record, part.asked)
                waiting.append((place, due, games, future))
            place, start, games, future = waiting.popleft()
            seconds, done = awaited(future) if is_thread else future.result()
            ahead = NEARBY if is_thread else AHEAD
            size = max(
                1, min(most, GROWTH * games, int(SECONDS_A_PART * games / max(seconds, 1e-9)))
            )
            yield place, start, done
    finally:
        for *_, future in waiting:
            future.cancel()
        if executor is None:
            pool.shutdown(wait=False, cancel_futures=True)


def awaited(part: Any) -> Any:
    """Wait for the part that a thread plays. Raises GameStuck if no thread makes decisions any
    more.
    """
    before, looks = dict[int, tuple[int, int]](), 0
    while True:
        try:
            return part.result(timeout=1 if IS_COMPILED else None)
        except TimeoutError:
            now = {thread: work.at for thread, work in THREADS.copy().items()}
            # looks, and not seconds: we may have been suspended in between
            looks = looks + 1 if now == before else 0
            before = now
            for thread, work in THREADS.copy().items():
                if (
                    looks
                    > MOST_LOOKS + max(player.budget for player in work.line_up) // PLAYOUTS_A_LOOK
                ):
                    raise GameStuck(work, now.get(thread, work.at)) from None


def play_parts(
    run: Run, executor: Executor | None = None, workers: Callable[[], int] | None = None
) -> Iterator[Played]:
    """Play games, and yield them in parts, in order, as they are done.

    Raises LineUpError if a restriction names no move, or the game does not allow this number of
    players.
    """
    for _, start, part in shared_out(play_any, [run], executor, workers, MOST_A_PART):
        yield Played(run.columns, run.seed, start, part)


def simulate(
    rules: Rules,
    cards: Any,
    line_up: Sequence[Player],
    seed: int,
    count: int,
    first: int = 0,
    executor: Executor | None = None,
    progress: Callable[[int, int], None] | None = None,
    is_checked: bool = False,
    per_mille: int = 0,
    noting: int = NOTHING,
) -> Played:
    """Play games number `first` to `first + count - 1`. `progress` is called with the number done
    and the total.

    Raises LineUpError if a restriction names no move, or the game does not allow this number of
    players.
    """
    run = Run(rules, cards, line_up, seed, count, first, is_checked, per_mille, noting)
    parts, done = list[Played](), 0
    for part in play_parts(run, executor):
        parts.append(part)
        done += part.games
        if progress:
            progress(done, count)
    if parts:
        return joined(parts)
    return Played(run.columns, seed, first, play_any(run))


def simulate_each(runs: Sequence[Run]) -> list[Played]:
    """Play several runs, each of one or more games, as one lot, so that no worker waits for the end
    of each run.
    """
    parts: list[list[Played]] = [[] for _ in runs]
    for place, start, part in shared_out(play_any, runs, None, None, MOST_OF_A_LOT):
        parts[place].append(Played(runs[place].columns, runs[place].seed, start, part))
    return list(map(joined, parts))
