"""Pictures of faces and pages: PNG. Rasterised from the PDF, so that all outputs agree.

In: a Press and a card, or a finished PDF. Out: PNG bytes.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Sequence
from typing import Any

from generator.data.colours import VISIONS, as_seen
from generator.data.game import Card
from generator.data.units import MM_PER_INCH, PT_PER_MM
from generator.face.images import recoloured, stacked
from generator.face.press import Press
from generator.face.stamp import Stamp
from generator.pdf.document import Document
from generator.pdf.rendering import PDFIUM

VISION_COLUMNS = 12  # cards side by side at most, where seen by different eyes


def render_page(pdf: bytes, page: int = 0, dpi: float = 150) -> Any:
    """Rasterise one page of a PDF (counted from 0); give a Pillow image."""
    import pypdfium2

    with PDFIUM:
        document = pypdfium2.PdfDocument(pdf)
        try:
            return document[page].render(scale=dpi / 72).to_pil().convert("RGB")
        finally:
            document.close()


def as_png(picture: Any, dpi: float | None = None) -> bytes:
    """Write a Pillow image as PNG, the same bytes for the same picture."""
    out = io.BytesIO()
    picture.save(out, "PNG", **({"dpi": (dpi, dpi)} if dpi else {}))
    return out.getvalue()


def face_pdf(press: Press, card: Card, bleed_mm: float = 0.0) -> bytes | None:
    """Make a one-page PDF of a face at its own size; None where it cannot be drawn."""
    stamp = press.stamp(card)
    if stamp is None:
        return None
    width, height = card.size_mm or press.game.card_size_mm
    document = Document(press.fonts, card.id)
    trim = (bleed_mm, bleed_mm, width, height)
    document.page(width + 2 * bleed_mm, height + 2 * bleed_mm, trim if bleed_mm else None)
    document.stamp(
        stamp, trim, (0.0, 0.0, width + 2 * bleed_mm, height + 2 * bleed_mm), shape="rectangle" if bleed_mm else card.shape
    )
    return document.close()


def preview(press: Press, card: Card, dpi: float = 300, bleed_mm: float = 0.0) -> bytes | None:
    """Make the PNG of one face; None where it cannot be drawn (the press knows why)."""
    pdf = face_pdf(press, card, bleed_mm)
    return None if pdf is None else as_png(render_page(pdf, 0, dpi), dpi)


def render_stamps(press: Press, stamps: Sequence[Stamp], dpi: float) -> Iterator[Any]:
    """Rasterise faces as they are drawn, cut at the trim; give Pillow images, one after the other."""
    import pypdfium2

    if not stamps:
        return
    document = Document(press.fonts, "faces")
    for stamp in stamps:
        document.page(*stamp.size_mm)
        document.stamp(stamp, (0.0, 0.0, *stamp.size_mm))
    pages = pypdfium2.PdfDocument(document.close())
    try:
        for page in pages:
            yield page.render(scale=dpi / 72).to_pil().convert("RGB")
    finally:
        pages.close()


def contact_sheet(press: Press, cards: Sequence[Card], width_px: int = 2400, columns: int | None = None) -> bytes:
    """Make one PNG with all the given faces side by side, in rows, each as large as the width allows.

    Faces that cannot be drawn are left out. Raises ValueError without any face.
    """
    return as_png(contact_picture(press, cards, width_px, columns))


def contact_picture(press: Press, cards: Sequence[Card], width_px: int, columns: int | None = None) -> Any:
    """Do as `contact_sheet`, and give a Pillow image."""
    drawn = [(card, stamp) for card in cards if (stamp := press.stamp(card)) is not None]
    if not drawn:
        raise ValueError("there is no card to show")
    sizes = [card.size_mm or press.game.card_size_mm for card, _ in drawn]
    cell_width, cell_height = max(w for w, _ in sizes), max(h for _, h in sizes)
    if columns is None:
        columns = max(1, min(len(drawn), round(math.sqrt(len(drawn) * 1.6 * cell_height / cell_width))))
    gap = cell_width * 0.06
    rows = _rows([size[1] for size in sizes], columns)
    width = columns * (cell_width + gap) + gap
    height = sum(row_height + gap for row_height in rows) + gap
    document = Document(press.fonts, "contact sheet")
    document.page(width, height)
    document.canvas.addLiteral(f"0.82 g 0 0 {width * PT_PER_MM:.2f} {height * PT_PER_MM:.2f} re f 0 g")
    y = gap
    for row, row_height in enumerate(rows):
        for column, (card, stamp) in enumerate(drawn[row * columns : (row + 1) * columns]):
            size = sizes[row * columns + column]
            x = gap + column * (cell_width + gap) + (cell_width - size[0]) / 2
            document.stamp(stamp, (x, y, *size), shape=card.shape)
        y += row_height + gap
    return render_page(document.close(), 0, width_px / (width / MM_PER_INCH))


def vision_sheet(press: Press, cards: Sequence[Card], width_px: int = 2400) -> bytes:
    """Make one PNG with the given faces five times: as they are, as three sorts of the colour-blind see them, and in grey.

    Raises ValueError without any face that can be drawn.
    """
    columns = -(-len(cards) // -(-len(cards) // VISION_COLUMNS)) if cards else 1
    plain = contact_picture(press, cards, width_px, columns)
    parts = []
    for vision in VISIONS:
        parts += [_label(press, VISIONS[vision], width_px), plain if vision == "normal" else recoloured(plain, as_seen(vision))]
    return as_png(stacked(parts))


def _label(press: Press, text: str, width_px: int) -> Any:
    document = Document(press.fonts, text)
    document.page(300, 9)
    document.text(text, 4, 6.4, 16)
    return render_page(document.close(), 0, width_px / (300 / MM_PER_INCH))


def _rows(heights: list[float], columns: int) -> list[float]:
    return [max(heights[start : start + columns]) for start in range(0, len(heights), columns)]
