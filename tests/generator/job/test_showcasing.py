"""Which cards are shown around, and that they bear nothing of the workshop."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from generator.data.game import EVERYTHING, Chosen, Game
from generator.face.press import Press
from generator.job.showcasing import LAID_MM, MOST, laid_showcase, showcase, shown
from tests.conftest import make_game
from tests.generator.data.test_setting import BASE, SETUP


def test_some_of_each_kind_are_shown_and_on_a_table_the_decks_behind_them(emporium: Game) -> None:
    fronts, backs = shown(emporium, EVERYTHING, "hand")
    assert (len(fronts), {card.kind for card in fronts}, backs) == (
        MOST["hand"],
        {"hero", "monster", "item"},
        [],
    )
    fronts, backs = shown(emporium, EVERYTHING, "table")
    assert len(fronts) == MOST["table"]
    tiers = {f"back-{card.record.tier.id}" for card in fronts if card.kind == "item"}
    assert {card.id for card in backs} == {"back-hero", "back-monster"} | tiers


def test_a_hand_is_full_and_without_what_is_extra(emporium: Game) -> None:
    heroes, items = (
        [card for card in emporium.cards.values() if card.kind == kind] for kind in ("hero", "item")
    )
    decks = [
        replace(emporium.components[0], cards=tuple(items[:1]), is_extra=False, back=None),
        replace(emporium.components[0], cards=tuple(heroes), is_extra=False, back=None),
        replace(emporium.components[0], cards=tuple(items[1:]), is_extra=True, back=None),
    ]
    game = replace(
        emporium, cards={card.id: card for card in (*items, *heroes)}, components=tuple(decks)
    )
    fronts, _ = shown(game, EVERYTHING, "hand")
    assert sorted(card.kind for card in fronts) == ["hero"] * (MOST["hand"] - 1) + ["item"]
    assert items[0] in fronts


def test_what_is_asked_for_is_shown_and_nothing_else(emporium: Game) -> None:
    fronts, backs = shown(emporium, Chosen(frozenset({"tib", "troll"})), "table")
    assert ([card.id for card in fronts], [card.id for card in backs]) == (
        ["tib", "troll"],
        ["back-hero", "back-monster"],
    )


def test_a_back_alone_is_no_card_to_show(emporium: Game) -> None:
    assert shown(emporium, Chosen(frozenset({"back-hero"})), "hand") == ([], [])
    assert showcase(Press(emporium), [], [], "hand", 50, None) is None


def test_a_set_up_is_pictured_on_its_ground(tmp_path: Path) -> None:
    game = make_game(tmp_path, **BASE, setup=SETUP)
    picture = laid_showcase(Press(game), 40, (1.0, 0.0, 0.0))
    assert picture.width == round(LAID_MM / 25.4 * 40)
    assert picture.getpixel((1, 1)) == (255, 0, 0)
    assert laid_showcase(Press(game), 40, None).getpixel((1, 1)) == (255, 255, 255)
