"""Empire's expert: the move that a decent human would make, from what is public and the own hand.

It collects with a plan (`empire_worth`), keeps from others what they need, protects its discards and skips whom it fears, and remembers
what every hand took, showed and did not have. One function a phase rates the moves in pillars; `advise` takes the best.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rules_check.engine.arrays import local_empty, local_zeros
from rules_check.engine.kernel import below, best_by_luck, jit_lean
from rules_check.games.empire.data import (
    ACT,
    BATTLE_MOVE,
    DEMAND,
    DISCARD,
    EMPTY,
    FIST,
    INT,
    LAY,
    LAY_MOVE,
    MAX_MOVES,
    NO_JOKERS,
    OFFER,
    PICK,
    RANKS,
    REST,
    SKIP,
    SKIP_MOVE,
    SKIPS,
    STEAL_MOVE,
    TABLE,
    TYPES,
)
from rules_check.games.empire.table import top_of
from rules_check.games.empire.worth import (
    JOKER,
    SIX_CARDS,
    chance_of,
    count_ranks,
    count_unseen,
    help_to,
    room_in,
    threat_of,
    weigh_types,
    worth_of_count,
)

NEAR = 0.004  # pillars between options that are as good as equal, so that luck decides
DENY = 0.1  # what it counts for oneself that another does not get a card; a seat that denies more wins less
TABLED = 0.45  # how much less useful the cards are that others table than those that one has not seen
BAIT = 0.25  # how surely a card that a trader can use is picked


@jit_lean
def advise(cards: Any, state: Any, moves: Any, count: int) -> int:
    """Choose for the seat whose decision it is: an index into the first `count` moves, some of the legal."""
    seat, phase = state.seat, state.phase
    if count == 1:
        return 0
    if phase == FIST:  # anything but luck could be seen through
        return below(state.rng, 1 + seat, count)
    ratings = local_zeros(MAX_MOVES, np.float64)[:count]
    if phase == SKIP:
        for i in range(count):
            if moves[i] // 10000 == SKIP_MOVE:
                ratings[i] = 1.0 + threat_of(cards, state, moves[i] // 100 % 100)
        return best_by_luck(state.rng, 1 + state.seat, ratings, NEAR)
    held, gains, losses = local_zeros(RANKS, INT), local_zeros(TYPES, np.float64), local_zeros(TYPES, np.float64)
    count_ranks(cards, state, seat, held)
    weigh_types(cards, state, seat, held, gains, losses)
    if phase == ACT:
        rate_actions(cards, state, moves, gains, losses, ratings)
    elif phase == DEMAND:
        rate_demands(cards, state, moves, gains, ratings)
    elif phase == LAY:
        rate_pillars(cards, state, moves, held, ratings)
    else:
        rate_cards(cards, state, moves, gains, losses, ratings)
    return best_by_luck(state.rng, 1 + state.seat, ratings, NEAR)


# --------------------------------------------------------------------------------------------------------------- actions
@jit_lean
def rate_actions(cards: Any, state: Any, moves: Any, gains: Any, losses: Any, out: Any) -> None:
    """Rate stealing by the card that lies there, battle by the best demand, trade by what the others may table."""
    seat, is_counted, total = state.seat, False, 0
    unseen = local_zeros(TYPES, np.int64)
    for i in range(out.size):
        kind, other = moves[i] // 10000, moves[i] // 100 % 100
        if kind == STEAL_MOVE:
            top = top_of(state, other)
            out[i] = gains[top] + DENY * best_help(cards, state, seat, top)
            continue
        if kind == REST:
            continue
        if not is_counted:
            total, is_counted = count_unseen(cards, state, seat, unseen), True
        if kind == BATTLE_MOVE:
            for type_ in range(cards.types):
                if type_ != cards.joker or cards.demand_jokers != NO_JOKERS:
                    out[i] = max(out[i], demand_worth(cards, state, other, type_, gains, unseen, total))
        else:
            out[i] = trade_worth(cards, state, seat, gains, losses, unseen, total)


@jit_lean
def best_help(cards: Any, state: Any, seat: int, type_: int) -> float:
    """Guess how much a card would help the other seat that it helps most."""
    best = 0.0
    for other in range(state.players):
        if other != seat:
            best = max(best, help_to(cards, state, other, type_))
    return best


@jit_lean
def demand_worth(cards: Any, state: Any, other: int, type_: int, gains: Any, unseen: Any, total: int) -> float:
    """Rate a demand: even odds in a battle, where the card is there."""
    chance = chance_of(cards, state, other, type_, unseen, total)
    return float(0.5 * chance * (gains[type_] + DENY * help_to(cards, state, other, type_)))


@jit_lean
def trade_worth(cards: Any, state: Any, seat: int, gains: Any, losses: Any, unseen: Any, total: int) -> float:
    """Rate a trade: the best of the cards that the others may table, each a card that it hardly needs, less the own worst."""
    offers, cheapest = 0, 9.0
    for other in range(state.players):
        offers += other != seat and state.hand_size[other] > 0
    for type_ in range(cards.types):
        if state.hand[seat, type_] > 0:
            cheapest = min(cheapest, losses[type_] + DENY * best_help(cards, state, seat, type_))
    # The mean of the best of so many cards: by the chance that none of them is better.
    left = local_empty(TYPES, np.float64)
    likely = 0.0
    for type_ in range(cards.types):
        left[type_] = max(unseen[type_], 0) if type_ != cards.joker else 0.0
        likely += left[type_]
    if likely <= 0:
        return -cheapest
    worth, below_it = 0.0, 1.0
    for _ in range(cards.types):
        best, most = EMPTY, 0.0
        for type_ in range(cards.types):
            if left[type_] > 0 and gains[type_] > most:
                best, most = type_, gains[type_]
        if best == EMPTY:
            break
        after = below_it - left[best] / likely
        worth += most * (below_it**offers - max(after, 0.0) ** offers)
        below_it = max(after, 0.0)
        left[best] = 0.0
    return float(TABLED * worth - cheapest)


@jit_lean
def rate_demands(cards: Any, state: Any, moves: Any, gains: Any, out: Any) -> None:
    unseen = local_zeros(TYPES, np.int64)
    total = count_unseen(cards, state, state.seat, unseen)
    for i in range(out.size):
        out[i] = demand_worth(cards, state, state.target, moves[i] // 100 % 100, gains, unseen, total)


# ----------------------------------------------------------------------------------------------------------- cards given
@jit_lean
def rate_cards(cards: Any, state: Any, moves: Any, gains: Any, losses: Any, out: Any) -> None:
    """Rate a card to give away, or to take, in a trade and as a discard, by what it is to oneself and to the others."""
    seat, phase = state.seat, state.phase
    for i in range(out.size):
        a = moves[i] // 100 % 100
        if phase == PICK:
            given = help_to(cards, state, a, state.tabled[seat])
            out[i] = gains[state.tabled[a]] + DENY * (help_to(cards, state, a, state.tabled[a]) - given)
        elif phase == TABLE:
            out[i] = -losses[a] - DENY * best_help(cards, state, seat, a)
        elif phase == OFFER:
            trader = state.turn
            wanted = help_to(cards, state, trader, a)
            chance = min(1.0, 0.1 + BAIT * wanted / JOKER)
            out[i] = chance * (gains[state.tabled[trader]] - losses[a] - DENY * wanted)
        elif phase == DISCARD:
            out[i] = rate_discard(cards, state, seat, a, losses)


@jit_lean
def rate_discard(cards: Any, state: Any, seat: int, type_: int, losses: Any) -> float:
    """Rate a discard: any of the others may steal it; a two is kept for whom it hurts."""
    if cards.rank_power[cards.type_rank[type_]] == SKIPS:
        most = 0.0
        for other in range(state.players):
            if other != seat and not state.skip[other]:
                most = max(most, threat_of(cards, state, other))
        is_played = state.rounds > state.opening
        return float((0.08 * most if is_played else -0.05) + 0.01 * (state.hand[seat, type_] - 1))
    return float(-losses[type_] - DENY * best_help(cards, state, seat, type_))


# --------------------------------------------------------------------------------------------------------------- pillars
@jit_lean
def rate_pillars(cards: Any, state: Any, moves: Any, held: Any, out: Any) -> None:
    """Rate a pillar by what is gained over keeping its cards: the first brings cards, and all are safe from the others."""
    seat = state.seat
    for i in range(out.size):
        if moves[i] // 10000 == LAY_MOVE:
            rank, wild = moves[i] // 100 % 100, moves[i] % 100
            natural = int(cards.pillar_size) - wild
            out[i] = 1.0 - JOKER * wild - worth_of_count(natural) - 0.05 * (held[rank] - natural)
            if state.laid[seat] == 0:
                out[i] += SIX_CARDS - 2.0 * (1.0 - room_in(cards, state, seat, cards.rank_empire[rank]))
                for other in range(cards.ranks):  # the empire that goes with it
                    if cards.rank_empire[other] == cards.rank_empire[rank] and other != rank:
                        out[i] += 0.3 * worth_of_count(held[other])
            if state.laid[seat] + 1 >= cards.pillars_to_win and state.hand_size[seat] > cards.pillar_size:
                out[i] += 10.0
