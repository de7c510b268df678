"""Low ink: large areas become white with an outline, and what stands on them can still be seen."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.data.geometry import IDENTITY, Matrix, area_of
from generator.data.loading import load_game
from generator.face.lightening import LARGE_MM2, OUTLINE_MM, WHITE, Lightener, flattened
from generator.face.press import Press
from generator.face.stamp import UseColour
from generator.face.svg import Segment
from generator.lint.lint import lint
from tests.conftest import make_game
from tests.generator.pdf.inked import BAND, PALETTE, fills_of

# ---------------------------------------------------------------- low


def box(x: float, y: float, width: float, height: float) -> tuple[Segment, ...]:
    return (
        ("M", (x, y)),
        ("L", (x + width, y)),
        ("L", (x + width, y + height)),
        ("L", (x, y + height)),
        ("Z", ()),
    )


DARK, RED = (0.1, 0.1, 0.1), (0.8, 0.1, 0.1)


def test_large_areas_become_white_with_an_outline_and_small_ones_stay() -> None:
    light = Lightener()
    side = LARGE_MM2**0.5
    assert light.shape(box(0, 0, side + 0.01, side), IDENTITY, DARK, None, 1) == (
        WHITE,
        DARK,
        OUTLINE_MM,
    )
    assert light.shape(box(50, 0, side - 0.01, side), IDENTITY, DARK, None, 1) == (DARK, None, 1)
    assert light.shape(box(50, 50, 9, 9), IDENTITY, (1.0, 0.99, 0.98), None, 1) == (
        WHITE,
        None,
        1,
    )  # paper needs no outline
    assert light.shape(box(50, 50, 9, 9), IDENTITY, DARK, RED, 0.7) == (WHITE, RED, 0.7)
    half = Matrix(0.5, 0.0, 0.0, 0.5, 0.0, 0.0)
    assert (
        light.shape(box(0, 0, side + 0.01, side), half, DARK, None, 1)[0] == DARK
    )  # on paper it is small


def test_what_stands_on_an_emptied_ground_can_still_be_seen() -> None:
    light = Lightener()
    assert light.on(WHITE, 5, 5) == WHITE
    light.shape(box(0, 0, 60, 10), IDENTITY, DARK, None, 1)
    assert light.on(WHITE, 5, 5) == DARK  # light text turns dark
    assert light.on(RED, 5, 5) == RED  # what can be seen on white stays
    assert light.on(WHITE, 5, 15) == WHITE  # beside it nothing changes
    assert (
        light.shape(box(1, 1, 4, 4), IDENTITY, WHITE, None, 1)[0] == DARK
    )  # a light disc turns dark
    assert light.on(DARK, 2, 2) == WHITE  # and what stood on it, light
    light.shape(box(20, 1, 4, 4), IDENTITY, DARK, None, 1)  # a dark mark, kept
    assert light.on(WHITE, 21, 2) == WHITE
    halo = None, WHITE, 1.0
    assert light.shape(box(10, 1, 8, 8), IDENTITY, *halo) == (None, DARK, 1.0)
    assert light.shape(box(10, 1, 8, 8), IDENTITY, *halo, "all") == halo
    light.shape(box(0, 20, 60, 10), IDENTITY, (0.9, 0.86, 0.8), None, 1)  # a tint
    assert light.on(WHITE, 5, 25) == WHITE


def test_a_hole_is_no_ground() -> None:
    light = Lightener()
    frame = (*box(0, 0, 60, 60), *box(5, 5, 50, 50))
    light.shape(frame, IDENTITY, DARK, None, 1)
    assert light.on(WHITE, 2, 30) == DARK
    assert light.on(WHITE, 30, 30) == WHITE


def test_flattened_curves_keep_their_area() -> None:
    k = 10 * 0.5522847498
    circle: tuple[Segment, ...] = (
        ("M", (10, 0)),
        ("C", (10, k, k, 10, 0, 10)),
        ("C", (-k, 10, -10, k, -10, 0)),
        ("C", (-10, -k, -k, -10, 0, -10)),
        ("C", (k, -10, 10, -k, 10, 0)),
        ("Z", ()),
    )
    (ring,) = flattened(circle, IDENTITY)
    assert abs(area_of(ring)) == pytest.approx(314.16, rel=0.02)


def test_low_ink_turns_a_dark_band_and_its_title(tmp_path: Path) -> None:
    make_game(tmp_path, BAND, palette=PALETTE)
    press = Press(load_game(tmp_path, ink="low"))
    stamp = press.stamp(press.game.card("one"))
    assert stamp is not None
    (lettering,) = stamp.letterings
    assert lettering.fill == pytest.approx((0x10 / 255, 0x20 / 255, 0x30 / 255), abs=0.001)
    assert (1.0, 1.0, 1.0) in [one.rgb for one in stamp.operations if isinstance(one, UseColour)]
    assert lint(press.game, press).findings == []  # the title can be read there too


def test_icons_are_kept_and_data_ink_says_otherwise(tmp_path: Path) -> None:
    icon = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10" '
        'fill="currentColor"/></svg>'
    )
    whole = '<rect width="63" height="44" fill="#102030"{}/>'
    use = '<use href="icons/sign.svg" x="5" y="5" width="20" height="20" color="#102030"{}/>'
    dark = (0.063, 0.125, 0.188)
    cases = [
        (whole, "", False),
        (whole, ' data-ink="keep"', True),
        (use, "", True),
        (use, ' data-ink="outline"', False),
        (f'<g data-ink="keep">{whole}</g>', "", True),
    ]
    for number, (body, attribute, is_kept) in enumerate(cases):
        make_game(
            tmp_path / str(number), body.format(attribute), files={"templates/icons/sign.svg": icon}
        )
        press = Press(load_game(tmp_path / str(number), ink="low"))
        assert (dark in fills_of(press, "one")) == is_kept, number
        assert list(press.problems) == []
    make_game(tmp_path / "wrong", whole.format(' data-ink="kept"'))
    press = Press(load_game(tmp_path / "wrong"))
    press.stamp(press.game.card("one"))
    assert [p.message for p in press.problems] == [
        "'data-ink' expected 'keep' or 'outline', found 'kept'"
    ]
