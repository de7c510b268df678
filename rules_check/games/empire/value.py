"""What an Empire seat's position is worth at a glance."""

from __future__ import annotations

from typing import Any

import numpy as np

from rules_check.engine.arrays import local_zeros
from rules_check.engine.kernel import jit_lean
from rules_check.games.empire.data import FOR_OVERLORD, OVER, SEATS
from rules_check.games.empire.end import empires_of, places
from rules_check.games.empire.worth import hand_worth

WON = 4.0  # what winning is worth beside the pillars


@jit_lean
def value(cards: Any, state: Any, seat: int) -> float:
    """Say what a seat's position is worth in pillars: those laid, what the hand is good for, and in a match the empires built.

    Once the game is over, the pillars, and WON for who won.
    """
    worth = float(state.scored[seat] + state.laid[seat])
    if cards.match == FOR_OVERLORD:
        worth = float(state.laid[seat]) + 2 * WON * empires_of(state, seat)
    if state.phase == OVER:
        ranked = local_zeros(SEATS, np.int64)
        places(cards, state, ranked)
        return worth + (WON if ranked[seat] == 1 else 0.0)
    worth += hand_worth(cards, state, seat)
    if state.skip[seat]:
        worth -= 0.15
    return worth
