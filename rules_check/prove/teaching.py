"""A player for a game without experts, trained, tested and kept: it learns by itself, then an
adversary learns to beat it.

In: rules, a card set, a number of players, minutes. Out: a `Learned` in the folder of compiled
rules, and the choice of players who judge a game. Knows no game.

After a change of the game, a player goes on from the one who learned it before, which takes a part
of the work: it is shown the new numbers by the same signs. If the change is so large that other
signs are needed, it begins with what the earlier one knows of those that are the same. So do the
players who learn a game for one more seat.

Who plays alone or in a team has no opponent to learn to beat it. Instead, one player goes on learning
to do better, with the others of the team as they are: what that gains shows how far they are from
playing well, though not how well one can play.

A game in which seats see few different situations is solved if seats have no secrets, and otherwise
learned by regrets; any other game is learned by a net. The adversary learns in the same way, or
begins as a copy of the player's net; it gets half as much work, and then plays fresh games: only
those count.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_EXCEPTION, CancelledError, Future, ThreadPoolExecutor, wait
from dataclasses import replace
from functools import partial
from threading import Event
from types import MappingProxyType
from typing import Any

import numpy as np

from generator.data.budget import heed
from rules_check.engine.game import Rules, fair_share, is_contest, is_team, lost_ends
from rules_check.engine.kept import Learned, keep_learned, learned_at, read_learned
from rules_check.engine.learned import nothing_known
from rules_check.engine.players import Player, best_word, parse_player
from rules_check.engine.senses import AT, STRIDE, Senses
from rules_check.play.measure import one_among
from rules_check.play.simulate import Played, simulate
from rules_check.prove.gathering import POINTS, TOGETHER, WINS
from rules_check.prove.learning import (
    BUDGET_A_MINUTE,
    Course,
    learn,
    results_with,
    sharp,
    wins_among,
)
from rules_check.prove.regrets import answer_by_regrets, learn_by_regrets
from rules_check.prove.solving import solve
from rules_check.toolkit.sights import senses_of
from rules_check.verdict.statistics import Rate, mean_of

LEARNER = "learned"
ADVERSARY = 0.5
"""The adversary's work, as a part of the player's."""
FRESH = 4000
"""The number of games that show how often the adversary wins, with luck that it has not learned
from.
"""
FEW = 2000
"""The number of these games if players learn before a check."""
LOOK_SECONDS = 0.2
"""How often it is looked how far those who learn have come."""
COMPARED = 400
"""Games that show whether those who learned are as hard to beat as they should be."""


def teach(
    rules: Rules,
    cards: Any,
    players: int,
    minutes: float,
    seed: int,
    progress: Callable[[float], None] = lambda part: None,
    fresh: int = FRESH,
    begun: Learned | None = None,
    elder: Learned | None = None,
    ready: Callable[[Learned], None] = lambda learned: None,
) -> Learned:
    """Let a player learn a game for a number of seats, test it with an adversary, and keep both if
    files can be kept.

    A single player learns to score and a team to win; their test is one who learns to do better.
    `progress` is called with the part of the work that is done. The player goes on from `begun`, who is shown
    this game, and its adversary from that of `begun`; otherwise it begins with what `elder` knows,
    who learned the game with other signs. `ready` is called before the test. Raises OSError if
    nothing can be kept.
    """
    path, work = learned_at(rules, cards, players), max(1, int(minutes * BUDGET_A_MINUTE))
    course = Course(work, _aim(rules, players))

    def show(part: float) -> None:
        progress(part / (1.0 + ADVERSARY))

    learned = None
    if begun is None:  # otherwise the game was too large for tables before
        learned = solve(rules, cards, players, course, seed, show)
        learned = learned or learn_by_regrets(rules, cards, players, course, seed, show)
    if learned is None:
        learned = learn(rules, cards, players, course, seed, begun, show, elder)
        if begun is not None:
            games = begun.games + learned.games
            learned = replace(learned, games=games, before=begun.before)
    keep_learned(path, learned)
    learned = replace(learned, is_judge=_is_better(rules, cards, players, seed + 2))
    keep_learned(path, learned)
    ready(learned)
    if learned.positions and not is_contest(rules, players):
        return learned  # nothing is better

    def show_test(part: float) -> None:
        progress((1.0 + ADVERSARY * part) / (1.0 + ADVERSARY))

    work = int(ADVERSARY * work)
    return _tested(rules, cards, players, learned, work, seed, fresh, begun, show_test)


def _tested(
    rules: Rules,
    cards: Any,
    players: int,
    learned: Learned,
    work: int,
    seed: int,
    fresh: int,
    begun: Learned | None,
    progress: Callable[[float], None],
) -> Learned:
    """Let an adversary learn to beat the players who judge a game: those who learned it or, if these
    play worse, simpler ones. Keep its results with what was learned. It goes on from the adversary
    of `begun`.
    """
    judges = parse_player(LEARNER if learned.is_judge else best_word(rules))
    first, before = learned, 0
    if begun is not None and begun.answer.size == learned.net.size:
        first, before = replace(learned, net=begun.answer), begun.adversary_games
    if not learned.is_judge:
        first = replace(first, known=nothing_known())
    answer, rate = adversary(rules, cards, players, judges, work, seed + 1, fresh, first, progress)
    learned = replace(
        learned,
        adversary_games=before + answer.games,
        adversary_positions=answer.positions,
        fresh=(rate.wins, rate.games),
        answer=answer.net,
    )
    keep_learned(learned_at(rules, cards, players), learned)
    return learned


def _aim(rules: Rules, players: int) -> int:
    """Return what so many players learn to play for."""
    if is_team(rules):
        return TOGETHER
    return POINTS if players == 1 else WINS


def adversary(
    rules: Rules,
    cards: Any,
    players: int,
    judges: Player,
    work: int,
    seed: int,
    fresh: int = FRESH,
    begun: Learned | None = None,
    progress: Callable[[float], None] = lambda part: None,
) -> tuple[Learned, Rate]:
    """Let a player learn to beat others who do not learn, or to do better than they without opponents.
    Return that player, and its share of wins in fresh games, or of those in which it does better.

    It continues from `begun`, such as what these others learned, and leaves less to chance in the
    end; for a small game, it finds the best answer to their odds.
    """
    course = Course(work, _aim(rules, players), opponents=judges)
    learned = None
    if begun is None or begun.positions:
        learned = solve(rules, cards, players, course, seed, progress)
    if learned is None and begun is not None and begun.known.keys.size > 0:
        learned = answer_by_regrets(rules, cards, players, begun, course, seed, progress)
        begun = None
    if learned is None:
        learned = learn(rules, cards, players, course, seed, begun, progress)
    measure = wins_among if is_contest(rules, players) else better_among
    return learned, measure(rules, cards, players, sharp(learned), judges, fresh, seed + 1)


def better_among(
    rules: Rules, cards: Any, players: int, learned: Learned, others: Player, games: int, seed: int
) -> Rate:
    """Measure how often a team wins or scores more with a learned player, in each seat in turn, than
    others do without it in the same game; a single player, than another one. The same result counts
    as half.
    """
    aim = _aim(rules, players)
    with_it = results_with(rules, cards, players, learned, others, games, seed, aim)
    without = _results(rules, simulate(rules, cards, [others] * players, seed, games))
    return Rate(float((with_it > without).sum() + (with_it == without).sum() / 2), games)


def keep_better(
    rules: Rules, cards: Any, players: int, earlier: Learned, seed: int
) -> tuple[Rate, bool]:
    """Measure how often a player who learned a game earlier wins among those who are kept now or,
    without opponents, does better. Keep the earlier ones instead if that is certainly more than its
    share, and return whether it is.

    Raises OSError if nothing can be kept.
    """
    measure = wins_among if is_contest(rules, players) else better_among
    rate = measure(rules, cards, players, earlier, parse_player(LEARNER), FRESH, seed + 3)
    is_better = rate.interval[0] > fair_share(rules, players)
    if is_better:
        keep_learned(learned_at(rules, cards, players), earlier)
    return rate, is_better


def rate_of(learned: Learned) -> Rate | None:
    """Return the adversary's share of wins in fresh games, if there was one."""
    return Rate(learned.fresh[0], int(learned.fresh[1])) if learned.fresh else None


