"""Another program, run within a budget: what it may say, how long it may take and how much memory
it may want.

In: a command, and what it is given. Out: what it says, as it says it; it is ended once no one reads
on, or where it takes too long. What it is and what it reads, its caller knows.
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
"""How many times as long as one piece of work a program may last, by the clock: it reads many
files.
"""
_MOST_SAID = 4096  # bytes that are kept of what a program says of its faults
_CHUNK = 65536


class Program:
    """A program at work. `out` is what it says; once it has ended, `status` is how, and `said` what
    it said of its faults.
    """

    def __init__(self, process: subprocess.Popen[bytes], out: IO[bytes]) -> None:
        self.out, self.is_late = out, False
        self.status: int | None = None
        self.said = ""
        self._process = process

    def end(self) -> None:
        """End it, if it has not ended by itself."""
        with contextlib.suppress(OSError):
            self._process.kill()


@contextlib.contextmanager
def running(
    command: Sequence[str], env: Mapping[str, str], given: bytes = b""
) -> Iterator[Program]:
    """Run a program within a budget. Leaving ends it, unless it has said all.

    Raises OSError where it cannot be started.
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

    timer, listener = (
        threading.Timer(seconds() * PATIENCE, late),
        threading.Thread(target=listen, daemon=True),
    )
    timer.start()
    listener.start()
    try:
        yield program
        if process.stdout.read(1):  # it has more to say than anybody wants
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
    """Let a program that has just begun take no more memory than a piece of work may, where the
    system can see to that.
    """
    if sys.platform == "linux":
        import resource

        most = int(mib() * 1024 * 1024)
        _, hard = resource.prlimit(process, resource.RLIMIT_DATA)
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        with contextlib.suppress(OSError):  # it has ended already
            resource.prlimit(process, resource.RLIMIT_DATA, (most, most))
