"""Another program, run within limits: on its output, its time and its memory.

In: a command, and its input. Out: its output, as it comes; it is ended once the output is no longer
read, or if it takes too long. Its purpose and its files are up to the caller.
"""

from __future__ import annotations

import contextlib
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from typing import IO

from generator.data.budget import mib, seconds

PATIENCE = 5.0
"""How many times as long as one piece of work a program may run, by the clock, because it reads
many files.
"""
_MOST_SAID = 4096  # bytes that are kept of a program's error output
_CHUNK = 65536


class Program:
    """A running program. `out` is its output; once it has ended, `status` is its exit status, and
    `said` its error output.
    """

    def __init__(self, process: subprocess.Popen[bytes], out: IO[bytes]) -> None:
        self.out, self.is_late = out, False
        self.status: int | None = None
        self.said = ""
        self._process = process

    def end(self) -> None:
        """End it, unless it has already ended."""
        with contextlib.suppress(OSError):
            self._process.kill()


@contextlib.contextmanager
def running(
    command: Sequence[str], env: Mapping[str, str], given: bytes = b""
) -> Iterator[Program]:
    """Run a program within limits. Leaving the block ends it, unless its output is complete.

    Raises OSError if it cannot be started.
    """
    with tempfile.TemporaryFile() as told:
        told.write(given)
        told.seek(0)
        process = subprocess.Popen(
            command, stdin=told, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=dict(env)
        )
    assert process.stdout is not None
    assert process.stderr is not None
    _limit_memory(process.pid)
    program, faults, errors = Program(process, process.stdout), bytearray(), process.stderr

    def late() -> None:
        program.is_late = True
        program.end()

    def listen() -> None:
        while chunk := errors.read1(_CHUNK):  # type: ignore[attr-defined]
            faults.extend(chunk[: _MOST_SAID - len(faults)])

    timer = threading.Timer(seconds() * PATIENCE, late)
    listener = threading.Thread(target=listen, daemon=True)
    timer.start()
    listener.start()
    try:
        yield program
        if process.stdout.read(1):  # it has more output than anyone wants
            program.end()
    except BaseException:
        program.end()
        raise
    finally:
        process.stdout.close()
        program.status = process.wait()
        timer.cancel()
        listener.join()
        process.stderr.close()
        program.said = faults.decode(errors="replace")


def _limit_memory(process: int) -> None:
    """Limit the memory of a program that has just started to that of a piece of work, if the system
    supports it.
    """
    if sys.platform == "linux":
        import resource

        most = int(mib() * 1024 * 1024)
        _, hard = resource.prlimit(process, resource.RLIMIT_DATA)
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        with contextlib.suppress(OSError):  # it has ended already
            resource.prlimit(process, resource.RLIMIT_DATA, (most, most))
