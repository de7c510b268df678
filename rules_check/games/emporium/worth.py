"""What things are worth in Emporium, in gold, to a seat that looks at what is public and at its own hand.

In: the records, a seat. Out: numbers for `emporium_value` and `emporium_expert`. Changes nothing in a state.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rules_check.engine.arrays import local_empty, local_zeros
from rules_check.engine.kernel import jit_lean, jit_within
from rules_check.games.emporium import rulings as ruled
from rules_check.games.emporium.end import scores
from rules_check.games.emporium.state import (
    EMPTY,
    HERO,
    HERO_PLACES,
    LEVELS,
    MONSTER,
    MONSTER_PLACES,
    SEATS,
    SLOTS,
    STILL_ROUNDS,
    TIERS,
    Cards,
    Owner,
    State,
)
from rules_check.games.emporium.table import strength_of
from rules_check.games.emporium.weights import Weight
from rules_check.toolkit.records import INT

SELLERS = 0.7  # of the rivals sell, the others bid, where nothing more is known


@jit_lean
def price_of(cards: Cards, tier: int) -> int:
    """Say the most that an item of a tier can be sold for."""
    return int(min(cards.price_cap[tier], cards.die_faces))


@jit_lean
def fights_left(state: State) -> int:
    """Say how many fights can still be won: the one that finds a deck empty ends the game."""
    return 1 + int(min(state.deck_size[HERO], state.deck_size[MONSTER]))


@jit_lean
def rounds_left(cards: Cards, state: State, seat: int) -> int:
    """Guess how many rounds are left; hardly any where the table has gone still and that ends a game, or ought to."""
    rounds = 1 + int(cards.weights[seat, Weight.PACE] * (fights_left(state) - 1) / state.players)
    is_moving = state.still_rounds == 0 or cards.stall == ruled.Stall.HEROES_LEAVE
    return rounds if is_moving else min(rounds, max(1, STILL_ROUNDS - int(state.still_rounds)))


@jit_lean
def stir_of(cards: Cards, state: State) -> float:
    """Return what it is worth to the seat that something happens: nothing, unless one more still round would end the game and it is behind."""
    if cards.stall != ruled.Stall.THREE_STILL_ROUNDS or state.progress or state.still_rounds < STILL_ROUNDS - 1:
        return 0.0
    standing = local_zeros(SEATS, np.int64)
    scores(cards, state, standing)
    is_behind = False
    for seat in range(state.players):
        is_behind = is_behind or standing[seat] > standing[state.seat]
    return float(cards.weights[state.seat, Weight.STIR]) if is_behind else 0.0


# ------------------------------------------------------------------ hands
@jit_lean
def count_tiers(cards: Cards, state: State, seat: int, counts: Any) -> None:
    """Write how many cards of each tier a hand has."""
    for tier in range(cards.tiers):
        counts[tier] = 0
    for i in range(state.hand_size[seat]):
        counts[cards.item_tier[state.hand[seat, i]]] += 1


@jit_lean
def stock_worth(cards: Cards, counts: Any, rounds: int, hold: float) -> float:
    """Return what so many cards of each tier are worth in hand: sold one a round, the best first, while the game lasts."""
    worth, share = 0.0, hold
    for tier in range(cards.tiers - 1, -1, -1):
        for _ in range(min(counts[tier], rounds)):
            worth += share * price_of(cards, tier)
            share *= hold
        rounds -= min(counts[tier], rounds)
    return worth


@jit_lean
def weigh_tiers(cards: Cards, state: State, seat: int, rounds: int, out: Any) -> None:
    """Write what one card of each tier is worth to a hand: what the hand loses without it, or gains where it has none."""
    counts, hold = local_empty(TIERS, np.int64), cards.weights[seat, Weight.HOLD]
    count_tiers(cards, state, seat, counts)
    now = stock_worth(cards, counts, rounds, hold)
    for tier in range(cards.tiers):
        step = -1 if counts[tier] > 0 else 1
        counts[tier] += step
        out[tier] = abs(stock_worth(cards, counts, rounds, hold) - now)
        counts[tier] -= step


# --------------------------------------------------------------- trophies
@jit_lean
def tally(cards: Cards, state: State, out: Any) -> None:
    """Count the trophies, `out[kind, seat, type]`."""
    out[:] = 0
    for card in range(cards.counts[HERO]):
        if state.hero_owner[card] < Owner.ON_TABLE:
            out[HERO, state.hero_owner[card], hero_type(cards, card)] += 1
    for card in range(cards.counts[MONSTER]):
        if state.monster_owner[card] < Owner.ON_TABLE:
            out[MONSTER, state.monster_owner[card], cards.monster_type[card]] += 1


@jit_lean
def hero_type(cards: Cards, hero: int) -> int:
    return int(cards.level[HERO, hero] - 1 if cards.hero_type == ruled.HeroType.LEVEL else cards.hero_guild[hero])


@jit_lean
def most_of(cards: Cards, state: State, counts: Any, kind: int, type_: int) -> tuple[int, int, int]:
    """Find the most trophies of a type, the most among the seats but the one that has those, and that seat.

    EMPTY where no seat has more than what counts at all.
    """
    first = 0 if cards.most_of_none == ruled.MostOfNone.NOUGHT_COUNTS else 1
    second, holder = first, EMPTY
    for seat in range(state.players):
        count = counts[kind, seat, type_]
        if count > first:
            first, second, holder = count, first, seat
        elif count > second:
            second = count
    return first, second, holder


@jit_lean
def lead_falls(cards: Cards, state: State, seat: int) -> float:
    """Say how large a lead is sure to last: the fewer trophies are still to come, the smaller."""
    return float(1.0 + cards.weights[seat, Weight.LEAD] * ((fights_left(state) - 1) / cards.monster_types))


@jit_lean
def most_chance(cards: Cards, counts: Any, kind: int, type_: int, seat: int, most: Any, falls: float) -> float:
    """Guess the chance of a seat to have the most of a type in the end, by its lead."""
    best = most[1] if most[2] == seat else most[0]
    lead = counts[kind, seat, type_] - best + (-0.5 if cards.most_ties == ruled.MostTies.NOBODY else 0.5)
    return float(min(1.0, max(0.0, 0.5 + lead / falls)))


@jit_lean
def set_worth(cards: Cards, state: State, counts: Any, seat: int) -> float:
    """Say what a seat's monsters bring as sets: whole ones, and the begun one by the part that is there."""
    types = cards.monster_types
    least = counts[MONSTER, seat, 0]
    for type_ in range(1, types):
        least = min(least, counts[MONSTER, seat, type_])
    missing = 0
    for type_ in range(types):
        missing += counts[MONSTER, seat, type_] == least
    chance = min(1.0, (fights_left(state) - 1) / (state.players * missing))
    return float(cards.monster_set_bonus * (least + chance * (types - missing) / types))


