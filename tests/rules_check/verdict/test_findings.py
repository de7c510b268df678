"""Judging: a number by its interval and its limits, and many numbers together."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from rules_check.verdict.findings import WRONG, Measurement, judge, p_outside, weight


def measured(number: float, error: float, allowed: tuple[float, float] = (23.0, 27.0), games: int = 1000) -> Measurement:
    return Measurement("x", "", "balance", "it is {}", number, number - 1.96 * error, number + 1.96 * error, error, games, allowed)


def test_a_number_is_judged_by_its_interval_and_its_limits() -> None:
    verdicts = [judge([measured(*numbers)])[0].verdict for numbers in ((25, 0.5), (25, 2), (29, 0.5), (28, 2), (20, 0.5))]
    assert verdicts == ["ok", "unsure", "warning", "unsure", "warning"]
    assert "would settle it" in judge([measured(28, 2)])[0].claim


def test_a_number_just_beyond_its_limit_by_chance_is_ok_and_said_to_be_close() -> None:
    (close, clear) = judge([measured(27.1, 0.2), measured(26.4, 0.2)])
    assert (close.verdict, clear.verdict) == ("ok", "ok")
    assert close.claim.endswith("close to its limit")
    assert not clear.claim.endswith("close to its limit")


def test_the_leeway_is_a_quarter_of_what_is_allowed_and_never_more_than_the_most() -> None:
    ranges = ((23.0, 27.0), (0.0, 5.0), (0.0, 0.5), (-np.inf, 35.0), (2.0, np.inf), (30.0, 40.0), (-np.inf, np.inf))
    assert [measured(0, 1, allowed).leeway for allowed in ranges] == [1.0, 2.0, 0.25, 2.0, 1.0, 2.0, 2.0]


def test_what_lies_beyond_its_leeway_is_hardly_ever_called_ok_though_it_is_looked_at_twice() -> None:
    luck, trials = np.random.default_rng(3), 4000
    for error in (0.1, 0.3, 0.6):
        called = 0
        for _ in range(trials):
            first, more = 28 + luck.normal(0, error, 2)
            looks = [measured(first, error), measured((first + more) / 2, error / np.sqrt(2))]
            called += any(judge([one])[0].verdict == "ok" for one in looks)
        assert called / trials < 0.01 + 3 * np.sqrt(0.01 / trials)


def test_the_games_that_would_settle_it_do_in_most_cases() -> None:
    luck = np.random.default_rng(4)
    for truth in (25.0, 27.0, 29.0):
        settled = 0
        for _ in range(300):
            first = measured(truth + luck.normal(0, 1.2), 1.2)
            games = first.games_to_settle(100)
            assert games is not None
            error = 1.2 * np.sqrt(1000 / max(1000, 1.5 * games))
            again = judge([measured(25, 0.1)] * 99 + [measured(truth + luck.normal(0, error), error)])[-1]
            settled += again.verdict != "unsure"
        assert settled > 150


def test_one_limit_may_be_missing() -> None:
    assert judge([measured(99, 1, (-np.inf, 27.0))])[0].verdict == "warning"
    assert judge([measured(1, 1, (-np.inf, 27.0))])[0].verdict == "ok"
    assert judge([measured(1, 1, (23.0, np.inf))])[0].verdict == "warning"
    assert judge([measured(99, 1, (23.0, np.inf))])[0].verdict == "ok"
    assert p_outside(5, 1, -np.inf, np.inf) == 1


def test_among_many_fair_measurements_none_is_warned_of_though_they_are_looked_at_twice() -> None:
    """At the edge of what is allowed, where a warning is likeliest: at most one family in a hundred has any."""
    luck, families, alarms = np.random.default_rng(1), 2000, 0
    for _ in range(families):
        first, more = 27 + luck.normal(0, 0.5, (2, 40))
        looks = ([measured(one, 0.5) for one in first], [measured(one, 0.5 / np.sqrt(2)) for one in (first + more) / 2])
        alarms += any(one.verdict == "warning" for look in looks for one in judge(look))
    assert alarms / families < WRONG + 3 * np.sqrt(WRONG * (1 - WRONG) / families)
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


def test_a_measurement_about_several_things_may_be_silenced_by_each_of_them() -> None:
    (found,) = judge([replace(measured(29.0, 0.2), about="too few crates, 4 players")])
    assert found.verdict == "warning"
    assert found.wider == ("too few crates", "4 players")


def test_a_game_far_too_short_is_told_before_all_that_follows_from_it() -> None:
    assert weight("warning", "length", 12.0) < weight("warning", "balance", 99.0)
    assert weight("warning", "length", 2.0) > weight("warning", "balance", 3.0)  # a minute or two is no cause
    assert weight("fault", "paper", 1.0) < weight("warning", "length", 12.0)
