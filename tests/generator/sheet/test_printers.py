"""Printers that miss: profiles are kept, backs are moved so that they land, and a calibration sheet tells the truth."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from generator.cli.main import run
from generator.data.game import Game
from generator.data.problems import ProblemError
from generator.data.units import CARD_SIZES, MM_PER_PT, PAPER_SIZES, PT_PER_MM
from generator.job.build import build
from generator.job.planning import Options
from generator.sheet.calibration import MOST_READ_MM, reach_mm, reading_text, write_calibration
from generator.sheet.printers import Profile, Readings, combined, find_printer, keep_printers, load_printers, printers_path
from generator.sheet.sheets import Backs, Flip, Piece, Rectangle, card_grid, impose
from generator.sheet.stocks import Stock, stocks_of
from tests.conftest import make_game

properties = settings(derandomize=True, deadline=None, max_examples=60)
ENOUGH_MM = 0.05

flips = st.sampled_from(Flip)
shifts = st.floats(-3, 3)
turns = st.floats(-1, 1)
printers = st.builds(Profile, st.just("brother"), shifts, shifts, turns, flips)

Point = tuple[float, float]
Matrix = tuple[float, ...]


# ---------------------------------------------------------------- a printer and the paper, written for themselves


def misprint(printer: Profile, point: Point, paper_mm: Point) -> Point:
    """Print a point of an upright back page as the printer does: turn clockwise about the middle of the paper, then shift."""
    x, y = point[0] - paper_mm[0] / 2, point[1] - paper_mm[1] / 2
    distance, angle = math.hypot(x, y), math.atan2(y, x) + math.radians(printer.turn_degrees)  # y downward: clockwise
    return (
        paper_mm[0] / 2 + distance * math.cos(angle) + printer.shift_x_mm,
        paper_mm[1] / 2 + distance * math.sin(angle) + printer.shift_y_mm,
    )


def seen_from_front(point: Point, paper_mm: Point, flip: Flip) -> Point:
    """Find the point of the front behind which a point of the back lies, on upright paper: its long edge is the upright one."""
    return (paper_mm[0] - point[0], point[1]) if flip is Flip.LONG_EDGE else (point[0], paper_mm[1] - point[1])


def on_upright_paper(point: Point, width: float, height: float) -> Point:
    """Turn a landscape page clockwise onto upright paper."""
    return (height - point[1], point[0]) if width > height else point


# ---------------------------------------------------------------- the law


@properties
@given(st.sampled_from(list(stocks_of().values())), st.sampled_from(list(CARD_SIZES.values())), printers, st.integers(1, 12))
def test_backs_land_behind_fronts_on_a_printer_that_misses(stock: Stock, size: Point, printer: Profile, count: int) -> None:
    assume(stock.paper != "card")
    layout = stock.layout(stock.card_mm or size, flip=printer.flip)
    try:
        card_grid(layout)
    except ValueError:
        assume(False)
    sheets = impose([Piece(f"card-{n}", f"back-{n}", "deck", layout.card_mm) for n in range(count)], layout)
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
    """Too far right by 1 mm: moved left. Too far down: moved up. Turned clockwise: turned back, counter-clockwise."""
    assert Profile("p", shift_x_mm=1.0).correction(210, 297) == pytest.approx((1, 0, 0, 1, -1, 0))
    assert Profile("p", shift_y_mm=1.0).correction(210, 297) == pytest.approx((1, 0, 0, 1, 0, -1))
    turned = Profile("p", turn_degrees=1.0)
    assert turned.printed((205, 148.5), 210, 297)[1] > 148.5, "clockwise: what is at the right goes down"
    a, b, c, d, e, f = turned.correction(210, 297)
    assert b * 205 + d * 148.5 + f < 148.5
    assert (a * 105 + c * 148.5 + e, b * 105 + d * 148.5 + f) == pytest.approx((105, 148.5)), "the middle stays"


@given(*[st.tuples(*[st.floats(-2, 2)] * 6)] * 2, st.tuples(st.floats(-9, 9), st.floats(-9, 9)))
@properties
def test_two_moves_in_one(first: Matrix, second: Matrix, point: Point) -> None:
    def moved(m: Matrix, p: Point) -> Point:
        return m[0] * p[0] + m[2] * p[1] + m[4], m[1] * p[0] + m[3] * p[1] + m[5]

    both = combined(first, second)  # type: ignore[arg-type]
    assert moved(both, point) == pytest.approx(moved(second, moved(first, point)), abs=1e-9)


# ---------------------------------------------------------------- the real PDF


@dataclass(frozen=True)
class Shown:
    """A form on a page: where the middle of its card lies on the paper, in mm from the top left corner; and its turn there."""

    name: str
    centre: Point
    degrees: float


def times(one: Matrix, other: Matrix) -> Matrix:
    """Return PDF's product of two matrices: `one` first."""
    a, b, c, d, e, f = one
    p, q, r, s, t, u = other
    return a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u


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
                at = (a * x + c * y + e) * MM_PER_PT, (float(page.mediabox[3]) - b * x - d * y - f) * MM_PER_PT
                yield Shown(str(operands[0]), at, math.degrees(math.atan2(-b, a)))
    assert not stack, "every q has its Q"


