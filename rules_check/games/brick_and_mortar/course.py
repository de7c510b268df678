"""The course of a game of Brick & Mortar: the steps of a month in order, its last three phases, the
end, and scoring.

Functions change the records that they are given.
"""

from __future__ import annotations

from typing import Any

from rules_check.games.brick_and_mortar import game as do
from rules_check.games.brick_and_mortar import holdings
from rules_check.games.brick_and_mortar.game import rules
from rules_check.games.brick_and_mortar.state import (
    SLOTS,
    Cards,
    End,
    Phase,
    Power,
    Source,
    State,
    Step,
    Tally,
)
from rules_check.games.brick_and_mortar.supply import store_at
from rules_check.rules import EMPTY, offer, offer_each, size

rules.goes_on(Phase.FLOW)


# ---------------------------------------------------------------------------------------- inventory
@rules.step(Step.PAWNS)
def ask_pawns(cards: Cards, state: State) -> None:
    """[Inventory] Let a pawn shop return to the market the items about to fall off its lowest
    shelf.
    """
    place = holdings.next_place(cards, state, Power.PAWN)
    if place == EMPTY:
        state.step = Step.INVENTORY
        return
    seat, slot = place // SLOTS, place % SLOTS
    state.place = place
    while state.type < cards.types:
        lowest = holdings.lowest_shelf(cards, state, seat, slot, state.type)
        if lowest >= 0 and state.items[seat, slot, state.type, lowest] > 0:
            holdings.ask(state, Phase.RETURN, seat)
            return
        state.type += 1
    state.type = 0
    state.stores_done |= 1 << place


@rules.phase(Phase.RETURN)
def list_returns(cards: Cards, state: State, seat: int, out: Any) -> None:
    slot = state.place % SLOTS
    offer_each(
        out,
        do.RETURN,
        0,
        state.items[
            seat, slot, state.type, holdings.lowest_shelf(cards, state, seat, slot, state.type)
        ],
    )


@rules.does(do.RETURN, then=Step.PAWNS)
def return_items(cards: Cards, state: State, seat: int, count: int) -> None:
    slot = state.place % SLOTS
    holdings.lay_in(
        state,
        seat,
        slot,
        state.type,
        holdings.lowest_shelf(cards, state, seat, slot, state.type),
        -count,
    )
    state.dock[state.type] += count
    if count > 0:
        holdings.gain(cards, state, seat, cards.amount[store_at(state)] * count, Source.POWERS)
    state.type += 1


@rules.step(Step.INVENTORY)
def move_shelves(cards: Cards, state: State) -> None:
    """Move all items down a shelf; items that fall off the lowest shelf expire."""
    for seat in range(state.players):
        for type_ in range(cards.types):
            if state.held[seat, type_] > 0:
                for slot in range(size(state.building[seat])):
                    lowest = holdings.lowest_shelf(cards, state, seat, slot, type_)
                    if lowest < 0:
                        continue
                    expired = state.items[seat, slot, type_, lowest]
                    if expired > 0:
                        holdings.lay_in(state, seat, slot, type_, lowest, -expired)
                        state.crates[type_] += expired
                        state.tally[Tally.EXPIRED] += expired
                    for shelf in range(lowest, 0, -1):
                        state.items[seat, slot, type_, shelf] = state.items[
                            seat, slot, type_, shelf - 1
                        ]
                    state.items[seat, slot, type_, 0] = 0
    state.seats_done, state.step = 0, Step.UTILITIES


# ---------------------------------------------------------------------------------------- utilities
def bill_of(cards: Cards, state: State, seat: int) -> int:
    """Add up the utilities for a seat's stores and slots."""
    bill = 0
    for slot in range(size(state.building[seat])):
        bill += cards.utility[state.building[seat, slot]] + cards.slot_utility[slot]
    return bill


@rules.step(Step.UTILITIES)
def pay_utilities(cards: Cards, state: State) -> None:
    while state.phase == Phase.FLOW:
        seat = holdings.next_seat(state, state.order)
        if seat == EMPTY:
            state.step = Step.COLLECTORS
            return
        state.seats_done |= 1 << seat
        bill = bill_of(cards, state, seat)
        state.tally[Tally.UNPAID] += bill > state.money[seat]
        holdings.charge(cards, state, seat, bill, bill)


