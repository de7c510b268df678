"""Faces and pages as pixels. Rasterised from the PDF, so that all outputs agree: the only module
that uses pypdfium2.

In: a Press and cards, stamps, or a finished PDF. Out: Pillow images, of faces with an exact number
of pixels; or PNG files.
"""

from __future__ import annotations

import math
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from generator.data.colours import VISIONS, as_seen
from generator.data.game import Card
from generator.data.geometry import Box
from generator.data.units import MM_PER_INCH, PT_PER_MM
from generator.face.images import recoloured, stacked
from generator.face.press import Press
from generator.face.stamp import Stamp
from generator.pdf.document import Document
from generator.pdf.png import as_png, cores, cut_out, in_parallel, rows_png, write_png

if TYPE_CHECKING:
    from generator.pdf.png import Picture

Progress = Callable[[int, int, str], None]
# faces a document: fonts are embedded once a chunk, and memory stays small however large the game
CHUNK = 64
AHEAD = 2  # faces rasterised before they are asked for
VISION_COLUMNS = 12  # cards side by side at most, where seen by different eyes
PDFIUM = threading.Lock()
"""Held around every call of pypdfium2: two threads within it at once bring the process down."""


class _Pages:
    """The pages of a PDF, to be rasterised one after the other. Nothing else calls pypdfium2."""

    def __init__(self, pdf: bytes) -> None:
        import pypdfium2

        with PDFIUM:
            self._document = pypdfium2.PdfDocument(pdf)
            self.count = len(self._document)

    def __enter__(self) -> _Pages:
        return self

    def __exit__(self, *_: object) -> None:
        with PDFIUM:
            self._document.close()

    def picture(self, number: int, dpi: float) -> Picture:
        """Rasterise a page, counted from 0."""
        with PDFIUM:
            picture: Picture = (
                self._document[number].render(scale=dpi / 72, rev_byteorder=True).to_pil()
            )
            return picture if picture.mode == "RGB" else picture.convert("RGB")

    def png(self, number: int, dpi: float) -> bytes:
        """Rasterise a page, counted from 0, as a PNG, without Pillow."""
        with PDFIUM:
            found = self._document[number].render(scale=dpi / 72, rev_byteorder=True)
            return rows_png(
                bytes(found.buffer), (found.width, found.height), found.stride, found.n_channels
            )


def render_page(pdf: bytes, page: int = 0, dpi: float = 150) -> Picture:
    """Rasterise one page of a PDF, counted from 0."""
    with _Pages(pdf) as pages:
        return pages.picture(page, dpi)


def page_png(pdf: bytes, page: int = 0, dpi: float = 150) -> bytes:
    """Rasterise one page of a PDF, counted from 0, as a PNG that is quickly made. Needs no
    Pillow.
    """
    with _Pages(pdf) as pages:
        return pages.png(page, dpi)


def render_pages(pdf: bytes, dpi: float) -> Iterator[Picture]:
    """Rasterise all pages of a PDF, one after the other."""
    with _Pages(pdf) as pages:
        for number in range(pages.count):
            yield pages.picture(number, dpi)


def render_stamps(
    press: Press, stamps: Sequence[Stamp], dpi: float, scales: Sequence[float] | None = None
) -> Iterator[Picture]:
    """Rasterise faces, cut at the trim, one after the other: as large as they are drawn, or each by
    its own scale.
    """
    if not stamps:
        return
    document = Document(press.fonts, "faces")
    for stamp, scale in zip(stamps, scales or [1.0] * len(stamps), strict=True):
        width, height = (side * scale for side in stamp.size_mm)
        document.page(width, height)
        document.stamp(stamp, Box(0.0, 0.0, width, height))
    with _Pages(document.close()) as pages:
        for number in range(len(stamps)):
            yield pages.picture(number, dpi)


def no_progress(done: int, total: int, label: str) -> None:
    """Show nothing."""


def resized(card: Card, size_mm: tuple[float, float]) -> Card:
    """Return a card in another size: a back is as large as its front."""
    return replace(card, size_mm=size_mm)