BACK = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88"><rect x="5" y="5" width="9" height="9"/></svg>'
NAMES = [f"card-{n}" for n in range(7)]
SHEETS = """\
odd:
  paper: letter
  orientation: landscape
  grid: 3 x 2
  left: 12 mm
  top: 15 mm
  gutter: 4 x 1 mm
"""


@pytest.fixture
def deck(tmp_path: Path) -> Game:
    """Seven cards, each with a back of its own."""
    backs = {"template": "back.svg.j2", "fields": {"name": "line"}, "cards": {f"{n}-back": {"name": n} for n in NAMES}}
    cards = {n: {"name": n, "back": f"{n}-back"} for n in NAMES}
    face = '<text x="5" y="10">{{ card.name }}</text>'
    components = {"deck": {"name": "Deck", "of": "card", "back": "card-0-back", "count": 7}}
    return make_game(
        tmp_path,
        face,
        cards,
        kinds={"back": backs},
        components=components,
        files={
            "templates/back.svg.j2": BACK.replace("</svg>", '<text x="5" y="20">{{ card.name }}</text></svg>'),
            "sheets.yaml": SHEETS,
        },
    )


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
    sheet: str, size_mm: Point, flip: Flip, shift_x: float, shift_y: float, turn: float, deck: Game, tmp_path: Path
) -> None:
    printer = Profile("brother", shift_x, shift_y, turn, flip)
    options = Options(output=tmp_path / "o", sheet=sheet, card_size_mm=size_mm, flip=flip, printer=printer)
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
                flip = Flip.LONG_EDGE  # single cards are no sheet to turn; their backs only have to lie in the middle
            backs = [(one, seen_from_front(misprint(printer, one.centre, paper), paper, flip)) for one in shown(back, drawn)]
            for one in shown(front, drawn):
                there, at = min(backs, key=lambda pair: math.dist(pair[1], one.centre))
                assert math.dist(at, one.centre) < ENOUGH_MM
                turned = (there.degrees + printer.turn_degrees - one.degrees) % 180
                assert min(turned, 180 - turned) < 0.01
                assert abs(there.degrees - round(there.degrees / 90) * 90) == pytest.approx(abs(turn), abs=0.01)
                seen += 1
    assert seen == len(NAMES)


