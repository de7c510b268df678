"""Empire's expert: what things are worth, in pillars, and the move that a decent human would make, from what is public and the own hand.

It collects with a plan, keeps from others what they need, protects its discards and skips whom it fears, and remembers what every hand
took, showed and did not have. One function a phase rates the moves; `advise` takes the best.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rules_check.engine.arrays import local_empty, local_zeros
from rules_check.engine.kernel import below, best_by_luck
from rules_check.games.empire import game as do
from rules_check.games.empire import rulings as ruled
from rules_check.games.empire.course import count_ranks, empire_of, empires_of, places
from rules_check.games.empire.game import MAX_MOVES, rules
from rules_check.games.empire.state import EMPIRES, RANKS, SEATS, TYPES, Cards, Phase, Power, State
from rules_check.rules import EMPTY, parts_of, size, top

WON = 4.0  # what winning is worth beside the pillars
OF_COUNT = (0.0, 0.10, 0.26, 0.50)  # what so many cards of one rank are worth in the hand: the fourth counts more than the first
JOKER = 0.30  # what a joker is worth
SIX_CARDS = 0.5  # what the cards are worth that the first pillar brings
SHARED = 0.85  # by how much an empire is worth less for each other seat that builds it, while the packs have enough for all
CROWDED = 0.4  # and for each that comes on top of these
ASIDE = 0.25  # what a card counts that helps another empire than the one aimed at, while none is fixed
UNKNOWN = 0.06  # how much a card helps a seat of which nothing is known, on average
NEAR = 0.004  # pillars between options that are as good as equal, so that luck decides
DENY = 0.1  # what it counts for oneself that another does not get a card; a seat that denies more wins less
TABLED = 0.45  # how much less useful the cards are that others table than those that one has not seen
BAIT = 0.25  # how surely a card that a trader can use is picked


# ----------------------------------------------------------------------------------------------------------------- worth
@rules.verb
def value(cards: Cards, state: State, seat: int) -> float:
    """Say what a seat's position is worth in pillars: those laid, what the hand is good for, and in a match the empires built.

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
    return worth - 0.15 if state.skip[seat] else worth


def worth_of_count(count: int) -> float:
    """Say what so many cards of one rank are worth while they are in the hand."""
    return OF_COUNT[max(count, 0)] if count < 4 else 0.85 + 0.01 * (min(count, 8) - 4)


def lacks(cards: Cards, state: State, seat: int, rank: int) -> bool:
    """Say whether a rank is of some empire, and a seat has no pillar of it."""
    return bool(cards.rank_empire[rank] != EMPTY and not state.ranks[seat] >> rank & 1)


def room_in(cards: Cards, state: State, seat: int, empire: int) -> float:
    """Say what is left of an empire's worth beside the others who build it: each pack has one pillar of each rank."""
    room, builders = 1.0, 0
    for other in range(state.players):
        if other != seat and state.empire[other] == empire:
            builders += 1
            room *= SHARED if builders < cards.packs[state.players] else CROWDED
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
                    worth += worth_of_count(held[rank])
            worth *= room_in(cards, state, seat, empire)
            if worth > most:
                best, most = empire, worth
            out[empire] = ASIDE
    out[best] = 1.0


def weigh_types(cards: Cards, state: State, seat: int, held: Any, gains: Any, losses: Any) -> None:
    """Write what one card more, and one card less, of each type means to a seat, into arrays of noughts."""
    weights = local_empty(EMPIRES, np.float64)
    weigh_empires(cards, state, seat, held, weights)
    for type_ in range(cards.types):
        rank = cards.type_rank[type_]
        if type_ == cards.joker:
            gains[type_] = losses[type_] = JOKER
        elif lacks(cards, state, seat, rank):
            weight, here = weights[cards.rank_empire[rank]], worth_of_count(held[rank])
            gains[type_] = weight * (worth_of_count(held[rank] + 1) - here)
            losses[type_] = weight * (here - worth_of_count(held[rank] - 1))


def hand_worth(cards: Cards, state: State, seat: int) -> float:
    held, weights = local_zeros(RANKS, np.int64), local_empty(EMPIRES, np.float64)
    count_ranks(cards, state, seat, held)
    weigh_empires(cards, state, seat, held, weights)
    worth = JOKER * state.hand[seat, cards.joker] if cards.joker != EMPTY else 0.0
    for rank in range(cards.ranks):
        if lacks(cards, state, seat, rank):
            worth += weights[cards.rank_empire[rank]] * worth_of_count(held[rank])
    return float(worth)


