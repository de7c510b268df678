"""Processes of our own on this machine: how they are started, and that Ctrl-C does not reach them.

In: nothing. Out: a context in which to start them, and what each calls first. Knows neither games nor what they are started for.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager


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
