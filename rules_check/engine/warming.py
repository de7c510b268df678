"""Compiling a game's rules ahead, once for each version of them: in two processes, for it takes a
while.

In: a game's rules. Out: a cache that holds all that playing needs. Knows no game. As a program, it
is the second process, which compiles what judges positions and what makes players of the verbs
(`python -m rules_check.engine.warming ferry-night`), or all of a game's rules by itself
(`--whole ferry-night`).
"""

from __future__ import annotations

import gc
import hashlib
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import IO, Any

from generator.data.budget import heed
from generator.data.problems import ProblemError
from rules_check.engine.course import Course, Tell, telling
from rules_check.engine.game import Rules, load_rules
from rules_check.engine.generic import compile_verb
from rules_check.engine.innards import lock_listeners
from rules_check.engine.kernel import CACHE_FOLDER, IS_COMPILED, PACKAGE
from rules_check.engine.playing import PLAYERS, compile_playing
from rules_check.engine.rehearsing import Rehearsal
from rules_check.engine.sources import home_of, sources_said
from rules_check.engine.verbs import PLAYED
from rules_check.engine.written import found_as

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment, unused-ignore]

MOVING = tuple(verb.name for verb in PLAYED if not verb.is_judging)
JUDGING = tuple(verb.name for verb in PLAYED if verb.is_judging)
"""The verbs for the second process: with the players about half of the work, and they share their
parts.
"""

PACE = "pace"
"""The file that keeps how fast rules were compiled on this machine."""
LOADING = "loading"
"""What is left once both processes have compiled their parts: the first loads those of the second."""
WEIGHTS = {
    **dict.fromkeys((*MOVING, *JUDGING, *PLAYERS), 1.0),
    "new_game": 21.0,  # the first that is long, so that it also compiles what all others need
    "value": 10.0,
    "advise": 10.0,
    **dict.fromkeys(PLAYERS, 4.0),
    LOADING: 5.0,
}
"""How many seconds each part of one of the bundled games takes to compile on an idle machine."""
WITHOUT_EXPERTS = {"value": 6.0, "random players": 2.5, "whole games": 40.0}
"""The same of rules that judge no positions: what games need is compiled with whole games then."""


def is_cold(rules: Rules) -> bool:
    """Return whether a game has yet to be compiled on this machine."""
    return IS_COMPILED and (CACHE_FOLDER is None or not mark_of(rules).exists())


def warm(rules: Rules, cards: Any = None, tell: Tell | None = None) -> None:
    """Compile all that playing needs, and keep it. If nothing can be kept, do nothing: each
    process then compiles for itself. `tell` hears how far it is, about once a second, in a thread
    of its own.

    With a card set, rules of others are rehearsed meanwhile. Raises ProblemError where they fail at
    a line that is known.
    """
    if CACHE_FOLDER is None:
        return
    with _alone(rules):
        if not mark_of(rules).exists():
            _warm_alone(rules, cards, tell)


def _warm_alone(rules: Rules, cards: Any, tell: Tell | None) -> None:
    own = home_of(rules)
    if cards is None or own is None:
        _warm(rules, tell)
    else:
        with Rehearsal(found_as(rules), cards, own) as rehearsal:
            try:
                _warm(rules, tell)
            except Exception as fault:
                problem = rehearsal.fault(fault)
                if problem is None:
                    raise
                raise ProblemError(problem) from fault
            if problem := rehearsal.fault():
                raise ProblemError(problem)
    heed()
    mark_of(rules).touch()


BEGUN_SECONDS = 180.0
"""How long after compiling has begun in the background no one begins it again."""


