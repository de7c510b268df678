"""What a command may do with a game that a stranger made.

In: a `Run` in a `World`, and what this command may do beyond reading the game. Out: a line for each
thing that it did and may not do.
"""

from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from tests.auditing.hostile import FOREIGN, SHADOWED
from tests.auditing.running import ROOT, Event, Run, World

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\udc80-\udcff]")
_SYSTEM = (
    *(
        "/proc/",
        "/sys/",
        "/dev/null",
        "/dev/urandom",
        "/etc/localtime",
        "/etc/mime.types",
        "/etc/ssl/",
        "/etc/os-release",
    ),
    *(
        "/usr/lib",
        "/lib",
        "/usr/share/fonts",
        "/usr/share/zoneinfo",
        "/usr/local/lib",
        "/usr/local/share/fonts",
    ),
)
"""What lies outside and says nothing about a person: the machine's own files."""
_PICKLED = frozenset(
    (
        "generator",
        "rules_check",
        "studio",
        "numba",
        "llvmlite",
        "numpy",
        "multiprocessing",
        "concurrent",
        "collections",
        "babel",
    )
)
_PLAIN = frozenset(
    f"builtins.{name}"
    for name in ("set", "frozenset", "bytearray", "complex", "slice", "range", "object", "int")
) | {
    "posix.getpid"  # what processes that play are asked first
}
_RUNS = frozenset(
    (
        "os.system",
        "os.exec",
        "os.spawn",
        "os.startfile",
        "os.startfile/2",
        "pty.spawn",
        "os.fork",
        "os.forkpty",
    )
)
_MAKES = frozenset(
    (
        "os.mkdir",
        "os.symlink",
        "os.link",
        "os.chmod",
        "os.chown",
        "os.truncate",
        "os.utime",
        "os.setxattr",
    )
)
_ON_THE_NETWORK = ("socket.", "urllib.", "http.", "ftplib.", "smtplib.", "webbrowser.")
_OUR_FAULT = 70


@dataclass(frozen=True)
class May:
    """What a command may do beyond reading. `writes` and `removes` are patterns of names in the
    game's folder, `runs` programs that lie on PATH, and `reads` names that it may read though they
    are for other programs.
    """

    writes: tuple[str, ...] = ()
    removes: tuple[str, ...] = ()
    runs: tuple[str, ...] = ()
    listens: bool = False
    reads: tuple[str, ...] = ()


def broken(world: World, run: Run, may: May) -> list[str]:
    """List what a run did and may not do; nothing where all is well."""
    found = [f"{path.relative_to(world.base)} was {word}" for word, path in run.touched]
    for name, (before, after) in run.changed.items():
        if not _named(
            name.removeprefix("shelf/a/b/game/"), (*may.writes, *may.removes)
        ) or not name.startswith("shelf/a/b/game/"):
            found.append(f"{name} was {before[:20]} and is {after[:20]}")
    judge = _Judge(world, may)
    found += [f"{why}: {event}" for event in run.events if (why := judge.of(event))]
    if _CONTROL.search(run.said):
        found.append(
            f"control characters: {_CONTROL.sub(lambda at: f'[{ord(at[0]):x}]', run.said)[:200]!r}"
        )
    if "Traceback" in run.said or run.status == _OUR_FAULT or run.status < 0:
        found.append(f"status {run.status}: {run.said[-300:]!r}")
    return list(dict.fromkeys(found))


