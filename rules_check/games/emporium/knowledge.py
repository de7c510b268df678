"""What an Emporium seat can know, and whether a state is sound.

Public: gold, choices once revealed, everything on the table, discards, trophies, how many cards each deck has and of which
level they are, how many cards of which tier each seat holds (their backs show), and every card of a hand that was once
shown (`shown`: an item for sale, swapped out, won with a hero or taken back). Hidden: the other cards of other hands, the order
of decks, which heroes and monsters stayed in the box, choices not yet revealed, votes where they are hidden.

Coarser than a player with a perfect memory in two points: which cards lay in a pile before it was shuffled into a deck is
forgotten (all unseen cards of a tier may be anywhere), and so is which cards a ruling put under a deck.
"""

from __future__ import annotations

import numpy as np

from rules_check.engine.arrays import local_empty, local_zeros
from rules_check.engine.game import BY_CARD
from rules_check.engine.kernel import below, shuffle
from rules_check.games.emporium import game as do
from rules_check.games.emporium import rulings as ruled
from rules_check.games.emporium.course import choose, clockwise, list_choices, list_votes
from rules_check.games.emporium.game import MAX_MOVES, rules
from rules_check.games.emporium.room import COPIES, DECK_KINDS, HERO_PLACES, HEROES, ITEMS, LEVELS, OWNERS, SEATS, SLOTS, TIERS
from rules_check.games.emporium.state import Cards, State
from rules_check.games.emporium.terms import HERO, MONSTER, Owner, Phase
from rules_check.rules import EMPTY, parts_of
from rules_check.toolkit.records import INT


# ------------------------------------------------------------------------------------------------------------------ hide
@rules.verb
def infer(cards: Cards, state: State, seat: int) -> None:
    """Replace, in place, all that a seat cannot know by something it could be."""
    blank_leftovers(cards, state)
    hide_items(cards, state, seat)
    for kind in range(DECK_KINDS):
        hide_deck(cards, state, kind)
    hide_decisions(cards, state, seat)


def blank_leftovers(cards: Cards, state: State) -> None:
    """Blank the entries beyond the end of hands, decks and piles: they still show cards that moved on."""
    for seat in range(state.players):
        state.hand[seat, state.hand_size[seat] :] = 0
    for tier in range(cards.tiers):
        state.draw[tier, state.draw_size[tier] :] = 0
        state.discard[tier, state.discard_size[tier] :] = 0
    for kind in range(DECK_KINDS):
        state.deck[kind, state.deck_size[kind] :] = 0


def hide_items(cards: Cards, state: State, seat: int) -> None:
    """Deal anew, tier by tier, the cards in other hands that were never shown and those in the deck."""
    pool, count = local_empty(COPIES, INT), local_zeros(ITEMS, INT)  # unseen copies; all are counted before any is dealt
    unknown, dealt = local_zeros((SEATS, TIERS), INT), local_zeros(SEATS, INT)
    for tier in range(cards.tiers):
        for i in range(state.draw_size[tier]):
            count[state.draw[tier, i]] += 1
    for other in range(state.players):
        if other != seat:
            for i in range(state.hand_size[other]):
                count[state.hand[other, i]] += 1
                unknown[other, cards.item_tier[state.hand[other, i]]] += 1
            for item in range(cards.items):
                count[item] -= state.shown[other, item]
                unknown[other, cards.item_tier[item]] -= state.shown[other, item]
    for tier in range(cards.tiers):
        size = 0
        for item in range(cards.items):
            for _ in range(count[item] if cards.item_tier[item] == tier else 0):
                pool[size] = item
                size += 1
        shuffle(state.rng, 0, pool, size)
        for i in range(state.draw_size[tier]):
            size -= 1
            state.draw[tier, i] = pool[size]
        for other in range(state.players):
            for _ in range(unknown[other, tier]):
                size -= 1
                state.hand[other, dealt[other]] = pool[size]
                dealt[other] += 1
    for other in range(state.players):
        for item in range(cards.items if other != seat else 0):
            for _ in range(state.shown[other, item]):
                state.hand[other, dealt[other]] = item
                dealt[other] += 1


