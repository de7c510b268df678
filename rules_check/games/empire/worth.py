"""What things are worth to Empire's expert, in pillars: cards in the hand, to oneself and to others, and whole positions.

In: what is public and the own hand. Out: numbers, by the weights of the seat that judges. Knows no move.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rules_check.engine.arrays import local_empty, local_zeros
from rules_check.games.empire import rulings as ruled
from rules_check.games.empire.course import count_ranks, empire_of, empires_of, places
from rules_check.games.empire.game import rules
from rules_check.games.empire.state import EMPIRES, RANKS, SEATS, Cards, State
from rules_check.games.empire.weights import Weight
from rules_check.rules import EMPTY, size, top

WON = 4.0  # what winning is worth beside the pillars
SKIPPED = 0.15  # what it costs a position that the next turn is lost
MOST_SURE = 0.9  # the likelihood of a card that no guess exceeds


@rules.verb
def value(cards: Cards, state: State, seat: int) -> float:
    """Return what a seat's position is worth in pillars: those laid, what the hand is good for, and in a match the empires built.

    Once the game is over, the pillars, and WON for who won.
    """
    worth = float(state.scored[seat] + state.laid[seat])
    if cards.match == ruled.Match.OVERLORD:
        worth = float(state.laid[seat]) + 2 * WON * empires_of(state, seat)
    if state.end != 0:
        ranked = local_zeros(SEATS, np.int64)
        places(cards, state, ranked)
        return worth + (WON if ranked[seat] == 1 else 0.0)
    worth += hand_worth(cards, state, seat)
    return worth - SKIPPED if state.skip[seat] else worth


def worth_of_count(cards: Cards, seat: int, count: int) -> float:
    """Return what a seat holds so many cards of one rank to be worth while they are in the hand."""
    if count <= 0:
        return 0.0
    worth = cards.weights[seat, Weight.ONE + min(count, 4) - 1]
    return float(worth + cards.weights[seat, Weight.MORE] * (min(count, 8) - 4) if count > 4 else worth)


def lacks(cards: Cards, state: State, seat: int, rank: int) -> bool:
    """Return whether a rank is of some empire, and a seat has no pillar of it."""
    return bool(cards.rank_empire[rank] != EMPTY and not state.ranks[seat] >> rank & 1)


def room_in(cards: Cards, state: State, seat: int, empire: int) -> float:
    """Return what is left of an empire's worth beside the others who build it: each pack has one pillar of each rank."""
    room, builders = 1.0, 0
    for other in range(state.players):
        if other != seat and state.empire[other] == empire:
            builders += 1
            room *= cards.weights[seat, Weight.SHARED if builders < cards.packs[state.players] else Weight.CROWDED]
    return room


def weigh_empires(cards: Cards, state: State, seat: int, held: Any, out: Any) -> None:
    """Write how much a seat cares for each empire: 1 for the one that it builds or aims at."""
    best, most = state.empire[seat], -1.0
    out[:] = 0.0
    if best == EMPTY:
        for empire in range(cards.empires):
            worth = 0.0
            for rank in range(cards.ranks):
                if cards.rank_empire[rank] == empire:
                    worth += worth_of_count(cards, seat, held[rank])
            worth *= room_in(cards, state, seat, empire)
            if worth > most:
                best, most = empire, worth
            out[empire] = cards.weights[seat, Weight.ASIDE]
    out[best] = 1.0


def weigh_types(cards: Cards, state: State, seat: int, held: Any, gains: Any, losses: Any) -> None:
    """Write what one card more, and one card less, of each type means to a seat, into arrays of noughts."""
    weights, most = local_empty(EMPIRES, np.float64), 0.0
    weigh_empires(cards, state, seat, held, weights)
    for type_ in range(cards.types):
        rank = cards.type_rank[type_]
        if type_ != cards.joker and lacks(cards, state, seat, rank):
            weight, here = weights[cards.rank_empire[rank]], worth_of_count(cards, seat, held[rank])
            gains[type_] = weight * (worth_of_count(cards, seat, held[rank] + 1) - here)
            losses[type_] = weight * (here - worth_of_count(cards, seat, held[rank] - 1))
            if held[rank] < cards.pillar_size:
                most = max(most, gains[type_])
    if cards.joker != EMPTY:
        gains[cards.joker] = losses[cards.joker] = cards.weights[seat, Weight.JOKER] + cards.weights[seat, Weight.FILL] * most


