"""Cutting machines: layouts as the public specification has them, marks, and cut lines read back
from the files.
"""

from __future__ import annotations

import io
import math
import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import ezdxf
import ezdxf.bbox
import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.data.game import Game
from generator.data.geometry import Box
from generator.data.problems import ProblemError, Problems
from generator.data.units import CARD_SIZES, CUTTER_NAMES, PAPER_SIZES
from generator.face.stamp import InnerCut, Stamp
from generator.job.build import build
from generator.job.planning import Options, plan
from generator.sheet.cutting import (
    CARD_GAP_MM,
    CUTTERS,
    GEOMETRY,
    SHORTEST_ARM_MM,
    Cut,
    Registration,
    cut_layouts,
    cut_of,
    cuts_as_dxf,
    cuts_as_svg,
    cutter_grid,
    for_cards,
    for_pieces,
    inner_cuts,
    is_within,
    registration_marks,
    with_marks,
)
from generator.sheet.sheets import (
    FRONT_BLEED_MM,
    Backs,
    Layout,
    Piece,
    Placement,
    card_grid,
    impose,
    impose_mixed,
)
from tests.conftest import make_game

DOT_MM = 25.4 / 300  # the specification's table counts in these
THREE = Registration(3, 10.0)
BACK = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88"><rect x="-4" y="-4" width="71" '
    'height="96" fill="#224466"/></svg>'
)

# Paper, card, borderless, landscape, columns, rows, arm (mm): facts of silhouette-card-maker's
# table of layouts. Its borderless A3 is left out: the arms there are half a millimetre longer than
# an inset of 3.5 mm makes them.
PUBLISHED = [
    ("letter", "bridge", False, True, 4, 2, 12.28),
    ("letter", "bridge", True, False, 3, 3, 16.26),
    ("letter", "business", False, False, 2, 5, 7.2),
    ("letter", "domino", False, True, 5, 2, 14.82),
    ("letter", "mini", False, True, 5, 3, 14.82),
    ("letter", "mini", True, False, 4, 4, 12.36),
    ("letter", "micro", False, True, 7, 4, 13.46),
    ("letter", "poker", False, True, 4, 2, 7.2),
    ("letter", "poker", True, False, 3, 3, 6.69),
    ("letter", "standard", False, True, 4, 2, 8.04),
    ("letter", "standard", True, False, 3, 3, 7.45),
    ("letter", "catan", False, False, 3, 3, 14.39),
    ("letter", "mini-american", False, False, 4, 4, 12.78),
    ("letter", "japanese", False, True, 4, 2, 10.08),
    ("letter", "mini-euro", True, True, 5, 3, 22.35),
    ("a4", "poker", False, True, 4, 2, 8.38),
    ("a4", "poker", True, False, 3, 3, 9.14),
    ("a4", "standard", False, True, 4, 2, 9.4),
    ("a4", "standard", True, False, 3, 3, 10.5),
    ("a4", "tarot", False, False, 2, 2, 23.28),
    ("a4", "mini", False, False, 4, 4, 8.38),
    ("a4", "mini-euro", False, True, 6, 2, 25.15),
    ("a4", "japanese", False, False, 3, 3, 6.94),
    ("a4", "jumbo", False, True, 3, 1, 23.88),
    ("a4", "micro", False, False, 5, 6, 11.77),
    ("a4", "credit", False, False, 2, 5, 7.37),
    ("a4", "catan", False, True, 5, 2, 13.12),
    ("a3", "bridge", False, True, 6, 3, 24.13),
    ("a3", "domino", False, True, 8, 3, 16.51),
]


