"""The print settings of a build: its sheet and paper, and the placement of cards, resolved once for
the whole build.

In: a Game and Options; the sheets.yaml of the tool and of the game. Out: `Printing`. Decides
nothing about which cards are printed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from generator.data.game import Game
from generator.data.problems import Place, Problem, ProblemError, Problems, did_you_mean
from generator.data.units import CARD_SIZES
from generator.job import messages as say
from generator.sheet.cutting import CARD_GAP_MM, CUTTERS, Registration
from generator.sheet.printers import Profile
from generator.sheet.sheets import Backs, Flip, Layout
from generator.sheet.stocks import CARD_PAGE, Stock, plain_stock, stocks_of


@dataclass(frozen=True)
class Options:
    """How to build. None follows the sheet, otherwise the game's `print:`, otherwise the default.
    Lengths and sizes are in millimetres.

    `players` leaves out what this number of players does not need; None prints everything. `copies`
    is the number printed of each card that `only` names. `is_fillable` adds a PDF to be filled in
    on a screen. `is_dry` writes nothing. `is_draft` prints cards in spite of their errors, marked.
    `colour` is rgb or cmyk, `icc` the profile of a press for the latter. `cutter` is a machine of
    CUTTERS, `corner_mm` how it rounds the corners of cards. `sheet` is the name of a sheet, `paper`
    of the plain sheet of a paper. With `printer`, `flip` should be the printer's own.
    """

    paper: str | None = None
    card_size_mm: tuple[float, float] | None = None
    gutter_mm: float | None = None
    bleed_mm: float | None = None
    backs: Backs | None = None
    backs_last: bool = False
    flip: Flip = Flip.LONG_EDGE
    only: tuple[str, ...] = ()
    output: Path = Path("output")
    is_strict: bool = False
    with_booklet: bool = False
    with_all: bool = False
    sleeves: str | None = None
    sheet: str | None = None
    back_bleed_mm: float | None = None
    printer: Profile | None = None
    cutter: str | None = None
    corner_mm: float | None = None
    version_marks: bool | None = None
    players: int | None = None
    copies: int | None = None
    is_fillable: bool = False
    is_dry: bool = False
    is_draft: bool = False
    colour: str = "rgb"
    icc: bytes = b""


class Printing(NamedTuple):
    """The print settings of one build. `paper` is the paper's name, `label` the sheet's
    for files.
    """

    stock: Stock
    paper: str
    layout: Layout
    label: str

    def cutter(self, options: Options) -> Registration | None:
        """Return the registration marks that the cutting machine needs; None if it needs none, or
        without a machine.

        Raises ProblemError if the sheet has fixed places for cards.
        """
        if options.cutter is None:
            return None
        stock, layout, machine = self.stock, self.layout, CUTTERS[options.cutter]
        starts = (layout.left_mm, layout.top_mm)
        has_places = bool(stock.card_mm or layout.columns) or starts != (None, None)
        why, hint = None, "use a plain sheet, such as --paper a4"
        if layout.paper_mm is None:
            why = "card pages are cut by the print shop"
        elif layout.backs is Backs.FOLD:
            why = "folded sheets are cut by hand, after glueing"
        elif machine and has_places:
            why = f"the sheet '{stock.name}' has its own places for cards"
        elif machine and options.gutter_mm:
            why = f"cards are {CARD_GAP_MM:g} mm apart, as in its cutting templates"
            hint = "omit the gutter"
        if why:
            raise ProblemError.of(say.CUTTER_CONFLICT(cutter=options.cutter, why=why), hint=hint)
        return machine


def printing_for(game: Game, options: Options) -> Printing:
    """Determine how to print from the options, the sheet, the game's `print:` and the defaults.

    Raises ProblemError if there is no such sheet, if sheet and paper disagree, or if cards cannot
    be placed in this way; with a place if the game is the cause.
    """
    (stock, paper), asked = _stock_for(game, options), game.print_defaults
    gutter_mm, bleed_mm = options.gutter_mm, options.bleed_mm
    if gutter_mm is None and not stock.gutter_mm and not stock.pitch_mm:
        gutter_mm = asked.get("gutter")
    if bleed_mm is None and stock.bleed_mm is None:
        bleed_mm = asked.get("bleed")
    card_mm = options.card_size_mm or game.card_size_mm
    layout = stock.layout(
        card_mm, paper, gutter_mm, bleed_mm, options.backs, options.flip, options.back_bleed_mm
    )
    return Printing(stock, paper, layout, stock.name if stock.paper else f"{stock.name}-{paper}")


def _stock_for(game: Game, options: Options) -> tuple[Stock, str]:
    """Choose the sheet, and the paper's name: from the options, otherwise the game's `print:`,
    otherwise plain A4.

    Raises ProblemError if there is no such sheet, or if sheet and paper disagree; with a place if
    the game is the cause.
    """
    usual: str | None = game.print_defaults.get("paper")
    stock, is_own = _sheet_named(game, options)
    if stock is None:
        paper = options.paper or usual or "a4"
        return plain_stock(paper, game.folder), paper
    asked, place = options.paper, None
    if asked is None and usual and (is_own or stock.paper is None):
        asked = usual
        place = game.root["print"]["paper"].place if is_own else None
    if conflict := _conflict(stock, asked, options.gutter_mm, place):
        raise ProblemError(conflict)
    return stock, stock.paper_name or asked or "a4"


def _sheet_named(game: Game, options: Options) -> tuple[Stock | None, bool]:
    """Find the sheet named by the options, otherwise by the game, and return whether it is the
    game's. None if no applicable one is named.
    """
    if options.sheet is not None:
        stocks = stocks_of(game.folder, Problems())
        if options.sheet not in stocks:
            raise ProblemError(_no_sheet(options.sheet, stocks))
        return stocks[options.sheet], False
    own, paper = game.print_defaults.get("sheet"), options.paper
    if own is None:
        return None, False
    stocks = stocks_of(game.folder, Problems())
    if own not in stocks:
        raise ProblemError(_no_sheet(own, stocks, game.root["print"]["sheet"].place))
    if paper is not None and (paper == CARD_PAGE or stocks[own].paper_name not in (None, paper)):
        return None, False  # the command line's paper takes precedence over the game's sheet
    return stocks[own], True


def _conflict(
    stock: Stock, paper: str | None, gutter_mm: float | None, place: Place | None
) -> Problem | None:
    """Find requests that a sheet cannot fulfil; `place` is where the game names the paper."""
    if paper is not None and stock.paper_name not in (None, paper):
        return Problem.of(
            say.SHEET_OF_OTHER_PAPER(name=stock.name, own=stock.paper_name, asked=paper), place
        )
    if paper == CARD_PAGE and stock.paper is None:
        return Problem.of(say.SHEET_NEEDS_PAPER(name=stock.name), place)
    if gutter_mm is not None and stock.pitch_mm:
        return Problem.of(say.SHEET_HAS_GAPS(name=stock.name))
    return None


def _no_sheet(name: str, stocks: Mapping[str, Stock], place: Place | None = None) -> Problem:
    hint = did_you_mean(name, stocks) or "`emporium-pnp sheets` lists them"
    if name.lower() in CARD_SIZES:
        hint = f"that is a size of cards: --card-size {name.lower()}"
    return Problem.of(say.NO_SUCH_SHEET(name=name), place, hint)
