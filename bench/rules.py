"""Speed of Emporium's rules with random players, side by side in one run; and of Empire's, and
Brick & Mortar's, at the end.

    python bench/rules.py [SPIKE.c]

SPIKE.c is the C limit (shared/spikes/emporium_limit.c), compiled on the fly; without it that row is
left out with a note. The spike plays simpler rules (one add, patrons fight at sight, at most one
banishing a round by a die) by players that only roll dice, where ours list all legal moves and draw
one; so the games compared are not of the same length, and the decisions of ours are printed beside
them.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
os.environ.pop(
    "PYTHONDONTWRITEBYTECODE", None
)  # measured is what people start: modules compiled before
sys.path.insert(0, str(ROOT))

PLAYERS, GAMES, ROUNDS, RATIO, THREADS, FIRST_GAME, COMPILING, GROWTH = (
    4,
    20_000,
    5,
    0.9,
    1.8,
    1.0,
    30.0,
    1.1,
)
BATCH, BATCHES = 5_000, 60

PATHS = {
    "emporium": "cards.yaml",
    "empire": "games/empire/cards.yaml",
    "brick_and_mortar": "games/brick-and-mortar/cards.yaml",
}
OTHERS = (("Empire", "empire", 5000.0), ("Brick & Mortar", "brick_and_mortar", 40_000.0))

FIRST = """
from pathlib import Path
import resource
import time
from generator.data.loading import load_game
from rules_check.games import {game} as rules
from rules_check.engine.innards import spare_linear_algebra
from rules_check.engine.players import parse_line_up
from rules_check.engine.playing import play_games
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
    print(
        (
            f"{what:<66} {value:>12}  {bound:<12} "
            f"{'' if holds is None else 'holds' if holds else 'BROKEN'}"
        ),
        flush=True,
    )


def run_python(
    games: int, line_up: str = "random", game: str = "emporium", **environment: str
) -> tuple[float, float, float]:
    """Play games in a new process; return games a second, peak memory in MiB, and the seconds of
    the whole process.
    """
    started = time.perf_counter()
    said = subprocess.run(
        [
            sys.executable,
            "-c",
            FIRST.format(
                players=PLAYERS, games=games, line_up=line_up, game=game, path=PATHS[game]
            ),
        ],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    speed, memory = map(float, said.split())
    return speed, memory, time.perf_counter() - started


IN_TURN = """
#define main whole
#include SPIKE
#undef main
long batch(int players, long first, long games) {
  long rounds = 0;
  for (long g = first; g < first + games; g++) rounds += play(players, (uint64_t)(1 + g) * 0x9E3779B97F4A7C15ull);
  return rounds;
}
"""
"""C that lets the spike be called a batch of games at a time: its `main` deals the cards out, and
plays 100,000 games by itself.
"""


def spike_of(source: Path, folder: Path) -> Callable[[int, int], Any] | None:
    """Compile the spike into this process; return what plays games of it, from a number on."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None or not source.is_file():
        print(
            f"note: {'no C compiler' if compiler is None else f'no file {source}'}, so nothing "
            "to compare with"
        )
        return None
    (folder / "turn.c").write_text(IN_TURN)
    named = f'-DSPIKE="{source.resolve()}"'
    built = folder / "spike.so"
    subprocess.run(
        [
            compiler,
            "-O3",
            "-march=native",
            "-w",
            "-shared",
            "-fPIC",
            named,
            "-o",
            built,
            folder / "turn.c",
        ],
        check=True,
    )
    spike = ctypes.CDLL(str(built))
    spike.batch.argtypes, spike.batch.restype = (
        (ctypes.c_int, ctypes.c_long, ctypes.c_long),
        ctypes.c_long,
    )
    spike.whole()
    return lambda games, first: spike.batch(PLAYERS, first, games)


def seconds_in_turn(*plays: Callable[[int, int], Any]) -> list[list[float]]:
    """Let several play the same numbers of games, in batches in turn; return the seconds of each
    batch.

    A batch takes a tenth of a second, so that a machine whose speed changes from one second to the
    next is the same for all of them. The best batch of each says what the code can do, the median
    of their ratios what a machine that others share makes of it.
    """
    seconds: list[list[float]] = [[] for _ in plays]
    for number in range(BATCHES):
        for play, taken in zip(plays, seconds, strict=True):
            started = time.perf_counter()
            play(BATCH, number * BATCH)
            taken.append(time.perf_counter() - started)
    return seconds


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        compiling = run_python(1, NUMBA_CACHE_DIR=folder)[2]
    run_python(1)  # fills the cache
    import numpy as np

    from generator.data.loading import load_game
    from rules_check.engine.players import parse_line_up
    from rules_check.engine.playing import play_games
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
    decisions, ends = (
        int(played.rows["decisions"].sum()),
        np.bincount(played.rows["end"], minlength=len(rules.ENDS)),
    )
    ended = ", ".join(
        f"{count} {end}" for end, count in zip(rules.ENDS, ends, strict=True) if count
    )
    print(f"Emporium, {PLAYERS} random players, seed 1, games 0 to {GAMES - 1}: {ended}")
    with tempfile.TemporaryDirectory() as folder:
        spike = spike_of(Path(sys.argv[1]), Path(folder)) if len(sys.argv) > 1 else None
        if len(sys.argv) == 1:
            print("note: no C spike named, so nothing to compare with")
        ours, *theirs = seconds_in_turn(play, *([spike] if spike else []))
    best = BATCH / min(ours)
    row("games a second, one core", f"{best:,.0f}")
    row("decisions a game", f"{decisions / GAMES:.1f}")
    row("nanoseconds a decision", f"{1e9 * GAMES / best / decisions:.0f}")
    if theirs:
        ratio = min(theirs[0]) / min(ours)
        half = statistics.median(their / our for our, their in zip(ours, theirs[0], strict=True))
        row("games a second, C spike", f"{BATCH / min(theirs[0]):,.0f}")
        row(
            "ours against the C spike, the best batch of each",
            f"{ratio:.2f}",
            f">= {RATIO}",
            ratio >= RATIO,
        )
        row("the same, the median of neighbouring batches", f"{half:.2f}")
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
        row(
            f"games a second, one core: {line_up}",
            f"{run_python(20 if 'search' in line_up else 1000, line_up)[0]:,.0f}",
        )
    few, many = (run_python(games)[1] for games in (GAMES // 10, GAMES * 5))
    row(
        f"memory, {GAMES // 10:,} games and {GAMES * 5:,} games, MiB",
        f"{few:.0f}, {many:.0f}",
        f"<= {GROWTH} x",
        many <= few * GROWTH,
    )
    seconds = min(run_python(1)[2] for _ in range(3))
    row(
        "seconds from start to the first game, warm cache",
        f"{seconds:.2f}",
        f"<= {FIRST_GAME}",
        seconds <= FIRST_GAME,
    )
    row(
        "seconds from start to the first game, everything compiled",
        f"{compiling:.1f}",
        f"<= {COMPILING:g}",
        compiling <= COMPILING,
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
