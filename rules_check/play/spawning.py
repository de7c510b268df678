"""Processes of our own on this machine: how they are started, that Ctrl-C does not reach them, and
that it, or a request to end, ends this one at once.

In: nothing. Out: contexts in which to start them and to be interrupted, and what each calls first.
Knows neither games nor what they are started for.
"""

from __future__ import annotations

import math
import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from generator.data.budget import ENDINGS, OF_TERMINALS


@contextmanager
def spawning() -> Iterator[None]:
    """Let processes that are started meanwhile take no code from the folder they start in, and be
    deaf to their terminal from the start.

    Here Ctrl-C, and that the terminal is closed, is heard afterwards.
    """
    was = os.environ.get("PYTHONSAFEPATH")
    os.environ["PYTHONSAFEPATH"] = "1"
    can_mask = hasattr(signal, "pthread_sigmask")  # Windows cannot
    before = (
        signal.pthread_sigmask(signal.SIG_BLOCK, OF_TERMINALS)
        if can_mask
        else set[signal.Signals]()
    )
    try:
        yield
    finally:
        if was is None:
            del os.environ["PYTHONSAFEPATH"]
        else:
            os.environ["PYTHONSAFEPATH"] = was
        if can_mask:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def ignore_interrupts() -> None:
    """Leave what a terminal sends to all its processes to the one that asks."""
    for number in OF_TERMINALS:
        signal.signal(number, signal.SIG_IGN)


DEAF_SECONDS = 0.7
"""How long Ctrl-C may go unheard: Python hears it between two of its steps, and a compiled rule
that never ends is one step.
"""
_heard_at = 0.0


def hear() -> None:
    """Note that Ctrl-C is heard; for anyone who handles it unlike `prompt_interrupts`."""
    global _heard_at
    _heard_at = time.monotonic()


INTERRUPTED = 130


@contextmanager
def handling(handler: Callable[[int, Any], None]) -> Iterator[dict[int, Any]]:
    """Let a function handle what ends a run, where this is the main thread; gives what handled each
    before. What was ignored still is.
    """
    is_main = threading.current_thread() is threading.main_thread()
    before: dict[int, Any] = {
        number: own for number in ENDINGS if is_main and callable(own := signal.getsignal(number))
    }
    for number in before:
        signal.signal(number, handler)
    try:
        yield before
    finally:
        for number, own in before.items():
            signal.signal(number, own)


@contextmanager
def prompt_interrupts() -> Iterator[None]:
    """Let Ctrl-C end this process though compiled code does not come back; all else hears it as
    before.
    """

    def heard(number: int, frame: Any) -> None:
        hear()
        before[number](number, frame)

    with handling(heard) as before:
        if not before:
            yield
            return
        over, (bell, ear) = threading.Event(), socket.socketpair()
        bell.setblocking(False)
        former = signal.set_wakeup_fd(bell.fileno(), warn_on_full_buffer=False)
        threading.Thread(target=_listen, args=(ear, over, set(before)), daemon=True).start()
        try:
            yield
        finally:
            over.set()
            signal.set_wakeup_fd(former)
            bell.close()


PAUSE_SECONDS = 1.0
"""How long after a Ctrl-C another one is taken for the same."""


@contextmanager
def interrupted_once() -> Iterator[None]:
    """Take Ctrl-Cs in quick succession for one, so that the second does not break into how the
    first is dealt with.
    """
    taken_at = -math.inf

    def taken(number: int, frame: Any) -> None:
        nonlocal taken_at
        hear()
        if (
            time.monotonic() > taken_at + PAUSE_SECONDS
        ):  # where the first one was lost, another counts
            taken_at = time.monotonic()
            before[number](number, frame)

    with handling(taken) as before:
        yield


def _listen(ear: socket.socket, over: threading.Event, endings: set[int]) -> None:
    """Wait for Ctrl-C, and leave if no one hears it. Several in a row may be heard as one, a
    little before we look at the last.
    """
    with ear:
        while came := ear.recv(4096):
            since = time.monotonic() - 2 * DEAF_SECONDS
            if not endings & set(came) or _is_heard(since, over):
                continue
            _wake((endings & set(came)).pop())
            if not _is_heard(since, over):
                os.write(2, b"\ninterrupted; nothing was changed\n")
                os._exit(INTERRUPTED)


def _is_heard(since: float, over: threading.Event) -> bool:
    """Give Ctrl-C half of its time; return whether it was heard, or need not be any more."""
    return over.wait(DEAF_SECONDS / 2) or _heard_at >= since


def _wake(ending: int) -> None:
    """Press Ctrl-C again, or whatever came: the first, if it came just before the main thread began
    to wait for a key, would be heard after that key only.
    """
    if hasattr(signal, "pthread_kill"):  # Windows has none
        signal.pthread_kill(threading.main_thread().ident or 0, ending)
