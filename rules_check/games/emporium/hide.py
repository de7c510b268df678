"""What an Emporium seat can know: a state it cannot tell from the true one, drawn by luck of its own.

Coarser than a player with a perfect memory in two points: which cards lay in a pile before it was shuffled into a deck is
forgotten (all unseen cards of a tier may be anywhere), and so is which cards a ruling put under a deck.
"""

from __future__ import annotations

import numpy as np

from rules_check.engine.arrays import local_empty, local_zeros
from rules_check.engine.kernel import below, jit_lean, seed_streams, shuffle
from rules_check.games.emporium import rulings as ruled
from rules_check.games.emporium.moves import list_choices, list_votes
from rules_check.games.emporium.state import (
    COPIES,
    DECK_KINDS,
    EMPTY,
    HERO,
    HEROES,
    ITEMS,
    LEVELS,
    MONSTER,
    SEATS,
    TIERS,
    Cards,
    Choice,
    Owner,
    Phase,
    State,
)
from rules_check.games.emporium.words import BID, MAX_MOVES, SELL, VOTE, rules
from rules_check.toolkit.moves import parts_of
from rules_check.toolkit.records import INT


@jit_lean
def hide_items(cards: Cards, state: State, seat: int) -> None:
    """Deal anew, tier by tier, the cards in other hands that were never shown and those in the deck."""
    pool = local_empty(COPIES, INT)
    count = local_zeros(ITEMS, INT)  # of unseen copies; all of them, before any is dealt
    unknown = local_zeros((SEATS, TIERS), INT)
    for tier in range(cards.tiers):
        for i in range(state.draw_size[tier]):
            count[state.draw[tier, i]] += 1
    for other in range(state.players):
        if other == seat:
            continue
        for i in range(state.hand_size[other]):
            item = state.hand[other, i]
            count[item] += 1
            unknown[other, cards.item_tier[item]] += 1
        for item in range(cards.items):
            count[item] -= state.shown[other, item]
            unknown[other, cards.item_tier[item]] -= state.shown[other, item]
    for tier in range(cards.tiers):
        size = 0
        for item in range(cards.items):
            if cards.item_tier[item] == tier:
                for _ in range(count[item]):
                    pool[size] = item
                    size += 1
        shuffle(state.rng, 0, pool, size)
        for i in range(state.draw_size[tier]):
            size -= 1
            state.draw[tier, i] = pool[size]
        for other in range(state.players):
            if other == seat:
                continue
            first = 0  # of the hand's entries that are not yet written
            for before in range(tier):
                first += unknown[other, before]
            for i in range(unknown[other, tier]):
                size -= 1
                state.hand[other, first + i] = pool[size]
    for other in range(state.players):
        if other == seat:
            continue
        first = 0
        for tier in range(cards.tiers):
            first += unknown[other, tier]
        for item in range(cards.items):
            for _ in range(state.shown[other, item]):
                state.hand[other, first] = item
                first += 1


@jit_lean
def hide_deck(cards: Cards, state: State, kind: int) -> None:
    """Deal anew, level by level, the heroes or monsters that may be in the deck or in the box."""
    owner = state.hero_owner if kind == HERO else state.monster_owner
    pool = local_empty(HEROES, INT)
    level_at = local_empty(HEROES, INT)
    for i in range(state.deck_size[kind]):
        level_at[i] = cards.level[kind, state.deck[kind, i]]
    for level in range(1, LEVELS + 1):
        size = 0
        for card in range(cards.counts[kind]):
            if cards.level[kind, card] == level and (owner[card] == Owner.IN_DECK or owner[card] == Owner.IN_BOX):
                owner[card] = Owner.IN_BOX
                pool[size] = card
                size += 1
        shuffle(state.rng, 0, pool, size)
        for i in range(state.deck_size[kind]):
            if level_at[i] == level:
                size -= 1
                state.deck[kind, i] = pool[size]
                owner[pool[size]] = Owner.IN_DECK


@jit_lean
def hide_decisions(cards: Cards, state: State, seat: int) -> None:
    """Take anew, at random, what others have decided unseen: choices behind screens, votes where they are hidden."""
    if state.phase != Phase.CHOOSE and (state.phase != Phase.BANISH or cards.banish_votes != ruled.BanishVotes.EACH_HIDDEN):
        return
    moves = local_empty(MAX_MOVES, np.int64)
    due, other = state.seat, state.first
    for _ in range(state.turn):
        if other != seat:
            state.seat = other
            if state.phase == Phase.CHOOSE:
                count = list_choices(cards, state, moves, moves.size)
            else:
                count = list_votes(cards, state, moves, moves.size)
            kind, item, number = parts_of(moves[below(state.rng, 0, count)])
            if kind == VOTE:
                state.votes[other] = item
            else:
                state.choice[other] = Choice.SALE if kind == SELL else Choice.BID if kind == BID else Choice.SITS_OUT
                state.choice_item[other] = item if kind == SELL else EMPTY
                state.choice_price[other] = number if kind == SELL else item
        other = other + 1 if other + 1 < state.players else 0
    state.seat = due


@jit_lean
def blank_leftovers(cards: Cards, state: State) -> None:
    """Blank the entries beyond the end of hands, decks and piles: they still show cards that moved on."""
    for seat in range(state.players):
        state.hand[seat, state.hand_size[seat] :] = 0
    for tier in range(cards.tiers):
        state.draw[tier, state.draw_size[tier] :] = 0
        state.discard[tier, state.discard_size[tier] :] = 0
    for kind in range(DECK_KINDS):
        state.deck[kind, state.deck_size[kind] :] = 0


@rules.verb
@jit_lean
def hide(cards: Cards, state: State, seat: int, rng_seed: int) -> None:
    """Replace, in place, all that a seat cannot know by something it could be, and every stream by one from `rng_seed`."""
    seed_streams(state.rng, rng_seed, 0)
    state.number = 0  # with the seed known, it would give away the deal
    blank_leftovers(cards, state)
    hide_items(cards, state, seat)
    hide_deck(cards, state, HERO)
    hide_deck(cards, state, MONSTER)
    hide_decisions(cards, state, seat)
