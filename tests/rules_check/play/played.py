"""Games played for the tests of what is made of them."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from generator.data.loading import load_game
from rules_check.engine.players import parse_line_up
from rules_check.games import emporium as rules
from rules_check.play.simulate import Played, simulate
from rules_check.play.tallies import Labels

ROOT = Path(__file__).resolve().parents[3]
GAMES = 120


@cache
def cards() -> Any:
    return rules.cards_record(load_game(ROOT / "cards.yaml"))


@cache
def names() -> Labels:
    return Labels.of(rules, cards())


@cache
def played(words: str = "expert,random,expert", players: int = 3) -> Played:
    return simulate(rules, cards(), parse_line_up(words, players), 5, GAMES)


def piece(whole: Played, first: int, count: int) -> Played:
    """Cut games out of played ones; what their cards were used for goes with the first piece."""
    used = whole.part.used if first == 0 else np.zeros_like(whole.part.used)
    return replace(
        whole,
        first=whole.first + first,
        part=whole.part._replace(rows=whole.part.rows[first : first + count], used=used),
    )
