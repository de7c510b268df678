"""The expert of Brick & Mortar, and the value of positions for players that look only one move
ahead.

In: the public information and the seat's own hand. Out: an index into moves, or numbers, by the
weights of the seat that judges.

The expert hopes for a price for each type: the highest price, reduced if more items are to be sold
than there will be boxes. From these prices follow what stores are worth, which cards help, what to
pay and how much to stock. If a decision is made store by store, the better store comes first.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rules_check.games.brick_and_mortar import game as do
from rules_check.games.brick_and_mortar.building import price_of
from rules_check.games.brick_and_mortar.course import bill_of, score_of
from rules_check.games.brick_and_mortar.game import rules
from rules_check.games.brick_and_mortar.holdings import count_in, room_in
from rules_check.games.brick_and_mortar.sale import reach, sellable
from rules_check.games.brick_and_mortar.state import (
    KINDS,
    SLOTS,
    TYPES,
    Cards,
    Phase,
    Power,
    State,
    Step,
)
from rules_check.games.brick_and_mortar.supply import picture, store_at, unit_cost
from rules_check.games.brick_and_mortar.weights import Weight
from rules_check.rules import below, count, find, highest, jit_within, local_zeros, parts_of, size

CASH, GOODS = 0.2, 0.4  # if looking one move ahead: points per dollar, part of a price per item
HALF, MOST_SOLD, SOON, SURE = 0.5, 5, 2, 1000.0
LATE_ON = 2  # months before the end from which a liquidator is filled in order to be closed
AVERAGE, USES = KINDS, KINDS + 1  # what an average market card brings is after all kinds
CLOSING = 5.0  # dollars lost per item by closing a store
_PER_AMOUNT = {
    Power.WHOLESALER: HALF,
    Power.KNOCKOFF: HALF,
    Power.DISTRIBUTOR: 3.0,
    Power.EXPORTER: 3.0,
    Power.IMPORTER: 1.5,
    Power.ANTIQUE: 1.5,
    Power.VARIETY: 1.5,
    Power.CRAFTER: 4.0,
    Power.COLLECTOR: 4.0,
    Power.AGENCY: 4.0,
    Power.RESEARCH: HALF * HALF,
    Power.BANK: 0.4,
    Power.DOCK: HALF,
    Power.CATERING: HALF,
    Power.SURPLUS: HALF,
}
PER_AMOUNT = tuple(_PER_AMOUNT.get(power, 0.0) for power in Power)
"""What a power's amount is worth per month: dollars for each, or for each item, price or round."""


@rules.verb
def value(cards: Cards, state: State, seat: int) -> float:
    """Return a seat's current points plus what its money, items and unopened stores are worth."""
    worth = float(score_of(cards, state, seat))
    if state.end != 0:
        return worth
    money = float(state.money[seat])
    for type_ in range(cards.types):
        money += GOODS * cards.highest[type_] * state.held[seat, type_]
        money += (
            GOODS
            * HALF
            * HALF
            * cards.highest[type_]
            * (state.space[seat, type_] - state.held[seat, type_])
        )
    for i in range(size(state.bought[seat])):
        worth += cards.points[state.bought[seat, i]] + 1
    return worth + CASH * money


def months_left(cards: Cards, state: State) -> int:
    """Estimate how many sales are still to come, including this month's: fewer if a seat is near
    the marker.
    """
    nearing = (
        1 + (cards.marker_points[state.players] - highest(state.points[: state.players]) + 4) // 5
    )
    return int(max(1, min(cards.last_month[state.players] - state.rounds + 1, nearing)))


def held_by_all(state: State, type_: int) -> int:
    """Return how many items of a type all seats have."""
    items = 0
    for seat in range(state.players):
        items += state.held[seat, type_]
    return items


def space_of_all(state: State, type_: int) -> int:
    """Return how many items of a type the stores of all seats have room for."""
    items = 0
    for seat in range(state.players):
        items += state.space[seat, type_]
    return items


def is_last_month(cards: Cards, state: State) -> bool:
    return bool(state.last == 1 or state.rounds == cards.last_month[state.players])