def help_to(cards: Cards, state: State, other: int, type_: int) -> float:
    """Guess what one card more would mean to another seat, from what all know of it."""
    rank, known = cards.type_rank[type_], int(state.known[other, type_])
    if type_ == cards.joker:
        return float(JOKER * (1.0 + 0.5 * state.laid[other]))
    if not lacks(cards, state, other, rank):
        return 0.0
    if state.empire[other] == EMPTY:
        return UNKNOWN + 0.08 * known
    if state.empire[other] != cards.rank_empire[rank]:
        return 0.0
    # A seat that builds keeps what it needs: where nothing is known of the rank it will have one or two.
    held = known if state.most[other, type_] <= known else max(known, 1)
    return float((worth_of_count(held + 1) - worth_of_count(held)) * (1.0 + 0.5 * state.laid[other]))


def best_help(cards: Cards, state: State, seat: int, type_: int) -> float:
    """Guess how much a card would help the other seat that it helps most."""
    best = 0.0
    for other in range(state.players):
        if other != seat:
            best = max(best, help_to(cards, state, other, type_))
    return best


def threat_of(cards: Cards, state: State, other: int) -> float:
    """Guess how near a seat is to winning: its pillars, and what is known of its hand."""
    threat = 1.0 * state.laid[other] + 0.02 * state.hand_size[other]
    for type_ in range(cards.types):
        if state.known[other, type_] > 0 and help_to(cards, state, other, type_) > 0:
            threat += 0.06 * state.known[other, type_]
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


def chance_of(cards: Cards, state: State, other: int, type_: int, unseen: Any, total: int) -> float:
    """Say how likely another seat has a card of a type, as far as one can know."""
    if state.known[other, type_] > 0:
        return 1.0
    if state.most[other, type_] == 0 or total <= 0:
        return 0.0
    hidden = int(state.hand_size[other])
    for any_type in range(cards.types):
        hidden -= state.known[other, any_type]
    share, missing = unseen[type_] / total, 1.0
    if empire_of(cards, type_) == state.empire[other] and lacks(cards, state, other, cards.type_rank[type_]):
        share = min(0.9, 1.5 * share)  # kept, where other cards were thrown away
    for _ in range(min(hidden, int(state.most[other, type_]))):
        missing *= 1.0 - share
    return 1.0 - missing


# ---------------------------------------------------------------------------------------------------------------- advice
@rules.verb
def advise(cards: Cards, state: State, moves: Any, count: int) -> int:
    """Choose for the seat whose decision it is: an index into the first `count` moves, some of the legal."""
    seat, phase = state.seat, state.phase
    if count == 1:
        return 0
    if phase == Phase.FIST:  # anything but luck could be seen through
        return below(state.rng, 1 + seat, count)
    ratings = local_zeros(MAX_MOVES, np.float64)[:count]
    if phase == Phase.SKIP:
        for i in range(count):
            sort, other, _ = parts_of(moves[i])
            if sort == do.SKIP:
                ratings[i] = 1.0 + threat_of(cards, state, other)
        return best_by_luck(state.rng, 1 + seat, ratings, NEAR)
    held, gains, losses = local_zeros(RANKS, np.int64), local_zeros(TYPES, np.float64), local_zeros(TYPES, np.float64)
    count_ranks(cards, state, seat, held)
    weigh_types(cards, state, seat, held, gains, losses)
    if phase == Phase.ACT:
        rate_actions(cards, state, moves, gains, losses, ratings)
    elif phase == Phase.DEMAND:
        unseen = local_zeros(TYPES, np.int64)
        total = count_unseen(cards, state, seat, unseen)
        for i in range(count):
            ratings[i] = demand_worth(cards, state, state.target, parts_of(moves[i])[1], gains, unseen, total)
    elif phase == Phase.LAY:
        rate_pillars(cards, state, moves, held, ratings)
    else:
        rate_cards(cards, state, moves, gains, losses, ratings)
    return best_by_luck(state.rng, 1 + seat, ratings, NEAR)


def rate_actions(cards: Cards, state: State, moves: Any, gains: Any, losses: Any, out: Any) -> None:
    """Rate stealing by the card that lies there, battle by the best demand, trade by what the others may table."""
    seat, is_counted, total = state.seat, False, 0
    unseen = local_zeros(TYPES, np.int64)
    for i in range(out.size):
        sort, other, _ = parts_of(moves[i])
        if not is_counted and (sort == do.TRADE or sort == do.BATTLE):
            total, is_counted = count_unseen(cards, state, seat, unseen), True
        if sort == do.STEAL:
            type_ = top(state.pile[other])
            out[i] = gains[type_] + DENY * best_help(cards, state, seat, type_)
        elif sort == do.BATTLE:
            for type_ in range(cards.types):
                if type_ != cards.joker or cards.demand_jokers == ruled.DemandJokers.MAY:
                    out[i] = max(out[i], demand_worth(cards, state, other, type_, gains, unseen, total))
        elif sort == do.TRADE:
            out[i] = trade_worth(cards, state, seat, gains, losses, unseen, total)


