"""Learning a game by self-play: a player for a game that has no expert, and an adversary that
learns to beat given players.

In: rules, a card set, a number of players, a budget. Out: a `Learned`, and how often an adversary
wins against it. Knows no game.

A net that chooses at random by odds plays whole games. The odds of choices with better results than
expected are then raised (Williams 1992), each by a bounded step (Schulman and others, Proximal
policy optimization, 2017). A second part of the net provides the expectation (generalised
advantages, Schulman and others, ICLR 2016), and a reward for undecided odds falls to nearly nothing
during learning. Such regularised policy gradients come close to an equilibrium in games with hidden
cards too (Rudolph and others, Reevaluating policy gradient methods for imperfect-information games,
2025). Players who learn against each other are also held close to the mean of their latest nets,
which follows them: with this hold, they settle at an equilibrium even if the reward does not fall
to zero (Perolat and others, From Poincaré recurrence to convergence in imperfect information games,
ICML 2021). The player that is kept is the mean of the nets over the last part of training.

The same seed and budget give the same player, byte for byte: a budget is a number of signs
examined, measured in random games, and never a time.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any

import numpy as np

from generator.data.budget import heed
from rules_check.engine.game import MOST_DECISIONS, Rules, lost_ends
from rules_check.engine.generic import jit_over_verbs
from rules_check.engine.kept import Learned
from rules_check.engine.learned import Thought, thought_of
from rules_check.engine.minds import ROOM, deciding_of, minds_of, scratch_for
from rules_check.engine.nets import (
    Layout,
    add_slopes,
    inherited,
    layout_of,
    log_of,
    new_net,
    rate_moves,
    sharpen,
)
from rules_check.engine.players import Player, parse_player
from rules_check.engine.playing import Games, counting_of
from rules_check.engine.senses import Senses, no_basis, no_names
from rules_check.engine.translating import WIDELY
from rules_check.engine.verbs import Reals, RealTable, Wholes
from rules_check.prove.gathering import (
    ALL,
    ANSWERS_A_BATCH,
    DECISIONS,
    DECISIONS_A_BATCH,
    LONGEST,
    ROOM_FOR,
    TOGETHER,
    WINS,
    WORK,
    Asked,
    Memory,
    gatherer,
    new_memory,
)
from rules_check.toolkit.sights import basis_of, named_senses, readings_of, senses_of
from rules_check.verdict.statistics import Rate

BUDGET_A_MINUTE = 500_000_000
"""The work done in about a minute on one core of 2024: signs, counted once for each half of the net
that uses them.
"""
SURVEYED = 200
"""Random games that are examined for the range of each number."""
EPOCHS, SLICE = 2, 128
"""How often each batch is learned from, and the number of decisions per step."""
SPEED = 2e-3
"""The initial learning rate; it falls to zero."""
UNDECIDED = 0.2, 0.003
"""The value of undecided odds at first and at the end, in standard deviations of a gain, among
players who all learn, so that they settle; small at the end, because in games of luck a good move
gains little.
"""
ANSWERING = 0.02, 0.001
"""The same for an adversary: a player that answers players who do not learn need not settle. Nor
need one who goes on from an earlier version of a game, at first.
"""
CLIP = 0.2
MEMORY_OF_SLOPES, MEMORY_OF_SQUARES, TINY = 0.9, 0.99, 1e-6
"""Parameters of Adam (Kingma and Ba, ICLR 2015)."""
NEAR = 0.2
"""The cost, in the same unit, of leaving the odds of the mean of one's latest nets: without it,
players who answer each other go round in circles.
"""
BEHIND = 0.02
"""The part of training over which that mean forgets."""
A_WIN = 30.0
"""How much more a team's win counts than its points, in standard deviations of the points in random
play: so much that points decide only between ways that win equally often.
"""
FAR_BEYOND = 1e12
"""More points than any game has: a win counts so much where only wins are told apart."""
SHARP, SHARP_FROM = 4.0, 0.5
"""How far the ratings of moves are moved apart, besides what is learned, and the part of training
after which they are. Steps alone would leave the odds of a short training too even: in a game that
is played four thousand times, who leaves less to chance is harder to beat. During training, the
others answer, so it does not lead to habits that they could foresee.
"""
LONGER, LEAST_ROOM = 20, 200
"""How many times as many decisions as the longest game by chance a game to learn from may have, and
how many it may have in any case. Otherwise players who learn that the one ahead can hold out
would see little but games without an end.
"""
LAST_PART = 0.25
"""The last part of training, over which the kept net is the mean."""
MOST_PARTS = 8
"""The number of parts into which fresh games are divided at most: each takes separate memory."""


def _slope(
    memory: Memory,
    order: Wholes,
    layout: Layout,
    net: Reals,
    terms: Reals,
    room: Reals,
    hidden: Reals,
    owns: RealTable,
    out: Reals,
) -> int:
    """Add up, over some decisions, the gradient of the loss for every number of a net, into `out`.

    `terms` are the value of undecided odds, and the cost of leaving the odds of the mean net; then
    the mean and the standard deviation of gains. `room` has one entry per move;
    `hidden` and `owns` are memory for `rate_moves`.
    """
    undecided, near, mean, spread = terms[0], terms[1], terms[2], terms[3]
    out[:] = 0.0
    for k in range(order.size):
        at = order[k]
        count, chosen, end = memory.sizes[at], memory.chosen[at], memory.ends[at]
        first = memory.firsts[at]
        starts = memory.starts[memory.moves[at] : memory.moves[at] + count]
        odds = room[:count]
        value = rate_moves(layout, net, memory.signs, first, starts, end, odds, hidden, owns)
        gain, ratio = (memory.gains[at] - mean) / spread, odds[chosen] / memory.odds[at]
        is_far = ratio > 1.0 + CLIP if gain > 0.0 else ratio < 1.0 - CLIP
        push = 0.0 if is_far else ratio * gain
        expects = value - (memory.expected[at] + memory.gains[at])
        held = memory.held[memory.moves[at] : memory.moves[at] + count]
        mean_cost = 0.0
        for i in range(count):
            mean_cost += odds[i] * ((undecided + near) * log_of(odds[i]) - near * held[i])
        for i in range(count):
            cost = (undecided + near) * log_of(odds[i]) - near * held[i]
            slope = odds[i] * (cost - mean_cost) + push * odds[i]
            odds[i] = slope - (push if i == chosen else 0.0)
        add_slopes(layout, net, memory.signs, first, starts, end, odds, expects, hidden, owns, out)
    return int(order.size)


def _hold(
    memory: Memory,
    count: int,
    layout: Layout,
    net: Reals,
    room: Reals,
    hidden: Reals,
    owns: RealTable,
) -> int:
    """Record the logarithms of a net's odds for the moves of the first `count` decisions."""
    for at in range(count):
        moves, size = memory.moves[at], memory.sizes[at]
        starts, odds = memory.starts[moves : moves + size], room[:size]
        first, end = memory.firsts[at], memory.ends[at]
        rate_moves(layout, net, memory.signs, first, starts, end, odds, hidden, owns)
        for i in range(size):
            memory.held[moves + i] = log_of(odds[i])
    return count


