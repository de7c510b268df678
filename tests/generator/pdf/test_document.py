"""The finished PDF files, of a small game and of Emporium, read back with other people's readers:
pikepdf and pdfium.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import pikepdf
import PIL.Image
import PIL.ImageChops
import pypdfium2
import pytest

from generator.data.game import Game
from generator.data.geometry import Box
from generator.data.units import MM_PER_PT, PT_PER_MM
from generator.face.fonts import FontBook
from generator.face.press import Press
from generator.face.stamp import Stamp, UseStamp
from generator.job.build import build
from generator.job.planning import Options, plan
from generator.pdf.document import Document
from generator.sheet.outputs import write_sheets
from generator.sheet.sheets import Backs, Flip
from tests.conftest import ROOT, make_game

BACKS = {
    "template": "back.svg.j2",
    "fields": {"name": "line"},
    "cards": {"rear": {"name": "Rear"}, "stern": {"name": "Stern"}},
}
BACK = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88"><text x="5" y="20" '
    'font-size="8">{{ card.name }}</text></svg>'
)
NAMES = {"a": "Anna", "b": "Bert", "c": "Cleo", "d": "Dora"}
FACE = (
    '<rect width="63" height="88" fill="#ffffff"/><text x="5" y="20" font-size="8">{{ card.name '
    "}}</text>"
)


def deck(folder: Path, face: str = FACE, copies: int = 3) -> Game:
    """Make a game of four cards with two backs, twelve cards in all: the last has a back of its
    own.
    """
    cards: dict[str, dict[str, Any]] = {
        key: {"name": name, "copies": copies} for key, name in NAMES.items()
    }
    cards["d"]["back"] = "stern"
    return make_game(
        folder,
        face,
        cards,
        kinds={"back": BACKS},
        files={"templates/back.svg.j2": BACK},
        components={"deck": {"name": "Deck", "of": "card", "back": "rear", "count": 4 * copies}},
    )


def pdf_of(game: Game, folder: Path, which: int = 0, **options: Any) -> bytes:
    return build(game, Options(output=folder / "out", **options)).files[which].path.read_bytes()


@dataclass(frozen=True)
class Put:
    """A form shown on a page: the last rectangle it was clipped to, and where its corner lies, in
    mm from the bottom left.
    """

    name: str
    clip: tuple[float, float, float, float]
    x: float
    y: float
    scale: float


def forms(page: pikepdf.Page) -> list[Put]:
    """List the forms that a page shows, from its content stream."""
    found: list[Put] = []
    clip: tuple[float, ...] = (0, 0, 0, 0)
    matrix: tuple[float, ...] = ()
    for operands, operator in pikepdf.parse_content_stream(page):
        numbers = (
            tuple(float(o) * MM_PER_PT for o in operands) if str(operator) in ("re", "cm") else ()
        )
        if str(operator) == "re":
            clip = numbers
        elif str(operator) == "cm":
            matrix = numbers
        elif str(operator) == "Do":
            left, bottom, width, height = clip
            found.append(
                Put(
                    str(operands[0]),
                    (left, bottom, width, height),
                    matrix[4],
                    matrix[5],
                    matrix[0] * PT_PER_MM,
                )
            )
    return found


def render(pdf: bytes, page: int = 0, dots_per_mm: float = 4.0) -> PIL.Image.Image:
    with pypdfium2.PdfDocument(pdf) as document:
        return document[page].render(scale=dots_per_mm * MM_PER_PT).to_pil().convert("RGB")


def words(pdf: bytes, page: int) -> dict[tuple[int, int], str]:
    """Return the text of each of nine 63 x 88 slots of an A4 page by column and row from the top
    left.
    """
    found: dict[tuple[int, int], str] = {}
    with pypdfium2.PdfDocument(pdf) as document:
        text = document[page].get_textpage()
        for row in range(3):
            for column in range(3):
                left, top = (210 - 189) / 2 + 63 * column, 297 - (297 - 264) / 2 - 88 * row
                box = [v * PT_PER_MM for v in (left, top - 88, left + 63, top)]
                said = text.get_text_bounded(*box).strip()
                if said:
                    found[column, row] = said
    return found


# ---------------------------------------------------------------- sizes and boxes


def test_pages_are_paper_and_cards_are_63_by_88(tmp_path: Path) -> None:
    with pikepdf.open(
        pdf_of(deck(tmp_path), tmp_path, bleed_mm=0.0) and tmp_path / "out" / "trial-cards-a4.pdf"
    ) as pdf:
        assert len(pdf.pages) == 4
        for page in pdf.pages:
            for box in (page.mediabox, page.trimbox):
                assert [float(v) * MM_PER_PT for v in box] == pytest.approx(
                    [0, 0, 210, 297], abs=0.01
                )
        fronts = forms(pdf.pages[0])
        assert len(fronts) == 9
        for put in fronts:
            assert put.clip[2:] == pytest.approx((63, 88), abs=0.01)
            assert (put.x, put.y) == pytest.approx(put.clip[:2], abs=0.001)
            assert put.scale == 1
        lefts, bottoms = (
            sorted({round(p.x, 3) for p in fronts}),
            sorted({round(p.y, 3) for p in fronts}),
        )
        assert [b - a for a, b in pairwise(lefts)] == pytest.approx([63, 63], abs=0.01)
        assert [b - a for a, b in pairwise(bottoms)] == pytest.approx([88, 88], abs=0.01)


def test_a_frame_measures_63_by_88_on_the_rendered_page(tmp_path: Path) -> None:
    game = make_game(
        tmp_path,
        (
            '<rect width="63" height="88" fill="#ff0000"/><rect x="1" y="1" width="61" height="86" '
            'fill="#ffffff"/>'
        ),
    )
    dots = 20.0
    page = render(pdf_of(game, tmp_path, backs=Backs.NONE), 0, dots)
    red, green, _ = page.split()
    frame = PIL.ImageChops.subtract(red, green).point(lambda v: 255 if v >= 128 else 0)  # type: ignore[arg-type]
    row, column = page.height * 50 // 297, page.width * 30 // 210
    across = frame.crop((0, row, page.width, row + 1)).getbbox()
    down = frame.crop((column, 0, column + 1, page.height)).getbbox()
    assert across
    assert down
    assert (across[2] - across[0]) / dots == pytest.approx(63, abs=0.06)
    assert (down[3] - down[1]) / dots == pytest.approx(88, abs=0.06)


@pytest.mark.parametrize("bleed", [0.0, 3.0])
def test_a_page_that_is_a_card_says_where_it_is_cut(tmp_path: Path, bleed: float) -> None:
    pdf_of(deck(tmp_path), tmp_path, paper="card", bleed_mm=bleed)
    with pikepdf.open(tmp_path / "out" / "trial-cards-card.pdf") as pdf:
        assert len(pdf.pages) == 24
        for page in pdf.pages:
            media, trim, full = (
                [float(v) * MM_PER_PT for v in box]
                for box in (page.mediabox, page.trimbox, page.bleedbox)
            )
            assert {"/BleedBox", "/TrimBox"} <= set(page.keys()), (
                "said, not left to a reader's default"
            )
            assert media == full == pytest.approx([0, 0, 63 + 2 * bleed, 88 + 2 * bleed], abs=0.01)
            assert trim == pytest.approx([bleed, bleed, bleed + 63, bleed + 88], abs=0.01)


def test_a_bleed_is_printed_and_a_cut_is_not_crossed_without_one(tmp_path: Path) -> None:
    game = make_game(tmp_path, '<rect x="-5" y="-5" width="73" height="98" fill="#ff0000"/>')
    left, top = (210 - 189) / 2, (297 - 264) / 2
    for bleed, expected in ((0.0, (255, 255, 255)), (2.0, (255, 0, 0))):
        page = render(pdf_of(game, tmp_path, backs=Backs.NONE, bleed_mm=bleed))
        assert page.getpixel((int((left - 1) * 4), int((top + 40) * 4))) == expected
        assert page.getpixel((int((left + 1) * 4), int((top + 40) * 4))) == (255, 0, 0)
        assert page.getpixel((int((left - 3) * 4), int((top + 40) * 4))) == (255, 255, 255)


def test_another_card_size_scales_the_face_as_a_whole(tmp_path: Path) -> None:
    game = make_game(tmp_path, '<circle cx="31.5" cy="44" r="30" fill="#ff0000"/>')
    pdf = pdf_of(game, tmp_path, card_size_mm=(150.0, 150.0), backs=Backs.NONE)
    ink = PIL.ImageChops.invert(render(pdf).split()[1]).point(lambda v: 255 if v > 128 else 0)  # type: ignore[arg-type]
    box = ink.crop((32 * 4, 75 * 4, 178 * 4, 222 * 4)).getbbox()
    assert box
    width, height = (box[2] - box[0]) / 4, (box[3] - box[1]) / 4
    assert width == pytest.approx(60 * 150 / 88, abs=0.6)
    assert height == pytest.approx(width, abs=0.6)


# ---------------------------------------------------------------- what lies where


@pytest.mark.parametrize("flip", list(Flip))
def test_each_card_lies_in_its_slot_and_its_back_behind_it(tmp_path: Path, flip: Flip) -> None:
    pdf = pdf_of(deck(tmp_path), tmp_path, flip=flip)
    fronts, backs, last, last_backs = (words(pdf, page) for page in range(4))
    order = [name for name in NAMES.values() for _ in range(3)]
    assert [fronts[column, row] for row in range(3) for column in range(3)] == order[:9]
    assert [last.get((column, 0)) for column in range(3)] == order[9:]
    assert len(last) == 3
    assert set(backs.values()) == {"Rear"}
    expected = (
        {(2 - column, 0) for column in range(3)}
        if flip is Flip.LONG_EDGE
        else {(column, 2) for column in range(3)}
    )
    assert last_backs == dict.fromkeys(expected, "Stern")


def test_a_mixed_sheet_has_each_back_behind_its_own_front(tmp_path: Path) -> None:
    game = deck(tmp_path, copies=1)
    pdf = pdf_of(game, tmp_path)
    assert words(pdf, 0) == {(0, 0): "Anna", (1, 0): "Bert", (2, 0): "Cleo", (0, 1): "Dora"}
    assert words(pdf, 1) == {(2, 0): "Rear", (1, 0): "Rear", (0, 0): "Rear", (2, 1): "Stern"}
    turned = words(pdf_of(game, tmp_path, flip=Flip.SHORT_EDGE), 1)
    assert turned == {(0, 2): "Rear", (1, 2): "Rear", (2, 2): "Rear", (0, 1): "Stern"}


def test_a_back_is_upside_down_on_the_page_only_for_the_short_edge(tmp_path: Path) -> None:
    game = deck(tmp_path, copies=1)
    for flip, y in ((Flip.LONG_EDGE, 16.5 + 20), (Flip.SHORT_EDGE, 297 - 16.5 - 20)):
        with pypdfium2.PdfDocument(pdf_of(game, tmp_path, flip=flip)) as document:
            text = document[1].get_textpage()
            origins = [297 - text.get_charbox(i, loose=False)[1] * MM_PER_PT for i in range(4)]
        assert origins[0] == pytest.approx(y, abs=6)


def test_folded_sheets_have_the_back_beside_the_front(tmp_path: Path) -> None:
    game = deck(tmp_path, copies=1)
    with pypdfium2.PdfDocument(pdf_of(game, tmp_path, backs=Backs.FOLD)) as document:
        assert len(document) == 1
        said = document[0].get_textpage().get_text_range()
    assert [said.count(word) for word in (*NAMES.values(), "Rear", "Stern")] == [1, 1, 1, 1, 3, 1]


def names_by_form(pdf: pikepdf.Pdf) -> Iterator[tuple[pikepdf.Page, list[Put]]]:
    for page in pdf.pages:
        yield page, forms(page)


@pytest.fixture(scope="module")
def printed(emporium: Game) -> list[tuple[Any, bytes]]:
    """Emporium's plans, each with its PDF."""
    press = Press(emporium)
    return [
        (item, write_sheets(emporium, press, item.sheets, item.title))
        for item in plan(emporium, Options())
    ]