def demand_worth(cards: Cards, state: State, other: int, type_: int, gains: Any, unseen: Any, total: int) -> float:
    """Rate a demand: even odds in a battle, where the card is there."""
    chance = chance_of(cards, state, other, type_, unseen, total)
    return float(0.5 * chance * (gains[type_] + DENY * help_to(cards, state, other, type_)))


def trade_worth(cards: Cards, state: State, seat: int, gains: Any, losses: Any, unseen: Any, total: int) -> float:
    """Rate a trade: the best of the cards that the others may table, each a card that it hardly needs, less the own worst."""
    offers, cheapest, likely, left = 0, 9.0, 0.0, local_empty(TYPES, np.float64)
    for other in range(state.players):
        offers += other != seat and state.hand_size[other] > 0
    for type_ in range(cards.types):
        if state.hand[seat, type_] > 0:
            cheapest = min(cheapest, losses[type_] + DENY * best_help(cards, state, seat, type_))
        left[type_] = max(unseen[type_], 0) if type_ != cards.joker else 0.0
        likely += left[type_]
    if likely <= 0:
        return -cheapest
    # The mean of the best of so many cards: by the chance that none of them is better.
    worth, below_it = 0.0, 1.0
    for _ in range(cards.types):
        best, most = EMPTY, 0.0
        for type_ in range(cards.types):
            if left[type_] > 0 and gains[type_] > most:
                best, most = type_, gains[type_]
        if best == EMPTY:
            break
        after = max(below_it - left[best] / likely, 0.0)
        worth += most * (below_it**offers - after**offers)
        below_it = after
        left[best] = 0.0
    return float(TABLED * worth - cheapest)


def rate_cards(cards: Cards, state: State, moves: Any, gains: Any, losses: Any, out: Any) -> None:
    """Rate a card to give away, or to take, in a trade and as a discard, by what it is to oneself and to the others."""
    seat, phase, trader = state.seat, state.phase, state.turn
    for i in range(out.size):
        first = parts_of(moves[i])[1]
        if phase == Phase.PICK:
            given = help_to(cards, state, first, state.tabled[seat])
            out[i] = gains[state.tabled[first]] + DENY * (help_to(cards, state, first, state.tabled[first]) - given)
        elif phase == Phase.OFFER:
            wanted = help_to(cards, state, trader, first)
            out[i] = min(1.0, 0.1 + BAIT * wanted / JOKER) * (gains[state.tabled[trader]] - losses[first] - DENY * wanted)
        elif phase == Phase.DISCARD and cards.rank_power[cards.type_rank[first]] == Power.SKIP:
            out[i] = rate_two(cards, state, seat, first)
        else:  # any of the others may have it
            out[i] = -losses[first] - DENY * best_help(cards, state, seat, first)


def rate_two(cards: Cards, state: State, seat: int, type_: int) -> float:
    """Rate a two as a discard: it is kept for whom it hurts."""
    most = 0.0
    for other in range(state.players):
        if other != seat and not state.skip[other]:
            most = max(most, threat_of(cards, state, other))
    is_played = state.rounds > state.opening
    return float((0.08 * most if is_played else -0.05) + 0.01 * (state.hand[seat, type_] - 1))


def rate_pillars(cards: Cards, state: State, moves: Any, held: Any, out: Any) -> None:
    """Rate a pillar by what is gained over keeping its cards: the first brings cards, and all are safe from the others."""
    seat = state.seat
    for i in range(out.size):
        sort, rank, wild = parts_of(moves[i])
        if sort == do.LAY:
            natural, empire = int(cards.pillar_size) - wild, cards.rank_empire[rank]
            out[i] = 1.0 - JOKER * wild - worth_of_count(natural) - 0.05 * (held[rank] - natural)
            if state.laid[seat] == 0:
                out[i] += SIX_CARDS - 2.0 * (1.0 - room_in(cards, state, seat, empire))
                for other in range(cards.ranks):  # the empire that goes with it
                    if cards.rank_empire[other] == empire and other != rank:
                        out[i] += 0.3 * worth_of_count(held[other])
            if state.laid[seat] + 1 >= cards.pillars_to_win and state.hand_size[seat] > cards.pillar_size:
                out[i] += 10.0


rules.compile(globals())
