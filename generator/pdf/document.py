"""Stage 5, write: stamps, lines and text become a PDF document. With fonts, the home of reportlab.

In: Stamps and positions in millimetres from the top left corner of the page. Out: the bytes of a
PDF, the same for the same
input: no clock, no paths, no random names. Each stamp is drawn once, as a form, and placed as often
as it is needed. Every colour goes through the document's `Colours`: RGB, grey or the inks of a
press.
"""

from __future__ import annotations

import hashlib
import io
import os
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from html import escape
from itertools import pairwise
from typing import Any, Literal
from weakref import WeakKeyDictionary

from reportlab import rl_config
from reportlab.pdfbase import pdfdoc, pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from generator import __version__
from generator.data.budget import remember
from generator.data.geometry import Box, Matrix, Point, decimals
from generator.data.silhouettes import corners_in, grown_by, polygon_in
from generator.data.units import PT_PER_MM
from generator.face.bidi import turns
from generator.face.fingerprints import fingerprint
from generator.face.fonts import Font, FontBook, is_hidden
from generator.face.images import Image
from generator.face.pictograms import Pictogram
from generator.face.shaping import HIDDEN_EM, Refusal, laid_line, measure, refusals
from generator.face.stamp import (
    Operation,
    Stamp,
    TextRun,
    UseAlpha,
    UseColour,
    UseImage,
    UseMask,
    UseShading,
    UseStamp,
)
from generator.face.svg import parse_colour
from generator.pdf.inks import GREY, RGB, Colours, Rgb

# streams as bytes, not as letters for mail systems that no longer exist: a quarter smaller, and
# sooner done
rl_config.useA85 = 0

Packed = dict[bytes, bytes]
"""Compressed contents of forms by the digest of what they hold."""
OVERPRINTED = 0.9  # K from which text is printed over what is below
MOST_PACKED = 4000
Stop = tuple[float, Rgb]
Sides = Literal["Simplex", "DuplexFlipLongEdge", "DuplexFlipShortEdge"]
PENCIL: Rgb = (0.13, 0.2, 0.55)  # what is filled in on a screen differs from print
MOST_ENTRY_PT = 14.0
_PRODUCER = "ReportLab"
_XMP_SPACES = {
    "dc": "http://purl.org/dc/elements/1.1/",
    "pdf": "http://ns.adobe.com/pdf/1.3/",
    "xmp": "http://ns.adobe.com/xap/1.0/",
}


