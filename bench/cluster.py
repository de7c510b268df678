"""Play the same games on one thread, two threads, processes and a cluster on this machine: same
tallies, at what speed?

    python bench/cluster.py [GAMES] [WORKERS] [LINE_UP]

1,000,000 games of 4 random players, 2 workers, without words. Prints the games a second of each
way, the hash of its tallies, and whether all are equal. The cluster is Dask's own LocalCluster,
WORKERS processes of one thread; it needs the extra [cluster]. At the end one worker of a fresh
cluster is killed half-way, and the tallies must be the same again.
"""

from __future__ import annotations

import hashlib
import json
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ["PYTHONPATH"] = os.pathsep.join(
    filter(None, [str(ROOT), os.environ.get("PYTHONPATH")])
)  # workers play by these rules

PLAYERS, SEED = 4, 1


def main(games: int, workers: int, word: str) -> int:
    import distributed

    from generator.data.loading import load_game
    from rules_check.engine.game import load_rules
    from rules_check.engine.players import parse_line_up
    from rules_check.engine.warming import is_cold, warm
    from rules_check.play.run import Run
    from rules_check.play.tallies import Tally, play_tallies
    from rules_check.play.workers import Crew, crew_of, steadily

    rules = load_rules("emporium")
    if is_cold(rules):
        warm(rules)
    cards, line_up = (
        rules.cards_record(load_game(ROOT / "cards.yaml")),
        parse_line_up(word, PLAYERS),
    )
    print(f"{games:,} games of {PLAYERS} players ({word}), seed {SEED}; {os.cpu_count()} cores")

    run = Run(rules, cards, line_up, SEED, games)

    def play(crew: Crew, note: Callable[[int], None] = lambda _: None) -> str:
        tally = Tally.none(rules, cards, line_up, SEED)
        parts = steadily(
            crew,
            lambda done: play_tallies(
                run.part(done, games - done), executor=crew.executor, workers=crew.count
            ),
        )
        for part in parts:
            tally.add(part)
            note(tally.games)
        return hashlib.sha256(json.dumps(tally.as_json(), sort_keys=True).encode()).hexdigest()[:16]

    hashes = set[str]()

    def told(
        way: str, crew: Crew, note: Callable[[int], None] = lambda _: None, is_warmed: bool = True
    ) -> None:
        with crew:
            if is_warmed:  # every worker has loaded the rules
                for _ in play_tallies(run.part(0, 200 * workers), crew.executor, crew.count):
                    pass
            started = time.perf_counter()
            found = play(crew, note)
            seconds = time.perf_counter() - started
        hashes.add(found)
        print(
            f"{way:<44} {games / seconds:>9,.0f} games/s {seconds:>8.1f} s  tallies {found}",
            flush=True,
        )

    told("1 thread", crew_of(threads=1))
    told(f"{workers} threads", crew_of(threads=workers))
    told(f"{workers} processes", crew_of(processes=workers))
    local: dict[str, Any] = {
        "n_workers": workers,
        "threads_per_worker": 1,
        "dashboard_address": None,
    }
    with distributed.LocalCluster(**local) as cluster:
        told(f"Dask, {workers} workers", crew_of(scheduler=cluster.scheduler_address))
    with distributed.LocalCluster(**local) as cluster:
        victim = next(iter(cluster.workers.values())).pid
        killed = list[int]()

        def kill(done: int) -> None:
            if 2 * done >= games and not killed:
                os.kill(victim, signal.SIGKILL)
                killed.append(done)

        told(
            f"Dask, {workers} workers, one killed half-way",
            crew_of(scheduler=cluster.scheduler_address),
            kill,
        )
        print(f"killed process {victim} after {killed[0]:,} games")
    print(
        "the same tallies every time"
        if len(hashes) == 1
        else f"BROKEN: {len(hashes)} different tallies"
    )
    return 0 if len(hashes) == 1 else 1


if __name__ == "__main__":
    given = sys.argv[1:]
    sys.exit(
        main(
            int(given[0]) if given else 1_000_000,
            int(given[1]) if len(given) > 1 else 2,
            given[2] if len(given) > 2 else "random",
        )
    )
