"""What Emporium's expert lays behind its screen: sales and bids rated in gold against what the rivals are likely to do.

Of rivals it knows what all know: their gold, how many cards of which tier they hold, and which of them were shown.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rules_check.engine.arrays import local_empty, local_zeros
from rules_check.engine.kernel import jit_lean, jit_within
from rules_check.games.emporium.state import EMPTY, HERO, HERO_PLACES, MONSTER, MONSTER_PLACES, SEATS, TIERS, TYPES, Cards, State
from rules_check.games.emporium.table import open_slot, strength_of
from rules_check.games.emporium.weights import Weight
from rules_check.games.emporium.words import BID, SELL
from rules_check.games.emporium.worth import (
    count_open,
    has_bonus,
    help_of_sales,
    open_slots,
    price_of,
    reach_chance,
    stir_of,
    tier_strengths,
    weigh_all,
)
from rules_check.toolkit.moves import parts_of

RARELY = 0.25  # chance of a bid that nothing speaks for: a rival may hold what we cannot see

# What is guessed of each rival, the columns of a table.
BIDS, TOP_BID, CAP, SLOT = 0, 1, 2, 3
SELLS, LOW, LATE = SLOT + TYPES, SLOT + TYPES + 1, SLOT + TYPES + 2  # of one item of ours: `note_sellers`
RIVAL_COLUMNS = LATE + 1


@jit_lean
def rate_choices(cards: Cards, state: State, moves: Any, out: Any) -> None:
    """Rate what may be laid behind the screen."""
    seat = state.seat
    tiers, prizes, fights = (
        local_empty(TIERS, np.float64),
        local_empty((2, MONSTER_PLACES), np.float64),
        local_empty((2, HERO_PLACES, MONSTER_PLACES), np.float64),
    )
    gear = local_empty(TIERS, np.float64)
    tier_strengths(cards, gear)
    help_ = help_of_sales(cards, state, seat, gear)
    weigh_all(cards, state, seat, help_, tiers, prizes, fights)
    first = take_best(fights)
    second = take_best(fights)
    third = take_best(fights)
    crowd = min(1.0, ((first[0] > 0) + (second[0] > 0) + (third[0] > 0) + cards.weights[seat, Weight.HOPEFUL]) / state.players)
    rivals = local_zeros((SEATS, RIVAL_COLUMNS), np.float64)
    for other in range(state.players):
        if other != seat:
            guess_rival(cards, state, other, help_, crowd, gear, prizes, rivals)
    stir, fight = stir_of(cards, state), 0.0
    if stir > 0.0:  # nobody else may help: only a fight that the own hand wins counts
        weigh_all(cards, state, seat, 0.0, tiers, prizes, fights)
        fight = stir if take_best(fights)[0] > 0.0 else 0.0
    before, keep, slots = EMPTY, 0.0, 0
    for i in range(out.size):
        kind, item, price = parts_of(moves[i])
        if kind == SELL:
            if item != before:
                before, keep = item, tiers[cards.item_tier[item]] + arming_cost(cards, state, item, gear[0], prizes)
                keep -= cards.colour_bonus if has_bonus(cards, state, item) else 0
                slots = count_open(cards, state, cards.item_slot[item])
                note_sellers(cards, state, item, slots, rivals)
            out[i] = sale_chance(state, price, slots, rivals) * (price - keep + cards.weights[seat, Weight.SALE] + stir)
        elif kind == BID:
            out[i] = rate_bid(cards, state, item, first, second, third, rivals) + fight
        else:
            out[i] = 0.0


@jit_lean
def take_best(fights: Any) -> tuple[float, float]:
    """Find the best fight, gain and chance, and strike out its hero and its monster: what is left for whom comes later."""
    best, best_h, best_m = 0.0, EMPTY, EMPTY
    for h in range(HERO_PLACES):
        for m in range(MONSTER_PLACES):
            if fights[0, h, m] > best:
                best, best_h, best_m = fights[0, h, m], h, m
    if best_h == EMPTY:
        return 0.0, 0.0
    chance = fights[1, best_h, best_m]
    fights[0, best_h, :] = 0.0
    fights[0, :, best_m] = 0.0
    return best, chance


@jit_within
def guess_rival(cards: Cards, state: State, rival: int, help_: float, crowd: float, gear: Any, prizes: Any, out: Any) -> None:
    """Guess what a rival does: the chance that it bids, its highest bid, the price cap and slots of what it may sell."""
    top, caps, weights = 0, 0, cards.weights[state.seat]
    for i in range(state.hand_size[rival]):
        tier = cards.item_tier[state.hand[rival, i]]
        top = max(top, tier)
        caps += price_of(cards, tier)
    size = state.hand_size[rival]
    shown = 0
    for i in range(size):  # only what was shown counts, so which cards the others are makes no difference
        item = state.hand[rival, i]
        if state.shown[rival, item] > 0 and is_first(state, rival, i):
            out[rival, SLOT + cards.item_slot[item]] += state.shown[rival, item]
            shown += state.shown[rival, item]
    for slot in range(cards.slots):
        out[rival, SLOT + slot] = (out[rival, SLOT + slot] + (size - shown) / cards.slots) / max(1, size)
    out[rival, CAP] = caps / max(1, size)
    sale = weights[Weight.SALE_PART] * price_of(cards, top) if size > 0 else 0.0
    fight = rival_fight(cards, state, help_, weights[Weight.FITS] * gear[top] if size > 0 else 0.0, prizes)
    if state.gold[rival] > 0 and fight > 0:
        eager = min(1.0, max(RARELY, weights[Weight.EAGER] + (fight - 2 * sale) / (2 * weights[Weight.DOUBT])))
        out[rival, BIDS] = 1.0 if size == 0 else eager * crowd
    out[rival, TOP_BID] = max(1.0, min(float(min(state.gold[rival], cards.die_faces)), weights[Weight.OUTBID] * (fight - sale)))


@jit_lean
def is_first(state: State, seat: int, i: int) -> bool:
    """Say whether no earlier card of a hand is the same as its card number `i`."""
    earlier = 0
    while state.hand[seat, earlier] != state.hand[seat, i]:
        earlier += 1
    return earlier == i


@jit_within
def rival_fight(cards: Cards, state: State, help_: float, gear: float, prizes: Any) -> float:
    """Guess what the best fight brings to a rival that can add so much strength to an open slot."""
    best = 0.0
    for h in range(cards.heroes_on_table[state.players]):
        if state.heroes[h] == EMPTY:
            continue
        slots = open_slots(cards, state, h)
        strength = strength_of(cards, state, h) + int(gear if slots > 0 else gear / 2)
        for m in range(cards.monsters_in_row):
            if state.monsters[m] != EMPTY:
                chance = reach_chance(strength - cards.strength[MONSTER, state.monsters[m]], help_ * slots)
                best = max(best, chance * (prizes[MONSTER, m] + prizes[HERO, h]))
    return best


@jit_lean
def comes_before(state: State, other: int, seat: int) -> bool:
    """Say whether, all else equal, another seat has its turn first."""
    ahead, behind = other - state.first, seat - state.first  # a remainder would take as long as all else here
    return bool((ahead if ahead >= 0 else ahead + state.players) < (behind if behind >= 0 else behind + state.players))


@jit_within
def rate_bid(cards: Cards, state: State, bid: int, first: Any, second: Any, third: Any, rivals: Any) -> float:
    """Rate a bid: what is to be won, less the bid, by how many rivals may come first."""
    none, one, more, span = 1.0, 0.0, 0.0, 1.0 - cards.weights[state.seat, Weight.LOW_BID]
    for other in range(state.players):
        if other != state.seat:
            top = rivals[other, TOP_BID]
            # A rival who bids at all bids from a part of its highest bid up.
            higher = top - bid + (1 if comes_before(state, other, state.seat) else 0)
            ahead = rivals[other, BIDS] * min(1.0, max(0.0, higher / (1.0 + span * top)))
            none, one, more = none * (1 - ahead), one * (1 - ahead) + none * ahead, more + one * ahead
    worth = none * max(0.0, first[0] - bid * first[1])
    worth += one * max(0.0, second[0] - bid * second[1])
    return float(worth + more * max(0.0, third[0] - bid * third[1]))


@jit_within
def note_sellers(cards: Cards, state: State, item: int, slots: int, rivals: Any) -> None:
    """Note of each rival the chance that it sells such an item, from what price up, and whether it comes before us at an equal one."""
    seat, tier_price, sure = state.seat, price_of(cards, cards.item_tier[item]), 1.0
    for other in range(state.players):
        if other != seat:
            sells = (1.0 - rivals[other, BIDS]) * rivals[other, SLOT + cards.item_slot[item]]
            sure *= 1.0 - sells
            cap = cards.weights[seat, Weight.ASK] * rivals[other, CAP]
            rivals[other, SELLS] = sells
            # Where slots are short the rivals ask less, down to what is as good as asking for the most when nobody else sells.
            rivals[other, LOW] = cap if slots > 1 else max(1.0, cap * sure)
            rivals[other, LATE] = cap > tier_price or (cap == tier_price and comes_before(state, other, seat))


@jit_within
def sale_chance(state: State, price: int, slots: int, rivals: Any) -> float:
    """Guess the chance that the item noted finds one of the open slots: that fewer rivals than those sell such an item before."""
    if slots == 0:
        return 0.0
    none, one, two = 1.0, 0.0, 0.0
    for other in range(state.players):
        if other != state.seat and rivals[other, SELLS] > 0:
            low = rivals[other, LOW]
            over, span = price + rivals[other, LATE] - low, rivals[other, CAP] - low + 1
            ahead = rivals[other, SELLS] * (0.0 if over <= 0 else 1.0 if over >= span else over / span)
            none, one, two = none * (1 - ahead), one * (1 - ahead) + none * ahead, two * (1 - ahead) + one * ahead
    return float(none if slots == 1 else none + one if slots == 2 else none + one + two if slots == 3 else 1.0)


@jit_within
def arming_cost(cards: Cards, state: State, item: int, gear: float, prizes: Any) -> float:
    """Say what a sale costs because others will fight with the item: where it helps them least, a part of what it adds.

    The longer the table has been still, the less it counts: somebody must begin.
    """
    least = -1.0
    for h in range(cards.heroes_on_table[state.players]):
        if open_slot(cards, state, h, item) != EMPTY:
            more = new_prey(cards, state, h, item, gear, prizes)
            least = more if least < 0 else min(least, more)
    return float(cards.weights[state.seat, Weight.ENVY] * max(0.0, least) / state.players / (1 + state.still_rounds))


@jit_lean
def new_prey(cards: Cards, state: State, h: int, item: int, gear: float, prizes: Any) -> float:
    """Say by how much an item makes a hero's best fight better."""
    strength = strength_of(cards, state, h)
    return prey(cards, state, h, strength + cards.item_strength[item], gear, prizes) - prey(cards, state, h, strength, gear, prizes)


@jit_lean
def prey(cards: Cards, state: State, h: int, strength: int, gear: float, prizes: Any) -> float:
    """Say what the hero's best fight is worth, if a patron may add so much."""
    best = 0.0
    for m in range(cards.monsters_in_row):
        if state.monsters[m] != EMPTY:
            chance = reach_chance(strength - cards.strength[MONSTER, state.monsters[m]], gear)
            best = max(best, chance * (prizes[MONSTER, m] + prizes[HERO, h]))
    return best
