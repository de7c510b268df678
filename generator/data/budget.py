"""What one piece of work on a user's file may take, in seconds and memory: the last net, under the
bounds of each stage.

In: a piece of work, such as drawing one face. Out: `OutOfTime` or MemoryError in the thread that
does it, wherever it is. Seconds are those of the processor that the thread took, so that neither a
busy machine nor a night's sleep nor another thread spends them. Only Linux can limit memory, that
of the whole process. A Python without threads, as in a browser, has no limits: there anyone who
waits closes the tab. Knows no files.
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

SECONDS, MIB = 4.0, 512.0
SECONDS_WORD, MIB_WORD = "EMPORIUM_PNP_SECONDS", "EMPORIUM_PNP_MIB"
HINT = f"{SECONDS_WORD} and {MIB_WORD} in the environment change the limits"
_LOOK_SECONDS = 0.1
HAS_THREADS = sys.platform not in ("emscripten", "wasi")
"""Whether this Python can start threads; in WebAssembly it cannot."""

ENDINGS = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
"""What ends a run: Ctrl-C, being asked to end, as a time limit does it, and a terminal that is
closed, which Windows has not.
"""
OF_TERMINALS = tuple(number for number in ENDINGS if number != signal.SIGTERM)
"""Those that a terminal sends to all processes at once; a process that works for another leaves
them to that.
"""
TOLD_TO_END: list[int] = []
"""The signals by which this run was asked to end; its command line notes them."""


def heed() -> None:
    """Raise KeyboardInterrupt again where this run was asked to end. Many a library takes it for a
    fault of a file, in a bare `except:`.
    """
    if TOLD_TO_END and threading.current_thread() is threading.main_thread():
        raise KeyboardInterrupt


class OutOfTime(Exception):
    """A piece of work that took more of the processor's time than it may; with a number, one that
    waited that many seconds.
    """


def seconds() -> float:
    """Return how long a piece of work may take. Raises ValueError where the environment has no
    number for it.
    """
    return _number(SECONDS_WORD, SECONDS)


def mib() -> float:
    """Return by how many MiB the memory may grow for a piece of work. Raises ValueError where the
    environment has no number for it.
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
    """Say which limit an exception speaks of: 'takes more than …'; None where it is another."""
    if isinstance(fault, OutOfTime):
        if fault.args:
            return f"takes more than {fault.args[0]:g} seconds by the clock"
        return f"takes more than {seconds():g} seconds of processor time"
    return f"takes more than {mib():g} MiB of memory" if isinstance(fault, MemoryError) else None


def note_place(fault: BaseException, at: str) -> None:
    """Note on an exception that stops work where that was, FILE:LINE, unless it is noted
    already.
    """
    if at and not getattr(fault, "__notes__", None):
        fault.add_note(at)


def place_noted(fault: BaseException) -> str:
    """Return the FILE:LINE that `note_place` noted; nothing if it is not known."""
    notes: list[str] = getattr(fault, "__notes__", [])
    return notes[0] if notes else ""


@dataclass(eq=False)
class _Work:
    thread: int
    end: float  # by the thread's clock
    is_told: bool = False


class _Watch:
    """A thread that looks at what is being worked on, and stops what takes too long."""

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
                        _raise_in(work.thread, None)  # what has not come yet comes no more
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
                        )  # again, should somebody catch it and go on
                        _raise_in(work.thread, OutOfTime)
                if not self.at_work:
                    self.woken.clear()


def _spent(thread: int) -> float:
    """Return the processor's seconds that a thread has taken; those of the process where the system
    does not tell.
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
    """Limit the time and the memory of what is done within; a piece of work within another has the
    limits of that.

    With `patience` it may take so many times as long, and twice the memory.

    Raises OutOfTime or MemoryError in the middle of it, and KeyboardInterrupt after it where that
    came and was swallowed.
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
    """Let this process's memory grow by so much and no more, where the system can see to that."""
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
        else:  # another thread is at work under its limit, which is the process's
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
    """Give another process the bound of memory that this one has while nothing is at work: begun
    meanwhile, it got the lower one.
    """
    if sys.platform != "linux":
        return
    import resource

    with _memory_lock:
        bounds = _before[0] if _before else resource.getrlimit(resource.RLIMIT_DATA)
    with contextlib.suppress(OSError):  # it has ended already
        resource.prlimit(process, resource.RLIMIT_DATA, bounds)


_memory_lock = threading.Lock()
_before: list[tuple[int, int]] = []
"""The limits of memory as they were before, once for each thread at work."""


def _data_bytes() -> int:
    """Return how much memory this process holds that it may write to."""
    with open("/proc/self/statm", "rb") as file:
        return int(file.read().split()[5]) * os.sysconf("SC_PAGE_SIZE")
