"""DriveThruCards: a PDF in inks within their limit, cut where it says, without transparency."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from PIL import Image

from generator.data.problems import Problems
from generator.pdf.inks import MOST_INK
from generator.pdf.raster import render_page
from tests.conftest import make_game
from tests.generator.export.orders import GLASS, deck, ordered, pdf_of, png

# ---------------------------------------------------------------- DriveThruCards

INKS = {"k": 4, "K": 4, "g": 1, "G": 1}
OTHER_COLOURS = {"rg", "RG", "cs", "CS", "sc", "SC", "scn", "SCN", "ri"}


def streams(pdf: pikepdf.Pdf) -> Iterator[Any]:
    """Return every page and form of a document."""
    yield from pdf.pages
    for thing in pdf.objects:
        if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Form":
            yield thing


def colours_in(pdf: pikepdf.Pdf) -> set[tuple[str, tuple[float, ...]]]:
    found = set()
    for stream in streams(pdf):
        for operands, operator in pikepdf.parse_content_stream(stream):
            assert str(operator) not in OTHER_COLOURS, operator
            if str(operator) in INKS:
                assert len(operands) == INKS[str(operator)]
                found.add((str(operator), tuple(float(o) for o in operands)))
    return found


RICH = (
    '<defs><linearGradient id="g"><stop offset="0" stop-color="#102080"/><stop offset="1" '
    'stop-color="#200000"/></linearGradient></defs>'
    '<rect x="-5" y="-5" width="73" height="98" fill="url(#g)"/><rect x="5" y="5" width="53" '
    'height="20" fill="#000"/>'
    '<path d="M5 62H50" stroke="#000" stroke-width="1"/><path d="M5 60H50" stroke="#000" '
    'stroke-width="0.1"/>'
    '<image href="p.png" x="10" y="40" width="9" height="9"/><image href="q.jpg" x="30" y="40" '
    'width="9" height="9"/>'
    '<text x="8" y="80" font-size="5">{{ card.name }}</text>'
)


@pytest.fixture(scope="module")
def rich(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    jpeg = io.BytesIO()
    Image.new("RGB", (40, 40), (10, 10, 90)).save(jpeg, "JPEG")
    game = deck(
        tmp_path_factory.mktemp("rich"),
        RICH,
        files={"p.png": png((5, 5, 40)), "q.jpg": jpeg.getvalue()},
    )
    return pdf_of(ordered(game, "drivethrucards"))


def test_every_colour_is_of_inks_and_within_their_limit(rich: bytes) -> None:
    with pikepdf.open(io.BytesIO(rich)) as pdf:
        colours = colours_in(pdf)
        assert {"k", "K"} <= {operator for operator, _ in colours}
        assert all(sum(parts) <= MOST_INK + 1e-3 for operator, parts in colours if operator in "kK")
        assert {
            ("k", (0.6, 0.4, 0.4, 1.0)),
            ("k", (0, 0, 0, 1)),
            ("K", (0, 0, 0, 1)),
            ("K", (0.6, 0.4, 0.4, 1.0)),
        } <= colours
        shadings = [
            thing
            for thing in pdf.objects
            if isinstance(thing, pikepdf.Dictionary) and "/ShadingType" in thing
        ]
        assert {str(shading.ColorSpace) for shading in shadings} == {"/DeviceCMYK"}
        functions = shadings[0].Function.Functions
        assert all(
            sum(map(float, end)) <= MOST_INK + 1e-3
            for function in functions
            for end in (function.C0, function.C1)
        )
        images = [
            thing
            for thing in pdf.objects
            if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Image"
        ]
        assert [image.ColorSpace for image in images] == ["/DeviceCMYK"] * 2
        for image in images:
            samples = image.read_bytes()
            assert len(samples) == 40 * 40 * 4
            assert sum(samples[:4]) <= MOST_INK * 255 + 2


def test_pages_are_cut_where_they_say_and_hold_no_transparency(rich: bytes) -> None:
    with pikepdf.open(io.BytesIO(rich)) as pdf:
        assert pdf.pdf_version == "1.4"
        assert pdf.docinfo["/Trapped"] == "/False"
        assert "/ID" in pdf.trailer
        assert "/OutputIntents" not in pdf.Root
        assert "/GTS_PDFXVersion" not in pdf.docinfo
        for page in pdf.pages:
            assert [float(v) for v in page.MediaBox] == pytest.approx(
                [0, 0, 2.75 * 72, 3.75 * 72], abs=0.01
            )
            assert [float(v) for v in page.BleedBox] == pytest.approx(
                [0, 0, 2.75 * 72, 3.75 * 72], abs=0.01
            )
            assert [float(v) for v in page.TrimBox] == pytest.approx([9, 9, 189, 261], abs=0.01)
            assert "/Annots" not in page
        for thing in pdf.objects:
            if isinstance(thing, pikepdf.Stream):
                assert "/SMask" not in thing
                assert "/Group" not in thing
            elif isinstance(thing, pikepdf.Dictionary):
                assert not {"/ca", "/CA"} & set(thing.keys())


def test_fonts_are_embedded_with_every_character(rich: bytes) -> None:
    with pikepdf.open(io.BytesIO(rich)) as pdf:
        fonts = [
            thing
            for thing in pdf.objects
            if isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == "/Font"
        ]
        assert fonts
        for font in fonts:
            assert re.match(r"/[A-Z]{6}\+", str(font.BaseFont)), font.BaseFont
            assert len(font.FontDescriptor.FontFile2.read_bytes()) > 1000
            assert set("Card123") <= set(characters(font.ToUnicode.read_bytes()))


def characters(cmap: bytes) -> Iterator[str]:
    for code in re.findall(rb"<[0-9A-F]+> *<([0-9A-F]{4})>", cmap):
        yield chr(int(code, 16))
    for codes in re.findall(rb"\[([^\]]*)\]", cmap):
        yield from (chr(int(code, 16)) for code in re.findall(rb"<([0-9A-F]{4})>", codes))


def test_each_copy_has_its_back_and_then_its_front(rich: bytes) -> None:
    import pypdfium2

    document = pypdfium2.PdfDocument(rich)
    texts = [
        document[page].get_textpage().get_text_bounded().strip() for page in range(len(document))
    ]
    document.close()
    assert texts[0::2] == [""] * 6
    assert Counter(texts[1::2]) == {"Card 1": 1, "Card 2": 3, "Card 3": 2}
    red, green, blue = render_page(rich, 0, 50).getpixel((2, 2))
    assert red > 2 * max(green, blue)


def test_colours_look_as_drawn_through_another_eye(rich: bytes, tmp_path: Path) -> None:
    """The rasteriser has its own idea of inks, that of a real press; colours that inks can show
    come back nearly as drawn.
    """
    colours = ("#3f5640", "#e6a614", "#f5f0e4", "#8a5a3c", "#9a9a9a")
    bars = "".join(
        f'<rect x="{10 * n}" y="0" width="10" height="88" fill="{colour}"/>'
        for n, colour in enumerate(colours)
    )
    game = make_game(tmp_path, bars)
    shown = render_page(pdf_of(ordered(game, "drivethrucards")), 1, 100)
    for number, colour in enumerate(colours):
        seen = shown.getpixel((round((3.175 + (10 * number + 5) * 1.008) / 25.4 * 100), 180))
        wanted = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
        assert max(abs(a - b) for a, b in zip(seen, wanted, strict=True)) < 28, (colour, seen)


def test_a_transparent_face_is_told_of_and_its_pdf_has_no_transparency(tmp_path: Path) -> None:
    problems = Problems()
    made = ordered(
        make_game(
            tmp_path,
            GLASS.format('<image href="p.png" width="4" height="4"/>'),
            files={"p.png": png((0, 200, 0, 120), "RGBA")},
        ),
        "drivethrucards",
        problems,
    )
    (note,) = [problem for problem in problems if problem.code == "flattened"]
    assert "at 300 dpi, including 1 text" in note.message
    with pikepdf.open(io.BytesIO(pdf_of(made))) as pdf:
        colours_in(pdf)
        for thing in pdf.objects:
            if isinstance(thing, pikepdf.Stream):
                assert not {"/SMask", "/Group"} & set(thing.keys())
            elif isinstance(thing, pikepdf.Dictionary):
                assert not {"/ca", "/CA"} & set(thing.keys())
