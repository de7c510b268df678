"""The sheets of a draft as they will print: as previews, or as PDFs in the game's folder.

In: the text of a cards.yaml, and how it is to be printed. Out: pages, pictures of them, files.
Draws with its own presses, so that it can work beside a workshop. For previews, it draws only the
requested sheets: a game may have thousands of cards. Knows no page of a browser.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from generator.data.files import path_within
from generator.data.loading import load_game
from generator.data.problems import Problem, ProblemError, Problems
from generator.data.units import PAPER_SIZES
from generator.face.press import Press
from studio.draw import messages as say
from studio.protocol.messages import PrintedSheet, Sheets

if TYPE_CHECKING:  # what prints is read when somebody prints, so that the studio starts sooner
    from generator.job.planning import Options
    from generator.sheet.sheets import Sheet

DPI = 90
OUTPUT = "output"


@dataclass
class PrintShop:
    """The sheets requested last: `sheets` lists them all, in their order."""

    path: Path
    sheets: list[PrintedSheet] = field(default_factory=list)
    unsaved: Mapping[str, str] = field(default_factory=dict)
    """The texts of templates that are being edited, by their names."""
    _laid_out: tuple[Press, list[tuple[str, Sheet]]] | None = None
    """The function that draws the sheets requested last, and each sheet with its title."""
    _edition: int = 0  # the version of the pictures on disk
    _presses: dict[tuple[str, str | None, int], Press] = field(default_factory=dict, repr=False)

    def moved(self, path: Path) -> None:
        """Continue in a copy of the game."""
        self.path = path

    def lay_out(self, content: bytes, asked: Sheets) -> list[Problem]:
        """Lay the cards of a text out on sheets; return the remarks about them. Raises ProblemError
        if that is impossible.
        """
        from generator.job.planning import plan

        problems = Problems()
        press, options = self._press(content, asked, problems), self._options(asked)
        plans = plan(press.game, options, problems)
        problems.raise_errors()
        printed: list[PrintedSheet] = []
        sheets: list[tuple[str, Sheet]] = []
        for item in plans:
            for page, sheet in enumerate(item.sheets):
                size = sheet.width_mm, sheet.height_mm
                printed.append(PrintedSheet(len(sheets), item.name, page, *size))
                sheets.append((item.title, sheet))
        self._laid_out, self.sheets = (press, sheets), printed
        return list(problems)

    def write(self, content: bytes, asked: Sheets) -> tuple[list[str], list[Problem]]:
        """Build the PDFs of a text in the game's folder `output`; returns their paths in the game's
        folder, and remarks.

        Raises ProblemError if they cannot be made or the folder leads elsewhere, OSError if they
        cannot be written.
        """
        from generator.job.build import build

        problems = Problems()
        press = self._press(content, asked, problems)
        result = build(press.game, self._options(asked), problems=problems, press=press)
        return [f"{OUTPUT}/{file.path.name}" for file in result.files], list(result.problems)

    def picture(self, number: int) -> bytes | None:
        """Draw a sheet as PNG; None if there is no sheet with this number. A card that cannot be
        drawn is left out.
        """
        if self._laid_out is None or not 0 <= number < len(self.sheets):
            return None
        from generator.pdf.raster import page_png
        from generator.sheet.outputs import write_sheets

        press, sheets = self._laid_out
        title, sheet = sheets[number]
        return page_png(write_sheets(press.game, press, [sheet], title), 0, DPI)

    @property
    def fault(self) -> str | None:
        """Return a fault of a card on the sheets that were drawn; None if there is none."""
        problems = () if self._laid_out is None else self._laid_out[0].problems
        return next((problem.message for problem in problems if problem.severity == "error"), None)

    def forget(self) -> None:
        """Draw everything again next time, because an icon, a picture or a font has changed. May be
        called while sheets are drawn.
        """
        self._edition += 1

    def _press(self, content: bytes, asked: Sheets, problems: Problems) -> Press:
        """Read a text for an ink and a language; faces drawn earlier are not drawn again."""
        key = asked.ink, asked.lang, self._edition
        game = load_game(self.path, problems, content, asked.ink, asked.lang)
        press = Press(replace(game, unsaved=self.unsaved), self._presses.get(key))
        self._presses = {key: press}
        return press

    def _options(self, asked: Sheets) -> Options:
        from generator.job.planning import Options
        from generator.sheet.sheets import Backs

        output = path_within(self.path.parent, OUTPUT)
        if output is None:
            raise ProblemError(Problem.of(say.OUTPUT_OUTSIDE(output=OUTPUT)))
        backs: dict[str | None, Backs | None] = {None: None, **{word.value: word for word in Backs}}
        if asked.paper not in (None, *PAPER_SIZES) or asked.backs not in backs:
            raise ProblemError(Problem.of(say.NO_SUCH_PAPER()))
        return Options(asked.paper, backs=backs[asked.backs], output=output)