# -------------------------------------------------------------------------------------------- hopes
def hope(cards: Cards, state: State, seat: int, prices: Any, boxes: Any, goods: Any) -> None:
    """Fill zeroed arrays with each type's expected price, the expected number of boxes, and the
    number of items that may be sold.
    """
    players, is_laid = state.players, state.step >= Step.AGENCIES and state.step <= Step.SALE
    unlaid = 0 if is_laid else players
    if state.phase == Phase.CARDS:
        unlaid = players - 1
    unknown = supplied = HALF * unlaid * cards.cards_played
    for other in range(players):
        if other == seat or state.peeked >> seat & 1:
            picture(cards, state.demanded[other], boxes)
        elif is_laid:
            unknown += size(state.demanded[other])
    picture(cards, state.supplied[seat], goods)
    if state.step <= Step.SUPPLY:
        picture(cards, state.shown, goods)
    for type_ in range(cards.types):
        mean = cards.average[type_] / 100
        boxes[type_] += unknown * mean
        coming = state.dock[type_] + supplied * mean + goods[type_]
        held, space = held_by_all(state, type_), space_of_all(state, type_)
        goods[type_] = held + min(coming, float(space - held))
        has_rivals = space > state.space[seat, type_]
        part = boxes[type_] / goods[type_] if has_rivals and goods[type_] > boxes[type_] else 1.0
        prices[type_] = cards.highest[type_] * max(0.2, part)


def power_worth(cards: Cards, store: int, prices: Any) -> float:
    """Return what a store's power may bring per month, in dollars and in points valued at a dollar
    each.
    """
    power, room, price = cards.power[store], 0, 0.0
    left = kept = moved = 0.0
    worth = PER_AMOUNT[power] * cards.amount[store]
    for type_ in range(cards.types):
        space, by_type = cards.capacity[store, type_], cards.by_type[store, type_]
        each = cards.amount[store] if power == Power.PAWN else by_type
        room += space
        price = max(price, prices[type_] * (space > 0))
        left += min(cards.amount[store], space) * prices[type_]
        kept += space * max(0.0, 4.0 * each - prices[type_])
        moved += by_type * prices[type_]
    if power == Power.LEFTOVERS:
        return HALF * left
    if power in (Power.STOREHOUSE, Power.PAWN):
        return HALF * kept
    if power == Power.FULFILLMENT:
        return HALF * moved
    if power in (Power.WHOLESALER, Power.KNOCKOFF):
        worth *= room
    if power in (Power.DISTRIBUTOR, Power.EXPORTER):
        worth *= room // cards.every[store]
    if power in (Power.BANK, Power.DOCK):
        worth *= cards.every[store]
    if power in (Power.CATERING, Power.SURPLUS):
        worth *= price if price > 0 else 4.0
    if PER_AMOUNT[power] > 0:
        return float(worth)
    return 4.0 if power == Power.DUTY_FREE else HALF


def closing_worth(cards: Cards, seat: int, store: int, prices: Any) -> float:
    """Return what filling and closing a liquidator brings, beyond the price of its items."""
    worth = 0.0
    if cards.power[store] == Power.LIQUIDATOR:
        for type_ in range(cards.types):
            more = cards.weights[seat, Weight.POINT] * cards.amount[store] - prices[type_]
            worth += HALF * cards.capacity[store, type_] * max(0.0, more)
    return worth


def store_worth(cards: Cards, state: State, seat: int, store: int, slot: int, prices: Any) -> float:
    """Return what a store is worth to a seat that has it in a slot from now on, not counting its
    cost.
    """
    weights, months = cards.weights[seat], months_left(cards, state)
    earns = 0.0
    for type_ in range(cards.types):
        if cards.capacity[store, type_] > 0:
            enough = cards.average[type_] / 100 * state.players
            rivals = space_of_all(state, type_) - state.space[seat, type_]
            own = state.space[seat, type_] - cards.capacity[store, type_] * count(
                state.building[seat, :SLOTS], store
            )
            enough *= 1.0 - weights[Weight.RIVALS] * rivals / (
                rivals + own + cards.capacity[store, type_]
            )
            fresh = max(0.0, min(cards.capacity[store, type_], enough - own))
            used = fresh + weights[Weight.THIRD] * (cards.capacity[store, type_] - fresh)
            earns += used * max(0.0, prices[type_] + cards.margin[store] - cards.least[type_])
    worth = months * weights[Weight.TRADE] * earns + months * weights[Weight.POWER] * power_worth(
        cards, store, prices
    )
    worth += closing_worth(cards, seat, store, prices) - months * (
        cards.utility[store] + cards.slot_utility[slot]
    )
    return float(
        worth
        + weights[Weight.POINT] * (cards.points[store] + cards.empty_slot[slot])
        - weights[Weight.SLOT]
    )


