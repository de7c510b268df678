"""Exports for print services: the right product, exact pixels, every copy once, and a PDF that a
press can take.
"""

from __future__ import annotations

import colorsys
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.cli import main as cli
from generator.data.game import Game
from generator.data.geometry import Box
from generator.data.problems import ProblemError, Problems
from generator.export import drivethrucards, makeplayingcards, services, thegamecrafter
from generator.export.services import DPI, Product, nearest, product_named
from generator.face.fonts import FontBook
from generator.face.images import in_grey, read_image
from generator.face.press import Press
from generator.pdf import inks as press_model
from generator.pdf.document import Document
from generator.pdf.inks import CMYK, DARK, GREY, MOST_INK, RGB, Inks, Rgb, inks_of
from generator.pdf.raster import render_page
from tests.conftest import make_game
from tests.generator.export.orders import BLEEDING, SERVICES, deck, ordered, png

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


@pytest.mark.parametrize(
    "product", [p for s in SERVICES.values() for p in s.products], ids=lambda p: p.name
)
def test_every_product_has_the_bleed_that_its_service_wants_and_that_faces_have(
    product: Product,
) -> None:
    wanted = 36 / DPI * 25.4 if product in makeplayingcards.PRODUCTS else 25.4 / 8
    for px, mm in zip(product.size_px, product.size_mm, strict=True):
        bleed = (px / DPI * 25.4 - mm) / 2
        assert wanted - 0.1 <= bleed <= 6, product.name


def test_what_differs_by_more_than_an_eighth_is_no_product() -> None:
    products = (
        Product("Poker", (63.5, 88.9), (825, 1125)),
        Product("Disc", (25.4, 25.4), (375, 375), "round"),
    )
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


def test_sizes_that_are_no_product_are_named_and_others_say_how_they_are_scaled(
    tmp_path: Path,
) -> None:
    game = make_game(
        tmp_path,
        BLEEDING,
        {"one": {"name": "1", "size": "63 x 150 mm"}, "two": {"name": "2", "size": "60 x 85 mm"}},
    )
    problems = Problems()
    made = ordered(game, "makeplayingcards", problems)
    assert made.others == ("card, 63 x 150 mm (1)",)
    codes = {problem.code: problem.message for problem in problems if problem.severity != "error"}
    assert "card, 63 x 150 mm (1)" in codes["not-their-product"]
    (hint,) = [str(problem.hint) for problem in problems if problem.code == "not-their-product"]
    assert re.search(
        r"give them another size: the nearest are [\w ]+ \([\d.]+ x [\d.]+ mm\) for card, 63 x 150 mm$",
        hint,
    )
    assert "drawn at 60 x 85 mm, but printed at 103.5%" in codes["other-size"]
    assert "higher" not in codes["other-size"]


def test_ground_that_a_product_adds_is_told(tmp_path: Path) -> None:
    for size, said in (
        ("62 x 80 mm", "7.0 mm higher"),
        ("90 x 61 mm", "3.2 mm higher"),
        ("61 x 88.9 mm", "2.5 mm wider"),
    ):
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


@pytest.mark.parametrize(("size", "is_named"), [("62 x 80 mm", True), ("63.5 x 88.9 mm", False)])
def test_a_face_of_other_proportions_that_ends_is_told_of_its_ground(
    size: str, is_named: bool, tmp_path: Path
) -> None:
    problems, (width, _, height, _) = Problems(), size.split()
    face = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"><rect '
        f'width="{width}" height="{height}"/></svg>'
    )
    game = make_game(
        tmp_path, cards={"one": {"name": "1", "size": size}}, files={"templates/card.svg.j2": face}
    )
    ordered(game, "drivethrucards", problems)
    (hint,) = [problem.hint for problem in problems if problem.code == "no-bleed"]
    assert ("data-ground" in str(hint)) is is_named


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
def test_a_face_that_ends_at_the_cut_is_warned_of(
    service: str, face: str, is_bad: bool, tmp_path: Path
) -> None:
    problems = Problems()
    ordered(make_game(tmp_path, face), service, problems)
    assert ("no-bleed" in {problem.code for problem in problems}) is is_bad


def test_a_round_piece_that_ends_at_the_cut_is_warned_of(tmp_path: Path) -> None:
    coin = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 25.4 25.4"><circle cx="12.7" '
        'cy="12.7" r="{}" fill="#a60"/></svg>'
    )
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
def test_no_colour_takes_more_ink_than_the_press_allows(
    rgb: tuple[float, float, float], is_area: bool
) -> None:
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


def screen_of(inks: Inks) -> Rgb:
    """Return the look of inks according to the press model; at most two of C, M and Y."""
    amounts = dict(zip("CMY", inks, strict=False))
    used = {ink for ink, amount in amounts.items() if amount > 0}
    pair = next(pair for pair in press_model._PAIRS if used <= set(pair))
    x, y = (amounts[ink] for ink in pair)
    red, green, blue = (
        press_model._mixed(terms, x, y, inks[3])[0] for terms in press_model._terms(pair)
    )
    return red, green, blue


