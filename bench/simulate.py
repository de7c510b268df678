"""What `simulate` costs beside the bare kernel: games of 4 random players in 2 threads, tallies and
all, side by side in one run.

    python bench/simulate.py [GAMES]

The kernel is a compiled loop of `new_game` and `playout`, nothing else: no places, no accounts, no
rows. The bound is on the median of the ratios; both take turns, so that a busy moment hits both.
Processor time tells what others on the machine spoil.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
os.environ.pop(
    "PYTHONDONTWRITEBYTECODE", None
)  # measured is what people start: modules compiled before
sys.path.insert(0, str(ROOT))

PLAYERS, THREADS, GAMES, ROUNDS, RATIO = 4, 2, 300_000, 5, 0.9


def main(games: int) -> int:
    from generator.data.loading import load_game
    from rules_check.engine.players import parse_line_up
    from rules_check.engine.warming import is_cold, warm
    from rules_check.games import emporium as rules
    from rules_check.play.run import Run
    from rules_check.play.tallies import Tally, play_tallies

    if is_cold(rules):
        warm(rules)
    import numba
    import numpy as np

    from rules_check.engine.game import new_state

    new_game, playout = rules.new_game, rules.playout

    @numba.njit(nogil=True)  # type: ignore[untyped-decorator]
    def bare(cards: Any, batch: Any, moves: Any, first: int, count: int) -> int:
        decisions, state = 0, batch[0]
        for number in range(count):
            new_game(cards, state, PLAYERS, 1, first + number)
            decisions += playout(cards, state, moves)
        return decisions

    cards, line_up = (
        rules.cards_record(load_game(ROOT / "cards.yaml")),
        parse_line_up("random", PLAYERS),
    )

    def kernel(first: int, count: int) -> int:
        return int(
            bare(cards, new_state(rules, 1), np.empty(rules.max_moves, np.int64), first, count)
        )

    def simulated(pool: ThreadPoolExecutor) -> Tally:
        tally = Tally.none(rules, cards, line_up, 1)
        for part in play_tallies(Run(rules, cards, line_up, 1, games), pool):
            tally.add(part)
        return tally

    kernel(0, 1)
    half, ratios, theirs, ours, busy = games // THREADS, *(list[float]() for _ in range(4))
    with ThreadPoolExecutor(THREADS) as pool:
        simulated(pool)
        for _ in range(ROUNDS):
            started, spent = time.perf_counter(), time.process_time()
            decisions = sum(pool.map(lambda part: kernel(part * half, half), range(THREADS)))
            between, spent_between = time.perf_counter(), time.process_time()
            tally = simulated(pool)
            theirs.append(THREADS * half / (between - started))
            ours.append(games / (time.perf_counter() - between))
            ratios.append(ours[-1] / theirs[-1])
            busy.append((spent_between - spent) / (time.process_time() - spent_between))
    if THREADS * half == games and tally.decisions != decisions:
        print(f"BROKEN: the kernel made {decisions:,} decisions, simulate {tally.decisions:,}")
        return 1
    ratio = statistics.median(ratios)
    print(
        f"Emporium, {PLAYERS} random players, {games:,} games, {THREADS} threads, median of "
        f"{ROUNDS}"
    )
    print(f"bare kernel, games a second    {statistics.median(theirs):>10,.0f}")
    print(f"simulate, games a second       {statistics.median(ours):>10,.0f}")
    print(f"the same, by processor time    {statistics.median(busy):>10.3f}")
    print(
        f"simulate against the kernel    {ratio:>10.3f}  >= {RATIO}  "
        f"{'holds' if ratio >= RATIO else 'BROKEN'}"
    )
    return 0 if ratio >= RATIO else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES))