def test_emporium_shows_every_card_as_often_as_it_has_copies(
    emporium: Game, printed: list[tuple[Any, bytes]], tmp_path: Path
) -> None:
    copies: Counter[str] = Counter()
    for item, data in printed:
        (tmp_path / item.name).write_bytes(data)
        with pikepdf.open(tmp_path / item.name) as pdf:
            assert len(pdf.pages) == len(item.sheets)
            keys: dict[str, str] = {}
            for sheet, (_, shown) in zip(item.sheets, names_by_form(pdf), strict=True):
                assert len(shown) == len(sheet.placements)
                for placement, put in zip(sheet.placements, shown, strict=True):
                    assert keys.setdefault(put.name, placement.key) == placement.key, (
                        "a form is one face"
                    )
                    trim = placement.trim
                    size = (sheet.width_mm, sheet.height_mm)
                    left, bottom = (
                        (trim.right, size[1] - trim.y)
                        if placement.is_turned
                        else (trim.x, size[1] - trim.bottom)
                    )
                    assert (put.x, put.y) == pytest.approx((left, bottom), abs=0.01)
                    copies[placement.key] += sheet.side == "front"
            assert len(set(keys.values())) == len(keys), "each distinct face is drawn once"
    fronts = {c.id: c.copies for component in emporium.components for c in component.cards}
    assert {key: copies[key] for key in fronts} == fronts
    assert sum(copies[card] for card in fronts if emporium.cards[card].size_mm is None) == 135


