"""What is drawn for a face or a part of it, with everything found on the way: one value, into which
parts are merged.

In: what `paint` draws and records. Out: `Drawing`. Knows no SVG elements and no document.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from generator.face.stamp import Blank, InnerCut, Lettering, Operation, Showing, Space
from generator.face.svg import SvgFault

SOFT_DPI = 200.0
"""A picture with a lower resolution, in dpi, looks soft."""


class PlacedPicture(NamedTuple):
    """A picture as placed: its resolution, infinite for shapes, and the share of it that the edges
    of its frame cut off.
    """

    href: str
    dpi: float
    at: str
    lost: float = 0.0


class AsPixels(NamedTuple):
    """Something that had to become pixels: its file, the reason, and FILE:LINE if it is one element
    of a face.
    """

    file: str
    why: str
    at: str = ""


@dataclass
class Drawing:
    """The operators that draw something, and the records made meanwhile.

    `placed` are pictures with their resolution, `showings` the icons and pictures with known
    places, `strokes` the thinnest line from each template line, in millimetres.
    """

    operations: list[Operation] = field(default_factory=list)
    faults: list[SvgFault] = field(default_factory=list)
    placed: list[PlacedPicture] = field(default_factory=list)
    rasterised: list[AsPixels] = field(default_factory=list)
    letterings: list[Lettering] = field(default_factory=list)
    showings: list[Showing] = field(default_factory=list)
    blanks: list[Blank] = field(default_factory=list)
    spaces: list[Space] = field(default_factory=list)
    cuts: list[InnerCut] = field(default_factory=list)
    strokes: dict[str, float] = field(default_factory=dict)

    @property
    def is_plain(self) -> bool:
        """Return whether it contains only shapes, all of them without a fault."""
        beside = (
            self.faults,
            self.placed,
            self.rasterised,
            self.letterings,
            self.showings,
            self.blanks,
            self.spaces,
            self.cuts,
        )
        return not any(beside)

    def stroke(self, at: str, width_mm: float) -> None:
        """Record a line, with its smallest width anywhere."""
        self.strokes[at] = min(width_mm, self.strokes.get(at, width_mm))

    def note(self, part: Drawing) -> None:
        """Merge the records of a part whose operators are shown in another way."""
        self.faults += part.faults
        self.placed += part.placed
        self.rasterised += part.rasterised
        self.letterings += part.letterings
        self.showings += part.showings
        self.blanks += part.blanks
        self.spaces += part.spaces
        self.cuts += part.cuts
        self.note_strokes(part.strokes.items())

    def add_faults(self, faults: Iterable[SvgFault]) -> None:
        """Record faults, each only once."""
        self.faults += (fault for fault in faults if fault not in self.faults)

    def note_strokes(self, strokes: Iterable[tuple[str, float]]) -> None:
        for at, width_mm in strokes:
            self.stroke(at, width_mm)

    def add(self, part: Drawing) -> None:
        """Show a part here, and merge its records."""
        self.operations += part.operations
        self.note(part)

    def as_picture(self, at: str) -> Drawing:
        """Return it as the contents of a picture that a template shows at FILE:LINE.

        Lines of a picture's own file are not part of the template, so its strokes are recorded
        where it is shown. Its texts and icons are part of the picture, which is judged as a whole.
        """
        strokes = {at: min(self.strokes.values())} if self.strokes else {}
        return Drawing(
            self.operations,
            self.faults,
            self.placed,
            self.rasterised,
            blanks=self.blanks,
            spaces=self.spaces,
            cuts=self.cuts,
            strokes=strokes,
        )
