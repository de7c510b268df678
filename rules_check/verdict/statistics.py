"""How certain numbers are: rates, means, differences, multiple tests, and intervals that may be
examined after every batch.

In: numbers of games, wins, values. Out: shares and means with intervals, p-values, numbers of
games. Knows no game and plays none.

A statement that holds 95 % of the time does so if the games are independent of each other, as games
with different numbers are.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

Z_95 = 1.959964
"""Standard deviations that contain 95 % of a normal distribution."""
RARE = 12
"""The number of games, with something or without it, below which the normal distribution is too
inaccurate.
"""
FEWEST = 200
"""The number of games from which a `ConfidenceSequence` can be trusted; rare events among fewer
games are counted exactly.
"""
_T_95 = (12.70620, 4.30265, 3.18245, 2.77645, 2.57058)
"""Factors of 95 % intervals for which the series is too rough: Student's t with 1 to 5 degrees of
freedom, tabulated.
"""


@dataclass(frozen=True)
class Rate:
    """A share of games, from 0 to 1. A win shared by k seats counts as 1/k for each."""

    wins: float
    games: int

    @property
    def share(self) -> float:
        return self.wins / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval. Source: Wilson (1927), score interval.

        For something that happens in only a few of many games, or in all but a few, it would hold
        too rarely, in as few as 84 % of cases. For these it is the exact interval whose ends count
        the observed number as half (mid-P: Lancaster, 1961), interpolated between whole numbers of
        wins.
        """
        few = min(self.wins, self.games - self.wins)
        if few < RARE and self.games >= FEWEST:
            below = int(few)
            ends = [mid_interval(number, self.games) for number in {below: 0, math.ceil(few): 1}]
            low, high = (
                start + (few - below) * (end - start)
                for start, end in zip(ends[0], ends[-1], strict=True)
            )
            return (low, high) if self.wins <= self.games / 2 else (1.0 - high, 1.0 - low)
        n, p, zz = self.games, self.share, Z_95**2
        middle = (p + zz / (2 * n)) / (1 + zz / n)
        half = Z_95 / (1 + zz / n) * math.sqrt(max(0.0, p * (1 - p)) / n + zz / (4 * n * n))
        return max(0.0, middle - half), min(1.0, middle + half)

    def __str__(self) -> str:
        low, high = self.interval
        return f"{100 * self.share:.1f} % ({100 * low:.1f} to {100 * high:.1f})"


@dataclass(frozen=True)
class Estimate:
    """A mean, or a difference, with its 95 % interval, in the unit of measurement. `games` is the
    number of games it is based on.
    """

    number: float
    low: float
    high: float
    games: int

    @property
    def standard_error(self) -> float:
        """The typical distance between the number and the true one: half the interval's width
        divided by Z_95.
        """
        return (self.high - self.low) / (2 * Z_95)


class Points(NamedTuple):
    """A share in per cent, the ends of its 95 % interval, and its standard error."""

    number: float
    low: float
    high: float
    error: float


def points(share: Rate | Estimate) -> Points:
    """Convert a share to per cent."""
    if isinstance(share, Rate):
        share = Estimate(share.share, *share.interval, share.games)
    return Points(100 * share.number, 100 * share.low, 100 * share.high, 100 * share.standard_error)


def ratio_from(sums: Sequence[int], unit: int = 1) -> Estimate:
    """Return a share of things that a game has several of, such as decisions, from sums over games:
    number, part, their squares, product, games.

    `sums` are number, part, number squared, number times part, part squared, games; `unit` is the
    value of part that counts as one. Things in one game are similar or exclude each other, so only
    games are independent: the error is that of a ratio of two sums (Cochran, Sampling Techniques,
    1977, 6.4). If all games have the same share, such as all or none, games count as if each had
    one. Raises ValueError if the sums are empty.
    """
    number, part, squares, products, parts, games = map(int, sums)
    if number == 0:
        raise ValueError("a share needs at least one case")
    share = part / unit / number
    # In integers: if all games have the same share, rounding would leave a tiny spread instead of
    # zero.
    spread = (parts * number**2 - 2 * part * number * products + part**2 * squares) / (
        unit * number
    ) ** 2
    if share in (0.0, 1.0) or games < 2 or spread <= 0:
        low, high = Rate(share * games, games).interval
        return Estimate(share, low, high, games)
    half = Z_95 * math.sqrt(spread * games / (games - 1)) / number
    return Estimate(share, max(0.0, share - half), min(1.0, share + half), games)


def games_to_add(rates: Sequence[Rate], half_width: float) -> int:
    """Return how many more games make half the widest interval as narrow as required; 0 if it
    already is.

    The result is one per cent more than estimated, so that a second step is hardly ever needed.
    `rates` are those of the same games, `half_width` is a share from 0 to 1. Stopping by this
    criterion alone keeps intervals as reliable as they claim.
    """
    widest = max(high - low for low, high in (rate.interval for rate in rates)) / 2
    if widest > half_width:
        return math.ceil(rates[0].games * ((widest / half_width) ** 2 - 0.99))
    return 0


