"""How far compiling is said to be: shares that rise, and times that come true."""

from __future__ import annotations

import threading
from collections import deque

import pytest

from rules_check.engine import warming
from rules_check.engine.course import Course, Reached, telling
from rules_check.engine.warming import WEIGHTS

SECONDS_A_UNIT = 2.5
PARTS = {part: WEIGHTS[part] for part in warming.PARTS}
WHOLE = sum(PARTS.values())


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def run(course: Course, clock: Clock, pace: float) -> list[tuple[float, Reached]]:
    """Let two workers take parts from either end; return what is said meanwhile, with the
    seconds left.
    """
    left, busy = deque(PARTS), dict[str, float]()
    found = list[tuple[float, Reached]]()
    while left or busy:
        for take in (left.popleft, left.pop)[: 2 - len(busy)] if busy else (left.popleft, left.pop):
            if left:
                part = take()
                course.begun(part)
                busy[part] = clock.now + PARTS[part] * pace
        clock.now += pace / 10
        found.append((clock.now, course.reached()))
        for part in [part for part, end in busy.items() if end <= clock.now]:
            course.done(part)
            del busy[part]
    return [(clock.now - now, reached) for now, reached in found]


@pytest.mark.parametrize("pace", [0.5, 2.5, 9.0])
def test_the_time_that_is_left_comes_true_on_any_machine(pace: float) -> None:
    clock = Clock()
    said = run(Course(PARTS, 2, clock=clock), clock, pace)
    times = [(left, one.seconds_left) for left, one in said if one.seconds_left is not None]
    assert len(times) > len(said) / 3
    assert all(abs(told - left) <= max(2.0, 0.3 * left) for left, told in times)
    shares = [one.share for _, one in said]
    assert shares == sorted(shares)
    assert shares[0] == 0
    assert shares[-1] > 0.9


def test_what_was_compiled_before_says_it_from_the_first_moment() -> None:
    clock = Clock()
    course = Course(PARTS, 2, SECONDS_A_UNIT, clock)
    assert course.reached().seconds_left == pytest.approx(WHOLE * SECONDS_A_UNIT / 2)
    course.begun("new_game")
    course.begun("advise")
    clock.now += 5
    assert course.reached().seconds_left == pytest.approx(WHOLE * SECONDS_A_UNIT / 2 - 5)
    for part in (*PARTS, "of no course"):
        course.done(part)
    assert course.reached() == Reached(1.0, 0.0)


@pytest.mark.parametrize(
    ("share", "left", "words"),
    [
        (0.0, None, "0 % done"),
        (0.314, 42.0, "31 % done, about 40 seconds left"),
        (0.98, 1.0, "98 % done, about 5 seconds left"),
        (0.1, 150.0, "10 % done, about 2 minutes left"),
    ],
)
def test_it_is_said_in_round_numbers(share: float, left: float | None, words: str) -> None:
    assert Reached(share, left).words == words


def test_a_course_is_told_until_it_ends() -> None:
    heard, is_told = list[Reached](), threading.Event()

    def hear(reached: Reached) -> None:
        heard.append(reached)
        is_told.set()

    with telling(Course({"apply": 1.0}), hear):
        assert is_told.wait(10)
    number = len(heard)
    assert not any(thread.name == "course" for thread in threading.enumerate())
    assert len(heard) == number >= 1
