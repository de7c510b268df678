"""Points, boxes, matrices and written numbers."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.data.geometry import CLOSE_MM, IDENTITY, Box, Matrix, Point, decimals

properties = settings(max_examples=60)
lengths = st.floats(-50, 50)
points = st.tuples(lengths, lengths)
boxes = st.builds(Box, lengths, lengths, st.floats(0, 50), st.floats(0, 50))
matrices = st.builds(Matrix, *[st.floats(-5, 5)] * 6)


def test_a_box_is_its_corner_and_its_size() -> None:
    box = Box(1, 2, 10, 20)
    assert (box.right, box.bottom, box.centre) == (11, 22, (6, 12))
    assert box.edges == (1, 2, 11, 22)
    assert box.corners == ((1, 2), (11, 2), (11, 22), (1, 22))
    assert Box.between(*box.edges) == box == Box.around(box.corners)
    assert box.grown(1, 2, 3, 4) == (0, 0, 14, 26)
    assert box.moved(5, -2) == (6, 0, 10, 20)
    assert box.scaled(2) == (2, 4, 20, 40)


def test_no_box_is_around_nothing() -> None:
    with pytest.raises(ValueError, match="not enough values"):
        Box.around(())


def test_boxes_that_share_an_edge_do_not_overlap() -> None:
    box = Box(0, 0, 10, 10)
    for other in (
        Box(10, 0, 5, 5),
        Box(0, 10, 5, 5),
        Box(-5, 0, 5, 5),
        Box(0, -5, 5, 5),
        Box(10 - CLOSE_MM / 2, 0, 5, 5),
    ):
        assert not box.overlaps(other)
        assert not other.overlaps(box)
    assert box.overlaps(Box(9.9, 9.9, 5, 5))
    assert box.overlaps(Box(2, 2, 1, 1))


@properties
@given(matrices, matrices, points)
def test_a_product_of_matrices_does_the_right_one_first(
    outer: Matrix, inner: Matrix, point: tuple[float, float]
) -> None:
    assert (outer @ inner).at(*point) == pytest.approx(outer.at(*inner.at(*point)), abs=1e-6)
    assert outer @ IDENTITY == outer == IDENTITY @ outer


def test_the_order_of_a_product_counts() -> None:
    turn = Matrix.turn(math.pi / 2)  # clockwise, since y runs downward
    assert turn.at(1, 0) == pytest.approx((0, 1))
    assert (Matrix.shift(10, 0) @ turn).at(1, 0) == pytest.approx((10, 1))
    assert (turn @ Matrix.shift(10, 0)).at(1, 0) == pytest.approx((0, 11))


@properties
@given(matrices, points)
def test_the_inverse_takes_points_back(matrix: Matrix, point: tuple[float, float]) -> None:
    back = matrix.inverse()
    if matrix.area < 1e-3:
        return
    assert back is not None
    assert back.at(*matrix.at(*point)) == pytest.approx(point, abs=1e-6)


def test_a_flat_matrix_has_no_inverse() -> None:
    assert Matrix(1, 1, 2, 2, 5, 5).inverse() is None
    assert Matrix(1, 1, 2, 2, 5, 5).area == 0


@properties
@given(matrices, boxes, st.floats(0, 1), st.floats(0, 1))
def test_a_box_around_a_moved_box_holds_all_of_it(
    matrix: Matrix, box: Box, across: float, down: float
) -> None:
    left, top, right, bottom = matrix.around(box).edges
    x, y = matrix.at(box.x + across * box.width, box.y + down * box.height)
    assert left - 1e-6 <= x <= right + 1e-6
    assert top - 1e-6 <= y <= bottom + 1e-6


def test_scale_is_that_of_lengths() -> None:
    assert Matrix(2, 0, 0, 8, 1, 1).scale == 4
    assert Matrix(0, 3, -3, 0, 0, 0).scale == 3


@pytest.mark.parametrize(
    ("most", "value", "written"),
    [
        (3, 12.3456, "12.346"),
        (3, 12.0, "12"),
        (3, 100, "100"),
        (4, 0.5, "0.5"),
        (2, 0.001, "0"),
        (3, -0.0001, "-0"),
    ],
)
def test_numbers_are_written_without_zeros_at_the_end(
    most: int, value: float, written: str
) -> None:
    assert decimals(most)(value) == written


def test_values_cannot_be_changed() -> None:
    for value in (Point(1, 2), Box(1, 2, 3, 4), IDENTITY):
        with pytest.raises(AttributeError):
            setattr(value, value._fields[0], 5)