@pytest.mark.parametrize("printer", [None, Profile("p", 1.0)])
@pytest.mark.parametrize("size_mm", [(87.0, 50.8), (50.8, 87.0)])
def test_fronts_meet_the_perforation_whichever_way_they_lie(
    size_mm: Point, printer: Profile | None, deck: Game, tmp_path: Path
) -> None:
    """Source: reference, printing, section 9, 8414: first card at 14.8, 20.4 mm, pitch 93.1 x 50.8 mm."""
    slots = [(14.8 + 43.5 + column * 93.1, 20.4 + 25.4 + row * 50.8) for row in range(5) for column in range(2)]
    options = Options(output=tmp_path / "o", sheet="avery-8414", card_size_mm=size_mm, printer=printer)
    with pikepdf.open(build(deck, options).files[0].path) as pdf:
        places = [one.centre for one in shown(pdf.pages[0], (63.0, 88.0))]
    assert len(places) == len(NAMES)
    assert all(min(math.dist(place, slot) for slot in slots) < 0.01 for place in places)


def test_a_printer_without_backs_to_move_changes_nothing_and_says_so(deck: Game, tmp_path: Path) -> None:
    for backs in (Backs.NONE, Backs.FOLD):
        made = [
            build(deck, Options(output=tmp_path / name, backs=backs, printer=printer))
            for name, printer in (("plain", None), ("for-p", Profile("p", 1.0, 1.0)))
        ]
        plain, moved = (result.files[0].path for result in made)
        assert plain.name == moved.name
        assert plain.read_bytes() == moved.read_bytes()
        assert [p.code for result in made for p in result.problems if p.code == "no-backs-to-move"] == ["no-backs-to-move"]


def test_a_page_of_one_card_keeps_its_cut_when_it_is_turned_upright(deck: Game, tmp_path: Path) -> None:
    options = Options(output=tmp_path / "o", sheet="1-up", card_size_mm=(88.0, 63.0), printer=Profile("p", 1.0, 1.0, 0.5))
    with pikepdf.open(build(deck, options).files[0].path) as pdf:
        for page in pdf.pages:
            assert [float(v) * MM_PER_PT for v in page.mediabox] == pytest.approx([0, 0, 69, 94], abs=0.01)
            assert [float(v) * MM_PER_PT for v in page.trimbox] == pytest.approx([3, 3, 66, 91], abs=0.01)


def test_footer_and_marks_of_a_back_move_with_it_and_fronts_stay(deck: Game, tmp_path: Path) -> None:
    plain = build(deck, Options(output=tmp_path / "plain")).files[0].path
    moved = build(deck, Options(output=tmp_path / "moved", printer=Profile("p", 1.5, 0.0, 0.0))).files[0].path
    with pikepdf.open(plain) as one, pikepdf.open(moved) as other:
        content = [
            [pikepdf.unparse_content_stream(pikepdf.parse_content_stream(page)) for page in pdf.pages] for pdf in (one, other)
        ]
    (front, back), (front_too, back_too) = content
    assert front_too == front
    before, matrix, after = back_too.decode("latin-1").partition(f"q\n1 0 0 1 {-1.5 * PT_PER_MM:.3f} 0 cm\n")
    assert matrix
    assert after.endswith("\nQ")
    assert before + after.removesuffix("\nQ") == back.decode("latin-1"), "all of the page moves, and nothing else changes"
    assert not {"Do", "S", "f", "re"} & set(before.split())


def test_the_same_profile_gives_the_same_bytes(deck: Game, tmp_path: Path) -> None:
    printer = Profile("p", 0.1, 0.2, 0.3)
    once, again = (build(deck, Options(output=tmp_path / name, printer=printer)).files[0].path.read_bytes() for name in "ab")
    assert once == again


# ---------------------------------------------------------------- the calibration sheet


