"""Empire's course: what a move does, and what then happens by itself until the next decision is due."""

from __future__ import annotations

from typing import Any

from rules_check.engine.kernel import jit_lean, seed_streams, shuffle
from rules_check.games.empire.data import (
    ACT,
    ANY_RANK,
    BATTLE_MOVE,
    BATTLES,
    BEGIN,
    BONUS_BATTLES,
    BONUS_STEALS,
    BONUS_TRADES,
    BOUND,
    BUILT,
    COUNT_PILLARS,
    DEAL,
    DEMAND,
    DEMAND_MOVE,
    DISCARD,
    DISCARD_MOVE,
    EMPTY,
    FIST,
    FIST_MOVE,
    FOR_OVERLORD,
    HOLD,
    IN_TURN,
    JOKER_PILLARS,
    LAY,
    LAY_MOVE,
    LOST,
    MAX_MATCH,
    MAX_ROUNDS,
    MOST_TIES,
    NEXT_TURN,
    NO_CARD,
    NO_DISCARD,
    NO_STALL,
    OFFER,
    OFFER_MOVE,
    OVER,
    OVERLORD,
    PICK,
    PICK_MOVE,
    PILLARS,
    RAN_OUT,
    RANKS,
    REST,
    RESTS,
    SAME_EMPIRE,
    SIXES,
    SKIP,
    SKIP_MOVE,
    SKIPPED,
    SKIPS,
    STALLED,
    STEAL_MOVE,
    STEALS,
    STILL_ROUNDS,
    TABLE,
    TABLE_MOVE,
    TIES,
    TRADE_MOVE,
    TRADES,
    VAIN,
    WILD_PILLARS,
    WINS,
    WON,
)
from rules_check.games.empire.moves import list_moves
from rules_check.games.empire.table import draw, gain, lose, show_card, show_none


# ----------------------------------------------------------------------------------------------------------------- setup
@jit_lean
def clear(state: Any) -> None:
    """Blank every field of a game that is not set anew; what a match keeps stays."""
    state.empire[:] = EMPTY
    state.ranks[:] = 0
    state.laid[:] = 0
    state.pillar[:] = EMPTY
    state.buried[:] = 0
    state.skip[:] = 0
    state.missed[:] = 0
    state.hand[:] = 0
    state.hand_size[:] = 0
    state.known[:] = 0
    state.most[:] = 99
    state.pile[:] = 0
    state.pile_size[:] = 0
    state.deck[:] = 0
    clear_turn(state)


@jit_lean
def clear_turn(state: Any) -> None:
    state.is_bonus = state.has_bonus = state.laid_now = state.is_settled = 0
    clear_action(state)


@jit_lean
def clear_action(state: Any) -> None:
    state.tabled[:] = EMPTY
    state.target = state.demand = state.fist = EMPTY
    state.ties = 0


@jit_lean
def set_up(cards: Any, state: Any, players: int, seed: int, number: int) -> None:
    """[Setup] Everything as it lies before the first decision, once what happens by itself has been done."""
    state.players, state.number = players, number
    state.rounds = state.end = 0
    state.scratch[:] = 0
    state.overlord[:] = 0
    state.scored[:] = 0
    state.tally[:] = 0
    state.pure[:] = 0
    state.used[:] = 0
    seed_streams(state.rng, seed, number)
    deal(cards, state, 0)


@jit_lean
def deal(cards: Any, state: Any, first: int) -> None:
    """[Setup] Shuffle the packs, deal the hands, and let `first` begin."""
    clear(state)
    size = 0
    for type_ in range(cards.types):
        for _ in range(cards.type_copies[type_] * cards.packs[state.players]):
            state.deck[size] = type_
            size += 1
    shuffle(state.rng, 0, state.deck, size)
    for k in range(state.players):
        seat = (first + k) % state.players
        for _ in range(cards.hand_cards):
            size -= 1
            state.hand[seat, state.deck[size]] += 1
        state.hand_size[seat] = cards.hand_cards
    state.deck_size = size
    state.first = first
    state.rounds += 1
    state.opening = state.stirred = state.rounds
    start_turn(cards, state, first)