def hide_deck(cards: Cards, state: State, kind: int) -> None:
    """Deal anew, level by level, the heroes or monsters that may be in the deck or in the box."""
    pool = local_empty(HEROES, INT)
    for level in range(1, LEVELS + 1):
        size = 0
        for card in range(cards.counts[kind]):
            owner = state.owner[kind, card]
            if cards.level[kind, card] == level and (owner == Owner.IN_DECK or owner == Owner.IN_BOX):
                state.owner[kind, card] = Owner.IN_BOX
                pool[size] = card
                size += 1
        shuffle(state.rng, 0, pool, size)
        for i in range(state.deck_size[kind]):
            if cards.level[kind, state.deck[kind, i]] == level:
                size -= 1
                state.deck[kind, i] = pool[size]
                state.owner[kind, pool[size]] = Owner.IN_DECK


def hide_decisions(cards: Cards, state: State, seat: int) -> None:
    """Take anew, at random, what others have decided unseen: choices behind screens, votes where they are hidden."""
    moves, due = local_empty(MAX_MOVES, np.int64), state.seat
    is_hidden = state.phase == Phase.BANISH and cards.banish_votes == ruled.BanishVotes.EACH_HIDDEN
    for k in range(state.turn if state.phase == Phase.CHOOSE or is_hidden else 0):
        other = state.seat = clockwise(state, k)
        if other == seat:
            continue
        count = list_votes(cards, state, moves) if is_hidden else list_choices(cards, state, moves)
        sort, first, second = parts_of(moves[below(state.rng, 0, count)])
        if sort == do.VOTE:
            state.votes[other] = first
        else:
            choose(state, other, sort, first, second)
    state.seat = due


# ---------------------------------------------------------------------------------------------------------------- faults
@rules.sound(
    "an item is in two places or in none",
    "a seat owes gold",
    "a pile has less than no card",
    "a hand or deck holds another tier's card",
    "an item lies beside no hero or in a slot it does not fit",
    "a hero is in two places or in none",
    "a monster is in two places or in none",
    "a seat has shown a card it does not hold",
)
def find_fault(cards: Cards, state: State) -> int:
    """Count from the cards up, without asking the rules. A fault of one card names it: items come first, then heroes, then monsters."""
    found = item_fault(cards, state)
    for kind in range(DECK_KINDS):
        found = deck_fault(cards, state, kind) if found == 0 else found
    return found


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
                return 8 + BY_CARD * (item + 1)
    for tier in range(cards.tiers):
        if state.draw_size[tier] < 0 or state.discard_size[tier] < 0:
            return 3
        for i in range(state.draw_size[tier] + state.discard_size[tier]):
            item = state.draw[tier, i] if i < state.draw_size[tier] else state.discard[tier, i - state.draw_size[tier]]
            count[item] += 1
            if cards.item_tier[item] != tier:
                return 4 + BY_CARD * (int(item) + 1)
    for h in range(HERO_PLACES):
        for k in range(SLOTS):
            item = state.worn[h, k]
            if item != EMPTY:
                count[item] += 1
                if state.heroes[h] == EMPTY or cards.hero_slots[state.heroes[h], k] != cards.item_slot[item]:
                    return 5 + BY_CARD * (int(item) + 1)
    for item in range(cards.items):
        if count[item] != cards.item_copies[item]:
            return 1 + BY_CARD * (item + 1)
    return 0


def deck_fault(cards: Cards, state: State, kind: int) -> int:
    """Compare where each hero or monster says it is with what lies there."""
    row, lying = state.heroes if kind == HERO else state.monsters, local_zeros((OWNERS, HEROES), INT)
    for i in range(state.deck_size[kind]):
        lying[Owner.IN_DECK, state.deck[kind, i]] += 1
    for place in range(row.size):
        if row[place] != EMPTY:
            lying[Owner.ON_TABLE, row[place]] += 1
    for card in range(cards.counts[kind]):
        owner = state.owner[kind, card]
        is_somewhere = 0 <= owner < state.players or Owner.ON_TABLE <= owner <= Owner.IN_BOX
        is_there = lying[Owner.IN_DECK, card] == (owner == Owner.IN_DECK) and lying[Owner.ON_TABLE, card] == (
            owner == Owner.ON_TABLE
        )
        if not is_somewhere or not is_there:
            before = cards.items + (cards.counts[HERO] if kind == MONSTER else 0)
            return 6 + kind + BY_CARD * (before + card + 1)
    return 0


rules.compile(globals())