def wins_of(places: Any, seat: int) -> float:
    """Count a seat's wins in an array of places, of shape (games, players)."""
    won = places[places[:, seat] == 1]
    return float((1 / (won == 1).sum(axis=1)).sum())


def mean_of(values: Any) -> Estimate:
    """Return the mean of an array with one value per game. Raises ValueError if it is empty."""
    values = np.asarray(values, np.float64)
    return mean_from(float(values.sum()), float((values * values).sum()), len(values))


def mean_from(total: float, total_of_squares: float, n: int) -> Estimate:
    """Return the mean of n values from their sum and the sum of their squares. Raises ValueError if
    n is 0.

    The interval is the normal one; below about 30 games it is too narrow. A single value does not
    show how far others are from it, so its interval is infinite.
    """
    if n < 1:
        raise ValueError("a mean needs at least one game")
    mean = total / n
    if n > 1:
        half = Z_95 * math.sqrt(max(0.0, total_of_squares - total * mean) / (n - 1) / n)
    else:
        half = math.inf
    return Estimate(mean, mean - half, mean + half, n)


def t_95(freedom: int) -> float:
    """Return the factor of a 95 % interval of a mean, from Student's t distribution."""
    if freedom <= len(_T_95):
        return _T_95[freedom - 1]
    z = Z_95  # Source: Abramowitz and Stegun (1964), 26.7.5
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * freedom**4)
    )


def mean_interval(values: Sequence[float], grain: float) -> tuple[float, float, float]:
    """Return the mean of a few values, at least two, with its 95 % interval, which is not narrower
    than the grain in which they were read.

    Values cannot be negative, and neither can the interval.
    """
    mean, count = statistics.fmean(values), len(values)
    spread = max(statistics.stdev(values), grain / math.sqrt(12))
    half = t_95(count - 1) * spread / math.sqrt(count)
    return mean, max(0.0, mean - half), mean + half


def share_interval(wins: float, count: int, looks: int) -> tuple[float, float]:
    """Return the exact 95 % interval of a share of wins in a few games, wider if `looks` shares are
    examined together.

    Source: Clopper and Pearson (1934), with Bonferroni's correction. Fractions of a win are rounded
    so that the interval becomes wider.
    """
    risk = 0.025 / looks
    low = _where(lambda share: _at_least(math.floor(wins), count, share) > risk)
    high = _where(lambda share: 1 - _at_least(math.ceil(wins) + 1, count, share) < risk)
    return (low if wins >= 1 else 0.0), (high if wins <= count - 1 else 1.0)


def _at_least(wins: int, count: int, share: float) -> float:
    """Return the chance of at least this number of wins in `count` games."""
    terms = (
        math.lgamma(count + 1)
        - math.lgamma(number + 1)
        - math.lgamma(count - number + 1)
        + number * math.log(share)
        + (count - number) * math.log1p(-share)
        for number in range(wins, count + 1)
    )
    return math.fsum(map(math.exp, terms))


def _where(holds: Callable[[float], bool]) -> float:
    """Find, by bisection, the share from which a condition holds."""
    low, high = 0.0, 1.0
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return (low + high) / 2


