"""Sheets of cards for a table: every export holds each card as often as the box does; a board is no
card.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.export.card_pictures import name_files
from generator.export.card_sheets import plan_sheets
from generator.export.grids import Limits
from generator.export.stacks import stacks_of
from generator.export.tabletop_playground import guid, template
from generator.export.tabletop_simulator import _limits, saved_object
from tests.generator.export.tables import box, schema, simulated, things

COPIES = st.lists(st.integers(1, 6), min_size=1, max_size=90)
SIZES = st.sampled_from([None, "20 x 30 mm", "63 x 88 mm", "70 x 120 mm", "250 x 300 mm"])


@pytest.mark.slow
@settings(max_examples=15)
@given(COPIES, st.booleans(), SIZES)
def test_every_export_holds_each_card_as_often_as_the_box_does(
    copies: list[int], back: bool, size: str | None
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        game = box(Path(folder), copies, back, size)
    wanted = {**{f"c{number}": count for number, count in enumerate(copies)}, "gold": 7}
    backs = {name for name in ("plain", "other") if name in game.cards}

    assert Counter(
        file.card.id for file in name_files(game) if file.card.id not in backs
    ) == Counter(wanted.keys())
    each = [file for file in name_files(game, each_copy=True) if file.card.id not in backs]
    assert Counter(file.card.id for file in each) == wanted
    assert len({file.path for file in each}) == len(each)

    stacks = stacks_of(game)
    assert Counter({card.id: card.copies for stack in stacks for card in stack.cards}) == wanted
    assert len({stack.id for stack in stacks}) == len(stacks)

    plans = plan_sheets(
        stacks,
        lambda stack: Limits(4096, 100, 100, least_dpi=200),
        is_each=True,
        with_back_on_sheet=True,
    )
    shown = Counter[str]()
    for plan in plans:
        cards = [card for sheet in plan.sheets for card in sheet.cards]
        shown.update(card.id for card in cards if card is not plan.stack.back)
    assert shown == wanted
    for plan in plans:
        assert all(
            (sheet.cards[-1] is plan.stack.back) == (plan.stack.back is not None)
            for sheet in plan.sheets
        )

    plans = plan_sheets(stacks, _limits)
    dice = [component for component in game.components if component.dice]
    saved = saved_object(
        game,
        plans,
        dice,
        {
            sheet.key: f"file:///x/{sheet.stack.id}-{sheet.number}.png"
            for plan in plans
            for sheet in (*plan.sheets, *([plan.back] if plan.back else []))
        },
    )
    jsonschema.validate(saved, schema("tabletop-simulator"))
    assert simulated(saved) == Counter(
        {f"Card {number}": count for number, count in enumerate(copies)}
    ) + Counter(Gold=7, Dice=2)
    guids = [thing["GUID"] for thing in things(saved["ObjectStates"])]
    assert len(set(guids)) == len(guids)

    held: Counter[str] = Counter()
    for plan in plan_sheets(stacks, lambda stack: Limits(4096, 128, 128, least_dpi=200)):
        for sheet in plan.sheets:
            made = template(game, plan, sheet, guid(plan.stack.id))
            jsonschema.validate(made, schema("tabletop-playground"))
            held += Counter(sheet.cards[index].id for index in made["Indices"])
    assert held == wanted


# ---------------------------------------------------------------- stacks


def test_a_board_with_a_back_is_no_card(tmp_path: Path) -> None:
    stacks = stacks_of(box(tmp_path, [1], size="250 x 300 mm"))
    assert [stack.is_deck for stack in stacks] == [False, False]
    plans = plan_sheets(stacks, _limits)
    assert [plan.back is not None for plan in plans] == [True, False]


def test_a_back_on_each_sheet_takes_one_of_its_places(tmp_path: Path) -> None:
    """A stack of seven, four pictures to a sheet: three cards and the back on each."""
    (stack,) = [
        one for one in stacks_of(box(tmp_path, [5, 1, 2])) if one.back and one.back.id == "plain"
    ]
    for most, counts in ((4, [4, 3, 3]), (8, [8]), (7, [5, 4])):
        (plan,) = plan_sheets(
            [stack], lambda _, most=most: Limits(most=most), is_each=True, with_back_on_sheet=True
        )  # type: ignore[misc]
        assert sorted((len(sheet.cards) for sheet in plan.sheets), reverse=True) == counts
        assert all(len(sheet.cards) <= sheet.grid.count <= most for sheet in plan.sheets)
        assert all(sheet.cards[-1] is stack.back for sheet in plan.sheets)
