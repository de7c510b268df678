"""Two card sets of one game, played with the same luck: the effect of a change of numbers, and its
uncertainty.

In: two card records, a line-up, a seed. Out: a `Comparison`: for each figure both means, the
difference with its interval, a verdict. Also which findings of a check a change adds or removes.
Knows no game.

The same seed and game number shuffle both card sets alike, so each pair of games is a small
experiment, and the difference within a pair varies less than between two independent games. Pairs
are played in batches until every figure is settled, or the maximum number of pairs is reached. A
figure is settled if its interval excludes 0, or is within what counts as the same. Each interval is
a `ConfidenceSequence`, so it stays valid although it is checked after every batch. Over all figures
together, one comparison in 20 has a wrong interval.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from statistics import median
from typing import Any, Literal

import numpy as np

from generator.data.findings import Finding
from rules_check.engine.game import Rules
from rules_check.engine.players import Player
from rules_check.engine.words import end_in_words
from rules_check.play.simulate import Played, simulate
from rules_check.verdict.ranking import as_json
from rules_check.verdict.statistics import FEWEST, Z_95, ConfidenceSequence, games_needed, is_within

MOST_PAIRS = 3000
BATCH = 500
"""The number of pairs between two evaluations."""
WRONG = 0.05
"""The chance that any interval of a comparison is wrong."""
REACH = 1.0
"""The difference that a pair could bring even if none has so far: a game won, a round, an event, a
point per seat.
"""
SAME_SHARE, SAME_LENGTH, SAME_COUNT = 0.02, 0.02, 0.05
"""Differences that count as the same: 2 points for a share of games; 2 % of the old mean for rounds
and decisions (SAME_LENGTH); 5 % of the old mean, or 0.05 per game if that is more, for the spread,
counts and scores (SAME_COUNT).
"""

Outcome = Literal["differs", "same", "unsure", "equal"]


@dataclass(frozen=True)
class Measure:
    """A quantity that is counted in each game. `scale` converts its mean into `unit`: 100 for
    shares.
    """

    name: str
    unit: str = ""
    scale: float = 1.0
    part_of_old: float = 0.0
    least: float = 0.0

    def limit(self, old_mean: Any) -> Any:
        """Return how far apart two means may be and still count as the same."""
        return np.maximum(self.least, self.part_of_old * np.abs(old_mean))


@dataclass(frozen=True)
class Figure:
    """The result of one measure for both card sets, in `unit` per game."""

    name: str
    unit: str
    old: float
    new: float
    difference: float
    """The new mean minus the old one."""
    interval: tuple[float, float]
    """The interval of the difference; all intervals of a comparison are right together, 19 times in
    20.
    """
    same_within: float
    verdict: Outcome
    """`same`: the difference is within ± `same_within`. `differs`: it is not 0. `equal`: the rules
    see the same card set twice.
    """
    pairs: int
    unpaired_pairs: float | None
    """The number of games of each card set that would be as informative without common luck; None
    if no pair differed.
    """
    pairs_to_settle: int | None = None
    """If the verdict is unsure, roughly how many pairs in all would settle it."""

    @property
    def is_unseen(self) -> bool:
        """Whether it occurred in no game of either card set."""
        return self.old == self.new == 0 and self.unpaired_pairs is None

    def as_json(self) -> dict[str, object]:
        """Return the figure as plain data, without the keys that have no value."""
        data = {
            "name": self.name,
            "unit": self.unit,
            "old": self.old,
            "new": self.new,
            "difference": self.difference,
            "interval": list(self.interval),
            "same_within": self.same_within,
            "verdict": self.verdict,
            "pairs": self.pairs,
            "unpaired_pairs": None if self.unpaired_pairs is None else round(self.unpaired_pairs),
            "pairs_to_settle": self.pairs_to_settle,
        }
        return {key: value for key, value in data.items() if value not in (None, "")}


@dataclass(frozen=True)
class Comparison:
    """Two card sets compared. `pairs` games of each were played."""

    figures: tuple[Figure, ...]
    pairs: int
    is_equal: bool
    """Whether the rules see the same card set twice."""

    @property
    def games(self) -> int:
        return 2 * self.pairs

    @property
    def is_settled(self) -> bool:
        return all(figure.verdict != "unsure" for figure in self.figures)

    @property
    def saving(self) -> float | None:
        """Return how many times as many games would be needed without common luck, for the median
        figure; None if all are equal.
        """
        ratios = []
        for figure in self.figures:
            if figure.unpaired_pairs is not None:
                ratios.append(figure.unpaired_pairs / figure.pairs)
        return median(ratios) if ratios else None


def measures_of(rules: Rules, players: int) -> list[Measure]:
    """List the measures that are compared, in the order of the columns of `measured`."""
    return [
        *(Measure(name, part_of_old=SAME_LENGTH) for name in ("rounds", "decisions")),
        *(_share(f"seat {seat} wins") for seat in range(1, players + 1) if players > 1),
        *(_share(f"end: {end_in_words(end)}") for end in rules.ENDS[1:]),
        _amount("spread from first to last" if players > 1 else "score"),
        *map(_amount, getattr(rules, "COUNTS", ())),
        *(_amount(f"{name}, a seat") for name in getattr(rules, "LEDGER", ())),
    ]


def _share(name: str) -> Measure:
    return Measure(name, "%", 100, least=SAME_SHARE)


def _amount(name: str) -> Measure:
    return Measure(name, part_of_old=SAME_COUNT, least=SAME_COUNT)


def measured(rules: Rules, played: Played) -> Any:
    """Return the value of each measure in each game: float64 of shape (games, measures). A win that
    k seats share counts 1/k.
    """
    is_first, is_alone = played.places == 1, played.players == 1
    shares = is_first / is_first.sum(axis=1, keepdims=True)
    return np.column_stack(
        [
            played.rounds,
            played.decisions,
            *([] if is_alone else [shares]),
            played.ends[:, None] == np.arange(1, len(rules.ENDS)),
            played.scores[:, 0]
            if is_alone
            else played.scores.max(axis=1) - played.scores.min(axis=1),
            played.counts,
            played.ledger.mean(axis=1),
        ]
    ).astype(np.float64)


def compare(
    rules: Rules,
    old: Any,
    new: Any,
    line_up: Sequence[Player],
    seed: int,
    most: int = MOST_PAIRS,
    progress: Callable[[int, int], None] | None = None,
    old_line_up: Sequence[Player] | None = None,
) -> Comparison:
    """Play two card sets with the same luck until every figure is settled or `most` games of each
    are played (at least FEWEST).

    `old_line_up` has the same players as `line_up`, for the case that those of the old card set see
    another table.

    If the rules see the same numbers twice, only FEWEST pairs are played, for the figures.
    `progress` is called with the number of pairs done and the maximum. Raises LineUpError if the
    line-up cannot play, ValueError if `most` is too small.
    """
    if most < FEWEST:
        raise ValueError(f"a comparison takes at least {FEWEST} pairs of games, found {most}")
    is_equal = old.tobytes() == new.tobytes()
    most = FEWEST if is_equal else most
    measures = measures_of(rules, len(line_up))
    tally = PairTally(measures)
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        while tally.pairs < most and not tally.is_settled:
            count = min(BATCH, most - tally.pairs)
            sides = (
                simulate(rules, *side, seed, count, tally.pairs, pool)
                for side in ((old, old_line_up or line_up), (new, line_up))
            )
            tally.add(*(measured(rules, side) for side in sides))
            if progress:
                progress(tally.pairs, most)
    return Comparison(tuple(tally.figures(is_equal)), tally.pairs, is_equal)


class PairTally:
    """Sums over pairs of games: of the old values, of the new ones, and of their differences. It
    takes rows of values, so that games played once can be counted again.
    """

    def __init__(self, measures: Sequence[Measure]) -> None:
        self.measures, self.pairs = measures, 0
        self.old, self.new = ConfidenceSequence(), ConfidenceSequence()
        self.difference = ConfidenceSequence(WRONG / len(measures), reach=REACH)

    def add(self, old: Any, new: Any) -> None:
        """Add the values of a batch of pairs as `measured` returns them, each of shape (pairs,
        measures).
        """
        self.pairs += len(old)
        self.old.add(old)
        self.new.add(new)
        self.difference.add(new - old)

    @property
    def limits(self) -> Any:
        return np.array(
            [
                measure.limit(mean)
                for measure, mean in zip(self.measures, self.old.mean, strict=True)
            ]
        )

    @property
    def is_settled(self) -> bool:
        return self.pairs > 0 and bool(self.difference.is_sure(self.limits).all())

    def figures(self, is_equal: bool) -> list[Figure]:
        """Return the current results from at least one pair, one figure for each measure."""
        low, high = self.difference.interval
        ends = np.zeros((2, len(self.measures))) if is_equal else np.array([low, high])
        apart = self.old.variance + self.new.variance
        columns = zip(
            self.measures,
            self.old.mean,
            self.new.mean,
            self.difference.mean,
            *ends,
            self.limits,
            self.difference.variance,
            apart,
            strict=True,
        )
        return [_figure(measure, self.pairs, *map(float, numbers)) for measure, *numbers in columns]


def _figure(
    measure: Measure,
    pairs: int,
    old: float,
    new: float,
    difference: float,
    low: float,
    high: float,
    limit: float,
    varied: float,
    apart: float,
) -> Figure:
    """Combine one measure's means, interval, limit and variances (of a pair's difference; of two
    games played apart).
    """
    verdict, scale = _verdict(low, high, limit), measure.scale
    distance = max(abs(difference), limit - abs(difference))
    return Figure(
        measure.name,
        measure.unit,
        old * scale,
        new * scale,
        difference * scale,
        (low * scale, high * scale),
        limit * scale,
        verdict,
        pairs,
        pairs * apart / varied if varied > 0 else None,
        games_needed((high - low) / 2 / Z_95, pairs, distance) if verdict == "unsure" else None,
    )


def _verdict(low: float, high: float, limit: float) -> Outcome:
    if low == high == 0:
        return "equal"
    if is_within(low, high, limit):
        return "same"
    return "differs" if low > 0 or high < 0 else "unsure"


# ----------------------------------------------------------------------------------------- findings
@dataclass(frozen=True)
class FindingChange:
    """The change of one finding between two checks."""

    change: Literal["appeared", "vanished", "changed"]
    old: Finding | None
    new: Finding | None

    @property
    def is_clear(self) -> bool:
        """Whether the number has changed so much that its two intervals do not overlap; never true
        without two intervals.
        """
        if not (self.old and self.new and self.old.interval and self.new.interval):
            return False
        return (
            self.old.interval[1] < self.new.interval[0]
            or self.new.interval[1] < self.old.interval[0]
        )

    def as_json(self) -> dict[str, object]:
        """Return the change as plain data, without the keys that have no value."""
        sides = (("old", self.old), ("new", self.new))
        return {
            "change": self.change,
            **{side: as_json(finding) for side, finding in sides if finding},
            "clear": self.is_clear,
        }


def compare_findings(old: Sequence[Finding], new: Sequence[Finding]) -> list[FindingChange]:
    """List the faults that appeared, those that vanished, and the findings whose number changed, in
    this order, matched by code and about.

    A fault is a finding that counts: an error or a warning that is not silenced. If it is "unsure",
    fine or missing on the other side, it still counts as appeared or vanished. If there are two
    findings, both are included, so that their verdicts can be shown.
    """
    before = {finding.key: finding for finding in old}
    after = {finding.key: finding for finding in new}
    changes = [_change(before.get(key), after.get(key)) for key in before | after]
    order = ("appeared", "vanished", "changed")
    return sorted(filter(None, changes), key=lambda change: order.index(change.change))


def _change(old: Finding | None, new: Finding | None) -> FindingChange | None:
    was, is_now = old is not None and old.counts, new is not None and new.counts
    if was != is_now:
        return FindingChange("appeared" if is_now else "vanished", old, new)
    if old and new and old.number != new.number:
        return FindingChange("changed", old, new)
    return None
