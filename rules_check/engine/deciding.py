"""Decisions, compiled: random, greedy, by search, by a game's expert, by learning; with cards that
a seat is blind to.

In: a state and a player in numbers. Out: a legal move. Knows no game, and sees a state only through
`hide`: the seat's own stream provides the seed, so a choice depends on what the seat can know and
on its own luck, and on nothing else.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from rules_check.engine.game import Rules
from rules_check.engine.generic import jit_over_verbs
from rules_check.engine.kernel import below, draw_seed, jit_lean, jit_within
from rules_check.engine.learned import choose_by_net
from rules_check.engine.minds import Deciding, Mind, Scratch
from rules_check.engine.players import EXPERT, FREE, GREEDY, LEARNED, ONLY, RANDOM, SEARCH
from rules_check.engine.searching import checked_index, choose_by_search
from rules_check.engine.verbs import Cards, State, Wholes

SAMPLES = 4
FIRST, LAST, STEP, STEPS = range(4)
"""Columns of restrictions and shifts: the first and the last move, the difference that one more
makes to a move's number, and how many more.
"""


@jit_lean
def strike_out(moves: Any, count: int, limit: int, ranges: Any) -> int:
    """Move to the front the moves that a restriction allows; all if it allows none. `ranges`:
    int64, rows of first and last.
    """
    kept = 0
    for i in range(count):
        is_named = False
        for r in range(ranges.shape[0]):
            is_named = is_named or ranges[r, FIRST] <= moves[i] <= ranges[r, LAST]
        if is_named == (limit == ONLY):
            moves[kept], moves[i] = moves[i], moves[kept]
            kept += 1
    return kept if kept > 0 else count


@jit_lean
def strike_blanks(
    card_of: Any, cards: Any, state: Any, moves: Any, count: int, is_blank: Any
) -> int:
    """Move to the front the moves that use no marked card; return their number, which may be 0."""
    kept = 0
    for i in range(count):
        n, is_used = 0, False
        while not is_used:
            card = card_of(cards, state, moves[i], n)
            if card < 0:
                break
            is_used = is_blank[card] != 0
            n += 1
        if not is_used:
            moves[kept], moves[i] = moves[i], moves[kept]
            kept += 1
    return kept


@jit_lean
def choose_greedily(
    verbs: Deciding, cards: Any, state: Any, seat: int, count: int, scratch: Scratch
) -> Any:
    """Find the move after which the seat's position is worth most; the seat's luck breaks ties."""
    moves, batch, worth = scratch.moves, scratch.batch, scratch.ratings[:count]
    worth[:] = 0.0
    for _ in range(SAMPLES):
        batch[1] = batch[0]
        verbs.hide(cards, batch[1], seat, draw_seed(state.rng, 1 + seat))
        for i in range(count):
            batch[2] = batch[1]
            verbs.apply(cards, batch[2], moves[i])
            if verbs.is_advised == 0:
                let_others_choose(verbs, cards, batch[2], seat, scratch.room)
            worth[i] += verbs.value(cards, batch[2], seat)
    best, equals = 0, 0
    for i in range(count):
        if worth[i] > worth[best]:
            best, equals = i, 1
        elif worth[i] == worth[best]:
            equals += 1
            if below(state.rng, 1 + seat, equals) == 0:
                best = i
    return best


@jit_lean
def let_others_choose(verbs: Deciding, cards: Any, state: Any, seat: int, room: Any) -> None:
    """Let the seats that decide at the same time as a seat, but are asked after it, make random
    moves.

    Otherwise only the last of them would see the result of its move, and the others would seem to
    play worse because of their seats.
    """
    rounds, first = state.rounds, verbs.at_once(cards, state) - 1
    turn = last = (seat - first) % state.players
    while state.rounds == rounds and verbs.at_once(cards, state):
        due = verbs.current_player(cards, state)
        next_turn = (due - first) % state.players
        if due < 0 or next_turn <= turn or next_turn < last:
            break
        count = verbs.legal_moves(cards, state, room)
        verbs.apply(cards, state, room[verbs.advise(cards, state, room, count)])
        last = next_turn


@jit_lean
def _shifted(chosen: int, moves: Any, count: int, shifts: Any) -> Any:
    """Return the index of the chosen move, after changing its amount if a shift names it, by as
    many steps of the shift as are legal.
    """
    move = moves[chosen]
    for row in range(shifts.shape[0]):
        if shifts[row, FIRST] <= move <= shifts[row, LAST]:
            steps = abs(shifts[row, STEPS])
            for step in range(steps, 0, -1):
                signed = step if shifts[row, STEPS] > 0 else -step
                other = move + signed * shifts[row, STEP]
                for i in range(count):
                    if moves[i] == other:
                        return other
    return move


def _decide(
    verbs: Deciding, cards: Cards, state: State, mind: Mind, is_blank: Wholes, scratch: Scratch
) -> Any:
    """Choose a move for the deciding seat; draws from that seat's stream.

    `is_blank` marks the cards that the seat is blind to: it neither sees nor uses them, unless it
    has no alternative; an empty array marks none.
    """
    moves, batch = scratch.moves, scratch.batch
    seat = verbs.current_player(cards, state)
    count = verbs.legal_moves(cards, state, moves)
    if mind.limit != FREE:
        count = strike_out(moves, count, mind.limit, mind.ranges)
    is_blind = False
    if is_blank.size > 0:
        left = strike_blanks(verbs.card_of, cards, state, moves, count, is_blank)
        is_blind = left > 0
        count = left if is_blind else count
    if count == 1:
        return moves[0]
    if mind.kind == RANDOM:
        return _shifted(below(state.rng, 1 + seat, count), moves, count, mind.shifts)
    # advice uses nothing that the seat cannot know, so nothing has to be hidden
    if mind.kind == EXPERT and not is_blind:
        return _shifted(
            checked_index(verbs.advise(cards, state, moves, count), count),
            moves,
            count,
            mind.shifts,
        )
    batch[0] = state
    if mind.kind != EXPERT:
        verbs.hide(cards, batch[0], seat, draw_seed(state.rng, 1 + seat))
    if is_blind:
        verbs.blank(cards, batch[0], seat, is_blank)
    if mind.kind == GREEDY:
        return _shifted(
            choose_greedily(verbs, cards, state, seat, count, scratch), moves, count, mind.shifts
        )
    if mind.kind == SEARCH:
        return _shifted(
            choose_by_search(verbs, cards, state, seat, count, mind, scratch),
            moves,
            count,
            mind.shifts,
        )
    if mind.kind == LEARNED:
        chosen = choose_by_net(verbs, cards, state, seat, count, mind.net, mind.thought, scratch)
        return _shifted(chosen, moves, count, mind.shifts)
    move = _shifted(
        checked_index(verbs.advise(cards, batch[0], moves, count), count), moves, count, mind.shifts
    )
    state.rng[1 + seat] = batch[0].rng[1 + seat]
    return move


decide = jit_within(_decide)


@cache
def decider(rules: Rules, has_learned: bool = False) -> Any:
    return jit_over_verbs(_decide, rules.cards_dtype, rules.state_dtype, with_optional=has_learned)
