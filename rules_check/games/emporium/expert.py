"""Emporium's expert: the move that a decent human player would make from public information and the
seat's own hand, and the value of a position.

One function per phase rates a move in gold, relative to doing nothing, by the weights of its seat;
`advise` takes the best-rated move. Of rivals it knows only what is public: their gold, how many
cards of which tier they hold, and which of these were shown.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rules_check.games.emporium import course
from rules_check.games.emporium import game as do
from rules_check.games.emporium import rulings as ruled
from rules_check.games.emporium.game import MAX_MOVES, rules
from rules_check.games.emporium.room import (
    DECK_KINDS,
    HERO_PLACES,
    MONSTER_PLACES,
    OWNERS,
    SEATS,
    SLOTS,
    SORTS,
    TIERS,
    TYPES,
)
from rules_check.games.emporium.state import HERO, MONSTER, Cards, Phase, State
from rules_check.games.emporium.weights import Weight
from rules_check.rules import (
    EMPTY,
    INT,
    below,
    best_by_luck,
    by_odds,
    jit_within,
    local_empty,
    local_zeros,
    parts_of,
)
from rules_check.toolkit.zones import count, highest, is_first, lowest, size

SELLERS = 0.7  # part of the rivals that sell, while the others bid, if nothing more is known
RARELY = 0.25  # chance of a bid without a visible reason: a rival may hold cards we cannot see
# difference in gold up to which options count as equal, if surprise does not matter
NEAR = 0.1

# The worth of things, as rows of a table: the hero and the monster at each place, below HERO and
# MONSTER, and a card of each tier.
CARD, WORTHS = 2, 3

# The guesses about each rival, as columns of a table.
BIDS, TOP_BID, ABLE, CAP, SLOT = 0, 1, 2, 3, 4
# of one item of ours: `note_sellers`
SELLS = SLOT + TYPES
LOW = SLOT + TYPES + 1
LATE = SLOT + TYPES + 2
RIVAL_COLUMNS = LATE + 1


@rules.verb
def advise(cards: Cards, state: State, moves: Any, count: int) -> int:
    """Choose for the deciding seat: an index into the first `count` moves, which are some of the
    legal ones.
    """
    if count == 1:
        return 0
    ratings, phase = local_empty(MAX_MOVES, np.float64)[:count], state.phase
    if phase == Phase.CHOOSE:
        own = rate_choices(cards, state, moves, ratings)
        strike_lesser(cards, state, moves, ratings)
        chosen = by_odds(
            state.rng, 1 + state.seat, ratings, cards.weights[state.seat, Weight.SHADE]
        )
        if own > 0.0 or state.players > 2:
            return raised(cards, state, moves, count, chosen)
        return chosen
    if phase == Phase.PLACE:
        rate_docks(cards, state, moves, ratings)
    elif phase <= Phase.FIGHT:
        rate_patron(cards, state, moves, ratings)
    elif phase == Phase.BANISH:
        rate_votes(cards, state, moves, ratings)
    else:
        rate_restocking(cards, state, moves, ratings)
    return best_by_luck(state.rng, 1 + state.seat, ratings, NEAR)


# -------------------------------------------------------------------------------------------- hands
def rounds_left(cards: Cards, state: State, seat: int) -> int:
    """Estimate how many rounds are left: hardly any if the table is stuck and that ends a game, or
    should.
    """
    rounds = 1 + int(cards.weights[seat, Weight.PACE] * (fights_left(state) - 1) / state.players)
    if state.still_rounds == 0:
        return rounds
    return min(rounds, max(1, course.STILL_ROUNDS - int(state.still_rounds)))


def fights_left(state: State) -> int:
    """Count the fights that can still be won: the fight that finds a deck empty ends the game."""
    return 1 + min(size(state.deck[HERO]), size(state.deck[MONSTER]))


def count_tiers(cards: Cards, state: State, seat: int, counts: Any) -> None:
    """Count the cards of each tier in a hand, into an array of zeros."""
    for i in range(size(state.hand[seat])):
        counts[cards.item_tier[state.hand[seat, i]]] += 1


def stock_worth(cards: Cards, counts: Any, rounds: int, hold: float) -> float:
    """Return the worth of a hand with a number of cards of each tier: sold one per round, best
    first, while the game lasts.
    """
    worth, share = 0.0, hold
    for tier in range(cards.tiers - 1, -1, -1):
        for _ in range(min(counts[tier], rounds)):
            worth += share * course.price_of(cards, tier)
            share *= hold
        rounds -= min(counts[tier], rounds)
    return worth


def weigh_tiers(cards: Cards, state: State, seat: int, out: Any) -> None:
    """Write the worth to a hand of one card of each tier: the loss without it, or the gain from one
    more if it has none.
    """
    counts = local_zeros(TIERS, np.int64)
    hold = cards.weights[seat, Weight.HOLD]
    rounds = rounds_left(cards, state, seat)
    count_tiers(cards, state, seat, counts)
    now = stock_worth(cards, counts, rounds, hold)
    for tier in range(cards.tiers):
        step = -1 if counts[tier] > 0 else 1
        counts[tier] += step
        out[tier] = abs(stock_worth(cards, counts, rounds, hold) - now)
        counts[tier] -= step


def use_of(cards: Cards, state: State, item: int) -> float:
    """Return the reasons to keep this card among those of its tier: a slot for it, its colour, its
    strength.
    """
    use = 0.5 * min(2, course.count_open(cards, state, cards.item_slot[item]))
    bonus = cards.colour_bonus / 2 if course.has_slot(cards, state, item, True) else 0.0
    return float(use + bonus + 0.1 * cards.item_strength[item])


# ----------------------------------------------------------------------------------------- trophies
def most_of(cards: Cards, state: State, won: Any, kind: int, sort: int) -> tuple[int, int, int]:
    """Find the most trophies of a type, the most among the other seats, and the seat with the most.

    EMPTY if no seat has more than the least that counts.
    """
    first = 0 if cards.most_of_none == ruled.MostOfNone.NOUGHT_COUNTS else 1
    second, holder = first, EMPTY
    for seat in range(state.players):
        count = won[kind, sort, seat]
        if count > first:
            first, second, holder = count, first, seat
        elif count > second:
            second = count
    return first, second, holder


def lead_falls(cards: Cards, state: State, seat: int) -> float:
    """Return the lead that is certain to last: it shrinks with the number of trophies still to
    come.
    """
    return float(
        1.0 + cards.weights[seat, Weight.LEAD] * ((fights_left(state) - 1) / cards.monster_types)
    )


def most_chance(cards: Cards, count: int, seat: int, most: Any, falls: float) -> float:
    """Estimate from its lead a seat's chance of having the most of a type at the end."""
    lead = (
        count
        - (most[1] if most[2] == seat else most[0])
        + (-0.5 if cards.most_ties == ruled.MostTies.NOBODY else 0.5)
    )
    return float(min(1.0, max(0.0, 0.5 + lead / falls)))


