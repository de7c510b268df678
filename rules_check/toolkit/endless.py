"""The loop of a game that never ends: the steps that it repeats.

In: a ruleset and a state in which the game has stalled. Out: lines and columns of cards.yaml. Knows
no game.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

MOST_FOLLOWED = 500
"""The number of steps of a stalled game that are searched for repetition."""


def places_gone_through(rules: Any, cards: Any, state: Any) -> Iterator[tuple[int, int]]:
    """Continue a stalled game for a while, and yield the places of its steps."""
    declared = rules.declared
    or_else = {phase.number: phase.or_else for phase in declared.phases}
    moves = np.empty(rules.max_moves, np.int64)
    state.end = 0
    for _ in range(MOST_FOLLOWED):
        if state.phase == declared.flow.phase:
            number = int(state.step)
            if number in declared.step_places:
                yield declared.step_places[number]
            declared.steps[number](cards, state)
        elif rules.list_moves(cards, state, moves) == 1:
            rules.perform(cards, state, moves[0])
        else:
            state.phase, state.step = declared.flow.phase, or_else[int(state.phase)]
        if state.end != 0:
            return
