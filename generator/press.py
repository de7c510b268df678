"""Stages 2 and 3 together: cards become stamps, each distinct one once; what was found on the way is kept.

In: a Game. Out: Stamps by card, Fits, Problems. The same press serves PDF sheets, single pictures and the rulebook.
"""

from __future__ import annotations

from dataclasses import replace

from generator.drawing import SOFT_DPI, Drawer, Stamp
from generator.faces import Face, FaceMaker
from generator.fitting import Fit, Fitter
from generator.fonts import FontBook
from generator.game import Card, Game, Part
from generator.problems import Place, Problem, ProblemError, Problems
from generator.svg import write_svg

SIZE_SLACK_MM = 1.0


class Press:
    """Everything needed to print one game's faces.

    With `previous`, faces that come out as they did there are not drawn again; only for the same game after an edit of
    cards.yaml or a template, when no icon, picture or font has changed.
    """

    def __init__(self, game: Game, previous: Press | None = None) -> None:
        if previous is not None and previous.game.fonts != game.fonts:
            previous = None
        self.game: Game = game
        self.fonts: FontBook = FontBook(game) if previous is None else previous.fonts
        self.maker = FaceMaker(game)
        self.fitter = Fitter(game, self.fonts)
        self.drawer = Drawer(game.folder, self.fonts)
        self.problems = Problems()
        self.fits: list[Fit] = []
        self.drawn = 0
        self._stamps: dict[str, Stamp | None] = {}
        self._clean: dict[tuple[str, str], tuple[Stamp, tuple[Fit, ...]]] = {}
        self._known = {} if previous is None else previous._clean
        self.problems.extend(self.fonts.check())

    def face(self, card: Card) -> Face:
        """Give a card's fitted face. Raises ProblemError where its template cannot be run."""
        return self._fitted(self.maker.face(card))

    def _fitted(self, face: Face) -> Face:
        face, fits, problems = self.fitter.fit(face)
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
        faults_before, fits_before = len(self.problems), len(self.fits)
        try:
            text = self.maker.text(card)
            known = self._known.get((card.id, text))
            if known is not None:
                self._clean[card.id, text] = known
                self.fits += [replace(fit, place=card.places.get(fit.field, card.place)) for fit in known[1]]
                return known[0]
            face = self._fitted(self.maker.read(card, text))
        except ProblemError as fault:
            self.problems.extend(fault.problems)
            return None
        self.drawn += 1
        if not isinstance(card, Part):  # those come in the size of their template
            self._check_size(card, face)
        stamp, faults, placed, rasterised = self.drawer.draw(face.root, face.size_mm, face.ground)
        art = card.record.art if "art" in card.record else None
        for bad in faults:
            if not any(known.message == bad.message and known.card == card.id for known in self.problems):  # fitting saw it too
                problem = self.maker.problem(bad.code, bad.message, bad.at, card, bad.hint)
                if bad.href == art and "art" in card.places:  # the designer's own picture: point at where it is named
                    template = (("template", problem.place),) if problem.place else ()
                    problem = replace(problem, place=card.places["art"], also=template)
                self.problems.add(problem)
        for picture in placed:
            if picture.dpi < SOFT_DPI:
                place = card.places.get("art") if picture.href == art else None
                self.problems.add(self._soft(picture.href, picture.dpi, picture.at, card, place))
        for href in rasterised:
            place = card.places.get("art") if href == art else None
            self.problems.note("picture-as-pixels", f"'{href[:60]}' uses SVG that is printed as pixels", place or card.place,
                               "plain shapes, paths and gradients stay sharp")  # fmt: skip
        if len(self.problems) == faults_before:
            self._clean[card.id, text] = (stamp, tuple(self.fits[fits_before:]))
        return stamp

    def _check_size(self, card: Card, face: Face) -> None:
        """Warn, once a template, where it is drawn for another size than its cards have in this game."""
        width, height = card.size_mm or self.game.card_size_mm
        drawn_width, drawn_height = face.size_mm
        if abs(drawn_width - width) > SIZE_SLACK_MM or abs(drawn_height - height) > SIZE_SLACK_MM:
            scale = min(width / drawn_width, height / drawn_height)
            place = self.maker.problem("", "", face.root.at, None).place
            message = (
                f"the template is {drawn_width:g} x {drawn_height:g} mm, the card {width:g} x {height:g} mm: printed at {scale:.0%}"
            )
            self.problems.warn("template-size", message, place, f'write viewBox="0 0 {width:g} {height:g}" and draw for that')

    def _soft(self, href: str, dpi: float, at: str, card: Card, place: Place | None) -> Problem:
        message = f"'{href[:60]}' is printed at {dpi:.0f} dots per inch, which looks soft (300 is good)"
        return Problem("soft-picture", message, place or card.place, "use a larger picture", "warning",
                       (("template", self.maker.problem("", "", at, None).place or card.place),), card.id)  # fmt: skip
