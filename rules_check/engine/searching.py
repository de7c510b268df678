"""The player that searches: it tries moves on possible true states, and plays on to the end of a
round.

In: a state, legal moves, a budget of playouts. Out: the index of a move. Knows no game, and sees a
state only through `hide`. All seats play on by the game's `advise` (or at random if it has none);
the result of a move is how much more the position is then worth, by `value`, than the others' on
average. The budget is distributed by sequential halving: all moves are tried on the same states and
luck, the better half on as many again, until one is left (Karnin, Koren, Somekh, ICML 2013).
"""

from __future__ import annotations

import math
from typing import Any

from rules_check.engine.game import SHARES
from rules_check.engine.kernel import below, draw_seed, jit_lean
from rules_check.engine.minds import Deciding, Mind, Scratch

WIDENING, ROUNDS_AHEAD, MARGIN = 1.5, 1, 2.0
"""Parameters of a search: moves tried, as a multiple of the root of its budget; rounds looked ahead
beyond this one; standard errors required to depart from the advice.
"""


@jit_lean
def checked_index(index: int, count: int) -> int:
    """Return an index. Raises IndexError if it is out of range: advice that returns the move itself
    would read beyond the moves.
    """
    if index < 0 or index >= count:
        raise IndexError("`advise` did not return the index of one of the moves that it was given")
    return index


@jit_lean
def sort_by(numbers: Any, size: int, worth: Any) -> None:
    """Sort the first numbers by their worth, in descending order and stably."""
    for i in range(1, size):
        for j in range(i, 0, -1):
            if worth[numbers[j]] <= worth[numbers[j - 1]]:
                break
            numbers[j], numbers[j - 1] = numbers[j - 1], numbers[j]


@jit_lean
def play_on(verbs: Deciding, cards: Any, state: Any, last_round: int, room: Any) -> None:
    """Let every seat play by the game's advice up to the end of a round."""
    while state.rounds <= last_round:
        count = verbs.legal_moves(cards, state, room)
        if count == 0:
            break
        verbs.apply(cards, state, room[verbs.advise(cards, state, room, count)])


@jit_lean
def lead_of(value: Any, cards: Any, state: Any, seat: int) -> Any:
    """Return how much more a seat's position is worth than those of the others on average, or than
    zero if there are none.
    """
    lead = value(cards, state, seat)
    for other in range(state.players):
        if other != seat:
            lead -= value(cards, state, other) / (state.players - 1)
    return lead


@jit_lean
def choose_by_search(
    verbs: Deciding, cards: Any, state: Any, seat: int, count: int, mind: Mind, scratch: Scratch
) -> int:
    """Find the move that gives the seat the best position at the end of the next round, within its
    budget of playouts.

    The number of moves tried grows with the budget (progressive widening): the advised move first,
    then those with the best immediate positions. All of them are played out on each possible true
    state (determinization, by `hide`), so that luck is the same for all, and the worse half is
    dropped repeatedly (sequential halving). The search departs from the advice only for a move that
    did better by more than chance. How the others play is unknown, so they draw a new style for
    each state.
    """
    budget, moves, order, batch = mind.budget, scratch.moves, scratch.order, scratch.batch
    gained, squares = scratch.ratings[:count], scratch.ratings[moves.size : moves.size + count]
    batch[2] = batch[0]
    advised = checked_index(verbs.advise(cards, batch[2], moves, count), count)
    batch[1] = batch[0]
    verbs.hide(cards, batch[1], seat, draw_seed(state.rng, 1 + seat))
    for i in range(count):
        batch[2] = batch[1]
        verbs.apply(cards, batch[2], moves[i])
        order[i], gained[i] = i, lead_of(verbs.value, cards, batch[2], seat)
    gained[advised] = math.inf
    sort_by(order, count, gained)
    size = min(count, max(2, int(WIDENING * math.sqrt(budget))))
    halvings = 0
    last_round = state.rounds + ROUNDS_AHEAD
    gained[:] = squares[:] = 0.0
    while 1 << halvings < size:
        halvings += 1
    for _ in range(halvings):
        for _ in range(max(1, budget // (size * halvings))):
            batch[1] = batch[0]
            verbs.hide(cards, batch[1], seat, draw_seed(state.rng, 1 + seat))
            draw_styles(verbs, cards, batch[1], seat, mind.styles)
            usual = played_out(verbs, cards, seat, moves[advised], last_round, scratch)
            for n in range(size):
                if order[n] != advised:
                    gain = (
                        played_out(verbs, cards, seat, moves[order[n]], last_round, scratch) - usual
                    )
                    gained[order[n]] += gain
                    squares[order[n]] += gain * gain
        sort_by(order, size, gained)
        size = (size + 1) // 2
    best = order[0]
    return int(
        best if gained[best] > verbs.is_advised * MARGIN * math.sqrt(squares[best]) else advised
    )


@jit_lean
def played_out(
    verbs: Deciding, cards: Any, seat: int, move: int, last_round: int, scratch: Scratch
) -> Any:
    """Return how far a seat is ahead after a move in the second state and everything up to the end
    of a round.
    """
    state = scratch.batch[2]
    scratch.batch[2] = scratch.batch[1]
    verbs.apply(cards, state, move)
    play_on(verbs, cards, state, last_round, scratch.room)
    return lead_of(verbs.value, cards, state, seat)


@jit_lean
def draw_styles(verbs: Deciding, cards: Any, state: Any, seat: int, styles: Any) -> None:
    """Let every other seat play one of its styles, drawn from the first stream."""
    if styles.shape[0] > 0:
        for other in range(state.players):
            if other != seat:
                verbs.weigh(cards, other, styles[other * SHARES + below(state.rng, 0, SHARES)])
