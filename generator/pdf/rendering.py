"""Many faces as pictures, and PNG files of them: what `export` hands to shops and virtual tables.

In: a Press and cards. Out: Pillow images of exact pixel size, or the bytes of PNG files. A face is the PDF page rasterised, so
pictures and print agree. Rasterising happens on one thread, since pypdfium2 bears no more; PNG is packed on the others, for
zlib lets go of the interpreter.
The same input gives the same bytes, whatever the number of workers.
"""

from __future__ import annotations

import os
import struct
import threading
import zlib
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from generator.data.game import Card
from generator.data.units import MM_PER_INCH
from generator.face.press import Press
from generator.pdf.document import Document

if TYPE_CHECKING:
    from PIL.Image import Image

    Picture: TypeAlias = Image

PDFIUM = threading.Lock()
"""Held by whoever calls pypdfium2: two threads within it at once bring the process down."""

Progress = Callable[[int, int, str], None]
Key = TypeVar("Key")
In = TypeVar("In")
Out = TypeVar("Out")
CHUNK = 64  # faces a document: fonts are embedded once a chunk, and memory stays small however large the game
AHEAD = 2  # faces rasterised before they are asked for
BAND_PX = 128  # rows packed at a time
LEVEL = 3  # of zlib. Measured on 94 faces: 0.36 s and 3.7 MB; level 6 takes 0.68 s for 3.3 MB, Pillow at 1 1.0 s for 4.6 MB
CUT_SHAPES = ("round", "hex")  # that are cut away without being asked
SMOOTH = 4  # how much finer masks are drawn than needed, so that their edges come out soft
_UP = 2  # a PNG row filter: each row is stored as the difference from the one above


def no_progress(done: int, total: int, label: str) -> None:
    """Show nothing."""


def size_of(card: Card, press: Press) -> tuple[float, float]:
    """Give the trim size of a card in millimetres."""
    return card.size_mm or press.game.card_size_mm


def resized(card: Card, size_mm: tuple[float, float]) -> Card:
    """Give a card another size: a back is as large as what it is the back of."""
    return replace(card, size_mm=size_mm)


def size_px(size_mm: tuple[float, float], dpi: float, bleed_mm: float = 0.0) -> tuple[int, int]:
    """Give the pixels of a face of this trim size with its bleed, rounded to whole ones."""
    width, height = (max(1, round((side + 2 * bleed_mm) * dpi / MM_PER_INCH)) for side in size_mm)
    return width, height


def render_faces(
    press: Press,
    cards: Sequence[Card],
    dpi: float,
    bleed_mm: float = 0.0,
    corner_mm: float = 0.0,
    workers: int | None = None,
    progress: Progress = no_progress,
) -> Iterator[tuple[Card, Picture]]:
    """Give each card with its face as a Pillow image, in the order given: RGB, or RGBA where something is cut away.

    Without bleed, round and hexagonal faces are cut to their shape, and others get corners of `corner_mm`; with bleed the whole
    rectangle is kept, for whoever cuts. Faces that cannot be drawn are left out; the press knows why. With one worker nothing
    is rasterised before it is asked for.
    """
    done, cards = 0, list(cards)
    for start in range(0, len(cards), CHUNK):
        chunk = [card for card in cards[start : start + CHUNK] if press.stamp(card) is not None]
        for card, picture in _rasterised(press, chunk, dpi, bleed_mm, AHEAD if (workers or cores()) > 1 else 0):
            progress(done, len(cards), card.id)
            done += 1
            yield card, picture if bleed_mm else cut_out(picture, card.shape, corner_mm * dpi / MM_PER_INCH)
    progress(len(cards), len(cards), "")


def render_pngs(
    press: Press,
    cards: Sequence[Card],
    dpi: float,
    bleed_mm: float = 0.0,
    corner_mm: float = 0.0,
    workers: int | None = None,
    progress: Progress = no_progress,
) -> Iterator[tuple[Card, bytes]]:
    """Give each card with its face as a PNG file, as `render_faces` does; the files are packed on all cores."""
    faces = render_faces(press, cards, dpi, bleed_mm, corner_mm, workers, progress)
    yield from in_parallel(faces, lambda picture: write_png(picture, dpi), workers)


def in_parallel(
    items: Iterator[tuple[Key, In]], work: Callable[[In], Out], workers: int | None = None
) -> Iterator[tuple[Key, Out]]:
    """Do work on the second of each pair, on several threads, and give the pairs in their order. Few wait at a time."""
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


def _rasterised(press: Press, cards: list[Card], dpi: float, bleed_mm: float, ahead: int) -> Iterator[tuple[Card, Picture]]:
    """Rasterise the faces of cards that can be drawn, up to `ahead` of them before they are asked for."""
    import pypdfium2

    pdf = _document(press, cards, dpi, bleed_mm)
    with PDFIUM:
        document = pypdfium2.PdfDocument(pdf)

    def page(number: int) -> Picture:
        with PDFIUM:
            picture: Picture = document[number].render(scale=dpi / 72, rev_byteorder=True).to_pil()
            return picture if picture.mode == "RGB" else picture.convert("RGB")

    try:
        if not ahead:
            for number, card in enumerate(cards):
                yield card, page(number)
            return
        with ThreadPoolExecutor(1) as thread:
            numbers = iter(range(len(cards)))
            waiting = deque(thread.submit(page, number) for number in islice(numbers, ahead))
            for card in cards:
                picture = waiting.popleft().result()
                waiting.extend(thread.submit(page, number) for number in islice(numbers, 1))
                yield card, picture
                del picture
    finally:
        with PDFIUM:
            document.close()


