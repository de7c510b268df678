"""What players stop using with changed numbers: a part of the rules that still comes up now and
then, or an end that games still reach, but far less often than with an earlier version of the file.

In: a check that has been run, and an earlier version. Out: `Disuse` values. Knows no game.

Rules in code count what comes up in their games, and name the counts that should not be rare
(`WANTED`). A limit for all of them misses a part that loses most of its use: the first of six Extra
Dice is free, and all players still use it after the others have become too expensive. Counts are
taken per round, because a game of half the rounds has half of everything. So it is with ends: where
two games of three ended as soon as somebody had enough points, one in sixteen that still does is
within any limit, but points have become too expensive.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from generator.data.findings import Finding
from generator.data.game import Game
from generator.data.problems import ProblemError, counted
from rules_check.engine.game import rules_of, usual_count
from rules_check.notation.reading import has_rules_as_data
from rules_check.play.simulate import Played, simulate
from rules_check.prove.checking import Examination
from rules_check.prove.fitting import fit

LESS, AGAIN = 4.0, 2.0
"""How many times as often something must have come up before to count as no longer used; and by
what it may come up less often in a trial to count as used again.
"""
FEWEST, FEWEST_ENDED = 0.5, 0.2
"""How often something must have come up in an earlier game, on average, and the part of earlier
games that must have ended in a way.
"""
SURE = 3.0
"""By how many standard errors it must come up less often."""
GAMES = 400
ENDED, COUNTED = "end-rare", "rule-unused"
"""The findings about ends, and about what rules count."""


@dataclass(frozen=True)
class Disuse:
    """A part of the rules that players no longer use, or an end that they hardly reach."""

    finding: Finding
    measure: Callable[[Played], tuple[float, float]]
    """How often it comes up in games, and the standard error of that."""
    before: float
    """How often it came up with the earlier version."""

    def is_back(self, played: Played) -> bool:
        """Return whether it comes up again in other games."""
        mean, error = self.measure(played)
        return mean - SURE * error > self.before / LESS and mean > self.before / AGAIN


def per_round(column: int, played: Played) -> tuple[float, float]:
    """Return how often something comes up in a round, and the standard error of that."""
    counts, rounds = played.counts[:, column].astype(float), np.maximum(played.rounds, 1)
    mean = float(counts.sum() / rounds.sum())
    rest = counts - mean * rounds
    return mean, float(rest.std() / rounds.mean() / np.sqrt(max(1, played.games)))


def per_game(end: int, played: Played) -> tuple[float, float]:
    """Return the part of games that end in a way, and the standard error of that."""
    share, games = float((played.ends == end).mean()), max(1, played.games)
    return share, float(np.sqrt((share * (1 - share) + 1 / games) / games))


def disused_since(examination: Examination, old: Game) -> Iterator[Disuse]:
    """Find what players used in an earlier version, and no longer do."""
    rules, players = examination.rules, examination.usual
    now = examination.played.get(players)
    quiet = [*filter(_may_be_disused, examination.result.findings)]
    if now is None or not quiet:
        return
    try:
        if has_rules_as_data(examination.game) and rules_of(old) is not rules:
            return  # with other rules, its cards may be others too
        cards = fit(rules, rules.cards_record(old), examination.seed, False).cards
    except ProblemError:
        return
    if usual_count(rules.player_counts(cards)) != players:
        return
    line_up = examination.line_up(examination.word, players)
    then = simulate(rules, cards, line_up, examination.seed, GAMES)
    for finding in quiet:
        if finding.code == ENDED:
            measure, fewest = partial(per_game, rules.ENDS.index(finding.about)), FEWEST_ENDED
            often, was = measure(now)[0], measure(then)[0]
        else:
            column = rules.COUNTS.index(finding.about)
            measure, fewest = partial(per_round, column), FEWEST
            often, was = (float(played.counts[:, column].mean()) for played in (now, then))
        mean, error = measure(now)
        before, error_before = measure(then)
        if mean + SURE * error < (before - SURE * error_before) / LESS and was >= fewest:
            yield Disuse(_found(finding, players, often, was), measure, before)


def _may_be_disused(finding: Finding) -> bool:
    """Return whether a finding says that something comes up often enough."""
    return finding.code in (ENDED, COUNTED) and not finding.counts and finding.silenced is None


def _found(finding: Finding, players: int, often: float, was: float) -> Finding:
    """Turn the finding that something comes up often enough into a warning that it no longer does
    as it did.
    """
    about = counted(players, "player")
    if finding.code == ENDED:
        return replace(
            finding,
            verdict="warning",
            claim=f"with {about}, {100 * often:.1f} % of games end by '{finding.about}', and "
            f"{100 * was:.0f} % with the earlier numbers, so games hardly end this way any more",
            number=100 * often,
            interval=None,
            hint="if you did not mean that, make this end easier to reach again",
        )
    return replace(
        finding,
        verdict="warning",
        claim=f"{finding.about}: {often:.1f} in a game with {about}, and {was:.1f} with the earlier "
        "numbers, so players hardly use it any more",
        number=often,
        interval=None,
        unit="",
        hint="if you did not mean that, make it cheaper or stronger again",
    )
