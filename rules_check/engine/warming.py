"""Compiling a game's rules in advance, once for each version: in two processes, because it takes a
while.

In: a game's rules. Out: a cache with everything that playing needs. Knows no game. As a program, it
is the second process, which compiles the parts that it reads from its input (`python -m
rules_check.engine.warming ferry-night`), or all of a game's rules by itself (`--whole
ferry-night`).
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from generator.data.budget import heed
from generator.data.files import write_cached
from generator.data.problems import ProblemError
from rules_check.engine.course import Course, Tell, telling
from rules_check.engine.game import Rules, load_rules
from rules_check.engine.generic import compile_verb
from rules_check.engine.innards import lock_listeners
from rules_check.engine.kernel import CACHE_FOLDER, IS_COMPILED, PACKAGE
from rules_check.engine.players import OWN, Player
from rules_check.engine.playing import PLAYERS, compile_player, spared_by
from rules_check.engine.pruning import note_use, prune
from rules_check.engine.rehearsing import Rehearsal
from rules_check.engine.sources import home_of, own_hash
from rules_check.engine.verbs import PLAYED
from rules_check.engine.written import found_as

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment, unused-ignore]

TOLD = ("pass_on", "perform")
"""The verbs that move a game on by a step, as a replay tells it."""
SPARES = "spares"
"""What replaces verbs in games that never call them."""
PARTS = (*(verb.name for verb in PLAYED), *TOLD, SPARES, *PLAYERS)
"""What is compiled of each game. The first process begins at the front, the second at the back,
where the players are, which call no rule by its name. What both need, the later one loads.
"""

PACE = "pace-of-each"
"""The file that records how fast rules were compiled on this machine."""
LOADING = "loading"
"""The remaining work once all parts are compiled: the first process loads those of the second."""
WEIGHTS = {
    **dict.fromkeys(PARTS, 0.2),
    "new_game": 6.0,
    "perform": 4.0,
    "apply": 1.5,
    "playout": 1.5,
    "hide": 1.5,
    "fault": 0.8,
    "value": 0.8,
    "advise": 2.8,
    "deciding": 1.5,
    "random players": 0.3,
    "whole games": 2.0,
    LOADING: 0.3,
}
"""The seconds of processor time that each part takes, on average of the four bundled games."""


def is_cold(rules: Rules, spared: Collection[str] = ()) -> bool:
    """Return whether a game has yet to be compiled on this machine, apart from `spared`: names of
    `PARTS` that are not needed now.
    """
    if CACHE_FOLDER is not None:
        note_use(CACHE_FOLDER)
    if not IS_COMPILED:
        return False
    return CACHE_FOLDER is None or not {*_parts_of(rules, spared)} <= _compiled(rules)


def warm(
    rules: Rules, cards: Any = None, tell: Tell | None = None, spared: Collection[str] = ()
) -> None:
    """Compile everything that playing needs, apart from `spared`, and keep it. If it cannot be
    kept, do nothing: each process then compiles for itself. `tell` is called with the progress,
    about once a second, in a separate thread.

    With a card set, rules from users are rehearsed in the meantime. Raises ProblemError if they
    fail at a known line.
    """
    if CACHE_FOLDER is None:
        return
    with _alone(rules):
        if is_cold(rules, spared):
            _warm_alone(rules, cards, tell, spared)


def _warm_alone(rules: Rules, cards: Any, tell: Tell | None, spared: Collection[str]) -> None:
    home = home_of(rules)
    if cards is None or home is None:
        _warm(rules, tell, spared)
    else:
        with Rehearsal(found_as(rules), cards, home) as rehearsal:
            try:
                _warm(rules, tell, spared)
            except Exception as fault:
                problem = rehearsal.fault(fault)
                if problem is None:
                    raise
                raise ProblemError(problem) from fault
            if problem := rehearsal.fault():
                raise ProblemError(problem)
    heed()
    _end(rules, spared)


def _compiled(rules: Rules) -> set[str]:
    """Read which parts of a game are compiled."""
    try:
        return {*mark_of(rules).read_text("utf-8").splitlines()}
    except OSError:
        return set()


def _end(rules: Rules, spared: Collection[str] = ()) -> None:
    """Record what of a game is compiled, and make room for the next."""
    assert CACHE_FOLDER is not None
    compiled = sorted({*_compiled(rules), *_parts_of(rules, spared)})
    write_cached(mark_of(rules), "\n".join(compiled).encode())
    prune(CACHE_FOLDER.parent, CACHE_FOLDER)


BEGUN_SECONDS = 180.0
"""The time after background compiling has begun during which it is not begun again."""


def warm_beside(rules: Rules) -> None:
    """Begin to compile a game in a separate process, which continues after this one ends; not twice
    at the same time.
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


# -P: no code from the user's working folder
_PROGRAM = (sys.executable, "-P", "-m", "rules_check.engine.warming")


