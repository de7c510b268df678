"""Audited runs: a command in a process of its own, with what it and its children did, and what
became of all files around the game.

In: a hostile game, words of a command line. Out: `Run`. Knows no law.
"""

from __future__ import annotations

import ast
import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.auditing.hostile import make_outside
from tests.auditing.watching import Watch, listing

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 60.0
_QUIET = tuple(
    dict.fromkeys(
        os.path.realpath(path) + os.sep
        for path in (
            sys.prefix,
            sys.base_prefix,
            *(path for path in sys.path if path and Path(path) != ROOT),
        )
        if Path(path).is_dir()
    )
)
"""Where Python and the packages installed for it lie: nobody else writes there."""
_OURS = tuple(
    f"{ROOT}{os.sep}{name}"
    for name in ("generator", "rules_check", "studio", "emporium_pnp.egg-info", ".venv")
)


@dataclass(frozen=True)
class Event:
    """One thing that a process did: what Python calls it, its values, the nearest line of ours and
    the nearest line at all.
    """

    process: int
    name: str
    values: tuple[str, ...]
    ours: str
    nearest: str

    def __str__(self) -> str:
        return f"{self.name} {' '.join(self.values)} (by {self.ours or self.nearest or 'Python'})"


@dataclass(frozen=True)
class Run:
    """How a command went. `touched` is what the system saw done to files that nobody may touch;
    `changed` are the names of files that are not as they were, relative to the world, with what
    they were and what they are.
    """

    status: int
    said: str
    events: tuple[Event, ...]
    touched: tuple[tuple[str, Path], ...]
    changed: dict[str, tuple[str, str]]


class World:
    """A folder with all that a command meets: the hostile game, a home, a folder for temporary
    files, and what lies outside.
    """

    def __init__(self, base: Path) -> None:
        self.base = base.resolve()
        self.outside, self.home, self.temporary = (
            self.base / "outside",
            self.base / "home",
            self.base / "tmp",
        )
        self.game = self.base / "shelf" / "a" / "b" / "game"
        self.hooks = self.base / "hooks"
        for folder in (
            self.home / "cache",
            self.home / "config",
            self.temporary,
            self.hooks,
            self.game.parent,
        ):
            folder.mkdir(parents=True)
        shutil.copy(Path(__file__).with_name("hook.py"), self.hooks / "sitecustomize.py")
        make_outside(self.outside)

    def environment(self) -> dict[str, str]:
        """Return what a command finds in its environment."""
        return {
            "PATH": os.environ["PATH"],
            "HOME": str(self.home),
            "XDG_CACHE_HOME": str(self.home / "cache"),
            "XDG_CONFIG_HOME": str(self.home / "config"),
            "TMPDIR": str(self.temporary),
            "NUMBA_DISABLE_JIT": "1",
            "PYTHONPATH": str(self.hooks),
            "AUDITED": str(self.base / "events"),
            "AUDITED_ROOT": str(ROOT),
            "AUDITED_QUIET": os.pathsep.join((*_QUIET, *_OURS, str(self.hooks))),
        }

    def run(
        self,
        *words: str,
        first: str = "",
        seconds: float = SECONDS,
        until: str = "",
        **environment: str,
    ) -> Run:
        """Run a command where the game lies. `first` is Python code that its process runs before;
        where the command says `until`, it is told to end, as Ctrl-C does it. What it prints goes
        into a file: nothing waits for a reader.
        """
        log, said = self.base / "events", self.base / "said"
        log.write_bytes(b"")
        before = self._listing()
        command = [str(Path(sys.executable).with_name("emporium-pnp")), *words]
        with self._watched() as watch, said.open("wb") as out:
            process = subprocess.Popen(
                command,
                cwd=self.game,
                env={
                    **self.environment(),
                    **({"AUDITED_FIRST": first} if first else {}),
                    **environment,
                },
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            end = time.monotonic() + seconds
            try:
                while (
                    until
                    and until.encode() not in said.read_bytes()
                    and process.poll() is None
                    and time.monotonic() < end
                ):
                    time.sleep(0.05)
                if until and process.poll() is None:
                    process.send_signal(signal.SIGINT)
                process.wait(seconds)
            finally:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                process.wait()
            touched = tuple(watch.seen())
        after = self._listing()
        names = sorted(name for name in {*before, *after} if before.get(name) != after.get(name))
        events = tuple(
            Event(*ast.literal_eval(line))
            for line in log.read_text("utf-8", "replace").splitlines()
        )
        changed = {
            name: (before.get(name, "nothing"), after.get(name, "nothing")) for name in names
        }
        return Run(
            process.returncode,
            said.read_bytes().decode("utf-8", "surrogateescape"),
            events,
            touched,
            changed,
        )

    @contextlib.contextmanager
    def _watched(self) -> Iterator[Watch]:
        folders = [
            path for path in self.outside.rglob("*") if path.is_dir() and not path.is_symlink()
        ]
        watch = Watch([self.outside, *folders, *list(self.game.parents)[:3]])
        try:
            yield watch
        finally:
            watch.close()

    def _listing(self) -> dict[str, str]:
        found = {}
        for part in (self.outside, self.base / "shelf"):
            found |= {f"{part.name}/{name}": what for name, what in listing(part).items()}
        return found
