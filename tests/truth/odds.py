"""What a learned player would do, for tests that compare it with what is right."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from rules_check.engine.game import Rules
from rules_check.engine.generic import jit_over_verbs
from rules_check.engine.kept import Learned
from rules_check.engine.learned import Thought, rate, see
from rules_check.engine.minds import ROOM, Deciding, Scratch, deciding_of, scratch_for
from rules_check.engine.verbs import Cards, RealTable, States
from rules_check.prove.learning import thinking


def odds_in(rules: Rules, cards: Any, learned: Learned, states: Any, seed: int = 0) -> Any:
    """Compute what a learned player would do in given states, each with the seat that decides.

    Returns float64 of shape (states, max_moves): the odds of each legal move, in the order of
    `legal_moves`, followed by zeros. What the seat cannot know is hidden first, using `seed`.
    """
    players = int(states[0].players)
    thought = thinking(rules, learned, players)
    odds = np.zeros((len(states), rules.max_moves))
    with np.errstate(over="ignore"):
        _odds_writer(rules)(
            deciding_of(rules), cards, states, seed, thought, scratch_for(rules, ROOM), odds
        )
    return odds


def _write_odds(
    verbs: Deciding,
    cards: Cards,
    states: States,
    seed: int,
    thought: Thought,
    scratch: Scratch,
    out: RealTable,
) -> int:
    """Write the odds of the legal moves of each state."""
    for k in range(states.shape[0]):
        seat, count = (
            verbs.current_player(cards, states[k]),
            verbs.legal_moves(cards, states[k], scratch.moves),
        )
        scratch.batch[0] = states[k]
        verbs.hide(cards, scratch.batch[0], seat, seed)
        n = see(verbs, cards, thought, seat, count, scratch.moves, scratch.batch, scratch.raw)
        rate(thought, 0, scratch.moves, count, n, out[k, :count])
    return int(states.shape[0])


@cache
def _odds_writer(rules: Rules) -> Any:
    return jit_over_verbs(_write_odds, rules.cards_dtype, rules.state_dtype)