def set_worth(cards: Cards, state: State, won: Any, seat: int) -> float:
    """Return the worth of a seat's monsters as sets: complete sets, and the incomplete one in
    proportion.
    """
    types = cards.monster_types
    whole = lowest(won[MONSTER, :types, seat])
    missing = count(won[MONSTER, :types, seat], whole)
    chance = min(1.0, (fights_left(state) - 1) / (state.players * missing))
    return float(cards.monster_set_bonus * (whole + chance * (types - missing) / types))


@jit_within
def trophy_worth(cards: Cards, state: State, won: Any, kind: int, sort: int, seat: int) -> float:
    """Return the worth of one more trophy: towards a set and the most of its type, and by what
    rivals then lose.
    """
    worth = 0.0
    loss = -cards.weights[seat, Weight.DENY] / (state.players - 1)
    falls = lead_falls(cards, state, seat)
    # of this for a set
    is_short = kind == MONSTER and won[kind, sort, seat] == lowest(
        won[kind, : cards.monster_types, seat]
    )
    for sign in (-1, 1):
        most = most_of(cards, state, won, kind, sort)
        for other in range(state.players):
            share = 1.0 if other == seat else loss
            chance = most_chance(cards, won[kind, sort, other], other, most, falls)
            worth += sign * share * cards.most_bonus[kind, sort] * chance
        worth += sign * set_worth(cards, state, won, seat) if is_short else 0.0
        won[kind, sort, seat] -= sign
    return float(cards.weights[seat, Weight.TROPHY] * worth)


def expected_bonus(cards: Cards, state: State, seat: int) -> float:
    """Return the expected bonuses for a seat's trophies: sets, and chances of having the most."""
    won = local_zeros((DECK_KINDS, SORTS, OWNERS), INT)
    course.count_won(cards, state, won)
    worth, falls = set_worth(cards, state, won, seat), lead_falls(cards, state, seat)
    for kind in (MONSTER, HERO):
        for sort in range(cards.trophies[kind]):
            most = most_of(cards, state, won, kind, sort)
            worth += cards.most_bonus[kind, sort] * most_chance(
                cards, won[kind, sort, seat], seat, most, falls
            )
    return worth


# ------------------------------------------------------------------------------------------- fights
def weigh_cards(cards: Cards, state: State, seat: int, out: Any) -> None:
    """Write the worth of each monster in the row, of each hero's card, and of a card of each tier
    in the hand.
    """
    weigh_tiers(cards, state, seat, out[CARD])
    won = local_zeros((DECK_KINDS, SORTS, OWNERS), INT)
    course.count_won(cards, state, won)
    known = local_zeros((DECK_KINDS, SORTS), INT)
    worth = local_empty((DECK_KINDS, SORTS), np.float64)
    for kind in range(DECK_KINDS):
        row = state.heroes if kind == HERO else state.monsters
        for place in range(row.size):
            out[kind, place] = 0.0
            card = row[place]
            if card != EMPTY:
                sort = cards.trophy[kind, card]
                if known[kind, sort] == 0:  # cards of one type are worth the same
                    known[kind, sort] = 1
                    worth[kind, sort] = trophy_worth(cards, state, won, kind, sort, seat)
                out[kind, place] = worth[kind, sort] + (
                    cards.reward[card] if kind == MONSTER else 0
                )


def reach_chance(margin: int, help_: float) -> float:
    """Estimate the chance that a hero is strong enough, from its surplus of strength and the
    strength that sales may add.
    """
    if margin >= 0:
        return 1.0
    return 0.0 if margin <= -2.0 * help_ else 1.0 + margin / (2.0 * help_)