def size_px(size_mm: tuple[float, float], dpi: float, bleed_mm: float = 0.0) -> tuple[int, int]:
    """Return the size in whole pixels of a face of this trim size with its bleed."""
    width, height = (max(1, round((side + 2 * bleed_mm) * dpi / MM_PER_INCH)) for side in size_mm)
    return width, height


def render_faces(
    press: Press,
    cards: Sequence[Card],
    dpi: float,
    bleed_mm: float = 0.0,
    corner_mm: float = 0.0,
    progress: Progress = no_progress,
) -> Iterator[tuple[Card, Picture]]:
    """Yield each card with its face as a Pillow image, in the order given: RGB, or RGBA where
    something is cut away.

    Without bleed, round and hexagonal faces are cut to their shape, and others get corners of
    `corner_mm`; with bleed the whole rectangle is kept, for anyone who cuts. Faces that cannot be
    drawn are left out; the press knows why. With one processor nothing is rasterised before it is
    asked for.
    """
    done, cards = 0, list(cards)
    ahead = AHEAD if cores() > 1 else 0
    for start in range(0, len(cards), CHUNK):
        chunk = [card for card in cards[start : start + CHUNK] if press.stamp(card) is not None]
        if not chunk:  # a PDF has at least one page
            continue
        for card, picture in _rasterised(press, chunk, dpi, bleed_mm, ahead):
            progress(done, len(cards), card.id)
            done += 1
            yield (
                card,
                picture
                if bleed_mm
                else cut_out(picture, card.shape, corner_mm * dpi / MM_PER_INCH),
            )
    progress(len(cards), len(cards), "")


def render_pngs(
    press: Press,
    cards: Sequence[Card],
    dpi: float,
    bleed_mm: float = 0.0,
    corner_mm: float = 0.0,
    progress: Progress = no_progress,
) -> Iterator[tuple[Card, bytes]]:
    """Yield each card with its face as a PNG file, as `render_faces` does; the files are packed on
    all cores.
    """
    faces = render_faces(press, cards, dpi, bleed_mm, corner_mm, progress)
    yield from in_parallel(faces, lambda picture: write_png(picture, dpi))


def _rasterised(
    press: Press, cards: list[Card], dpi: float, bleed_mm: float, ahead: int
) -> Iterator[tuple[Card, Picture]]:
    """Rasterise the faces of cards that can be drawn, up to `ahead` of them before they are asked
    for.
    """
    with _Pages(_document(press, cards, dpi, bleed_mm)) as pages:
        if not ahead:
            for number, card in enumerate(cards):
                yield card, pages.picture(number, dpi)
            return
        with ThreadPoolExecutor(1) as thread:
            numbers = iter(range(len(cards)))
            waiting = deque(
                thread.submit(pages.picture, number, dpi) for number in islice(numbers, ahead)
            )
            for card in cards:
                picture = waiting.popleft().result()
                waiting.extend(
                    thread.submit(pages.picture, number, dpi) for number in islice(numbers, 1)
                )
                yield card, picture
                del picture


def _document(press: Press, cards: list[Card], dpi: float, bleed_mm: float) -> bytes:
    """Make a PDF with a page a face, each as large as a whole number of pixels; the face covers all
    of it.
    """
    document = Document(press.fonts, "faces")
    for card in cards:
        stamp = press.stamp(card)
        assert stamp is not None
        size = press.game.size_of(card)
        # A hair less than the pixels wanted: the rasteriser rounds up.
        page = tuple((pixels - 0.05) * MM_PER_INCH / dpi for pixels in size_px(size, dpi, bleed_mm))
        scale = max(side / (trim + 2 * bleed_mm) for side, trim in zip(page, size, strict=True))
        width, height = size[0] * scale, size[1] * scale
        document.page(page[0], page[1])
        trim = Box((page[0] - width) / 2, (page[1] - height) / 2, width, height)
        document.stamp(stamp, trim, Box(-1.0, -1.0, page[0] + 2, page[1] + 2))
    return document.close()


