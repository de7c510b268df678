"""Brick & Mortar as it is played: its moves with their words, and its rules, to which the other modules add what they know.

Moves read "bid bakery 9", "demand f4-c3", "offer 3 at 5". Whose store, and which type, follows from the decision.
"""

from __future__ import annotations

from typing import Any

from rules_check.engine.kernel import jit_lean
from rules_check.games.brick_and_mortar import state as room
from rules_check.games.brick_and_mortar.state import Cards, End, Source, State, Tally
from rules_check.rules import Moves, Ruleset, named, numbered, seat
from rules_check.toolkit.measures import measured

STORE, CARD = named("store", room.STORES), named("market", room.KINDS)
ITEMS, DOLLARS = numbered("items", 127), numbered("dollars", room.MOST)
moves = Moves()
KEEP = moves("keep {}", STORE)
START = moves("start {}", STORE)
BUY = moves("buy {}", STORE)
BID = moves("bid {} {}", STORE, DOLLARS)
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
PRICE = moves("price {}", numbered("dollars", room.DIAL))
STOCK = moves("stock {}", ITEMS)
PUT = moves("put {} {}", STORE, ITEMS)
CRAFT = moves("craft")
EARN = moves("earn")
TAKE = moves("take {}", ITEMS)
MOVE = moves("move {} {}", STORE, ITEMS)
OFFER = moves("offer {} at {}", numbered("items", room.DIAL), numbered("dollars", room.DIAL * 3))
SELL = moves("sell {}", ITEMS)
OWN = moves("own {}", ITEMS)
FROM = moves("from {} {}", STORE, ITEMS)
SHELF = moves("shelf {} {}", numbered("a shelf", room.SHELVES), ITEMS)
SWAP = moves("swap {} {}", STORE, ITEMS)
SHED = moves("shed {} {}", STORE, ITEMS)
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
        Tally, Source, {"never=divest": "rules.point_sale", "never=bid": "kinds.store", "never=supply": "", "never=demand": ""}
    ),
)


@rules.verb
def player_counts(cards: Any) -> list[int]:
    """As many can play as there are Starting Stores, cards to draft and to play, and months set up for."""
    starts = cards.players_from[: cards.stores]
    counts = []
    for n in range(2, room.SEATS + 1):
        others = int((starts == 0).sum()) - cards.public_stores - 1
        is_set_up = cards.marker_points[n] and cards.last_month[n] and int(((starts > 0) & (starts <= n)).sum()) >= n
        is_dealt = cards.first_sets >= n if cards.hands else others >= n * cards.stores_dealt
        if is_set_up and is_dealt and int(cards.market_copies.sum()) >= n * (cards.market_hand + 6):
            counts.append(n)
    return counts


@rules.verb
def move_space(cards: Any) -> Any:
    """List the moves that can ever be legal: of numbers as far as dials go, slots have room and bids may go."""
    space = cards.capacity.max(axis=1)

    def is_possible(sort: int, a: int, b: int) -> bool:
        if sort in (PUT, FROM, MOVE, SHED):
            return bool(b <= space[a])
        if sort in (KEEP, BUY, BID):
            return bool(cards.players_from[a] == 0 and (sort != BID or b >= cards.cost[a]))
        if sort == OFFER:
            return bool(a <= cards.quantity_dial and b <= cards.highest.max())
        if sort == SWAP:
            return bool(b * cards.every[a] <= space[a])
        return bool(sort != START or cards.players_from[a] > 0) and (sort != PRICE or a <= cards.price_dial)

    return moves.space(cards, is_possible)
