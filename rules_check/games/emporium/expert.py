"""Emporium's expert: the move that a decent human would make, from what is public and the own hand.

One function a phase rates a move in gold, more or less than doing nothing would bring; `advise` takes the best rated.
What cards, trophies and fights are worth is in `emporium_worth`, what is laid behind the screen in `emporium_choice`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rules_check.engine.arrays import local_empty, local_zeros
from rules_check.engine.kernel import below, best_by_luck, by_odds, jit_lean, jit_within
from rules_check.games.emporium import rulings as ruled
from rules_check.games.emporium.choice import new_prey, rate_choices
from rules_check.games.emporium.state import EMPTY, HERO, HERO_PLACES, MONSTER, MONSTER_PLACES, TIERS, Cards, Choice, Phase, State
from rules_check.games.emporium.table import may_banish, strength_of
from rules_check.games.emporium.weights import Weight
from rules_check.games.emporium.words import ADD, ATTACK, BID, DOCK, DRAW, MAX_MOVES, SELL, SEND, SWAP, THROW, UPGRADE, rules
from rules_check.games.emporium.worth import (
    banish_gain,
    best_of,
    count_tiers,
    gear_cost,
    help_of_sales,
    note_fights,
    price_of,
    rounds_left,
    stir_of,
    stock_worth,
    tier_strengths,
    use_of,
    weigh_all,
    weigh_gear,
    weigh_prizes,
    weigh_swaps,
    weigh_tiers,
)
from rules_check.toolkit.moves import parts_of

NEAR = 0.1  # gold between options that are as good as equal, where there is no need to surprise anybody


@rules.verb
@jit_lean
def advise(cards: Cards, state: State, moves: Any, count: int) -> int:
    """Choose for the seat whose decision it is: an index into the first `count` moves, some of the legal."""
    if count == 1:
        return 0
    ratings = local_empty(MAX_MOVES, np.float64)[:count]
    phase = state.phase
    if phase == Phase.CHOOSE:
        rate_choices(cards, state, moves, ratings)
    elif phase == Phase.PLACE:
        rate_docks(cards, state, moves, ratings)
    elif Phase.PATRON <= phase <= Phase.FIGHT:
        rate_patron(cards, state, moves, ratings)
    elif phase == Phase.BANISH:
        rate_votes(cards, state, moves, ratings)
    else:
        rate_restocking(cards, state, moves, ratings)
    if phase == Phase.CHOOSE:
        strike_lesser(cards, state, moves, ratings)
        chosen = by_odds(state.rng, 1 + state.seat, ratings, cards.weights[state.seat, Weight.SHADE])
        return raised(cards, state, moves, count, chosen)
    return best_by_luck(state.rng, 1 + state.seat, ratings, NEAR)


@jit_lean
def raised(cards: Cards, state: State, moves: Any, count: int, chosen: int) -> int:
    """Find the bid that is RAISE gold higher than the one chosen, or as near to that as is legal; other moves stay."""
    more = cards.weights[state.seat, Weight.RAISE]
    kind, bid, _ = parts_of(moves[chosen])
    if kind != BID or more == 0.0:
        return chosen
    wanted, best = bid + np.floor(more + below(state.rng, 1 + state.seat, 1000) / 1000), chosen
    for i in range(count):
        other, amount, _ = parts_of(moves[i])
        if other == BID and abs(amount - wanted) < abs(parts_of(moves[best])[1] - wanted):
            best = i
    return best


@jit_lean
def strike_lesser(cards: Cards, state: State, moves: Any, ratings: Any) -> None:
    """Decide by luck whether to sell or to bid, and rate the other far below: who always does the better can be read by all."""
    sale, bid, far = -np.inf, -np.inf, 2 * cards.weights[state.seat, Weight.SHADE] + 1.0
    for i in range(ratings.size):
        if parts_of(moves[i])[0] == SELL:
            sale = max(sale, ratings[i])
        else:
            bid = max(bid, ratings[i])
    two, mix = local_empty(2, np.float64), cards.weights[state.seat, Weight.MIX]
    two[0], two[1] = sale, bid
    is_bid = by_odds(state.rng, 1 + state.seat, two, mix) == 1
    for i in range(ratings.size):
        if (parts_of(moves[i])[0] == SELL) == is_bid:
            ratings[i] -= abs(sale - bid) + far


# ------------------------------------------------------------------- sales
@jit_lean
def rate_docks(cards: Cards, state: State, moves: Any, out: Any) -> None:
    """Rate where the item may go: the price and the bonus, less the card, and what the hero's new strength brings to whom."""
    seat = state.seat
    item = state.choice_item[seat]
    tiers, prizes = local_empty(TIERS, np.float64), local_empty((2, MONSTER_PLACES), np.float64)
    weigh_tiers(cards, state, seat, rounds_left(cards, state, state.seat), tiers)
    weigh_prizes(cards, state, seat, prizes)
    mine, gear = patron_share(cards, state), local_empty(TIERS, np.float64)
    tier_strengths(cards, gear)
    for i in range(out.size):
        out[i] = 0.0
        kind, h, _ = parts_of(moves[i])
        if kind == DOCK:
            bonus = cards.colour_bonus if cards.hero_guild[state.heroes[h]] == cards.item_guild[item] else 0
            more = new_prey(cards, state, h, item, gear[0], prizes)
            out[i] = state.choice_price[seat] + bonus - tiers[cards.item_tier[item]]
            out[i] += more * (mine - (1 - mine) / (state.players - 1))


