"""Brick & Mortar as it is played: its moves with their words, and its rules, completed by what the
other modules know.

Moves read "bid bakery 9", "demand f4-c3", "offer 3 at 5". The decision itself determines the store
and the type.
"""

from __future__ import annotations

from typing import Any

from rules_check.games.brick_and_mortar import state as room
from rules_check.games.brick_and_mortar.state import Cards, End, Source, State, Tally
from rules_check.rules import Moves, Ruleset, jit_lean, measured, named, numbered, seat

STORE, CARD = named("store", room.STORES), named("market", room.KINDS)
ITEMS, DOLLARS = numbered("items", 127), numbered("dollars", room.MOST)


def is_dealt(cards: Cards, store: int, bid: int = room.MOST) -> bool:
    """Return whether a store comes out of the deck and costs no more than the bid."""
    return bool(cards.players_from[store] == 0 and bid >= cards.cost[store])


def has_room(cards: Cards, store: int, count: int) -> bool:
    return bool(count <= max(cards.capacity[store]))


def is_on_dials(cards: Cards, count: int, price: int) -> bool:
    return bool(count <= cards.quantity_dial and price <= max(cards.highest))


moves = Moves()
KEEP = moves("keep {}", STORE, when=is_dealt)
START = moves("start {}", STORE, when=lambda cards, store: cards.players_from[store] > 0)
BUY = moves("buy {}", STORE, when=is_dealt)
BID = moves("bid {} {}", STORE, DOLLARS, when=is_dealt)
PASS = moves("pass")
RAISE = moves("raise {}", DOLLARS)
DROP = moves("drop")
CLOSE = moves("close {}", STORE)
OPEN = moves("open {}", STORE)
DONE = moves("done")
SUPPLY = moves("supply {}", CARD)
DEMAND = moves("demand {}", CARD)
CHANGE = moves("change {}", CARD)
CHANGE_ALL = moves("change-all")
DISCARD = moves("discard {}", CARD)
STOP = moves("stop")
MAKE = moves("make {}", ITEMS)
PRICE = moves(
    "price {}", numbered("dollars", room.DIAL), when=lambda cards, price: price <= cards.price_dial
)
STOCK = moves("stock {}", ITEMS)
PUT = moves("put {} {}", STORE, ITEMS, when=has_room)
CRAFT = moves("craft")
EARN = moves("earn")
TAKE = moves("take {}", ITEMS)
MOVE = moves("move {} {}", STORE, ITEMS, when=has_room)
OFFER = moves(
    "offer {} at {}",
    numbered("items", room.DIAL),
    numbered("dollars", room.DIAL * 3),
    when=is_on_dials,
)
SELL = moves("sell {}", ITEMS)
OWN = moves("own {}", ITEMS)
FROM = moves("from {} {}", STORE, ITEMS, when=has_room)
SHELF = moves("shelf {} {}", numbered("a shelf", room.SHELVES), ITEMS)
SWAP = moves(
    "swap {} {}",
    STORE,
    ITEMS,
    when=lambda cards, store, count: has_room(cards, store, count * cards.every[store]),
)
SHED = moves("shed {} {}", STORE, ITEMS, when=has_room)
SAVE = moves("save {}", ITEMS)
RESALE = moves("resale {} {}", seat(room.SEATS), ITEMS)
RETURN = moves("return {}", ITEMS)
INVEST = moves("invest {}", numbered("points", room.POINTS))
DIVEST = moves("divest {}", numbered("points", 999))
REST = moves("rest")
TOKENS = moves("tokens {}", numbered("tokens", room.MOST))

rules = Ruleset(
    "brick-and-mortar",
    Cards,
    State,
    moves,
    ends=("not over", "the investment marker", "the last month", "bidding without end"),
    compiler=jit_lean,
    max_moves=(room.ROW + 1) * room.MOST,
    card_kinds=("store",),
    BAD_ENDS=(End.BIDDING,),
    **measured(
        Tally,
        Source,
        {
            "never=divest": "rules.point_sale",
            "never=bid": "kinds.store",
            "never=supply": "",
            "never=demand": "",
        },
        {"the investment marker": "rules.marker_points", "the last month": "rules.last_month"},
    ),
)


@rules.verb
def player_counts(cards: Any) -> list[int]:
    """Return the possible numbers of players: enough Starting Stores, cards to draft and to play,
    and months set up for them.
    """
    starts = cards.players_from[: cards.stores]
    counts = []
    for n in range(2, room.SEATS + 1):
        others = int((starts == 0).sum()) - cards.public_stores - 1
        is_set_up = (
            cards.marker_points[n]
            and cards.last_month[n]
            and int(((starts > 0) & (starts <= n)).sum()) >= n
        )
        is_dealt = cards.first_sets >= n if cards.hands else others >= n * cards.stores_dealt
        if is_set_up and is_dealt and int(cards.market_copies.sum()) >= n * (cards.market_hand + 6):
            counts.append(n)
    return counts
