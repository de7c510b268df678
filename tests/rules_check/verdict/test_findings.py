"""Judging: a number by its interval and its limits, and many numbers together."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from generator.data.game import Game
from rules_check.verdict.findings import WRONG, Measurement, judge, p_outside, place_at
from rules_check.verdict.ranking import as_json, weight


def measured(
    number: float, error: float, allowed: tuple[float, float] = (23.0, 27.0), games: int = 1000
) -> Measurement:
    return Measurement(
        "x",
        "",
        "balance",
        "it is {}",
        number,
        number - 1.96 * error,
        number + 1.96 * error,
        error,
        games,
        allowed,
    )


@pytest.mark.parametrize(
    ("number", "error", "verdict"),
    [
        (25, 0.5, "ok"),
        (25, 2, "unsure"),
        (27.0, 0.36, "ok"),
        (27.0, 0.45, "unsure"),  # it may lie a leeway beyond
        (27.4, 0.2, "unsure"),  # by chance it is hardly beyond
        (28, 0.4, "unsure"),
        (28, 0.36, "warning"),
        (28, 2, "unsure"),
        (29, 0.5, "warning"),
        (20, 0.5, "warning"),
    ],
)
def test_a_number_is_judged_by_its_interval_and_its_limits(
    number: float, error: float, verdict: str
) -> None:
    (found,) = judge([measured(number, error)])
    assert found.verdict == verdict
    assert ("would settle it" in found.claim) == (verdict == "unsure")


@pytest.mark.parametrize(
    ("number", "error", "others", "games"),
    [
        (27.2, 0.5, 0, "2,900"),  # what chance explains: until it may be called ok
        (28.0, 0.5, 0, "1,900"),  # what it hardly does: until it is a warning
        (28.2, 0.4, 39, "1,600"),  # which is harder among many; alone it is one
    ],
)
def test_an_unsure_number_says_how_many_games_would_settle_it(
    number: float, error: float, others: int, games: str
) -> None:
    found = judge([*[measured(25, 0.1)] * others, measured(number, error)])[-1]
    assert found.verdict == "unsure"
    assert found.claim.endswith(f"; about {games} games would settle it")


def test_a_number_just_beyond_its_limit_by_chance_is_ok_and_said_to_be_close() -> None:
    (close, at, clear) = judge([measured(27.1, 0.2), measured(27.0, 0.2), measured(26.4, 0.2)])
    assert (close.verdict, at.verdict, clear.verdict) == ("ok", "ok", "ok")
    assert [one.claim.endswith("close to its limit") for one in (close, at, clear)] == [
        True,
        False,
        False,
    ]


def test_the_leeway_is_a_quarter_of_what_is_allowed_and_never_more_than_the_most() -> None:
    ranges = (
        (23.0, 27.0),
        (0.0, 5.0),
        (0.0, 0.5),
        (-np.inf, 35.0),
        (2.0, np.inf),
        (30.0, 40.0),
        (-np.inf, np.inf),
    )
    assert [measured(0, 1, allowed).leeway for allowed in ranges] == [
        1.0,
        2.0,
        0.25,
        2.0,
        1.0,
        2.0,
        2.0,
    ]


@pytest.mark.slow
def test_what_lies_beyond_its_leeway_is_hardly_ever_called_ok_though_it_is_looked_at_twice() -> (
    None
):
    luck, trials = np.random.default_rng(3), 4000
    for error in (0.1, 0.3, 0.6):
        called = 0
        for _ in range(trials):
            first, more = 28 + luck.normal(0, error, 2)
            looks = [measured(first, error), measured((first + more) / 2, error / np.sqrt(2))]
            called += any(judge([one])[0].verdict == "ok" for one in looks)
        assert called / trials < 0.01 + 3 * np.sqrt(0.01 / trials)


@pytest.mark.slow
def test_the_games_that_would_settle_it_do_in_most_cases() -> None:
    luck = np.random.default_rng(4)
    for truth in (25.0, 27.0, 29.0):
        settled = 0
        for _ in range(300):
            first = measured(truth + luck.normal(0, 1.2), 1.2)
            games = first.games_to_settle(100)
            assert games is not None
            error = 1.2 * np.sqrt(1000 / max(1000, 1.5 * games))
            again = judge(
                [measured(25, 0.1)] * 99 + [measured(truth + luck.normal(0, error), error)]
            )[-1]
            settled += again.verdict != "unsure"
        assert settled > 150


def test_one_limit_may_be_missing() -> None:
    assert judge([measured(99, 1, (-np.inf, 27.0))])[0].verdict == "warning"
    assert judge([measured(1, 1, (-np.inf, 27.0))])[0].verdict == "ok"
    assert judge([measured(1, 1, (23.0, np.inf))])[0].verdict == "warning"
    assert judge([measured(99, 1, (23.0, np.inf))])[0].verdict == "ok"
    assert p_outside(5, 1, -np.inf, np.inf) == 1
    assert [p_outside(number, 0, -np.inf, 27) for number in (26, 27, 28)] == [1, 1, 0]


@pytest.mark.slow
def test_among_many_fair_measurements_none_is_warned_of_though_they_are_looked_at_twice() -> None:
    """At the edge of what is allowed, where a warning is likeliest: at most one family in a hundred
    has any.
    """
    luck, families, alarms = np.random.default_rng(1), 2000, 0
    for _ in range(families):
        first, more = 27 + luck.normal(0, 0.5, (2, 40))
        looks = (
            [measured(one, 0.5) for one in first],
            [measured(one, 0.5 / np.sqrt(2)) for one in (first + more) / 2],
        )
        alarms += any(one.verdict == "warning" for look in looks for one in judge(look))
    assert alarms / families < WRONG + 3 * np.sqrt(WRONG * (1 - WRONG) / families)
    assert alarms > 0


@pytest.mark.slow
def test_a_rigged_seat_is_found_among_many_fair_measurements() -> None:
    luck, hits = np.random.default_rng(2), 0
    for _ in range(500):
        fair = [measured(25 + luck.normal(0, 0.5), 0.5) for _ in range(99)]
        hits += judge([*fair, measured(30 + luck.normal(0, 0.5), 0.5)])[-1].verdict == "warning"
    assert hits / 500 > 0.98


def test_a_claim_has_its_number_inside_the_sentence_and_what_it_is_compared_with_behind() -> None:
    stalls = Measurement(
        "stall",
        "",
        "games",
        "{} of games stall",
        0.5,
        0.3,
        0.6,
        0.1,
        1000,
        (0.0, 0.5),
        standard="limit 0.5 %",
        too_much="too many",
    )
    assert stalls.words == "0.5 % (0.3 to 0.6) of games stall (limit 0.5 %)"
    many = replace(stalls, number=4.0, low=3.8, high=4.2)
    assert judge([many])[0].claim == "4.0 % (3.8 to 4.2) of games stall (limit 0.5 %): too many"


@pytest.mark.parametrize(
    ("number", "unit", "words"),
    [
        (9.876, "minutes", "it is 9.88 minutes (8.88 to 10.88)"),
        (10.0, "minutes", "it is 10.0 minutes (9.0 to 11.0)"),
        (9.876, "points", "it is 9.9 points (8.9 to 10.9)"),
        (9.876, "%", "it is 9.9 % (8.9 to 10.9)"),
        (-0.5, "", "it is -0.50 (-1.50 to 0.50)"),
    ],
)
def test_a_number_has_as_many_digits_as_tell_something(
    number: float, unit: str, words: str
) -> None:
    assert replace(measured(number, 0.5), low=number - 1, high=number + 1, unit=unit).words == words


def test_a_finding_as_plain_data_has_what_is_known_and_no_more() -> None:
    warned, unsure, fine = judge(
        [replace(measured(number, 0.5), code="skill") for number in (30, 27.5, 25)]
    )
    assert as_json(warned) == {
        "finding": "skill",
        "section": "balance",
        "verdict": "warning",
        "claim": "it is 30.0 % (29.0 to 31.0): too much",
        "number": 30,
        "interval": [30 - 0.98, 30 + 0.98],
        "unit": "%",
        "hint": "leave less to luck and more to the players' decisions",
        "excess": 3.0,
    }
    assert (as_json(unsure)["excess"], unsure.hint) == (0.5, warned.hint)
    assert "excess" not in as_json(fine)
    assert fine.hint is None
    (none,) = judge([measured(0, 1, (5.0, np.inf))])
    assert (as_json(none)["number"], as_json(none)["interval"]) == (0, [-1.96, 1.96])


def test_a_place_is_found_by_its_path_its_section_or_the_name_that_rules_give_it(
    emporium: Game,
) -> None:
    lines = {
        word: number
        for number, line in enumerate(
            (emporium.folder / emporium.file).read_text("utf-8").splitlines(), 1
        )
        for word in line.split()[:1]
    }
    rules = SimpleNamespace(PLACES={"sales": "game.minutes"})
    for path, word in (
        ("game.players", "players:"),
        ("rules", "rules:"),
        ("tables", "tables:"),
        ("sales", "minutes:"),
        ("bids", "rules:"),
    ):
        assert place_at(emporium, path, rules).line == lines[word], path


def test_what_lies_beyond_is_measured_by_its_error_where_that_is_wider_than_the_leeway() -> None:
    assert [measured(31, error).excess for error in (0.5, 1, 4)] == [4.0, 4.0, 1.0]
    assert [measured(number, 0, (0.0, 0.0)).excess for number in (0, 1)] == [0.0, 1.0]


def test_it_is_inside_where_its_whole_interval_is() -> None:
    assert [measured(number, 0.2).is_inside for number in (22.9, 23.1, 25, 26.9, 27.1)] == [
        False,
        False,
        True,
        False,
        False,
    ]


def test_a_measurement_about_several_things_may_be_silenced_by_each_of_them() -> None:
    (found,) = judge([replace(measured(29.0, 0.2), about="too few crates, 4 players")])
    assert found.verdict == "warning"
    assert found.wider == ("too few crates", "4 players")


def test_a_game_far_too_short_is_told_before_all_that_follows_from_it() -> None:
    assert weight("warning", "length", 12.0) < weight("warning", "balance", 99.0)
    assert weight("warning", "length", 2.0) > weight(
        "warning", "balance", 3.0
    )  # a minute or two is no cause
    assert (
        weight("warning", "length", 9.9)
        > weight("warning", "balance", 10.0)
        > weight("warning", "length", 10.0)
    )
    assert weight("fault", "paper", 1.0) < weight("warning", "length", 12.0)


@pytest.mark.parametrize(
    ("number", "error", "verdict"), [(25, 0.5, "unsure"), (25, 2, "unsure"), (29, 0.5, "warning")]
)
def test_what_was_not_tried_is_never_ok(number: float, error: float, verdict: str) -> None:
    one = replace(measured(number, error), untested="untested against others")
    (found,) = judge([one])
    assert (found.verdict, found.is_untested) == (verdict, verdict == "unsure")
    assert found.claim.endswith("; untested against others") == (verdict == "unsure")
    assert as_json(found).get("untested") == (True if verdict == "unsure" else None)


def test_no_number_of_games_settles_what_was_not_tried() -> None:
    one = measured(25, 0.5)
    assert one.games_to_settle(1) is not None
    assert replace(one, untested="untested").games_to_settle(1) is None
