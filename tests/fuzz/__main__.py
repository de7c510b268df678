"""`python -m tests.fuzz [FAMILY …]`: try cases until the goal of each family is reached, going on
where the last run stopped.

What was found is kept in output/fuzz, one file a family, and printed as a table in the end.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from tests.fuzz.cases import import_all
from tests.fuzz.every import FAMILIES
from tests.fuzz.family import ROOT

KEPT = ROOT / "output" / "fuzz"


def main() -> int:
    words = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    words.add_argument("families", nargs="*", metavar="FAMILY", help=", ".join(FAMILIES))
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--case", type=int, help="try this one alone, and say all that it says")
    words.add_argument("--keep", type=Path, help="with --case: leave its files here")
    words.add_argument("--cases", type=int, help="as many instead of the goal")
    words.add_argument(
        "--first",
        type=int,
        default=0,
        help="begin with this case, where another machine tried those before it",
    )
    words.add_argument("--minutes", type=float, help="stop after these, to go on another time")
    words.add_argument("--forget", action="store_true", help="begin anew, and keep nothing")
    words.add_argument(
        "--part", default="1/1", help="the second of two that run beside each other: 2/2"
    )
    said = words.parse_args()
    bad = 0
    for name in said.families or FAMILIES:
        import_all(FAMILIES[name].has_rules)
        with tempfile.TemporaryDirectory(dir=_fast()) as home:
            family = FAMILIES[name](Path(home))
            if said.case is not None:
                bad += _one(family, said.seed, said.case, said.keep)
            else:
                bad += _many(family, said)
    return 1 if bad else 0


def _fast() -> str | None:
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


def _one(family: Any, seed: int, number: int, keep: Path | None) -> int:
    went, wrong = family.try_one(seed, number)
    for command, one in went:
        print(
            f"$ emporium-pnp {' '.join(command)}\n{one.said}status {one.status}, "
            f"{one.seconds:.2f} s, {one.peak_mib:.0f} MiB"
        )
    print(wrong or "nothing is wrong")
    if keep:
        shutil.copytree(family.game, keep)
    return bool(wrong)


def _many(family: Any, said: Any) -> int:
    part, parts = map(int, said.part.split("/"))
    file = KEPT / f"{family.name}-{said.seed}-{part}of{parts}.json"
    kept: dict[str, Any] = (
        json.loads(file.read_text()) if file.is_file() and not said.forget else {}
    )
    tried, wrongs, statuses = (
        kept.get("tried", 0),
        kept.get("wrong", []),
        Counter(kept.get("statuses", {})),
    )
    games = kept.get("games", 0)
    slowest, peak, seconds = (
        kept.get("slowest", [0.0, 0]),
        kept.get("peak", [0.0, 0]),
        kept.get("seconds", 0.0),
    )
    goal, begun = said.cases or family.goal, time.monotonic()
    numbers = range(said.first + part - 1 + tried * parts, goal, parts)
    saved = begun
    for number in numbers:
        went, wrong = family.try_one(said.seed, number)
        tried += 1
        games += family.games(went)
        for _, one in went:
            statuses[str(one.status)] += 1
            slowest = max(slowest, [one.seconds, number])
            peak = max(peak, [one.peak_mib, number])
        if wrong:
            wrongs.append([number, wrong, went[-1][0], went[-1][1].said[:400]])
            print(
                (
                    f"{family.name} {number}: {wrong} | {' '.join(went[0][0])} | "
                    f"{went[-1][1].said.strip()[:160]!r}"
                ),
                flush=True,
            )
        now = time.monotonic()
        is_late = said.minutes is not None and now - begun > said.minutes * 60
        if not said.forget and (now - saved > 20 or is_late or number + parts >= goal):
            state = {
                "tried": tried,
                "seconds": seconds + now - begun,
                "slowest": slowest,
                "peak": peak,
                "statuses": statuses,
                "wrong": wrongs,
                "games": games,
            }
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(state, indent=1))
            saved = now
        if is_late:
            break
    took = seconds + time.monotonic() - begun
    print(
        f"{family.name:12} {tried:7,} of {goal:,} tried in {took / 3600:.2f} h | {len(wrongs)} "
        f"wrong | slowest {slowest[0]:.1f} s (case {slowest[1]})"
        f" | most memory {peak[0]:.0f} MiB (case {peak[1]}) | "
        f"{dict(statuses)}{f' | {games:,} games' if games else ''}",
        flush=True,
    )
    return len(wrongs)


if __name__ == "__main__":
    sys.exit(main())
