"""Shared data for drawing one face: the game's fonts and pictures, the ink, and the amount drawn so
far.

In: a game's `Supplies`. Out: `FaceWork`, which counts. Knows no SVG.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from generator.face import beyond
from generator.face import messages as say
from generator.face.fonts import FontBook
from generator.face.keeping import KeptStamps
from generator.face.paint.artfonts import ArtFonts
from generator.face.paint.ink import Ink
from generator.face.paint.parts import SharedParts
from generator.face.paint.pictures import Pictures
from generator.face.paint.rasters import Rasters
from generator.face.svg import Element, SvgFault

MOST_ELEMENTS = 200_000
"""The most elements and pieces of outlines drawn for one face, counting `use` each time it is
followed.
"""


class TooMuchError(Exception):
    """A face that would take for ever: `at` is the element that exceeded the limit of `most`."""

    def __init__(self, at: str, most: int) -> None:
        super().__init__(at, most)
        self.at, self.most = at, most


class Emoji(NamedTuple):
    """An SVG that shows an emoji, the same for all faces, and the reason if it had to become
    pixels.
    """

    root: Element
    why_pixels: str = ""


@dataclass(frozen=True)
class Supplies:
    """Everything the faces of one game are drawn with, read or drawn once for all of them.
    `is_grey` is the way of printing.
    """

    folder: Path
    fonts: FontBook
    is_grey: bool
    pictures: Pictures
    art_fonts: ArtFonts
    rasters: Rasters
    parts: SharedParts
    emoji: dict[str, Emoji] = field(default_factory=dict)
    """By the names of the emoji."""

    @classmethod
    def of(cls, folder: Path, fonts: FontBook, is_grey: bool) -> Supplies:
        """Return the supplies of a game, with nothing drawn yet."""
        art_fonts = ArtFonts(fonts)
        return cls(
            folder,
            fonts,
            is_grey,
            Pictures(folder),
            art_fonts,
            Rasters(art_fonts),
            SharedParts(KeptStamps(folder), is_grey),
        )


@dataclass
class FaceWork:
    """One face being drawn. `elements` counts what was drawn."""

    supplies: Supplies
    ink: Ink
    size_mm: tuple[float, float] = (0.0, 0.0)
    elements: int = 0
    _beyond: int = 0

    def count(self, pieces: int, element: Element) -> None:
        """Count what is drawn. Raises TooMuchError."""
        self.elements += pieces
        if self.elements > MOST_ELEMENTS:
            raise TooMuchError(element.at, MOST_ELEMENTS)

    def count_beyond(self, why: str, at: str) -> None:
        """Count the elements that become pixels. Raises SvgFault."""
        self._beyond += 1
        if self._beyond > beyond.MOST:
            raise SvgFault(say.TOO_MANY_TRICKS(most=beyond.MOST, why=why), at)
