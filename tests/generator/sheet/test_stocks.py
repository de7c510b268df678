"""Sheets as data: what ships, what a game adds, and that backs land behind fronts on every one of
them.
"""

from __future__ import annotations

import json
import math
import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import PIL.Image
import pypdfium2
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from generator.cli.main import run
from generator.data.game import Game
from generator.data.geometry import Box, Matrix
from generator.data.problems import ProblemError, Problems
from generator.data.sections import SheetSpec
from generator.data.units import CARD_SIZES, MM_PER_INCH, MM_PER_PT, PAPER_SIZES, hexagon
from generator.job.build import build
from generator.job.planning import Options, plan
from generator.job.printing import printing_for
from generator.pdf.document import Document
from generator.sheet.printers import Profile, load_printers
from generator.sheet.sheets import (
    FOOTER_LINE_MM,
    FRONT_BLEED_MM,
    PRINTABLE_MARGIN_MM,
    Backs,
    Flip,
    Layout,
    Marks,
    Piece,
    card_grid,
    impose,
    leaves_printable_area,
)
from generator.sheet.stocks import Stock, stocks_of
from tests.conftest import ROOT, make_game
from tests.generator.sheet.test_sheets import check_backs, check_sheet, same, turned_paper

properties = settings(max_examples=60)
SHIPPED = stocks_of(Path("no-game"), Problems())
FOOTER_MM = PRINTABLE_MARGIN_MM + FOOTER_LINE_MM  # with the printer's margin
SIZES = ["standard", "poker", "bridge", "tarot", "mini", "square", "hex", "jumbo"]


def layouts_of(stock: Stock, card_mm: tuple[float, float], flip: Flip, **more: Any) -> Layout:
    """Lay cards onto a sheet, its own size where it has one; cards that do not fit are another
    test's concern.
    """
    layout = stock.layout(stock.card_mm or card_mm, flip=flip, **more)
    try:
        if layout.paper_mm:
            card_grid(layout)
    except ValueError:
        assume(False)
    return layout


def imposed(layout: Layout, count: int, shape: str = "rectangle") -> list[Any]:
    return impose(
        [Piece(f"card-{n}", f"back-{n}", "deck", layout.card_mm, shape) for n in range(count)],
        layout,
    )


# ---------------------------------------------------------------- what ships


def test_shipped_sheets_are_those_of_the_reference() -> None:
    """Source: reference, printing, section 9: size, columns and rows, first corner, and the margins
    that follow.
    """
    inches = {
        "avery-5371": (2, 5, 0.75, 0.5),
        "avery-5388": (1, 3, 1.75, 1.0),
        "labels-square": (3, 3, 0.3125, 1.25),
        "labels-round": (4, 5, 0.5, 0.75),
    }
    metric = {
        "avery-c32011": (2, 5, 15.0, 13.5),
        "avery-32015": (2, 4, 17.0, 31.5),
        "avery-7414": (2, 5, 15.0, 18.5),
    }
    wanted = metric | {
        name: (c, r, x * MM_PER_INCH, y * MM_PER_INCH) for name, (c, r, x, y) in inches.items()
    }
    for name, (columns, rows, left, top) in wanted.items():
        stock = SHIPPED[name]
        assert stock.card_mm
        grid = card_grid(stock.layout(stock.card_mm))
        assert (grid.columns, grid.rows) == (columns, rows), name
        assert grid.margins == pytest.approx((left, top, left, top)), (
            "these lie in the middle of their page"
        )
        assert (grid.width_mm, grid.height_mm) == PAPER_SIZES[str(stock.paper)]
    off = SHIPPED["avery-8414"]
    assert off.card_mm == (87.0, 50.8)
    assert card_grid(off.layout(off.card_mm)).margins == pytest.approx((14.8, 20.4, 15.1, 22.6))


