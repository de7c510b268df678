"""Stage 4, impose: which face is where on which sheet. Pure geometry; knows no PDF and no SVG.

In: pieces (a face, its back, a size), and a Layout. Out: `Sheet` values. All in millimetres from
the top left corner of the page, y downward. Slots count left to right, then top to bottom, from 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, replace
from enum import Enum, StrEnum
from itertools import compress, groupby, product, starmap
from typing import NamedTuple, TypeVar

from generator.data.geometry import CLOSE_MM, Box, Point
from generator.data.saying import Said
from generator.data.silhouettes import seen_behind
from generator.data.units import PAPER_SIZES
from generator.sheet import messages as say

PRINTABLE_MARGIN_MM = (
    6.35  # what home printers can be trusted to reach. Source: printers' data sheets, 4 to 6.7 mm
)
BACK_BLEED_MM = 2.0  # how far backs run past the outer cut, so that a small miss shows no white
# how far fronts do by default: a knife that slips outward then shows no white
FRONT_BLEED_MM = 2.0
FOOTER_MM = 7.0
FOOTER_LINE_MM = 3.2  # of the footer's text and rule, above the printable margin
MARK_MM = 5.0
_SHORT_MARK_MM = 2.0
PIECE_GUTTER_MM = 4.0


class DoesNotFitError(ValueError):
    """Cards or pieces that fit on no page of their paper; `said` is the message."""

    def __init__(self, said: Said) -> None:
        super().__init__(said.message)
        self.said = said


class Flip(StrEnum):
    """The edge about which the printer turns the paper."""

    LONG_EDGE = "long-edge"
    SHORT_EDGE = "short-edge"


class Marks(Enum):
    """How cuts are shown: by marks outside the cards, by lines across the whole page, or not at
    all.
    """

    CROP = "crop"
    LINES = "lines"
    NONE = "none"


class Backs(Enum):
    """How backs are printed: on alternate pages, beside their fronts to be folded over, or not at
    all.
    """

    DUPLEX = "duplex"
    FOLD = "fold"
    NONE = "none"


class Line(NamedTuple):
    """A straight mark."""

    x1: float
    y1: float
    x2: float
    y2: float


class Label(NamedTuple):
    """Words on a sheet, centred on a point of their baseline; `is_plated` on a light ground, to be
    read on a face.
    """

    text: str
    x: float
    y: float
    size_pt: float
    is_plated: bool = False


class Piece(NamedTuple):
    """One thing to cut out: the key of its face, of its back (None for none), and which deck it
    belongs to.
    """

    face: str
    back: str | None
    deck: str
    size_mm: tuple[float, float]
    shape: str = "rectangle"
    gutter_mm: float = (
        PIECE_GUTTER_MM  # around pieces with their own sizes; cards take the layout's
    )

    def front_in(self, trim: Box, clip: Box, slot: int = 0) -> Placement:
        """Place its face."""
        return Placement(self.face, trim, clip, slot, False, self.shape)

    def back_in(
        self, trim: Box, clip: Box, slot: int = 0, is_turned: bool = False
    ) -> list[Placement]:
        """Place its back, if it has one."""
        if not self.back:
            return []
        return [Placement(self.back, trim, clip, slot, is_turned, seen_behind(self.shape))]


class Placement(NamedTuple):
    """A face on a sheet. `trim` is its cut, `clip` the area in which it may be printed; `is_turned`
    means by half a turn.
    """

    key: str
    trim: Box
    clip: Box
    slot: int
    is_turned: bool = False
    shape: str = "rectangle"


@dataclass(frozen=True)
class Sheet:
    """One printed page. `number` counts from 1 over `total`; the front and back of a sheet share
    it.
    """

    width_mm: float
    height_mm: float
    side: str  # front, back or fold
    decks: tuple[str, ...]
    placements: tuple[Placement, ...]
    marks: tuple[Line, ...] = ()
    folds: tuple[Line, ...] = ()
    has_outlines: bool = False
    footer: str = "bottom"  # bottom, side, text (below, without the rule) or none
    number: int = 0
    total: int = 0
    trim: Box | None = None  # where the whole page is cut, for one-card pages
    solids: tuple[Box, ...] = ()  # black marks for a cutting machine's camera
    # printed on an upright page even if wider than high, since the paper is not the same both ways
    # round
    is_upright: bool = False
    seams: tuple[Line, ...] = ()  # where the parts of a board meet, on the picture of the whole
    crosses: tuple[Point, ...] = ()  # the same points of a board on every part that shows them
    labels: tuple[Label, ...] = ()
    says: str = ""  # what the footer calls the sheet, where its decks alone do not tell
    is_part: bool = False  # shows part of a board, which is counted on the picture of the whole


class Grid(NamedTuple):
    """A regular arrangement of equal cards on a page, centred unless `left_mm` and `top_mm` are
    given.

    `gutter_mm` is the gap between columns; `gutter_y_mm` the one between rows, if it differs.
    """

    width_mm: float
    height_mm: float
    columns: int
    rows: int
    card_mm: tuple[float, float]
    gutter_mm: float
    gutter_y_mm: float | None = None
    left_mm: float | None = None
    top_mm: float | None = None

    @property
    def slots(self) -> int:
        return self.columns * self.rows

    @property
    def gutters(self) -> tuple[float, float]:
        """The gaps between columns and between rows."""
        return self.gutter_mm, self.gutter_mm if self.gutter_y_mm is None else self.gutter_y_mm

    @property
    def left(self) -> float:
        return (self.width_mm - self.outline_mm[0]) / 2 if self.left_mm is None else self.left_mm

    @property
    def top(self) -> float:
        return (self.height_mm - self.outline_mm[1]) / 2 if self.top_mm is None else self.top_mm

    @property
    def has_place(self) -> bool:
        """Return whether the cards have fixed places, so that the paper works in one orientation
        only.
        """
        return self.left_mm is not None or self.top_mm is not None

    @property
    def outline_mm(self) -> tuple[float, float]:
        """The total width and height of all slots."""
        across, down = self.gutters
        return _span(self.columns, self.card_mm[0], across), _span(self.rows, self.card_mm[1], down)

    @property
    def outline(self) -> Box:
        """The rectangle around all slots."""
        return Box(self.left, self.top, *self.outline_mm)

    @property
    def margins(self) -> tuple[float, float, float, float]:
        """The distances of the cards from the paper's edges: left, top, right, bottom."""
        box = self.outline
        return box.x, box.y, self.width_mm - box.right, self.height_mm - box.bottom

    def behind(self, flip: Flip) -> Grid:
        """Return the grid of the back page behind this one: mirrored with the page, wherever its
        cards are.
        """
        box = behind(self.outline, self.width_mm, self.height_mm, flip)
        return self._replace(left_mm=box.x, top_mm=box.y)

    def at(self, slot: int) -> tuple[int, int]:
        """Return the row and column of a slot. Raises IndexError if the grid has no such slot."""
        if not 0 <= slot < self.slots:
            raise IndexError(f"slot {slot} of {self.slots}")
        return divmod(slot, self.columns)

    def trim(self, slot: int) -> Box:
        """Return the trim rectangle of a slot. Raises IndexError if the grid has no such slot."""
        row, column = self.at(slot)
        (width, height), (across, down) = self.card_mm, self.gutters
        return Box(
            self.left + column * (width + across), self.top + row * (height + down), width, height
        )

    def clip(
        self, slot: int, bleed_mm: float, spare_mm: float = 0.0, taken: Set[int] | None = None
    ) -> Box:
        """Return how far a slot may be printed: the bleed, at most half the gutter towards
        neighbours.

        `spare_mm` is bleed that is good to have: as far as half the gutter and the printable area
        allow. With `taken`, the slots that hold anything, it reaches into empty ones as far as it
        wants, short of those beyond.
        """
        across, down = (min(max(bleed_mm, spare_mm), gutter / 2) for gutter in self.gutters)
        left, top, right, bottom = (
            max(bleed_mm, min(spare_mm, margin - PRINTABLE_MARGIN_MM)) for margin in self.margins
        )
        row, column = divmod(slot, self.columns)

        def inner(beside: int, least: float) -> float:
            if taken is None or beside in taken:
                return least
            return max(least, min(spare_mm, min(self.card_mm) / 2))

        return self.trim(slot).grown(
            left if column == 0 else inner(slot - 1, across),
            top if row == 0 else inner(slot - self.columns, down),
            right if column == self.columns - 1 else inner(slot + 1, across),
            bottom if row == self.rows - 1 else inner(slot + self.columns, down),
        )