def test_emporium_says_each_heros_name_where_the_hero_lies(
    emporium: Game, printed: list[tuple[Any, bytes]]
) -> None:
    item, data = printed[0]
    for number, sheet in enumerate(item.sheets):
        said = words(data, number)
        for p in sheet.placements:
            column, row = round((p.trim.x - 10.5) / 63), round((p.trim.y - 16.5) / 88)
            name = emporium.cards[p.key].record.name
            assert name.split()[0] in said[column, row], (p.key, said)


BACK_IDS = ["back-hero", "back-monster", "back-leather", "back-chainmail", "back-steel"]


@pytest.mark.parametrize("back", BACK_IDS)
def test_a_back_does_not_show_how_its_card_is_turned(emporium: Game, back: str) -> None:
    press = Press(emporium)
    document = Document(press.fonts, "Back")
    stamp = press.stamp(emporium.cards[back])
    assert stamp
    document.page(63, 88)
    document.stamp(stamp, Box(0, 0, 63, 88))
    page = render(document.close())
    difference = PIL.ImageChops.difference(page, page.rotate(180)).convert("L")
    assert sum(difference.histogram()[60:]) < 0.002 * page.width * page.height
    assert len(page.getcolors(1 << 20)) > 20, "there is something on it"


def test_all_backs_of_emporium_are_looked_at(emporium: Game) -> None:
    backs = {back for c in emporium.components for card in c.cards if (back := c.back_of(card))}
    assert backs == {"back-hero", "back-monster", "back-leather", "back-chainmail", "back-steel"}