def test_plain_sheets_are_their_papers() -> None:
    for paper, size in PAPER_SIZES.items():
        assert replace(SHIPPED[paper], about=None) == Stock(paper, paper=paper)
        assert SHIPPED[paper].layout((63.0, 88.0)) == Layout(size, front_bleed_mm=FRONT_BLEED_MM)
        assert SHIPPED[paper].layout((63.0, 88.0), bleed_mm=0.0) == Layout(size)
    said = {paper: str(SHIPPED[paper].about).split(",")[0] for paper in ("a4", "letter", "12x18")}
    assert said == {"a4": "210 x 297 mm", "letter": "8.5 x 11 in", "12x18": "12 x 18 in"}
    assert PAPER_SIZES["12x18"] == pytest.approx((12 * MM_PER_INCH, 18 * MM_PER_INCH))


def test_every_shipped_sheet_holds_cards_and_leaves_room_for_printers() -> None:
    for stock in SHIPPED.values():
        layout = stock.layout(stock.card_mm or CARD_SIZES["poker"])
        sheets = imposed(layout, 3)
        assert sheets
        assert stock.about
        assert not any(leaves_printable_area(sheet) for sheet in sheets), stock.name


# ---------------------------------------------------------------- the laws

stocks = st.sampled_from(list(SHIPPED.values()))
sizes = st.sampled_from([CARD_SIZES[name] for name in SIZES])
flips = st.sampled_from(Flip)
places = st.one_of(st.none(), st.floats(0, 60))


@properties
@given(stocks, sizes, flips, st.integers(1, 30))
def test_backs_land_behind_fronts_on_every_shipped_sheet(
    stock: Stock, size: tuple[float, float], flip: Flip, count: int
) -> None:
    layout = layouts_of(stock, size, flip)
    sheets = imposed(layout, count)
    for sheet in sheets:
        check_sheet(sheet)
    if layout.paper_mm:
        check_backs(sheets, flip)


@properties
@given(
    st.sampled_from(list(PAPER_SIZES.values())),
    sizes,
    places,
    places,
    st.tuples(st.floats(0, 9), st.floats(0, 9)),
    st.sampled_from([None, False, True]),
    flips,
    st.integers(1, 9),
)
def test_backs_land_behind_fronts_wherever_the_grid_lies(
    paper: tuple[float, float],
    size: tuple[float, float],
    left: float | None,
    top: float | None,
    gutters: tuple[float, float],
    is_landscape: bool | None,
    flip: Flip,
    count: int,
) -> None:
    layout = Layout(
        paper,
        size,
        gutters[0],
        1.0,
        flip=flip,
        gutter_y_mm=gutters[1],
        left_mm=left,
        top_mm=top,
        is_landscape=is_landscape,
    )
    try:
        grid = card_grid(layout)
    except ValueError:
        assume(False)
        raise
    assert left is None or grid.left == left
    assert top is None or grid.top == top
    sheets = imposed(layout, count)
    check_backs(sheets, flip)
    for sheet in sheets:
        check_sheet(sheet)
        for line in sheet.marks:
            assert min(line.x1, line.x2, line.y1, line.y2) >= 0
            assert not any(_crosses(line, p.clip) for p in sheet.placements)


def _crosses(line: Any, box: Box) -> bool:
    inner = Box(box.x + 1e-3, box.y + 1e-3, box.width - 2e-3, box.height - 2e-3)
    return inner.overlaps(
        Box(line.x1, line.y1, line.x2 - line.x1 or 1e-9, line.y2 - line.y1 or 1e-9)
    )


