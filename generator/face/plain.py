"""Pixel pictures if Pillow is missing, as in a browser: PNGs are unpacked here, and a JPEG is
checked for whether it can be used unchanged.

In: the bytes of a picture. Out: its `Pixels`, the same as with Pillow; or `UnreadFault`, which says
what is impossible without Pillow, and how to save the picture instead. Work is bounded by
`MAX_PIXELS`. Knows neither faces nor PDFs.
"""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from itertools import accumulate

from generator.face.jpegs import JpegFault, layout_of

MAX_PIXELS = 4_000_000
"""The most pixels of a PNG: a card of 63 x 88 mm has 3.1 million at 600 dpi."""
MAX_SIDE_PX = 4096
AS_PNG = "save it as a plain PNG of 8 bits"
_PNG, _JPEG = b"\x89PNG\r\n\x1a\n", b"\xff\xd8"
_BANDS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
"""Samples of a pixel, by the colour type of a PNG: grey, RGB, an index of a palette, grey with
alpha, RGB with alpha.
"""
_SRGB = re.compile(rb"s\0?R\0?G\0?B")
_ORIENTATION = 0x0112


class UnreadFault(Exception):
    """A picture that cannot be read without Pillow; the message gives the reason, and the hint a
    remedy.
    """

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint


@dataclass
class Pixels:
    """A picture: its size, 8-bit samples (one per pixel if `is_grey`, otherwise three), alpha or
    None. A JPEG stays compressed, without samples.
    """

    width: int
    height: int
    is_grey: bool
    samples: bytes | None
    alpha: bytes | None = None


def pixels_of(raw: bytes) -> Pixels:
    """Read a PNG, or check a JPEG that can be printed unchanged. Raises UnreadFault."""
    try:
        if raw.startswith(_PNG):
            return _read_png(raw)
        if raw.startswith(_JPEG):
            return _look_at_jpeg(raw)
    except (struct.error, zlib.error, LookupError, ValueError):
        raise UnreadFault("it is cut off in the middle, or a part of it is damaged") from None
    raise UnreadFault(
        "it is not a PNG or JPEG, the only pictures that can be read in a browser", AS_PNG
    )


def greys_of(samples: bytes) -> bytes:
    """Return the lightness of each pixel of RGB samples, with Pillow's weights."""
    pixels = zip(samples[::3], samples[1::3], samples[2::3], strict=True)
    return bytes(
        (19595 * red + 38470 * green + 7471 * blue + 0x8000) >> 16 for red, green, blue in pixels
    )


def _refuse_foreign(profile: bytes) -> None:
    if not _SRGB.search(profile):
        raise UnreadFault(
            "its colour profile cannot be turned to sRGB in a browser", "save it in sRGB"
        )


def _refuse_large(width: int, height: int) -> None:
    if max(width, height) > MAX_SIDE_PX or width * height > MAX_PIXELS or not width * height:
        most = f"{MAX_PIXELS // 1_000_000} million pixels, {MAX_SIDE_PX} per side"
        raise UnreadFault(
            f"expected at most {most} in a browser, found {width} x {height}", "save it smaller"
        )


# ------------------------------------------------------------ JPEG


def _look_at_jpeg(raw: bytes) -> Pixels:
    try:
        layout_of(raw)
    except JpegFault as fault:
        raise UnreadFault(str(fault)) from None
    size = None
    profile = b""
    at = 2
    while size is None or raw[at + 1] != 0xDA:
        kind = raw[at + 1]
        (length,) = struct.unpack_from(">H", raw, at + 2)
        content = raw[at + 4 : at + 2 + length]
        if kind in (0xC0, 0xC1, 0xC2):
            _, height, width, bands = struct.unpack_from(">BHHB", content)
            size = width, height, bands
        elif kind == 0xE1 and content.startswith(b"Exif\0\0") and _orientation(content[6:]) != 1:
            raise UnreadFault(
                "it is rotated by its EXIF data, which a browser cannot apply here",
                "save it upright, without EXIF data",
            )
        elif kind == 0xE2 and content.startswith(b"ICC_PROFILE\0"):
            profile += content[14:]
        at += 2 + length
    width, height, bands = size
    if bands not in (1, 3):
        raise UnreadFault(
            "its colours are inks (CMYK), which a browser cannot turn to sRGB", "save it in sRGB"
        )
    if profile:
        _refuse_foreign(profile)
    return Pixels(width, height, bands == 1, None)


def _orientation(exif: bytes) -> int:
    """Return how a picture has to be rotated, 1 for not at all."""
    order = "<" if exif.startswith(b"II") else ">"
    (start,) = struct.unpack_from(f"{order}I", exif, 4)
    (count,) = struct.unpack_from(f"{order}H", exif, start)
    for number in range(count):
        tag, _, _, value = struct.unpack_from(f"{order}HHIH", exif, start + 2 + 12 * number)
        if tag == _ORIENTATION:
            return int(value)
    return 1


# ------------------------------------------------------------ PNG


