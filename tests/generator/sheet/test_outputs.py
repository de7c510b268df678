"""Sheets to fill in on a screen, read back with pikepdf and drawn with pdfium as a reader would
show them.
"""

from __future__ import annotations

import io
from pathlib import Path

import pikepdf
import pypdfium2
import pytest

from generator.data.game import Game
from generator.data.units import PT_PER_MM
from generator.face.press import Press
from generator.job.build import build
from generator.job.planning import Options
from generator.sheet.outputs import write_fillable
from tests.conftest import make_game

SCORES = """<g transform="translate(10 20)"><circle data-tick="boots-1" cx="5" cy="5" r="3" fill="#ffffff" stroke="#000000"/></g>
<rect data-write="total" x="30" y="60" width="20" height="10" fill="none" stroke="#000000"/>
<rect data-write="shop" x="5" y="75" width="50" height="6" fill="none"/>"""


def filled_in(content: bytes, ticked: str) -> bytes:
    """Tick one box as a reader of the PDF does, and return the PDF as saved."""
    with pikepdf.open(io.BytesIO(content)) as pdf:
        (field,) = (field for field in pdf.Root.AcroForm.Fields if ticked == field.T)
        field.V = field.AS = pikepdf.Name.On
        out = io.BytesIO()
        pdf.save(out)
    return out.getvalue()


def ink(content: bytes, box_mm: tuple[float, float, float, float]) -> int:
    """Count the bluish dots within a rectangle, as the page is shown with its fields."""
    with pypdfium2.PdfDocument(content) as pdf:
        pdf.init_forms()
        image = pdf[0].render(scale=4, may_draw_forms=True).to_pil().convert("RGB")
    dots = image.crop(tuple(round(edge * PT_PER_MM * 4) for edge in box_mm))
    return sum(
        blue > red + 60
        for red, _, blue in (
            dots.getpixel((x, y)) for x in range(dots.width) for y in range(dots.height)
        )
    )


def test_places_to_write_on_become_fields_where_the_template_draws_them(tmp_path: Path) -> None:
    game = make_game(tmp_path, SCORES)
    content = write_fillable(game, Press(game), game.cards.values())
    assert content is not None
    with pikepdf.open(io.BytesIO(content)) as pdf:
        fields = {str(field.T): field for field in pdf.Root.AcroForm.Fields}
        assert {name: str(field.FT) for name, field in fields.items()} == {
            "one/boots-1": "/Btn",
            "one/total": "/Tx",
            "one/shop": "/Tx",
        }
        tick = [float(edge) / PT_PER_MM for edge in fields["one/boots-1"].Rect]
        assert tick == pytest.approx([12, 88 - 28, 18, 88 - 22], abs=0.01)
        assert (fields["one/total"].Q, fields["one/shop"].Q) == (1, 0)
        assert len(pdf.pages[0].Annots) == 3
    box = (12.0, 22.0, 18.0, 28.0)
    assert ink(content, box) == 0
    assert ink(filled_in(content, "one/boots-1"), box) > 100
    assert content == write_fillable(game, Press(game), game.cards.values())


def test_fillable_adds_a_file_and_says_so_where_there_is_nothing_to_fill(tmp_path: Path) -> None:
    game = make_game(tmp_path / "game", SCORES)
    files = [
        file.path.name
        for file in build(game, Options(output=tmp_path / "out", is_fillable=True)).files
    ]
    assert f"{game.name}-fillable.pdf" in files
    bare = build(make_game(tmp_path / "bare"), Options(output=tmp_path / "out", is_fillable=True))
    assert [problem.code for problem in bare.problems] == ["nothing-to-fill"]


@pytest.mark.parametrize(
    ("face", "said"),
    [
        ('<path data-tick="a" d="M0 0 H5 V5 Z"/>', "belongs on <circle> or <rect>, not on <path>"),
        ('<circle data-write="a" cx="9" cy="9" r="3"/>', "belongs on <rect>, not on <circle>"),
        ('<rect data-write=" " width="9" height="9"/>', "expected a name"),
        (
            '<circle data-tick="a" cx="9" cy="9" r="3" data-least="5 6"/>',
            "'data-least' expected one whole number",
        ),
        (
            '<circle data-tick="a" cx="9" cy="9" r="3" data-dice="d6"/>',
            "'data-dice' expected the number of faces",
        ),
        (
            (
                '<rect data-write="a" width="9" height="9"/><circle data-tick="a" cx="9" cy="9" '
                'r="3"/>'
            ),
            "are called 'a'",
        ),
    ],
)
def test_places_to_write_on_have_a_shape_and_a_name_of_their_own(
    tmp_path: Path, face: str, said: str
) -> None:
    game: Game = make_game(tmp_path, face)
    press = Press(game)
    press.stamp(game.cards["one"])
    (problem,) = press.problems
    assert said in problem.message
    assert problem.place is not None
