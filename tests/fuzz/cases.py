"""One case of a fuzzer: commands run in a process of their own, and what was wrong with how they
went.

A case is made from the name of its family, a seed and a number, so that
`python -m tests.fuzz yaml --case 1234` makes that one again.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
import re
import resource
import select
import shutil
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from generator.cli.main import COMMANDS, main
from tests.attacks import MOST_BYTES

SECONDS = 10.0
MIB = 512.0
TYPED = b"1\n\n" * 40 + b"q\n"
"""What a person types in `play`: the first move, then what confirms a secret one and else asks
again; and who has seen enough saves and leaves.
"""
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_NO_PLACE = re.compile(r"^(?:error|warning)\[([\w-]+)\]", re.M)
_NO_LINE = re.compile(r"^(?!\w+\[)[^\n]*?\.(\w+): (?:error|warning)\[([\w-]+)\]", re.M)


@dataclass(frozen=True)
class Went:
    """How a command went: its exit status, below 0 where a signal ended it, seconds of a processor
    and by the clock, MiB, and what it said.
    """

    status: int
    seconds: float
    wall_seconds: float
    peak_mib: float
    said: str


@dataclass
class Case:
    """Files to write into a folder, the commands to run there one after the other, and what is
    looked at in the end.

    `special` makes what is no file, such as a link or a pipe, by its name: it is called with the
    path.
    """

    files: dict[str, bytes] = field(default_factory=dict)
    commands: list[list[str]] = field(default_factory=list)
    look: Callable[[Path], str] | None = None
    special: dict[str, Callable[[Path], None]] = field(default_factory=dict)


def import_all(has_rules: bool) -> None:
    """Import all that commands need, so that what is forked has it. Runs none, so that there is no
    thread.

    Without the rules of games a fork takes half the time.
    """
    for module in dict.fromkeys(COMMANDS.values()):
        if has_rules or module.startswith("generator."):
            importlib.import_module(module)
    for module in (
        "face.press",
        "job.build",
        "lint.lint",
        "cells.importing",
        "data.languages",
        "book.rulebook",
        "export.tabletop_simulator",
    ):
        importlib.import_module(f"generator.{module}")
    if has_rules:
        importlib.import_module("rules_check.prove.checking")
    gc.collect()
    gc.freeze()


def run(
    folder: Path,
    command: list[str],
    seconds: float = 6 * SECONDS,
    before: Callable[[], None] | None = None,
) -> Went:
    """Run `emporium-pnp` with these words in a folder, in a fork of this process, whose group of
    processes is killed after some seconds.

    `before` is called in the fork.
    """
    said = folder.parent / f"said-{os.getpid()}"
    sys.stdout.flush()
    sys.stderr.flush()
    begun = time.perf_counter()
    child = os.fork()
    if child == 0:
        _be_the_command(folder, command, said, before)
    watch = os.pidfd_open(child)
    try:
        if not select.select([watch], [], [], seconds)[0]:
            os.killpg(child, signal.SIGKILL)
    finally:
        os.close(watch)
    wall = time.perf_counter() - begun
    _, status, used = os.wait4(child, 0)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    text = said.read_bytes().decode("utf-8", "surrogateescape")
    return Went(
        os.waitstatus_to_exitcode(status),
        used.ru_utime + used.ru_stime,
        wall,
        used.ru_maxrss / 1024,
        text,
    )


def _be_the_command(
    folder: Path, command: list[str], said: Path, before: Callable[[], None] | None
) -> None:
    """Be what a shell would have started. Does not return."""
    code = 99
    try:
        os.setsid()
        os.chdir(folder)
        os.environ["XDG_CONFIG_HOME"] = str(folder)
        resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
        handle = os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        typed, keyboard = os.pipe()
        os.write(keyboard, TYPED if command[0] == "play" else b"")
        os.close(keyboard)
        for old, new in ((typed, 0), (handle, 1), (handle, 2)):
            os.dup2(old, new)
        sys.stdin = os.fdopen(0, closefd=False)
        sys.stdout = os.fdopen(1, "w", encoding="utf-8", errors="strict", closefd=False)
        sys.stderr = os.fdopen(2, "w", encoding="utf-8", errors="backslashreplace", closefd=False)
        if before:
            before()
        try:
            main(command)
        except SystemExit as leave:
            code = int(leave.code or 0)
        sys.stdout.flush()
        sys.stderr.flush()
    except BaseException:
        import traceback

        traceback.print_exc()
        sys.stderr.flush()
    finally:
        os._exit(code)


def wrong_with(
    went: Went,
    normal_mib: float,
    without_place: frozenset[str] = frozenset(),
    seconds: float = SECONDS,
    statuses: tuple[int, ...] = (0, 1, 2),
) -> str:
    """Return what is wrong with how a command went; nothing where all is well.

    `normal_mib` is the peak of the same command with unharmed files, `seconds` what it may take,
    `without_place` the codes of problems that lie nowhere in a file, `statuses` those that it may
    end with.
    """
    found = []
    if went.seconds > seconds:
        found.append("slow")
    if went.peak_mib > normal_mib + MIB:
        found.append("memory")
    if "Traceback" in went.said:
        found.append("traceback")
    if went.status not in statuses:
        found.append(f"status {went.status}")
    if went.status == 1 and not went.said.strip():
        found.append("silent")
    if _CONTROL.search(went.said):
        found.append("control characters")
    for code in dict.fromkeys(_NO_PLACE.findall(went.said)):
        if code not in without_place:
            found.append(f"no place: {code}")
    for ending, code in dict.fromkeys(_NO_LINE.findall(went.said)):
        if f"{code} of {ending}" not in without_place:
            found.append(f"no line: {code} of {ending}")
    return ", ".join(found)


def tree(folder: Path, but: tuple[str, ...] = ()) -> dict[str, bytes]:
    """Read all files below a folder, by their names."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.is_symlink() and path.name not in but
    }


def put(folder: Path, files: dict[str, bytes]) -> None:
    """Make a folder hold exactly these files."""
    for path in sorted(folder.rglob("*"), reverse=True):
        name = path.relative_to(folder).as_posix()
        if path.is_dir() and not path.is_symlink():
            with contextlib.suppress(OSError):
                path.rmdir()
        elif name not in files or path.is_symlink() or not path.is_file():
            path.unlink()
    for name, content in files.items():
        path = folder / name
        if (
            not path.is_file()
            or path.stat().st_size != len(content)
            or path.read_bytes() != content
        ):
            if path.is_dir():
                shutil.rmtree(path)
            path.unlink(missing_ok=True)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
