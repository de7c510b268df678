"""Faces as pictures: exact sizes, the same bytes on any number of cores, what the PDF shows; and
one thread at a time in pypdfium2.
"""

from __future__ import annotations

import io
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageStat

from generator.data.game import Game
from generator.face.press import Press
from generator.job.build import build
from generator.job.planning import Options, plan
from generator.pdf import png, raster
from generator.pdf.raster import (
    face_pdf,
    page_png,
    render_faces,
    render_page,
    render_pngs,
    render_stamps,
    size_px,
    vision_sheet,
)
from tests.conftest import make_game


def many(folder: Path, count: int = 9, size: str = "63 x 88 mm", **kind: object) -> Game:
    """Make cards that are red all over, and 5 mm past the cut."""
    width, height = (float(side) for side in size.removesuffix(" mm").split(" x "))
    face = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"><rect x="-5" '
        f'y="-5" width="{width + 10}"'
        f' height="{height + 10}" fill="#ff0000"/><text x="5" y="10">{{{{ card.name '
        f"}}}}</text></svg>"
    )
    cards = {f"c{number}": {"name": f"Card {number}"} for number in range(count)}
    return make_game(
        folder, cards=cards, kind={**kind, "size": size}, files={"templates/card.svg.j2": face}
    )


@pytest.mark.parametrize(
    "opacity", [1.0, 0.5]
)  # pages with something translucent come with a fourth band
@pytest.mark.parametrize("dpi", [72, 100.3])
def test_a_page_without_pillow_is_the_same_picture(
    dpi: float, opacity: float, tmp_path: Path
) -> None:
    face = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88"><rect width="30" height="88" '
        'fill="#3366cc"/>'
        f'<rect x="20" width="30" height="40" fill="#ff8800" fill-opacity="{opacity}"/></svg>'
    )
    game = make_game(
        tmp_path, cards={"one": {"name": "One"}}, files={"templates/card.svg.j2": face}
    )
    pdf = face_pdf(Press(game), game.cards["one"])
    assert pdf is not None
    found = Image.open(io.BytesIO(page_png(pdf, 0, dpi))).convert("RGB")
    assert ImageChops.difference(found, render_page(pdf, 0, dpi)).getbbox() is None


@pytest.mark.parametrize("dpi", [72, 100, 150.5, 299, 300])
@pytest.mark.parametrize(
    "size", ["63 x 88 mm", "63.5 x 88.9 mm", "44.45 x 63.5 mm", "33.3 x 77.7 mm"]
)
def test_a_picture_has_the_pixels_stated_and_no_white_edge(
    size: str, dpi: float, tmp_path: Path
) -> None:
    game = many(tmp_path, 1, size=size)
    for bleed_mm in (0.0, 3.0):
        ((card, picture),) = render_faces(Press(game), list(game.cards.values()), dpi, bleed_mm)
        assert card.size_mm
        assert picture.size == size_px(card.size_mm, dpi, bleed_mm)
        assert picture.mode == "RGB"
        width, height = picture.size
        for edge in (
            (0, 0, width, 1),
            (0, height - 1, width, height),
            (0, 0, 1, height),
            (width - 1, 0, width, height),
        ):
            assert all(
                low >= 250 if band == 0 else high <= 4
                for band, (low, high) in enumerate(picture.crop(edge).getextrema())
            )


def test_sizes_are_those_that_shops_ask_for() -> None:
    assert size_px((63.5, 88.9), 300, 25.4 / 8) == (825, 1125)
    assert size_px((63.5, 88.9), 300, 25.4 * 0.12) == (822, 1122)
    assert size_px((69.85, 120.65), 300, 25.4 / 8) == (900, 1500)


