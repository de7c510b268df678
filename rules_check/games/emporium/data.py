"""Emporium's records: what the numbers of a state and of a card set mean, and cards.yaml turned into the latter.

In: a checked `Game`. Out: one numpy record with every number and ruling, which the compiled rules take as an argument; so
editing cards.yaml never recompiles. Knows no rule.

All fields are whole numbers; EMPTY (-1) stands for "none". Cards are numbered from 0 in the order of cards.yaml.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from generator.data.game import Card, Game
from rules_check.toolkit.reading import MOST, NAME, Reader

INT = np.int32
EMPTY = -1

# How much a record has room for.
SEATS = 6
TIERS = 3
TYPES = 3  # of slots, guilds and monsters
HEROES = MONSTERS = 27
ITEMS = 27  # distinct ones
COPIES = 84  # all items of all copies; a hand and a deck have room for every one
HERO_PLACES = MONSTER_PLACES = 3
SLOTS = 4  # of one hero
LEVELS = 9
PRICES = 20
DECK_KINDS = 2
HERO, MONSTER = 0, 1

MAX_MOVES = ITEMS * PRICES + 100
"""No decision has more moves: a sale is an item and a price, a bid is below 100, the others are fewer."""

# Where a hero or a monster is: with a seat that won it (0 to 5), or:
ON_TABLE, IN_DECK, BANISHED, IN_BOX = 6, 7, 8, 9
OWNERS = 10

# `phase`: the decision that is due, or OVER.
CHOOSE, PLACE, PATRON, ADD, SWAP, FIGHT, RESTOCK, MORE, DISCARD, BANISH, OVER = range(1, 12)

# `choice`: what a seat laid behind its screen this round, and what became of it.
NO_CHOICE, SALE, BID, SITS_OUT = range(4)

# `end`: why the game is over. BOUND is not a result: more rounds than any game should take.
NOT_OVER, HEROES_OUT, MONSTERS_OUT, BOTH_OUT, STALLED, BOUND = range(6)
ENDS = (
    "not over",
    "too few heroes to refill",
    "too few monsters to refill",
    "too few heroes and monsters to refill",
    "stalled",
    "bound",
)

STILL_ROUNDS = 3
MAX_ROUNDS = 1000

# A move is kind * 10000 + a * 100 + b.
SELL = 1  # a: item, b: price
BID_MOVE = 2  # b: gold
SIT = 3
DOCK = 4  # a: place of the hero on the table, b: slot
DECLINE = 5
SEND = 6  # a: place of the hero on the table
ADD_MOVE = 7  # a: item, b: slot
SWAP_MOVE = 8  # a: item from the hand, b: slot
ATTACK = 9  # a: place of the monster in the row
KEEP = 10  # no item added, none swapped
PASS = 11
DRAW = 12
UPGRADE = 13  # a: item
STAY = 14
DONE = 15  # no further upgrade
THROW = 16  # a: item
VOTE = 17  # b: the places of the heroes to banish, as bits
MOVE_KINDS = range(SELL, VOTE + 1)

# `tally`: what is counted. RESHUFFLES and the two after it are of the three tiers.
SALES, BOUNCES, ADDITIONS, SWAPS, FIGHTS, PASSES, BARRED, BANISHINGS, UPGRADES, SECOND_UPGRADES, NO_DRAWS, RESHUFFLES = range(12)
TALLIES = RESHUFFLES + TIERS
# `earned`: the sources of gold during a game.
PRICES_PAID, COLOURS, REWARDS, BIDS, UPGRADE_COSTS, BANISHING_COSTS = range(6)
SOURCES = 6

# The rulings of cards.yaml with their options; a ruling's number is its option's place here. The names below are of those
# options that the rules ask for, each for one ruling.
RULINGS: dict[str, tuple[str, ...]] = {
    "bid_affordable": ("when_set", "when_resolved"),
    "patron_without_gold": ("must_sell", "bids_nothing"),
    "equal_bids": ("clockwise", "poorest"),
    "target_gone": ("choose_again", "pass"),
    "seller_declines": ("must_place", "may_decline"),
    "slot_choice": ("seller", "matching_guild"),
    "winner_items": ("discarded", "to_patron"),
    "banished_items": ("discarded", "to_deck"),
    "swapped_item": ("to_hand", "discarded"),
    "failed_changes": ("stay", "undone"),
    "patron_passes": ("may_pass", "must_fight"),
    "restock_neither": ("may_skip", "must_draw"),
    "upgrade_tiers": ("one_tier", "any_tiers"),
    "upgrade_payment": ("before_draw", "after_first"),
    "items_run_out": ("draw_none", "lower_tier"),
    "large_hand": ("keep", "discard"),
    "reshuffle": ("when_due", "when_empty"),
    "short_level": ("take_all", "next_level"),
    "banish_majority": ("of_all", "of_voters"),
    "banish_payers": ("majority", "everyone"),
    "banish_poor": ("no_vote", "votes_free"),
    "banish_votes": ("each_open", "each_hidden", "one_for_all"),
    "refill_check": ("after_banishing", "before_banishing"),
    "most_ties": ("all_score", "nobody"),
    "most_of_none": ("needs_one", "nought_counts"),
    "hero_type": ("guild", "level"),
    "closest_to_token": ("after_passing", "before_passing"),
    "stall": ("three_still_rounds", "play_on"),
}
WHEN_RESOLVED = BIDS_NOTHING = POOREST = LATER_PASSES = MAY_DECLINE = MATCHING_GUILD = ITEMS_TO_PATRON = ITEMS_TO_DECK = 1
SWAPPED_DISCARDED = CHANGES_UNDONE = MUST_FIGHT = MUST_DRAW = ANY_TIERS = AFTER_FIRST = LOWER_TIER = DOWN_TO_LIMIT = 1
WHEN_EMPTY = NEXT_LEVEL = OF_VOTERS = EVERYONE_PAYS = VOTES_FREE = BEFORE_BANISHING = NOBODY_SCORES = NOUGHT_COUNTS = 1
BY_LEVEL = BEFORE_PASSING = PLAY_ON = 1
EACH_HIDDEN, ONE_FOR_ALL = 1, 2

_FIELDS: list[tuple[str, tuple[int, ...]]] = [
    ("players", ()),
    ("number", ()),  # of the game under its seed
    ("first", ()),  # who holds the first-player marker
    ("rounds", ()),  # begun, this one included
    ("phase", ()),
    ("seat", ()),  # whose decision it is
    ("turn", ()),  # how many seats from `first` on have had theirs in this part of the round
    ("end", ()),
    ("still_rounds", ()),  # rounds in a row without a sale, a fight, a banishing or an upgrade
    ("progress", ()),  # 1 once this round had one of them
    ("wins", ()),  # fights won this round
    ("gold", (SEATS,)),
    ("hand", (SEATS, COPIES)),  # items, in no order
    ("hand_size", (SEATS,)),
    ("shown", (SEATS, ITEMS)),  # how many copies in that hand all have seen
    ("draw", (TIERS, COPIES)),  # the last is on top
    ("draw_size", (TIERS,)),
    ("discard", (TIERS, COPIES)),
    ("discard_size", (TIERS,)),
    ("deck", (DECK_KINDS, HEROES)),  # heroes, monsters; the last is on top
    ("deck_size", (DECK_KINDS,)),
    ("heroes", (HERO_PLACES,)),
    ("worn", (HERO_PLACES, SLOTS)),  # items beside the hero of that place
    ("monsters", (MONSTER_PLACES,)),
    ("hero_owner", (HEROES,)),
    ("monster_owner", (MONSTERS,)),
    ("choice", (SEATS,)),
    ("choice_item", (SEATS,)),  # of a sale; it lies in the hand until it docks
    ("choice_price", (SEATS,)),  # of a sale or a bid
    ("resolved", (SEATS,)),
    ("chosen", ()),  # place of the hero whom the patron sends
    ("added", ()),  # slot that the patron filled
    ("swapped", ()),  # slot whose item the patron swapped
    ("swapped_out", ()),  # item that lay there
    ("upgrades", ()),  # this seat's, this round
    ("upgrade_tier", ()),  # tier of the last card upgraded
    ("pending", (TIERS,)),  # cards paid for, not yet drawn, by the tier to draw from
    ("votes", (SEATS,)),  # places of the heroes to banish, as bits
    ("needed", ()),  # votes for a majority
    ("tally", (TALLIES,)),  # how often what happened, by the numbers below; all of it in public
    ("earned", (SEATS, SOURCES)),  # gold by where it came from or went to
    ("used", (ITEMS,)),  # how often each was laid beside a hero, and stayed
]
_WIDE = [("rng", np.uint64, (1 + SEATS,)), ("scratch", np.int64, (2,))]
_NARROW = [(name, INT, shape) for name, shape in _FIELDS]
# No byte may lie between or after the fields: it would hold anything, and equal games would not be equal bytes.
_EVEN = [("spare", INT, ())] if sum(int(np.prod(shape)) for _, _, shape in _NARROW) % 2 else []
state_dtype = np.dtype([*_WIDE, *_NARROW, *_EVEN], align=True)
"""One game. Stream 0 of `rng` shuffles; stream 1 + seat makes a seat's choices, where a player wants luck."""

