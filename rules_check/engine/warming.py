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
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from generator.data.budget import heed
from generator.data.problems import ProblemError
from rules_check.engine.game import Rules, load_rules
from rules_check.engine.generic import compile_verb
from rules_check.engine.innards import lock_listeners
from rules_check.engine.kernel import CACHE_FOLDER, IS_COMPILED, PACKAGE
from rules_check.engine.playing import compile_playing
from rules_check.engine.rehearsing import Rehearsal
from rules_check.engine.sources import home_of, sources_said
from rules_check.engine.verbs import PLAYED
from rules_check.engine.written import found_as

MOVING = tuple(verb.name for verb in PLAYED if not verb.is_judging)
JUDGING = tuple(verb.name for verb in PLAYED if verb.is_judging)
"""The verbs for the second process: with the players about half of the work, and they share their
parts.
"""


def is_cold(rules: Rules) -> bool:
    """Return whether a game has yet to be compiled on this machine."""
    return IS_COMPILED and (CACHE_FOLDER is None or not mark_of(rules).exists())


def warm(rules: Rules, cards: Any = None) -> None:
    """Compile all that playing needs, and keep it. If nothing can be kept, do nothing: each
    process then compiles for itself.

    With a card set, rules of others are rehearsed meanwhile. Raises ProblemError where they fail at
    a line that is known.
    """
    if CACHE_FOLDER is None:
        return
    own = home_of(rules)
    if cards is None or own is None:
        _warm(rules)
    else:
        with Rehearsal(found_as(rules), cards, own) as rehearsal:
            try:
                _warm(rules)
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


def _warm(rules: Rules) -> None:
    """Compile in two processes."""
    with (
        _swiftly(),
        subprocess.Popen(
            [*_PROGRAM, found_as(rules)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as second,
    ):
        try:
            _compile(rules, MOVING)
        except BaseException:
            second.kill()
            raise
    _compile_judging(
        rules
    )  # out of the cache; whatever the second process could not do is done here


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


def _compile(rules: Rules, verbs: tuple[str, ...]) -> None:
    for verb in verbs:
        if hasattr(rules, verb):
            compile_verb(verb, getattr(rules, verb), rules.cards_dtype, rules.state_dtype)
            heed()  # numba swallows what ends us while it compiles


def _compile_judging(rules: Rules) -> None:
    _compile(rules, JUDGING)
    compile_playing(rules)


def _main(words: list[str]) -> None:
    rules = load_rules(words[-1])
    with _swiftly():
        if words[0] == "--whole":
            _compile(rules, MOVING)
        _compile_judging(rules)
    if words[0] == "--whole":
        mark_of(rules).touch()


if __name__ == "__main__":
    _main(sys.argv[1:])
