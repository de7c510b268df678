"""Every promise of the verbs, what `hide` keeps and what is told, in many games at each number of
players: `python -m tests.rules_check.notation.writing.conformance GAMES [NAME …]`, uncompiled.
"""

from __future__ import annotations

import os
import sys
from typing import Any

from rules_check.engine.promises import Breach, Trial, tried
from tests.rules_check.notation.games import NAMES, text_of
from tests.rules_check.notation.leaks import SPOKEN, leaks_of
from tests.rules_check.notation.writing.uncompiled import Played

LEAKING = 0.05
"""The share of decisions of which it is looked at what each seat is told."""


def broken(name: str, players: int, games: int) -> list[str]:
    """List what is wrong in games of so many players, each once."""
    played = Played(text_of(name), players)
    trial: Any = Trial(played.rules, played.cards)
    found = []
    try:
        list(tried(trial, [players], games))
    except Breach as breach:
        found.append(f"{breach} {trial.at}")
    return found + leaks_of(text_of(name), players, games, SPOKEN.get(name, ""), share=LEAKING)


def main() -> int:
    games, names, wrong = int(sys.argv[1]), sys.argv[2:] or NAMES, 0
    for name in names:
        rules = Played(text_of(name)).rules
        for players in rules.player_counts(Played(text_of(name)).cards):
            found = broken(name, players, games)
            wrong += len(found)
            print(f"{name}, {players} players, {games} games: {found or 'sound'}", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    if not os.environ.get("NUMBA_DISABLE_JIT"):
        sys.exit("set NUMBA_DISABLE_JIT=1: promises are looked after where nothing is compiled")
    sys.exit(main())
