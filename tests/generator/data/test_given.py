"""Values that may be missing."""

from __future__ import annotations

from generator.data.given import given


def test_only_what_is_nothing_is_left_out() -> None:
    assert given({"a": 0, "b": None, "c": "", "d": False}) == {"a": 0, "c": "", "d": False}
