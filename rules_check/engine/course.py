"""The progress of compiling a game's rules, and the time left.

In: the completed parts, by name. Out: a share, and seconds, based on the speed of the parts so far
on this machine. Knows neither numba nor a game.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

TICK_SECONDS = 1.0
LEAST_SHARE = 0.1
"""The share of the work that must be done before it shows how fast this machine is."""


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
    """Parts that several workers compile, each one part at a time. Each part has a weight, in a
    common unit; `pace` is the number of seconds that a worker takes per unit, if it is known.
    """

    def __init__(
        self,
        parts: Mapping[str, float],
        workers: int = 1,
        pace: float | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.pace = pace
        self._left, self._workers, self._clock = dict(parts), workers, clock
        self._whole = sum(parts.values())
        self._since = dict[str, float]()
        self._share = self._seconds = self._finished = 0.0
        self._lock = threading.Lock()

    def begun(self, part: str) -> None:
        """Record that a worker begins a part."""
        with self._lock:
            self._since[part] = self._clock()

    def done(self, part: str) -> None:
        """Record that a part is done; one that was never begun says nothing about the pace."""
        with self._lock:
            weight, since = self._left.pop(part, 0.0), self._since.pop(part, None)
            if since is None:
                return
            self._seconds += self._clock() - since
            self._finished += weight
            if self._finished >= LEAST_SHARE * self._whole:
                self.pace = self._seconds / self._finished

    def reached(self) -> Reached:
        """Return the progress so far; the share never falls."""
        with self._lock:
            parts = [weight - self._credit(part) for part, weight in self._left.items()]
            share = 1 - sum(parts) / self._whole if self._whole else 1.0
            self._share = max(self._share, share)
            if self.pace is None:
                return Reached(self._share, None)
            longest = max(sum(parts) / self._workers, *parts, 0.0)
            return Reached(self._share, longest * self.pace)

    def _credit(self, part: str) -> float:
        """Return the estimated weight that is done of a part in progress."""
        if not self.pace or part not in self._since:
            return 0.0
        return min((self._clock() - self._since[part]) / self.pace, self._left[part])


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