def _warm(rules: Rules, tell: Tell | None, spared: Collection[str] = ()) -> None:
    """Compile in two processes."""
    parts = _parts_of(rules, spared)
    left = deque(parts)
    weights = {part: WEIGHTS[part] for part in (*parts, LOADING)}
    course = Course(weights, workers=2, pace=_pace())
    with telling(course, tell), swiftly():
        with subprocess.Popen(
            [*_PROGRAM, found_as(rules)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        ) as second:
            hearing = threading.Thread(target=_hand_out, args=(second, left, course), daemon=True)
            hearing.start()
            try:
                with suppress(IndexError):  # until the second process has taken the last one
                    while True:
                        part = left.popleft()
                        course.begun(part)
                        compile_part(rules, part)
                        course.done(part)
            except BaseException:
                second.kill()
                raise
            finally:
                hearing.join()  # until the second has ended: its output must be read
        # from the cache; whatever the second process could not do is done here
        for part in parts:
            compile_part(rules, part)
    if course.pace is not None and CACHE_FOLDER is not None and _is_typical(course.pace):
        with suppress(OSError):
            (CACHE_FOLDER.parent / PACE).write_text(f"{course.pace:.3f}", "utf-8")


def _parts_of(rules: Rules, spared: Collection[str] = ()) -> list[str]:
    """List the parts of a game's rules; verbs that it leaves out are compiled with the players."""
    parts = (part for part in PARTS if part in (SPARES, *PLAYERS) or hasattr(rules, part))
    return [part for part in parts if part not in spared]


def spared_in_games(line_up: Sequence[Player], is_checked: bool = False) -> frozenset[str]:
    """Name the parts that are not needed for whole games of this line-up, unless people's own
    players take part.
    """
    if any(player.kind == OWN for player in line_up):
        return frozenset()
    return spared_by(line_up, is_checked) | {*TOLD, "deciding"}


def _is_typical(pace: float) -> bool:
    """Return whether a pace is that of compiling a game, not of loading it after an edit."""
    return pace > (_pace() or 0.0) / 2


def _pace() -> float | None:
    """Return the seconds that each process took per unit of `WEIGHTS` when rules were last compiled
    here.
    """
    assert CACHE_FOLDER is not None
    try:
        return float((CACHE_FOLDER.parent / PACE).read_text("utf-8"))
    except (OSError, ValueError):
        return None


def _hand_out(second: subprocess.Popen[bytes], left: deque[str], course: Course) -> None:
    """Give the second process one part after the other, the last one left first, and record what it
    reports as compiled.
    """
    assert second.stdin is not None
    assert second.stdout is not None
    with suppress(IndexError, OSError), second.stdin as orders:  # none left, or it has ended
        while True:
            part = left.pop()
            course.begun(part)
            orders.write(f"{part}\n".encode())
            orders.flush()
            if not (line := second.stdout.readline()):
                return
            course.done(line.decode().strip())
    second.stdout.read()


@contextmanager
def _alone(rules: Rules) -> Iterator[None]:
    """Wait until no other process compiles these rules, then hold the lock; on systems without such
    locks, two may do the same work.
    """
    if fcntl is None:
        yield
        return
    with mark_of(rules).with_suffix(".lock").open("wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # released when the process ends, in whatever way
        yield


@contextmanager
def swiftly() -> Iterator[None]:
    """Compile without time-consuming extras: garbage collection, of which there is little need (a
    tenth), and reporting locks (a twelfth).

    The first collection afterwards would take a second to look at all that the compiler keeps; it
    passes over it, until `gc.unfreeze`.
    """
    is_collecting, listeners = gc.isenabled(), list(lock_listeners())
    gc.disable()
    lock_listeners().clear()
    try:
        yield
    finally:
        lock_listeners().extend(listeners)
        gc.freeze()
        if is_collecting:
            gc.enable()


def mark_of(rules: Rules) -> Path:
    """Name the file that records that a game is compiled, for these sources at their paths, because
    numba distinguishes them by path.

    `CACHE_FOLDER` is named after what games share; a game's own sources are named here.
    """
    assert CACHE_FOLDER is not None
    return CACHE_FOLDER / f"{rules.name}-{own_hash(rules, str(PACKAGE))}.ready"


def compile_part(rules: Rules, part: str) -> None:
    """Compile one of `PARTS`, and keep it; load it if it is kept."""
    if part in PLAYERS:
        compile_player(rules, part)
    elif part == SPARES:
        for verb in PLAYED:
            if verb.spare:
                compile_verb(verb.name, verb.spare, rules.cards_dtype, rules.state_dtype)
    elif hasattr(rules, part):
        compile_verb(part, getattr(rules, part), rules.cards_dtype, rules.state_dtype)
    heed()  # numba swallows signals that end us while it compiles


def _main(words: list[str]) -> None:
    rules = load_rules(words[-1])
    if words[0] != "--whole":
        with swiftly():
            for line in sys.stdin:
                compile_part(rules, line.strip())
                print(line.strip(), flush=True)
        os._exit(0)  # all is kept; to tear down what compiled it takes more than a second
    with _alone(rules), swiftly():
        if is_cold(rules):
            for part in _parts_of(rules):
                compile_part(rules, part)
            _end(rules)


if __name__ == "__main__":
    _main(sys.argv[1:])