def lines_of(page: pikepdf.Page) -> list[tuple[Point, Point]]:
    """List the straight lines of a page, in mm from its top left corner, its own matrix included."""
    found, matrix, stack = [], (1.0, 0.0, 0.0, 1.0, 0.0, 0.0), list[Matrix]()
    start: Point = (0, 0)
    for operands, operator in pikepdf.parse_content_stream(page):
        word = str(operator)
        if word == "q":
            stack.append(matrix)
        elif word == "Q":
            matrix = stack.pop()  # type: ignore[assignment]
        elif word == "cm":
            matrix = times(tuple(float(o) for o in operands), matrix)  # type: ignore[assignment]
        elif word in ("m", "l"):
            a, b, c, d, e, f = matrix
            x, y = (float(o) for o in operands)
            point = (a * x + c * y + e) * MM_PER_PT, (float(page.mediabox[3]) - b * x - d * y - f) * MM_PER_PT
            if word == "l":
                found.append((start, point))
            start = point
    return found


def read_against_the_light(pdf: pikepdf.Pdf, paper_mm: Point, printer: Profile) -> tuple[float, ...]:
    """Read a sheet as a person does that came out of this printer: on each scale, the number where both sides' lines meet."""
    front = lines_of(pdf.pages[0])
    back = [
        tuple(seen_from_front(misprint(printer, end, paper_mm), paper_mm, printer.flip) for end in line)
        for line in lines_of(pdf.pages[1])
    ]
    width, height = paper_mm
    strips = {
        "A": (0, Rectangle(0, 0, width, 35)),
        "B": (0, Rectangle(0, height - 35, width, 35)),
        "C": (1, Rectangle(0, 45, 35, height - 90)),
        "D": (1, Rectangle(width - 35, 45, 35, height - 90)),
    }
    read = []
    for axis, strip in strips.values():
        scales = [
            sorted(
                {
                    middle[axis]
                    for line in lines
                    if _is_in(strip, middle := _middle(line)) and abs(line[0][axis] - line[1][axis]) < 0.5 and math.dist(*line) > 9
                }
            )
            for lines in (front, back)
        ]
        assert [len(scale) for scale in scales] == [31, 31]
        numbers = [round(-MOST_READ_MM + 0.2 * n, 1) for n in range(31)]
        gaps = {number: one - other for number, one, other in zip(numbers, *scales, strict=True)}
        near = sorted(gaps, key=lambda number: abs(gaps[number]))[:2]
        between = abs(abs(gaps[near[0]]) - abs(gaps[near[1]])) < 0.1
        read.append(sum(near) / 2 if between else near[0])
    return tuple(read)


def _middle(line: Any) -> Point:
    return (line[0][0] + line[1][0]) / 2, (line[0][1] + line[1][1]) / 2


def _is_in(strip: Rectangle, point: Point) -> bool:
    return strip.x <= point[0] <= strip.right and strip.y <= point[1] <= strip.bottom


@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
def test_a_person_reads_the_printer_off_the_sheet(paper: str) -> None:
    size = PAPER_SIZES[paper]
    with pikepdf.open(_file(write_calibration(size, paper))) as pdf:
        for printer in (
            Profile("p"),
            Profile("p", 0.5, -1.2, 0.3),
            Profile("p", -1.4, 0.7, -0.5, Flip.SHORT_EDGE),
            Profile("p", 0.1, 0.1, 0.05, Flip.SHORT_EDGE),
            Profile("p", 2.0, 1.6, 0.2),
        ):
            read = read_against_the_light(pdf, size, printer)
            found = Readings(*read).printer("p", reach_mm(size), printer.flip)
            assert (found.shift_x_mm, found.shift_y_mm) == pytest.approx((printer.shift_x_mm, printer.shift_y_mm), abs=0.12)
            assert found.turn_degrees == pytest.approx(printer.turn_degrees, abs=0.06)


@pytest.mark.parametrize("flip", Flip)
def test_a_corrected_sheet_reads_nought(flip: Flip) -> None:
    printer = Profile("p", 1.1, -0.9, 0.4, flip)
    with pikepdf.open(_file(write_calibration(PAPER_SIZES["a4"], "a4", printer))) as pdf:
        assert read_against_the_light(pdf, PAPER_SIZES["a4"], printer) == (0, 0, 0, 0)


