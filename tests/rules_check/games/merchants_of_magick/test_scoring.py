"""Adventurers, masteries, charms and the end: what is rewarded, when, and how ties are broken."""

from __future__ import annotations

import pytest

from rules_check.games import merchants_of_magick as rules
from tests.rules_check.games.scripted_merchants import Table


def ranger(**rulings: str) -> Table:
    """The Ranger wants a Pendant, a Staff and a Plate Armor, all of the Elves."""
    return Table(**rulings).adventurer(0, "ranger")


def test_the_first_wish_gives_three_potions() -> None:
    table = ranger().mark(0, "pendant", "elves-1").play("mark d8 elves-2")
    assert (int(table.state.wishes[0]), int(table.state.potions[0]), int(table.state.free[0])) == (
        0b1,
        1 + 3,
        0,
    )


def test_the_second_wish_gives_a_mark_in_any_circle_whatever_dice_and_number() -> None:
    table = ranger().roll(d8=5).mark(0, "pendant", "elves", "staff-1")
    table.state.wishes[0] = 0b1
    table.play("mark d8 staff-2")
    assert set(table.legal()) == {f"free {circle}" for circle in table.circles} - {
        f"free {c}" for c in marked(table)
    }
    table.play("free plate-armor-3")
    assert "plate-armor-3" in marked(table)
    assert table.circles_for("d8") == set()  # the result is used, the other is left
    assert table.circles_for("d6")


def marked(table: Table) -> set[str]:
    return {circle for n, circle in enumerate(table.circles) if int(table.state.marks[0]) >> n & 1}


def test_a_free_mark_may_complete_a_row_and_that_another_wish() -> None:
    table = (
        ranger().roll(d8=5).mark(0, "pendant", "elves", "staff-1", "plate-armor-1", "plate-armor-2")
    )
    table.state.wishes[0] = 0b1
    table.play("mark d8 staff-2", "free plate-armor-3")
    assert (int(table.state.wishes[0]), int(table.state.free[0])) == (0b111, 1)
    assert table.boxes(0)["adventurer"] == 10
    assert "free fiery-1" in table.legal()


def test_several_wishes_by_one_row_are_rewarded_one_after_another() -> None:
    table = ranger().mark(0, "pendant", "staff", "plate-armor", "elves-1").play("mark d8 elves-2")
    assert (int(table.state.wishes[0]), int(table.state.potions[0]), int(table.state.free[0])) == (
        0b111,
        1 + 3,
        2,
    )


def test_the_adventurers_coins_are_for_all_three() -> None:
    table = ranger().mark(0, "pendant", "staff", "elves-1").play("mark d8 elves-2")
    assert table.boxes(0)["adventurer"] == 0


def test_a_free_mark_on_a_full_sheet_is_lost() -> None:
    table = ranger().roll(d8=5)
    every = [circle for circle in table.circles if circle != "staff-2"]
    table.mark(0, *every)
    table.state.wishes[0] = 0b101
    table.play("mark d8 staff-2")
    assert table.state.free[0] == 0
    assert table.state.seat == 1


def test_all_who_reach_a_mastery_in_the_same_phase_score_the_master_and_later_ones_the_apprentice() -> (
    None
):
    table = Table(3).masteries("blacksmith", "druid")
    for seat in (0, 2):
        table.mark(seat, "plate-armor", "ring-2")
    table.stop_all()
    assert [table.boxes(seat)["material_mastery"] for seat in range(3)] == [8, 0, 8]
    table.mark(1, "plate-armor", "ring-2").stop_all()
    assert [table.boxes(seat)["material_mastery"] for seat in range(3)] == [8, 4, 8]


def test_circles_of_unfinished_rows_count_for_a_mastery() -> None:
    table = (
        Table()
        .mark(0, "plate-armor-1", "sword-2", "hammer-2", "ring-2")
        .masteries("blacksmith", "druid")
        .stop_all()
    )
    assert table.boxes(0)["material_mastery"] == 8


