"""Exports for print services: the right product, exact pixels, every copy once, and a PDF that a press can take."""

from __future__ import annotations

import colorsys
import csv
import io
import re
import zipfile
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path, PurePosixPath
from typing import Any

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from generator.cli import main as cli
from generator.data.game import Game
from generator.data.problems import ProblemError, Problems
from generator.export import drivethrucards, makeplayingcards, services, thegamecrafter
from generator.export.services import DPI, Ordered, Product, nearest, product_named
from generator.face.fonts import FontBook
from generator.face.images import in_grey, read_image
from generator.face.press import Press
from generator.face.stamp import Stamp, TextRun, UseColour
from generator.pdf.document import Document
from generator.pdf.flattening import flatten
from generator.pdf.inks import CMYK, DARK, GREY, MOST_INK, RGB, inks_of, screen_of
from generator.pdf.raster import render_page
from tests.conftest import make_game

BLEEDING = '<rect x="-5" y="-5" width="73" height="98" fill="#3f5640"/><text x="8" y="12" font-size="5">{{ card.name }}</text>'
SERVICES = {module.SERVICE.name: module.SERVICE for module in (thegamecrafter, makeplayingcards, drivethrucards)}


def png(colour: tuple[int, ...], mode: str = "RGB") -> bytes:
    out = io.BytesIO()
    Image.new(mode, (40, 40), colour).save(out, "PNG")
    return out.getvalue()


def deck(folder: Path, face: str = BLEEDING, copies: tuple[int, ...] = (1, 3, 2), **more: Any) -> Game:
    """Make a game of a few cards with a common back, or one with more than that."""
    cards = {f"card-{number}": {"name": f"Card {number}", "copies": n} for number, n in enumerate(copies, 1)}
    extra = {"backs": {"template": "back.svg.j2", "cards": {"plain": {}}}}
    files = {
        "templates/back.svg.j2": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88">'
        '<rect x="-5" y="-5" width="73" height="98" fill="#800020"/></svg>',
        **more.pop("files", {}),
    }
    components = {"deck": {"name": "The deck", "of": "card", "back": "plain", "count": sum(copies)}}
    return make_game(folder, face, cards, files=files, kinds=extra, components=components, **more)


def ordered(game: Game, service: str, problems: Problems | None = None) -> Ordered:
    return SERVICES[service].order(game, Press(game), Problems() if problems is None else problems)


def picture(made: Ordered, name: str) -> Image.Image:
    return Image.open(io.BytesIO(made.files[PurePosixPath(name)]))


# ---------------------------------------------------------------- products


@pytest.mark.parametrize(
    ("service", "size", "name", "pixels"),
    [
        (thegamecrafter, (63, 88), "Euro Poker Deck", (825, 1125)),
        (thegamecrafter, (63.5, 88.9), "Poker Deck", (825, 1125)),
        (thegamecrafter, (57.15, 88.9), "Bridge Deck", (750, 1125)),
        (thegamecrafter, (69.85, 120.65), "Tarot Deck", (900, 1500)),
        (thegamecrafter, (120.65, 69.85), "Tarot Deck", (900, 1500)),
        (thegamecrafter, (44.45, 63.5), "Mini Deck", (600, 825)),
        (thegamecrafter, (70, 70), "Euro Square Deck", (900, 900)),
        (thegamecrafter, (250, 410), "Big Mat", (3075, 4875)),
        (makeplayingcards, (63.5, 88.9), "Poker Cards", (822, 1122)),
        (makeplayingcards, (57.15, 88.9), "Bridge Cards", (747, 1122)),
        (makeplayingcards, (69.85, 120.65), "Tarot Cards", (897, 1497)),
        (drivethrucards, (63.5, 88.9), "US Poker", (825, 1125)),
    ],
)
def test_a_card_becomes_the_product_of_its_size(
    service: Any, size: tuple[float, float], name: str, pixels: tuple[int, int]
) -> None:
    found = nearest(size, "rectangle", service.PRODUCTS)
    assert found is not None
    assert (found.name, found.size_px) == (name, pixels)


