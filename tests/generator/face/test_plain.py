"""Pictures without Pillow are those with it; what cannot be read without it is refused with a way
out.
"""

from __future__ import annotations

import contextlib
import io
import random
import struct
import sys
import zlib
from typing import Any

import pytest
from PIL import Image, ImageCms

from generator.face import images
from generator.face.images import ImageFault, in_grey, read_image
from generator.face.plain import UnreadFault, pixels_of


@pytest.fixture
def without_pillow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(images, "has_pillow", lambda: False)


def painted(mode: str, size: tuple[int, int] = (23, 17)) -> Image.Image:
    """Make a picture with plain places, steps and noise, so that a writer of PNGs chooses every
    filter.
    """
    draw = random.Random(f"{mode} {size}")
    picture = Image.new("RGBA", size)
    for x in range(size[0]):
        for y in range(size[1]):
            shade = (x * 9 % 256, y * 13 % 256, (x * y) % 256, 255 if x < 8 else x * 10)
            picture.putpixel((x, y), shade if draw.random() < 0.8 else tuple(draw.randbytes(4)))
    return picture if mode == "RGBA" else picture.convert(mode)


def as_bytes(picture: Image.Image, format_: str = "PNG", **how: Any) -> bytes:
    out = io.BytesIO()
    picture.save(out, format_, **how)
    return out.getvalue()


def by_filter(picture: Image.Image, filter_: int) -> bytes:
    """Write an RGB picture with one filter for all rows."""
    width, height = picture.size
    flat, step, rows = picture.tobytes(), 3, b""
    above = bytes(width * step)
    for start in range(0, len(flat), width * step):
        row = flat[start : start + width * step]
        rows += bytes([filter_])
        for at, byte in enumerate(row):
            left, corner = (row[at - step], above[at - step]) if at >= step else (0, 0)
            guess = left + above[at] - corner
            nearest = min((left, above[at], corner), key=lambda one: abs(guess - one))
            rows += bytes(
                [byte - (0, left, above[at], (left + above[at]) // 2, nearest)[filter_] & 255]
            )
        above = row

    def chunk(name: bytes, content: bytes) -> bytes:
        return (
            struct.pack(">I", len(content))
            + name
            + content
            + struct.pack(">I", zlib.crc32(name + content))
        )

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


CASES = {
    **{mode: as_bytes(painted(mode)) for mode in ("RGB", "RGBA", "L", "LA", "1", "P")},
    **{f"filter {number}": by_filter(painted("RGB"), number) for number in range(5)},
    **{
        f"palette of {bits} bits": as_bytes(painted("L").quantize(2**bits), bits=bits)
        for bits in (1, 2, 4, 8)
    },
    "16 bits": as_bytes(Image.frombytes("I;16", (9, 7), random.Random(1).randbytes(126))),
    "transparent grey": as_bytes(painted("L"), transparency=26),
    "transparent colour": as_bytes(painted("RGB"), transparency=(9, 13, 1)),
    "transparent in a palette": as_bytes(painted("P"), transparency=3),
    "alphas of a palette": as_bytes(painted("P"), transparency=bytes(range(0, 250, 10))),
    "sRGB": as_bytes(
        painted("RGB"),
        icc_profile=ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes(),
    ),
    "JPEG": as_bytes(painted("RGB"), "JPEG"),
    "grey JPEG": as_bytes(painted("L"), "JPEG"),
    "progressive JPEG": as_bytes(painted("RGB"), "JPEG", progressive=True),
    "JPEG in sRGB": as_bytes(
        painted("RGB"),
        "JPEG",
        icc_profile=ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes(),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_picture_is_the_same_without_pillow(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = read_image(CASES[name])
    monkeypatch.setattr(images, "has_pillow", lambda: False)
    monkeypatch.setitem(sys.modules, "PIL.ImageOps", None)
    assert read_image(CASES[name]) == expected


def test_greys_are_the_same_without_pillow(monkeypatch: pytest.MonkeyPatch) -> None:
    image = read_image(CASES["RGB"])
    expected = in_grey(image)
    monkeypatch.setattr(images, "has_pillow", lambda: False)
    monkeypatch.setattr(images, "_pixels", None)
    assert in_grey(image) == expected


TURNED = Image.Exif()
TURNED[0x0112] = 6
FOREIGN = ImageCms.ImageCmsProfile(ImageCms.createProfile("LAB")).tobytes()
INTERLACED = (
    as_bytes(painted("RGB"))[:28]
    + b"\x01"
    + struct.pack(">I", zlib.crc32(as_bytes(painted("RGB"))[12:28] + b"\x01"))
)


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"GIF89a", "not a PNG or JPEG"),
        (as_bytes(painted("RGB"), "WEBP"), "not a PNG or JPEG"),
        (as_bytes(painted("RGB"))[:-20], "cut off"),
        (as_bytes(painted("RGB")).replace(b"IDAT", b"IDAX"), "damaged"),
        (INTERLACED + as_bytes(painted("RGB"))[33:], "interlaced"),
        (as_bytes(painted("RGB"), icc_profile=FOREIGN), "colour profile"),
        (as_bytes(painted("RGB"), "JPEG", icc_profile=FOREIGN), "colour profile"),
        (as_bytes(painted("RGB"), "JPEG", exif=TURNED), "EXIF"),
        (as_bytes(painted("RGB").convert("CMYK"), "JPEG"), "inks"),
        (as_bytes(painted("RGB"), "JPEG")[:-40], "cut off|damaged"),
        (as_bytes(Image.new("L", (4097, 2))), "found 4097 x 2"),
        (as_bytes(Image.new("1", (2500, 2500))), "found 2500 x 2500"),
        (as_bytes(painted("1"), transparency=1), "transparent"),
    ],
)
@pytest.mark.usefixtures("without_pillow")
def test_what_needs_pillow_is_refused(raw: bytes, said: str) -> None:
    with pytest.raises(ImageFault, match=said):
        read_image(raw)


def test_any_bytes_are_a_picture_or_a_fault() -> None:
    draw = random.Random(7)
    for name in ("RGBA", "P", "JPEG", "filter 4"):
        for _ in range(60):
            raw = bytearray(CASES[name])
            raw[draw.randrange(len(raw))] = draw.randrange(256)
            with contextlib.suppress(UnreadFault):
                pixels_of(bytes(raw[: draw.randrange(8, len(raw) + 1)]))
