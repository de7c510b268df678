"""Two card sets on the same luck: what differs is found, what is equal says so, and sides come from
files, folders and git.
"""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import pytest

from generator.data.findings import Finding
from rules_check.engine.parts import Columns, Part
from rules_check.engine.players import LineUpError, parse_line_up
from rules_check.play.simulate import Played, simulate
from rules_check.prove import comparing
from rules_check.prove.comparing import (
    BATCH,
    Comparison,
    FindingChange,
    Measure,
    compare,
    compare_findings,
    measured,
    measures_of,
)
from rules_check.verdict.statistics import FEWEST
from tests.conftest import some
from tests.rules_check.prove.pairs import CARDS, RULES

RANDOM = parse_line_up("random", 2)


def changed(**numbers: int) -> Any:
    """Copy the card set, with some numbers moved."""
    cards = CARDS.copy()
    for name, more in numbers.items():
        cards[name] += more
    return cards


def figures(compared: Comparison) -> dict[str, comparing.Figure]:
    return {figure.name: figure for figure in compared.figures}


# ------------------------------------------------------------------------------------------ figures


def test_what_a_game_counts_by_hand() -> None:
    class Rules:
        ENDS = ("not over", "worn out", "bored")
        COUNTS = ("sneezes",)
        LEDGER = ("found", "lost")

    columns = Columns.of(Rules, 2)  # type: ignore[arg-type]
    rows = np.array(
        # end, rounds, decisions, fault, leader, changes, at once; places, scores, sneezes, found
        # and lost of each seat
        [
            (1, 7, 30, 0, -1, 0, 0, [1, 2], [9, 4], [3], [[10, -1], [5, -1]]),
            (2, 8, 31, 0, -1, 0, 0, [1, 1], [6, 6], [0], [[6, 0], [7, -1]]),
        ],
        columns.dtype,
    )
    matrix = measured(Rules, Played(columns, 1, 0, Part(rows, None, None)))  # type: ignore[arg-type]
    names = [measure.name for measure in measures_of(Rules, 2)]  # type: ignore[arg-type]
    first, second = ({**dict(zip(names, row, strict=True))} for row in matrix.tolist())
    assert first == {
        "rounds": 7,
        "decisions": 30,
        "seat 1 wins": 1,
        "seat 2 wins": 0,
        "end: worn out": 1,
        "end: bored": 0,
        "spread from first to last": 5,
        "sneezes": 3,
        "found, a seat": 7.5,
        "lost, a seat": -1,
    }
    assert (
        second["seat 1 wins"],
        second["seat 2 wins"],
        second["end: bored"],
        second["lost, a seat"],
    ) == (0.5, 0.5, 1, -0.5)


def test_a_game_without_an_account_is_compared_by_less() -> None:
    class Rules:
        ENDS = ("not over", "over")

    columns = Columns.of(Rules, 2)  # type: ignore[arg-type]
    rows = np.array([(1, 7, 30, 0, -1, 0, 0, [1, 2], [9, 4], [], [[], []])], columns.dtype)
    matrix = measured(Rules, Played(columns, 1, 0, Part(rows, None, None)))  # type: ignore[arg-type]
    assert matrix.shape == (1, len(measures_of(Rules, 2))) == (1, 6)  # type: ignore[arg-type]


def test_a_share_has_its_difference_its_interval_and_its_limit_in_per_cent() -> None:
    tally = comparing.PairTally([Measure("seat 1 wins", "%", 100, least=0.02)])
    tally.add(np.zeros((1000, 1)), np.tile([[0.0], [0.0], [1.0], [0.0]], (250, 1)))
    (figure,) = tally.figures(False)
    assert (figure.old, figure.new, figure.difference, figure.same_within) == pytest.approx(
        (0, 25, 25, 2)
    )
    assert (sum(figure.interval) / 2, figure.verdict) == (pytest.approx(25), "differs")


def test_a_game_without_an_end_is_called_that() -> None:
    names = [measure.name for measure in measures_of(RULES, 2)]
    assert "bound" in RULES.ENDS
    assert "end: stopped, without an end" in names
    assert "end: bound" not in names


def test_one_player_alone_is_compared_by_the_score() -> None:
    two, alone = ({measure.name for measure in measures_of(RULES, players)} for players in (2, 1))
    assert two - alone == {"seat 1 wins", "seat 2 wins", "spread from first to last"}
    assert alone - two == {"score"}


def test_the_figures_of_emporium_agree_with_its_scores() -> None:
    played = simulate(RULES, CARDS, RANDOM, 1, 50)
    names = [measure.name for measure in measures_of(RULES, 2)]
    matrix = measured(RULES, played)
    assert matrix.shape == (50, len(names))
    sources = [names.index(f"{name}, a seat") for name in RULES.LEDGER]
    assert matrix[:, sources].sum(axis=1) == pytest.approx(played.scores.mean(axis=1))
    assert matrix[:, [names.index("seat 1 wins"), names.index("seat 2 wins")]].sum(
        axis=1
    ) == pytest.approx(1)
    assert matrix[:, [i for i, name in enumerate(names) if name.startswith("end: ")]].sum(
        axis=1
    ) == pytest.approx(1)


