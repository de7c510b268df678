"""The headings and the cards of a sheet are found among titles, totals and notes."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from generator.cells.outlines import guessed_outline, is_turned

HEAD = ["Name", "Cost", "Text"]
WOLF, BEAR = ["Wolf", 3, "Howls."], ["Bear", 2, "Sleeps."]


@pytest.mark.parametrize(
    ("rows", "head", "cards"),
    [
        ([HEAD, WOLF, BEAR], 0, (1, 2)),
        ([["My deck"], [], HEAD, WOLF, [], BEAR], 2, (3, 5)),
        ([["Version", 3], HEAD, WOLF, BEAR], 1, (2, 3)),
        ([HEAD, WOLF, BEAR, ["Total", 5, ""]], 0, (1, 2)),
        ([HEAD, WOLF, BEAR, ["", 5, ""]], 0, (1, 2)),
        ([HEAD, WOLF, BEAR, [], ["Print it twice."]], 0, (1, 2)),
        ([["# for me"], HEAD, ["# not yet", 1], WOLF], 1, (2, 3)),
        ([WOLF, BEAR], None, (0, 1)),
        ([["Creature", "Power"], ["Wolf", 3], ["Bear", 2]], 0, (1, 2)),
    ],
)
def test_headings_and_cards_are_found(
    rows: Sequence[Sequence[object]], head: int | None, cards: tuple[int, ...]
) -> None:
    outline = guessed_outline(rows)
    assert outline is not None
    assert (outline.head, outline.cards) == (head, cards)


def test_a_sheet_with_headings_in_its_first_column_is_turned() -> None:
    rows = [HEAD, WOLF, BEAR]
    assert not is_turned(rows)
    assert is_turned(list(zip(*rows, strict=True)))
    assert guessed_outline([[], [None, ""]]) is None