def teach_each(
    rules: Rules,
    cards: Any,
    minutes: Mapping[int, float],
    begun: Mapping[int, Learned],
    seed: int,
    progress: Callable[[float], None] = lambda part: None,
    elders: Mapping[int, Learned] = MappingProxyType({}),
) -> dict[int, Learned]:
    """Let players learn a game for several numbers of players, each for its own `minutes`, at the
    same time on several cores. Those in `begun` go on; others begin with what those in `elders`
    know, or those who learn it for fewer players.

    Raises OSError if nothing can be kept, ValueError if a game is too long to be learned.
    """
    parts, is_over = dict.fromkeys(minutes, 0.0), Event()
    ready = {players: Future[Learned]() for players in minutes}
    fewer = those_with_fewer(rules, sorted(minutes))

    def show(players: int, part: float) -> None:
        if is_over.is_set():
            raise CancelledError
        parts[players] = part

    def taught(players: int) -> Learned:
        elder = elders.get(players)
        try:
            if elder is None and players in fewer:
                elder = ready[fewer[players]].result()
            return teach(
                rules,
                cards,
                players,
                minutes[players],
                seed,
                partial(show, players),
                FEW,
                begun.get(players),
                elder,
                ready[players].set_result,
            )
        except BaseException as fault:
            if not ready[players].done():
                ready[players].set_exception(fault)
            raise

    with ThreadPoolExecutor(os.cpu_count() or 1) as crew:
        learning = {players: crew.submit(taught, players) for players in sorted(minutes)}
        try:
            learned, left = dict[int, Learned](), set(learning.values())
            while left:
                left = wait(left, LOOK_SECONDS, FIRST_EXCEPTION).not_done
                heed()
                for players, future in learning.items():
                    if future not in left:
                        learned[players] = future.result()
                done = sum(parts[players] * share for players, share in minutes.items())
                progress(done / sum(minutes.values()))
        finally:
            is_over.set()
    return learned


