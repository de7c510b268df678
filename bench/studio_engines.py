"""What the studio's engines need, wall time beside processor time:
`python bench/studio_engines.py`. On a busy machine the second counts.

First an edit of Emporium to its first verdict and to ±2 points, `hold` to stopped, a click to the
experts' answers; each many times.
"""

from __future__ import annotations

import os
import statistics
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.run import row
from studio.play.engines import Engine
from studio.protocol.played import Choose, Confirm, Data, EngineState, Held, Hold, Odds, Seen, Sit

ROOT = Path(__file__).resolve().parent.parent
PATH = ROOT / "cards.yaml"
TEXT = PATH.read_bytes()
EDITS, HOLDS, CLICKS = 12, 40, 60
TICKS = os.sysconf("SC_CLK_TCK")


class Heard:
    """Waits for what an engine says."""

    def __init__(self) -> None:
        self.messages, self.more = list[Any](), threading.Condition()

    def __call__(self, message: Any) -> None:
        with self.more:
            self.messages.append((time.perf_counter(), message))
            self.more.notify_all()

    def wait(self, after: int, found: Callable[[Any], bool]) -> tuple[float, Any]:
        """Return when a message came, and the message."""
        with self.more:
            self.more.wait_for(lambda: any(found(one) for _, one in self.messages[after:]), 120)
            return next((when, one) for when, one in self.messages[after:] if found(one))


def processor(pid: int | None) -> float:
    """Read how many seconds of the processor a process has used (Linux)."""
    words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / TICKS


def p95(taken: list[float]) -> float:
    return sorted(taken)[int(0.95 * (len(taken) - 1))]


def milliseconds(taken: list[float]) -> str:
    return f"{1000 * statistics.median(taken):.0f} ms"


def edited(number: int) -> bytes:
    """Change what a card costs, each time to something that was not played yet."""
    old = b"starting_gold: "
    at = TEXT.index(old) + len(old)
    return TEXT[:at] + str(20 + number).encode() + TEXT[TEXT.index(b"\n", at) :]


def odds() -> None:
    heard = Heard()
    engine = Engine("odds", heard)
    started = time.perf_counter()
    engine.say(Data(0, str(PATH), TEXT, is_base=True))
    engine.say(Data(0, str(PATH), TEXT))
    when, _ = heard.wait(0, lambda one: isinstance(one, EngineState) and one.state == "ready")
    row("  engine started, compiled before", f"{when - started:.2f} s")
    heard.wait(
        0, lambda one: isinstance(one, Odds) and one.half < 1.5
    )  # the base is played, as after a few seconds of any session
    verdicts, points, works, works_points = (
        list[float](),
        list[float](),
        list[float](),
        list[float](),
    )
    for number in range(1, EDITS + 1):
        after, work, started = len(heard.messages), processor(engine.pid), time.perf_counter()
        engine.say(Data(number, str(PATH), edited(number)))
        when, _ = heard.wait(
            after, lambda one, number=number: isinstance(one, Odds) and one.seq == number
        )  # type: ignore[misc]
        verdicts.append(when - started)
        works.append(processor(engine.pid) - work)
        when, _ = heard.wait(
            after,
            lambda one, number=number: (
                isinstance(one, Odds) and one.seq == number and one.half <= 2
            ),  # type: ignore[misc]
        )
        points.append(when - started)
        works_points.append(processor(engine.pid) - work)
    row(
        "  an edit to its first verdict, wall, median",
        milliseconds(verdicts),
        "<= 300 ms",
        statistics.median(verdicts) <= 0.3,
    )
    row("  the same, processor time", milliseconds(works))
    row(
        "  an edit to +-2 points of each seat, wall, median",
        milliseconds(points),
        "<= 1000 ms",
        statistics.median(points) <= 1,
    )
    row("  the same, processor time", milliseconds(works_points))
    stops, works_stops = list[float](), list[float]()
    for number in range(HOLDS):
        engine.say(Data(100 + number, str(PATH), edited(100 + number)))
        time.sleep(0.12 + 0.007 * (number % 10))
        after, work, started = len(heard.messages), processor(engine.pid), time.perf_counter()
        engine.say(Hold(number))
        when, _ = heard.wait(after, lambda one, number=number: one == Held(number))  # type: ignore[misc]
        stops.append(when - started)
        works_stops.append(processor(engine.pid) - work)
    row(
        "  hold to stopped, wall, p95",
        f"{1000 * p95(stops):.0f} ms",
        "<= 60 ms",
        p95(stops) <= 0.06,
    )
    row("  the same, processor time, mean", f"{1000 * statistics.mean(works_stops):.0f} ms")
    engine.close()


def table() -> None:
    heard = Heard()
    engine = Engine("tables", heard)
    engine.say(Data(1, str(PATH), TEXT))
    taken, works, number = list[float](), list[float](), 0
    while len(taken) < CLICKS:
        after, number = len(heard.messages), number + 1
        engine.say(Sit(4, None, number))
        _, seen = heard.wait(after, lambda one: isinstance(one, Seen))
        while not seen.is_over and len(taken) < CLICKS:
            after, work, started = len(heard.messages), processor(engine.pid), time.perf_counter()
            engine.say(Confirm(0) if seen.laid else Choose(0, seen.moves[-1].word, seen.made))
            when, seen = heard.wait(after, lambda one: isinstance(one, Seen))
            taken.append(when - started)
            works.append(processor(engine.pid) - work)
    row(
        "  a click to the experts' answers, wall, p95",
        f"{1000 * p95(taken):.0f} ms",
        "<= 150 ms",
        p95(taken) <= 0.15,
    )
    row("  the same, processor time, mean", f"{1000 * statistics.mean(works):.0f} ms")
    engine.close()


def main() -> None:
    print(
        f"The studio's engines, Emporium with four experts; load {os.getloadavg()[0]:.1f} on "
        f"{os.cpu_count()} cores"
    )
    odds()
    table()


if __name__ == "__main__":
    main()
