"""Emporium's accounts: what happened in a game, where each seat's gold came from, what became of every card.

Read from a game that is over, for those that measure many; no rule reads it. Cards are numbered here items first, then heroes,
then monsters, each in the order of cards.yaml; copies of an item are one card.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rules_check.engine.arrays import local_zeros
from rules_check.engine.kernel import jit_lean
from rules_check.games.emporium.end import add_hero_bonuses, add_monster_bonuses, add_sets, count_all
from rules_check.games.emporium.state import (
    DECK_KINDS,
    EMPTY,
    FLOWS,
    HERO,
    HERO_PLACES,
    MONSTER,
    MONSTER_PLACES,
    OWNERS,
    SEATS,
    SORTS,
    TALLIES,
    Cards,
    Owner,
    Phase,
    State,
)
from rules_check.games.emporium.words import ADD, ATTACK, DOCK, SELL, SEND, SWAP, rules
from rules_check.toolkit.measures import measured
from rules_check.toolkit.moves import ids_of, parts_of

rules.measure(
    **measured(
        counts="""
    sales                             wanted
    sales that found no slot          wanted
    items added by patrons            wanted
    items swapped by patrons          wanted
    fights won                        wanted
    patrons who passed
    patrons with nobody to fight
    heroes banished                   wanted  rules.banish_price
    stuck tables cleared
    upgrades                          wanted  rules.upgrades_most
    second upgrades                   wanted  rules.upgrades_most
    draws from nothing                never  kinds.item
    reshuffles of tier 1              wanted
    reshuffles of tier 2
    reshuffles of tier 3 and above
    heroes left in the deck
    monsters left in the deck
    """,
        ledger="""
    starting gold                     rules.starting_gold
    sales
    colour bonus                      rules.colour_bonus
    rewards                           kinds.monster
    bids paid                         spent
    upgrades paid                     spent
    banishing paid                    spent
    sets of monsters                  rules.monster_set_bonus
    most monsters                     rules.most_monsters_bonus
    most heroes                       rules.most_heroes_bonus
    """,
        strategies="""
    never=sell                        tables.tier
    never=bid                         kinds.monster
    never=upgrade                     rules.upgrades_most
    never=draw
    never=add
    never=swap
    never=banish                      rules.banish_price
    never=bid+1
    never=bid+8
    never=pass
    """,
    )
)


@rules.verb
@jit_lean
def account(cards: Cards, state: State, out: Any) -> None:
    """Write the COUNTS of a game, then each seat's LEDGER, into an int64 array."""
    for i in range(TALLIES):
        out[i] = state.tally[i]
    out[TALLIES] = state.deck_size[HERO]
    out[TALLIES + 1] = state.deck_size[MONSTER]
    won = local_zeros((DECK_KINDS, SORTS, OWNERS), np.int64)
    count_all(cards, state, won)
    sets, monsters, heroes = local_zeros(SEATS, np.int64), local_zeros(SEATS, np.int64), local_zeros(SEATS, np.int64)
    add_sets(cards, state.players, won, sets)
    add_monster_bonuses(cards, state.players, won, monsters)
    add_hero_bonuses(cards, state.players, won, heroes)
    i = TALLIES + 2
    for seat in range(state.players):
        out[i] = cards.starting_gold
        for source in range(FLOWS):
            out[i + 1 + source] = state.earned[seat, source]
        i += 1 + FLOWS
        out[i], out[i + 1], out[i + 2] = sets[seat], monsters[seat], heroes[seat]
        i += 3


@rules.verb
def card_groups(cards: Cards) -> list[str]:
    """Name, for each card of `card_ids`, those that it can be compared with."""
    items = [f"items of tier {cards.item_tier[item] + 1}" for item in range(cards.items)]
    heroes, monsters = (
        [f"{name} of level {cards.level[kind, card]}" for card in range(cards.counts[kind])]
        for kind, name in ((HERO, "heroes"), (MONSTER, "monsters"))
    )
    return items + heroes + monsters


@rules.verb
def card_ids(cards: Cards) -> list[str]:
    """List the ids of the cards that `usage`, `card_of` and `blank` number."""
    return [id_ for kind in ("item", "hero", "monster") for id_ in ids_of(cards, kind)]


@rules.verb
@jit_lean
def usage(cards: Cards, state: State, seen: Any, used: Any) -> None:
    """Add, card by card, 1 where a game had it, and 1 where it was used, to int64 arrays.

    A game has all items; one is used when it is laid beside a hero. It has the heroes and monsters that came to the table; one is
    used when it is won.
    """
    for item in range(cards.items):
        seen[item] += 1
        used[item] += state.used[item] > 0
    card = cards.items
    for hero in range(cards.counts[HERO]):
        owner = state.hero_owner[hero]
        seen[card] += owner != Owner.IN_BOX and owner != Owner.IN_DECK
        used[card] += owner < SEATS
        card += 1
    for monster in range(cards.counts[MONSTER]):
        owner = state.monster_owner[monster]
        seen[card] += owner != Owner.IN_BOX and owner != Owner.IN_DECK
        used[card] += owner < SEATS
        card += 1


@rules.verb
@jit_lean
def card_of(cards: Cards, state: State, move: int, n: int) -> int:
    """Find the card that a legal move uses: the item sold, added or swapped in, the hero served or sent, the monster fought; else -1.

    No move uses a second.
    """
    if n > 0:
        return EMPTY
    kind, a, _ = parts_of(move)
    if kind in (SELL, ADD, SWAP):
        return a
    if kind in (DOCK, SEND):
        return cards.items + state.heroes[a]  # type: ignore[no-any-return]
    if kind == ATTACK:
        return cards.items + cards.counts[HERO] + state.monsters[a]  # type: ignore[no-any-return]
    return EMPTY


@rules.verb
@jit_lean
def blank(cards: Cards, state: State, seat: int, is_blank: Any) -> None:
    """Take out of a seat's sight, in place, the cards that `is_blank` marks: in its hand and on the table, but not a patron's hero."""
    size, sent = 0, state.chosen if Phase.ADD <= state.phase <= Phase.FIGHT else EMPTY
    for i in range(state.hand_size[seat]):
        item = state.hand[seat, i]
        if not is_blank[item]:
            state.hand[seat, size] = item
            size += 1
        elif state.shown[seat, item] > 0:
            state.shown[seat, item] -= 1
    state.hand_size[seat] = size
    for h in range(HERO_PLACES):
        if state.heroes[h] != EMPTY and is_blank[cards.items + state.heroes[h]] and h != sent:
            state.hero_owner[state.heroes[h]] = Owner.BANISHED
            state.heroes[h] = EMPTY
            state.worn[h] = EMPTY
    for m in range(MONSTER_PLACES):
        if state.monsters[m] != EMPTY and is_blank[cards.items + cards.counts[HERO] + state.monsters[m]]:
            state.monster_owner[state.monsters[m]] = Owner.BANISHED
            state.monsters[m] = EMPTY
