"""Emporium's records: the meaning of the numbers of a card set and of a game, and the places of the
former in cards.yaml. This module contains no rules.

Cards are numbered from 0 in the order of cards.yaml; heroes are cards of the kind HERO and monsters
of the kind MONSTER.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from generator.data.game import Game
from rules_check.games.emporium import room
from rules_check.games.emporium import rulings as ruled
from rules_check.games.emporium.weights import Weight
from rules_check.rules import (
    EMPTY,
    GameState,
    Measure,
    Numbers,
    each,
    places,
    real,
    small,
    stack,
    weighed,
    whole,
)
from rules_check.toolkit.cardsets import (
    CardSet,
    by_number,
    entry,
    field_of,
    kind,
    row_of,
    rule,
    table,
)
from rules_check.toolkit.reading import MOST, Reader

HERO, MONSTER = range(2)
"""The kinds of cards that have a deck."""


class Owner(IntEnum):
    """Where a hero or a monster is, apart from with a seat that won it, 0 to 5."""

    ON_TABLE, IN_DECK, BANISHED, IN_BOX = range(6, 10)


class Phase(IntEnum):
    """The decision that is due."""

    CHOOSE, PLACE, PATRON, ADD, SWAP, FIGHT, RESTOCK, MORE, DISCARD, BANISH, OVER = range(1, 12)


class End(IntEnum):
    """Why the game is over. BOUND means no result, after more rounds than any game should take."""

    NOT_OVER, HEROES_OUT, MONSTERS_OUT, BOTH_OUT, STALLED, BOUND = range(6)


class Tally(Measure):
    """The values counted in a game."""

    SALES = "sales", "wanted"
    BOUNCES = "sales that found no slot", "wanted"
    ADDITIONS = "items added by patrons", "wanted"
    SWAPS = "items swapped by patrons", "wanted"
    FIGHTS = "fights won", "wanted"
    PASSES = "patrons who passed"
    BARRED = "patrons without a fight"
    BANISHINGS = "heroes banished", "wanted", "rules.banish_price"
    CLEARINGS = "stuck tables cleared"
    UPGRADES = "upgrades", "wanted", "rules.upgrades_most"
    SECOND_UPGRADES = "second upgrades", "wanted", "rules.upgrades_most"
    DEAREST_UPGRADES = "second upgrades into the dearest tier", "wanted", "tables.tier"
    LOWER_UPGRADES = "second upgrades into lower tiers", "wanted", "tables.tier"
    NO_DRAWS = "draws from nothing", "never", "kinds.item"
    RESHUFFLES = "reshuffles of tier 1", "wanted"
    RESHUFFLES_2 = "reshuffles of tier 2"
    RESHUFFLES_3 = "reshuffles of tier 3 and above"
    HEROES_LEFT = "heroes left in the deck"
    MONSTERS_LEFT = "monsters left in the deck"


class Flow(Measure):
    """The sources and uses of a seat's gold; the last three apply at the end of the game."""

    START = "starting gold", "rules.starting_gold"
    PRICES_PAID = "sales"
    COLOURS = "colour bonus", "rules.colour_bonus"
    REWARDS = "rewards", "kinds.monster"
    BIDS = "bids paid", "spent"
    UPGRADE_COSTS = "upgrades paid", "spent"
    BANISHING_COSTS = "banishing paid", "spent"
    SETS = "sets of monsters", "rules.monster_set_bonus"
    MOST_MONSTERS = "most monsters", "rules.most_monsters_bonus"
    MOST_HEROES = "most heroes", "rules.most_heroes_bonus"