def prey(cards: Cards, state: State, h: int, strength: int, help_: float, worths: Any) -> float:
    """Return the worth of the best fight for a hero of this strength, to which the given strength
    may still be added.
    """
    best = 0.0
    for m in range(cards.monsters_in_row):
        if state.monsters[m] != EMPTY:
            chance = reach_chance(strength - cards.strength[MONSTER, state.monsters[m]], help_)
            best = max(best, chance * (worths[MONSTER, m] + worths[HERO, h]))
    return best


def note_fights(
    cards: Cards,
    state: State,
    h: int,
    strength: int,
    cost: float,
    help_: float,
    worths: Any,
    out: Any,
) -> None:
    """Raise `out[0, h, m]`, the worth of hero h against monster m, if gear of this cost is worth
    more; `out[1, h, m]` is the chance.

    `out[2, h, m]` is the worth without help.
    """
    for m in range(cards.monsters_in_row):
        if state.monsters[m] != EMPTY:
            chance = reach_chance(strength - cards.strength[MONSTER, state.monsters[m]], help_)
            gain = chance * (worths[MONSTER, m] + worths[HERO, h] - cost)
            out[2, h, m] = max(out[2, h, m], gain if chance == 1.0 else 0.0)
            if gain > out[0, h, m]:
                out[0, h, m], out[1, h, m] = gain, chance


def gear_cost(cards: Cards, seat: int, item: int, worths: Any) -> float:
    """Return the cost of an item that goes into a fight with a hero."""
    is_kept = cards.winner_items == ruled.WinnerItems.TO_PATRON
    if is_kept:
        return 0.0
    return float(cards.weights[seat, Weight.CARD] * worths[CARD, cards.item_tier[item]])


@jit_within
def back_worth(cards: Cards, worn: int, worths: Any) -> float:
    """Return the worth of an item that is swapped out."""
    if cards.swapped_item == ruled.SwappedItem.DISCARDED:
        return 0.0
    return float(worths[CARD, cards.item_tier[worn]])


def weigh_swaps(
    cards: Cards, state: State, seat: int, h: int, added: int, help_: float, worths: Any, out: Any
) -> None:
    """Note what hero h can do after swapping one item or none; `added`, one copy of which is
    reserved, is in an open slot.
    """
    strength, cost = course.strength_of(cards, state, h), 0.0
    if added != EMPTY:
        strength = strength + cards.item_strength[added]
        cost = gear_cost(cards, seat, added, worths)
    note_fights(cards, state, h, strength, cost, help_, worths, out)
    if highest(state.worn[h]) != EMPTY:
        for i in range(size(state.hand[seat])):
            item = state.hand[seat, i]
            if item != added:
                for k in range(SLOTS):
                    worn = state.worn[h, k]
                    if worn != EMPTY and worn != item and course.fits(cards, state, h, k, item):
                        gain = cards.item_strength[item] - cards.item_strength[worn]
                        paid = (
                            cost
                            + gear_cost(cards, seat, item, worths)
                            - back_worth(cards, worn, worths)
                        )
                        note_fights(cards, state, h, strength + gain, paid, help_, worths, out)
            added = added if item != added else EMPTY


def weigh_from(
    cards: Cards, state: State, seat: int, h: int, phase: int, help_: float, worths: Any, out: Any
) -> None:
    """Note what hero h can do for a patron that has yet to add an item and swap one, only to swap
    one, or only to fight.
    """
    if phase == Phase.FIGHT:
        note_fights(cards, state, h, course.strength_of(cards, state, h), 0.0, help_, worths, out)
        return
    weigh_swaps(cards, state, seat, h, EMPTY, help_, worths, out)
    if phase == Phase.ADD:
        for i in range(size(state.hand[seat])):
            item = state.hand[seat, i]
            if course.open_slot(cards, state, h, item) != EMPTY:
                weigh_swaps(cards, state, seat, h, item, help_, worths, out)


def weigh_all(cards: Cards, state: State, seat: int, help_: float, worths: Any, out: Any) -> None:
    """Write the worth of cards and of all fights to a seat."""
    weigh_cards(cards, state, seat, worths)
    out[:] = 0.0
    for h in range(cards.heroes_on_table[state.players]):
        if state.heroes[h] != EMPTY:
            weigh_from(
                cards,
                state,
                seat,
                h,
                Phase.ADD,
                help_ * course.open_slots(cards, state, h, EMPTY),
                worths,
                out,
            )


# -------------------------------------------------------------------------------------------- table
def help_of_sales(cards: Cards, state: State, seat: int) -> float:
    """Estimate the strength that the rivals' sales add to an open slot this round."""
    slots, strength, held = course.count_open(cards, state, EMPTY), 0.0, 0
    if slots == 0:
        return 0.0
    for other in range(state.players):
        if other != seat:
            counts = local_zeros(TIERS, np.int64)
            count_tiers(cards, state, other, counts)
            for tier in range(cards.tiers):
                strength += counts[tier] * cards.mean_strength[tier]
                held += counts[tier]
    filled = min(1.0, cards.weights[seat, Weight.FITS] * SELLERS * (state.players - 1) / slots)
    return float(
        cards.weights[seat, Weight.HOPE]
        * filled
        * strength
        / max(1, held)
        / (1 + state.still_rounds)
    )


