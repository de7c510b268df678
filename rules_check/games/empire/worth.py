"""What things are worth in Empire, in pillars: cards of a rank to who collects them, jokers, and how near others are.

Looks at the own hand, and of the others only at what all know.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rules_check.engine.arrays import local_empty, local_zeros
from rules_check.engine.kernel import jit_lean
from rules_check.games.empire.data import EMPIRES, EMPTY, INT, RANKS

JOKER = 0.30  # what a joker is worth
SIX_CARDS = 0.5  # what the cards are worth that the first pillar brings
SHARED = 0.85  # by how much an empire is worth less for each other seat that builds it, while the packs have enough for all
CROWDED = 0.4  # and for each that comes on top of these
ASIDE = 0.25  # what a card counts that helps another empire than the one aimed at, while none is fixed
UNKNOWN = 0.06  # how much a card helps a seat of which nothing is known, on average


@jit_lean
def worth_of_count(count: int) -> float:
    """Say what so many cards of one rank are worth while they are in the hand: the fourth counts more than the first."""
    if count <= 0:
        return 0.0
    if count == 1:
        return 0.10
    if count == 2:
        return 0.26
    if count == 3:
        return 0.50
    return 0.85 + 0.01 * (min(count, 8) - 4)


@jit_lean
def count_ranks(cards: Any, state: Any, seat: int, held: Any) -> None:
    """Count a hand by ranks."""
    held[:] = 0
    for type_ in range(cards.types):
        held[cards.type_rank[type_]] += state.hand[seat, type_]


@jit_lean
def room_in(cards: Any, state: Any, seat: int, empire: int) -> float:
    """Say what is left of an empire's worth beside the others who build it: each pack has one pillar of each rank."""
    room, builders = 1.0, 0
    for other in range(state.players):
        if other != seat and state.empire[other] == empire:
            builders += 1
            room *= SHARED if builders < cards.packs[state.players] else CROWDED
    return room


@jit_lean
def weigh_empires(cards: Any, state: Any, seat: int, held: Any, out: Any) -> None:
    """Write how much a seat cares for each empire: 1 for the one that it builds or aims at."""
    out[:] = 0.0
    if state.empire[seat] != EMPTY:
        out[state.empire[seat]] = 1.0
        return
    best, most = 0, -1.0
    for empire in range(cards.empires):
        worth = 0.0
        for rank in range(cards.ranks):
            if cards.rank_empire[rank] == empire:
                worth += worth_of_count(held[rank])
        worth *= room_in(cards, state, seat, empire)
        if worth > most:
            best, most = empire, worth
        out[empire] = ASIDE
    out[best] = 1.0


@jit_lean
def weigh_types(cards: Any, state: Any, seat: int, held: Any, gains: Any, losses: Any) -> None:
    """Write what one card more, and one card less, of each type means to a seat, in pillars."""
    weights = local_empty(EMPIRES, np.float64)
    weigh_empires(cards, state, seat, held, weights)
    for type_ in range(cards.types):
        rank = cards.type_rank[type_]
        empire = cards.rank_empire[rank]
        gains[type_] = losses[type_] = 0.0
        if type_ == cards.joker:
            gains[type_] = losses[type_] = JOKER
        elif empire != EMPTY and not state.ranks[seat] >> rank & 1:
            here = worth_of_count(held[rank])
            gains[type_] = weights[empire] * (worth_of_count(held[rank] + 1) - here)
            losses[type_] = weights[empire] * (here - worth_of_count(held[rank] - 1))


@jit_lean
def hand_worth(cards: Any, state: Any, seat: int) -> float:
    """Say what a seat's hand is worth, in pillars."""
    held, weights = local_zeros(RANKS, INT), local_empty(EMPIRES, np.float64)
    count_ranks(cards, state, seat, held)
    weigh_empires(cards, state, seat, held, weights)
    worth = JOKER * state.hand[seat, cards.joker] if cards.joker != EMPTY else 0.0
    for rank in range(cards.ranks):
        empire = cards.rank_empire[rank]
        if empire != EMPTY and not state.ranks[seat] >> rank & 1:
            worth += weights[empire] * worth_of_count(held[rank])
    return float(worth)


@jit_lean
def help_to(cards: Any, state: Any, other: int, type_: int) -> float:
    """Guess what one card more would mean to another seat, from what all know of it."""
    if type_ == cards.joker:
        return float(JOKER * (1.0 + 0.5 * state.laid[other]))
    rank = cards.type_rank[type_]
    empire = cards.rank_empire[rank]
    if empire == EMPTY or state.ranks[other] >> rank & 1:
        return 0.0
    known = int(state.known[other, type_])
    if state.empire[other] == EMPTY:
        return UNKNOWN + 0.08 * known
    if state.empire[other] != empire:
        return 0.0
    # A seat that builds keeps what it needs: where nothing is known of the rank it will have one or two.
    held = known if state.most[other, type_] <= known else max(known, 1)
    return float((worth_of_count(held + 1) - worth_of_count(held)) * (1.0 + 0.5 * state.laid[other]))


@jit_lean
def threat_of(cards: Any, state: Any, other: int) -> float:
    """Guess how near a seat is to winning: its pillars, and what is known of its hand."""
    threat = 1.0 * state.laid[other] + 0.02 * state.hand_size[other]
    for type_ in range(cards.types):
        if state.known[other, type_] > 0 and help_to(cards, state, other, type_) > 0:
            threat += 0.06 * state.known[other, type_]
    return float(threat)


@jit_lean
def count_unseen(cards: Any, state: Any, seat: int, unseen: Any) -> int:
    """Count, by type, the cards that a seat has not seen the place of: the resources pile and what is unknown of other hands."""
    total = 0
    packs = cards.packs[state.players]
    for type_ in range(cards.types):
        unseen[type_] = cards.type_copies[type_] * packs - state.buried[type_] - state.hand[seat, type_]
    for other in range(state.players):
        for i in range(state.pile_size[other]):
            unseen[state.pile[other, i]] -= 1
        if other != seat:
            for type_ in range(cards.types):
                unseen[type_] -= state.known[other, type_]
    for type_ in range(cards.types):
        total += unseen[type_]
    return total


@jit_lean
def chance_of(cards: Any, state: Any, other: int, type_: int, unseen: Any, total: int) -> float:
    """Say how likely another seat has a card of a type, as far as one can know."""
    if state.known[other, type_] > 0:
        return 1.0
    if state.most[other, type_] == 0 or total <= 0:
        return 0.0
    hidden = int(state.hand_size[other])
    for any_type in range(cards.types):
        hidden -= state.known[other, any_type]
    hidden = min(hidden, int(state.most[other, type_]))
    share = unseen[type_] / total
    rank = cards.type_rank[type_]
    if state.empire[other] != EMPTY and cards.rank_empire[rank] == state.empire[other] and not state.ranks[other] >> rank & 1:
        share = min(0.9, 1.5 * share)  # kept, where other cards were thrown away
    missing = 1.0
    for _ in range(hidden):
        missing *= 1.0 - share
    return 1.0 - missing
