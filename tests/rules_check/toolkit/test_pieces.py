"""What play needs of the box: the table is read, and components are found by their kind or their
words.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.data.game import Component
from generator.data.problems import Place
from rules_check.toolkit.pieces import pieces, values_of
from tests.conftest import make_game

TABLE = pieces("""
    die dice     1 a player
    cube         12
    coin         sum of starting gold, sales
    hero         deck-short, level-short
""")


def component(id_: str, name: str, count: int = 1) -> Component:
    return Component(id_, name, count, (), None, None, False, Place("cards.yaml", 1, 1))


def test_a_line_says_how_much_is_needed_and_of_what() -> None:
    die, cube, coin, hero = TABLE
    assert (die.need(6), cube.need(6), coin.need(6)) == (6, 12, 0)
    assert (coin.sums, hero.codes) == (("starting gold", "sales"), ("deck-short", "level-short"))


@pytest.mark.parametrize(
    ("id_", "name", "found"),
    [
        ("d8", "Eight-sided dice", "die"),
        ("cubes", "Wood", "cube"),
        ("x", "Small coins", "coin"),
        ("box", "Coinage", None),
    ],
)
def test_a_component_is_found_by_its_words(id_: str, name: str, found: str | None) -> None:
    assert next((piece.name for piece in TABLE if piece.is_of(component(id_, name))), None) == found


def test_cards_are_found_by_their_kind_and_worth_their_value(tmp_path: Path) -> None:
    cards = {
        "ten": {"name": "Ten", "value": 10, "copies": 2},
        "one": {"name": "One", "value": 1, "copies": 5},
    }
    game = make_game(
        tmp_path,
        cards=cards,
        fields={"name": "line", "value": "integer"},
        components={"purse": {"name": "Purse", "of": "card", "count": 7}},
    )
    (kind,) = {card.kind for card in game.cards.values()}
    (piece,) = pieces(f"{kind}  1")
    assert [one.id for one in piece.among(game.components)] == ["purse"]
    assert values_of(game.components) == [(10, 2), (1, 5)]
    assert values_of([component("tokens", "Tokens", 6)]) == [(1, 6)]
