"""What players stop using with changed numbers: a part of the rules that still comes up now and
then, but far less often than with an earlier version of the file.

In: a check that has been run, and an earlier version. Out: `Disuse` values. Knows no game.

Rules in code count what comes up in their games, and name the counts that should not be rare
(`WANTED`). A limit for all of them misses a part that loses most of its use: the first of six Extra
Dice is free, and all players still use it after the others have become too expensive. Counts are
taken per round, because a game of half the rounds has half of everything.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from generator.data.findings import Finding
from generator.data.game import Game
from generator.data.problems import ProblemError, counted
from rules_check.engine.game import usual_count
from rules_check.play.simulate import Played, simulate
from rules_check.prove.checking import Examination
from rules_check.prove.fitting import fit

LESS, AGAIN = 4.0, 2.0
"""How many times as often something must have come up before to count as no longer used; and by
what it may come up less often in a trial to count as used again.
"""
FEWEST = 0.5
"""How often it must have come up in an earlier game, on average."""
SURE = 3.0
"""By how many standard errors it must come up less often."""
GAMES = 400


@dataclass(frozen=True)
class Disuse:
    """A part of the rules that players no longer use."""

    finding: Finding
    column: int
    """Its column among the counts of a game."""
    before: float
    """How often it came up in a round of the earlier version."""

    def is_back(self, played: Played) -> bool:
        """Return whether it comes up again in other games."""
        mean, error = per_round(played, self.column)
        return mean - SURE * error > self.before / LESS and mean > self.before / AGAIN


def per_round(played: Played, column: int) -> tuple[float, float]:
    """Return how often something comes up in a round, and the standard error of that."""
    counts, rounds = played.counts[:, column].astype(float), np.maximum(played.rounds, 1)
    mean = float(counts.sum() / rounds.sum())
    rest = counts - mean * rounds
    return mean, float(rest.std() / rounds.mean() / np.sqrt(max(1, played.games)))


def disused_since(examination: Examination, old: Game) -> Iterator[Disuse]:
    """Find what players used in an earlier version, and no longer do."""
    rules, players = examination.rules, examination.usual
    now = examination.played.get(players)
    if now is None or not getattr(rules, "WANTED", ()):
        return
    try:
        cards = fit(rules, rules.cards_record(old), examination.seed, False).cards
    except ProblemError:
        return
    if usual_count(rules.player_counts(cards)) != players:
        return
    line_up = examination.line_up(examination.word, players)
    then = simulate(rules, cards, line_up, examination.seed, GAMES)
    for finding in examination.result.findings:
        if finding.code != "rule-unused" or finding.counts or finding.silenced is not None:
            continue
        column = rules.COUNTS.index(finding.about)
        mean, error = per_round(now, column)
        before, error_before = per_round(then, column)
        is_less = mean + SURE * error < (before - SURE * error_before) / LESS
        often = float(now.counts[:, column].mean())
        was = float(then.counts[:, column].mean())
        if is_less and was >= FEWEST:
            yield Disuse(_found(finding, players, often, was), column, before)


def _found(finding: Finding, players: int, often: float, was: float) -> Finding:
    """Turn the finding that something comes up often enough into a warning that it no longer does
    as it did.
    """
    return replace(
        finding,
        verdict="warning",
        claim=f"{finding.about}: {often:.1f} in a game with {counted(players, 'player')}, and {was:.1f} "
        "with the earlier numbers, so players hardly use it any more",
        number=often,
        interval=None,
        unit="",
        hint="if you did not mean that, make it cheaper or stronger again",
    )
