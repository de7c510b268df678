"""Lengths and the names of sizes. In: what a user wrote. Out: millimetres. Inside the tool
everything is in millimetres.

Sizes of cards and papers are width x height, upright, in millimetres.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from generator.data.geometry import Box, Point, decimals
from generator.data.problems import meant_among
from generator.data.saying import hinted

MM_PER_INCH = 25.4
PT_PER_MM = 72 / MM_PER_INCH
MM_PER_PT = MM_PER_INCH / 72
MM_BY_UNIT = {
    "mm": 1.0,
    "cm": 10.0,
    "in": MM_PER_INCH,
    "inch": MM_PER_INCH,
    '"': MM_PER_INCH,
    "pt": MM_PER_PT,
}

# Source: sizes as stated by manufacturers of cards and sleeves.
CARD_SIZES: dict[str, tuple[float, float]] = {
    "standard": (63.0, 88.0),
    "poker": (63.5, 88.9),
    "bridge": (57.15, 88.9),
    "us-game": (56.0, 87.0),
    "asia": (57.5, 89.0),
    "euro": (59.0, 92.0),
    "japanese": (59.0, 86.0),
    "tarot": (69.85, 120.65),
    "tarot-eu": (70.0, 120.0),
    "french-tarot": (61.0, 112.0),
    "mini": (44.45, 63.5),
    "mini-american": (41.0, 63.0),
    "mini-euro": (44.0, 68.0),
    "mini-asia": (43.0, 65.0),
    "micro": (31.75, 44.45),
    "domino": (44.45, 88.9),
    "business": (88.9, 50.8),
    "business-eu": (85.0, 55.0),
    "credit": (85.6, 54.0),
    "jumbo": (88.9, 139.7),
    "hex": (95.25, 82.55),
    "square": (88.9, 88.9),
    "square-70": (70.0, 70.0),
    "square-small": (63.5, 63.5),
    "square-mini": (50.0, 50.0),
    "catan": (54.0, 80.0),
    "dixit": (80.0, 120.0),
    "7-wonders": (65.0, 100.0),
    "volcano": (70.0, 110.0),
    "skat": (58.9, 90.7),
    "a4": (210.0, 297.0),
    "a4-landscape": (297.0, 210.0),
    "a5": (148.0, 210.0),
    "a6": (105.0, 148.0),
    "letter": (215.9, 279.4),
    "letter-landscape": (279.4, 215.9),
}

CARD_MM = 0.30  # the thickness of a card on good paper (250 g/m²), and of a manufactured one

# Outer width and height, and the thickness that both walls add. Source: printed and used designs of
# game boxes. Thickness was measured only for Sleeve Kings' and for penny sleeves; other brands' are
# assumed to be as thick as Sleeve Kings'.
SLEEVES: dict[str, tuple[float, float, float]] = {
    "gamegenic-gray": (66.0, 91.0, 0.13),
    "gamegenic-green": (59.0, 91.0, 0.13),
    "gamegenic-purple": (62.0, 94.0, 0.13),
    "gamegenic-yellow": (44.0, 67.0, 0.13),
    "gamegenic-ruby": (46.0, 71.0, 0.13),
    "gamegenic-blue": (73.0, 73.0, 0.13),
    "gamegenic-dark-blue": (53.0, 53.0, 0.13),
    "gamegenic-lime": (82.0, 82.0, 0.13),
    "gamegenic-orange": (73.0, 122.0, 0.13),
    "gamegenic-magenta": (72.0, 112.0, 0.13),
    "gamegenic-brown": (67.0, 103.0, 0.13),
    "gamegenic-sand": (81.0, 122.0, 0.13),
    "gamegenic-catan": (56.0, 82.0, 0.13),
    "mayday-chimera": (59.5, 91.0, 0.13),
    "mayday-mini-euro": (47.0, 70.0, 0.13),
    "sleeve-kings-card-game": (66.5, 91.0, 0.13),
    "sleeve-kings-euro": (61.5, 94.0, 0.13),
    "sleeve-kings-mini-euro": (47.0, 70.0, 0.13),
}
# Sleeves by type: how much wider and higher than the card, and the thickness that both walls add.
PLAIN_SLEEVES: dict[str, tuple[float, float, float]] = {
    "none": (0.0, 0.0, 0.0),
    "penny": (3.0, 3.0, 0.08),
    "premium": (3.0, 3.0, 0.13),
}
CUTTER_NAMES = ("silhouette", "silhouette-4", "silhouette-borderless", "cricut", "laser")
SLEEVE_NAMES = (*PLAIN_SLEEVES, *SLEEVES)


def sleeved_mm(card_mm: tuple[float, float], sleeves: str) -> tuple[float, float, float]:
    """Return the width and height of a sleeved card, and what the sleeve adds to its thickness, all
    in millimetres.

    Raises ValueError if a card does not fit into the sleeve, KeyError for an unknown sleeve.
    """
    width, height = card_mm
    if sleeves in PLAIN_SLEEVES:
        wider, higher, thicker = PLAIN_SLEEVES[sleeves]
        return width + wider, height + higher, thicker
    outer = SLEEVES[sleeves]
    if width > outer[0] or height > outer[1]:
        raise ValueError(
            f"a card of {format_size_mm(card_mm)} does not fit into a sleeve of "
            f"{format_size_mm(outer[:2])}"
        )
    return outer


PAPER_SIZES: dict[str, tuple[float, float]] = {
    "a4": (210.0, 297.0),
    "a3": (297.0, 420.0),
    "letter": (215.9, 279.4),
    "legal": (215.9, 355.6),
    "tabloid": (279.4, 431.8),
    "12x18": (304.8, 457.2),
}

_NUMBER = r"([0-9]{1,6}(?:\.[0-9]{1,9})?)"
_LENGTH = re.compile(rf"{_NUMBER}\s*([A-Za-z\"]*)")
_SIZE = re.compile(rf"{_NUMBER}\s*([A-Za-z\"]*)\s*[x×]\s*{_NUMBER}\s*([A-Za-z\"]*)")


@dataclass
class LengthError(ValueError):
    """A length or size that cannot be read, with what was expected and a hint."""

    expected: str
    hint: str | None = None

    def __str__(self) -> str:
        return hinted(f"expected {self.expected}", self.hint)


def _tidy(text: str) -> str:
    """Collapse repeated spaces, because patterns would try each one."""
    return " ".join(text.split())


def parse_length_mm(text: str) -> float:
    """Read a length such as '63 mm', '2.5in' or '1 cm' as millimetres.

    Raises LengthError if the unit is missing or unknown, or if the text is not a length.
    """
    match = _LENGTH.fullmatch(_tidy(text))
    if not match:
        pointed = text.strip().replace(",", ".")
        hint = f"write '{pointed}', with a decimal point" if _LENGTH.fullmatch(pointed) else None
        raise LengthError("a length such as '3 mm' or '0.25 in'", hint)
    if not match[2]:
        raise LengthError("a length with its unit", f"write '{match[1]} mm' or '{match[1]} in'")
    near = _unit_meant(match[2])
    return float(match[1]) * _mm_per(match[2], f"{match[1]} {near}" if near else None)


_hundredths = decimals(2)


def format_length_mm(length_mm: float) -> str:
    """Write a length so that `parse_length_mm` reads it back to the hundredth of a millimetre."""
    return f"{_hundredths(length_mm)} mm"


def parse_size_mm(text: str) -> tuple[float, float]:
    """Read a size, by name ('tarot') or as width x height ('63 x 88 mm'), as millimetres.

    Raises LengthError if it is neither, or if a side is zero.
    """
    known = CARD_SIZES.get(text.strip().lower())
    if known:
        return known
    match = _SIZE.fullmatch(_tidy(text))
    if not match:
        pointed = text.strip().replace(",", ".")
        hint = meant_among(text.strip().lower(), CARD_SIZES, "names are")
        if _SIZE.fullmatch(_tidy(pointed)):
            hint = f"write '{pointed}', with decimal points"
        if _LENGTH.fullmatch(_tidy(text)):
            hint = "give its width and its height"
        raise LengthError("a size by name or as '63 x 88 mm'", hint)
    width, height = _pair_of(match, "a size with its unit")
    if not (5 <= width <= 2000 and 5 <= height <= 2000):
        raise LengthError("a size with sides from 5 to 2000 mm")
    return width, height


def parse_pair_mm(text: str) -> tuple[float, float]:
    """Read one length for both directions ('3 mm'), or one across and one down ('10 x 0 mm'), as
    millimetres.

    Raises LengthError if it is neither.
    """
    match = _SIZE.fullmatch(_tidy(text))
    if not match:
        length = parse_length_mm(text)
        return length, length
    return _pair_of(match, "lengths with their unit")


def _pair_of(match: re.Match[str], expected: str) -> tuple[float, float]:
    """Read both lengths of a size. Raises LengthError with what was `expected` if neither has a
    unit.
    """
    first, second = match[2] or match[4], match[4] or match[2]
    if not second:
        raise LengthError(expected, f"write '{match[1]} x {match[3]} mm'")
    units = [_unit_meant(first), _unit_meant(second)]
    if first == second or not match[2]:
        meant = f"{match[1]} x {match[3]} {units[1]}" if units[1] else None
    else:
        meant = f"{match[1]} {units[0]} x {match[3]} {units[1]}" if all(units) else None
    return float(match[1]) * _mm_per(first, meant), float(match[3]) * _mm_per(second, meant)


def format_size_mm(size_mm: tuple[float, float]) -> str:
    """Write a size so that `parse_size_mm` reads it back to the hundredth of a millimetre."""
    return f"{_hundredths(size_mm[0])} x {format_length_mm(size_mm[1])}"


def _unit_meant(unit: str) -> str | None:
    return next((known for known in ("mm", "cm", "in", "pt") if known[0] == unit[0].lower()), None)


def _mm_per(unit: str, meant: str | None) -> float:
    """Return the number of millimetres in a unit. Raises LengthError for an unknown one, with the
    `meant` text.
    """
    per = MM_BY_UNIT.get(unit.lower())
    if per is None:
        raise LengthError(
            "mm, cm, in or pt as the unit", f"did you mean '{meant}'?" if meant else None
        )
    return per


def card_size_name(size_mm: tuple[float, float]) -> str | None:
    """Name a card size, or None if it has no name."""
    return next((name for name, known in CARD_SIZES.items() if known == size_mm), None)


_HEXAGON = ((0.0, 0.5), (0.25, 0.0), (0.75, 0.0), (1.0, 0.5), (0.75, 1.0), (0.25, 1.0))
"""Its corners as shares of the longer side of its box and of the shorter one."""


def hexagon(box: Box) -> tuple[Point, ...]:
    """Return the corners of a hexagon in its box, starting at the left or the top corner.

    If it is wider than high, it has a side at the bottom (flat-top), otherwise a corner
    (pointy-top).
    """
    if box.width > box.height:
        return tuple(
            Point(box.x + long * box.width, box.y + short * box.height) for long, short in _HEXAGON
        )
    return tuple(
        Point(box.x + short * box.width, box.y + long * box.height) for long, short in _HEXAGON
    )