class Document:
    """A PDF in the making. `page` opens a page; everything drawn goes to the page opened last.

    `packed` keeps compressed forms from one document to the next; compressing takes longer than
    drawing. `picture` draws an emoji; `lack` is called with what of a line cannot be printed.
    """

    def __init__(
        self,
        fonts: FontBook,
        title: str,
        author: str = "",
        subject: str = "",
        keywords: str = "",
        packed: Packed | None = None,
        colours: Colours = RGB,
        language: str = "",
        picture: Callable[[Pictogram], Stamp | None] | None = None,
        lack: Callable[[str, Refusal], None] | None = None,
    ) -> None:
        self.colours, self.fonts = colours, fonts
        self.picture, self.lack = picture, lack
        self.font = fonts.with_letters(title)
        if self.font.ttf.fontName not in pdfmetrics.getRegisteredFontNames():
            pdfmetrics.registerFont(self.font.ttf)
        self._file = io.BytesIO()
        with _no_date():
            self.canvas = Canvas(
                self._file,
                pageCompression=1,
                invariant=1,
                pdfVersion=(1, 4),
                initialFontName=self.font.ttf.fontName,
            )
        self.canvas.setTitle(title)
        self.canvas.setAuthor(author)
        self.canvas.setSubject(subject)
        self.canvas.setKeywords(keywords)
        self.canvas.setCreator(f"emporium-pnp {__version__}")
        self.canvas.setProducer(_PRODUCER)
        if language:
            self.canvas.setCatalogEntry("Lang", pdfdoc.PDFString(language))
        self.canvas.setViewerPreference("DisplayDocTitle", "true")
        self.canvas.setViewerPreference(
            "PrintScaling", "None"
        )  # 100 %, or backs and sleeves do not fit
        self._about = {
            "title": title,
            "creator": author,
            "description": subject,
            "language": language,
            "keywords": keywords,
        }
        self._height_mm = 0.0
        self._pages = 0
        self._is_moved = False
        self._names: dict[Stamp, str] = {}
        self._parts: WeakKeyDictionary[Stamp, str] = WeakKeyDictionary()
        self._looks: dict[str, str] = {}  # parts by their fingerprints
        self._images: dict[str, str] = {}
        self._fields: list[Any] = []
        self._packed: Packed = {} if packed is None else packed

    def prints_on(self, sides: Sides) -> None:
        """Ask anyone who prints it for one side of the paper, or for both, turned about an edge."""
        self.canvas.setViewerPreference("Duplex", sides)

    @property
    def forms(self) -> int:
        """Count the stamps drawn so far."""
        return len(self._names)

    def page(
        self,
        width_mm: float,
        height_mm: float,
        trim_mm: Box | None = None,
        drawn_mm: tuple[float, float] | None = None,
        matrix: Matrix | None = None,
    ) -> None:
        """Open a page. `trim_mm` is where it is cut, by default the page itself.

        What is drawn may be laid out for a page of another size, `drawn_mm`, and put onto this one
        by a matrix.
        """
        self._end_page()
        if self._pages:
            self.canvas.showPage()
        self._pages += 1
        self._height_mm = (drawn_mm or (width_mm, height_mm))[1]
        size = (width_mm * PT_PER_MM, height_mm * PT_PER_MM)
        self.canvas.setPageSize(size)
        left, top, right, bottom = (trim_mm or Box(0.0, 0.0, width_mm, height_mm)).edges
        self.canvas.setTrimBox(
            tuple(edge * PT_PER_MM for edge in (left, height_mm - bottom, right, height_mm - top))
        )
        if trim_mm:
            self.canvas.setBleedBox((0, 0, *size))
        if matrix:
            x, y = matrix.at(0.0, self._height_mm)
            turn = " ".join(map(_fine, (matrix.a, -matrix.b, -matrix.c, matrix.d)))
            self.canvas.addLiteral(
                f"q {turn} {_n(x * PT_PER_MM)} {_n((height_mm - y) * PT_PER_MM)} cm"
            )
            self._is_moved = True

    def _end_page(self) -> None:
        if self._is_moved:
            self.canvas.addLiteral("Q")
            self._is_moved = False

    def stamp(
        self,
        stamp: Stamp,
        trim: Box,
        clip: Box | None = None,
        is_turned: bool = False,
        shape: str = "rectangle",
    ) -> None:
        """Place a stamp in a trim rectangle, cut off at the clip and, past the trim alike, by its
        shape.

        A stamp of another aspect ratio is scaled as a whole and centred; its ground fills what is
        left.
        """
        k, clip = PT_PER_MM, clip or trim
        scale = min(trim.width / stamp.size_mm[0], trim.height / stamp.size_mm[1])
        add = self.canvas.addLiteral
        add("q")
        rectangle = self._path(clip, "rectangle")
        add(f"{rectangle} W n")
        if shape != "rectangle":
            past = max(
                trim.x - clip.x, trim.y - clip.y, clip.right - trim.right, clip.bottom - trim.bottom
            )
            corners = corners_in(shape, trim)
            if corners is not None and past > 0:
                add(
                    " ".join(f"{self._polygon(part)} h" for part in grown_by(corners, past))
                    + " W n"
                )
            else:
                add(f"{self._path(trim.widened(past), shape)} W n")
        if (
            stamp.ground
            and abs(trim.width / trim.height - stamp.size_mm[0] / stamp.size_mm[1]) > 1e-4
        ):
            colour = parse_colour(stamp.ground)
            if colour:
                add(f"q {self.colour(colour, is_area=True)} {rectangle} f Q")
        left = trim.x + (trim.width - stamp.size_mm[0] * scale) / 2
        bottom = self._height_mm - trim.bottom + (trim.height - stamp.size_mm[1] * scale) / 2
        if is_turned:
            left, bottom = left + stamp.size_mm[0] * scale, bottom + stamp.size_mm[1] * scale
        a = -scale if is_turned else scale
        name = self.form(stamp)
        add(f"{a:.6f} 0 0 {a:.6f} {left * k:.4f} {bottom * k:.4f} cm")
        self.canvas.doForm(name)
        add("Q")

    def lay(self, stamp: Stamp, matrix: Matrix, clip: Sequence[Point]) -> None:
        """Place a stamp by a matrix, from millimetres on it to millimetres on the page, cut off at
        a polygon.
        """
        x, y = matrix.at(0.0, stamp.size_mm[1])
        turn = f"{matrix.a:.6f} {-matrix.b:.6f} {-matrix.c:.6f} {matrix.d:.6f}"
        at = f"{x * PT_PER_MM:.4f} {(self._height_mm - y) * PT_PER_MM:.4f}"
        self.canvas.addLiteral(f"q {self._polygon(clip)} h W n {turn} {at} cm")
        self.canvas.doForm(self.form(stamp))
        self.canvas.addLiteral("Q")

    def polygon(self, points: Sequence[Point], colour: str) -> None:
        """Fill a polygon."""
        self.canvas.addLiteral(
            f"q {self.colour(parse_colour(colour) or (0.0, 0.0, 0.0), is_area=True)} "
            f"{self._polygon(points)} f Q"
        )

    def lines(
        self,
        lines: Iterable[Sequence[Point]],
        width_mm: float,
        dash: str = "[] 0",
        grey: float = 0.0,
    ) -> None:
        """Draw lines, each through its points, all in one style."""
        paths = " ".join(map(self._polygon, lines))
        self.canvas.addLiteral(
            f"q {_n(width_mm * PT_PER_MM)} w 1 J 1 j {dash} d "
            f"{self.colour((grey, grey, grey), is_stroke=True)} {paths} S Q"
        )

    def _polygon(self, points: Sequence[Point]) -> str:
        k, top = PT_PER_MM, self._height_mm
        (x, y), *others = points
        return f"{_n(x * k)} {_n((top - y) * k)} m " + " ".join(
            f"{_n(x * k)} {_n((top - y) * k)} l" for x, y in others
        )

    def colour(self, rgb: Rgb, is_stroke: bool = False, is_area: bool = False) -> str:
        """Write the operator that sets a colour, in the colours of this document."""
        parts = self.colours.parts(rgb, is_area)
        fill, stroke = self.colours.operators
        return f"{' '.join(map(_n, parts))} {stroke if is_stroke else fill}"

    def line(
        self, x1: float, y1: float, x2: float, y2: float, width_mm: float = 0.1, dash: str = "[] 0"
    ) -> None:
        k, top = PT_PER_MM, self._height_mm
        self.canvas.addLiteral(
            f"q {_n(width_mm * k)} w {dash} d {_n(x1 * k)} {_n((top - y1) * k)} m {_n(x2 * k)} "
            f"{_n((top - y2) * k)} l S Q"
        )

    def outline(self, trim: Box, shape: str = "rectangle", width_mm: float = 0.12) -> None:
        """Draw a cutting line around a piece."""
        self.canvas.addLiteral(
            f"q {_n(width_mm * PT_PER_MM)} w 0.55 G {self._path(trim, shape)} S Q"
        )

    def _path(self, box: Box, shape: str) -> str:
        """Return the outline of a shape in its box: a rectangle, an ellipse or a polygon."""
        if shape == "round":
            return self._circle(box)
        if (corners := polygon_in(shape, box)) is not None:
            return f"{self._polygon(corners)} h"
        k = PT_PER_MM
        return (
            f"{_n(box.x * k)} {_n((self._height_mm - box.bottom) * k)} {_n(box.width * k)} "
            f"{_n(box.height * k)} re"
        )

    def _circle(self, box: Box) -> str:
        k, pull = PT_PER_MM, 0.5522847498
        cx = box.centre.x * k
        cy = (self._height_mm - box.centre.y) * k
        rx = box.width / 2 * k
        ry = box.height / 2 * k
        ox, oy = rx * pull, ry * pull
        curves = (
            (cx + rx, cy + oy, cx + ox, cy + ry, cx, cy + ry),
            (cx - ox, cy + ry, cx - rx, cy + oy, cx - rx, cy),
            (cx - rx, cy - oy, cx - ox, cy - ry, cx, cy - ry),
            (cx + ox, cy - ry, cx + rx, cy - oy, cx + rx, cy),
        )
        return (
            f"{_n(cx + rx)} {_n(cy)} m "
            + " ".join(" ".join(map(_n, c)) + " c" for c in curves)
            + " h"
        )

    def text(
        self,
        text: str,
        x: float,
        y: float,
        size_pt: float,
        font: Font | None = None,
        is_upward: bool = False,
        align: str = "left",
        is_leftward: bool | None = None,
    ) -> None:
        """Write a line of text with its baseline at a point; `is_upward` runs it from bottom to
        top.

        Without a font it is in the document's own, and `lack` is told what cannot be printed of it.
        Its letters run as they do by themselves, or all as `is_leftward` says. Emoji are pictures,
        where the game has them in colour.
        """
        k = PT_PER_MM
        if font is None:
            font = self.font_for(text)
            self._tell(text, font)
        line, width = laid_line(text, font, is_leftward)
        shift = {"left": 0.0, "right": 1.0, "center": 0.5}[align] * width * size_pt
        px, py = x * k, (self._height_mm - y) * k
        px, py = (px, py - shift) if is_upward else (px - shift, py)
        for right, part in line:
            dx, dy = (0.0, right * size_pt) if is_upward else (right * size_pt, 0.0)
            matrix = f"{'0 1 -1 0' if is_upward else '1 0 0 1'} {_n(px + dx)} {_n(py + dy)}"
            if isinstance(part, Pictogram):
                self._pictogram(part, matrix, size_pt, font)
            else:
                self.canvas.addLiteral(
                    f"BT {matrix} Tm {self._shown(font, size_pt, part.glyphs, part.shifts)} ET"
                )

    def font_for(self, text: str) -> Font:
        """Return the font in which a line is written that has no font: the document's, or
        another if that alone has its letters.
        """
        return self.fonts.with_letters(text) if self.font.unshown(text) else self.font

    def width(self, text: str) -> float:
        """Measure such a line, in em."""
        return measure(text, self.font_for(text))

    def _tell(self, text: str, font: Font) -> None:
        """Say of a line what cannot be printed of it."""
        if self.lack is None or (not font.unshown(text) and not turns(text)):
            return
        for found in refusals(text, font):
            self.lack(text, found)

    def _pictogram(self, pictogram: Pictogram, matrix: str, size_pt: float, font: Font) -> None:
        """Show an emoji at a point, which a reader of the PDF takes for its characters."""
        stamp = self.picture(pictogram) if self.picture else None
        if stamp is None:
            return
        ink = pictogram.font.ink(pictogram.glyph)
        size = size_pt / PT_PER_MM
        behind = ""
        if pictogram.text:
            character, wider = font.behind(pictogram)
            behind = f"BT 3 Tr {_n(100 * wider)} Tz {self._shown(font, size_pt, character)} ET"
        self.canvas.addLiteral(f"q {matrix} cm {behind}")
        scale = pictogram.advance * size / stamp.size_mm[0]
        self.stamp(
            stamp,
            Box(
                0.0,
                self._height_mm + ink.y * size,
                pictogram.advance * size,
                stamp.size_mm[1] * scale,
            ),
        )
        self.canvas.addLiteral("Q")

    # -- places to write on

    def tick(self, name: str, box: Box) -> None:
        """Place a box that a reader of the PDF can tick, with a cross as a pencil would make it."""
        k, inset = PT_PER_MM, 0.14 * min(box.width, box.height)
        right, top = box.width - inset, box.height - inset
        strokes = ((inset, inset, right, top), (inset, top, right, inset))
        cross = " ".join(
            f"{_n(a * k)} {_n(b * k)} m {_n(c * k)} {_n(d * k)} l S" for a, b, c, d in strokes
        )
        states = {
            "On": self._appearance(
                f"q {self.colour(PENCIL, is_stroke=True)} {_n(0.5 * k)} w 1 J {cross} Q", box
            ),
            "Off": self._appearance("", box),
        }
        entries = {
            "FT": pdfdoc.PDFName("Btn"),
            "V": pdfdoc.PDFName("Off"),
            "AS": pdfdoc.PDFName("Off"),
        }
        self._widget(
            name, box, {**entries, "AP": pdfdoc.PDFDictionary({"N": pdfdoc.PDFDictionary(states)})}
        )

    def entry(self, name: str, box: Box) -> None:
        """Place a line that a reader of the PDF can fill in, in the middle if it is short, as sums
        are; as large as it has room.
        """
        size = min(0.7 * box.height * PT_PER_MM, MOST_ENTRY_PT)
        entries = {
            "FT": pdfdoc.PDFName("Tx"),
            "V": pdfdoc.PDFString(""),
            "DA": pdfdoc.PDFString(f"/Helv {_n(size)} Tf {self.colour(PENCIL)}"),
            "Q": 1 if box.width < 6 * box.height else 0,
            "AP": pdfdoc.PDFDictionary({"N": self._appearance("/Tx BMC EMC", box)}),
        }
        self._widget(name, box, entries)

    def _appearance(self, content: str, box: Box) -> Any:
        entries = {
            "Type": pdfdoc.PDFName("XObject"),
            "Subtype": pdfdoc.PDFName("Form"),
            "BBox": pdfdoc.PDFArray(
                [0, 0, float(_n(box.width * PT_PER_MM)), float(_n(box.height * PT_PER_MM))]
            ),
        }
        return self.canvas._doc.Reference(
            pdfdoc.PDFStream(pdfdoc.PDFDictionary(entries), content.encode("ascii"))
        )

    def _widget(self, name: str, box: Box, entries: dict[str, Any]) -> None:
        document = self.canvas._doc
        corners = (box.x, self._height_mm - box.bottom, box.right, self._height_mm - box.y)
        widget = pdfdoc.PDFDictionary(
            {
                "Type": pdfdoc.PDFName("Annot"),
                "Subtype": pdfdoc.PDFName("Widget"),
                "Rect": pdfdoc.PDFArray([float(_n(corner * PT_PER_MM)) for corner in corners]),
                "T": pdfdoc.PDFString(name),
                "F": 4,  # printed too
                **entries,
            }
        )
        self.canvas._addAnnotation(widget)
        self._fields.append(document.Reference(widget))

    def _form_of_fields(self) -> Any:
        font = {
            name: pdfdoc.PDFName(word)
            for name, word in (("Type", "Font"), ("Subtype", "Type1"), ("BaseFont", "Helvetica"))
        }
        font["Encoding"] = pdfdoc.PDFName("WinAnsiEncoding")
        fonts = pdfdoc.PDFDictionary(
            {"Font": pdfdoc.PDFDictionary({"Helv": pdfdoc.PDFDictionary(font)})}
        )
        entries = {
            "Fields": pdfdoc.PDFArray(self._fields),
            "DR": fonts,
        }  # no NeedAppearances: readers would draw their own ticks
        return pdfdoc.PDFDictionary(entries)

    def close(self) -> bytes:
        """Finish the document and return its bytes."""
        self._end_page()
        if self._fields:
            self.canvas._doc.Catalog.AcroForm = self._form_of_fields()
        if self.colours.profile:
            catalog = self.canvas._doc.Catalog
            catalog.__NoDefault__ = [
                *catalog.__NoDefault__,
                "OutputIntents",
            ]  # which reportlab does not know of
            self.canvas.setCatalogEntry("OutputIntents", pdfdoc.PDFArray([self._output_intent()]))
        kind = {"Type": pdfdoc.PDFName("Metadata"), "Subtype": pdfdoc.PDFName("XML")}
        self.canvas.setCatalogEntry(
            "Metadata", pdfdoc.PDFStream(pdfdoc.PDFDictionary(kind), _xmp(**self._about).encode())
        )
        self.canvas.save()
        return self._file.getvalue()

    def _output_intent(self) -> Any:
        """Say which press the inks are meant for, with its profile."""
        entries = {
            "N": 4,
            "Alternate": pdfdoc.PDFName("DeviceCMYK"),
            "Filter": pdfdoc.PDFName("FlateDecode"),
        }
        profile = pdfdoc.PDFStream(
            pdfdoc.PDFDictionary(entries), zlib.compress(self.colours.profile)
        )
        words = {
            "OutputConditionIdentifier": self.colours.condition,
            "Info": self.colours.condition,
        }
        said = {"Type": pdfdoc.PDFName("OutputIntent"), "S": pdfdoc.PDFName("GTS_PDFX")}
        said |= {name: pdfdoc.PDFString(word) for name, word in words.items()}
        return pdfdoc.PDFDictionary(
            {**said, "DestOutputProfile": self.canvas._doc.Reference(profile, "PressProfile")}
        )

    # -- forms

    def form(self, stamp: Stamp) -> str:
        """Draw a stamp into the document once, and return the name to place it by."""
        name = self._names.get(stamp)
        if name is None:
            name = self._names[stamp] = f"Face{len(self._names) + 1}"
            self.canvas._doc.inForm()
            k = PT_PER_MM
            upright = Matrix(k, 0, 0, -k, 0, stamp.size_mm[1] * k)
            self.canvas._doc.addForm(name, self._form_object(stamp, upright))
        return name

    def _form_object(
        self, stamp: Stamp, matrix: Matrix | None = None, space: str = ""
    ) -> pdfdoc.PDFStream:
        resources = pdfdoc.PDFResourceDictionary()
        resources.basicFonts()
        content = "\n".join(self._operator(operation, resources) for operation in stamp.operations)
        entries: dict[str, Any] = {
            "Type": pdfdoc.PDFName("XObject"),
            "Subtype": pdfdoc.PDFName("Form"),
            "BBox": pdfdoc.PDFArray([float(_n(edge)) for edge in stamp.edges]),
            "Resources": resources,
        }
        if stamp.is_group:
            group = {
                "S": pdfdoc.PDFName("Transparency"),
                "CS": pdfdoc.PDFName(space or self.colours.space),
            }
            entries["Group"] = pdfdoc.PDFDictionary(group)
        if matrix is not None:
            entries["Matrix"] = pdfdoc.PDFArray([float(f"{v:.6f}") for v in matrix])
        entries["Filter"] = pdfdoc.PDFName(
            "FlateDecode"
        )  # compressed at once: a large deck is then small in memory
        return pdfdoc.PDFStream(
            pdfdoc.PDFDictionary(entries), self._compressed(content.encode("ascii"))
        )

    def _part(self, stamp: Stamp, space: str = "") -> str:
        """Draw a nested stamp into the document, once for all that look the same, and return its
        name.

        `space` is the one that its colours are mixed in, by default the document's.
        """
        if stamp not in self._parts:
            look = fingerprint(stamp) + space
            if look not in self._looks:
                part = self._form_object(stamp, space=space)  # first, for it may hold its own parts
                self._looks[look] = f"Part{len(self.canvas._doc.idToObject)}"
                self.canvas._doc.Reference(part, self._looks[look])
            self._parts[stamp] = self._looks[look]
        return self._parts[stamp]

    def _compressed(self, content: bytes) -> bytes:
        digest = hashlib.sha256(content).digest()
        packed = self._packed.get(digest)
        if packed is None:
            return remember(self._packed, digest, zlib.compress(content), MOST_PACKED)
        return packed

    def _operator(self, operation: Operation, resources: pdfdoc.PDFResourceDictionary) -> str:
        return _OPERATORS[type(operation)](self, operation, resources)

    def _as_written(self, operators: str, resources: pdfdoc.PDFResourceDictionary) -> str:
        return operators

    def _with_colour(self, use: UseColour, resources: pdfdoc.PDFResourceDictionary) -> str:
        overprint = self._overprint(use, resources)
        return overprint + self.colour(use.rgb, use.is_stroke, use.is_area)

    def _with_text(self, run: TextRun, resources: pdfdoc.PDFResourceDictionary) -> str:
        place = f"1 0 0 -1 {_n(run.x)} {_n(run.y)} Tm"
        shown = self._shown(run.font, run.size, run.text, run.shifts, run.mode)
        if run.spacing:
            return f"BT {_n(run.spacing)} Tc {place} {shown} 0 Tc ET"
        return f"BT {place} {shown} ET"

    def _with_alpha(self, use: UseAlpha, resources: pdfdoc.PDFResourceDictionary) -> str:
        name = f"A{round(use.fill * 1000)}x{round(use.stroke * 1000)}"
        resources.ExtGState[name] = pdfdoc.PDFDictionary(
            {"ca": round(use.fill, 3), "CA": round(use.stroke, 3)}
        )
        return f"/{name} gs"

    def _with_stamp(self, use: UseStamp, resources: pdfdoc.PDFResourceDictionary) -> str:
        return self._with_object(self._part(use.stamp), resources)

    def _with_image(self, use: UseImage, resources: pdfdoc.PDFResourceDictionary) -> str:
        return self._with_object(self._image(use.image), resources)

    def _with_object(self, name: str, resources: pdfdoc.PDFResourceDictionary) -> str:
        resources.XObject[name] = pdfdoc.PDFObjectReference(name)
        return f"/{name} Do"

    def _with_mask(self, use: UseMask, resources: pdfdoc.PDFResourceDictionary) -> str:
        part = self._part(use.stamp, GREY.space)
        sort = pdfdoc.PDFName("Luminosity" if use.is_by_light else "Alpha")
        mask = {"Type": pdfdoc.PDFName("Mask"), "S": sort, "G": pdfdoc.PDFObjectReference(part)}
        name = f"M{part}"
        resources.ExtGState[name] = pdfdoc.PDFDictionary({"SMask": pdfdoc.PDFDictionary(mask)})
        return f"/{name} gs"

    def _with_shading(self, use: UseShading, resources: pdfdoc.PDFResourceDictionary) -> str:
        colours = GREY if use.is_grey else self.colours
        name = self.canvas._doc.addShading(_shading(use, colours))
        resources.Shading[name] = pdfdoc.PDFObjectReference(name)
        return f"/{name} sh"

    def _overprint(self, operation: UseColour, resources: pdfdoc.PDFResourceDictionary) -> str:
        """Write the operator by which black text is printed over what is below, and nothing else
        is: then no white edge shows.

        Only in four inks, and only where K is nearly solid, since the other inks show through it.
        """
        if self.colours.space != "DeviceCMYK" or operation.is_stroke:
            return ""
        inks = self.colours.parts(operation.rgb, operation.is_area)
        is_over = not operation.is_area and not any(inks[:3]) and inks[3] >= OVERPRINTED
        name = "Over" if is_over else "Apart"
        resources.ExtGState[name] = pdfdoc.PDFDictionary(
            {"op": pdfdoc.PDFtrue if is_over else pdfdoc.PDFfalse, "OPM": 1}
        )
        return f"/{name} gs "

    def _shown(
        self,
        font: Font,
        size: float,
        text: str,
        shifts: Sequence[tuple[float, float]] = (),
        mode: int = 0,
    ) -> str:
        """Show characters one after another, or each where it is shifted to, in em from where the
        first would be.

        `mode` is how they are painted, which those that no one sees are not.
        """
        document = self.canvas._doc
        if shifts:
            parts, x, y = [], 0.0, 0.0
            for glyph, (right, up) in zip(text, shifts, strict=True):
                shown = self._shown(font, size, glyph)
                if is_hidden(glyph):
                    shown = (
                        f"3 Tr {_n(100 * HIDDEN_EM / (font.advance(glyph) or 1.0))} Tz {shown} 100 "
                        f"Tz {mode} Tr"
                    )
                parts.append(f"{_n((right - x) * size)} {_n((up - y) * size)} Td {shown}")
                x, y = right, up
            return " ".join(parts)
        parts, at = [], 0
        kerns = font.kerns(text)
        for subset, codes in font.ttf.splitString(text, document):
            name = font.ttf.getSubsetInternalName(subset, document)
            own = {}
            for number, kern in kerns.items():
                if at <= number < at + len(codes):
                    own[number - at] = kern
            parts.append(
                f"{name} {_n(size)} Tf {_kerned(codes, own) if own else f'<{codes.hex()}> Tj'}"
            )
            at += len(codes)
        return " ".join(parts)

    def _image(self, image: Image) -> str:
        name = self._images.get(image.key)
        if name is None:
            name = self._images[image.key] = f"Image{image.key}"
            image = self.colours.picture(image)
            document = self.canvas._doc
            entries: dict[str, Any] = {
                "Type": pdfdoc.PDFName("XObject"),
                "Subtype": pdfdoc.PDFName("Image"),
                "Width": image.width_px,
                "Height": image.height_px,
                "BitsPerComponent": 8,
                "ColorSpace": pdfdoc.PDFName(image.space),
                "Filter": pdfdoc.PDFName("DCTDecode" if image.is_jpeg else "FlateDecode"),
            }
            if image.alpha is not None:
                mask = {
                    **entries,
                    "ColorSpace": pdfdoc.PDFName("DeviceGray"),
                    "Filter": pdfdoc.PDFName("FlateDecode"),
                }
                entries["SMask"] = document.Reference(
                    pdfdoc.PDFStream(pdfdoc.PDFDictionary(mask), image.alpha), name + "Alpha"
                )
            document.Reference(pdfdoc.PDFStream(pdfdoc.PDFDictionary(entries), image.samples), name)
        return name


