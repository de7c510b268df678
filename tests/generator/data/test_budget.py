"""The last net: seconds of the processor and memory, for whatever is at work."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import threading
import time

import pytest

from generator.data import budget
from generator.data.budget import (
    MIB_WORD,
    SECONDS_WORD,
    OutOfTime,
    limited,
    little_memory,
    said_of,
    unbound,
)


def spin(seconds: float = 5.0) -> None:
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SECONDS_WORD, "0.2")


@pytest.mark.usefixtures("short")
def test_what_takes_too_long_is_stopped_in_its_thread() -> None:
    found: list[str] = []

    def work() -> None:
        try:
            with limited():
                spin()
        except OutOfTime as fault:
            found.append(str(said_of(fault)))

    started = time.process_time()
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert found == ["takes more than 0.2 seconds of processor time"]
    assert time.process_time() - started < 3


@pytest.mark.slow
@pytest.mark.usefixtures("short")
def test_what_is_caught_in_the_middle_is_stopped_again() -> None:
    caught = 0
    with limited():
        for _ in range(2):
            with contextlib.suppress(OutOfTime):
                spin()
                continue
            caught += 1
    assert caught == 2


@pytest.mark.slow
@pytest.mark.usefixtures("short")
def test_what_ends_in_time_is_left_alone_and_nothing_comes_after() -> None:
    for _ in range(3):
        with limited():
            spin(0.05)
    spin(0.4)  # outside
    with limited(), limited():  # the outer one counts
        spin(0.05)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits memory")
def test_memory_may_grow_by_so_much_and_is_free_again_afterwards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(MIB_WORD, "64")
    with pytest.raises(MemoryError) as raised, limited():
        bytearray(200 * 1024 * 1024)
    assert said_of(raised.value) == "takes more than 64 MiB of memory"
    assert len(bytearray(200 * 1024 * 1024)) == 200 * 1024 * 1024


@pytest.mark.parametrize("said", ["", "soon", "0", "-1", "inf", "nan"])
def test_a_limit_is_a_number_above_nothing(monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    monkeypatch.setenv(SECONDS_WORD, said)
    with pytest.raises(ValueError, match=f"{SECONDS_WORD} expected a number above 0"):
        budget.seconds()


def test_a_ctrl_c_that_was_swallowed_ends_the_work_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(budget, "TOLD_TO_END", [2])
    with pytest.raises(KeyboardInterrupt), limited():
        raise ValueError("a broken font")


def test_other_exceptions_are_none_of_ours() -> None:
    assert said_of(ValueError("x")) is None


@pytest.mark.slow
@pytest.mark.usefixtures("short")
@pytest.mark.skipif(
    not hasattr(time, "pthread_getcpuclockid"), reason="here the seconds are those of the process"
)
def test_what_another_thread_takes_does_not_count() -> None:
    other = threading.Thread(target=spin, args=(0.6,))
    with limited():
        other.start()
        other.join()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits memory")
def test_threads_whose_work_overlaps_leave_the_memory_as_it_was() -> None:
    import resource

    before, steps = resource.getrlimit(resource.RLIMIT_DATA), [threading.Event() for _ in range(3)]

    def work() -> None:
        steps[0].wait()
        with limited():
            steps[1].set()
            steps[2].wait()

    other = threading.Thread(target=work)
    other.start()
    with limited():
        steps[0].set()
        steps[1].wait()
    assert resource.getrlimit(resource.RLIMIT_DATA) != before  # the other is at work still
    steps[2].set()
    other.join()
    assert resource.getrlimit(resource.RLIMIT_DATA) == before


@pytest.mark.usefixtures("short")
def test_without_threads_work_is_done_without_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(budget, "HAS_THREADS", False)
    monkeypatch.setattr(budget, "_watch", budget._Watch())
    monkeypatch.setattr(threading.Thread, "start", refuse)
    monkeypatch.setattr(budget, "_spent", refuse)  # a thread's clock is missing there too
    with limited(), limited():
        spin(0.3)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux bounds memory")
def test_a_process_begun_meanwhile_can_be_unbound() -> None:
    import resource

    before = resource.getrlimit(resource.RLIMIT_DATA)
    with (
        little_memory(64),
        subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as begun,
    ):
        assert resource.prlimit(begun.pid, resource.RLIMIT_DATA) != before
        unbound(begun.pid)
        assert resource.prlimit(begun.pid, resource.RLIMIT_DATA) == before
        begun.kill()
    unbound(begun.pid)  # it has ended: nothing is raised