def _step(net: Reals, slopes: Reals, means: Reals, squares: Reals, terms: Reals) -> int:
    """Move every number of a net against its gradient, by Adam. `terms` are the learning rate, and
    the divisors of the two means.
    """
    speed, rest, rest_of_squares = terms[0], terms[1], terms[2]
    for i in range(net.size):
        means[i] += (1.0 - MEMORY_OF_SLOPES) * (slopes[i] - means[i])
        squares[i] += (1.0 - MEMORY_OF_SQUARES) * (slopes[i] * slopes[i] - squares[i])
        net[i] -= speed * (means[i] / rest) / (math.sqrt(squares[i] / rest_of_squares) + TINY)
    return int(net.size)


@cache
def _learner(rules: Rules) -> tuple[Any, Any, Any]:
    return tuple(
        jit_over_verbs(part, rules.cards_dtype, rules.state_dtype, level=WIDELY)
        for part in (_slope, _hold, _step)
    )  # type: ignore[return-value]


@dataclass(frozen=True)
class Course:
    """How long a player learns, for what, and against whom."""

    work: int
    aim: int = WINS
    is_ahead: bool = True
    """Whether each move is tried, to see its effects."""
    opponents: Player | None = None
    """The players in the other seats, unless they learn too."""


@dataclass
class School:
    """The setting in which one player learns a game: its verbs, memory, and the other players.
    Games are numbered consecutively.
    """

    rules: Rules
    cards: Any
    players: int
    course: Course
    seed: int

    def __post_init__(self) -> None:
        self.cards = self.cards.copy()
        self.verbs, self.counting = deciding_of(self.rules), counting_of(self.rules)
        self.scratch = scratch_for(self.rules, ROOM + 1)
        self.line_up = [self.course.opponents or parse_player("random")] * self.players
        self.learner = ALL if self.course.opponents is None else 0
        self.games, self.most = 0, MOST_DECISIONS
        self.usual = np.array([0.0, 1.0])
        self.basis, self.names = no_basis(), no_names()
        self.lost, self.worth = np.array(lost_ends(self.rules), np.int64), np.zeros(1)
        self.void = np.zeros(0, np.int64)
        readings = len(readings_of(self.rules, self.players))
        self.memory = new_memory(readings, self.players, self.rules.max_moves)

    def survey(self) -> Senses:
        """Play at random, and build the senses from the observed ranges. From then on, a game that
        comes to no end has no winner.
        """
        count = len(self.memory.lows)
        blind = senses_of(
            self.rules,
            self.cards,
            self.players,
            basis_of(self.rules, self.cards, np.zeros(count), np.zeros(count)),
            self.course.is_ahead,
        )
        nets = np.zeros((1, layout_of(int(blind.sizes[0]), int(blind.sizes[1])).size))
        thought = thought_of(blind, nets, self.rules.max_moves, self.players)
        rewards, is_team = self.memory.rewards[:SURVEYED], self.course.aim == TOGETHER
        self.gather(thought, SURVEYED, ALL, is_survey=True)
        longest = int(self.memory.done[LONGEST])
        self.most = min(MOST_DECISIONS, max(LEAST_ROOM, LONGER * longest))
        self.void = np.array(getattr(self.rules, "BAD_ENDS", ()), np.int64)
        if is_team and len(self.lost):
            self.lost = np.concatenate([self.lost, self.void])
            self.worth[0] = A_WIN * max(1.0, float(rewards.std()))
            self.gather(thought, SURVEYED, ALL, is_survey=True)
        usual = float(rewards.mean()) if self.players == 1 or is_team else 0.0
        self.usual = np.array([usual, max(1e-9, float(rewards.std()))])
        lows, highs = np.minimum(self.memory.lows, self.memory.highs), self.memory.highs
        self.basis = basis_of(self.rules, self.cards, lows, highs)
        senses, self.names = named_senses(
            self.rules, self.cards, self.players, self.basis, self.course.is_ahead
        )
        return senses

    def gather(self, thought: Thought, size: int, learner: int, is_survey: bool = False) -> int:
        """Play up to a number of games into the memory; return how many were played."""
        numbers = np.arange(self.games, self.games + size)
        minds = minds_of(self.rules, self.cards, self.line_up, self.seed, numbers)
        asked = Asked(
            learner,
            self.course.aim,
            int(is_survey),
            DECISIONS_A_BATCH if self.course.opponents is None else ANSWERS_A_BATCH,
            self.most,
            self.usual,
            self.lost,
            self.void,
            self.worth,
        )
        games = Games(self.players, self.seed, self.games, size)
        with np.errstate(over="ignore"):
            done = gatherer(self.rules, minds.thought is not None)(
                self.verbs,
                self.counting,
                self.cards,
                games,
                minds,
                thought,
                asked,
                self.memory,
                self.scratch,
            )
        heed()
        if done == 0:
            raise ValueError(
                f"a game of {self.rules.name} has more decisions than can be learned from"
            )
        self.games += int(done)
        return int(done)


