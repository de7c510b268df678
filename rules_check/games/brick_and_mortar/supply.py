"""The advertisement and supply phases of Brick & Mortar: hidden market cards, crates into the
docks, prices, stocking.

Functions change the records that they are given. The rulebook explains what each does; `course`
says when.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rules_check.engine.arrays import local_empty, local_zeros
from rules_check.engine.bits import count_of, first_of
from rules_check.games.brick_and_mortar import game as do
from rules_check.games.brick_and_mortar import holdings
from rules_check.games.brick_and_mortar import rulings as ruled
from rules_check.games.brick_and_mortar.game import rules
from rules_check.games.brick_and_mortar.state import (
    MOST,
    SLOTS,
    TYPES,
    Cards,
    Phase,
    Power,
    Source,
    State,
    Step,
    Tally,
)
from rules_check.rules import EMPTY, move_all, offer, offer_each, put, size, take
from rules_check.toolkit.moves import offer_again, offer_cards

OVER_PRICES = 1 << Power.WHOLESALER | 1 << Power.DUTY_FREE | 1 << Power.DOCK
AFTER_SUPPLY = 1 << Power.CRAFTER | 1 << Power.CATERING | 1 << Power.LEFTOVERS
THIRD, FOURTH = 3, 4  # stores in a building whose third, or fourth, slot is occupied


# ------------------------------------------------------------------------------------ advertisement
def offer_changes(cards: Cards, state: State, seat: int, out: Any) -> None:
    """Let seats with a store in the third slot change market cards, one or all, once a month."""
    if (
        size(state.building[seat]) >= THIRD
        and state.changed[seat] == 0
        and size(state.holds[seat]) > 0
    ):
        offer_cards(out, do.CHANGE, state.holds[seat])
        if size(state.holds[seat]) > 1:
            offer(out, do.CHANGE_ALL)


def collect(cards: Cards, state: State) -> None:
    """Collect the cards played: Supply Cards are turned up, Demand Cards stay face down."""
    for seat in range(state.players):
        move_all(state.supplied[seat], state.shown)
    state.stores_done = 0
    holdings.flow(state, Step.AGENCIES)


@rules.phase(Phase.CARDS, secret=True, then=collect)
def list_cards(cards: Cards, state: State, seat: int, out: Any) -> None:
    """List market cards to play: two, or three if the seat has a store in the fourth slot. Seats
    with a store in the third slot may change some.
    """
    if state.to_discard[seat] > 0:
        offer_cards(out, do.DISCARD, state.holds[seat])
        return
    if state.stopped[seat] == 1:
        return
    played = state.played[seat]
    has_laid = played >= cards.cards_played
    if played < cards.cards_played + (size(state.building[seat]) >= FOURTH):
        offer_cards(out, do.SUPPLY, state.holds[seat])
        offer_again(out, do.DEMAND)
    if played == 0 or (has_laid and cards.third_slot == ruled.ThirdSlot.BEFORE_DRAWING_BACK):
        offer_changes(cards, state, seat, out)
    if has_laid and out[-1] > 0:
        offer(out, do.STOP)


@rules.does(do.SUPPLY, do.DEMAND)
def lay_card(cards: Cards, state: State, seat: int, sort: int, card: int) -> None:
    """Play a card face up or face down; with the Agency it is added to the cards already there."""
    take(state.holds[seat], card)
    if sort == do.DEMAND:
        put(state.demanded[seat], card)
    elif state.phase == Phase.AGENCY:
        put(state.shown, card)
    else:
        put(state.supplied[seat], card)
    if state.phase == Phase.CARDS:
        state.played[seat] += 1
        return
    for face in range(2):
        if face == (sort == do.DEMAND) or cards.agency == ruled.Agency.ONE:
            state.more[face] -= 1


@rules.does(do.CHANGE)
def change(state: State, seat: int, card: int) -> None:
    put(state.dropped_cards, take(state.holds[seat], card))
    state.changed[seat] = 1
    holdings.draw_cards(state, seat, 1)


@rules.does(do.CHANGE_ALL)
def change_all(state: State, seat: int) -> None:
    count = size(state.holds[seat])
    move_all(state.holds[seat], state.dropped_cards)
    state.changed[seat] = 1
    holdings.draw_cards(state, seat, count)


@rules.does(do.DISCARD)
def discard(state: State, seat: int, card: int) -> None:
    put(state.dropped_cards, take(state.holds[seat], card))
    state.to_discard[seat] -= 1


@rules.does(do.STOP)
def stop(state: State, seat: int) -> None:
    if state.phase == Phase.AGENCY:
        holdings.flow(state, Step.AGENCIES)
    else:
        state.stopped[seat] = 1


@rules.step(Step.AGENCIES)
def ask_agencies(cards: Cards, state: State) -> None:
    """Let each owner of an Agency play more cards, knowing those already played."""
    if holdings.ask_owner(cards, state, Power.AGENCY, Phase.AGENCY):
        state.peeked |= 1 << state.seat
        state.more[:] = cards.amount[store_at(state)]
    else:
        state.step = Step.DRAWING


@rules.phase(Phase.AGENCY)
def list_more_cards(state: State, seat: int, out: Any) -> None:
    if state.more[0] > 0:
        offer_cards(out, do.SUPPLY, state.holds[seat])
    if state.more[1] > 0:
        offer_cards(out, do.DEMAND, state.holds[seat])
    offer(out, do.STOP)


@rules.step(Step.DRAWING)
def draw_back(cards: Cards, state: State) -> None:
    """Draw until hands are full, in turn order; by ruling, seats with a store in the third slot may
    not change cards until then.
    """
    for rank in range(state.players):
        seat = state.order[rank]
        holdings.draw_cards(state, seat, cards.market_hand - size(state.holds[seat]))
        state.stopped[seat] = 0
    if cards.third_slot == ruled.ThirdSlot.AFTER_DRAWING_BACK:
        holdings.ask(state, Phase.CHANGE, 0)
    else:
        end_adverts(cards, state)


def end_adverts(cards: Cards, state: State) -> None:
    state.stores_done = 0
    holdings.flow(state, Step.FACTORIES)


@rules.phase(Phase.CHANGE, secret=True, then=end_adverts)
def list_late_changes(cards: Cards, state: State, seat: int, out: Any) -> None:
    if state.stopped[seat] == 0:
        offer_changes(cards, state, seat, out)
        if out[-1] > 0:
            offer(out, do.STOP)


# --------------------------------------------------------------------------------------- new crates
@rules.step(Step.FACTORIES)
def ask_factories(cards: Cards, state: State) -> None:
    """[Before Supply] Let each factory or mill add to the market."""
    if not holdings.ask_owner(cards, state, Power.FACTORY, Phase.MAKE):
        state.step = Step.SUPPLY


def store_at(state: State) -> int:
    """Return the store whose power is being used."""
    return int(state.building[state.place // SLOTS, state.place % SLOTS])


@rules.phase(Phase.MAKE)
def list_makes(cards: Cards, state: State, out: Any) -> None:
    store = store_at(state)
    offer_each(
        out,
        do.MAKE,
        0,
        holdings.makeable(cards, state, cards.power_type[store], cards.amount[store]),
    )


@rules.does(do.MAKE, then=Step.FACTORIES)
def make(cards: Cards, state: State, count: int) -> None:
    type_ = cards.power_type[store_at(state)]
    state.dock[type_] += holdings.from_box(cards, state, type_, count)


@rules.step(Step.SUPPLY)
def supply_market(cards: Cards, state: State) -> None:
    """Add the crates of all Supply Cards to the docks."""
    come = local_zeros(TYPES, np.int64)
    picture(cards, state.shown, come)
    for type_ in range(cards.types):
        state.dock[type_] += holdings.from_box(cards, state, type_, come[type_])
    move_all(state.shown, state.used)
    state.type, state.step = 0, Step.TYPE


def picture(cards: Cards, zone: Any, out: Any) -> None:
    """Add the items pictured on the market cards of a zone."""
    for i in range(size(zone)):
        for type_ in range(TYPES):
            out[type_] += cards.pictures[zone[i], type_]


# ----------------------------------------------------------------------------------------- stocking
@rules.step(Step.TYPE)
def begin_type(cards: Cards, state: State) -> None:
    """Find which seats have room for a type, and whether there is competition for it."""
    is_more = holdings.any_has(state, AFTER_SUPPLY)
    state.seats_done = state.is_contest = 0
    while state.type < cards.types:
        room, asked, dock = 0, 0, state.dock[state.type]
        if dock > 0:
            for seat in range(state.players):
                own = state.space[seat, state.type] - state.held[seat, state.type]
                room += own
                asked |= (own > 0) << seat
        state.asked_to, count = asked, count_of(asked)
        if (
            dock > 0
            and count > 1
            and (
                dock < room
                or (dock == room and cards.enough_equal == ruled.EnoughEqual.COMPETITION)
            )
        ):
            state.is_contest = 1
            state.price[:] = EMPTY
            state.tally[Tally.SUPPLY_BIDS] += 1
            holdings.ask(state, Phase.PRICE, 0)
        if is_more or (dock > 0 and count > 0):
            state.step = Step.SERVING
            return
        state.type += 1
    state.step = Step.SALE


def begin_serving(cards: Cards, state: State) -> None:
    holdings.flow(state, Step.SERVING)


@rules.phase(Phase.PRICE, secret=True, then=begin_serving)
def list_prices(cards: Cards, state: State, seat: int, out: Any) -> None:
    if state.asked_to >> seat & 1 and state.price[seat] == EMPTY:
        least, most = cards.least[state.type], cards.price_dial
        if cards.supply_bid == ruled.SupplyBid.AFFORDABLE:
            most = min(most, state.money[seat])
        offer_each(out, do.PRICE, least, max(least, most))


@rules.does(do.PRICE)
def set_price(state: State, seat: int, price: int) -> None:
    state.price[seat] = price


@rules.step(Step.SERVING)
def serve(cards: Cards, state: State) -> None:
    """Let the next seat stock: highest price first."""
    best = next_trader(cards, state, 1) if state.dock[state.type] > 0 else EMPTY
    if best != EMPTY:
        holdings.ask(state, Phase.STOCK, best)
    else:
        is_more = holdings.any_has(state, AFTER_SUPPLY)
        state.stores_done, state.step = 0, Step.CRAFTERS if is_more else Step.TYPE
        state.type += not is_more


def next_trader(cards: Cards, state: State, sign: int) -> int:
    """Find the next seat to trade: highest price first, or lowest if `sign` is -1; ties go to the
    last in turn order.

    Without competition, seats go in turn order. EMPTY once all have traded.
    """
    best, most, waiting, last = EMPTY, -MOST, state.asked_to & ~state.seats_done, state.players - 1
    is_reverse = state.is_contest or cards.order_no_competition == ruled.OrderNoCompetition.REVERSE
    if waiting != 0:
        for rank in range(state.players):
            seat = state.order[rank if is_reverse else last - rank]
            price = sign * state.price[seat] if state.is_contest else 0
            if waiting >> seat & 1 and price >= most:
                best, most = seat, price
    if best != EMPTY:
        state.seats_done |= 1 << best
        state.actor = best
    return int(best)


def price_of_type(cards: Cards, state: State, seat: int) -> int:
    """Return the price of an item of the type for a seat without a power over prices."""
    return int(state.price[seat] if state.is_contest else cards.least[state.type])


def unit_cost(cards: Cards, state: State, seat: int, slot: int, total: int) -> int:
    """Return the cost of an item stocked in a store, if a seat stocks `total` of the type."""
    store, price = state.building[seat, slot], price_of_type(cards, state, seat)
    if cards.power[store] == Power.DUTY_FREE:
        price = cards.least[state.type]
    elif cards.power[store] == Power.WHOLESALER:
        price -= cards.amount[store]
    for n in range(holdings.slots_if(state, seat, Power.DOCK)):
        one = state.building[seat, n]
        if cards.power[one] == Power.DOCK and total >= cards.every[one]:
            price -= cards.amount[one]
    return int(max(0, price))


def stock_cost(cards: Cards, state: State, seat: int, total: int, first: int) -> tuple[int, int]:
    """Add up the cost of a number of items, and find the most expensive one: items in slots before
    `first` are already assigned, the others go where they are cheapest.
    """
    if not state.powers[seat] & OVER_PRICES:
        return total * price_of_type(cards, state, seat), price_of_type(cards, state, seat)
    units, left, cost, dearest, free = local_empty(SLOTS, np.int64), total, 0, 0, 0
    for slot in range(size(state.building[seat])):
        count = (
            holdings.room_in(cards, state, seat, slot, state.type)
            if slot >= first
            else state.stock_part[slot]
        )
        if count == 0:
            continue
        units[slot] = unit_cost(cards, state, seat, slot, total)
        if slot >= first:
            free |= 1 << slot
        else:
            left -= count
            cost += count * units[slot]
            dearest = max(dearest, units[slot])
    while left > 0 and free != 0:
        best = first_of(free)
        for slot in range(best + 1, SLOTS):
            if free >> slot & 1 and units[slot] < units[best]:
                best = slot
        free &= ~(1 << best)
        count = min(left, holdings.room_in(cards, state, seat, best, state.type))
        cost += count * units[best]
        left -= count
        dearest = max(dearest, units[best])
    return cost, dearest


def is_payable(cards: Cards, state: State, seat: int, total: int, first: int) -> bool:
    """Return whether a distribution can be paid for: Debt Tokens may pay only for one item, the
    most expensive.
    """
    money, (cost, dearest) = state.money[seat], stock_cost(cards, state, seat, total, first)
    return cost - dearest <= money and cost <= holdings.means(cards, state, seat)


@rules.phase(Phase.STOCK)
def list_stocks(cards: Cards, state: State, seat: int, out: Any) -> None:
    """List the numbers of items that a seat has the room and money to stock."""
    most = min(state.dock[state.type], state.space[seat, state.type] - state.held[seat, state.type])
    price, money = price_of_type(cards, state, seat), state.money[seat]
    sure = min(most, money // max(1, price))
    if not state.powers[seat] & OVER_PRICES:
        may_borrow = sure < most and (sure + 1) * price <= holdings.means(cards, state, seat)
        offer_each(out, do.STOCK, 0, sure + may_borrow)
        return
    offer_each(out, do.STOCK, 0, sure)
    for total in range(sure + 1, most + 1):
        if is_payable(cards, state, seat, total, 0):
            offer(out, do.STOCK, total)
        elif not holdings.has_power(state, seat, Power.DOCK):
            break


@rules.does(do.STOCK, then=Step.PAID)
def stock(state: State, seat: int, total: int) -> None:
    state.stock_left = state.stock_total = total
    state.stock_part[:] = state.stock_slot = 0


@rules.step(Step.PAID)
def share_stock(cards: Cards, state: State) -> None:
    """Ask store by store how many items go there, as long as there is a choice; then charge for
    them.
    """
    if state.stock_total == 0:
        state.step = Step.SERVING
        return
    seat = state.actor
    while state.stock_left > 0 and state.stock_slot < size(state.building[seat]):
        least, most = range_of_stock(cards, state, seat)
        if most > least:
            holdings.ask(state, Phase.PUT, seat)
            return
        put_in(state, seat, EMPTY, most)
    pay_stock(cards, state, seat)


def range_of_stock(cards: Cards, state: State, seat: int) -> tuple[int, int]:
    """Return the fewest and the most items that may go into the current store."""
    rest = 0
    for slot in range(state.stock_slot + 1, size(state.building[seat])):
        rest += holdings.room_in(cards, state, seat, slot, state.type)
    return max(0, state.stock_left - rest), min(
        state.stock_left, holdings.room_in(cards, state, seat, state.stock_slot, state.type)
    )


@rules.phase(Phase.PUT)
def list_puts(cards: Cards, state: State, seat: int, out: Any) -> None:
    slot, (least, most) = state.stock_slot, range_of_stock(cards, state, seat)
    for count in range(least, most + 1):
        state.stock_part[slot] = count
        if is_payable(cards, state, seat, state.stock_total, slot + 1):
            offer(out, do.PUT, state.building[seat, slot], count)
    state.stock_part[slot] = 0


@rules.does(do.PUT, then=Step.PAID)
def put_in(state: State, seat: int, store: int, count: int) -> None:
    state.stock_part[state.stock_slot] = count
    state.stock_left -= count
    state.stock_slot += 1


def pay_stock(cards: Cards, state: State, seat: int) -> None:
    """Stock the assigned items on the top shelves, and pay for them."""
    cost, dearest = stock_cost(cards, state, seat, state.stock_total, SLOTS)
    for slot in range(size(state.building[seat])):
        store, count = state.building[seat, slot], state.stock_part[slot]
        holdings.lay_in(state, seat, slot, state.type, 0, count)
        state.dock[state.type] -= count
        state.tally[Tally.STOCKED] += count
        if cards.power[store] == Power.IMPORTER and count >= cards.every[store]:
            holdings.gain(cards, state, seat, cards.amount[store], Source.POWERS)
    holdings.flow(state, Step.SERVING)
    holdings.charge(cards, state, seat, cost, dearest)


# ------------------------------------------------------------------------------------- after supply
@rules.step(Step.CRAFTERS)
def ask_crafters(cards: Cards, state: State) -> None:
    """[After supply of a type] Let each of its crafters add to the market, or take points."""
    if not holdings.ask_owner(cards, state, Power.CRAFTER, Phase.CRAFT):
        state.stores_done, state.step = 0, Step.CATERERS
    elif cards.power_type[store_at(state)] != state.type:
        holdings.flow(state, Step.CRAFTERS)


@rules.phase(Phase.CRAFT)
def list_crafts(cards: Cards, state: State, out: Any) -> None:
    if holdings.makeable(cards, state, state.type, 1) > 0:
        offer(out, do.CRAFT)
    offer(out, do.EARN)


@rules.does(do.CRAFT, then=Step.CRAFTERS)
def craft(cards: Cards, state: State) -> None:
    state.dock[state.type] += holdings.from_box(
        cards, state, state.type, cards.every[store_at(state)]
    )


@rules.does(do.EARN, then=Step.CRAFTERS)
def earn(cards: Cards, state: State, seat: int) -> None:
    holdings.gain(cards, state, seat, cards.amount[store_at(state)], Source.POWERS)


@rules.step(Step.CATERERS)
def cater(cards: Cards, state: State) -> None:
    """[After supply of a type] Give caterers free items of it from the box, as far as they have
    room.
    """
    for rank in range(state.players):
        seat = state.order[rank]
        for slot in range(holdings.slots_if(state, seat, Power.CATERING)):
            store = state.building[seat, slot]
            if cards.power[store] == Power.CATERING and cards.power_type[store] == state.type:
                count = min(
                    cards.amount[store], holdings.room_in(cards, state, seat, slot, state.type)
                )
                holdings.lay_in(
                    state,
                    seat,
                    slot,
                    state.type,
                    0,
                    holdings.from_box(cards, state, state.type, count),
                )
    state.step = Step.LEFTOVERS


@rules.step(Step.LEFTOVERS)
def ask_for_leftovers(cards: Cards, state: State) -> None:
    """[After supply of a type] Let seats whose stores allow it take the leftovers, free."""
    if state.dock[state.type] == 0 or not holdings.ask_owner(
        cards, state, Power.LEFTOVERS, Phase.TAKE
    ):
        state.type += 1
        state.step = Step.TYPE


@rules.phase(Phase.TAKE)
def list_takes(cards: Cards, state: State, seat: int, out: Any) -> None:
    most = min(
        cards.amount[store_at(state)],
        holdings.room_in(cards, state, seat, state.place % SLOTS, state.type),
    )
    offer_each(out, do.TAKE, 0, min(most, state.dock[state.type]))


@rules.does(do.TAKE, then=Step.LEFTOVERS)
def take_leftovers(cards: Cards, state: State, seat: int, count: int) -> None:
    holdings.lay_in(state, seat, state.place % SLOTS, state.type, 0, count)
    state.dock[state.type] -= count


rules.compile(__name__)
