"""The Game Crafter: each face once, with exact pixels, and a listing."""

from __future__ import annotations

import csv
import io
import zipfile
from dataclasses import replace
from pathlib import Path, PurePosixPath

import pytest
from PIL import Image, ImageChops

from generator.data.problems import Problems
from generator.export.thegamecrafter import SERVICE
from generator.face.press import Press
from tests.generator.export.orders import deck, ordered, picture

# ---------------------------------------------------------------- pictures


def test_the_game_crafter_gets_each_face_once_with_its_number_and_exact_pixels(
    tmp_path: Path,
) -> None:
    made = ordered(deck(tmp_path), "the-game-crafter")
    folder = "01-the-deck-euro-poker-deck"
    names = [
        f"{folder}/01-card-1-x1.png",
        f"{folder}/02-card-2-x3.png",
        f"{folder}/03-card-3-x2.png",
        f"{folder}/back-1-plain.png",
    ]
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
    assert [(row["card"], row["copies"]) for row in rows] == [
        ("card-1", "1"),
        ("card-2", "3"),
        ("card-3", "2"),
    ]
    assert {row["back"] for row in rows} == {"01-the-deck-euro-poker-deck/back-1-plain.png"}
    text = made.files[PurePosixPath("listing.txt")].decode()
    assert "The deck: 6 of Euro Poker Deck, 63 x 88 mm" in text
    assert "   3 x Card 2" in text
    (name,) = [name for name in made.files if name.suffix == ".zip"]
    with zipfile.ZipFile(io.BytesIO(made.files[name])) as archive:
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert archive.namelist() == sorted(archive.namelist())
        held = {
            n.removeprefix("trial-the-game-crafter/"): archive.read(n) for n in archive.namelist()
        }
    assert held == {str(n): content for n, content in made.files.items() if n != name}


BOOK = {"templates/rulebook.md.j2": "# {{ game.title }}\n\nEach of you plays a card.\n"}


def test_the_rulebook_becomes_a_booklet(tmp_path: Path) -> None:
    made = ordered(deck(tmp_path, files=BOOK), "the-game-crafter")
    pages = [str(name) for name in made.files if "rulebook" in str(name)]
    assert pages == [f"02-rulebook-large-booklet/{number:02}.png" for number in range(1, 5)]
    for name in pages:
        page = picture(made, name)
        assert page.size == (1575, 2475)
        assert page.info["dpi"] == pytest.approx((300, 300), abs=0.1)
        left, top, right, bottom = ImageChops.difference(
            page, Image.new("RGB", page.size, "white")
        ).getbbox() or (800, 800, 801, 801)
        safe = 300 / 8 * 2  # the bleed, and as much again
        assert min(left, top, 1575 - right, 2475 - bottom) >= safe
    rows = list(csv.DictReader(io.StringIO(made.files[PurePosixPath("listing.csv")].decode())))
    assert [(row["product"], row["front"], row["copies"]) for row in rows[-4:]] == [
        ("Large Booklet", name, "1") for name in pages
    ]
    assert "rulebook" in made.files[PurePosixPath("listing.txt")].decode()


def test_a_rulebook_of_too_many_pages_is_left_out(tmp_path: Path) -> None:
    problems = Problems()
    game = deck(tmp_path, files=BOOK)  # whose rulebook has four pages
    made = replace(SERVICE, most_pages=3).order(game, Press(game), problems)
    assert not [name for name in made.files if "rulebook" in str(name)]
    (told,) = [one for one in problems if "Large Booklet" in one.message]
    assert (told.code, told.severity) == ("not-their-product", "warning")


def test_other_services_print_no_booklet(tmp_path: Path) -> None:
    assert not [
        name
        for name in ordered(deck(tmp_path, files=BOOK), "makeplayingcards").files
        if "rulebook" in str(name)
    ]
