"""Emporium's legality, said once: which moves the decision that is due allows. Rules, players and texts all ask here.

Each `list_` function writes at most `limit` moves into an array and returns how many; `apply` asks for two, to see whether
there is a choice at all.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rules_check.engine.arrays import local_zeros
from rules_check.engine.kernel import index, jit_lean, jit_within
from rules_check.games.emporium import rulings as ruled
from rules_check.games.emporium.state import EMPTY, ITEMS, MONSTER, SLOTS, Cards, Phase, State
from rules_check.games.emporium.table import has_card, may_banish, open_slot, strength_of
from rules_check.games.emporium.words import (
    ADD,
    ATTACK,
    BID,
    DECLINE,
    DOCK,
    DONE,
    DRAW,
    KEEP,
    PASS,
    SELL,
    SEND,
    SIT,
    STAY,
    SWAP,
    THROW,
    UPGRADE,
    VOTE,
    rules,
)
from rules_check.toolkit.moves import write

SEEN = (ITEMS + 63) // 64
"""Whole numbers that have a bit for each item."""


@jit_within
def is_new(seen: Any, item: int) -> bool:
    """Note an item of a hand as a bit of `seen`, and return whether it is the first of its copies there."""
    word, bit = item >> 6, 1 << (item & 63)
    if seen[word] & bit:
        return False
    seen[word] |= bit
    return True


@rules.phase(Phase.CHOOSE, secret=True)
@jit_within
def list_choices(cards: Cards, state: State, moves: Any, limit: int) -> int:
    """[Action Phase] Sell an item of the hand at a price, or bid as a patron; sit out where neither can be done."""
    seat, n, seen = index(state.seat), 0, local_zeros(SEEN, np.int64)
    for i in range(state.hand_size[seat]):
        item = index(state.hand[seat, i])
        if not is_new(seen, item):
            continue
        for price in range(1, min(cards.price_cap[index(cards.item_tier[item])], cards.die_faces, limit - n) + 1):
            n = write(moves, n, SELL, item, price)
    lowest, highest = 1, min(state.gold[seat], cards.die_faces)
    if cards.bid_affordable == ruled.BidAffordable.WHEN_RESOLVED:
        highest = cards.die_faces
    if state.gold[seat] == 0:
        lowest = 0
        if cards.patron_without_gold != ruled.PatronWithoutGold.BIDS_NOTHING:
            highest = -1
    for bid in range(lowest, min(highest, lowest + limit - n - 1) + 1):
        n = write(moves, n, BID, bid, 0)
    if n == 0:
        n = write(moves, 0, SIT, 0, 0)
    return n


@rules.phase(Phase.PLACE)
@jit_within
def list_docks(cards: Cards, state: State, moves: Any, limit: int) -> int:
    """[Sell an Item] Any hero with an open slot for the item. Equal slots of one hero are one move."""
    seat, n = index(state.seat), 0
    item = index(state.choice_item[seat])
    places = cards.heroes_on_table[state.players]
    is_bound = False
    if cards.slot_choice == ruled.SlotChoice.MATCHING_GUILD:
        for h in range(places):
            if open_slot(cards, state, h, item) != EMPTY:
                is_bound = is_bound or cards.hero_guild[index(state.heroes[h])] == cards.item_guild[item]
    for h in range(places):
        k = open_slot(cards, state, h, item)
        if k == EMPTY or (is_bound and cards.hero_guild[index(state.heroes[h])] != cards.item_guild[item]):
            continue
        if n == limit:
            return n
        n = write(moves, n, DOCK, h, k)
    if cards.seller_declines == ruled.SellerDeclines.MAY_DECLINE and n < limit:
        n = write(moves, n, DECLINE, 0, 0)
    return n


@jit_lean
def best_swap(cards: Cards, state: State, h: int, lent: int, lent_slot: int) -> int:
    """Find the most strength that one swap adds, without one copy of `lent` in hand and without touching `lent_slot`."""
    seat, best = index(state.seat), 0
    for i in range(state.hand_size[seat]):
        item = index(state.hand[seat, i])
        if item == lent:
            lent = EMPTY
            continue
        for k in range(SLOTS):
            worn = state.worn[h, k]
            if worn != EMPTY and k != lent_slot and cards.hero_slots[index(state.heroes[h]), k] == cards.item_slot[item]:
                best = max(best, cards.item_strength[item] - cards.item_strength[worn])
    return best


@jit_within
def strength_within_reach(cards: Cards, state: State, h: int) -> int:
    """Find the most strength the hero at a place can have for this patron, by adding one item and swapping one."""
    seat, before = index(state.seat), strength_of(cards, state, h)
    best = before + best_swap(cards, state, h, EMPTY, EMPTY)
    for i in range(state.hand_size[seat]):
        item = index(state.hand[seat, i])
        k = open_slot(cards, state, h, item)
        if k != EMPTY:
            best = max(best, before + cards.item_strength[item] + best_swap(cards, state, h, item, k))
    return best


@jit_lean
def weakest_monster(cards: Cards, state: State) -> int:
    """Find the least strength in the row of monsters; -1 where the row is empty."""
    least = -1
    for m in range(cards.monsters_in_row):
        if state.monsters[m] != EMPTY:
            strength = cards.strength[MONSTER, index(state.monsters[m])]
            least = strength if least < 0 else min(least, strength)
    return least


@rules.phase(Phase.PATRON)
@jit_within
def list_heroes(cards: Cards, state: State, moves: Any, limit: int) -> int:
    """[Become a Patron] Choose a hero, or pass. Who must fight chooses one that can win, and passes where none can."""
    n = 0
    needed = weakest_monster(cards, state) if cards.patron_passes == ruled.PatronPasses.MUST_FIGHT else 0
    for h in range(cards.heroes_on_table[state.players]):
        if state.heroes[h] == EMPTY or (needed > 0 and strength_within_reach(cards, state, h) < needed):
            continue
        if n == limit:
            return n
        n = write(moves, n, SEND, h, 0)
    if (n == 0 or cards.patron_passes != ruled.PatronPasses.MUST_FIGHT) and n < limit:
        n = write(moves, n, PASS, 0, 0)
    return n


@rules.phase(Phase.ADD)
@jit_within
def list_additions(cards: Cards, state: State, moves: Any, limit: int) -> int:
    """[Become a Patron] Add one item of the hand to an empty slot of the hero that it fits, or none."""
    seat, h, n, seen = index(state.seat), index(state.chosen), 0, local_zeros(SEEN, np.int64)
    needed, now = 0, 0
    if cards.patron_passes == ruled.PatronPasses.MUST_FIGHT:
        needed, now = weakest_monster(cards, state), strength_of(cards, state, h)
    for i in range(state.hand_size[seat]):
        item = index(state.hand[seat, i])
        if not is_new(seen, item):
            continue
        k = open_slot(cards, state, h, item)
        if k == EMPTY:
            continue
        if needed > 0 and now + cards.item_strength[item] + best_swap(cards, state, h, item, k) < needed:
            continue
        if n == limit:
            return n
        n = write(moves, n, ADD, item, k)
    if n < limit and (needed == 0 or now + best_swap(cards, state, h, EMPTY, EMPTY) >= needed):
        n = write(moves, n, KEEP, 0, 0)
    return n


@rules.phase(Phase.SWAP)
@jit_within
def list_swaps(cards: Cards, state: State, moves: Any, limit: int) -> int:
    """[Become a Patron] Swap one item of the hand for one on the hero in a slot that it fits, or none.

    Not for the item just added (adding the other one would have been the same), nor for an equal copy. Where what is swapped out
    is discarded, these would only throw a card away.
    """
    seat, h, n, seen = index(state.seat), index(state.chosen), 0, local_zeros(SEEN, np.int64)
    needed, now = 0, 0
    if cards.patron_passes == ruled.PatronPasses.MUST_FIGHT:
        needed, now = weakest_monster(cards, state), strength_of(cards, state, h)
    for i in range(state.hand_size[seat]):
        item = index(state.hand[seat, i])
        if not is_new(seen, item):
            continue
        for k in range(SLOTS):
            worn = state.worn[h, k]
            if worn == EMPTY or k == state.added:
                continue
            if worn == item or cards.hero_slots[index(state.heroes[h]), k] != cards.item_slot[item]:
                continue
            if needed > 0 and now + cards.item_strength[item] - cards.item_strength[worn] < needed:
                continue
            if n == limit:
                return n
            n = write(moves, n, SWAP, item, k)
    if n < limit and (needed == 0 or now >= needed):
        n = write(moves, n, KEEP, 0, 0)
    return n


@rules.phase(Phase.FIGHT)
@jit_within
def list_fights(cards: Cards, state: State, moves: Any, limit: int) -> int:
    """[Become a Patron] Fight a monster that is not stronger than the hero with all gear, or pass."""
    strength, n = strength_of(cards, state, state.chosen), 0
    for m in range(cards.monsters_in_row):
        if state.monsters[m] != EMPTY and cards.strength[MONSTER, index(state.monsters[m])] <= strength:
            if n == limit:
                return n
            n = write(moves, n, ATTACK, m, 0)
    if (n == 0 or cards.patron_passes != ruled.PatronPasses.MUST_FIGHT) and n < limit:
        n = write(moves, n, PASS, 0, 0)
    return n


@jit_within
def list_upgrades(cards: Cards, state: State, moves: Any, limit: int, n: int) -> int:
    """[Restocking Phase] Append the items that can go up a tier: as the first free of charge, as a further one of that tier at its price."""
    seat, seen = index(state.seat), local_zeros(SEEN, np.int64)
    for i in range(state.hand_size[seat]):
        item = index(state.hand[seat, i])
        tier = index(cards.item_tier[item])
        if tier + 1 >= cards.tiers or not is_new(seen, item):
            continue
        if state.upgrades > 0:
            if state.gold[seat] < cards.upgrade_price[tier + 1]:
                continue
            if cards.upgrade_tiers != ruled.UpgradeTiers.ANY_TIERS and tier != state.upgrade_tier:
                continue
        if not has_card(cards, state, tier + 1):
            continue
        if n == limit:
            return n
        n = write(moves, n, UPGRADE, item, 0)
    return n


@rules.phase(Phase.RESTOCK)
@jit_within
def list_restocking(cards: Cards, state: State, moves: Any, limit: int) -> int:
    """[Restocking Phase] Draw up to the hand size, upgrade, or stay as you are."""
    n = 0
    can_draw = state.hand_size[index(state.seat)] < cards.hand_limit and has_card(cards, state, cards.starting_tier)
    if can_draw:
        n = write(moves, n, DRAW, 0, 0)
    if not can_draw or cards.restock_neither != ruled.RestockNeither.MUST_DRAW:
        n = write(moves, n, STAY, 0, 0)
    if cards.upgrades_most > 0:
        n = list_upgrades(cards, state, moves, limit, n)
    return n


@rules.phase(Phase.MORE)
@jit_within
def list_further_upgrades(cards: Cards, state: State, moves: Any, limit: int) -> int:
    """[Restocking Phase] Upgrade another item, or be done."""
    return list_upgrades(cards, state, moves, limit, write(moves, 0, DONE, 0, 0))


@rules.phase(Phase.DISCARD)
@jit_within
def list_discards(state: State, moves: Any, limit: int) -> int:
    """Discard one item of a hand that is too large."""
    seat, n, seen = index(state.seat), 0, local_zeros(SEEN, np.int64)
    for i in range(state.hand_size[seat]):
        item = index(state.hand[seat, i])
        if not is_new(seen, item):
            continue
        if n == limit:
            return n
        n = write(moves, n, THROW, item, 0)
    return n


@rules.phase(Phase.BANISH)
@jit_within
def list_votes(cards: Cards, state: State, moves: Any, limit: int) -> int:
    """[Restocking Phase] Vote to banish some heroes or none, as many as the seat could pay for."""
    n, every = 0, 0
    gold, price = state.gold[index(state.seat)], cards.banish_price
    for h in range(cards.heroes_on_table[state.players]):
        if may_banish(cards, state, h):
            every |= 1 << h
    for mask in range(every + 1):
        if mask & ~every or (cards.banish_votes == ruled.BanishVotes.ONE_FOR_ALL and mask != 0 and mask != every):
            continue
        cost = price * ((mask & 1) + (mask >> 1 & 1) + (mask >> 2 & 1))
        if cost > gold and cards.banish_poor != ruled.BanishPoor.VOTES_FREE:
            continue
        if n == limit:
            return n
        n = write(moves, n, VOTE, mask, 0)
    return n