_OPERATORS: Mapping[type, Callable[..., str]] = {
    str: Document._as_written,
    TextRun: Document._with_text,
    UseColour: Document._with_colour,
    UseAlpha: Document._with_alpha,
    UseStamp: Document._with_stamp,
    UseImage: Document._with_image,
    UseMask: Document._with_mask,
    UseShading: Document._with_shading,
}
"""How each operation is written."""


@contextmanager
def _no_date() -> Iterator[None]:
    """Hide the date that the environment may give: the same game gives the same bytes, and it may
    be no date at all.
    """
    said = os.environ.pop("SOURCE_DATE_EPOCH", None)
    try:
        yield
    finally:
        if said is not None:
            os.environ["SOURCE_DATE_EPOCH"] = said


def _xmp(title: str, creator: str, description: str, language: str, keywords: str) -> str:
    """Write what a document is about as XMP: for those who sort files, and the same for the same
    document.
    """

    def many(name: str, form: str, text: str, attributes: str = "") -> str:
        if not text:
            return ""
        item = f"<rdf:li{attributes}>{escape(text, quote=False)}</rdf:li>"
        return f"<dc:{name}><rdf:{form}>{item}</rdf:{form}></dc:{name}>"

    default = ' xml:lang="x-default"'
    parts = [
        "<dc:format>application/pdf</dc:format>",
        many("title", "Alt", title, default),
        many("creator", "Seq", creator),
        many("description", "Alt", description, default),
        many("language", "Bag", language),
        f"<pdf:Producer>{_PRODUCER}</pdf:Producer>",
        f"<pdf:Keywords>{escape(keywords, quote=False)}</pdf:Keywords>" if keywords else "",
        f"<xmp:CreatorTool>emporium-pnp {__version__}</xmp:CreatorTool>",
    ]
    spaces = " ".join(f'xmlns:{name}="{address}"' for name, address in _XMP_SPACES.items())
    body = "\n".join(filter(None, parts))
    return (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n<x:xmpmeta '
        'xmlns:x="adobe:ns:meta/">'
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\n'
        f'<rdf:Description rdf:about="" {spaces}>\n{body}\n</rdf:Description>\n'
        '</rdf:RDF></x:xmpmeta>\n<?xpacket end="r"?>'
    )


