"""How long checking takes, new processes with the compiled rules on disk, and how finely it sees.

    python bench/check.py [--deep]

Each command is run three times, the best counts. The half widths are those of the 95 % intervals
that the check itself gives.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
os.environ.pop(
    "PYTHONDONTWRITEBYTECODE", None
)  # measured is what people start: modules compiled before
QUICK, USUAL, COMPARE, SEATS, CARDS, DEEP_CARDS = 2.0, 10.0, 5.0, 1.0, 3.0, 1.0
EMPIRE = 15.0
TIMES = 3


def row(what: str, value: str, bound: str = "", holds: bool | None = None) -> None:
    print(
        (
            f"{what:<66} {value:>12}  {bound:<12} "
            f"{'' if holds is None else 'holds' if holds else 'BROKEN'}"
        ),
        flush=True,
    )


def timed(*words: str, times: int = TIMES) -> tuple[float, dict[str, Any]]:
    """Run a command in new processes; return the least seconds, and what it printed."""
    best, said = float("inf"), ""
    for _ in range(times):
        started = time.perf_counter()
        said = subprocess.run(
            [sys.executable, "-m", "generator", *words, "--format", "json"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        ).stdout
        best = min(best, time.perf_counter() - started)
    return best, json.loads(said)["results"]


def widest(results: dict[str, Any], code: str) -> float:
    """Find half the width of the widest interval among findings of a sort."""
    return max(
        (f["interval"][1] - f["interval"][0]) / 2
        for f in results["findings"]
        if f["finding"] == code
    )


def main() -> None:
    timed("check", "--quick", times=1)  # compiles, where that is still to do
    seconds, _ = timed("check", "--quick")
    row("check --quick, seconds", f"{seconds:.2f}", f"<= {QUICK:g}", seconds <= QUICK)
    seconds, usual = timed("check")
    row("check, seconds", f"{seconds:.2f}", f"<= {USUAL:g}", seconds <= USUAL)
    usual_seats = {
        "findings": [
            f for f in usual["findings"] if f.get("about", "").startswith("4 players, seat")
        ]
    }
    row("check, the same for a seat of 4, points", f"{widest(usual_seats, 'seat-advantage'):.2f}")
    row(
        "check, half width of a seat's interval, points",
        f"{widest(usual, 'seat-advantage'):.2f}",
        f"<= {SEATS:g}",
        widest(usual, "seat-advantage") <= SEATS,
    )
    row(
        "check, half width of a card's interval, points",
        f"{widest(usual, 'card-worth'):.2f}",
        f"<= {CARDS:g}",
        widest(usual, "card-worth") <= CARDS,
    )
    with tempfile.TemporaryDirectory() as folder:
        text = (ROOT / "cards.yaml").read_text(encoding="utf-8")
        changed = Path(folder) / "cards.yaml"
        changed.write_text(re.sub(r"starting_gold: 3", "starting_gold: 4", text), encoding="utf-8")
        shutil.copytree(ROOT / "templates", Path(folder) / "templates")
        seconds, compared = timed("compare", "cards.yaml", str(changed))
    row(
        "compare of one changed number, seconds",
        f"{seconds:.2f}",
        f"<= {COMPARE:g}",
        seconds <= COMPARE,
    )
    row(
        "compare, games played; saving against unpaired games",
        f"{compared['games']:,}; {compared['saving']:.1f} x",
    )
    timed("check", "empire", "--quick", times=1)
    seconds, _ = timed("check", "empire")
    row("check empire, seconds", f"{seconds:.2f}", f"<= {EMPIRE:g}", seconds <= EMPIRE)
    if "--deep" in sys.argv:
        seconds, deep = timed("check", "--deep", times=1)
        row("check --deep, seconds", f"{seconds:.0f}")
        row(
            "check --deep, half width of a card's interval, points",
            f"{widest(deep, 'card-worth'):.2f}",
            f"<= {DEEP_CARDS:g}",
            widest(deep, "card-worth") <= DEEP_CARDS,
        )


if __name__ == "__main__":
    main()