@dataclass(frozen=True)
class Layout:
    """How to print: paper, gaps, backs. `paper_mm` is upright; None makes every card a page of its
    own.

    `gutter_mm` is the gap between columns; `gutter_y_mm` the one between rows, if it differs.
    `columns` and `rows` are as many as fit by default. `left_mm` and `top_mm` give the position of
    the first card on the front; by default the cards are centred. If `is_landscape` is None, the
    orientation that holds more is used. `back_bleed_mm` is how far backs are printed past the cut
    if there is room, `front_bleed_mm` the same for fronts. `margins_mm`, left and right, above and
    below, are kept free by pieces with their own sizes; `has_outlines` says whether cuts that are
    not straight lines through the sheet are drawn.
    """

    paper_mm: tuple[float, float] | None = PAPER_SIZES["a4"]
    card_mm: tuple[float, float] = (63.0, 88.0)
    gutter_mm: float = 0.0
    bleed_mm: float = 0.0
    backs: Backs = Backs.DUPLEX
    flip: Flip = Flip.LONG_EDGE
    gutter_y_mm: float | None = None
    columns: int | None = None
    rows: int | None = None
    left_mm: float | None = None
    top_mm: float | None = None
    is_landscape: bool | None = None
    marks: Marks = Marks.CROP
    back_bleed_mm: float = BACK_BLEED_MM
    front_bleed_mm: float = 0.0
    margins_mm: tuple[float, float] = (PRINTABLE_MARGIN_MM, PRINTABLE_MARGIN_MM)
    has_outlines: bool = True

    @property
    def pages_mm(self) -> tuple[tuple[float, float], ...]:
        """The possible orientations of the paper; the preferred one is first if both are equally
        good.
        """
        assert self.paper_mm is not None
        ways = (self.paper_mm, self.paper_mm[::-1])
        return ways if self.is_landscape is None else ways[int(self.is_landscape) :][:1]

    def turned(self) -> Layout:
        """Lay the same places of the same paper out the other way: upright paper turned
        counter-clockwise, landscape paper back.

        Only for a layout that says how its paper is, with columns and rows.
        """
        assert self.columns
        assert self.rows
        grid = self.grid(self.pages_mm[0], self.columns, self.rows)
        left, top, right, bottom = grid.margins
        left, top = (bottom, left) if self.is_landscape else (top, right)
        has_place, down = grid.has_place, grid.gutters[1]
        return replace(
            self,
            card_mm=self.card_mm[::-1],
            gutter_mm=down,
            gutter_y_mm=self.gutter_mm,
            columns=self.rows,
            rows=self.columns,
            left_mm=left if has_place else None,
            top_mm=top if has_place else None,
            is_landscape=not self.is_landscape,
        )

    def grid(self, page_mm: tuple[float, float], columns: int, rows: int) -> Grid:
        """Return the grid with this many columns and rows on a page."""
        return Grid(
            *page_mm,
            columns,
            rows,
            self.card_mm,
            self.gutter_mm,
            self.gutter_y_mm,
            self.left_mm,
            self.top_mm,
        )


