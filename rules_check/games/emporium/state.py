"""Emporium's records: what the numbers of a card set and of a game mean, and where in cards.yaml the former stand. Knows no rule.

Cards are numbered from 0 in the order of cards.yaml; heroes are cards of the kind HERO and monsters of the kind MONSTER.
"""

from __future__ import annotations

from enum import IntEnum

from generator.data.game import Game
from rules_check.games.emporium import rulings as ruled
from rules_check.games.emporium.weights import Weight
from rules_check.toolkit.cardsets import CardSet, by_number, entry, field_of, kind, row_of, rule, ruling, table
from rules_check.toolkit.reading import MOST, Reader
from rules_check.toolkit.records import EMPTY as EMPTY
from rules_check.toolkit.records import GameState, Numbers, each, small, whole
from rules_check.toolkit.weights import weighed

# How much a record has room for, as docs/growing.md tells designers; how much of it a card set uses, its record says. Item, hero and
# monster numbers are `small` in a state.
SEATS = 6
TIERS = 8
TYPES = 8  # of slots, guilds and monsters
HEROES = MONSTERS = 64
ITEMS = 128  # distinct ones
COPIES = 240  # all items of all copies; a hand and a deck have room for every one
ALIKE = 99  # copies of one item
HAND = 99  # cards that a hand is filled up to, and upgrades in one round
HERO_PLACES = MONSTER_PLACES = 3
SLOTS = 4  # of one hero
LEVELS = 9
SORTS = max(LEVELS, TYPES)  # of trophies: types of monsters, guilds or by ruling levels of heroes
PRICES = 20
DECK_KINDS = 2
HERO, MONSTER = 0, 1
OWNERS = 10

STILL_ROUNDS = 3
MAX_ROUNDS = 1000


class Owner(IntEnum):
    """Where a hero or a monster is, beside with a seat that won it, 0 to 5."""

    ON_TABLE, IN_DECK, BANISHED, IN_BOX = range(6, 10)


class Phase(IntEnum):
    """The decision that is due."""

    CHOOSE, PLACE, PATRON, ADD, SWAP, FIGHT, RESTOCK, MORE, DISCARD, BANISH, OVER = range(1, 12)


class Choice(IntEnum):
    """What a seat laid behind its screen this round."""

    NONE, SALE, BID, SITS_OUT = range(4)


class End(IntEnum):
    """Why the game is over. BOUND is no result: more rounds than any game should take."""

    NOT_OVER, HEROES_OUT, MONSTERS_OUT, BOTH_OUT, STALLED, BOUND = range(6)


ENDS = (
    "not over",
    "too few heroes to refill",
    "too few monsters to refill",
    "too few heroes and monsters to refill",
    "stalled",
    "bound",
)


class Tally(IntEnum):
    """What is counted of a game; RESHUFFLES and those after it, of the first tier, the second and all above."""

    (
        SALES,
        BOUNCES,
        ADDITIONS,
        SWAPS,
        FIGHTS,
        PASSES,
        BARRED,
        BANISHINGS,
        CLEARINGS,
        UPGRADES,
        SECOND_UPGRADES,
        NO_DRAWS,
        RESHUFFLES,
    ) = range(13)


TIERS_TOLD = 3
TALLIES = Tally.RESHUFFLES + TIERS_TOLD


class Flow(IntEnum):
    """Where gold comes from and goes to during a game."""

    PRICES_PAID, COLOURS, REWARDS, BIDS, UPGRADE_COSTS, BANISHING_COSTS = range(6)


FLOWS = len(Flow)


