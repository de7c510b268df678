"""Empire's reckoning: pillars, and who ranks where."""

from __future__ import annotations

from typing import Any

import numpy as np

from rules_check.engine.arrays import local_zeros
from rules_check.engine.kernel import jit_lean
from rules_check.games.empire.data import BUILT, EMPIRES, FOR_OVERLORD, RAN_OUT, SEATS


@jit_lean
def scores(cards: Any, state: Any, out: Any) -> None:
    """Write each seat's pillars; in a match those of all its games."""
    for seat in range(state.players):
        out[seat] = state.scored[seat] + state.laid[seat]


@jit_lean
def empires_of(state: Any, seat: int) -> int:
    """Count the empires that a seat has built in this match."""
    count = 0
    for empire in range(EMPIRES):
        count += state.overlord[seat] >> empire & 1
    return count


@jit_lean
def places(cards: Any, state: Any, out: Any) -> None:
    """Write each seat's rank, from 1: who built the empire (in a match: most empires) first, then by pillars. Equals share one."""
    players = state.players
    key = local_zeros(SEATS, np.int64)
    scores(cards, state, key)
    is_built = BUILT <= state.end < RAN_OUT
    for seat in range(players):
        if cards.match == FOR_OVERLORD:
            key[seat] += 10000 * empires_of(state, seat)
        elif is_built and seat == state.turn:
            key[seat] += 10000
    for seat in range(players):
        out[seat] = 1
        for other in range(players):
            out[seat] += key[other] > key[seat]
