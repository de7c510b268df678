"""Speed of Emporium's rules with random players, side by side in one run; and of Empire's, and Brick & Mortar's, at the end.

    python bench/rules.py [SPIKE.c]

SPIKE.c is the C limit (shared/spikes/emporium_limit.c), compiled on the fly; without it that row is left out with a note. The
spike plays simpler rules (one add, patrons fight at sight, at most one banishing a round by a die) by players that
only roll dice, where ours list all legal moves and draw one; so the games compared are not of the same length, and the
decisions of ours are printed beside them.
"""

from __future__ import annotations

import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # measured is what people start: modules compiled before
sys.path.insert(0, str(ROOT))

PLAYERS, GAMES, ROUNDS, RATIO, THREADS, FIRST_GAME, COMPILING, GROWTH = 4, 20_000, 5, 0.7, 1.8, 1.0, 30.0, 1.1

PATHS = {"emporium": "cards.yaml", "empire": "games/empire/cards.yaml", "brick_and_mortar": "games/brick-and-mortar/cards.yaml"}
OTHERS = (("Empire", "empire", 5000.0), ("Brick & Mortar", "brick_and_mortar", 40_000.0))

FIRST = """
from pathlib import Path
import resource
import time
from generator.data.loading import load_game
from rules_check.games import {game} as rules
from rules_check.engine.kernel import spare_linear_algebra
from rules_check.engine.players import parse_line_up, play_games
from rules_check.engine.warming import is_cold, warm
spare_linear_algebra()  # as every command does
if is_cold(rules):
    warm(rules)
cards, line_up = rules.cards_record(load_game(Path("{path}"))), parse_line_up("{line_up}", {players})
play_games(rules, cards, line_up, 1, 0, 1)
started = time.perf_counter()
for first in range(0, {games}, 1000):
    play_games(rules, cards, line_up, 1, first, min(1000, {games} - first))
print({games} / (time.perf_counter() - started), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""


def row(what: str, value: str, bound: str = "", holds: bool | None = None) -> None:
    print(f"{what:<66} {value:>12}  {bound:<12} {'' if holds is None else 'holds' if holds else 'BROKEN'}", flush=True)


def run_python(games: int, line_up: str = "random", game: str = "emporium", **environment: str) -> tuple[float, float, float]:
    """Play games in a new process; return games a second, peak memory in MiB, and the seconds of the whole process."""
    started = time.perf_counter()
    said = subprocess.run(
        [sys.executable, "-c", FIRST.format(players=PLAYERS, games=games, line_up=line_up, game=game, path=PATHS[game])],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    speed, memory = map(float, said.split())
    return speed, memory, time.perf_counter() - started


def compiled_spike(source: Path, folder: Path) -> Path | None:
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None or not source.is_file():
        print(f"note: {'no C compiler' if compiler is None else f'no file {source}'}, so nothing to compare with")
        return None
    subprocess.run([compiler, "-O3", "-march=native", "-w", "-o", folder / "limit", source], check=True)
    return folder / "limit"


def spike_speed(spike: Path) -> float:
    said = subprocess.run([spike], capture_output=True, text=True, check=True).stdout
    found = re.search(rf"^{PLAYERS} players (\d+) games/s", said, re.M)
    if found is None:
        raise SystemExit(f"{spike} did not say how many games a second it plays with {PLAYERS} players")
    return float(found[1])


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        compiling = run_python(1, NUMBA_CACHE_DIR=folder)[2]
    run_python(1)  # fills the cache
    import numpy as np

    from generator.data.loading import load_game
    from rules_check.engine.players import parse_line_up, play_games
    from rules_check.games import emporium as rules

    cards = rules.cards_record(load_game(ROOT / "cards.yaml"))

    line_up = parse_line_up("random", PLAYERS)

    def play(games: int, first: int = 0) -> Any:
        return play_games(rules, cards, line_up, 1, first, games)

    def speed() -> float:
        started = time.perf_counter()
        play(GAMES)
        return GAMES / (time.perf_counter() - started)

    played = play(GAMES)
    decisions, ends = int(played.rows[:, 2].sum()), np.bincount(played.rows[:, 0], minlength=len(rules.ENDS))
    ended = ", ".join(f"{count} {end}" for end, count in zip(rules.ENDS, ends, strict=True) if count)
    print(f"Emporium, {PLAYERS} random players, seed 1, games 0 to {GAMES - 1}: {ended}")
    with tempfile.TemporaryDirectory() as folder:
        spike = compiled_spike(Path(sys.argv[1]), Path(folder)) if len(sys.argv) > 1 else None
        if len(sys.argv) == 1:
            print("note: no C spike named, so nothing to compare with")
        ours, theirs = [], []
        for _ in range(ROUNDS):  # in turn, so that a busy moment hits both
            ours.append(speed())
            if spike is not None:
                theirs.append(spike_speed(spike))
    best = max(ours)
    row("games a second, one core", f"{best:,.0f}")
    row("decisions a game", f"{decisions / GAMES:.1f}")
    row("nanoseconds a decision", f"{1e9 * GAMES / best / decisions:.0f}")
    if theirs:
        row("games a second, C spike", f"{max(theirs):,.0f}")
        row("ours against the C spike", f"{best / max(theirs):.2f}", f">= {RATIO}", best / max(theirs) >= RATIO)
    gains = []
    for _ in range(ROUNDS):
        one = speed()
        started = time.perf_counter()
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(lambda first: play(GAMES, first), (0, GAMES)))
        gains.append(2 * GAMES / (time.perf_counter() - started) / one)
    gain = statistics.median(gains)
    row("two threads against one", f"{gain:.2f}", f">= {THREADS}", gain >= THREADS)
    interpreted = run_python(5, NUMBA_DISABLE_JIT="1")[0]
    row("compiled against interpreted", f"{best / interpreted:,.0f}")
    for line_up in ("greedy", "expert", "search:100,expert,expert,expert"):
        row(f"games a second, one core: {line_up}", f"{run_python(20 if 'search' in line_up else 1000, line_up)[0]:,.0f}")
    few, many = (run_python(games)[1] for games in (GAMES // 10, GAMES * 5))
    row(
        f"memory, {GAMES // 10:,} games and {GAMES * 5:,} games, MiB",
        f"{few:.0f}, {many:.0f}",
        f"<= {GROWTH} x",
        many <= few * GROWTH,
    )
    seconds = min(run_python(1)[2] for _ in range(3))
    row("seconds from start to the first game, warm cache", f"{seconds:.2f}", f"<= {FIRST_GAME}", seconds <= FIRST_GAME)
    row(
        "seconds from start to the first game, everything compiled", f"{compiling:.1f}", f"<= {COMPILING:g}", compiling <= COMPILING
    )
    for title, game, asked in OTHERS:
        for line_up, bound in (("random", asked), ("greedy", 0.0), ("expert", 0.0)):
            games = int(asked / 5) if line_up == "random" else 500
            best = max(run_python(games, line_up, game)[0] for _ in range(3))
            row(
                f"{title}, games a second, one core: {line_up}",
                f"{best:,.0f}",
                f">= {bound:,.0f}" if bound else "",
                best >= bound if bound else None,
            )


if __name__ == "__main__":
    main()
