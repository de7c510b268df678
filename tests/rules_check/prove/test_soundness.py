"""What is reported of whole games is shown at the line of cards.yaml that says it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from rules_check.prove.soundness import end_findings, rare_end_measurements
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
