"""The accounts of Brick & Mortar: what happened in a game, where points came from, which stores
were used, and whether a state is sound.

They are read from finished games, for measurements over many games; no rule reads them. Stores
count as cards.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rules_check.engine.kernel import shuffle
from rules_check.games.brick_and_mortar import game as do
from rules_check.games.brick_and_mortar import rulings as ruled
from rules_check.games.brick_and_mortar.game import rules
from rules_check.games.brick_and_mortar.holdings import count_in
from rules_check.games.brick_and_mortar.sale import surplus_of
from rules_check.games.brick_and_mortar.state import (
    DEALT,
    SLOTS,
    STORES,
    Cards,
    End,
    Phase,
    State,
    Tally,
)
from rules_check.rules import BY_CARD, EMPTY, local_empty, move_all, parts_of, put, size, take, top


@rules.verb
def count_up(cards: Cards, state: State, out: Any) -> None:
    """Fill in the values that are not counted until the end of a game."""
    out[Tally.MONTHS], out[Tally.BY_MARKER] = state.rounds, state.end == End.MARKER
    out[Tally.MOST_TOKENS] = state.tally[Tally.TOKENS] > cards.debt_tokens


@rules.verb
def card_groups(cards: Any) -> list[str]:
    """Name the group that each of `card_ids` is compared within."""
    return [
        "Starting Stores" if start else "stores" for start in cards.players_from[: cards.stores]
    ]


@rules.verb
def usage(cards: Cards, state: State, seen: Any, used: Any) -> None:
    """For each store, add 1 if it came out of the deck and 1 if a seat opened it."""
    for store in range(cards.stores):
        seen[store] += 1
        used[store] += state.opened[store]
    take_off(state.deck, seen)
    take_off(state.next_up, seen)
    for seat in range(state.players):
        take_off(state.undrafted[seat], seen)


def take_off(zone: Any, seen: Any) -> None:
    """Subtract 1 for each store in a zone."""
    for i in range(size(zone)):
        seen[zone[i]] -= 1


@rules.verb
def card_of(cards: Cards, state: State, move: int, n: int) -> int:
    """Find the store that a move keeps, buys, bids for, or raises a bid for."""
    sort, first, _ = parts_of(move)
    if n > 0:
        return EMPTY
    if sort in (do.KEEP, do.START, do.BUY, do.BID, do.OPEN):
        return int(first)
    return int(state.lot) if sort == do.RAISE else EMPTY


@rules.verb
def blank(cards: Cards, state: State, seat: int, is_blank: Any) -> None:
    """Remove the stores marked by 1 from a seat's hand and from the row, in place."""
    for i in range(DEALT):
        if size(state.hand[seat, i]) > 0 and is_blank[top(state.hand[seat, i])]:
            move_all(state.hand[seat, i], state.out)
    for i in range(size(state.row) - 1, -1, -1):
        if is_blank[state.row[i]]:
            put(state.out, take(state.row, state.row[i]))


# --------------------------------------------------------------------------------------------- hide
@rules.verb
def infer(cards: Cards, state: State, seat: int) -> None:
    """[hide] Deal the stores that a seat cannot know again. By ruling, the others are given as much
    money as the seat itself, or as much as they bid.
    """
    deal_stores(cards, state, seat)
    if cards.money_seen == ruled.MoneySeen.HIDDEN:
        for other in range(state.players):
            if other != seat:
                state.money[other] = state.money_shown[other] = max(
                    state.money[seat], state.bid if state.bidder == other else 0
                )


