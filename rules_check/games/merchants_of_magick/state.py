"""The declarations of Merchants of Magick: the circles of a sheet, orders, adventurers and
masteries, and the record of a whole game.

In: a checked `Game`. Out: the record of a card set, with every number and ruling, and the record of
a whole game. This module contains no rules.

**A sheet is one number.** Circles are numbered row by row, items before spells, from left to right
within a row; a marked circle is a set bit. Complete rows are bits too, and the requirements of an
order or a wish are such a number as well. Seats, dice, columns, rows and cards are numbered from 0.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from generator.data.game import Game
from rules_check.engine.bits import bits_of
from rules_check.games.merchants_of_magick import rulings as ruled
from rules_check.games.merchants_of_magick.weights import Weight
from rules_check.rules import (
    EMPTY,
    NOBODY,
    GameState,
    Measure,
    Numbers,
    each,
    small,
    weighed,
    whole,
    wide,
    zone,
)
from rules_check.toolkit.cardsets import (
    CardSet,
    by_number,
    field_of,
    kind,
    list_of,
    row_of,
    rule,
    table,
    word_of,
)
from rules_check.toolkit.reading import MOST, Reader

# The capacity of the records, as docs/reference/growing.md describes it to designers. Circles and
# rows are bits of one number.
SEATS, DICE, FACES, COLUMNS, CATEGORIES, ITEMS, SPELLS, CIRCLES = 8, 6, 20, 8, 4, 24, 24, 62
ORDERS, LINE, ADVENTURERS, MASTERIES, SLOTS, RATINGS = 120, 8, 24, 24, 12, 8
ROWS, POTIONS = ITEMS + SPELLS, FACES  # no result needs more potions than FACES
WISHES = 3


class Side(IntEnum):
    """The halves of a sheet."""

    CRAFTING, RESEARCH = range(2)


class Sort(IntEnum):
    """The types of spells."""

    PREFIX, SUFFIX, CHARM = range(3)


class Tally(Measure):
    """The values counted in a game, found at its end."""

    ORDERS = "orders claimed", "wanted", "kinds.order"
    ADVENTURERS = "adventurers satisfied", "wanted", "kinds.adventurer"
    MASTERS = "masteries as Master", "rules.rounds"
    APPRENTICES = "masteries as Apprentice", "rules.rounds"
    EXTRA_DICE = "Extra Dice used", "wanted", "rules.extra_dice_potions"
    REDEALS = "lines dealt again", "rules.redeal_from"
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
    """The decision that is due: all seats mark, unseen by the others or, by ruling, in the open."""

    UNSEEN, OPEN = range(2)


class State(GameState, seats=SEATS):
    result = each(DICE)  # of this round
    adventurer = each(SEATS, blank=EMPTY)
    mastery = each(2, blank=EMPTY)  # the card of materials, and that of energies
    turned = each(2)  # 1: its Apprentice side is up
    scored = each(SEATS, 2)  # coins of each
    spaces = each(SEATS)  # of a line, including those without an order
    gaps = each(SEATS)  # which of them have no order, as bits
    sold = each(SEATS, CATEGORIES)  # orders claimed, by the category of their items
    earned = each(SEATS)  # coins of orders claimed
    redeals = whole()
    marks = wide(SEATS, secret=True)
    rows = wide(SEATS, secret=True)  # complete ones
    potions = each(SEATS, secret=True)
    # results used in this round, as bits; the bit DICE means having stopped
    used = each(SEATS, secret=True)
    extra = each(SEATS, secret=True)  # Extra Dice used, as bits
    wishes = each(SEATS, secret=True)  # of the adventurer, fulfilled, as bits
    free = each(SEATS, secret=True)  # marks in any circle that are due
    # coins that, by ruling, charms do not pay, for earlier orders
    unpaid = each(SEATS, secret=True)
    deck = zone("order", ORDERS, seen_by=NOBODY)
    line = zone("order", SEATS, LINE)
    gone = zone("order", ORDERS)
    # the seat that claimed each order that is gone, in that order; EMPTY if none did
    owner = small(ORDERS, blank=EMPTY)


class Cards(CardSet, title="Merchants of Magick", rulings=ruled, typed=True):
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
    # the cost of each
    slot_potions = list_of(
        SLOTS, 0, MOST, "extra_dice_potions", counted_by="slots", what="Extra Dice"
    )
    # Values derived from these.
    serves = small(DICE, COLUMNS)  # 1 if a column takes a die
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
    # the circles that a result of a die marks with a number of potions, as bits
    reach = wide(DICE, FACES + 1, POTIONS + 1)
    ease = each(CIRCLES)  # in how many of 1000 rounds a die of its column marks it without potions
    weights = weighed(SEATS, Weight)

    @classmethod
    def fill(cls, reader: Reader, game: Game) -> None:
        """Read the dice that columns list, and the circles of rows: one for each column of their
        side, from left to right.
        """
        record, tables = reader.record, game.context["tables"]
        dice = [die.id for die in tables["die"]]
        for n, column in enumerate(tables["column"]):
            for die in column.dice:
                record.serves[dice.index(die.id), n] = 1
        alone = int(record.orders_by_players[1] + record.solo_waiting)
        reader.has_room(
            "orders in a game for one player, including waiting orders,",
            alone,
            LINE,
            reader.rule_place("solo_waiting"),
        )
        sides = {"item": Side.CRAFTING, "spell": Side.RESEARCH}
        for number, (of, row) in enumerate((name, row) for name in sides for row in tables[name]):
            circles = list[tuple[int, int, int]]()
            for n, column in enumerate(tables["column"]):
                if record.side[n] == sides[of] and column.id in row:
                    for least in row[column.id] or ():
                        where = f"a circle of '{row.id}' in '{column.id}'"
                        place = reader.row_place(of, row.id, column.id)
                        if reader.whole(where, least, FACES, place, 1):
                            circles.append((number, n, least))
            first, place = int(record.circles), game.root["tables"][of]["rows"].keys[row.id]
            reader.fits(f"the number of circles of '{row.id}'", len(circles), CIRCLES, place, 1)
            if not reader.has_room(
                f"circles up to those of '{row.id}'", first + len(circles), CIRCLES, place
            ):
                return
            record.circles += len(circles)
            for n, circle in enumerate(circles, first):
                record.circle_row[n], record.circle_column[n], record.circle_number[n] = circle

    @classmethod
    def derive(cls, record: Any) -> None:
        """Work out the sets of circles and rows, and the circles that each result can mark."""
        items, circles = int(record.items), np.arange(CIRCLES) < record.circles
        record.row_coins[: items + record.spells] = (
            *record.item_coins[:items],
            *record.spell_coins[: record.spells],
        )
        record.mastery_coins[:, 0], record.mastery_coins[:, 1] = record.master, record.apprentice
        record.row_circles[:] = [
            bits_of(circles & (record.circle_row == row)) for row in range(ROWS)
        ]
        record.column_circles[:] = [
            bits_of(circles & (record.circle_column == column)) for column in range(COLUMNS)
        ]
        for order in range(int(record.orders)):
            spells = []
            for spell in (record.order_prefix[order], record.order_suffix[order]):
                if spell != EMPTY:
                    spells.append(spell)
            record.order_needs[order] = sum(
                1 << int(row)
                for row in (record.order_item[order], *(items + spell for spell in spells))
            )
        for adventurer in range(int(record.adventurers)):
            wanted = (
                record.adventurer_accessory[adventurer],
                record.adventurer_weapon[adventurer],
                record.adventurer_armor[adventurer],
            )
            for wish, item in enumerate(wanted):
                record.wish_needs[adventurer, wish] = 1 << int(item) | 1 << (
                    items + int(record.adventurer_enchantment[adventurer])
                )
                record.wish_category[adventurer, wish] = record.item_category[item]
        missed, is_crafting = np.ones(CIRCLES), record.side[record.circle_column] == Side.CRAFTING
        for die in range(int(record.dice)):
            misses, faces = np.ones(CIRCLES), int(record.faces[die])
            is_far = (record.die_limits == ruled.DieLimits.WITHIN_FACES) & (
                record.circle_number > faces
            )
            can = circles & (record.serves[die, record.circle_column] == 1) & ~is_far
            for result in range(1, faces + 1):
                lacking = np.where(
                    is_crafting, record.circle_number - result, result - record.circle_number
                )
                record.reach[die, result] = [
                    bits_of(can & (lacking <= purse)) for purse in range(POTIONS + 1)
                ]
                misses -= (can & (lacking <= 0)) / faces
            missed *= misses
        record.ease[:] = 1000 * (1 - missed)
