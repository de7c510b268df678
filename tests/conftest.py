"""Factories for all tests: a small game in a folder of its own, and the real Emporium."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from importlib.metadata import entry_points
from pathlib import Path
from shutil import disk_usage
from typing import Any

import pytest
import yaml
from hypothesis import settings

from generator.data import files
from generator.data.game import Game
from generator.data.loading import bundled_games, load_game
from generator.face import bytecode

settings.register_profile("same", derandomize=True, deadline=None, database=None)
settings.load_profile("same")  # the same examples at every run; `make fuzz` looks for others

ROOT = Path(__file__).resolve().parents[1]
MEMORY, ROOM = Path("/dev/shm"), 1 << 30  # containers often have 64 MiB
DUMPER = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 '
    '0 63 88">\n{}\n</svg>\n'
)


def _yaml(data: object) -> str:
    """Write data as YAML; in Python only where libyaml would write emoji as numbers, as it takes
    four times as long.
    """
    how: dict[str, Any] = {"sort_keys": False, "allow_unicode": True, "width": 1000}
    text = str(yaml.dump(data, Dumper=DUMPER, **how))
    return str(yaml.safe_dump(data, **how)) if "\\U" in text else text


def make_game(
    folder: Path,
    face: str = '<text x="5" y="10">{{ card.name }}</text>',
    cards: Mapping[str, Any] | None = None,
    fields: Mapping[str, str] | None = None,
    files: Mapping[str, str | bytes] | None = None,
    kind: Mapping[str, Any] | None = None,
    **sections: Any,
) -> Game:
    """Write a game with one kind, 'card', into a folder and load it.

    `face` is what its template draws inside a 63 x 88 svg, from line 2 on; `files` are further
    files by name, icons and other templates among them; `kind` adds to the kind, and `sections` are
    merged into cards.yaml, key by key. Its cards bear no version marks unless `print` says so, so
    that what a test sees is what its template drew.
    """
    data: dict[str, Any] = {
        "game": {"title": "Trial", "version": "1.2.3"},
        "print": {"version_marks": False},
    }
    cards = {"one": {"name": "One"}} if cards is None else cards
    columns = dict(fields or {"name": "line"})
    data["kinds"] = {
        "card": {"template": "card.svg.j2", "fields": columns, **(kind or {}), "cards": dict(cards)}
    }
    for key, section in sections.items():
        data[key] = {**data.get(key, {}), **section}
    contents = {
        "cards.yaml": _yaml(data),
        "templates/card.svg.j2": SVG.format(face),
        **(files or {}),
    }
    for name, content in contents.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return load_game(folder)


@pytest.fixture(autouse=True, scope="session")
def no_lessons() -> None:
    """Spare each check the minute in which players learn the game; tests of that call it
    themselves.
    """
    from rules_check.cli import check

    check.learn_first = lambda *asked: None


@pytest.fixture(autouse=True, scope="session")
def shapes() -> Iterator[None]:
    """Hold what commands print as JSON to its schema, in every test."""
    from tests.shapes import held_to_shapes

    with held_to_shapes():
        yield


@pytest.fixture(autouse=True, scope="session")
def templates_in_memory() -> Iterator[None]:
    """Keep compiled templates in memory, not in the user's folder: thousands of templates of tests
    would push those of the games out of it. Tests of the folder have one of their own.
    """
    folder, kept = files.cache_folder("templates"), dict[Path, bytes]()

    def found_again(path: Path) -> bytes | None:
        return kept.get(path) or files.found_again(path)

    def keep(path: Path, content: bytes, most: int) -> None:
        if path.parent == folder:
            kept[path] = content
        else:
            files.keep(path, content, most)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bytecode, "found_again", found_again)
        patch.setattr(bytecode, "keep", keep)
        yield


def some(values: Iterable[Any], one_in: int) -> list[Any]:
    """Make parameters of values: one in so many is tried at every run, all others by
    `make all-tests` alone.
    """
    tuples = [one if isinstance(one, tuple) else (one,) for one in values]
    return [
        pytest.param(*one, marks=pytest.mark.slow if n % one_in else ())
        for n, one in enumerate(tuples)
    ]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the cases that `slow_cases` names.

    Files of many slow tests come first, and of the others those of many tests, or one of them would
    be left to the end, with nothing to do for the other workers.
    """
    for item in items:
        case = item.name.partition("[")[2].removesuffix("]")
        if any(case in mark.args for mark in item.iter_markers("slow_cases")):
            item.add_marker(pytest.mark.slow)
    slow = Counter(item.path for item in items if item.get_closest_marker("slow"))
    number = Counter(item.path for item in items)
    items.sort(key=lambda item: (-slow[item.path], -number[item.path]))