def test_each_mastery_is_scored_once_and_the_last_round_counts() -> None:
    table = Table().mark(0, "shield", "staff")
    table.state.rounds = 10
    table.stop_all()
    assert table.boxes(0)["material_mastery"] == 8
    assert table.state.end == 1


def sold(table: Table, *orders: str) -> Table:
    """Complete what orders name, let them be claimed."""
    cards, items = table.cards, int(table.cards.items)
    for n, order in enumerate(orders):
        number = table.orders.index(order)
        spells = [
            int(s) + items
            for s in (cards.order_prefix[number], cards.order_suffix[number])
            if s >= 0
        ]
        table.line(0, *orders[: n + 1]).mark(
            0, table.rows[cards.order_item[number]], *(table.rows[s] for s in spells)
        )
    return table.stop_all()


def test_a_fine_charm_pays_for_each_order_of_its_category() -> None:
    table = sold(
        Table().adventurer(0, "dragonslayer").mark(0, "fine-accessories"),
        "ring-orcs",
        "everlasting-ring-orcs",
        "bow-orcs",
    )
    assert len(table.claimed(0)) == 3
    assert table.boxes(0)["charms"] == 2


@pytest.mark.parametrize(("ruling", "coins"), [("all_orders", 1), ("from_then_on", 0)])
def test_a_charm_pays_for_earlier_orders_by_the_ruling(ruling: str, coins: int) -> None:
    table = sold(Table(charm_past=ruling).adventurer(0, "dragonslayer"), "ring-orcs")
    table.mark(0, "fine-accessories-1").roll(d6=1, d12=1)
    table.play("mark d12 fine-accessories-2")
    assert table.boxes(0)["charms"] == coins


@pytest.mark.parametrize(
    ("ruling", "charms", "place"), [("everywhere", 1, 1), ("charms_only", 1, 2), ("nowhere", 0, 2)]
)
def test_wishes_count_as_orders_by_the_ruling(ruling: str, charms: int, place: int) -> None:
    """For the Fine charms, and to break ties: seat 2 has as many coins, no order and more
    potions.
    """
    table = ranger(adventurer_counts=ruling).mark(0, "pendant", "elves", "fine-accessories")
    table.state.wishes[0] = 0b1
    assert table.boxes(0)["charms"] == charms
    table.state.earned[1] = table.scores()[0]
    table.state.potions[1] = 9
    assert table.places() == [place, 3 - place]


def test_ties_are_broken_by_orders_then_potions_and_then_shared() -> None:
    table = Table(4)
    table.state.earned[:] = [5, 5, 5, 5, 0, 0, 0, 0]
    table.state.sold[0, 0], table.state.potions[1] = 1, 3
    assert table.scores() == [5, 5, 5, 5]
    assert table.places() == [1, 2, 3, 3]


def test_the_score_is_the_sum_of_the_seven_boxes() -> None:
    table = (
        Table()
        .adventurer(0, "ranger")
        .line(0, "bow-orcs", "backpack-elves", "backpack-dragons", "ring-orcs")
    )
    sold(table.mark(0, "greaves", "fine-weapons"), "bow-orcs")
    assert table.boxes(0) == {
        "crafting": 4 + 3,
        "material_mastery": 0,
        "research": 2 + 3,
        "energy_mastery": 0,
        "orders": 3,
        "charms": 1,
        "adventurer": 0,
    }
    assert table.scores()[0] == 16


def test_every_ruling_of_the_digest_is_there() -> None:
    assert list(rules.RULINGS) == [
        "order_move",
        "gaps",
        "claim_arriving",
        "claim_duty",
        "mark_duty",
        "extra_dice",
        "die_limits",
        "free_mark",
        "adventurer_counts",
        "charm_past",
        "redeal",
        "replacement_order",
        "sheets_seen",
        "solo_redeal",
        "solo_below",
    ]