@properties
@given(stocks, sizes, flips)
def test_cut_lines_are_the_edges_of_cards(
    stock: Stock, size: tuple[float, float], flip: Flip
) -> None:
    layout = replace(layouts_of(stock, size, flip), marks=Marks.LINES)
    assume(layout.paper_mm is not None)
    grid = card_grid(layout)
    for front in imposed(layout, grid.slots // (2 if layout.backs is Backs.FOLD else 1)):
        trims = [p.trim for p in front.placements]
        upright = sorted({line.x1 for line in front.marks if line.x1 == line.x2})
        level = sorted({line.y1 for line in front.marks if line.y1 == line.y2})
        if front.side == "back":
            assert not front.marks, "cuts are made from the front"
            continue
        if front.side == "fold":
            upright = sorted({*upright, round(front.width_mm / 2, 6)})
        assert upright == pytest.approx(
            sorted({round(x, 6) for t in trims for x in (t.x, t.right)})
        )
        assert level == pytest.approx(sorted({round(y, 6) for t in trims for y in (t.y, t.bottom)}))
        box = grid.outline
        for line in front.marks:  # across the page, or as far as the footer
            assert (line.x1 if line.y1 == line.y2 else line.y1) == 0.0
            ends = (
                (line.x2, front.width_mm, box.right, "side")
                if line.y1 == line.y2
                else (line.y2, front.height_mm, box.bottom, "bottom")
            )
            end, edge, last, side = ends
            assert (
                end == edge
                if front.footer != side
                else last - 1e-6 <= end <= max(last, edge - FOOTER_MM)
            )


@properties
@given(
    st.sampled_from([0.0, 1.0, 3.0, 6.0]),
    st.sampled_from([0.0, 1.0]),
    st.sampled_from([0.0, 2.0, 4.0]),
    flips,
)
def test_backs_fill_the_gutter_up_to_half_each(
    gutter: float, bleed: float, back_bleed: float, flip: Flip
) -> None:
    layout = Layout(
        PAPER_SIZES["a3"], CARD_SIZES["poker"], gutter, bleed, flip=flip, back_bleed_mm=back_bleed
    )
    front, back = imposed(layout, card_grid(layout).slots)
    inner = min(max(bleed, back_bleed), gutter / 2)
    wanted = {round(inner, 6), round(max(bleed, back_bleed), 6)}
    for placement in back.placements:
        trim, clip = placement.trim, placement.clip
        past = (
            trim.x - clip.x,
            trim.y - clip.y,
            clip.right - trim.right,
            clip.bottom - trim.bottom,
        )
        assert {round(p, 6) for p in past} <= wanted
    assert min(p.clip.x for p in back.placements) >= PRINTABLE_MARGIN_MM - 1e-6
    assert all(p.trim.x - p.clip.x <= bleed + 1e-6 for p in front.placements), "fronts keep theirs"


def test_upright_cards_lie_on_their_side_on_stock_that_is_punched_across() -> None:
    stock = SHIPPED["avery-8414"]
    flat, tall = (stock.layout(size) for size in ((87.0, 50.8), (50.8, 87.0)))
    (front, _), (turned, behind) = imposed(flat, 10), imposed(tall, 10)
    assert (turned.width_mm, turned.height_mm, turned.is_upright) == (297.0, 210.0, True)
    paper = {(round(p.trim.x, 3), round(p.trim.y, 3)) for p in front.placements}
    # a landscape page that is put upright by a quarter turn clockwise: what was at the top is at
    # the right
    moved = {(round(210.0 - p.trim.bottom, 3), round(p.trim.x, 3)) for p in turned.placements}
    assert moved == paper
    check_backs([turned, behind], Flip.LONG_EDGE)
    assert card_grid(tall.turned()).margins == pytest.approx(card_grid(flat).margins), "and back"


# ---------------------------------------------------------------- shapes


def test_a_hexagon_lies_on_a_side_if_it_is_wider_than_high() -> None:
    flat, pointy = hexagon(Box(0, 0, 95.25, 82.55)), hexagon(Box(0, 0, 82.55, 95.25))
    assert [y for _, y in flat].count(0.0) == 2
    assert [y for _, y in pointy].count(0.0) == 1
    sides = [math.dist(a, b) for a, b in pairwise([*flat, flat[0]])]
    assert sides == pytest.approx([47.625] * 6, rel=2e-3), "the size 'hex' is a regular one"


@pytest.mark.parametrize(
    ("shape", "corner", "side"),
    [("rectangle", True, True), ("round", False, True), ("hex", False, True)],
)
def test_a_shape_is_cut_off_at_its_outline(
    shape: str, corner: bool, side: bool, tmp_path: Path
) -> None:
    face = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 70"><rect width="80" height="70" '
        'fill="#ff0000"/></svg>'
    )
    game = make_game(
        tmp_path,
        kind={"shape": shape},
        print={"card_size": "80 x 70 mm"},
        files={"templates/card.svg.j2": face},
    )
    (file,) = build(game, Options(output=tmp_path / "o")).files
    page = picture(file.path.read_bytes())
    left, top = (210 - 80 * 2) / 2, (297 - 70 * 4) / 2
    assert is_red(page, left + 1.5, top + 1.5) == corner
    assert is_red(page, left + 40, top + 1.5) == side
    assert is_red(page, left + 40, top + 35)