def _document(press: Press, cards: list[Card], dpi: float, bleed_mm: float) -> bytes:
    """Make a PDF with a page a face, each as large as a whole number of pixels; the face covers all of it."""
    document = Document(press.fonts, "faces")
    for card in cards:
        stamp = press.stamp(card)
        assert stamp is not None
        size = size_of(card, press)
        # A hair less than the pixels wanted: the rasteriser rounds up.
        page = tuple((pixels - 0.05) * MM_PER_INCH / dpi for pixels in size_px(size, dpi, bleed_mm))
        scale = max(side / (trim + 2 * bleed_mm) for side, trim in zip(page, size, strict=True))
        width, height = size[0] * scale, size[1] * scale
        document.page(page[0], page[1])
        document.stamp(
            stamp, ((page[0] - width) / 2, (page[1] - height) / 2, width, height), (-1.0, -1.0, page[0] + 2, page[1] + 2)
        )
    return document.close()


def blank(size_px: tuple[int, int], colour: tuple[int, int, int]) -> Picture:
    """Give a picture of one colour, to lay others on."""
    from PIL import Image

    return Image.new("RGB", size_px, colour)


def shrunk(picture: Picture, most_px: int) -> Picture:
    """Give a picture with its longer side as long as said."""
    from PIL import Image

    scale = most_px / max(picture.size)
    return picture.resize((max(1, round(picture.width * scale)), max(1, round(picture.height * scale))), Image.Resampling.LANCZOS)


# ---------------------------------------------------------------- shapes


def cut_out(picture: Picture, shape: str, corner_px: float = 0.0) -> Picture:
    """Make what lies outside a shape transparent; a rectangle without corners stays as it is. The colours below are kept."""
    if shape not in CUT_SHAPES and corner_px <= 0:
        return picture
    picture = picture.convert("RGBA")
    picture.putalpha(_mask(picture.size, shape, corner_px))
    return picture


def widened(picture: Picture, shape: str) -> Picture:
    """Let what lies along the edge of a shape run on a little past it, so that no white rim shows where others cut."""
    if shape not in CUT_SHAPES:
        return picture
    width, height = picture.size
    right, down = round(width * 0.03), round(height * 0.03)
    wide = picture.crop((right, down, width - right, height - down)).resize(picture.size)
    inner = (2, 2, max(3, width - 2), max(3, height - 2))  # within the edge itself, which is half white
    wide.paste(picture.crop(inner), inner[:2], _mask((inner[2] - 2, inner[3] - 2), shape, 0.0))
    return wide


@lru_cache(maxsize=8)
def _mask(size: tuple[int, int], shape: str, corner_px: float) -> Picture:
    """Draw a shape in white on black, its edges soft. A hexagon has its points on the longer axis."""
    from PIL import Image, ImageDraw

    width, height = size
    if shape not in CUT_SHAPES:
        corner_px = min(corner_px, width / 2, height / 2)
        side = max(1, round(corner_px + 0.5))
        large = Image.new("L", (side * SMOOTH, side * SMOOTH), 0)
        ImageDraw.Draw(large).ellipse((0, 0, 2 * corner_px * SMOOTH - 1, 2 * corner_px * SMOOTH - 1), fill=255)
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
    if shape == "round":
        ImageDraw.Draw(large).ellipse((0, 0, right, bottom), fill=255)
    elif width >= height:
        ImageDraw.Draw(large).polygon(
            [
                (0, bottom / 2),
                (right / 4, 0),
                (right * 3 / 4, 0),
                (right, bottom / 2),
                (right * 3 / 4, bottom),
                (right / 4, bottom),
            ],
            fill=255,
        )
    else:
        ImageDraw.Draw(large).polygon(
            [
                (right / 2, 0),
                (right, bottom / 4),
                (right, bottom * 3 / 4),
                (right / 2, bottom),
                (0, bottom * 3 / 4),
                (0, bottom / 4),
            ],
            fill=255,
        )
    return large.reduce(fine)


# ---------------------------------------------------------------- PNG


def write_png(picture: Picture, dpi: float | None = None) -> bytes:
    """Write a picture (RGB or RGBA) as a PNG file, with its resolution where one is given.

    Drawn faces pack best as they are, painted ones as differences from row to row; a sample decides.
    """
    width, height = picture.size
    depth = {"RGB": 2, "RGBA": 6}[picture.mode]
    chunks = [_chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, depth, 0, 0, 0))]
    if dpi:
        metre = round(dpi * 1000 / MM_PER_INCH)
        chunks.append(_chunk(b"pHYs", struct.pack(">IIB", metre, metre, 1)))
    chunks.append(_chunk(b"IDAT", _packed(picture, 0, height, _is_painted(picture))))
    return b"\x89PNG\r\n\x1a\n" + b"".join([*chunks, _chunk(b"IEND", b"")])


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def _is_painted(picture: Picture) -> bool:
    """Say whether differences from row to row pack better, by a strip an eighth as high in the middle."""
    height = picture.size[1]
    top = height * 7 // 16
    bottom = min(height, top + max(1, height // 8))
    return len(_packed(picture, top, bottom, True)) < len(_packed(picture, top, bottom, False))


def _packed(picture: Picture, top: int, bottom: int, is_up: bool) -> bytes:
    """Compress the rows from `top` to `bottom`, as they are or as differences from the row above each."""
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
            above.paste(picture.crop((0, max(top, start - 1), width, end - 1)), (0, 0 if start > top else 1))
            band = ImageChops.subtract_modulo(band, above)
        rows = band.tobytes()
        parts.append(packer.compress(b"".join(mark + rows[at : at + length] for at in range(0, len(rows), length))))
    return b"".join([*parts, packer.flush()])
