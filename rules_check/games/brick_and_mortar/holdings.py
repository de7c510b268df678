"""What seats have in Brick & Mortar, and how it changes: points and with them turn order, money and
debt, stores, items on shelves.

Functions change the records that they are given. This module follows the rulebook on these holdings
but does not know when they change.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rules_check.games.brick_and_mortar import game as do
from rules_check.games.brick_and_mortar import rulings as ruled
from rules_check.games.brick_and_mortar.game import rules
from rules_check.games.brick_and_mortar.state import (
    MOST,
    SEATS,
    SHELVES,
    SLOTS,
    TYPES,
    Cards,
    Phase,
    Power,
    Source,
    State,
    Tally,
)
from rules_check.rules import EMPTY, draw, jit_within, mix_up, move_all, offer_each, put, size, take


# --------------------------------------------------------------------------------- who decides what
@jit_within
def flow(state: State, step: int) -> None:
    """Let the month continue by itself, with a given step."""
    state.phase, state.step = Phase.FLOW, step


@jit_within
def ask(state: State, phase: int, seat: int) -> None:
    """Let a seat decide."""
    state.phase, state.seat = phase, seat


@jit_within
def next_seat(state: State, order: Any) -> int:
    """Find the first seat in an order that has not been asked yet; EMPTY if all have been."""
    first = EMPTY
    for rank in range(state.players - 1, -1, -1):
        if not state.seats_done >> order[rank] & 1:
            first = int(order[rank])
    return first


@jit_within
def has_power(state: State, seat: int, power: int) -> bool:
    return bool(state.powers[seat] >> power & 1)


@jit_within
def slots_if(state: State, seat: int, power: int) -> int:
    """Return how many slots of a seat to search for stores with a power: 0 if there is no such
    store.
    """
    return size(state.building[seat]) if has_power(state, seat, power) else 0


@jit_within
def any_has(state: State, powers: int) -> bool:
    """Return whether any seat has a store with one of several powers, given as bits."""
    return bool(state.all_powers & powers)


def next_place(cards: Cards, state: State, power: int) -> int:
    """Find the next store with a power, in turn order, that has not been asked yet, and return its
    seat and slot as one number; EMPTY if no store is left.
    """
    if not any_has(state, 1 << power):
        return EMPTY
    for rank in range(state.players):
        seat = state.order[rank]
        for slot in range(slots_if(state, seat, power)):
            place = seat * SLOTS + slot
            if (
                cards.power[state.building[seat, slot]] == power
                and not state.stores_done >> place & 1
            ):
                return int(place)
    return EMPTY


def ask_owner(cards: Cards, state: State, power: int, phase: int) -> bool:
    """Let the owner of the next store with a power decide about it; return whether there was a
    store that had not been asked yet.
    """
    place = next_place(cards, state, power)
    if place == EMPTY:
        return False
    state.stores_done |= 1 << place
    state.place = place
    ask(state, phase, place // SLOTS)
    return True


def note_order(state: State) -> None:
    """Save the current turn order, since gaining points changes it."""
    for rank in range(state.players):
        state.queue[rank] = state.order[rank]


# --------------------------------------------------------------------------------- points and money
def gain(cards: Cards, state: State, seat: int, points: int, source: int) -> None:
    """Move a seat along the point track, which changes the turn order immediately: it moves ahead
    of, or behind, every seat it passes.
    """
    state.points[seat] += points
    state.gained[seat, source] += points
    at, last, own = 0, state.players - 1, state.points[seat]
    while state.order[at] != seat:
        at += 1
    while at > 0 and state.points[state.order[at - 1]] < own:
        state.order[at], at = state.order[at - 1], at - 1
    while at < last and state.points[state.order[at + 1]] > own:
        state.order[at], at = state.order[at + 1], at + 1
    state.order[at] = seat
    if own >= cards.marker_points[state.players]:
        state.last = 1


def tokens_left(cards: Cards, state: State) -> int:
    """Return how many Debt Tokens are in the box."""
    tokens = int(cards.debt_tokens)
    for seat in range(SEATS):
        tokens -= state.debt[seat]
    return max(0, tokens)


def tokens_to_take(cards: Cards, state: State) -> int:
    """Return how many Debt Tokens a seat can take: any number, by ruling."""
    return MOST if cards.debt_supply == ruled.DebtSupply.UNLIMITED else tokens_left(cards, state)


def tokens_for(cards: Cards, money: int) -> int:
    """Return how many Debt Tokens cover an amount of money; 0 if no money is missing."""
    return (money + cards.debt_money - 1) // cards.debt_money if money > 0 else 0


@jit_within
def means(cards: Cards, state: State, seat: int) -> int:
    """Return the highest price that a seat can pay, using Debt Tokens if it runs out of money."""
    return int(state.money[seat] + cards.debt_money * tokens_to_take(cards, state))


def borrow(cards: Cards, state: State, seat: int, tokens: int) -> None:
    state.debt[seat] += tokens
    state.money[seat] += tokens * cards.debt_money
    state.tally[Tally.TOKENS] += tokens


def pay(cards: Cards, state: State, seat: int, price: int) -> None:
    """Pay with money, then with Debt Tokens. If these run out, points are sold or, by ruling,
    stores are closed, as long as the seat has any.
    """
    if price > state.money[seat]:
        borrow(
            cards,
            state,
            seat,
            min(tokens_for(cards, price - state.money[seat]), tokens_to_take(cards, state)),
        )
        if cards.debt_supply == ruled.DebtSupply.FIFTEEN_POINTS and cards.point_sale > 0:
            while state.money[seat] < price and state.points[seat] > 0:
                gain(cards, state, seat, -1, Source.SOLD)
                state.money[seat] += cards.point_sale
        elif cards.debt_supply == ruled.DebtSupply.FIFTEEN_CLOSE:
            while state.money[seat] < price and size(state.building[seat]) > 0:
                last = size(state.building[seat]) - 1
                state.money[seat] += cards.cost[state.building[seat, last]]
                close_store(cards, state, seat, last)
    state.money[seat] = max(0, state.money[seat] - price)


def charge(cards: Cards, state: State, seat: int, price: int, most: int) -> None:
    """Charge a seat, allowing tokens for up to `most`; by ruling the seat is asked how many it
    takes.
    """
    if price > 0 and cards.debt_choice == ruled.DebtChoice.FREELY:
        state.due, state.due_most = price, most
        ask(state, Phase.TOKENS, seat)
    elif price > 0:
        pay(cards, state, seat, price)


@rules.phase(Phase.TOKENS)
def list_tokens(cards: Cards, state: State, seat: int, out: Any) -> None:
    """List the possible numbers of tokens, from the missing amount to the most that may be paid
    with tokens.
    """
    least = min(tokens_for(cards, state.due - state.money[seat]), tokens_to_take(cards, state))
    offer_each(
        out,
        do.TOKENS,
        least,
        max(least, min(tokens_for(cards, state.due_most), tokens_to_take(cards, state))),
    )


@rules.does(do.TOKENS)
def take_tokens(cards: Cards, state: State, seat: int, tokens: int) -> None:
    borrow(cards, state, seat, tokens)
    pay(cards, state, seat, state.due)
    flow(state, state.step)


# -------------------------------------------------------------------------------------------- items
def from_box(cards: Cards, state: State, type_: int, count: int) -> int:
    """Take crates out of the box and return how many there were: at most those in the box or, by
    ruling, all.
    """
    come = count
    if cards.crates_run_out == ruled.CratesRunOut.AS_MANY_AS_THERE_ARE:
        come = min(count, state.crates[type_])
    state.tally[Tally.SHORT] += count - min(count, max(0, state.crates[type_]))
    state.crates[type_] -= come
    return int(come)


def makeable(cards: Cards, state: State, type_: int, count: int) -> int:
    """Return how many of a number of crates the box can supply."""
    if cards.crates_run_out == ruled.CratesRunOut.SUBSTITUTE:
        return count
    return int(min(count, state.crates[type_]))


def count_in(state: State, seat: int, slot: int, type_: int) -> int:
    count = 0
    for shelf in range(SHELVES):
        count += state.items[seat, slot, type_, shelf]
    return count


def room_in(cards: Cards, state: State, seat: int, slot: int, type_: int) -> int:
    return int(
        cards.capacity[state.building[seat, slot], type_] - count_in(state, seat, slot, type_)
    )


@jit_within
def lay_in(state: State, seat: int, slot: int, type_: int, shelf: int, count: int) -> None:
    state.items[seat, slot, type_, shelf] += count
    state.held[seat, type_] += count


@jit_within
def lowest_shelf(cards: Cards, state: State, seat: int, slot: int, type_: int) -> int:
    return int(cards.shelves[state.building[seat, slot], type_] - 1)


def take_oldest(state: State, seat: int, slot: int, type_: int, count: int, taken: Any) -> None:
    """Take items out of a store, lowest shelves first, and add to `taken` how many came from each
    shelf.
    """
    for shelf in range(SHELVES - 1, -1, -1):
        part = min(count, state.items[seat, slot, type_, shelf])
        lay_in(state, seat, slot, type_, shelf, -part)
        taken[shelf] += part
        count -= part


# ------------------------------------------------------------------------------------------- stores
def open_store(cards: Cards, state: State, seat: int, store: int) -> None:
    """Put a store into a seat's first free slot."""
    put(state.building[seat], store)
    state.opened[store] = 1
    note_powers(cards, state, seat)
    for type_ in range(TYPES):
        state.space[seat, type_] += cards.capacity[store, type_]
    state.tally[Tally.OPENED] += 1
    state.tally[Tally.FOURTH] += size(state.building[seat]) == SLOTS


