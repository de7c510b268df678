"""Sheets as data: a paper, and the places of cards on it.

In: the tool's own sheets.yaml and the one beside a game's cards.yaml. Out: `Stock` by name, and the
`Layout` that a stock, the command line and a game make together. Knows nothing of PDF.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from generator.data.files import reading
from generator.data.problems import Place, ProblemError, Problems
from generator.data.schema import check_entries
from generator.data.sections import SheetSpec
from generator.data.source import read_source
from generator.data.units import MM_PER_INCH, PAPER_SIZES, format_size_mm
from generator.sheet import messages as say
from generator.sheet.sheets import BACK_BLEED_MM, FRONT_BLEED_MM, Backs, Flip, Layout, Marks

SHEETS_FILE = "sheets.yaml"
CARD_PAGE = "card"  # the paper that gives every card its own page
_OWN = (Path(__file__).parent / SHEETS_FILE).resolve()  # an installer may have made it a link
_WANTED = (
    "sheets",
    "write a sheet such as `my-labels: {paper: a4, grid: 2 x 5}`, or delete the file",
)
_SAME_MM = 0.05  # sizes that differ by less are one


@dataclass(frozen=True)
class Stock:
    """One sheet by its name. Lengths in millimetres; None means that the build decides.

    `paper` is a paper's name, CARD_PAGE, or a size; `card_mm` the size of cards that are punched or
    perforated already.
    """

    name: str
    about: str | None = None
    paper: str | tuple[float, float] | None = None
    orientation: str = "either"
    grid: tuple[int, int] | None = None
    left_mm: float | None = None
    top_mm: float | None = None
    gutter_mm: tuple[float, float] | None = None
    pitch_mm: tuple[float, float] | None = None
    card_mm: tuple[float, float] | None = None
    shape: str | None = None
    bleed_mm: float | None = None
    back_bleed_mm: float | None = None
    marks: Marks = Marks.CROP
    backs: Backs | None = None
    place: Place | None = field(default=None, compare=False)
    """Where the game describes it; None for those that come with the tool."""

    @property
    def paper_name(self) -> str | None:
        """Name its paper; None if it uses the build's."""
        if not isinstance(self.paper, tuple):
            return self.paper
        upright = min(self.paper), max(self.paper)
        known = next((name for name, size in PAPER_SIZES.items() if _is_same(size, upright)), None)
        return known or format_size_mm(upright).replace(" ", "")

    def paper_mm(self, name: str) -> tuple[float, float] | None:
        """Return the portrait size of its paper, or of the paper `name` if it has none; None for
        pages of one card.
        """
        if isinstance(self.paper, tuple):
            return min(self.paper), max(self.paper)
        return PAPER_SIZES.get(self.paper or name)

    def takes(self, card_mm: tuple[float, float]) -> bool:
        """Return whether it accepts cards of a size: if it is perforated, only that size, in either
        orientation.
        """
        return self.card_mm is None or _is_same(self.card_mm, card_mm) or self._lies_across(card_mm)

    def _lies_across(self, card_mm: tuple[float, float]) -> bool:
        return (
            self.card_mm is not None
            and not _is_same(self.card_mm, card_mm)
            and _is_same(self.card_mm, card_mm[::-1])
        )

    def layout(
        self,
        card_mm: tuple[float, float],
        paper: str = "a4",
        gutter_mm: float | None = None,
        bleed_mm: float | None = None,
        backs: Backs | None = None,
        flip: Flip = Flip.LONG_EDGE,
        back_bleed_mm: float | None = None,
    ) -> Layout:
        """Make the layout for cards of a size; the lengths given here override the sheet's own.

        Raises ProblemError if an odd number of columns is to be folded, or if cards are larger than
        the pitch.
        """
        page = self.paper_mm(paper)
        is_across = self._lies_across(card_mm)
        if is_across:
            card_mm = card_mm[::-1]
        gutters = self._gutters(card_mm, gutter_mm)
        bleed_mm = self.bleed_mm if bleed_mm is None else bleed_mm
        back_bleed_mm = self.back_bleed_mm if back_bleed_mm is None else back_bleed_mm
        columns, rows = self.grid or (None, None)
        usual_bleed_mm = 0.0 if page else 3.0
        layout = Layout(
            paper_mm=page,
            card_mm=card_mm,
            gutter_mm=gutters[0],
            gutter_y_mm=gutters[1] if gutters[1] != gutters[0] else None,
            bleed_mm=usual_bleed_mm if bleed_mm is None else bleed_mm,
            back_bleed_mm=BACK_BLEED_MM if back_bleed_mm is None else back_bleed_mm,
            front_bleed_mm=FRONT_BLEED_MM if bleed_mm is None else 0.0,
            backs=backs or self.backs or Backs.DUPLEX,
            flip=flip,
            columns=columns,
            rows=rows,
            left_mm=self.left_mm,
            top_mm=self.top_mm,
            is_landscape={
                "either": False if self.card_mm else None,
                "portrait": False,
                "landscape": True,
            }[self.orientation],
            marks=self.marks,
        )
        if is_across and self.grid:
            layout, columns = layout.turned(), rows
        if layout.backs is Backs.FOLD:
            self._check_fold(page, columns)
        return layout

    def _gutters(
        self, card_mm: tuple[float, float], gutter_mm: float | None
    ) -> tuple[float, float]:
        """Return the gaps between columns and between rows of cards of a size. Raises ProblemError
        if they are larger than the pitch.
        """
        if self.pitch_mm is None:
            return self.gutter_mm or (0.0, 0.0) if gutter_mm is None else (gutter_mm, gutter_mm)
        across, down = self.pitch_mm[0] - card_mm[0], self.pitch_mm[1] - card_mm[1]
        if min(across, down) < -_SAME_MM:
            raise ProblemError.of(
                say.CARDS_OVERLAP(
                    cards=format_size_mm(card_mm),
                    name=self.name,
                    pitch=format_size_mm(self.pitch_mm),
                ),
                self.place,
            )
        return max(0.0, across), max(0.0, down)

    def _check_fold(self, page_mm: tuple[float, float] | None, columns: int | None) -> None:
        """Raise ProblemError if backs cannot be folded over on this sheet."""
        why = ""
        if columns is not None and columns % 2:
            why = f"they need an even number of columns, but the sheet '{self.name}' has {columns}"
        elif page_mm is None:
            why = f"the sheet '{self.name}' makes every card a separate page"
        if why:
            hint = "use --backs duplex, or another --sheet"
            raise ProblemError.of(say.ODD_FOLD(why=why), self.place, hint)