def worst_slot(cards: Cards, state: State, seat: int, prices: Any) -> int:
    """Find the slot in a full building whose store is worth least."""
    best, least = 0, 0.0
    for slot in range(size(state.building[seat])):
        worth = store_worth(cards, state, seat, state.building[seat, slot], slot, prices)
        if slot == 0 or worth < least:
            best, least = slot, worth
    return best


def gain_of(cards: Cards, state: State, seat: int, store: int, prices: Any) -> float:
    """Return what one more store is worth. If no slot is free, subtract the store that it would
    replace.
    """
    count = size(state.building[seat])
    if count < cards.slots:
        return store_worth(cards, state, seat, store, count, prices)
    slot = worst_slot(cards, state, seat, prices)
    own = store_worth(cards, state, seat, state.building[seat, slot], slot, prices)
    return store_worth(cards, state, seat, store, slot, prices) - own


# ----------------------------------------------------------------------------------------- building
def weigh_store(
    cards: Cards, state: State, seat: int, sort: int, store: int, bid: int, prices: Any
) -> float:
    """Return what it is worth to keep, take, buy, bid for or pass by a store."""
    weights = cards.weights[seat]
    if sort in (do.PASS, do.DONE, do.DROP):
        return 0.0
    if sort in (do.KEEP, do.START):
        cost = cards.cost[store] * HALF
        return float(
            1000.0
            + store_worth(cards, state, seat, store, 0 if sort == do.START else 1, prices)
            - cost
        )
    if sort == do.OPEN:
        return 1000.0
    if sort == do.CLOSE:
        if liquidation(cards, state, seat, store, prices) > 0:
            return 1.0
        if size(state.bought[seat]) == 0 or size(state.building[seat]) < cards.slots:
            return -1.0
        is_worst = state.building[seat, worst_slot(cards, state, seat, prices)] == store
        if is_worst and gain_of(cards, state, seat, state.bought[seat, 0], prices) > 0:
            return 1.0
        return -1.0
    worth = gain_of(cards, state, seat, store, prices)
    price = price_of(cards, store, cards.cost[store] if sort == do.BUY else bid)
    short = max(0.0, price + bill_of(cards, state, seat) - state.money[seat])
    if sort == do.RAISE and price > weights[Weight.BIDS] * worth:
        return -1000.0
    return float(worth - price - short * weights[Weight.POINT] / cards.debt_money)


def liquidation(cards: Cards, state: State, seat: int, store: int, prices: Any) -> float:
    """Return the gain from closing a liquidator now rather than leaving it as it is; below 0 for
    other stores.
    """
    if cards.power[store] != Power.LIQUIDATOR:
        return -1.0
    slot, goods, items, room = find(state.building[seat], store), 0.0, 0, 0
    for type_ in range(cards.types):
        count = count_in(state, seat, slot, type_)
        items += count
        room += cards.capacity[store, type_]
        goods += count * GOODS * prices[type_]
    filled = closing_worth(cards, seat, store, prices) * items / max(1, room)
    kept = goods + store_worth(cards, state, seat, store, slot, prices) - filled
    return float(cards.weights[seat, Weight.POINT] * cards.amount[store] * items - kept)


@jit_within
def is_needless(cards: Cards, state: State, sort: int, first: int, second: int) -> bool:
    """Return whether a move bids more than necessary: hundreds of such moves may be legal."""
    return bool(
        (sort == do.BID and second > cards.cost[first])
        or (sort == do.RAISE and first > state.bid + 1)
    )


