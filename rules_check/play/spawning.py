"""Processes of our own on this machine: how they are started, that Ctrl-C does not reach them, and that it ends this one at once.

In: nothing. Out: contexts in which to start them and to be interrupted, and what each calls first. Knows neither games nor what they are started for.
"""

from __future__ import annotations

import os
import signal
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def spawning() -> Iterator[None]:
    """Let processes that are started meanwhile take no code from the folder they start in, and be deaf to Ctrl-C from their first moment.

    Here Ctrl-C is heard afterwards.
    """
    was = os.environ.get("PYTHONSAFEPATH")
    os.environ["PYTHONSAFEPATH"] = "1"
    can_mask = hasattr(signal, "pthread_sigmask")  # Windows cannot
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if can_mask else set[signal.Signals]()
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
    """Leave Ctrl-C, which a terminal sends to all its processes, to the one that asks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


DEAF_SECONDS = 0.7
"""How long Ctrl-C may go unheard: Python hears it between two of its steps, and a compiled rule that never ends is one step."""
_heard_at = 0.0


def hear() -> None:
    """Note that Ctrl-C is heard; for whoever handles it otherwise than `prompt_interrupts` does."""
    global _heard_at
    _heard_at = time.monotonic()


INTERRUPTED = 130


@contextmanager
def prompt_interrupts() -> Iterator[None]:
    """Let Ctrl-C end this process though compiled code does not come back; all else hears it as before."""
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield
        return

    def heard(number: int, frame: Any) -> None:
        hear()
        before(number, frame)

    over, (bell, ear) = threading.Event(), socket.socketpair()
    bell.setblocking(False)
    signal.signal(signal.SIGINT, heard)
    former = signal.set_wakeup_fd(bell.fileno(), warn_on_full_buffer=False)
    threading.Thread(target=_listen, args=(ear, over), daemon=True).start()
    try:
        yield
    finally:
        over.set()
        signal.set_wakeup_fd(former)
        signal.signal(signal.SIGINT, before)
        bell.close()


@contextmanager
def interrupted_once() -> Iterator[None]:
    """Hear Ctrl-C once, and no more while what it stopped is put in order."""
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield
        return
    heard = before

    def first(number: int, frame: Any) -> None:
        ignore_interrupts()
        heard(number, frame)

    signal.signal(signal.SIGINT, first)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _listen(ear: socket.socket, over: threading.Event) -> None:
    """Wait for Ctrl-C, and leave where nobody hears it. Several in a row may be heard as one, a little before we look at the last."""
    with ear:
        while came := ear.recv(4096):
            now = time.monotonic()
            is_deaf = signal.SIGINT in came and not over.wait(DEAF_SECONDS) and _heard_at < now - 2 * DEAF_SECONDS
            if is_deaf:
                os.write(2, b"\ninterrupted; nothing was changed\n")
                os._exit(INTERRUPTED)