_CARD_FIELDS: list[tuple[str, tuple[int, ...]]] = [
    ("items", ()),
    ("item_tier", (ITEMS,)),
    ("item_slot", (ITEMS,)),
    ("item_guild", (ITEMS,)),
    ("item_strength", (ITEMS,)),
    ("item_copies", (ITEMS,)),
    ("counts", (DECK_KINDS,)),  # of heroes, of monsters
    ("hero_guild", (HEROES,)),
    ("hero_slots", (HEROES, SLOTS)),
    ("monster_type", (MONSTERS,)),
    ("reward", (MONSTERS,)),
    ("level", (DECK_KINDS, HEROES)),
    ("strength", (DECK_KINDS, HEROES)),
    ("price_cap", (TIERS,)),
    ("upgrade_price", (TIERS,)),  # of a second upgrade INTO the tier
    ("tiers", ()),
    ("guilds", ()),
    ("monster_types", ()),
    ("starting_gold", ()),
    ("starting_tier", ()),
    ("hand_limit", ()),
    ("heroes_on_table", (SEATS + 1,)),  # by number of players; 0: not for so many
    ("monsters_in_row", ()),
    ("deck_levels", (LEVELS + 1,)),
    ("die_faces", ()),
    ("colour_bonus", ()),
    ("upgrades_most", ()),
    ("banish_price", ()),
    ("monster_set_bonus", ()),
    ("most_monsters_bonus", ()),
    ("most_heroes_bonus", ()),
    *((name, ()) for name in RULINGS),
]
_NAMES = [("item_name", ITEMS), ("hero_name", HEROES), ("monster_name", MONSTERS), ("slot_name", TYPES)]
cards_dtype = np.dtype(
    [(name, INT, shape) for name, shape in _CARD_FIELDS] + [(name, np.uint8, (count, NAME)) for name, count in _NAMES], align=True
)
"""One card set, with its rulings. The names are ASCII bytes, for the text of moves; no rule reads them."""


