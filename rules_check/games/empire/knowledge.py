"""What an Empire seat can know, and whether a state is sound.

Public: discards, pillars, pending skips, how many cards each hand and the resources pile have, what was stolen, tabled, traded,
fought for, and that a card demanded was not there. Hidden: the other cards of other hands, the order of the resources pile, a card
tabled in a trade until all are, what a fighter is about to show.

All that is known of another hand is public: the cards it took, showed or fought for (`known`), and those it was found not to have
(`most`). What a seat may guess from what others keep, tabled and threw away, is not drawn upon.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rules_check.engine.arrays import local_empty, local_zeros
from rules_check.engine.game import BY_CARD
from rules_check.engine.kernel import below, shuffle
from rules_check.games.empire import rulings as ruled
from rules_check.games.empire.course import list_offers
from rules_check.games.empire.game import MAX_MOVES, rules
from rules_check.games.empire.state import ANY_NUMBER, CARDS, RANKS, SEATS, TYPES, Cards, Phase, State
from rules_check.rules import EMPTY, parts_of, size
from rules_check.toolkit.records import INT


# ------------------------------------------------------------------------------------------------------------------ hide
@rules.verb
def infer(cards: Cards, state: State, seat: int) -> None:
    """Replace, in place, all that a seat cannot know by something it could be."""
    hide_cards(cards, state, seat)
    hide_decisions(cards, state, seat)


def hide_cards(cards: Cards, state: State, seat: int) -> None:
    """Deal anew the resources pile and what is unknown of the other hands, within what all know."""
    pool, size = local_empty(CARDS, INT), 0
    count, missing = local_zeros(TYPES, INT), local_zeros(SEATS, INT)
    for i in range(state.deck[-1]):
        count[state.deck[i]] += 1
    for other in range(state.players):
        if other != seat:
            missing[other] = state.hand_size[other]
            for type_ in range(cards.types):
                count[type_] += state.hand[other, type_] - state.known[other, type_]
                missing[other] -= state.known[other, type_]
                state.hand[other, type_] = state.known[other, type_]
    for type_ in range(cards.types):
        for _ in range(count[type_]):
            pool[size] = type_
            size += 1
    shuffle(state.rng, 0, pool, size)
    # Who can have the fewest types is dealt to first, so that the last is never left with what it cannot have.
    for _ in range(state.players):
        next_, tightest = EMPTY, 0
        for other in range(state.players):
            if missing[other] > 0:
                room = -missing[other]
                for i in range(size):
                    room += state.hand[other, pool[i]] < state.most[other, pool[i]]
                if next_ == EMPTY or room < tightest:
                    next_, tightest = other, room
        if next_ == EMPTY:
            break
        for _ in range(missing[next_]):
            size = take_possible(cards, state, seat, next_, pool, size)
        missing[next_] = 0
    for i in range(size):
        state.deck[i] = pool[i]


def take_possible(cards: Cards, state: State, viewer: int, other: int, pool: Any, size: int) -> int:
    """Take the topmost card of a pool that a hand may hold; where there is none, by way of a third hand. Returns the pool's new size."""
    for i in range(size - 1, -1, -1):
        if state.hand[other, pool[i]] < state.most[other, pool[i]]:
            state.hand[other, pool[i]] += 1
            pool[i] = pool[size - 1]
            return size - 1
    top = pool[size - 1]
    for third in range(state.players):
        if third != viewer and third != other and state.hand[third, top] < state.most[third, top]:
            for type_ in range(cards.types):
                if state.hand[third, type_] > state.known[third, type_] and state.hand[other, type_] < state.most[other, type_]:
                    state.hand[third, type_] -= 1
                    state.hand[third, top] += 1
                    state.hand[other, type_] += 1
                    return size - 1
    state.hand[other, top] += 1  # no way in one step: then better a state that is not quite possible than none
    state.most[other, top] = max(state.most[other, top], state.hand[other, top])
    return size - 1


def hide_decisions(cards: Cards, state: State, seat: int) -> None:
    """Take anew, at random, what others have decided unseen: cards for a trade, and what is shown in a battle."""
    if state.phase == Phase.FIST and state.seat == state.target and seat != state.turn:
        state.fist = below(state.rng, 0, 3)
    if state.phase != Phase.OFFER or cards.trade_offers == ruled.TradeOffers.IN_TURN:
        return
    due, out = state.seat, local_empty(MAX_MOVES, np.int64)
    for other in range(state.players):
        if other != seat and other != state.turn and state.tabled[other] != EMPTY:
            state.seat, out[-1] = other, 0
            list_offers(cards, state, other, out)
            state.tabled[other] = parts_of(out[below(state.rng, 0, out[-1])])[1]
    state.seat = due


# ---------------------------------------------------------------------------------------------------------------- faults
@rules.sound(
    "a card is in two places or in none",
    "a pile or a hand has less than no card",
    "a hand's size is not that of its cards",
    "all know of a hand what is not so",
    "a pillar is of another empire, or of a rank that has one",
    "a seat that does not play has cards",
    "a pillar was laid or a two has skipped in the opening round",
)
def find_fault(cards: Cards, state: State) -> int:
    """Count from the cards up, without asking the rules."""
    found = card_fault(cards, state)
    return found if found != 0 else pillar_fault(cards, state)


def card_fault(cards: Cards, state: State) -> int:
    """Count every type: in hands, piles, pillars and the resources pile there must be all packs."""
    count = local_zeros(TYPES, np.int64)
    for i in range(size(state.deck)):
        count[state.deck[i]] += 1
    for seat in range(SEATS):
        if min(size(state.deck), size(state.pile[seat]), state.hand_size[seat]) < 0:
            return 2
        if seat >= state.players and size(state.pile[seat]) + state.hand_size[seat] > 0:
            return 6
        for i in range(size(state.pile[seat])):
            count[state.pile[seat, i]] += 1
        held = 0
        for type_ in range(cards.types):
            here = state.hand[seat, type_]
            count[type_] += here
            held += here
            if here < 0:
                return 2
            if seat < state.players and not state.known[seat, type_] <= here <= state.most[seat, type_] <= ANY_NUMBER:
                return 4
        if held != state.hand_size[seat]:
            return 3
    for type_ in range(cards.types):
        if count[type_] + state.buried[type_] != cards.type_copies[type_] * cards.packs[state.players]:
            return 1 + BY_CARD * (int(cards.type_rank[type_]) + 1)
    return 0


def pillar_fault(cards: Cards, state: State) -> int:
    """Compare each seat's pillars with its empire."""
    for seat in range(state.players):
        seen = 0
        for i in range(state.laid[seat]):
            rank = state.pillar[seat, i] // 8
            if rank < RANKS and (cards.rank_empire[rank] != state.empire[seat] or seen >> rank & 1):
                return 5
            seen |= 1 << rank if rank < RANKS else 0
        if seen != state.ranks[seat] or (state.empire[seat] == EMPTY) != (state.laid[seat] == 0):
            return 5
        if state.rounds == state.opening and (state.laid[seat] > 0 or state.skip[seat]):
            return 7
    return 0 if state.buried.sum() == cards.pillar_size * state.laid.sum() else 1


rules.compile(globals())