@jit_within
def trophy_worth(cards: Cards, state: State, counts: Any, kind: int, type_: int, seat: int) -> float:
    """Say what one more trophy is worth: towards a set and the most of its type, and by what rivals then lose."""
    bonus = cards.most_heroes_bonus if kind == HERO else cards.most_monsters_bonus
    worth, loss, falls = 0.0, -cards.weights[seat, Weight.DENY] / (state.players - 1), lead_falls(cards, state, seat)
    for sign in (-1, 1):
        most = most_of(cards, state, counts, kind, type_)
        for other in range(state.players):
            share = 1.0 if other == seat else loss
            worth += sign * share * bonus * most_chance(cards, counts, kind, type_, other, most, falls)
        if kind == MONSTER:
            worth += sign * set_worth(cards, state, counts, seat)
        counts[kind, seat, type_] -= sign
    return float(cards.weights[seat, Weight.TROPHY] * worth)


# ------------------------------------------------------------------ fights
@jit_lean
def weigh_prizes(cards: Cards, state: State, seat: int, out: Any) -> None:
    """Write what each monster of the row is worth, `out[MONSTER, place]`, and the card of each hero, `out[HERO, place]`."""
    counts = local_empty((2, SEATS, LEVELS), INT)
    tally(cards, state, counts)
    known, worth = local_zeros((2, LEVELS), INT), local_empty((2, LEVELS), np.float64)  # cards of one type are worth the same
    for kind in range(2):
        row = state.heroes if kind == HERO else state.monsters
        for place in range(row.size):
            out[kind, place] = 0.0
            card = row[place]
            if card == EMPTY:
                continue
            type_ = hero_type(cards, card) if kind == HERO else cards.monster_type[card]
            if known[kind, type_] == 0:
                known[kind, type_], worth[kind, type_] = 1, trophy_worth(cards, state, counts, kind, type_, seat)
            out[kind, place] = worth[kind, type_] + (cards.reward[card] if kind == MONSTER else 0)


@jit_lean
def reach_chance(margin: int, help_: float) -> float:
    """Guess the chance that a hero is strong enough, by the strength to spare and the strength that sales may still bring."""
    if margin >= 0:
        return 1.0
    return 0.0 if margin <= -2.0 * help_ else 1.0 + margin / (2.0 * help_)