class _Reader(Reader):
    """Read Emporium's tables and cards."""

    def read(self) -> Any:
        tables: dict[str, list[str]] = {"tier": ["price_cap", "upgrade"], "slot": [], "guild": [], "monster_type": []}
        kinds = {
            "item": ["tier", "slot", "guild", "strength"],
            "hero": ["guild", "level", "strength", "slots"],
            "monster": ["type", "level", "strength", "reward"],
        }
        if self.needs(tables, kinds):
            self._tables(self.game.context["tables"])
            for kind in kinds:
                self._cards(kind)
        self._rules()
        self.rulings(RULINGS)
        return self.done()

    def _tables(self, tables: Any) -> None:
        record = self.record
        self.number = {
            name: {row.id: number for number, row in enumerate(tables[name])} for name in ("tier", "slot", "guild", "monster_type")
        }
        for name, room in (("tier", TIERS), ("slot", TYPES), ("guild", TYPES), ("monster_type", TYPES)):
            if not self.fits(f"rows in the table '{name}'", len(self.number[name]), room, least=1):
                self.done()
        record["tiers"], record["guilds"] = len(tables["tier"]), len(tables["guild"])
        record["monster_types"] = len(tables["monster_type"])
        for number, tier in enumerate(tables["tier"]):
            if self.whole(
                f"a price cap of {tier.id}", tier.price_cap, PRICES, self.row_place("tier", tier.id, "price_cap"), least=1
            ):
                record["price_cap"][number] = tier.price_cap
            upgrade = 0 if tier.upgrade is None else tier.upgrade
            if self.whole(f"a price of upgrades into {tier.id}", upgrade, MOST, self.row_place("tier", tier.id, "upgrade")):
                record["upgrade_price"][number] = upgrade
        for number, slot in enumerate(tables["slot"]):
            self.name("slot_name", number, slot.id)

    def _cards(self, kind: str) -> None:
        record, number = self.record, self.number
        cards: list[Card] = [card for card in self.game.cards.values() if card.kind == kind]
        if not self.fits(f"cards of the kind '{kind}'", len(cards), {"item": ITEMS}.get(kind, HEROES), least=1):
            return
        for i, card in enumerate(cards):
            values, place = card.record, card.place
            self.name(f"{kind}_name", i, card.id, place)
            if kind == "item":
                record["item_tier"][i] = number["tier"][values.tier.id]
                record["item_slot"][i] = number["slot"][values.slot.id]
                record["item_guild"][i] = number["guild"][values.guild.id]
                record["item_copies"][i] = card.copies
                if self.whole(
                    f"a strength (here of '{card.id}')", values.strength, MOST, card.places.get("strength", place), -MOST
                ):
                    record["item_strength"][i] = values.strength
                continue
            deck = HERO if kind == "hero" else MONSTER
            self.fits(f"one copy of a {kind} (here '{card.id}'), so copies", card.copies, 1, place, least=1)
            if self.fits(f"levels (here of '{card.id}')", values.level, LEVELS, place, least=1):
                record["level"][deck, i] = values.level
            if self.whole(f"a strength (here of '{card.id}')", values.strength, MOST, card.places.get("strength", place), -MOST):
                record["strength"][deck, i] = values.strength
            if kind == "monster":
                record["monster_type"][i] = number["monster_type"][values.type.id]
                if self.whole(f"a reward (here of '{card.id}')", values.reward, MOST, card.places.get("reward", place)):
                    record["reward"][i] = values.reward
                continue
            record["hero_guild"][i], record["hero_slots"][i] = number["guild"][values.guild.id], EMPTY
            if self.fits(f"slots of a hero (here '{card.id}')", len(values.slots), SLOTS, place):
                record["hero_slots"][i, : len(values.slots)] = [number["slot"][slot.id] for slot in values.slots]
        if kind == "item":
            record["items"] = len(cards)
            self.fits("items of all copies", sum(card.copies for card in cards), COPIES)
        else:
            record["counts"][HERO if kind == "hero" else MONSTER] = len(cards)

    def _rules(self) -> None:
        ranges = {
            "starting_gold": (0, MOST),
            "hand_size": (0, ITEMS),
            "monsters_in_row": (1, MONSTER_PLACES),
            "die_faces": (1, PRICES),
            "colour_bonus": (0, MOST),
            "upgrades_most": (0, ITEMS),
            "banish_price": (0, MOST),
            "monster_set_bonus": (0, MOST),
            "most_monsters_bonus": (0, MOST),
            "most_heroes_bonus": (0, MOST),
        }
        self.numbers(ranges, {"hand_size": "hand_limit"})
        self.entry("starting_tier", "tier", getattr(self, "number", {}).get("tier"))
        self.by_number("heroes_on_table", (2, SEATS), (1, HERO_PLACES))
        self.by_number("deck_levels", (1, LEVELS), (0, HEROES))


def cards_record(game: Game) -> Any:
    """Turn a game's data into one record of numbers.

    Raises ProblemError with everything that the rules cannot do with: what is missing, unknown, or more than a record holds.
    """
    return _Reader(game, cards_dtype, "Emporium").read()


def with_ruling(cards: Any, name: str, option: str) -> Any:
    """Copy a card set with another option of one ruling."""
    changed = cards.copy()
    changed[name] = RULINGS[name].index(option)
    return changed