@pytest.mark.parametrize("product", [p for s in SERVICES.values() for p in s.products], ids=lambda p: p.name)
def test_every_product_has_the_bleed_that_its_service_wants_and_that_faces_have(product: Product) -> None:
    wanted = 36 / DPI * 25.4 if product in makeplayingcards.PRODUCTS else 25.4 / 8
    for px, mm in zip(product.size_px, product.size_mm, strict=True):
        bleed = (px / DPI * 25.4 - mm) / 2
        assert wanted - 0.1 <= bleed <= 6, product.name


def test_what_differs_by_more_than_an_eighth_is_no_product() -> None:
    products = (Product("Poker", (63.5, 88.9), (825, 1125)), Product("Disc", (25.4, 25.4), (375, 375), "round"))
    assert nearest((63, 110), "rectangle", products) is None
    assert nearest((26, 26), "rectangle", products) is None
    found = nearest((26, 26), "round", products)
    assert found is not None
    assert found.name == "Disc"


def test_a_product_is_named_as_people_write_it() -> None:
    assert product_named("tarot", thegamecrafter.PRODUCTS).name == "Tarot Deck"
    assert product_named("Poker deck", thegamecrafter.PRODUCTS).name == "Poker Deck"
    with pytest.raises(ProblemError, match="found 'tarrot'") as fault:
        product_named("tarrot", thegamecrafter.PRODUCTS)
    assert fault.value.problems[0].code == "unknown-product"


# ---------------------------------------------------------------- pictures


def test_the_game_crafter_gets_each_face_once_with_its_number_and_exact_pixels(tmp_path: Path) -> None:
    made = ordered(deck(tmp_path), "the-game-crafter")
    folder = "01-the-deck-euro-poker-deck"
    names = [f"{folder}/01-card-1-x1.png", f"{folder}/02-card-2-x3.png", f"{folder}/03-card-3-x2.png", f"{folder}/back-1-plain.png"]
    assert [str(name) for name in made.files if name.suffix == ".png"] == names
    for name in names:
        face = picture(made, name)
        assert face.size == (825, 1125)
        assert face.mode == "RGB"
        assert face.info["dpi"] == pytest.approx((300, 300), abs=0.1)
    for corner in ((0, 0), (824, 0), (0, 1124), (824, 1124)):
        assert picture(made, names[0]).getpixel(corner) == (0x3F, 0x56, 0x40)
        assert picture(made, names[3]).getpixel(corner) == (0x80, 0x00, 0x20)


def test_the_listing_and_the_zip_hold_the_same(tmp_path: Path) -> None:
    made = ordered(deck(tmp_path), "the-game-crafter")
    rows = list(csv.DictReader(io.StringIO(made.files[PurePosixPath("listing.csv")].decode())))
    assert [(row["card"], row["copies"]) for row in rows] == [("card-1", "1"), ("card-2", "3"), ("card-3", "2")]
    assert {row["back"] for row in rows} == {"01-the-deck-euro-poker-deck/back-1-plain.png"}
    text = made.files[PurePosixPath("listing.txt")].decode()
    assert "The deck: 6 of Euro Poker Deck, 63 x 88 mm" in text
    assert "   3 x Card 2" in text
    (name,) = [name for name in made.files if name.suffix == ".zip"]
    with zipfile.ZipFile(io.BytesIO(made.files[name])) as archive:
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert archive.namelist() == sorted(archive.namelist())
        held = {n.removeprefix("trial-the-game-crafter/"): archive.read(n) for n in archive.namelist()}
    assert held == {str(n): content for n, content in made.files.items() if n != name}


@given(st.lists(st.integers(1, 40), min_size=1, max_size=8), st.integers(5, 30))
def test_makeplayingcards_has_a_slot_for_every_copy_and_no_project_is_too_large(copies: list[int], most: int) -> None:
    slots = [number for number, n in enumerate(copies) for _ in range(n)]
    parts = makeplayingcards.projects(slots, most)
    assert [slot for part in parts for slot in part] == slots
    assert all(0 < len(part) <= most for part in parts)


