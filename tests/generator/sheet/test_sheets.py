"""Imposition as geometry: whatever the paper, card, gutter and flip, nothing overlaps and backs lie
behind their fronts.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, groupby, pairwise

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from generator.data.geometry import Box
from generator.data.units import CARD_SIZES, PAPER_SIZES
from generator.sheet.sheets import (
    BACK_BLEED_MM,
    FOOTER_MM,
    FRONT_BLEED_MM,
    PIECE_GUTTER_MM,
    PRINTABLE_MARGIN_MM,
    Backs,
    Flip,
    Grid,
    Layout,
    Line,
    Piece,
    Placement,
    Sheet,
    _shelves,
    back_slot,
    behind,
    card_grid,
    crop_marks,
    flips_columns,
    impose,
    impose_mixed,
    leaves_printable_area,
)

properties = settings(max_examples=80)
CLOSE = 1e-6

papers = st.sampled_from(list(PAPER_SIZES.values()))
sizes = st.one_of(
    st.sampled_from(list(CARD_SIZES.values())), st.tuples(st.floats(20, 130), st.floats(20, 130))
)
gutters = st.sampled_from([0.0, 1.0, 3.0, 5.5])
bleeds = st.sampled_from([0.0, 1.0, 3.0])
flips = st.sampled_from(Flip)
layouts = st.builds(
    Layout,
    papers,
    sizes,
    gutters,
    bleeds,
    st.sampled_from(Backs),
    flips,
    front_bleed_mm=st.sampled_from([0.0, FRONT_BLEED_MM]),
)


def piece(
    number: int, size: tuple[float, float] = (63.0, 88.0), back: str | None = "back"
) -> Piece:
    return Piece(f"card-{number}", back and f"{back}-{number}", f"deck-{number // 7}", size)


def fits(layout: Layout) -> Grid:
    try:
        return card_grid(layout)
    except ValueError:
        assume(False)
        raise


def turned_paper(rectangle: Box, sheet: Sheet, flip: Flip) -> Box:
    """Mirror a rectangle as paper does: seen from behind, after turning it over about its long or
    its short edge.

    Written for itself, not with the product's own `behind`: the edge to turn about is vertical if
    it is as high as the page.
    """
    longest, shortest = max(sheet.width_mm, sheet.height_mm), min(sheet.width_mm, sheet.height_mm)
    edge = longest if flip is Flip.LONG_EDGE else shortest
    if edge == sheet.height_mm:
        return Box(
            sheet.width_mm - rectangle.x - rectangle.width,
            rectangle.y,
            rectangle.width,
            rectangle.height,
        )
    return Box(
        rectangle.x,
        sheet.height_mm - rectangle.y - rectangle.height,
        rectangle.width,
        rectangle.height,
    )


def same(one: Box, other: Box) -> bool:
    return all(
        abs(getattr(one, side) - getattr(other, side)) < CLOSE
        for side in ("x", "y", "width", "height")
    )


def check_sheet(sheet: Sheet) -> None:
    """Nothing to be cut overlaps, no print runs into a neighbour's trim, all lies on the page."""
    page = Box(-CLOSE, -CLOSE, sheet.width_mm + 2 * CLOSE, sheet.height_mm + 2 * CLOSE)
    for p in sheet.placements:
        assert page.x <= p.trim.x
        assert p.trim.right <= page.right
        assert page.y <= p.trim.y
        assert p.trim.bottom <= page.bottom
    for one, other in combinations(sheet.placements, 2):
        assert not one.trim.overlaps(other.trim)
        assert not one.clip.overlaps(other.trim)


def check_backs(sheets: list[Sheet], flip: Flip) -> None:
    """Every card's back lies exactly behind it, and reads upright when the card is turned like the
    paper.
    """
    for front, back in pairwise(sheets):
        if (front.side, back.side) != ("front", "back"):
            continue
        assert (front.number, front.width_mm, front.height_mm) == (
            back.number,
            back.width_mm,
            back.height_mm,
        )
        assert {p.is_turned for p in back.placements} <= {
            not flips_columns(front.width_mm, front.height_mm, flip)
        }
        expected = [
            (p.key.replace("card", "back"), turned_paper(p.trim, front, flip))
            for p in front.placements
        ]
        found = {p.key: p.trim for p in back.placements}
        for key, rectangle in expected:
            if key in found:
                assert same(found[key], rectangle), key