def picture(pdf: bytes) -> PIL.Image.Image:
    with pypdfium2.PdfDocument(pdf) as document:
        return document[0].render(scale=4 * MM_PER_PT).to_pil().convert("RGB")


def is_red(page: PIL.Image.Image, x_mm: float, y_mm: float) -> bool:
    pixel = page.getpixel((int(x_mm * 4), int(y_mm * 4)))
    assert isinstance(pixel, tuple)
    return pixel[0] > 200 and pixel[1] < 100


def test_cards_that_are_no_rectangles_get_a_line_to_cut_along(tmp_path: Path) -> None:
    layout = SHIPPED["letter"].layout(CARD_SIZES["hex"])
    front, back = imposed(layout, 4, "hex")
    assert (front.has_outlines, back.has_outlines) == (True, False)
    assert not any(
        sheet.has_outlines
        for sheet in imposed(SHIPPED["labels-round"].layout((38.1, 38.1)), 4, "round")
    ), "cut already"


# ---------------------------------------------------------------- the game's own sheets

OWN = """\
mine:
  about: the odd one
  paper: 12 x 18 in
  orientation: landscape
  grid: 4 x 3
  left: 10 mm
  top: 20 mm
  gutter: 8 x 2 mm
  bleed: 1 mm
  back_bleed: 3 mm
  marks: lines
a4:
  paper: a4
  grid: 2 x 2
"""


def own(folder: Path, text: str = OWN, **sections: Any) -> Game:
    game = make_game(folder, **sections)
    (folder / "sheets.yaml").write_text(text, encoding="utf-8")
    return game


def test_a_game_adds_and_replaces_sheets(tmp_path: Path) -> None:
    game = own(tmp_path)
    printing = printing_for(game, Options(sheet="mine"))
    layout, label = printing.layout, printing.label
    grid = card_grid(layout)
    assert label == "mine"
    assert (grid.columns, grid.rows, grid.left, grid.top, grid.gutters) == (
        4,
        3,
        10.0,
        20.0,
        (8.0, 2.0),
    )
    assert (grid.width_mm, grid.height_mm) == pytest.approx((457.2, 304.8))
    assert (layout.bleed_mm, layout.back_bleed_mm, layout.marks) == (1.0, 3.0, Marks.LINES)
    assert card_grid(printing_for(game, Options(paper="a4")).layout).slots == 4, (
        "the plain sheet of a paper is one like any other"
    )
    assert card_grid(printing_for(game, Options()).layout).slots == 4
    changed = printing_for(
        game, Options(sheet="mine", gutter_mm=1.0, bleed_mm=0.0, back_bleed_mm=0.5)
    ).layout
    assert (changed.gutter_mm, changed.gutter_y_mm, changed.bleed_mm, changed.back_bleed_mm) == (
        1.0,
        None,
        0.0,
        0.5,
    )


