"""Limits on the time and memory of one piece of work on a user's file: the last safety net, below
the limits of each stage.

In: a piece of work, such as drawing one face. Out: `OutOfTime` or MemoryError in the thread that
does it, wherever it is. Time is the thread's processor time, so that neither a busy machine nor a
night's sleep nor another thread uses it up. Only Linux can limit memory, for the whole process. A
Python without threads, as in a browser, has no limits: there, the user can close the tab. Knows no
files.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar

SECONDS, MIB = 4.0, 512.0
SECONDS_WORD, MIB_WORD = "EMPORIUM_PNP_SECONDS", "EMPORIUM_PNP_MIB"
HINT = f"{SECONDS_WORD} and {MIB_WORD} in the environment change the limits"
_LOOK_SECONDS = 0.1
HAS_THREADS = sys.platform not in ("emscripten", "wasi")
"""Whether this Python can start threads; in WebAssembly it cannot."""

ENDINGS = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
"""The signals that end a run: Ctrl-C, a request to end, as sent by a time limit, and a closed
terminal, which Windows does not have.
"""
OF_TERMINALS = tuple(number for number in ENDINGS if number != signal.SIGTERM)
"""The signals that a terminal sends to all processes together; a process that works for another
leaves them to that one.
"""
TOLD_TO_END: list[int] = []
"""The signals that asked this run to end; its command line records them."""


def heed() -> None:
    """Raise KeyboardInterrupt again if this run was asked to end. Many libraries swallow it in a
    bare `except:`, as if a file were faulty.
    """
    if TOLD_TO_END and threading.current_thread() is threading.main_thread():
        raise KeyboardInterrupt


class OutOfTime(Exception):
    """A piece of work exceeded its processor time; with a number, it waited for that many
    seconds.
    """


def seconds() -> float:
    """Return how many seconds a piece of work may take. Raises ValueError if the environment
    variable is not a number.
    """
    return _number(SECONDS_WORD, SECONDS)


def mib() -> float:
    """Return by how many MiB the memory may grow for a piece of work. Raises ValueError if the
    environment variable is not a number.
    """
    return _number(MIB_WORD, MIB)


def _number(word: str, usual: float) -> float:
    said = os.environ.get(word)
    if said is None:
        return usual
    try:
        value = float(said)
    except ValueError:
        value = 0.0
    if not 0 < value < 1e9:
        raise ValueError(f"{word} expected a number above 0, found '{said}'")
    return value


def said_of(fault: BaseException) -> str | None:
    """Say which limit an exception is about: 'takes more than …'; None if it is another
    exception.
    """
    if isinstance(fault, OutOfTime):
        if fault.args:
            return f"takes more than {fault.args[0]:g} seconds by the clock"
        return f"takes more than {seconds():g} seconds of processor time"
    return f"takes more than {mib():g} MiB of memory" if isinstance(fault, MemoryError) else None


def note_place(fault: BaseException, at: str) -> None:
    """Record in an exception that stops work where the work was, FILE:LINE, unless that is already
    recorded.
    """
    if at and not getattr(fault, "__notes__", None):
        fault.add_note(at)


def place_noted(fault: BaseException) -> str:
    """Return the FILE:LINE that `note_place` recorded; empty if it is unknown."""
    notes: list[str] = getattr(fault, "__notes__", [])
    return notes[0] if notes else ""


@dataclass(eq=False)
class _Work:
    thread: int
    end: float  # by the thread's clock
    is_told: bool = False


class _Watch:
    """A thread that watches the current work, and stops whatever takes too long."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.at_work: set[_Work] = set()
        self.woken = threading.Event()
        self.thread: threading.Thread | None = None

    def begin(self, work: _Work) -> None:
        with self.lock:
            self.at_work.add(work)
            if self.thread is None:
                self.thread = threading.Thread(target=self._look, name="budget", daemon=True)
                self.thread.start()
        self.woken.set()

    def end(self, work: _Work) -> None:
        while True:
            try:
                with self.lock:
                    self.at_work.discard(work)
                    if work.is_told:
                        _raise_in(work.thread, None)  # cancel an exception that has not arrived yet
                return
            except OutOfTime:
                continue

    def _look(self) -> None:
        while True:
            self.woken.wait()
            time.sleep(_LOOK_SECONDS)
            with self.lock:
                for work in self.at_work:
                    now = _spent(work.thread)
                    if now > work.end:
                        work.is_told, work.end = (
                            True,
                            now + 1.0,
                        )  # again, in case it was caught and ignored
                        _raise_in(work.thread, OutOfTime)
                if not self.at_work:
                    self.woken.clear()


