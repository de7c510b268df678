"""Crafting and research: which results mark which circles, potions, Extra Dice, rows and charms."""

from __future__ import annotations

import pytest

from rules_check.games import merchants_of_magick as rules
from tests.rules_check.games.scripted_merchants import Table


def test_a_six_crafts_leather_up_to_six_and_researches_nothing_below_six() -> None:
    """The digest's example; nor does the d6 serve the Scroll's wood."""
    found = Table().roll(d6=6).circles_for("d6")
    assert found >= {"backpack-1", "backpack-2", "bow-1", "boots-2", "greaves-1"}
    assert not found & {"fiery-1", "shocking-1", "everlasting-1", "haggling-2", "scroll-2"}
    assert all(
        circle.split("-")[0]
        in ("backpack", "scroll", "pendant", "bow", "sword", "boots", "greaves")
        for circle in found
    )


def test_a_low_result_researches_and_a_high_one_crafts() -> None:
    table = Table().roll(d12=1)
    assert "dragons-3" in table.circles_for("d12")
    assert "greaves-3" not in table.circles_for("d12")
    assert "plate-armor-3" in table.roll(d12=9).circles_for("d12")


def test_potions_close_the_gap_and_no_more_are_spent_than_that() -> None:
    """The digest's example: Greaves lack their steel of 7; a 5, and 2 of 3 potions."""
    table = Table().roll(d10=5).mark(0, "greaves-1", "greaves-2")
    assert "greaves-3" not in table.circles_for("d10")
    table.state.potions[0] = 3
    table.play("mark d10 greaves-3")
    assert table.state.potions[0] == 3 - 2 + 1
    assert table.boxes(0)["crafting"] == 4


def test_a_result_marks_one_circle_and_is_used_then() -> None:
    table = Table().play("mark d6 fiery-1")
    assert table.circles_for("d6") == set()
    assert table.circles_for("d8")


def test_two_results_are_spent_and_further_ones_take_extra_dice() -> None:
    """The digest's example: with two Extra Dice marked all four results are spent, and the next
    seat is due.
    """
    table = Table().roll(d8=4)
    table.play("mark d6 fiery-1", "mark d8 backpack-2", "mark d10 fiery-2")
    assert table.state.extra[0] == 0b1
    table.play("mark d12 dragons-3")
    assert (int(table.state.extra[0]), int(table.state.seat)) == (0b11, 1)


def test_the_fourth_of_the_extra_dice_costs_a_potion() -> None:
    table = Table()
    table.state.extra[0] = 0b111
    table.play("mark d6 fiery-1", "mark d8 elves-1")
    assert table.state.seat == 1  # without a potion no third result
    table = Table()
    table.state.extra[0], table.state.potions[0] = 0b111, 1
    table.play("mark d6 fiery-1", "mark d8 elves-1", "mark d10 orcs-1")
    assert (int(table.state.extra[0]), int(table.state.potions[0])) == (0b1111, 0)


def test_with_all_six_used_there_is_no_further_result() -> None:
    table = Table()
    table.state.extra[0], table.state.potions[0] = 0b111111, 9
    table.play("mark d6 fiery-1", "mark d8 elves-1")
    assert table.state.seat == 1


@pytest.mark.parametrize(("ruling", "used", "left"), [("in_order", 0b1, 2), ("any_order", 0b10, 5)])
def test_extra_dice_are_used_by_the_ruling(ruling: str, used: int, left: int) -> None:
    table = Table(extra_dice=ruling, slot_potions=[3] + [0] * 11)
    table.state.potions[0] = 5
    table.play("mark d6 fiery-1", "mark d8 elves-1", "mark d10 orcs-1")
    assert (int(table.state.extra[0]), int(table.state.potions[0])) == (used, left)


def test_a_row_gives_its_potion_at_once_and_a_brewing_charm_more() -> None:
    table = Table().mark(0, "fiery-1", "brewing-1")
    table.play("mark d6 fiery-2")
    assert table.state.potions[0] == 1
    table.play("mark d8 brewing-2")
    assert table.state.potions[0] == 1 + 1 + 3


def test_who_stops_has_no_further_part_in_the_round() -> None:
    assert Table().play("stop").state.seat == 1


def test_by_ruling_two_results_must_be_used() -> None:
    table = Table(mark_duty="two")
    assert "stop" not in table.legal()
    table.play("mark d6 fiery-1")
    assert "stop" not in table.legal()
    assert "stop" in table.play("mark d8 elves-1").legal()


@pytest.mark.parametrize(("ruling", "is_legal"), [("no_limit", True), ("within_faces", False)])
def test_by_ruling_potions_keep_within_a_dies_faces(ruling: str, is_legal: bool) -> None:
    table = Table().roll(d10=10)
    number = table.circles.index("plate-armor-3")
    cards = table.cards.copy()
    cards.circle_number[number] = 11
    table = Table(cards=rules.with_ruling(cards, "die_limits", ruling)).roll(d10=10)
    table.state.potions[0] = 5
    assert ("plate-armor-3" in table.circles_for("d10")) == is_legal
