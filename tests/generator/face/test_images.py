"""Pictures in other colours than those of screens: turned to sRGB by the profile that they name."""

from __future__ import annotations

import io
import struct
import zlib
from typing import Any

import PIL.Image
import pytest
from PIL import ImageCms

from generator.face.images import Image, read_image

SRGB = ((0.4361, 0.2225, 0.0139), (0.3851, 0.7169, 0.0971), (0.1431, 0.0606, 0.7141))
ADOBE = ((0.6097, 0.3111, 0.0195), (0.2053, 0.6257, 0.0609), (0.1492, 0.0632, 0.7446))
P3 = ((0.5151, 0.2412, -0.0011), (0.2919, 0.6922, 0.0419), (0.1572, 0.0666, 0.7841))


def _xyz(x: float, y: float, z: float) -> bytes:
    return b"XYZ \0\0\0\0" + struct.pack(">3i", *(round(65536 * part) for part in (x, y, z)))


def profile(space: bytes, primaries: Any = (), gamma: float = 2.2) -> bytes:
    """Make an ICC profile of three primaries, or of greys, with a plain curve."""
    curve = b"curv\0\0\0\0" + struct.pack(">IH", 1, round(256 * gamma)) + b"\0\0"
    tags: dict[bytes, bytes] = {b"wtpt": _xyz(0.9642, 1.0, 0.8249)}
    names = ((b"rXYZ", b"rTRC"), (b"gXYZ", b"gTRC"), (b"bXYZ", b"bTRC"))
    for (place, name), primary in zip(names, primaries, strict=False):
        tags |= {place: _xyz(*primary), name: curve}
    tags |= {} if primaries else {b"kTRC": curve}
    at, table, body = 128 + 4 + 12 * len(tags), b"", b""
    for name, tag in tags.items():
        table += name + struct.pack(">II", at + len(body), len(tag))
        body += tag
    whole = struct.pack(">I", len(tags)) + table + body
    head = struct.pack(
        ">I4sI4s4s4s", 128 + len(whole), b"\0\0\0\0", 0x02400000, b"mntr", space, b"XYZ "
    )
    head += bytes(12) + b"acsp" + bytes(28) + struct.pack(">3i", 63190, 65536, 54061)
    return head.ljust(128, b"\0") + whole


def saved(mode: str, form: str, icc: bytes | None, **more: Any) -> bytes:
    """Save a picture of many colours, 32 x 32, with a profile."""
    bands = [PIL.Image.linear_gradient("L").rotate(90 * turn).resize((32, 32)) for turn in range(4)]
    picture = PIL.Image.merge("RGBA", bands).convert("RGB" if mode == "P" else mode).convert(mode)
    file = io.BytesIO()
    picture.save(file, form, **({"icc_profile": icc} if icc else {}), **more)
    return file.getvalue()


def pixels(image: Image) -> Any:
    size = (image.width_px, image.height_px)
    if image.is_jpeg:
        return PIL.Image.open(io.BytesIO(image.samples)).convert("RGB")
    return PIL.Image.frombytes(
        "L" if image.is_grey else "RGB", size, zlib.decompress(image.samples)
    ).convert("RGB")


def by_pillow(raw: bytes, space: str) -> Any:
    picture = PIL.Image.open(io.BytesIO(raw))
    own = ImageCms.getOpenProfile(io.BytesIO(picture.info["icc_profile"]))
    return ImageCms.profileToProfile(
        picture.convert(space),
        own,
        ImageCms.createProfile("sRGB"),
        ImageCms.Intent.RELATIVE_COLORIMETRIC,
        "RGB",
        flags=ImageCms.Flags.BLACKPOINTCOMPENSATION,
    )


def furthest(one: Any, other: Any) -> int:
    from PIL import ImageChops

    extremes: Any = ImageChops.difference(one, other).getextrema()
    return max(int(high) for _, high in extremes)


@pytest.mark.parametrize("primaries", [ADOBE, P3], ids=["Adobe RGB", "P3"])
@pytest.mark.parametrize(
    ("mode", "form"),
    [
        ("RGB", "PNG"),
        ("RGBA", "PNG"),
        ("P", "PNG"),
        ("RGB", "JPEG"),
        ("RGB", "WEBP"),
        ("RGBA", "WEBP"),
    ],
)
def test_other_colours_are_turned_to_those_of_screens(primaries: Any, mode: str, form: str) -> None:
    raw = saved(
        mode, form, profile(b"RGB ", primaries), **({"lossless": True} if form == "WEBP" else {})
    )
    image = read_image(raw)
    assert not image.is_jpeg
    assert (image.alpha is not None) == (mode == "RGBA")
    assert furthest(pixels(image), by_pillow(raw, "RGB")) <= 2
    assert furthest(pixels(image), PIL.Image.open(io.BytesIO(raw)).convert("RGB")) > 8
    assert read_image(raw) == image


@pytest.mark.parametrize(("mode", "form"), [("L", "PNG"), ("L", "JPEG"), ("LA", "PNG")])
def test_greys_of_another_curve_stay_grey(mode: str, form: str) -> None:
    raw = saved(mode, form, profile(b"GRAY", gamma=1.4))
    image = read_image(raw)
    assert image.is_grey
    assert furthest(pixels(image), by_pillow(raw, "L")) <= 2
    assert furthest(pixels(image), PIL.Image.open(io.BytesIO(raw)).convert("L").convert("RGB")) > 8


@pytest.mark.parametrize(
    "icc",
    [
        None,
        ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes(),
        b"no profile at all",
        profile(b"RGB ", ADOBE)[:200],
        profile(b"GRAY"),
        profile(b"RGB ", ADOBE).ljust(5_000_000, b"\0"),
    ],
    ids=["none", "sRGB", "broken", "cut off", "of greys", "huge"],
)
def test_pictures_for_screens_keep_their_bytes(icc: bytes | None) -> None:
    raw = saved("RGB", "JPEG", icc)
    image = read_image(raw)
    assert (image.is_jpeg, image.samples) == (True, raw)
    icc = None if icc and len(icc) > 1_000_000 else icc  # more than Pillow reads of a PNG
    assert (
        furthest(
            pixels(read_image(saved("RGB", "PNG", icc))),
            pixels(read_image(saved("RGB", "PNG", None))),
        )
        == 0
    )