# ------------------------------------------------------------------------------------- market cards
def weigh_types(cards: Cards, state: State, seat: int, supply: Any, demand: Any) -> None:
    """Fill zeroed arrays with what one more item in the market, and one more box, are worth to a
    seat, by type.
    """
    weights = cards.weights[seat]
    prices = local_zeros(TYPES, np.float64)
    boxes = local_zeros(TYPES, np.float64)
    goods = local_zeros(TYPES, np.float64)
    hope(cards, state, seat, prices, boxes, goods)
    for type_ in range(cards.types):
        room = state.space[seat, type_] - state.held[seat, type_]
        all_room = space_of_all(state, type_) - held_by_all(state, type_)
        coming = min(1.0, (state.dock[type_] + 1.0) / max(1, all_room))
        mine = state.held[seat, type_] + coming * room
        rest = max(0.0, goods[type_] - mine)
        total = max(1.0, mine + rest)
        price = cards.highest[type_]
        is_short = 1.0 if goods[type_] > boxes[type_] else weights[Weight.DRAIN]
        envy = weights[Weight.ENVY] / max(1, state.players - 1)
        demand[type_] = is_short * price * (mine - envy * rest) / total
        profit = max(0.0, prices[type_] - cards.least[type_])
        if all_room > 0:
            is_wanted = 1.0 if state.dock[type_] < all_room else 0.1
            supply[type_] = (
                is_wanted
                * weights[Weight.SUPPLY]
                * profit
                * (room - envy * (all_room - room))
                / all_room
            )


def card_worth(cards: Cards, card: int, worth: Any) -> float:
    total = 0.0
    for type_ in range(cards.types):
        total += cards.pictures[card, type_] * worth[type_]
    return total


def best_use(cards: Cards, card: int, supply: Any, demand: Any) -> float:
    return max(card_worth(cards, card, supply), card_worth(cards, card, demand))


def offers(moves: Any, count: int, sort: int) -> bool:
    """Return whether any of the moves is of one sort."""
    is_offered = False
    for i in range(count):
        is_offered = is_offered or parts_of(moves[i])[0] == sort
    return is_offered


def weigh_card(
    cards: Cards, state: State, seat: int, sort: int, card: int, supply: Any, demand: Any, uses: Any
) -> float:
    """Return what it is worth to play, discard or change a market card, to make a number of items,
    or to stop. `uses` is the output of `weigh_uses`.
    """
    if sort == do.SUPPLY:
        return card_worth(cards, card, supply)
    if sort == do.DEMAND:
        return card_worth(cards, card, demand)
    if sort == do.DISCARD:
        return -best_use(cards, card, supply, demand)
    if sort == do.CHANGE:
        return change_worth(cards, state, seat, card, uses)
    if sort == do.CHANGE_ALL:
        return change_all_worth(cards, state, seat, uses)
    if sort == do.MAKE:
        return float(card * supply[cards.power_type[store_at(state)]])
    return 0.0


def weigh_uses(cards: Cards, supply: Any, demand: Any, uses: Any) -> None:
    """Fill a zeroed array with what each kind of market card brings, and at AVERAGE with what one
    brings on average.
    """
    count = 0
    for kind in range(cards.kinds):
        uses[kind] = best_use(cards, kind, supply, demand)
        uses[AVERAGE] += cards.market_copies[kind] * uses[kind]
        count += cards.market_copies[kind]
    uses[AVERAGE] /= max(1, count)


def change_worth(cards: Cards, state: State, seat: int, card: int, uses: Any) -> float:
    """Return what changing a card is worth: more than playing any card, since it is free, if it is
    not one of the cards to be played.

    Once cards have been played, it is worth as much as an average card.
    """
    own, better, next_ = uses[card], 0, -SURE
    for i in range(size(state.holds[seat])):
        worth = uses[state.holds[seat, i]]
        better += worth > own
        next_ = worth if i == 0 else min(next_, worth)
    if state.played[seat] == 0:
        return SURE - own if better >= cards.cards_played and own == next_ else -SURE
    return float(uses[AVERAGE] - own)


def change_all_worth(cards: Cards, state: State, seat: int, uses: Any) -> float:
    """Return what changing all cards is worth, before playing: it pays if no card in hand is as
    good as an average one.
    """
    most = -SURE
    for i in range(size(state.holds[seat])):
        most = max(most, uses[state.holds[seat, i]])
    is_poor = most < cards.weights[seat, Weight.CHANGE] * uses[AVERAGE]
    return 2 * SURE if is_poor and state.played[seat] == 0 else -SURE