def table_worth(cards: Cards, state: State, seat: int, slots: int, lost: int, fights: Any) -> float:
    """Return the worth of the table: sales while slots are open to all, and a share of the fights
    of all heroes except `lost`.
    """
    worth = (
        cards.weights[seat, Weight.TABLE]
        * course.price_of(cards, 0)
        * min(1.0, slots / state.players)
    )
    for h in range(HERO_PLACES):
        worth += highest(fights[0, h]) / state.players if h != lost else 0.0
    return float(worth)


def banish_gain(cards: Cards, state: State, seat: int, h: int, fights: Any) -> float:
    """Estimate the gain from banishing a hero: a new hero's open slots, in exchange for what the
    old one has and can do.
    """
    slots = course.count_open(cards, state, EMPTY)
    then = table_worth(
        cards,
        state,
        seat,
        slots + cards.slots - course.open_slots(cards, state, h, EMPTY),
        h,
        fights,
    )
    return float(
        then
        - table_worth(cards, state, seat, slots, EMPTY, fights)
        + cards.weights[seat, Weight.BANISH]
    )


def stir_of(cards: Cards, state: State) -> float:
    """Return the worth to the seat of any action: 0 unless one more idle round would end the game
    while it is behind.
    """
    if (
        cards.stall != ruled.Stall.THREE_STILL_ROUNDS
        or state.progress
        or state.still_rounds < course.STILL_ROUNDS - 1
    ):
        return 0.0
    points = local_zeros(SEATS, np.int64)
    course.scores(cards, state, points)
    if highest(points[: state.players]) > points[state.seat]:
        return float(cards.weights[state.seat, Weight.STIR])
    return 0.0


# -------------------------------------------------------------------------------- behind the screen
def rate_choices(cards: Cards, state: State, moves: Any, out: Any) -> float:
    """Rate the choices behind the screen; return the worth of what the seat's own hand can win."""
    worths = local_empty((WORTHS, TIERS), np.float64)
    fights = local_empty((3, HERO_PLACES, MONSTER_PLACES), np.float64)
    seat, help_, stir = state.seat, help_of_sales(cards, state, state.seat), stir_of(cards, state)
    weigh_all(cards, state, seat, help_, worths, fights)
    first, second, third = take_best(fights, 0), take_best(fights, 0), take_best(fights, 0)
    own = take_best(fights, 2)[0]
    crowd = min(
        1.0,
        ((first[0] > 0) + (second[0] > 0) + (third[0] > 0) + cards.weights[seat, Weight.HOPEFUL])
        / state.players,
    )
    rivals, before, keep, slots = local_zeros((SEATS, RIVAL_COLUMNS), np.float64), EMPTY, 0.0, 0
    for other in range(state.players):
        if other != seat:
            guess_rival(cards, state, other, help_, crowd, worths, rivals)
    for i in range(out.size):
        kind, item, price = parts_of(moves[i])
        if kind == do.SELL:
            if item != before:
                before = item
                keep = worths[CARD, cards.item_tier[item]] + arming_cost(
                    cards, state, item, worths, rivals
                )
                keep -= cards.colour_bonus if course.has_slot(cards, state, item, True) else 0
                slots = course.count_open(cards, state, cards.item_slot[item])
                note_sellers(cards, state, item, slots, rivals)
            out[i] = sale_chance(state, price, slots, rivals) * (
                price - keep + cards.weights[seat, Weight.SALE] + stir
            )
        else:  # in an idle game others may not help: count only fights that the own hand wins
            out[i] = (
                rate_bid(cards, state, item, first, second, third, own, rivals) + stir * (own > 0)
                if kind == do.BID
                else 0.0
            )
    return float(own)


def take_best(fights: Any, plane: int) -> tuple[float, float]:
    """Find the best fight, its gain and chance, and remove its hero and its monster, to leave what
    later patrons can win.
    """
    best_h, best_m = 0, 0
    for h in range(HERO_PLACES):
        for m in range(MONSTER_PLACES):
            if fights[plane, h, m] > fights[plane, best_h, best_m]:
                best_h, best_m = h, m
    best, chance = fights[plane, best_h, best_m], fights[1, best_h, best_m]
    fights[plane, best_h, :] = fights[plane, :, best_m] = 0.0
    return best, chance


@jit_within
def guess_rival(
    cards: Cards, state: State, rival: int, help_: float, crowd: float, worths: Any, out: Any
) -> None:
    """Predict a rival's action: the chance that it bids, its highest bid, whether it can win, and
    the cap and slots of the items it may sell.
    """
    top, caps, shown, held, weights = 0, 0, 0, size(state.hand[rival]), cards.weights[state.seat]
    for i in range(held):
        item = state.hand[rival, i]
        top = max(top, cards.item_tier[item])
        caps += course.price_of(cards, cards.item_tier[item])
        # Only shown cards count, so it does not matter what the others are.
        if state.shown[rival, item] > 0 and is_first(state.hand[rival], i):
            out[rival, SLOT + cards.item_slot[item]] += state.shown[rival, item]
            shown += state.shown[rival, item]
    for slot in range(cards.slots):
        out[rival, SLOT + slot] = (out[rival, SLOT + slot] + (held - shown) / cards.slots) / max(
            1, held
        )
    out[rival, CAP] = caps / max(1, held)
    sale = weights[Weight.SALE_PART] * course.price_of(cards, top) if held > 0 else 0.0
    gear = weights[Weight.FITS] * cards.mean_strength[top] if held > 0 else 0.0
    fight, able = rival_fight(cards, state, weights[Weight.TRUST] * help_, gear, worths)
    out[rival, ABLE] = 1.0 - weights[Weight.ABLE] * (1.0 - able)
    if state.gold[rival] > 0 and fight > 0:
        eager = min(
            1.0,
            max(RARELY, weights[Weight.EAGER] + (fight - 2 * sale) / (2 * weights[Weight.DOUBT])),
        )
        out[rival, BIDS] = 1.0 if held == 0 else eager * crowd
    out[rival, TOP_BID] = max(
        1.0,
        min(
            float(min(state.gold[rival], cards.die_faces)), weights[Weight.OUTBID] * (fight - sale)
        ),
    )


