"""Between which numbers an expression is: what never holds is known without playing."""

from __future__ import annotations

import pytest

from rules_check.notation.constants import UNKNOWN, value_of
from rules_check.notation.reading import read_program
from rules_check.notation.vocabulary import vocabulary_of
from tests.rules_check.notation.games import faults_in, game_of, text_of


def held(condition: str) -> object:
    """Return whether a condition holds in every game, at the end of the game `deep_dive`."""
    text = text_of("deep_dive").replace("until: round = rounds", f"until: {condition}")
    game = game_of(text)
    (ending,) = read_program(game).endings
    return value_of(ending.condition, vocabulary_of(game), {})


SOMETIMES = ("round >= 1 and sea is empty or round > 3", "count(sea) > 26",
             "top(seen).pearls > 14", "round + count(sea) = 1", "loose < 0")  # fmt: skip


@pytest.mark.parametrize("condition", SOMETIMES)
def test_what_games_can_differ_in_is_unknown(condition: str) -> None:
    assert held(condition) is UNKNOWN


NEVER = ("round < 1", "round = 0", "count(sea) > 27", "count(sea) < 0", "top(seen).pearls > 15",
         "round + count(sea) < 1", "0 > round", "count(sea) - 27 > 0", "distinct(seen.danger) < 0")  # fmt: skip


@pytest.mark.parametrize("condition", NEVER)
def test_what_never_holds_is_reported_at_its_place(condition: str) -> None:
    text = text_of("deep_dive").replace("until: round = rounds", f"until: {condition}")
    line = text.count("\n", 0, text.index(f"until: {condition}")) + 1
    found = [(one.code, one.place.line) for one in faults_in(text) if one.place is not None]
    assert ("never-ends", line) in found