def _read_png(raw: bytes) -> Pixels:
    chunks = _chunks(raw)
    width, height, depth, kind, _, _, is_interlaced = struct.unpack(">IIBBBBB", chunks[b"IHDR"])
    _refuse_large(width, height)
    if is_interlaced:
        raise UnreadFault(
            "it is interlaced, which cannot be read in a browser", "save it without interlacing"
        )
    if b"iCCP" in chunks:
        _refuse_foreign(zlib.decompress(chunks[b"iCCP"].partition(b"\0")[2][1:]))
    length = -(-width * _BANDS[kind] * depth // 8)
    data = zlib.decompressobj().decompress(chunks[b"IDAT"], (length + 1) * height)
    if len(data) != (length + 1) * height:
        raise ValueError
    samples = _bytes_of(
        _unfiltered(data, length, max(1, _BANDS[kind] * depth // 8)),
        length,
        width * _BANDS[kind],
        depth,
        kind,
    )
    key = chunks.get(b"tRNS")
    if kind == 3:
        return _from_palette(width, height, samples, chunks[b"PLTE"], key)
    if key is not None and depth != 8:
        raise UnreadFault(
            "it makes one colour transparent, which a browser can read only with 8 bits", AS_PNG
        )
    if kind in (4, 6):
        bands = _BANDS[kind]
        flat = bytearray(width * height * (bands - 1))
        for band in range(bands - 1):
            flat[band :: bands - 1] = samples[band::bands]
        return Pixels(width, height, kind == 4, bytes(flat), samples[bands - 1 :: bands])
    if key is None:
        return Pixels(width, height, kind == 0, samples)
    bands = _BANDS[kind]
    clear = key[1::2]
    alpha = bytes(
        0 if samples[at : at + bands] == clear else 255 for at in range(0, len(samples), bands)
    )
    return Pixels(width, height, kind == 0, samples, alpha)


def _chunks(raw: bytes) -> dict[bytes, bytes]:
    """Read the parts of a PNG by their names; those of the picture's data are joined."""
    found = dict[bytes, bytes]()
    data = list[bytes]()
    at = len(_PNG)
    while b"IEND" not in found:
        length, name = struct.unpack_from(">I4s", raw, at)
        content = raw[at + 8 : at + 8 + length]
        (check,) = struct.unpack_from(">I", raw, at + 8 + length)
        if zlib.crc32(name + content) != check:
            raise ValueError
        if name == b"IDAT":
            data.append(content)
        else:
            found.setdefault(name, content)
        at += 12 + length
    found[b"IDAT"] = b"".join(data)
    return found


def _from_palette(
    width: int, height: int, samples: bytes, palette: bytes, key: bytes | None
) -> Pixels:
    flat = bytearray(width * height * 3)
    for band in range(3):
        flat[band::3] = samples.translate(palette[band::3].ljust(256, b"\0"))
    alpha = None if key is None else samples.translate(key.ljust(256, b"\xff"))
    return Pixels(width, height, False, bytes(flat), alpha)


def _bytes_of(rows: list[bytes], length: int, count: int, depth: int, kind: int) -> bytes:
    """Convert each sample to one byte: the upper 8 of 16 bits; fewer than 8 bits are scaled;
    palette indexes are unchanged.
    """
    whole = b"".join(rows)
    if depth == 8:
        return whole
    if depth == 16:
        return whole[::2]
    each = 8 // depth
    step = 1 if kind == 3 else 255 // (2**depth - 1)
    spread = bytearray(len(whole) * each)
    for place in range(each):
        shift = 8 - depth * (place + 1)
        spread[place::each] = whole.translate(
            bytes((byte >> shift & 2**depth - 1) * step for byte in range(256))
        )
    return b"".join(spread[at : at + count] for at in range(0, len(spread), length * each))


def _unfiltered(data: bytes, length: int, step: int) -> list[bytes]:
    """Undo the filter of each row of a PNG: differences from the previous pixel, the row above, or
    both.
    """
    rows = list[bytes]()
    above = bytes(length)
    for at in range(0, len(data), length + 1):
        above = _FILTERS[data[at]](data[at + 1 : at + 1 + length], above, step)
        rows.append(above)
    return rows


def _plain(row: bytes, above: bytes, step: int) -> bytes:
    return row


def _from_left(row: bytes, above: bytes, step: int) -> bytes:
    out = bytearray(len(row))
    for band in range(step):
        out[band::step] = bytes(value & 255 for value in accumulate(row[band::step]))
    return bytes(out)


def _from_above(row: bytes, above: bytes, step: int) -> bytes:
    """Add all bytes of two rows in one step, as two large numbers: the top bit of each byte is
    separate, so that no carry reaches the next.
    """
    low, high = (int.from_bytes(one * len(row), "big") for one in (b"\x7f", b"\x80"))
    one, other = int.from_bytes(row, "big"), int.from_bytes(above, "big")
    return (((one & low) + (other & low)) ^ ((one ^ other) & high)).to_bytes(len(row), "big")


def _from_both(row: bytes, above: bytes, step: int) -> bytes:
    out = bytearray(step) + row
    for at in range(len(row)):
        out[at + step] = row[at] + (out[at] + above[at] >> 1) & 255
    return bytes(out[step:])


def _from_nearest(row: bytes, above: bytes, step: int) -> bytes:
    out, upper = bytearray(step) + row, bytes(step) + above
    for at in range(len(row)):
        left, over, corner = out[at], upper[at + step], upper[at]
        by_left = abs(over - corner)
        by_over = abs(left - corner)
        by_corner = abs(left + over - 2 * corner)
        if by_left <= by_over and by_left <= by_corner:
            nearest = left
        elif by_over <= by_corner:
            nearest = over
        else:
            nearest = corner
        out[at + step] = row[at] + nearest & 255
    return bytes(out[step:])


_FILTERS: tuple[Callable[[bytes, bytes, int], bytes], ...] = (
    _plain,
    _from_left,
    _from_above,
    _from_both,
    _from_nearest,
)
