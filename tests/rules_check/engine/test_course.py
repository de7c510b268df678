"""How far compiling is said to be: shares that rise, and times that come true."""

from __future__ import annotations

import threading

import pytest

from rules_check.engine.course import Course, Reached, telling

SECONDS_A_UNIT = 2.5
LINES = ({"new_game": 20.0, "apply": 2.0, "hide": 1.0}, {"value": 10.0, "advise": 12.0})


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def run(course: Course, clock: Clock, pace: float = SECONDS_A_UNIT) -> list[tuple[float, Reached]]:
    """Let the lines run side by side; returns what is said each second, with the seconds left."""
    ends = dict[str, float]()
    for line in LINES:
        at = 0.0
        for part, weight in line.items():
            at += weight * pace
            ends[part] = at
    whole, found = max(ends.values()), list[tuple[float, Reached]]()
    for second in range(int(whole) + 1):
        clock.now = 100.0 + second
        for part, end in ends.items():
            if second - 1 < end <= second:
                course.done(part)
        found.append((whole - second, course.reached()))
    return found


@pytest.mark.parametrize("pace", [0.5, 2.5, 9.0])
def test_the_time_that_is_left_comes_true_on_any_machine(pace: float) -> None:
    clock = Clock()
    said = run(Course(LINES, clock=clock), clock, pace)
    times = [(left, one.seconds_left) for left, one in said if one.seconds_left is not None]
    assert len(times) > len(said) / 3
    assert all(abs(told - left) <= max(2.0, 0.15 * left) for left, told in times)
    shares = [one.share for _, one in said]
    assert shares == sorted(shares)
    assert shares[0] == 0
    assert shares[-1] > 0.9


def test_what_was_compiled_before_says_it_from_the_first_moment() -> None:
    clock = Clock()
    course = Course(LINES, pace=SECONDS_A_UNIT, clock=clock)
    assert course.reached().seconds_left == 23 * SECONDS_A_UNIT
    clock.now += 10
    assert course.reached().seconds_left == 23 * SECONDS_A_UNIT - 10
    for part in (*LINES[0], *LINES[1], "of no line"):
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

    with telling(Course([{"apply": 1.0}]), hear):
        assert is_told.wait(10)
    number = len(heard)
    assert not any(thread.name == "course" for thread in threading.enumerate())
    assert len(heard) == number >= 1