@rules.step(Step.COLLECTORS)
def reward_collectors(cards: Cards, state: State) -> None:
    """[After Utilities] A collector with enough items earns points; a collector without items
    closes.
    """
    holdings.note_order(state)
    for rank in range(state.players):
        seat = state.queue[rank]
        for slot in range(holdings.slots_if(state, seat, Power.COLLECTOR) - 1, -1, -1):
            store = state.building[seat, slot]
            if cards.power[store] == Power.COLLECTOR:
                count = state.items[seat, slot].sum()
                if count >= cards.every[store]:
                    holdings.gain(cards, state, seat, cards.amount[store], Source.POWERS)
                elif count == 0:
                    holdings.close_store(cards, state, seat, slot)
    holdings.note_order(state)
    state.seats_done = state.purchases = state.points_bought = 0
    state.step = Step.INVESTING


# --------------------------------------------------------------------------------------- investment
@rules.step(Step.INVESTING)
def ask_to_invest(state: State) -> None:
    """Let each seat buy or sell points once, in the turn order at the start of the phase."""
    seat = holdings.next_seat(state, state.queue)
    if seat == EMPTY:
        state.step = Step.MONTH_OVER
    else:
        holdings.ask(state, Phase.INVEST, seat)


def bank_of(cards: Cards, state: State, seat: int) -> int:
    """Find the store that lets a seat buy points several times; EMPTY if it has no such store."""
    for slot in range(holdings.slots_if(state, seat, Power.BANK)):
        if cards.power[state.building[seat, slot]] == Power.BANK:
            return int(state.building[seat, slot])
    return EMPTY


@rules.phase(Phase.INVEST)
def list_investments(cards: Cards, state: State, seat: int, out: Any) -> None:
    """Buy points, at a price that rises with their number; sell any number; or do neither."""
    most, bank = cards.most_points - state.points_bought, bank_of(cards, state, seat)
    if bank != EMPTY:
        most = min(most, cards.amount[bank])
    affordable = 0
    while affordable < most and cards.point_cost[affordable + 1] <= state.money[seat]:
        affordable += 1
    offer_each(out, do.INVEST, 1, affordable)
    if state.purchases == 0:
        offer_each(out, do.DIVEST, 1, state.points[seat])
    offer(out, do.REST)


@rules.does(do.INVEST, then=Step.INVESTING)
def invest(cards: Cards, state: State, seat: int, count: int) -> None:
    state.money[seat] -= cards.point_cost[count]
    holdings.gain(cards, state, seat, count, Source.BOUGHT)
    state.purchases += 1
    state.points_bought += count
    bank = bank_of(cards, state, seat)
    if bank == EMPTY or state.purchases >= cards.every[bank]:
        rest(state, seat)


@rules.does(do.DIVEST, then=Step.INVESTING)
def divest(cards: Cards, state: State, seat: int, count: int) -> None:
    state.money[seat] += cards.point_sale * count
    holdings.gain(cards, state, seat, -count, Source.SOLD)
    state.tally[Tally.POINTS_SOLD] += count
    rest(state, seat)


@rules.does(do.REST, then=Step.INVESTING)
def rest(state: State, seat: int) -> None:
    state.seats_done |= 1 << seat
    state.purchases = state.points_bought = 0


# ------------------------------------------------------------------------------------------ the end
@rules.step(Step.MONTH_OVER)
def end_month(cards: Cards, state: State) -> None:
    """End the game after the month in which a seat reached the marker, or after the last month;
    otherwise begin the next month.
    """
    if state.last == 1:
        state.end = End.MARKER
    elif state.rounds == cards.last_month[state.players]:
        state.end = End.LAST_MONTH
    else:
        state.rounds += 1
        state.seats_done, state.opener, state.step = 0, EMPTY, Step.BUILDING


@rules.verb
def part_of(cards: Cards, state: State, seat: int, source: int) -> int:
    """Return the points that a seat has from one source: gained during the game, or counted only at
    the end.
    """
    points, filled = state.gained[seat, source], size(state.building[seat])
    if source == Source.STORES:
        for slot in range(filled):
            points += cards.points[state.building[seat, slot]]
    elif source == Source.EMPTY:
        for slot in range(filled, cards.slots):
            points -= cards.empty_slot[slot]
    elif source == Source.DEBT:
        points -= cards.debt_points * state.debt[seat]
    return int(points)


@rules.verb
def score_of(cards: Cards, state: State, seat: int) -> int:
    points = state.points[seat]
    points += part_of(cards, state, seat, Source.STORES) + part_of(cards, state, seat, Source.EMPTY)
    return int(points + part_of(cards, state, seat, Source.DEBT))


@rules.verb
def standing(cards: Cards, state: State, out: Any) -> None:
    """Rank by points; ties go to the seat further ahead in turn order."""
    for rank in range(state.players):
        seat = state.order[rank]
        out[seat] = score_of(cards, state, seat) * state.players - rank


rules.compile(__name__)
