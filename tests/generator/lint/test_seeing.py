"""What is seen of a face: contrasts with the ground itself, what hides a text, and a clear place
for the mark.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.face.press import Press
from generator.lint.lint import lint
from generator.lint.seeing import Sight, sights
from tests.conftest import make_game

BLACK = '<rect width="63" height="88" fill="#000"/>\n'
TEXT = '<text x="8" y="40" font-size="12pt" fill="{}">Ferry toll</text>\n'
MARK = '<text id="version-mark" x="31" y="80" font-size="4.25pt"/>\n'


def look(folder: Path, *faces: str) -> list[Sight]:
    drawn = "".join(
        f"{{% if card.name == '{number}' %}}{face}{{% endif %}}"
        for number, face in enumerate(faces)
    )
    cards = {f"card-{number}": {"name": str(number)} for number in range(len(faces))}
    game = make_game(folder, drawn, cards)
    press = Press(game, version_marks=True)
    stamps = [stamp for card in game.cards.values() if (stamp := press.stamp(card))]
    return list(sights(press, stamps, [1.0] * len(stamps)))


@pytest.mark.parametrize(("fill", "ratio"), [("#fff", 21.0), ("#000", 1.0), ("#777777", 4.69)])
def test_contrast_is_with_the_ground_without_the_text(
    fill: str, ratio: float, tmp_path: Path
) -> None:
    (sight,) = look(tmp_path, BLACK + TEXT.format(fill))
    assert sight.contrasts == ((pytest.approx(ratio, abs=0.02), (0.0, 0.0, 0.0)),)


def test_words_in_a_style_have_the_contrast_of_its_colour(tmp_path: Path) -> None:
    area = (
        '<textArea x="5" y="10" width="50" height="20" font-size="10pt" fill="#fff">plain '
        "[dim]styled[/]</textArea>"
    )
    game = make_game(tmp_path, BLACK + area, palette={"dim": "#111111"})
    press = Press(game)
    (sight,) = sights(press, [press.stamp(game.cards["one"])], [1.0])
    assert [ratio for ratio, _ in sight.contrasts] == [
        pytest.approx(21, abs=0.02),
        pytest.approx(1.11, abs=0.02),
    ]


def test_the_edge_of_a_line_under_a_text_is_no_ground(tmp_path: Path) -> None:
    line = '<rect x="20" y="30" width="{}" height="20" fill="#fff"/>\n'
    thin, thick = look(
        tmp_path, *(BLACK + line.format(width) + TEXT.format("#fff") for width in (0.3, 3))
    )
    assert thin.contrasts[0][0] == pytest.approx(21, abs=0.02)
    assert thick.contrasts[0][0] == pytest.approx(1, abs=0.02)


def test_each_face_is_seen_by_itself(tmp_path: Path) -> None:
    cover = '<rect x="0" y="30" width="63" height="20" fill="#fff"/>\n'
    part = '<rect x="0" y="30" width="16" height="20" fill="#000"/>\n'
    text = BLACK + TEXT.format("#fff")
    assert [sight.hidden for sight in look(tmp_path, text, text + cover, BLACK, text + part)] == [
        (None,),
        ("fully",),
        (),
        ("partly",),
    ]


def test_a_mark_is_clear_on_one_colour_alone(tmp_path: Path) -> None:
    stripes = "".join(
        f'<rect x="{x}" y="70" width="1" height="15" fill="#fff"/>\n' for x in range(20, 44, 2)
    )
    spot = '<rect x="32" y="79" width="0.3" height="0.3" fill="#fff"/>\n'
    found = look(tmp_path, BLACK + MARK, BLACK + stripes + MARK, BLACK + spot + MARK)
    assert [sight.is_mark_clear for sight in found] == [True, False, True]


@pytest.mark.parametrize("side", [6.3, 630, 1e6])
def test_what_is_seen_does_not_depend_on_the_units_of_a_template(
    side: float, tmp_path: Path
) -> None:
    drawn = (
        BLACK + TEXT.format("#777777") + '<rect x="0" y="30" width="16" height="20" fill="#000"/>\n'
    )
    as_drawn = lint(make_game(tmp_path / "plain", drawn))
    k = side / 63
    svg = (
        f'<svg viewBox="0 0 {side} {side * 88 / 63}">\n<g transform="scale({k})">\n'
        f"{drawn}</g></svg>"
    )
    scaled = lint(make_game(tmp_path / "scaled", files={"templates/card.svg.j2": svg}))
    assert [problem.code for problem in scaled.problems] == ["template-size"]
    told = [[(one.code, one.claim) for one in linted.findings] for linted in (as_drawn, scaled)]
    assert told[0] == told[1]
    assert told[0] != []
