"""Blurs, masks and text along a path: drawn as pixels by themselves, where they belong, and the
rest of the face stays as it is.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from generator.face.beyond import MOST
from generator.face.press import Press
from generator.face.stamp import TextRun, UseImage
from tests.conftest import make_game
from tests.generator.face.paint.test_painter import BLACK, BLUE, RED, WHITE, Print, near

GROUND = '<rect x="-5" y="-5" width="80" height="99" fill="white"/>'
BLUR = '<filter id="soft"><feGaussianBlur stdDeviation="1"/></filter>'
MASK = '<mask id="half"><rect width="20" height="88" fill="white"/></mask>'
ARC = '<path id="arc" d="M10 40H50" fill="none"/>'


@pytest.mark.parametrize(
    ("face", "points", "why"),
    [
        (
            BLUR + ('<g transform="translate(10 10)"><rect width="20" height="20" fill="red" ' 'filter="url(#soft)"/></g>'),
            {(20, 20): RED, (10, 20): (255, 128, 128), (20, 30): (255, 128, 128), (5, 20): WHITE, (35, 20): WHITE},
            "a filter",
        ),
        (MASK + '<g mask="url(#half)"><rect x="10" y="10" width="40" height="9" fill="blue"/></g>', {(15, 15): BLUE, (25, 15): WHITE}, "a mask"),
        (
            BLUR + ('<g style="--a: red"><circle cx="30" cy="30" r="9" style="fill: var(--a); filter: ' 'url(#soft)"/></g>'),
            {(30, 30): RED},
            "a filter",
        ),
        (BLUR + ('<g color="blue"><circle cx="30" cy="30" r="9" fill="currentColor" ' 'filter="url(#soft)"/></g>'), {(30, 30): BLUE}, "a filter"),
        (
            BLUR + '<rect x="-9" y="-9" width="80" height="50" fill="red" filter="url(#soft)"/>',
            {(0.3, 0.3): RED, (62, 20): RED, (30, 50): WHITE},
            "a filter",
        ),
    ],
)  # fmt: skip
def test_it_looks_as_in_a_browser_and_is_noted(
    tmp_path: Path, face: str, points: dict[tuple[float, float], tuple[int, int, int]], why: str
) -> None:
    shown = Print(tmp_path, f"{GROUND}\n{face}")
    assert {point: shown.at(*point) for point in points} == {
        point: near(colour, 20) for point, colour in points.items()
    }
    (note,) = shown.problems
    assert (note.severity, note.code) == ("note", "picture-as-pixels")
    assert why in note.message
    assert note.place is not None
    assert (note.place.file, note.place.line) == ("templates/card.svg.j2", 3)


IN_SPACE = 'id="a" maskUnits="userSpaceOnUse"'
ALL = '<rect width="100%" height="100%" fill="white"/>'
SHARES = {
    "implied region": f'<mask {IN_SPACE}><circle cx="45" cy="60" r="90" fill="white"/></mask>',
    "region": f'<mask {IN_SPACE} x="50%" width="50%" y="0" height="100%">{ALL}</mask>',
    "content": f'<mask id="a">{ALL}</mask>',
    "pattern": (
        f'<pattern id="p" width="63" height="88" patternUnits="userSpaceOnUse">{ALL}</pattern>'
        '<mask id="a"><rect width="63" height="88" fill="url(#p)"/></mask>'
    ),
    "gradient": (
        '<linearGradient id="p" gradientUnits="userSpaceOnUse" x1="50%" x2="51%"><stop '
        'stop-color="black"/><stop offset="1" stop-color="white"/></linearGradient>'
        '<mask id="a"><rect width="63" height="88" fill="url(#p)"/></mask>'
    ),
    "filter": (
        '<filter id="p" filterUnits="userSpaceOnUse"><feOffset dx="0"/></filter><mask id="a">'
        '<rect width="63" height="88" fill="white" filter="url(#p)"/></mask>'
    ),
}
FAR = '<rect x="44" y="60" width="6" height="6" fill="#d00000" mask="url(#a)"/>'


@pytest.mark.parametrize("shares", SHARES.values(), ids=SHARES)
@pytest.mark.parametrize("where", ["template", "inner svg", "art"])
def test_percentages_are_of_the_whole_drawing_not_of_the_part(
    tmp_path: Path, shares: str, where: str
) -> None:
    body, files = f"{shares}{FAR}", {}
    if where == "inner svg":
        body = f'<svg width="63" height="88" viewBox="0 0 63 88">{body}</svg>'
    if where == "art":
        art = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88">{body}</svg>'
        body, files = '<image href="art/a.svg" width="63" height="88"/>', {"art/a.svg": art}
    printed = Print(tmp_path, f"{GROUND}{body}", files=files)
    assert printed.at(47, 63) == near((208, 0, 0))
    assert printed.at(40, 63) == (255, 255, 255)


def test_percentages_in_a_pattern_are_of_its_own_viewbox(tmp_path: Path) -> None:
    pattern = (
        '<pattern id="p" width="10" height="10" viewBox="0 0 4 4" patternUnits="userSpaceOnUse">'
        '<rect width="50%" height="100%" fill="#d00000"/></pattern>'
    )
    inside = '<rect x="40" y="60" width="20" height="20" fill="url(#p)" filter="url(#f)"/>'
    soft = '<filter id="f"><feOffset dx="0"/></filter>'
    printed = Print(tmp_path, f"{GROUND}{pattern}{soft}{inside}")
    assert (printed.at(42, 63), printed.at(52, 73)) == (near((208, 0, 0)), near((208, 0, 0)))
    assert (printed.at(47, 63), printed.at(57, 73)) == ((255, 255, 255), (255, 255, 255))


def test_the_rest_of_the_face_stays_shapes_and_text(tmp_path: Path) -> None:
    game = make_game(
        tmp_path,
        (
            f'{GROUND}{BLUR}<rect x="9" y="9" width="9" height="9" filter="url(#soft)"/><text '
            'x="5" y="40">Plain</text>'
        ),
    )
    stamp = Press(game).stamp(game.cards["one"])
    assert stamp is not None
    (image,) = [
        operation.image for operation in stamp.operations if isinstance(operation, UseImage)
    ]
    assert image.width_px < 20 / 25.4 * 300  # as large as what is seen of it, not as the face
    assert [operation.text for operation in stamp.operations if isinstance(operation, TextRun)] == [
        "Plain"
    ]


@pytest.mark.parametrize(
    ("family", "height"), [("Source Sans Pro", 400), ("Source Serif Pro", 900)]
)
def test_text_along_a_path_is_in_its_font_and_can_be_searched(
    tmp_path: Path, family: str, height: int
) -> None:
    text = f'<text font-family="{{}}" font-weight="{height}" font-size="9"{{}}</text>'
    along = Print(
        tmp_path / "along",
        GROUND + ARC + text.format(family, '><textPath href="#arc">Ham</textPath>'),
    )
    plain = Print(tmp_path / "plain", GROUND + text.format(family, ' x="10" y="40">Ham'))
    assert [problem.code for problem in along.problems] == ["picture-as-pixels"]
    assert along.text == plain.text == "Ham"
    assert along.ink(5, 20, 60, 60) == pytest.approx(plain.ink(5, 20, 60, 60), abs=0.5)


def test_own_fonts_of_a_game_and_pictures_in_it_are_found(tmp_path: Path) -> None:
    from tests.generator.face.letters import font_bytes
    from tests.generator.face.paint.test_painter import picture

    options: dict[str, Any] = {
        "files": {
            "fonts/b.ttf": font_bytes(family="Whatever"),
            "a.png": picture("RGB", (40, 40), (RED, BLUE)),
        }
    }
    face = (
        f'{GROUND}{MASK}<g mask="url(#half)"><text x="5" y="30" font-family="own" '
        'font-size="9">AV</text><image href="a.png" x="5" y="40" width="30" height="30"/></g>'
    )
    shown = Print(tmp_path, face, fonts={"own": {"regular": "fonts/b.ttf"}}, **options)
    assert [problem.code for problem in shown.problems] == ["picture-as-pixels"]
    assert shown.at(7, 27) == near(BLACK)  # its letters are boxes
    assert shown.at(10, 43) == near(RED)
    assert shown.at(25, 43) == WHITE


def test_an_icon_has_its_blur_at_each_of_its_places(tmp_path: Path) -> None:
    icon = (
        f'<svg viewBox="0 0 10 10">{BLUR}<circle cx="5" cy="5" r="3" fill="var(--a, red)" '
        'filter="url(#soft)"/></svg>'
    )
    uses = (
        '<use href="icons/a.svg" x="5" y="5" width="20" height="20"/><use href="icons/a.svg" '
        'x="30" y="50" width="30" height="30" style="--a: blue"/>'
    )
    shown = Print(tmp_path, GROUND + uses, files={"templates/icons/a.svg": icon})
    assert (shown.at(15, 15), shown.at(45, 65), shown.at(33, 53)) == (
        near(RED, 30),
        near(BLUE, 30),
        near(WHITE, 30),
    )
    (note,) = shown.problems
    assert note.place is not None
    assert note.place.file == "templates/icons/a.svg"


def test_art_keeps_all_but_the_blur_as_shapes(tmp_path: Path) -> None:
    art = (
        f'<svg viewBox="0 0 10 10">{BLUR}<rect width="10" height="10" fill="blue"/>\n<circle '
        'cx="5" cy="5" r="2" fill="red" filter="url(#soft)"/></svg>'
    )
    shown = Print(
        tmp_path, '<image href="a.svg" x="10" y="10" width="40" height="40"/>', files={"a.svg": art}
    )
    assert (shown.at(12, 12), shown.at(30, 30)) == (near(BLUE), near(RED, 60))
    (note,) = shown.problems
    assert "'a.svg', line 2: <circle> has a filter" in note.message


def test_the_same_on_all_cards_is_drawn_once_and_the_same_each_time(tmp_path: Path) -> None:
    face = (
        f'{GROUND}{BLUR}<circle cx="20" cy="20" r="9" filter="url(#soft)"/><text x="9" y="60">{{{{ '
        f"card.name }}}}</text>"
    )
    game = make_game(tmp_path, face, cards={name: {"name": name} for name in "ab"})
    presses = [Press(game), Press(game)]
    keys = {
        operation.image.key
        for press in presses for card in game.cards.values()
        for operation in press.stamp(card).operations if isinstance(operation, UseImage)  # type: ignore[union-attr]
    }  # fmt: skip
    assert len(keys) == 1
    assert [len(press.drawer.supplies.rasters) for press in presses] == [1, 1]


def test_many_of_them_are_refused(tmp_path: Path) -> None:
    one = '<g filter="url(#soft)"/>'
    many = f"{BLUR}{one * (MOST + 1)}"
    press = Press(make_game(tmp_path, many))
    press.drawer.supplies.rasters.part = lambda *_: None  # type: ignore[method-assign]
    press.stamp(press.game.cards["one"])
    assert [problem.code for problem in press.problems if problem.severity == "error"] == [
        "face-too-much"
    ]