def those_with_fewer(rules: Rules, counts: Sequence[int]) -> dict[int, int]:
    """Choose for each number of players the smaller one whose players it begins with: so that two
    can learn at once, the one before the last. Who plays alone plays for something else.
    """
    several = [players for players in counts if players > 1 or is_team(rules)]
    return {players: several[max(0, n - 1)] for n, players in enumerate(several[1:])}


def let_simpler_judge(
    rules: Rules,
    cards: Any,
    learned: Mapping[int, Learned],
    minutes: Mapping[int, float],
    begun: Mapping[int, Learned],
    seed: int,
) -> dict[int, Learned]:
    """Let simpler players judge all numbers of players if those who learned the game for one of these
    play worse. Adversaries who learned to beat the others then learn to beat these.

    They go on from those in `begun`, if these faced simpler players.
    """
    if all(pupil.is_judge for pupil in learned.values()):
        return dict(learned)
    judged = dict(learned)
    for players, pupil in learned.items():
        if pupil.is_judge:
            earlier = begun.get(players, pupil)
            work = int(ADVERSARY * minutes[players] * BUDGET_A_MINUTE)
            judged[players] = _tested(
                rules,
                cards,
                players,
                replace(pupil, is_judge=False),
                work,
                seed,
                FEW,
                pupil if earlier.is_judge else earlier,
                lambda part: None,
            )
    return judged


def _is_better(rules: Rules, cards: Any, players: int, seed: int) -> bool:
    """Return whether players who learned a game should judge it, as far as some games show: one of
    those who would judge it without them wins no more than its share among them. Alone or in a
    team, they do at least as well.
    """
    learned, others = parse_player(LEARNER), parse_player(best_word(rules))
    if is_contest(rules, players):
        rate = one_among(rules, cards, others, learned, players, COMPARED, seed)
        return rate.interval[0] <= 1 / players
    line_ups = [[one] * players for one in (learned, others)]
    results = [_results(rules, simulate(rules, cards, each, seed, COMPARED)) for each in line_ups]
    return mean_of(results[0] - results[1]).high >= 0.0


def _results(rules: Rules, played: Played) -> Any:
    """Return what a single player or a team achieved in each game: whether it won, if it can lose, and
    otherwise its points.
    """
    lost = lost_ends(rules)
    if is_team(rules) and lost:
        return 1.0 - np.isin(played.ends, lost)
    return played.scores.mean(axis=1)


def carried(rules: Rules, cards: Any, players: int, learned: Learned) -> Learned | None:
    """Return a player with the numbers of another version of the game that it learned, without
    results; None if that version needs other signs.
    """
    try:
        senses = senses_of(rules, cards, players, learned.basis, bool(learned.senses.sizes[3]))
    except (IndexError, ValueError):  # other fields
        return None
    if not _is_shown_alike(senses, learned.senses):
        return None
    return replace(
        learned,
        senses=senses,
        known=nothing_known(),
        positions=0,
        adversary_positions=0,
        fresh=(),
        before=learned.games,
    )


def stand_in(
    learned: Mapping[int, Learned | None], rules: Rules, cards: Any, players: int
) -> Learned | None:
    """Return the one of those who learned a game, by the number of players, who plays another version
    of it; None if there is none.
    """
    one = learned.get(players)
    return carried(rules, cards, players, one) if one else None


def _is_shown_alike(senses: Senses, others: Senses) -> bool:
    """Return whether two games are shown by the same signs, wherever their states hold them."""
    readings = [np.delete(each.readings, (AT, STRIDE), axis=1) for each in (senses, others)]
    return (
        np.array_equal(*readings)
        and np.array_equal(senses.sorts, others.sorts)
        and np.array_equal(senses.links, others.links)
        and np.array_equal(senses.sizes, others.sizes)
    )


def judging_word(rules: Rules, cards: Any, counts: Sequence[int]) -> str:
    """Name the best players available to judge a game with some numbers of players: its experts;
    otherwise those who learned it for each of these numbers, if they are as hard to
    beat as they should be; otherwise simpler ones.
    """
    word = best_word(rules)
    learned = [read_learned(rules, cards, players) for players in counts]
    if word == "expert" or not all(one and one.is_judge for one in learned):
        return word
    return LEARNER


def is_learned(rules: Rules, cards: Any, counts: Sequence[int]) -> bool:
    """Return whether players have learned a game for each of some numbers of players."""
    return all(read_learned(rules, cards, players) for players in counts)
