"""QR codes on faces: their modules are those of segno, where the template puts them; what no code
can be made of is told with its line.
"""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest
import segno

from generator.face.codes import codes_in
from generator.face.faces import FaceMaker
from generator.face.press import Press
from generator.pdf.raster import face_pdf
from tests.conftest import make_game

URL = "https://example.org/owl"


def pixels(folder: Path, face: str, dpi: float) -> tuple[Press, object]:
    game = make_game(folder, face)
    press = Press(game)
    stamp = press.stamp(game.card("one"))
    assert stamp is not None, list(press.problems)
    page = pypdfium2.PdfDocument(face_pdf(press, game.card("one")))[0]
    return press, page.render(scale=dpi / 72).to_pil().convert("L")


@pytest.mark.parametrize("error", ["l", "h"])
def test_the_modules_are_printed_as_segno_says(error: str, tmp_path: Path) -> None:
    _, picture = pixels(
        tmp_path, f'{{{{ qr("{URL}", x=10, y=20, size=40, error="{error}") }}}}\n', 600
    )
    matrix = segno.make_qr(URL, error=error).matrix
    module = 40 / (len(matrix) + 8)
    seen = [
        [
            picture.getpixel(
                (
                    int((10 + (column + 4.5) * module) * 600 / 25.4),
                    int((20 + (row + 4.5) * module) * 600 / 25.4),
                )
            )
            < 128  # type: ignore[attr-defined]
            for column in range(len(matrix))
        ]
        for row in range(len(matrix))
    ]
    assert seen == [[bool(one) for one in row] for row in matrix]


def test_a_code_knows_its_place_and_size_within_groups(tmp_path: Path) -> None:
    face = (
        f'<g transform="translate(5 5) scale(2)">\n{{{{ qr("{URL}", x=1, y=2, size=16.5, quiet=2) '
        f"}}}}</g>\n"
    )
    game = make_game(tmp_path, face)
    (code,) = codes_in(FaceMaker(game).face(game.card("one")).root)
    assert code.module == pytest.approx(2 * 16.5 / 29)
    assert code.box[:2] == pytest.approx((5 + 2 * (1 + 2 * 16.5 / 29), 5 + 2 * (2 + 2 * 16.5 / 29)))
    assert code.at == "card.svg.j2:3"


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("qr(card.text, size=9)", "expected a text or an address, found nothing"),
        ("qr('')", "expected a text or an address, found nothing"),
        ("qr('a')", "needs its size, in millimetres"),
        ("qr('a', size=0)", "expected a number above 0 as size, found '0'"),
        ("qr('a', size='9')", "expected a number above 0 as size, found '9'"),
        ("qr('a', x='left', size=9)", "expected a number as x, found 'left'"),
        ("qr('a', size=9, error='x')", "expected one of l, m, q, h as error, found 'x'"),
        ("qr('a', size=9, error=[])", "expected one of l, m, q, h as error"),
        ("qr('a', size=9, quiet=-1)", "expected 0 to 20 modules as quiet, found '-1'"),
        ("qr('a', size=9, quiet=1.5)", "expected 0 to 20 modules as quiet, found '1.5'"),
        ("qr('a', size=9, colour='blak')", "as colour, found 'blak'"),
        ("qr('a', size=9, ground='wite')", "as ground, found 'wite'"),
        ("qr('a' * 4000, size=9)", "a text of 4,000 letters, too long for a QR code"),
    ],
)
def test_what_no_code_can_be_made_of_is_told_with_its_line(
    call: str, said: str, tmp_path: Path
) -> None:
    game = make_game(tmp_path, f"<g>\n{{{{ {call} }}}}</g>\n", {"one": {}}, {"text": "text?"})
    press = Press(game)
    assert press.stamp(game.card("one")) is None
    (problem,) = press.problems
    assert said in problem.message
    assert str(problem.place).startswith("templates/card.svg.j2:3")