# ----------------------------------------------------------------------------------------------------------------- turns
@jit_lean
def next_turn(cards: Any, state: Any) -> None:
    """Pass the turn on clockwise; whoever has a skip pending loses it."""
    seat = state.turn
    while True:
        seat = seat + 1 if seat + 1 < state.players else 0
        if seat == state.first:
            if state.rounds - state.opening + 1 == MAX_ROUNDS:
                finish(state, BOUND)
                return
            if state.rounds - state.stirred >= STILL_ROUNDS and cards.stall != NO_STALL:
                close_game(cards, state, STALLED, EMPTY)
                return
            state.rounds += 1
        if not state.skip[seat]:
            break
        state.skip[seat] = 0
        state.missed[seat] = 1
    state.missed[seat] = 0
    start_turn(cards, state, seat)


@jit_lean
def start_turn(cards: Any, state: Any, seat: int) -> None:
    """[Your turn] Draw; then comes the action, or in the opening round the discard."""
    state.turn = state.seat = seat
    clear_turn(state)
    if not draw(cards, state, seat) and cards.pile_runs_out == COUNT_PILLARS:
        close_game(cards, state, RAN_OUT, EMPTY)
    elif state.rounds == state.opening:
        state.phase = DISCARD
    else:
        state.phase = ACT


@jit_lean
def end_action(cards: Any, state: Any) -> None:
    """After an action: the bonus action where it is still due, then pillars."""
    clear_action(state)
    state.seat = state.turn
    state.is_bonus = 0
    if not start_bonus(cards, state):
        state.phase = LAY


@jit_lean
def start_bonus(cards: Any, state: Any) -> bool:
    """Begin the bonus action of a seat with enough pillars, once a turn; False where there is none to be had."""
    if state.has_bonus or state.laid[state.turn] < cards.bonus_from:
        return False
    state.has_bonus = state.is_bonus = 1
    state.phase = ACT
    return True


# --------------------------------------------------------------------------------------------------------------- actions
@jit_lean
def steal(cards: Any, state: Any, other: int) -> None:
    """[Steal] Take the top of another's discards."""
    state.pile_size[other] -= 1
    gain(cards, state, state.turn, state.pile[other, state.pile_size[other]], 1)
    state.tally[BONUS_STEALS if state.is_bonus else STEALS] += 1
    end_action(cards, state)


@jit_lean
def next_offer(cards: Any, state: Any) -> None:
    """[Trade] Ask the next seat clockwise for its card; after the last all lie open."""
    while True:
        state.seat = state.seat + 1 if state.seat + 1 < state.players else 0
        if state.seat == state.turn:
            break
        if state.hand_size[state.seat] > 0:
            state.phase = OFFER
            return
    for other in range(state.players):
        if state.tabled[other] != EMPTY:
            show_offer(cards, state, other)
    state.phase = PICK


@jit_lean
def show_offer(cards: Any, state: Any, seat: int) -> None:
    """[Trade] Let all see what a seat tabled. Where it had to be of the trader's empire and is not, the seat has none of that."""
    tabled = state.tabled[seat]
    show_card(state, seat, tabled)
    wanted = cards.rank_empire[cards.type_rank[state.tabled[state.turn]]]
    if cards.trade_partner == SAME_EMPIRE and wanted != EMPTY and wanted != cards.rank_empire[cards.type_rank[tabled]]:
        for type_ in range(cards.types):
            if cards.rank_empire[cards.type_rank[type_]] == wanted:
                show_none(state, seat, type_)


@jit_lean
def swap(cards: Any, state: Any, other: int) -> None:
    """[Trade] The trader's card for that of another; all see both."""
    mine, theirs = state.tabled[state.turn], state.tabled[other]
    lose(state, state.turn, mine)
    lose(state, other, theirs)
    gain(cards, state, state.turn, theirs, 1)
    gain(cards, state, other, mine, 1)
    state.tally[BONUS_TRADES if state.is_bonus else TRADES] += 1
    end_action(cards, state)


