"""Child processes on this machine: how they are started so that Ctrl-C does not reach them, and how
Ctrl-C or a request to end stops this process immediately.

In: nothing. Out: contexts in which to start them and to be interrupted, and the functions that each
of them calls first. Knows neither games nor the purpose of the processes.
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
    """Start processes within this block so that they load no code from their working folder, and
    ignore their terminal from the start.

    In this process, Ctrl-C and the closing of the terminal are handled afterwards.
    """
    was = os.environ.get("PYTHONSAFEPATH")
    os.environ["PYTHONSAFEPATH"] = "1"
    can_mask = hasattr(signal, "pthread_sigmask")  # not on Windows
    before = set[int | signal.Signals]()
    if can_mask:
        before = signal.pthread_sigmask(signal.SIG_BLOCK, OF_TERMINALS)
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
    """Ignore what a terminal sends to all its processes, leaving it to the parent process."""
    for number in OF_TERMINALS:
        signal.signal(number, signal.SIG_IGN)


DEAF_SECONDS = 0.7
"""How long Ctrl-C may go unnoticed: Python handles it between two of its steps, and a compiled rule
that never ends is a single step.
"""
_heard_at = 0.0


def hear() -> None:
    """Record that Ctrl-C was noticed; for code that handles it differently from
    `prompt_interrupts`.
    """
    global _heard_at
    _heard_at = time.monotonic()


INTERRUPTED = 130


@contextmanager
def handling(handler: Callable[[int, Any], None]) -> Iterator[dict[int, Any]]:
    """Let a function handle the signals that end a run, if this is the main thread; yield the
    previous handlers. Ignored signals stay ignored.
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
    """Let Ctrl-C end this process even if compiled code does not return; otherwise it is handled as
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
    """Treat Ctrl-Cs in quick succession as one, so that the second does not interrupt the handling
    of the first.
    """
    taken_at = -math.inf

    def taken(number: int, frame: Any) -> None:
        nonlocal taken_at
        hear()
        if time.monotonic() > taken_at + PAUSE_SECONDS:  # if the first one was lost, another counts
            taken_at = time.monotonic()
            before[number](number, frame)

    with handling(taken) as before:
        yield


def _listen(ear: socket.socket, over: threading.Event, endings: set[int]) -> None:
    """Wait for Ctrl-C, and exit if it is not handled. Several in a row may be handled as one,
    slightly before we check for the last.
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
    """Give Ctrl-C half of its time; return whether it was handled, or no longer needs to be."""
    return over.wait(DEAF_SECONDS / 2) or _heard_at >= since


def _wake(ending: int) -> None:
    """Repeat the signal: if the first came just before the main thread began to wait for a key, it
    would be handled only after that key.
    """
    if hasattr(signal, "pthread_kill"):  # not on Windows
        signal.pthread_kill(threading.main_thread().ident or 0, ending)
