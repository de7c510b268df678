"""Faces with their text fitted, for tests."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import Any

from generator.data.problems import Problem
from generator.face.faces import FaceMaker
from generator.face.fitting import Fitter
from generator.face.fonts import FontBook
from generator.face.svg import Element
from generator.face.text.notes import Fit
from tests.conftest import make_game

BOOK = FontBook()
SANS = BOOK.find("Source Sans Pro")
FONT_FILES = Path(str(resources.files("font_source_sans_pro"))) / "files"
AREA = (
    '<textArea id="text" x="5" y="10" width="50" height="20" font-size="10pt" min-font-size="7pt" '
    "{}>{{{{ card.text }}}}</textArea>"
)


class Fitted:
    """A face with one card's text fitted."""

    def __init__(self, folder: Path, face: str, text: str = "Text", **game: Any) -> None:
        options: dict[str, Any] = {
            "cards": {"one": {"text": text}},
            "fields": {"text": "text"},
        } | game
        self.game = make_game(folder, face, **options)
        face_, self.fits, self.problems = Fitter(self.game, FontBook(self.game)).fit(
            FaceMaker(self.game).face(self.game.cards["one"])
        )
        self.root = face_.root

    @property
    def fit(self) -> Fit:
        (fit,) = self.fits
        return fit

    @property
    def placed(self) -> list[Element]:
        return [e for e in self.root.walk() if e.tag == "text"]

    @property
    def lines(self) -> list[str]:
        """Return the lines of placed text, top to bottom, joined where pieces stand in one line."""
        by_y: dict[float, list[str]] = {}
        for element in self.placed:
            by_y.setdefault(element.number("y"), []).append(element.text())
        return [" ".join(by_y[y]) for y in sorted(by_y)]

    def line_of(self, problem: Problem) -> str:
        assert problem.place
        return (
            (self.game.folder / problem.place.file)
            .read_text(encoding="utf-8")
            .splitlines()[problem.place.line - 1]
        )
