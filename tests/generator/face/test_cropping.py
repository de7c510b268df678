"""Frames of templates that cut off much of a picture."""

from __future__ import annotations

import io
from pathlib import Path

import PIL.Image
import pytest

from generator.data.problems import format_problem
from generator.face.cropping import cropped_pictures
from generator.face.press import Press
from tests.conftest import make_game

SLICE = 'preserveAspectRatio="xMidYMid slice"'
TALL = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 20">'
    '<rect width="10" height="9"/></svg>'
)
FRAME = '<image href="{{{{ card.art }}}}" width="40" height="30" {how}/>'
CARDS = {
    f"c{number}": {"name": "One", "art": f"art/{file}"}
    for number, file in enumerate(("square.png", "wide.png", "tall.svg"))
}


def plain(width: int, height: int) -> bytes:
    """Return a PNG of this size in one colour."""
    written = io.BytesIO()
    PIL.Image.new("RGB", (width, height), "red").save(written, "PNG")
    return written.getvalue()


def drawn(folder: Path, how: str, previous: Press | None = None) -> Press:
    """Draw cards whose template shows a square, a wide and a tall picture in a frame of 40 x 30."""
    game = make_game(
        folder,
        f'<g transform="scale(0.5)">{FRAME.format(how=how)}</g>',
        cards=CARDS,
        files={
            "art/square.png": plain(300, 300),
            "art/wide.png": plain(400, 310),
            "art/tall.svg": TALL,
        },
    )
    press = Press(game, previous)
    for card in game.cards.values():
        press.stamp(card)
    return press


def test_a_frame_that_cuts_off_much_is_noted_once_with_the_worst(tmp_path: Path) -> None:
    press = drawn(tmp_path, SLICE)
    (note,) = cropped_pictures(press)
    assert (note.severity, note.code) == ("note", "picture-cropped")
    assert "2 pictures, and cuts off up to 62% of them, such as of 'art/tall.svg'" in note.message
    assert 'href="{{ card.art }}"' in format_problem(note, tmp_path)  # it shows the frame's line


def test_it_is_noted_again_of_faces_that_were_kept(tmp_path: Path) -> None:
    before = drawn(tmp_path, SLICE)
    press = drawn(tmp_path, SLICE, before)
    assert press.drawn == 0
    assert cropped_pictures(press) == cropped_pictures(before)


@pytest.mark.parametrize("how", ["", 'preserveAspectRatio="none"'])
def test_a_frame_that_shows_all_of_a_picture_is_fine(how: str, tmp_path: Path) -> None:
    assert not cropped_pictures(drawn(tmp_path, how))