# ----------------------------------------------------------------------------------------- stocking
def item_worth(
    cards: Cards, state: State, seat: int, number: int, prices: Any, boxes: Any, goods: Any
) -> float:
    """Return what one more item of the type is worth to a seat that then has a given number of
    them.
    """
    weights, type_ = cards.weights[seat], state.type
    share = boxes[type_] * max(1.0, state.held[seat, type_] + 1.0) / max(1.0, goods[type_])
    sure = (
        max(1.0, min(boxes[type_], max(share, boxes[type_] - (goods[type_] - number))))
        + weights[Weight.MORE]
    )
    worth = weights[Weight.SALES] * prices[type_]
    months = months_left(cards, state)
    beyond = number - sure
    if beyond > 0:
        worth *= weights[Weight.GLUT] ** beyond if months > 1 else 0.2
    return float(worth)


def price_to_set(cards: Cards, state: State, seat: int, prices: Any, boxes: Any, goods: Any) -> int:
    """Return the price to set for stocking: the scarcer the type, the higher the price."""
    weights, type_ = cards.weights[seat], state.type
    room = space_of_all(state, type_) - held_by_all(state, type_)
    worth = (
        item_worth(cards, state, seat, state.held[seat, type_] + 1, prices, boxes, goods)
        - cards.least[type_]
    )
    scarce = 1.0 - state.dock[type_] / max(1, room)
    tie = weights[Weight.TIE] * (state.order[state.players - 1] != seat)
    part = weights[Weight.SCARCE] + weights[Weight.WILD] * by_luck(state, seat)
    return int(cards.least[type_] + max(0.0, part * scarce * worth + (tie if worth > 2 else 0.0)))


def by_luck(state: State, seat: int) -> float:
    """Draw a number between -1 and 1, so that opponents cannot predict a seat's choice."""
    return below(state.rng, 1 + seat, 2001) / 1000 - 1.0


def stock_worth(
    cards: Cards, state: State, seat: int, total: int, prices: Any, boxes: Any, goods: Any
) -> float:
    """Return what stocking a number of items brings, less their cost and any money then missing for
    the bill.
    """
    weights, cost, left = cards.weights[seat], 0.0, total
    worth = weights[Weight.PLENTY] * total
    for n in range(total):
        worth += item_worth(
            cards, state, seat, state.held[seat, state.type] + n + 1, prices, boxes, goods
        )
    for slot in range(size(state.building[seat])):
        store = state.building[seat, slot]
        count = min(left, room_in(cards, state, seat, slot, state.type))
        if count > 0:
            cost += count * unit_cost(cards, state, seat, slot, total)
            left -= count
            worth += HALF * keeping(cards, state, seat, slot) * count
            if cards.power[store] == Power.IMPORTER and count >= cards.every[store]:
                worth += weights[Weight.POINT] * cards.amount[store]
    short = max(0.0, cost - state.money[seat])
    return float(worth - cost - short * (weights[Weight.POINT] / cards.debt_money))


def keeping(cards: Cards, state: State, seat: int, slot: int) -> float:
    """Return what an item of the type brings, in points, if it stays in a store that is not sold
    from; 0 if it brings nothing.
    """
    store = state.building[seat, slot]
    power, worth = cards.power[store], cards.weights[seat, Weight.POINT] * cards.amount[store]
    if power == Power.PAWN:
        return float(worth)
    if is_last_month(cards, state) and power != Power.COLLECTOR:
        return 0.0
    if power == Power.LIQUIDATOR and months_left(cards, state) <= LATE_ON:
        return float(max(0.0, worth - CLOSING))
    if power == Power.ANTIQUE:
        return float(worth * HALF)
    is_few = state.items[seat, slot].sum() <= cards.every[store]
    return float(worth / cards.every[store] + 2.0 if power == Power.COLLECTOR and is_few else 0.0)


def loss_by_selling(cards: Cards, state: State, seat: int, count: int) -> float:
    """Return what the items sold would have brought if they were kept; items that bring nothing are
    sold first.
    """
    loss, rest = 0.0, count
    for slot in range(size(state.building[seat])):
        rest -= (
            count_in(state, seat, slot, state.type)
            if keeping(cards, state, seat, slot) == 0.0
            else 0
        )
    for slot in range(size(state.building[seat])):
        worth = keeping(cards, state, seat, slot)
        if worth > 0.0 and rest > 0:
            loss += worth * min(rest, count_in(state, seat, slot, state.type))
            rest -= count_in(state, seat, slot, state.type)
    return loss


