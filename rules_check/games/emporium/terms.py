"""What Emporium's numbers stand for: where cards are, which decision is due, why a game ended, what is counted."""

from enum import IntEnum

from rules_check.toolkit.measures import Measure

HERO, MONSTER = range(2)
"""Kinds of cards that have a deck."""


class Owner(IntEnum):
    """Where a hero or a monster is, beside with a seat that won it, 0 to 5."""

    ON_TABLE, IN_DECK, BANISHED, IN_BOX = range(6, 10)


class Phase(IntEnum):
    """The decision that is due."""

    CHOOSE, PLACE, PATRON, ADD, SWAP, FIGHT, RESTOCK, MORE, DISCARD, BANISH, OVER = range(1, 12)


class End(IntEnum):
    """Why the game is over. BOUND is no result: more rounds than any game should take."""

    NOT_OVER, HEROES_OUT, MONSTERS_OUT, BOTH_OUT, STALLED, BOUND = range(6)


class Tally(Measure):
    """What is counted of a game."""

    SALES = "sales", "wanted"
    BOUNCES = "sales that found no slot", "wanted"
    ADDITIONS = "items added by patrons", "wanted"
    SWAPS = "items swapped by patrons", "wanted"
    FIGHTS = "fights won", "wanted"
    PASSES = "patrons who passed"
    BARRED = "patrons with nobody to fight"
    BANISHINGS = "heroes banished", "wanted", "rules.banish_price"
    CLEARINGS = "stuck tables cleared"
    UPGRADES = "upgrades", "wanted", "rules.upgrades_most"
    SECOND_UPGRADES = "second upgrades", "wanted", "rules.upgrades_most"
    DEAREST_UPGRADES = "second upgrades into the dearest tier", "wanted", "tables.tier"
    NO_DRAWS = "draws from nothing", "never", "kinds.item"
    RESHUFFLES = "reshuffles of tier 1", "wanted"
    RESHUFFLES_2 = "reshuffles of tier 2"
    RESHUFFLES_3 = "reshuffles of tier 3 and above"
    HEROES_LEFT = "heroes left in the deck"
    MONSTERS_LEFT = "monsters left in the deck"


class Flow(Measure):
    """Where a seat's gold comes from, and what it goes to; the last three at the end of the game."""

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
