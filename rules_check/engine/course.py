"""How far compiling a game's rules is, and how long the rest takes.

In: the parts that are done, by name. Out: a share, and seconds, from how fast the parts so far
were on this machine. Knows neither numba nor a game.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

TICK_SECONDS = 1.0
LEAST_SHARE = 0.1
"""How much of a line is done before its parts say how fast this machine is."""


@dataclass(frozen=True)
class Reached:
    """How far compiling is: a share from 0 to 1, and the seconds that are left; None until it is
    known how fast this machine is.
    """

    share: float
    seconds_left: float | None

    @property
    def words(self) -> str:
        """Say it to people."""
        done = f"{100 * self.share:.0f} % done"
        if self.seconds_left is None:
            return done
        return f"{done}, about {_spoken(self.seconds_left)} left"


Tell = Callable[[Reached], None]


def _spoken(seconds: float) -> str:
    """Write seconds as people do: to 5 below a minute and a half, then in minutes."""
    if seconds < 90:
        return f"{max(5, 5 * round(seconds / 5))} seconds"
    return f"{round(seconds / 60)} minutes"


class Course:
    """Parts that are compiled side by side, in so many lines of work, one after the other in each.
    Each part has a weight, in one unit for all; `pace` is how many seconds a unit takes, if that is
    known.
    """

    def __init__(
        self,
        lines: Iterable[dict[str, float]],
        pace: float | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._clock = clock
        self._lines = [dict(line) for line in lines]
        self._whole = [sum(line.values()) for line in self._lines]
        self._began = clock()
        self._since = [self._began] * len(self._lines)
        self.pace = pace
        self._lock = threading.Lock()

    def done(self, part: str) -> None:
        """Note that a part is done; one that is not in a line counts for nothing."""
        with self._lock:
            for number, line in enumerate(self._lines):
                if part in line:
                    del line[part]
                    now = self._clock()
                    self._since[number] = now
                    finished = self._whole[number] - sum(line.values())
                    if finished >= LEAST_SHARE * self._whole[number]:
                        self.pace = (now - self._began) / finished
                    return

    def reached(self) -> Reached:
        """Say how far it is by now."""
        with self._lock:
            left = [self._left(number) for number in range(len(self._lines))]
            slowest = max(range(len(left)), key=left.__getitem__)
            whole = max(self._whole)
            share = 1 - left[slowest] / whole if whole else 1.0
            if self.pace is None:
                return Reached(share, None)
            return Reached(share, left[slowest] * self.pace)

    def _left(self, number: int) -> float:
        """Return the weight that is left of a line, of the part that goes on what is thought to
        be.
        """
        line = self._lines[number]
        if not line or self.pace is None:
            return sum(line.values())
        weight = next(iter(line.values()))
        gone = (self._clock() - self._since[number]) / self.pace
        return sum(line.values()) - min(gone, weight)


@contextmanager
def telling(course: Course, tell: Tell | None) -> Iterator[None]:
    """Tell about once a second how far a course is, meanwhile."""
    if tell is None:
        yield
        return
    is_over = threading.Event()

    def keep_telling() -> None:
        while True:
            tell(course.reached())
            if is_over.wait(TICK_SECONDS):
                return

    thread = threading.Thread(target=keep_telling, name="course", daemon=True)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()
