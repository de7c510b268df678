"""Empire's expert: the move that a decent human player would make from public information and the
seat's own hand, and the value of things, in pillars.

It collects with a plan, withholds what others need, protects its discards, skips the seats it
fears, and remembers what every hand took, showed and was found to lack. One function per phase
rates a move, by the weights of the seat that judges; `advise` takes the best.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rules_check.games.empire import game as do
from rules_check.games.empire import rulings as ruled
from rules_check.games.empire.course import count_ranks, empire_of, score_of, standing_of
from rules_check.games.empire.game import MAX_MOVES, rules
from rules_check.games.empire.state import EMPIRES, RANKS, TYPES, Cards, Phase, Power, State
from rules_check.games.empire.weights import Weight
from rules_check.rules import (
    EMPTY,
    below,
    best_by_luck,
    count,
    count_of,
    highest,
    local_empty,
    local_zeros,
    parts_of,
    size,
    top,
)

LIKE_JOKER = 0.3  # value of a card, in pillars, that tempts a trader like a joker
WINNING = 10.0  # value of the last pillar: more than anything else

WON = 4.0  # value of winning, beyond the pillars
SKIPPED = 0.15  # cost to a position of losing the next turn
MOST_SURE = 0.9  # the highest likelihood of a card that is guessed


# -------------------------------------------------------------------------------------------- moves
@rules.verb
def advise(cards: Cards, state: State, moves: Any, count: int) -> int:
    """Choose for the deciding seat: an index into the first `count` moves, which are some of the
    legal ones.
    """
    seat, phase = state.seat, state.phase
    if count == 1:
        return 0
    if phase == Phase.FIST:  # anything but luck could be predicted
        return below(state.rng, 1 + seat, count)
    is_action = phase in (Phase.ACT, Phase.DEMAND)
    ratings = local_zeros(MAX_MOVES, np.float64)[:count]
    held = local_zeros(RANKS, np.int64)
    unseen = local_zeros(TYPES, np.int64)
    gains = local_zeros(TYPES, np.float64)
    losses = local_zeros(TYPES, np.float64)
    demands = local_zeros(TYPES, np.float64)
    count_ranks(cards, state, seat, held)
    weigh_types(cards, state, seat, held, gains, losses)
    if is_action:
        count_unseen(cards, state, seat, unseen)
    if phase == Phase.DEMAND:
        rate_demands(cards, state, seat, state.target, gains, unseen, demands)
    for i in range(count):
        sort, first, wild = parts_of(moves[i])
        if phase == Phase.ACT:
            ratings[i] = action_worth(cards, state, seat, sort, first, gains, losses, unseen)
        elif phase == Phase.DEMAND:
            ratings[i] = demands[first]
        elif sort == do.LAY:
            ratings[i] = pillar_worth(cards, state, seat, first, wild, held)
        elif sort == do.SKIP:
            ratings[i] = 1.0 + threat_of(cards, state, seat, first)
        elif sort not in (do.HOLD, do.SPARE):
            ratings[i] = card_worth(cards, state, seat, first, gains, losses)
    return best_by_luck(
        state.rng, 1 + seat, ratings, cards.weights[seat, Weight.MIX if is_action else Weight.SHADE]
    )


def action_worth(
    cards: Cards,
    state: State,
    seat: int,
    sort: int,
    other: int,
    gains: Any,
    losses: Any,
    unseen: Any,
) -> float:
    """Rate stealing by the card to be had, battle by the best demand, trade by the cards that
    others may table.
    """
    own, demands = cards.weights[seat], local_zeros(TYPES, np.float64)
    if sort == do.STEAL:
        type_ = top(state.pile[other])
        return float(
            own[Weight.STEAL]
            + own[Weight.OPEN] * gains[type_]
            + own[Weight.DENY] * best_help(cards, state, seat, type_)
        )
    if sort == do.BATTLE:
        rate_demands(cards, state, seat, other, gains, unseen, demands)
        threat = own[Weight.AIM] * threat_of(cards, state, seat, other)
        return float(max(0.0, highest(demands[: cards.types])) + (own[Weight.BATTLE] + threat))
    if sort == do.TRADE:
        return float(own[Weight.TRADE] + trade_worth(cards, state, seat, gains, losses, unseen))
    return 0.0


def rate_demands(
    cards: Cards, state: State, seat: int, other: int, gains: Any, unseen: Any, out: Any
) -> None:
    """Rate a demand of each type that may be demanded, into an array of zeros: a battle is even, if
    the card is there.
    """
    own = cards.weights[seat]
    hidden = int(state.hand_size[other] - state.known[other].sum())
    total = max(1, unseen.sum())
    for type_ in range(cards.types):
        worth = gains[type_] + own[Weight.DENY] * help_to(cards, state, seat, other, type_)
        if worth != 0.0 and (type_ != cards.joker or cards.demand_jokers == ruled.DemandJokers.MAY):
            chance = chance_of(cards, state, seat, other, type_, hidden, unseen[type_] / total)
            out[type_] = 0.5 * chance * worth + (
                own[Weight.SURE] if chance >= 1.0 and worth > 0.0 else 0.0
            )


def trade_worth(
    cards: Cards, state: State, seat: int, gains: Any, losses: Any, unseen: Any
) -> float:
    """Rate a trade: the best card that the others may table, each offering one it hardly needs,
    less the seat's own worst card.
    """
    own, cheapest, likely, left = cards.weights[seat], 9.0, 0.0, local_empty(TYPES, np.float64)
    offers = state.players - 1 - count(state.hand_size[: state.players], 0)
    for type_ in range(cards.types):
        if state.hand[seat, type_] > 0:
            cheapest = min(
                cheapest, losses[type_] + own[Weight.GUARD] * best_help(cards, state, seat, type_)
            )
        left[type_] = max(unseen[type_], 0) if type_ != cards.joker else 0.0
        likely += left[type_]
    # The expected best of these cards: each counts by the chance that no other is better.
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
    return float(own[Weight.TABLED] * own[Weight.OPEN] * worth - cheapest)


def card_worth(cards: Cards, state: State, seat: int, first: int, gains: Any, losses: Any) -> float:
    """Rate a card to give away, or to take from a seat, in a trade and as a discard, by its value
    to this seat and to the others.
    """
    own, trader = cards.weights[seat], state.turn
    if state.phase == Phase.PICK:
        given = help_to(cards, state, seat, first, state.tabled[seat])
        taken = help_to(cards, state, seat, first, state.tabled[first])
        return float(
            gains[state.tabled[first]] + own[Weight.DENY] * taken - own[Weight.GUARD] * given
        )
    if state.phase == Phase.OFFER:
        wanted = help_to(cards, state, seat, trader, first)
        likely = own[Weight.OFFER] + own[Weight.BAIT] * wanted / LIKE_JOKER
        return float(
            min(1.0, likely)
            * (gains[state.tabled[trader]] - losses[first] - own[Weight.GUARD] * wanted)
        )
    if state.phase == Phase.DISCARD and cards.rank_power[cards.type_rank[first]] == Power.SKIP:
        most = 0.0  # a two is kept for the seat it hurts most
        for other in range(state.players):
            if other != seat and not state.skip[other]:
                most = max(most, threat_of(cards, state, seat, other))
        worth = own[Weight.SKIP] * most if state.rounds > state.opening else -own[Weight.IDLE]
        return float(worth + own[Weight.SPARE] * (state.hand[seat, first] - 1))
    # any other seat may have it
    return float(-losses[first] - own[Weight.GUARD] * best_help(cards, state, seat, first))


def pillar_worth(cards: Cards, state: State, seat: int, rank: int, wild: int, held: Any) -> float:
    """Rate a pillar by its gain over keeping its cards: the first pillar draws cards, and cards in
    pillars are safe from others.
    """
    own = cards.weights[seat]
    natural = int(cards.pillar_size) - wild
    empire = cards.rank_empire[rank]
    worth = own[Weight.PILLAR] - worth_of_count(cards, seat, natural)
    worth -= own[Weight.WILD] * wild + own[Weight.LEFT] * (held[rank] - natural)
    if state.laid[seat] == 0:
        worth += own[Weight.SIX_CARDS] - own[Weight.RIVALS] * (
            1.0 - room_in(cards, state, seat, empire)
        )
        for other in range(cards.ranks):  # the empire it belongs to
            if cards.rank_empire[other] == empire and other != rank:
                worth += own[Weight.PLAN] * worth_of_count(cards, seat, held[other])
    is_last = (
        state.laid[seat] + 1 >= cards.pillars_to_win and state.hand_size[seat] > cards.pillar_size
    )
    return float(worth + WINNING if is_last else worth)


# ------------------------------------------------------------------------------------------- worths
@rules.verb
def value(cards: Cards, state: State, seat: int) -> float:
    """Return what a seat's position is worth in pillars: those laid, the potential of the hand and,
    in a match, the empires built.

    Once the game is over, return the pillars, plus WON for the winner.
    """
    worth = float(score_of(cards, state, seat))
    if cards.match == ruled.Match.OVERLORD:
        worth = float(state.laid[seat]) + 2 * WON * count_of(state.overlord[seat])
    if state.end != 0:
        better = 0
        for other in range(state.players):
            better += standing_of(cards, state, other) > standing_of(cards, state, seat)
        return worth + (WON if better == 0 else 0.0)
    return worth + hand_worth(cards, state, seat) - (SKIPPED if state.skip[seat] else 0.0)


def worth_of_count(cards: Cards, seat: int, count: int) -> float:
    """Return the value that a seat gives to a number of cards of one rank in the hand."""
    if count <= 0:
        return 0.0
    worth = cards.weights[seat, Weight.ONE + min(count, 4) - 1]
    return float(
        worth + cards.weights[seat, Weight.MORE] * (min(count, 8) - 4) if count > 4 else worth
    )


def lacks(cards: Cards, state: State, seat: int, rank: int) -> bool:
    """Return whether a rank belongs to some empire and the seat has no pillar of it."""
    return bool(cards.rank_empire[rank] != EMPTY and not state.ranks[seat] >> rank & 1)


def room_in(cards: Cards, state: State, seat: int, empire: int) -> float:
    """Return the remaining part of an empire's worth, given the other seats that build it: each
    pack has one pillar of each rank.
    """
    room, builders = 1.0, 0
    for other in range(state.players):
        if other != seat and state.empire[other] == empire:
            builders += 1
            room *= cards.weights[
                seat, Weight.SHARED if builders < cards.packs[state.players] else Weight.CROWDED
            ]
    return room


def weigh_empires(cards: Cards, state: State, seat: int, held: Any, out: Any) -> None:
    """Write how much a seat cares for each empire, into an array of zeros: 1 for the empire it is
    building or aiming at.
    """
    best, most = state.empire[seat], -1.0
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
    """Write the value to a seat of one more, and of one fewer, card of each type, into arrays of
    zeros.
    """
    weights, most = local_zeros(EMPIRES, np.float64), 0.0
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
        gains[cards.joker] = losses[cards.joker] = (
            cards.weights[seat, Weight.JOKER] + cards.weights[seat, Weight.FILL] * most
        )


def hand_worth(cards: Cards, state: State, seat: int) -> float:
    held, weights = local_zeros(RANKS, np.int64), local_zeros(EMPIRES, np.float64)
    count_ranks(cards, state, seat, held)
    weigh_empires(cards, state, seat, held, weights)
    worth = (
        cards.weights[seat, Weight.JOKER] * state.hand[seat, cards.joker]
        if cards.joker != EMPTY
        else 0.0
    )
    for rank in range(cards.ranks):
        if lacks(cards, state, seat, rank):
            worth += weights[cards.rank_empire[rank]] * worth_of_count(cards, seat, held[rank])
    return float(worth)


def help_to(cards: Cards, state: State, seat: int, other: int, type_: int) -> float:
    """Estimate from public information what one more card would be worth to another seat."""
    rank, known = cards.type_rank[type_], int(state.known[other, type_])
    ahead = 1.0 + cards.weights[seat, Weight.AHEAD] * state.laid[other]
    if type_ == cards.joker:
        return float(cards.weights[seat, Weight.JOKER] * ahead)
    if not lacks(cards, state, other, rank) or (
        state.empire[other] != EMPTY and state.empire[other] != cards.rank_empire[rank]
    ):
        return 0.0
    if state.empire[other] == EMPTY:
        return float(
            cards.weights[seat, Weight.UNKNOWN] + cards.weights[seat, Weight.KNOWN] * known
        )
    # A seat that is building keeps what it needs: if its number of a rank is unknown, assume one or
    # two.
    held = known if state.most[other, type_] <= known else max(known, 1)
    return float(
        (worth_of_count(cards, seat, held + 1) - worth_of_count(cards, seat, held)) * ahead
    )


def best_help(cards: Cards, state: State, seat: int, type_: int) -> float:
    """Estimate how much a card would help the other seat that it helps most."""
    best = 0.0
    for other in range(state.players):
        if other != seat:
            best = max(best, help_to(cards, state, seat, other, type_))
    return best


def threat_of(cards: Cards, state: State, seat: int, other: int) -> float:
    """Estimate how close another seat is to winning, from its pillars and what is known of its
    hand.
    """
    threat = state.laid[other] + cards.weights[seat, Weight.HAND] * state.hand_size[other]
    for type_ in range(cards.types):
        if state.known[other, type_] > 0 and help_to(cards, state, seat, other, type_) > 0:
            threat += cards.weights[seat, Weight.FEARED] * state.known[other, type_]
    return float(threat)


def count_unseen(cards: Cards, state: State, seat: int, unseen: Any) -> None:
    """Count, by type, the cards whose place a seat does not know: the resources pile and the
    unknown cards of other hands.
    """
    for type_ in range(cards.types):
        seen = (
            state.buried[type_]
            + state.hand[seat, type_]
            + state.known[:, type_].sum()
            - state.known[seat, type_]
        )
        unseen[type_] = cards.type_copies[type_] * cards.packs[state.players] - seen
    for other in range(state.players):
        for i in range(size(state.pile[other])):
            unseen[state.pile[other, i]] -= 1


def chance_of(
    cards: Cards, state: State, seat: int, other: int, type_: int, hidden: int, share: float
) -> float:
    """Return how likely another seat is to have a card of a type that makes up a given share of the
    unseen cards; `hidden` of its cards are unknown.
    """
    if state.known[other, type_] > 0:
        return 1.0
    if state.most[other, type_] == 0:
        return 0.0
    if empire_of(cards, type_) == state.empire[other] and lacks(
        cards, state, other, cards.type_rank[type_]
    ):
        # kept, while other cards were discarded
        share = min(MOST_SURE, cards.weights[seat, Weight.KEPT] * share)
    missing = 1.0
    for _ in range(min(hidden, int(state.most[other, type_]))):
        missing *= 1.0 - share
    chance = 1.0 - missing
    return float(
        chance * cards.weights[seat, Weight.THROWN] if top(state.pile[other]) == type_ else chance
    )


rules.compile(__name__)
