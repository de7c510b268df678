"""Grids of faces: within the limits of the table, and sharp."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from generator.export.grids import Limits, plan_grids

# ---------------------------------------------------------------- grids and places


@settings(max_examples=100)
@given(
    st.integers(1, 300),
    st.floats(8, 500),
    st.floats(8, 500),
    st.sampled_from([Limits(most=69), Limits(4096, 100, 100, least_dpi=200)]),
)
def test_grids_hold_all_faces_within_the_limits(
    count: int, width: float, height: float, limits: Limits
) -> None:
    grids = plan_grids(count, (width, height), limits)
    assert sum(grid.count for grid in grids) == count
    assert max(grid.count for grid in grids) - min(grid.count for grid in grids) <= 1
    assert len({grid.cell_px for grid in grids}) == 1
    for grid in grids:
        assert 0 < grid.count <= min(limits.most, grid.columns * grid.rows)
        assert grid.columns <= limits.columns
        assert grid.rows <= limits.rows
        assert max(grid.size_px) <= limits.side_px
        assert (
            grid.columns * grid.rows == 1 or len(grids) == 1 or grid.dpi >= limits.least_dpi - 0.5
        )
        corners = {grid.corner_px(number) for number in range(grid.count)}
        assert len(corners) == grid.count
        assert all(
            x + grid.cell_px[0] <= grid.size_px[0] and y + grid.cell_px[1] <= grid.size_px[1]
            for x, y in corners
        )


def test_cards_stay_sharp_on_small_grids() -> None:
    grids = plan_grids(54, (63.5, 88.9), Limits(most=69))
    assert all(grid.cell_px[0] >= 700 for grid in grids)
    assert [grid.count for grid in grids] == [18, 18, 18]


def test_a_picture_holds_no_more_faces_than_a_table_takes() -> None:
    small = [plan_grids(count, (20.0, 28.0), Limits(4096, 10, 7, most=69)) for count in (69, 70)]
    assert [[grid.count for grid in grids] for grids in small] == [[69], [35, 35]]


def test_equally_sharp_grids_leave_the_fewest_cells_empty() -> None:
    for count, cells in ((6, 6), (7, 7), (11, 12), (12, 12)):
        (grid,) = plan_grids(count, (20.0, 20.0), Limits())
        assert grid.columns * grid.rows == cells