def deal_stores(cards: Cards, state: State, seat: int) -> None:
    """Deal stores again among their possible places, given what the draft showed a seat."""
    pool, count = local_empty(STORES, np.int64), 0
    for hand in range(state.players):
        for sight in range(
            (seat - hand) % state.players, last_pass(cards, state) + 1, state.players
        ):
            mix(state, pool, go_through(cards, state, seat, hand, sight, pool, 0, False))
            go_through(cards, state, seat, hand, sight, pool, 0, True)
    for hand in range(state.players):
        count = go_through(cards, state, seat, hand, EMPTY, pool, count, False)
    mix(state, pool, collect(state.deck, pool, count, False))
    count = 0
    for hand in range(state.players):
        count = go_through(cards, state, seat, hand, EMPTY, pool, count, True)
    collect(state.deck, pool, count, True)


def last_pass(cards: Cards, state: State) -> int:
    """Return how often hands had been passed on when a player last looked at them; EMPTY if they
    never were.
    """
    if cards.hands == ruled.Hands.PRESET:
        return EMPTY
    return int(state.hands_passed if state.phase == Phase.KEEP else cards.stores_dealt - 2)


def go_through(
    cards: Cards,
    state: State,
    seat: int,
    hand: int,
    sight: int,
    pool: Any,
    count: int,
    is_dealing: bool,
) -> int:
    """Collect in a pool, or deal from it, the stores that began in a seat's hand and were last seen
    after `sight` passes.

    EMPTY stands for stores that the seat never saw. Returns how many stores of the pool are due
    next.
    """
    last = last_pass(cards, state)
    again = sight + state.players if sight != EMPTY else (seat - hand) % state.players
    for passed in range(sight + 1, DEALT if last == EMPTY else min(again, last + 1)):
        if (hand + passed) % state.players != seat:
            count = collect(
                state.hand[(hand + passed) % state.players, passed], pool, count, is_dealing
            )
    if again > last != EMPTY:
        holder = (hand + last) % state.players
        count = collect(state.undrafted[holder], pool, count, is_dealing)
        if holder != seat:
            count = collect(state.passing[holder], pool, count, is_dealing)
    return count


def mix(state: State, pool: Any, count: int) -> None:
    """Shuffle a pool after sorting it by number, so that the result does not depend on where its
    stores were.
    """
    for n in range(1, count):
        store, at = pool[n], n
        while at > 0 and pool[at - 1] > store:
            pool[at], at = pool[at - 1], at - 1
        pool[at] = store
    shuffle(state.rng, 0, pool, count)


def collect(zone: Any, pool: Any, count: int, is_dealing: bool) -> int:
    for i in range(size(zone)):
        if is_dealing:
            zone[i] = pool[count]
        else:
            pool[count] = zone[i]
        count += 1
    return count


@rules.sound(
    "a seat's number of items, or its room for them, does not match its stores",
    "there are more or fewer crates than there should be",
    "turn order does not follow points",
    "a seat has money, points or debt below zero",
    alone=False,
)
def own_fault(cards: Cards, state: State) -> int:
    """Find any fault in a state other than misplaced cards."""
    for type_ in range(cards.types):
        total = state.crates[type_] + state.dock[type_]
        for seat in range(state.players):
            held, space = 0, 0
            for slot in range(SLOTS):
                count = count_in(state, seat, slot, type_)
                held += count
                if slot < size(state.building[seat]):
                    store = state.building[seat, slot]
                    space += cards.capacity[store, type_]
                    if count > cards.capacity[store, type_]:
                        return 1 + BY_CARD * (int(store) + 1)
                elif count > 0:
                    return 1
            if held != state.held[seat, type_] or space != state.space[seat, type_]:
                return 1
            total += held
            if state.type == type_ and state.is_contest:
                total += surplus_of(state, seat)
        is_under_way = Phase.OWN <= state.phase <= Phase.SWAP
        if total != cards.crates[type_] and not is_under_way:
            return 2
    for rank in range(1, state.players):
        if state.points[state.order[rank - 1]] < state.points[state.order[rank]]:
            return 3
    for seat in range(state.players):
        if state.money[seat] < 0 or state.points[seat] < 0 or state.debt[seat] < 0:
            return 4
    return 0


rules.compile(__name__)
