"""Sheets that people write on: each check fires at its template line with its number, and is silent
on the mended sheet.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.lint.lint import lint
from tests.conftest import make_game
from tests.generator.lint.conftest import only


def circle(r: float = 2.5, fill: str = "#ffffff", size: str = "9pt") -> str:
    """Draw a circle to tick with a number in it, and a box to write into."""
    return (
        f'<circle data-tick="boots-1" cx="20" cy="20" r="{r}" fill="{fill}" stroke="#000000" '
        'stroke-width="0.3"/>\n'
        f'<text x="20" y="21.2" text-anchor="middle" font-size="{size}">{{{{ 4 }}}}</text>\n'
        '<rect data-write="total" x="30" y="30" width="12" height="8" fill="none" stroke="#000000" '
        'stroke-width="0.3"/>'
    )


@pytest.mark.parametrize(
    ("sheet", "code", "number"),
    [
        (circle(r=2.2), "mark-small", 4.4),
        (
            '<rect data-tick="boots" x="20" y="20" width="3" height="9" fill="#fff"/>',
            "mark-small",
            3,
        ),
        (circle(fill="#a8a8a8"), "mark-dark", 2.95),
        (circle(fill="#cacaca"), "mark-dark", 4.3),
        (circle(size="7.5pt"), "mark-text", 7.5),
    ],
)
def test_a_sheet_that_a_pencil_cannot_use_is_found(
    tmp_path: Path, sheet: str, code: str, number: float
) -> None:
    finding = only(lint(make_game(tmp_path, sheet)), code)
    assert finding.number == pytest.approx(number, abs=0.05)
    assert (finding.severity, finding.card) == ("warning", "one")
    assert str(finding.place) == "templates/card.svg.j2:2"


def test_a_sheet_with_room_and_pale_ground_is_fine(tmp_path: Path) -> None:
    linted = lint(make_game(tmp_path, circle(r=2.25, fill="#eeeeee", size="8pt")))
    assert linted.findings == []
    looks = {look.what: (look.number, look.worst) for look in linted.looks}
    assert looks["size of places to tick"] == (1, "4.5")
    assert looks["size of texts in places to tick"] == (1, "8.0")
    assert looks["contrast of a pencil with places to write on"][0] == 2


def test_what_lies_on_a_place_in_print_counts_and_a_thin_line_does_not(tmp_path: Path) -> None:
    rule = '<rect x="28" y="{y}" width="20" height="{height}" fill="#000000"/>'
    thick = circle() + rule.format(y=32.5, height=2)
    assert only(lint(make_game(tmp_path / "thick", thick)), "mark-dark").claim.startswith(
        "a pencil mark in 'total'"
    )
    assert (
        lint(make_game(tmp_path / "thin", circle() + rule.format(y=34, height=0.2))).findings == []
    )


@pytest.mark.parametrize(
    ("rolled", "said"),
    [
        ('data-least="11" data-dice="8 10"', "needs 11 or more, but no die of 8 or 10 faces"),
        ('data-least="7" data-most="12" data-dice="6"', "needs 7 to 12, but no die of 6 faces"),
        ('data-most="0" data-dice="6"', "needs 0 or less"),
        ('data-least="5" data-most="4" data-dice="6"', "needs 5 to 4"),
    ],
)
def test_a_place_that_no_die_can_tick_is_found(tmp_path: Path, rolled: str, said: str) -> None:
    finding = only(
        lint(make_game(tmp_path, circle().replace("data-tick", f"{rolled} data-tick"))),
        "mark-never",
    )
    assert said in finding.claim


def test_a_place_that_the_largest_die_can_tick_is_fine_and_so_is_one_without_dice(
    tmp_path: Path,
) -> None:
    for number, rolled in enumerate(
        ('data-least="10" data-dice="8 10"', 'data-most="1" data-dice="6"', 'data-least="11"')
    ):
        assert (
            lint(
                make_game(
                    tmp_path / str(number), circle().replace("data-tick", f"{rolled} data-tick")
                )
            ).findings
            == []
        )