@pytest.hookimpl(wrapper=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """Share the tests out to one worker more than there are cores: some of them wait, for a browser,
    a clock or another process. PYTEST_XDIST_AUTO_NUM_WORKERS sets another number.
    """
    return (yield) + ("PYTEST_XDIST_AUTO_NUM_WORKERS" not in os.environ)


def pytest_configure(config: pytest.Config) -> None:
    """Compile the rules before the tests are shared out, or each worker would do it for itself; one
    alone (`-n 0`) compiles what it meets.

    Started in the background of a script, tests inherit that Ctrl-C is ignored, and those that
    press it would wait for ever; under nohup, that the end of the terminal is.

    Files are written to memory where there is room: a disk takes as long to remove them as the
    tests take to make them.
    """
    if MEMORY.is_dir() and disk_usage(MEMORY).free > ROOM and os.access(MEMORY, os.W_OK):
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
    is_sharing = config.getoption("numprocesses") and not hasattr(config, "workerinput")
    if not is_sharing:
        gc.disable()  # until all is imported: nothing of that is ever let go
    elif os.environ.get("NUMBA_DISABLE_JIT", "0") == "0":
        from rules_check.engine.consent import GROUP

        played = {
            entry.name for entry in entry_points(group=GROUP)
        }  # a game may be printed before anybody writes its rules
        _compile(config.args, (name for name in bundled_games() if name in played))


def _compile(tests: Iterable[str], names: Iterable[str]) -> None:
    """Compile the games that are cold, as many at the same time as there are cores; raise
    CalledProcessError if one cannot be compiled. In a new clone, the tests are compiled as well.
    """
    from rules_check.engine.game import load_rules
    from rules_check.engine.warming import is_cold

    # the one that takes longest first, so that the others do not wait for it
    names = sorted(names, key="brick-and-mortar".__ne__)
    program = [sys.executable, "-P", "-m", "rules_check.engine.warming", "--whole"]
    with ThreadPoolExecutor(os.cpu_count()) as running:
        done = [
            running.submit(subprocess.run, [*program, name], stdout=subprocess.DEVNULL, check=True)
            for name in names
            if is_cold(load_rules(name))
        ]
        if not ((ROOT / ".pytest_cache").is_dir() or sys.dont_write_bytecode):
            collect = [sys.executable, "-m", "pytest", "-n", "0", "--collect-only", "-qq", *tests]
            running.submit(subprocess.run, collect, stdout=subprocess.DEVNULL)
    for process in done:
        process.result()


def pytest_collection_finish() -> None:
    """Look for what can be let go from here on, but seldom, and never again among what has been
    imported and collected.
    """
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
    gc.enable()


def meanwhile(monkeypatch: pytest.MonkeyPatch, work: Callable[[], object]) -> None:
    """Let something be done once by somebody else: at the last moment before a command takes its
    turn to write into a folder.
    """
    turn = files.turn

    def taken(folder: Path) -> AbstractContextManager[None]:
        monkeypatch.setattr(files, "turn", turn)
        work()
        return turn(folder)

    monkeypatch.setattr(files, "turn", taken)


@pytest.fixture(scope="session")
def emporium() -> Game:
    """The game of this checkout."""
    return load_game(ROOT / "cards.yaml")
