"""Outlines of pieces by a path: read, refused, mirrored behind, measured."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from generator.data.fieldtypes import FieldFault
from generator.data.geometry import Box, Point
from generator.data.problems import ProblemError
from generator.data.silhouettes import (
    Silhouette,
    corners_in,
    gap_to,
    grown_by,
    is_path,
    seen_behind,
    silhouette,
)
from generator.export.stacks import stacks_of
from generator.pdf.png import blank, cut_out
from generator.sheet.cutting import cut_of
from tests.conftest import make_game

TAB = "M0 9 H8 V0 H34 V9 H92 V67 H0 Z"
SIZE = (92.0, 67.0)
BOX = Box(10.0, 20.0, 92.0, 67.0)


def test_a_path_has_its_corners_in_any_box_clockwise() -> None:
    shape = silhouette(TAB, SIZE)
    corners = corners_in(shape, BOX)
    assert corners is not None
    assert [tuple(round(n, 2) for n in point) for point in corners[:3]] == [
        (10, 29),
        (18, 29),
        (18, 20),
    ]
    assert corners_in(silhouette("M0 9 V67 H92 V9 H34 V0 H8 V9 Z", SIZE), BOX) is not None
    assert corners_in("round", BOX) is None
    assert cut_of(BOX, shape).corners == corners


def test_curves_are_divided_finely() -> None:
    shape = silhouette("M10 0 A10 10 0 0 1 10 20 A10 10 0 0 1 10 0 Z", (20.0, 20.0))
    assert all(
        abs(((x - 0.5) ** 2 + (y - 0.5) ** 2) ** 0.5 - 0.5) < 0.001 for x, y in shape.corners
    )
    assert len(shape.corners) > 40


@pytest.mark.parametrize(
    "path",
    [
        "M0 0",
        "M0 0 H10",
        "M0 0 H10 V10 Z M20 20 H30 V30 Z",
        "M0 0 H100 V10 Z",
        "M0 0 L",
        "M0 0 X 3",
        "M0 0 H1e400 V3 Z",
        "M0 0 Q",
        "m-3 0 h20 v20 z",
        "M0 0 " + "h0.01 v0.01 " * 5000 + "Z",
    ],
)
def test_what_is_no_outline_of_the_piece_is_refused(path: str) -> None:
    assert is_path(path)
    with pytest.raises(FieldFault):
        silhouette(path, SIZE)


def test_a_piece_is_mirrored_behind_and_kept_apart_from_others() -> None:
    shape = silhouette(TAB, SIZE)
    mirrored = seen_behind(shape)
    assert mirrored != shape
    assert seen_behind(mirrored) == shape
    assert seen_behind("hex") == "hex"
    assert shape.turned().turned() == shape
    again = pickle.loads(pickle.dumps(shape))
    assert (again, again.corners) == (shape, shape.corners)


def test_a_bleed_covers_the_piece_and_a_rim_around_it() -> None:
    corners = corners_in(silhouette(TAB, SIZE), BOX)
    assert corners is not None
    parts = grown_by(corners, 2.0)
    for point, is_covered in (
        (Point(8.5, 40), True),
        (Point(7.5, 40), False),
        (Point(60, 27.5), True),
        (Point(60, 25), False),
    ):
        assert any(gap_to(part, [point]) > 0 for part in parts) == is_covered


def test_the_gap_to_an_outline_is_below_zero_outside() -> None:
    corners = corners_in(silhouette(TAB, SIZE), Box(0, 0, *SIZE))
    assert corners is not None
    assert gap_to(corners, [Point(20, 5)]) == pytest.approx(5)
    assert gap_to(corners, [Point(60, 5)]) == pytest.approx(-4, abs=0.01)


def test_pictures_are_transparent_outside() -> None:
    picture = cut_out(blank((92, 67), (9, 9, 9)), silhouette(TAB, SIZE))
    assert [picture.getpixel(at)[3] for at in ((20, 4), (60, 4), (60, 40))] == [255, 0, 255]


def test_a_kind_has_a_path_as_its_shape_and_its_other_side_the_mirror_image(tmp_path: Path) -> None:
    kind = {"shape": TAB, "size": "92 x 67 mm", "reverse": "card.svg.j2"}
    game = make_game(tmp_path, kind=kind)
    shape = game.cards["one"].shape
    assert isinstance(shape, Silhouette)
    assert game.cards["one-reverse"].shape == seen_behind(shape)
    assert [stack.shape for stack in stacks_of(game, with_own_backs=True)] == [shape]


@pytest.mark.parametrize("path", ["M0 0 H500 V5 Z", "M0 0 H5", "M0 0 L"])
def test_a_wrong_path_is_an_error_at_its_line(tmp_path: Path, path: str) -> None:
    with pytest.raises(ProblemError) as fault:
        make_game(tmp_path, kind={"shape": path, "size": "92 x 67 mm"})
    (problem,) = fault.value.problems
    assert problem.place is not None
    lines = (tmp_path / "cards.yaml").read_text(encoding="utf-8").splitlines()
    assert "shape:" in lines[problem.place.line - 1]
