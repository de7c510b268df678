"""How a game of Brick & Mortar goes: the steps of a month one after another, its last three phases, the end, and scoring.

Records go in and are changed.
"""

from __future__ import annotations

from typing import Any

from rules_check.games.brick_and_mortar import building, sale, supply
from rules_check.games.brick_and_mortar import game as do
from rules_check.games.brick_and_mortar.building import (
    ask_for_raise,
    ask_for_starts,
    ask_for_store,
    draw_to_choose,
    renew_row,
    sell_store,
)
from rules_check.games.brick_and_mortar.game import rules
from rules_check.games.brick_and_mortar.holdings import (
    ask,
    charge,
    close_store,
    count_in,
    flow,
    gain,
    has_power,
    lay_in,
    lowest_shelf,
    next_place,
    next_seat,
)
from rules_check.games.brick_and_mortar.sale import (
    ask_for_boxes,
    ask_for_moves,
    ask_for_stores,
    ask_for_surplus,
    ask_for_swaps,
    ask_resales,
    ask_thrifts,
    begin_market,
    earn_sale,
    end_sale,
    end_type,
    next_seller,
    settle,
    turn_up_demand,
)
from rules_check.games.brick_and_mortar.state import SLOTS, Cards, End, Phase, Power, Source, State, Step, Tally
from rules_check.games.brick_and_mortar.supply import (
    ask_agencies,
    ask_crafters,
    ask_factories,
    ask_for_leftovers,
    begin_type,
    cater,
    draw_back,
    serve,
    share_stock,
    store_at,
    supply_market,
)
from rules_check.rules import EMPTY, offer, offer_each, size

__all__ = ["building", "sale", "supply"]


def go_on(cards: Cards, state: State) -> None:
    """Go on, step by step, until somebody has something to decide."""
    while state.phase == Phase.FLOW and state.end == 0:
        if state.step < Step.SUPPLY:
            go_on_building(cards, state)
        elif state.step < Step.SALE:
            go_on_supplying(cards, state)
        elif state.step < Step.PAWNS:
            go_on_selling(cards, state)
        else:
            go_on_closing(cards, state)


def go_on_building(cards: Cards, state: State) -> None:
    if state.step == Step.STARTS:
        ask_for_starts(state)
    elif state.step == Step.BUILDING:
        ask_for_store(state)
    elif state.step == Step.RAISES:
        ask_for_raise(cards, state)
    elif state.step == Step.SOLD:
        sell_store(cards, state)
    elif state.step == Step.MANAGING:
        ask(state, Phase.MANAGE, state.actor)
    elif state.step == Step.ROW:
        renew_row(cards, state)
    elif state.step == Step.ADVERTS:
        draw_to_choose(cards, state)
    elif state.step == Step.AGENCIES:
        ask_agencies(cards, state)
    elif state.step == Step.DRAWING:
        draw_back(cards, state)
    else:
        ask_factories(cards, state)


def go_on_supplying(cards: Cards, state: State) -> None:
    if state.step == Step.SUPPLY:
        supply_market(cards, state)
    elif state.step == Step.TYPE:
        begin_type(cards, state)
    elif state.step == Step.SERVING:
        serve(cards, state)
    elif state.step == Step.PAID:
        share_stock(cards, state)
    elif state.step == Step.CRAFTERS:
        ask_crafters(cards, state)
    elif state.step == Step.CATERERS:
        cater(cards, state)
    else:
        ask_for_leftovers(cards, state)


def go_on_selling(cards: Cards, state: State) -> None:
    if state.step == Step.SALE:
        turn_up_demand(cards, state)
    elif state.step == Step.MOVES:
        ask_for_moves(cards, state)
    elif state.step == Step.MARKET:
        begin_market(cards, state)
    elif state.step == Step.SELLING:
        next_seller(cards, state)
    elif state.step == Step.OWNING:
        ask_for_boxes(cards, state)
    elif state.step == Step.TAKING:
        ask_for_stores(cards, state)
    elif state.step == Step.SWAPPING:
        ask_for_swaps(cards, state)
    elif state.step == Step.EARNING:
        earn_sale(cards, state)
    elif state.step == Step.SHEDDING:
        ask_for_surplus(cards, state)
    elif state.step == Step.SETTLING:
        settle(cards, state)
    elif state.step == Step.THRIFTS:
        ask_thrifts(cards, state)
    elif state.step == Step.RESALES:
        ask_resales(cards, state)
    elif state.step == Step.TYPE_SOLD:
        end_type(cards, state)
    else:
        end_sale(cards, state)