def faults_of(folder: Path, text: str) -> list[tuple[str, int, int]]:
    game = own(folder, text)
    with pytest.raises(ProblemError) as caught:
        printing_for(game, Options())
    return [
        (p.code, p.place.line, p.place.column)
        for p in caught.value.problems
        if p.place and p.place.file == "sheets.yaml"
    ]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("mine:\n  paper: a4\n  grid: 3 by 4\n", ("wrong-type", 3, 9)),
        ("mine:\n  papr: a4\n", ("unknown-key", 2, 3)),
        ("mine:\n  paper: quarto\n", ("bad-length", 2, 10)),
        ("mine:\n  gutter: 3\n", ("bad-length", 2, 11)),
        ("mine:\n  marks: cross\n", ("unknown-word", 2, 10)),
        ("mine:\n  backs: gutterfold\n", ("unknown-word", 2, 10)),
        ("mine:\n  gutter: 3 mm\n  pitch: 70 x 90 mm\n", ("sheet-conflict", 3, 10)),
        ("mine:\n  card: poker\n  grid: 2 x 2\n  pitch: 60 x 90 mm\n", ("sheet-conflict", 4, 10)),
        ("mine:\n  card: poker\n", ("missing-field", 2, 9)),
        ("mine:\n  paper: card\n  grid: 2 x 2\n", ("sheet-conflict", 3, 9)),
        ("My Sheet:\n  paper: a4\n", ("bad-name", 1, 1)),
        ("- a4\n", ("wrong-type", 1, 1)),
        ("mine:\n  paper: [a4\n", ("yaml-syntax", 3, 1)),
        ("mine:\n  marks: no\n", ("ambiguous-value", 2, 10)),
        ("mine:\n  left: .5\n", ("ambiguous-value", 2, 9)),
    ],
)
def test_faults_of_a_sheets_yaml_have_their_place(
    text: str, fault: tuple[str, int, int], tmp_path: Path
) -> None:
    assert faults_of(tmp_path, text) == [fault]


def test_all_faults_of_a_sheets_yaml_are_told_at_once(tmp_path: Path) -> None:
    assert len(faults_of(tmp_path, "a:\n  grid: 1\nb:\n  left: 3\nc:\n  colour: red\n")) == 3


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "elsewhere.yaml").write_text(OWN, encoding="utf-8")
    game = make_game(tmp_path / "game")
    (tmp_path / "game" / "sheets.yaml").symlink_to(tmp_path / "elsewhere.yaml")
    with pytest.raises(ProblemError, match="folder"):
        printing_for(game, Options())


def test_the_game_may_choose_its_sheet(tmp_path: Path) -> None:
    game = own(tmp_path, print={"sheet": "mine"})
    assert printing_for(game, Options()).label == "mine"
    assert printing_for(game, Options(paper="letter")).label == "letter", (
        "the command line's paper goes before the game's sheet"
    )
    free = make_game(tmp_path / "free", print={"sheet": "9-up", "paper": "letter"})
    assert [printing_for(free, Options(paper=paper)).label for paper in (None, "a3", "card")] == [
        "9-up-letter",
        "9-up-a3",
        "card",
    ]


@pytest.mark.parametrize(
    ("defaults", "code", "line"),
    [
        ({"sheet": "nine"}, "unknown-sheet", "nine"),
        ({"sheet": "avery-7414", "paper": "letter"}, "sheet-conflict", "letter"),
    ],
)
def test_what_the_game_says_wrongly_of_sheets_is_told_with_its_place(
    defaults: dict[str, str], code: str, line: str, tmp_path: Path
) -> None:
    game = make_game(tmp_path, print=defaults)
    with pytest.raises(ProblemError) as caught:
        printing_for(game, Options())
    (problem,) = caught.value.problems
    assert problem.code == code
    assert problem.place
    assert line in (tmp_path / "cards.yaml").read_text().splitlines()[problem.place.line - 1]


def test_a_size_of_cards_is_no_sheet(tmp_path: Path) -> None:
    with pytest.raises(ProblemError) as caught:
        printing_for(make_game(tmp_path), Options(sheet="Poker"))
    assert caught.value.problems[0].hint == "that is a size of cards: --card-size poker"