@properties
@given(layouts, st.integers(1, 40))
def test_equal_cards_never_overlap_and_lie_on_the_page(layout: Layout, count: int) -> None:
    grid = fits(layout)
    pieces = [piece(n, layout.card_mm) for n in range(count)]
    sheets = impose(pieces, layout)
    for sheet in sheets:
        check_sheet(sheet)
        assert all(same(p.trim, grid.trim(p.slot)) for p in sheet.placements), (
            "a partial page keeps the grid"
        )
        assert bool(sheet.marks) or min(grid.left, grid.top) < 10
    fronts = [
        p.key for s in sheets if s.side != "back" for p in s.placements if p.key.startswith("card")
    ]
    assert fronts == [p.face for p in pieces], "every card once, in order"
    backs = Counter(p.key for s in sheets for p in s.placements if p.key.startswith("back"))
    assert backs == (Counter() if layout.backs is Backs.NONE else Counter(p.back for p in pieces))
    assert [s.number for s in sheets if s.side != "back"] == list(range(1, sheets[-1].total + 1))


@properties
@given(papers, sizes, gutters, bleeds, flips, st.integers(1, 30))
def test_a_back_lies_behind_its_front_after_either_flip(
    paper: tuple[float, float],
    size: tuple[float, float],
    gutter: float,
    bleed: float,
    flip: Flip,
    count: int,
) -> None:
    layout = Layout(paper, size, gutter, bleed, Backs.DUPLEX, flip)
    fits(layout)
    sheets = impose([piece(n, size) for n in range(count)], layout)
    assert [s.side for s in sheets] == ["front", "back"] * (len(sheets) // 2)
    check_backs(sheets, flip)


@properties
@given(papers, sizes, gutters, flips, st.data())
def test_back_slot_is_its_own_inverse_and_agrees_with_the_mirror(
    paper: tuple[float, float],
    size: tuple[float, float],
    gutter: float,
    flip: Flip,
    data: st.DataObject,
) -> None:
    grid = fits(Layout(paper, size, gutter))
    slot = data.draw(st.integers(0, grid.slots - 1))
    back = back_slot(slot, grid, flip)
    assert back_slot(back, grid, flip) == slot
    assert same(behind(grid.trim(slot), grid.width_mm, grid.height_mm, flip), grid.trim(back))
    for outside in (-1, grid.slots):
        with pytest.raises(IndexError):
            back_slot(outside, grid, flip)
        with pytest.raises(IndexError):
            grid.trim(outside)


@pytest.mark.parametrize(
    ("flip", "paper", "behind_first", "is_turned"),
    [(Flip.LONG_EDGE, (210.0, 297.0), 2, False), (Flip.SHORT_EDGE, (210.0, 297.0), 6, True)],
)
def test_a_single_card_on_the_last_page_is_backed_in_the_mirrored_slot(
    flip: Flip, paper: tuple[float, float], behind_first: int, is_turned: bool
) -> None:
    sheets = impose([piece(n) for n in range(10)], Layout(paper, flip=flip))
    (front,), (back,) = sheets[2].placements, sheets[3].placements
    assert (front.slot, back.slot, back.is_turned) == (0, behind_first, is_turned)


def test_landscape_pages_flip_the_other_way() -> None:
    layout = Layout(PAPER_SIZES["a4"], (88.0, 63.0))
    grid = card_grid(layout)
    assert grid.width_mm > grid.height_mm
    assert [back_slot(0, grid, flip) for flip in Flip] == [
        grid.slots - grid.columns,
        grid.columns - 1,
    ]


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("card", ["standard", "poker"])
def test_nine_cards_lie_within_what_printers_reach(paper: str, card: str) -> None:
    layout = Layout(PAPER_SIZES[paper], CARD_SIZES[card])
    grid = card_grid(layout)
    assert (grid.columns, grid.rows, grid.width_mm) == (3, 3, PAPER_SIZES[paper][0])
    for sheet in impose([piece(n) for n in range(9)], layout):
        assert min(p.trim.x for p in sheet.placements) >= PRINTABLE_MARGIN_MM - CLOSE
        assert min(p.trim.y for p in sheet.placements) >= PRINTABLE_MARGIN_MM - CLOSE
        assert not leaves_printable_area(sheet)


def test_margins_as_measured_on_paper() -> None:
    """Source: reference, printing, section 8."""
    for paper, card, left, top in (
        ("a4", "poker", 9.75, 15.15),
        ("letter", "poker", 12.7, 6.35),
        ("letter", "standard", 13.45, 7.7),
    ):
        grid = card_grid(Layout(PAPER_SIZES[paper], CARD_SIZES[card]))
        assert (grid.left, grid.top) == (pytest.approx(left), pytest.approx(top))


def test_what_printers_do_not_reach_is_told() -> None:
    def leaves(layout: Layout) -> bool:
        return any(
            leaves_printable_area(s)
            for s in impose([piece(n, layout.card_mm) for n in range(12)], layout)
        )

    letter = PAPER_SIZES["letter"]
    assert not leaves(Layout(letter))
    assert leaves(Layout(letter, bleed_mm=3.0)), "the bleed counts"
    assert leaves(Layout(PAPER_SIZES["a4"], (205.0, 290.0))), "a card that needs the margin"
    for edge in ((-3, 0), (0, -3), (3, 0), (0, 3)):
        trim = Box(
            PRINTABLE_MARGIN_MM + edge[0],
            PRINTABLE_MARGIN_MM + edge[1],
            210 - 2 * PRINTABLE_MARGIN_MM,
            297 - 2 * PRINTABLE_MARGIN_MM,
        )
        assert leaves_printable_area(
            Sheet(210, 297, "front", ("deck",), (Placement("card", trim, trim, 0),))
        )
    assert not leaves(Layout(None, bleed_mm=3.0)), "a page that is the card is cut"
    assert card_grid(Layout(letter, gutter_mm=3.0)).slots < 9, (
        "3 mm gutters cost a row on Letter, not the margin"
    )


@properties
@given(papers, sizes, gutters, bleeds, st.integers(1, 20))
def test_fold_sheets_mirror_fronts_and_backs_about_the_fold(
    paper: tuple[float, float], size: tuple[float, float], gutter: float, bleed: float, count: int
) -> None:
    layout = Layout(paper, size, gutter, bleed, Backs.FOLD)
    grid = fits(layout)
    sheets = impose([piece(n, size) for n in range(count)], layout)
    for sheet in sheets:
        assert sheet.side == "fold"
        middle = sheet.width_mm / 2
        assert all(line.x1 == line.x2 == pytest.approx(middle) for line in sheet.folds)
        assert len(sheet.folds) == (
            2 if grid.top > 12 else 0 if grid.top < 3 else len(sheet.folds)
        )  # between: as the footer leaves room
        assert len(sheet.folds) in (0, 2)
        placed = {p.key: p for p in sheet.placements}
        for key, front in placed.items():
            if key.startswith("card"):
                back = placed[key.replace("card", "back")]
                assert front.trim.right <= middle + CLOSE
                assert same(back.trim, Box(2 * middle - front.trim.right, front.trim.y, *size))
                assert not back.is_turned
    assert grid.columns % 2 == 0


@properties
@given(sizes, bleeds, st.sampled_from(Backs))
def test_every_card_may_be_a_page_of_its_own(
    size: tuple[float, float], bleed: float, backs: Backs
) -> None:
    sheets = impose([piece(n, size) for n in range(3)], Layout(None, size, 0.0, bleed, backs))
    assert len(sheets) == (3 if backs is Backs.NONE else 6)
    for sheet in sheets:
        (placement,) = sheet.placements
        assert (sheet.width_mm, sheet.height_mm) == pytest.approx(
            (size[0] + 2 * bleed, size[1] + 2 * bleed)
        )
        assert sheet.trim == placement.trim == Box(bleed, bleed, *size)
        assert same(placement.clip, Box(0, 0, sheet.width_mm, sheet.height_mm))
        assert (sheet.footer, sheet.marks, sheet.folds) == ("none", (), ())
        assert not placement.is_turned


def touches(line: Line, rectangle: Box) -> bool:
    """Return whether a mark runs through the inside of a rectangle."""
    return Box(
        min(line.x1, line.x2), min(line.y1, line.y2), abs(line.x2 - line.x1), abs(line.y2 - line.y1)
    ).overlaps(
        Box(rectangle.x + 1e-3, rectangle.y + 1e-3, rectangle.width - 2e-3, rectangle.height - 2e-3)
    )


@properties
@given(layouts, st.integers(1, 12))
def test_marks_stay_out_of_cards_and_bleeds_and_stand_at_cuts(layout: Layout, count: int) -> None:
    fits(layout)
    for sheet in impose([piece(n, layout.card_mm) for n in range(count)], layout):
        for line in sheet.marks + sheet.folds:
            assert not any(touches(line, p.clip) for p in sheet.placements), line
            assert min(line.x1, line.x2, line.y1, line.y2) >= 0
            assert max(line.x1, line.x2) <= sheet.width_mm
            assert max(line.y1, line.y2) <= sheet.height_mm
        trims = [p.trim for p in sheet.placements]
        for trim in trims if any(m.x1 == m.x2 for m in sheet.marks) else ():
            cuts = {m.x1 for m in sheet.marks if m.x1 == m.x2}
            for x in (trim.x, trim.right):
                at_fold = sheet.side == "fold" and abs(x - sheet.width_mm / 2) < 1e-3
                assert at_fold or any(abs(x - cut) < 1e-3 for cut in cuts)


def test_a_grid_with_room_has_a_mark_at_both_ends_of_every_cut() -> None:
    grid = card_grid(Layout())
    marks = crop_marks(grid, 1.0)
    assert len(marks) == 2 * (grid.columns + 1) + 2 * (grid.rows + 1)
    gutters = card_grid(Layout(gutter_mm=3.0))
    assert len(crop_marks(gutters, 1.0)) == 4 * gutters.columns + 4 * gutters.rows


def test_fronts_run_past_the_outer_cuts_as_far_as_printers_reach_and_never_into_a_neighbour() -> (
    None
):
    for paper, most in (
        ("a4", (2.0, 2.0)),
        ("letter", (2.0, (11 * 25.4 - 264) / 2 - PRINTABLE_MARGIN_MM)),
    ):
        sheet, *_ = impose(
            [piece(n) for n in range(5)], Layout(PAPER_SIZES[paper], front_bleed_mm=FRONT_BLEED_MM)
        )
        past = [
            tuple(
                round(mm, 3)
                for mm in (
                    p.trim.x - p.clip.x,
                    p.trim.y - p.clip.y,
                    p.clip.right - p.trim.right,
                    p.clip.bottom - p.trim.bottom,
                )
            )
            for p in sheet.placements
        ]
        x, y = (round(mm, 3) for mm in most)
        assert past == [
            (x, y, 0, 0),
            (0, y, 0, 0),
            (0, y, x, 2),
            (x, 0, 0, 2),
            (0, 0, 2, 2),
        ]  # below and beside the last two is nothing


def test_marks_keep_out_of_the_margin_that_printers_leave_white_where_there_is_room() -> None:
    for paper, short in (("a4", False), ("letter", True)):
        grid = card_grid(Layout(PAPER_SIZES[paper]))
        for line in crop_marks(grid, FRONT_BLEED_MM + 0.5):
            ends = min(line.x1, grid.width_mm - line.x2), min(line.y1, grid.height_mm - line.y2)
            length = abs(line.x2 - line.x1) + abs(line.y2 - line.y1)
            assert min(ends) >= PRINTABLE_MARGIN_MM - CLOSE or (
                min(ends) >= 1.5 - CLOSE and length == pytest.approx(2.0)
            ), line
            assert short or line.y1 == line.y2 or min(ends) >= PRINTABLE_MARGIN_MM - CLOSE


def test_a_card_too_large_for_the_paper_is_refused() -> None:
    for layout in (
        Layout(PAPER_SIZES["a4"], (298.0, 50.0)),
        Layout(PAPER_SIZES["a4"], (150.0, 150.0), backs=Backs.FOLD),
    ):
        with pytest.raises(ValueError, match="does not fit on a page"):
            impose([piece(0, layout.card_mm)], layout)
    with pytest.raises(ValueError, match="does not fit on a page"):
        impose_mixed([piece(0, (300.0, 300.0))], Layout())


mixed = st.lists(
    st.tuples(
        st.one_of(
            st.tuples(st.floats(10, 60), st.floats(10, 60)),
            st.tuples(st.floats(61, 190), st.floats(61, 190)),
        ),
        st.integers(1, 9),
        st.booleans(),
    ),
    min_size=1,
    max_size=4,
)


def test_pieces_of_several_sizes_share_a_sheet_where_the_paper_can_lie_alike() -> None:
    """Of coins more fit on upright paper and of a marker on paper that lies; one sheet has room for
    both, and a lone row is in the middle.
    """
    coins, marker = [piece(n, (25.0, 25.0)) for n in range(12)], piece(12, (40.0, 34.6))
    layout = Layout(PAPER_SIZES["a4"], backs=Backs.NONE)
    assert [(sheet.width_mm, sheet.height_mm) for sheet in impose_mixed([marker], layout)] == [
        (297.0, 210.0)
    ]
    (sheet,) = impose_mixed([*coins, marker], layout)
    assert (sheet.width_mm, len(sheet.placements)) == (210.0, 13)
    last = sheet.placements[-1].trim
    assert last.x + last.width / 2 == pytest.approx(105)


def test_a_short_row_of_large_pieces_lies_in_the_middle_and_one_of_small_ones_below_the_others() -> (
    None
):
    for size, count, middle in (((80.0, 50.0), 3, True), ((25.0, 25.0), 10, False)):
        (sheet,) = impose_mixed([piece(n, size) for n in range(count)], Layout(backs=Backs.NONE))
        trims = [one.trim for one in sheet.placements]
        row = [trim for trim in trims if trim.y == trims[-1].y]
        assert len(row) < count - len(row)
        assert (row[0].x == pytest.approx(trims[0].x)) != middle
        assert (row[0].x + row[-1].right == pytest.approx(sheet.width_mm)) == middle


@properties
@given(mixed, papers)
def test_no_way_for_the_paper_to_lie_takes_fewer_sheets(
    groups: list[tuple[tuple[float, float], int, bool]], paper: tuple[float, float]
) -> None:
    pieces = [
        piece(10 * g + n, size) for g, (size, count, _) in enumerate(groups) for n in range(count)
    ]
    for size in (paper, paper[::-1]):
        try:
            shelves = [
                list(group) for _, group in groupby(pieces, key=lambda one: min(one.size_mm) > 60)
            ]
            fixed = sum(
                len(_shelves(own, Layout(size, backs=Backs.NONE), PIECE_GUTTER_MM, size, False))
                for own in shelves
            )
            sheets = impose_mixed(pieces, Layout(paper, backs=Backs.NONE))
        except ValueError:
            continue
        assert len(sheets) <= fixed


@properties
@given(mixed, papers, bleeds, flips, st.sampled_from([Backs.DUPLEX, Backs.NONE]))
def test_mixed_sizes_never_overlap_and_keep_their_count(
    groups: list[tuple[tuple[float, float], int, bool]],
    paper: tuple[float, float],
    bleed: float,
    flip: Flip,
    backs: Backs,
) -> None:
    pieces = [
        piece(10 * g + n, size, "back" if has_back else None)
        for g, (size, count, has_back) in enumerate(groups)
        for n in range(count)
    ]
    layout = Layout(paper, bleed_mm=bleed, backs=backs, flip=flip)
    try:
        sheets = impose_mixed(pieces, layout)
    except ValueError:
        assume(False)
        raise
    for sheet in sheets:
        check_sheet(sheet)
        assert sheet.has_outlines == (sheet.side == "front")
        assert not leaves_printable_area(sheet) or bleed > 0
    check_backs(sheets, flip)
    fronts = [p for s in sheets if s.side == "front" for p in s.placements]
    assert [p.key for p in fronts] == [p.face for p in pieces]
    assert [(p.trim.width, p.trim.height) for p in fronts] == [p.size_mm for p in pieces]
    found = Counter(p.key for s in sheets if s.side == "back" for p in s.placements)
    assert found == Counter(p.back for p in pieces if p.back and backs is Backs.DUPLEX)


def test_no_cards_make_no_sheets() -> None:
    assert impose([], Layout()) == []
    assert impose_mixed([], Layout()) == []


def test_rectangles_that_share_an_edge_do_not_overlap() -> None:
    one = Box(0, 0, 10, 10)
    assert not one.overlaps(Box(10, 0, 10, 10))
    assert one.overlaps(Box(9.9, 9.9, 10, 10))
    assert one.grown(1, 2, 3, 4) == Box(-1, -2, 14, 16)
    assert Placement("a", one, one, 0).trim.centre == (5, 5)


@pytest.mark.parametrize(
    ("count", "columns", "pasts"), [(12, 7, {1.5}), (80, 8, {0.15, 1.5}), (81, 8, {0.15, 1.5})]
)
def test_all_backs_of_small_pieces_have_as_much_bleed_where_that_takes_no_more_paper(
    count: int, columns: int, pasts: set[float]
) -> None:
    pieces = [piece(n, (22.0, 22.0))._replace(gutter_mm=3.0) for n in range(count)]
    front, back = impose_mixed(pieces, Layout())
    assert len({one.trim.x for one in front.placements}) == columns
    assert {round(one.trim.x - one.clip.x, 3) for one in back.placements} == pasts
    assert not leaves_printable_area(back)


def test_backs_run_past_the_cut_towards_empty_slots_too() -> None:
    """A last sheet with two cards: their outer sides and those beside nothing all have the bleed
    that a miss needs.
    """
    _, back = impose([Piece(f"card{n}", "rear", "deck", (63.0, 88.0)) for n in range(2)], Layout())
    left, right = sorted(back.placements, key=lambda placement: placement.trim.x)
    assert left.clip.right == left.trim.right  # beside the other
    assert right.clip.x == right.trim.x
    for one in (left, right):
        assert one.clip.bottom == one.trim.bottom + BACK_BLEED_MM
    assert left.clip.x == left.trim.x - BACK_BLEED_MM


def test_a_back_beside_none_runs_past_the_cut_as_well() -> None:
    _, back = impose([piece(0), piece(1, back=None)], Layout())
    (one,) = back.placements
    assert one.clip == one.trim.grown(*[BACK_BLEED_MM] * 4)


def test_pieces_that_lie_close_bleed_no_farther_than_half_way() -> None:
    pieces = [piece(n, (30.0, 30.0))._replace(gutter_mm=1.0) for n in range(12)]
    for sheet in impose_mixed(pieces, Layout(bleed_mm=3.0, back_bleed_mm=3.0)):
        assert not any(
            one.clip.overlaps(other.clip) for one, other in combinations(sheet.placements, 2)
        )
        assert {round(one.trim.x - one.clip.x, 6) for one in sheet.placements} == {0.5}


@pytest.mark.parametrize(("more", "rows"), [(0.0, [5, 1]), (0.1, [4, 2])])
def test_rows_of_pieces_fill_the_page_and_keep_off_its_footer(more: float, rows: list[int]) -> None:
    room = 297.0 - 2 * PRINTABLE_MARGIN_MM - FOOTER_MM
    high = (room - 4 * PIECE_GUTTER_MM) / 5 + more
    sheets = impose_mixed([piece(n, (150.0, high), None) for n in range(6)], Layout())
    assert [len(sheet.placements) for sheet in sheets] == rows
    for sheet in sheets:
        assert (
            max(one.trim.bottom for one in sheet.placements)
            <= 297.0 - PRINTABLE_MARGIN_MM - FOOTER_MM + CLOSE
        )


def test_only_the_first_card_of_a_stock_may_lie_nearer_to_the_edge_than_printers_reach() -> None:
    """Three would fit between 4 mm and the other edge, but no printer reaches that."""
    grid = card_grid(Layout(card_mm=(68.0, 88.0), left_mm=4.0, top_mm=4.0, is_landscape=False))
    assert (grid.columns, grid.left, grid.top) == (2, 4.0, 4.0)


@pytest.mark.parametrize(
    ("high", "left", "flip", "footers"),
    [
        (88.0, None, Flip.LONG_EDGE, ["bottom", "bottom"]),
        (93.0, None, Flip.LONG_EDGE, ["side", "side"]),
        (93.0, 6.35, Flip.LONG_EDGE, ["bottom", "bottom"]),  # behind them there is no room beside
        (94.5, 6.35, Flip.LONG_EDGE, ["side", "none"]),
        (94.5, 6.35, Flip.SHORT_EDGE, ["side", "side"]),
    ],
)
def test_a_footer_stands_where_there_is_room_and_never_on_cards(
    high: float, left: float | None, flip: Flip, footers: list[str]
) -> None:
    layout = Layout(card_mm=(63.0, high), flip=flip, left_mm=left, top_mm=left, is_landscape=False)
    assert [sheet.footer for sheet in impose([piece(0, layout.card_mm)], layout)] == footers