def _shading(shading: UseShading, colours: Colours) -> Any:
    stops = list(shading.stops)
    if stops[0][0] > 0 or len(stops) == 1:
        stops.insert(0, (0.0, stops[0][1]))
    if stops[-1][0] < 1:
        stops.append((1.0, stops[-1][1]))
    stops = [
        *(stop for a, b in pairwise(stops) for stop in _between(a, b, colours.steps)),
        stops[-1],
    ]
    ends = [colours.parts(rgb, True) for _, rgb in stops]
    parts = [pdfdoc.PDFExponentialFunction(a, b, 1) for a, b in pairwise(ends)]
    if len(parts) == 1:
        function = parts[0]
    else:
        function = pdfdoc.PDFStitchingFunction(
            parts, [stop[0] for stop in stops[1:-1]], [0, 1] * len(parts), Domain="[0 1]"
        )
    make = pdfdoc.PDFAxialShading if len(shading.coordinates) == 4 else pdfdoc.PDFRadialShading
    return make(*shading.coordinates, function, colours.space, Extend="[true true]")


def _between(start: Stop, end: Stop, steps: int) -> Iterator[Stop]:
    """Divide the stretch between two stops of a gradient evenly; its end is left out."""
    if start[0] == end[0]:  # a hard edge
        steps = 1
    for step in range(steps):
        share = step / steps
        red, green, blue = (a + (b - a) * share for a, b in zip(start[1], end[1], strict=True))
        yield start[0] + (end[0] - start[0]) * share, (red, green, blue)


def _kerned(codes: bytes, kerns: dict[int, float]) -> str:
    """Show characters, some of them set off from the next by so many em."""
    parts, begun = [], 0
    for number, kern in sorted(kerns.items()):
        parts.append(f"<{codes[begun : number + 1].hex()}>{_n(-1000 * kern)}")
        begun = number + 1
    rest = codes[begun:].hex()
    return f"[{''.join(parts)}{f'<{rest}>' if rest else ''}] TJ"


_n = decimals(4)
_of_turn = decimals(8)  # a page is long


def _fine(value: float) -> str:
    """Write a part of a turn, a small one below 0 as 0."""
    return _of_turn(round(value, 8) + 0.0)


def count_pages(pdf: bytes) -> int:
    """Count the pages of a document made here."""
    return len(re.findall(rb"/Type /Page\b", pdf))
