"""Is an Emporium state sound? Counted from the cards up, without asking the rules."""

from __future__ import annotations

from rules_check.engine.arrays import local_zeros
from rules_check.engine.kernel import jit_lean
from rules_check.games.emporium.state import EMPTY, HERO, HERO_PLACES, HEROES, ITEMS, MONSTER, SEATS, SLOTS, Cards, Owner, State
from rules_check.games.emporium.words import rules
from rules_check.toolkit.records import INT


@jit_lean
def item_fault(cards: Cards, state: State) -> int:
    count = local_zeros(ITEMS, INT)
    for seat in range(SEATS):
        if state.gold[seat] < 0:
            return 2
        if state.hand_size[seat] < 0 or (seat >= state.players and state.hand_size[seat] > 0):
            return 3
        held = local_zeros(ITEMS, INT)
        for i in range(state.hand_size[seat]):
            held[state.hand[seat, i]] += 1
        for item in range(cards.items):
            count[item] += held[item]
            if not 0 <= state.shown[seat, item] <= held[item]:
                return 8
    for tier in range(cards.tiers):
        if state.draw_size[tier] < 0 or state.discard_size[tier] < 0:
            return 3
        for i in range(state.draw_size[tier]):
            count[state.draw[tier, i]] += 1
            if cards.item_tier[state.draw[tier, i]] != tier:
                return 4
        for i in range(state.discard_size[tier]):
            count[state.discard[tier, i]] += 1
            if cards.item_tier[state.discard[tier, i]] != tier:
                return 4
    for h in range(HERO_PLACES):
        for k in range(SLOTS):
            item = state.worn[h, k]
            if item == EMPTY:
                continue
            count[item] += 1
            if state.heroes[h] == EMPTY or cards.hero_slots[state.heroes[h], k] != cards.item_slot[item]:
                return 5
    for item in range(cards.items):
        if count[item] != cards.item_copies[item]:
            return 1
    return 0


@jit_lean
def deck_fault(cards: Cards, state: State, kind: int) -> int:
    """Compare where each hero or monster says it is with what lies there."""
    owner = state.hero_owner if kind == HERO else state.monster_owner
    row = state.heroes if kind == HERO else state.monsters
    found = local_zeros(HEROES, INT)
    for i in range(state.deck_size[kind]):
        found[state.deck[kind, i]] += 1
        if owner[state.deck[kind, i]] != Owner.IN_DECK:
            return 6 + kind
    for h in range(row.size):
        if row[h] != EMPTY:
            found[row[h]] += 1
            if owner[row[h]] != Owner.ON_TABLE:
                return 6 + kind
    for card in range(cards.counts[kind]):
        is_lying = owner[card] == Owner.IN_DECK or owner[card] == Owner.ON_TABLE
        if found[card] != (1 if is_lying else 0) or not 0 <= owner[card] <= Owner.IN_BOX:
            return 6 + kind
        if owner[card] < SEATS and owner[card] >= state.players:
            return 6 + kind
    return 0


@rules.sound(
    "an item is in two places or in none",
    "a seat owes gold",
    "a pile has less than no card",
    "a hand or deck holds another tier's card",
    "an item lies beside no hero or in a slot it does not fit",
    "a hero is in two places or in none",
    "a monster is in two places or in none",
    "a seat has shown a card it does not hold",
    alone=True,
)
@jit_lean
def fault(cards: Cards, state: State) -> int:
    """Find what is wrong with a state: a number of FAULTS, 0 for nothing."""
    found = item_fault(cards, state)
    if found == 0:
        found = deck_fault(cards, state, HERO)
    if found == 0:
        found = deck_fault(cards, state, MONSTER)
    return found