def test_what_is_taken_for_the_same_is_as_stated() -> None:
    limits = {
        measure.name: measure.limit(mean) for measure in measures_of(RULES, 4) for mean in [20.0]
    }
    assert (limits["rounds"], limits["decisions"]) == pytest.approx((0.4, 0.4))
    assert (limits["seat 4 wins"], limits["end: stalled"]) == (0.02, 0.02)
    assert (limits["sales"], limits["bids paid, a seat"], limits["spread from first to last"]) == (
        1.0,
        1.0,
        1.0,
    )
    assert Measure("sales", part_of_old=0.05, least=0.05).limit(0.1) == 0.05
    assert Measure("bids", part_of_old=0.05, least=0.05).limit(-8.0) == pytest.approx(0.4)


# ---------------------------------------------------------------------------------------- comparing


def test_equal_card_sets_say_equal_at_once() -> None:
    compared = compare(RULES, CARDS, CARDS.copy(), RANDOM, 1)
    assert compared.is_equal
    assert compared.is_settled
    assert (compared.pairs, compared.games, compared.saving) == (FEWEST, 2 * FEWEST, None)
    assert {
        (one.verdict, one.difference, one.interval, one.unpaired_pairs) for one in compared.figures
    } == {("equal", 0, (0, 0), None)}
    assert figures(compared)["rounds"].old > 1


def test_a_changed_starting_gold_is_found() -> None:
    compared = compare(RULES, CARDS, changed(starting_gold=1), RANDOM, 1, 1000)
    gold = figures(compared)["starting gold, a seat"]
    assert not compared.is_equal
    assert (gold.verdict, gold.old, gold.difference) == ("differs", CARDS["starting_gold"], 1.0)
    assert 0.9 < gold.interval[0] < 1 < gold.interval[1] < 1.1
    assert figures(compared)["draws from nothing"].verdict != "differs"
    assert gold.as_json()["verdict"] == "differs"


def test_games_are_paired_so_what_a_change_does_not_touch_has_no_variance() -> None:
    # Random players do not look at bonuses: with another bonus for sets of monsters they play the
    # very same games.
    found = figures(compare(RULES, CARDS, changed(monster_set_bonus=5), RANDOM, 1, 500))
    for name in ("rounds", "decisions", "sales", "fights won", "bids paid, a seat"):
        figure = found[name]
        assert (figure.difference, figure.unpaired_pairs, figure.verdict) == (0, None, "same"), name
    bonus = found["sets of monsters, a seat"]
    assert (bonus.verdict, bonus.new) == ("differs", 2 * bonus.old)
    assert found["seat 1 wins"].unpaired_pairs is not None
    assert found["seat 1 wins"].unpaired_pairs > 2 * 500


def test_pairs_say_the_same_as_games_apart() -> None:
    cards = changed(hand_limit=1)
    figure = figures(compare(RULES, CARDS, cards, RANDOM, 1, 1000))["upgrades"]
    apart = [
        simulate(RULES, one, RANDOM, seed, 2000).counts[:, RULES.COUNTS.index("upgrades")]
        for seed, one in ((2, CARDS), (3, cards))
    ]
    error = (
        np.sqrt(sum(one.var() / len(one) for one in apart))
        + (figure.interval[1] - figure.interval[0]) / 8
    )
    assert abs(figure.difference - (apart[1].mean() - apart[0].mean())) < 4 * error
    assert figure.unpaired_pairs is not None
    expected = (apart[0].var() + apart[1].var()) / (
        figure.unpaired_pairs / figure.pairs
    )  # the variance of a pair's difference
    one = (
        simulate(RULES, CARDS, RANDOM, 1, 1000).counts
        - simulate(RULES, cards, RANDOM, 1, 1000).counts
    )
    assert one[:, RULES.COUNTS.index("upgrades")].var() == pytest.approx(expected, rel=0.15)


def test_it_stops_as_soon_as_all_is_settled(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[int, int]] = []
    new = changed(hand_limit=1)
    unsettled = compare(
        RULES, CARDS, new, RANDOM, 1, BATCH + 250, progress=lambda *at: told.append(at)
    )
    assert told == [(BATCH, BATCH + 250), (BATCH + 250, BATCH + 250)]
    assert not unsettled.is_settled
    unsure = [one for one in unsettled.figures if one.verdict == "unsure"]
    assert all(
        one.pairs_to_settle is not None and one.pairs_to_settle > BATCH + 250 for one in unsure
    )
    for name in ("SAME_SHARE", "SAME_LENGTH", "SAME_COUNT"):
        monkeypatch.setattr(comparing, name, 0.9)
    settled = compare(RULES, CARDS, new, RANDOM, 1)
    assert (settled.pairs, settled.is_settled) == (BATCH, True)


