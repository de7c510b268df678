"""Inaccurate printers: how far a printer shifts its backs, and the correction for it.

In: readings of a calibration sheet, or a profile stored by name. Out: `Profile`, with its geometry;
a small file in the user's settings. The only module that knows where those are (platformdirs).

Signs, throughout: a page's points are in millimetres from its top left corner, y downward. Look at
the back of a printed sheet, its page upright: this printer has put everything `shift_x_mm` too far
to the right and `shift_y_mm` too far down, after turning it by `turn_degrees` clockwise about the
middle of the page. All of it holds for upright paper.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from generator.data.files import reading, rewrite_file
from generator.data.geometry import Matrix, Point, decimals
from generator.data.opening import read_named
from generator.data.problems import ProblemError, Problems, did_you_mean
from generator.data.schema import check_entries
from generator.data.sections import PrinterSpec
from generator.data.source import MAX_BYTES, read_source
from generator.sheet import messages as say
from generator.sheet.sheets import Flip

PRINTERS_FILE = "printers.yaml"
MOST_DEGREES = 5.0
_HEAD = """# How far off each printer prints backs; `emporium-pnp calibrate --save NAME` writes this.
# Seen from the back, page upright: millimetres to the right, millimetres down, degrees clockwise.
"""
_IN_THE_WAY = "move it away; `emporium-pnp calibrate --save NAME` writes a new one"
_WORST_MISFIT_MM = 0.5  # four readings, each good to 0.1 mm, contradict each other by less


@dataclass(frozen=True)
class Profile:
    """How far off a printer puts its backs, when the paper is turned about one edge."""

    name: str
    shift_x_mm: float = 0.0
    shift_y_mm: float = 0.0
    turn_degrees: float = 0.0
    flip: Flip = Flip.LONG_EDGE

    def printed(self, point: Point, width_mm: float, height_mm: float) -> Point:
        """Return the point on the back of the paper where a point of the back page is printed."""
        x, y = width_mm / 2, height_mm / 2
        turn = Matrix.turn(math.radians(self.turn_degrees))
        return (
            Matrix.shift(x + self.shift_x_mm, y + self.shift_y_mm) @ turn @ Matrix.shift(-x, -y)
        ).at(*point)

    def correction(self, width_mm: float, height_mm: float) -> Matrix:
        """Return the matrix that moves a back page so that this printer puts it in the right place:
        the inverse of `printed`.
        """
        x, y = width_mm / 2, height_mm / 2
        turn = Matrix.turn(-math.radians(self.turn_degrees))
        return Matrix.shift(x, y) @ turn @ Matrix.shift(-x - self.shift_x_mm, -y - self.shift_y_mm)


class Readings(NamedTuple):
    """The four numbers read off a calibration sheet's front, held against the light: backs too far
    right at the top and at the bottom, too far down at the left and at the right. In millimetres.
    """

    top: float
    bottom: float
    left: float
    right: float

    @classmethod
    def of(cls, printer: Profile, reach_mm: tuple[float, float]) -> Readings:
        """Return what a person with this printer would read; `reach_mm` is the distance of the
        scales from the middle, across and down.
        """
        sine, (x, y) = math.sin(math.radians(printer.turn_degrees)), _seen_through(printer)
        return cls(
            x - reach_mm[1] * sine,
            x + reach_mm[1] * sine,
            y + reach_mm[0] * sine,
            y - reach_mm[0] * sine,
        )

    def printer(self, name: str, reach_mm: tuple[float, float], flip: Flip) -> Profile:
        """Compute the printer from the readings. Raises ValueError if they contradict each other,
        as misread ones do.
        """
        across, down = reach_mm
        by_x, by_y = (self.bottom - self.top) / (2 * down), (self.left - self.right) / (2 * across)
        misfit = abs(by_x - by_y) * 2 * down * across / math.hypot(across, down)
        if misfit > _WORST_MISFIT_MM:
            raise ValueError(
                "the readings contradict each other: A and B say that the back is turned by "
                f"{_degrees(by_x):.2f} degrees, C and D by "
                f"{_degrees(by_y):.2f}; read them again, and check the signs"
            )
        sine = (by_x * down**2 + by_y * across**2) / (
            down**2 + across**2
        )  # the longer way tells it better
        seen = Profile(
            name, (self.top + self.bottom) / 2, (self.left + self.right) / 2, _degrees(sine), flip
        )
        x, y = _seen_through(seen)
        return Profile(
            name, round(x, 3) + 0.0, round(y, 3) + 0.0, round(seen.turn_degrees, 3) + 0.0, flip
        )


def _degrees(sine: float) -> float:
    return math.degrees(math.asin(max(-1.0, min(1.0, sine))))


def _seen_through(printer: Profile) -> Point:
    """Mirror a shift to how it looks through the paper from the front; the same call mirrors it
    back.
    """
    if printer.flip is Flip.LONG_EDGE:
        return Point(-printer.shift_x_mm, printer.shift_y_mm)
    return Point(printer.shift_x_mm, -printer.shift_y_mm)


# ---------------------------------------------------------------- kept by name


def printers_path() -> Path:
    """Return the path of the profiles: in the user's settings, or in XDG_CONFIG_HOME."""
    from platformdirs import user_config_path

    base = os.environ.get("XDG_CONFIG_HOME", "").strip()
    return (
        Path(base) / "emporium-pnp" if base else user_config_path("emporium-pnp", appauthor=False)
    ) / PRINTERS_FILE