@jit_lean
def note_fights(cards: Cards, state: State, h: int, strength: int, cost: float, help_: float, prizes: Any, out: Any) -> None:
    """Raise `out[0, h, m]`, what hero h brings against monster m, if gear of such cost brings more; `out[1, h, m]`: the chance."""
    for m in range(cards.monsters_in_row):
        if state.monsters[m] != EMPTY:
            chance = reach_chance(strength - cards.strength[MONSTER, state.monsters[m]], help_)
            gain = chance * (prizes[MONSTER, m] + prizes[HERO, h] - cost)
            if gain > out[0, h, m]:
                out[0, h, m], out[1, h, m] = gain, chance


@jit_lean
def weigh_swaps(
    cards: Any,
    state: Any,
    seat: int,
    h: int,
    added: int,
    k_added: int,
    cost: float,
    help_: float,
    tiers: Any,
    prizes: Any,
    out: Any,
) -> None:
    """Note what hero h can do after swapping one item or none; `added`, one copy of which is spoken for, is in slot `k_added`."""
    strength = strength_of(cards, state, h) + (cards.item_strength[added] if added != EMPTY else 0)
    note_fights(cards, state, h, strength, cost, help_, prizes, out)
    if not is_armed(state, h):
        return
    hero = state.heroes[h]
    for i in range(state.hand_size[seat]):
        item = state.hand[seat, i]
        if item == added:
            added = EMPTY
            continue
        for k in range(SLOTS):
            worn = state.worn[h, k]
            if worn != EMPTY and worn != item and k != k_added and cards.hero_slots[hero, k] == cards.item_slot[item]:
                back = 0.0 if cards.swapped_item == ruled.SwappedItem.DISCARDED else tiers[cards.item_tier[worn]]
                gain = cards.item_strength[item] - cards.item_strength[worn]
                paid = cost + gear_cost(cards, seat, item, tiers) - back
                note_fights(cards, state, h, strength + gain, paid, help_, prizes, out)


@jit_lean
def is_armed(state: State, h: int) -> bool:
    """Say whether the hero at a place wears anything."""
    count = 0
    for k in range(SLOTS):
        count += state.worn[h, k] != EMPTY
    return count > 0


@jit_lean
def gear_cost(cards: Cards, seat: int, item: int, tiers: Any) -> float:
    """Say what an item costs that goes with a hero into a fight."""
    return (
        0.0
        if cards.winner_items == ruled.WinnerItems.TO_PATRON
        else float(cards.weights[seat, Weight.CARD] * tiers[cards.item_tier[item]])
    )


@jit_lean
def weigh_gear(cards: Cards, state: State, seat: int, h: int, help_: float, tiers: Any, prizes: Any, out: Any) -> None:
    """Note what hero h can do for a patron, who may add an item and swap one."""
    weigh_swaps(cards, state, seat, h, EMPTY, EMPTY, 0.0, help_, tiers, prizes, out)
    hero = state.heroes[h]
    for i in range(state.hand_size[seat]):
        item = state.hand[seat, i]
        for k in range(SLOTS):
            if state.worn[h, k] == EMPTY and cards.hero_slots[hero, k] == cards.item_slot[item]:
                weigh_swaps(cards, state, seat, h, item, k, gear_cost(cards, seat, item, tiers), help_, tiers, prizes, out)
                break


@jit_lean
def best_of(fights: Any, h: int) -> float:
    """Find the most that hero h brings; 0 where it is nothing."""
    best = 0.0
    for m in range(MONSTER_PLACES):
        best = max(best, fights[0, h, m])
    return best


# ------------------------------------------------------------------- table
@jit_lean
def count_open(cards: Cards, state: State, slot: int) -> int:
    """Count the open slots of a sort on the table; of any sort where it is EMPTY."""
    count = 0
    for h in range(cards.heroes_on_table[state.players]):
        if state.heroes[h] != EMPTY:
            for k in range(SLOTS):
                sort = cards.hero_slots[state.heroes[h], k]
                count += state.worn[h, k] == EMPTY and sort != EMPTY and (sort == slot or slot == EMPTY)
    return count


@jit_lean
def has_bonus(cards: Cards, state: State, item: int) -> bool:
    """Say whether the item could go to a hero of its guild."""
    for h in range(cards.heroes_on_table[state.players]):
        if state.heroes[h] != EMPTY and cards.hero_guild[state.heroes[h]] == cards.item_guild[item]:
            for k in range(SLOTS):
                if state.worn[h, k] == EMPTY and cards.hero_slots[state.heroes[h], k] == cards.item_slot[item]:
                    return True
    return False


