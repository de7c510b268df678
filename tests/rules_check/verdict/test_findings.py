"""Judging: a number by its interval and its limits, and many numbers together."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from rules_check.verdict.findings import Measurement, judge, p_outside


def measured(number: float, error: float, allowed: tuple[float, float] = (23.0, 27.0), games: int = 1000) -> Measurement:
    return Measurement("x", "", "balance", "it is {}", number, number - 1.96 * error, number + 1.96 * error, error, games, allowed)


def test_a_number_is_judged_by_its_interval_and_its_limits() -> None:
    verdicts = [judge([measured(*numbers)])[0].verdict for numbers in ((25, 0.5), (25, 2), (29, 0.5), (28, 2), (20, 0.5))]
    assert verdicts == ["fine", "unsure", "warning", "unsure", "warning"]
    assert "needs about" in judge([measured(28, 2)])[0].claim


def test_one_limit_may_be_missing() -> None:
    assert judge([measured(99, 1, (-np.inf, 27.0))])[0].verdict == "warning"
    assert judge([measured(1, 1, (-np.inf, 27.0))])[0].verdict == "fine"
    assert judge([measured(1, 1, (23.0, np.inf))])[0].verdict == "warning"
    assert judge([measured(99, 1, (23.0, np.inf))])[0].verdict == "fine"
    assert p_outside(5, 1, -np.inf, np.inf) == 1


def test_among_many_fair_measurements_none_is_called_a_fault() -> None:
    """At the edge of what is allowed, where a fault is likeliest to be called: at most one family in twenty has any."""
    luck, families, alarms = np.random.default_rng(1), 2000, 0
    for _ in range(families):
        findings = judge([measured(27 + luck.normal(0, 0.5), 0.5) for _ in range(40)])
        alarms += any(one.verdict == "warning" for one in findings)
    assert alarms / families < 0.05 + 3 * np.sqrt(0.05 * 0.95 / families)
    assert alarms > 0


def test_a_rigged_seat_is_found_among_many_fair_measurements() -> None:
    luck, hits = np.random.default_rng(2), 0
    for _ in range(500):
        fair = [measured(25 + luck.normal(0, 0.5), 0.5) for _ in range(99)]
        hits += judge([*fair, measured(30 + luck.normal(0, 0.5), 0.5)])[-1].verdict == "warning"
    assert hits / 500 > 0.98


def test_a_claim_has_its_number_inside_the_sentence_and_what_it_is_compared_with_behind() -> None:
    stalls = Measurement(
        "stall", "", "games", "{} of games stall", 0.5, 0.3, 0.6, 0.1, 1000, (0.0, 0.5), standard="limit 0.5 %", too_much="too many"
    )
    assert stalls.words == "0.5 % (0.3 to 0.6) of games stall (limit 0.5 %)"
    many = replace(stalls, number=4.0, low=3.8, high=4.2)
    assert judge([many])[0].claim == "4.0 % (3.8 to 4.2) of games stall (limit 0.5 %): too many"