# ---------------------------------------------------------------- inside the file


def test_fonts_are_embedded_as_subsets_and_text_is_found(
    printed: list[tuple[Any, bytes]], tmp_path: Path
) -> None:
    for item, data in printed:
        (tmp_path / item.name).write_bytes(data)
        with pikepdf.open(tmp_path / item.name) as pdf:
            fonts = [
                o
                for o in pdf.objects
                if isinstance(o, pikepdf.Dictionary) and o.get("/Type") == "/Font"
            ]
            assert fonts
            for font in fonts:
                assert re.fullmatch(r"/[A-Z]{6}\+Source.*|/AAAAAA\+.*", str(font.BaseFont)), str(
                    font.BaseFont
                )
                assert "/FontFile2" in font.FontDescriptor
                assert "/ToUnicode" in font
    with pypdfium2.PdfDocument(printed[0][1]) as document:
        assert document[0].get_textpage().search("Tib the Mudlark").get_next()
        assert not document[2].get_textpage().search("Tib the Mudlark").get_next()


def test_fields_of_a_card_are_read_together_card_by_card(tmp_path: Path) -> None:
    face = FACE + (
        '<text x="5" y="40" font-size="5">{{ card.name|upper }}</text><text x="5" y="60" '
        'font-size="5">{{ card.name|length }}</text>'
    )
    with pypdfium2.PdfDocument(
        pdf_of(deck(tmp_path, face, copies=1), tmp_path, backs=Backs.NONE)
    ) as pdf:
        words = pdf[0].get_textpage().get_text_range().split()
    assert words[: 3 * len(NAMES)] == [
        word for name in NAMES.values() for word in (name, name.upper(), str(len(name)))
    ]


