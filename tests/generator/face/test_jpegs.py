"""A JPEG of which a part is missing is refused, and no other."""

from __future__ import annotations

import io
import random

import PIL.Image
import pytest

from generator.face.images import ImageFault, read_image
from generator.face.jpegs import JpegFault, layout_of
from tests.attacks import _hurt, _jpeg


def is_whole(raw: bytes) -> bool:
    try:
        read_image(raw)
    except ImageFault:
        return False
    return True


def test_whole_pictures_of_every_sort_are_taken() -> None:
    rng = random.Random(9)
    for number in range(150):
        width, height = rng.choice(
            [(1, 1), (7, 9), (3, 1500), (1500, 3), (rng.randrange(1, 400), rng.randrange(1, 400))]
        )
        mode = rng.choice(["L", "RGB"])
        noise = PIL.Image.effect_noise((width, height), rng.choice([0, 1, 30, 90])).convert(mode)
        flat = PIL.Image.new(mode, (width, height), rng.choice([0, 7, 128, 255]))
        out = io.BytesIO()
        rng.choice([noise, flat]).save(
            out,
            "JPEG",
            quality=rng.randrange(1, 101),
            progressive=rng.random() < 0.4,
            optimize=rng.random() < 0.5,
            subsampling=rng.choice([0, 1, 2]),
            **({"restart_marker_blocks": rng.randrange(1, 9)} if rng.random() < 0.3 else {}),
        )
        assert is_whole(out.getvalue()), number
        assert is_whole(out.getvalue() + b"more \xff\xd9 of it"), number


@pytest.mark.parametrize("is_progressive", [False, True])
def test_pictures_that_are_cut_off_are_refused(is_progressive: bool) -> None:
    whole = _jpeg(progressive=is_progressive)
    for share in (0.01, 0.1, 0.3, 0.5, 0.7, 0.8):
        at = int(len(whole) * share)
        assert not is_whole(whole[:at]), share
        assert not is_whole(whole[:at] + b"\xff\xd9"), share
    assert not is_whole(whole[:-2])


def test_most_pictures_with_bytes_of_something_else_in_them_are_refused() -> None:
    whole = _jpeg()
    refused = sum(not is_whole(_hurt(whole, 0.02 + 0.024 * n, seed=n)) for n in range(40))
    assert refused >= 25
    assert not is_whole(_hurt(whole, 0.5, b"\xff\x37"))  # a mark that none has there


def test_a_layout_tells_of_blocks_and_scans() -> None:
    layout = layout_of(_jpeg(subsampling=2))
    assert (layout.block, layout.is_progressive, layout.scans) == ((16, 16), False, 1)
    assert layout_of(_jpeg(subsampling=0)).block == (8, 8)
    assert layout_of(_jpeg(progressive=True)).scans > 1
    for raw in (
        b"",
        b"\xff\xd8",
        b"\xff\xd8\xff\xd9",
        b"\xff\xd8\xff\xda\0\2\xff\xd9",
        b"\xff\xd8\xff\xc0\0",
    ):
        with pytest.raises(JpegFault):
            layout_of(raw)