@pytest.mark.parametrize(
    ("interval", "verdict"),
    [
        ((-0.1, 0.1), "same"),
        ((0.05, 0.2), "same"),
        ((0.1, 0.3), "differs"),
        ((-0.3, -0.1), "differs"),
        ((-0.1, 0.3), "unsure"),
        ((-0.3, 0.1), "unsure"),
        ((0.0, 0.0), "equal"),
    ],
)
def test_verdicts_by_hand(interval: tuple[float, float], verdict: str) -> None:
    assert comparing._verdict(*interval, 0.2) == verdict


def test_each_batch_plays_further_games() -> None:
    pairs = BATCH + 200
    found = figures(compare(RULES, CARDS, changed(hand_limit=1), RANDOM, 1, pairs))
    assert found["rounds"].pairs == pairs
    assert found["rounds"].old == pytest.approx(
        simulate(RULES, CARDS, RANDOM, 1, pairs).rounds.mean()
    )
    assert found["rounds"].new == pytest.approx(
        simulate(RULES, changed(hand_limit=1), RANDOM, 1, pairs).rounds.mean()
    )


def test_the_same_comes_of_any_number_of_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as few:
        few.setattr(os, "cpu_count", lambda: 1)
        alone = compare(RULES, CARDS, changed(starting_gold=1), RANDOM, 5, 300)
    assert alone == compare(RULES, CARDS, changed(starting_gold=1), RANDOM, 5, 300)
    assert alone != compare(RULES, CARDS, changed(starting_gold=1), RANDOM, 6, 300)


def test_too_few_pairs_and_too_many_players_are_refused() -> None:
    with pytest.raises(ValueError, match=f"at least {FEWEST} pairs"):
        compare(RULES, CARDS, CARDS, RANDOM, 1, FEWEST - 1)
    with pytest.raises(LineUpError, match="2, 3, 4, 5 or 6 players, found 7"):
        compare(RULES, CARDS, changed(starting_gold=1), parse_line_up("random", 7), 1, 300)


@pytest.mark.slow_cases("0.0")
@pytest.mark.parametrize("shift", some([0.0, 0.5], 2))
def test_all_intervals_hold_together_at_every_look(shift: float) -> None:
    repetitions, draw = 200, np.random.default_rng(14)
    measures = [Measure(f"figure {i}", least=0.2) for i in range(20)]
    wrong = 0
    for _ in range(repetitions):
        tally, is_wrong = comparing.PairTally(measures), False
        for _ in range(15):
            luck = draw.poisson(3, (100, 20))
            tally.add(luck + draw.poisson(1, (100, 20)), luck + draw.poisson(1, (100, 20)) + shift)
            figures = tally.figures(False)
            is_wrong |= any(not one.interval[0] <= shift <= one.interval[1] for one in figures)
        wrong += is_wrong
        assert {one.verdict for one in figures} <= (
            {"differs"} if shift else {"same", "unsure", "differs"}
        )
    assert wrong / repetitions <= 0.05 + 4 * (0.05 * 0.95 / repetitions) ** 0.5


# ----------------------------------------------------------------------------------------- findings


def finding(
    about: str,
    verdict: Any,
    number: float | None = None,
    interval: tuple[float, float] | None = None,
    **more: Any,
) -> Finding:
    return Finding(
        "seat", about, "balance", verdict, f"{about} is {verdict}", number, interval, **more
    )


def test_findings_appear_vanish_and_change() -> None:
    old = [
        finding("a", "warning", 30.0, (29, 31)),
        finding("b", "ok", 25.0, (24, 26)),
        finding("c", "warning", 28.0, (27, 29)),
        finding("d", "ok", 25.0, (24, 26)),
        finding("e", "warning", 29.0, silenced="so be it"),
        finding("f", "fault"),
    ]
    new = [
        finding("a", "warning", 33.0, (32, 34)),
        finding("b", "warning", 29.0, (28, 30)),
        finding("c", "unsure", 27.0, (26, 28)),
        finding("d", "ok", 25.0, (24, 26)),
        finding("e", "warning", 29.0),
        finding("g", "fault"),
    ]
    changes = compare_findings(old, new)
    assert [(one.change, (one.new or one.old).about) for one in changes] == [  # type: ignore[union-attr]
        ("appeared", "b"),
        ("appeared", "e"),
        ("appeared", "g"),
        ("vanished", "c"),
        ("vanished", "f"),
        ("changed", "a"),
    ]
    assert [one.is_clear for one in changes] == [True, False, False, False, False, True]
    assert changes[5] == FindingChange("changed", old[0], new[0])
    assert [one.is_clear for one in compare_findings(new[:1], old[:1])] == [True], "downward too"
    assert changes[5].as_json()["old"]["interval"] == [29, 31]  # type: ignore[index]
    assert "old" not in changes[2].as_json()
    assert compare_findings(old, old) == []


def test_two_findings_of_one_sort_are_told_apart_by_what_they_are_about() -> None:
    assert (
        len(
            compare_findings(
                [finding("seat 1 of 4", "warning")], [finding("seat 2 of 4", "warning")]
            )
        )
        == 2
    )