def stocks_of(folder: Path, problems: Problems) -> dict[str, Stock]:
    """Read the sheets that come with the tool, and those beside a game's cards.yaml, which take
    precedence.

    Raises ProblemError with every fault of the game's sheets.yaml. Raises OSError if the system
    refuses to read it.
    """
    return {**_shipped(), **own_stocks(folder, problems)}


def own_stocks(folder: Path, problems: Problems) -> dict[str, Stock]:
    """Read the sheets beside a game's cards.yaml; none if there is no such file. Raises as
    `stocks_of` does.
    """
    path = folder / SHEETS_FILE
    if not path.exists() or path.samefile(_OWN):
        return {}
    if path.resolve().parent != folder.resolve():
        raise ProblemError.of(say.SHEETS_FILE_IS_A_LINK(file=SHEETS_FILE), Place(SHEETS_FILE))
    with reading():
        found = _read(path, SHEETS_FILE, problems)
    problems.raise_errors()
    return found


def plain_stock(paper: str, folder: Path) -> Stock:
    """Return the plain sheet of a paper, unless the game has its own of that name. Raises as
    `stocks_of` does.
    """
    return own_stocks(folder, problems=Problems()).get(paper) or Stock(
        paper, paper=paper
    )  # as among the shipped ones, which need not be read for this


@cache
def _shipped() -> Mapping[str, Stock]:
    problems = Problems()
    found = _read(_OWN, str(_OWN), problems)
    problems.raise_errors()
    plain = {
        name: Stock(name, f"{_paper_said(size)}, as many cards as it holds", paper=name)
        for name, size in PAPER_SIZES.items()
    }
    return plain | found


def _paper_said(size_mm: tuple[float, float]) -> str:
    """Write a paper's size, in inches if they come out even."""
    width, height = (round(length / MM_PER_INCH, 3) for length in size_mm)
    is_even = all((length * 2).is_integer() for length in (width, height))
    return f"{width:g} x {height:g} in" if is_even else format_size_mm(size_mm)


def _read(path: Path, name: str, problems: Problems) -> dict[str, Stock]:
    root = read_source(path, name, problems, wanted=_WANTED)
    entries = check_entries(root, "sheets", SheetSpec, problems)
    stocks = {}
    for id_, entry in entries.items():
        node = root[id_]
        if entry["gutter"] and entry["pitch"]:
            problems.error(
                say.GUTTER_AND_PITCH(id_=id_),
                node["pitch"].place,
                None,
                (("gutter", node["gutter"].place),),
            )
        if (
            entry["card"]
            and entry["pitch"]
            and any(p < c - _SAME_MM for p, c in zip(entry["pitch"], entry["card"], strict=True))
        ):
            problems.error(say.PITCH_TOO_SMALL(id_=id_), node["pitch"].place)
        if entry["card"] and not entry["grid"]:
            problems.error(say.GRID_NEEDED(id_=id_), node["card"].place)
        if entry["paper"] == CARD_PAGE and (
            late := next((k for k in ("grid", "left", "top", "gutter", "pitch") if entry[k]), None)
        ):
            problems.error(say.NO_EFFECT_ON_PAGES(key=late), node[late].place)
        stocks[id_] = _stock(id_, entry, None if path == _OWN else root.keys[id_])
    return stocks


def _stock(name: str, entry: Mapping[str, Any], place: Place | None) -> Stock:
    return Stock(
        name=name,
        about=entry["about"],
        paper=entry["paper"],
        orientation=entry["orientation"],
        grid=entry["grid"],
        left_mm=entry["left"],
        top_mm=entry["top"],
        gutter_mm=entry["gutter"],
        pitch_mm=entry["pitch"],
        card_mm=entry["card"],
        shape=entry["shape"],
        bleed_mm=entry["bleed"],
        back_bleed_mm=entry["back_bleed"],
        marks=Marks(entry["marks"]),
        backs=Backs(entry["backs"]) if entry["backs"] else None,
        place=place,
    )


def _is_same(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return all(abs(a - b) < _SAME_MM for a, b in zip(one, other, strict=True))
