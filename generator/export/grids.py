"""Many faces in one picture: the number of columns and rows, and the size of each face. Pure
geometry; knows no pictures.

In: a number of faces, their size in millimetres, and the `Limits` of the program that uses the
picture. Out: a `PictureGrid` per picture.
"""

from __future__ import annotations

from dataclasses import dataclass

from generator.data.units import MM_PER_INCH


@dataclass(frozen=True)
class Limits:
    """The limits of a picture: pixels per side, columns, rows, faces in all. Below `least_dpi` a
    second picture is better.
    """

    side_px: int = 4096
    columns: int = 10
    rows: int = 7
    most: int = 10_000
    most_dpi: float = 300.0
    least_dpi: float = 280.0


@dataclass(frozen=True)
class PictureGrid:
    """One picture of `count` faces, each `cell_px` large, left to right, then down; cells after the
    last are empty.
    """

    columns: int
    rows: int
    count: int
    dpi: float
    cell_px: tuple[int, int]

    @property
    def size_px(self) -> tuple[int, int]:
        return self.columns * self.cell_px[0], self.rows * self.cell_px[1]

    def corner_px(self, number: int) -> tuple[int, int]:
        """Return the position of a face, counted from 0."""
        return number % self.columns * self.cell_px[0], number // self.columns * self.cell_px[1]


def plan_grids(count: int, size_mm: tuple[float, float], limits: Limits) -> list[PictureGrid]:
    """Distribute faces evenly over as few pictures as can show them at `least_dpi`, each as sharp
    as possible.

    All have one resolution, so that their faces look alike. A face too large for that gets a
    separate picture, which is less sharp.
    """
    most = 1
    for columns in range(1, limits.columns + 1):
        for rows in range(1, limits.rows + 1):
            if _dpi(columns, rows, size_mm, limits) >= limits.least_dpi:
                most = max(most, columns * rows)
    pictures = -(-count // min(most, limits.most))
    counts = [count // pictures + (number < count % pictures) for number in range(pictures)]
    shapes = [_shape(number, size_mm, limits) for number in counts]
    dpi = min(_dpi(columns, rows, size_mm, limits) for columns, rows in shapes)
    width, height = (max(1, round(side * dpi / MM_PER_INCH)) for side in size_mm)
    return [
        PictureGrid(columns, rows, number, dpi, (width, height))
        for (columns, rows), number in zip(shapes, counts, strict=True)
    ]


def _dpi(columns: int, rows: int, size_mm: tuple[float, float], limits: Limits) -> float:
    """Return the resolution that this many columns and rows allow, with whole pixels for each
    face.
    """
    across, down = limits.side_px // columns, limits.side_px // rows
    return min(limits.most_dpi, across * MM_PER_INCH / size_mm[0], down * MM_PER_INCH / size_mm[1])


def _shape(count: int, size_mm: tuple[float, float], limits: Limits) -> tuple[int, int]:
    """Choose columns and rows: the sharpest, then those with the fewest empty cells, then the
    nearest to a square picture.
    """
    shapes = [
        (columns, -(-count // columns)) for columns in range(1, min(count, limits.columns) + 1)
    ]
    shapes = [(columns, rows) for columns, rows in shapes if rows <= limits.rows]

    def worth(shape: tuple[int, int]) -> tuple[float, int, float]:
        columns, rows = shape
        wide, high = columns * size_mm[0], rows * size_mm[1]
        return (
            -_dpi(columns, rows, size_mm, limits),
            columns * rows - count,
            max(wide / high, high / wide),
        )

    return min(shapes, key=worth)
