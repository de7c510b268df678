"""Places for pieces: what does not fit is found at its template line, with how many fit, and by
nothing else.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.data.loading import load_game
from generator.face.press import Press
from generator.lint.lint import lint
from generator.lint.spaces import check_spaces, room_for
from generator.lint.workshop import Workshop
from tests.conftest import ROOT, make_game
from tests.generator.lint.conftest import only


def shelf(
    holds: str = 'data-holds="one"', width: float = 70, height: float = 100, more: str = ""
) -> str:
    return f'<rect {holds} x="1" y="1" width="{width}" height="{height}" fill="none"{more}/>'


@pytest.mark.parametrize(
    ("place", "room", "wanted"),
    [
        (shelf(width=62.9), 0, 1),
        (shelf(height=62, width=80), 0, 1),
        (shelf('data-holds="one" data-number="2"', width=125), 1, 2),
        (shelf('data-holds="one" data-number="5"', width=126, height=176), 4, 5),
        (f'<g transform="scale(0.5)">{shelf(width=120)}</g>', 0, 1),
    ],
)
def test_a_place_that_is_too_small_is_found(
    tmp_path: Path, place: str, room: int, wanted: int
) -> None:
    finding = only(lint(make_game(tmp_path, place)), "space-small")
    assert (finding.number, finding.limit, finding.severity, finding.card) == (
        room,
        wanted,
        "warning",
        "one",
    )
    assert str(finding.place) == "templates/card.svg.j2:2"


@pytest.mark.parametrize(
    "place",
    [
        shelf(width=63, height=88),
        shelf(width=88, height=63),  # turned
        shelf('data-holds="card" data-number="2"', width=126, height=88),
        shelf('data-holds="one" data-number="0"', width=1, height=1),
    ],
)
def test_a_place_with_room_is_fine(tmp_path: Path, place: str) -> None:
    linted = lint(make_game(tmp_path, place))
    assert [finding for finding in linted.findings if finding.code.startswith("space-")] == []
    assert [look.number for look in linted.looks if look.what.startswith("fit of pieces")] == [1]


def test_a_name_of_no_piece_is_found(tmp_path: Path) -> None:
    assert (
        "found 'crat'"
        in only(lint(make_game(tmp_path, shelf('data-holds="crat"'))), "space-unknown").claim
    )


@pytest.mark.parametrize(
    "place",
    [
        '<circle data-holds="one" cx="9" cy="9" r="9"/>',
        shelf('data-holds=" "'),
        shelf('data-holds="one" data-number="many"'),
    ],
)
def test_what_is_no_place_is_a_fault(tmp_path: Path, place: str) -> None:
    problems = lint(make_game(tmp_path, place)).problems
    assert [problem.code for problem in problems] == ["svg-unsupported"] or "data-" in problems[
        0
    ].message


def test_pieces_fill_rows_upright_or_turned() -> None:
    assert room_for((8, 8), (37.5, 8.2)) == 4
    assert room_for((12, 12), (37.5, 8.2)) == 0
    assert room_for((10, 20), (60, 11)) == 3


def test_crates_fit_on_the_shelves_and_into_the_boxes_of_brick_and_mortar() -> None:
    game = load_game(ROOT / "games" / "brick-and-mortar")
    (look,) = check_spaces(Workshop(game, Press(game), {}))
    assert look.number > 400
    assert look.findings == ()
