"""Colours: what holds for all of them, seen by anybody."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.data.colours import COLOUR_BLIND, contrast, difference, grey_of, seen

colour = st.tuples(*[st.floats(0, 1)] * 3)


@settings(max_examples=60)
@given(colour, colour)
def test_laws_of_colours(
    one: tuple[float, float, float], other: tuple[float, float, float]
) -> None:
    assert 1 <= contrast(one, other) == contrast(other, one) <= 21.001
    assert difference(one, one) == pytest.approx(0, abs=1e-6)
    for vision in (*COLOUR_BLIND, "grey"):
        assert all(0 <= part <= 1 for part in seen(one, vision))
    grey = grey_of(one)
    assert (
        max(
            abs(a - b)
            for vision in COLOUR_BLIND
            for a, b in zip(seen(grey, vision), grey, strict=True)
        )
        < 0.02
    )
