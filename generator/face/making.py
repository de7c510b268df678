"""One card becomes one drawn face: its template's output is read, its texts are fitted, and its
version mark is put on top.

In: a card, its template's output, and everything the faces of its game are made with. Out:
`MadeFace`, with all findings. Nothing is stored: the same input gives the same result.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from generator.data.game import Card, Part
from generator.data.problems import Problem
from generator.face.drafts import with_draft_mark
from generator.face.drawer import Drawer
from generator.face.drawing import Drawing
from generator.face.faces import Face, FaceMaker
from generator.face.fingerprints import (
    mark_text,
    marked,
    only_mark,
    plain_mark,
    with_mark,
    without_mark,
)
from generator.face.fitting import Fitter
from generator.face.fonts import DEFAULT_FAMILY, FontBook
from generator.face.stamp import Stamp
from generator.face.svg import OUTSIDE, Element
from generator.face.text.notes import Fit

_NAMED = (OUTSIDE, "unknown-font")
"""Problems with a name in the template's line, which can be marked there."""


class Drawn(NamedTuple):
    """A face as drawn: its stamp, the version mark in it (empty if it bears none), and the
    fingerprint of what it shows without.
    """

    stamp: Stamp
    fingerprint: str
    mark: str = ""


class FittedFace(NamedTuple):
    """A face with its texts placed, their fit, and its faults."""

    face: Face
    fits: tuple[Fit, ...]
    problems: tuple[Problem, ...]

    @property
    def is_faulty(self) -> bool:
        return any(problem.severity == "error" for problem in self.problems)


class MadeFace(NamedTuple):
    """A finished face. `root` is its tree with the mark, `drawing` the records from drawing it
    without a draft mark.
    """

    drawn: Drawn
    root: Element
    drawing: Drawing
    is_draft: bool


class VersionMarks(NamedTuple):
    """The version marks of a game's cards: none without a version, nor on backs, which must all
    look the same.
    """

    version: str
    backs: frozenset[str]
    fonts: FontBook

    def over(self, face: Face, fingerprint: str, ground: str | None) -> Element | None:
        """Make the mark of a face with this content; None for pieces whose template reserves no
        place for it.
        """
        card = face.card
        if not self.version or card.id in self.backs:
            return None
        text = mark_text(self.version, fingerprint)
        mark = only_mark(face.root, text)
        is_plain = card.size_mm is None and card.shape == "rectangle" and not isinstance(card, Part)
        if mark is None and is_plain:
            mark = plain_mark(
                face.root, face.size_mm, ground, text, self.fonts.find(DEFAULT_FAMILY)
            )
        return mark


class FaceWorks(NamedTuple):
    """Everything the faces of one game are made with. `fingerprint` returns that of a card's
    stamp.
    """

    maker: FaceMaker
    fitter: Fitter
    drawer: Drawer
    marks: VersionMarks
    fingerprint: Callable[[Card, Stamp], str]

    def fit(self, face: Face) -> FittedFace:
        """Place the texts of a face."""
        fitted, fits, problems = self.fitter.fit(face)
        placed = [
            self.maker.in_its_line(problem) if problem.code in _NAMED else problem
            for problem in problems
        ]
        return FittedFace(fitted, tuple(fits), tuple(placed))

    def make(self, fitted: FittedFace, as_draft: bool = False) -> MadeFace:
        """Draw a face; with `as_draft`, one with errors gets the draft mark."""
        drawn, root, drawing = self._draw(fitted.face)
        is_draft = as_draft and (fitted.is_faulty or bool(drawing.faults))
        if is_draft:
            drawn, root, _ = self._draw(with_draft_mark(fitted.face))
        return MadeFace(drawn, root, drawing, is_draft)

    def _draw(self, face: Face) -> tuple[Drawn, Element, Drawing]:
        """Draw a face, and its mark on top: the fingerprint is of the face without it. Also return
        the tree with the mark.
        """
        bare = without_mark(face.root)
        stamp, drawing = self.drawer.draw(bare, face.size_mm, face.ground)
        fingerprint = self.fingerprint(face.card, stamp)
        mark = self.marks.over(face, fingerprint, stamp.ground)
        if mark is None:
            return Drawn(stamp, fingerprint), bare, drawing
        over, of_mark = self.drawer.draw(mark, face.size_mm)
        drawing.add_faults(of_mark.faults)
        text = mark_text(self.marks.version, fingerprint)
        return Drawn(marked(stamp, over), fingerprint, text), with_mark(bare, mark), drawing

    def tree(self, face: Face, drawn: Drawn | None = None) -> Element:
        """Return the tree of a fitted face with its mark; `drawn` is its earlier drawing."""
        bare = without_mark(face.root)
        if drawn is None:
            stamp, _ = self.drawer.draw(bare, face.size_mm, face.ground)
            drawn = Drawn(stamp, self.fingerprint(face.card, stamp))
        mark = self.marks.over(face, drawn.fingerprint, drawn.stamp.ground)
        return bare if mark is None else with_mark(bare, mark)
