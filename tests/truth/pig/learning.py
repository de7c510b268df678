"""How a player who learned Pig by the tool plays, as a strategy of `exact`."""

from __future__ import annotations

from typing import Any

import numpy as np

from rules_check.engine.game import new_state
from rules_check.engine.kept import Learned
from tests.truth.odds import odds_in
from tests.truth.pig.pig import rules


def holds_of(learned: Learned, cards: Any) -> Any:
    """Ask for the chance to hold wherever the first seat can, as float64 of shape (target, target,
    target).
    """
    target = int(cards.target)
    own, other, turn = np.indices((target, target, target)).reshape(3, -1)
    is_there = (turn > 0) & (own + turn < target)
    states = new_state(rules, int(is_there.sum()))
    states.players, states.points[:, 0], states.points[:, 1] = 2, own[is_there], other[is_there]
    states.turn, states.rounds = turn[is_there], 7
    holds = np.zeros(target**3)
    holds[is_there] = odds_in(rules, cards, learned, states)[:, 1]
    return holds.reshape((target,) * 3)