def test_makeplayingcards_has_fronts_in_order_and_one_back(tmp_path: Path) -> None:
    made = ordered(deck(tmp_path), "makeplayingcards")
    folder = "01-the-deck-game-cards-63-x-88-mm"
    fronts = [f"{folder}/fronts/{slot:03}-card-{card}.png" for slot, card in enumerate((1, 2, 2, 2, 3, 3), 1)]
    assert [str(name) for name in made.files if name.suffix == ".png"] == [*fronts, f"{folder}/back.png"]
    assert {picture(made, name).size for name in [*fronts, f"{folder}/back.png"]} == {(816, 1111)}
    assert [row.copies for row in made.rows] == [1] * 6


def test_a_deck_that_is_too_large_lies_in_several_projects(tmp_path: Path) -> None:
    problems = Problems()
    made = ordered(deck(tmp_path, copies=(2, makeplayingcards.MOST_CARDS)), "makeplayingcards", problems)
    folders = Counter(name.parts[0] for name in made.files if "fronts" in name.parts)
    stem = "01-the-deck-game-cards-63-x-88-mm-part"
    assert folders == {f"{stem}-1-of-2": 612, f"{stem}-2-of-2": 2}
    assert Counter(row.card for row in made.rows) == {"card-1": 2, "card-2": 612}
    assert [problem.code for problem in problems if problem.severity == "warning"] == ["too-many-cards"]


def test_each_front_has_its_own_back_beside_it_where_backs_differ(tmp_path: Path) -> None:
    game = make_game(
        tmp_path,
        BLEEDING,
        {"one": {"name": "1", "copies": 2, "back": "b"}, "two": {"name": "2", "back": "c"}},
        kinds={"backs": {"template": "card.svg.j2", "fields": {"name": "line"}, "cards": {"b": {"name": "B"}, "c": {"name": "C"}}}},
        components={"deck": {"name": "Deck", "of": "card", "count": 3}},
    )
    made = ordered(game, "makeplayingcards")
    names = [str(name).partition("/")[2] for name in made.files if "/backs/" in str(name)]
    assert names == ["backs/001-b.png", "backs/002-b.png", "backs/003-c.png"]
    assert [row.back.partition("/")[2] for row in made.rows] == names


def test_a_wide_card_is_turned_and_its_back_the_other_way(tmp_path: Path) -> None:
    wide = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 88 63"><rect x="-5" y="-5" width="98" height="73" fill="{}"/><rect width="20" height="9" fill="#000"/></svg>'
    game = make_game(
        tmp_path,
        "",
        {"one": {"name": "1"}},
        kind={"size": "88 x 63 mm"},
        files={"templates/card.svg.j2": wide.format("#f00"), "templates/back.svg.j2": wide.format("#00f")},
        kinds={"backs": {"template": "back.svg.j2", "size": "88 x 63 mm", "cards": {"back": {}}}},
        components={"deck": {"name": "Deck", "of": "card", "back": "back", "count": 1}},
    )
    made = ordered(game, "the-game-crafter")
    face, back = (picture(made, f"01-deck-euro-poker-deck/{name}.png") for name in ("01-one-x1", "back-1-back"))
    assert face.size == (825, 1125)
    lower, upper = (60, 1060), (825 - 60, 60)  # where the top left corner of the wide card comes to lie
    assert [face.getpixel(at) for at in (lower, upper)] == [(0, 0, 0), (255, 0, 0)]
    assert [back.getpixel(at) for at in (lower, upper)] == [(0, 0, 255), (0, 0, 0)]
    pages = pdf_of(ordered(game, "drivethrucards"))
    shown = [render_page(pages, page, 300) for page in (1, 0)]
    assert all(abs(p.width - 825) <= 1 and abs(p.height - 1125) <= 1 for p in shown)
    assert [sum(p.getpixel(at)) < 60 for p in shown for at in (lower, upper)] == [True, False, False, True]


