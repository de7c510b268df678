"""Rows that head others, repeat the headings, add up or hold notes are no cards; a card with
nothing but a name is one.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

import pytest

from generator.cells.outlines import guessed_outline, section_texts
from generator.cells.sections import RowLooks, section_text, sorted_rows
from generator.cells.tables import UNCOMPUTED

HEAD: Sequence[object] = ["Name", "Cost", "Text", "Qty"]
AXE: Sequence[object] = ["Axe", 4, "Hit twice.", 1]
BOW: Sequence[object] = ["Bow", 2, "Hit once.", 3]
HELM: Sequence[object] = ["Helm", 1, "Block one.", 2]
MAIL: Sequence[object] = ["Mail", 5, "Block two.", 2]
Rows = Sequence[Sequence[object]]
SHAPES: dict[str, tuple[Rows, list[str | None]]] = {
    "at the top": (
        [HEAD, ["Weapons"], AXE, BOW, ["Armour"], HELM],
        ["Weapons", "Weapons", "Armour"],
    ),
    "one at the top": ([HEAD, ["Weapons"], AXE, BOW], ["Weapons", "Weapons"]),
    "below gaps": ([HEAD, AXE, [], ["Armour"], HELM, MAIL], [None, "Armour", "Armour"]),
    "in capitals": ([HEAD, AXE, ["ARMOUR"], HELM], [None, "ARMOUR"]),
    "ruled": ([HEAD, AXE, ["--- Armour ---"], HELM], [None, "Armour"]),
    "with a colon": ([HEAD, AXE, ["Armour:"], HELM], [None, "Armour"]),
    "in brackets": ([HEAD, AXE, ["[Armour]"], HELM], [None, "Armour"]),
    "in a column of numbers": (
        [["Nr", "Title", "Cost"], ["Weapons"], [1, "Axe", 4], ["Armour"], [2, "Helm", 1]],
        ["Weapons", "Armour"],
    ),
    "in a column of their own": (
        [["Type", "Name", "Cost"], [None, "Axe", 4], ["Armour"], [None, "Helm", 1]],
        [None, "Armour"],
    ),
    "with sums": (
        [HEAD, ["Weapons", None, None, 4], AXE, BOW, ["Armour", None, None, 4], HELM, MAIL],
        ["Weapons", "Weapons", "Armour", "Armour"],
    ),
    "with how many cards": (
        [HEAD, ["Weapons", 2], AXE, BOW, ["Armour", 2], HELM, MAIL],
        ["Weapons", "Weapons", "Armour", "Armour"],
    ),
    "with subtotals": (
        [
            *[HEAD, ["Weapons"], AXE, BOW, ["Subtotal", None, None, 4]],
            *[["Armour"], HELM, MAIL, ["Subtotal", None, None, 4], ["Total", None, None, 8]],
        ],
        ["Weapons", "Weapons", "Armour", "Armour"],
    ),
    "with subtotals of their names": (
        [
            HEAD,
            AXE,
            BOW,
            ["Total weapons", 6, None, 4],
            HELM,
            MAIL,
            ["Armour total", None, None, 4],
        ],
        [None, None, None, None],
    ),
    "with numbers alone": (
        [HEAD, AXE, BOW, [None, None, None, 4], HELM, MAIL, [None, None, None, 4]],
        [None, None, None, None],
    ),
    "with formulas": (
        [HEAD, AXE, BOW, ["Sous-total", None, None, UNCOMPUTED], HELM, MAIL],
        [None, None, None, None],
    ),
    "a mean": ([HEAD, AXE, BOW, ["Average", 3]], [None, None]),
    "headings again": ([HEAD, AXE, [], ["Armour"], HEAD, HELM], [None, "Armour"]),
    "headings again, titled": (
        [["Deck"], [], ["Weapons"], HEAD, AXE, ["Armour"], HEAD, HELM],
        ["Weapons", "Armour"],
    ),
    "headings again, without titles": ([HEAD, AXE, [], HEAD, HELM], [None, None]),
    "explained": (
        [HEAD, ["WEAPONS"], ["Use them in a fight."], AXE, ["ARMOUR"], HELM],
        ["WEAPONS", "ARMOUR"],
    ),
    "notes after a total": (
        [HEAD, AXE, BOW, ["Total", None, None, 4], ["ask Ann"], ["and Ben"]],
        [None, None],
    ),
    "notes": ([HEAD, AXE, BOW, [], ["Notes:"], ["ask Ann"]], [None, None]),
    "drafts at the end": ([HEAD, AXE, BOW, ["Club"], ["Sling"]], [None] * 4),
    "a draft amid": ([HEAD, AXE, ["Club"], BOW], [None] * 3),
    "drafts at the top": ([HEAD, ["Club"], ["Sling"], AXE, BOW], [None] * 4),
    "gaps in cards": ([HEAD, ["Club"], AXE, ["Sling", 1], BOW], [None] * 4),
    "all in capitals": ([HEAD, ["AXE", *AXE[1:]], ["CLUB"], ["BOW", *BOW[1:]]], [None] * 3),
    "a name that says total": ([HEAD, AXE, ["Total War", 3, None, 1], BOW], [None] * 3),
    "two columns": ([["Name", "Text"], ["Club"], ["Axe", "Hit."], ["Bow", "Hit."]], [None] * 3),
    "names alone": ([["Name"], ["Axe"], ["Bow"], ["Club"]], [None] * 3),
    "ids alone": ([["id", "Cost", "Text"], ["axe"], ["bow", 1, "Hit."]], [None] * 2),
}
"""Rows, and for each of their cards the section that it is in."""


@pytest.mark.parametrize("name", SHAPES)
def test_cards_and_their_sections_are_found(name: str) -> None:
    rows, sections = SHAPES[name]
    outline = guessed_outline(rows)
    assert outline is not None
    assert section_texts(rows, outline) == sections


@pytest.mark.parametrize(
    ("looks", "cards"),
    [
        (RowLooks(looks={0: "bold", 2: "bold"}), [1, 3]),
        (RowLooks(looks={0: "bold", 2: "14"}), [1, 3]),
        (RowLooks(wide=frozenset([2])), [1, 3]),
        (RowLooks(looks={0: "bold", 1: "bold", 2: "bold", 3: "bold"}), [1, 2, 3]),
        (RowLooks(), [1, 2, 3]),
        (RowLooks(wide=frozenset([2]), are_records=True), [1, 2, 3]),
    ],
)
def test_a_row_that_is_set_as_no_card_is_heads_others(looks: RowLooks, cards: list[int]) -> None:
    rows: Rows = [HEAD, AXE, ["Armour"], HELM]
    assert sorted_rows(rows, [1, 2, 3], HEAD, looks).cards == cards


def test_a_card_that_exists_heads_no_others() -> None:
    rows: Rows = [HEAD, ["CLUB"], AXE, BOW]
    assert sorted_rows(rows, [1, 2, 3], HEAD, RowLooks()).sections == [1]
    assert sorted_rows(rows, [1, 2, 3], HEAD, RowLooks(), {"club"}).sections == []


def test_what_is_drawn_around_a_heading_is_left_out() -> None:
    assert section_text(["► == Level 2 == "]) == "Level 2"
    assert section_text(["***"]) == "***"


def test_a_long_sheet_of_numbers_is_sorted_with_a_look_at_each_row() -> None:
    rows: Rows = [HEAD, *([None, 1, None, None] for _ in range(20_000))]
    started = time.process_time()
    assert len(sorted_rows(rows, range(1, len(rows)), HEAD, RowLooks()).cards) > 19_900
    assert time.process_time() - started < 2  # 0.3; to add up all above each row takes over 3
