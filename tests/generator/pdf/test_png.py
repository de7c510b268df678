"""Pictures cut to shape, and PNG files that hold what was drawn."""

from __future__ import annotations

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageStat

from generator.data.game import Game
from generator.face.press import Press
from generator.pdf import png
from generator.pdf.png import cut_out, widened, write_png
from generator.pdf.raster import render_faces

# ---------------------------------------------------------------- shapes


def test_corners_are_transparent_and_soft() -> None:
    cut = cut_out(Image.new("RGB", (200, 300), (10, 20, 30)), "rectangle", 40)
    alpha = cut.getchannel("A")
    assert [alpha.getpixel(at) for at in ((0, 0), (199, 0), (0, 299), (199, 299))] == [0, 0, 0, 0]
    assert [
        alpha.getpixel(at) for at in ((41, 0), (0, 41), (100, 150), (199, 150), (100, 299))
    ] == [255] * 5
    assert sum(count > 0 for count in alpha.histogram()) > 10
    assert alpha.tobytes() == alpha.transpose(Image.Transpose.FLIP_LEFT_RIGHT).tobytes()
    assert alpha.tobytes() == alpha.transpose(Image.Transpose.FLIP_TOP_BOTTOM).tobytes()
    missing = 200 * 300 - ImageStat.Stat(alpha).sum[0] / 255
    assert missing == pytest.approx((4 - 3.14159) * 40**2, rel=0.03)
    assert cut.convert("RGB").getpixel((0, 0)) == (
        10,
        20,
        30,
    )  # no dark rim where a table blurs the edge
    assert cut_out(Image.new("RGB", (20, 30)), "rectangle").mode == "RGB"


@pytest.mark.parametrize(
    ("shape", "size", "share"),
    [("round", (200, 200), 0.7854), ("hex", (231, 200), 0.75), ("hex", (200, 231), 0.75)],
)
def test_round_and_hexagonal_pieces_are_cut_to_their_shape(
    shape: str, size: tuple[int, int], share: float
) -> None:
    alpha = cut_out(Image.new("RGB", size), shape).getchannel("A")
    assert ImageStat.Stat(alpha).mean[0] / 255 == pytest.approx(share, abs=0.01)
    points = (
        [(2, size[1] // 2), (size[0] - 3, size[1] // 2)]
        if size[0] > size[1]
        else [(size[0] // 2, 2), (size[0] // 2, size[1] - 3)]
    )
    assert all(alpha.getpixel(at) > 60 for at in points)
    assert [alpha.getpixel(at) for at in ((0, 0), (size[0] - 1, size[1] - 1))] == [0, 0]


def test_a_round_face_runs_on_past_its_edge_where_others_cut_it() -> None:
    coin = Image.new("RGB", (200, 200), "white")
    coin.paste((200, 150, 0), mask=png._mask((200, 200), "round", 0.0))
    wide = widened(coin, "round")
    assert wide.getpixel((100, 100)) == (200, 150, 0)
    rim = (27, 27)  # three pixels past the edge
    assert coin.getpixel(rim) == (255, 255, 255)
    assert wide.getpixel(rim) == (200, 150, 0)
    assert widened(coin, "rectangle") is coin


# ---------------------------------------------------------------- PNG


@settings(max_examples=30)
@given(
    st.integers(1, 40),
    st.integers(1, 300),
    st.sampled_from(["RGB", "RGBA"]),
    st.booleans(),
    st.randoms(use_true_random=False),
)
def test_what_is_written_is_read_again(
    width: int, height: int, mode: str, is_smooth: bool, dice: object
) -> None:
    picture = Image.frombytes("L", (width, height), dice.randbytes(width * height))  # type: ignore[attr-defined]
    if is_smooth:
        picture = Image.linear_gradient("L").resize((width, height))
    picture = picture.convert(mode)
    back = Image.open(io.BytesIO(write_png(picture, 300)))
    assert (back.mode, back.size, back.tobytes()) == (mode, picture.size, picture.tobytes())
    assert back.info["dpi"] == pytest.approx((300, 300), abs=0.01)


def test_painted_pictures_are_packed_as_differences(emporium: Game) -> None:
    painted = Image.radial_gradient("L").resize((400, 400), Image.Resampling.BICUBIC)
    painted = ImageChops.add(painted, Image.linear_gradient("L").resize((400, 400)), 2).convert(
        "RGB"
    )
    assert png._is_painted(painted)
    assert len(write_png(painted)) < 0.7 * len(png._packed(painted, 0, 400, False))
    ((_, drawn),) = render_faces(Press(emporium), [emporium.card("troll")], 200)
    assert not png._is_painted(drawn)
