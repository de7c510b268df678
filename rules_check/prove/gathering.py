"""Games to learn from, compiled: a net plays some or all seats, and what it saw, chose and achieved
is recorded.

In: rules, players, a net. Out: a `Memory` of whole games. Knows no game, and nothing about the
method of learning.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from rules_check.engine.arrays import local_empty
from rules_check.engine.deciding import decide
from rules_check.engine.game import MOST_PLAYERS, Rules
from rules_check.engine.generic import jit_over_verbs
from rules_check.engine.kernel import draw_seed, jit_lean
from rules_check.engine.learned import Thought, draw_move, rate, see
from rules_check.engine.minds import ROOM, Deciding, Minds, Scratch, mind_of
from rules_check.engine.playing import Counting, Games, take_styles
from rules_check.engine.senses import Signs, number_of
from rules_check.engine.translating import WIDELY
from rules_check.engine.verbs import Cards, Reals, RealTable, Wholes

DECISIONS, MOVES, SIGNS, GAMES, WORK, LONGEST = range(6)
"""The entries of `Memory.done`."""
WINS, POINTS, TOGETHER = range(3)
"""What players play for: places, how many points they are ahead, or what a team achieves: that it
does not lose, and the mean of its scores.
"""
ALL = -1
"""The value of `learner` if every seat learns."""
DECISIONS_A_BATCH, ANSWERS_A_BATCH = 512, 2048
"""The decisions from which those who all learn go on, before they meet what the others have learned;
and those of a player that answers players who do not learn, and gains by being less misled by luck.
"""
ROOM_FOR = {"decisions": 1 << 16, "moves": 1 << 20, "signs": 1 << 24, "games": 1 << 14}
"""Room in a memory."""
ENDLESS = 0.1
"""How much worse a game without an end is than one that is lost, as a part of a win: so that who is
behind gains nothing by holding out.
"""
FAR = 0.95
"""The share of a surprise that counts for the previous decision, and again for each decision before
that.
"""


class Memory(NamedTuple):
    """Played games to learn from, with an entry per decision, per move of a decision, or
    per sign.
    """

    seats: Wholes
    chosen: Wholes
    firsts: Wholes
    """The start of each decision in `signs`; those of its moves are in `starts`, from `moves` on.
    """
    moves: Wholes
    sizes: Wholes
    """The number of moves of each decision."""
    ends: Wholes
    """The end of each decision in `signs`."""
    starts: Wholes
    odds: Reals
    """The odds with which the chosen move was chosen."""
    held: Reals
    """The logarithm of the odds that the mean of the last nets gives to each move."""
    expected: Reals
    gains: Reals
    """How much better the result was than expected."""
    signs: Signs
    lows: Wholes
    """The minimum and the maximum of each reading, in a survey."""
    highs: Wholes
    rewards: RealTable
    """A row per game, with an entry per seat."""
    done: Wholes
    """The numbers of decisions, moves, signs and games, the amount of work, and the decisions of the
    longest game.
    """


class Asked(NamedTuple):
    """The settings for gathering."""

    learner: int
    """In game number n, the seat n + `learner` learns; with ALL, all do."""
    aim: int
    is_survey: int
    """Whether moves are chosen at random, and only the ranges of readings are recorded."""
    decisions: int
    """The number of decisions that is enough."""
    most: int
    """The number of decisions after which a game is broken off."""
    usual: Reals
    """The mean of a reward in random play, and its standard deviation."""
    lost: Wholes
    """The ends with which a team loses."""
    void: Wholes
    """The ends that make no winner; nor does a game that is broken off."""
    worth: Reals
    """How many points a team may give for a win, as one entry."""


def _gather(
    deciding: Deciding,
    counting: Counting,
    cards: Cards,
    games: Games,
    minds: Minds,
    thought: Thought,
    asked: Asked,
    memory: Memory,
    scratch: Scratch,
) -> int:
    """Play games into a memory until there are enough decisions, or no room is left. Return the
    number of games played.
    """
    players, done = games.players, memory.done
    state, moves, batch, raw = scratch.batch[ROOM], scratch.moves, scratch.batch, scratch.raw
    nobody_blind = moves[:0]
    done[:] = 0
    for game in range(games.size):
        number, before = games.first + game, done[DECISIONS]
        counting.new_game(cards, state, players, games.seed, number)
        take_styles(deciding, cards, minds, game)
        due, steps = deciding.current_player(cards, state), 0
        while due >= 0 and steps < asked.most:
            steps += 1
            if asked.learner != ALL and (number + asked.learner) % players != due:
                mind = mind_of(minds, due, players)
                move = decide(deciding, cards, state, mind, nobody_blind, scratch)
                take_styles(deciding, cards, minds, game)
            else:
                count = deciding.legal_moves(cards, state, moves)
                batch[0] = state
                deciding.hide(cards, batch[0], due, draw_seed(state.rng, 1 + due))
                odds = thought.odds[:count]
                if asked.is_survey:
                    note_ranges(thought.senses, raw[0], due, players, memory)
                    odds[:] = 1.0 / count
                    chosen = draw_move(odds, state.rng, 1 + due)
                else:
                    n = see(deciding, cards, thought, due, count, moves, batch, raw)
                    if not has_room(memory, count, n):
                        done[DECISIONS] = before
                        return game
                    value = rate(thought, 0, moves, count, n, odds)
                    chosen = draw_move(odds, state.rng, 1 + due)
                    note_decision(memory, thought, due, count, n, chosen, value)
                move = moves[chosen]
            deciding.apply(cards, state, move)
            due = deciding.current_player(cards, state)
        done[LONGEST] = max(done[LONGEST], steps)
        reward_seats(counting, cards, state, asked, memory.rewards[game], moves)
        note_gains(memory, before, memory.rewards[game])
        done[GAMES] = game + 1
        if done[DECISIONS] >= asked.decisions:
            return game + 1
    return games.size


@jit_lean
def has_room(memory: Any, moves: int, signs: int) -> Any:
    """Return whether one more decision can be recorded."""
    done = memory.done
    is_short = done[DECISIONS] + 1 < memory.seats.size and done[MOVES] + moves < memory.starts.size
    return is_short and done[SIGNS] + signs < memory.signs.places.size


@jit_lean
def note_ranges(senses: Any, words: Any, seat: int, players: int, memory: Any) -> None:
    """Widen the range of each reading to include its current value."""
    for r in range(senses.readings.shape[0]):
        number = number_of(senses.readings[r], words, seat, players)
        memory.lows[r] = min(memory.lows[r], number)
        memory.highs[r] = max(memory.highs[r], number)


@jit_lean
def note_decision(
    memory: Any, thought: Any, seat: int, count: int, n: int, chosen: int, value: float
) -> None:
    """Record a decision, with the signs on which it was based."""
    done, signs = memory.done, thought.signs
    at, moves_at, signs_at = done[DECISIONS], done[MOVES], done[SIGNS]
    memory.seats[at], memory.chosen[at], memory.sizes[at] = seat, chosen, count
    memory.firsts[at], memory.moves[at], memory.ends[at] = signs_at, moves_at, signs_at + n
    memory.odds[at], memory.expected[at] = thought.odds[chosen], value
    for i in range(count):
        memory.starts[moves_at + i] = signs_at + thought.starts[i]
    for k in range(n):
        memory.signs.places[signs_at + k] = signs.places[k]
        memory.signs.numbers[signs_at + k] = signs.numbers[k]
    done[DECISIONS], done[MOVES], done[SIGNS] = at + 1, moves_at + count, signs_at + n
    # the net has two halves for signs of the state
    done[WORK] += 20 + 2 * count + n + thought.starts[0]


@jit_lean
def reward_seats(counting: Any, cards: Any, state: Any, asked: Any, out: Any, room: Any) -> None:
    """Write each seat's reward for a game, which is over or broken off: its win beyond its share, the
    points by which it is ahead of the others' mean, or for all seats what the team achieves.
    """
    players = out.size
    if asked.aim == TOGETHER:
        counting.scores(cards, state, room[:players])
        achieved = 0.0 if state.end == 0 else asked.worth[0]
        for end in asked.lost:
            if state.end == end:
                achieved = 0.0
        for seat in range(players):
            achieved += room[seat] / players
        out[:] = achieved
    elif asked.aim == WINS:
        counting.places(cards, state, room[:players])
        firsts, is_void = 0, state.end == 0
        for end in asked.void:
            is_void = is_void or state.end == end
        for seat in range(players):
            firsts += room[seat] == 1
        win = -ENDLESS if is_void else 1.0 / firsts
        loss = -ENDLESS if is_void else 0.0
        for seat in range(players):
            out[seat] = (win if room[seat] == 1 else loss) - 1.0 / players
    else:
        counting.scores(cards, state, room[:players])
        total = 0.0
        for seat in range(players):
            total += room[seat]
        for seat in range(players):
            out[seat] = room[seat] - ((total - room[seat]) / (players - 1) if players > 1 else 0.0)
    for seat in range(players):
        out[seat] = (out[seat] - asked.usual[0]) / asked.usual[1]


@jit_lean
def note_gains(memory: Any, first: int, rewards: Any) -> None:
    """Compute, from the end of a game back, how much better each decision of a seat turned out than
    expected.
    """
    ahead, carried = local_empty(MOST_PLAYERS, np.float64), local_empty(MOST_PLAYERS, np.float64)
    for seat in range(rewards.size):
        ahead[seat], carried[seat] = rewards[seat], 0.0
    for at in range(memory.done[DECISIONS] - 1, first - 1, -1):
        seat = memory.seats[at]
        carried[seat] = ahead[seat] - memory.expected[at] + FAR * carried[seat]
        ahead[seat] = memory.expected[at]
        memory.gains[at] = carried[seat]


def new_memory(readings: int, players: int, moves: int) -> Memory:
    """Make an empty memory."""
    decisions, room, signs = ROOM_FOR["decisions"], max(moves, ROOM_FOR["moves"]), ROOM_FOR["signs"]
    wholes, reals = np.zeros((6, decisions), np.int64), np.zeros((3, decisions))
    kept = Signs(np.zeros(signs, np.int64), np.zeros(signs))
    extremes = [
        np.full(readings, limit) for limit in (np.iinfo(np.int64).max, np.iinfo(np.int64).min)
    ]
    rewards, done = np.zeros((ROOM_FOR["games"], players)), np.zeros(6, np.int64)
    return Memory._make(
        [
            *wholes,
            np.zeros(room, np.int64),
            reals[0],
            np.zeros(room),
            *reals[1:],
            kept,
            *extremes,
            rewards,
            done,
        ]
    )


@cache
def gatherer(rules: Rules, has_learned: bool) -> Any:
    return jit_over_verbs(
        _gather, rules.cards_dtype, rules.state_dtype, with_optional=has_learned, level=WIDELY
    )