def go_on_closing(cards: Cards, state: State) -> None:
    if state.step == Step.PAWNS:
        ask_pawns(cards, state)
    elif state.step == Step.INVENTORY:
        move_shelves(cards, state)
    elif state.step == Step.UTILITIES:
        pay_utilities(cards, state)
    elif state.step == Step.COLLECTORS:
        reward_collectors(cards, state)
    elif state.step == Step.INVESTING:
        ask_to_invest(state)
    else:
        end_month(cards, state)


@rules.phase(Phase.FLOW, then=go_on)
def list_nothing(out: Any) -> None:
    """Nobody decides anything."""


# ---------------------------------------------------------------------------------------------------------- inventory
def ask_pawns(cards: Cards, state: State) -> None:
    """[Inventory] Let a pawn shop return to the market what is about to fall off its lowest shelf."""
    place = next_place(cards, state, Power.PAWN)
    if place == EMPTY:
        state.step = Step.INVENTORY
        return
    seat, slot = place // SLOTS, place % SLOTS
    state.place = place
    while state.type < cards.types:
        lowest = lowest_shelf(cards, state, seat, slot, state.type)
        if lowest >= 0 and state.items[seat, slot, state.type, lowest] > 0:
            ask(state, Phase.RETURN, seat)
            return
        state.type += 1
    state.type = 0
    state.done |= 1 << place


@rules.phase(Phase.RETURN)
def list_returns(cards: Cards, state: State, seat: int, out: Any) -> None:
    slot = state.place % SLOTS
    offer_each(out, do.RETURN, 0, state.items[seat, slot, state.type, lowest_shelf(cards, state, seat, slot, state.type)])


@rules.does(do.RETURN)
def return_items(cards: Cards, state: State, seat: int, count: int) -> None:
    slot = state.place % SLOTS
    lay_in(state, seat, slot, state.type, lowest_shelf(cards, state, seat, slot, state.type), -count)
    state.dock[state.type] += count
    if count > 0:
        gain(cards, state, seat, cards.amount[store_at(state)] * count, Source.POWERS)
    state.type += 1
    flow(state, Step.PAWNS)


def move_shelves(cards: Cards, state: State) -> None:
    """Move all items down a shelf; what falls off the lowest expires."""
    for seat in range(state.players):
        for type_ in range(cards.types):
            for slot in range(size(state.building[seat]) if state.held[seat, type_] > 0 else 0):
                lowest = lowest_shelf(cards, state, seat, slot, type_)
                if lowest < 0:
                    continue
                expired = state.items[seat, slot, type_, lowest]
                if expired > 0:
                    lay_in(state, seat, slot, type_, lowest, -expired)
                    state.crates[type_] += expired
                    state.tally[Tally.EXPIRED] += expired
                for shelf in range(lowest, 0, -1):
                    state.items[seat, slot, type_, shelf] = state.items[seat, slot, type_, shelf - 1]
                state.items[seat, slot, type_, 0] = 0
    state.done, state.step = 0, Step.UTILITIES


# ---------------------------------------------------------------------------------------------------------- utilities
def bill_of(cards: Cards, state: State, seat: int) -> int:
    """Add up the utilities of a seat's stores and slots."""
    bill = 0
    for slot in range(size(state.building[seat])):
        bill += cards.utility[state.building[seat, slot]] + cards.slot_utility[slot]
    return bill


def pay_utilities(cards: Cards, state: State) -> None:
    seat = next_seat(state)
    if seat == EMPTY:
        state.step = Step.COLLECTORS
        return
    state.done |= 1 << seat
    bill = bill_of(cards, state, seat)
    state.tally[Tally.UNPAID] += bill > state.money[seat]
    charge(cards, state, seat, bill, bill)


def reward_collectors(cards: Cards, state: State) -> None:
    """[After Utilities] A collector with enough items earns points; one without any closes."""
    for rank in range(state.players):
        state.queue[rank] = state.order[rank]
    for rank in range(state.players):
        seat = state.queue[rank]
        for slot in range(size(state.building[seat]) - 1 if has_power(state, seat, Power.COLLECTOR) else -1, -1, -1):
            store = state.building[seat, slot]
            if cards.power[store] == Power.COLLECTOR:
                count = 0
                for type_ in range(cards.types):
                    count += count_in(state, seat, slot, type_)
                if count >= cards.every[store]:
                    gain(cards, state, seat, cards.amount[store], Source.POWERS)
                elif count == 0:
                    close_store(cards, state, seat, slot)
    for rank in range(state.players):
        state.queue[rank] = state.order[rank]
    state.done = state.purchases = state.left = 0
    state.step = Step.INVESTING


