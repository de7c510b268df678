"""Every promise of the verbs, what `hide` keeps and what is told, in many games at each number of
players.

`python -m tests.rules_check.notation.writing.conformance GAMES [NAME …]` plays compiled rules:
every promise but those about single numbers in arrays. With NUMBA_DISABLE_JIT=1, some hundred times
slower, these are looked after too, and what each seat is told.
"""

from __future__ import annotations

import os
import sys
from typing import Any

from rules_check.engine.attributes import record_of
from rules_check.engine.game import copy_of
from rules_check.engine.promises import Breach, Trial, tried
from tests.rules_check.notation.games import NAMES, game_named, text_of
from tests.rules_check.notation.leaks import SPOKEN, leaks_of

LEAKING = 0.05
"""The share of decisions of which it is looked at what each seat is told."""
IS_COMPILED = not os.environ.get("NUMBA_DISABLE_JIT")


class Compiled(Trial):
    """The same with compiled rules, which take no monitored arrays."""

    def __init__(self, rules: Any, cards: Any) -> None:
        super().__init__(rules, cards)
        self.cards = cards

    def state(self, filler: int = 0) -> Any:
        size = self.rules.state_dtype.itemsize
        return record_of(self.rules.state_dtype, bytes([filler] * size))

    def copy(self, state: Any) -> Any:
        return copy_of(self.rules, state)


def broken(name: str, players: int, games: int, trial: Trial) -> list[str]:
    """List what is wrong in games of so many players, each once."""
    found = []
    try:
        list(tried(trial, [players], games))
    except Breach as breach:
        found.append(f"{breach} {trial.at}")
    if IS_COMPILED:
        return found
    return found + leaks_of(text_of(name), players, games, SPOKEN.get(name, ""), share=LEAKING)


def main() -> int:
    from rules_check.engine.verbs import complete
    from rules_check.notation.playing import rules_from

    games, names, wrong = int(sys.argv[1]), sys.argv[2:] or NAMES, 0
    for name in names:
        rules: Any = complete(rules_from(game_named(name)))
        cards = rules.cards_record(game_named(name))
        for players in rules.player_counts(cards):
            trial = (Compiled if IS_COMPILED else Trial)(rules, cards)
            found = broken(name, players, games, trial)
            wrong += len(found)
            said = f"{name}, {players} players, {games} games, {trial.steps:,} decisions"
            print(f"{said}: {found or 'sound'}", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
