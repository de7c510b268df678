"""Stacks of cards: descriptions, backs kept apart, ids that never meet."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.data.game import Chosen, Game
from generator.data.loading import load_game
from generator.export.stacks import Stack, card_name, card_text, faces_of, stacks_of
from tests.conftest import make_game
from tests.generator.export.tables import box


def test_a_search_finds_what_a_card_says(emporium: Game) -> None:
    assert card_text(emporium, emporium.card("ysolde")).splitlines() == [
        "Guild: Tide",
        "Level: 2",
        "Strength: 4",
        "Slots: Weapon, Armour, Charm, Weapon",
        "One key for every door, one hook for every excuse.",
    ]
    assert card_text(emporium, emporium.card("back-hero")) == "Border: market"


def test_descriptions_have_no_marks(tmp_path: Path) -> None:
    text = r"**Draw** [red]*two*[/], pay {gold} or {res/wood}: 2 \* 3, {{x}} [sic]"
    cards, palette = {"a": {"name": "A", "rule": text}}, {"red": "#b3261e"}
    game = make_game(
        tmp_path, cards=cards, fields={"name": "line", "rule": "text"}, face="", palette=palette
    )
    assert card_text(game, game.cards["a"]) == "Draw two, pay gold or wood: 2 * 3, {{x}} [sic]"


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("C-3PO dans *Star Wars*", "C-3PO dans Star Wars"),
        ("**Bold** and ***both***", "Bold and both"),
        ("*L'Étranger* (*Camus*), fin", "L'Étranger (Camus), fin"),
        ("{coin} Rush {res/wood}", "coin Rush wood"),
        (r"5 \* Hotel \{a\}", "5 * Hotel {a}"),
        ("Q*bert", "Q*bert"),
        ("2*3*4", "2*3*4"),
        ("Any * of * these", "Any * of * these"),
        ("*** Hotel", "*** Hotel"),
    ],
)
def test_names_have_no_marks(name: str, plain: str, tmp_path: Path) -> None:
    game = make_game(tmp_path, cards={"a": {"name": name}}, fields={"name": "line"}, face="")
    assert card_name(game.cards["a"]) == plain


def test_a_card_made_for_a_row_has_the_name_of_that_row(tmp_path: Path) -> None:
    """Its id is for files, and no name that people use."""
    goods = {"fields": {"name": "line"}, "rows": {"tea": {"name": "*Green* Tea"}}}
    game = make_game(
        tmp_path,
        cards={"tea": {"good": "tea"}, "ware_of_all": {}},
        fields={"good": "good?"},
        tables={"good": goods},
        kind={"for_each": {"value": "1..2"}},
        face="",
    )
    assert game.cards["tea-2"].title == "*Green* Tea 2"
    assert card_name(game.cards["tea-2"]) == "Green Tea 2"
    assert game.cards["ware_of_all-2"].title == "ware_of_all-2"
    assert card_name(game.cards["ware_of_all-2"]) == "Ware of all 2"


def test_a_truth_value_is_yes_or_no(tmp_path: Path) -> None:
    cards = {"a": {"name": "A", "rare": True, "sold_out": False}}
    game = make_game(
        tmp_path, cards=cards, fields={"name": "line", "rare": "boolean", "sold_out": "boolean"}
    )
    assert card_text(game, game.cards["a"]) == "Rare: yes\nSold out: no"


def test_stacks_of_several_backs_keep_apart_and_each_face_once(tmp_path: Path) -> None:
    stacks = stacks_of(box(tmp_path, [1, 2, 3]), Chosen(frozenset({"c0", "c1"})))
    assert [(stack.id, stack.back and stack.back.id, stack.copies) for stack in stacks] == [
        ("cards-1", "plain", 1),
        ("cards-2", "other", 2),
    ]
    assert [card.id for card in faces_of(stacks)] == ["c0", "plain", "c1", "other"]


def test_ids_of_stacks_never_meet(tmp_path: Path) -> None:
    game = box(
        tmp_path,
        [1, 1],
        kinds={"extra": {"template": "card.svg.j2", "cards": {"lone": {}}}},
        components={"cards-1": {"name": "Meddler", "of": "extra", "count": 1}},
    )
    ids = [stack.id for stack in stacks_of(game)]
    assert len(set(ids)) == len(ids)
    assert "cards-1" in ids


def test_a_game_without_components_exports_too(tmp_path: Path) -> None:
    game = make_game(tmp_path)
    assert [stack.name for stack in stacks_of(game)] == ["card"]
    assert isinstance(stacks_of(load_game(tmp_path))[0], Stack)
