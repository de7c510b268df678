"""All moves that Emporium can ever ask for with one card set, whoever plays: what learners number their actions by."""

from __future__ import annotations

from typing import Any

import numpy as np

from rules_check.games.emporium.data import (
    ADD_MOVE,
    ATTACK,
    BID_MOVE,
    BIDS_NOTHING,
    DECLINE,
    DOCK,
    DONE,
    DOWN_TO_LIMIT,
    DRAW,
    KEEP,
    MAY_DECLINE,
    PASS,
    SELL,
    SEND,
    SLOTS,
    STAY,
    SWAP_MOVE,
    THROW,
    UPGRADE,
    VOTE,
)
from rules_check.games.emporium.moves import move_of


def move_space(cards: Any) -> Any:
    """List every move that can be one of several at a decision, as a sorted int64 array; "sit" never is, it has no alternative."""
    items, places = range(cards.items), range(int(cards.heroes_on_table.max()))
    slots = [k for k in range(SLOTS) if (cards.hero_slots[: cards.counts[0], k] >= 0).any()]
    fitting = [(item, k) for item in items for k in slots if (cards.hero_slots[:, k] == cards.item_slot[item]).any()]
    found = [(kind, 0, 0) for kind in (KEEP, PASS, DRAW, STAY)]
    for item in items:
        found += [(SELL, item, price) for price in range(1, min(cards.price_cap[cards.item_tier[item]], cards.die_faces) + 1)]
    lowest = 0 if cards.patron_without_gold == BIDS_NOTHING else 1
    found += [(BID_MOVE, 0, bid) for bid in range(lowest, cards.die_faces + 1)]
    found += [(DOCK, h, k) for h in places for k in slots]
    found += [(DECLINE, 0, 0)] if cards.seller_declines == MAY_DECLINE else []
    found += [(SEND, h, 0) for h in places]
    found += [(kind, item, k) for kind in (ADD_MOVE, SWAP_MOVE) for item, k in fitting]
    found += [(ATTACK, m, 0) for m in range(cards.monsters_in_row)]
    if cards.upgrades_most > 0:
        found += [(UPGRADE, item, 0) for item in items if cards.item_tier[item] + 1 < cards.tiers]
    found += [(DONE, 0, 0)] if cards.upgrades_most > 1 else []
    found += [(THROW, item, 0) for item in items] if cards.large_hand == DOWN_TO_LIMIT else []
    found += [(VOTE, 0, mask) for mask in range(1 << len(places))]
    return np.array(sorted(int(move_of(kind, int(a), int(b))) for kind, a, b in found), np.int64)