@pytest.mark.parametrize(
    ("paper", "card", "is_borderless", "is_landscape", "columns", "rows", "arm"), PUBLISHED
)
def test_silhouette_layouts_are_those_of_the_public_specification(
    paper: str,
    card: str,
    is_borderless: bool,
    is_landscape: bool,
    columns: int,
    rows: int,
    arm: float,
) -> None:
    registration = CUTTERS["silhouette-borderless" if is_borderless else "silhouette"]
    assert registration
    size = (85.725, 53.975) if card == "credit" else CARD_SIZES[card]  # theirs is 3.375 x 2.125 in
    grid, length = cutter_grid(PAPER_SIZES[paper], size, registration)
    assert (grid.columns, grid.rows, grid.width_mm > grid.height_mm) == (
        columns,
        rows,
        is_landscape,
    )
    assert length == pytest.approx(min(arm, 20), abs=2 * DOT_MM)


@given(
    st.sampled_from(sorted(PAPER_SIZES)),
    st.sampled_from(sorted(CARD_SIZES)),
    st.sampled_from(["silhouette", "silhouette-4", "silhouette-borderless"]),
)
def test_marks_touch_no_card_and_lie_within_the_paper(paper: str, card: str, cutter: str) -> None:
    registration = CUTTERS[cutter]
    assert registration
    try:
        grid, arm = cutter_grid(PAPER_SIZES[paper], CARD_SIZES[card], registration)
    except ValueError:
        return
    marks = registration_marks(grid.width_mm, grid.height_mm, registration, arm)
    assert len(marks) == {3: 5, 4: 8}[registration.marks]
    printed = [grid.clip(slot, CARD_GAP_MM / 2) for slot in range(grid.slots)]
    for mark in marks:
        assert not any(mark.overlaps(card_) for card_ in printed)
        assert min(mark.x, mark.y, grid.width_mm - mark.right, grid.height_mm - mark.bottom) > 0


def test_the_marks_of_three_are_a_square_and_two_angles() -> None:
    square, *arms = registration_marks(297, 210, THREE, 9.0)
    assert (square.x, square.y, square.width, square.height) == (9.5, 9.5, 6.0, 6.0)
    assert {(a.x, a.y, a.width, a.height) for a in arms} == {
        (278.0, 9.5, 9.5, 1.0),
        (286.5, 9.5, 1.0, 9.5),  # top right, along the inset of 10 mm
        (9.5, 199.5, 9.5, 1.0),
        (9.5, 191.0, 1.0, 9.5),
    }


@pytest.mark.parametrize(
    ("cutter", "paper", "card"),
    [
        ("silhouette", "letter", "credit"),
        ("silhouette-4", "a4", "catan"),
        ("silhouette-borderless", "letter", "poker"),
    ],
)
def test_what_is_printed_keeps_clear_of_the_marks(cutter: str, paper: str, card: str) -> None:
    """However far fronts and backs are usually printed past the cut."""
    registration = CUTTERS[cutter]
    assert registration
    usual = Layout(
        PAPER_SIZES[paper], CARD_SIZES[card], front_bleed_mm=FRONT_BLEED_MM, bleed_mm=2.0
    )
    layout, arm = for_cards(usual, registration)
    cards = impose([Piece("card", "back", "deck", layout.card_mm)] * 30, layout)
    clear = for_pieces(usual, registration)
    pieces = impose_mixed([Piece("mat", "under", "mats", (50.0, 41.0))] * 30, clear)
    for sheets, arm_mm in ((cards, arm), (pieces, SHORTEST_ARM_MM)):
        for sheet in with_marks(sheets, registration, arm_mm):
            assert bool(sheet.solids) == (sheet.side == "front")
            for mark in sheet.solids:
                wide = mark.grown(0.5, 0.5, 0.5, 0.5)
                assert not any(wide.overlaps(one.clip) for one in sheet.placements), mark


def test_a_piece_fits_between_the_marks_on_paper_that_stands_or_lies() -> None:
    layout = for_pieces(Layout(), THREE)
    assert [
        is_within(layout, size)
        for size in ((250.0, 150.0), (150.0, 250.0), (250.0, 180.0), (285.0, 100.0))
    ] == [True, True, False, False]


# ---------------------------------------------------------------- cut files


def in_dxf(cuts: list[Cut]) -> ezdxf.document.Drawing:
    return ezdxf.read(io.StringIO(cuts_as_dxf(cuts, 210)))