@jit_lean
def patron_share(cards: Cards, state: State) -> float:
    """Guess the chance to be the patron of a hero armed now: none where another waits, else by who can outbid us next round."""
    seat, share = state.seat, 0.5
    own = min(state.gold[seat] + state.choice_price[seat], cards.die_faces)
    for other in range(state.players):
        if state.choice[other] == Choice.BID and state.resolved[other] == 0:
            return 0.0
        if other != seat:
            gold = min(state.gold[other], cards.die_faces)
            # The marker passes to the next seat, so that its holder comes last among equal bids.
            is_first = (other - state.first - 1) % state.players < (seat - state.first - 1) % state.players
            if gold > own or (gold == own and is_first):
                share /= 2
    return share


# ----------------------------------------------------------------- patrons
@jit_lean
def rate_patron(cards: Cards, state: State, moves: Any, out: Any) -> None:
    """Rate what a patron may do next by the best fight that it leads to."""
    seat, h = state.seat, state.chosen
    tiers, prizes = local_empty(TIERS, np.float64), local_empty((2, MONSTER_PLACES), np.float64)
    weigh_tiers(cards, state, seat, rounds_left(cards, state, state.seat), tiers)
    weigh_prizes(cards, state, seat, prizes)
    fights = local_zeros((2, HERO_PLACES, MONSTER_PLACES), np.float64)
    bid = state.choice_price[seat]
    for i in range(out.size):
        kind, a, b = parts_of(moves[i])
        fights[:] = 0.0
        if kind == SEND:
            weigh_gear(cards, state, seat, a, 0.0, tiers, prizes, fights)
            out[i] = best_of(fights, a) - bid
        elif kind == ADD:
            weigh_swaps(cards, state, seat, h, a, b, gear_cost(cards, seat, a, tiers), 0.0, tiers, prizes, fights)
            out[i] = best_of(fights, h) - bid
        elif kind == SWAP:
            worn = state.worn[h, b]
            cost = gear_cost(cards, seat, a, tiers) - (
                0.0 if cards.swapped_item == ruled.SwappedItem.DISCARDED else tiers[cards.item_tier[worn]]
            )
            strength = strength_of(cards, state, h) + cards.item_strength[a] - cards.item_strength[worn]
            note_fights(cards, state, h, strength, cost, 0.0, prizes, fights)
            out[i] = best_of(fights, h) - bid
        elif kind == ATTACK:
            out[i] = prizes[MONSTER, a] + prizes[HERO, h] - bid
        elif state.phase == Phase.ADD:
            weigh_swaps(cards, state, seat, h, EMPTY, EMPTY, 0.0, 0.0, tiers, prizes, fights)
            out[i] = best_of(fights, h) - bid
        elif state.phase == Phase.SWAP:
            note_fights(cards, state, h, strength_of(cards, state, h), 0.0, 0.0, prizes, fights)
            out[i] = best_of(fights, h) - bid
        else:
            out[i] = 0.0


