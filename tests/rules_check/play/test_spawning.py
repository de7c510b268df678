"""Ctrl-C while compiled code does not come back, and while it does."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rules_check.play import spawning
from rules_check.play.spawning import interrupted_once, prompt_interrupts

ROOT = Path(__file__).resolve().parents[3]
NEVER = """
import signal
import numba
from rules_check.play.spawning import prompt_interrupts

@numba.njit("int64(int64)", nogil=True)
def never(n):
    while n != 1:
        n = n + 2 if n < 1000 else 0
    return n

signal.signal(signal.SIGTERM, signal.default_int_handler)
with prompt_interrupts():
    print("begun", flush=True)
    never(0)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="processes are sent no Ctrl-C there")
@pytest.mark.parametrize("ending", ["SIGINT", "SIGTERM"])
def test_compiled_code_that_never_comes_back_is_ended(ending: str) -> None:
    env = {**os.environ, "PYTHONPATH": str(ROOT), "NUMBA_DISABLE_JIT": "0"}
    process = subprocess.Popen(
        [sys.executable, "-c", NEVER],
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "begun\n"
    time.sleep(0.2)
    began = time.monotonic()
    process.send_signal(getattr(signal, ending))
    _, said = process.communicate(timeout=60)
    assert (process.returncode, "interrupted" in said) == (130, True)
    assert time.monotonic() - began < 3


def test_ctrl_cs_in_quick_succession_are_one_and_a_lost_one_is_heard_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(spawning, "PAUSE_SECONDS", 0.2)
    with interrupted_once():
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)
        time.sleep(0.25)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)


def test_what_hears_ctrl_c_goes_on_as_before() -> None:
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt), prompt_interrupts():
        signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before