def test_a_dxf_is_sound_and_holds_every_rectangle_with_its_corners() -> None:
    grid, _ = cutter_grid(PAPER_SIZES["a4"], CARD_SIZES["standard"], THREE)
    cuts = [cut_of(grid.trim(slot), "rectangle", 3.0) for slot in range(grid.slots)]
    drawing = in_dxf(cuts)
    assert not drawing.audit().errors
    assert drawing.header["$INSUNITS"] == 4  # millimetres
    lines = list(drawing.modelspace())
    assert [line.dxftype() for line in lines] == ["POLYLINE"] * 8
    for cut, line in zip(cuts, lines, strict=True):
        assert line.is_closed
        box = ezdxf.bbox.extents([line], fast=False)
        assert (box.extmin.x, 210 - box.extmax.y) == pytest.approx((cut.box.x, cut.box.y), abs=1e-3)
        assert (box.size.x, box.size.y) == pytest.approx((63, 88), abs=1e-3)
        arcs = [part for part in line.virtual_entities() if part.dxftype() == "ARC"]
        assert [arc.dxf.radius for arc in arcs] == pytest.approx([3.0] * 4, abs=1e-3)
        inner = cut.box.grown(-3, -3, -3, -3)
        centres = sorted(
            (round(arc.dxf.center.x, 3), round(210 - arc.dxf.center.y, 3)) for arc in arcs
        )
        assert centres == sorted(
            (round(x, 3), round(y, 3))
            for x in (inner.x, inner.right)
            for y in (inner.y, inner.bottom)
        )


def test_round_pieces_are_circles_and_hexagons_have_six_corners() -> None:
    drawing = in_dxf(
        [
            cut_of(Box(10, 20, 25, 25), "round"),
            cut_of(Box(50, 20, 95.25, 82.55), "hex"),
            cut_of(Box(5, 9, 30, 20), "round"),
        ]
    )
    circle, hexagon, ellipse = drawing.modelspace()
    assert (circle.dxf.center.x, circle.dxf.center.y, circle.dxf.radius) == (22.5, 210 - 32.5, 12.5)
    assert len(list(hexagon.points())) == 6
    sides = [
        math.dist(a, b)
        for a, b in zip(
            list(hexagon.points()),
            [*list(hexagon.points())[1:], next(iter(hexagon.points()))],
            strict=True,
        )
    ]
    assert sides == pytest.approx([47.6] * 6, abs=0.1)
    box = ezdxf.bbox.extents([ellipse])
    assert (box.size.x, box.size.y) == pytest.approx((30, 20), abs=0.02)


def test_an_svg_has_the_size_of_the_page_and_every_cut() -> None:
    grid, _ = cutter_grid(PAPER_SIZES["a4"], CARD_SIZES["standard"], THREE)
    cuts = [cut_of(grid.trim(slot), "rectangle", 3.0) for slot in range(grid.slots)]
    text = cuts_as_svg(cuts, grid.width_mm, grid.height_mm, 'Trial & "error" <1>')
    root = ElementTree.fromstring(text)
    space = {"s": "http://www.w3.org/2000/svg"}
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == (
        "297mm",
        "210mm",
        "0 0 297 210",
    )
    assert root.findtext("s:desc", namespaces=space) == f"cutting layout {GEOMETRY}"
    assert root.findtext("s:title", namespaces=space) == 'Trial & "error" <1>'
    paths = root.findall("s:g/s:path", space)
    assert len(paths) == 8
    first = cuts_as_svg([cut_of(Box(10, 20, 63, 88), "rectangle", 3.0)], 297, 210, "")
    assert (
        'd="M10 23A3 3 0 0 1 13 20L70 20A3 3 0 0 1 73 23L73 105A3 3 0 0 1 70 108L13 108A3 3 0 '
        '0 1 10 105Z"'
    ) in first
    for cut, path in zip(cuts, paths, strict=True):
        found = re.findall(r"([MLA])([^MLAZ]*)", path.get("d") or "")
        ends = [tuple(float(v) for v in numbers.split()[-2:]) for _, numbers in found]
        assert (min(x for x, _ in ends), max(x for x, _ in ends)) == pytest.approx(
            (cut.box.x, cut.box.right)
        )
        assert (min(y for _, y in ends), max(y for _, y in ends)) == pytest.approx(
            (cut.box.y, cut.box.bottom)
        )
        assert [letter for letter, _ in found].count("A") == 4


