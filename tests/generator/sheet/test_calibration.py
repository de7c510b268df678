"""The sheet that a printer is measured with: a person reads the printer off it."""

from __future__ import annotations

import math
from typing import Any

import pikepdf
import pytest
from hypothesis import given

from generator.data.geometry import Box
from generator.data.units import MM_PER_PT, PAPER_SIZES
from generator.sheet.calibration import MOST_READ_MM, reach_mm, reading_text, write_calibration
from generator.sheet.printers import Profile, Readings
from generator.sheet.sheets import Flip
from tests.generator.sheet.misprint import (
    Matrix,
    Point,
    misprint,
    printers,
    properties,
    seen_from_front,
    times,
)

# ---------------------------------------------------------------- the calibration sheet


def lines_of(page: pikepdf.Page) -> list[tuple[Point, Point]]:
    """List the straight lines of a page, in mm from its top left corner, its own matrix
    included.
    """
    found, matrix, stack = [], (1.0, 0.0, 0.0, 1.0, 0.0, 0.0), list[Matrix]()
    start: Point = (0, 0)
    for operands, operator in pikepdf.parse_content_stream(page):
        word = str(operator)
        if word == "q":
            stack.append(matrix)
        elif word == "Q":
            matrix = stack.pop()  # type: ignore[assignment]
        elif word == "cm":
            matrix = times(tuple(float(o) for o in operands), matrix)  # type: ignore[assignment]
        elif word in ("m", "l"):
            a, b, c, d, e, f = matrix
            x, y = (float(o) for o in operands)
            point = (
                (a * x + c * y + e) * MM_PER_PT,
                (float(page.mediabox[3]) - b * x - d * y - f) * MM_PER_PT,
            )
            if word == "l":
                found.append((start, point))
            start = point
    return found


def read_against_the_light(
    pdf: pikepdf.Pdf, paper_mm: Point, printer: Profile
) -> tuple[float, ...]:
    """Read a sheet as a person does that came out of this printer: on each scale, the number where
    both sides' lines meet.
    """
    front = lines_of(pdf.pages[0])
    back = [
        tuple(
            seen_from_front(misprint(printer, end, paper_mm), paper_mm, printer.flip)
            for end in line
        )
        for line in lines_of(pdf.pages[1])
    ]
    width, height = paper_mm
    strips = {
        "A": (0, Box(0, 0, width, 35)),
        "B": (0, Box(0, height - 35, width, 35)),
        "C": (1, Box(0, 45, 35, height - 90)),
        "D": (1, Box(width - 35, 45, 35, height - 90)),
    }
    read = []
    for axis, strip in strips.values():
        scales = [
            sorted(
                {
                    middle[axis]
                    for line in lines
                    if _is_in(strip, middle := _middle(line))
                    and abs(line[0][axis] - line[1][axis]) < 0.5
                    and math.dist(*line) > 9
                }
            )
            for lines in (front, back)
        ]
        assert [len(scale) for scale in scales] == [31, 31]
        numbers = [round(-MOST_READ_MM + 0.2 * n, 1) for n in range(31)]
        gaps = {number: one - other for number, one, other in zip(numbers, *scales, strict=True)}
        near = sorted(gaps, key=lambda number: abs(gaps[number]))[:2]
        between = abs(abs(gaps[near[0]]) - abs(gaps[near[1]])) < 0.1
        read.append(sum(near) / 2 if between else near[0])
    return tuple(read)


def _middle(line: Any) -> Point:
    return (line[0][0] + line[1][0]) / 2, (line[0][1] + line[1][1]) / 2


def _is_in(strip: Box, point: Point) -> bool:
    return strip.x <= point[0] <= strip.right and strip.y <= point[1] <= strip.bottom


@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
def test_a_person_reads_the_printer_off_the_sheet(paper: str) -> None:
    size = PAPER_SIZES[paper]
    with pikepdf.open(_file(write_calibration(size, paper))) as pdf:
        for printer in (
            Profile("p"),
            Profile("p", 0.5, -1.2, 0.3),
            Profile("p", -1.4, 0.7, -0.5, Flip.SHORT_EDGE),
            Profile("p", 0.1, 0.1, 0.05, Flip.SHORT_EDGE),
            Profile("p", 2.0, 1.6, 0.2),
        ):
            read = read_against_the_light(pdf, size, printer)
            found = Readings(*read).printer("p", reach_mm(size), printer.flip)
            assert (found.shift_x_mm, found.shift_y_mm) == pytest.approx(
                (printer.shift_x_mm, printer.shift_y_mm), abs=0.12
            )
            assert found.turn_degrees == pytest.approx(printer.turn_degrees, abs=0.06)


@pytest.mark.parametrize("flip", Flip)
def test_a_corrected_sheet_reads_nought(flip: Flip) -> None:
    printer = Profile("p", 1.1, -0.9, 0.4, flip)
    with pikepdf.open(_file(write_calibration(PAPER_SIZES["a4"], "a4", printer))) as pdf:
        assert read_against_the_light(pdf, PAPER_SIZES["a4"], printer) == (0, 0, 0, 0)


@properties
@given(printers)
def test_readings_give_back_the_printer(printer: Profile) -> None:
    reach = reach_mm(PAPER_SIZES["a4"])
    found = Readings.of(printer, reach).printer(printer.name, reach, printer.flip)
    assert (found.shift_x_mm, found.shift_y_mm, found.turn_degrees) == pytest.approx(
        (printer.shift_x_mm, printer.shift_y_mm, printer.turn_degrees), abs=2e-3
    )


@pytest.mark.parametrize("number", range(4))
def test_a_wrong_sign_is_noticed(number: int) -> None:
    reach = reach_mm(PAPER_SIZES["a4"])
    right = Readings.of(Profile("p", 1.0, 1.2, 0.1), reach)
    name = ("top", "bottom", "left", "right")[number]
    with pytest.raises(ValueError, match="contradict"):
        right._replace(**{name: -getattr(right, name)}).printer("p", reach, Flip.LONG_EDGE)


def test_numbers_on_the_sheet_are_written_plainly() -> None:
    assert [reading_text(v) for v in (-3.0, -0.4, -0.0, 0.2, 1.0)] == [
        "−3",
        "−0.4",
        "0",
        "0.2",
        "1",
    ]


def test_paper_too_small_for_the_scales_is_refused() -> None:
    with pytest.raises(ValueError, match="at least"):
        write_calibration((148.0, 210.0))


def _file(pdf: bytes) -> Any:
    from io import BytesIO

    return BytesIO(pdf)
