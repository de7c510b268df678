"""The accounts of Brick & Mortar: what happened in a game, where points came from, which stores were used; and what is sound.

Read from a game that is over, for those that measure many; no rule reads it. As cards count the stores.
"""

from __future__ import annotations

from typing import Any

from rules_check.games.brick_and_mortar import game as do
from rules_check.games.brick_and_mortar import rulings as ruled
from rules_check.games.brick_and_mortar.course import part_of
from rules_check.games.brick_and_mortar.game import rules
from rules_check.games.brick_and_mortar.holdings import count_in
from rules_check.games.brick_and_mortar.sale import surplus_of
from rules_check.games.brick_and_mortar.state import SLOTS, Cards, End, Phase, Source, State, Tally
from rules_check.rules import EMPTY, find, ids_of, parts_of, put, size, take

TALLIES, SOURCES = len(Tally), len(Source)


@rules.verb
def account(cards: Cards, state: State, out: Any) -> None:
    """Write the COUNTS of a game, then each seat's LEDGER, into an int64 array."""
    for n in range(TALLIES):
        out[n] = state.tally[n]
    out[Tally.MONTHS], out[Tally.BY_MARKER] = state.rounds, state.end == End.MARKER
    out[Tally.MOST_TOKENS] = state.tally[Tally.TOKENS] > cards.debt_tokens
    for seat in range(state.players):
        for source in range(SOURCES):
            out[TALLIES + SOURCES * seat + source] = part_of(cards, state, seat, source)


@rules.verb
def card_ids(cards: Any) -> list[str]:
    return ids_of(cards, "store")


@rules.verb
def card_groups(cards: Any) -> list[str]:
    """Name, for each of `card_ids`, what it can be compared with."""
    return ["Starting Stores" if start else "stores" for start in cards.players_from[: cards.stores]]


@rules.verb
def usage(cards: Cards, state: State, seen: Any, used: Any) -> None:
    """Add, store by store, 1 where it came out of the deck, and 1 where somebody opened it."""
    for store in range(cards.stores):
        is_in = find(state.deck, store) == EMPTY and find(state.undrafted, store) == EMPTY
        seen[store] += is_in and find(state.next_up, store) == EMPTY
        used[store] += state.opened[store]


@rules.verb
def card_of(cards: Cards, state: State, move: int, n: int) -> int:
    """Find the store that a move keeps, buys, bids for, or raises a bid for."""
    sort, first, _ = parts_of(move)
    if n > 0:
        return EMPTY
    if sort == do.KEEP or sort == do.START or sort == do.BUY or sort == do.BID or sort == do.OPEN:
        return int(first)
    return int(state.lot) if sort == do.RAISE else EMPTY


@rules.verb
def blank(cards: Cards, state: State, seat: int, is_blank: Any) -> None:
    """Take stores, marked by 1, out of a seat's hand and from the row, in place, as if they were not there."""
    for i in range(size(state.hand[seat]) - 1, -1, -1):
        if is_blank[state.hand[seat, i]]:
            put(state.out, take(state.hand[seat], state.hand[seat, i]))
    for i in range(size(state.row) - 1, -1, -1):
        if is_blank[state.row[i]]:
            put(state.out, take(state.row, state.row[i]))


@rules.verb
def infer(cards: Cards, state: State, seat: int) -> None:
    """[hide] By ruling nobody knows what others have: as much as the seat itself, or as much as they bid."""
    if cards.money_seen == ruled.MoneySeen.HIDDEN:
        for other in range(state.players):
            if other != seat:
                state.money[other] = max(state.money[seat], state.bid if state.bidder == other else 0)


@rules.sound(
    "a seat holds, or has room for, another number of items than its stores",
    "there are more or fewer crates than there should be",
    "turn order is not by points",
    "a seat has money, points or debt below nought",
    alone=False,
)
def own_fault(cards: Cards, state: State) -> int:
    """Find what is wrong with a state beyond where cards lie."""
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
                        return 1
                elif count > 0:
                    return 1
            if held != state.held[seat, type_] or space != state.space[seat, type_]:
                return 1
            total += held
            if state.type == type_ and state.is_contest:
                total += surplus_of(state, seat)
        is_under_way = (
            state.phase == Phase.SWAP or state.phase == Phase.FROM or state.phase == Phase.SHELF or state.phase == Phase.OWN
        )
        if total != cards.crates[type_] and not is_under_way:
            return 2
    for rank in range(1, state.players):
        if state.points[state.order[rank - 1]] < state.points[state.order[rank]]:
            return 3
    for seat in range(state.players):
        if state.money[seat] < 0 or state.points[seat] < 0 or state.debt[seat] < 0:
            return 4
    return 0


rules.compile(globals())