@jit_lean
def demand(cards: Any, state: Any, type_: int) -> None:
    """[Battle] Name a card: whoever is asked says whether it is there, and if so it is fought for."""
    state.demand = type_
    state.tally[BONUS_BATTLES if state.is_bonus else BATTLES] += 1
    if state.hand[state.target, type_] == 0:
        show_none(state, state.target, type_)
        state.tally[VAIN] += 1
        end_action(cards, state)
    else:
        show_card(state, state.target, type_)
        state.phase = FIST


@jit_lean
def show_fist(cards: Any, state: Any, fist: int) -> None:
    """[Battle] Rock, paper, scissors: first who battles, then, without having seen it, who is asked. A tie is played again."""
    if state.seat == state.turn:
        state.fist, state.seat = fist, state.target
        return
    ahead = (state.fist - fist) % 3
    state.fist, state.seat = EMPTY, state.turn
    if ahead == 0:
        state.ties += 1
        state.tally[TIES] += 1
        if state.ties == MOST_TIES:
            end_action(cards, state)
    elif ahead == 1:
        state.tally[WON] += 1
        lose(state, state.target, state.demand)
        gain(cards, state, state.turn, state.demand, 1)
        end_action(cards, state)
    else:
        state.tally[LOST] += 1
        end_action(cards, state)


# ----------------------------------------------------------------------------------------------------- pillars, discards
@jit_lean
def lay(cards: Any, state: Any, rank: int, wild: int) -> None:
    """[Pillars] Lay a pillar. The first fixes the empire and brings cards."""
    seat = state.turn
    bury(cards, state, cards.joker, wild)
    natural = cards.pillar_size - wild
    for type_ in range(cards.types):
        if natural > 0 and cards.type_rank[type_] == rank:
            taken = min(natural, int(state.hand[seat, type_]))
            bury(cards, state, type_, taken)
            natural -= taken
    is_nameless = wild == cards.pillar_size and cards.joker_pillar == ANY_RANK
    if not is_nameless:
        state.ranks[seat] |= 1 << rank
    state.empire[seat] = cards.rank_empire[rank]
    if state.laid[seat] < PILLARS:
        state.pillar[seat, state.laid[seat]] = (RANKS if is_nameless else rank) * 8 + wild
    state.laid[seat] += 1
    state.laid_now += 1
    state.stirred = state.rounds
    state.pure[seat] += wild == 0
    state.tally[WILD_PILLARS] += wild > 0
    state.tally[JOKER_PILLARS] += wild == cards.pillar_size
    if state.laid[seat] == 1:
        state.tally[SIXES] += 1
        for _ in range(cards.first_pillar_cards):
            if not draw(cards, state, seat):
                if cards.pile_runs_out == COUNT_PILLARS:
                    close_game(cards, state, RAN_OUT, EMPTY)
                    return
                break
        if cards.six_cards == NEXT_TURN:
            state.is_settled = 1
    if state.laid[seat] >= cards.pillars_to_win and state.hand_size[seat] == 0 and cards.last_card == WINS:
        close_game(cards, state, BUILT + cards.bonus[state.empire[seat]], seat)


@jit_lean
def bury(cards: Any, state: Any, type_: int, count: int) -> None:
    """Lay cards of a type from the hand into a pillar."""
    for _ in range(count):
        lose(state, state.turn, type_)
        state.buried[type_] += 1
        state.used[type_] += 1


@jit_lean
def discard(cards: Any, state: Any, type_: int) -> None:
    """[End of turn] Discard a card. With all pillars laid that wins; a two skips, but not in the opening round."""
    seat = state.turn
    lose(state, seat, type_)
    state.pile[seat, state.pile_size[seat]] = type_
    state.pile_size[seat] += 1
    if state.laid[seat] >= cards.pillars_to_win:
        close_game(cards, state, BUILT + cards.bonus[state.empire[seat]], seat)
    elif cards.rank_power[cards.type_rank[type_]] == SKIPS and state.rounds > state.opening:
        state.phase = SKIP
    else:
        next_turn(cards, state)