@jit_within
def rival_fight(
    cards: Cards, state: State, help_: float, gear: float, worths: Any
) -> tuple[float, float]:
    """Estimate the worth of the best fight of a rival that can add this strength to an open slot,
    and how surely it wins without help.
    """
    best, able, weakest = 0.0, 0.0, course.weakest_monster(cards, state)
    for h in range(cards.heroes_on_table[state.players]):
        if state.heroes[h] != EMPTY:
            slots = course.open_slots(cards, state, h, EMPTY)
            strength = course.strength_of(cards, state, h) + int(gear if slots > 0 else gear / 2)
            best = max(best, prey(cards, state, h, strength, help_ * slots, worths))
            able = max(able, reach_chance(strength - weakest, gear))
    return best, able


def comes_before(state: State, other: int, seat: int) -> bool:
    """Return whether another seat acts first, all else being equal."""
    # a remainder would take as long as everything else here
    ahead = other - state.first
    behind = seat - state.first
    return bool(
        (ahead if ahead >= 0 else ahead + state.players)
        < (behind if behind >= 0 else behind + state.players)
    )


@jit_within
def rate_bid(
    cards: Cards,
    state: State,
    bid: int,
    first: Any,
    second: Any,
    third: Any,
    own: float,
    rivals: Any,
) -> float:
    """Rate a bid: the expected prize less the bid, by the number of rivals that may come first;
    `own` is won without help.
    """
    if (
        first[0] <= bid * first[1]
        and second[0] <= bid * second[1]
        and third[0] <= bid * third[1]
        and own <= bid
    ):
        return 0.0
    none, one, more, span = 1.0, 0.0, 0.0, 1.0 - cards.weights[state.seat, Weight.LOW_BID]
    # of the others, if none is ahead: the sellers, and those that could win but are outbid
    sell = 0.0
    kept = 0.0
    others = state.players - 1
    for other in range(state.players):
        if other != state.seat:
            top, bids = rivals[other, TOP_BID], rivals[other, BIDS]
            # A rival that bids at all bids at least a part of its highest bid.
            higher = top - bid + (1 if comes_before(state, other, state.seat) else 0)
            ahead = rivals[other, ABLE] * bids * min(1.0, max(0.0, higher / (1.0 + span * top)))
            rest = max(1.0 - ahead, 1e-9)
            sell += (1.0 - bids) / rest
            kept += (rivals[other, ABLE] * bids - ahead) / rest
            none, one, more = (
                none * (1 - ahead),
                one * (1 - ahead) + none * ahead,
                more + one * ahead,
            )
    # a bidder arms no hero
    helped = 1.0 - cards.weights[state.seat, Weight.ARMED] * (1.0 - sell / others)
    blocked = cards.weights[state.seat, Weight.BLOCK] * kept / others * own if own > bid else 0.0
    worth = none * (
        helped * max(0.0, first[0] - bid * first[1])
        + (1.0 - helped) * max(0.0, own - bid)
        + blocked
    )
    return float(
        worth
        + one * max(0.0, second[0] - bid * second[1])
        + more * max(0.0, third[0] - bid * third[1])
    )


@jit_within
def note_sellers(cards: Cards, state: State, item: int, slots: int, rivals: Any) -> None:
    """Note, for each rival, the chance that it sells such an item, from what price up, and whether
    it comes before us at an equal price.
    """
    seat, tier_price, sure = state.seat, course.price_of(cards, cards.item_tier[item]), 1.0
    for other in range(state.players):
        if other != seat:
            sells = (1.0 - rivals[other, BIDS]) * rivals[other, SLOT + cards.item_slot[item]]
            sure *= 1.0 - sells
            cap = cards.weights[seat, Weight.ASK] * rivals[other, CAP]
            rivals[other, SELLS] = sells
            # If slots are scarce, rivals ask less, down to a price as good as asking for the most
            # when no one else sells.
            rivals[other, LOW] = cap if slots > 1 else max(1.0, cap * sure)
            rivals[other, LATE] = cap > tier_price or (
                cap == tier_price and comes_before(state, other, seat)
            )


