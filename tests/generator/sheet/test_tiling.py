"""Boards larger than the paper: parts that cover the whole, and a PDF whose parts show the same
points where they meet.
"""

from __future__ import annotations

from itertools import product
from pathlib import Path

import numpy
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.data.game import Game
from generator.data.problems import ProblemError
from generator.data.units import PAPER_SIZES
from generator.job.build import build
from generator.job.planning import Options, plan
from generator.sheet.sheets import FOOTER_MM, PRINTABLE_MARGIN_MM
from generator.sheet.tiling import CROSS_MM, OVERLAP_MM, tiling_of
from tests.conftest import make_game

BOARD = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 420 297">
  <rect x="0" y="0" width="420" height="297" fill="#eeeeee"/>
  <text x="10" y="10" font-size="8pt">corner</text><text x="208" y="80" font-size="4pt">meet</text>
  <rect x="209" y="100" width="2" height="2" fill="#ff0000"/></svg>
"""


def board_game(folder: Path, size: str = "420 x 297 mm", **board: object) -> Game:
    """Make a game with a board, and a mat that fits the paper."""
    return make_game(
        folder,
        kinds={
            "board": {"template": "board.svg.j2", "size": size, **board, "cards": {"town": {}}},
            "mat": {
                "template": "card.svg.j2",
                "size": "120 x 60 mm",
                "fields": {"name": "line"},
                "cards": {"mat": {"name": "Mat"}},
            },
        },
        components={
            "cards": {"name": "Cards", "of": "card", "count": 1},
            "boards": {"name": "Town board", "of": "board", "count": 1},
            "mats": {"name": "Mats", "of": "mat", "count": 1},
        },
        files={"templates/board.svg.j2": BOARD},
    )


@given(st.floats(100, 1200), st.floats(100, 1200), st.sampled_from(sorted(PAPER_SIZES.values())))
def test_parts_cover_the_board_overlap_and_fit_the_page(
    width: float, height: float, paper: tuple[float, float]
) -> None:
    tiling = tiling_of((width, height), paper)
    if tiling is None:
        return
    shares = dict(tiling.parts())
    margin = PRINTABLE_MARGIN_MM + CROSS_MM
    for share in shares.values():
        assert share.width <= tiling.page_mm[0] - 2 * margin + 1e-6
        assert share.height <= tiling.page_mm[1] - 2 * margin - FOOTER_MM + 1e-6
    for row, column in product(range(tiling.rows), range(tiling.columns - 1)):
        left, right = shares[f"{'ABCDEF'[row]}{column + 1}"], shares[f"{'ABCDEF'[row]}{column + 2}"]
        assert left.right - right.x == pytest.approx(OVERLAP_MM)
    assert (shares["A1"].x, shares["A1"].y) == (0, 0)
    last = shares[f"{'ABCDEF'[tiling.rows - 1]}{tiling.columns}"]
    assert (last.right, last.bottom) == pytest.approx((width, height))


def test_a_board_is_cut_into_four_parts_of_a4_after_a_picture_of_the_whole(tmp_path: Path) -> None:
    game = board_game(tmp_path)
    boards = {item.name.removeprefix(game.name): item for item in plan(game, Options())}[
        "-boards-a4.pdf"
    ]
    key, *parts = boards.sheets
    assert [label.text for label in key.labels[1:]] == ["A1", "A2", "B1", "B2"]
    assert [sheet.says for sheet in parts] == [
        f"Town board: {name}" for name in ("A1", "A2", "B1", "B2")
    ]
    # each cross, seen from the board's corner, is where another part has one
    points = [
        {
            (round(x - sheet.placements[0].trim.x, 3), round(y - sheet.placements[0].trim.y, 3))
            for x, y in sheet.crosses
        }
        for sheet in parts
    ]
    assert points[0] & points[1] == {(210.0, 0.0), (210.0, 148.5)}
    assert set.intersection(*points) == {(210.0, 148.5)}
    assert {(s.placements[0].trim.width, s.placements[0].trim.height) for s in parts} == {
        (420.0, 297.0)
    }


def test_the_printed_parts_show_what_they_share_at_the_same_distance_from_their_crosses(
    tmp_path: Path,
) -> None:
    game = board_game(tmp_path)
    result = build(game, Options(output=tmp_path / "out"))
    (file,) = [file for file in result.files if "boards" in file.path.name]
    assert file.pages == 5
    assert [(deck.name, deck.cards) for deck in result.decks][1] == ("Town board", 1)
    sheets = next(item for item in plan(game, Options()) if "boards" in item.name).sheets
    with pypdfium2.PdfDocument(file.path) as document:
        texts = [document[page].get_textpage().get_text_range() for page in range(5)]
        assert "Town board: A1, A2, B1, B2" in texts[0]
        for page in (1, 2):
            assert "meet" in texts[page]
            picture = numpy.asarray(
                document[page].render(scale=254 / 72).to_pil().convert("RGB")
            )  # ten pixels to the millimetre
            down, across = numpy.nonzero((picture == (255, 0, 0)).all(axis=2))
            left, top = across.min() / 10, down.min() / 10
            whole = sheets[page].placements[0].trim
            assert (left - whole.x, top - whole.y) == pytest.approx((209, 100), abs=0.15)
            cx, cy = next((x, y) for x, y in sheets[page].crosses if abs(y - whole.y) < 1e-6)
            assert picture[round((cy + 1.5) * 10), round(cx * 10), 0] < 140, "the cross is drawn"


def test_on_a3_it_is_one_piece_among_the_others(tmp_path: Path) -> None:
    names = [item.name for item in plan(board_game(tmp_path), Options(paper="a3"))]
    assert not [name for name in names if "boards" in name]


@pytest.mark.parametrize("shape", [{"shape": "round"}, {"size": "1800 x 300 mm"}])
def test_what_cannot_be_joined_is_refused(tmp_path: Path, shape: dict[str, str]) -> None:
    with pytest.raises(ProblemError) as refused:
        plan(board_game(tmp_path, **shape), Options())
    (problem,) = refused.value.problems
    assert (problem.code, problem.place and problem.place.file) == (
        "too-large-for-paper",
        "cards.yaml",
    )
