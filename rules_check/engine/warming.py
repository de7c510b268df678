"""Compiling a game's rules ahead, once for each version of them: in two processes, for it takes a while.

In: a game's rules. Out: a cache that holds all that playing needs. Knows no game. As a program, it is the second process, which
compiles what judges positions and what makes players of the verbs (`python -m rules_check.engine.warming ferry-night`).
"""

from __future__ import annotations

import gc
import hashlib
import subprocess
import sys
from pathlib import Path
from typing import Any

from generator.data.problems import ProblemError
from rules_check.engine.game import Rules, load_rules
from rules_check.engine.kernel import CACHE_FOLDER, IS_COMPILED, PACKAGE, compile_verb, files_hash
from rules_check.engine.players import compile_playing
from rules_check.engine.rehearsing import Rehearsal

JUDGING = ("value", "advise")
"""The verbs for the second process: with the players about half of the work, and they share their parts."""
MOVING = (
    "new_game",
    "current_player",
    "legal_moves",
    "apply",
    "hide",
    "playout",
    "scores",
    "places",
    "fault",
    "account",
    "usage",
    "card_of",
    "blank",
    "weigh",
    "at_once",
)


def is_cold(rules: Rules) -> bool:
    """Return whether a game has yet to be compiled on this machine."""
    return IS_COMPILED and (CACHE_FOLDER is None or not mark_of(rules).exists())


def warm(rules: Rules, cards: Any = None) -> None:
    """Compile all that playing needs, and keep it. Where nothing can be kept, do nothing: each process then compiles for itself.

    With a card set, rules of others are rehearsed meanwhile. Raises ProblemError where they fail at a line that is known.
    """
    if CACHE_FOLDER is None:
        return
    own = home_of(rules)
    if cards is None or own is None:
        _warm(rules)
    else:
        with Rehearsal(rules.name, cards, own) as rehearsal:
            try:
                _warm(rules)
            except Exception as fault:
                problem = rehearsal.fault(fault)
                if problem is None:
                    raise
                raise ProblemError(problem) from fault
            if problem := rehearsal.fault():
                raise ProblemError(problem)
    mark_of(rules).touch()


def _warm(rules: Rules) -> None:
    """Compile in two processes."""
    is_collecting = gc.isenabled()
    gc.disable()  # compiling makes little garbage, and looking for it took a tenth of the time
    words = [sys.executable, "-P", "-m", "rules_check.engine.warming", rules.name]  # -P: no code from where the user stands
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as second:
        try:
            _compile(rules, MOVING)
        except BaseException:
            second.kill()
            raise
        finally:
            if is_collecting:
                gc.enable()
    _compile_judging(rules)  # out of the cache; whatever the second process could not do is done here


def mark_of(rules: Rules) -> Path:
    """Name the file that says that a game is compiled, by these sources where they lie: numba keeps them apart by their paths.

    `CACHE_FOLDER` is named after our own sources; those of a game of another package, which may be edited too, are named here.
    """
    assert CACHE_FOLDER is not None
    own = home_of(rules)
    theirs = f"{own}{files_hash(sorted(own.glob('*.py')), own)}" if own else ""
    return CACHE_FOLDER / f"{rules.name}-{hashlib.sha256(f'{PACKAGE}{theirs}'.encode()).hexdigest()[:8]}.ready"


def home_of(rules: Rules) -> Path | None:
    """Find the folder of rules that come from another package; None for our own."""
    source = Path(getattr(rules, "__file__", None) or __file__).resolve()
    return None if source.is_relative_to(PACKAGE) else source.parent


def _compile(rules: Rules, verbs: tuple[str, ...]) -> None:
    for verb in verbs:
        if hasattr(rules, verb):
            compile_verb(verb, getattr(rules, verb), rules.cards_dtype, rules.state_dtype)


def _compile_judging(rules: Rules) -> None:
    _compile(rules, JUDGING)
    compile_playing(rules)


if __name__ == "__main__":
    gc.disable()
    _compile_judging(load_rules(sys.argv[1]))