class _Judge:
    def __init__(self, world: World, may: May) -> None:
        self.world, self.may = world, may
        self.made: set[str] = set()

    def of(self, event: Event) -> str:
        """Say why an event may not be; nothing where it may."""
        name, values = event.name, event.values
        if values[:1] == ("unread",):
            return "an event that nobody could read"
        if values == ("open file",):
            return ""
        if name == "open":
            what, place, real = values
            if what == "write":
                self.made.add(place)
                return self._written(place) or self._written(real)
            return self._read(real)
        if name in ("os.listdir", "os.scandir"):
            return self._read(values[0])
        if name in _MAKES:
            self.made.add(values[-1])
            return self._written(values[-1])
        if name == "os.rename":
            self.made.add(values[1])
            return self._removed(values[0]) or self._written(values[1])
        if name in ("os.remove", "os.rmdir"):
            return self._removed(values[0])
        return self._other(event)

    def _other(self, event: Event) -> str:
        """Judge what is about no file."""
        name, values = event.name, event.values
        if name in ("compile", "exec"):
            return self._code(values[0], event)
        if name == "import":
            return "a module of the game" if self._is_in(values[1], self.world.base) else ""
        if name == "ctypes.dlopen":
            return "a library of the game" if self._is_in(values[0], self.world.base) else ""
        if name == "pickle.find_class":
            module, kind = (value.strip("'") for value in values)
            is_known = module.partition(".")[0] in _PICKLED or f"{module}.{kind}" in _PLAIN
            return "" if is_known else "unpickled"
        if name == "marshal.loads":
            return "" if event.ours.startswith("generator/face/bytecode.py") else "unmarshalled"
        if name == "sqlite3.connect":
            return self._database(values[0])
        if name in ("subprocess.Popen", "os.posix_spawn"):
            return self._program(values)
        if name in _RUNS:
            return "a program"
        if name.startswith(_ON_THE_NETWORK):
            is_ours = self.may.listens and name == "socket.bind" and "('127.0.0.1', " in values[1]
            return "" if is_ours else "the network"
        if name == "os.chdir":
            own = (self.world.temporary, self.world.game)
            return "" if any(self._is_in(values[0], one) for one in own) else "another folder"
        return ""

    def _code(self, file: str, event: Event) -> str:
        if file.startswith("templates/") or file.endswith(".j2"):
            return "" if event.ours.startswith("generator/face/") else "code of the game"
        if self._is_in(file, self.world.base) or not file.startswith("<"):
            return "code of the game"
        return "code made by nobody we know" if self._is_in(event.nearest, self.world.game) else ""

    def _database(self, said: str) -> str:
        path = re.sub(r"^file://|\?.*$", "", said)
        return "" if path == ":memory:" else self._read(os.path.realpath(path))

    def _program(self, values: tuple[str, ...]) -> str:
        program = values[0].strip("'")
        is_known = program in self.may.runs or (
            Path(program).name in self.may.runs and not self._is_in(program, self.world.base)
        )
        return "" if program == sys.executable or is_known else "a program"

    def _read(self, path: str) -> str:
        world = self.world
        if self._is_in(path, world.game):
            name = Path(path).relative_to(world.game).as_posix()
            if name in self.may.reads:
                return ""
            is_foreign = (
                name in FOREIGN
                or name.endswith((".py", ".pyc", ".so", ".pth"))
                or name.partition(".py")[0] in SHADOWED
            )
            return "a file for other programs" if is_foreign else ""
        allowed = (
            world.home,
            world.temporary,
            world.hooks,
            ROOT,
            Path(sys.prefix),
            Path(sys.base_prefix),
        )
        if any(self._is_in(path, one) for one in allowed) or path.startswith(_SYSTEM):
            return ""
        return (
            "" if any(self._is_in(path, Path(one)) for one in sys.path if one) else "read outside"
        )

    def _written(self, path: str) -> str:
        world = self.world
        if self._is_in(path, world.game):
            name = Path(path).relative_to(world.game).as_posix()
            return "" if name == "." or _named(name, self.may.writes) else "written in the game"
        if (
            any(self._is_in(path, one) for one in (world.home, world.temporary))
            or path == "/dev/null"
        ):
            return ""
        return (
            "" if "__pycache__" in path and not self._is_in(path, world.base) else "written outside"
        )

    def _removed(self, path: str) -> str:
        is_own = path in self.made or any(
            self._is_in(path, one) for one in (self.world.home, self.world.temporary)
        )
        name = os.path.relpath(path, self.world.game)
        is_own = (
            is_own
            or _named(name, self.may.removes)
            or ("__pycache__" in path and not self._is_in(path, self.world.base))
        )
        return "" if is_own else "removed"

    @staticmethod
    def _is_in(path: str, folder: Path) -> bool:
        return path == str(folder) or path.startswith(f"{folder}{os.sep}")


_TEMPORARY = re.compile(
    r"\.emporium-pnp-\w{8}\.part|\.emporium-pnp\.journal(\.\w+)*|\.playtests\.sqlite\.\w{8}\.part|playtests\.sqlite-journal"
)
"""What we call files while they are made."""


def _named(name: str, patterns: tuple[str, ...]) -> bool:
    """Return whether a name fits a pattern, or is that of a temporary file where a file that fits
    may lie.
    """
    folder, _, last = name.rpartition("/")
    if _TEMPORARY.fullmatch(last):
        return any(one.rpartition("/")[0] == folder or fnmatchcase(folder, one) for one in patterns)
    return any(fnmatchcase(name, one) for one in patterns)
