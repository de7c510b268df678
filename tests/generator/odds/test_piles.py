"""Piles of a game: which there are, what is in them, what their fields count."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.data.game import Game, for_players
from generator.data.problems import ProblemError
from generator.odds.piles import counts_of, deck_names, pile_of, piles_of, scope_of, with_cards
from tests.conftest import make_game


def test_piles_are_components_and_kinds_without_the_backs(game: Game) -> None:
    piles = piles_of(game)
    assert {name: pile.size for name, pile in piles.items()} == {"deck": 8, "card": 8}
    assert deck_names(game, piles) == ["deck"]


def test_a_pile_may_be_a_part_of_another(game: Game) -> None:
    assert pile_of(game, "deck where cost > 1").size == 2
    assert pile_of(game, "deck where suit = cups").size == 6


def test_a_zone_is_a_pile_of_what_begins_there(tmp_path: Path) -> None:
    cards = {"one": {"name": "One", "copies": 8}, "two": {"name": "Two", "copies": 4}}
    setup = {
        "common": {"supply": "all card where it = two", "row": "card"},
        "each": {"stack": "all card where it = one, face down", "hand": "card, seen by owner"},
        "deal": ["move 1 from supply to row", {"each": ["move 1 from stack to hand"]}],
    }
    game = make_game(tmp_path, cards=cards, game={"players": "2-4"}, setup=setup)
    assert {name: pile.size for name, pile in piles_of(game).items()} == {
        "card": 12,
        "supply": 4,
        "stack": 2,
    }
    assert piles_of(for_players(game, 2))["stack"].size == 4
    with pytest.raises(ProblemError, match="no card begins in the zone 'row'") as caught:
        pile_of(game, "row")
    assert caught.value.problems[0].hint == "ask about what comes there: card"


def test_cards_of_a_pile_go_by_their_ids(game: Game) -> None:
    (first, copies), *others = pile_of(game, "deck").cards
    assert pile_of(game, f"deck where it = {first.id}").size == copies
    assert pile_of(game, f"deck where id <> {first.id}").size == sum(n for _, n in others)


def test_fields_are_counted_with_copies_and_in_their_order(game: Game) -> None:
    counts = {count.field: count for count in counts_of(game, piles_of(game)["deck"])}
    assert counts["cost"].cards == (("1", 4), ("5", 2), ("none", 2))
    assert counts["cost"].mean == pytest.approx(14 / 6)
    assert counts["suit"].cards == (("cups", 6), ("swords", 2))
    assert "name" not in counts


def test_kinds_that_mean_something_else_by_a_name_are_not_mixed(tmp_path: Path) -> None:
    other = {
        "template": "card.svg.j2",
        "fields": {"name": "line", "cost": "line"},
        "cards": {"x": {"name": "X", "cost": "much"}},
    }
    game = make_game(
        tmp_path,
        cards={"one": {"name": "One", "cost": 1}},
        fields={"name": "line", "cost": "integer"},
        kinds={"spell": other},
    )
    with pytest.raises(
        ProblemError, match="'cost' is a number on cards of card, but a text on cards of spell"
    ):
        with_cards(scope_of(game), pile_of(game, "card,spell"))
