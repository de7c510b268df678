"""Faces that end at the cut: noted once a template, for cards of the usual size, and not where
nothing is seen of it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.lint.lint import lint
from tests.conftest import make_game

PAST, TO_CUT = 'x="-4" y="-4" width="71" height="96"', 'width="63" height="88"'


@pytest.mark.parametrize(
    ("face", "found"),
    [
        (f'<rect {TO_CUT} fill="#a33"/>', ["no-bleed"]),
        (f'<rect {PAST} fill="#a33"/>', []),
        (f'<rect {TO_CUT} fill="#fff"/>', []),  # white past the cut is what it is within
        (
            '<rect x="-4" y="-4" width="67" height="96" fill="#a33"/>',
            ["no-bleed"],
        ),  # on the right alone
        ('<rect x="20" y="60" width="12" height="28" fill="#a33"/>', []),  # a foot
        (
            (
                f'<rect {TO_CUT} fill="#a33"/><rect {PAST} fill="none" stroke="#a33" '
                'stroke-width="9"/>'
            ),
            [],
        ),
    ],
)
def test_a_face_that_ends_at_the_cut_is_noted(face: str, found: list[str], tmp_path: Path) -> None:
    findings = lint(make_game(tmp_path, face)).findings
    assert [(one.code, one.severity, str(one.place)) for one in findings] == [
        (code, "note", "templates/card.svg.j2:1") for code in found
    ]


def test_pieces_of_their_own_size_have_a_line_around_them(tmp_path: Path) -> None:
    assert (
        lint(
            make_game(tmp_path, f'<rect {TO_CUT} fill="#a33"/>', kind={"size": "63 x 88 mm"})
        ).findings
        == []
    )