class Cards(CardSet, title="Emporium"):
    """One card set, with its rulings."""

    item_copies: Numbers
    tiers = table("tier", TIERS)
    price_cap = field_of("tier", 1, PRICES)
    upgrade_price = field_of("tier", 0, MOST, "upgrade", absent=0)  # of a second upgrade INTO the tier
    slots = table("slot", TYPES)
    guilds = table("guild", TYPES)
    monster_types = table("monster_type", TYPES)
    items = kind("item", ITEMS, copies=ALIKE, all_copies=COPIES)
    item_tier = row_of("item", "tier")
    item_slot = row_of("item", "slot")
    item_guild = row_of("item", "guild")
    item_strength = field_of("item", -MOST, MOST, "strength")
    heroes = kind("hero", HEROES)
    hero_guild = row_of("hero", "guild")
    hero_level = field_of("hero", 1, LEVELS, "level")
    hero_strength = field_of("hero", -MOST, MOST, "strength")
    hero_slots = each(HEROES, SLOTS)
    monsters = kind("monster", MONSTERS)
    monster_type = row_of("monster", "monster_type", "type")
    monster_level = field_of("monster", 1, LEVELS, "level")
    monster_strength = field_of("monster", -MOST, MOST, "strength")
    reward = field_of("monster", 0, MOST)
    counts = each(DECK_KINDS)  # of heroes, of monsters; so are the next two
    level = each(DECK_KINDS, HEROES)
    strength = each(DECK_KINDS, HEROES)
    starting_gold = rule(0, MOST)
    starting_tier = entry("tier")
    hand_limit = rule(0, HAND, "hand_size")
    heroes_on_table = by_number((2, SEATS), (1, HERO_PLACES))  # by number of players; 0: not for so many
    monsters_in_row = rule(1, MONSTER_PLACES)
    deck_levels = by_number((1, LEVELS), (0, HEROES))
    die_faces = rule(1, PRICES)
    colour_bonus = rule(0, MOST)
    upgrades_most = rule(0, HAND)
    banish_price = rule(0, MOST)
    monster_set_bonus = rule(0, MOST)
    most_monsters_bonus = rule(0, MOST)
    most_heroes_bonus = rule(0, MOST)
    bid_affordable = ruling(ruled.BidAffordable)
    patron_without_gold = ruling(ruled.PatronWithoutGold)
    equal_bids = ruling(ruled.EqualBids)
    target_gone = ruling(ruled.TargetGone)
    seller_declines = ruling(ruled.SellerDeclines)
    slot_choice = ruling(ruled.SlotChoice)
    winner_items = ruling(ruled.WinnerItems)
    banished_items = ruling(ruled.BanishedItems)
    swapped_item = ruling(ruled.SwappedItem)
    failed_changes = ruling(ruled.FailedChanges)
    patron_passes = ruling(ruled.PatronPasses)
    restock_neither = ruling(ruled.RestockNeither)
    upgrade_tiers = ruling(ruled.UpgradeTiers)
    upgrade_payment = ruling(ruled.UpgradePayment)
    items_run_out = ruling(ruled.ItemsRunOut)
    large_hand = ruling(ruled.LargeHand)
    reshuffle = ruling(ruled.Reshuffle)
    short_level = ruling(ruled.ShortLevel)
    banish_when = ruling(ruled.BanishWhen)
    banish_majority = ruling(ruled.BanishMajority)
    banish_payers = ruling(ruled.BanishPayers)
    banish_poor = ruling(ruled.BanishPoor)
    banish_votes = ruling(ruled.BanishVotes)
    refill_check = ruling(ruled.RefillCheck)
    most_ties = ruling(ruled.MostTies)
    most_of_none = ruling(ruled.MostOfNone)
    hero_type = ruling(ruled.HeroType)
    closest_to_token = ruling(ruled.ClosestToToken)
    stall = ruling(ruled.Stall)
    weights = weighed(SEATS, Weight)

    @classmethod
    def fill(cls, reader: Reader, game: Game) -> None:
        """Read the slots of heroes, lists of rows, and lay heroes and monsters side by side."""
        record, slots = reader.record, {slot.id: n for n, slot in enumerate(game.context["tables"]["slot"])}
        record.counts[:] = record.heroes, record.monsters
        record.level[:] = record.hero_level, record.monster_level
        record.strength[:] = record.hero_strength, record.monster_strength
        record.hero_slots[:] = EMPTY
        for i, card in enumerate(card for card in game.cards.values() if card.kind == "hero"):
            if reader.fits(f"slots of a hero (here '{card.id}')", len(card.record.slots), SLOTS, card.place):
                record.hero_slots[i, : len(card.record.slots)] = [slots[slot.id] for slot in card.record.slots]


class State(GameState, seats=SEATS):
    """One game. All zones are in no order but where it says so."""

    first = whole()  # who holds the first-player marker
    turn = whole()  # how many seats from `first` on have had theirs in this part of the round
    still_rounds = whole()  # rounds in a row without a sale, a fight, a banishing or an upgrade
    progress = whole()  # 1 once this round had one of them
    wins = whole()  # fights won this round
    gold = each(SEATS)
    hand = small(SEATS, COPIES)  # items
    hand_size = each(SEATS)
    shown = small(SEATS, ITEMS)  # how many copies in that hand all have seen
    draw = small(TIERS, COPIES)  # the last is on top
    draw_size = each(TIERS)
    discard = small(TIERS, COPIES)
    discard_size = each(TIERS)
    deck = small(DECK_KINDS, HEROES)  # heroes, monsters; the last is on top
    deck_size = each(DECK_KINDS)
    heroes = each(HERO_PLACES, blank=EMPTY)
    worn = each(HERO_PLACES, SLOTS, blank=EMPTY)  # items beside the hero of that place
    monsters = each(MONSTER_PLACES, blank=EMPTY)
    hero_owner = small(HEROES, blank=Owner.IN_BOX)
    monster_owner = small(MONSTERS, blank=Owner.IN_BOX)
    choice = each(SEATS)
    choice_item = each(SEATS, blank=EMPTY)  # of a sale; it lies in the hand until it docks
    choice_price = each(SEATS)  # of a sale or a bid
    resolved = each(SEATS)
    chosen = whole(blank=EMPTY)  # place of the hero whom the patron sends
    added = whole(blank=EMPTY)  # slot that the patron filled
    swapped = whole(blank=EMPTY)  # slot whose item the patron swapped
    swapped_out = whole(blank=EMPTY)  # item that lay there
    upgrades = whole()  # this seat's, this round
    upgrade_tier = whole()  # tier of the last card upgraded
    pending = each(TIERS)  # cards paid for, not yet drawn, by the tier to draw from
    votes = each(SEATS)  # places of the heroes to banish, as bits
    needed = whole()  # votes for a majority
    tally = each(TALLIES)  # how often what happened; all of it in public
    earned = each(SEATS, FLOWS)  # gold by where it came from or went to
    used = each(ITEMS)  # how often each was laid beside a hero, and stayed
