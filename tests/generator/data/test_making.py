"""`for_each` with numbers and several names: a deck of suits and ranks in a few lines, its ids
known beforehand.
"""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from generator.cells.importing import plan_import, read_cards
from generator.cells.spreadsheets import read_csv
from generator.data.game import Game, Record
from generator.data.loading import load_game
from generator.data.making import each_of
from generator.data.problems import ProblemError, Problems
from generator.data.schema import json_schema
from generator.data.source import read_source
from generator.export.stacks import card_name, card_text
from generator.face.press import Press
from generator.job.printed import entries_of
from studio.draft.grid import grids_of
from tests.conftest import make_game

SUITS = {"sun": {"name": "Suns"}, "moon": {"name": "Moons"}}
TABLES: dict[str, Any] = {"suit": {"fields": {"name": "line"}, "rows": SUITS}}
FACE = '<text x="5" y="10">{{ card.rank + 1 }} {{ card.suit.name }}</text>'
DECK: dict[str, Any] = {id_: {"suit": id_} for id_ in SUITS}


def deck(
    folder: Path, each: Any = None, cards: dict[str, Any] | None = None, **sections: Any
) -> Game:
    """Make a deck of two suits, ranks 1 to 12, each suit an entry, unless `each` says otherwise."""
    fields = sections.pop("fields", {"suit": "suit"})
    kind = {"for_each": {"rank": "1..12"} if each is None else each, "fields": fields}
    return make_game(
        folder, FACE, DECK if cards is None else cards, kind=kind, tables=TABLES, **sections
    )


def test_a_deck_of_ranks_is_one_line_a_suit(tmp_path: Path) -> None:
    game = deck(tmp_path, components={"deck": {"name": "Deck", "of": "card", "count": 24}})
    assert list(game.cards) == [f"{suit}-{rank}" for suit in SUITS for rank in range(1, 13)]
    seven = game.card("sun-7")
    assert (seven.entry, seven.record.rank, seven.record.suit.name) == ("sun", 7, "Suns")
    lines = (tmp_path / "cards.yaml").read_text("utf-8").splitlines()
    assert (
        lines[seven.places["rank"].line - 1].strip() == "rank: 1..12"
    )  # where a fault of the number is told
    assert (card_name(seven), card_text(game, seven)) == ("Suns 7", "Rank: 7\nSuit: Suns")
    assert not Press(game).problems


def test_names_and_tables_go_together_and_a_table_twice(tmp_path: Path) -> None:
    game = deck(tmp_path, {"suit": "suit", "rank": "0..2"}, {"card": {}, "big": {}}, fields={})
    assert list(game.cards) == [
        f"{e}-{s}-{r}" for e, s, r in product(("card", "big"), SUITS, range(3))
    ]
    game = deck(tmp_path, {"one": "suit", "other": "suit"}, {"road": {}}, fields={})
    pairs = [(card.record.one.id, card.record.other.name) for card in game.cards.values()]
    assert pairs == [("sun", "Suns"), ("sun", "Moons"), ("moon", "Suns"), ("moon", "Moons")]


def test_where_chooses_by_number_and_by_row(tmp_path: Path) -> None:
    box = {
        "low": {"name": "Ones", "of": "card", "where": {"rank": 1}, "count": 2},
        "moon": {"name": "A moon", "of": "card", "where": {"rank": 2, "suit": "moon"}, "count": 1},
        "sun": {"name": "A sun", "of": "card", "where": {"suit": "sun", "rank": 2}, "count": 1},
    }
    for each, cards, fields in (
        ({"rank": "1..2"}, DECK, {"suit": "suit"}),
        ({"suit": "suit", "rank": "1..2"}, {"c": {}}, {}),
    ):
        game = deck(tmp_path, each, cards, fields=fields, components=box, game={"cards": 4})
        chosen = [
            [(str(card.record.suit), card.record.rank) for card in part.cards]
            for part in game.components
        ]
        assert chosen == [[("sun", 1), ("moon", 1)], [("moon", 2)], [("sun", 2)]]
    with pytest.raises(ProblemError) as found:
        deck(tmp_path, components={"high": {**box["low"], "where": {"rank": 13}}})
    assert (
        "'rank' expected a whole number from 1 to 12, found the integer 13"
        in found.value.problems[0].message
    )
    with pytest.raises(ProblemError) as found:
        deck(tmp_path, {"rank": "1..2"}, components={"low": box["low"]})
    assert found.value.problems[0].hint == "add a component `of: card` with `where: {rank: 2}`"


def test_cards_without_fields_that_are_made_are_no_backs(tmp_path: Path) -> None:
    make_game(tmp_path, "", {"n": {}}, kind={"for_each": {"rank": "1..3"}, "fields": {}})
    problems = Problems()
    load_game(tmp_path, problems)
    assert not list(problems)


def test_numbers_belong_to_the_entry_everywhere_else(tmp_path: Path) -> None:
    game = deck(tmp_path, components={"deck": {"name": "Deck", "of": "card", "count": 24}})
    assert set(entries_of(game, Press(game))) == set(game.cards)  # cards.lock has each card
    grid = grids_of(game.root)[0]
    assert ([row.id for row in grid.rows], [column.name for column in grid.columns]) == (
        ["sun", "moon"],
        ["suit", "copies"],
    )
    problems = Problems()
    rows = read_csv(b"id,copies\nsun,2\nmoon,1\n", "card.csv", ("id", "copies"))
    plan = plan_import(
        read_cards(tmp_path / "cards.yaml", problems), {"card": rows}, problems, counts=True
    )
    assert plan.counts == {"components.deck.count": (24, 36)}
    (tmp_path / "cards.fr.yaml").write_text(
        "tables: {suit: {rows: {sun: {name: Soleils}}}}\n", "utf-8"
    )
    assert load_game(tmp_path, lang="fr").card("sun-7").record.suit.name == "Soleils"


def test_the_json_schema_knows_the_numbers_and_the_ids(tmp_path: Path) -> None:
    kinds = {
        "best": {
            "template": "card.svg.j2",
            "fields": {"of": "card"},
            "cards": {"one": {"of": "sun-7"}},
        }
    }
    root = deck(tmp_path, kinds=kinds).root
    text = json.dumps(root.data())
    validator = jsonschema.Draft202012Validator(json_schema(read_source(tmp_path / "cards.yaml")))
    validator.validate(json.loads(text))
    for good, bad in (
        ('"1..12"', '"twelve"'),
        ('"1..12"', '"01..2"'),
        ('"sun-7"', '"sun-13"'),
        ('{"rank": "1..12"}', "{}"),
    ):
        assert good in text
        assert not validator.is_valid(json.loads(text.replace(good, bad))), bad


NAME = st.sampled_from(["rank", "suit", "file"])
NUMBERS = st.tuples(st.integers(0, 30), st.integers(0, 2)).map(
    lambda bounds: f"{bounds[0]}..{sum(bounds)}"
)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.dictionaries(NAME, NUMBERS | st.just("suit"), min_size=1, max_size=3))
def test_each_card_is_the_one_its_id_says(tmp_path: Path, each: dict[str, str]) -> None:
    game = make_game(tmp_path, "", {"c": {}}, kind={"for_each": each, "fields": {}}, tables=TABLES)
    values = [SUITS if one == "suit" else one for one in each_of(each).values()]
    assert list(game.cards) == ["-".join(("c", *map(str, chosen))) for chosen in product(*values)]
    for card in game.cards.values():
        seen = [card.record[name] for name in each]
        assert card.id == "-".join(("c", *map(str, seen)))
        assert [isinstance(one, Record) for one in seen] == [one == "suit" for one in each.values()]
