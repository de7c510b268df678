"""The calibration sheet: one piece of paper that shows how far a printer shifts its backs.

In: the size of the paper, and a printer whose correction is to be tested. Out: a PDF of two pages.
Four vernier scales, A at the top, B at the bottom, C at the left and D at the right, have lines on
the front every 6 mm and on the back every 5.8 mm: held against the light, the one line of the back
that continues a line of the front tells the miss in steps of 0.2 mm. All is the same way round for
either flip.
"""

from __future__ import annotations

from generator.data.geometry import Point
from generator.data.units import MM_PER_PT
from generator.face.fonts import DEFAULT_FAMILY, Font, FontBook
from generator.pdf.document import Document
from generator.sheet.printers import Profile

PITCH_MM, STEP_MM, STEPS = 6.0, 0.2, 15
MOST_READ_MM = STEP_MM * STEPS
_FRONT_MM, _BACK_MM = (14.0, 25.0), (21.0, 32.0)  # where lines begin and end, from the paper's edge
_OVERLAP_MM = 23.0  # the middle of what lines of both sides share
_THIN_MM = 0.18


def reach_mm(paper_mm: tuple[float, float]) -> tuple[float, float]:
    """Return the distance of the scales from the middle of the paper: C and D across, A and B
    down.
    """
    return paper_mm[0] / 2 - _OVERLAP_MM, paper_mm[1] / 2 - _OVERLAP_MM


def write_calibration(
    paper_mm: tuple[float, float], paper: str = "a4", printer: Profile | None = None
) -> bytes:
    """Make the sheet. With a printer, its back is corrected for it: all four scales should then
    read 0.

    Raises ValueError if the paper is too small for the scales.
    """
    width, height = paper_mm
    if min(width, height) < 2 * (STEPS * PITCH_MM + 14):
        raise ValueError(
            f"a calibration sheet needs paper of at least {2 * (STEPS * PITCH_MM + 14):g} mm "
            "on each side"
        )
    book = FontBook()
    document = Document(book, "emporium-pnp: calibration sheet")
    plain, bold = book.find(DEFAULT_FAMILY), book.find(DEFAULT_FAMILY, 700)
    document.page(width, height)
    for side in "ABCD":
        _front_scale(document, paper_mm, side, plain, bold)
    _front_words(document, paper_mm, paper, printer, plain, bold)
    if printer:
        document.page(width, height, None, paper_mm, printer.correction(width, height))
    else:
        document.page(width, height)
    for side in "ABCD":
        for step in range(-STEPS, STEPS + 1):
            along = step * (PITCH_MM - STEP_MM)
            document.line(
                *_across(side, paper_mm, along, _BACK_MM[0]),
                *_across(side, paper_mm, along, _BACK_MM[1]),
                _THIN_MM,
            )
    _back_words(document, paper_mm, printer, plain, bold)
    return document.close()


def _across(side: str, paper_mm: tuple[float, float], along: float, inward: float) -> Point:
    """Find a point of a scale: `along` from its middle, rightward or downward, and `inward` from
    the paper's edge.
    """
    width, height = paper_mm
    return {
        "A": Point(width / 2 + along, inward),
        "B": Point(width / 2 + along, height - inward),
        "C": Point(inward, height / 2 + along),
        "D": Point(width - inward, height / 2 + along),
    }[side]


def _front_scale(
    document: Document, paper_mm: tuple[float, float], side: str, plain: Font, bold: Font
) -> None:
    for step in range(-STEPS, STEPS + 1):
        is_whole = step % 5 == 0
        along, size, font = step * PITCH_MM, 8.0 if is_whole else 6.0, bold if is_whole else plain
        document.line(
            *_across(side, paper_mm, along, _FRONT_MM[0]),
            *_across(side, paper_mm, along, _FRONT_MM[1]),
            _THIN_MM,
        )
        text = reading_text(step * STEP_MM)
        x, y = _across(side, paper_mm, along, _FRONT_MM[0] - 1.0)
        drop = font.cap_height * size * MM_PER_PT
        if side in "AB":
            document.text(text, x, y if side == "A" else y + drop, size, font, align="center")
        else:
            document.text(
                text, x, y + drop / 2, size, font, align="right" if side == "C" else "left"
            )
    name = {
        "A": (paper_mm[0] / 2, 39.5),
        "B": (paper_mm[0] / 2, paper_mm[1] - 34.5),
        "C": (36.0, paper_mm[1] / 2 + 2.2),
        "D": (paper_mm[0] - 36.0, paper_mm[1] / 2 + 2.2),
    }[side]
    document.text(side, *name, 18, bold, align="center")


def reading_text(value_mm: float) -> str:
    """Write a reading as on the scale: '0', '0.4', '−1'."""
    text = f"{abs(value_mm):.1f}".removesuffix(".0")
    return f"\N{MINUS SIGN}{text}" if value_mm < -0.05 else text