def warm_beside(rules: Rules) -> None:
    """Begin to compile a game in its own process, which goes on after this one; not twice at a
    time.
    """
    if CACHE_FOLDER is None:
        return
    begun = mark_of(rules).with_suffix(".begun")
    with suppress(OSError):
        if time.time() - begun.stat().st_mtime < BEGUN_SECONDS:
            return
    begun.touch()
    subprocess.Popen(
        [*_PROGRAM, "--whole", found_as(rules)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def warm_all(names: Iterable[str]) -> None:
    """Compile several games that are cold, as many at once as there are cores: each in one process,
    for two do some of it twice.

    Raises CalledProcessError where one cannot be compiled.
    """
    cold = [rules for name in names if is_cold(rules := load_rules(name))]
    cold.sort(
        key=lambda rules: -_length(rules)
    )  # the longest first, or the others would wait for it
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(
            pool.map(
                lambda rules: subprocess.run(
                    [*_PROGRAM, "--whole", found_as(rules)], stdout=subprocess.DEVNULL, check=True
                ),
                cold,
            )
        )


def _length(rules: Rules) -> int:
    """Return how long the files of a game's rules are, in bytes."""
    source = getattr(rules, "__file__", None)
    return sum(path.stat().st_size for path in Path(source).parent.glob("*.py")) if source else 0


_PROGRAM = (
    sys.executable,
    "-P",
    "-m",
    "rules_check.engine.warming",
)  # -P: no code from where the user is


def _warm(rules: Rules, tell: Tell | None) -> None:
    """Compile in two processes."""
    weights = WEIGHTS if hasattr(rules, "advise") else {**WEIGHTS, **WITHOUT_EXPERTS}
    moving, judging = (
        [verb for verb in verbs if hasattr(rules, verb)] for verbs in (MOVING, JUDGING)
    )
    lines = moving, [*judging, *PLAYERS, LOADING]
    course = Course([{part: weights[part] for part in line} for line in lines], _pace())
    with telling(course, tell), _swiftly():
        with subprocess.Popen(
            [*_PROGRAM, found_as(rules)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        ) as second:
            hearing = threading.Thread(target=_hear, args=(second.stdout, course), daemon=True)
            hearing.start()
            try:
                _compile(rules, MOVING, course.done)
            except BaseException:
                second.kill()
                raise
            finally:
                hearing.join()  # until the second has ended: its lines must have somewhere to go
        # out of the cache; whatever the second process could not do is done here
        _compile_judging(rules, lambda _: None)
    if course.pace is not None and CACHE_FOLDER is not None:
        with suppress(OSError):
            (CACHE_FOLDER.parent / PACE).write_text(f"{course.pace:.3f}", "utf-8")


def _pace() -> float | None:
    """Return how many seconds a unit of `WEIGHTS` took when rules were compiled here last."""
    assert CACHE_FOLDER is not None
    try:
        return float((CACHE_FOLDER.parent / PACE).read_text("utf-8"))
    except (OSError, ValueError):
        return None


def _hear(lines: IO[bytes], course: Course) -> None:
    """Note what the second process says that it has compiled."""
    for line in lines:
        course.done(line.decode().strip())


@contextmanager
def _alone(rules: Rules) -> Iterator[None]:
    """Wait until no other process compiles these rules, and be the one that does; where the system
    has no such locks, two may do the same work.
    """
    if fcntl is None:
        yield
        return
    with mark_of(rules).with_suffix(".lock").open("wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # it goes with the process, however that ends
        yield


@contextmanager
def _swiftly() -> Iterator[None]:
    """Compile without what only takes time: looking for garbage, of which there is little, a tenth,
    and telling no one of locks, a twelfth.
    """
    is_collecting, told = gc.isenabled(), list(lock_listeners())
    gc.disable()
    lock_listeners().clear()
    try:
        yield
    finally:
        lock_listeners().extend(told)
        if is_collecting:
            gc.enable()


def mark_of(rules: Rules) -> Path:
    """Name the file that says that a game is compiled, by these sources where they are: numba keeps
    them apart by their paths.

    `CACHE_FOLDER` is named after what games share; a game's own sources are named here.
    """
    assert CACHE_FOLDER is not None
    return (
        CACHE_FOLDER
        / f"{rules.name}-{hashlib.sha256(f'{PACKAGE}{sources_said(rules)}'.encode()).hexdigest()[:8]}.ready"
    )


def _compile(rules: Rules, verbs: tuple[str, ...], done: Callable[[str], None]) -> None:
    for verb in verbs:
        if hasattr(rules, verb):
            compile_verb(verb, getattr(rules, verb), rules.cards_dtype, rules.state_dtype)
            done(verb)
            heed()  # numba swallows what ends us while it compiles


def _compile_judging(rules: Rules, done: Callable[[str], None]) -> None:
    _compile(rules, JUDGING, done)
    compile_playing(rules, done)


def _main(words: list[str]) -> None:
    rules, done = load_rules(words[-1]), partial(print, flush=True)
    if words[0] != "--whole":
        with _swiftly():
            _compile_judging(rules, done)
        return
    with _alone(rules), _swiftly():
        if not mark_of(rules).exists():
            _compile(rules, MOVING, done)
            _compile_judging(rules, done)
            mark_of(rules).touch()


if __name__ == "__main__":
    _main(sys.argv[1:])
