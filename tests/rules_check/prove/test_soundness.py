"""What is reported of whole games is shown at the line of cards.yaml that says it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from generator.data.findings import Finding
from rules_check.prove import soundness
from rules_check.prove.soundness import (
    end_findings,
    end_measurements,
    length_measurement,
    rare_end_measurements,
)
from rules_check.verdict.findings import judge
from tests.rules_check.notation.games import game_of, text_of


def test_an_end_that_never_comes_is_shown_at_its_line() -> None:
    lines = "  until:\n    the sea is empty: sea is empty\n    the night is over: round = 99\n"
    game = game_of(text_of("goofspiel").replace("  until: sea is empty\n", lines))
    ends = SimpleNamespace(ENDS=("not over", "the sea is empty", "the night is over"), BAD_ENDS=())
    (few, many) = (
        next(one for one in end_findings(ends, None, seen, game) if one.code == "end-never-comes")  # type: ignore[arg-type]
        for seen in ({2: {"the sea is empty": 5}}, {2: {"the sea is empty": 60}})
    )
    assert (few.verdict, many.verdict) == ("unsure", "warning")
    warning = many
    assert warning.place is not None
    text = text_of("goofspiel").splitlines()
    assert warning.place.line == text.index("  until: sea is empty") + 3


def test_an_end_that_a_step_forestalls_is_not_called_superfluous() -> None:
    game = game_of(text_of("goofspiel"))
    ends: Any = SimpleNamespace(ENDS=("not over", "all is lit", "the game is over"), BAD_ENDS=())
    seen = {2: {"the game is over": 60}}
    found = next(one for one in end_findings(ends, None, seen, game) if one.code != "game-end")
    assert found.hint is not None
    assert "`end the game`" in found.hint


def test_ends_that_no_game_reached_are_not_called_superfluous() -> None:
    game = game_of(text_of("goofspiel"))
    ends: Any = SimpleNamespace(ENDS=("not over", "the sea is empty", "bound"), BAD_ENDS=(2,))
    said, found = end_findings(ends, None, {2: {"bound": 60}}, game)
    assert said.claim.startswith("with 2 players, games end by: stopped, without an end 100")
    assert found.hint == "first make games end: a game that goes on or gets stuck shows no end"


def test_a_length_names_the_end_that_most_games_come_to_in_plain_words() -> None:
    rules: Any = SimpleNamespace(ENDS=("not over", "bound"))
    ones = np.ones(40, np.int64)
    played: Any = SimpleNamespace(
        players=2, games=40, ends=ones, rounds=90 * ones, decisions=5000 * ones, at_once=0 * ones
    )
    limits = {"decision_seconds": 10.0, "round_seconds": 10.0, "setup_minutes": 5.0}
    found = length_measurement(rules, played, limits, (30.0, 40.0), game_of(text_of("goofspiel")))
    assert found.hint is not None
    assert "end this way: stopped, without an end. Check" in found.hint


def test_an_end_that_never_comes_is_shown_at_the_one_number_that_it_waits_for() -> None:
    """ "a stall is full: max(count(stall) over players) >= guests" is shown at `guests`; what waits
    for no number, or for two, at its own line.
    """
    lines = (
        "  until:\n    the sea is empty: sea is empty\n    late: round >= most\n"
        "    later: round >= most + spare\n"
    )
    text = text_of("goofspiel").replace("  until: sea is empty\n", lines)
    text = text.replace("\nplay:", "\nrules: {most: 90, spare: 9}\nplay:")
    game, written = game_of(text), text.splitlines()
    ends: Any = SimpleNamespace(ENDS=("not over", "the sea is empty", "late", "later"))
    seen = {2: {"the sea is empty": 60}}
    places = {
        one.about: written[one.place.line - 1].strip()
        for one in end_findings(ends, None, seen, game)
        if one.code == "end-never-comes" and one.place
    }
    assert places == {
        "late": "rules: {most: 90, spare: 9}",
        "later": "later: round >= most + spare",
    }


def test_an_end_that_hardly_comes_is_measured_where_it_comes_most_often() -> None:
    game = game_of(text_of("goofspiel"))
    ends: Any = SimpleNamespace(
        ENDS=("not over", "the sea is empty", "a flood", "stuck"), BAD_ENDS=(3,)
    )
    seen = {
        2: {"the sea is empty": 990, "a flood": 10},
        3: {"the sea is empty": 960, "a flood": 40},
    }
    measured = list(rare_end_measurements(ends, None, seen, {"ends": 5.0}, game))
    assert [one.about for one in measured] == ["the sea is empty", "a flood"]
    assert [round(one.number) for one in measured] == [99, 4]
    assert measured[1].what.startswith("with 3 players")


def test_the_only_end_there_is_cannot_be_rare() -> None:
    game, ends = game_of(text_of("goofspiel")), {2: {"the sea is empty": 5}}
    rules: Any = SimpleNamespace(ENDS=("not over", "the sea is empty"), BAD_ENDS=())
    assert list(rare_end_measurements(rules, None, ends, {"ends": 5.0}, game)) == []


@pytest.mark.parametrize(
    ("greedy", "random", "verdict", "line", "hint"),
    [
        (["bound"] * 40, ["bound"] * 9 + ["done"], "fault", "  until: sea is empty", "lower a"),
        (["bound"] * 40, ["done"] * 10, "warning", "", "reward what"),
        (["stalled"] * 40, ["bound"] * 10, "fault", "", "replay one to see which move"),
        (["stalled"] * 40, ["done"] * 6 + ["bound"] * 4, "warning", "", "replay one to see which"),
        (["done"] * 40, ["bound"] * 10, "unsure", "", "replay one"),
    ],
)
def test_games_that_never_end_whoever_plays_are_a_fault(
    monkeypatch: pytest.MonkeyPatch,
    greedy: list[str],
    random: list[str],
    verdict: str,
    line: str,
    hint: str,
) -> None:
    names = ["not over", "done", "stalled", "bound"]
    rules: Any = SimpleNamespace(ENDS=names, BAD_ENDS=(2, 3))
    played: Any
    other: Any
    played, other = (
        SimpleNamespace(
            ends=np.array([names.index(end) for end in ends]), games=len(ends), players=2
        )
        for ends in (greedy, random)
    )
    monkeypatch.setattr(soundness, "minimised", lambda *_: None)
    monkeypatch.setattr(soundness, "words_of", lambda line_up: "greedy")
    (found,) = end_measurements(
        rules, None, played, [], {"stall": 0.5}, game_of(text_of("goofspiel")), other
    )
    finding = found if isinstance(found, Finding) else judge([found])[0]
    assert finding.verdict == verdict
    assert str(finding.hint).startswith(hint)
    assert ("which random players do in 0 %" in finding.claim) == (hint == "reward what")
    assert finding.place is not None
    told = text_of("goofspiel").splitlines()[finding.place.line - 1]
    assert told == line or not line
    assert ("no condition in `until` comes true" in finding.claim) == bool(line)
