"""The first module of the command `emporium-pnp`: it handles signals before importing anything
slow.

In: a signal. Out: a plain line and the exit code 130. `generator.cli.main` takes over once it is
imported.
"""

# Nothing else is imported, and of `signal` only what is written in C: until our handlers are there,
# Python's own print tracebacks.
import _signal as signal  # type: ignore[import-not-found]
import os

_ENDINGS = ("SIGINT", "SIGTERM", "SIGHUP")  # as in generator.data.budget, which is not imported yet
_INTERRUPTED = 130


def _leave(number: int, frame: object) -> None:
    try:
        os.write(2, b"interrupted; nothing was changed\n")
    finally:
        os._exit(_INTERRUPTED)


for _number in [getattr(signal, _name) for _name in _ENDINGS if hasattr(signal, _name)]:
    if signal.getsignal(_number) != signal.SIG_IGN:
        signal.signal(_number, _leave)


def main() -> None:
    """Run the command line and leave with its exit code."""
    from generator.cli.main import main as run

    run()