def test_metadata_names_the_game_and_no_moment(
    printed: list[tuple[Any, bytes]], emporium: Game, tmp_path: Path
) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(printed[0][1])
    with pikepdf.open(path) as pdf:
        information = {str(key): str(value) for key, value in pdf.docinfo.items()}
    assert information["/Title"] == f"Emporium {emporium.version}: cards"
    assert information["/Author"] == "David Fulton, Jake Tlapek"
    assert "emporium-pnp" in information["/Creator"]
    dates = [value for key, value in information.items() if key.endswith("Date")]
    assert all(value.startswith("D:2000") for value in dates), dates


def test_the_document_is_sound(printed: list[tuple[Any, bytes]], tmp_path: Path) -> None:
    for item, data in printed:
        path = tmp_path / item.name
        path.write_bytes(data)
        with pikepdf.open(path) as pdf:
            assert pdf.check_pdf_syntax() == []


BUILD = """
import sys
from pathlib import Path
from generator.job.build import build
from generator.job.planning import Options
from generator.data.loading import load_game
build(load_game(Path(sys.argv[1])), Options(output=Path(sys.argv[2])))
"""


@pytest.mark.slow
def test_the_same_game_gives_the_same_bytes_anywhere(
    tmp_path: Path, printed: list[tuple[Any, bytes]]
) -> None:
    runs = []
    for number, (zone, seed) in enumerate(
        (("Pacific/Kiritimati", "1"), ("America/Anchorage", "77"))
    ):
        cwd = tmp_path / f"cwd{number}"
        cwd.mkdir()
        environment = {
            **os.environ,
            "TZ": zone,
            "PYTHONHASHSEED": seed,
            "PYTHONPATH": str(ROOT),
            "LC_ALL": "C",
        }
        source = os.path.relpath(ROOT, cwd) if number else str(ROOT)
        runs.append(
            subprocess.Popen([sys.executable, "-c", BUILD, source, "out"], cwd=cwd, env=environment)
        )
    assert [run.wait(60) for run in runs] == [0, 0]
    first, second = (
        {path.name: path.read_bytes() for path in (tmp_path / f"cwd{n}" / "out").iterdir()}
        for n in range(2)
    )
    assert first == second
    assert {item.name: data for item, data in printed}.items() <= first.items()