def test_sizes_that_are_no_product_are_named_and_others_say_how_they_are_scaled(tmp_path: Path) -> None:
    game = make_game(tmp_path, BLEEDING, {"one": {"name": "1", "size": "63 x 150 mm"}, "two": {"name": "2", "size": "60 x 85 mm"}})
    problems = Problems()
    made = ordered(game, "makeplayingcards", problems)
    assert made.others == ("card, 63 x 150 mm (1)",)
    codes = {problem.code: problem.message for problem in problems if problem.severity != "error"}
    assert "card, 63 x 150 mm (1)" in codes["not-their-product"]
    assert "drawn 60 x 85 mm, printed at 103.5%" in codes["other-size"]
    assert "higher" not in codes["other-size"]


def test_ground_that_a_product_adds_is_told(tmp_path: Path) -> None:
    for size, said in (("62 x 80 mm", "7.0 mm higher"), ("90 x 61 mm", "3.2 mm higher"), ("61 x 88.9 mm", "2.5 mm wider")):
        game = make_game(tmp_path, BLEEDING, {"one": {"name": "1", "size": size}})
        problems = Problems()
        ordered(game, "drivethrucards", problems)
        (message,) = [problem.message for problem in problems if problem.code == "other-size"]
        assert said in message


def test_pages_without_a_back_are_warned_of(tmp_path: Path) -> None:
    problems = Problems()
    ordered(make_game(tmp_path / "bare", BLEEDING), "drivethrucards", problems)
    assert "no-back" in {problem.code for problem in problems if problem.severity == "warning"}
    problems = Problems()
    ordered(deck(tmp_path / "whole"), "drivethrucards", problems)
    assert "no-back" not in {problem.code for problem in problems}


@pytest.mark.parametrize("service", SERVICES)
@pytest.mark.parametrize(
    ("face", "is_bad"),
    [
        (BLEEDING, False),
        ('<rect width="63" height="88" fill="#3f5640"/>', True),
        ('<rect x="-5" y="-5" width="68" height="98" fill="#3f5640"/>', True),
        ('<rect x="5" y="5" width="53" height="78" fill="#3f5640"/>', False),
    ],
    ids=["bleeds", "ends", "ends on the right", "has a white border"],
)
def test_a_face_that_ends_at_the_cut_is_warned_of(service: str, face: str, is_bad: bool, tmp_path: Path) -> None:
    problems = Problems()
    ordered(make_game(tmp_path, face), service, problems)
    assert ("no-bleed" in {problem.code for problem in problems}) is is_bad


def test_a_round_piece_that_ends_at_the_cut_is_warned_of(tmp_path: Path) -> None:
    coin = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 25.4 25.4"><circle cx="12.7" cy="12.7" r="{}" fill="#a60"/></svg>'
    found = []
    for radius in (12.7, 17):
        problems = Problems()
        game = make_game(
            tmp_path / str(radius),
            kind={"size": "25.4 x 25.4 mm", "shape": "round"},
            files={"templates/card.svg.j2": coin.format(radius)},
        )
        made = ordered(game, "the-game-crafter", problems)
        assert [deck.product.name for deck in made.decks] == ["Large Circle Chit"]
        found.append("no-bleed" in {problem.code for problem in problems})
    assert found == [True, False]


def test_the_same_game_gives_the_same_bytes(tmp_path: Path) -> None:
    game = deck(tmp_path)
    for service in SERVICES:
        assert ordered(game, service).files == ordered(game, service).files


# ---------------------------------------------------------------- inks

PART = st.floats(0, 1)


@given(st.tuples(PART, PART, PART), st.booleans())
def test_no_colour_takes_more_ink_than_the_press_allows(rgb: tuple[float, float, float], is_area: bool) -> None:
    inks = inks_of(rgb, is_area)
    assert all(0 <= ink <= 1 for ink in inks)
    assert sum(inks) <= MOST_INK + 1e-9


