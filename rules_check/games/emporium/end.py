"""Emporium's reckoning: what a seat's gold comes to with all bonuses, and who ranks where."""

from __future__ import annotations

from typing import Any

import numpy as np

from rules_check.engine.arrays import local_zeros
from rules_check.engine.kernel import index, jit_lean
from rules_check.games.emporium import rulings as ruled
from rules_check.games.emporium.state import DECK_KINDS, HERO, LEVELS, MONSTER, OWNERS, SEATS, SORTS, Cards, State
from rules_check.games.emporium.words import rules


@jit_lean
def count_all(cards: Cards, state: State, won: Any) -> None:
    """Count all trophies in one go, into zeros of shape (kinds, types, owners): those that no seat has, too, which spares asking."""
    for card in range(cards.counts[MONSTER]):
        won[MONSTER, index(cards.monster_type[card]), index(state.monster_owner[card])] += 1
    for card in range(cards.counts[HERO]):
        type_ = cards.level[HERO, card] - 1 if cards.hero_type == ruled.HeroType.LEVEL else cards.hero_guild[card]
        won[HERO, index(type_), index(state.hero_owner[card])] += 1


@jit_lean
def add_most_of(cards: Cards, players: int, held: Any, bonus: int, out: Any) -> None:
    """[End of Game Bonuses] Give the bonus for most of one type, of which each seat holds so many."""
    most, holders = 0, 0
    for seat in range(players):
        if held[seat] > most:
            most, holders = held[seat], 1
        elif held[seat] == most:
            holders += 1
    if (most == 0 and cards.most_of_none != ruled.MostOfNone.NOUGHT_COUNTS) or (
        holders > 1 and cards.most_ties == ruled.MostTies.NOBODY
    ):
        return
    for seat in range(players):
        if held[seat] == most:
            out[seat] += bonus


@jit_lean
def add_sets(cards: Cards, players: int, won: Any, out: Any) -> None:
    """[End of Game Bonuses] Add the bonus for each complete set of all types of monster."""
    for seat in range(players):
        sets = won[MONSTER, 0, seat]
        for type_ in range(1, cards.monster_types):
            sets = min(sets, won[MONSTER, type_, seat])
        out[seat] += sets * cards.monster_set_bonus


@jit_lean
def add_monster_bonuses(cards: Cards, players: int, won: Any, out: Any) -> None:
    """[End of Game Bonuses] Add the bonus for most monsters of each type."""
    for type_ in range(cards.monster_types):
        add_most_of(cards, players, won[MONSTER, type_], cards.most_monsters_bonus, out)


@jit_lean
def add_hero_bonuses(cards: Cards, players: int, won: Any, out: Any) -> None:
    """[End of Game Bonuses] Add the bonus for most heroes of each type."""
    for type_ in range(LEVELS if cards.hero_type == ruled.HeroType.LEVEL else cards.guilds):
        if cards.hero_type != ruled.HeroType.LEVEL or cards.deck_levels[type_ + 1] > 0:
            add_most_of(cards, players, won[HERO, type_], cards.most_heroes_bonus, out)


@rules.verb
@jit_lean
def scores(cards: Cards, state: State, out: Any) -> None:
    """Write each seat's gold with all bonuses, as if the game ended now."""
    won = local_zeros((DECK_KINDS, SORTS, OWNERS), np.int64)
    count_all(cards, state, won)
    add_up(cards, state, won, out)


@jit_lean
def add_up(cards: Cards, state: State, won: Any, out: Any) -> None:
    """Write each seat's gold with all bonuses for the trophies won."""
    for seat in range(state.players):
        out[seat] = state.gold[seat]
    add_sets(cards, state.players, won, out)
    add_monster_bonuses(cards, state.players, won, out)
    add_hero_bonuses(cards, state.players, won, out)


@rules.verb
@jit_lean
def places(cards: Cards, state: State, out: Any) -> None:
    """Write each seat's rank, from 1: by score, then monsters beaten, then nearness to the marker. No two seats share one."""
    players = state.players
    key, won = local_zeros(SEATS, np.int64), local_zeros((DECK_KINDS, SORTS, OWNERS), np.int64)
    count_all(cards, state, won)
    add_up(cards, state, won, key)
    holder = state.first + (0 if cards.closest_to_token == ruled.ClosestToToken.BEFORE_PASSING else 1)
    for seat in range(players):
        monsters = 0
        for type_ in range(cards.monster_types):
            monsters += won[MONSTER, type_, seat]
        behind = holder - seat - 1
        key[seat] = (key[seat] * 100 + monsters) * 10 + (behind if behind >= 0 else behind + players)
    for seat in range(players):
        out[seat] = 1
        for other in range(players):
            out[seat] += key[other] > key[seat]
