"""Pairs of letters and the ink of glyphs: read from font files, and seen in real PDFs."""

from __future__ import annotations

import io
from itertools import product
from pathlib import Path

import pytest
import uharfbuzz
from fontTools.ttLib import TTFont as FontFile
from fontTools.ttLib import newTable
from fontTools.ttLib.tables._k_e_r_n import KernTable_format_0

from generator.data.loading import load_game
from generator.face.fonts import Font, FontBook
from generator.face.opentype import OpenType
from generator.face.press import Press
from tests.conftest import ROOT
from tests.generator.face.fitted import FONT_FILES, Fitted
from tests.generator.face.letters import font_bytes
from tests.generator.face.paint.test_painter import Print

SERIF = FontBook().find("Source Serif Pro", 900)
ITALIC = FontBook().find("Source Sans Pro", 400, True)
LETTERS = "AFLPTVWYaeorvyДГо.,’-1 "


@pytest.mark.parametrize("font", [SERIF, ITALIC], ids=lambda font: font.name)
def test_pairs_stand_as_harfbuzz_puts_them(font: Font) -> None:
    opened = uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob(font.path.read_bytes())))
    apart = {}
    for first, second in product(LETTERS, LETTERS):
        buffer = uharfbuzz.Buffer()
        buffer.add_str(first + second)
        buffer.guess_segment_properties()
        uharfbuzz.shape(opened, buffer, {"liga": False, "calt": False, "ccmp": False})
        apart[first + second] = sum(
            place.x_advance for place in buffer.glyph_positions
        ) / 1000 - font.advance(first + second)
    assert apart["We"] < -0.005
    assert {pair: pytest.approx(font.kern(pair), abs=1e-6) for pair in apart} == apart


def test_pairs_of_an_old_table_and_of_a_broken_file(tmp_path: Path) -> None:
    file, opened = io.BytesIO(), FontFile(io.BytesIO(font_bytes(joins=False)))
    table = opened["kern"] = newTable("kern")
    pairs = KernTable_format_0()
    pairs.apple, pairs.coverage, pairs.kernTable, table.version, table.kernTables = (
        False,
        1,
        {("u0041", "u0056"): -120},
        0,
        [pairs],
    )
    opened.save(file)
    raw, glyphs = file.getvalue(), {ord(c): opened.getGlyphID(f"u{ord(c):04X}") for c in "AV"}
    assert OpenType(raw, glyphs).kern("AV") == pytest.approx(-0.12)
    assert OpenType(raw, glyphs).kern("VA") == OpenType(raw, glyphs).kern("Aé") == 0
    assert OpenType(raw[:60], glyphs).kern("AV") == 0
    assert OpenType(raw[:60], glyphs).ink("A") is None


def test_what_is_measured_is_what_the_pdf_shows(tmp_path: Path) -> None:
    face = (
        '<text x="8" y="30" font-family="Source Serif Pro" font-weight="900" '
        'font-size="9">{}</text>'
    )
    shown = Print(tmp_path / "a", face.format("WeToAVAI"))
    assert (shown.problems, shown.text) == ([], "WeToAVAI")
    _, _, right, _ = shown.ink(2, 15, 62, 40) or (0, 0, 0, 0)
    ink = SERIF.ink("WeToAVAI")
    assert ink is not None
    assert 8 + 9 * ink[2] == pytest.approx(right, abs=0.3)
    assert SERIF.advance("WeToAVAI") - SERIF.width("WeToAVAI") > 0.25  # 2.5 mm of these


@pytest.mark.parametrize("number", ["1", "7", "8", "14", "-4"])
def test_a_number_stands_in_the_middle_of_its_badge(tmp_path: Path, number: str) -> None:
    face = (
        '<text data-centre="ink" x="30" y="40" font-family="Source Serif Pro" font-weight="900" '
        'font-size="20">{}</text>'
    )
    left, top, right, bottom = Print(tmp_path, face.format(number)).ink(2, 2, 61, 86) or (
        0,
        0,
        0,
        0,
    )
    assert ((left + right) / 2, (top + bottom) / 2) == pytest.approx((30, 40), abs=0.12)


@pytest.mark.parametrize(
    ("face", "message"),
    [
        ('<text data-centre="inc" x="3">1</text>', "'data-centre' expected 'ink', found 'inc'"),
        (
            '<text data-centre="ink">1<tspan>2</tspan></text>',
            "'data-centre' belongs on a <text> that contains no <tspan>",
        ),
        (
            '<rect data-centre="ink" width="3" height="3"/>',
            "'data-centre' belongs on <text>, not on <rect>",
        ),
    ],
)
def test_what_cannot_be_centred_is_a_problem(tmp_path: Path, face: str, message: str) -> None:
    (problem,) = Fitted(tmp_path, "\n" + face).problems
    assert (problem.code, problem.message) == ("bad-svg", message)


def test_letters_of_an_area_are_spaced_and_stay_in_it(tmp_path: Path) -> None:
    area = (
        '<textArea id="text" x="5" y="10" width="40" height="20" font-size="20pt" '
        'min-font-size="5pt" text-align="end" max-lines="1" letter-spacing="0.2em" fill="#000">{{ '
        "card.text }}</textArea>"
    )
    fitted = Fitted(tmp_path / "a", area, "AVAST TOM")
    assert fitted.problems == []
    assert fitted.fit.used_pt < 20
    shown = Print(
        tmp_path / "b", area, cards={"one": {"text": "AVAST TOM"}}, fields={"text": "text"}
    )
    left, _, right, _ = shown.ink(2, 5, 62, 40) or (0, 0, 0, 0)
    size = fitted.fit.used_pt * 25.4 / 72
    assert right == pytest.approx(45, abs=0.1 * size)
    assert 5 <= left < 8
    assert (
        Fitted(tmp_path / "c", area.replace("0.2em", "wide"), "A")
        .problems[0]
        .message.startswith("'letter-spacing' expected")
    )


def test_every_bundled_font_has_pairs() -> None:
    assert {path.name for path in FONT_FILES.glob("*.ttf") if "GPOS" not in FontFile(path)} == set()


@pytest.mark.parametrize("space", [" ", "\u00a0", "\u202f"])
@pytest.mark.parametrize("word", ["of", "off"])
def test_a_hood_does_not_close_the_space_after_it(word: str, space: str) -> None:
    alegreya = Press(load_game(ROOT / "games" / "merchants-of-magick")).fonts
    for font in (
        ITALIC,
        FontBook().find("Source Serif Pro", 400, True),
        alegreya.find("text", 400),
        alegreya.find("text", 700),
    ):
        last = font.set(word)[-1]
        ink = font.tables.ink(last)
        assert ink is not None
        overhang = ink.x + ink.width - font.advance(last)
        assert overhang > 0.1
        wider = font.kern(last + space)
        assert wider >= min(overhang - font.advance(space) / 3, font.advance(space) / 2) - 1e-6 > 0
        assert font.width(word + space) == pytest.approx(
            font.width(word) + font.advance(space) + wider
        )


def test_a_space_stays_as_wide_as_it_is_after_letters_that_do_not_hang_over() -> None:
    for font in (FontBook().find("Source Sans Pro", 400), ITALIC):
        assert [letter for letter in "abdehklnostxyVF1.,’" if font.kern(letter + " ") > 0] == []
