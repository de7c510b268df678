"""The player that has learned a game by playing: what it sees of a decision, and how it chooses.

In: a state that hides what the seat cannot know, legal moves, a net, and known odds. Out: the index
of a move, drawn by the odds of each. Knows no game, and needs neither `value` nor `advise`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from rules_check.engine.kernel import below, jit_lean, mix
from rules_check.engine.nets import BOTH, HIDDEN, Layout, layout_of, rate_moves
from rules_check.engine.senses import (
    AHEAD,
    GAINS,
    ROOM,
    Senses,
    Signs,
    count_all,
    read_numbers,
    show,
    show_changes,
    show_move,
    show_state,
)
from rules_check.engine.verbs import Reals, RealTable, Wholes


class Known(NamedTuple):
    """The odds by what a seat sees and may do, for a game with few such situations; empty for
    players that use only a net.
    """

    keys: Wholes
    """Hashes of situations, each at the first free slot from its own; 0 in empty slots. Their
    number is a power of two.
    """
    starts: Wholes
    """The start of each key's odds in `odds`."""
    odds: Reals


def nothing_known() -> Known:
    """Return an empty table, for players that use only a net."""
    return Known(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0))


class Thought(NamedTuple):
    """What all learned players think with, and the memory for it."""

    senses: Senses
    layout: Layout
    nets: RealTable
    """One row per net, for situations without known odds."""
    known: Known
    signs: Signs
    starts: Wholes
    """The start of each move in `signs`."""
    odds: Reals
    hidden: Reals
    """The hidden numbers of the state, and of each move."""
    owns: RealTable
    before: Wholes
    """The number of each reading before a move, and after it."""
    after: Wholes
    scores: Wholes
    """The scores of all seats before a move, and after it."""
    counts: Wholes
    """The counts of all tallies."""


def thought_of(
    senses: Senses, nets: Any, moves: int, players: int, known: Known | None = None
) -> Thought:
    """Allocate the memory in which nets (float64, one row each) think, for games with up to a
    number of moves.
    """
    readings, room = len(senses.readings), most_signs(senses, moves)
    return Thought(
        senses,
        layout_of(int(senses.sizes[0]), int(senses.sizes[1])),
        nets,
        known or nothing_known(),
        Signs(np.zeros(room, np.int64), np.zeros(room)),
        np.zeros(moves, np.int64),
        np.zeros(moves),
        np.zeros(BOTH),
        np.zeros((moves, HIDDEN)),
        np.zeros(readings, np.int64),
        np.zeros(readings, np.int64),
        np.zeros(2 * players, np.int64),
        np.zeros(int(senses.sizes[4]), np.int64),
    )


def most_signs(senses: Senses, moves: int) -> int:
    """Return the largest number of signs that a state and its moves can have."""
    fields = int(np.diff(senses.things_at).max(initial=0))
    rows = senses.readings
    cards = int(sum(3 + (1 + 2 * fields) * int(row[ROOM]) for row in rows)) + 1
    a_move = 1 + 2 * (3 + fields) + (len(rows) + AHEAD if senses.sizes[3] else 0)
    a_move += 3 * len(senses.links)
    return cards + moves * a_move


