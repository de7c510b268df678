"""The sale phase of Brick & Mortar: boxes of Demand Cards, sealed offers, selling item by item,
surplus.

Functions change the records that they are given. The rulebook explains what each does; `course`
says when.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rules_check.games.brick_and_mortar import game as do
from rules_check.games.brick_and_mortar import holdings
from rules_check.games.brick_and_mortar import rulings as ruled
from rules_check.games.brick_and_mortar.game import rules
from rules_check.games.brick_and_mortar.state import (
    SHELVES,
    SLOTS,
    Cards,
    Phase,
    Power,
    Source,
    State,
    Step,
    Tally,
)
from rules_check.games.brick_and_mortar.supply import next_trader, picture, store_at
from rules_check.rules import EMPTY, count_of, local_zeros, move_all, offer, offer_each, size

WITH_BOXES = 1 << Power.FULFILLMENT | 1 << Power.PURVEYOR
AFTER_SALE = 1 << Power.KNOCKOFF | 1 << Power.PEDDLER


@rules.step(Step.SALE)
def turn_up_demand(cards: Cards, state: State) -> None:
    """Turn up the Demand Cards: each picture is a box for an item."""
    for seat in range(state.players):
        move_all(state.demanded[seat], state.shown)
        state.variety[seat] = state.peddled[seat] = 0
    state.boxes[:] = 0
    picture(cards, state.shown, state.boxes)
    state.type = state.move_slot = state.stores_done = state.peeked = 0
    state.step = Step.MOVES


# -------------------------------------------------------------------------------------- before sale
@rules.step(Step.MOVES)
def ask_for_moves(cards: Cards, state: State) -> None:
    """[Before sale] Let owners of a storehouse move items into it, by type and by store."""
    place = holdings.next_place(cards, state, Power.STOREHOUSE)
    if place == EMPTY:
        state.type, state.step = 0, Step.MARKET
        return
    seat, to = place // SLOTS, place % SLOTS
    state.place = place
    while state.type < cards.types:
        while state.move_slot < size(state.building[seat]):
            is_wanted = (
                cards.by_type[store_at(state), state.type] > 0
                and holdings.room_in(cards, state, seat, to, state.type) > 0
            )
            if (
                is_wanted
                and state.move_slot != to
                and holdings.count_in(state, seat, state.move_slot, state.type) > 0
            ):
                holdings.ask(state, Phase.MOVE, seat)
                return
            state.move_slot += 1
        state.move_slot = 0
        state.type += 1
    state.type = 0
    state.stores_done |= 1 << place


@rules.phase(Phase.MOVE)
def list_moves_in(cards: Cards, state: State, seat: int, out: Any) -> None:
    room = holdings.room_in(cards, state, seat, state.place % SLOTS, state.type)
    most = min(room, holdings.count_in(state, seat, state.move_slot, state.type))
    offer_each(out, do.MOVE, 0, most, state.building[seat, state.move_slot])


@rules.does(do.MOVE, then=Step.MOVES)
def move_in(cards: Cards, state: State, seat: int, store: int, count: int) -> None:
    taken = local_zeros(SHELVES, np.int64)
    holdings.take_oldest(state, seat, state.move_slot, state.type, count, taken)
    lay_moved(cards, state, seat, state.place % SLOTS, state.type, taken)
    state.move_slot += 1


def lay_moved(cards: Cards, state: State, seat: int, slot: int, type_: int, taken: Any) -> None:
    """Put items that come from elsewhere on the top shelf or, by ruling, on the shelf at the same
    distance from the top as before.
    """
    for shelf in range(SHELVES):
        if taken[shelf] > 0:
            is_top = cards.transfer_shelf == ruled.TransferShelf.TOP
            lowest = holdings.lowest_shelf(cards, state, seat, slot, type_)
            holdings.lay_in(
                state, seat, slot, type_, 0 if is_top else min(shelf, lowest), taken[shelf]
            )


# -------------------------------------------------------------------------------- who can sell what
def from_market_most(cards: Cards, state: State, seat: int) -> int:
    """Return how many items of the type a seat may sell from the market."""
    most = 0
    for slot in range(holdings.slots_if(state, seat, Power.SURPLUS)):
        store = state.building[seat, slot]
        if cards.power[store] == Power.SURPLUS and cards.power_type[store] == state.type:
            most += cards.amount[store]
    return int(min(most, state.dock[state.type]))


def sellable(cards: Cards, state: State, seat: int) -> int:
    return int(state.held[seat, state.type] + from_market_most(cards, state, seat))


def own_boxes(cards: Cards, state: State, seat: int) -> int:
    """Return how many boxes of the type are reserved for a seat."""
    count = 0
    for slot in range(holdings.slots_if(state, seat, Power.FULFILLMENT)):
        store = state.building[seat, slot]
        if cards.power[store] == Power.FULFILLMENT:
            count += cards.by_type[store, state.type]
    return int(count)


def purveyed(cards: Cards, state: State, seat: int) -> int:
    """Return how many items of the type a seat could put into empty boxes of another."""
    count, boxes = 0, 0
    for slot in range(holdings.slots_if(state, seat, Power.PURVEYOR)):
        store = state.building[seat, slot]
        if cards.power[store] == Power.PURVEYOR and cards.power_type[store] != state.type:
            count += holdings.count_in(state, seat, slot, state.type)
            boxes = state.boxes[cards.power_type[store]]
    return int(min(count, boxes))


def reach(cards: Cards, state: State, seat: int) -> int:
    """Return how many boxes a seat could fill with the type, if it came first."""
    boxes = int(state.boxes[state.type])
    if state.powers[seat] & WITH_BOXES:
        boxes += own_boxes(cards, state, seat) + purveyed(cards, state, seat)
    return boxes


@rules.step(Step.MARKET)
def begin_market(cards: Cards, state: State) -> None:
    """Find which seats can sell a type, and whether there is competition."""
    state.seats_done = state.is_contest = 0
    while state.type < cards.types:
        items, asked, boxes = 0, 0, state.boxes[state.type]
        for seat in range(state.players):
            own = sellable(cards, state, seat)
            items += own
            if own > 0 and (
                reach(cards, state, seat) > 0 or cards.who_can_sell == ruled.WhoCanSell.ALL_HOLDERS
            ):
                asked |= 1 << seat
        state.asked_to, count = asked, count_of(asked)
        if count > 1 and (
            boxes < items
            or (boxes == items and cards.enough_equal == ruled.EnoughEqual.COMPETITION)
        ):
            state.is_contest = 1
            state.tally[Tally.SALE_BIDS] += 1
            holdings.ask(state, Phase.OFFER, 0)
        if count > 0:
            state.quantity[:] = state.price[:] = EMPTY
            state.sold[:] = state.premium[:] = 0
            state.step = Step.SELLING
            return
        state.type += 1
    state.step = Step.SALE_OVER


def begin_selling(cards: Cards, state: State) -> None:
    """[Sale] Reveal prices and quantities."""
    best, sellers = cards.highest[state.type], 0
    for seat in range(state.players):
        if state.quantity[seat] > 0:
            best = min(best, state.price[seat])
            sellers |= 1 << seat
    state.asked_to = sellers
    state.tally[Tally.CRASHES] += 4 * best <= cards.highest[state.type]
    holdings.flow(state, Step.SELLING)


@rules.phase(Phase.OFFER, secret=True, then=begin_selling)
def list_offers(cards: Cards, state: State, seat: int, out: Any) -> None:
    """List the offers: a number of items at a price."""
    if state.asked_to >> seat & 1 and state.quantity[seat] == EMPTY:
        most = min(reach(cards, state, seat), cards.quantity_dial)
        if cards.sale_quantity == ruled.SaleQuantity.WHAT_ONE_HOLDS:
            most = min(most, sellable(cards, state, seat))
        offer(out, do.OFFER, 0, 0)
        for count in range(1, most + 1):
            offer_each(out, do.OFFER, 0, cards.highest[state.type], count)


@rules.does(do.OFFER)
def make_offer(state: State, seat: int, count: int, price: int) -> None:
    state.quantity[seat], state.price[seat] = count, price


@rules.step(Step.SELLING)
def next_seller(cards: Cards, state: State) -> None:
    """Let the next seat sell: the lowest price first."""
    best = next_trader(cards, state, -1)
    if best == EMPTY:
        state.step = Step.SETTLING
        if not state.is_contest and not holdings.any_has(state, AFTER_SALE):
            state.type += 1
            state.step = Step.MARKET
    elif state.is_contest:
        sell(
            cards,
            state,
            best,
            min(state.quantity[best], sellable(cards, state, best), reach(cards, state, best)),
        )
    else:
        holdings.ask(state, Phase.SELL, best)


@rules.phase(Phase.SELL)
def list_sales(cards: Cards, state: State, seat: int, out: Any) -> None:
    """List the sales without competition: any number for which there are boxes."""
    offer_each(out, do.SELL, 0, min(sellable(cards, state, seat), reach(cards, state, seat)))


@rules.does(do.SELL)
def sell(cards: Cards, state: State, seat: int, count: int) -> None:
    """Sell a number of items; which boxes they go into and which stores they come from is asked
    next.
    """
    if not state.is_contest:
        state.quantity[seat], state.price[seat] = count, cards.highest[state.type]
    holdings.flow(state, Step.SELLING)
    if count > 0 or state.is_contest:
        state.sale_total = state.sale_left = count
        state.sale_slot = state.sale_elsewhere = state.sale_from_market = 0
        state.sale_part[:] = state.sale_bottom[:] = state.sale_swapped[:] = 0
        ask_for_boxes(cards, state)


def ask_for_boxes(cards: Cards, state: State) -> None:
    """Let a seat choose how many items go into its own boxes or into boxes of another type."""
    seat = state.actor
    least, most = range_of_own(cards, state, seat)
    if most > least:
        holdings.ask(state, Phase.OWN, seat)
    else:
        fill_boxes(cards, state, seat, least)
        ask_for_stores(cards, state)


def range_of_own(cards: Cards, state: State, seat: int) -> tuple[int, int]:
    """Return the fewest and the most items that may go into boxes other than the shared ones."""
    own = reach(cards, state, seat) - state.boxes[state.type]
    return max(0, state.sale_total - state.boxes[state.type]), min(state.sale_total, own)


@rules.phase(Phase.OWN)
def list_own(cards: Cards, state: State, seat: int, out: Any) -> None:
    least, most = range_of_own(cards, state, seat)
    offer_each(out, do.OWN, least, most)


@rules.does(do.OWN, then=Step.TAKING)
def fill_boxes(cards: Cards, state: State, seat: int, own: int) -> None:
    """Fill boxes. Of those that are not the type's own, the seat's own boxes come first. `own` is
    then the number that goes into boxes of another type.
    """
    state.boxes[state.type] -= state.sale_total - own
    state.sale_elsewhere = max(0, own - own_boxes(cards, state, seat))
    if state.sale_elsewhere > 0:
        for slot in range(size(state.building[seat])):
            store = state.building[seat, slot]
            if cards.power[store] == Power.PURVEYOR and cards.power_type[store] != state.type:
                state.boxes[cards.power_type[store]] -= state.sale_elsewhere
                break


# ------------------------------------------------------------------------------ out of which stores
def is_purveyor(cards: Cards, state: State, seat: int, slot: int) -> bool:
    return bool(cards.power[state.building[seat, slot]] == Power.PURVEYOR)


def range_from(cards: Cards, state: State, seat: int) -> tuple[int, int]:
    """Return the fewest and the most items that may be sold from the current store."""
    slot, rest = state.sale_slot, from_market_most(cards, state, seat)
    needed, later = state.sale_elsewhere, 0
    for n in range(slot + 1, size(state.building[seat])):
        rest += holdings.count_in(state, seat, n, state.type)
    if needed > 0:
        for n in range(size(state.building[seat])):
            if is_purveyor(cards, state, seat, n):
                needed -= state.sale_part[n]
                later += holdings.count_in(state, seat, n, state.type) if n > slot else 0
    most = min(state.sale_left, holdings.count_in(state, seat, slot, state.type))
    least = max(0, state.sale_left - rest)
    if needed > 0:
        if is_purveyor(cards, state, seat, slot):
            least = max(least, needed - later)
        else:
            most = min(most, state.sale_left - needed)
    return least, most


@rules.step(Step.TAKING)
def ask_for_stores(cards: Cards, state: State) -> None:
    """Ask store by store how many items are sold from it, as long as there is a choice; the rest
    comes from the market.
    """
    seat = state.actor
    while state.sale_left > 0 and state.sale_slot < size(state.building[seat]):
        least, most = range_from(cards, state, seat)
        if most > least:
            holdings.ask(state, Phase.FROM, seat)
            return
        if take_from(cards, state, seat, most):
            return
    state.sale_from_market = state.sale_left
    state.sale_left = state.sale_slot = 0
    ask_for_swaps(cards, state)


@rules.phase(Phase.FROM)
def list_from(cards: Cards, state: State, seat: int, out: Any) -> None:
    least, most = range_from(cards, state, seat)
    offer_each(out, do.FROM, least, most, state.building[seat, state.sale_slot])


@rules.does(do.FROM)
def sell_from(cards: Cards, state: State, seat: int, store: int, count: int) -> None:
    holdings.flow(state, Step.TAKING)
    take_from(cards, state, seat, count)


def take_from(cards: Cards, state: State, seat: int, count: int) -> bool:
    """Take the items sold out of the current store and go on to the next; return whether the seat
    has to be asked for the shelf.
    """
    slot, type_ = state.sale_slot, state.type
    state.sale_part[slot] = count
    state.sale_left -= count
    is_choice = cards.sell_shelf == ruled.SellShelf.ANY_SHELF and 0 < count < holdings.count_in(
        state, seat, slot, type_
    )
    if is_choice:
        state.sale_shelf = holdings.lowest_shelf(cards, state, seat, slot, type_)
        state.sale_shelf_left = count
        holdings.ask(state, Phase.SHELF, seat)
    else:
        lowest = holdings.lowest_shelf(cards, state, seat, slot, type_)
        state.sale_bottom[slot] = (
            min(count, state.items[seat, slot, type_, lowest]) if lowest >= 0 else 0
        )
        taken = local_zeros(SHELVES, np.int64)
        holdings.take_oldest(state, seat, slot, type_, count, taken)
        state.sale_slot += 1
    return is_choice


@rules.phase(Phase.SHELF)
def list_shelves(state: State, seat: int, out: Any) -> None:
    """[By ruling] List, from the lowest shelf up, how many items are sold from a shelf."""
    above = state.items[seat, state.sale_slot, state.type, : state.sale_shelf].sum()
    most = min(
        state.sale_shelf_left, state.items[seat, state.sale_slot, state.type, state.sale_shelf]
    )
    offer_each(out, do.SHELF, max(0, state.sale_shelf_left - above), most, state.sale_shelf)


@rules.does(do.SHELF)
def sell_from_shelf(cards: Cards, state: State, seat: int, shelf: int, count: int) -> None:
    holdings.lay_in(state, seat, state.sale_slot, state.type, shelf, -count)
    if shelf == holdings.lowest_shelf(cards, state, seat, state.sale_slot, state.type):
        state.sale_bottom[state.sale_slot] = count
    state.sale_shelf_left -= count
    state.sale_shelf -= 1
    if state.sale_shelf < 0:
        state.sale_slot += 1
        holdings.flow(state, Step.TAKING)


@rules.step(Step.SWAPPING)
def ask_for_swaps(cards: Cards, state: State) -> None:
    """Let a seat choose for how many of a distributor's items it takes points instead."""
    seat = state.actor
    while state.sale_slot < size(state.building[seat]):
        store = state.building[seat, state.sale_slot]
        if (
            cards.power[store] == Power.DISTRIBUTOR
            and state.sale_part[state.sale_slot] >= cards.every[store]
        ):
            holdings.ask(state, Phase.SWAP, seat)
            return
        state.sale_slot += 1
    earn_sale(cards, state)


