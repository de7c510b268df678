"""Many cells are changed, added and taken out in one step, and all else stays."""

from __future__ import annotations

import pytest

from generator.data.patching import GONE, PatchError
from studio.draft.blocks import Change, with_block

BLOCK = """\
kinds:
  card:
    cards:  # ours
      tib:
        name: Tib  # the first
        cost: 4
      pike: {name: Pike, cost: 3, note: x}
      wick:
        name: Wick
        cost: 2
"""
ROWS = ("kinds", "card", "cards")
DECLARED = ("name", "cost", "note")


def test_cells_of_many_entries_are_changed_and_added() -> None:
    change = Change(
        {"tib": {"cost": 5, "note": "new"}, "pike": {"note": GONE}, "wick": {"name": "Lamp"}}
    )
    text = with_block(BLOCK, ROWS, change, DECLARED)
    assert text == BLOCK.replace("cost: 4", "cost: 5\n        note: new").replace(
        ", note: x", ""
    ).replace("Wick", "Lamp")


def test_entries_are_added_taken_out_and_put_in_order() -> None:
    added = {"eel": {"name": "Eel", "cost": 1}, "cod": {"name": "Cod", "cost": 2}}
    text = with_block(BLOCK, ROWS, Change(added=added, gone=["pike"]), DECLARED)
    assert [
        line.strip()
        for line in text.splitlines()
        if line.startswith("      ") and line.endswith(":")
    ] == ["tib:", "wick:", "eel:", "cod:"]
    text = with_block(text, ROWS, Change(order=["cod", "eel", "wick", "tib"]), DECLARED)
    assert text.index("cod:") < text.index("eel:") < text.index("wick:") < text.index("tib:")
    assert "name: Tib  # the first" in text


@pytest.mark.parametrize(
    "change",
    [
        Change({"nobody": {"cost": 1}}),
        Change(added={"tib": {"name": "Tib"}}),
        Change(gone=["nobody"]),
    ],
)
def test_what_is_not_there_or_there_already_changes_nothing(change: Change) -> None:
    with pytest.raises(PatchError):
        with_block(BLOCK, ROWS, change, DECLARED)
