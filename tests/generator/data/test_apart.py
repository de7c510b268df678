"""What a foreign library does in a process of its own: it may last, want memory and crash."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from generator.data import apart as apart_module
from generator.data.apart import Crashed, apart
from generator.data.budget import MIB_WORD, SECONDS_WORD, OutOfTime, said_of

HERE = __name__


def add(one: int, other: int) -> int:
    print("a library that talks", flush=True)
    return one + other


def identity() -> int:
    return os.getpid()


def folder() -> str:
    return str(Path.cwd())


def fail() -> None:
    raise KeyError("no such part")


def crash(number: int) -> None:
    os.kill(os.getpid(), number)


def spin() -> None:
    while True:
        pass


def sleep() -> None:
    time.sleep(60)


def work_now_and_then(seconds: float) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        time.sleep(0.1)
    return True


def swell() -> int:
    return len(bytearray(300 * 1024 * 1024))


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Give each test a helper that reads its limits from the environment as the test sets it."""
    helper = apart_module._Helper()
    monkeypatch.setattr(apart_module, "_helper", helper)
    yield
    helper.end()
    assert helper.process is None


def test_one_process_does_one_piece_of_work_after_the_other() -> None:
    assert apart(f"{HERE}:add", 2, 3) == 5
    assert apart(f"{HERE}:identity") == apart(f"{HERE}:identity") != os.getpid()


def test_a_failure_is_told_and_the_next_piece_of_work_is_done() -> None:
    with pytest.raises(Crashed, match="KeyError: 'no such part'"):
        apart(f"{HERE}:fail")
    assert apart(f"{HERE}:add", 1, 1) == 2


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_crash_is_told_and_another_process_begins() -> None:
    with pytest.raises(Crashed, match="crashes"):
        apart(f"{HERE}:crash", signal.SIGSEGV)
    with pytest.raises(MemoryError):  # so ends what gets no memory
        apart(f"{HERE}:crash", signal.SIGABRT)
    assert apart(f"{HERE}:add", 1, 1) == 2


@pytest.mark.slow_cases("sleep", "spin")
@pytest.mark.parametrize(
    ("work", "said"),
    [
        pytest.param(
            "spin",
            "takes more than 0.5 seconds of processor time",
            id="spin",
            marks=pytest.mark.skipif(
                sys.platform == "win32", reason="Windows counts no processor time here"
            ),
        ),
        pytest.param("sleep", "takes more than 1.5 seconds by the clock", id="sleep"),
    ],
)
def test_what_lasts_is_ended(monkeypatch: pytest.MonkeyPatch, work: str, said: str) -> None:
    monkeypatch.setenv(SECONDS_WORD, "0.5")
    if work == "sleep":
        monkeypatch.setattr(apart_module, "PATIENCE", 3.0)
    with pytest.raises(OutOfTime) as caught:
        apart(f"{HERE}:{work}")
    assert said_of(caught.value) == said
    assert apart(f"{HERE}:add", 1, 1) == 2


@pytest.mark.slow
@pytest.mark.skipif(
    sys.platform != "linux", reason="only Linux tells what another process has taken"
)
def test_what_a_busy_machine_lets_work_now_and_then_is_not_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(SECONDS_WORD, "0.5")
    monkeypatch.setattr(apart_module, "PATIENCE", 3.0)
    assert apart(f"{HERE}:work_now_and_then", 2.5)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits memory")
def test_memory_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(MIB_WORD, "64")
    with pytest.raises(MemoryError):
        apart(f"{HERE}:swell")


def test_it_works_on_when_the_folder_where_it_began_is_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    apart_module._helper.end()
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    process = apart(f"{HERE}:identity")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "gone").rmdir()
    assert apart(f"{HERE}:folder") != ""
    assert apart(f"{HERE}:identity") == process


def test_without_processes_nothing_is_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart_module, "HAS_PROCESSES", False)
    with pytest.raises(Crashed, match="installed tool"):
        apart("builtins:abs", -1)