def _front_words(
    document: Document,
    paper_mm: tuple[float, float],
    paper: str,
    printer: Profile | None,
    plain: Font,
    bold: Font,
) -> None:
    width, height = paper_mm
    left, room = 47.0, width - 94.0
    more = "" if paper == "a4" else f" --paper {paper}"
    y = height / 2 - 82
    document.text("Where does this printer put its backs?", left, y, 17, bold)
    y += 8
    if printer:
        y = (
            _paragraph(
                document,
                f"Corrected for '{printer.name}': each of the four scales should read 0.",
                left,
                y,
                room,
                bold,
            )
            + 2
        )
    steps = (
        "Print this on both sides of one sheet of thin paper, at 100 % (actual size).",
        "Turn the sheet over like the page of a book, and read what the back says about the edge.",
        "Hold it against a window or a lamp, this side towards you. On each scale, A to D, find "
        "the place where the lines of both sides form one straight line. Read the number there; "
        "between "
        "two lines, the number between.",
    )
    for number, words in enumerate(steps, 1):
        document.text(f"{number}", left, y, 11, bold)
        y = _paragraph(document, words, left + 6, y, room - 6, plain) + 2.5
    y = _example(document, left + 6, y + 1, plain, bold)
    for place, name in enumerate("ABCD"):
        x = left + 6 + place * (room - 6) / 4
        document.text(name, x, y, 13, bold)
        document.line(x + 5, y + 0.6, x + (room - 6) / 4 - 4, y + 0.6, 0.2)
    y += 9
    document.text("4", left, y, 11, bold)
    y = (
        _paragraph(
            document,
            "Give the tool the four numbers in this order, with a name for the printer:",
            left + 6,
            y,
            room - 6,
            plain,
        )
        + 1
    )
    y = (
        _paragraph(
            document,
            f"emporium-pnp calibrate --save my-printer{more} --read A B C D",
            left + 6,
            y,
            room - 6,
            bold,
        )
        + 2.5
    )
    document.text("5", left, y, 11, bold)
    y = _paragraph(document, "From then on:", left + 6, y, room - 6, plain) + 1
    y = (
        _paragraph(document, "emporium-pnp build --printer my-printer", left + 6, y, room - 6, bold)
        + 5
    )
    x = (width - 100) / 2
    document.line(x, y, x + 100, y, 0.2)
    for step in range(0, 101, 10):
        document.line(x + step, y - (2.5 if step % 50 == 0 else 1.5), x + step, y, 0.2)
    document.text(
        (
            "This line is 100 mm long. If a ruler disagrees, the printer has scaled the page: "
            "print it again at 100 %."
        ),
        width / 2,
        y + 4.5,
        8,
        plain,
        align="center",
    )


def _example(document: Document, left: float, top: float, plain: Font, bold: Font) -> float:
    """Draw three lines as they look against the light, with the middle one read, and return the
    end.
    """
    for place, (off, text) in enumerate(((-0.7, "0.2"), (0.0, "0.4"), (0.7, "0.6"))):
        x = left + 12 + place * 11
        document.text(text, x, top + 3, 8, bold if not off else plain, align="center")
        document.line(x, top + 4.5, x, top + 12, 0.25)
        document.line(x + off, top + 9, x + off, top + 16.5, 0.25)
    document.text("Here the number is 0.4.", left + 46, top + 9, 10, plain)
    document.text("0.5, if two lines were equally close.", left + 46, top + 13.5, 10, plain)
    return top + 26


def _back_words(
    document: Document,
    paper_mm: tuple[float, float],
    printer: Profile | None,
    plain: Font,
    bold: Font,
) -> None:
    middle, y = paper_mm[0] / 2, paper_mm[1] / 2 + 60  # where the front has no words
    document.line(middle, y, middle, y + 14, 1.6)
    for side in (-1, 1):
        document.line(middle, y - 0.5, middle + side * 6, y + 6.5, 1.6)
    y += 24
    for text, size, font in (
        ("You turned the sheet like the page of a book.", 12, plain),
        ("You can read this: your printer flips on the LONG edge.", 13, bold),
        (
            "If it is upside down, your printer flips on the SHORT edge: add  --flip short-edge  "
            "to step "
            "4.",
            11,
            plain,
        ),
        (f"Corrected for '{printer.name}'." if printer else "", 11, plain),
    ):
        document.text(text, middle, y, size, font, align="center")
        y += 7


def _paragraph(
    document: Document, text: str, x: float, y: float, room: float, font: Font, size: float = 11.0
) -> float:
    """Write a text in lines of at most `room` mm, and return the baseline after the last."""
    line = ""
    for word in [*text.split(), None]:
        longer = f"{line} {word}".strip()
        if word is None or (line and font.width(longer) * size * MM_PER_PT > room):
            document.text(line, x, y, size, font)
            y += size * 1.3 * MM_PER_PT
            line = word or ""
        else:
            line = longer
    return y
