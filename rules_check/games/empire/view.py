"""What an Empire seat can know: a state it cannot tell from the true one, drawn by luck of its own.

All that is known of another hand is public: the cards it took, showed or fought for (`known`), and those it was found not to have
(`most`). What a seat may guess from what others keep, tabled and threw away, is not drawn upon.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rules_check.engine.arrays import local_empty, local_zeros
from rules_check.engine.kernel import below, jit_lean, seed_streams, shuffle
from rules_check.games.empire.data import AT_ONCE, CARDS, EMPTY, FIST, FISTS, INT, OFFER, SEATS, TYPES
from rules_check.games.empire.moves import list_offers


@jit_lean
def hide_cards(cards: Any, state: Any, seat: int) -> None:
    """Deal anew the resources pile and what is unknown of the other hands, within what all know."""
    pool, size = local_empty(CARDS, INT), 0
    count = local_zeros(TYPES, INT)
    for i in range(state.deck_size):
        count[state.deck[i]] += 1
    for other in range(state.players):
        if other != seat:
            for type_ in range(cards.types):
                count[type_] += state.hand[other, type_] - state.known[other, type_]
                state.hand[other, type_] = state.known[other, type_]
    for type_ in range(cards.types):
        for _ in range(count[type_]):
            pool[size] = type_
            size += 1
    shuffle(state.rng, 0, pool, size)
    missing = local_zeros(SEATS, INT)
    for other in range(state.players):
        if other != seat:
            missing[other] = state.hand_size[other]
            for type_ in range(cards.types):
                missing[other] -= state.known[other, type_]
    # Who can have the fewest types is dealt to first, so that the last is never left with what it cannot have.
    for _ in range(state.players):
        next_, tightest = EMPTY, 0
        for other in range(state.players):
            if missing[other] > 0:
                room = 0
                for i in range(size):
                    room += state.hand[other, pool[i]] < state.most[other, pool[i]]
                if next_ == EMPTY or room - missing[other] < tightest:
                    next_, tightest = other, room - missing[other]
        if next_ == EMPTY:
            break
        while missing[next_] > 0:
            size = take_possible(cards, state, seat, next_, pool, size)
            missing[next_] -= 1
    for i in range(size):
        state.deck[i] = pool[i]


@jit_lean
def take_possible(cards: Any, state: Any, viewer: int, other: int, pool: Any, size: int) -> int:
    """Take the topmost card of a pool that a hand may hold; where there is none, by way of a third hand. Returns the pool's new size."""
    for i in range(size - 1, -1, -1):
        if state.hand[other, pool[i]] < state.most[other, pool[i]]:
            state.hand[other, pool[i]] += 1
            pool[i] = pool[size - 1]
            return size - 1
    top = pool[size - 1]
    for third in range(state.players):
        if third in (viewer, other) or state.hand[third, top] >= state.most[third, top]:
            continue
        for type_ in range(cards.types):
            if state.hand[third, type_] > state.known[third, type_] and state.hand[other, type_] < state.most[other, type_]:
                state.hand[third, type_] -= 1
                state.hand[third, top] += 1
                state.hand[other, type_] += 1
                return size - 1
    state.hand[other, top] += 1  # no way in one step: then better a state that is not quite possible than none
    state.most[other, top] = max(state.most[other, top], state.hand[other, top])
    return size - 1


@jit_lean
def hide_decisions(cards: Any, state: Any, seat: int) -> None:
    """Take anew, at random, what others have decided unseen: cards for a trade, and what is shown in a battle."""
    if state.phase == FIST and state.seat == state.target and seat != state.turn:
        state.fist = below(state.rng, 0, FISTS)
    if state.phase != OFFER or cards.trade_offers != AT_ONCE:
        return
    due, moves = state.seat, local_empty(TYPES, np.int64)
    for other in range(state.players):
        if other != seat and other != state.turn and state.tabled[other] != EMPTY:
            state.seat = other
            move = moves[below(state.rng, 0, list_offers(cards, state, moves, moves.size))]
            state.tabled[other] = move // 100 % 100
    state.seat = due


@jit_lean
def blank_leftovers(state: Any) -> None:
    """Blank the entries beyond the end of piles: they still show cards that moved on."""
    for seat in range(SEATS):
        state.pile[seat, state.pile_size[seat] :] = 0
    state.deck[state.deck_size :] = 0
    state.scratch[:] = 0


@jit_lean
def hide(cards: Any, state: Any, seat: int, rng_seed: int) -> None:
    """Replace, in place, all that a seat cannot know by something it could be, and every stream by one from `rng_seed`."""
    seed_streams(state.rng, rng_seed, 0)
    state.number = 0  # with the seed known, it would give away the deal
    blank_leftovers(state)
    hide_cards(cards, state, seat)
    hide_decisions(cards, state, seat)