@given(PART)
def test_greys_and_black_text_are_black_alone(level: float) -> None:
    *others, black = inks_of((level, level, level))
    assert others == pytest.approx([0, 0, 0], abs=1e-6)
    assert black == pytest.approx(min(1, (1 - level) / (1 - DARK)), abs=1e-3)


def test_a_black_area_is_rich_black() -> None:
    assert inks_of((0, 0, 0), True) == pytest.approx((0.6, 0.4, 0.4, 1.0))
    assert inks_of((0, 0, 0), False) == (0, 0, 0, 1)
    assert inks_of((1, 1, 1), True) == (0, 0, 0, 0)


@given(st.tuples(PART, PART), st.floats(0, 0.6), st.sampled_from("CMY"))
def test_inks_are_found_again_from_the_colour_they_make(pair: tuple[float, float], black: float, absent: str) -> None:
    shares = iter(pair)
    cyan, magenta, yellow = (0.0 if ink == absent else next(shares) for ink in "CMY")
    rgb = screen_of((cyan, magenta, yellow, black))
    if max(rgb) > 0.4:
        assert screen_of(inks_of(rgb)) == pytest.approx(rgb, abs=0.03)


@pytest.mark.parametrize(("saturation", "value"), [(1, 1), (0.8, 1), (0.6, 0.6), (1, 0.4)])
def test_neighbouring_colours_look_alike_in_ink(saturation: float, value: float) -> None:
    wheel = [colorsys.hsv_to_rgb(step / 120, saturation, value) for step in range(121)]
    shown = [screen_of(inks_of(rgb)) for rgb in wheel]
    for one, other in pairwise(shown):
        assert max(abs(a - b) for a, b in zip(one, other, strict=True)) < 0.07


def test_pictures_take_the_inks_of_the_same_colour() -> None:
    import zlib

    for colour in ((0, 0, 0), (255, 255, 255), (230, 166, 20), (63, 86, 64)):
        image = CMYK.picture(read_image(png(colour)))
        assert (image.space, image.alpha) == ("DeviceCMYK", None)
        wanted = inks_of((colour[0] / 255, colour[1] / 255, colour[2] / 255), True)
        assert [value / 255 for value in zlib.decompress(image.samples)[:4]] == pytest.approx(wanted, abs=0.03)
    shade = CMYK.picture(read_image(png((128,), "L")))
    assert list(zlib.decompress(shade.samples)[:4]) == [0, 0, 0, int(255 * inks_of((128 / 255,) * 3, True)[3])]


@pytest.mark.parametrize(("colours", "wanted"), [(RGB, "1 0 0 rg"), (GREY, "0.299 g"), (CMYK, "0 1 1 0 k")])
def test_a_document_writes_its_own_colours(colours: Any, wanted: str) -> None:
    document = Document(FontBook(), "Trial", colours=colours)
    assert document.colour((1, 0, 0)) == wanted


def test_a_grey_document_is_grey_all_over(tmp_path: Path) -> None:
    face = (
        '<defs><linearGradient id="g"><stop offset="0" stop-color="#f00"/><stop offset="1" stop-color="#00f"/></linearGradient></defs>'
        '<rect width="30" height="30" fill="url(#g)"/><g opacity="0.5"><rect width="9" height="9" fill="#0f0"/><rect width="5" height="5"/></g>'
        '<image href="p.png" x="40" y="40" width="9" height="9"/>'
    )
    game = make_game(tmp_path, face, files={"p.png": png((200, 30, 30))})
    press = Press(game)
    stamp = press.stamp(game.card("one"))
    assert stamp is not None
    document = Document(press.fonts, "Trial", colours=GREY)
    document.page(63, 88)
    document.stamp(stamp, (0, 0, 63, 88))
    shown = render_page(document.close(), 0, 100)
    assert all(high - low <= 1 for low, high in (sorted(pixel)[::2] for _, pixel in shown.getcolors(1 << 20)))
    assert in_grey(image := read_image(png((9,), "L"))) is image


# ---------------------------------------------------------------- DriveThruCards

