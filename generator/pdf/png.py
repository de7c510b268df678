"""Pictures cut to shape, and written as PNG on all cores.

In: Pillow images. Out: Pillow images, or the bytes of PNG files. PNG is compressed on several
threads, because zlib releases the interpreter lock; the same input gives the same bytes, whatever
their number. Does not know where a picture comes from.
"""

from __future__ import annotations

import io
import os
import struct
import zlib
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from generator.data.geometry import Box
from generator.data.silhouettes import polygon_in
from generator.data.units import MM_PER_INCH

if TYPE_CHECKING:
    from PIL.Image import Image

    Picture: TypeAlias = Image

Key = TypeVar("Key")
In = TypeVar("In")
Out = TypeVar("Out")
BAND_PX = 128  # rows packed at a time
# of zlib. Measured on 94 faces: 0.36 s and 3.7 MB; level 6 takes 0.68 s for 3.3 MB, Pillow at 1 1.0
# s for 4.6 MB
LEVEL = 3
CUT_SHAPES = ("round", "hex")  # that are cut away without being asked
SMOOTH = 4  # how much finer masks are drawn than needed, so that their edges come out soft
_UP = 2  # a PNG row filter: each row is stored as the difference from the one above


def in_parallel(
    items: Iterator[tuple[Key, In]], work: Callable[[In], Out], workers: int | None = None
) -> Iterator[tuple[Key, Out]]:
    """Do work on the second of each pair, on several threads, and yield the pairs in their order.
    Few wait at a time.
    """
    number = workers or cores()
    waiting: deque[tuple[Key, Future[Out]]] = deque()
    with ThreadPoolExecutor(number) as pool:
        for key, value in items:
            waiting.append((key, pool.submit(work, value)))
            del value
            if len(waiting) > number:
                key, future = waiting.popleft()
                yield key, future.result()
        for key, future in waiting:
            yield key, future.result()


