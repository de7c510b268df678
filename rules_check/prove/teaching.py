"""A player for a game without experts, trained, tested and kept: it learns by itself, then an
adversary learns to beat it.

In: rules, a card set, a number of players, minutes. Out: a `Learned` in the folder of compiled
rules, and the choice of players who judge a game. Knows no game.

A game in which seats see few different situations is solved if seats have no secrets, and otherwise
learned by regrets; any other game is learned by a net. The adversary learns in the same way, or
begins as a copy of the player's net; it gets half as much work, and then plays fresh games: only
those count.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from rules_check.engine.game import Rules, is_team
from rules_check.engine.kept import Learned, keep_learned, learned_at, read_learned
from rules_check.engine.players import Player, best_word, parse_player
from rules_check.prove.gathering import POINTS, TOGETHER, WINS
from rules_check.prove.learning import BUDGET_A_MINUTE, Course, learn, wins_among
from rules_check.prove.regrets import answer_by_regrets, learn_by_regrets
from rules_check.prove.solving import solve
from rules_check.verdict.statistics import Rate

LEARNER = "learned"
ADVERSARY = 0.5
"""The adversary's work, as a part of the player's."""
FRESH = 4000
"""The number of games that show how often the adversary wins, with luck that it has not learned
from.
"""


def teach(
    rules: Rules,
    cards: Any,
    players: int,
    minutes: float,
    seed: int,
    progress: Callable[[float], None] = lambda part: None,
    fresh: int = FRESH,
) -> Learned:
    """Let a player learn a game for a number of seats, test it with an adversary, and keep both if
    files can be kept.

    A single player learns to score and a team to win; neither has an adversary. `progress` is
    called with the part of the work that is done. Raises OSError if nothing can be kept.
    """
    path, work = learned_at(rules, cards, players), max(1, int(minutes * BUDGET_A_MINUTE))
    is_contest = players > 1 and not is_team(rules)
    whole = 1.0 + (ADVERSARY if is_contest else 0.0)
    course = Course(work, _aim(rules, players))

    def show(part: float) -> None:
        progress(part / whole)

    learned = solve(rules, cards, players, course, seed, show)
    if learned is None:
        learned = learn_by_regrets(rules, cards, players, course, seed, show)
    if learned is None:
        learned = learn(rules, cards, players, course, seed, progress=show)
    keep_learned(path, learned)
    if is_contest:
        answer, rate = adversary(
            rules,
            cards,
            players,
            parse_player(LEARNER),
            int(ADVERSARY * work),
            seed + 1,
            fresh,
            learned,
            lambda p: progress((1.0 + ADVERSARY * p) / whole),
        )
        learned = replace(
            learned,
            adversary_games=answer.games,
            adversary_positions=answer.positions,
            fresh=(rate.wins, rate.games),
        )
        keep_learned(path, learned)
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
    """Let a player learn to beat others who do not learn. Return that player, and its share of wins
    in fresh games.

    `begun` is what these others learned, from which it continues; for a small game, it finds the
    best answer to their odds.
    """
    course = Course(work, WINS, opponents=judges)
    learned = solve(rules, cards, players, course, seed, progress)
    if learned is None and begun is not None and begun.known.keys.size > 0:
        learned = answer_by_regrets(rules, cards, players, begun, course, seed, progress)
        begun = None
    if learned is None:
        learned = learn(rules, cards, players, course, seed, begun, progress)
    return learned, wins_among(rules, cards, players, learned, judges, fresh, seed + 1)


def rate_of(learned: Learned) -> Rate | None:
    """Return the adversary's share of wins in fresh games, if there was one."""
    return Rate(learned.fresh[0], int(learned.fresh[1])) if learned.adversary_games else None


def judging_word(rules: Rules, cards: Any, counts: Sequence[int]) -> str:
    """Name the best players available to judge a game with some numbers of players: its experts;
    otherwise those trained for each of these numbers; otherwise simpler ones.
    """
    word = best_word(rules)
    if word == "expert" or any(read_learned(rules, cards, players) is None for players in counts):
        return word
    return LEARNER
