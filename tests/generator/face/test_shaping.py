"""Letters as glyphs: widths add up, Arabic letters join, points stand where the font puts them."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
import uharfbuzz
from fontTools.ttLib import TTFont, newTable
from fontTools.ttLib.tables._k_e_r_n import KernTable_format_0
from hypothesis import given
from hypothesis import strategies as st

from generator.face.bidi import levels_of, line_levels, mirrored, stretches
from generator.face.fonts import Font, FontBook, is_hidden
from generator.face.shaping import Setting, divided, measure, refusal, typeset, typeset_line
from generator.pdf.document import Document
from tests.generator.face.letters import HEBREW, LATIN, POINT, font_bytes, form_width
from tests.generator.face.scripts import SHALOM, open_font

SALAM = "سلام"


# ---------------------------------------------------------------- glyphs


@given(text=st.text(LATIN + HEBREW + " ", max_size=20), is_left=st.booleans())
def test_letter_by_letter_nothing_is_lost_and_widths_add_up(
    text: str, is_left: bool, font: Font
) -> None:
    setting = typeset(text, font, is_left)
    expected = "".join(mirrored(c) for c in reversed(text)) if is_left else text
    assert setting.glyphs == expected
    assert setting.width == pytest.approx(font.width(expected))
    assert setting.shifts == ()


def test_signs_that_nobody_sees_have_no_width(font: Font) -> None:
    assert typeset("א\u200fב\u2067", font, True).glyphs == "בא"
    assert measure("א\u200fב", font) == pytest.approx(font.width("אב"))
    assert font.missing("א\u200fב\u2069") == []
    assert font.missing("a\u200cb") == ["\u200c"]  # where nothing turns or joins it means nothing


def test_spacing_is_put_after_each_letter(font: Font) -> None:
    setting = typeset("אבג", font, True, 0.1)
    assert setting.width == pytest.approx(font.width("אבג") + 0.3)
    assert [x for x, _ in setting.shifts] == pytest.approx(
        [0.0, font.width("ג") + 0.1, font.width("גב") + 0.2]
    )


def test_arabic_letters_take_the_forms_of_their_places(font: Font) -> None:
    widths = [font.width(glyph) for glyph in typeset("بسم", font, True).glyphs]
    assert widths == pytest.approx(
        [form_width("meem", "fina"), form_width("seen", "medi"), form_width("beh", "init")]
    )
    widths = [
        font.width(glyph) for glyph in typeset("سلام", font, True).glyphs if not is_hidden(glyph)
    ]
    assert widths == pytest.approx([form_width("meem"), 0.777, form_width("seen", "init")])


def test_letters_join_across_a_change_of_style(font: Font) -> None:
    pieces = [divided("بسم", 0, 1), divided("بسم", 1, 3)]
    assert [measure(piece, font) for piece in pieces] == pytest.approx(
        [form_width("beh", "init"), form_width("seen", "medi") + form_width("meem", "fina")]
    )
    assert divided("اب", 0, 1) == "ا"  # alef joins to nothing after it
    assert divided("אבג", 1, 2) == "ב"


def test_points_stand_where_the_font_puts_them(font: Font) -> None:
    setting = typeset("ש" + POINT + "ב", font, True)
    beth = font.width("ב")
    assert sorted(setting.shifts) == [
        (0.0, 0.0),
        (pytest.approx(beth), 0.0),
        (pytest.approx(beth + 0.2), pytest.approx(-0.1)),
    ]
    assert setting.width == pytest.approx(font.width("שב"))


@given(text=st.text("בג 1a(" + "بسلام" + POINT, max_size=14), base=st.integers(0, 1))
def test_a_line_is_as_wide_as_its_measure(text: str, base: int, font: Font) -> None:
    if text.startswith(POINT) or re.search(f"[^בג{POINT}]{POINT}", text):
        return
    found = stretches(line_levels(text, levels_of(text, base), base))
    parts = [typeset(text[each.start : each.end], font, each.is_leftward) for each in found]
    assert sum(part.width for part in parts) == pytest.approx(measure(text, font))


# -------------------------------- ligatures and pairs of Hebrew letters

PAIRED = ("אל", "אלב", "באל", "תאל", "תת", "גבא", "שאלב", "אלאל")


def by_harfbuzz(text: str, font: Font) -> tuple[list[tuple[int, float]], float]:
    """Let HarfBuzz set a word: its glyphs from left to right with their places, and its width."""
    buffer, pen, found = uharfbuzz.Buffer(), 0.0, []
    buffer.add_str(text)
    buffer.guess_segment_properties()
    uharfbuzz.shape(uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob(font.path.read_bytes()))), buffer)
    for info, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        found.append((info.codepoint, round(pen + place.x_offset / 1000, 6)))
        pen += place.x_advance / 1000
    return found, pen


def seen(setting: Setting, font: Font) -> list[tuple[int, float]]:
    """Return the glyphs of a setting that are seen, with their places."""
    glyphs = font.ttf.face.charToGlyph
    return [
        (glyphs[ord(c)], round(x, 6))
        for c, (x, _) in zip(setting.glyphs, setting.shifts, strict=True)
        if not is_hidden(c)
    ]


def with_old_kerning() -> bytes:
    """Make a font with pairs as fonts had them before OpenType."""
    made = TTFont(io.BytesIO(font_bytes(pairs="DFLT")), recalcTimestamp=False)
    del made["GPOS"]
    made["kern"], pairs = newTable("kern"), KernTable_format_0()
    pairs.version, pairs.coverage, pairs.kernTable = (
        0,
        1,
        {("u05D1", "u05D0"): -50, ("u05EA", "u05EA"): 31},
    )
    made["kern"].version, made["kern"].kernTables = 0, [pairs]
    file = io.BytesIO()
    made.save(file)
    return file.getvalue()


@pytest.mark.parametrize(
    "raw",
    [font_bytes(pairs="hebr"), font_bytes(pairs="DFLT"), with_old_kerning()],
    ids=["hebr", "DFLT", "kern"],
)
def test_hebrew_letters_are_joined_and_kerned_as_by_harfbuzz(tmp_path: Path, raw: bytes) -> None:
    font = open_font(tmp_path / "pairs.ttf", raw)
    expected = {word: by_harfbuzz(word, font) for word in PAIRED}
    assert any(len(glyphs) < len(word) for word, (glyphs, _) in expected.items())
    for word, (glyphs, width) in expected.items():
        assert seen(typeset(word, font, True, places=True), font) == glyphs, word
        assert measure(word, font) == pytest.approx(width)
        assert typeset(word, font, True).width == pytest.approx(width)


def test_letters_that_are_spaced_or_parted_or_wanted_plain_are_not_joined(tmp_path: Path) -> None:
    font = open_font(tmp_path / "pairs.ttf", font_bytes(pairs="hebr"))
    assert typeset("אל", font, True, 0.1).glyphs == "לא"
    assert typeset("א\u200cל", font, True).glyphs == "לא"
    assert len([glyph for glyph in typeset("אל", font, True).glyphs if not is_hidden(glyph)]) == 1
    assert typeset("אל", replace(font, variant="none", _widths={}, _set={}), True).glyphs == "לא"


@pytest.mark.slow_cases("hebr")
@pytest.mark.parametrize("pairs", ["hebr", "DFLT"])
@given(text=st.text("אלבתגfiVA 1(", max_size=12), base=st.integers(0, 1))
def test_what_is_drawn_is_as_wide_as_what_is_measured(
    text: str, base: int, pairs: str, tmp_path_factory: Any
) -> None:
    font = open_font(tmp_path_factory.mktemp("fonts") / "pairs.ttf", font_bytes(pairs=pairs))
    for each in stretches(line_levels(text, levels_of(text, base), base)):
        part = text[each.start : each.end]
        setting = typeset(part, font, each.is_leftward)
        assert setting.width == pytest.approx(measure(part, font, leftward=each.is_leftward))
        if (
            not setting.shifts
        ):  # then it is drawn glyph after glyph, with the pairs that the font says
            assert setting.width == pytest.approx(
                font.advance(setting.glyphs) + sum(font.kerns(setting.glyphs).values())
            )


def test_latin_words_among_hebrew_ones_have_their_ligatures_and_small_capitals(
    tmp_path: Path,
) -> None:
    font = open_font(tmp_path / "pairs.ttf", font_bytes(pairs="hebr"))
    line = typeset_line(f"{SHALOM} fiVA", font)
    assert font.set("fi") in line.glyphs
    assert line.width == pytest.approx(font.width("fiVA ") + measure(SHALOM, font))
    small = FontBook().find("Source Sans Pro", variant="small-caps")
    assert small.set("ab") in typeset_line("\u200f(ab)", small).glyphs


# ---------------------------------------------------------------- what is copied out of a PDF


def read_back(text: str, font: Font) -> str:
    document = Document(FontBook(), "Trial")
    document.page(90, 20)
    document.text(text, 10, 10, 12, font)
    page = pypdfium2.PdfDocument(document.close())[0]
    return str(page.get_textpage().get_text_range()).strip()


@pytest.mark.parametrize("word", [*PAIRED, f"{SHALOM} אל fi אלב 12"])
def test_a_ligature_is_read_as_its_letters_in_their_order(tmp_path: Path, word: str) -> None:
    assert read_back(word, open_font(tmp_path / "pairs.ttf", font_bytes(pairs="hebr"))) == word


@pytest.mark.parametrize("word", ["لا", "سلام", "بلام لا سلا", "لله", "ب لله لا"])
def test_arabic_ligatures_are_read_as_their_letters(font: Font, word: str) -> None:
    assert read_back(word, font) == word


# ---------------------------------------------------------------- what cannot be set


def test_a_font_without_joined_forms_is_refused(tmp_path: Path) -> None:
    refused = refusal(SALAM, open_font(tmp_path / "stiff.ttf", font_bytes(joins=False)))
    assert refused is not None
    assert refused.said.code == "script-not-set"
    assert "not their joined forms" in refused.said.message