@jit_lean
def see(
    verbs: Any, cards: Any, thought: Any, seat: int, count: int, moves: Any, batch: Any, raw: Any
) -> Any:
    """Write the signs of the first state, which hides what a seat cannot know, and of its moves.
    Return their number.

    If the senses look ahead, each move is tried with the same guess at what is hidden.
    """
    senses, signs, players = thought.senses, thought.signs, batch[0].players
    read_numbers(senses, raw[0], seat, players, thought.before)
    n = show_state(senses, signs, 0, raw[0], thought.before, seat, players)
    count_all(senses, raw[0], thought.before, seat, players, thought.counts)
    is_ahead, base = senses.sizes[3] != 0, senses.sizes[2] + senses.readings.shape[0]
    if is_ahead:
        verbs.scores(cards, batch[0], thought.scores)
        lead = lead_by(thought.scores, seat, players)
    for i in range(count):
        thought.starts[i] = n
        n = show_move(senses, signs, n, moves[i], seat, players, thought.counts)
        if is_ahead:
            batch[2] = batch[0]
            verbs.apply(cards, batch[2], moves[i])
            read_numbers(senses, raw[2], seat, players, thought.after)
            n = show_changes(senses, signs, n, thought.before, thought.after)
            due = verbs.current_player(cards, batch[2])
            if due < 0:
                n = show(signs, n, base + 1, 1.0)
            elif due == seat:
                n = show(signs, n, base, 1.0)
            verbs.scores(cards, batch[2], thought.scores[players:])
            gain = lead_by(thought.scores[players:], seat, players) - lead
            if gain != 0.0:
                n = show(signs, n, base + 2, 1.0 if gain > 0.0 else -1.0)
                for step in range(GAINS):
                    most = 4.0 ** (step + 1)
                    n = show(signs, n, base + 3 + step, max(-1.0, min(1.0, gain / most)))
    return n


@jit_lean
def lead_by(scores: Any, seat: int, players: int) -> Any:
    """Return how far a seat is ahead of the best of the others, or of zero."""
    best, is_any = 0, False
    for other in range(players):
        if other != seat and (not is_any or scores[other] > best):
            best, is_any = scores[other], True
    return float(scores[seat] - best)


@jit_lean
def draw_move(odds: Any, rng: Any, stream: int) -> Any:
    """Draw a move by its odds, using a random stream."""
    left = below(rng, stream, 1 << 32) / (1 << 32)
    for i in range(odds.size - 1):
        left -= odds[i]
        if left < 0.0:
            return i
    return odds.size - 1


@jit_lean
def key_of(signs: Signs, end: int, moves: Any, count: int) -> Any:
    """Hash the signs of a state, up to `end`, and the legal moves; never 0."""
    key = np.uint64(count)
    for k in range(end):
        key = mix(key ^ np.uint64(signs.places[k]))
        key = mix(key ^ np.uint64(np.int64(signs.numbers[k] * 1048576.0)))
    for i in range(count):
        key = mix(key ^ np.uint64(moves[i]))
    return np.int64(key >> np.uint64(2)) + 1


@jit_lean
def slot_of(keys: Any, key: int) -> Any:
    """Find the slot of a key, or the free one where it belongs."""
    last = keys.size - 1
    at = key & last
    while keys[at] != 0 and keys[at] != key:
        at = (at + 1) & last
    return at


@jit_lean
def rate(thought: Any, net: int, moves: Any, count: int, n: int, odds: Any) -> Any:
    """Write the odds of each move, from the table or else from a net, and return the seat's
    expected result. Its n signs are already written.
    """
    known = thought.known
    if known.keys.size > 0:
        at = slot_of(known.keys, key_of(thought.signs, thought.starts[0], moves, count))
        if known.keys[at] != 0:
            for i in range(count):
                odds[i] = known.odds[known.starts[at] + i]
            return 0.0
    return rate_moves(
        thought.layout,
        thought.nets[net],
        thought.signs,
        0,
        thought.starts[:count],
        n,
        odds,
        thought.hidden,
        thought.owns,
    )


@jit_lean
def choose_by_net(
    verbs: Any, cards: Any, state: Any, seat: int, count: int, net: int, thought: Any, scratch: Any
) -> Any:
    """Choose a move by the odds of a net, with the seat's own luck. The first state hides what the
    seat cannot know.
    """
    if thought is None:  # there is no learned player, and numba drops the code that follows
        return 0
    n = see(verbs, cards, thought, seat, count, scratch.moves, scratch.batch, scratch.raw)
    odds = thought.odds[:count]
    rate(thought, net, scratch.moves, count, n, odds)
    return draw_move(odds, state.rng, 1 + seat)
