"""Which cards are shown around, and that they bear nothing of the workshop."""

from __future__ import annotations

from generator.data.game import Game
from generator.face.press import Press
from generator.job.showcasing import IN_HAND, ON_TABLE, showcase, shown


def test_some_of_each_kind_are_shown_and_on_a_table_the_decks_behind_them(emporium: Game) -> None:
    fronts, backs = shown(emporium, None, "hand")
    assert (len(fronts), {card.kind for card in fronts}, backs) == (IN_HAND, {"hero", "monster", "item"}, [])
    fronts, backs = shown(emporium, None, "table")
    assert len(fronts) == ON_TABLE
    tiers = {f"back-{card.record.tier.id}" for card in fronts if card.kind == "item"}
    assert {card.id for card in backs} == {"back-hero", "back-monster"} | tiers


def test_what_is_asked_for_is_shown_and_nothing_else(emporium: Game) -> None:
    fronts, backs = shown(emporium, {"tib", "troll"}, "table")
    assert ([card.id for card in fronts], [card.id for card in backs]) == (["tib", "troll"], ["back-hero", "back-monster"])


def test_a_back_alone_is_no_card_to_show(emporium: Game) -> None:
    assert shown(emporium, {"back-hero"}, "hand") == ([], [])
    assert showcase(Press(emporium), [], [], "hand", 50, None) is None