@given(st.tuples(PART, PART), st.floats(0, 0.6), st.sampled_from("CMY"))
def test_inks_are_found_again_from_the_colour_they_make(
    pair: tuple[float, float], black: float, absent: str
) -> None:
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


@pytest.mark.slow
def test_pictures_take_the_inks_of_the_same_colour() -> None:
    import zlib

    for colour in ((0, 0, 0), (255, 255, 255), (230, 166, 20), (63, 86, 64)):
        image = CMYK.picture(read_image(png(colour)))
        assert (image.space, image.alpha) == ("DeviceCMYK", None)
        wanted = inks_of((colour[0] / 255, colour[1] / 255, colour[2] / 255), True)
        assert [value / 255 for value in zlib.decompress(image.samples)[:4]] == pytest.approx(
            wanted, abs=0.03
        )
    shade = CMYK.picture(read_image(png((128,), "L")))
    assert list(zlib.decompress(shade.samples)[:4]) == [
        0,
        0,
        0,
        int(255 * inks_of((128 / 255,) * 3, True)[3]),
    ]


@pytest.mark.parametrize(
    ("colours", "wanted"), [(RGB, "1 0 0 rg"), (GREY, "0.299 g"), (CMYK, "0 1 1 0 k")]
)
def test_a_document_writes_its_own_colours(colours: Any, wanted: str) -> None:
    document = Document(FontBook(), "Trial", colours=colours)
    assert document.colour((1, 0, 0)) == wanted


def test_a_grey_document_is_grey_all_over(tmp_path: Path) -> None:
    face = (
        '<defs><linearGradient id="g"><stop offset="0" stop-color="#f00"/><stop offset="1" '
        'stop-color="#00f"/></linearGradient></defs>'
        '<rect width="30" height="30" fill="url(#g)"/><g opacity="0.5"><rect width="9" height="9" '
        'fill="#0f0"/><rect width="5" height="5"/></g>'
        '<image href="p.png" x="40" y="40" width="9" height="9"/>'
    )
    game = make_game(tmp_path, face, files={"p.png": png((200, 30, 30))})
    press = Press(game)
    stamp = press.stamp(game.card("one"))
    assert stamp is not None
    document = Document(press.fonts, "Trial", colours=GREY)
    document.page(63, 88)
    document.stamp(stamp, Box(0, 0, 63, 88))
    shown = render_page(document.close(), 0, 100)
    assert all(
        high - low <= 1
        for low, high in (sorted(pixel)[::2] for _, pixel in shown.getcolors(1 << 20))
    )
    assert in_grey(image := read_image(png((9,), "L"))) is image


# ---------------------------------------------------------------- the command


@pytest.mark.parametrize("service", SERVICES)
def test_the_command_writes_an_order(
    service: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deck(tmp_path / "game")
    output = tmp_path / "out"
    assert cli.run(["export", service, str(tmp_path / "game"), "--output", str(output)]) == 0
    said = capsys.readouterr()
    assert re.search(r"The deck +6 +3 ", said.out)
    assert "Traceback" not in said.err
    made = ordered(services_game(tmp_path / "game"), service)
    assert {
        path.relative_to(output).as_posix() for path in output.rglob("*") if path.is_file()
    } == {str(n) for n in made.files}
    assert (
        cli.run(
            [
                "export",
                service,
                str(tmp_path / "game"),
                "--output",
                str(output),
                "--product",
                "no such",
            ]
        )
        == 2
    )
    assert "--product expected" in capsys.readouterr().err


def services_game(folder: Path) -> Game:
    from generator.data.loading import load_game

    return load_game(folder)


def test_a_chosen_product_is_taken_and_what_was_left_is_told_of(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deck(tmp_path / "game")
    command = [
        "export",
        "the-game-crafter",
        str(tmp_path / "game"),
        "--output",
        str(tmp_path / "out"),
    ]
    assert cli.run(command) == 0
    capsys.readouterr()
    assert cli.run([*command, "--product", "poker", "--only", "card-2"]) == 0
    said = capsys.readouterr()
    assert "63.5 x 88.9 mm, at 100.8%" in said.out
    assert "warning[left-over]" in said.err
    assert "01-the-deck-euro-poker-deck" in said.err


def test_a_warning_of_an_export_counts_with_strict(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make_game(tmp_path / "game", '<rect width="63" height="88"/>')
    command = [
        "export",
        "makeplayingcards",
        str(tmp_path / "game"),
        "--output",
        str(tmp_path / "out"),
        "--strict",
    ]
    assert cli.run(command) == 1
    assert "no-bleed" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_a_name_is_no_formula() -> None:
    row = services.ListingRow("d", "p", "id", "=1+1", 1, "f", "", (1, 1), 1.0)
    assert b"'=1+1" in services.csv_of([row])
