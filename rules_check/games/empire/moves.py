"""Empire's legality, said once: which moves the decision that is due allows. Rules, players and texts all ask here.

Each `list_` function writes at most `limit` moves into an array and returns how many; `advance` asks for two, to see whether
there is a choice at all.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rules_check.engine.arrays import local_zeros
from rules_check.engine.kernel import jit_lean
from rules_check.games.empire.data import (
    ACT,
    ANY_RANK,
    BATTLE,
    BATTLE_MOVE,
    BEGIN,
    DEAL,
    DEMAND,
    DEMAND_MOVE,
    DISCARD,
    DISCARD_MOVE,
    EMPTY,
    FIST,
    FIST_MOVE,
    FISTS,
    FORBIDDEN,
    HOLD,
    LAY,
    LAY_MOVE,
    MAY_PASS,
    MAY_SKIP,
    NO_CARD,
    NO_JOKERS,
    NOT_TWICE,
    OFFER,
    OFFER_MOVE,
    ONE_A_TURN,
    PICK,
    PICK_MOVE,
    RANKS,
    REST,
    SAME_EMPIRE,
    SKIP,
    SKIP_MOVE,
    SPARE,
    STEAL,
    STEAL_MOVE,
    TABLE,
    TABLE_MOVE,
    TRADE,
    TRADE_MOVE,
)
from rules_check.games.empire.table import can_steal, jokers_of


@jit_lean
def move_of(kind: int, a: int, b: int) -> int:
    return kind * 10000 + a * 100 + b


@jit_lean
def list_actions(cards: Any, state: Any, moves: Any, limit: int) -> int:
    """[Your action] Steal, trade or battle; as the bonus only that of the own empire, or nothing."""
    seat, n = state.seat, 0
    only = cards.bonus[state.empire[seat]] if state.is_bonus else EMPTY
    for other in range(state.players):
        if n < limit and other != seat and only in (EMPTY, STEAL) and can_steal(cards, state, other):
            moves[n] = move_of(STEAL_MOVE, other, 0)
            n += 1
    others = 0
    for other in range(state.players):
        others += other != seat and state.hand_size[other] > 0
    if n < limit and only in (EMPTY, TRADE) and others > 0 and state.hand_size[seat] > 0:
        moves[n] = move_of(TRADE_MOVE, 0, 0)
        n += 1
    for other in range(state.players):
        if n < limit and other != seat and only in (EMPTY, BATTLE) and state.hand_size[other] > 0:
            moves[n] = move_of(BATTLE_MOVE, other, 0)
            n += 1
    if n < limit and (state.is_bonus or cards.action == MAY_PASS or n == 0):
        moves[n] = move_of(REST, 0, 0)
        n += 1
    return n


@jit_lean
def list_hand(cards: Any, state: Any, kind: int, empire: int, moves: Any, limit: int) -> int:
    """List the types in the hand of the seat that decides; only those of one empire unless that is EMPTY."""
    n = 0
    for type_ in range(cards.types):
        if n < limit and state.hand[state.seat, type_] > 0:
            if empire != EMPTY and cards.rank_empire[cards.type_rank[type_]] != empire:
                continue
            moves[n] = move_of(kind, type_, 0)
            n += 1
    return n


@jit_lean
def list_offers(cards: Any, state: Any, moves: Any, limit: int) -> int:
    """[Trade] Any card of the hand; by ruling one of the empire of the trader's card, where there is one."""
    n = 0
    if cards.trade_partner == SAME_EMPIRE:
        empire = cards.rank_empire[cards.type_rank[state.tabled[state.turn]]]
        if empire != EMPTY:
            n = list_hand(cards, state, OFFER_MOVE, empire, moves, limit)
    return n if n > 0 else list_hand(cards, state, OFFER_MOVE, EMPTY, moves, limit)


@jit_lean
def list_picks(state: Any, moves: Any, limit: int) -> int:
    """[Trade] One of the cards that the others tabled."""
    n = 0
    for other in range(state.players):
        if n < limit and other != state.turn and state.tabled[other] != EMPTY:
            moves[n] = move_of(PICK_MOVE, other, 0)
            n += 1
    return n


