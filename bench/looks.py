"""How often do the 95 % intervals of `check` hold for a value that it looks at again?

    python bench/looks.py              1,000 checks for each value, some three minutes on one core
    python bench/looks.py --times 100  roughly

Each check plays games that are won with a known chance, and plays on as a whole check does while
the result is unsure. The values are in doubt for longest, being up to twice their leeway beyond
their limits. Prints a Markdown table.
"""

from __future__ import annotations

import argparse
import math
import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

FAMILY = 400
"""The number of measurements of a check, which are judged together."""
VALUES = (
    (2000, 30.0, (30.75, 31.13, 31.5, 31.87, 32.25, 33.0)),
    (5000, 28.0, (28.75, 29.12, 29.5, 29.88, 30.25, 31.0)),
    (7203, 27.0, (27.75, 28.12, 28.5, 28.88, 29.25, 30.0)),
    (7203, 0.5, (0.59, 0.64, 0.69, 0.73, 0.78, 0.88)),
    (7203, 5.0, (5.75, 6.12, 6.5, 6.88, 7.25, 8.0)),
    (400, 2.0, (2.38, 2.56, 2.75, 2.94, 3.12, 3.5)),
)
"""The first games, the limit, and true values, in per cent."""


def checked(
    true: float, first: int, limit: float, luck: np.random.Generator
) -> tuple[bool, bool, int]:
    """Check a value once. Return whether the plain interval holds, whether the stated one holds,
    and the number of games.
    """
    from rules_check.prove.checking import GROWTH, LEVELS, SPARE, Lot
    from rules_check.verdict.findings import LOOKS, Measurement, judge
    from rules_check.verdict.statistics import Rate, points

    sure = [
        Measurement("x", "", "balance", "{}", 0.0, 0.0, 0.0, 0.1, 1, (0.0, 1.0))
        for _ in range(FAMILY - 1)
    ]
    wins, played, left = 0, 0, LEVELS["usual"].further

    def measure(games: int) -> list[Measurement]:
        nonlocal wins, played
        wins, played = wins + int(luck.binomial(games - played, true / 100)), games
        found = points(Rate(wins, games))
        return [Measurement("x", "", "balance", "{}", *found, games, (0.0, limit))]

    lot = Lot("x", first, measure)
    lot.play(first)
    for look in range(1, LOOKS):
        one = lot.facts[0]
        if judge([one, *sure])[0].verdict != "unsure":
            break
        needed = one.games_to_settle(FAMILY)
        if needed is None:
            break
        growth = GROWTH if look + 1 < LOOKS else math.inf
        games = max(played, math.ceil(played * min(growth, SPARE * needed / played)))
        if games - played > left:
            break
        left -= games - played
        lot.play(games)
    low, high = points(Rate(wins, played))[1:3]
    return low <= true <= high, lot.facts[0].low <= true <= lot.facts[0].high, played


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how often intervals hold.")
    parser.add_argument("--times", type=int, default=1000, help="checks for each value")
    times, luck = parser.parse_args().times, np.random.default_rng(5)
    print("| first games | limit | true value | plain intervals hold | stated | games |")
    print("|--:|--:|--:|--:|--:|--:|", flush=True)
    for first, limit, trues in VALUES:
        for true in trues:
            rows = np.array([checked(true, first, limit, luck) for _ in range(times)], float)
            plain, stated, games = rows.mean(axis=0)
            print(
                f"| {first:,} | {limit:g} % | {true:g} % | {100 * plain:.1f} % | "
                f"{100 * stated:.1f} % | {games:,.0f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
