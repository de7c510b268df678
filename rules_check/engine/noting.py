"""Records of games while they are played, compiled: who leads, which moves are chosen, what cards
are used for and worth.

In: moves, places, scores. Out: sums that are exact and of fixed size, however many games there are.
Knows no game.
"""

from __future__ import annotations

import math
from typing import Any

from rules_check.engine.game import MOST_PLAYERS
from rules_check.engine.kernel import below, jit_lean, seed_streams

BLANKS_STREAM = 63
"""A random stream, of those that start from a game's seed and number, that no game uses."""
STREAMS = BLANKS_STREAM + 1
WIN = math.lcm(*range(1, MOST_PLAYERS + 1))
"""One won game, in parts: a number that can be divided by any number of seats."""
NUMBER, PART, NUMBER_SQUARED, PRODUCT, PART_SQUARED, GAMES, SUMS = range(7)
"""The columns of the sums made by `fold`, and their number."""
ALLOWED, CHOSEN, COUNTING = SUMS, SUMS + 1, SUMS + 2
"""Additional columns for a type of move: for the game being played, the decisions that allowed it
among others, and those that chose it; for the current decision, the number of its moves.
"""
FIRST, LAST, SORT = range(3)
"""Columns of the moves of each type: the first and the last number, and the type."""
NOTHING, CHOICES, CARDS = range(3)
"""What is recorded in games: nothing, which types of moves are chosen, or also who used which card.
"""
NOTED_EVERY = 8
"""One game in this many is examined for the types of moves chosen."""
MOST_LEADERS = 1024
"""The number of rounds for which the leader is recorded."""


@jit_lean
def draw_blanks(rng: Any, seed: int, number: int, per_mille: int, is_blank: Any) -> None:
    """Mark, for one game, each card for each seat with a probability; uses separate luck that no
    game draws from.
    """
    seed_streams(rng, seed, number)
    for i in range(is_blank.size):
        is_blank[i] = 1 if below(rng, BLANKS_STREAM, 1000) < per_mille else 0


@jit_lean
def note_worth(is_blank: Any, places: Any, players: int, worth: Any) -> None:
    """Add one game's wins to the table of each card: the seats blind to it and their wins, the
    seats that see it and their wins.
    """
    count, winners = worth.shape[0], 0
    for seat in range(players):
        winners += places[seat] == 1
    for seat in range(players):
        win = WIN // winners if places[seat] == 1 else 0
        for card in range(count):
            column = 0 if is_blank[seat * count + card] else 2
            worth[card, column] += 1
            worth[card, column + 1] += win


@jit_lean
def fold(sums: Any, row: int, number: int, part: int) -> None:
    """Add a game to the sums of a row: number, part, the squares and the product of both, games.
    They give the error of part / number.
    """
    if number > 0:
        sums[row, NUMBER] += number
        sums[row, PART] += part
        sums[row, NUMBER_SQUARED] += number * number
        sums[row, PRODUCT] += number * part
        sums[row, PART_SQUARED] += part * part
        sums[row, GAMES] += 1


@jit_lean
def fold_choices(chosen: Any) -> None:
    """Add one game's choices to the sums of each type of move."""
    for sort in range(chosen.shape[0]):
        fold(chosen, sort, chosen[sort, ALLOWED], chosen[sort, CHOSEN])
        chosen[sort, ALLOWED] = chosen[sort, CHOSEN] = 0


@jit_lean
def note_choice(moves: Any, count: int, move: int, sorts: Any, chosen: Any) -> None:
    """Count which types of moves a decision allowed, among others, and which it chose."""
    chosen[:, COUNTING] = 0
    row, taken = 0, -1
    for i in range(-1, count):
        legal = move if i < 0 else moves[i]
        if not sorts[row, FIRST] <= legal <= sorts[row, LAST]:
            row = 0
            while row < sorts.shape[0] - 1 and not sorts[row, FIRST] <= legal <= sorts[row, LAST]:
                row += 1
        if sorts[row, FIRST] <= legal <= sorts[row, LAST]:
            if i < 0:
                taken = sorts[row, SORT]
            else:
                chosen[sorts[row, SORT], COUNTING] += 1
    for sort in range(chosen.shape[0]):
        if 0 < chosen[sort, COUNTING] < count:
            chosen[sort, ALLOWED] += 1
            chosen[sort, CHOSEN] += sort == taken


@jit_lean
def note_cards(
    card_of: Any, cards: Any, state: Any, move: int, is_taken: Any, first: int, size: int
) -> None:
    """Mark the cards that a seat's move uses; the seat has `size` marks, from `first` on."""
    for n in range(size):
        card = card_of(cards, state, move, n)
        if card < 0:
            break
        is_taken[first + card] = 1


@jit_lean
def note_taken(is_taken: Any, places: Any, players: int, taken: Any) -> None:
    """Add one game's wins to the table of each card: the seats that used it, and their wins. Clears
    the marks.
    """
    count, winners = taken.shape[0], 0
    for seat in range(players):
        winners += places[seat] == 1
    for card in range(count):
        number, won = 0, 0
        for seat in range(players):
            if is_taken[seat * count + card]:
                number += 1
                won += WIN // winners if places[seat] == 1 else 0
        fold(taken, card, number, won)
    is_taken[:] = 0


@jit_lean
def find_leader(scores: Any, players: int) -> int:
    """Find the seat with the highest score; -1 if several share it, or in a solo game."""
    best, leader = scores[0], 0 if players > 1 else -1
    for seat in range(1, players):
        if scores[seat] > best:
            best, leader = scores[seat], seat
        elif scores[seat] == best:
            leader = -1
    return leader


@jit_lean
def note_leaders(
    scores: Any, cards: Any, state: Any, standing: Any, leaders: Any, rounds: int, row: Any
) -> int:
    """Record who leads at the beginning of each new round, for at most MOST_LEADERS; return the
    number of rounds recorded.

    `scores` is the verb, `standing` the memory for its result. `row`, of type ROW, has the last
    leader and how often the lead changed.
    """
    while rounds < state.rounds and rounds < MOST_LEADERS:
        scores(cards, state, standing)
        leader = find_leader(standing, state.players)
        leaders[rounds] = leader
        if leader >= 0:
            row.lead_changes += row.leader >= 0 and leader != row.leader
            row.leader = leader
        rounds += 1
    return rounds


@jit_lean
def count_first(places: Any) -> int:
    """Count the seats in first place."""
    count = 0
    for seat in range(places.size):
        count += places[seat] == 1
    return count