def slot_rating(cards: Cards, state: State, seat: int, slot: int, total: int) -> float:
    """Rate a store as a place to stock items in and to sell them from."""
    store, weights = state.building[seat, slot], cards.weights[seat]
    rating = float(cards.margin[store]) - (
        unit_cost(cards, state, seat, slot, total) if state.step == Step.PAID else 0
    )
    rating += 0.3 * cards.shelves[store, state.type] if state.step == Step.PAID else 0.0
    power, amount = cards.power[store], cards.amount[store]
    if power in (Power.EXPORTER, Power.IMPORTER, Power.DISTRIBUTOR):
        rating += HALF * weights[Weight.POINT] * amount / cards.every[store]
    elif power == Power.KNOCKOFF:
        rating += HALF * amount
    elif power == Power.STOREHOUSE and cards.by_type[store, state.type] > 0:
        rating += (
            weights[Weight.POINT] * cards.by_type[store, state.type] - cards.highest[state.type]
        )
    elif power == Power.PEDDLER:
        rating -= 4.0
    kept = keeping(cards, state, seat, slot)
    return rating - kept if state.step == Step.TAKING else rating + kept


def is_best_slot(cards: Cards, state: State, seat: int) -> bool:
    """Return whether no later store is better than the current one."""
    due, total = state.sale_slot, state.sale_total
    if state.phase == Phase.PUT:
        due, total = state.stock_slot, state.stock_total
    elif state.phase == Phase.SHED:
        due = state.shed_slot
    rating = slot_rating(cards, state, seat, due, total)
    for slot in range(due + 1, size(state.building[seat])):
        is_used = cards.capacity[state.building[seat, slot], state.type] > 0
        if is_used and slot_rating(cards, state, seat, slot, total) > rating:
            return False
    return True


# ------------------------------------------------------------------------------------------ selling
def best_offer(cards: Cards, state: State, seat: int, moves: Any, number: int) -> int:
    """Find the offer that is likely to bring most: cheap offers find boxes, expensive ones only
    those that the others leave.
    """
    weights, type_, luck = cards.weights[seat], state.type, by_luck(state, seat)
    mine, others, highest = sellable(cards, state, seat), 0, cards.highest[type_]
    for other in range(state.players):
        others += sellable(cards, state, other) if other != seat else 0
    boxes, own = state.boxes[type_], reach(cards, state, seat)
    sure = max(0, own - others)
    lacking = 1.0 - boxes / max(1, mine + others)
    usual = highest * (
        weights[Weight.UNDER] - weights[Weight.SHORT] * lacking + weights[Weight.SPREAD] * luck
    )
    wait = 0.0 if is_last_month(cards, state) else weights[Weight.WAIT] * highest
    best, most, offered, loss = 0, -1e9, -1, 0.0
    for i in range(number):
        _, count, price = parts_of(moves[i])
        if count != offered:
            offered, loss = count, loss_by_selling(cards, state, seat, count)
        first = min(1.0, max(0.0, HALF + 2.0 * (usual - price) / highest))
        sold = min(count, sure) + first * max(0, min(count, own) - sure)
        worth = sold * price - wait * count - loss
        if worth > most:
            best, most = i, worth
    return best


# --------------------------------------------------------------------------------------- investment
def points_to_buy(cards: Cards, state: State, seat: int, count: int) -> float:
    """Return what buying a number of points is worth; in the last month money has no other use."""
    weights, cost = cards.weights[seat], cards.point_cost[count]
    after = state.points[seat] + count
    if is_last_month(cards, state):
        return 1.0 + count
    if (
        after >= cards.marker_points[state.players]
        and state.points[seat] < cards.marker_points[state.players]
    ):
        mine, best = score_of(cards, state, seat) + count, -999
        for other in range(state.players):
            if other != seat:
                best = max(best, score_of(cards, state, other) + other_points(cards, state, other))
        return 1000.0 + count if mine > best else -5.0
    left = state.money[seat] - cost
    late = weights[Weight.LATE] if months_left(cards, state) <= SOON else 1.0
    if left < bill_of(cards, state, seat) + late * weights[Weight.RESERVE]:
        return -1.0
    return float(count * weights[Weight.SPEND] - cost)


def other_points(cards: Cards, state: State, other: int) -> int:
    """Return how many more points another seat could buy in this phase."""
    if state.seats_done >> other & 1:
        return 0
    count = 0
    while count < cards.most_points and cards.point_cost[count + 1] <= state.money[other]:
        count += 1
    return count


