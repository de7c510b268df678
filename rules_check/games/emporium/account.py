"""Emporium's accounts: what happened in a game, where each seat's gold came from, what became of every card.

Read from a game that is over, for those that measure many; no rule reads it. Cards are numbered here items first, then heroes,
then monsters, each in the order of cards.yaml; copies of an item are one card.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rules_check.engine.arrays import local_zeros
from rules_check.engine.kernel import jit_lean
from rules_check.games.emporium.data import (
    ADD,
    ADD_MOVE,
    ATTACK,
    BANISHED,
    BOUND,
    DECK_KINDS,
    DOCK,
    EMPTY,
    FIGHT,
    HERO,
    HERO_PLACES,
    IN_BOX,
    IN_DECK,
    LEVELS,
    MONSTER,
    MONSTER_PLACES,
    OWNERS,
    SEATS,
    SELL,
    SEND,
    SOURCES,
    STALLED,
    SWAP,
    SWAP_MOVE,
    TALLIES,
)
from rules_check.games.emporium.end import add_hero_bonuses, add_monster_bonuses, add_sets, count_all
from rules_check.games.emporium.moves import parts_of
from rules_check.toolkit.reading import name_of

COUNTS = (
    "sales",
    "sales that found no slot",
    "items added by patrons",
    "items swapped by patrons",
    "fights won",
    "patrons who passed",
    "patrons with nobody to fight",
    "heroes banished",
    "upgrades",
    "second upgrades",
    "draws from nothing",
    "reshuffles of tier 1",
    "reshuffles of tier 2",
    "reshuffles of tier 3",
    "heroes left in the deck",
    "monsters left in the deck",
)
"""What `account` counts of a whole game."""
UNIT = "gold"
"""What the score counts."""
LEDGER = (
    "starting gold",
    "sales",
    "colour bonus",
    "rewards",
    "bids paid",
    "upgrades paid",
    "banishing paid",
    "sets of monsters",
    "most monsters",
    "most heroes",
)
"""What `account` gives for each seat: gold, negative where it was spent. It adds up to the score."""
NEVER = ("draws from nothing",)
"""What should not happen in any game."""
WANTED = (
    "sales",
    "sales that found no slot",
    "items added by patrons",
    "items swapped by patrons",
    "fights won",
    "heroes banished",
    "upgrades",
    "second upgrades",
    "reshuffles of tier 1",
)
"""Parts of the rules that ought to come up."""
PLACES = {
    "draws from nothing": "kinds.item",
    "heroes banished": "rules.banish_price",
    "upgrades": "rules.upgrades_most",
    "second upgrades": "rules.upgrades_most",
    "starting gold": "rules.starting_gold",
    "colour bonus": "rules.colour_bonus",
    "sets of monsters": "rules.monster_set_bonus",
    "most monsters": "rules.most_monsters_bonus",
    "most heroes": "rules.most_heroes_bonus",
    "rewards": "kinds.monster",
    "never=banish": "rules.banish_price",
    "never=upgrade": "rules.upgrades_most",
    "never=sell": "tables.tier",
    "never=bid": "kinds.monster",
}
"""Where in cards.yaml the number stands that each of those names is about."""
SECRET_A_ROUND = 1
"""Decisions of each seat in a round that all make at once, behind their screens."""
BAD_ENDS = (STALLED, BOUND)
"""The ENDS that are no result."""
STRATEGIES = (
    "never=sell",
    "never=bid",
    "never=upgrade",
    "never=draw",
    "never=add",
    "never=swap",
    "never=banish",
    "never=bid+1",
    "never=bid+8",
    "never=pass",
)
"""Restrictions whose price tells what each part of the rules is worth to a player."""


@jit_lean
def account(cards: Any, state: Any, out: Any) -> None:
    """Write the COUNTS of a game, then each seat's LEDGER, into an int64 array."""
    for i in range(TALLIES):
        out[i] = state.tally[i]
    out[TALLIES] = state.deck_size[HERO]
    out[TALLIES + 1] = state.deck_size[MONSTER]
    won = local_zeros((DECK_KINDS, LEVELS, OWNERS), np.int64)
    count_all(cards, state, won)
    sets, monsters, heroes = local_zeros(SEATS, np.int64), local_zeros(SEATS, np.int64), local_zeros(SEATS, np.int64)
    add_sets(cards, state.players, won, sets)
    add_monster_bonuses(cards, state.players, won, monsters)
    add_hero_bonuses(cards, state.players, won, heroes)
    i = TALLIES + 2
    for seat in range(state.players):
        out[i] = cards.starting_gold
        for source in range(SOURCES):
            out[i + 1 + source] = state.earned[seat, source]
        i += 1 + SOURCES
        out[i], out[i + 1], out[i + 2] = sets[seat], monsters[seat], heroes[seat]
        i += 3


def card_groups(cards: Any) -> list[str]:
    """Name, for each card of `card_ids`, those that it can be compared with."""
    items = [f"items of tier {cards.item_tier[item] + 1}" for item in range(cards.items)]
    heroes, monsters = (
        [f"{name} of level {cards.level[kind, card]}" for card in range(cards.counts[kind])]
        for kind, name in ((HERO, "heroes"), (MONSTER, "monsters"))
    )
    return items + heroes + monsters


def card_ids(cards: Any) -> list[str]:
    """List the ids of the cards that `usage`, `card_of` and `blank` number."""
    kinds = ((cards.item_name, cards.items), (cards.hero_name, cards.counts[HERO]), (cards.monster_name, cards.counts[MONSTER]))
    return [name_of(names, card) for names, count in kinds for card in range(count)]


@jit_lean
def usage(cards: Any, state: Any, seen: Any, used: Any) -> None:
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
        seen[card] += owner != IN_BOX and owner != IN_DECK
        used[card] += owner < SEATS
        card += 1
    for monster in range(cards.counts[MONSTER]):
        owner = state.monster_owner[monster]
        seen[card] += owner != IN_BOX and owner != IN_DECK
        used[card] += owner < SEATS
        card += 1


@jit_lean
def card_of(cards: Any, state: Any, move: int, n: int) -> int:
    """Find the card that a legal move uses: the item sold, added or swapped in, the hero served or sent, the monster fought; else -1.

    No move uses a second.
    """
    if n > 0:
        return EMPTY
    kind, a, _ = parts_of(move)
    if kind in (SELL, ADD_MOVE, SWAP_MOVE):
        return a
    if kind in (DOCK, SEND):
        return cards.items + state.heroes[a]  # type: ignore[no-any-return]
    if kind == ATTACK:
        return cards.items + cards.counts[HERO] + state.monsters[a]  # type: ignore[no-any-return]
    return EMPTY


@jit_lean
def blank(cards: Any, state: Any, seat: int, is_blank: Any) -> None:
    """Take out of a seat's sight, in place, the cards that `is_blank` marks: in its hand and on the table, but not a patron's hero."""
    size, sent = 0, state.chosen if state.phase in (ADD, SWAP, FIGHT) else EMPTY
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
            state.hero_owner[state.heroes[h]] = BANISHED
            state.heroes[h] = EMPTY
            state.worn[h] = EMPTY
    for m in range(MONSTER_PLACES):
        if state.monsters[m] != EMPTY and is_blank[cards.items + cards.counts[HERO] + state.monsters[m]]:
            state.monster_owner[state.monsters[m]] = BANISHED
            state.monsters[m] = EMPTY