# -------------------------------------------------------------- restocking
@jit_lean
def rate_restocking(cards: Cards, state: State, moves: Any, out: Any) -> None:
    """Rate drawing, upgrading and discarding by what the hand is worth then."""
    seat = state.seat
    use, gain = cards.weights[seat, Weight.USE], cards.weights[seat, Weight.UPGRADE]
    stir = stir_of(cards, state)
    counts = local_empty(TIERS, np.int64)
    count_tiers(cards, state, seat, counts)
    for tier in range(cards.tiers):
        counts[tier] += state.pending[tier]
    for i in range(out.size):
        kind, item, _ = parts_of(moves[i])
        tier = cards.item_tier[item]
        if kind == UPGRADE:
            paid = cards.upgrade_price[tier + 1] if state.upgrades > 0 else 0
            out[i] = after_upgrade(cards, state, counts, tier) - paid - use * use_of(cards, state, item) + gain + stir
        elif kind == THROW:
            out[i] = -float(price_of(cards, tier)) - use_of(cards, state, item)
        else:
            new = max(0, cards.hand_limit - state.hand_size[seat]) if kind == DRAW else 0
            counts[cards.starting_tier] += new
            out[i] = worth_of(cards, state, counts)
            counts[cards.starting_tier] -= new


@jit_lean
def worth_of(cards: Cards, state: State, counts: Any) -> float:
    """Say what a hand of so many cards of each tier is worth."""
    hold = cards.weights[state.seat, Weight.KEEP]
    return float(stock_worth(cards, counts, rounds_left(cards, state, state.seat), hold))


@jit_within
def after_upgrade(cards: Cards, state: State, counts: Any, tier: int) -> float:
    """Say what the hand is worth with a card one tier up; of two such cards, if a second one is worth its price."""
    counts[tier] -= 1
    counts[tier + 1] += 1
    worth = worth_of(cards, state, counts)
    price = cards.upgrade_price[tier + 1]
    if state.upgrades + 1 < cards.upgrades_most and counts[tier] > 0 and state.gold[state.seat] >= price:
        counts[tier] -= 1
        counts[tier + 1] += 1
        worth = max(worth, worth_of(cards, state, counts) - price)
        counts[tier] += 1
        counts[tier + 1] -= 1
    counts[tier] += 1
    counts[tier + 1] -= 1
    return worth


# --------------------------------------------------------------- banishing
@jit_lean
def rate_votes(cards: Cards, state: State, moves: Any, out: Any) -> None:
    """Rate the heroes to be banished, each by what a new one in its place would bring, and by who else must vote for it."""
    tiers, prizes, fights = (
        local_empty(TIERS, np.float64),
        local_empty((2, MONSTER_PLACES), np.float64),
        local_empty((2, HERO_PLACES, MONSTER_PLACES), np.float64),
    )
    gains, gear, is_weighed = local_zeros(HERO_PLACES, np.float64), local_empty(TIERS, np.float64), False
    stir, possible = stir_of(cards, state), 0
    for h in range(cards.heroes_on_table[state.players]):
        if state.heroes[h] != EMPTY:
            missing = int(state.needed) if cards.banish_votes == ruled.BanishVotes.EACH_HIDDEN else votes_missing(state, h)
            if missing <= 0:
                gains[h] = -float(cards.banish_price)
            elif missing > 1 + votes_to_come(cards, state) or not may_banish(cards, state, h):
                gains[h] = -NEAR - 0.01
            else:
                if not is_weighed:
                    tier_strengths(cards, gear)
                    weigh_all(cards, state, state.seat, 2 * help_of_sales(cards, state, state.seat, gear), tiers, prizes, fights)
                    is_weighed = True
                gains[h] = banish_gain(cards, state, state.seat, h, fights) - cards.banish_price
                possible |= 1 << h
    for i in range(out.size):
        _, mask, _ = parts_of(moves[i])
        out[i] = stir if mask & possible else 0.0
        for h in range(HERO_PLACES):
            if mask >> h & 1:
                out[i] += gains[h]


@jit_lean
def votes_missing(state: State, h: int) -> int:
    """Count the votes that the hero at a place still needs to be banished, where all votes so far are seen."""
    votes = 0
    for other in range(state.players):
        votes += state.votes[other] >> h & 1
    return int(state.needed - votes)


@jit_lean
def votes_to_come(cards: Cards, state: State) -> int:
    """Count the seats that may still vote after this one, as far as it knows."""
    return int(state.players - 1 if cards.banish_votes == ruled.BanishVotes.EACH_HIDDEN else state.players - 1 - state.turn)