def _span(count: int, size: float, gutter: float) -> float:
    return count * size + max(0, count - 1) * gutter


def _fitting(room: float, size: float, gutter: float) -> int:
    """Count how many of a size fit into a length."""
    return max(0, int((room + gutter + CLOSE_MM) // (size + gutter)))


def card_grid(layout: Layout, margin_mm: float = PRINTABLE_MARGIN_MM) -> Grid:
    """Find the grid that holds the most cards, upright or landscape; upright if both are equal.

    For fold-over backs the number of columns is even: fronts left of the fold, backs right of it.
    Raises ValueError if not a single card, or not the requested columns and rows, fit on the page.
    """
    assert layout.paper_mm is not None
    grids = [
        grid for page in layout.pages_mm if (grid := _grid_on(page, layout, margin_mm)) is not None
    ]
    if grids:
        return max(grids, key=lambda grid: grid.slots)
    if margin_mm > 0:
        return card_grid(layout, 0.0)
    size = f"{layout.card_mm[0]:g} x {layout.card_mm[1]:g} mm"
    page = f"{layout.paper_mm[0]:g} x {layout.paper_mm[1]:g} mm"
    if layout.columns and layout.rows:
        grid_said = say.GRID_NOT_ON_PAGE(
            columns=layout.columns, rows=layout.rows, size=size, page=page
        )
        raise DoesNotFitError(grid_said)
    raise DoesNotFitError(say.CARD_NOT_ON_PAGE(size=size, page=page))


def _grid_on(page: tuple[float, float], layout: Layout, margin_mm: float) -> Grid | None:
    """Place as many cards on a page as it holds, or as many as requested; None if they do not fit.

    A fixed position may bring the first card closer to the edge than the margin.
    """
    left, top = (margin_mm if start is None else start for start in (layout.left_mm, layout.top_mm))
    (across, down), (width, height) = layout.grid(page, 1, 1).gutters, layout.card_mm
    columns = layout.columns or _fitting(page[0] - left - margin_mm, width, across)
    rows = layout.rows or _fitting(page[1] - top - margin_mm, height, down)
    if layout.backs is Backs.FOLD:
        columns -= columns % 2
    grid = layout.grid(page, columns, rows)
    least = (min(left, margin_mm), min(top, margin_mm), margin_mm, margin_mm)
    fits = all(
        margin >= wanted - CLOSE_MM for margin, wanted in zip(grid.margins, least, strict=True)
    )
    return grid if grid.slots and fits else None


def flips_columns(width_mm: float, height_mm: float, flip: Flip) -> bool:
    """Return whether flipping the paper swaps left and right, about a vertical edge, rather than
    top and bottom.
    """
    return (height_mm >= width_mm) == (flip is Flip.LONG_EDGE)


def back_slot(slot: int, grid: Grid, flip: Flip) -> int:
    """Find the slot on the back page that is behind `slot`; `grid.behind(flip)` has its place.

    Raises IndexError if the grid has no such slot.
    """
    row, column = grid.at(slot)
    if flips_columns(grid.width_mm, grid.height_mm, flip):
        return row * grid.columns + grid.columns - 1 - column
    return (grid.rows - 1 - row) * grid.columns + column


def behind(rectangle: Box, width_mm: float, height_mm: float, flip: Flip) -> Box:
    """Find the rectangle on the back page that is behind one on the front."""
    if flips_columns(width_mm, height_mm, flip):
        return rectangle._replace(x=width_mm - rectangle.right)
    return rectangle._replace(y=height_mm - rectangle.bottom)


def crop_marks(grid: Grid, gap_mm: float, footer: str = "none") -> tuple[Line, ...]:
    """Draw marks outside the cards at every cut, starting `gap_mm` from them.

    They keep out of the margin that printers leave white or, if that leaves no room, use 2 mm of
    it. They end short of the footer if there is one.
    """
    box = grid.outline
    xs, ys = cuts(grid)
    far = PRINTABLE_MARGIN_MM + FOOTER_LINE_MM + 0.5  # where the footer ends

    def arm(margin: float, has_footer: bool) -> float:
        room = margin - gap_mm
        return min(
            MARK_MM,
            room - far
            if has_footer
            else max(room - PRINTABLE_MARGIN_MM, min(_SHORT_MARK_MM, room - 1.5)),
        )

    left, up, right, down = starmap(
        arm, zip(grid.margins, (False, False, footer == "side", footer == "bottom"), strict=True)
    )
    marks = [Line(x, box.y - gap_mm - up, x, box.y - gap_mm) for x in xs if up > 0.5]
    marks += [Line(x, box.bottom + gap_mm, x, box.bottom + gap_mm + down) for x in xs if down > 0.5]
    marks += [Line(box.x - gap_mm - left, y, box.x - gap_mm, y) for y in ys if left > 0.5]
    marks += [Line(box.right + gap_mm, y, box.right + gap_mm + right, y) for y in ys if right > 0.5]
    return tuple(marks)


def cuts(grid: Grid) -> tuple[list[float], list[float]]:
    """Return the cuts of a sheet: the x of each vertical cut and the y of each horizontal one."""
    box, (width, height), (across, down) = grid.outline, grid.card_mm, grid.gutters
    xs = sorted(
        {
            round(box.x + c * (width + across) + side, 6)
            for c in range(grid.columns)
            for side in (0, width)
        }
    )
    ys = sorted(
        {
            round(box.y + r * (height + down) + side, 6)
            for r in range(grid.rows)
            for side in (0, height)
        }
    )
    return xs, ys


def cut_lines(grid: Grid, footer: str = "none") -> tuple[Line, ...]:
    """Draw every cut across the whole page, as far as the footer if there is one."""
    xs, ys = cuts(grid)
    far, box = PRINTABLE_MARGIN_MM + FOOTER_LINE_MM + 0.5, grid.outline
    right = max(box.right, grid.width_mm - far) if footer == "side" else grid.width_mm
    bottom = max(box.bottom, grid.height_mm - far) if footer == "bottom" else grid.height_mm
    return (*(Line(x, 0.0, x, bottom) for x in xs), *(Line(0.0, y, right, y) for y in ys))


def _marks(grid: Grid, layout: Layout, gap_mm: float, footer: str) -> tuple[Line, ...]:
    if layout.marks is Marks.NONE:
        return ()
    if layout.marks is Marks.LINES:
        return cut_lines(grid, footer)
    return crop_marks(grid, gap_mm, footer)


def impose(pieces: Sequence[Piece], layout: Layout) -> list[Sheet]:
    """Place equal cards on sheets, in order.

    If any card has a back, every front sheet is followed by its back page, even an empty one:
    otherwise a duplex printer would get out of step. A partial last sheet keeps its grid, and its
    backs are in the mirrored slots.
    """
    if not pieces:
        return []
    if layout.paper_mm is None:
        return numbered(_one_up(pieces, layout))
    grid = card_grid(layout)
    has_backs = layout.backs is Backs.DUPLEX and have_backs(pieces)
    footer, back_footer = _footer_sides(grid, layout, has_backs)
    has_outlines = layout.marks is not Marks.NONE and any(
        piece.shape != "rectangle" for piece in pieces
    )
    sheets: list[Sheet] = []
    if layout.backs is Backs.FOLD:
        half = grid.columns // 2
        for chunk in _chunks(pieces, half * grid.rows):
            sheets.append(
                replace(_fold_sheet(chunk, grid, layout, footer), has_outlines=has_outlines)
            )
        return numbered(sheets)
    bleed, spare = layout.bleed_mm, layout.front_bleed_mm
    marks = _marks(grid, layout, max(bleed, spare, 0.5) + 0.5, footer)
    for chunk in _chunks(pieces, grid.slots):
        decks, taken = decks_of(chunk), set(range(len(chunk)))
        front = Sheet(
            grid.width_mm,
            grid.height_mm,
            "front",
            decks,
            tuple(
                p.front_in(grid.trim(s), grid.clip(s, bleed, spare, taken), s)
                for s, p in enumerate(chunk)
            ),
            marks,
            has_outlines=has_outlines,
            footer=footer,
            is_upright=grid.has_place,
        )
        sheets.append(front)
        if has_backs:
            sheets.append(_back_sheet(front, chunk, grid, layout, back_footer))
    return numbered(sheets)


def _back_sheet(
    front: Sheet, chunk: Sequence[Piece], grid: Grid, layout: Layout, footer: str
) -> Sheet:
    """Place the backs behind their fronts, with more bleed if there is room, so that a small
    misalignment shows no white.
    """
    is_turned = not flips_columns(grid.width_mm, grid.height_mm, layout.flip)
    rear = grid.behind(layout.flip)
    placements = list[Placement]()
    taken = {back_slot(slot, grid, layout.flip) for slot, piece in enumerate(chunk) if piece.back}
    for slot, piece in enumerate(chunk):
        back = back_slot(slot, grid, layout.flip)
        clip = rear.clip(back, layout.bleed_mm, layout.back_bleed_mm, taken)
        placements += piece.back_in(rear.trim(back), clip, back, is_turned)
    reach = max(layout.bleed_mm, layout.back_bleed_mm) + 0.5
    marks = _marks(rear, layout, reach, footer) if layout.marks is Marks.CROP and placements else ()
    return replace(
        front,
        side="back",
        placements=tuple(placements),
        marks=marks,
        has_outlines=False,
        footer=footer,
    )


def _fold_sheet(chunk: Sequence[Piece], grid: Grid, layout: Layout, footer: str) -> Sheet:
    """Lay fronts left of the fold and each back at the same distance right of it."""
    half = grid.columns // 2
    placements = []
    for number, piece in enumerate(chunk):
        row, column = divmod(number, half)
        front, back = row * grid.columns + column, row * grid.columns + grid.columns - 1 - column
        clip = grid.clip(front, layout.bleed_mm, layout.front_bleed_mm)
        placements.append(piece.front_in(grid.trim(front), clip, front))
        clip = grid.clip(back, layout.bleed_mm, layout.front_bleed_mm)
        placements += piece.back_in(grid.trim(back), clip, back)
    box = grid.outline
    middle = box.centre.x
    below = PRINTABLE_MARGIN_MM + FOOTER_LINE_MM + 0.5 if footer == "bottom" else 1.5
    along = min(
        MARK_MM, grid.margins[1] - 2.5, grid.margins[3] - 1 - below
    )  # like crop marks, short of footer and paper's edge, or none
    fold: tuple[Line, ...] = ()
    if along > 0.5:
        fold = (
            Line(middle, box.y - 1 - along, middle, box.y - 1),
            Line(middle, box.bottom + 1, middle, box.bottom + 1 + along),
        )
    decks = decks_of(chunk)
    marks = tuple(
        m
        for m in _marks(
            grid, layout, max(layout.bleed_mm, layout.front_bleed_mm, 0.5) + 0.5, footer
        )
        if abs(m.x1 - middle) > CLOSE_MM or m.x1 != m.x2
    )
    return Sheet(
        grid.width_mm,
        grid.height_mm,
        "fold",
        decks,
        tuple(placements),
        marks,
        fold,
        footer=footer,
        is_upright=grid.has_place,
    )


def are_two_sided(sheets: Iterable[Sheet]) -> bool:
    """Return whether any sheet is a back."""
    return any(sheet.side == "back" for sheet in sheets)


def decks_of(pieces: Iterable[Piece]) -> tuple[str, ...]:
    """Name the decks that pieces belong to, each once."""
    return tuple(dict.fromkeys(piece.deck for piece in pieces))


def have_backs(pieces: Iterable[Piece]) -> bool:
    """Return whether any piece has a back."""
    return any(piece.back for piece in pieces)


def _one_up(pieces: Sequence[Piece], layout: Layout) -> list[Sheet]:
    """Make each card its own page, with bleed all round."""
    sheets = []
    bleed = layout.bleed_mm
    has_backs = layout.backs is not Backs.NONE and have_backs(pieces)
    for piece in pieces:
        width, height = piece.size_mm
        trim = Box(bleed, bleed, width, height)
        clip = trim.widened(bleed)
        front = Sheet(
            clip.width,
            clip.height,
            "front",
            (piece.deck,),
            (piece.front_in(trim, clip),),
            footer="none",
            trim=trim,
        )
        sheets.append(front)
        if has_backs:
            back = tuple(piece.back_in(trim, clip))
            sheets.append(replace(front, side="back", placements=back))
    return sheets


def impose_mixed(pieces: Sequence[Piece], layout: Layout) -> list[Sheet]:
    """Place pieces with individual sizes on sheets, in rows of one size, each piece with its
    cutting line.

    Small and large pieces, and those with other gutters, do not share a sheet; a piece as large as
    the paper gets its own page, without a line around it. The paper is oriented so that the fewest
    sheets are needed. Raises ValueError if a piece is larger than the page.
    """
    if layout.paper_mm is None:
        return numbered(_one_up(pieces, layout))
    sheets: list[Sheet] = []
    has_backs = layout.backs is not Backs.NONE and have_backs(pieces)
    for (gutter, paper), of_paper in _grouped(pieces, _papers(pieces, layout)):
        if _is_page(of_paper[0].size_mm, paper):
            for piece in of_paper:
                sheets += _whole_page(piece, layout, has_backs)
        else:
            sheets += _shelves(of_paper, layout, gutter, paper, has_backs)
    return numbered(sheets)


_Size = tuple[float, float]
_Papers = dict[tuple[_Size, float], _Size]
"""How the paper is, by the size of a piece and its gutter."""
MOST_TURNED = 8
"""Of so many sizes every way for the paper to be is tried."""


def _grouped(
    pieces: Sequence[Piece], papers: _Papers
) -> list[tuple[tuple[float, _Size], list[Piece]]]:
    """Divide pieces into those that may share a sheet, in order: gutter and paper, and the
    pieces.
    """
    sorts = {
        (size, gutter): (min(size) > 60, gutter, paper, _is_page(size, paper))
        for (size, gutter), paper in papers.items()
    }
    groups = groupby(pieces, key=lambda piece: sorts[piece.size_mm, piece.gutter_mm])
    return [((gutter, paper), list(group)) for (_, gutter, paper, _), group in groups]


def _papers(pieces: Sequence[Piece], layout: Layout) -> _Papers:
    """Orient the paper for pieces of each size: so that it holds the most of them, or the other way
    if fewer sheets are then needed.
    """
    of_size = {(piece.size_mm, piece.gutter_mm): piece for piece in pieces}
    found = {key: _turned(layout, piece) for key, piece in of_size.items()}
    if not all(_per_page(of_size[key], paper, layout) for key, paper in found.items()):
        return found  # which is refused then
    free = [key for key, paper in found.items() if not _is_page(key[0], paper)]
    free = [key for key in free if _per_page(of_size[key], found[key][::-1], layout)]
    if len(free) > MOST_TURNED:
        return found

    def cost(turned: tuple[bool, ...]) -> tuple[int, int]:
        papers = found | {key: found[key][::-1] for key in compress(free, turned)}
        sheets = 0
        for (gutter, paper), of_paper in _grouped(pieces, papers):
            if _is_page(of_paper[0].size_mm, paper):
                sheets += len(of_paper)
            else:
                sheets += len(_rows_of_pages(of_paper, *_room(layout, paper), gutter))
        return sheets, turned.count(True)

    best = min(product((False, True), repeat=len(free)), key=cost)
    return found | {key: found[key][::-1] for key in compress(free, best)}


def _room(layout: Layout, paper: _Size) -> _Size:
    """Return the room of a page for pieces, above its footer."""
    beside, below = layout.margins_mm
    return paper[0] - 2 * beside, paper[1] - 2 * below - max(
        0.0, PRINTABLE_MARGIN_MM + FOOTER_MM - below
    )


def _is_page(size_mm: tuple[float, float], page_mm: tuple[float, float]) -> bool:
    """Return whether a size is that of a whole page."""
    return all(abs(side - edge) < 0.01 for side, edge in zip(size_mm, page_mm, strict=True))


def _whole_page(piece: Piece, layout: Layout, has_backs: bool) -> list[Sheet]:
    """Make a piece as large as the paper its own page, its back behind it."""
    page = Box(0.0, 0.0, *piece.size_mm)
    front = piece.front_in(page, page)
    sheet = Sheet(page.width, page.height, "front", (piece.deck,), (front,), footer="none")
    if not has_backs:
        return [sheet]
    is_turned = not flips_columns(page.width, page.height, layout.flip)
    backs = tuple(piece.back_in(page, page, is_turned=is_turned))
    return [sheet, replace(sheet, side="back", placements=backs)]


def _turned(layout: Layout, piece: Piece) -> tuple[float, float]:
    """Orient the paper so that it holds more of a piece; upright if both are equal."""
    assert layout.paper_mm is not None
    return max(
        (layout.paper_mm, layout.paper_mm[::-1]), key=lambda page: _per_page(piece, page, layout)
    )


def _shelves(
    pieces: list[Piece], layout: Layout, gutter: float, paper: tuple[float, float], has_backs: bool
) -> list[Sheet]:
    below, (room_x, room_y) = layout.margins_mm[1], _room(layout, paper)
    footer_mm = max(0.0, PRINTABLE_MARGIN_MM + FOOTER_MM - below)
    for piece in pieces:
        size = piece.size_mm
        if not _fitting(room_x, size[0], gutter) or size[1] > room_y + footer_mm + CLOSE_MM:
            said = say.PIECE_NOT_ON_PAGE(
                name=pieces[0].deck,
                size=f"{size[0]:g} x {size[1]:g} mm",
                page=f"{paper[0]:g} x {paper[1]:g} mm",
            )
            raise DoesNotFitError(said)
    pages = _rows_of_pages(pieces, room_x, room_y, gutter)
    past = min(layout.back_bleed_mm, gutter / 2)
    if has_backs and all(_fitting(room_x - 2 * past, piece.size_mm[0], gutter) for piece in pieces):
        roomy = _rows_of_pages(pieces, room_x - 2 * past, room_y - 2 * past, gutter)
        if len(roomy) == len(
            pages
        ):  # then the outermost backs have as much bleed as the others, for no more paper
            pages, room_x = roomy, room_x - 2 * past
    sheets = []
    for rows in pages:
        used = max(y + row[0].size_mm[1] for y, row in rows)
        top = below + max(0.0, (room_y - used) / 2)
        footer = "bottom"
        if used > room_y + CLOSE_MM:  # a tall piece takes the footer's room
            top = (paper[1] - used) / 2
            widest = max(_span(len(row), row[0].size_mm[0], gutter) for _, row in rows)
            footer = "none"
            if (paper[0] - widest) / 2 >= PRINTABLE_MARGIN_MM + FOOTER_LINE_MM:
                footer = "side"
        sheets += _shelf_sheets(rows, paper, room_x, top, layout, gutter, footer, has_backs)
    return sheets


def _rows_of_pages(
    pieces: list[Piece], room_x: float, room_y: float, gutter: float
) -> list[list[tuple[float, list[Piece]]]]:
    """Place pieces in rows of one size, and the rows on pages: each row with its distance from the
    first of its page.
    """
    pages: list[list[tuple[float, list[Piece]]]] = [[]]
    y = 0.0
    for size, group in groupby(pieces, key=lambda p: p.size_mm):
        for row in _chunks(list(group), _fitting(room_x, size[0], gutter)):
            if pages[-1] and y + size[1] > room_y + CLOSE_MM:
                pages.append([])
                y = 0.0
            pages[-1].append((y, list(row)))
            y += size[1] + gutter
    return pages


def _per_page(piece: Piece, page: tuple[float, float], layout: Layout) -> int:
    (width, height), (beside, below) = piece.size_mm, layout.margins_mm
    if _is_page(piece.size_mm, page):
        return 1
    return _fitting(page[0] - 2 * beside, width, piece.gutter_mm) * _fitting(
        page[1] - 2 * below, height, piece.gutter_mm
    )


def _shelf_sheets(
    rows: list[tuple[float, list[Piece]]],
    paper: tuple[float, float],
    room_x: float,
    top: float,
    layout: Layout,
    gutter: float,
    footer: str,
    has_backs: bool,
) -> list[Sheet]:
    fronts: list[Placement] = []
    backs: list[Placement] = []
    decks: list[str] = []
    grow = min(layout.bleed_mm, gutter / 2)
    is_turned = not flips_columns(paper[0], paper[1], layout.flip)
    for y, row in rows:
        width, height = row[0].size_mm
        columns = _fitting(room_x, width, gutter)
        left = (paper[0] - _span(max(columns, len(row)), width, gutter)) / 2
        is_alone = len([other for _, other in rows if other[0].size_mm == row[0].size_mm]) == 1
        # A short row keeps to the columns of those above, but for large pieces and if there are
        # no others.
        if len(row) < columns and (width > 60 or is_alone):
            left = (paper[0] - _span(len(row), width, gutter)) / 2
        for column, piece in enumerate(row):
            trim = Box(left + column * (width + gutter), top + y, width, height)
            back = behind(trim, paper[0], paper[1], layout.flip)
            edge = min(back.x, back.y, paper[0] - back.right, paper[1] - back.bottom)
            room = edge - PRINTABLE_MARGIN_MM
            past = max(grow, min(layout.back_bleed_mm, gutter / 2, room))
            backs += piece.back_in(back, back.widened(past), len(fronts), is_turned)
            fronts.append(piece.front_in(trim, trim.widened(grow), len(fronts)))
            decks.append(piece.deck)
    front = Sheet(
        paper[0],
        paper[1],
        "front",
        tuple(dict.fromkeys(decks)),
        tuple(fronts),
        has_outlines=layout.has_outlines,
        footer=footer,
    )
    if has_backs:
        return [front, replace(front, side="back", placements=tuple(backs), has_outlines=False)]
    return [front]


def numbered(sheets: list[Sheet]) -> list[Sheet]:
    """Number sheets from 1; a back has its front's number."""
    total = sum(sheet.side != "back" for sheet in sheets)
    number, result = 0, []
    for sheet in sheets:
        number += sheet.side != "back"
        result.append(replace(sheet, number=number, total=total))
    return result


def _footer_sides(grid: Grid, layout: Layout, has_backs: bool) -> tuple[str, str]:
    """Put the footers of front and back at the same edge if there is one with room on both."""
    grids = [grid, grid.behind(layout.flip)] if has_backs else [grid]
    alike = _footer_side(grids, layout)
    if alike != "none":
        return (alike, alike)
    return (_footer_side(grids[:1], layout), _footer_side(grids[-1:], layout))


def _footer_side(grids: Sequence[Grid], layout: Layout) -> str:
    """Put the footer below the cards, or up the side if there is room only there, or nowhere: never
    onto cards.
    """
    right, bottom = (min(grid.margins[edge] for grid in grids) for edge in (2, 3))
    below = bottom - layout.bleed_mm - PRINTABLE_MARGIN_MM
    beside = right - layout.bleed_mm - PRINTABLE_MARGIN_MM
    if max(below, beside) < FOOTER_LINE_MM:
        return "none"
    return "bottom" if below >= min(6, beside) else "side"


def leaves_printable_area(sheet: Sheet) -> bool:
    """Return whether anything to be cut out is outside the area that home printers reach. Pieces
    that fill the whole page are not cut out.
    """
    if sheet.trim is not None:
        return False
    edge, page = PRINTABLE_MARGIN_MM - 0.01, (sheet.width_mm, sheet.height_mm)
    for placement in sheet.placements:
        clip, trim = placement.clip, placement.trim
        margins = clip.x, clip.y, sheet.width_mm - clip.right, sheet.height_mm - clip.bottom
        if min(margins) < edge and not _is_page((trim.width, trim.height), page):
            return True
    return False


_T = TypeVar("_T")


def _chunks(items: Sequence[_T], size: int) -> list[Sequence[_T]]:
    return [items[start : start + size] for start in range(0, len(items), size)]