def test_cards_of_another_size_are_refused_on_perforated_stock_not_scaled(tmp_path: Path) -> None:
    game = make_game(tmp_path)
    with pytest.raises(ProblemError) as caught:
        plan(game, Options(sheet="avery-5371"))
    (problem,) = caught.value.problems
    assert (problem.code, "--card-size" in (problem.hint or "")) == ("wrong-card-size", True)
    for size in ((88.9, 50.8), (50.8, 88.9)):
        (item,) = plan(game, Options(sheet="avery-5371", card_size_mm=size))
        (trim,) = (p.trim for p in item.sheets[0].placements)
        assert (trim.width, trim.height) == pytest.approx(size)


def test_cards_larger_than_the_pitch_are_refused(tmp_path: Path) -> None:
    game = own(tmp_path, "close:\n  pitch: 60 x 90 mm\n")
    with pytest.raises(ProblemError, match="larger than the pitch"):
        plan(game, Options(sheet="close"))
    assert printing_for(
        game, Options(sheet="close", card_size_mm=(60.0, 80.0))
    ).layout.gutter_y_mm == pytest.approx(10.0)


def test_a_grid_that_does_not_fit_is_told(tmp_path: Path) -> None:
    game = own(tmp_path, "full:\n  paper: a4\n  card: 63 x 88 mm\n  grid: 5 x 5\n")
    for size in ((63.0, 88.0), (88.0, 63.0)):
        with pytest.raises(
            ProblemError, match=r"5 x 5 cards of .* does not fit on a page of 210 x 297 mm"
        ):
            plan(game, Options(sheet="full", card_size_mm=size))


def test_more_bleed_than_is_drawn_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ProblemError, match="at most 5 mm, found 6 mm"):
        plan(make_game(tmp_path), Options(back_bleed_mm=6.0))


# ---------------------------------------------------------------- what docs/how-to/printing.md says

TEXT = "".join(
    (ROOT / "docs" / page).read_text(encoding="utf-8")
    for page in ("reference/printing.md", "how-to/printing.md")
)


