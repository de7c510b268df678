"""What there is in Merchants of Magick: the circles of a sheet, orders, adventurers and masteries, and the record of a whole game.

In: a checked `Game`. Out: the record of a card set, with every number and ruling; the record of a whole game. Knows no rule.

**A sheet is one number.** Circles are numbered row by row, items before spells, within a row from left to right; a marked circle is a
bit. So are complete rows, and what an order or a wish needs is such a number too. Seats, dice, columns, rows and cards count from 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import IntEnum
from typing import Any

import numpy as np

from generator.data.game import Game
from rules_check.games.merchants_of_magick import rulings as ruled
from rules_check.games.merchants_of_magick.weights import Weight
from rules_check.toolkit.cardsets import CardSet, by_number, field_of, kind, row_of, rule, table, word_of
from rules_check.toolkit.measures import Measure
from rules_check.toolkit.reading import Reader
from rules_check.toolkit.records import EMPTY, NOBODY, GameState, Numbers, each, small, whole, wide, zone
from rules_check.toolkit.weights import weighed

# How much the records have room for, as docs/growing.md tells designers. Circles and rows are bits of one number.
SEATS, DICE, FACES, COLUMNS, CATEGORIES, ITEMS, SPELLS, CIRCLES = 8, 6, 20, 8, 4, 24, 24, 62
ORDERS, LINE, ADVENTURERS, MASTERIES, SLOTS, RATINGS = 120, 8, 24, 24, 12, 8
ROWS, POTIONS = ITEMS + SPELLS, FACES  # no result needs more potions than that
WISHES = 3


class Side(IntEnum):
    """The halves of a sheet."""

    CRAFTING, RESEARCH = range(2)


class Sort(IntEnum):
    """What a spell is."""

    PREFIX, SUFFIX, CHARM = range(3)


class Tally(Measure):
    """What is counted of a game, found at its end."""

    ORDERS = "orders claimed", "wanted", "kinds.order"
    ADVENTURERS = "adventurers satisfied", "wanted", "kinds.adventurer"
    MASTERS = "masteries as Master", "rules.rounds"
    APPRENTICES = "masteries as Apprentice", "rules.rounds"
    EXTRA_DICE = "Extra Dice used", "wanted", "rules.extra_dice_potions"
    REDEALS = "lines dealt anew", "rules.redeal_from"
    CIRCLES = "circles marked", "rules.rounds"
    POTIONS = "potions left", "rules.row_potions"
    LEFT = "orders left in the deck", "rules.orders_by_players"
    GAPS = "spaces without an order", "scarce", "rules.orders_by_players"


class Box(Measure):
    """The score boxes at the foot of a sheet."""

    CRAFTING = "crafting"
    MATERIAL_MASTERY = "material mastery"
    RESEARCH = "research"
    ENERGY_MASTERY = "energy mastery"
    ORDERS = "orders"
    CHARMS = "charms"
    ADVENTURER = "adventurer"


class Phase(IntEnum):
    """Everybody marks, unseen by the others or, by ruling, in the open."""

    UNSEEN, OPEN = range(2)


class State(GameState, seats=SEATS):
    result = each(DICE)  # of this round
    adventurer = each(SEATS, blank=EMPTY)
    mastery = each(2, blank=EMPTY)  # the card of materials, and that of energies
    turned = each(2)  # 1: it lies with its Apprentice side up
    scored = each(SEATS, 2)  # coins of each
    spaces = each(SEATS)  # of a line, those included that have no order
    gaps = each(SEATS)  # which of them have none, as bits
    sold = each(SEATS, CATEGORIES)  # orders claimed, by the category of their items
    earned = each(SEATS)  # coins of orders claimed
    redeals = whole()
    marks = wide(SEATS, secret=True)
    rows = wide(SEATS, secret=True)  # complete ones
    potions = each(SEATS, secret=True)
    used = each(SEATS, secret=True)  # results used in this round, as bits; the bit DICE for having stopped
    extra = each(SEATS, secret=True)  # Extra Dice used, as bits
    wishes = each(SEATS, secret=True)  # of the adventurer, fulfilled, as bits
    free = each(SEATS, secret=True)  # marks in any circle that are due
    unpaid = each(SEATS, secret=True)  # coins that, by ruling, charms do not pay, for orders that came before them
    deck = zone("order", ORDERS, seen_by=NOBODY)
    line = zone("order", SEATS, LINE)
    gone = zone("order", ORDERS)
    owner = small(ORDERS, blank=EMPTY)  # who claimed each that is gone, in their order; EMPTY where nobody did


REFERS = {
    "order": ("item: item", "prefix: spell", "suffix: spell"),
    "adventurer": ("enchantment: spell", "accessory: item", "weapon: item", "armor: item"),
    "mastery": ("column: column",),
}


class Cards(CardSet, title="Merchants of Magick", rulings=ruled, needs=REFERS):
    dice = table("die", DICE)
    faces = field_of("die", 2, FACES)
    columns = table("column", COLUMNS)
    side = word_of("column", Side)
    categories = table("category", CATEGORIES)
    items = table("item", ITEMS)
    item_category = row_of("item", "category")
    item_coins = field_of("item", 1, 20, "coins")
    spells = table("spell", SPELLS)
    spell_sort = word_of("spell", Sort, "sort")
    spell_coins = field_of("spell", 1, 20, "coins")
    spell_potions = field_of("spell", 0, 9, "potions", absent=0)
    favours = row_of("spell", "category", "favours", absent=EMPTY)
    charm_coins = field_of("spell", 0, 9, "order_coins", absent=0)
    ratings = table("rating", RATINGS)
    rating_coins = field_of("rating", 1, 999, "coins")
    orders = kind("order", ORDERS, copies=9, all_copies=ORDERS)
    order_copies: Numbers
    order_item = row_of("order", "item", "item")
    order_prefix = row_of("order", "spell", "prefix", absent=EMPTY)
    order_suffix = row_of("order", "spell", "suffix", absent=EMPTY)
    order_coins = field_of("order", 1, 20, "coins")
    adventurers = kind("adventurer", ADVENTURERS)
    adventurer_enchantment = row_of("adventurer", "spell", "enchantment")
    adventurer_accessory = row_of("adventurer", "item", "accessory")
    adventurer_weapon = row_of("adventurer", "item", "weapon")
    adventurer_armor = row_of("adventurer", "item", "armor")
    adventurer_coins = field_of("adventurer", 1, 30, "coins")
    masteries = kind("mastery", MASTERIES)
    mastery_column = row_of("mastery", "column")
    mastery_circles = field_of("mastery", 1, CIRCLES, "circles")
    mastery_coins = each(MASTERIES, 2)  # of the Master, of the Apprentice
    master = field_of("mastery", 1, 30)
    apprentice = field_of("mastery", 1, 30)
    rounds_due = rule(1, 30, "rounds")
    results_a_round = rule(1, DICE)
    orders_by_players = by_number((1, SEATS), (1, LINE))
    solo_waiting = rule(0, LINE)
    redeal_from = rule(1, LINE)
    row_potions = rule(0, 9)
    adventurer_potions = rule(0, 20)
    slots = whole()
    slot_potions = each(SLOTS)  # what each of the Extra Dice costs
    # What follows from these.
    serves = small(DICE, COLUMNS)  # 1 where a column takes a die
    circles = whole()
    circle_row = each(CIRCLES)
    circle_column = each(CIRCLES)
    circle_number = each(CIRCLES)
    row_coins = each(ROWS)
    row_circles = wide(ROWS)  # its circles, as bits
    column_circles = wide(COLUMNS)
    order_needs = wide(ORDERS)  # its rows, as bits
    wish_needs = wide(ADVENTURERS, WISHES)
    wish_category = each(ADVENTURERS, WISHES)
    reach = wide(DICE, FACES + 1, POTIONS + 1)  # the circles that a result of a die marks with so many potions, as bits
    ease = each(CIRCLES)  # in how many of 1000 rounds a die of its column marks it without potions
    weights = weighed(SEATS, Weight)

    @classmethod
    def fill(cls, reader: Reader, game: Game) -> None:
        """Read what columns, rows and the rules list: dice, circles, what the Extra Dice cost."""
        record, tables, prices = reader.record, game.context["tables"], game.context["rules"]._values.get("extra_dice_potions")
        dice = {die.id: n for n, die in enumerate(tables["die"])}
        for n, column in enumerate(tables["column"]):
            for die in column.dice:
                record.serves[dice[die.id], n] = 1
        if reader.has_room("Extra Dice", len(prices or ()), SLOTS, reader.rule_place("extra_dice_potions")):
            record.slots = len(prices or ())
            record.slot_potions[: record.slots] = prices or ()
        alone = int(record.orders_by_players[1] + record.solo_waiting)
        reader.has_room("orders before one player alone, waiting ones too,", alone, LINE, reader.rule_place("solo_waiting"))
        rows = [("item", row) for row in tables["item"]] + [("spell", row) for row in tables["spell"]]
        for number, (of, row) in enumerate(rows):
            circles = list(cls._circles(reader, tables["column"], of, row))
            place = reader.game.root["tables"][of]["rows"].keys[row.id]
            if not circles:
                reader.fault(
                    "out-of-range", f"the rules of {cls.title} take rows of a circle or more, and '{row.id}' has none", place
                )
            if not reader.has_room(f"circles (here of '{row.id}')", record.circles + len(circles), CIRCLES, place):
                return
            for column, least in circles:
                n = int(record.circles)
                record.circle_row[n], record.circle_column[n], record.circle_number[n] = number, column, least
                record.circles += 1

    @classmethod
    def _circles(cls, reader: Reader, columns: Sequence[Any], of: str, row: Any) -> Iterator[tuple[int, int]]:
        """Yield a row's circles, from left to right: column and number."""
        side = Side.CRAFTING if of == "item" else Side.RESEARCH
        for n, column in enumerate(columns):
            if reader.record.side[n] != side:
                continue
            for i, number in enumerate(row[column.id] or () if column.id in row else ()):
                place = reader.row_place(of, row.id, column.id)
                if reader.whole(f"circle {i + 1} of '{row.id}' in '{column.id}'", number, FACES, place, 1):
                    yield n, number

    @classmethod
    def derive(cls, record: Any) -> None:
        """Work out the sets of circles and rows, and what each result can mark."""
        items, every = int(record.items), range(int(record.circles))
        record.row_coins[:items], record.row_coins[items : items + record.spells] = (
            record.item_coins[:items],
            record.spell_coins[: record.spells],
        )
        record.mastery_coins[:, 0], record.mastery_coins[:, 1] = record.master, record.apprentice
        record.row_circles[:], record.column_circles[:], record.reach[:] = 0, 0, 0
        for circle in every:
            record.row_circles[record.circle_row[circle]] |= 1 << circle
            record.column_circles[record.circle_column[circle]] |= 1 << circle
        for order in range(int(record.orders)):
            spells = [spell for spell in (record.order_prefix[order], record.order_suffix[order]) if spell != EMPTY]
            record.order_needs[order] = sum(
                1 << int(row) for row in (record.order_item[order], *(items + spell for spell in spells))
            )
        for one in range(int(record.adventurers)):
            wanted = record.adventurer_accessory[one], record.adventurer_weapon[one], record.adventurer_armor[one]
            for wish, item in enumerate(wanted):
                record.wish_needs[one, wish] = 1 << int(item) | 1 << (items + int(record.adventurer_enchantment[one]))
                record.wish_category[one, wish] = record.item_category[item]
        missed = np.ones(CIRCLES)
        for die in range(int(record.dice)):
            misses = np.ones(CIRCLES)
            for result in range(1, int(record.faces[die]) + 1):
                for circle in every:
                    number, column = int(record.circle_number[circle]), record.circle_column[circle]
                    is_far = record.die_limits == ruled.DieLimits.WITHIN_FACES and number > record.faces[die]
                    cost = max(0, number - result if record.side[column] == Side.CRAFTING else result - number)
                    if record.serves[die, column] and not is_far and cost <= POTIONS:
                        record.reach[die, result, cost:] |= 1 << circle
                        misses[circle] -= (cost == 0) / record.faces[die]
            missed *= misses
        record.ease[:] = 1000 * (1 - missed)
