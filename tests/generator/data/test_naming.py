"""What formulas may name in a game."""

from __future__ import annotations

from pathlib import Path

from generator.data.formulas import NUMBER, TEXT, TRUTH, list_of
from generator.data.game import Game
from generator.data.naming import CARD, scope_of, with_cards
from tests.conftest import make_game


def game_with_everything(folder: Path) -> Game:
    fields = {
        "name": "line",
        "cost": "0..9?",
        "suit": "suit",
        "is_rare": "boolean?",
        "marks": "[suit] 0..2",
        "size_of": "small | large",
    }
    tables = {
        "suit": {
            "fields": {"name": "line", "rank": "integer"},
            "rows": {"cups": {"name": "Cups", "rank": 1}},
        }
    }
    rules = {
        "hand_size": 5,
        "dealt": {2: 6, 3: 5},
        "is_open": True,
        "motto": "Be quick",
        "mixed": {2: 6, "x": 5},
    }
    card = {"one": {"name": "One", "suit": "cups", "marks": ["cups"], "size_of": "small"}}
    return make_game(
        folder,
        cards=card,
        fields=fields,
        tables=tables,
        rules=rules,
        kind={"for_each": {"number": "1..3"}},
    )


def test_fields_have_the_types_that_cards_yaml_gives_them(tmp_path: Path) -> None:
    game = game_with_everything(tmp_path)
    scope = scope_of(game.root, game.context)
    fields = scope.fields["card"]
    assert (fields["name"], fields["cost"], fields["is_rare"], fields["number"]) == (
        TEXT,
        NUMBER,
        TRUTH,
        NUMBER,
    )
    assert (fields["suit"].sort, fields["suit"].name, fields["suit"].words) == (
        "entry",
        "suit",
        ("cups",),
    )
    assert fields["marks"] == list_of(fields["suit"])
    assert fields["size_of"].words == ("small", "large")
    assert scope.fields["suit"]["rank"] == NUMBER
    assert with_cards(scope, ["card"]).fields[CARD]["cost"] == NUMBER


def test_numbers_of_the_rules_may_depend_on_the_players(tmp_path: Path) -> None:
    game = game_with_everything(tmp_path)
    assert set(scope_of(game.root, game.context).names) == {"hand_size"}
    scope = scope_of(game.root, game.context, players=3)
    assert {name: known.value({}) for name, known in scope.names.items()} == {
        "hand_size": 5,
        "dealt": 5,
    }
    assert scope.tables == {"dealt": {2: 6, 3: 5}}