def close_store(cards: Cards, state: State, seat: int, slot: int) -> None:
    """Take a store out of the game and return its items to the box; the stores to its right slide
    left.
    """
    store, items = state.building[seat, slot], 0
    for type_ in range(TYPES):
        count = count_in(state, seat, slot, type_)
        items += count
        state.crates[type_] += count
        state.held[seat, type_] -= count
        state.space[seat, type_] -= cards.capacity[store, type_]
    last = size(state.building[seat]) - 1
    for n in range(slot, last + 1):
        for type_ in range(TYPES):
            for shelf in range(SHELVES):
                state.items[seat, n, type_, shelf] = (
                    state.items[seat, n + 1, type_, shelf] if n < last else 0
                )
    put(state.out, take(state.building[seat], store))
    note_powers(cards, state, seat)
    state.tally[Tally.CLOSED] += 1
    if cards.power[store] == Power.LIQUIDATOR and items > 0:
        gain(cards, state, seat, cards.amount[store] * items, Source.POWERS)


def note_powers(cards: Cards, state: State, seat: int) -> None:
    """Record which powers a seat's stores have, and those of all seats."""
    state.powers[seat] = state.all_powers = 0
    for slot in range(size(state.building[seat])):
        state.powers[seat] |= np.int64(1) << cards.power[state.building[seat, slot]]
    for other in range(SEATS):
        state.all_powers |= state.powers[other]


def draw_store(cards: Cards, state: State) -> int:
    """Draw a store; if the deck is empty, shuffle the discarded stores first."""
    if size(state.deck) == 0:
        move_all(state.gone, state.deck)
        if cards.draft_discards == ruled.DraftDiscards.DISCARDS:
            for seat in range(state.players):
                move_all(state.undrafted[seat], state.deck)
        mix_up(state, state.deck)
        state.tally[Tally.RESHUFFLED] += 1
    return draw(state.deck)


def draw_cards(state: State, seat: int, count: int) -> None:
    """Draw market cards; if the deck runs out, shuffle the discarded cards."""
    for _ in range(count):
        if size(state.market) == 0:
            move_all(state.used, state.market)
            move_all(state.dropped_cards, state.market)
            mix_up(state, state.market)
        if size(state.market) > 0:
            put(state.holds[seat], draw(state.market))


rules.compile(__name__)