def points_to_sell(cards: Cards, state: State, seat: int, count: int) -> float:
    """Return what selling a number of points is worth: only a seat that is short of money, and has
    items to stock, gains by it.
    """
    weights = cards.weights[seat]
    if (
        is_last_month(cards, state)
        or count > MOST_SOLD
        or state.money[seat] >= weights[Weight.BROKE]
    ):
        return -1.0
    return float(
        min(cards.point_sale * count, weights[Weight.BROKE] - state.money[seat]) - 0.1 * count
    )


# ------------------------------------------------------------------------------------------- advice
@rules.verb
def advise(cards: Cards, state: State, moves: Any, count: int) -> int:
    """Choose the move that seems best."""
    seat, phase = int(state.seat), state.phase
    if phase == Phase.OFFER:
        return best_offer(cards, state, seat, moves, count)
    prices = local_zeros(TYPES, np.float64)
    boxes = local_zeros(TYPES, np.float64)
    goods = local_zeros(TYPES, np.float64)
    if phase <= Phase.TAKE or phase == Phase.MOVE:
        hope(cards, state, seat, prices, boxes, goods)
    is_first_best = False
    is_of_slots = phase in (Phase.PUT, Phase.FROM, Phase.SHED)
    if is_of_slots:
        is_first_best = is_best_slot(cards, state, seat) == (phase != Phase.SHED)
    wanted = price_to_set(cards, state, seat, prices, boxes, goods) if phase == Phase.PRICE else 0
    supply, demand = local_zeros(TYPES, np.float64), local_zeros(TYPES, np.float64)
    is_of_cards = Phase.CARDS <= phase <= Phase.MAKE
    uses = local_zeros(USES, np.float64)
    if is_of_cards:
        weigh_types(cards, state, seat, supply, demand)
        if offers(moves, count, do.CHANGE):
            weigh_uses(cards, supply, demand, uses)
    best, most = 0, -1e9
    for i in range(count):
        sort, first, second = parts_of(moves[i])
        if is_needless(cards, state, sort, first, second):
            continue
        if phase <= Phase.MANAGE:
            if sort == do.RAISE:
                first, second = state.lot, first
            gain = weigh_store(cards, state, seat, sort, first, second, prices)
        elif is_of_cards:
            gain = weigh_card(cards, state, seat, sort, first, supply, demand, uses)
        elif sort == do.PRICE:
            gain = -abs(first - wanted)
        elif sort == do.STOCK:
            gain = stock_worth(cards, state, seat, first, prices, boxes, goods)
        elif is_of_slots:
            gain = second if is_first_best else -second
        else:
            gain = weigh_rest(cards, state, seat, sort, first, second, prices)
        if gain > most:
            best, most = i, gain
    return best


def weigh_rest(
    cards: Cards, state: State, seat: int, sort: int, first: int, second: int, prices: Any
) -> float:
    """Rate the moves that stores' powers allow, and others that need little thought."""
    weights, type_ = cards.weights[seat], state.type
    if sort == do.MOVE:
        return float(
            second * (weights[Weight.POINT] * cards.by_type[store_at(state), type_] - prices[type_])
        )
    if sort in (do.CRAFT, do.EARN):
        amount = cards.amount[store_at(state)]
        room = state.space[seat, type_] - state.held[seat, type_]
        if sort == do.EARN:
            return float(weights[Weight.POINT] * amount)
        return float(HALF * prices[type_]) if room > 0 else 0.0
    if sort == do.SWAP:
        return float(
            second
            * (
                weights[Weight.POINT] * cards.amount[first]
                - state.price[seat]
                - cards.margin[first]
            )
        )
    if sort == do.RESALE:
        return float(second * (HALF * cards.highest[type_] - cards.least[type_]))
    if sort in (do.OWN, do.TOKENS):
        return float(-first)
    if sort == do.INVEST:
        return points_to_buy(cards, state, seat, first)
    if sort == do.DIVEST:
        return points_to_sell(cards, state, seat, first)
    if sort == do.SELL:
        return first * float(cards.highest[type_]) - loss_by_selling(cards, state, seat, first)
    return float(first)  # take, save and return as many items as possible, and the oldest ones


rules.compile(__name__)