def learn(
    rules: Rules,
    cards: Any,
    players: int,
    course: Course,
    seed: int,
    begun: Learned | None = None,
    progress: Callable[[float], None] = lambda part: None,
    elder: Learned | None = None,
) -> Learned:
    """Learn a game with one number of players, continuing from a trained net if one is given; or
    with what `elder` knows, who learned it with other signs.

    `progress` is called with the part of the work that is done.
    """
    school = School(rules, cards, players, course, seed)
    start = _begin(school, begun, elder)
    senses, net = start.senses, start.net.copy()
    layout = layout_of(int(senses.sizes[0]), int(senses.sizes[1]))
    thought = thought_of(senses, net.reshape(1, -1), rules.max_moves, players)
    net = thought.nets[0]
    means, squares, slopes, total = np.zeros((4, layout.size))
    room, luck = (thought.odds, thought.hidden, thought.owns), np.random.default_rng(seed)
    slope, hold, step = _learner(rules)
    followed = net.copy()
    near = NEAR if players > 1 and course.opponents is None else 0.0
    work, steps, summed = 0, 0, 0
    at_first, at_last = UNDECIDED if course.opponents is None else ANSWERING
    is_new = begun is None and elder is None
    if not is_new:
        at_first = ANSWERING[0]
    while work < course.work:
        part = work / course.work
        school.gather(thought, ROOM_FOR["games"], school.learner)
        memory, count = school.memory, int(school.memory.done[DECISIONS])
        gains = memory.gains[:count]
        undecided = at_first * (at_last / at_first) ** part
        if near > 0.0:
            hold(memory, count, layout, followed, *room)
        terms = np.array([undecided, near, float(gains.mean()), max(1e-9, float(gains.std()))])
        for _ in range(EPOCHS):
            order = luck.permutation(count)
            for first in range(0, count, SLICE):
                some = np.ascontiguousarray(order[first : first + SLICE])
                slope(memory, some, layout, net, terms, *room, slopes)
                slopes /= len(some)
                steps += 1
                rests = [1.0 - MEMORY_OF_SLOPES**steps, 1.0 - MEMORY_OF_SQUARES**steps]
                step(net, slopes, means, squares, np.array([SPEED * (1.0 - part), *rests]))
        heed()
        if is_new and part >= SHARP_FROM:
            done = int(memory.done[WORK]) / course.work
            sharpen(net, layout, SHARP ** (done / (1.0 - SHARP_FROM)))
        work += int(memory.done[WORK])
        followed += min(1.0, int(memory.done[WORK]) / (BEHIND * course.work)) * (net - followed)
        if part >= 1.0 - LAST_PART:
            total += net
            summed += 1
        progress(min(1.0, work / course.work))
    kept = total / summed if summed else net.copy()
    return Learned(senses, kept, school.games, 0, basis=start.basis, names=start.names)


