"""The progress of compiling a game's rules, and the time left.

In: the completed parts, by name. Out: a share, and seconds, based on the speed of the parts so far
on this machine. Knows neither numba nor a game.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

TICK_SECONDS = 1.0
LEAST_SHARE = 0.1
"""The part of a line of work that must be done before it shows how fast this machine is."""


@dataclass(frozen=True)
class Reached:
    """The progress of compiling: a share from 0 to 1, and the seconds left; None until the speed of
    this machine is known.
    """

    share: float
    seconds_left: float | None

    @property
    def words(self) -> str:
        """Describe it for people."""
        done = f"{100 * self.share:.0f} % done"
        if self.seconds_left is None:
            return done
        return f"{done}, about {_spoken(self.seconds_left)} left"


Tell = Callable[[Reached], None]


def _spoken(seconds: float) -> str:
    """Write a duration as people do: rounded to 5 seconds below a minute and a half, otherwise in
    minutes.
    """
    if seconds < 90:
        return f"{max(5, 5 * round(seconds / 5))} seconds"
    return f"{round(seconds / 60)} minutes"


class Course:
    """Parts that are compiled in parallel lines of work, in order within each line. Each part has a
    weight, in a common unit; `pace` is the number of seconds per unit, if it is known.
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
        """Record that a part is done; a part that is in no line is ignored."""
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
        """Return the progress so far."""
        with self._lock:
            left = [self._left(number) for number in range(len(self._lines))]
            slowest = max(range(len(left)), key=left.__getitem__)
            whole = max(self._whole)
            share = 1 - left[slowest] / whole if whole else 1.0
            if self.pace is None:
                return Reached(share, None)
            return Reached(share, left[slowest] * self.pace)

    def _left(self, number: int) -> float:
        """Return the remaining weight of a line, with an estimate for the part in progress."""
        line = self._lines[number]
        if not line or self.pace is None:
            return sum(line.values())
        weight = next(iter(line.values()))
        gone = (self._clock() - self._since[number]) / self.pace
        return sum(line.values()) - min(gone, weight)


@contextmanager
def telling(course: Course, tell: Tell | None) -> Iterator[None]:
    """Report the progress of a course about once a second during the block."""
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