def face_pdf(press: Press, card: Card, bleed_mm: float = 0.0) -> bytes | None:
    """Make a one-page PDF of a face at its own size; None where it cannot be drawn."""
    stamp = press.stamp(card)
    if stamp is None:
        return None
    width, height = press.game.size_of(card)
    document = Document(press.fonts, card.id)
    trim = Box(bleed_mm, bleed_mm, width, height)
    page = Box(0.0, 0.0, width + 2 * bleed_mm, height + 2 * bleed_mm)
    document.page(page.width, page.height, trim if bleed_mm else None)
    document.stamp(stamp, trim, page, shape="rectangle" if bleed_mm else card.shape)
    return document.close()


def preview(press: Press, card: Card, dpi: float = 300, bleed_mm: float = 0.0) -> bytes | None:
    """Make the PNG of one face; None where it cannot be drawn (the press knows why)."""
    pdf = face_pdf(press, card, bleed_mm)
    return None if pdf is None else write_png(render_page(pdf, 0, dpi), dpi)


def contact_sheet(
    press: Press, cards: Sequence[Card], width_px: int = 2400, columns: int | None = None
) -> bytes:
    """Make one PNG with all the given faces side by side, in rows, each as large as the width
    allows.

    Faces that cannot be drawn are left out. Raises ValueError without any face.
    """
    return as_png(contact_picture(press, cards, width_px, columns))


def contact_picture(
    press: Press, cards: Sequence[Card], width_px: int, columns: int | None = None
) -> Picture:
    """Make the picture of `contact_sheet` as a Pillow image."""
    drawn = [(card, stamp) for card in cards if (stamp := press.stamp(card)) is not None]
    if not drawn:
        raise ValueError("there is no card to show")
    sizes = [press.game.size_of(card) for card, _ in drawn]
    cell_width, cell_height = max(w for w, _ in sizes), max(h for _, h in sizes)
    if columns is None:
        columns = max(
            1, min(len(drawn), round(math.sqrt(len(drawn) * 1.6 * cell_height / cell_width)))
        )
    gap = cell_width * 0.06
    rows = _rows([size[1] for size in sizes], columns)
    width = columns * (cell_width + gap) + gap
    height = math.fsum(row_height + gap for row_height in rows) + gap
    document = Document(press.fonts, "contact sheet")
    document.page(width, height)
    document.canvas.addLiteral(
        f"0.82 g 0 0 {width * PT_PER_MM:.2f} {height * PT_PER_MM:.2f} re f 0 g"
    )
    y = gap
    for row, row_height in enumerate(rows):
        for column, (card, stamp) in enumerate(drawn[row * columns : (row + 1) * columns]):
            size = sizes[row * columns + column]
            x = gap + column * (cell_width + gap) + (cell_width - size[0]) / 2
            document.stamp(stamp, Box(x, y, *size), shape=card.shape)
        y += row_height + gap
    return render_page(document.close(), 0, width_px / (width / MM_PER_INCH))


def vision_sheet(press: Press, cards: Sequence[Card], width_px: int = 2400) -> bytes:
    """Make one PNG with the given faces five times: unchanged, as seen with three types of colour
    blindness, and in grey.

    Raises ValueError without any face that can be drawn.
    """
    columns = -(-len(cards) // -(-len(cards) // VISION_COLUMNS)) if cards else 1
    plain = contact_picture(press, cards, width_px, columns)
    parts = []
    for vision in VISIONS:
        parts += [
            _label(press, VISIONS[vision], width_px),
            plain if vision == "normal" else recoloured(plain, as_seen(vision)),
        ]
    return as_png(stacked(parts))


def _label(press: Press, text: str, width_px: int) -> Picture:
    document = Document(press.fonts, text)
    document.page(300, 9)
    document.text(text, 4, 6.4, 16)
    return render_page(document.close(), 0, width_px / (300 / MM_PER_INCH))


def _rows(heights: list[float], columns: int) -> list[float]:
    return [max(heights[start : start + columns]) for start in range(0, len(heights), columns)]
