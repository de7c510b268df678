"""Stages 2 and 3 together: cards become stamps, each distinct one once; what was found on the way is kept.

In: a Game. Out: Stamps by card, Fits, Problems. The same press serves PDF sheets, single pictures and the rulebook.
"""

from __future__ import annotations

from generator.drawing import SOFT_DPI, Drawer, Stamp
from generator.faces import Face, FaceMaker
from generator.fitting import Fit, Fitter
from generator.fonts import FontBook
from generator.game import Card, Game
from generator.problems import Place, Problem, ProblemError, Problems
from generator.svg import write_svg


class Press:
    """Everything needed to print one game's faces."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.fonts = FontBook(game)
        self.maker = FaceMaker(game)
        self.fitter = Fitter(game, self.fonts)
        self.drawer = Drawer(game.folder, self.fonts)
        self.problems = Problems()
        self.fits: list[Fit] = []
        self._stamps: dict[str, Stamp | None] = {}
        self.problems.extend(self.fonts.check())

    def face(self, card: Card) -> Face:
        """Give a card's fitted face. Raises ProblemError where its template cannot be run."""
        face, fits, problems = self.fitter.fit(self.maker.face(card))
        self.fits += fits
        self.problems.extend(problems)
        return face

    def svg(self, card: Card) -> str:
        """Give a card's fitted face as SVG text, as a browser shows it."""
        return write_svg(self.face(card).root)

    def stamp(self, card: Card) -> Stamp | None:
        """Draw a card, once; None where its template cannot be run. Problems are collected."""
        if card.id not in self._stamps:
            self._stamps[card.id] = self._draw(card)
        return self._stamps[card.id]

    def forget(self, card: Card) -> None:
        """Drop a card's stamp, so that it is drawn anew."""
        self._stamps.pop(card.id, None)

    def _draw(self, card: Card) -> Stamp | None:
        try:
            face = self.face(card)
        except ProblemError as fault:
            self.problems.extend(fault.problems)
            return None
        stamp, faults, placed, rasterised = self.drawer.draw(face.root, face.size_mm, face.ground)
        art = card.record.art if "art" in card.record else None
        for bad in faults:
            self.problems.add(self.maker.problem("bad-svg", bad.message, bad.at, card, bad.hint))
        for picture in placed:
            if picture.dpi < SOFT_DPI:
                place = card.places.get("art") if picture.href == art else None
                self.problems.add(self._soft(picture.href, picture.dpi, picture.at, card, place))
        for href in rasterised:
            place = card.places.get("art") if href == art else None
            self.problems.note("picture-as-pixels", f"'{href[:60]}' uses SVG that is printed as pixels", place or card.place,
                               "plain shapes, paths and gradients stay sharp")  # fmt: skip
        return stamp

    def _soft(self, href: str, dpi: float, at: str, card: Card, place: Place | None) -> Problem:
        message = f"'{href[:60]}' is printed at {dpi:.0f} dots per inch, which looks soft (300 is good)"
        return Problem("soft-picture", message, place or card.place, "use a larger picture", "warning",
                       (("template", self.maker.problem("", "", at, None).place or card.place),), card.id)  # fmt: skip
