"""Faces without transparency: they look the same, and keep what is above."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.data.geometry import Box
from generator.face.fonts import FontBook
from generator.face.press import Press
from generator.face.stamp import Stamp, TextRun, UseColour, UseStamp
from generator.pdf.document import Document
from generator.pdf.flattening import flatten
from generator.pdf.raster import render_page
from tests.conftest import make_game
from tests.generator.export.orders import GLASS, png

FADING = """<linearGradient id="g"><stop stop-color="#0a0"/><stop offset="1" stop-color="#00a" stop-opacity="0"/></linearGradient>
<rect width="4" height="4" fill="url(#g)"/>"""


@pytest.mark.parametrize(
    "part",
    [
        FADING,
        '<rect width="4" height="4"/>',
        '<g opacity="0.5"><rect width="4" height="4"/><rect width="2" height="2" fill="#000"/></g>',
        '<image href="p.png" width="4" height="4"/>',
    ],
    ids=["gradient", "fill", "group", "picture"],
)
def test_a_flattened_face_looks_the_same_and_keeps_what_is_above(part: str, tmp_path: Path) -> None:
    game = make_game(tmp_path, GLASS.format(part), files={"p.png": png((0, 200, 0, 120), "RGBA")})
    press = Press(game)
    stamp = press.stamp(game.card("one"))
    assert stamp is not None
    flat = flatten(stamp, press.fonts)
    assert flat is not None
    assert flat.texts == 1
    assert [o.text for o in flat.stamp.operations if isinstance(o, TextRun)] == ["above"]
    pages = []
    for drawn in (stamp, flat.stamp):
        document = Document(press.fonts, "Trial")
        document.page(63, 88)
        document.stamp(drawn, Box(0, 0, 63, 88))
        pages.append(render_page(document.close(), 0, 100))
    from PIL import ImageChops

    difference = ImageChops.difference(*pages).convert("L").histogram()
    assert sum(difference[40:]) < 0.004 * pages[0].width * pages[0].height
    assert flatten(flat.stamp, press.fonts) is None


@pytest.mark.parametrize("opacity", ["1", "0.5"])
def test_the_parts_that_faces_share_are_looked_into(opacity: str, tmp_path: Path) -> None:
    icon = f'<svg viewBox="0 0 9 9"><rect width="9" height="9" opacity="{opacity}"/></svg>'
    face = '<use href="icons/a.svg" width="9" height="9"/>'
    press = Press(make_game(tmp_path, face, files={"templates/icons/a.svg": icon}))
    stamp = press.stamp(press.game.card("one"))
    assert stamp is not None
    assert any(isinstance(operation, UseStamp) for operation in stamp.operations)
    assert (flatten(stamp, press.fonts) is None) == (opacity == "1")


def test_a_face_without_transparency_stays_as_it_is() -> None:
    stamp = Stamp((10, 10), (UseColour((1, 0, 0)), "0 0 10 10 re f"))
    assert flatten(stamp, FontBook()) is None