@jit_lean
def open_slots(cards: Cards, state: State, h: int) -> int:
    """Count the open slots of the hero at a place."""
    count = 0
    for k in range(SLOTS):
        count += state.worn[h, k] == EMPTY and cards.hero_slots[state.heroes[h], k] != EMPTY
    return count


@jit_lean
def tier_strengths(cards: Cards, out: Any) -> None:
    """Write the average strength of each tier's items."""
    total, count = local_zeros(TIERS, np.int64), local_zeros(TIERS, np.int64)
    for item in range(cards.items):
        total[cards.item_tier[item]] += cards.item_strength[item]
        count[cards.item_tier[item]] += 1
    for tier in range(cards.tiers):
        out[tier] = total[tier] / max(1, count[tier])


@jit_lean
def help_of_sales(cards: Cards, state: State, seat: int, gear: Any) -> float:
    """Guess the strength that the rivals' sales bring to an open slot this round; `gear` is the average of each tier."""
    slots = count_open(cards, state, EMPTY)
    if slots == 0:
        return 0.0
    strength, held, counts = 0.0, 0, local_empty(TIERS, np.int64)
    for other in range(state.players):
        if other != seat:
            counts[:] = 0
            for i in range(state.hand_size[other]):
                counts[cards.item_tier[state.hand[other, i]]] += 1
            for tier in range(cards.tiers):
                strength += counts[tier] * gear[tier]
                held += counts[tier]
    filled = min(1.0, cards.weights[seat, Weight.FITS] * SELLERS * (state.players - 1) / slots)
    return float(cards.weights[seat, Weight.HOPE] * filled * strength / max(1, held) / (1 + state.still_rounds))


@jit_lean
def table_worth(cards: Cards, state: State, seat: int, slots: int, lost: int, fights: Any) -> float:
    """Say what the table is worth: sales while there are open slots for all, and a part of the fights of all heroes but `lost`."""
    worth = cards.weights[seat, Weight.TABLE] * price_of(cards, 0) * min(1.0, slots / state.players)
    for h in range(HERO_PLACES):
        if h != lost:
            worth += best_of(fights, h) / state.players
    return float(worth)


@jit_lean
def banish_gain(cards: Cards, state: State, seat: int, h: int, fights: Any) -> float:
    """Guess what banishing a hero brings: a new one's open slots, for what the old one has and can do."""
    slots = count_open(cards, state, EMPTY)
    now = table_worth(cards, state, seat, slots, EMPTY, fights)
    gain = table_worth(cards, state, seat, slots + cards.slots - open_slots(cards, state, h), h, fights) - now
    return float(gain + cards.weights[seat, Weight.BANISH])


@jit_lean
def weigh_all(cards: Cards, state: State, seat: int, help_: float, tiers: Any, prizes: Any, out: Any) -> None:
    """Write what cards, prizes and all fights are worth to a seat."""
    weigh_tiers(cards, state, seat, rounds_left(cards, state, seat), tiers)
    weigh_prizes(cards, state, seat, prizes)
    out[:] = 0.0
    for h in range(cards.heroes_on_table[state.players]):
        if state.heroes[h] != EMPTY:
            weigh_gear(cards, state, seat, h, help_ * open_slots(cards, state, h), tiers, prizes, out)


@jit_lean
def expected_bonus(cards: Cards, state: State, seat: int) -> float:
    """Say what a seat's trophies bring in the end: sets, and the chances to have the most."""
    counts = local_empty((2, SEATS, LEVELS), INT)
    tally(cards, state, counts)
    worth, falls = set_worth(cards, state, counts, seat), lead_falls(cards, state, seat)
    for type_ in range(cards.monster_types):
        most = most_of(cards, state, counts, MONSTER, type_)
        worth += cards.most_monsters_bonus * most_chance(cards, counts, MONSTER, type_, seat, most, falls)
    for type_ in range(LEVELS if cards.hero_type == ruled.HeroType.LEVEL else cards.guilds):
        if cards.hero_type != ruled.HeroType.LEVEL or cards.deck_levels[type_ + 1] > 0:
            most = most_of(cards, state, counts, HERO, type_)
            worth += cards.most_heroes_bonus * most_chance(cards, counts, HERO, type_, seat, most, falls)
    return worth


@jit_lean
def use_of(cards: Cards, state: State, item: int) -> float:
    """Say what speaks for keeping just this card among those of its tier: a slot for it, its colour, its strength."""
    use = 0.5 * min(2, count_open(cards, state, cards.item_slot[item]))
    if has_bonus(cards, state, item):
        use += cards.colour_bonus / 2
    return float(use + 0.1 * cards.item_strength[item])
