"""A deck that keeps a table: copies are counted by the value of a field, and what the table does
not say is found too.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.data.game import Game
from generator.data.problems import ProblemError
from generator.lint.lint import lint
from tests.conftest import make_game
from tests.generator.lint.conftest import line_of, only

FACE = (
    '<text x="8" y="20">{{ card.name }}</text>{% if card.food %}<text x="8" y="40">{{ card.food '
    "}}</text>{% endif %}"
)
CARDS = {
    "bread": {"name": "Bread", "food": 2, "copies": 3},
    "feast": {"name": "Feast", "food": 4},
    "stone": {"name": "Stone"},
}


def counted(folder: Path, cards: dict[int, int], field: str = "food") -> Game:
    """Make a game with three cards of two food, one of four and one of none, which should be as
    `cards` says.
    """
    return make_game(
        folder,
        FACE,
        CARDS,
        {"name": "line", "food": "1..9?"},
        lint={"counts": [{"kind": "card", "field": field, "cards": cards}]},
    )


def test_copies_count_and_cards_without_the_field_do_not(tmp_path: Path) -> None:
    linted = lint(counted(tmp_path, {2: 3, 3: 0, 4: 1}))
    assert linted.findings == []
    assert {look.what: look.number for look in linted.looks}[
        "numbers of cards with each value"
    ] == 3


def test_cards_of_another_kind_do_not_count(tmp_path: Path) -> None:
    more = {
        "template": "card.svg.j2",
        "fields": {"name": "line", "food": "1..9?"},
        "cards": {"crumb": {"name": "Crumb", "food": 2}},
    }
    game = make_game(
        tmp_path,
        FACE,
        CARDS,
        {"name": "line", "food": "1..9?"},
        kinds={"rest": more},
        components={
            "cards": {"name": "Cards", "of": "card", "count": 5},
            "rests": {"name": "Rests", "of": "rest", "count": 1},
        },
        lint={"counts": [{"kind": "card", "field": "food", "cards": {2: 3, 4: 1}}]},
    )
    assert [one.code for one in lint(game).findings if one.code == "count-differs"] == []


def test_too_few_are_found_where_the_table_says_so(tmp_path: Path) -> None:
    finding = only(lint(counted(tmp_path, {2: 5, 4: 1})), "count-differs")
    assert (finding.number, finding.limit, finding.about) == (3, 5, "card, food")
    assert finding.claim == "3 cards of 'card' have 2 as 'food', expected 5"
    assert finding.place is not None
    assert finding.place.line == line_of(tmp_path, "cards.yaml", "2: 5")


def test_a_value_that_the_table_does_not_name_is_found(tmp_path: Path) -> None:
    finding = only(lint(counted(tmp_path, {2: 3})), "count-differs")
    assert finding.claim == "1 card of 'card' has 4 as 'food', expected 0"


def test_a_count_below_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ProblemError, match="0 to 10000"):
        counted(tmp_path, {2: -1})
