"""The command `emporium-pnp`: its group of commands, each found by name when it is asked for, and
its exit codes.
"""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn, TextIO

import click

from generator import __version__
from generator.cli.console import (
    FINE,
    FOREIGN,
    INTERRUPTED,
    OUR_FAULT,
    PROBLEMS,
    REFUSED,
    SHOWN_AS,
    USAGE,
    echo,
    echo_fault,
    echo_usage,
    names_of,
    refusal,
)
from generator.data.budget import ENDINGS, TOLD_TO_END, heed, mib, seconds
from generator.data.files import FINISHED, LANDED
from generator.data.problems import did_you_mean
from generator.data.surroundings import shut_out

COMMANDS = {
    "build": "generator.cli.build",
    "calibrate": "generator.cli.calibrate",
    "check": "rules_check.cli.check",
    "compare": "rules_check.cli.compare",
    "contact": "generator.cli.contact",
    "export": "generator.cli.export",
    "import": "generator.cli.spreadsheets",
    "diff": "generator.cli.diff",
    "doctor": "generator.cli.doctor",
    "fit": "generator.cli.fit",
    "games": "generator.cli.games",
    "lint": "generator.cli.lint",
    "languages": "generator.cli.languages",
    "log": "rules_check.cli.log",
    "new": "generator.cli.new",
    "odds": "generator.cli.odds",
    "play": "rules_check.cli.play",
    "preview": "generator.cli.preview",
    "replay": "rules_check.cli.replay",
    "release": "generator.cli.release",
    "report": "rules_check.cli.check",
    "rules": "rules_check.cli.rules",
    "schema": "generator.cli.schema",
    "sheets": "generator.cli.sheets",
    "showcase": "generator.cli.showcase",
    "studio": "studio.cli.studio",
    "simulate": "rules_check.cli.simulate",
    "train": "rules_check.cli.train",
    "trust": "rules_check.cli.trust",
    "tune": "rules_check.cli.tune",
}
"""The module of each command, loaded when the command is asked for; those that play belong to the
other half of the tool.
"""


_OPTIONS_MEANT = {
    "--dpi": "--width",
    "--size": "--width",
    "--language": "--lang",
    "--out": "--output",
    "-o": "--output",
}
"""Options that some command has not, by another that says the same there."""
ENDING_SECONDS = 0.3
"""How long a thread may take to end after its command."""
AGAIN_SECONDS = 0.05
"""How long after a Ctrl-C that came if no one could hear it another is sent."""