@lru_cache(maxsize=4096)
def mid_interval(wins: int, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a share with few events or few non-events, as whole numbers: each
    end leaves a chance of 0.025 outside.

    The chance of exactly this number counts half.
    """
    most = min(1.0, (wins + 6 + 6 * math.sqrt(wins + 1)) / games)
    low = most * _where(lambda part: _fewer(wins, games, part * most) < 0.975) if wins else 0.0
    return low, most * _where(lambda part: _fewer(wins, games, part * most) < 0.025)


def _fewer(wins: int, games: int, share: float) -> float:
    """Return the chance of fewer wins, plus half the chance of exactly this number."""
    if share >= 1.0:
        return 0.5 if wins == games else 0.0
    term, total = math.exp(games * math.log1p(-share)), 0.0
    for number in range(wins):
        total += term
        term *= (games - number) / (number + 1) * share / (1.0 - share)
    return total + term / 2


def share_difference(wins_a: float, n_a: int, wins_b: float, n_b: int) -> Estimate:
    """Return share a minus share b, from independent games; `games` counts both sides.

    The interval stays valid for shares near 0 and 1, and its width is never zero. Source: Newcombe
    (1998), method 10, which combines two Wilson intervals.
    """
    a, b = Rate(wins_a, n_a), Rate(wins_b, n_b)
    (low_a, high_a), (low_b, high_b), number = a.interval, b.interval, a.share - b.share
    low = number - math.hypot(a.share - low_a, high_b - b.share)
    return Estimate(number, low, number + math.hypot(high_a - a.share, b.share - low_b), n_a + n_b)


def p_beyond(number: float, standard_error: float, limit: float) -> float:
    """Return the highest chance of a number this far from 0, or further, if the true value is
    within ± limit.

    Small p-values support "more than the limit". The most likely true value for it is the nearer
    limit; both tails count, so that with a limit of 0 this is the usual two-sided test.
    """
    if standard_error == 0:
        return float(abs(number) <= limit)
    tails = [
        math.erfc((abs(number) + sign * limit) / standard_error / math.sqrt(2)) / 2
        for sign in (-1, 1)
    ]
    return min(1.0, sum(tails))


def is_within(low: float, high: float, limit: float) -> bool:
    """Return whether an interval is within ± limit, the limit included."""
    return -limit <= low and high <= limit


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjust the p-values of tests made together, keeping their order: flagging those up to 0.05
    raises one false alarm in 20 families.

    It holds whatever the dependence between the tests. Source: Holm (1979), step down.
    """
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    adjusted, most = [0.0] * len(p_values), 0.0
    for rank, i in enumerate(order):
        most = max(most, min(1.0, (len(p_values) - rank) * p_values[i]))
        adjusted[i] = most
    return adjusted


def games_needed(standard_error: float, games: int, distance: float) -> int | None:
    """Estimate the total number of games after which half a 95 % interval equals a distance, from
    the standard error after `games`.

    `distance` is from the measured value to the limit, in the unit of the standard error. Rounded
    up to two significant digits; None if there is no distance, since no number of games would be
    enough.
    """
    ratio = Z_95 * standard_error / abs(distance) if distance else math.inf
    if not math.isfinite(ratio * ratio * games):
        return None
    needed = math.ceil(ratio * ratio * games)
    step: int = 10 ** max(0, len(str(needed)) - 2)
    return -(-needed // step) * step


class ConfidenceSequence:
    """Means whose intervals all hold together, whenever and however often they are examined, so
    that play may stop as soon as the result is certain.

    Values come in batches of shape (games,), for one mean, or (games, means), for several; results
    are then scalars, or of shape (means,). Over all looks together, the interval of one mean misses
    the truth at any time with a chance of about `alpha`.

    It is asymptotic: exact in the limit of late looks, and reliable from `fewest` games on; before
    that, the interval is infinite. It is tightest around `games`. If unseen values may still occur,
    up to `reach` from 0, the interval stays open for them: after n zeros it still includes reach *
    ln(1 / alpha) / n, because a rare event of that frequency is missed with a chance of alpha.
    Without `reach`, n equal values give an interval of zero width.

    Source: Waudby-Smith, Arbour, Sinha, Kennedy, Ramdas (2024), Time-uniform central limit theory
    and asymptotic confidence sequences, Annals of Statistics 52, with rho from their approximation
    to its optimum; `reach` is ours.
    """

    def __init__(
        self, alpha: float = 0.05, games: int = 2000, fewest: int = FEWEST, reach: Any = 0.0
    ) -> None:
        self.alpha, self.fewest, self.reach = alpha, fewest, reach
        odds = -2 * math.log(alpha)
        self.rho_squared = (odds + math.log(odds) + 1) / games
        self.games = 0
        self.total: Any = 0.0
        self.squares: Any = 0.0

    def add(self, values: Any) -> None:
        """Add a batch of values."""
        values = np.asarray(values, np.float64)
        self.games += len(values)
        self.total = self.total + values.sum(axis=0)
        self.squares = self.squares + (values * values).sum(axis=0)

    @property
    def mean(self) -> Any:
        return self.total / self.games

    @property
    def variance(self) -> Any:
        """The variance of one value, as observed."""
        return np.maximum(0.0, self.squares / self.games - self.mean**2)

    @property
    def half_width(self) -> Any:
        """Half the width of each interval at present."""
        if self.games < max(1, self.fewest):
            return np.full(np.shape(self.total), math.inf)
        n, nrr = self.games, self.games * self.rho_squared
        variance = self.variance + np.square(self.reach) * -math.log(self.alpha) / 2 / n
        return np.sqrt(
            variance * 2 * (nrr + 1) / (n * nrr) * math.log(math.sqrt(nrr + 1) / self.alpha)
        )

    @property
    def interval(self) -> tuple[Any, Any]:
        """The current ends of the intervals, low and high."""
        half = self.half_width
        mean = self.mean if self.games else np.zeros(np.shape(half))
        return mean - half, mean + half

    def is_sure(self, limit: Any) -> Any:
        """Return for each mean whether it is settled: its interval excludes 0, or is within ±
        limit.
        """
        low, high = self.interval
        return (low > 0) | (high < 0) | ((low >= -limit) & (high <= limit))
