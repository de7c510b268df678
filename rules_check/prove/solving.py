"""Solving an open game: for a small game in which all seats see the same, the value of each
position, and the best move in it.

In: rules, a card set, a number of players, a budget. Out: a `Learned` that knows the best move in
each position, or None if seats have secrets or there are too many positions. Knows no game.

Starting with the positions in which a game may begin, each move of each position is made several
times, with different luck, and the resulting positions are recorded, until no position is new. Then
every position gets the average value of its best move, again and again until nothing changes (value
iteration: Shapley, Stochastic games, 1953; with several players, each takes their own best move).
With two players this is perfect play, apart from luck that was sampled. The luck of a move's first
throw is spread evenly: with LOTS throws of a die each face comes up equally often.

Against players who do not learn, the same method finds the best answer; their moves are sampled
too.

A number of the state that has no influence on the future, such as the rounds so far in a game whose
rules never ask for them, would only turn one position into many, so it is left out.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from generator.data.budget import heed
from rules_check.engine.deciding import decide
from rules_check.engine.game import Rules, new_state
from rules_check.engine.generic import jit_over_verbs
from rules_check.engine.kept import Learned
from rules_check.engine.kernel import jit_lean, mix
from rules_check.engine.learned import Known, Thought, key_of, slot_of, thought_of
from rules_check.engine.minds import (
    ROOM,
    Deciding,
    Minds,
    Scratch,
    deciding_of,
    mind_of,
    minds_of,
    scratch_for,
)
from rules_check.engine.nets import layout_of
from rules_check.engine.players import parse_player
from rules_check.engine.playing import Counting, counting_of, take_styles
from rules_check.engine.senses import KNOTS, NUMBER, read_numbers, show_state
from rules_check.engine.verbs import Cards, Reals, RealTable, States, Wholes
from rules_check.prove.gathering import Asked, reward_seats
from rules_check.prove.learning import BUDGET_A_MINUTE, Course, School
from rules_check.toolkit.records import NOBODY, OWNER
from rules_check.toolkit.sights import Reading, readings_of

MOST_POSITIONS = 1_250_000
MOST_BYTES = 1 << 29
"""The most memory for states, one per position."""
SLOTS = 1 << 22
MOST_MOVES, MOST_LEADS = 1 << 22, 1 << 25
TIMES = 1024
"""More than the lots of a move, and than BEGINNINGS."""
LOTS = 36
"""How often each move is made, for each minute of work; a multiple of the number of sides of most
dice.
"""
MOST_LOTS = 10 * LOTS
BEGINNINGS = 720
"""The number of games whose first position is examined."""
UNSEEN = 0.05
"""The share of these that may begin in a position in which no other one does. If there are more, so
many fresh games begin in unknown positions that the game is not solved.
"""
AT_ONCE = 2048
"""The number of positions between two checks of the work done."""
POSITIONS, MOVES, RESULTS, EXPLORED, IS_FULL = range(5)
"""The entries of `Atlas.done`."""
CLOSE, MOST_SWEEPS = 1e-6, 2000
WATCHED, SOON, LOOKS = 16, 60, 200
"""The number of random games watched for secrets and for numbers without influence, the decisions
before which such a number is changed, and the decisions examined for secrets.
"""
NO_ONE = -1
"""The seat that decides in a position in which the game is over."""


class Atlas(NamedTuple):
    """All positions, and the moves between them."""

    keys: Wholes
    """Hashes of the visible state, each at the first free slot from its own; 0 in empty slots."""
    at: Wholes
    """The position of each key."""
    states: States
    """A game in each position."""
    seats: Wholes
    """The seat that decides in it."""
    learners: Wholes
    """The seat that learns there, if the others do not."""
    firsts: Wholes
    """The start of each position's moves, which is the end of the previous one's."""
    leads: Wholes
    """The start of each move's resulting positions, which is the end of the previous one's."""
    to: Wholes
    """The resulting positions, TIMES of them each, and the number of lots that lead to each."""
    worth: RealTable
    """One row per position: its value to each seat."""
    done: Wholes
    """The numbers of positions, moves and results, the number of positions explored, and whether it
    is too much.
    """


def _explore(
    deciding: Deciding,
    counting: Counting,
    cards: Cards,
    minds: Minds,
    thought: Thought,
    asked: Asked,
    atlas: Atlas,
    rewards: Reals,
    luck: Wholes,
    order: Wholes,
    scratch: Scratch,
) -> int:
    """Explore positions. `order` holds the players, the seed, the number of positions, and whether
    the others learn too; `luck` holds the starts of stream 0, by lots. Return the number of
    positions explored.
    """
    players, seed, size, do_all_learn = order[0], order[1], order[2], order[3]
    state, moves, done = scratch.batch[ROOM], scratch.moves, atlas.done
    nobody_blind = moves[:0]
    for number in range(size):
        position = done[EXPLORED]
        if position == done[POSITIONS] or done[IS_FULL] != 0:
            return int(number)
        done[EXPLORED] += 1
        atlas.firsts[position] = done[MOVES]
        due, learner = atlas.seats[position], atlas.learners[position]
        if due == NO_ONE and position > 0:
            continue
        is_own = position > 0 and (do_all_learn != 0 or due == learner)
        count, lots = 1, luck.size if position > 0 else BEGINNINGS
        if is_own:
            count = deciding.legal_moves(cards, atlas.states[position], scratch.room)
        for i in range(count):
            if done[MOVES] + 1 >= atlas.leads.size:
                done[IS_FULL] = 1
                return int(number)
            begin = done[RESULTS]
            atlas.leads[done[MOVES]] = begin
            for lot in range(lots):
                if position == 0:
                    counting.new_game(cards, state, players, seed, lot)
                    learner = lot % players
                else:
                    scratch.batch[ROOM] = atlas.states[position]
                    deciding.hide(cards, state, due, seed + lot)
                    state.rng[0] = np.uint64(luck[lot])
                    if is_own:
                        deciding.apply(cards, state, scratch.room[i])
                    else:
                        take_styles(deciding, cards, minds, lot)
                        mind = mind_of(minds, due, players)
                        move = decide(deciding, cards, state, mind, nobody_blind, scratch)
                        deciding.apply(cards, state, move)
                to = arrive(
                    deciding, counting, cards, thought, asked, atlas, rewards, scratch, learner
                )
                if to < 0 or done[RESULTS] + 1 >= atlas.to.size:
                    done[IS_FULL] = 1
                    return int(number)
                note_lead(atlas, begin, to)
            done[MOVES] += 1
            atlas.leads[done[MOVES]] = done[RESULTS]
        atlas.firsts[position + 1] = done[MOVES]
    return int(size)


@jit_lean
def arrive(
    deciding: Any,
    counting: Any,
    cards: Any,
    thought: Any,
    asked: Any,
    atlas: Any,
    rewards: Any,
    scratch: Any,
    learner: int,
) -> Any:
    """Return the position that a game has reached, adding it if it is new; -1 if there is no more
    room.
    """
    state, moves, players = scratch.batch[ROOM], scratch.moves, rewards.size
    due = deciding.current_player(cards, state)
    if due < 0:
        reward_seats(counting, cards, state, asked, rewards, moves)
        key = key_of_end(rewards)
    else:
        count = deciding.legal_moves(cards, state, moves)
        read_numbers(thought.senses, scratch.raw[ROOM], due, players, thought.before)
        n = show_state(
            thought.senses, thought.signs, 0, scratch.raw[ROOM], thought.before, due, players
        )
        key = key_of(thought.signs, n, moves, count)
        if asked.learner >= 0 and due != learner:
            key = key_beside(key, learner)
    slot = slot_of(atlas.keys, key)
    if atlas.keys[slot] == 0:
        new = atlas.done[POSITIONS]
        if new + 1 >= atlas.seats.size:
            return -1
        atlas.keys[slot], atlas.at[slot], atlas.done[POSITIONS] = key, new, new + 1
        atlas.seats[new], atlas.learners[new] = due, learner
        if due >= 0:
            atlas.states[new] = state
        else:
            for seat in range(players):
                atlas.worth[new, seat] = rewards[seat]
    return atlas.at[slot]


@jit_lean
def key_of_end(rewards: Any) -> Any:
    """Hash the results of the seats in a game that is over; never 0."""
    key = np.uint64(rewards.size)
    for seat in range(rewards.size):
        key = mix(key ^ np.uint64(np.int64(rewards[seat] * 1048576.0)))
    return np.int64(key >> np.uint64(2)) + 1


@jit_lean
def key_beside(key: int, learner: int) -> Any:
    """Hash a position in which a seat decides other than the one that learns; never 0."""
    return np.int64(mix(np.uint64(key) + np.uint64(learner)) >> np.uint64(2)) + 1


@jit_lean
def note_lead(atlas: Any, begin: int, to: int) -> None:
    """Count once more that a move has led to a position."""
    done = atlas.done
    for k in range(begin, done[RESULTS]):
        if atlas.to[k] // TIMES == to:
            atlas.to[k] += 1
            return
    atlas.to[done[RESULTS]] = TIMES * to + 1
    done[RESULTS] += 1


def _sweep(atlas: Atlas, gain: Reals, changed: Reals) -> int:
    """Update the value of each position once, from the last to the first; `gain` has one entry per
    seat. Write the largest change. Return the number of positions.
    """
    changed[0] = 0.0
    for position in range(atlas.done[POSITIONS] - 1, 0, -1):
        due = atlas.seats[position]
        if due == NO_ONE:
            continue
        best = atlas.firsts[position] + best_of(atlas, position)
        for seat in range(gain.size):
            gain[seat] = value_for(atlas, best, seat)
        changed[0] = max(changed[0], abs(gain[due] - atlas.worth[position, due]))
        for seat in range(gain.size):
            atlas.worth[position, seat] = gain[seat]
    return int(atlas.done[POSITIONS])


@jit_lean
def value_for(atlas: Any, move: int, seat: int) -> Any:
    """Return the average result of a move, for a seat."""
    value, lots = 0.0, 0
    for k in range(atlas.leads[move], atlas.leads[move + 1]):
        times = atlas.to[k] % TIMES
        value += times * atlas.worth[atlas.to[k] // TIMES, seat]
        lots += times
    return value / lots


@jit_lean
def best_of(atlas: Any, position: int) -> Any:
    """Find the move with the best result for the deciding seat."""
    due, first = atlas.seats[position], atlas.firsts[position]
    best, most = 0, -1e300
    for i in range(atlas.firsts[position + 1] - first):
        value = value_for(atlas, first + i, due)
        if value > most:
            best, most = i, value
    return best


def _condense(atlas: Atlas, keys: Wholes, starts: Wholes, odds: Reals) -> int:
    """Write the best move of each position with a choice, as odds of 1. Return how many."""
    size = 0
    for slot in range(atlas.keys.size):
        position = atlas.at[slot]
        if atlas.keys[slot] == 0 or atlas.seats[position] == NO_ONE:
            continue
        count = atlas.firsts[position + 1] - atlas.firsts[position]
        if count > 1:
            at = slot_of(keys, atlas.keys[slot])
            keys[at], starts[at] = atlas.keys[slot], size
            odds[size + best_of(atlas, position)] = 1.0
            size += count
    return int(size)


@cache
def _explorer(rules: Rules, has_learned: bool) -> Any:
    return jit_over_verbs(_explore, rules.cards_dtype, rules.state_dtype, with_optional=has_learned)


@cache
def _solver(rules: Rules) -> tuple[Any, Any]:
    return tuple(
        jit_over_verbs(part, rules.cards_dtype, rules.state_dtype) for part in (_sweep, _condense)
    )  # type: ignore[return-value]


def lots_of(count: int, seed: int) -> Any:
    """Choose the starts of stream 0 so that the first numbers drawn from it are spread evenly:
    int64.
    """
    scatter = getattr(mix, "py_func", mix)
    luck, lots = np.random.default_rng(seed), dict[int, int]()
    step = np.uint64(0x9E3779B97F4A7C15)
    while len(lots) < count:
        begun = luck.integers(0, 1 << 64, 64 * count, dtype=np.uint64)
        with np.errstate(over="ignore"):
            drawn = scatter(begun + step)
        parts = (drawn >> np.uint64(32)).astype(np.float64) / (1 << 32) * count
        for part, begin in zip(parts.astype(int).tolist(), begun.tolist(), strict=True):
            lots.setdefault(part, begin)
    order = luck.permutation(count)
    return np.array([lots[n] for n in order], np.uint64).view(np.int64)


def is_open(rules: Rules, cards: Any, players: int, seed: int) -> bool:
    """Watch some random games: does each seat know everything that the others do?

    Whatever a seat cannot know is replaced at random; if that changes a field that not every seat
    is blind to, some seat has a secret. A field declared a secret of its owner is one too.
    """
    fields = getattr(getattr(rules, "State", None), "fields", None)
    if fields is None or players == 1:
        return players == 1
    if any(field.seen_by == OWNER or field.is_secret for field in fields.values()):
        return False
    unseen = {name for name, field in fields.items() if field.seen_by == NOBODY}
    seen = np.zeros(rules.state_dtype.itemsize, bool)
    for name, (dtype, at, *_) in (rules.state_dtype.fields or {}).items():
        if name in unseen or name in ("rng", "number"):
            continue
        seen[at : at + dtype.itemsize] = True
    pair: Any = np.rec.array(np.zeros(2, rules.state_dtype))
    state, hidden = pair
    numbers = pair.view(np.uint8).reshape(2, -1)
    moves, luck = np.empty(rules.max_moves, np.int64), np.random.default_rng(seed)
    with np.errstate(over="ignore"):
        for number in range(WATCHED):
            rules.new_game(cards, state, players, seed, number)
            for _ in range(LOOKS):
                if (due := rules.current_player(cards, state)) < 0:
                    break
                pair[1] = state
                rules.hide(cards, hidden, due, int(luck.integers(1 << 30)))
                if (numbers[0] != numbers[1])[seen].any():
                    return False
                count = rules.legal_moves(cards, state, moves)
                rules.apply(cards, state, int(moves[luck.integers(count)]))
    return True


def changes_nothing(
    rules: Rules, cards: Any, players: int, reading: Reading, least: int, most: int, seed: int
) -> bool:
    """Play some random games twice, the second time with another number in one field from some
    moment on: do they never differ?
    """
    luck, tried, length = np.random.default_rng(seed), 0, 1
    pair: Any = np.rec.array(np.zeros(2, rules.state_dtype))
    state, twins = pair[0], _Twins(rules, cards, pair, luck)
    numbers = pair.view(np.uint8).reshape(2, -1)[:, reading.at : reading.at + reading.width]
    with np.errstate(over="ignore"):
        for game in range(4 * WATCHED):
            if tried == WATCHED:
                return True
            rules.new_game(cards, state, players, seed, game)
            left, made = int(luck.integers(length)), 0
            while (due := twins.current_player(cards, state)) >= 0:
                if made == left:
                    pair[1] = state
                    numbers[1] = _other_number(numbers[0], least, most, luck)
                    tried += 1
                if made < left:
                    twins.go_on()
                elif not twins.go_on_alike(due):
                    return False
                made += 1
            if made > left and not _end_alike(rules, cards, pair, players):
                return False
            length = max(length, made)
    return False


def _other_number(number: Any, least: int, most: int, luck: np.random.Generator) -> Any:
    """Draw a number different from the one in some bytes, and return it as bytes."""
    kind = f"i{number.size}"
    other = int(luck.integers(least, most))
    other += other >= int(number.view(kind)[0])
    return np.array([other], kind).view(np.uint8)


class _Twins:
    """A game, and one with another number in it, in which the same moves are made."""

    def __init__(self, rules: Rules, cards: Any, pair: Any, luck: np.random.Generator) -> None:
        self.cards, self.luck = cards, luck
        self.one, self.other = pair  # once: a record of an array takes as long as a move
        self.moves, self.others = np.empty((2, rules.max_moves), np.int64)
        self.current_player, self.legal_moves = rules.current_player, rules.legal_moves
        self.apply = rules.apply

    def go_on(self) -> None:
        """Make a random move in the game."""
        count = self.legal_moves(self.cards, self.one, self.moves)
        self.apply(self.cards, self.one, int(self.moves[self.luck.integers(count)]))

    def go_on_alike(self, due: int) -> bool:
        """Make a random move of the seat that is `due` in both. Return whether the other had the
        same choice.
        """
        cards, one, other, moves, others = self.cards, self.one, self.other, self.moves, self.others
        count = self.legal_moves(cards, one, moves)
        move = int(moves[self.luck.integers(count)])
        if self.current_player(cards, other) != due:
            return False
        if self.legal_moves(cards, other, others) != count:
            return False
        if moves[:count].tobytes() != others[:count].tobytes():
            return False
        self.apply(cards, other, move)
        self.apply(cards, one, move)
        return True


def _end_alike(rules: Rules, cards: Any, pair: Any, players: int) -> bool:
    """Return whether both games are over, with the same places and scores."""
    ends = np.empty((2, 2, players), np.int64)
    for state, (places, scores) in zip(pair, ends, strict=True):
        if rules.current_player(cards, state) >= 0:
            return False
        rules.places(cards, state, places)
        rules.scores(cards, state, scores)
    return bool((ends[0] == ends[1]).all())


class Survey:
    """The positions of one game, as they are found."""

    def __init__(self, rules: Rules, cards: Any, players: int, course: Course, seed: int) -> None:
        self.rules, self.cards, self.players, self.seed = rules, cards.copy(), players, seed
        is_answer = course.opponents is not None
        school = School(rules, cards, players, Course(0, course.aim, False), seed)
        senses = school.survey()
        for row, reading in enumerate(readings_of(rules, players)):
            least, most = int(school.memory.lows[row]), int(school.memory.highs[row])
            is_one = reading.what == NUMBER and reading.stride == 0 and least < most
            if is_one and changes_nothing(rules, cards, players, reading, least, most, seed):
                senses.readings[row, KNOTS] = 0
        net = np.zeros((1, layout_of(int(senses.sizes[0]), int(senses.sizes[1])).size))
        self.thought = thought_of(senses, net, rules.max_moves, players)
        learner, usual = 0 if is_answer else -1, np.array([0.0, 1.0])
        self.asked = Asked(
            learner, course.aim, 0, 0, 0, usual, school.lost, np.zeros(0, np.int64), school.worth
        )
        self.luck = lots_of(min(MOST_LOTS, LOTS * max(1, course.work // BUDGET_A_MINUTE)), seed)
        line_up = [course.opponents or parse_player("random")] * players
        self.minds = minds_of(rules, self.cards, line_up, seed, np.arange(len(self.luck)))
        self.order = np.array([players, seed, AT_ONCE, int(not is_answer)], np.int64)
        self.verbs, self.counting = deciding_of(rules), counting_of(rules)
        self.scratch, self.rewards = scratch_for(rules, ROOM + 1), np.zeros(players)
        most = min(MOST_POSITIONS, MOST_BYTES // rules.state_dtype.itemsize)
        keys, at = np.zeros((2, SLOTS), np.int64)
        seats, learners, firsts = np.zeros((3, most), np.int64)
        self.atlas = Atlas(
            keys,
            at,
            new_state(rules, most),
            seats,
            learners,
            firsts,
            np.zeros(MOST_MOVES + 1, np.int64),
            np.zeros(MOST_LEADS, np.int64),
            np.zeros((most, players)),
            np.zeros(5, np.int64),
        )
        self.atlas.seats[0], self.atlas.done[POSITIONS] = NO_ONE, 1  # the starting positions

    def explore(self, progress: Callable[[float], None]) -> bool:
        """Explore positions until none is new. Return whether there was room for all."""
        done = self.atlas.done
        while done[EXPLORED] < done[POSITIONS] and not done[IS_FULL]:
            with np.errstate(over="ignore"):
                _explorer(self.rules, self.minds.thought is not None)(
                    self.verbs,
                    self.counting,
                    self.cards,
                    self.minds,
                    self.thought,
                    self.asked,
                    self.atlas,
                    self.rewards,
                    self.luck,
                    self.order,
                    self.scratch,
                )
            heed()
            if self.unseen() > UNSEEN:
                return False
            progress(float(done[EXPLORED]) / float(done[POSITIONS]))
        return not done[IS_FULL]

    def unseen(self) -> float:
        """Estimate the share of games whose first position is unknown (Good, 1953)."""
        times = self.atlas.to[self.atlas.leads[0] : self.atlas.leads[1]] % TIMES
        return float((times == 1).sum()) / BEGINNINGS

    def solve(self) -> int:
        """Compute the values of positions until nothing changes; return the number of sweeps."""
        sweep, gain, changed = _solver(self.rules)[0], np.zeros(self.players), np.ones(1)
        for number in range(MOST_SWEEPS):
            sweep(self.atlas, gain, changed)
            heed()
            if changed[0] < CLOSE:
                return number + 1
        return MOST_SWEEPS

    def learned(self) -> Learned:
        """Return a player that knows the best move in each position."""
        size = 1 << int(2 * self.atlas.done[POSITIONS]).bit_length()
        keys, starts = np.zeros((2, size), np.int64)
        odds = np.zeros(int(self.atlas.done[MOVES]))
        count = _solver(self.rules)[1](self.atlas, keys, starts, odds)
        known = Known(keys, starts, odds[:count].copy())
        net, positions = self.thought.nets[0].copy(), int((keys != 0).sum())
        return Learned(self.thought.senses, net, positions, 0, (), known, positions)


def solve(
    rules: Rules,
    cards: Any,
    players: int,
    course: Course,
    seed: int,
    progress: Callable[[float], None] = lambda part: None,
) -> Learned | None:
    """Solve a small game without secrets; None if it is larger, if seats have secrets, or if games
    begin in too many different positions.

    With `course.opponents`, the result is the best answer to them. `progress` is called with the
    part of the work that is done.
    """
    if not is_open(rules, cards, players, seed):
        return None
    survey = Survey(rules, cards, players, course, seed)
    if not survey.explore(progress):
        return None
    survey.solve()
    return survey.learned()
