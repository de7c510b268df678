"""The part of a text that was replaced, in the units of JavaScript."""

from __future__ import annotations

import random

import pytest

from studio.draft.splicing import splice_of
from studio.protocol.messages import Splice


def put(before: str, splice: Splice) -> str:
    """Replace a part of a text as the page does."""
    units = before.encode("utf-16-le")
    new = splice.text.encode("utf-16-le")
    return (units[: 2 * splice.start] + new + units[2 * splice.end :]).decode("utf-16-le")


@pytest.mark.parametrize(
    ("before", "text", "splice"),
    [
        ("name: Tib", "name: Tibs", Splice(9, 9, "s")),
        ("a \U0001f0a1 b", "a \U0001f0a1 c", Splice(5, 6, "c")),
        ("\U0001f0a1", "\U0001f0a2", Splice(0, 2, "\U0001f0a2")),
        ("same", "same", Splice(0, 4, "same")),
        ("", "new", Splice(0, 0, "new")),
    ],
)
def test_the_shortest_part_is_found(before: str, text: str, splice: Splice) -> None:
    found = splice_of(before, text)
    assert put(before, found) == text
    if before != text:
        assert found == splice


def test_any_edit_is_made_again() -> None:
    rng = random.Random(3)
    for _ in range(300):
        before, text = ("".join(rng.choices("ab\n\U0001f0a1é", k=rng.randrange(9))) for _ in "12")
        assert put(before, splice_of(before, text)) == text