def _begin(school: School, begun: Learned | None, elder: Learned | None) -> Learned:
    """Return the player with what it knows at first."""
    senses = school.survey()
    if begun is not None:
        return begun
    net = new_net(layout_of(int(senses.sizes[0]), int(senses.sizes[1])), 30.0, school.seed)
    if elder is not None and elder.names.state.size:  # not one who solved the game
        net = inherited(elder.net, elder.names, school.names)
    return Learned(senses, net, 0, 0, basis=school.basis, names=school.names)


def sharp(learned: Learned) -> Learned:
    """Return a player with the same preferences that leaves less to chance."""
    net = learned.net.copy()
    sizes = learned.senses.sizes
    sharpen(net, layout_of(int(sizes[0]), int(sizes[1])), SHARP)
    return replace(learned, net=net)


def thinking(rules: Rules, learned: Learned, players: int) -> Thought:
    """Create the memory that a learned player thinks with."""
    net = learned.net.reshape(1, -1)
    return thought_of(learned.senses, net, rules.max_moves, players, learned.known)


def wins_among(
    rules: Rules, cards: Any, players: int, learned: Learned, others: Player, games: int, seed: int
) -> Rate:
    """Measure how often a learned player wins, in each seat in turn, among others of one type."""
    school = School(rules, cards, players, Course(0, WINS, opponents=others), seed)
    rewards = _rewards_of(school, learned, games)
    return Rate(round(float((rewards + 1.0 / players).sum()), 6), games)


def results_with(
    rules: Rules,
    cards: Any,
    players: int,
    learned: Learned,
    others: Player,
    games: int,
    seed: int,
    aim: int,
) -> Any:
    """Return what a learned player achieves in each of some games, alone or, in each seat in turn,
    with others of one type: whether the team wins, if it can lose, and otherwise its points.
    """
    school = School(rules, cards, players, Course(0, aim, opponents=others), seed)
    school.worth[0] = FAR_BEYOND if len(school.lost) and aim == TOGETHER else 0.0
    rewards = _rewards_of(school, learned, games)
    return (rewards > FAR_BEYOND / 2).astype(np.float64) if school.worth[0] else rewards


def _rewards_of(school: School, learned: Learned, games: int) -> Any:
    """Let a learned player play some games on several cores, and return its reward in each; a game
    depends on nothing but its number.
    """
    parts = min(os.cpu_count() or 1, MOST_PARTS)
    bounds = [games * part // parts for part in range(parts + 1)]
    schools = [school, *(replace(school) for _ in range(1, parts))]
    for one, first in zip(schools, bounds, strict=False):
        one.games, one.worth = first, school.worth
    with ThreadPoolExecutor(parts) as crew:
        rewards = crew.map(partial(_rewards_until, learned=learned), schools, bounds[1:])
        return np.concatenate(list(rewards))


def _rewards_until(school: School, games: int, learned: Learned) -> Any:
    """Return a learned player's rewards in the games from a school's next one up to some number."""
    thought, rewards = thinking(school.rules, learned, school.players), list[Any]()
    while school.games < games:
        first, left = school.games, games - school.games
        done = school.gather(thought, min(left, ROOM_FOR["games"]), school.learner)
        seats = np.arange(first, first + done) % school.players
        rewards.append(school.memory.rewards[np.arange(done), seats])
    return np.concatenate(rewards or [np.zeros(0)])
