"""Numbered tracks with a number missing or twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.lint.lint import lint
from tests.conftest import make_game


@pytest.mark.parametrize(
    ("numbers", "claim"),
    [
        (list(range(20)), None),
        (
            [n if n < 12 else n - 1 for n in range(20)],
            "of the numbers from 0 to 18, the track has 11 twice",
        ),
        ([n for n in range(20) if n != 7], "of the numbers from 0 to 19, the track has no 7"),
        (
            [n for n in range(20) if n not in (1, 18)],
            "of the numbers from 0 to 19, the track has no 1 and 18",
        ),
        (
            [9 if n == 7 else n for n in range(20)],
            "of the numbers from 0 to 19, the track has 9 twice and no 7",
        ),
        ([n for n in range(13) if n != 4], "of the numbers from 0 to 12, the track has no 4"),
        ([*range(20), *range(20)], None),  # two tracks
        ([n * 5 for n in range(20)], None),
        ([n for n in range(9) if n != 4], None),  # some numbers on a card
    ],
)
def test_a_track(numbers: list[int], claim: str | None, tmp_path: Path) -> None:
    face = (
        f"{{% for number in {numbers} %}}"
        '<text x="{{ 6 + 10 * (loop.index0 % 5) }}" y="{{ 10 + 9 * (loop.index0 // 5) }}" '
        'font-size="8pt">{{ number }}</text>{% endfor %}'
    )
    found = [one for one in lint(make_game(tmp_path, face)).findings if one.code == "track-broken"]
    assert [one.claim for one in found] == ([claim] if claim else [])
    assert [one.severity for one in found] == (["warning"] if claim else [])