@given(st.floats(5, 100), st.floats(5, 100), st.floats(0, 60))
def test_rounding_never_exceeds_half_a_side(width: float, height: float, radius: float) -> None:
    cut = cut_of(Box(0, 0, width, height), "rectangle", radius)
    assert cut.radius_mm <= min(width, height) / 2
    (line,) = in_dxf([cut]).modelspace()
    box = ezdxf.bbox.extents([line], fast=False)
    assert (box.size.x, box.size.y) == pytest.approx((width, height), abs=2e-3)


def test_equal_sheets_share_a_cut_file() -> None:
    sheets = impose([Piece("a", "b", "deck", (63.0, 88.0))] * 12, Layout())
    first, second = cut_layouts(sheets, {"a": 3.0})
    assert (len(first.cuts), first.sheets, len(second.cuts), second.sheets) == (9, (1,), 3, (2,))
    assert all(cut.radius_mm == 3.0 for cut in first.cuts)
    (only,) = cut_layouts(sheets, {"a": 3.0}, card_grid(Layout()))
    assert (len(only.cuts), only.sheets) == (9, (1, 2))


# ---------------------------------------------------------------- whole builds


def solids(content: bytes) -> list[tuple[float, ...]]:
    """Find the black polygons of a page: their boxes in millimetres from the top left corner."""
    with pikepdf.open(io.BytesIO(content)) as pdf:
        page = pdf.pages[0]
        height = float(page.MediaBox[3])
        text = page.Contents.read_bytes().decode("latin-1")
    found = []
    for points in re.findall(r"q 0 0 0 rg ([\d. ml]+) f Q", text):
        numbers = [float(number) for number in re.findall(r"[\d.]+", points)]
        xs, ys = numbers[::2], [height - y for y in numbers[1::2]]
        found.append(tuple(round(v / 72 * 25.4, 2) for v in (min(xs), min(ys), max(xs), max(ys))))
    return found


def page_of(path: Path, number: int) -> bytes:
    with pikepdf.open(path) as pdf, pikepdf.new() as one:
        one.pages.append(pdf.pages[number])
        out = io.BytesIO()
        one.save(out)
    return out.getvalue()


def test_a_build_has_marks_on_fronts_only_and_cut_lines_where_its_cards_are(tmp_path: Path) -> None:
    game = make_game(
        tmp_path,
        cards={f"c{n}": {"name": f"C{n}"} for n in range(11)},
        files={"templates/b.svg.j2": BACK},
        kinds={"back": {"template": "b.svg.j2", "cards": {"rear": {}}}},
        components={"deck": {"name": "Deck", "of": "card", "back": "rear", "count": 11}},
    )
    result = build(game, Options(output=tmp_path / "out", cutter="silhouette"))
    assert [file.path.name for file in result.files] == [
        "trial-cards-a4-silhouette.pdf",
        "trial-cards-a4-silhouette-cut.svg",
        "trial-cards-a4-silhouette-cut.dxf",
    ]
    front, back = (solids(page_of(result.files[0].path, number)) for number in (0, 1))
    grid, arm = cutter_grid(PAPER_SIZES["a4"], CARD_SIZES["standard"], THREE)
    assert sorted(front) == sorted(
        tuple(round(v, 2) for v in (m.x, m.y, m.right, m.bottom))
        for m in registration_marks(297, 210, THREE, arm)
    )
    assert back == []
    (item,) = plan(game, Options(cutter="silhouette"))
    assert [sheet.side for sheet in item.sheets] == ["front", "back"] * 2
    svg = ElementTree.parse(tmp_path / "out" / "trial-cards-a4-silhouette-cut.svg").getroot()
    assert len(svg.findall(".//{http://www.w3.org/2000/svg}path")) == grid.slots
    boxes = [cut.box for cut in item.cuttings[0].cuts]
    for sheet in item.sheets[::2]:
        assert all(placement.trim == boxes[placement.slot] for placement in sheet.placements)
    lines = ezdxf.readfile(tmp_path / "out" / "trial-cards-a4-silhouette-cut.dxf").modelspace()
    for box, line in zip(boxes, lines, strict=True):
        extent = ezdxf.bbox.extents([line], fast=False)
        assert (extent.extmin.x, 210 - extent.extmax.y) == pytest.approx((box.x, box.y), abs=1e-3)