def cores() -> int:
    """Count the processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def blank(
    size_px: tuple[int, int], colour: tuple[int, int, int], is_clear: bool = False
) -> Picture:
    """Return a picture of one colour, to lay others on; or one that is all transparent."""
    from PIL import Image

    if is_clear:
        return Image.new("RGBA", size_px, (*colour, 0))
    return Image.new("RGB", size_px, colour)


def shrunk(picture: Picture, most_px: int) -> Picture:
    """Scale a picture so that its longer side has this many pixels."""
    from PIL import Image

    scale = most_px / max(picture.size)
    return picture.resize(
        (max(1, round(picture.width * scale)), max(1, round(picture.height * scale))),
        Image.Resampling.LANCZOS,
    )


# ---------------------------------------------------------------- shapes


def cut_out(picture: Picture, shape: str, corner_px: float = 0.0) -> Picture:
    """Make everything outside a shape transparent; a rectangle without rounded corners is
    unchanged. The colours there are kept.
    """
    if shape == "rectangle" and corner_px <= 0:
        return picture
    picture = picture.convert("RGBA")
    picture.putalpha(_mask(picture.size, shape, corner_px))
    return picture


def widened(picture: Picture, shape: str) -> Picture:
    """Let what is along the edge of a shape run on a little past it, so that no white rim shows
    where others cut.
    """
    if shape not in CUT_SHAPES:
        return picture
    width, height = picture.size
    right, down = round(width * 0.03), round(height * 0.03)
    wide = picture.crop((right, down, width - right, height - down)).resize(picture.size)
    inner = (
        2,
        2,
        max(3, width - 2),
        max(3, height - 2),
    )  # within the edge itself, which is half white
    wide.paste(picture.crop(inner), inner[:2], _mask((inner[2] - 2, inner[3] - 2), shape, 0.0))
    return wide


@lru_cache(maxsize=8)
def _mask(size: tuple[int, int], shape: str, corner_px: float) -> Picture:
    """Draw a shape in white on black, its edges soft."""
    from PIL import Image, ImageDraw

    width, height = size
    if shape == "rectangle":
        corner_px = min(corner_px, width / 2, height / 2)
        side = max(1, round(corner_px + 0.5))
        large = Image.new("L", (side * SMOOTH, side * SMOOTH), 0)
        ImageDraw.Draw(large).ellipse(
            (0, 0, 2 * corner_px * SMOOTH - 1, 2 * corner_px * SMOOTH - 1), fill=255
        )
        beyond = int(corner_px * SMOOTH)
        large.paste(255, (beyond, 0, side * SMOOTH, side * SMOOTH))
        large.paste(255, (0, beyond, side * SMOOTH, side * SMOOTH))
        corner = large.reduce(SMOOTH)
        mask = Image.new("L", size, 255)
        turned = corner.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        for piece, x in ((corner, 0), (turned, width - side)):
            mask.paste(piece, (x, 0))
            mask.paste(piece.transpose(Image.Transpose.FLIP_TOP_BOTTOM), (x, height - side))
        return mask
    fine = max(2, min(SMOOTH, 6000 // max(size)))
    large = Image.new("L", (width * fine, height * fine), 0)
    right, bottom = width * fine - 1, height * fine - 1
    if (corners := polygon_in(shape, Box(0.0, 0.0, right, bottom))) is not None:
        ImageDraw.Draw(large).polygon(list(map(tuple, corners)), fill=255)
    else:
        ImageDraw.Draw(large).ellipse((0, 0, right, bottom), fill=255)
    return large.reduce(fine)


# ---------------------------------------------------------------- PNG


def write_png(picture: Picture, dpi: float | None = None) -> bytes:
    """Write a picture (RGB or RGBA) as a PNG file, with its resolution where one is given.

    Drawn faces pack best as they are, painted ones as differences from row to row; a sample
    decides.
    """
    width, height = picture.size
    depth = {"RGB": 2, "RGBA": 6}[picture.mode]
    chunks = [_chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, depth, 0, 0, 0))]
    if dpi:
        metre = round(dpi * 1000 / MM_PER_INCH)
        chunks.append(_chunk(b"pHYs", struct.pack(">IIB", metre, metre, 1)))
    chunks.append(_chunk(b"IDAT", _packed(picture, 0, height, _is_painted(picture))))
    return _png(*chunks)


def rows_png(rows: bytes, size: tuple[int, int], stride: int, bands: int) -> bytes:
    """Write rows of pixels with 3 or 4 bytes each (RGB or RGBA) as a PNG; each row begins `stride`
    bytes after the one before.
    """
    width, height = size
    packed = zlib.compress(
        b"".join(b"\0" + rows[at : at + width * bands] for at in range(0, height * stride, stride)),
        LEVEL,
    )
    head = struct.pack(">IIBBBBB", width, height, 8, {3: 2, 4: 6}[bands], 0, 0, 0)
    return _png(_chunk(b"IHDR", head), _chunk(b"IDAT", packed))


def _png(*chunks: bytes) -> bytes:
    return b"\x89PNG\r\n\x1a\n" + b"".join([*chunks, _chunk(b"IEND", b"")])


def as_png(picture: Any) -> bytes:
    """Write a Pillow image as PNG, the same bytes for the same picture."""
    out = io.BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


def _chunk(kind: bytes, content: bytes) -> bytes:
    return (
        struct.pack(">I", len(content))
        + kind
        + content
        + struct.pack(">I", zlib.crc32(kind + content))
    )


def _is_painted(picture: Picture) -> bool:
    """Return whether differences from row to row pack better, judging by a strip an eighth as high
    in the middle.
    """
    height = picture.size[1]
    top = height * 7 // 16
    bottom = min(height, top + max(1, height // 8))
    return len(_packed(picture, top, bottom, True)) < len(_packed(picture, top, bottom, False))


def _packed(picture: Picture, top: int, bottom: int, is_up: bool) -> bytes:
    """Compress the rows from `top` to `bottom`, as they are or as differences from the row above
    each.
    """
    from PIL import Image, ImageChops

    width = picture.size[0]
    length = width * len(picture.getbands())
    mark = bytes([_UP if is_up else 0])
    packer = zlib.compressobj(LEVEL)
    parts = []
    for start in range(top, bottom, BAND_PX):
        end = min(bottom, start + BAND_PX)
        band = picture.crop((0, start, width, end))
        if is_up:
            above = Image.new(picture.mode, band.size)
            above.paste(
                picture.crop((0, max(top, start - 1), width, end - 1)), (0, 0 if start > top else 1)
            )
            band = ImageChops.subtract_modulo(band, above)
        rows = band.tobytes()
        parts.append(
            packer.compress(
                b"".join(mark + rows[at : at + length] for at in range(0, len(rows), length))
            )
        )
    return b"".join([*parts, packer.flush()])