class _Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(COMMANDS[cmd_name]), f"{cmd_name}_command")
        heed()  # a library may swallow Ctrl-C while it is imported
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            hint = did_you_mean(args[0], COMMANDS) or "emporium-pnp --help lists them all"
            raise click.UsageError(f"there is no command '{args[0]}' ({hint})", ctx)
        return super().resolve_command(ctx, args)


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="emporium-pnp")
def cli() -> None:
    """Print-and-play cards from one file, cards.yaml.

    GAME is a folder, a cards.yaml, or the name of a bundled game; without it, commands take
    ./cards.yaml, or a bundled game if there is none. `emporium-pnp games` lists those.
    """


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the command line and leave with its exit code."""
    # A command makes much that it keeps to its end, and little that is garbage: a tenth of a build
    # was looking for it.
    gc.set_threshold(300_000)
    shut_out()
    sys.unraisablehook, threading.excepthook = _ignored, _failed_aside
    try:
        _open_streams()
        _on_endings(_end)
        code = run(arguments)
        _end_undisturbed()
    except BaseException as fault:  # a library may turn Ctrl-C into its own exception
        if not TOLD_TO_END and not isinstance(fault, KeyboardInterrupt):
            raise
        code = _interrupted()
    for stream in (sys.stdout, sys.stderr):
        _flush(stream)
    others = []
    for thread in threading.enumerate():
        if not thread.daemon and thread is not threading.main_thread():
            others.append(thread)
    for thread in others:
        thread.join(ENDING_SECONDS)
    if any(thread.is_alive() for thread in others):
        os._exit(code)  # rules that never come back would hold up the end
    # else Python ends by SIGINT if that came while it executed a string, as it does to make a
    # dataclass
    exec("")
    gc.freeze()  # else Python goes through everything once more, to find what it lets go anyway
    sys.exit(code)


def _on_endings(handler: Callable[[int, Any], None]) -> None:
    """Have a function handle the signals that end a run. Ignored signals stay ignored, such as a
    closed terminal under `nohup`.
    """
    for number in ENDINGS:
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, handler)


def _end(number: int, frame: Any) -> NoReturn:
    TOLD_TO_END.append(number)
    raise KeyboardInterrupt


def _end_undisturbed() -> None:
    """From now on, handle only Ctrl-C, which ends the process immediately, because nothing can
    catch an exception any more.

    A closed terminal sends its signal twice: through its shell and through the system.
    """
    _on_endings(_leave)
    for number in ENDINGS:
        if number != signal.SIGINT:
            signal.signal(number, signal.SIG_IGN)


def _leave(number: int, frame: Any) -> NoReturn:
    os._exit(INTERRUPTED)


def _ignored(fault: sys.UnraisableHookArgs) -> None:
    """Handle exceptions that nothing can catch, for example while memory is freed. Ctrl-C is sent
    again a moment later.
    """
    if isinstance(fault.exc_value, KeyboardInterrupt) and TOLD_TO_END:
        again = threading.Timer(AGAIN_SECONDS, os.kill, (os.getpid(), TOLD_TO_END[-1]))
        again.daemon = True
        again.start()
    elif os.environ.get("EMPORIUM_PNP_DEBUG"):
        sys.__unraisablehook__(fault)


def _failed_aside(fault: threading.ExceptHookArgs) -> None:
    """Report in a plain line what ended a thread."""
    if os.environ.get("EMPORIUM_PNP_DEBUG"):
        threading.__excepthook__(fault)
    elif isinstance(fault.exc_value, OSError):
        _say(f"emporium-pnp: {refusal(fault.exc_value)}")
    elif not issubclass(fault.exc_type, SystemExit):
        said = f"{fault.exc_type.__name__}: {fault.exc_value}"
        _say(f"emporium-pnp {__version__} failed in a thread because of a bug: {said}")


def _say(text: str) -> None:
    """Print a line for people, if anybody can read it: a terminal may be closed by now."""
    with contextlib.suppress(OSError, ValueError):
        echo(text, err=True)


def _flush(stream: TextIO) -> None:
    """Print the buffered output; if that is impossible, discard it, so that Python does not try
    again when it ends.
    """
    try:
        stream.flush()
    except (OSError, ValueError):
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _open_streams() -> None:
    """Replace a closed stream by the null device, so that no other file can get its number."""
    while (handle := os.open(os.devnull, os.O_RDWR)) < 3:
        pass
    os.close(handle)
    sys.stdin = sys.stdin or os.fdopen(0, closefd=False)
    sys.stdout = sys.stdout or os.fdopen(1, "w", closefd=False)
    sys.stderr = sys.stderr or os.fdopen(2, "w", closefd=False)


def _colour() -> bool | None:
    """Return whether to print in colour: as NO_COLOR or FORCE_COLOR says if one is set and not
    empty, otherwise only on a terminal.

    These are the names of https://no-color.org and https://force-color.org.
    """
    if os.environ.get("NO_COLOR"):
        return False
    return True if os.environ.get("FORCE_COLOR") else None


def _done() -> str:
    """Report which of the files that a command was about to write have been replaced."""
    return f"already written: {names_of(LANDED)}" if LANDED else "nothing was changed"


def run(arguments: list[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    FOREIGN.clear()
    SHOWN_AS.clear()
    LANDED.clear()
    FINISHED.clear()
    TOLD_TO_END.clear()
    try:
        _ = seconds(), mib()
    except ValueError as fault:
        echo_usage(click.UsageError(str(fault)))
        return USAGE
    try:
        code = cli.main(arguments, "emporium-pnp", standalone_mode=False, color=_colour())
        if FINISHED:
            echo(
                (
                    "An earlier run was killed while writing; its changes were completed first: "
                    f"{names_of(FINISHED)}"
                ),
                err=True,
            )
        return code if isinstance(code, int) else FINE
    except click.exceptions.Exit as leave:
        return leave.exit_code
    except click.NoSuchOption as fault:
        if fault.ctx:
            known = {name for option in fault.ctx.command.params for name in option.opts}
        else:
            known = set()
        meant = _OPTIONS_MEANT.get(fault.option_name, "")
        said = f"{fault.message} Did you mean '{meant}'?"
        echo_usage(click.UsageError(said, fault.ctx) if meant in known else fault)
        return USAGE
    except click.UsageError as fault:
        echo_usage(fault)
        return USAGE
    except (click.Abort, KeyboardInterrupt):
        return _interrupted()
    except OSError as fault:
        _say(f"emporium-pnp: {refusal(fault)}")
        return REFUSED
    except MemoryError:
        _say("emporium-pnp: the computer does not have enough memory for this")
        return REFUSED
    except Exception as fault:
        if TOLD_TO_END:  # numba swallows it while it compiles, and fails over what is then missing
            return _interrupted()
        if FOREIGN:
            return _blame(fault, *FOREIGN[-1])
        _say(f"emporium-pnp {__version__} failed because of a bug: {type(fault).__name__}: {fault}")
        if os.environ.get("EMPORIUM_PNP_DEBUG"):
            echo_fault(fault)
        else:
            _say("please report it with the lines that EMPORIUM_PNP_DEBUG=1 adds here")
        return OUR_FAULT


def _interrupted() -> int:
    if (
        threading.current_thread() is threading.main_thread()
        and signal.getsignal(signal.SIGTERM) is _end
    ):
        _end_undisturbed()
    _say(f"interrupted; {_done()}")
    return INTERRUPTED


def _blame(fault: Exception, what: str, folder: Path) -> int:
    """Report that foreign code failed, and where."""
    lines = []
    for frame in traceback.extract_tb(fault.__traceback__):
        if Path(frame.filename).is_relative_to(folder):
            lines.append(
                f"{SHOWN_AS.get(frame.filename, frame.filename)}:{frame.lineno} in {frame.name}"
            )
    echo(
        (
            f"{what} failed{f' at {lines[-1]}' if lines else f', which are in {folder}'}: "
            f"{type(fault).__name__}: {fault}"
        ),
        err=True,
    )
    if os.environ.get("EMPORIUM_PNP_DEBUG"):
        echo_fault(fault)
    else:
        echo(
            (
                "put NUMBA_DISABLE_JIT=1 EMPORIUM_PNP_DEBUG=1 before the command to see the "
                "lines (slow)"
            ),
            err=True,
        )
    return PROBLEMS