@pytest.mark.parametrize("workers", [2, 5])
def test_any_number_of_workers_gives_the_same_bytes_in_the_same_order(
    workers: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(raster, "CHUNK", 4)
    press = Press(game := many(tmp_path))
    cards = list(game.cards.values())
    monkeypatch.setattr(raster, "cores", lambda: 1)
    monkeypatch.setattr(png, "cores", lambda: 1)
    alone = [(card.id, content) for card, content in render_pngs(press, cards, 80, corner_mm=3)]
    monkeypatch.setattr(raster, "cores", lambda: workers)
    monkeypatch.setattr(png, "cores", lambda: workers)
    assert [id_ for id_, _ in alone] == list(game.cards)
    assert len({content for _, content in alone}) == 9
    assert [
        (card.id, content) for card, content in render_pngs(press, cards, 80, corner_mm=3)
    ] == alone


def test_a_reader_may_stop_in_the_middle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(raster, "cores", lambda: 4)
    game = many(tmp_path)
    faces = render_faces(Press(game), list(game.cards.values()), 50)
    next(faces)
    faces.close()  # type: ignore[attr-defined]
    assert not raster.PDFIUM.locked()


def test_faces_that_cannot_be_drawn_are_left_out(tmp_path: Path) -> None:
    game = make_game(
        tmp_path, "{{ 1 // card.name|int }}", {"good": {"name": "1"}, "bad": {"name": "0"}}
    )
    press = Press(game)
    assert [card.id for card, _ in render_faces(press, list(game.cards.values()), 50)] == ["good"]
    assert press.problems.has_errors


def test_progress_counts_every_face(tmp_path: Path) -> None:
    game, seen = many(tmp_path, 3), []
    list(
        render_faces(
            Press(game),
            list(game.cards.values()),
            50,
            progress=lambda done, total, label: seen.append((done, total)),
        )
    )
    assert seen == [(0, 3), (1, 3), (2, 3), (3, 3)]


def test_bleed_keeps_the_whole_rectangle_of_a_round_piece(tmp_path: Path) -> None:
    game = many(tmp_path, 1, shape="round", size="20 x 20 mm")
    ((_, cut),) = render_faces(Press(game), list(game.cards.values()), 100)
    assert (cut.mode, cut.getpixel((0, 0))[3]) == ("RGBA", 0)
    ((_, whole),) = render_faces(Press(game), list(game.cards.values()), 100, bleed_mm=2)
    assert (whole.mode, whole.getpixel((0, 0))) == ("RGB", (255, 0, 0))


# ---------------------------------------------------------------- print and picture


@pytest.mark.parametrize("card_id", ["troll", "coin-10"])
def test_picture_and_print_show_the_same_face(card_id: str, emporium: Game, tmp_path: Path) -> None:
    options = Options(only=(card_id,), output=tmp_path)
    (file,) = (file for file in build(emporium, options).files if file.sheets)
    (item,) = plan(emporium, options)
    place = next(place for place in item.sheets[0].placements if place.key == card_id).trim
    page = render_page(file.path.read_bytes(), 0, 300)
    box = [
        edge * 300 / 25.4
        for edge in (place.x, place.y, place.x + place.width, place.y + place.height)
    ]
    ((_, face),) = render_faces(Press(emporium), [emporium.card(card_id)], 300)
    printed = page.resize(face.size, Image.Resampling.BICUBIC, box=box)
    white = Image.new("RGB", face.size, "white")
    white.paste(face, mask=face.getchannel("A") if face.mode == "RGBA" else None)
    inner = (
        face.width // 8,
        face.height // 8,
        face.width * 7 // 8,
        face.height * 7 // 8,
    )  # without the cutting line
    pair = [picture.crop(inner).reduce(2) for picture in (printed, white)]
    assert max(ImageStat.Stat(ImageChops.difference(*pair)).mean) < 2
    other = next(
        render_faces(
            Press(emporium), [emporium.card("wolf" if card_id == "troll" else "coin-5")], 300
        )
    )[1].convert("RGB")
    different = other.resize(face.size).crop(inner).reduce(2)
    assert (
        max(ImageStat.Stat(ImageChops.difference(pair[0], different)).mean) > 6
    )  # the test can fail


# ---------------------------------------------------------------- one thread at a time


class Guarded(pypdfium2.PdfDocument):  # type: ignore[misc]
    """A document that refuses to be touched without the lock."""

    def __init__(self, pdf: bytes) -> None:
        assert raster.PDFIUM.locked()
        super().__init__(pdf)
        opened.append(self)

    def __getitem__(self, number: int) -> Any:
        assert raster.PDFIUM.locked()
        return super().__getitem__(number)

    def close(self) -> None:
        assert raster.PDFIUM.locked()
        super().close()


opened: list[Guarded] = []


def test_every_call_of_pypdfium2_holds_the_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pypdfium2, "PdfDocument", Guarded)
    monkeypatch.setattr(raster, "cores", lambda: 1)  # nothing is rasterised ahead
    press = Press(game := many(tmp_path, 3))
    cards = list(game.cards.values())
    pdf = face_pdf(press, cards[0])
    assert pdf is not None
    opened.clear()
    for use in (
        lambda: [render_page(pdf)],
        lambda: render_stamps(press, [stamp for card in cards if (stamp := press.stamp(card))], 50),
        lambda: render_faces(press, cards, 50),
        lambda: render_pngs(press, cards, 50),
        lambda: [vision_sheet(press, cards, 300)],
    ):
        before = len(opened)
        for _ in use():
            assert (
                not raster.PDFIUM.locked()
            )  # whoever takes a picture may rasterise another meanwhile
        assert len(opened) > before
    with pytest.raises(AssertionError):  # the document can refuse
        Guarded(pdf)


def test_threads_may_rasterise_at_the_same_time(tmp_path: Path) -> None:
    press = Press(game := many(tmp_path, 1))
    stamp = press.stamp(game.cards["c0"])
    assert stamp is not None
    with ThreadPoolExecutor(4) as pool:
        pictures = [
            picture.tobytes()
            for picture in pool.map(lambda _: next(render_stamps(press, [stamp], 40)), range(24))
        ]
    assert len(set(pictures)) == 1
