"""Learning a small game by regrets: for a game in which seats see few different situations, odds
for each of them.

In: rules, a card set, a number of players, a budget. Out: a `Learned` that knows odds by situation,
or None if there are too many. Knows no game.

In each walk one seat tries all of its moves, with the same luck, while the others draw theirs by
their current odds. The amount by which each move did better than the mean is added to its regret,
and moves are chosen in proportion to it (Lanctot and others, Monte Carlo sampling for regret
minimization in extensive games, 2009: external sampling). The odds that are kept are the mean of
all walks, with greater weight on later ones (Brown and Sandholm, 2019). With two players they
approach an equilibrium of the game as it is seen. Against players who do not learn, the same walks
find the best answer.

A situation consists of the signs of `rules_check.engine.senses`: anything in the past that the
state does not record is not remembered here either.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from generator.data.budget import heed
from rules_check.engine.game import Rules, new_state
from rules_check.engine.generic import jit_over_verbs
from rules_check.engine.kept import Learned
from rules_check.engine.kernel import draw_seed, jit_lean
from rules_check.engine.learned import (
    Known,
    Thought,
    draw_move,
    key_of,
    rate,
    see,
    slot_of,
    thought_of,
)
from rules_check.engine.minds import ROOM, Deciding, Scratch, deciding_of, scratch_for
from rules_check.engine.nets import layout_of
from rules_check.engine.playing import Counting, counting_of
from rules_check.engine.verbs import Cards, Reals, RealTable, States, Table, Wholes
from rules_check.prove.gathering import Asked, reward_seats
from rules_check.prove.learning import Course, School, thinking

SLOTS = 1 << 19
MOST_SEEN = 150_000
"""The number of different situations that seats may see; beyond it a net learns the game better."""
MOST_ODDS = 1 << 21
DEEPEST = 48
"""The most decisions of one seat in a game."""
LARGEST = 20_000
"""The most decisions in one walk."""
WALKS = 256
"""The number of walks between two checks of the work done."""
TRIED = 0.05
"""The part of the work after which it is clear whether a game is small."""
STILL_NEW = 0.1
"""The largest part of the situations that may be new in the second half of that, if the game is to
count as small.
"""
KEYS, ODDS, WORK, IS_TOO_MUCH = range(4)
"""The entries of `Ledger.done`."""
WORK_OF_A_DECISION, LIGHTER = 40, 6
"""The work of a decision besides its signs, and how much lighter both are than for a net, so that
equal budgets take about equally long.
"""


class Ledger(NamedTuple):
    """Regrets by situation."""

    keys: Wholes
    starts: Wholes
    counts: Wholes
    """The number of moves of each key."""
    regrets: Reals
    sums: Reals
    """Sums of odds, over walks."""
    done: Wholes
    """The number of keys and of odds, the work done, and whether it is too much."""


class Path(NamedTuple):
    """The decisions of the walking seat, from the beginning of a game."""

    states: States
    moves: Table
    odds: RealTable
    values: RealTable
    at: Table
    """For each decision: the slot of its situation, the number of moves, and the move being tried.
    """


def _walk(
    deciding: Deciding,
    counting: Counting,
    cards: Cards,
    thought: Thought,
    asked: Asked,
    ledger: Ledger,
    path: Path,
    rewards: Reals,
    order: Wholes,
    scratch: Scratch,
) -> int:
    """Make walks through games. `order` holds the players, the seed, the first walk, the number of
    walks, and whether others stick to what they know. Return the number of walks made.
    """
    players, seed, first, size, is_answering = order[0], order[1], order[2], order[3], order[4]
    moves, batch, raw, done = scratch.moves, scratch.batch, scratch.raw, ledger.done
    for walk in range(first, first + size):
        walker, depth, decisions, value = walk % players, 0, 0, 0.0
        counting.new_game(cards, path.states[0], players, seed, walk // players)
        is_going = True
        while is_going:
            state = path.states[depth]
            due = deciding.current_player(cards, state)
            if due >= 0:
                decisions += 1
                count = deciding.legal_moves(cards, state, moves)
                batch[0] = state
                deciding.hide(cards, batch[0], due, draw_seed(state.rng, 1 + due))
                n = see(deciding, cards, thought, due, count, moves, batch, raw)
                done[WORK] += (n + WORK_OF_A_DECISION) // LIGHTER
                odds = thought.odds[:count]
                if is_answering != 0 and due != walker:
                    rate(thought, 0, moves, count, n, odds)
                    deciding.apply(cards, state, moves[draw_move(odds, state.rng, 1 + due)])
                    continue
                slot = find(ledger, key_of(thought.signs, thought.starts[0], moves, count), count)
                if slot < 0 or depth + 1 >= path.moves.shape[0] or decisions > LARGEST:
                    done[IS_TOO_MUCH] = 1
                    return int(walk - first)
                match_regrets(ledger, slot, odds)
                if due != walker:
                    begin = ledger.starts[slot]
                    for i in range(count):
                        ledger.sums[begin + i] += (1.0 + walk) * odds[i]
                    deciding.apply(cards, state, moves[draw_move(odds, state.rng, 1 + due)])
                    continue
                for i in range(count):
                    path.moves[depth, i], path.odds[depth, i] = moves[i], odds[i]
                path.at[depth, 0], path.at[depth, 1], path.at[depth, 2] = slot, count, 0
                path.states[depth + 1] = state
                depth += 1
                deciding.apply(cards, path.states[depth], moves[0])
                continue
            reward_seats(counting, cards, state, asked, rewards, moves)
            value = rewards[walker]
            while depth > 0:
                up = depth - 1
                tried = path.at[up, 2]
                path.values[up, tried] = value
                if tried + 1 < path.at[up, 1]:
                    path.at[up, 2] = tried + 1
                    path.states[depth] = path.states[up]
                    deciding.apply(cards, path.states[depth], path.moves[up, tried + 1])
                    break
                value = add_regrets(ledger, path, up)
                depth = up
            is_going = depth > 0
    return int(size)


@jit_lean
def find(ledger: Any, key: int, count: int) -> Any:
    """Find the slot of a key, adding it if it is new; -1 if there is no more room."""
    slot = slot_of(ledger.keys, key)
    if ledger.keys[slot] == 0:
        if ledger.done[KEYS] >= MOST_SEEN or ledger.done[ODDS] + count > ledger.regrets.size:
            return -1
        ledger.keys[slot], ledger.starts[slot] = key, ledger.done[ODDS]
        ledger.counts[slot] = count
        ledger.done[KEYS] += 1
        ledger.done[ODDS] += count
    return slot


@jit_lean
def match_regrets(ledger: Any, slot: int, odds: Any) -> None:
    """Write odds in proportion to positive regrets; equal odds if none is positive."""
    begin, total = ledger.starts[slot], 0.0
    for i in range(odds.size):
        odds[i] = max(0.0, ledger.regrets[begin + i])
        total += odds[i]
    for i in range(odds.size):
        odds[i] = odds[i] / total if total > 0.0 else 1.0 / odds.size


@jit_lean
def add_regrets(ledger: Any, path: Any, up: int) -> Any:
    """Update the regrets of a decision with the results of its moves; return their mean."""
    slot, count, mean = path.at[up, 0], path.at[up, 1], 0.0
    for i in range(count):
        mean += path.odds[up, i] * path.values[up, i]
    for i in range(count):
        ledger.regrets[ledger.starts[slot] + i] += path.values[up, i] - mean
    return mean


@cache
def walker(rules: Rules) -> Any:
    """Compile the walks through a game."""
    return jit_over_verbs(_walk, rules.cards_dtype, rules.state_dtype)


class Walks:
    """Walks through one game. Games are numbered consecutively."""

    def __init__(
        self,
        rules: Rules,
        cards: Any,
        players: int,
        course: Course,
        seed: int,
        others: Learned | None,
    ) -> None:
        self.rules, self.cards, self.players, self.seed = rules, cards.copy(), players, seed
        school = School(rules, cards, players, Course(0, course.aim, False), seed)
        if others is None:
            senses = school.survey()
            net = np.zeros((1, layout_of(int(senses.sizes[0]), int(senses.sizes[1])).size))
            self.thought = thought_of(senses, net, rules.max_moves, players)
        else:
            self.thought = thinking(rules, others, players)
        self.is_answering = others is not None
        usual = np.array([0.0, 1.0])
        self.asked = Asked(
            0, course.aim, 0, 0, 0, usual, school.lost, np.zeros(0, np.int64), school.worth
        )
        self.verbs, self.counting = deciding_of(rules), counting_of(rules)
        self.scratch, self.rewards = scratch_for(rules, ROOM + 1), np.zeros(players)
        most = rules.max_moves
        self.ledger = Ledger(
            np.zeros(SLOTS, np.int64),
            np.zeros(SLOTS, np.int64),
            np.zeros(SLOTS, np.int64),
            np.zeros(MOST_ODDS),
            np.zeros(MOST_ODDS),
            np.zeros(4, np.int64),
        )
        self.path = Path(
            new_state(rules, DEEPEST),
            np.zeros((DEEPEST, most), np.int64),
            np.zeros((DEEPEST, most)),
            np.zeros((DEEPEST, most)),
            np.zeros((DEEPEST, 3), np.int64),
        )
        self.made = 0

    def until(self, work: int, progress: Callable[[int], None]) -> bool:
        """Walk until an amount of work is done. Return whether the game is small enough."""
        walk = walker(self.rules)
        while int(self.ledger.done[WORK]) < work:
            order = np.array([self.players, self.seed, self.made, WALKS, int(self.is_answering)])
            with np.errstate(over="ignore"):
                self.made += walk(
                    self.verbs,
                    self.counting,
                    self.cards,
                    self.thought,
                    self.asked,
                    self.ledger,
                    self.path,
                    self.rewards,
                    order,
                    self.scratch,
                )
            heed()
            if self.ledger.done[IS_TOO_MUCH]:
                return False
            progress(int(self.ledger.done[WORK]))
        return True

    @property
    def seen(self) -> int:
        """The number of different situations seen."""
        return int(self.ledger.done[KEYS])

    def known(self) -> Known:
        """Return the odds learned: the mean of all walks; for an answer, the best move."""
        ledger, keys = self.ledger, np.zeros(SLOTS, np.int64)
        odds = np.zeros(int(ledger.done[ODDS]))
        size = 1 << int(2 * self.seen).bit_length()
        keys, starts = np.zeros(size, np.int64), np.zeros(size, np.int64)
        find_slot = getattr(slot_of, "py_func", slot_of)
        for slot in np.flatnonzero(ledger.keys):
            begin, count = int(ledger.starts[slot]), int(ledger.counts[slot])
            part = slice(begin, begin + count)
            if self.is_answering:
                odds[begin + int(np.argmax(ledger.regrets[part]))] = 1.0
            else:
                weights = ledger.sums[part]
                if weights.sum() <= 0.0:
                    weights = np.maximum(ledger.regrets[part], 0.0)
                total = weights.sum()
                odds[part] = weights / total if total > 0.0 else 1.0 / count
            at = find_slot(keys, int(ledger.keys[slot]))
            keys[at], starts[at] = ledger.keys[slot], begin
        return Known(keys, starts, odds)


def learn_by_regrets(
    rules: Rules,
    cards: Any,
    players: int,
    course: Course,
    seed: int,
    progress: Callable[[float], None] = lambda part: None,
) -> Learned | None:
    """Learn a game with few situations for two or more players; None if there are too many
    situations.

    `progress` is called with the part of the work that is done.
    """
    if players < 2:
        return None
    walks = Walks(rules, cards, players, course, seed, None)
    tell = lambda done: progress(min(1.0, done / course.work))  # noqa: E731
    if not walks.until(int(course.work * TRIED / 2), tell):
        return None
    before = walks.seen
    if not walks.until(int(course.work * TRIED), tell) or walks.seen > (1 + STILL_NEW) * before:
        return None
    if not walks.until(course.work, tell):
        return None
    net = walks.thought.nets[0].copy()
    return Learned(walks.thought.senses, net, walks.made, 0, (), walks.known())


def answer_by_regrets(
    rules: Rules,
    cards: Any,
    players: int,
    others: Learned,
    course: Course,
    seed: int,
    progress: Callable[[float], None] = lambda part: None,
) -> Learned | None:
    """Learn the best answer to players who know their odds and do not learn; None if there are too
    many situations.
    """
    walks = Walks(rules, cards, players, course, seed, others)
    if not walks.until(course.work, lambda done: progress(min(1.0, done / course.work))):
        return None
    return Learned(others.senses, others.net, walks.made, 0, (), walks.known())