INKS = {"k": 4, "K": 4, "g": 1, "G": 1}
OTHER_COLOURS = {"rg", "RG", "cs", "CS", "sc", "SC", "scn", "SCN", "ri"}


def pdf_of(made: Ordered) -> bytes:
    (content,) = [content for name, content in made.files.items() if name.suffix == ".pdf"]
    return content


def streams(pdf: pikepdf.Pdf) -> Iterator[Any]:
    """Return every page and form of a document."""
    yield from pdf.pages
    for thing in pdf.objects:
        if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Form":
            yield thing


def colours_in(pdf: pikepdf.Pdf) -> set[tuple[str, tuple[float, ...]]]:
    found = set()
    for stream in streams(pdf):
        for operands, operator in pikepdf.parse_content_stream(stream):
            assert str(operator) not in OTHER_COLOURS, operator
            if str(operator) in INKS:
                assert len(operands) == INKS[str(operator)]
                found.add((str(operator), tuple(float(o) for o in operands)))
    return found


RICH = (
    '<defs><linearGradient id="g"><stop offset="0" stop-color="#102080"/><stop offset="1" stop-color="#200000"/></linearGradient></defs>'
    '<rect x="-5" y="-5" width="73" height="98" fill="url(#g)"/><rect x="5" y="5" width="53" height="20" fill="#000"/>'
    '<path d="M5 62H50" stroke="#000" stroke-width="1"/><path d="M5 60H50" stroke="#000" stroke-width="0.1"/>'
    '<image href="p.png" x="10" y="40" width="9" height="9"/><image href="q.jpg" x="30" y="40" width="9" height="9"/>'
    '<text x="8" y="80" font-size="5">{{ card.name }}</text>'
)


