"""Statistics hold what they claim, measured over thousands of repetitions with fixed seeds.

Where a chance is claimed to be at most p, R repetitions may show it p * R times and four binomial
standard errors more.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from rules_check.verdict.statistics import (
    FEWEST,
    Z_95,
    ConfidenceSequence,
    Estimate,
    Rate,
    games_needed,
    games_to_add,
    holm,
    is_within,
    mean_from,
    mean_interval,
    mean_of,
    p_beyond,
    points,
    ratio_from,
    share_difference,
    share_interval,
    t_95,
    wins_of,
)

REPETITIONS = 4000
Luck = np.random.Generator


@pytest.fixture(scope="module")
def stats() -> Any:
    """What statistics are compared with, which takes as long to import as all of these tests to
    run.
    """
    from scipy import stats

    return stats


def luck(seed: int) -> Luck:
    return np.random.default_rng(seed)


def slack(chance: float, repetitions: int) -> float:
    """Four standard errors of a share of repetitions."""
    return 4 * math.sqrt(chance * (1 - chance) / repetitions)


def covers(estimates: list[tuple[float, float]], truth: float) -> float:
    return sum(low <= truth <= high for low, high in estimates) / len(estimates)


# ---------------------------------------------------------------------------------- rates and means


def test_a_win_that_two_share_counts_half() -> None:
    places = np.array([[1, 2, 3], [1, 1, 3], [3, 1, 1], [1, 1, 1]])
    assert wins_of(places, 0) == pytest.approx(1 + 1 / 2 + 1 / 3)
    assert sum(wins_of(places, seat) for seat in range(3)) == pytest.approx(len(places))


def test_a_rate_is_what_wilson_gives(stats: Any) -> None:
    low, high = Rate(10, 100).interval
    assert (low, high) == pytest.approx((0.0552, 0.1744), abs=5e-5)
    assert Rate(0, 50).interval == pytest.approx((0.0, 0.07135), abs=5e-5)  # zz / (n + zz)
    assert Rate(50, 50).interval == pytest.approx((1 - 0.07135, 1.0), abs=5e-5)
    for wins, games in ((0, 50), (1, 4), (10, 100), (50, 50)):
        judged = stats.binomtest(wins, games).proportion_ci(0.95, method="wilson")
        assert Rate(wins, games).interval == pytest.approx((judged.low, judged.high), abs=1e-6)
    assert str(Rate(1, 4)) == "25.0 % (4.6 to 69.9)"


@pytest.mark.parametrize("expected", [0.1, 0.15, 0.5, 1.5, 3.0, 8.0, 20.0])
def test_a_rate_of_what_is_rare_holds_nearly_as_often_as_it_says(
    stats: Any, expected: float
) -> None:
    games = 5000
    chances = stats.binom(games, expected / games).pmf(np.arange(80))
    held = sum(
        chance
        for wins, chance in enumerate(chances)
        if Rate(wins, games).interval[0] <= expected / games <= Rate(wins, games).interval[1]
    )
    assert held > 0.91, "Wilson's holds 84 times in 100 at worst"
    mirrored = [Rate(games - wins, games).interval for wins in (0, 1, 5)]
    assert mirrored == [
        (1 - high, 1 - low) for low, high in (Rate(wins, games).interval for wins in (0, 1, 5))
    ]
    assert Rate(games, games).interval[1] == 1.0


def test_half_a_rare_win_lies_between_whole_ones() -> None:
    ends = [Rate(wins, 1000).interval for wins in (2, 2.5, 3, 11.5, 12)]
    assert all(one[0] < other[0] and one[1] < other[1] for one, other in pairwise(ends))


def test_points_are_per_cent() -> None:
    assert points(Rate(1, 4)) == pytest.approx((25, 4.56, 69.94, 16.68), abs=5e-3)
    assert points(Estimate(0.02, -0.01, 0.05, 9)) == pytest.approx((2, -1, 5, 3 / Z_95))


def test_a_rate_holds_on_average_over_shares() -> None:
    # Wilson's interval holds 95 % on average over shares, not at each one: so the shares are drawn,
    # too.
    draw = luck(1)
    shares = draw.random(REPETITIONS)
    wins = draw.binomial(60, shares)
    held = sum(
        low <= p <= high
        for p, (low, high) in zip(shares, (Rate(w, 60).interval for w in wins), strict=True)
    )
    assert abs(held / REPETITIONS - 0.95) < slack(0.95, REPETITIONS)


@pytest.mark.parametrize(
    "draw",
    [lambda r, s: r.normal(3, 2, s), lambda r, s: r.integers(0, 7, s)],
    ids=["normal", "die"],
)
def test_a_mean_holds_as_often_as_it_says(draw: Callable[[Luck, Any], Any]) -> None:
    estimates = [mean_of(values) for values in draw(luck(2), (REPETITIONS, 300))]
    held = covers([(e.low, e.high) for e in estimates], 3.0)
    assert abs(held - 0.95) < slack(0.95, REPETITIONS)


def test_a_mean_is_the_same_from_sums() -> None:
    values = [1.0, 4.0, 2.0, 5.0]
    estimate = mean_of(values)
    assert estimate == mean_from(12, 46, 4)
    assert (estimate.number, estimate.games) == (3.0, 4)
    assert estimate.standard_error == pytest.approx(np.std(values, ddof=1) / 2)
    assert estimate.high - estimate.number == pytest.approx(Z_95 * estimate.standard_error)


def test_a_mean_of_few() -> None:
    assert mean_of([5]) == Estimate(5.0, -math.inf, math.inf, 1)
    assert (
        mean_of([0.1] * 7).standard_error < 1e-8
    )  # no root of a negative number, which rounding makes
    with pytest.raises(ValueError, match="at least one game"):
        mean_of([])


@pytest.mark.parametrize(("a", "b"), [(0.3, 0.25), (0.02, 0.02), (0.97, 0.5)])
def test_a_difference_of_shares_holds_as_often_as_it_says(a: float, b: float) -> None:
    draw = luck(3)
    pairs = zip(draw.binomial(400, a, REPETITIONS), draw.binomial(300, b, REPETITIONS), strict=True)
    estimates = [share_difference(x, 400, y, 300) for x, y in pairs]
    held = covers([(e.low, e.high) for e in estimates], a - b)
    assert (
        abs(held - 0.95) < slack(0.95, REPETITIONS) + 0.005
    )  # shares of whole games move in steps
    errors = [e.standard_error for e in estimates]
    assert np.mean(errors) == pytest.approx(np.std([e.number for e in estimates]), rel=0.15)


def test_a_difference_of_shares_is_what_newcombe_gives() -> None:
    estimate = share_difference(56, 70, 48, 80)  # his table II, example a
    assert (estimate.number, estimate.low, estimate.high) == pytest.approx(
        (0.2, 0.0524, 0.3339), abs=5e-5
    )
    assert estimate.games == 150
    mirrored = share_difference(48, 80, 56, 70)
    assert (mirrored.low, mirrored.high) == pytest.approx((-estimate.high, -estimate.low))


# ------------------------------------------------------------------------------- a handful of games


def test_the_interval_of_a_mean_is_students(stats: Any) -> None:
    # Student (1908), the extra sleep by one drug over another, ten patients: mean 1.58, 95 %
    # interval 0.70 to 2.46
    sleep = [1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4]
    assert mean_interval(sleep, 0.1) == pytest.approx((1.58, 0.700, 2.460), abs=1e-3)
    judged = stats.t.interval(0.95, len(sleep) - 1, np.mean(sleep), stats.sem(sleep))
    assert mean_interval(sleep, 0.1)[1:] == pytest.approx(judged, abs=1e-4)
    assert mean_interval([45, 45], 5)[2] > 55, "two round figures are not exact"
    assert mean_interval([1, 30], 1)[1] == 0.0, "nothing takes less than no time"


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 5, 6, 7, 10, 30, 31, 60, 1000])
def test_the_factor_is_students_t(stats: Any, freedom: int) -> None:
    assert t_95(freedom) == pytest.approx(stats.t.ppf(0.975, freedom), abs=2e-4)


@pytest.mark.parametrize(
    ("wins", "games"), [(0, 10), (1, 10), (8, 10), (10, 10), (3, 3), (0, 1), (17, 120)]
)
@pytest.mark.parametrize("looks", [1, 4])
def test_the_interval_of_a_share_is_clopper_and_pearsons(
    stats: Any, wins: int, games: int, looks: int
) -> None:
    judged = stats.binomtest(wins, games).proportion_ci(1 - 0.05 / looks, method="exact")
    assert share_interval(wins, games, looks) == pytest.approx((judged.low, judged.high), abs=1e-6)


def test_half_a_win_widens_the_interval() -> None:
    assert share_interval(7.5, 10, 1) == (share_interval(7, 10, 1)[0], share_interval(8, 10, 1)[1])


# --------------------------------------------------------------------- beyond a limit, many at once


def test_equal_things_are_told_apart_no_more_than_stated() -> None:
    draw = luck(4)
    values = draw.normal(0, 1, (REPETITIONS, 200))
    ps = [p_beyond(e.number, e.standard_error, 0.0) for e in map(mean_of, values)]
    assert (
        abs(np.mean(np.array(ps) <= 0.05) - 0.05) < slack(0.05, REPETITIONS) + 0.003
    )  # normal, not Student's: a little more


@pytest.mark.parametrize("limit", [0.001, 0.05, 0.2])
def test_a_true_value_at_the_limit_is_flagged_no_more_than_stated(limit: float) -> None:
    numbers = luck(5).normal(limit, 0.05, 10 * REPETITIONS)
    flagged = np.mean([p_beyond(x, 0.05, limit) <= 0.05 for x in numbers])
    assert flagged <= 0.05 + slack(0.05, 10 * REPETITIONS)
    assert flagged >= 0.05 - slack(0.05, 10 * REPETITIONS)  # and it is not for want of trying


def test_p_beyond_by_hand() -> None:
    assert p_beyond(Z_95, 1.0, 0.0) == pytest.approx(0.05, abs=1e-6)
    assert p_beyond(5 + 1.644854, 1.0, 5.0) == pytest.approx(
        0.05, abs=1e-6
    )  # one tail, the other is far away
    assert p_beyond(-3.0, 0.5, 1.0) == p_beyond(3.0, 0.5, 1.0)
    assert p_beyond(0.0, 1.0, 2.0) > 0.5
    assert (p_beyond(2.0, 0.0, 2.0), p_beyond(2.1, 0.0, 2.0)) == (1.0, 0.0)


def test_within_by_hand() -> None:
    assert is_within(-1.0, 1.0, 1.0)
    assert not is_within(-1.1, 0.5, 1.0)
    assert not is_within(-0.5, 1.1, 1.0)


def test_holm_is_what_holm_gives() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.9, 0.6]) == [1.0, 1.0]
    assert holm([]) == []


def test_holm_keeps_the_rate_of_families_that_single_tests_break() -> None:
    p_values = luck(6).random((REPETITIONS, 20))
    p_values[:, :5] *= 1e-5  # five true findings beside fifteen that are none
    adjusted = np.array([holm(list(row)) for row in p_values])
    assert np.mean((adjusted[:, 5:] <= 0.05).any(axis=1)) <= 0.05 + slack(0.05, REPETITIONS)
    assert np.mean((adjusted[:, :5] <= 0.05).all(axis=1)) > 0.99
    assert np.mean((p_values[:, 5:] <= 0.05).any(axis=1)) > 0.5  # 1 - 0.95^15


def test_a_rigged_seat_is_found_as_often_as_stated_and_a_fair_one_hardly_ever() -> None:
    # 4 seats, a limit of 2 points, 7200 games: the standard error is 0.51 points. A seat that wins
    # 29 % lies 2 points beyond the limit, 3.92 errors: found by a one-sided test at 5 % with a
    # chance of 0.99; at 28 %, with 0.62.
    games, limit = 7200, 0.02

    def flagged(share: float) -> float:
        rates = (Rate(wins, games).share for wins in luck(7).binomial(games, share, REPETITIONS))
        return float(
            np.mean(
                [p_beyond(x - 0.25, math.sqrt(x * (1 - x) / games), limit) <= 0.05 for x in rates]
            )
        )

    def power(share: float) -> float:
        error = math.sqrt(share * (1 - share) / games)
        return 0.5 * math.erfc((1.644854 - (share - 0.25 - limit) / error) / math.sqrt(2))

    for share in (0.28, 0.29):
        assert (
            abs(flagged(share) - power(share)) < slack(power(share), REPETITIONS) + 0.01
        )  # steps of whole games
    assert flagged(0.27) <= 0.05 + slack(0.05, REPETITIONS)
    assert flagged(0.25) == 0  # 3.9 + 1.6 errors away


# ------------------------------------------------------------------------------------- games needed


def test_games_needed_by_hand() -> None:
    assert games_needed(0.01, 1000, 0.0097) == 4100  # (1.96 * 0.01 / 0.0097)^2 * 1000 = 4083
    assert games_needed(0.01, 1000, -0.0097) == 4100
    assert games_needed(0.01, 100, 1.0) == 1
    assert games_needed(0.0, 100, 1.0) == 0
    assert games_needed(0.01, 1000, 0.0) is None
    assert games_needed(0.01, 1000, 1e-200) is None


def test_so_many_games_resolve_the_distance() -> None:
    draw = luck(8)
    first = mean_of(draw.normal(0.1, 1.0, 2000))
    needed = games_needed(first.standard_error, 2000, 0.05)
    assert needed is not None
    again = mean_of(draw.normal(0.1, 1.0, needed))
    assert again.high - again.number == pytest.approx(0.05, rel=0.1)


@pytest.mark.slow_cases("0.01")
@pytest.mark.parametrize("half_width", [0.01, 0.03])
def test_intervals_hold_where_games_stop_by_their_width_alone(half_width: float) -> None:
    shares, draw, held = np.array([0.13, 0.14, 0.17, 0.18, 0.2, 0.18]), luck(9), np.zeros(6)
    for _ in range(REPETITIONS):
        wins = draw.multinomial(math.ceil(5 / 36 * (Z_95 / half_width) ** 2), shares)
        while more := games_to_add([Rate(float(won), int(wins.sum())) for won in wins], half_width):
            wins = wins + draw.multinomial(more, shares)
        intervals = [Rate(float(won), int(wins.sum())).interval for won in wins]
        assert max(high - low for low, high in intervals) <= 2 * half_width
        held += [low <= share <= high for (low, high), share in zip(intervals, shares, strict=True)]
    assert (abs(held / REPETITIONS - 0.95) < slack(0.95, REPETITIONS)).all(), held / REPETITIONS


def test_games_to_add_by_hand() -> None:
    assert (
        games_to_add([Rate(1, 100), Rate(50, 100)], 0.048) == 303
    )  # ((0.09617 / 0.048)^2 - 0.99) * 100 = 302.4
    assert games_to_add([Rate(500, 10_000)], 0.01) == 0


# --------------------------------------------------------------------------- looked at all the time

LOOKS, BATCH = 60, 100


def ever_missed(
    sequence: ConfidenceSequence, draw: Callable[[Any], Any], truth: float, naive: bool = False
) -> float:
    """Let many repetitions run side by side, look after every batch: the share of those whose
    interval ever misses the truth.
    """
    missed = np.zeros(REPETITIONS, bool)
    for _ in range(LOOKS):
        sequence.add(draw((BATCH, REPETITIONS)))
        low, high = sequence.interval
        if naive and sequence.games >= sequence.fewest:
            half = Z_95 * np.sqrt(sequence.variance / sequence.games)
            low, high = sequence.mean - half, sequence.mean + half
        missed |= (low > truth) | (high < truth)
    return float(missed.mean())


KINDS: dict[str, tuple[Callable[[Luck, Any], Any], float]] = {
    "coin": (lambda r, s: r.random(s, np.float32) < 0.25, 0.25),
    "paired wins": (
        lambda r, s: (
            np.sign(np.trunc(r.random(s, np.float32) * 20) - 9.5) * (r.random(s, np.float32) < 0.1)
        ),
        0.0,
    ),
    "skewed": (lambda r, s: r.standard_exponential(s, np.float32), 1.0),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_sequence_misses_no_more_than_stated_over_all_looks(kind: str) -> None:
    draw, truth = KINDS[kind]
    dice = luck(9)
    assert ever_missed(
        ConfidenceSequence(0.05), lambda size: draw(dice, size), truth
    ) <= 0.05 + slack(0.05, REPETITIONS)


def test_a_plain_interval_looked_at_as_often_misses_far_more() -> None:
    draw, truth = KINDS["coin"]
    dice = luck(9)
    assert (
        ever_missed(ConfidenceSequence(0.05), lambda size: draw(dice, size), truth, naive=True)
        > 0.2
    )


@pytest.mark.parametrize("chance", [0.0005, 0.002, 0.01])
@pytest.mark.parametrize("alpha", [0.05, 0.002])
def test_what_is_rare_is_not_taken_for_nothing(chance: float, alpha: float) -> None:
    dice = luck(10)
    missed = ever_missed(
        ConfidenceSequence(alpha, reach=1.0),
        lambda size: dice.random(size, np.float32) < chance,
        chance,
    )
    assert missed <= alpha + slack(alpha, REPETITIONS)


def test_without_reach_it_would_be() -> None:
    dice = luck(10)
    assert (
        ever_missed(
            ConfidenceSequence(0.05), lambda size: dice.random(size, np.float32) < 0.0005, 0.0005
        )
        > 0.5
    )


def test_after_noughts_the_interval_holds_what_may_have_been_missed() -> None:
    for alpha in (0.05, 0.001):
        sequence = ConfidenceSequence(alpha, reach=3.0)
        sequence.add(np.zeros(500))
        assert 3 * math.log(1 / alpha) / 500 <= sequence.half_width <= 4 * math.log(1 / alpha) / 500


def test_a_sequence_by_hand() -> None:
    sequence = ConfidenceSequence(0.05, games=1000)
    draw = luck(11).normal(2.0, 1.5, 1000)
    sequence.add(draw[:300])
    sequence.add(draw[300:])
    rho_squared = (-2 * math.log(0.05) + math.log(-2 * math.log(0.05)) + 1) / 1000
    factor = math.sqrt(
        2
        * (1000 * rho_squared + 1)
        / (1000**2 * rho_squared)
        * math.log(math.sqrt(1000 * rho_squared + 1) / 0.05)
    )
    low, high = sequence.interval
    assert ((low + high) / 2, (high - low) / 2) == pytest.approx((draw.mean(), draw.std() * factor))


def test_rho_is_near_its_best_at_the_games_stated() -> None:
    def width(tightest: float) -> float:
        sequence = ConfidenceSequence(0.05, games=int(tightest))
        sequence.add(np.tile([-1.0, 1.0], 1000))
        return float(sequence.half_width)

    best = min(width(games) for games in np.geomspace(200, 20000, 200))
    assert width(2000) < 1.001 * best
    assert width(20000) > 1.05 * best  # it does matter


def test_a_sequence_says_nothing_before_it_may_be_trusted() -> None:
    sequence = ConfidenceSequence()
    assert sequence.interval == (-math.inf, math.inf)
    sequence.add(np.full((FEWEST - 1, 2), 7.0))
    assert [list(end) for end in sequence.interval] == [[-math.inf] * 2, [math.inf] * 2]
    assert not sequence.is_sure(np.array([0.0, 10.0])).any()
    sequence.add(np.full((1, 2), 7.0))
    assert sequence.is_sure(np.array([0.0, 10.0])).all()


@pytest.mark.parametrize(
    ("mean", "limit", "is_sure"),
    [
        (0.3, 0.0, True),  # half the width is 0.07
        (0.3, 0.3, True),
        (-0.3, 0.0, True),
        (0.0, 0.08, True),
        (0.0, 0.05, False),
        (0.03, 0.08, False),
        (-0.03, 0.08, False),
        (0.3, 0.5, True),
    ],
)
def test_it_is_sure_of_what_differs_and_of_what_hardly_does(
    mean: float, limit: float, is_sure: bool
) -> None:
    sequence = ConfidenceSequence(0.05)
    sequence.add(np.tile([mean - 1, mean + 1], 1000))
    assert sequence.is_sure(limit) == is_sure
    low, high = sequence.interval
    assert ((low + high) / 2, (high - low) / 2) == pytest.approx((mean, 0.07), abs=0.01)


def test_stopping_as_soon_as_it_is_sure_finds_no_difference_where_there_is_none() -> None:
    dice = luck(13)
    found = np.zeros(REPETITIONS, bool)
    sequence = ConfidenceSequence(0.05)
    is_open = np.ones(REPETITIONS, bool)
    for _ in range(LOOKS):
        sequence.add(dice.integers(-1, 2, (BATCH, REPETITIONS), np.int8))
        low, high = sequence.interval
        found |= is_open & ((low > 0) | (high < 0))
        is_open &= ~sequence.is_sure(0.05)
    assert found.mean() <= 0.05 + slack(0.05, REPETITIONS)
    assert is_open.mean() < 0.5  # and most stop before the last look, having found them the same


def test_a_share_of_what_several_of_a_game_have_is_as_sure_as_it_says() -> None:
    """Games in which all decisions are alike, or shut each other out: the interval holds in 95 of
    100 samples, and a plain one does not.
    """
    luck = np.random.default_rng(1)
    for is_alike in (True, False):
        held = plain = 0
        for _ in range(1500):
            number = luck.integers(1, 9, 300)
            part = (
                number * (luck.random(300) < 0.3)
                if is_alike
                else np.minimum(1, number) * (luck.random(300) < 0.9)
            )
            truth = 0.3 if is_alike else 0.9 / 4.5
            sums = [
                int(column.sum()) for column in (number, part, number**2, number * part, part**2)
            ]
            one = ratio_from([*sums, 300])
            held += one.low <= truth <= one.high
            low, high = Rate(sums[1], sums[0]).interval
            plain += low <= truth <= high
        assert 0.935 < held / 1500 < 0.965
        assert not 0.935 < plain / 1500 < 0.965


def test_a_share_of_nothing_all_or_none() -> None:
    with pytest.raises(ValueError, match="needs at least one case"):
        ratio_from([0, 0, 0, 0, 0, 0])
    none, all_ = ratio_from([40, 0, 160, 0, 0, 10]), ratio_from([40, 40, 160, 160, 160, 10])
    assert (none.number, none.low) == (0.0, 0.0)
    assert none.high > 0.2
    assert (all_.number, all_.high) == pytest.approx((1.0, 1.0))
    assert all_.low < 0.8


def test_a_share_of_one_each_is_a_mean() -> None:
    halves = np.array([0, 1, 1, 2, 1, 0, 1])  # of a unit of 2
    sums = [7, int(halves.sum()), 7, int(halves.sum()), int((halves**2).sum()), 7]
    one, mean = ratio_from(sums, 2), mean_of(halves / 2)
    assert (one.number, one.low, one.high) == pytest.approx((mean.number, mean.low, mean.high))


def test_a_share_of_few_games_stays_between_none_and_all() -> None:
    number, part = np.array([9, 1, 1]), np.array([0, 1, 0])
    few = [int(column.sum()) for column in (number, part, number**2, number * part, part**2)]
    many = [
        int(column.sum())
        for column in (
            number,
            number - part,
            number**2,
            number * (number - part),
            (number - part) ** 2,
        )
    ]
    assert ratio_from([*few, 3]).low == 0.0
    assert ratio_from([*many, 3]).high == 1.0


@pytest.mark.parametrize("number", range(2, 61))
def test_games_that_are_all_alike_make_no_share_sure(number: int) -> None:
    """However a share is written in binary, 13 decisions of which each game takes one say no more
    than as many games do.
    """
    for games in (1, 2, 240):
        one = ratio_from([number * games, games, number**2 * games, number * games, games, games])
        assert (one.low, one.high) == pytest.approx(Rate(games / number, games).interval)
