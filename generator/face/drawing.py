"""What is drawn of a face or of a part of it, with all that is found on the way: one value, which
parts are merged into.

In: what is drawn and noted in `paint`. Out: `Drawing`. Knows no SVG elements and no document.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from generator.face.stamp import Blank, InnerCut, Lettering, Operation, Showing, Space
from generator.face.svg import SvgFault

SOFT_DPI = 200.0
"""A picture with fewer dots per inch looks soft."""


@dataclass(frozen=True)
class PlacedPicture:
    """A picture as placed: for the check of its resolution."""

    href: str
    dpi: float
    at: str


@dataclass(frozen=True)
class AsPixels:
    """Something that had to be turned into pixels: the file it is in, why, and FILE:LINE where it
    is one element of a face.
    """

    file: str
    why: str
    at: str = ""


@dataclass
class Drawing:
    """The operators that draw something, and what was noted beside them.

    `placed` are pictures with their resolution, `showings` the icons and pictures whose places are
    known, `strokes` the thinnest line of each line of a template, in millimetres.
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
        """Return whether there is nothing in it but shapes, all of them without a fault."""
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
        """Note a line, as thin as it is anywhere."""
        self.strokes[at] = min(width_mm, self.strokes.get(at, width_mm))

    def note(self, part: Drawing) -> None:
        """Take over what was noted of a part whose operators are shown in another way."""
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
        """Note faults, each once."""
        self.faults += (fault for fault in faults if fault not in self.faults)

    def note_strokes(self, strokes: Iterable[tuple[str, float]]) -> None:
        for at, width_mm in strokes:
            self.stroke(at, width_mm)

    def add(self, part: Drawing) -> None:
        """Show a part here, with all that was noted of it."""
        self.operations += part.operations
        self.note(part)

    def as_picture(self, at: str) -> Drawing:
        """Return it as the contents of a picture that a template shows at FILE:LINE.

        Lines of a picture's own file are nothing that the template has, so its strokes are noted
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