class Cards(
    CardSet, title="Emporium", rulings=ruled, typed=True, needs={"hero": ("slots: [slot]",)}
):
    """One card set, with its rulings."""

    item_copies: Numbers
    tiers = table("tier", room.TIERS)
    price_cap = field_of("tier", 1, room.PRICES)
    # of a second upgrade INTO the tier
    upgrade_price = field_of("tier", 0, MOST, "upgrade", absent=0)
    slots = table("slot", room.TYPES)
    guilds = table("guild", room.TYPES)
    monster_types = table("monster_type", room.TYPES)
    items = kind("item", room.ITEMS, copies=room.ALIKE, all_copies=room.COPIES)
    item_tier = row_of("item", "tier")
    item_slot = row_of("item", "slot")
    item_guild = row_of("item", "guild")
    item_strength = field_of("item", -MOST, MOST, "strength")
    mean_strength = real(room.TIERS)  # of each tier's items
    heroes = kind("hero", room.HEROES)
    hero_guild = row_of("hero", "guild")
    hero_level = field_of("hero", 1, room.LEVELS, "level")
    hero_strength = field_of("hero", -MOST, MOST, "strength")
    hero_slots = each(room.HEROES, room.SLOTS)
    monsters = kind("monster", room.MONSTERS)
    monster_type = row_of("monster", "monster_type", "type")
    monster_level = field_of("monster", 1, room.LEVELS, "level")
    monster_strength = field_of("monster", -MOST, MOST, "strength")
    reward = field_of("monster", 0, MOST)
    counts = each(room.DECK_KINDS)  # of heroes, of monsters; the same goes for the next five
    level = each(room.DECK_KINDS, room.HEROES)
    strength = each(room.DECK_KINDS, room.HEROES)
    trophies = each(room.DECK_KINDS)  # the number of types of trophies
    # what a trophy counts as: a monster's type, a hero's guild or, by ruling, its level
    trophy = each(room.DECK_KINDS, room.HEROES)
    most_bonus = each(room.DECK_KINDS, room.SORTS)  # for the most of a type
    starting_gold = rule(0, MOST)
    starting_tier = entry("tier")
    hand_limit = rule(0, room.HAND, "hand_size")
    # by number of players; 0: not playable
    heroes_on_table = by_number((2, room.SEATS), (1, room.HERO_PLACES))
    monsters_in_row = rule(1, room.MONSTER_PLACES)
    deck_levels = by_number((1, room.LEVELS), (0, room.HEROES))
    die_faces = rule(1, room.PRICES)
    colour_bonus = rule(0, MOST)
    upgrades_most = rule(0, room.HAND)
    banish_price = rule(0, MOST)
    monster_set_bonus = rule(0, MOST)
    most_monsters_bonus = rule(0, MOST)
    most_heroes_bonus = rule(0, MOST)
    weights = weighed(room.SEATS, Weight)

    @classmethod
    def fill(cls, reader: Reader, game: Game) -> None:
        """Read slots of heroes and lists of rows, and place heroes and monsters side by side."""
        record = reader.record
        slots = {slot.id: n for n, slot in enumerate(game.context["tables"]["slot"])}
        record.counts[:] = record.heroes, record.monsters
        record.level[:] = record.hero_level, record.monster_level
        record.strength[:] = record.hero_strength, record.monster_strength
        record.hero_slots[:] = EMPTY
        tiers, strengths = record.item_tier[: record.items], record.item_strength[: record.items]
        for tier in set(tiers):
            record.mean_strength[tier] = strengths[tiers == tier].sum() / (tiers == tier).sum()
        for i, card in enumerate(game.of_kind("hero")):
            own = [slots[slot.id] for slot in card.record.slots or ()]
            if reader.fits(f"the number of slots of '{card.id}'", len(own), room.SLOTS, card.place):
                record.hero_slots[i, : len(own)] = own

    @classmethod
    def derive(cls, record: Any) -> None:
        """Fill in what trophies count as; a hero level that no deck contains brings no bonus."""
        by_level = record.hero_type == ruled.HeroType.LEVEL
        record.trophy[:] = (
            record.level[HERO] - 1 if by_level else record.hero_guild,
            record.monster_type,
        )
        record.trophies[:] = room.LEVELS if by_level else record.guilds, record.monster_types
        record.most_bonus[MONSTER, : record.monster_types] = record.most_monsters_bonus
        scored = record.deck_levels[1:] > 0 if by_level else np.arange(room.SORTS) < record.guilds
        record.most_bonus[HERO] = record.most_heroes_bonus * scored


class State(GameState, seats=room.SEATS):
    """One game. Zones are unordered unless they say otherwise."""

    first = whole()  # the holder of the first-player marker
    turn = whole()  # number of seats, from `first` on, that have had theirs in this part
    still_rounds = whole()  # consecutive rounds without a sale, a fight, a banishing or an upgrade
    progress = whole()  # 1 once this round had one of them
    wins = whole()  # fights won this round
    gold = each(room.SEATS)
    hand = stack(room.SEATS, room.COPIES, of="item")
    shown = small(room.SEATS, room.ITEMS)  # copies of each item in that hand that all have seen
    draw = stack(room.TIERS, room.COPIES, of="item")
    discard = stack(room.TIERS, room.COPIES, of="item")
    deck = stack(room.DECK_KINDS, room.HEROES)  # heroes, monsters
    heroes = each(room.HERO_PLACES, blank=EMPTY)
    worn = places("item", room.HERO_PLACES, room.SLOTS)  # beside the hero of that place
    monsters = each(room.MONSTER_PLACES, blank=EMPTY)
    owner = small(room.DECK_KINDS, room.HEROES, blank=Owner.IN_BOX)
    choice = each(room.SEATS)
    choice_item = each(room.SEATS, blank=EMPTY)  # of a sale; it stays in the hand until it docks
    choice_price = each(room.SEATS)  # of a sale or a bid
    resolved = each(room.SEATS)
    chosen = whole(blank=EMPTY)  # place of the hero that the patron sends
    added = whole(blank=EMPTY)  # slot that the patron filled
    swapped = whole(blank=EMPTY)  # slot whose item the patron swapped
    swapped_out = whole(blank=EMPTY)  # item that was there
    upgrades = whole()  # this seat's, this round
    upgrade_tier = whole()  # tier of the last card upgraded
    pending = each(room.TIERS)  # cards paid for, not yet drawn, by the tier to draw from
    votes = each(room.SEATS)  # places of the heroes to banish, as bits
    needed = whole()  # votes for a majority
    tally = each(len(Tally))  # how often each event happened; all public
    earned = each(room.SEATS, len(Flow))  # gold by source or use
    used = each(room.ITEMS)  # how often each was placed beside a hero, and stayed
