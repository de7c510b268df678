"""Faces as pictures: exact sizes, shapes, PNG files, the same bytes on any number of cores, and what the PDF shows."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageStat

from generator.data.game import Game
from generator.face.press import Press
from generator.job.build import build
from generator.job.planning import Options, plan
from generator.pdf import rendering
from generator.pdf.pictures import render_page
from generator.pdf.rendering import cut_out, render_faces, render_pngs, size_px, widened, write_png
from tests.conftest import make_game


def many(folder: Path, count: int = 9, size: str = "63 x 88 mm", **kind: object) -> Game:
    """Make cards that are red all over, and 5 mm past the cut."""
    width, height = (float(side) for side in size.removesuffix(" mm").split(" x "))
    face = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"><rect x="-5" y="-5" width="{width + 10}"'
        f' height="{height + 10}" fill="#ff0000"/><text x="5" y="10">{{{{ card.name }}}}</text></svg>'
    )
    cards = {f"c{number}": {"name": f"Card {number}"} for number in range(count)}
    return make_game(folder, cards=cards, kind={**kind, "size": size}, files={"templates/card.svg.j2": face})


@pytest.mark.parametrize("dpi", [72, 100, 150.5, 299, 300])
@pytest.mark.parametrize("size", ["63 x 88 mm", "63.5 x 88.9 mm", "44.45 x 63.5 mm", "33.3 x 77.7 mm"])
def test_a_picture_has_the_pixels_stated_and_no_white_edge(size: str, dpi: float, tmp_path: Path) -> None:
    game = many(tmp_path, 1, size=size)
    for bleed_mm in (0.0, 3.0):
        ((card, picture),) = render_faces(Press(game), list(game.cards.values()), dpi, bleed_mm, workers=1)
        assert card.size_mm
        assert picture.size == size_px(card.size_mm, dpi, bleed_mm)
        assert picture.mode == "RGB"
        width, height = picture.size
        for edge in ((0, 0, width, 1), (0, height - 1, width, height), (0, 0, 1, height), (width - 1, 0, width, height)):
            assert all(low >= 250 if band == 0 else high <= 4 for band, (low, high) in enumerate(picture.crop(edge).getextrema()))


def test_sizes_are_those_that_shops_ask_for() -> None:
    assert size_px((63.5, 88.9), 300, 25.4 / 8) == (825, 1125)
    assert size_px((63.5, 88.9), 300, 25.4 * 0.12) == (822, 1122)
    assert size_px((69.85, 120.65), 300, 25.4 / 8) == (900, 1500)


@pytest.mark.parametrize("workers", [2, 5])
def test_any_number_of_workers_gives_the_same_bytes_in_the_same_order(
    workers: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rendering, "CHUNK", 4)
    press = Press(game := many(tmp_path))
    cards = list(game.cards.values())
    alone = [(card.id, content) for card, content in render_pngs(press, cards, 80, corner_mm=3, workers=1)]
    assert [id_ for id_, _ in alone] == list(game.cards)
    assert len({content for _, content in alone}) == 9
    assert [(card.id, content) for card, content in render_pngs(press, cards, 80, corner_mm=3, workers=workers)] == alone


def test_a_reader_may_stop_in_the_middle(tmp_path: Path) -> None:
    game = many(tmp_path)
    faces = render_faces(Press(game), list(game.cards.values()), 50, workers=4)
    next(faces)
    faces.close()  # type: ignore[attr-defined]
    assert not rendering.PDFIUM.locked()


def test_faces_that_cannot_be_drawn_are_left_out(tmp_path: Path) -> None:
    game = make_game(tmp_path, "{{ 1 // card.name|int }}", {"good": {"name": "1"}, "bad": {"name": "0"}})
    press = Press(game)
    assert [card.id for card, _ in render_faces(press, list(game.cards.values()), 50)] == ["good"]
    assert press.problems.has_errors


def test_progress_counts_every_face(tmp_path: Path) -> None:
    game, seen = many(tmp_path, 3), []
    list(render_faces(Press(game), list(game.cards.values()), 50, progress=lambda done, total, label: seen.append((done, total))))
    assert seen == [(0, 3), (1, 3), (2, 3), (3, 3)]


# ---------------------------------------------------------------- shapes


def test_corners_are_transparent_and_soft() -> None:
    cut = cut_out(Image.new("RGB", (200, 300), (10, 20, 30)), "rectangle", 40)
    alpha = cut.getchannel("A")
    assert [alpha.getpixel(at) for at in ((0, 0), (199, 0), (0, 299), (199, 299))] == [0, 0, 0, 0]
    assert [alpha.getpixel(at) for at in ((41, 0), (0, 41), (100, 150), (199, 150), (100, 299))] == [255] * 5
    assert sum(count > 0 for count in alpha.histogram()) > 10
    assert alpha.tobytes() == alpha.transpose(Image.Transpose.FLIP_LEFT_RIGHT).tobytes()
    assert alpha.tobytes() == alpha.transpose(Image.Transpose.FLIP_TOP_BOTTOM).tobytes()
    missing = 200 * 300 - ImageStat.Stat(alpha).sum[0] / 255
    assert missing == pytest.approx((4 - 3.14159) * 40**2, rel=0.03)
    assert cut.convert("RGB").getpixel((0, 0)) == (10, 20, 30)  # no dark rim where a table blurs the edge
    assert cut_out(Image.new("RGB", (20, 30)), "rectangle").mode == "RGB"


@pytest.mark.parametrize(
    ("shape", "size", "share"), [("round", (200, 200), 0.7854), ("hex", (231, 200), 0.75), ("hex", (200, 231), 0.75)]
)
def test_round_and_hexagonal_pieces_are_cut_to_their_shape(shape: str, size: tuple[int, int], share: float) -> None:
    alpha = cut_out(Image.new("RGB", size), shape).getchannel("A")
    assert ImageStat.Stat(alpha).mean[0] / 255 == pytest.approx(share, abs=0.01)
    points = (
        [(2, size[1] // 2), (size[0] - 3, size[1] // 2)] if size[0] > size[1] else [(size[0] // 2, 2), (size[0] // 2, size[1] - 3)]
    )
    assert all(alpha.getpixel(at) > 60 for at in points)
    assert [alpha.getpixel(at) for at in ((0, 0), (size[0] - 1, size[1] - 1))] == [0, 0]


def test_a_round_face_runs_on_past_its_edge_where_others_cut_it() -> None:
    coin = Image.new("RGB", (200, 200), "white")
    coin.paste((200, 150, 0), mask=rendering._mask((200, 200), "round", 0.0))
    wide = widened(coin, "round")
    assert wide.getpixel((100, 100)) == (200, 150, 0)
    rim = (27, 27)  # three pixels past the edge
    assert coin.getpixel(rim) == (255, 255, 255)
    assert wide.getpixel(rim) == (200, 150, 0)
    assert widened(coin, "rectangle") is coin


def test_bleed_keeps_the_whole_rectangle_of_a_round_piece(tmp_path: Path) -> None:
    game = many(tmp_path, 1, shape="round", size="20 x 20 mm")
    ((_, cut),) = render_faces(Press(game), list(game.cards.values()), 100)
    assert (cut.mode, cut.getpixel((0, 0))[3]) == ("RGBA", 0)
    ((_, whole),) = render_faces(Press(game), list(game.cards.values()), 100, bleed_mm=2)
    assert (whole.mode, whole.getpixel((0, 0))) == ("RGB", (255, 0, 0))


# ---------------------------------------------------------------- PNG


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 40), st.integers(1, 300), st.sampled_from(["RGB", "RGBA"]), st.booleans(), st.randoms(use_true_random=False))
def test_what_is_written_is_read_again(width: int, height: int, mode: str, is_smooth: bool, dice: object) -> None:
    picture = Image.frombytes("L", (width, height), dice.randbytes(width * height))  # type: ignore[attr-defined]
    if is_smooth:
        picture = Image.linear_gradient("L").resize((width, height))
    picture = picture.convert(mode)
    back = Image.open(io.BytesIO(write_png(picture, 300)))
    assert (back.mode, back.size, back.tobytes()) == (mode, picture.size, picture.tobytes())
    assert back.info["dpi"] == pytest.approx((300, 300), abs=0.01)


def test_painted_pictures_are_packed_as_differences(emporium: Game) -> None:
    painted = Image.radial_gradient("L").resize((400, 400), Image.Resampling.BICUBIC)
    painted = ImageChops.add(painted, Image.linear_gradient("L").resize((400, 400)), 2).convert("RGB")
    assert rendering._is_painted(painted)
    assert len(write_png(painted)) < 0.7 * len(rendering._packed(painted, 0, 400, False))
    ((_, drawn),) = render_faces(Press(emporium), [emporium.card("troll")], 200)
    assert not rendering._is_painted(drawn)


# ---------------------------------------------------------------- print and picture


@pytest.mark.parametrize("card_id", ["troll", "coin-10"])
def test_picture_and_print_show_the_same_face(card_id: str, emporium: Game, tmp_path: Path) -> None:
    options = Options(only=(card_id,), output=tmp_path)
    (file,) = (file for file in build(emporium, options).files if file.sheets)
    (item,) = plan(emporium, options)
    place = next(place for place in item.sheets[0].placements if place.key == card_id).trim
    page = render_page(file.path.read_bytes(), 0, 300)
    box = [edge * 300 / 25.4 for edge in (place.x, place.y, place.x + place.width, place.y + place.height)]
    ((_, face),) = render_faces(Press(emporium), [emporium.card(card_id)], 300)
    printed = page.resize(face.size, Image.Resampling.BICUBIC, box=box)
    white = Image.new("RGB", face.size, "white")
    white.paste(face, mask=face.getchannel("A") if face.mode == "RGBA" else None)
    inner = (face.width // 8, face.height // 8, face.width * 7 // 8, face.height * 7 // 8)  # without the cutting line
    pair = [picture.crop(inner).reduce(2) for picture in (printed, white)]
    assert max(ImageStat.Stat(ImageChops.difference(*pair)).mean) < 2
    other = next(render_faces(Press(emporium), [emporium.card("wolf" if card_id == "troll" else "coin-5")], 300))[1].convert("RGB")
    different = other.resize(face.size).crop(inner).reduce(2)
    assert max(ImageStat.Stat(ImageChops.difference(pair[0], different)).mean) > 6  # the test can fail
