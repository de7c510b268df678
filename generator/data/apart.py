"""Work that a foreign library does on a user's file, in a separate process, where it may take too
long, need too much memory or crash.

In: a function, named as MODULE:FUNCTION, and plain values for it. Out: its result; or `OutOfTime`,
MemoryError or `Crashed`. The process is started when it is first needed, reused for the next piece
of work, and ends with ours. Knows neither the libraries nor the files.
"""

from __future__ import annotations

import atexit
import contextlib
import math
import os
import pickle
import signal
import struct
import subprocess
import sys
import threading
import time
from importlib import import_module
from pathlib import Path
from typing import IO, Any

from generator.data.budget import OF_TERMINALS, OutOfTime, little_memory, mib, seconds

_BEGIN = "import sys; sys.path[:] = {}; from generator.data.apart import serve; serve()"
_MOMENT = 0.2  # seconds
PATIENCE = 15.0
"""How many times its limit of processor seconds a piece of work may wait without using any: a
sleeping one would never use them up.
"""
_LOOK_SECONDS = 0.1
HAS_PROCESSES = sys.platform not in ("emscripten", "wasi")
"""Whether this Python can start processes; in WebAssembly it cannot."""


class Crashed(Exception):
    """A library crashed its process, or failed in its own way; the message says how."""


class _Helper:
    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.process: subprocess.Popen[bytes] | None = None

    def done(self, function: str, values: tuple[Any, ...]) -> Any:
        with self.lock:
            if self.process is None:
                path = [str(Path(folder).absolute()) for folder in sys.path]
                self.process = subprocess.Popen(
                    [sys.executable, "-P", "-c", _BEGIN.format(path)],
                    cwd=Path(os.sep).absolute(),  # ours may be deleted, and libraries look there
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                )
            process, is_late, is_over = self.process, threading.Event(), threading.Event()
            most = seconds() * PATIENCE

            def look() -> None:
                spent, since = _spent(process.pid), time.monotonic()
                while not is_over.wait(_LOOK_SECONDS):
                    now = _spent(process.pid)
                    if now > spent:
                        spent, since = now, time.monotonic()
                    elif time.monotonic() - since > most:
                        is_late.set()
                        process.kill()
                        return

            threading.Thread(target=look, name="apart", daemon=True).start()
            try:
                assert process.stdin is not None
                assert process.stdout is not None
                with contextlib.suppress(OSError):  # it is gone: reading reports that too
                    _send(process.stdin, (function, values))
                return _received(process.stdout)
            except EOFError:
                status = self.end()
                if is_late.is_set():
                    raise OutOfTime(most) from None
                if status == -getattr(signal, "SIGXCPU", 0):
                    raise OutOfTime from None
                if status in (
                    -signal.SIGABRT,
                    -getattr(signal, "SIGKILL", 0),
                ):  # how libraries end that get no memory
                    raise MemoryError from None
                raise Crashed(f"the library that reads it crashes ({status})") from None
            except BaseException:  # given up half-way: its answer would be taken for the next one's
                self.end()
                raise
            finally:
                is_over.set()

    def end(self) -> int:
        """End the process, if there is one; return how it ended."""
        process, self.process = self.process, None
        if process is None:
            return 0
        assert process.stdin is not None
        assert process.stdout is not None
        with contextlib.suppress(OSError):  # it is gone, and the last message to it is left over
            process.stdin.close()
        process.stdout.close()
        try:
            return process.wait(_MOMENT)
        except subprocess.TimeoutExpired:  # it is still working
            process.kill()
            return process.wait()


def _spent(process: int) -> float:
    """Return the processor seconds that another process has used; always 0 on systems that do not
    report them.
    """
    if sys.platform != "linux":
        return 0.0
    try:
        return time.clock_gettime(
            ~process << 3 | 2
        )  # the clock of a process, numbered as by clock_getcpuclockid
    except OSError:  # it has ended
        return 0.0


_helper = _Helper()
atexit.register(lambda: _helper.end())


def apart(function: str, *values: Any) -> Any:
    """Call MODULE:FUNCTION in the other process. Raises OutOfTime, MemoryError, or Crashed for
    anything else that it raises there.
    """
    if not HAS_PROCESSES:
        raise Crashed("a browser cannot do that in a separate process; use the installed tool")
    sort, result = _helper.done(function, values)
    if sort == "memory":
        raise MemoryError
    if sort == "fault":
        raise Crashed(result)
    return result


def _send(pipe: IO[bytes], value: object) -> None:
    content = pickle.dumps(value)
    pipe.write(struct.pack(">Q", len(content)))
    pipe.write(content)
    pipe.flush()


def _received(pipe: IO[bytes]) -> Any:
    head = pipe.read(8)
    if len(head) < 8:
        raise EOFError
    (size,) = struct.unpack(">Q", head)
    content = pipe.read(size)
    if len(content) < size:
        raise EOFError
    return pickle.loads(content)


def serve() -> None:
    """Do one piece of work after another until the pipe closes."""
    asked, answers = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # output printed by libraries is discarded
    for number in OF_TERMINALS:  # they end the parent process
        signal.signal(number, signal.SIG_IGN)
    while True:
        try:
            function, values = _received(asked)
        except EOFError:
            return
        _send(answers, _answer(function, values))


def _answer(function: str, values: tuple[Any, ...]) -> tuple[str, Any]:
    module, _, name = function.partition(":")
    try:
        work = getattr(import_module(module), name)
        with _little_time(), little_memory(mib()):
            return "result", work(*values)
    except MemoryError:
        return "memory", None
    except BaseException as fault:  # a panic in Rust is not an Exception
        return "fault", f"{type(fault).__name__}: {str(fault)[:200]}"


@contextlib.contextmanager
def _little_time() -> Any:
    """Let the system end this process if it works for too long."""
    if sys.platform == "win32":
        yield
        return
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(time.process_time() + seconds()), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_CPU, (hard, hard))