# --------------------------------------------------------------------------------------------------------- investment
def ask_to_invest(state: State) -> None:
    """Let each seat buy or sell points once, in turn order as it was when the phase began."""
    for rank in range(state.players):
        if not state.done >> state.queue[rank] & 1:
            ask(state, Phase.INVEST, state.queue[rank])
            return
    state.step = Step.MONTH_OVER


def bank_of(cards: Cards, state: State, seat: int) -> int:
    """Find a seat's store that lets it buy points several times; EMPTY for none."""
    if has_power(state, seat, Power.BANK):
        for slot in range(size(state.building[seat])):
            if cards.power[state.building[seat, slot]] == Power.BANK:
                return int(state.building[seat, slot])
    return EMPTY


@rules.phase(Phase.INVEST)
def list_investments(cards: Cards, state: State, seat: int, out: Any) -> None:
    """Buy points, dearer the more at once; or sell any; or neither."""
    most, bank = cards.most_points - state.left, bank_of(cards, state, seat)
    if bank != EMPTY:
        most = min(most, cards.amount[bank])
    for count in range(1, most + 1):
        if cards.point_cost[count] <= state.money[seat]:
            offer(out, do.INVEST, count)
    if state.purchases == 0:
        offer_each(out, do.DIVEST, 1, state.points[seat])
    offer(out, do.REST)


@rules.does(do.INVEST)
def invest(cards: Cards, state: State, seat: int, count: int) -> None:
    state.money[seat] -= cards.point_cost[count]
    gain(cards, state, seat, count, Source.BOUGHT)
    state.purchases += 1
    state.left += count
    bank = bank_of(cards, state, seat)
    if bank == EMPTY or state.purchases >= cards.every[bank]:
        rest(state, seat)
    else:
        flow(state, Step.INVESTING)


@rules.does(do.DIVEST)
def divest(cards: Cards, state: State, seat: int, count: int) -> None:
    state.money[seat] += cards.point_sale * count
    gain(cards, state, seat, -count, Source.SOLD)
    state.tally[Tally.POINTS_SOLD] += count
    rest(state, seat)


@rules.does(do.REST)
def rest(state: State, seat: int) -> None:
    state.done |= 1 << seat
    state.purchases = state.left = 0
    flow(state, Step.INVESTING)


# ------------------------------------------------------------------------------------------------------------ the end
def end_month(cards: Cards, state: State) -> None:
    """End the game after the month in which somebody came to the marker, or after the last; else begin the next."""
    if state.last == 1:
        state.end = End.MARKER
    elif state.rounds == cards.last_month[state.players]:
        state.end = End.LAST_MONTH
    else:
        state.rounds += 1
        state.done, state.opener, state.step = 0, EMPTY, Step.BUILDING


def part_of(cards: Cards, state: State, seat: int, source: int) -> int:
    """Return what one source brought a seat: points gained, or what counts only at the end."""
    if source == Source.STORES or source == Source.EMPTY:
        points = 0
        for slot in range(cards.slots):
            if slot >= size(state.building[seat]):
                points -= cards.empty_slot[slot] if source == Source.EMPTY else 0
            elif source == Source.STORES:
                points += cards.points[state.building[seat, slot]]
        return int(points)
    if source == Source.DEBT:
        return int(-cards.debt_points * state.debt[seat])
    return int(state.gained[seat, source])


def score_of(cards: Cards, state: State, seat: int) -> int:
    points = state.points[seat]
    points += part_of(cards, state, seat, Source.STORES) + part_of(cards, state, seat, Source.EMPTY)
    return int(points + part_of(cards, state, seat, Source.DEBT))


@rules.verb
def scores(cards: Cards, state: State, out: Any) -> None:
    for seat in range(state.players):
        out[seat] = score_of(cards, state, seat)


@rules.verb
def standing(cards: Cards, state: State, out: Any) -> None:
    """Rank by points; of equal ones, who is further ahead in turn order."""
    for rank in range(state.players):
        seat = state.order[rank]
        out[seat] = score_of(cards, state, seat) * state.players - rank


rules.compile(globals())
