"""A step of a story tells sentences with what it knows, or with values of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from rules_check.toolkit.prose import Story
from rules_check.toolkit.stories import Step, scores_added
from rules_check.toolkit.texts import texts


def test_a_step_tells_what_it_knows_or_is_given(tmp_path: Path) -> None:
    (tmp_path / "words.en.yaml").write_text(
        (
            'story:\n  won: "{who} won {n}"\n  end: {early: "{who} left"}\n  round: "round '
            '{after.n} began"\n'
        ),
        encoding="utf-8",
    )
    story = Story(0)
    step = Step(
        story,
        SimpleNamespace(cards=None),
        SimpleNamespace(seat=1),
        5 << 20 | 2,
        SimpleNamespace(n=3),
        False,
    )
    assert (step.seat, step.a, step.b) == (1, 5, 2)
    step.words = texts(str(tmp_path / "story.py"), "story")  # type: ignore[misc]
    step.known = {"who": lambda: story.who(0), "n": lambda: step.a}
    step.say("won")
    step.say("won", who=story.who(1), n=2)
    step.say("end", "early")
    step.say("round")
    assert story.lines == ["You won 5.", "Seat 2 won 2.", "You left.", "Round 3 began."]
    step.say("won", who="nobody")
    assert story.lines[-1] == "Nobody won 5."
    with pytest.raises(KeyError, match="disagree on m"):
        step.say("won", m=1)


def test_those_who_share_a_place_are_ranked_together() -> None:
    def write(numbers: list[int]) -> Callable[[object, object, Any], None]:
        return lambda cards, state, out: out.__setitem__(slice(0, 3), numbers)

    step = Step(
        Story(0),
        SimpleNamespace(cards=None),
        SimpleNamespace(seat=0),
        0,
        SimpleNamespace(players=3),
        False,
    )
    step.rules = SimpleNamespace(places=write([2, 1, 2]), scores=write([4, 9, 4]))  # type: ignore[misc]
    assert step.ranked() == [([1], "won", 9), ([0, 2], "came second", 4)]


@pytest.mark.parametrize(
    ("unit", "units"),
    [
        ({"UNIT": "coins"}, ("coin", "coins")),
        ({"UNIT": "die|dice"}, ("die", "dice")),
        ({}, ("point", "points")),
    ],
)
def test_a_score_is_told_by_what_it_adds_up_to(
    unit: dict[str, str], units: tuple[str, str]
) -> None:
    def account(cards: object, state: object, out: Any) -> None:
        out[:] = 8, 3, 0, -2, 0, 0, 0

    def scores(cards: object, state: object, out: Any) -> None:
        out[:] = 1, 0

    rules = SimpleNamespace(
        COUNTS=("rounds",), LEDGER=("sales", "bids", "debt"), account=account, scores=scores, **unit
    )
    found = scores_added(rules, None, SimpleNamespace(players=2), 1)
    assert found == [
        f"seat 1: sales 3, bids 0 and debt -2, which makes 1 {units[0]}",
        f"you: sales 0, bids 0 and debt 0, which makes 0 {units[1]}",
    ]


def test_scores_add_up_where_nothing_else_is_counted() -> None:
    def write(numbers: list[int]) -> Callable[[object, object, Any], None]:
        return lambda cards, state, out: out.__setitem__(slice(0, len(numbers)), numbers)

    rules = SimpleNamespace(
        LEDGER=("fruit", "trees"), account=write([30, 8, 27, 6]), scores=write([38, 33])
    )
    assert scores_added(rules, None, SimpleNamespace(players=2), 1) == [
        "seat 1: fruit 30 and trees 8, which makes 38 points",
        "you: fruit 27 and trees 6, which makes 33 points",
    ]