def _spent(thread: int) -> float:
    """Return the processor seconds that a thread has used, or the process if the system does not
    report threads.
    """
    if sys.platform == "win32" or not hasattr(time, "pthread_getcpuclockid"):  # which macOS lacks
        return time.process_time()
    return time.clock_gettime(time.pthread_getcpuclockid(thread))


def _raise_in(thread: int, fault: type[Exception] | None) -> None:
    import ctypes

    ctypes.pythonapi.PyThreadState_SetAsyncExc(
        ctypes.c_ulong(thread), ctypes.py_object(fault) if fault else None
    )


_watch = _Watch()
_here = threading.local()


@contextlib.contextmanager
def limited(patience: float = 1.0) -> Iterator[None]:
    """Limit the time and the memory of the work in this block; nested work has the limits of the
    outer one.

    With `patience` it may take this many times as long, and twice the memory.

    Raises OutOfTime or MemoryError in the middle of the work, and KeyboardInterrupt after it if
    that came and was swallowed.
    """
    if not HAS_THREADS or getattr(_here, "is_at_work", False):
        yield
        return
    work = _Work(threading.get_ident(), _spent(threading.get_ident()) + seconds() * patience)
    _here.is_at_work = True
    _watch.begin(work)
    try:
        with little_memory(mib() * (2 if patience > 1 else 1)):
            yield
    finally:
        _watch.end(work)
        _here.is_at_work = False
        heed()


@contextlib.contextmanager
def little_memory(most_mib: float) -> Iterator[None]:
    """Limit by how much this process's memory may grow, if the system supports that."""
    if sys.platform != "linux":
        yield
        return
    import resource

    with _memory_lock:
        if not _before:
            soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
            most = _data_bytes() + int(most_mib * 1024 * 1024)
            most = min(
                [most, *(bound for bound in (soft, hard) if bound != resource.RLIM_INFINITY)]
            )
            resource.setrlimit(resource.RLIMIT_DATA, (most, hard))
        else:  # another thread is working under its limit, which applies to the whole process
            soft, hard = _before[0]
        _before.append((soft, hard))
    try:
        yield
    finally:
        with _memory_lock:
            _before.pop()
            if not _before:
                resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


def unbound(process: int) -> None:
    """Give another process the memory limit that this one has when idle: if it was started during
    work, it got the lower one.
    """
    if sys.platform != "linux":
        return
    import resource

    with _memory_lock:
        bounds = _before[0] if _before else resource.getrlimit(resource.RLIMIT_DATA)
    with contextlib.suppress(OSError):  # it has already ended
        resource.prlimit(process, resource.RLIMIT_DATA, bounds)


_memory_lock = threading.Lock()
_before: list[tuple[int, int]] = []
"""The limits of memory as they were before, once per working thread."""


def _data_bytes() -> int:
    """Return the size of this process's writable memory."""
    with open("/proc/self/statm", "rb") as file:
        return int(file.read().split()[5]) * os.sysconf("SC_PAGE_SIZE")


_Key = TypeVar("_Key")
_Kept = TypeVar("_Kept")


def remember(cache: dict[_Key, _Kept], key: _Key, value: _Kept, most: int) -> _Kept:
    """Put a value into a cache of at most `most`, which starts empty again when it is full; return it."""
    if len(cache) >= most:
        cache.clear()
    cache[key] = value
    return value
