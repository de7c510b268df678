"""Pictures in other colours than those of screens: turned to sRGB by the profile that they name."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Sequence
from itertools import product
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


def gained(gain: float) -> list[int]:
    """List the values of a curve of greys whose dots gain so much, a share, where half is inked."""
    steps = [1 - step / 255 for step in range(256)]
    return [round(65535 * max(0.0, 1 - ink - 4 * gain * ink * (1 - ink))) for ink in steps]


def profile(
    space: bytes, primaries: Any = (), gamma: float = 2.2, values: Sequence[int] = ()
) -> bytes:
    """Make an ICC profile of three primaries, or of greys, with a plain curve or one of values."""
    points = values or [round(256 * gamma)]
    curve = b"curv\0\0\0\0" + struct.pack(f">I{len(points)}H", len(points), *points)
    curve = curve.ljust(-(-len(curve) // 4) * 4, b"\0")
    tags: dict[bytes, bytes] = {b"wtpt": _xyz(0.9642, 1.0, 0.8249)}
    names = ((b"rXYZ", b"rTRC"), (b"gXYZ", b"gTRC"), (b"bXYZ", b"bTRC"))
    for (place, name), primary in zip(names, primaries, strict=False):
        tags |= {place: _xyz(*primary), name: curve}
    tags |= {} if primaries else {b"kTRC": curve}
    return _whole(b"mntr", space, b"XYZ ", tags)


def _whole(device: bytes, space: bytes, between: bytes, tags: dict[bytes, bytes]) -> bytes:
    """Write a profile from its tags."""
    at, table, body = 128 + 4 + 12 * len(tags), b"", b""
    for name, tag in tags.items():
        table += name + struct.pack(">II", at + len(body), len(tag))
        body += tag
    whole = struct.pack(">I", len(tags)) + table + body
    head = struct.pack(
        ">I4sI4s4s4s", 128 + len(whole), b"\0\0\0\0", 0x02400000, device, space, between
    )
    head += bytes(12) + b"acsp" + bytes(28) + struct.pack(">3i", 63190, 65536, 54061)
    return head.ljust(128, b"\0") + whole


def inks() -> bytes:
    """Make an ICC profile of four inks, whose table has the colours of all and none of each."""
    identity = bytes(range(256))
    colours = bytearray()
    for cyan, magenta, yellow, black in product((0, 1), repeat=4):
        light = (255 - 70 * cyan - 80 * magenta - 20 * yellow) * (1 - 0.9 * black)
        colours += bytes(
            [
                max(0, round(light)),
                128 - 35 * cyan + 70 * magenta,
                128 - 45 * cyan - 5 * magenta + 90 * yellow,
            ]
        )
    matrix = struct.pack(">9i", *(65536 if at % 4 == 0 else 0 for at in range(9)))
    table = b"mft1\0\0\0\0" + bytes([4, 3, 2, 0]) + matrix
    table += identity * 4 + bytes(colours) + identity * 3
    table = table.ljust(-(-len(table) // 4) * 4, b"\0")
    tags = {b"wtpt": _xyz(0.9642, 1.0, 0.8249), b"A2B0": table}
    return _whole(b"prtr", b"CMYK", b"Lab ", tags)


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
    ("icc", "space"),
    [
        (profile(b"GRAY", gamma=2.2), "L"),
        (profile(b"GRAY", values=gained(0.2)), "L"),
        (profile(b"GRAY", gamma=1.0), "L"),
        (profile(b"RGB ", P3, 1.8), "RGB"),
    ],
    ids=["Gray Gamma 2.2", "Dot Gain 20 %", "linear", "of colours"],
)
@pytest.mark.parametrize("mode", ["L", "LA", "I;16"])
def test_greys_of_any_depth_are_those_that_the_profile_means(
    icc: bytes, space: str, mode: str
) -> None:
    if mode == "I;16":
        deep = struct.pack("<1024H", *(64 * at for at in range(1024)))
        picture = PIL.Image.frombytes("I;16", (32, 32), deep)
        flat = PIL.Image.frombytes("L", (32, 32), bytes(at // 4 for at in range(1024)))
        file, plain = io.BytesIO(), io.BytesIO()
        picture.save(file, "PNG", icc_profile=icc)
        flat.save(plain, "PNG", icc_profile=icc)
        raw, wanted = file.getvalue(), by_pillow(plain.getvalue(), space)
    else:
        raw = saved(mode, "PNG", icc)
        wanted = by_pillow(raw, space)
    image = read_image(raw)
    assert image.is_grey
    assert furthest(pixels(image), wanted) <= 2


def test_inks_become_the_colours_that_their_profile_means() -> None:
    raw = saved("CMYK", "JPEG", inks(), quality=95)
    assert furthest(pixels(read_image(raw)), by_pillow(raw, "CMYK")) <= 2
    assert furthest(by_pillow(raw, "CMYK"), PIL.Image.open(io.BytesIO(raw)).convert("RGB")) > 30


def test_colours_of_16_bits_are_those_that_the_profile_means() -> None:
    deep = b"".join(
        struct.pack(">3H", 2048 * across, 2048 * down, 65535 - 2048 * across)
        for down in range(32)
        for across in range(32)
    )
    lines = b"".join(b"\0" + deep[192 * at : 192 * (at + 1)] for at in range(32))

    def chunk(name: bytes, body: bytes) -> bytes:
        whole = name + body
        return struct.pack(">I", len(body)) + whole + struct.pack(">I", zlib.crc32(whole))

    raw = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 32, 32, 16, 2, 0, 0, 0))
    raw += chunk(b"iCCP", b"P3\0\0" + zlib.compress(profile(b"RGB ", P3)))
    raw += chunk(b"IDAT", zlib.compress(lines)) + chunk(b"IEND", b"")
    assert furthest(pixels(read_image(raw)), by_pillow(raw, "RGB")) <= 2


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
