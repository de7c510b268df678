"""A drawn face as a value: its text taken out, its operators joined."""

from __future__ import annotations

from pathlib import Path

from generator.face.press import Press
from generator.face.stamp import Stamp, TextRun, UseAlpha, UseStamp, joined, without_text
from tests.conftest import make_game


def test_operators_are_joined_and_all_else_stays_in_its_place() -> None:
    alpha = UseAlpha(0.5, 1.0)
    assert joined(["q", "1 w", alpha, alpha, "Q"]) == ("q\n1 w", alpha, alpha, "Q")
    assert joined([]) == ()


def texts(stamp: Stamp) -> list[str]:
    """List the texts of a stamp and of those in it."""
    inner = [
        text
        for operation in stamp.operations
        if isinstance(operation, UseStamp)
        for text in texts(operation.stamp)
    ]
    return [
        operation.text for operation in stamp.operations if isinstance(operation, TextRun)
    ] + inner


def test_a_stamp_without_its_text_keeps_all_that_is_no_text_in_groups_too(tmp_path: Path) -> None:
    face = (
        '<rect width="9" height="9"/><text x="5" y="20">out</text><g opacity=".5"><rect width="9" '
        'height="9"/><text y="9">in</text></g>'
    )
    press = Press(make_game(tmp_path, face))
    stamp = press.stamp(press.game.cards["one"])
    assert stamp is not None
    assert texts(stamp) == ["out", "in"]
    bare = without_text(stamp)
    assert texts(bare) == []
    assert len(bare.operations) == len(stamp.operations) - 1
    assert bare.size_mm == stamp.size_mm