def test_the_document_lists_the_shipped_sheets_with_what_they_hold() -> None:
    rows = re.findall(r"^\| `([\w-]+)` \| (any|one page per card|`\w+`) \| (\d+) \|", TEXT, re.M)
    assert {name for name, _, _ in rows} == {*SHIPPED} - {*PAPER_SIZES}
    for name, paper, count in rows:
        stock = SHIPPED[name]
        assert paper.strip("`") == {None: "any", "card": "one page per card"}.get(
            stock.paper_name, stock.paper_name
        )
        layout = stock.layout(stock.card_mm or CARD_SIZES["standard"])
        slots = card_grid(layout).slots if layout.paper_mm else 1
        assert int(count) == (slots // 2 if layout.backs is Backs.FOLD else slots)


def test_the_document_names_every_paper() -> None:
    plain = TEXT.split("\nThe plain sheets are ")[1].split(". ")[0]
    assert set(re.findall(r"`(\w+)`", plain)) == set(PAPER_SIZES)


def test_the_document_names_every_key_of_a_sheet() -> None:
    table = TEXT.split("| key | meaning | default |")[1].split("\n\n")[0]
    rows = [line.split(" | ")[0] for line in table.splitlines()[2:]]
    assert set(re.findall(r"`(\w+)`", " ".join(rows))) == set(SheetSpec.entries)


def test_the_examples_of_the_document_are_read(tmp_path: Path) -> None:
    sheets, profile = re.findall(r"^```yaml\n(.*?)^```$", TEXT, re.M | re.S)
    layout = printing_for(own(tmp_path, sheets), Options(sheet="our-cutter")).layout
    assert card_grid(layout).slots == 18
    assert card_grid(layout).gutters == pytest.approx((7.0, 6.0))
    (tmp_path / "printers.yaml").write_text(profile, encoding="utf-8")
    assert load_printers(tmp_path / "printers.yaml") == {
        "brother": Profile("brother", -0.6, 0.4, 0.106)
    }


# ---------------------------------------------------------------- the command line


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    own(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_sheets_lists_what_there_is(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["sheets"]) == 0
    out, _ = capsys.readouterr()
    rows = {line.split()[0]: line.split()[1:3] for line in out.splitlines() if line}
    assert rows["letter"] == ["letter", "9"]
    assert rows["8-up-gutterfold"] == ["any", "4"]
    assert rows["avery-5371"] == ["letter", "10"]
    assert rows["mine"] == ["12x18", "12"]
    assert rows["a4"] == ["a4", "4"]
    assert run(["sheets", "--format", "json", "--card-size", "tarot"]) == 0
    listed = json.loads(capsys.readouterr().out)["results"]["sheets"]
    assert {sheet["name"]: sheet["cards"] for sheet in listed}["9-up"] is None
    assert {sheet["name"] for sheet in listed} == {*SHIPPED, "mine"}


def test_sheets_says_of_own_sheets_only_what_they_say(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "sheets.yaml").write_text(
        "mine: {paper: a4, grid: 2 x 2, card: 60 x 80 mm}\nbare: {paper: a4, grid: 2 x 2}\n"
    )
    assert run(["sheets"]) == 0
    out, _ = capsys.readouterr()
    assert not [line for line in out.splitlines() if line != line.rstrip()]
    assert re.search(r"^mine +a4 +4  its own size, 60 x 80 mm$", out, re.M)
    assert re.search(r"^bare +a4 +4$", out, re.M)


def test_an_empty_file_of_sheets_is_told_what_belongs_there(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "sheets.yaml").write_text("# my sheets\n")
    assert run(["sheets"]) == 1
    _, err = capsys.readouterr()
    assert "sheets.yaml:1:1: error[empty-file]: expected sheets, found an empty file" in err
    assert "my-game" not in err
    (here / "sheets.yaml").write_text(re.search(r"`(my-labels: .*?)`", err)[1])  # type: ignore[index]
    assert run(["sheets"]) == 0


def test_what_does_not_fit_a_sheet_with_its_own_paper_is_not_sent_to_another_paper(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def hint(*words: str) -> str:
        assert run(["build", *words]) == 1
        return capsys.readouterr().err

    (here / "sheets.yaml").write_text("mine: {paper: a4, grid: 5 x 5}\nfree: {grid: 5 x 5}\n")
    assert "change it in sheets.yaml, or choose another --sheet" in hint("--sheet", "mine")
    assert "with --paper" in hint("--sheet", "free")
    assert "with --paper" in hint("--paper", "a4", "--card-size", "300 x 400 mm")
    said = hint("--sheet", "a4", "--card-size", "300 x 400 mm")
    assert "choose another --sheet" in said
    assert "sheets.yaml" not in said


def test_footers_of_front_and_back_stand_at_the_same_edge(tmp_path: Path) -> None:
    sheet = (
        "mine: {paper: a4, orientation: landscape, grid: 4 x 2, left: 12 mm, top: 12 mm, marks: "
        "lines}\n"
    )
    layout = printing_for(own(tmp_path, sheet), Options(sheet="mine")).layout
    front, back = imposed(layout, 8)
    assert front.footer == back.footer == "side", (
        "below the backs, where their paper lies turned, there is no room"
    )
    assert max(line.x2 for line in front.marks) < front.width_mm - FOOTER_MM


def test_build_takes_a_sheet_by_name(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["build", "--sheet", "mine"]) == 0
    assert run(["build", "--sheet", "9-up", "--paper", "letter"]) == 0
    assert run(["build", "--sheet", "8-up-gutterfold"]) == 0
    assert run(["build", "--sheet", "8-up-gutterfold", "--backs", "none"]) == 0
    assert run(["build", "--sheet", "avery-5371", "--card-size", "business"]) == 0
    names = {path.name.split("-cards-")[1] for path in (here / "output").iterdir()}
    assert names == {
        "mine.pdf",
        "9-up-letter.pdf",
        "8-up-gutterfold-a4.pdf",
        "8-up-gutterfold-a4-fronts.pdf",
        "avery-5371.pdf",
    }


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--sheet", "avry-5371"], "did you mean 'avery-5371'?"),
        (["--sheet", "avery-5371", "--paper", "a4"], "is for letter paper, but you asked for a4"),
        (["--sheet", "a4", "--paper", "letter"], "is for a4 paper"),
        (["--sheet", "9-up", "--paper", "card"], "needs a paper"),
        (["--sheet", "avery-5371", "--gutter", "3 mm"], "its own gaps"),
        (["--sheet", "9-up", "--backs", "fold"], "even number of columns"),
        (["--sheet", "1-up", "--backs", "fold"], "a separate page"),
    ],
)
def test_sheets_that_cannot_be_meant_are_wrong_usage(
    words: list[str], said: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["build", *words]) == 2
    assert said in capsys.readouterr().err
    assert not (here / "output").exists()


def test_a_faulty_sheets_yaml_is_told_with_its_line(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "sheets.yaml").write_text("mine:\n  grid: many\n", encoding="utf-8")
    for command in ("build", "sheets"):
        assert run([command]) == 1
        assert "sheets.yaml:2:9: error[wrong-type]" in capsys.readouterr().err


def test_a_matrix_puts_a_page_onto_another() -> None:
    """A landscape page on an upright one, a quarter turn clockwise: its top left corner is the
    paper's top right one.
    """
    from generator.face.fonts import FontBook

    document = Document(FontBook(), "Trial")
    document.page(50, 80, None, (80, 50), Matrix(0.0, 1.0, -1.0, 0.0, 50, 0.0))
    document.line(10, 5, 30, 5, 1.0)
    page = picture(document.close()).convert("L")
    assert page.size == pytest.approx((200, 320), abs=1)
    dark = [
        (x, y) for x in range(page.width) for y in range(page.height) if page.getpixel((x, y)) < 100
    ]
    assert (min(x for x, _ in dark) / 4, max(x for x, _ in dark) / 4) == pytest.approx(
        (44.5, 45.5), abs=0.4
    )
    assert (min(y for _, y in dark) / 4, max(y for _, y in dark) / 4) == pytest.approx(
        (10, 30), abs=0.4
    )


def test_the_own_mirror_of_this_test_agrees_with_the_paper() -> None:
    front = Box(10, 20, 30, 40)
    sheet = imposed(Layout(), 1)[0]
    assert same(turned_paper(front, sheet, Flip.LONG_EDGE), Box(170, 20, 30, 40))


def test_what_does_not_fit_is_told_where_the_sheet_is_described(tmp_path: Path) -> None:
    sheets = (
        "wide:\n  paper: a4\n  grid: 6 x 3\nperf:\n  paper: a4\n  card: 40 x 60 mm\n  grid: 2 x 2\n"
        "odd:\n  pitch: 50 x 50 mm\n"
    )
    game = make_game(tmp_path, files={"sheets.yaml": sheets}, print={"bleed": "9 mm"})
    for options, place in (
        (Options(sheet="wide", bleed_mm=0), "sheets.yaml:1:1"),
        (Options(sheet="perf", bleed_mm=0), "sheets.yaml:4:1"),
        (Options(sheet="odd", bleed_mm=0), "sheets.yaml:8:1"),
        (Options(), "cards.yaml:6:10"),
        (Options(bleed_mm=7), ""),
    ):
        with pytest.raises(ProblemError) as raised:
            plan(game, options)
        assert str(raised.value.problems[0].place) == place


def test_sheets_counts_cards_of_the_games_own_size(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["sheets", "--format", "json"]) == 0
    before = json.loads(capsys.readouterr().out)["results"]
    path = here / "cards.yaml"
    path.write_text(path.read_text().replace("print:\n", "print:\n  card_size: mini\n"))
    assert run(["sheets", "--format", "json"]) == 0
    after = json.loads(capsys.readouterr().out)["results"]
    assert (before["card_size_mm"], after["card_size_mm"]) == ([63, 88], [44.45, 63.5])
    letter = [
        next(sheet["cards"] for sheet in one["sheets"] if sheet["name"] == "letter")
        for one in (before, after)
    ]
    assert letter == [9, 18]  # three by six, across
