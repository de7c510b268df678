"""The first month and the building phase of Brick & Mortar: the draft, Starting Stores, buying,
auctions, closing and opening, the row.

Functions change the records that they are given. The rulebook explains what each does; `course`
says when.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rules_check.engine.arrays import local_empty, local_zeros
from rules_check.games.brick_and_mortar import game as do
from rules_check.games.brick_and_mortar import holdings
from rules_check.games.brick_and_mortar import rulings as ruled
from rules_check.games.brick_and_mortar import state as room
from rules_check.games.brick_and_mortar.game import rules
from rules_check.games.brick_and_mortar.state import (
    KINDS,
    STORES,
    Cards,
    End,
    Phase,
    Power,
    Source,
    State,
    Step,
    Tally,
)
from rules_check.rules import (
    EMPTY,
    draw,
    fill_copies,
    find,
    mix_up,
    move_all,
    offer,
    offer_each,
    put,
    size,
    take,
    top,
)
from rules_check.toolkit.moves import offer_cards


# -------------------------------------------------------------------------------------------- setup
@rules.setup
def set_up(cards: Cards, state: State) -> None:
    """Shuffle and deal. Every seat drafts or, by ruling, has a hand prepared for a first game."""
    taken, copies = local_zeros(STORES, np.int64), local_empty(KINDS, np.int64)
    for kind in range(cards.kinds):
        copies[kind] = cards.market_copies[kind]
    is_preset = cards.hands == ruled.Hands.PRESET
    for seat in range(state.players):
        state.order[seat], state.money[seat] = seat, cards.start_money
        state.points[seat] = state.gained[seat, Source.START] = cards.start_points
    for type_ in range(cards.types):
        state.crates[type_] = cards.crates[type_]
    if is_preset:
        for seat in range(state.players):
            deal_first_hand(cards, state, seat, taken, copies)
    for store in range(cards.stores):
        if taken[store] == 0:
            if cards.players_from[store] == 0:
                put(state.deck, store)
            elif is_preset or cards.players_from[store] > state.players:
                put(state.out, store)
            else:
                put(state.starting, store)
    fill_copies(state.market, copies[: cards.kinds])
    mix_up(state, state.deck)
    mix_up(state, state.market)
    for seat in range(state.players):
        holdings.draw_cards(state, seat, cards.market_hand - size(state.holds[seat]))
        if not is_preset:
            for _ in range(cards.stores_dealt):
                put(state.passing[seat], draw(state.deck))
    lay_row(cards, state)
    if is_preset:
        holdings.flow(state, Step.ADVERTS)
    else:
        holdings.ask(state, Phase.KEEP, 0)


def deal_first_hand(cards: Cards, state: State, seat: int, taken: Any, copies: Any) -> None:
    """Deal a seat its Starting Store, stores and market cards for a first game. With fewer players,
    the first sets stay in the box.
    """
    which = cards.first_sets - state.players + seat
    start = cards.first_start[which]
    taken[start] = 1
    open_first(cards, state, seat, start)
    for i in range(room.DEALT):
        if cards.first_stores[which, i] != EMPTY:
            put(state.hand[seat, i], cards.first_stores[which, i])
            taken[cards.first_stores[which, i]] = 1
    for i in range(cards.market_hand):
        if cards.first_cards[which, i] != EMPTY and copies[cards.first_cards[which, i]] > 0:
            put(state.holds[seat], cards.first_cards[which, i])
            copies[cards.first_cards[which, i]] -= 1


def pass_hands(cards: Cards, state: State) -> None:
    """Pass the rest of each hand clockwise; the last card of each hand is discarded."""
    state.hands_passed += 1
    if size(state.passing[0]) > 1:
        last = state.players - 1
        for i in range(size(state.passing[0])):
            coming = state.passing[last, i]
            for seat in range(state.players):
                state.passing[seat, i], coming = coming, state.passing[seat, i]
        holdings.ask(state, Phase.KEEP, 0)
        return
    for seat in range(state.players):
        move_all(state.passing[seat], state.undrafted[seat])
    state.seats_done = 0
    holdings.flow(state, Step.STARTS)


@rules.phase(Phase.KEEP, secret=True, then=pass_hands)
def list_keeps(cards: Cards, state: State, seat: int, out: Any) -> None:
    """Keep one store from the hand passed on, once per pass."""
    if size(state.hand[seat, state.hands_passed]) == 0:
        offer_cards(out, do.KEEP, state.passing[seat])


@rules.does(do.KEEP)
def keep(state: State, seat: int, store: int) -> None:
    put(state.hand[seat, state.hands_passed], take(state.passing[seat], store))


# -------------------------------------------------------------------------------------- first month
@rules.step(Step.STARTS)
def ask_for_starts(state: State) -> None:
    """Let each seat in turn choose a Starting Store; its others leave the game."""
    seat = holdings.next_seat(state, state.order)
    if seat == EMPTY:
        move_all(state.starting, state.out)
        state.step = Step.ADVERTS
    else:
        holdings.ask(state, Phase.START, seat)


@rules.phase(Phase.START)
def list_starts(state: State, out: Any) -> None:
    offer_cards(out, do.START, state.starting)


@rules.does(do.START, then=Step.STARTS)
def start(cards: Cards, state: State, seat: int, store: int) -> None:
    open_first(cards, state, seat, take(state.starting, store))
    state.seats_done |= 1 << seat


def open_first(cards: Cards, state: State, seat: int, store: int) -> None:
    """Open a Starting Store, and fill its top shelves."""
    holdings.open_store(cards, state, seat, store)
    for type_ in range(cards.types):
        holdings.lay_in(
            state,
            seat,
            0,
            type_,
            0,
            holdings.from_box(cards, state, type_, cards.capacity[store, type_]),
        )


# ------------------------------------------------------------------------------------ store actions
@rules.step(Step.BUILDING)
def ask_for_store(state: State) -> None:
    """Let the next seat in turn order take a store action. A seat that was outbid after opening an
    auction acts again first.
    """
    seat = holdings.next_seat(state, state.order)
    if state.opener != EMPTY and not state.seats_done >> state.opener & 1:
        seat = state.opener
    if seat == EMPTY:
        state.step = Step.ROW
    else:
        holdings.ask(state, Phase.STORE, seat)


def price_of(cards: Cards, store: int, price: int) -> int:
    """Return the cost of a store at a given price: less for a peddler."""
    return int(
        max(0, price - cards.amount[store]) if cards.power[store] == Power.PEDDLER else price
    )


def bid_limit(cards: Cards, state: State, seat: int) -> int:
    """Return the highest bid for a store that a seat may make."""
    if cards.bid_limit == ruled.BidLimit.UNLIMITED:
        return int(cards.bid_bound)
    with_debt = (
        cards.debt_money * holdings.tokens_left(cards, state)
        if cards.bid_limit == ruled.BidLimit.WITH_DEBT
        else 0
    )
    return int(min(room.MOST, state.money[seat] + with_debt))


@rules.phase(Phase.STORE)
def list_store_actions(cards: Cards, state: State, seat: int, out: Any) -> None:
    """Buy from hand, open an auction, or pass."""
    most = (
        holdings.means(cards, state, seat)
        if cards.hand_debt == ruled.HandDebt.MAY
        else state.money[seat]
    )
    for i in range(room.DEALT):
        store = top(state.hand[seat, i])
        if store != EMPTY and price_of(cards, store, cards.cost[store]) <= most:
            offer(out, do.BUY, store)
    limit = bid_limit(cards, state, seat)
    for i in range(size(state.row)):
        offer_each(out, do.BID, cards.cost[state.row[i]], limit, state.row[i])
    offer(out, do.PASS)


@rules.does(do.BUY)
def buy(cards: Cards, state: State, seat: int, store: int) -> None:
    for i in range(room.DEALT):
        if top(state.hand[seat, i]) == store:
            move_all(state.hand[seat, i], state.bought[seat])
    state.tally[Tally.FROM_HAND] += 1
    price = price_of(cards, store, cards.cost[store])
    manage(cards, state, seat, price, price if cards.hand_debt == ruled.HandDebt.MAY else 0)


@rules.does(do.PASS)
def pass_by(cards: Cards, state: State, seat: int) -> None:
    manage(cards, state, seat, 0, 0)


def manage(cards: Cards, state: State, seat: int, price: int, most: int) -> None:
    """Let a seat pay for its store action, with tokens for up to `most` of it, and then manage its
    building.
    """
    state.seats_done |= 1 << seat
    state.actor, state.step = seat, Step.MANAGING
    holdings.ask(state, Phase.MANAGE, seat)
    holdings.charge(cards, state, seat, price, most)


@rules.does(do.BID, then=Step.RAISES)
def open_auction(cards: Cards, state: State, seat: int, store: int, bid: int) -> None:
    state.opener, state.lot, state.dropped = seat, store, 0
    state.tally[Tally.AUCTIONS] += 1
    raise_bid(cards, state, seat, bid)


@rules.does(do.RAISE, then=Step.RAISES)
def raise_bid(cards: Cards, state: State, seat: int, bid: int) -> None:
    """Raise the bid; bidding without a limit still comes to an end."""
    state.bidder = state.asked = seat
    state.bid = bid
    if cards.bid_limit == ruled.BidLimit.UNLIMITED and bid >= cards.bid_bound:
        state.end = End.BIDDING


@rules.does(do.DROP, then=Step.RAISES)
def drop(state: State, seat: int) -> None:
    state.dropped |= 1 << seat
    state.asked = seat


@rules.step(Step.RAISES)
def ask_for_raise(cards: Cards, state: State) -> None:
    """Find the next seat to be asked to raise. A seat with too little money drops out; if no seat
    is left, the store is sold.
    """
    first = 0
    if cards.auction_order == ruled.AuctionOrder.AFTER_THE_OPENER:
        while state.order[first] != state.asked:
            first += 1
        first += 1
    for n in range(state.players):
        at = first + n
        seat = state.order[at - state.players if at >= state.players else at]
        if seat != state.bidder and not (state.seats_done | state.dropped) >> seat & 1:
            if bid_limit(cards, state, seat) > state.bid:
                holdings.ask(state, Phase.RAISE, seat)
                return
            drop(state, seat)
    sell_store(cards, state)


@rules.phase(Phase.RAISE)
def list_raises(cards: Cards, state: State, seat: int, out: Any) -> None:
    offer_each(out, do.RAISE, state.bid + 1, bid_limit(cards, state, seat))
    offer(out, do.DROP)


def sell_store(cards: Cards, state: State) -> None:
    """Give the store to the highest bidder, who paid with their action, and refill the row."""
    seat = state.bidder
    put(state.bought[seat], take(state.row, state.lot))
    refill(cards, state)
    state.row_sold = 1
    price = price_of(cards, state.lot, state.bid)
    manage(cards, state, seat, price, price)


# ------------------------------------------------------------------------------ managing a building
@rules.step(Step.MANAGING)
def ask_to_manage(state: State) -> None:
    holdings.ask(state, Phase.MANAGE, state.actor)


@rules.phase(Phase.MANAGE)
def list_managing(cards: Cards, state: State, seat: int, out: Any) -> None:
    """Close stores, open the one just bought if a slot is free, or finish: a store that was bought
    but not opened leaves the game.
    """
    offer_cards(out, do.CLOSE, state.building[seat])
    if size(state.bought[seat]) > 0 and size(state.building[seat]) < cards.slots:
        offer(out, do.OPEN, state.bought[seat, 0])
    offer(out, do.DONE)


@rules.does(do.CLOSE)
def close(cards: Cards, state: State, seat: int, store: int) -> None:
    holdings.close_store(cards, state, seat, find(state.building[seat], store))


@rules.does(do.OPEN, then=Step.BUILDING)
def open_bought(cards: Cards, state: State, seat: int, store: int) -> None:
    holdings.open_store(cards, state, seat, take(state.bought[seat], store))


@rules.does(do.DONE, then=Step.BUILDING)
def end_managing(state: State, seat: int) -> None:
    move_all(state.bought[seat], state.out)


# ------------------------------------------------------------------------------------------ the row
def refill(cards: Cards, state: State) -> None:
    """Move the store on top of the deck to the row, and turn up a new one."""
    move_all(state.next_up, state.row)
    turn_up(cards, state)


def turn_up(cards: Cards, state: State) -> None:
    if size(state.next_up) == 0:
        store = holdings.draw_store(cards, state)
        if store != EMPTY:
            put(state.next_up, store)


def lay_row(cards: Cards, state: State) -> None:
    """Draw public stores until there are enough, and turn up the top one of the deck."""
    while size(state.row) < cards.public_stores:
        store = holdings.draw_store(cards, state)
        if store == EMPTY:
            break
        put(state.row, store)
    turn_up(cards, state)


@rules.step(Step.ROW)
def renew_row(cards: Cards, state: State) -> None:
    """Discard the oldest public store, or all of them if no player bought one."""
    if state.row_sold == 1:
        if size(state.row) > 0:
            put(state.gone, take(state.row, state.row[0]))
        refill(cards, state)
    else:
        move_all(state.row, state.gone)
        if cards.refill_when_none_sold == ruled.RefillWhenNoneSold.DECK_CARD_JOINS:
            move_all(state.next_up, state.row)
        lay_row(cards, state)
    state.row_sold = 0
    state.step = Step.ADVERTS


@rules.step(Step.ADVERTS)
def draw_to_choose(cards: Cards, state: State) -> None:
    """[Advertisement] Begin the phase: seats whose stores allow it draw market cards to choose
    from.
    """
    state.played[:] = state.changed[:] = state.stopped[:] = state.to_discard[:] = 0
    for rank in range(state.players):
        seat = state.order[rank]
        for slot in range(holdings.slots_if(state, seat, Power.RESEARCH)):
            if cards.power[state.building[seat, slot]] == Power.RESEARCH:
                count = min(5 - state.to_discard[seat], cards.amount[state.building[seat, slot]])
                holdings.draw_cards(state, seat, count)
                state.to_discard[seat] += count
    holdings.ask(state, Phase.CARDS, 0)


rules.compile(__name__)