@rules.phase(Phase.SWAP)
def list_swaps(cards: Cards, state: State, seat: int, out: Any) -> None:
    store = state.building[seat, state.sale_slot]
    offer_each(out, do.SWAP, 0, state.sale_part[state.sale_slot] // cards.every[store], store)


@rules.does(do.SWAP, then=Step.SWAPPING)
def swap(state: State, seat: int, store: int, count: int) -> None:
    state.sale_swapped[state.sale_slot] = count
    state.sale_slot += 1


def earn_sale(cards: Cards, state: State) -> None:
    """Give a seat the money and points for the items it sold."""
    seat, type_, points = state.actor, state.type, 0
    price = state.price[seat]
    money = (state.price[seat] - cards.least[type_]) * state.sale_from_market
    for slot in range(size(state.building[seat])):
        store, count = state.building[seat, slot], state.sale_part[slot]
        if count == 0:
            continue
        power, amount, paid = cards.power[store], cards.amount[store], count
        if power == Power.STOREHOUSE and cards.by_type[store, type_] > 0:
            points += count * cards.by_type[store, type_]
            paid = 0
        elif power == Power.DISTRIBUTOR:
            points += state.sale_swapped[slot] * amount
            paid -= state.sale_swapped[slot]
        elif power == Power.EXPORTER:
            points += amount * (count // cards.every[store])
        elif power == Power.ANTIQUE:
            points += amount * state.sale_bottom[slot]
        elif power == Power.KNOCKOFF:
            state.premium[seat] += amount * count
        elif power == Power.PEDDLER:
            state.peddled[seat] |= 1 << slot
        money += paid * max(0, price + cards.margin[store])
    state.dock[type_] -= state.sale_from_market
    state.crates[type_] += state.sale_total
    state.sold[seat] = state.sale_total
    state.tally[Tally.SOLD] += state.sale_total
    if state.sale_total > 0:
        state.variety[seat] |= 1 << type_
    state.shed_left = 0
    if state.is_contest:
        unused = from_market_most(cards, state, seat)
        state.shed_left = max(
            0, min(state.quantity[seat] - state.sale_total - unused, state.held[seat, type_])
        )
    state.shed_slot, state.step = 0, Step.SHEDDING if state.shed_left > 0 else Step.SELLING
    if money < 0:
        holdings.pay(cards, state, seat, -money)
    else:
        state.money[seat] += money
    if points > 0:
        holdings.gain(cards, state, seat, points, Source.POWERS)


# ------------------------------------------------------------------------------------------ surplus
@rules.step(Step.SHEDDING)
def ask_for_surplus(cards: Cards, state: State) -> None:
    """Let a seat choose, store by store, which items that found no box it gives up."""
    seat = state.actor
    while state.shed_left > 0 and state.shed_slot < size(state.building[seat]):
        least, most = range_of_surplus(state, seat)
        if most > least:
            holdings.ask(state, Phase.SHED, seat)
            return
        shed(state, seat, EMPTY, most)
    state.step = Step.SELLING


def range_of_surplus(state: State, seat: int) -> tuple[int, int]:
    """Return the fewest and the most items that the current store may give up."""
    rest = 0
    for slot in range(state.shed_slot + 1, size(state.building[seat])):
        rest += holdings.count_in(state, seat, slot, state.type)
    return max(0, state.shed_left - rest), min(
        state.shed_left, holdings.count_in(state, seat, state.shed_slot, state.type)
    )


@rules.phase(Phase.SHED)
def list_surplus(state: State, seat: int, out: Any) -> None:
    least, most = range_of_surplus(state, seat)
    offer_each(out, do.SHED, least, most, state.building[seat, state.shed_slot])


@rules.does(do.SHED, then=Step.SHEDDING)
def shed(state: State, seat: int, store: int, count: int) -> None:
    holdings.take_oldest(state, seat, state.shed_slot, state.type, count, state.surplus[seat])
    state.shed_left -= count
    state.shed_slot += 1


def surplus_of(state: State, seat: int) -> int:
    return int(state.surplus[seat].sum())


def take_surplus(state: State, seat: int, count: int, taken: Any) -> None:
    """Take items out of a seat's surplus, freshest first."""
    for shelf in range(SHELVES):
        part = min(count, state.surplus[seat, shelf])
        state.surplus[seat, shelf] -= part
        taken[shelf] += part
        count -= part


@rules.step(Step.SETTLING)
def settle(cards: Cards, state: State) -> None:
    """Pay the amount due if an opponent sells the same type or, by ruling, offers to."""
    for seat in range(state.players):
        if state.premium[seat] > 0:
            is_due = False
            for other in range(state.players):
                is_selling = (
                    state.quantity[other] > 0
                    if cards.knockoff == ruled.Knockoff.BIDS
                    else state.sold[other] > 0
                )
                is_due = is_due or (other != seat and is_selling)
            state.money[seat] += state.premium[seat] if is_due else 0
    state.stores_done, state.step = 0, Step.THRIFTS


@rules.step(Step.THRIFTS)
def ask_thrifts(cards: Cards, state: State) -> None:
    """[During sale] Let a thrift store take surplus from its owner."""
    if not state.is_contest or not holdings.ask_owner(cards, state, Power.THRIFT, Phase.SAVE):
        state.stores_done = state.resale_seat = 0
        state.step = Step.RESALES


@rules.phase(Phase.SAVE)
def list_saves(cards: Cards, state: State, seat: int, out: Any) -> None:
    room = holdings.room_in(cards, state, seat, state.place % SLOTS, state.type)
    offer_each(out, do.SAVE, 0, min(room, surplus_of(state, seat)))


@rules.does(do.SAVE, then=Step.THRIFTS)
def save(cards: Cards, state: State, seat: int, count: int) -> None:
    taken = local_zeros(SHELVES, np.int64)
    take_surplus(state, seat, count, taken)
    lay_moved(cards, state, seat, state.place % SLOTS, state.type, taken)


@rules.step(Step.RESALES)
def ask_resales(cards: Cards, state: State) -> None:
    """[During sale] Let a resale shop buy surplus from opponents, one after another."""
    place = holdings.next_place(cards, state, Power.RESALE) if state.is_contest else EMPTY
    if place == EMPTY:
        state.step = Step.TYPE_SOLD
        return
    state.place = place
    seat = place // SLOTS
    room = holdings.room_in(cards, state, seat, place % SLOTS, state.type)
    while state.resale_seat < state.players:
        if state.resale_seat != seat and room > 0 and surplus_of(state, state.resale_seat) > 0:
            holdings.ask(state, Phase.RESALE, seat)
            return
        state.resale_seat += 1
    state.resale_seat = 0
    state.stores_done |= 1 << place


@rules.phase(Phase.RESALE)
def list_resales(cards: Cards, state: State, seat: int, out: Any) -> None:
    room = holdings.room_in(cards, state, seat, state.place % SLOTS, state.type)
    means = holdings.means(cards, state, seat)
    for count in range(min(room, surplus_of(state, state.resale_seat)) + 1):
        if count * cards.least[state.type] <= means:
            offer(out, do.RESALE, state.resale_seat, count)


@rules.does(do.RESALE)
def resell(cards: Cards, state: State, seat: int, other: int, count: int) -> None:
    """Buy an opponent's surplus at the lowest price."""
    taken = local_zeros(SHELVES, np.int64)
    take_surplus(state, other, count, taken)
    holdings.lay_in(state, seat, state.place % SLOTS, state.type, 0, count)
    price = count * cards.least[state.type]
    state.money[other] += price
    state.resale_seat += 1
    holdings.flow(state, Step.RESALES)
    holdings.charge(cards, state, seat, price, price)


@rules.step(Step.TYPE_SOLD)
def end_type(cards: Cards, state: State) -> None:
    """Discard the remaining surplus; peddlers that sold close."""
    if state.is_contest:
        for seat in range(state.players):
            count = surplus_of(state, seat)
            state.crates[state.type] += count
            state.tally[Tally.SURPLUS] += count
        state.surplus[:] = 0
    if cards.peddler_closes == ruled.PeddlerCloses.AFTER_TYPE:
        close_peddlers(cards, state)
    state.type += 1
    state.step = Step.MARKET


def close_peddlers(cards: Cards, state: State) -> None:
    for seat in range(state.players):
        if state.peddled[seat] != 0:
            for slot in range(size(state.building[seat]) - 1, -1, -1):
                if state.peddled[seat] >> slot & 1:
                    holdings.close_store(cards, state, seat, slot)
            state.peddled[seat] = 0


@rules.step(Step.SALE_OVER)
def end_sale(cards: Cards, state: State) -> None:
    """Discard the Demand Cards; seats that sold enough types earn points for it."""
    move_all(state.shown, state.used)
    close_peddlers(cards, state)
    holdings.note_order(state)
    for rank in range(state.players):
        seat = state.queue[rank]
        for slot in range(holdings.slots_if(state, seat, Power.VARIETY)):
            store = state.building[seat, slot]
            if (
                cards.power[store] == Power.VARIETY
                and count_of(int(state.variety[seat])) >= cards.every[store]
            ):
                holdings.gain(cards, state, seat, cards.amount[store], Source.POWERS)
    state.stores_done = state.type = 0
    state.step = Step.PAWNS


rules.compile(__name__)
