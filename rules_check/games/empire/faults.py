"""Is an Empire state sound? Counted from the cards up, without asking the rules."""

from __future__ import annotations

from typing import Any

import numpy as np

from rules_check.engine.arrays import local_zeros
from rules_check.engine.kernel import jit_lean
from rules_check.games.empire.data import ANY_NUMBER, EMPTY, RANKS, SEATS, TYPES

FAULTS = (
    "sound",
    "a card is in two places or in none",
    "a pile or a hand has less than no card",
    "a hand's size is not that of its cards",
    "all know of a hand what is not so",
    "a pillar is of another empire, or of a rank that has one",
    "a seat that does not play has cards",
    "a pillar was laid or a two has skipped in the opening round",
)


@jit_lean
def card_fault(cards: Any, state: Any) -> int:
    """Count every type: in hands, piles, pillars and the resources pile there must be all packs."""
    count = local_zeros(TYPES, np.int64)
    if state.deck_size < 0:
        return 2
    for i in range(state.deck_size):
        count[state.deck[i]] += 1
    for seat in range(SEATS):
        held = 0
        if state.pile_size[seat] < 0 or state.hand_size[seat] < 0:
            return 2
        if seat >= state.players and (state.pile_size[seat] > 0 or state.hand_size[seat] > 0):
            return 6
        for i in range(state.pile_size[seat]):
            count[state.pile[seat, i]] += 1
        for type_ in range(TYPES):
            here = state.hand[seat, type_]
            count[type_] += here
            held += here
            if here < 0:
                return 2
            if seat < state.players and not state.known[seat, type_] <= here <= state.most[seat, type_] <= ANY_NUMBER:
                return 4
        if held != state.hand_size[seat]:
            return 3
    for type_ in range(TYPES):
        if count[type_] + state.buried[type_] != cards.type_copies[type_] * cards.packs[state.players]:
            return 1
    return 0


@jit_lean
def pillar_fault(cards: Any, state: Any) -> int:
    """Compare each seat's pillars with its empire."""
    buried = 0
    for seat in range(state.players):
        seen = 0
        if (state.empire[seat] == EMPTY) != (state.laid[seat] == 0):
            return 5
        for i in range(state.laid[seat]):
            rank = state.pillar[seat, i] // 8
            buried += cards.pillar_size
            if rank < RANKS:
                if cards.rank_empire[rank] != state.empire[seat] or seen >> rank & 1:
                    return 5
                seen |= 1 << rank
        if seen != state.ranks[seat]:
            return 5
        if state.rounds == state.opening and (state.laid[seat] > 0 or state.skip[seat]):
            return 7
    return 0 if buried == state.buried.sum() else 1


@jit_lean
def fault(cards: Any, state: Any) -> int:
    """Find what is wrong with a state: a number of FAULTS, 0 for nothing."""
    found = card_fault(cards, state)
    return found if found != 0 else pillar_fault(cards, state)