def hand_worth(cards: Cards, state: State, seat: int) -> float:
    held, weights = local_zeros(RANKS, np.int64), local_empty(EMPIRES, np.float64)
    count_ranks(cards, state, seat, held)
    weigh_empires(cards, state, seat, held, weights)
    worth = cards.weights[seat, Weight.JOKER] * state.hand[seat, cards.joker] if cards.joker != EMPTY else 0.0
    for rank in range(cards.ranks):
        if lacks(cards, state, seat, rank):
            worth += weights[cards.rank_empire[rank]] * worth_of_count(cards, seat, held[rank])
    return float(worth)


def help_to(cards: Cards, state: State, seat: int, other: int, type_: int) -> float:
    """Guess, as a seat sees it, what one card more would mean to another, from what all know of it."""
    rank, known = cards.type_rank[type_], int(state.known[other, type_])
    ahead = 1.0 + cards.weights[seat, Weight.AHEAD] * state.laid[other]
    if type_ == cards.joker:
        return float(cards.weights[seat, Weight.JOKER] * ahead)
    if not lacks(cards, state, other, rank):
        return 0.0
    if state.empire[other] == EMPTY:
        return float(cards.weights[seat, Weight.UNKNOWN] + cards.weights[seat, Weight.KNOWN] * known)
    if state.empire[other] != cards.rank_empire[rank]:
        return 0.0
    # A seat that builds keeps what it needs: where nothing is known of the rank it will have one or two.
    held = known if state.most[other, type_] <= known else max(known, 1)
    return float((worth_of_count(cards, seat, held + 1) - worth_of_count(cards, seat, held)) * ahead)


def best_help(cards: Cards, state: State, seat: int, type_: int) -> float:
    """Guess how much a card would help the other seat that it helps most."""
    best = 0.0
    for other in range(state.players):
        if other != seat:
            best = max(best, help_to(cards, state, seat, other, type_))
    return best


def threat_of(cards: Cards, state: State, seat: int, other: int) -> float:
    """Guess, as a seat sees it, how near another is to winning: its pillars, and what is known of its hand."""
    threat = state.laid[other] + cards.weights[seat, Weight.HAND] * state.hand_size[other]
    for type_ in range(cards.types):
        if state.known[other, type_] > 0 and help_to(cards, state, seat, other, type_) > 0:
            threat += cards.weights[seat, Weight.FEARED] * state.known[other, type_]
    return float(threat)


def count_unseen(cards: Cards, state: State, seat: int, unseen: Any) -> int:
    """Count, by type, the cards that a seat has not seen the place of: the resources pile and what is unknown of other hands."""
    for type_ in range(cards.types):
        unseen[type_] = cards.type_copies[type_] * cards.packs[state.players] - state.buried[type_] - state.hand[seat, type_]
    for other in range(state.players):
        for i in range(size(state.pile[other])):
            unseen[state.pile[other, i]] -= 1
        for type_ in range(cards.types if other != seat else 0):
            unseen[type_] -= state.known[other, type_]
    return int(unseen[: cards.types].sum())


def count_hidden(cards: Cards, state: State, other: int) -> int:
    """Count the cards of a hand of which nothing is known."""
    hidden = int(state.hand_size[other])
    for type_ in range(cards.types):
        hidden -= state.known[other, type_]
    return hidden


def chance_of(cards: Cards, state: State, seat: int, other: int, type_: int, hidden: int, unseen: Any, total: int) -> float:
    """Return how likely another seat has a card of a type, as far as one can know; `hidden` of its cards are not known."""
    if state.known[other, type_] > 0:
        return 1.0
    if state.most[other, type_] == 0 or total <= 0:
        return 0.0
    share, missing = unseen[type_] / total, 1.0
    if empire_of(cards, type_) == state.empire[other] and lacks(cards, state, other, cards.type_rank[type_]):
        share = min(MOST_SURE, cards.weights[seat, Weight.KEPT] * share)  # kept, where other cards were thrown away
    for _ in range(min(hidden, int(state.most[other, type_]))):
        missing *= 1.0 - share
    chance = 1.0 - missing
    return float(chance * cards.weights[seat, Weight.THROWN] if top(state.pile[other]) == type_ else chance)


rules.compile(globals())