@properties
@given(printers)
def test_readings_give_back_the_printer(printer: Profile) -> None:
    reach = reach_mm(PAPER_SIZES["a4"])
    found = Readings.of(printer, reach).printer(printer.name, reach, printer.flip)
    assert (found.shift_x_mm, found.shift_y_mm, found.turn_degrees) == pytest.approx(
        (printer.shift_x_mm, printer.shift_y_mm, printer.turn_degrees), abs=2e-3
    )


@pytest.mark.parametrize("number", range(4))
def test_a_wrong_sign_is_noticed(number: int) -> None:
    reach = reach_mm(PAPER_SIZES["a4"])
    right = Readings.of(Profile("p", 1.0, 1.2, 0.1), reach)
    name = ("top", "bottom", "left", "right")[number]
    with pytest.raises(ValueError, match="contradict"):
        replace(right, **{name: -getattr(right, name)}).printer("p", reach, Flip.LONG_EDGE)


def test_numbers_on_the_sheet_are_written_plainly() -> None:
    assert [reading_text(v) for v in (-3.0, -0.4, -0.0, 0.2, 1.0)] == ["−3", "−0.4", "0", "0.2", "1"]


def test_paper_too_small_for_the_scales_is_refused() -> None:
    with pytest.raises(ValueError, match="at least"):
        write_calibration((148.0, 210.0))


def _file(pdf: bytes) -> Any:
    from io import BytesIO

    return BytesIO(pdf)


# ---------------------------------------------------------------- kept by name


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "config" / "emporium-pnp" / "printers.yaml"


@settings(properties, max_examples=10)
@given(st.dictionaries(st.from_regex(r"[a-z0-9]{1,8}(-[a-z0-9]{1,4})?", fullmatch=True), printers, max_size=4))
def test_profiles_are_read_back_as_they_were_kept(tmp_path_factory: pytest.TempPathFactory, kept: dict[str, Profile]) -> None:
    path = tmp_path_factory.mktemp("profiles") / "printers.yaml"
    kept = {
        name: Profile(name, round(p.shift_x_mm, 3), round(p.shift_y_mm, 3), round(p.turn_degrees, 3), p.flip)
        for name, p in kept.items()
    }
    keep_printers(kept, path)
    assert load_printers(path) == kept


def test_profiles_lie_where_xdg_says(home: Path) -> None:
    assert printers_path() == home
    assert load_printers() == {}
    keep_printers({"p": Profile("p", -1.2)})
    assert "p:\n  shift_x_mm: -1.2\n  shift_y_mm: 0\n" in home.read_text()
    with pytest.raises(ProblemError) as caught:
        find_printer("q")
    assert caught.value.problems[0].hint == "profiles are p"


def test_calibrate_keeps_lists_and_deletes(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["calibrate", "--list"]) == 0
    assert "no printer profile yet" in capsys.readouterr().out
    assert run(["calibrate", "--save", "brother", "--shift-x", "0.5", "--shift-y", "-1.2", "--turn", "0.3"]) == 0
    assert run(["calibrate", "--save", "office", "--read", "-0.4", "−0.6", "0,2", "0.4", "--flip", "short-edge"]) == 0
    assert load_printers()["brother"] == Profile("brother", 0.5, -1.2, 0.3)
    office = load_printers()["office"]
    assert (office.shift_x_mm, office.shift_y_mm, office.flip) == (-0.5, -0.3, Flip.SHORT_EDGE)
    assert office.turn_degrees == pytest.approx(-0.057, abs=0.01)
    assert run(["calibrate", "--list", "--format", "json"]) == 0
    listed = json.loads(capsys.readouterr().out.split("proves it.\n")[-1])["results"]
    assert [printer["name"] for printer in listed["printers"]] == ["brother", "office"]
    assert run(["calibrate", "--delete", "brother"]) == 0
    assert list(load_printers()) == ["office"]