@jit_within
def sale_chance(state: State, price: int, slots: int, rivals: Any) -> float:
    """Estimate the chance that the item noted finds one of the open slots: that fewer rivals than
    slots sell such an item first.
    """
    if slots == 0:
        return 0.0
    none, one, two = 1.0, 0.0, 0.0
    for other in range(state.players):
        if other != state.seat and rivals[other, SELLS] > 0:
            low = rivals[other, LOW]
            over, span = price + rivals[other, LATE] - low, rivals[other, CAP] - low + 1
            share = 1.0 if over >= span else over / span
            if over <= 0:
                share = 0.0
            ahead = rivals[other, SELLS] * share
            none, one, two = (
                none * (1 - ahead),
                one * (1 - ahead) + none * ahead,
                two * (1 - ahead) + one * ahead,
            )
    if slots == 1:
        return float(none)
    if slots == 2:
        return float(none + one)
    if slots == 3:
        return float(none + one + two)
    return 1.0


@jit_within
def arming_cost(cards: Cards, state: State, item: int, worths: Any, rivals: Any) -> float:
    """Return the cost of a sale because others will fight with the item: part of its use to them,
    where it helps them least.

    The cost falls with the number of idle rounds, since some seat must begin.
    """
    least = -1.0
    for h in range(cards.heroes_on_table[state.players]):
        if course.open_slot(cards, state, h, item) != EMPTY:
            more = new_prey(cards, state, h, item, worths)
            least = more if least < 0 else min(least, more)
    heeded = 1.0 - cards.weights[state.seat, Weight.HEED] * (1.0 - highest(rivals[:, BIDS]))
    return float(
        cards.weights[state.seat, Weight.ENVY]
        * heeded
        * max(0.0, least)
        / state.players
        / (1 + state.still_rounds)
    )


def new_prey(cards: Cards, state: State, h: int, item: int, worths: Any) -> float:
    """Return how much an item improves a hero's best fight, if a patron may add an item of the
    lowest tier.
    """
    strength, gear = course.strength_of(cards, state, h), cards.mean_strength[0]
    return prey(cards, state, h, strength + cards.item_strength[item], gear, worths) - prey(
        cards, state, h, strength, gear, worths
    )


def strike_lesser(cards: Cards, state: State, moves: Any, ratings: Any) -> None:
    """Decide at random whether to sell or to bid, and rate the other far lower: always taking the
    better one would be predictable.
    """
    best, weights = local_empty(2, np.float64), cards.weights[state.seat]
    best[:] = -np.inf
    for i in range(ratings.size):
        is_bid = int(parts_of(moves[i])[0] != do.SELL)
        best[is_bid] = max(best[is_bid], ratings[i])
    chosen = by_odds(state.rng, 1 + state.seat, best, weights[Weight.MIX])
    for i in range(ratings.size):
        if int(parts_of(moves[i])[0] != do.SELL) != chosen:
            ratings[i] -= abs(best[0] - best[1]) + (2 * weights[Weight.SHADE] + 1.0)


def raised(cards: Cards, state: State, moves: Any, count: int, chosen: int) -> int:
    """Find the bid that is RAISE gold above the one chosen, or the closest legal one; other moves
    are unchanged.
    """
    more = cards.weights[state.seat, Weight.RAISE]
    kind, bid, _ = parts_of(moves[chosen])
    if kind != do.BID or more == 0.0:
        return chosen
    wanted, best = bid + np.floor(more + below(state.rng, 1 + state.seat, 1000) / 1000), chosen
    for i in range(count):
        other, amount, _ = parts_of(moves[i])
        if other == do.BID and abs(amount - wanted) < abs(parts_of(moves[best])[1] - wanted):
            best = i
    return best


# -------------------------------------------------------------------------------- sales and patrons
def rate_docks(cards: Cards, state: State, moves: Any, out: Any) -> None:
    """Rate each slot for the item: the price and the bonus, less the card, and the effect of the
    hero's new strength on each seat.
    """
    seat, item, mine = state.seat, state.choice_item[state.seat], patron_share(cards, state)
    worths = local_empty((WORTHS, TIERS), np.float64)
    weigh_cards(cards, state, seat, worths)
    for i in range(out.size):
        out[i] = 0.0
        kind, h, _ = parts_of(moves[i])
        if kind == do.DOCK:
            bonus = cards.colour_bonus if course.is_match(cards, state, h, item) else 0
            out[i] = state.choice_price[seat] + bonus - worths[CARD, cards.item_tier[item]]
            out[i] += new_prey(cards, state, h, item, worths) * (
                mine - (1 - mine) / (state.players - 1)
            )


def patron_share(cards: Cards, state: State) -> float:
    """Estimate the chance of being the patron of a hero armed now: 0 if another patron waits,
    otherwise by which seats can outbid us next round.
    """
    seat, share = state.seat, 0.5
    own = min(state.gold[seat] + state.choice_price[seat], cards.die_faces)
    for other in range(state.players):
        if state.choice[other] == do.BID and state.resolved[other] == 0:
            return 0.0
        if other != seat:
            gold = min(state.gold[other], cards.die_faces)
            # The marker passes to the next seat, so its current holder comes last among equal bids.
            is_ahead = (other - state.first - 1) % state.players < (
                seat - state.first - 1
            ) % state.players
            share /= 2 if gold > own or (gold == own and is_ahead) else 1
    return share