def load_printers(path: Path | None = None) -> dict[str, Profile]:
    """Read the profiles, by name; empty if there is no file yet. Raises ProblemError with every
    fault of the file.
    """
    path = path or printers_path()
    return _profiles(path, None) if path.exists() else {}


def _profiles(path: Path, content: bytes | None) -> dict[str, Profile]:
    """Read the profiles of a file, or of `content` as if the file held it."""
    problems = Problems()
    entries: dict[str, dict[str, Any]] = {}
    try:
        with reading():
            entries = check_entries(
                read_source(Path(os.path.realpath(path)), str(path), problems, content),
                "printers",
                PrinterSpec,
                problems,
            )
    except ProblemError as fault:
        codes = [p.code for p in fault.problems]
        if codes == ["empty-file"]:
            return {}
        if codes in (["no-such-file"], ["is-a-folder"]):  # a link that leads nowhere, or a folder
            raise ProblemError(replace(fault.problems[0], hint=_IN_THE_WAY)) from None
        raise
    problems.raise_errors()
    return {
        name: Profile(
            name,
            float(e["shift_x_mm"]),
            float(e["shift_y_mm"]),
            float(e["turn_degrees"]),
            Flip(e["flip"]),
        )
        for name, e in entries.items()
    }


def find_printer(name: str) -> Profile:
    """Find a profile by its name. Raises ProblemError if there is none, or if the file has
    faults.
    """
    printers = load_printers()
    if name in printers:
        return printers[name]
    hint = did_you_mean(name, printers) or (
        f"the profiles are {', '.join(printers)}"
        if printers
        else "`emporium-pnp calibrate` makes one"
    )
    raise ProblemError.of(say.NO_SUCH_PRINTER(name=name), hint=hint)


def change_printers(
    change: Callable[[dict[str, Profile]], dict[str, Profile]], path: Path | None = None
) -> Path:
    """Apply a change to the latest profiles, and return their file. Raises ProblemError as
    `load_printers` does, and OSError.
    """
    path = path or printers_path()
    real = Path(os.path.realpath(path))  # the user's own link is followed

    def read() -> bytes | None:
        with reading():
            return read_named(real, MAX_BYTES, str(path)) if real.exists() else None

    def changed(content: bytes | None) -> bytes:
        return _written(change(_profiles(path, content) if content else {}))

    rewrite_file(real, read, changed)
    return path


def _written(printers: dict[str, Profile]) -> bytes:
    """Write all profiles, sorted by name."""
    lines = [_HEAD]
    for name in sorted(printers):
        printer = printers[name]
        lines += [
            f"{name}:",
            f"  shift_x_mm: {_plain(printer.shift_x_mm)}",
            f"  shift_y_mm: {_plain(printer.shift_y_mm)}",
            f"  turn_degrees: {_plain(printer.turn_degrees)}",
            f"  flip: {printer.flip.value}",
        ]
    return ("\n".join(lines) + "\n" if printers else _HEAD).encode()


_thousandths = decimals(3)


def _plain(value: float) -> str:
    """Write a number for a strict reader: without an exponent, and never '-0'."""
    return _thousandths(round(value, 3) + 0.0)
