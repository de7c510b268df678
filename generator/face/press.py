"""Stages 2 and 3 together: cards become stamps, each distinct one once; all findings are kept.

In: a Game. Out: Stamps by card, Fits, Problems. The same press serves PDF sheets, single pictures
and the rulebook. One face is made in `making`, all of them in `facerun`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from generator.data.budget import OutOfTime, limited
from generator.data.game import Card, Game
from generator.data.problems import ProblemError, Problems
from generator.face.drawer import Drawer
from generator.face.drawing import PlacedPicture
from generator.face.facecache import FaceCache
from generator.face.facefaults import FaceFaults
from generator.face.facerun import FaceRun, Proof, excess
from generator.face.faces import Face, FaceMaker
from generator.face.fingerprints import fingerprint, without_mark
from generator.face.finished import Finished, FinishedFile
from generator.face.fitting import Fitter
from generator.face.fonts import FontBook
from generator.face.making import Drawn, FaceWorks, VersionMarks
from generator.face.pictograms import Pictogram
from generator.face.stamp import Stamp
from generator.face.svg import Address, Element, write_svg
from generator.face.text.notes import Fit


class Press:
    """Everything needed to print one game's faces.

    With `previous`, faces that come out as they did there are not drawn again; only for the same
    game after an edit of cards.yaml or a template, when no icon, picture or font has changed.
    `version_marks` says whether cards bear marks; None follows the game's `print:`.
    """

    def __init__(
        self, game: Game, previous: Press | None = None, version_marks: bool | None = None
    ) -> None:
        if previous is not None and previous.game.fonts != game.fonts:
            previous = None
        self.game: Game = game
        inks = game.ink == "grey", game.ink == "low"
        self._cache: FaceCache = FaceCache()
        if previous is None:
            self.fonts: FontBook = FontBook(game)
            self.maker: FaceMaker = FaceMaker(game)
            self.fitter: Fitter = Fitter(game, self.fonts)
            self.drawer: Drawer = Drawer(game.folder, self.fonts, *inks)
            self.finished: Finished = Finished()
        else:
            self.fonts, self.finished = previous.fonts, previous.finished
            self.maker = FaceMaker(game, previous.maker)
            self.fitter = Fitter(game, self.fonts, previous.fitter)
            self.drawer = Drawer(game.folder, self.fonts, *inks, previous.drawer)
            if _are_styled_alike(previous.game, game):
                self._cache = previous._cache.next()
        self.is_warm = previous is not None
        self.colour, self.icc, self.is_draft = "rgb", b"", False
        if version_marks is None:
            version_marks = bool(game.print_defaults.get("version_marks", True))
        self.version = game.version if version_marks else ""
        self._full: Press | None = None
        if game.full is not None:
            self._full = Press(game.full, previous and previous._full, version_marks=False)
        marks = VersionMarks(self.version, frozenset(game.backs.values()), self.fonts)
        self._works = FaceWorks(self.maker, self.fitter, self.drawer, marks, self._fingerprint)
        self._run = FaceRun(self._works, self._cache, FaceFaults(game, self.maker))
        self._asked: set[str] = set()
        self._pictograms: dict[str, Stamp] = {}
        self.problems.extend(self.fonts.check())

    @property
    def problems(self) -> Problems:
        """The problems found so far."""
        return self._run.findings.problems

    @property
    def fits(self) -> list[Fit]:
        """How the texts of the finished faces fit."""
        return self._run.findings.fits

    @property
    def placed(self) -> dict[str, list[PlacedPicture]]:
        """The pictures as placed, by card."""
        return self._run.placed

    @property
    def drafts(self) -> dict[str, None]:
        """The ids of the cards with a draft mark, in order."""
        return self._run.drafts

    @property
    def drawn(self) -> int:
        """The number of faces that were drawn, not taken from the previous press."""
        return self._run.drawn

    def print_in(self, colour: str, icc: bytes, is_draft: bool = False) -> None:
        """Set the colours in which files are written from now on: rgb or cmyk, for a press with
        this profile.

        With drafts, faces with errors are printed anyway, with a mark.
        """
        self.colour, self.icc, self.is_draft = colour, icc, is_draft

    @contextmanager
    def asking(self) -> Iterator[set[str]]:
        """Collect the ids of the cards requested within the block."""
        outer, self._asked = self._asked, set()
        try:
            yield self._asked
        finally:
            outer |= self._asked
            self._asked = outer

    def as_written(self, name: str, made_of: object) -> bytes | None:
        """Return a file of an earlier build, if its inputs and all faces on it are unchanged;
        otherwise None.
        """
        file = self.finished.files.get(name)
        if file is None or file.made_of != made_of:
            return None
        for id_, stamp in file.faces.items():
            if id_ not in self.game.cards or self.stamp(self.game.cards[id_]) is not stamp:
                return None
        return file.content

    def keep_written(self, name: str, made_of: object, ids: Iterable[str], content: bytes) -> None:
        """Keep a file for the next build, with the faces of these cards on it."""
        faces = {id_: self.stamp(self.game.cards[id_]) for id_ in ids}
        self.finished.files[name] = FinishedFile(made_of, faces, content)

    def face(self, card: Card) -> Face:
        """Return a card's fitted face. Raises ProblemError if its template cannot be run."""
        try:
            with limited():
                fitted = self._works.fit(self.maker.face(card))
        except (OutOfTime, MemoryError) as fault:
            raise ProblemError(excess(fault, card, self._works)) from None
        self._run.findings.add(fitted.problems, fitted.fits)
        return fitted.face

    def svg(self, card: Card) -> str:
        """Return a card's fitted face as SVG text for a browser, with its version mark."""
        return write_svg(self._works.tree(self.face(card)))

    def shown(self, card: Card, address: Address = str) -> Proof:
        """Draw a card and return it for a browser, with its version mark, the fit of its texts and
        its faults.

        `address` returns where the browser finds pictures, the same for all cards. Findings are
        kept as by `stamp`.
        """
        self._asked.add(card.id)
        return self._run.shown(card, self.is_draft, address)

    def tried(self, card: Card, address: Address = str) -> Proof:
        """Show a card with values other than the game's, as `shown` does; the findings are not kept
        here, but a next press can reuse the face.
        """
        return self._run.trial().shown(card, self.is_draft, address)

    def leave_off(self) -> None:
        """Give up before all faces are drawn: a next press can also reuse those of the one
        before.
        """
        self._cache.keep_before()

    def with_origins(self, card: Card, address: Address = str) -> str | None:
        """Return a card's face as SVG in which each element names its source (FILE:LINE); None if
        its template cannot be run. Findings are not kept.
        """
        try:
            with limited():
                fitted = self._works.fit(self.maker.face(card))
        except (OutOfTime, MemoryError, ProblemError):
            return None
        return write_svg(without_mark(fitted.face.root), address=address, with_origins=True)

    def stamp(self, card: Card) -> Stamp | None:
        """Draw a card, once; None if its template cannot be run. Problems are collected."""
        drawn = self.drawing(card)
        return drawn.stamp if drawn else None

    def fingerprint(self, card: Card) -> str | None:
        """Return the fingerprint of a card's face in hexadecimal digits; None if its template
        cannot be run.
        """
        drawn = self.drawing(card)
        return drawn.fingerprint if drawn else None

    def drawing(self, card: Card) -> Drawn | None:
        """Draw a card, once: its stamp and its fingerprint; None if its template cannot be run.
        Problems are collected.
        """
        self._asked.add(card.id)
        return self._run.drawing(card, self.is_draft)

    def bears_mark(self, card: Card) -> bool:
        """Return whether a card's face bears a version mark."""
        drawn = self.drawing(card)
        return drawn is not None and bool(drawn.mark)

    def forget(self, card: Card) -> None:
        """Drop a card's stamp, so that it is drawn again."""
        self._run.forget(card)

    def pictogram(self, pictogram: Pictogram, at: str = "") -> Stamp:
        """Draw an emoji, once: as wide as its advance, as high as its ink. Raises SvgFault if it
        cannot be drawn.
        """
        stamp = self._pictograms.get(pictogram.name)
        if stamp is None:
            stamp = self._pictograms[pictogram.name] = self._pictogram(pictogram, at)
        return stamp

    def _pictogram(self, pictogram: Pictogram, at: str) -> Stamp:
        root = self.drawer.emoji(pictogram, at).root
        ink = pictogram.font.ink(pictogram.glyph)
        width, height = 100 * pictogram.advance, 100 * ink.height
        place = {"x": "0", "y": f"{100 * (-ink.y - 1):.3f}", "width": "100", "height": "100"}
        picture = Element("svg", {**root.attributes, **place}, root.children, is_shared=True)
        whole = Element("svg", {"viewBox": f"0 0 {width:.3f} {height:.3f}"}, [picture])
        return self.drawer.draw(whole, (width, height))[0]

    def _fingerprint(self, card: Card, stamp: Stamp) -> str:
        """Return the fingerprint of a face in full ink, so that a card is the same in every way of
        printing.
        """
        if self._full is not None and card.id in self._full.game.cards:
            full = self._full.fingerprint(self._full.game.cards[card.id])
            if full is not None:
                return full
        return fingerprint(stamp)


def _are_styled_alike(before: Game, game: Game) -> bool:
    """Return whether equal texts look the same in two games."""
    return (before.styles, before.quoting) == (game.styles, game.quoting)
