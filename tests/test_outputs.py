"""What is printed is what was printed: by whatever Python, on whatever system."""

from __future__ import annotations

import pytest

from tests.outputs import TABLE, table, unfolded


@pytest.mark.slow
def test_games_print_what_the_table_says() -> None:
    """Where a change is meant to show, `make outputs` writes the table anew."""
    kept, made = TABLE.read_text(encoding="utf-8").splitlines(), table()
    if kept[0] != made[0]:
        pytest.skip(f"the table was made with {kept[0]}; here are {made[0]}")
    assert made[1:] == kept[1:]


def test_what_streams_unfold_to_counts_and_how_they_are_packed_does_not() -> None:
    from zlib import compress

    def pdf(text: bytes, level: int) -> bytes:
        packed = compress(text, level)
        return (
            b"1 0 obj\n<</Length %d>>\nstream\n%s\nendstream\nendobj\nxref\n0 2\ntrailer\n"
            b"startxref\n99\n%%%%EOF"
        ) % (len(packed), packed)

    text = b"a card " * 99
    assert pdf(text, 1) != pdf(text, 9)
    assert unfolded(pdf(text, 1)) == unfolded(pdf(text, 9))
    assert unfolded(pdf(text, 9)) != unfolded(pdf(text + b"!", 9))