@pytest.mark.parametrize("said", ["1700000000", "soon"])
def test_a_date_of_the_environment_changes_nothing(
    said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def made() -> bytes:
        document = Document(FontBook(), "Trial")
        document.page(50, 50)
        return document.close()

    before = made()
    monkeypatch.setenv("SOURCE_DATE_EPOCH", said)
    assert made() == before
    assert os.environ["SOURCE_DATE_EPOCH"] == said


def test_alpha_and_gradients_are_on_the_sheet(tmp_path: Path) -> None:
    game = make_game(
        tmp_path,
        """<linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient>
        <rect width="63" height="44" fill="url(#g)"/><g opacity="0.5"><g opacity="0.5"><rect y="44" width="63" height="44"/></g></g>""",
    )
    page = render(pdf_of(game, tmp_path, backs=Backs.NONE))
    left, top = 10.5, 16.5
    colours = [
        page.getpixel((int((left + x) * 4), int((top + y) * 4)))
        for x, y in ((1, 20), (31.5, 20), (62, 20), (31.5, 66))
    ]
    expected = [(251, 0, 4), (127, 0, 127), (4, 0, 251), (191, 191, 191)]
    assert [pytest.approx(colour, abs=8) for colour in expected] == colours


def test_a_footer_tells_the_sheet_and_carries_a_rule_of_100_mm(tmp_path: Path) -> None:
    pdf = pdf_of(deck(tmp_path), tmp_path)
    with pypdfium2.PdfDocument(pdf) as document:
        said = [page.get_textpage().get_text_range() for page in document]
    for number, text in enumerate(said):
        assert (
            f"Trial 1.2.3 · Deck · sheet {number // 2 + 1} of 2, {('front', 'back')[number % 2]}"
            in " ".join(text.split())
        )
        assert "100 mm" in text
    with pikepdf.open(tmp_path / "out" / "trial-cards-a4.pdf") as file:
        spans = []
        start: list[float] = []
        for operands, operator in pikepdf.parse_content_stream(file.pages[0]):
            if str(operator) == "m":
                start = [float(o) * MM_PER_PT for o in operands]
            elif str(operator) == "l":
                spans.append(abs(float(operands[0]) * MM_PER_PT - start[0]))
    assert max(spans) == pytest.approx(100, abs=0.01)


# ---------------------------------------------------------------- the document by itself


def test_a_stamp_shown_often_is_one_object() -> None:
    document = Document(FontBook(), "Trial")
    stamp = Stamp((10, 10), ("1 0 0 rg 0 0 10 10 re f",))
    for _ in range(3):
        document.page(50, 50)
        document.stamp(stamp, Box(0, 0, 10, 10))
        document.stamp(stamp, Box(20, 0, 20, 20), is_turned=True)
    assert document.forms == 1
    data = document.close()
    assert data.count(b"/Subtype /Form") == 1
    page = render(data)
    assert [page.getpixel((x * 4, 5 * 4)) for x in (5, 15, 35)] == [
        (255, 0, 0),
        (255, 255, 255),
        (255, 0, 0),
    ]


def test_a_part_that_looks_the_same_is_one_object_on_all_faces() -> None:
    document = Document(FontBook(), "Trial")
    for colour in ("1 0 0", "1 0 0", "0 0 1"):
        part = Stamp((0, 0), (f"{colour} rg 0 0 5 10 re f",))
        document.page(50, 50)
        document.stamp(Stamp((10, 10), (UseStamp(part), "5 0 5 10 re f")), Box(0, 0, 10, 10))
    data = document.close()
    assert data.count(b"/Subtype /Form") == 3 + 2
    assert [render(data, page).getpixel((2 * 4, 5 * 4)) for page in range(3)] == [
        (255, 0, 0),
        (255, 0, 0),
        (0, 0, 255),
    ]
    assert render(data).getpixel((7 * 4, 5 * 4)) == (0, 0, 0)  # what a part sets ends with it


def test_a_turned_stamp_is_turned_by_half_a_turn() -> None:
    document = Document(FontBook(), "Trial")
    stamp = Stamp((10, 10), ("1 0 0 rg 0 0 4 4 re f",))
    document.page(40, 20)
    document.stamp(stamp, Box(0, 0, 10, 10))
    document.stamp(stamp, Box(20, 0, 10, 10), is_turned=True)
    page = render(document.close())
    assert [
        page.getpixel((int(x * 4), int(y * 4))) == (255, 0, 0)
        for x, y in ((2, 2), (8, 8), (22, 2), (28, 8))
    ] == [True, False, False, True]


def test_a_round_stamp_is_cut_round_and_a_ground_fills_up() -> None:
    document = Document(FontBook(), "Trial")
    stamp = Stamp((10, 10), ("1 0 0 rg 0 0 10 10 re f",), ground="#0000ff")
    document.page(60, 40)
    document.stamp(stamp, Box(0, 0, 20, 20), shape="round")
    document.stamp(stamp, Box(30, 0, 20, 30))
    page = render(document.close())
    points = ((1, 1), (10, 10), (10, 1), (40, 2), (40, 15), (40, 28), (40, 31))
    red, blue, white = (255, 0, 0), (0, 0, 255), (255, 255, 255)
    assert [page.getpixel((x * 4, y * 4)) for x, y in points] == [
        white,
        red,
        red,
        blue,
        red,
        blue,
        white,
    ]


def test_text_is_aligned_and_may_run_upward() -> None:
    document = Document(FontBook(), "Trial")
    document.page(100, 100)
    for y, align in ((10, "left"), (20, "center"), (30, "right")):
        document.text("HHHH", 50, y, 10, align=align)
    document.text("HHHH", 50, 90, 10, is_upward=True)
    page = render(document.close()).convert("L").point(lambda v: 255 if v < 128 else 0)  # type: ignore[arg-type]
    width = FontBook().find("Source Sans Pro").width("HHHH") * 10 * MM_PER_PT
    for top, left in ((5, 50.0), (15, 50 - width / 2), (25, 50 - width)):
        box = page.crop((0, top * 4, 400, (top + 6) * 4)).getbbox()
        assert box
        assert box[0] / 4 == pytest.approx(left, abs=0.6)
        assert box[2] / 4 == pytest.approx(left + width, abs=0.6)
    box = page.crop((0, 60 * 4, 400, 400)).getbbox()
    assert box
    assert (box[2] / 4, box[3] / 4 + 60) == (pytest.approx(50, abs=0.3), pytest.approx(90, abs=0.6))
    assert (box[3] - box[1]) / 4 == pytest.approx(width, abs=0.7)


@pytest.mark.parametrize(
    ("options", "sides"),
    [
        ({}, "/DuplexFlipLongEdge"),
        ({"flip": Flip.SHORT_EDGE}, "/DuplexFlipShortEdge"),
        ({"backs": Backs.FOLD}, "/Simplex"),
        ({"backs": Backs.DUPLEX, "backs_last": True}, "/Simplex"),
    ],
)
def test_a_file_says_how_it_is_printed_and_what_it_is(
    tmp_path: Path, options: dict[str, Any], sides: str
) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out/trial.pdf").write_bytes(pdf_of(deck(tmp_path), tmp_path, **options))
    with pikepdf.open(tmp_path / "out/trial.pdf") as pdf:
        wishes = pdf.Root.ViewerPreferences
        assert (wishes.PrintScaling, wishes.Duplex, wishes.DisplayDocTitle) == (
            "/None",
            sides,
            True,
        )
        assert str(pdf.Root.Lang) == "en"
        with pdf.open_metadata() as about:
            assert (about["dc:title"], list(about["dc:language"])) == (
                str(pdf.docinfo["/Title"]),
                ["en"],
            )


def test_backs_come_last_in_the_order_of_the_pile(tmp_path: Path) -> None:
    game = deck(tmp_path, copies=6)
    pages = [
        page_texts(pdf_of(game, tmp_path, **options))
        for options in ({}, {"backs": Backs.DUPLEX, "backs_last": True})
    ]
    fronts, backs = pages[0][::2], pages[0][1::2]
    assert len(fronts) == 3
    assert pages[1] == [*fronts, *reversed(backs)]


def page_texts(pdf: bytes) -> list[str]:
    with pypdfium2.PdfDocument(pdf) as document:
        return [page.get_textpage().get_text_range() for page in document]