def test_pieces_too_large_for_the_marks_are_left_to_the_knife(emporium: Game) -> None:
    problems = Problems()
    plans = plan(emporium, Options(cutter="silhouette"), problems)
    assert [(item.name, bool(item.cuttings)) for item in plans] == [
        ("emporium-cards-a4-silhouette.pdf", True),
        ("emporium-pieces-a4-silhouette.pdf", True),
    ]
    for item in plan(
        emporium, Options(cutter="silhouette", paper="letter", only=("screens", "coins"))
    ):
        for sheet in item.sheets if item.cuttings else ():
            for mark in sheet.solids:
                assert not any(mark.overlaps(placement.clip) for placement in sheet.placements)
    names = [
        item.name
        for item in plan(with_large_mats(emporium), Options(cutter="silhouette"), problems)
    ]
    assert names[-1] == "emporium-pieces-a4.pdf"
    assert [(problem.code, problem.severity) for problem in problems] == [("cut-by-hand", "note")]


def with_large_mats(game: Game) -> Game:
    """Make Emporium's mats as large as the paper's printable area."""
    cards = {
        id_: replace(card, size_mm=(195.0, 280.0)) if card.kind == "mat" else card
        for id_, card in game.cards.items()
    }
    components = tuple(
        replace(one, cards=tuple(cards[card.id] for card in one.cards)) for one in game.components
    )
    return replace(game, cards=cards, components=components)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (Options(cutter="laser", paper="card"), "card pages"),
        (Options(cutter="silhouette", backs=Backs.FOLD), "folded"),
        (Options(cutter="silhouette", sheet="9-up"), "places"),
        (Options(cutter="silhouette", gutter_mm=3.0), "apart"),
    ],
)
def test_what_no_machine_can_do_is_refused(options: Options, why: str, emporium: Game) -> None:
    with pytest.raises(ProblemError, match=why) as caught:
        plan(emporium, options)
    assert [problem.code for problem in caught.value.problems] == ["cutter-conflict"]


def test_the_names_on_the_command_line_are_the_machines() -> None:
    assert tuple(CUTTERS) == CUTTER_NAMES


# ---------------------------------------------------------------- inside a piece

WINDOWED = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 40"><g transform="translate(10 0)">
  <rect data-cut="" x="10" y="6" width="12" height="7" fill="none"/><circle data-cut="" cx="30" cy="25" r="4" fill="none"/>
  <line data-cut="" x1="5" y1="40" x2="5" y2="30"/></g></svg>
