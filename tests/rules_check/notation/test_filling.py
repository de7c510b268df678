"""Zones that no card enters, and zones from which cards are taken too early, at their places."""

from __future__ import annotations

import pytest

from tests.rules_check.notation.test_checks import edited, faults_of

CASES = [
    (
        "bramble",
        "deck: all card, face down",
        "deck: card, face down",
        17,
        "has any cards of the kind 'card'",
    ),
    ("night_catch", "deal hand_size from deck", "deal hand_size from gone", 28, "'gone' is still"),
    ("night_catch", "deck: all fish, face down", "deck: fish, face down", 21, "ever enters 'deck'"),
]


@pytest.mark.parametrize(("game", "old", "new", "line", "words"), CASES)
def test_a_zone_without_cards_is_reported_where_it_is_seen(
    game: str, old: str, new: str, line: int, words: str
) -> None:
    (fault,) = (one for one in faults_of(edited(game, old, new)) if one.code == "never-filled")
    assert fault.place is not None
    assert (fault.place.line, words in fault.message) == (line, True)


def test_cards_put_down_before_may_be_taken() -> None:
    first = "- move 3 from deck to gone\n    - deal hand_size from gone to"
    text = edited("night_catch", "- deal hand_size from deck to", first)
    assert faults_of(text) == []