def rate_patron(cards: Cards, state: State, moves: Any, out: Any) -> None:
    """Rate a patron's next step by the best fight that it leads to."""
    worths = local_empty((WORTHS, TIERS), np.float64)
    fights = local_empty((3, HERO_PLACES, MONSTER_PLACES), np.float64)
    weigh_cards(cards, state, state.seat, worths)
    for i in range(out.size):
        kind, a, b = parts_of(moves[i])
        # a patron that passes may not have chosen a hero
        h = a if kind == do.SEND else max(0, state.chosen)
        fights[:] = 0.0
        if kind in (do.SEND, do.KEEP):
            weigh_from(cards, state, state.seat, h, state.phase + 1, 0.0, worths, fights)
        elif kind == do.ADD:
            weigh_swaps(cards, state, state.seat, h, a, 0.0, worths, fights)
        elif kind == do.SWAP:
            worn = state.worn[h, b]
            strength = (
                course.strength_of(cards, state, h)
                + cards.item_strength[a]
                - cards.item_strength[worn]
            )
            cost = gear_cost(cards, state.seat, a, worths) - back_worth(cards, worn, worths)
            note_fights(cards, state, h, strength, cost, 0.0, worths, fights)
        best = worths[MONSTER, a] + worths[HERO, h] if kind == do.ATTACK else highest(fights[0, h])
        out[i] = best - state.choice_price[state.seat] if kind != do.PASS else 0.0


# --------------------------------------------------------------------------------------- restocking
def rate_restocking(cards: Cards, state: State, moves: Any, out: Any) -> None:
    """Rate drawing, upgrading and discarding by the worth of the resulting hand."""
    seat = state.seat
    stir = stir_of(cards, state)
    counts = local_zeros(TIERS, np.int64)
    weights = cards.weights[state.seat]
    count_stock(cards, state, seat, counts)
    for i in range(out.size):
        kind, item, _ = parts_of(moves[i])
        tier = cards.item_tier[item]
        if kind == do.UPGRADE:
            paid = (
                cost_of(cards, state, cards.upgrade_price[tier + 1]) if state.upgrades > 0 else 0.0
            )
            worth = (
                after_upgrade(cards, state, counts, tier)
                - paid
                - weights[Weight.USE] * use_of(cards, state, item)
            )
            out[i] = (
                worth
                + weights[Weight.UPGRADE]
                + stir
                + (weights[Weight.SECOND] if state.upgrades > 0 else 0.0)
            )
        elif kind == do.THROW:
            out[i] = -float(course.price_of(cards, tier)) - use_of(cards, state, item)
        else:
            new = max(0, cards.hand_limit - size(state.hand[seat])) if kind == do.DRAW else 0
            counts[cards.starting_tier] += new
            out[i] = kept_worth(cards, state, seat, counts)
            counts[cards.starting_tier] -= new


def count_stock(cards: Cards, state: State, seat: int, counts: Any) -> None:
    """Count the cards of each tier in a hand, including upgrades already paid for, into an array of
    zeros.
    """
    count_tiers(cards, state, seat, counts)
    if state.seat == seat:
        for tier in range(cards.tiers):
            counts[tier] += state.pending[tier]


def kept_worth(cards: Cards, state: State, seat: int, counts: Any) -> float:
    """Return the worth of a hand with a number of cards of each tier."""
    return stock_worth(
        cards, counts, rounds_left(cards, state, seat), cards.weights[seat, Weight.KEEP]
    )


def cost_of(cards: Cards, state: State, price: int) -> float:
    """Return the real cost of paying a price: it exceeds the price if less gold is left than the
    highest bid takes.
    """
    wanted = max(0, price - max(0, state.gold[state.seat] - cards.die_faces))
    return float(price + cards.weights[state.seat, Weight.PURSE] * wanted)


def lift(counts: Any, tier: int, count: int) -> None:
    """Count a number of cards of a tier as cards of the next."""
    counts[tier] -= count
    counts[tier + 1] += count


@jit_within
def after_upgrade(cards: Cards, state: State, counts: Any, tier: int) -> float:
    """Return the worth of the hand with one card a tier higher, or two if a second upgrade is worth
    its price.
    """
    lift(counts, tier, 1)
    worth, price = kept_worth(cards, state, state.seat, counts), cards.upgrade_price[tier + 1]
    if (
        state.upgrades + 1 < cards.upgrades_most
        and counts[tier] > 0
        and state.gold[state.seat] >= price
    ):
        lift(counts, tier, 1)
        worth = max(
            worth, kept_worth(cards, state, state.seat, counts) - cost_of(cards, state, price)
        )
        lift(counts, tier, -1)
    lift(counts, tier, -1)
    return worth


# ---------------------------------------------------------------------------------------- banishing
def rate_votes(cards: Cards, state: State, moves: Any, out: Any) -> None:
    """Rate the heroes to banish, each by the gain from a replacement and by which other seats must
    vote for it.
    """
    worths = local_empty((WORTHS, TIERS), np.float64)
    fights = local_empty((3, HERO_PLACES, MONSTER_PLACES), np.float64)
    gains = local_zeros(HERO_PLACES, np.float64)
    is_hidden = cards.banish_votes == ruled.BanishVotes.EACH_HIDDEN
    stir = stir_of(cards, state)
    possible = 0
    to_come = state.players - 1 - (0 if is_hidden else state.turn)
    for h in range(cards.heroes_on_table[state.players]):
        if state.heroes[h] != EMPTY:
            missing = state.needed - (0 if is_hidden else course.votes_for(state, h))
            if missing <= 0:
                gains[h] = -float(cards.banish_price)
            elif missing > 1 + to_come or not course.may_banish(cards, state, h):
                gains[h] = -NEAR - 0.01
            else:
                if possible == 0:
                    weigh_all(
                        cards,
                        state,
                        state.seat,
                        2 * help_of_sales(cards, state, state.seat),
                        worths,
                        fights,
                    )
                gains[h] = banish_gain(cards, state, state.seat, h, fights) - cards.banish_price
                possible |= 1 << h
    for i in range(out.size):
        _, mask, _ = parts_of(moves[i])
        out[i] = stir if mask & possible else 0.0
        for h in range(HERO_PLACES):
            out[i] += gains[h] if mask >> h & 1 else 0.0