"""


def windowed(folder: Path, face: str = WINDOWED) -> Game:
    """Make a game with two boards alike and one without anything cut out inside."""
    boards = {"template": "board.svg.j2", "size": "60 x 40 mm", "cards": {"board": {"copies": 2}}}
    plain = {"template": "plain.svg.j2", "size": "60 x 40 mm", "cards": {"plain": {}}}
    return make_game(
        folder,
        kinds={"board": boards, "plain": plain},
        components={
            "cards": {"name": "Cards", "of": "card", "count": 1},
            "boards": {"name": "Boards", "of": "board", "count": 2},
            "plains": {"name": "Plain", "of": "plain", "count": 1},
        },
        files={
            "templates/board.svg.j2": face,
            "templates/plain.svg.j2": WINDOWED.split("<g")[0] + "</svg>",
        },
    )


def test_windows_holes_and_slits_are_cut_before_the_outline_where_they_lie_on_the_sheet(
    tmp_path: Path,
) -> None:
    game = windowed(tmp_path)
    options = Options(cutter="laser", output=tmp_path / "out")
    build(game, options)
    sheet = next(item for item in plan(game, options) if "pieces" in item.name).sheets[0]
    x, y = sheet.placements[0].trim.x, sheet.placements[0].trim.y
    (cut,) = (tmp_path / "out").glob("*pieces*cut.svg")
    paths = [
        path.get("d", "")
        for path in ElementTree.fromstring(cut.read_text()).iter("{http://www.w3.org/2000/svg}path")
    ]
    assert len(paths) == 2 * 3 + 3
    window = re.findall(r"-?[\d.]+", paths[0])
    assert [float(n) for n in window[:4]] == pytest.approx([x + 20, y + 6, x + 32, y + 6], abs=1e-3)
    assert [path.endswith("Z") for path in paths] == [True, True, False] * 2 + [True] * 3
    assert paths[2].count("L") == 1
    (dxf,) = (tmp_path / "out").glob("*pieces*cut.dxf")
    lines = list(ezdxf.readfile(dxf).modelspace().query("POLYLINE"))
    assert [line.is_closed for line in lines] == [True, True, False] * 2 + [True] * 3


@pytest.mark.parametrize(
    ("trim", "is_turned", "expected"),
    [
        (Box(100, 50, 40, 20), False, ((104, 52), (112, 52), (104, 56))),
        (
            Box(100, 50, 60, 20),
            False,
            ((114, 52), (122, 52), (114, 56)),
        ),  # a wider piece has it in the middle
        (Box(100, 50, 40, 30), False, ((104, 57), (112, 57), (104, 61))),
        (Box(100, 50, 40, 20), True, ((136, 68), (128, 68), (136, 64))),
    ],
)
def test_a_hole_lies_where_its_face_shows_it(
    trim: Box, is_turned: bool, expected: tuple[tuple[float, float], ...]
) -> None:
    stamp = Stamp((20.0, 10.0), (), cuts=(InnerCut(((2, 1), (6, 1), (2, 3)), True),))
    (cut,) = inner_cuts(Placement("face", trim, trim, 0, is_turned), stamp)
    assert cut.corners == expected
    assert not cut.is_open


def test_a_hole_that_is_not_printed_is_not_cut() -> None:
    stamp = Stamp((20.0, 10.0), (), cuts=(InnerCut(((2, 1), (6, 1), (2, 3)), True),))
    trim = Box(100, 50, 20, 10)
    for clip, count in (
        (trim, 1),
        (Box(103, 50, 17, 10), 0),
        (Box(100, 52, 20, 8), 0),
        (Box(100, 50, 5, 10), 0),
        (Box(100, 50, 20, 2), 0),
    ):
        assert len(inner_cuts(Placement("face", trim, clip, 0), stamp)) == count


def test_the_printed_sheet_shows_the_edge_of_a_window(tmp_path: Path) -> None:
    build(windowed(tmp_path / "with"), Options(output=tmp_path / "with"))
    build(
        windowed(tmp_path / "without", WINDOWED.replace('data-cut=""', "")),
        Options(output=tmp_path / "without"),
    )
    counts = []
    for folder in ("with", "without"):
        (file,) = (tmp_path / folder).glob("*pieces*.pdf")
        with pikepdf.open(file) as document:
            operations = pikepdf.parse_content_stream(document.pages[0])
            counts.append(sum(str(operation) == "l" for _, operation in operations))
    assert counts[0] - counts[1] >= 2 * (4 + 40 + 1), (
        "four sides of the window, the circle, the slit, twice"
    )


def test_a_path_cannot_be_cut_out(tmp_path: Path) -> None:
    with pytest.raises(ProblemError, match="not on <path>"):
        build(
            windowed(tmp_path, WINDOWED.replace("<line", '<path data-cut="" d="M1 1L5 5"/><line')),
            Options(output=tmp_path),
        )