def test_calibrate_takes_what_was_measured_as_three_numbers(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["calibrate", "--save", "a", "0.5", "-1.2", "0.3"]) == 0
    assert run(["calibrate", "--save", "b", "--shift-x", "0.5", "--shift-y", "-1.2", "--turn", "0.3"]) == 0
    capsys.readouterr()
    assert run(["calibrate", "--list"]) == 0
    a, b, *_ = capsys.readouterr().out.splitlines()
    assert a.removeprefix("a: ") == b.removeprefix("b: ")
    for words, said in (
        (["0.5", "-1.2"], "three numbers"),
        (["0.5", "-1.2", "0.3", "--turn", "1"], "one of the two"),
        (["--trun", "1"], "--trun"),
    ):
        assert run(["calibrate", "--save", "c", *words]) == 2
        assert said in capsys.readouterr().err


def test_calibrate_writes_the_sheet(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["calibrate", "--paper", "letter"]) == 0
    with pikepdf.open("output/calibration-letter.pdf") as pdf:
        assert [[float(v) for v in page.mediabox] for page in pdf.pages] == [[0, 0, 612, 792]] * 2
    keep_printers({"p": Profile("p", 1.0)})
    assert run(["calibrate", "--printer", "p", "--output", "proof.pdf"]) == 0
    assert Path("proof.pdf").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--save", "p"], "either --read A B C D"),
        (["--save", "p", "--read", "0", "0", "0", "0", "--shift-x", "1"], "either --read A B C D"),
        (["--save", "My Printer", "--shift-x", "1"], "found 'My Printer'"),
        (["--save", "p", "--read", "1", "1", "-1", "1"], "contradict each other"),
        (["--save", "p", "--read", "4", "4", "0", "0"], "from -3 to 3"),
        (["--save", "p", "--shift-x", "wide"], "a number such as -0.4"),
        (["--save", "p", "--shift-x", "25"], "from -20 to 20"),
        (["--save", "p", "--turn", "9"], "at most 5 degrees"),
        (["--read", "1", "1", "1", "1"], "--save NAME"),
        (["--delete", "q"], "no printer profile 'q'"),
        (["--printer", "q"], "`emporium-pnp calibrate` makes one"),
        (["--list", "--delete", "p"], "one at a time"),
        (["--output", "sheet.png"], "ends in .pdf"),
    ],
)
def test_calibrate_refuses_what_cannot_be_meant(
    words: list[str], said: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["calibrate", *words]) == 2
    assert said in " ".join(capsys.readouterr().err.split())
    assert not home.exists()


def test_build_takes_the_flip_of_the_printer(home: Path, deck: Game, capsys: pytest.CaptureFixture[str]) -> None:
    keep_printers({"office": Profile("office", 0.5, flip=Flip.SHORT_EDGE)})
    assert run(["build", "--printer", "office"]) == 0
    assert [path.name[5:] for path in Path("output").iterdir()] == [f"{deck.name[5:]}-cards-a4-short-edge-office.pdf"]
    assert run(["build", "--printer", "office", "--flip", "long-edge"]) == 2
    assert "was measured for --flip short-edge" in capsys.readouterr().err
    assert run(["build", "--printer", "ofice"]) == 2
    assert "did you mean 'office'?" in capsys.readouterr().err


def test_a_broken_profile_is_told_with_its_line(home: Path, deck: Game, capsys: pytest.CaptureFixture[str]) -> None:
    home.parent.mkdir(parents=True)
    home.write_text("office:\n  shift_x_mm: wide\n  shift_y_mm: 0\n  turn_degrees: 12.5\n", encoding="utf-8")
    for words in (["build", "--printer", "office"], ["calibrate", "--list"], ["calibrate", "--save", "p", "--shift-x", "1"]):
        assert run(words) == 1
        err = capsys.readouterr().err
        assert "printers.yaml:2:15: error[wrong-type]" in err
        assert "printers.yaml:4:17: error[out-of-range]" in err
    assert "wide" in home.read_text(), "a file that cannot be read is not written over"
