"""What runs across a place on a face, told without pixels: held against lint, which looks at
them.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.face.press import Press
from generator.lint.lint import lint
from tests.conftest import make_game

PAPER = '<rect x="-4" y="-4" width="71" height="96" fill="#eee"/>'
FRAME = '<rect x="3" y="3.5" width="57" height="81" fill="none" stroke="#333" stroke-width="0.5"/>'
WIDE = '<rect x="3" y="3" width="57" height="84" fill="{}"/>'
PICTURE = {
    "templates/icons/ring.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9H0z"/></svg>'
}


@pytest.mark.parametrize(
    ("face", "is_told"),
    [
        (PAPER, False),
        (PAPER + FRAME, True),
        (
            PAPER + '<rect x="2" y="2" width="59" height="84.5" rx="3" fill="none" stroke="#333"/>',
            False,
        ),  # runs below the mark
        (
            PAPER + WIDE.format("#ccc") + FRAME.replace('y="3.5"', 'y="-3"'),
            False,
        ),  # a panel round it, the frame above
        (PAPER + '<rect x="8" y="60" width="47" height="24.4" fill="#999"/>', True),
        (
            PAPER + '<rect x="8" y="60" width="47" height="24.4" fill="#eee"/>',
            False,
        ),  # of the colour of the paper
        (PAPER + FRAME + WIDE.format("#ccc"), False),  # covered again
        (PAPER + f'<g transform="rotate(180 31.5 44)">{FRAME}</g>', True),
        (PAPER + f'<g transform="rotate(180 31.5 44)">{FRAME.replace("3.5", "7.5")}</g>', False),
        (
            PAPER + FRAME + '<use href="icons/ring.svg" x="8" y="8" width="9" height="9"/>',
            True,
        ),  # an icon far from it
        (
            PAPER
            + FRAME
            + '<text id="version-mark" x="31.5" y="80" font-size="4.25pt" text-anchor="middle"/>',
            False,
        ),
        (PAPER + '<path d="M31 60v28" stroke="#333" stroke-width="0.4"/>', True),
        (PAPER + '<path d="M31 60v28" stroke="#333" stroke-width="0.4" opacity="0.3"/>', False),
    ],
)
def test_a_mark_across_a_line_is_warned_of_once_a_template(
    face: str, is_told: bool, tmp_path: Path
) -> None:
    cards = {name: {"name": name} for name in ("one", "two")}
    game = make_game(tmp_path, face, cards, files=PICTURE, print={"version_marks": True})
    press = Press(game)
    for card in game.cards.values():
        press.stamp(card)
    assert [(problem.code, problem.card) for problem in press.problems] == [
        ("mark-over-art", "one")
    ] * is_told
    linted = lint(game, press)
    assert [problem.code for problem in linted.problems] == []
    seen = any(finding.code == "mark-over-art" for finding in linted.findings)
    assert seen or not is_told