@jit_lean
def skip(cards: Any, state: Any, other: int) -> None:
    """[Twos] Let a seat lose its next turn."""
    state.skip[other] = 1
    state.tally[SKIPPED] += 1
    state.used[state.pile[state.turn, state.pile_size[state.turn] - 1]] += 1
    next_turn(cards, state)


# ------------------------------------------------------------------------------------------------------------------ ends
@jit_lean
def finish(state: Any, end: int) -> None:
    clear_turn(state)
    state.end, state.phase, state.seat = end, OVER, EMPTY


@jit_lean
def leader(state: Any) -> int:
    """Find the seat with the most pillars, at least one; EMPTY where several share them."""
    best, most = EMPTY, 0
    for seat in range(state.players):
        if state.laid[seat] > most:
            best, most = seat, state.laid[seat]
        elif state.laid[seat] == most:
            best = EMPTY
    return int(best)


@jit_lean
def close_game(cards: Any, state: Any, end: int, winner: int) -> None:
    """End a game; a match goes on with a new deal until one seat has built every empire. The next game begins left of the last."""
    if cards.match != FOR_OVERLORD:
        finish(state, end)
        return
    if winner == EMPTY:
        winner = leader(state)
    if winner != EMPTY:
        state.overlord[winner] |= 1 << state.empire[winner]
    if winner != EMPTY and state.overlord[winner] == (1 << cards.empires) - 1:
        finish(state, OVERLORD)
    elif state.rounds >= MAX_MATCH:
        finish(state, BOUND)
    else:
        state.phase, state.seat = DEAL, state.turn


# ----------------------------------------------------------------------------------------------------------------- moves
@jit_lean
def perform(cards: Any, state: Any, move: int) -> None:
    """Make a legal move, and what follows from it up to the next decision or one that has one answer."""
    kind, a, b = move // 10000, move // 100 % 100, move % 100
    if kind == STEAL_MOVE:
        steal(cards, state, a)
    elif kind == TRADE_MOVE:
        state.phase = TABLE
    elif kind == BATTLE_MOVE:
        state.target, state.phase = a, DEMAND
    elif kind == REST:
        state.tally[RESTS] += not state.is_bonus
        end_action(cards, state)
    elif kind == TABLE_MOVE:
        state.tabled[state.turn] = a
        show_card(state, state.turn, a)
        next_offer(cards, state)
    elif kind == OFFER_MOVE:
        state.tabled[state.seat] = a
        if cards.trade_offers == IN_TURN:
            show_offer(cards, state, state.seat)
        next_offer(cards, state)
    elif kind == PICK_MOVE:
        swap(cards, state, a)
    elif kind == DEMAND_MOVE:
        demand(cards, state, a)
    elif kind == FIST_MOVE:
        show_fist(cards, state, a)
    elif kind == LAY_MOVE:
        lay(cards, state, a, b)
    elif kind == HOLD:
        if not start_bonus(cards, state):
            state.phase = DISCARD
    elif kind == DISCARD_MOVE:
        discard(cards, state, a)
    elif kind == SKIP_MOVE:
        skip(cards, state, a)
    elif kind == NO_CARD:
        state.tally[NO_DISCARD] += 1
        next_turn(cards, state)
    elif kind == BEGIN:
        for seat in range(state.players):
            state.scored[seat] += state.laid[seat]
        deal(cards, state, (state.first + 1) % state.players)
    else:
        next_turn(cards, state)


@jit_lean
def advance(cards: Any, state: Any) -> None:
    """Do what has one answer, until a decision is due or the game is over."""
    moves = state.scratch[:]
    while state.phase != OVER and list_moves(cards, state, moves, moves.size) == 1:
        perform(cards, state, moves[0])
    state.scratch[0] = state.scratch[1] = 0
