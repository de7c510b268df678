"""All moves that Empire can ever ask for with one card set, whoever plays: what learners number their actions by."""

from __future__ import annotations

from typing import Any

import numpy as np

from rules_check.games.empire.data import (
    ANY_RANK,
    BATTLE_MOVE,
    DEMAND_MOVE,
    DISCARD_MOVE,
    EMPTY,
    FIST_MOVE,
    FISTS,
    FORBIDDEN,
    HOLD,
    LAY_MOVE,
    MAY_PASS,
    MAY_SKIP,
    NO_JOKERS,
    OFFER_MOVE,
    PICK_MOVE,
    REST,
    SKIP_MOVE,
    SKIPS,
    SPARE,
    STEAL_MOVE,
    TABLE_MOVE,
    TRADE_MOVE,
)
from rules_check.games.empire.moves import move_of


def move_space(cards: Any) -> Any:
    """List every move that can be one of several at a decision, as a sorted int64 array; those that only follow by themselves are not."""
    seats, types = range(int(np.flatnonzero(cards.packs).max())), range(int(cards.types))
    found = [(TRADE_MOVE, 0, 0), (HOLD, 0, 0), *((FIST_MOVE, fist, 0) for fist in range(FISTS))]
    found += [(kind, seat, 0) for kind in (STEAL_MOVE, BATTLE_MOVE) for seat in seats]
    found += [(kind, type_, 0) for kind in (TABLE_MOVE, OFFER_MOVE, DISCARD_MOVE) for type_ in types]
    found += [(DEMAND_MOVE, type_, 0) for type_ in types if type_ != cards.joker or cards.demand_jokers != NO_JOKERS]
    found += _pillars(cards)
    if cards.action == MAY_PASS or cards.bonus_from <= cards.pillars_to_win:
        found.append((REST, 0, 0))
    is_choice = len(seats) > 2  # of two, only one can be taken from or skipped
    found += [(PICK_MOVE, seat, 0) for seat in seats if is_choice]
    if SKIPS in cards.rank_power[: cards.ranks]:
        found += [(SKIP_MOVE, seat, 0) for seat in seats if is_choice or cards.skip_duty == MAY_SKIP]
        found += [(SPARE, 0, 0)] if cards.skip_duty == MAY_SKIP else []
    return np.array(sorted(int(move_of(*move)) for move in found), np.int64)


def _pillars(cards: Any) -> list[tuple[int, int, int]]:
    """List the pillars: each rank of an empire with as many jokers as there are; one of jokers only as it is ruled."""
    packs, size = int(cards.packs.max()), int(cards.pillar_size)
    jokers = int(cards.type_copies[cards.joker]) * packs if cards.joker != EMPTY else 0
    ranks = [rank for rank in range(int(cards.ranks)) if cards.rank_empire[rank] != EMPTY]
    of_rank = {rank: int(cards.type_copies[cards.type_rank == rank].sum()) * packs for rank in ranks}
    firsts = {int(cards.rank_empire[rank]): rank for rank in reversed(ranks)}
    found = [(LAY_MOVE, rank, wild) for rank in ranks for wild in range(min(jokers + 1, size)) if of_rank[rank] >= size - wild]
    if jokers >= size and cards.joker_pillar != FORBIDDEN:
        found += [(LAY_MOVE, rank, size) for rank in (firsts.values() if cards.joker_pillar == ANY_RANK else ranks)]
    return found
