"""The declarations of Brick & Mortar: stores with their powers, market cards, and the record of a
whole game.

In: a checked `Game`. Out: the record of a card set, with every number and ruling, and the record of
a whole game. This module contains no rules.

A store is identified by its place in the record, and so is a market card, which may have several
copies. Seats, types, slots and shelves are numbered from 0, shelves from the top. A set of seats or
slots is a number with one bit each.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from generator.data.game import Game
from rules_check.games.brick_and_mortar import rulings as ruled
from rules_check.games.brick_and_mortar.weights import Weight
from rules_check.toolkit.cardsets import (
    CardSet,
    by_number,
    field_of,
    kind,
    list_of,
    row_of,
    rule,
    table,
)
from rules_check.toolkit.measures import Measure
from rules_check.toolkit.reading import Reader
from rules_check.toolkit.records import (
    EMPTY,
    NOBODY,
    OWNER,
    GameState,
    Numbers,
    each,
    small,
    whole,
    wide,
    zone,
)
from rules_check.toolkit.weights import weighed

# The capacity of the records, as docs/reference/growing.md describes it to designers.
SEATS, TYPES, SLOTS, SHELVES, STORES, KINDS, MARKET = 4, 5, 4, 4, 90, 80, 110
HAND, DEALT, ROW, PILE, MOST, POINTS, DIAL = 12, 6, 8, 40, 999, 10, 40
"""Limits: market cards in hand, stores dealt, public stores, cards in a pile, the highest bid,
points bought together, numbers on a dial.
"""


class Power(IntEnum):
    """What a store can do, by the ids of the table `power`."""

    (
        NONE,
        WHOLESALER,
        DUTY_FREE,
        IMPORTER,
        DOCK,
        FACTORY,
        CATERING,
        LEFTOVERS,
        CRAFTER,
        STOREHOUSE,
        DISTRIBUTOR,
        EXPORTER,
    ) = range(12)
    (
        KNOCKOFF,
        PEDDLER,
        LIQUIDATOR,
        SURPLUS,
        PURVEYOR,
        FULFILLMENT,
        VARIETY,
        ANTIQUE,
        PAWN,
        RESALE,
        THRIFT,
    ) = range(12, 23)
    COLLECTOR, AGENCY, RESEARCH, BANK = range(23, 27)


class Phase(IntEnum):
    """The decision that is due. FLOW means that none is: the month goes on by itself, from step to
    step.
    """

    (
        FLOW,
        KEEP,
        START,
        STORE,
        RAISE,
        MANAGE,
        CARDS,
        AGENCY,
        CHANGE,
        MAKE,
        PRICE,
        STOCK,
        PUT,
        CRAFT,
        TAKE,
    ) = range(15)
    MOVE, OFFER, SELL, OWN, FROM, SHELF, SWAP, SHED, SAVE, RESALE, RETURN, INVEST, TOKENS = range(
        15, 28
    )


class Step(IntEnum):
    """The next step in a month."""

    (
        STARTS,
        BUILDING,
        RAISES,
        MANAGING,
        ROW,
        ADVERTS,
        AGENCIES,
        DRAWING,
        FACTORIES,
        SUPPLY,
        TYPE,
        SERVING,
        PAID,
    ) = range(13)
    (
        CRAFTERS,
        CATERERS,
        LEFTOVERS,
        SALE,
        MOVES,
        MARKET,
        SELLING,
        TAKING,
        SWAPPING,
        SHEDDING,
        SETTLING,
        THRIFTS,
    ) = range(13, 25)
    (
        RESALES,
        TYPE_SOLD,
        SALE_OVER,
        PAWNS,
        INVENTORY,
        UTILITIES,
        COLLECTORS,
        INVESTING,
        MONTH_OVER,
    ) = range(25, 34)


class End(IntEnum):
    """The ways a game can end."""

    GOING_ON, MARKER, LAST_MONTH, BIDDING = range(4)


class Tally(Measure):
    """The values counted in a game."""

    AUCTIONS = "auctions", "wanted", "kinds.store"
    FROM_HAND = "stores bought from hand", "wanted", "rules.stores_dealt"
    OPENED = "stores opened", "wanted", "kinds.store"
    CLOSED = "stores closed", "wanted"
    FOURTH = "fourth slots filled", "wanted", "rules.slot_utility"
    STOCKED = "items stocked", "wanted", "kinds.market"
    SOLD = "items sold", "wanted", "kinds.market"
    SURPLUS = "items discarded as surplus", "wanted"
    EXPIRED = "items expired", "wanted"
    SUPPLY_BIDS = "stockings with competition", "wanted", "rulings.enough_equal"
    SALE_BIDS = "sales with competition", "wanted", "rulings.enough_equal"
    CRASHES = "market crashes", "told", "rulings.sale_quantity"
    SHORT = "too few crates", "scarce", "tables.type"
    TOKENS = "Debt Tokens taken", "rules.debt_tokens"
    MOST_TOKENS = "too few Debt Tokens", "scarce", "rules.debt_tokens"
    UNPAID = "bills paid with tokens", "told", "rules.slot_utility"
    POINTS_SOLD = "points sold", "wanted", "rules.point_sale"
    RESHUFFLED = "store decks reshuffled", "rules.public_stores"
    MONTHS = "months", "rules.last_month"
    BY_MARKER = "games ended by points", "told", "rules.marker_points"


class Source(Measure):
    """The sources of points, gained or lost."""

    START = "points to begin with"
    BOUGHT = "points bought"
    POWERS = "points by stores’ powers"
    STORES = "points of stores"
    SOLD = "points sold", "spent"
    EMPTY = "empty slots", "spent"
    DEBT = "debt", "spent"


class State(GameState, seats=SEATS):
    powers = wide(SEATS)  # of the open stores, one bit each
    all_powers = whole()  # of all seats' stores
    # ---- seats
    points = each(SEATS)
    money = each(SEATS, secret=True, inferred=True)  # known to all unless a ruling hides it
    money_shown: Numbers  # the amount known to all while everyone decides in secret
    debt = each(SEATS)  # tokens
    order = each(SEATS)  # seats, in turn order
    held = each(SEATS, TYPES)
    space = each(SEATS, TYPES)  # capacity of all a seat's stores together
    gained = each(SEATS, len(Source))
    # ---- the market
    dock = each(TYPES)
    crates = each(TYPES)  # left in the box
    boxes = each(TYPES)  # left on the face-up Demand Cards
    # ---- the month
    step = whole()
    seats_done = whole()  # seats that have been asked in this step, as bits
    stores_done = whole()  # stores that have been asked, by seat and slot, as bits
    place = whole()  # the store whose power is being used: its seat and slot, as one number
    type = whole()  # the type being handled
    last = whole()  # 1: this is the last month
    actor = whole(blank=EMPTY)  # whose turn it is
    # ---- the draft
    hands_passed = whole()
    # ---- auctions
    opener = whole(blank=EMPTY)
    bidder = whole(blank=EMPTY)
    asked = whole(blank=EMPTY)
    lot = whole(blank=EMPTY)  # the store being auctioned
    bid = whole()
    dropped = whole()
    row_sold = whole()
    # ---- advertisement
    played = each(SEATS)  # market cards played this month
    changed = each(SEATS)  # 1: market cards have been changed
    stopped = each(SEATS)
    to_discard = each(SEATS)  # market cards to discard, out of those drawn to choose from
    peeked = whole()  # seats that have seen all Demand Cards, as bits
    more = each(2)  # cards that the Agency may still play: supply, demand
    # ---- competition, in supply and sale
    is_contest = whole()
    asked_to = whole()  # seats that have room, or can sell, as bits
    price = each(SEATS, blank=EMPTY, secret=True)
    quantity = each(SEATS, blank=EMPTY, secret=True)
    # ---- a seat stocks: store by store
    stock_total = whole()  # items
    stock_left = whole()  # items still to be shared out
    stock_slot = whole()  # the current store
    stock_part = each(SLOTS)  # items of each store
    # ---- a storehouse takes items in: store by store
    move_slot = whole()
    # ---- a seat sells: boxes, then store by store, then points instead
    sale_total = whole()  # items
    sale_left = whole()  # items still to be taken out of stores
    sale_slot = whole()  # the current store
    sale_part = each(SLOTS)  # items of each store
    sale_bottom = each(SLOTS)  # of those, how many came from the lowest shelf
    sale_swapped = each(SLOTS)  # of those, how many earn points instead
    sale_shelf = whole(blank=EMPTY)  # by ruling: the current shelf
    sale_shelf_left = whole()
    sale_elsewhere = whole()  # items in boxes of another type
    sale_from_market = whole()
    # ---- a seat gives up surplus: store by store
    shed_left = whole()  # items still to be given up
    shed_slot = whole()  # the current store
    # ---- a resale shop buys surplus: seat by seat
    resale_seat = whole()
    # ---- what was sold
    surplus = each(SEATS, SHELVES)  # of the type being sold, by the shelf it came from
    sold = each(SEATS)  # of that type
    premium = each(SEATS)  # amount due if another seat sells the type too
    variety = each(SEATS)  # types sold this month, as bits
    peddled = each(SEATS)  # slots of peddlers that sold, as bits
    # ---- payment
    due = whole()  # money to be paid
    due_most = whole()  # the part of it that tokens may pay
    # ---- investment
    queue = each(SEATS)  # turn order when it began
    purchases = whole()
    points_bought = whole()
    tally = each(len(Tally))
    # ---- cards
    starting = zone("store", DEALT * 2)
    deck = zone("store", STORES, seen_by=NOBODY, inferred=True)
    next_up = zone("store", 1)
    row = zone("store", ROW)
    passing = zone("store", SEATS, DEALT, seen_by=OWNER, inferred=True)
    # by the number of passes before it was kept
    hand = zone("store", SEATS, DEALT, 1, seen_by=OWNER, inferred=True)
    bought = zone("store", SEATS, 1)
    building = zone("store", SEATS, SLOTS)
    undrafted = zone("store", SEATS, 1, seen_by=NOBODY, inferred=True)  # the last one passed on
    gone = zone("store", STORES)
    out = zone("store", STORES)
    market = zone("market", MARKET, seen_by=NOBODY)
    holds = zone("market", SEATS, HAND, seen_by=OWNER)
    supplied = zone("market", SEATS, HAND, seen_by=OWNER)  # face up, once all have chosen
    demanded = zone("market", SEATS, HAND, seen_by=OWNER, shown_to="peeked")
    shown = zone("market", PILE)  # in the middle: Supply Cards, then the face-up Demand Cards
    used = zone("market", MARKET)
    dropped_cards = zone("market", MARKET, seen_by=NOBODY)  # discarded unseen
    items = small(SEATS, SLOTS, TYPES, SHELVES)
    opened = small(STORES)  # 1: has been opened by some seat


class Cards(
    CardSet, title="Brick & Mortar", rulings=ruled, needs={"store": ("type: type", "power: power")}
):
    types = table("type", TYPES)
    least = field_of("type", 0, DIAL)
    highest = field_of("type", 1, DIAL)
    crates = field_of("type", 1, 99)
    stores = kind("store", STORES)
    cost = field_of("store", 0, 99)
    utility = field_of("store", 0, 9)
    points = field_of("store", 0, 20)
    players_from = field_of("store", 0, SEATS, absent=0)  # 0: no Starting Store
    margin = field_of("store", -20, 20, absent=0)
    power_type = row_of("store", "type", "type", absent=EMPTY)
    amount = field_of("store", 0, 20, absent=0)
    every = field_of("store", 1, 20, "each", absent=1)
    power = each(STORES)
    capacity = each(STORES, TYPES)
    shelves = each(STORES, TYPES)
    by_type = each(STORES, TYPES)
    kinds = kind("market", KINDS, copies=9, all_copies=MARKET)
    market_copies: Numbers
    pictures = each(KINDS, TYPES)
    start_points = rule(0, 99)
    start_money = rule(0, 99)
    market_hand = rule(1, HAND - 5)
    cards_played = rule(1, 5)
    stores_dealt = rule(2, DEALT)
    public_stores = rule(1, ROW - 1)
    slot_utility = list_of(SLOTS, 0, MOST, fewest=1, counted_by="slots")
    empty_slot = list_of(SLOTS, 0, MOST, fewest=1, counted_by="empty_slots")
    # by the number bought together
    point_cost = list_of(POINTS, 0, MOST, fewest=1, counted_by="most_points", first=1)
    point_sale = rule(0, 20)
    marker_points = by_number((2, SEATS), (1, 500))
    last_month = by_number((2, SEATS), (1, 12))
    debt_tokens = rule(0, 500)
    debt_money = rule(1, 20)
    debt_points = rule(0, 20)
    price_dial = rule(1, DIAL)
    quantity_dial = rule(1, DIAL)
    bid_bound = rule(1, MOST)
    first_sets = whole()
    first_start = each(SEATS)
    first_stores = each(SEATS, DEALT)
    first_cards = each(SEATS, HAND)
    average = each(TYPES)  # items of a market card, in hundredths
    weights = weighed(SEATS, Weight)

    @classmethod
    def fill(cls, reader: Reader, game: Game) -> None:
        """Read what stores hold and can do, the pictures on market cards, the lists under `rules:`,
        and the first hands.
        """
        record, types = reader.record, [row.id for row in game.context["tables"]["type"]]
        known = [power.name.lower().replace("_", "-") for power in Power]
        for n, card in enumerate(game.of_kind("store")):
            if card.record.power is not None:
                record.power[n] = reader.word(
                    f"'power' of '{card.id}'", card.record.power.id, known, card.places["power"]
                )
            if card.record.by_type is not None:
                record.by_type[n, : len(card.record.by_type)] = card.record.by_type
            for t, name in enumerate(types):
                if name in card.record and card.record[name] is not None:
                    record.capacity[n, t], record.shelves[n, t] = card.record[name]
                    reader.fits(
                        f"the number of shelves of '{card.id}'",
                        card.record[name][1],
                        SHELVES,
                        card.places[name],
                        1,
                    )
        for n, card in enumerate(game.of_kind("market")):
            record.pictures[n, : len(types)] = [
                card.record[name] or 0 if name in card.record else 0 for name in types
            ]
        cls._lists(reader)
        cls._first_hands(reader, game)

    @classmethod
    def derive(cls, record: Any) -> None:
        """Work out the average number of items of each type on a market card."""
        copies = record.market_copies[: record.kinds]
        record.average[:] = (
            100
            * (copies[:, None] * record.pictures[: record.kinds]).sum(axis=0)
            / max(1, int(copies.sum()))
        )

    @classmethod
    def _lists(cls, reader: Reader) -> None:
        """Check the lists under `rules:`: slot costs, and points. A point that costs less than it
        sells for would make money from nothing.
        """
        record = reader.record
        if record.empty_slots != record.slots:
            reader.fault(
                "out-of-range",
                (
                    f"the rules of {cls.title} need as many numbers for 'empty_slot' as for "
                    "'slot_utility'"
                ),
                reader.rule_place("empty_slot"),
            )
        for n in range(1, int(record.most_points) + 1):
            step = int(record.point_cost[n] - record.point_cost[n - 1])
            if step < record.point_sale:
                message = (
                    f"point {n} costs {step}, and a point sells at {int(record.point_sale)}: a "
                    "player who buys and sells makes money from nothing"
                )
                reader.fault(
                    "out-of-range",
                    message,
                    reader.rule_place("point_cost"),
                    "make each point cost at least what it sells for",
                )

    @classmethod
    def _first_hands(cls, reader: Reader, game: Game) -> None:
        """Read the hands for a first game; empty if two of them contain the same store, because
        they could not be laid out.
        """
        record, place = reader.record, reader.rule_place("first_hands")
        stores = [card.id for card in game.of_kind("store")]
        cards = [card.id for card in game.of_kind("market")]
        hands = game.context["rules"]._values.get("first_hands") or ()
        if not reader.has_room("first hands", len(hands), SEATS, place):
            return
        record.first_sets, record.first_stores[:], record.first_cards[:] = len(hands), EMPTY, EMPTY
        for n, hand in enumerate(hands):
            record.first_start[n] = reader.word("a first hand's start", hand.start, stores, place)
            for at, store in enumerate(hand.stores[:DEALT]):
                record.first_stores[n, at] = reader.word(
                    "a first hand's store", store, stores, place
                )
            for at, card in enumerate(hand.market[:HAND]):
                record.first_cards[n, at] = reader.word(
                    "a first hand's market card", card, cards, place
                )
        named = [store for hand in hands for store in (hand.start, *hand.stores)]
        if len(set(named)) < len(named):
            record.first_sets = 0


def is_start(cards: Any, store: int, players: int) -> bool:
    """Return whether a store is a Starting Store for a number of players."""
    return bool(0 < cards.players_from[store] <= players)