@jit_lean
def list_demands(cards: Any, state: Any, moves: Any, limit: int) -> int:
    """[Battle] Any type of card."""
    n = 0
    for type_ in range(cards.types):
        if n < limit and (type_ != cards.joker or cards.demand_jokers != NO_JOKERS):
            moves[n] = move_of(DEMAND_MOVE, type_, 0)
            n += 1
    return n


@jit_lean
def list_pillars(cards: Any, state: Any, moves: Any, limit: int) -> int:
    """[Pillars] Four of a rank that the own empire still lacks, any number of them jokers; or nothing."""
    seat, n = state.seat, 0
    jokers, size = jokers_of(cards, state, seat), int(cards.pillar_size)
    is_done = state.laid[seat] >= cards.pillars_to_win or (state.laid_now > 0 and cards.pillars_a_turn == ONE_A_TURN)
    if not is_done and not state.is_settled:
        held = local_zeros(RANKS, np.int64)
        for type_ in range(cards.types):
            held[cards.type_rank[type_]] += state.hand[seat, type_]
        named = 0  # empires for which a pillar of no rank is listed
        for rank in range(cards.ranks):
            empire = cards.rank_empire[rank]
            if empire == EMPTY or (state.empire[seat] != EMPTY and empire != state.empire[seat]):
                continue
            is_free = not state.ranks[seat] >> rank & 1
            for wild in range(min(jokers, size) + 1):
                if wild < size and (not is_free or held[rank] < size - wild):
                    continue
                if wild == size:
                    if cards.joker_pillar == FORBIDDEN:
                        continue
                    if cards.joker_pillar == ANY_RANK:
                        if named >> empire & 1:
                            continue
                        named |= 1 << empire
                    elif not is_free:
                        continue
                if n < limit:
                    moves[n] = move_of(LAY_MOVE, rank, wild)
                    n += 1
    if n < limit:
        moves[n] = move_of(HOLD, 0, 0)
        n += 1
    return n


@jit_lean
def list_skips(cards: Any, state: Any, moves: Any, limit: int) -> int:
    """[Twos] Any other seat without a skip pending; by ruling none that has just lost a turn."""
    n = 0
    for other in range(state.players):
        if n < limit and other != state.seat and not state.skip[other]:
            if cards.skip_whom == NOT_TWICE and state.missed[other]:
                continue
            moves[n] = move_of(SKIP_MOVE, other, 0)
            n += 1
    if n < limit and (n == 0 or cards.skip_duty == MAY_SKIP):
        moves[n] = move_of(SPARE, 0, 0)
        n += 1
    return n


@jit_lean
def list_moves(cards: Any, state: Any, moves: Any, limit: int) -> int:
    """Write at most `limit` legal moves of the decision that is due; returns how many, 0 after the end."""
    phase, n = state.phase, 0
    if phase == ACT:
        n = list_actions(cards, state, moves, limit)
    elif phase == TABLE:
        n = list_hand(cards, state, TABLE_MOVE, EMPTY, moves, limit)
    elif phase == OFFER:
        n = list_offers(cards, state, moves, limit)
    elif phase == PICK:
        n = list_picks(state, moves, limit)
    elif phase == DEMAND:
        n = list_demands(cards, state, moves, limit)
    elif phase == FIST:
        for fist in range(min(FISTS, limit)):
            moves[n] = move_of(FIST_MOVE, fist, 0)
            n += 1
    elif phase == LAY:
        n = list_pillars(cards, state, moves, limit)
    elif phase == DISCARD:
        n = list_hand(cards, state, DISCARD_MOVE, EMPTY, moves, limit)
        if n == 0:
            moves[0] = move_of(NO_CARD, 0, 0)
            n = 1
    elif phase == SKIP:
        n = list_skips(cards, state, moves, limit)
    elif phase == DEAL:
        moves[0] = move_of(BEGIN, 0, 0)
        n = 1
    return n