@pytest.fixture(scope="module")
def rich(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    jpeg = io.BytesIO()
    Image.new("RGB", (40, 40), (10, 10, 90)).save(jpeg, "JPEG")
    game = deck(tmp_path_factory.mktemp("rich"), RICH, files={"p.png": png((5, 5, 40)), "q.jpg": jpeg.getvalue()})
    return pdf_of(ordered(game, "drivethrucards"))


def test_every_colour_is_of_inks_and_within_their_limit(rich: bytes) -> None:
    with pikepdf.open(io.BytesIO(rich)) as pdf:
        colours = colours_in(pdf)
        assert {"k", "K"} <= {operator for operator, _ in colours}
        assert all(sum(parts) <= MOST_INK + 1e-3 for operator, parts in colours if operator in "kK")
        assert {("k", (0.6, 0.4, 0.4, 1.0)), ("k", (0, 0, 0, 1)), ("K", (0, 0, 0, 1)), ("K", (0.6, 0.4, 0.4, 1.0))} <= colours
        shadings = [thing for thing in pdf.objects if isinstance(thing, pikepdf.Dictionary) and "/ShadingType" in thing]
        assert {str(shading.ColorSpace) for shading in shadings} == {"/DeviceCMYK"}
        functions = shadings[0].Function.Functions
        assert all(sum(map(float, end)) <= MOST_INK + 1e-3 for function in functions for end in (function.C0, function.C1))
        images = [thing for thing in pdf.objects if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Image"]
        assert [image.ColorSpace for image in images] == ["/DeviceCMYK"] * 2
        for image in images:
            samples = image.read_bytes()
            assert len(samples) == 40 * 40 * 4
            assert sum(samples[:4]) <= MOST_INK * 255 + 2


def test_pages_are_cut_where_they_say_and_hold_no_transparency(rich: bytes) -> None:
    with pikepdf.open(io.BytesIO(rich)) as pdf:
        assert pdf.pdf_version == "1.4"
        assert pdf.docinfo["/Trapped"] == "/False"
        assert "/ID" in pdf.trailer
        assert "/OutputIntents" not in pdf.Root
        assert "/GTS_PDFXVersion" not in pdf.docinfo
        for page in pdf.pages:
            assert [float(v) for v in page.MediaBox] == pytest.approx([0, 0, 2.75 * 72, 3.75 * 72], abs=0.01)
            assert [float(v) for v in page.BleedBox] == pytest.approx([0, 0, 2.75 * 72, 3.75 * 72], abs=0.01)
            assert [float(v) for v in page.TrimBox] == pytest.approx([9, 9, 189, 261], abs=0.01)
            assert "/Annots" not in page
        for thing in pdf.objects:
            if isinstance(thing, pikepdf.Stream):
                assert "/SMask" not in thing
                assert "/Group" not in thing
            elif isinstance(thing, pikepdf.Dictionary):
                assert not {"/ca", "/CA"} & set(thing.keys())


def test_fonts_are_embedded_with_every_character(rich: bytes) -> None:
    with pikepdf.open(io.BytesIO(rich)) as pdf:
        fonts = [thing for thing in pdf.objects if isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == "/Font"]
        assert fonts
        for font in fonts:
            assert re.match(r"/[A-Z]{6}\+", str(font.BaseFont)), font.BaseFont
            assert len(font.FontDescriptor.FontFile2.read_bytes()) > 1000
            assert set("Card123") <= set(characters(font.ToUnicode.read_bytes()))


def characters(cmap: bytes) -> Iterator[str]:
    for code in re.findall(rb"<[0-9A-F]+> *<([0-9A-F]{4})>", cmap):
        yield chr(int(code, 16))
    for codes in re.findall(rb"\[([^\]]*)\]", cmap):
        yield from (chr(int(code, 16)) for code in re.findall(rb"<([0-9A-F]{4})>", codes))


def test_each_copy_has_its_back_and_then_its_front(rich: bytes) -> None:
    import pypdfium2

    document = pypdfium2.PdfDocument(rich)
    texts = [document[page].get_textpage().get_text_bounded().strip() for page in range(len(document))]
    document.close()
    assert texts[0::2] == [""] * 6
    assert Counter(texts[1::2]) == {"Card 1": 1, "Card 2": 3, "Card 3": 2}
    red, green, blue = render_page(rich, 0, 50).getpixel((2, 2))
    assert red > 2 * max(green, blue)


def test_colours_look_as_drawn_through_another_eye(rich: bytes, tmp_path: Path) -> None:
    """The rasteriser has its own idea of inks, that of a real press; colours that inks can show come back nearly as drawn."""
    colours = ("#3f5640", "#e6a614", "#f5f0e4", "#8a5a3c", "#9a9a9a")
    bars = "".join(f'<rect x="{10 * n}" y="0" width="10" height="88" fill="{colour}"/>' for n, colour in enumerate(colours))
    game = make_game(tmp_path, bars)
    shown = render_page(pdf_of(ordered(game, "drivethrucards")), 1, 100)
    for number, colour in enumerate(colours):
        seen = shown.getpixel((round((3.175 + (10 * number + 5) * 1.008) / 25.4 * 100), 180))
        wanted = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
        assert max(abs(a - b) for a, b in zip(seen, wanted, strict=True)) < 28, (colour, seen)


# ---------------------------------------------------------------- transparency

GLASS = (
    '<rect x="-5" y="-5" width="73" height="98" fill="#ffe0a0"/><text x="5" y="20" font-size="6">below</text>'
    '<rect x="10" y="10" width="30" height="30" fill="#00f" fill-opacity="0.5"/>'
    '<g transform="translate(5 40) scale(2)" fill="#800">{}<text y="12" font-size="3">above</text><circle cx="20" cy="10" r="2"/></g>'
)


@pytest.mark.parametrize(
    "part",
    [
        '<rect width="4" height="4"/>',
        '<g opacity="0.5"><rect width="4" height="4"/><rect width="2" height="2" fill="#000"/></g>',
        '<image href="p.png" width="4" height="4"/>',
    ],
    ids=["fill", "group", "picture"],
)
def test_a_flattened_face_looks_the_same_and_keeps_what_is_above(part: str, tmp_path: Path) -> None:
    game = make_game(tmp_path, GLASS.format(part), files={"p.png": png((0, 200, 0, 120), "RGBA")})
    press = Press(game)
    stamp = press.stamp(game.card("one"))
    assert stamp is not None
    flat = flatten(stamp, press.fonts)
    assert flat is not None
    assert flat.texts == 1
    assert [o.text for o in flat.stamp.operations if isinstance(o, TextRun)] == ["above"]
    pages = []
    for drawn in (stamp, flat.stamp):
        document = Document(press.fonts, "Trial")
        document.page(63, 88)
        document.stamp(drawn, (0, 0, 63, 88))
        pages.append(render_page(document.close(), 0, 100))
    from PIL import ImageChops

    difference = ImageChops.difference(*pages).convert("L").histogram()
    assert sum(difference[40:]) < 0.004 * pages[0].width * pages[0].height
    assert flatten(flat.stamp, press.fonts) is None


def test_a_face_without_transparency_stays_as_it_is() -> None:
    stamp = Stamp((10, 10), (0, 0, 10, 10), (UseColour((1, 0, 0)), "0 0 10 10 re f"))
    assert flatten(stamp, FontBook()) is None


def test_a_transparent_face_is_told_of_and_its_pdf_has_no_transparency(tmp_path: Path) -> None:
    problems = Problems()
    made = ordered(
        make_game(
            tmp_path, GLASS.format('<image href="p.png" width="4" height="4"/>'), files={"p.png": png((0, 200, 0, 120), "RGBA")}
        ),
        "drivethrucards",
        problems,
    )
    (note,) = [problem for problem in problems if problem.code == "flattened"]
    assert "with 1 of the texts (one)" in note.message
    with pikepdf.open(io.BytesIO(pdf_of(made))) as pdf:
        colours_in(pdf)
        for thing in pdf.objects:
            if isinstance(thing, pikepdf.Stream):
                assert not {"/SMask", "/Group"} & set(thing.keys())
            elif isinstance(thing, pikepdf.Dictionary):
                assert not {"/ca", "/CA"} & set(thing.keys())


# ---------------------------------------------------------------- the command


@pytest.mark.parametrize("service", SERVICES)
def test_the_command_writes_an_order(service: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deck(tmp_path / "game")
    output = tmp_path / "out"
    assert cli.run(["export", service, str(tmp_path / "game"), "--output", str(output)]) == 0
    said = capsys.readouterr()
    assert re.search(r"The deck +6 +3 ", said.out)
    assert "Traceback" not in said.err
    made = ordered(services_game(tmp_path / "game"), service)
    assert {path.relative_to(output).as_posix() for path in output.rglob("*") if path.is_file()} == {str(n) for n in made.files}
    assert cli.run(["export", service, str(tmp_path / "game"), "--output", str(output), "--product", "no such"]) == 2
    assert "--product expected" in capsys.readouterr().err


def services_game(folder: Path) -> Game:
    from generator.data.loading import load_game

    return load_game(folder)


def test_a_chosen_product_is_taken_and_what_was_left_is_told_of(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deck(tmp_path / "game")
    command = ["export", "the-game-crafter", str(tmp_path / "game"), "--output", str(tmp_path / "out")]
    assert cli.run(command) == 0
    capsys.readouterr()
    assert cli.run([*command, "--product", "poker", "--only", "card-2"]) == 0
    said = capsys.readouterr()
    assert "63.5 x 88.9 mm, at 100.8%" in said.out
    assert "warning[left-over]" in said.err
    assert "01-the-deck-euro-poker-deck" in said.err


def test_a_warning_of_an_export_counts_with_strict(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    make_game(tmp_path / "game", '<rect width="63" height="88"/>')
    command = ["export", "makeplayingcards", str(tmp_path / "game"), "--output", str(tmp_path / "out"), "--strict"]
    assert cli.run(command) == 1
    assert "no-bleed" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_a_name_is_no_formula() -> None:
    row = services.ListingRow("d", "p", "id", "=1+1", 1, "f", "", (1, 1), 1.0)
    assert b"'=1+1" in services.csv_of([row])
