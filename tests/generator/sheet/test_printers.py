"""Printers that miss: profiles are kept, backs are moved so that they land, and a calibration sheet
tells the truth.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import pikepdf
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from generator.cli.main import run
from generator.data.game import Game
from generator.data.problems import ProblemError, Problems
from generator.data.units import CARD_SIZES, MM_PER_PT, PT_PER_MM
from generator.job.build import build
from generator.job.planning import Options
from generator.sheet.printers import (
    Profile,
    change_printers,
    find_printer,
    load_printers,
    printers_path,
)
from generator.sheet.sheets import Backs, Flip, Piece, card_grid, impose
from generator.sheet.stocks import Stock, stocks_of
from tests.generator.sheet.misprint import (
    NAMES,
    Matrix,
    Point,
    misprint,
    printers,
    properties,
    seen_from_front,
    times,
)

ENOUGH_MM = 0.05


def on_upright_paper(point: Point, width: float, height: float) -> Point:
    """Turn a landscape page clockwise onto upright paper."""
    return (height - point[1], point[0]) if width > height else point


# ---------------------------------------------------------------- the law


@properties
@given(
    st.sampled_from(list(stocks_of(Path("no-game"), Problems()).values())),
    st.sampled_from(list(CARD_SIZES.values())),
    printers,
    st.integers(1, 12),
)
def test_backs_land_behind_fronts_on_a_printer_that_misses(
    stock: Stock, size: Point, printer: Profile, count: int
) -> None:
    assume(stock.paper != "card")
    layout = stock.layout(stock.card_mm or size, flip=printer.flip)
    try:
        card_grid(layout)
    except ValueError:
        assume(False)
    sheets = impose(
        [Piece(f"card-{n}", f"back-{n}", "deck", layout.card_mm) for n in range(count)], layout
    )
    for front, back in pairwise(sheets):
        if back.side != "back":
            continue
        width, height = front.width_mm, front.height_mm
        paper = min(width, height), max(width, height)
        behind = {p.key.replace("back", "card"): p.trim.centre for p in back.placements}
        for placement in front.placements:
            at = on_upright_paper(placement.trim.centre, width, height)
            a, b, c, d, e, f = printer.correction(*paper)
            x, y = on_upright_paper(behind[placement.key], width, height)
            printed = misprint(printer, (a * x + c * y + e, b * x + d * y + f), paper)
            assert math.dist(seen_from_front(printed, paper, printer.flip), at) < ENOUGH_MM


@properties
@given(printers, st.tuples(st.floats(0, 300), st.floats(0, 300)))
def test_a_correction_is_the_misprint_undone(printer: Profile, point: Point) -> None:
    a, b, c, d, e, f = printer.correction(210, 297)
    moved = a * point[0] + c * point[1] + e, b * point[0] + d * point[1] + f
    assert misprint(printer, moved, (210, 297)) == pytest.approx(point, abs=1e-9)
    assert printer.printed(moved, 210, 297) == pytest.approx(point, abs=1e-9)


def test_which_way_is_plus() -> None:
    """Too far right by 1 mm: moved left. Too far down: moved up. Turned clockwise: turned back,
    counter-clockwise.
    """
    assert Profile("p", shift_x_mm=1.0).correction(210, 297) == pytest.approx((1, 0, 0, 1, -1, 0))
    assert Profile("p", shift_y_mm=1.0).correction(210, 297) == pytest.approx((1, 0, 0, 1, 0, -1))
    turned = Profile("p", turn_degrees=1.0)
    assert turned.printed((205, 148.5), 210, 297)[1] > 148.5, (
        "clockwise: what is at the right goes down"
    )
    a, b, c, d, e, f = turned.correction(210, 297)
    assert b * 205 + d * 148.5 + f < 148.5
    assert (a * 105 + c * 148.5 + e, b * 105 + d * 148.5 + f) == pytest.approx((105, 148.5)), (
        "the middle stays"
    )


# ---------------------------------------------------------------- the real PDF


@dataclass(frozen=True)
class Shown:
    """A form on a page: where the middle of its card lies on the paper, in mm from the top left
    corner; and its turn there.
    """

    name: str
    centre: Point
    degrees: float


def shown(page: pikepdf.Page, size_mm: Point) -> Iterator[Shown]:
    """List the forms that a page shows, following its stack of matrices."""
    matrix: Matrix = (1, 0, 0, 1, 0, 0)
    stack: list[Matrix] = []
    for operands, operator in pikepdf.parse_content_stream(page):
        match str(operator):
            case "q":
                stack.append(matrix)
            case "Q":
                matrix = stack.pop()
            case "cm":
                matrix = times(tuple(float(o) for o in operands), matrix)
            case "Do":
                x, y = size_mm[0] / 2 * PT_PER_MM, size_mm[1] / 2 * PT_PER_MM
                a, b, c, d, e, f = matrix
                at = (
                    (a * x + c * y + e) * MM_PER_PT,
                    (float(page.mediabox[3]) - b * x - d * y - f) * MM_PER_PT,
                )
                yield Shown(str(operands[0]), at, math.degrees(math.atan2(-b, a)))
    assert not stack, "every q has its Q"


@pytest.mark.parametrize(
    ("sheet", "size_mm"),
    [
        ("a4", (63.0, 88.0)),
        ("odd", (63.0, 88.0)),
        ("avery-8414", (87.0, 50.8)),
        ("avery-8414", (50.8, 87.0)),
        ("1-up", (88.0, 63.0)),
    ],
)
@pytest.mark.parametrize("flip", Flip)
@pytest.mark.parametrize(("shift_x", "shift_y", "turn"), [(2.7, -1.3, 0.8), (-0.6, 3.0, -1.0)])
def test_backs_of_the_finished_file_land_behind_their_fronts(
    sheet: str,
    size_mm: Point,
    flip: Flip,
    shift_x: float,
    shift_y: float,
    turn: float,
    deck: Game,
    tmp_path: Path,
) -> None:
    printer = Profile("brother", shift_x, shift_y, turn, flip)
    options = Options(
        output=tmp_path / "o", sheet=sheet, card_size_mm=size_mm, flip=flip, printer=printer
    )
    (file,) = build(deck, options).files
    assert file.path.name.endswith("-brother.pdf")
    drawn = 63.0, 88.0
    with pikepdf.open(file.path) as pdf:
        pages = list(pdf.pages)
        seen = 0
        for front, back in zip(pages[::2], pages[1::2], strict=True):
            paper = float(front.mediabox[2]) * MM_PER_PT, float(front.mediabox[3]) * MM_PER_PT
            assert front.mediabox == back.mediabox
            assert paper[0] <= paper[1], "pages are upright"
            if sheet == "1-up":
                flip = (
                    Flip.LONG_EDGE
                )  # single cards are no sheet to turn; their backs only have to lie in the middle
            backs = [
                (one, seen_from_front(misprint(printer, one.centre, paper), paper, flip))
                for one in shown(back, drawn)
            ]
            for one in shown(front, drawn):
                there, at = min(backs, key=lambda pair: math.dist(pair[1], one.centre))
                assert math.dist(at, one.centre) < ENOUGH_MM
                turned = (there.degrees + printer.turn_degrees - one.degrees) % 180
                assert min(turned, 180 - turned) < 0.01
                assert abs(there.degrees - round(there.degrees / 90) * 90) == pytest.approx(
                    abs(turn), abs=0.01
                )
                seen += 1
    assert seen == len(NAMES)


@pytest.mark.parametrize("printer", [None, Profile("p", 1.0)])
@pytest.mark.parametrize("size_mm", [(87.0, 50.8), (50.8, 87.0)])
def test_fronts_meet_the_perforation_whichever_way_they_lie(
    size_mm: Point, printer: Profile | None, deck: Game, tmp_path: Path
) -> None:
    """Source: reference, printing, section 9, 8414: first card at 14.8, 20.4 mm, pitch 93.1 x 50.8
    mm.
    """
    slots = [
        (14.8 + 43.5 + column * 93.1, 20.4 + 25.4 + row * 50.8)
        for row in range(5)
        for column in range(2)
    ]
    options = Options(
        output=tmp_path / "o", sheet="avery-8414", card_size_mm=size_mm, printer=printer
    )
    with pikepdf.open(build(deck, options).files[0].path) as pdf:
        places = [one.centre for one in shown(pdf.pages[0], (63.0, 88.0))]
    assert len(places) == len(NAMES)
    assert all(min(math.dist(place, slot) for slot in slots) < 0.01 for place in places)


def test_a_printer_without_backs_to_move_changes_nothing_and_says_so(
    deck: Game, tmp_path: Path
) -> None:
    for backs in (Backs.NONE, Backs.FOLD):
        made = [
            build(deck, Options(output=tmp_path / name, backs=backs, printer=printer))
            for name, printer in (("plain", None), ("for-p", Profile("p", 1.0, 1.0)))
        ]
        plain, moved = (result.files[0].path for result in made)
        assert plain.name == moved.name
        assert plain.read_bytes() == moved.read_bytes()
        assert [
            p.code for result in made for p in result.problems if p.code == "no-backs-to-move"
        ] == ["no-backs-to-move"]


def test_a_page_of_one_card_keeps_its_cut_when_it_is_turned_upright(
    deck: Game, tmp_path: Path
) -> None:
    options = Options(
        output=tmp_path / "o",
        sheet="1-up",
        card_size_mm=(88.0, 63.0),
        printer=Profile("p", 1.0, 1.0, 0.5),
    )
    with pikepdf.open(build(deck, options).files[0].path) as pdf:
        for page in pdf.pages:
            assert [float(v) * MM_PER_PT for v in page.mediabox] == pytest.approx(
                [0, 0, 69, 94], abs=0.01
            )
            assert [float(v) * MM_PER_PT for v in page.trimbox] == pytest.approx(
                [3, 3, 66, 91], abs=0.01
            )


def test_footer_and_marks_of_a_back_move_with_it_and_fronts_stay(
    deck: Game, tmp_path: Path
) -> None:
    plain = build(deck, Options(output=tmp_path / "plain")).files[0].path
    moved = (
        build(deck, Options(output=tmp_path / "moved", printer=Profile("p", 1.5, 0.0, 0.0)))
        .files[0]
        .path
    )
    with pikepdf.open(plain) as one, pikepdf.open(moved) as other:
        content = [
            [
                pikepdf.unparse_content_stream(pikepdf.parse_content_stream(page))
                for page in pdf.pages
            ]
            for pdf in (one, other)
        ]
    (front, back), (front_too, back_too) = content
    assert front_too == front
    before, matrix, after = back_too.decode("latin-1").partition(
        f"q\n1 0 0 1 {-1.5 * PT_PER_MM:.3f} 0 cm\n"
    )
    assert matrix
    assert after.endswith("\nQ")
    assert before + after.removesuffix("\nQ") == back.decode("latin-1"), (
        "all of the page moves, and nothing else changes"
    )
    assert not {"Do", "S", "f", "re"} & set(before.split())


def test_the_same_profile_gives_the_same_bytes(deck: Game, tmp_path: Path) -> None:
    printer = Profile("p", 0.1, 0.2, 0.3)
    once, again = (
        build(deck, Options(output=tmp_path / name, printer=printer)).files[0].path.read_bytes()
        for name in "ab"
    )
    assert once == again


@settings(properties, max_examples=10)
@given(
    st.dictionaries(
        st.from_regex(r"[a-z0-9]{1,8}(-[a-z0-9]{1,4})?", fullmatch=True), printers, max_size=4
    )
)
def test_profiles_are_read_back_as_they_were_kept(
    tmp_path_factory: pytest.TempPathFactory, kept: dict[str, Profile]
) -> None:
    path = tmp_path_factory.mktemp("profiles") / "printers.yaml"
    kept = {
        name: Profile(
            name, round(p.shift_x_mm, 3), round(p.shift_y_mm, 3), round(p.turn_degrees, 3), p.flip
        )
        for name, p in kept.items()
    }
    change_printers(lambda _: kept, path)
    assert load_printers(path) == kept


def test_profiles_lie_where_xdg_says(home: Path) -> None:
    assert printers_path() == home
    assert load_printers() == {}
    change_printers(lambda _: {"p": Profile("p", -1.2)})
    assert "p:\n  shift_x_mm: -1.2\n  shift_y_mm: 0\n" in home.read_text()
    with pytest.raises(ProblemError) as caught:
        find_printer("q")
    assert caught.value.problems[0].hint == "the profiles are p"


def test_build_takes_the_flip_of_the_printer(
    home: Path, deck: Game, capsys: pytest.CaptureFixture[str]
) -> None:
    change_printers(lambda _: {"office": Profile("office", 0.5, flip=Flip.SHORT_EDGE)})
    assert run(["build", "--printer", "office"]) == 0
    assert [path.name[5:] for path in Path("output").iterdir()] == [
        f"{deck.name[5:]}-cards-a4-short-edge-office.pdf"
    ]
    assert run(["build", "--printer", "office", "--flip", "long-edge"]) == 2
    assert "was measured for --flip short-edge" in capsys.readouterr().err
    assert run(["build", "--printer", "ofice"]) == 2
    assert "did you mean 'office'?" in capsys.readouterr().err


def test_a_broken_profile_is_told_with_its_line(
    home: Path, deck: Game, capsys: pytest.CaptureFixture[str]
) -> None:
    home.parent.mkdir(parents=True)
    home.write_text(
        "office:\n  shift_x_mm: wide\n  shift_y_mm: 0\n  turn_degrees: 12.5\n", encoding="utf-8"
    )
    for words in (
        ["build", "--printer", "office"],
        ["calibrate", "--list"],
        ["calibrate", "--save", "p", "--shift-x", "1"],
    ):
        assert run(words) == 1
        err = capsys.readouterr().err
        assert "printers.yaml:2:15: error[wrong-type]" in err
        assert "printers.yaml:4:17: error[out-of-range]" in err
    assert "wide" in home.read_text(), "a file that cannot be read is not written over"


def test_a_folder_in_the_place_of_profiles_is_told(
    home: Path, deck: Game, capsys: pytest.CaptureFixture[str]
) -> None:
    home.mkdir(parents=True)
    assert run(["calibrate", "--list"]) == 1
    err = capsys.readouterr().err
    assert "error[is-a-folder]" in err
    assert "hint: move it away" in err