# ---------------------------------------------------------------------------------------- positions
@rules.verb
def value(cards: Cards, state: State, seat: int) -> float:
    """Return what a seat's position is worth in gold: the score once the game is over; before that,
    the sum of

    - its gold, and its bonuses by the chance to have them in the end;
    - its hand: what the cards could be sold for, one per round, and a little for those that have a
      slot open;
    - the table: open slots to sell into, and its share of the best fight of every hero;
    - its choice behind the screen, by a rough chance of success; the hero it is currently changing
      as a patron, by the best fight still to be had; the votes it cast.
    """
    if state.phase == Phase.OVER:
        out = local_zeros(SEATS, np.int64)
        course.scores(cards, state, out)
        return float(out[seat])
    worths = local_empty((WORTHS, TIERS), np.float64)
    fights = local_empty((3, HERO_PLACES, MONSTER_PLACES), np.float64)
    weigh_all(cards, state, seat, 0.0, worths, fights)
    worth = state.gold[seat] + expected_bonus(cards, state, seat) + hand_worth(cards, state, seat)
    worth += table_worth(cards, state, seat, course.count_open(cards, state, EMPTY), EMPTY, fights)
    if state.phase == Phase.BANISH:
        worth += vote_worth(cards, state, seat, fights)
    elif state.choice[seat] == do.SELL:
        worth += sale_worth(cards, state, seat, worths)
    elif state.choice[seat] == do.BID:
        worth += bid_worth(cards, state, seat, worths, fights)
    return float(worth)


def hand_worth(cards: Cards, state: State, seat: int) -> float:
    """Rate a hand, including upgrades already paid for."""
    counts = local_zeros(TIERS, np.int64)
    count_stock(cards, state, seat, counts)
    worth = kept_worth(cards, state, seat, counts)
    for i in range(size(state.hand[seat])):
        worth += 0.1 * use_of(cards, state, state.hand[seat, i])
    return worth


def sale_worth(cards: Cards, state: State, seat: int, worths: Any) -> float:
    """Rate a sale still to come: its chance rises with the number of open slots and falls with the
    price.
    """
    item, price = state.choice_item[seat], state.choice_price[seat]
    is_due = state.phase == Phase.PLACE and state.seat == seat
    if not is_due and (state.resolved[seat] or state.phase > Phase.PLACE):
        return 0.0
    ahead = (
        (state.players - 1) * price / course.price_of(cards, cards.item_tier[item]) / cards.tiers
    )
    chance = (
        1.0
        if is_due
        else min(1.0, course.count_open(cards, state, cards.item_slot[item]) / (1.0 + ahead))
    )
    bonus = cards.colour_bonus * course.has_slot(cards, state, item, True)
    return float(chance * (price + bonus - worths[CARD, cards.item_tier[item]]))


def bid_worth(cards: Cards, state: State, seat: int, worths: Any, fights: Any) -> float:
    """Rate a bid: the best fight, certain if it is this patron's turn, otherwise more likely the
    less gold others have to outbid it.
    """
    bid, phase, chance = state.choice_price[seat], state.phase, 1.0
    is_due = state.seat == seat and Phase.PATRON <= phase <= Phase.FIGHT
    if not is_due and (state.resolved[seat] or phase > Phase.PATRON):
        return 0.0
    if is_due and phase != Phase.PATRON:
        fights[:] = 0.0
        weigh_from(cards, state, seat, state.chosen, phase, 0.0, worths, fights)
    for other in range(state.players):
        if not is_due and other != seat and state.gold[other] > bid:
            chance *= 1.0 - 1.0 / (1.0 + bid)
    return float(
        chance
        * max(
            0.0,
            highest(fights[0, 0]) - bid,
            highest(fights[0, 1]) - bid,
            highest(fights[0, 2]) - bid,
        )
    )


def vote_worth(cards: Cards, state: State, seat: int, fights: Any) -> float:
    """Rate the votes to banish by the gain and the cost if there is a majority, or an even chance
    of one.
    """
    worth, is_hidden = 0.0, cards.banish_votes == ruled.BanishVotes.EACH_HIDDEN
    still = state.players - (1 if is_hidden else state.turn)
    for h in range(cards.heroes_on_table[state.players]):
        votes = state.votes[seat] >> h & 1 if is_hidden else course.votes_for(state, h)
        chance = 0.5 if votes + still >= state.needed else 0.0
        if votes >= state.needed:
            chance = 1.0
        if state.heroes[h] != EMPTY and votes > 0:
            worth += chance * (
                banish_gain(cards, state, seat, h, fights)
                - cards.banish_price * (state.votes[seat] >> h & 1)
            )
    return worth


rules.compile(__name__)
