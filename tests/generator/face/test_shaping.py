"""Letters as glyphs: widths add up, Arabic letters join, points stand where the font puts them."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.data.installing import install_command
from generator.face.bidi import levels_of, line_levels, mirrored, stretches
from generator.face.fonts import Font
from generator.face.shaping import divided, measure, refusal, typeset, typeset_line
from tests.generator.face.letters import HEBREW, LATIN, POINT, font_bytes, form_width
from tests.generator.face.scripts import SHALOM, open_font

SALAM = "سلام"


# ---------------------------------------------------------------- glyphs


@given(text=st.text(LATIN + HEBREW + " ", max_size=20), is_left=st.booleans())
def test_letter_by_letter_nothing_is_lost_and_widths_add_up(text: str, is_left: bool, font: Font) -> None:
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
    assert [x for x, _ in setting.shifts] == pytest.approx([0.0, font.width("ג") + 0.1, font.width("גב") + 0.2])


def test_arabic_letters_take_the_forms_of_their_places(font: Font) -> None:
    pytest.importorskip("uharfbuzz")
    widths = [font.width(glyph) for glyph in typeset("بسم", font, True).glyphs]
    assert widths == pytest.approx([form_width("meem", "fina"), form_width("seen", "medi"), form_width("beh", "init")])
    widths = [font.width(glyph) for glyph in typeset("سلام", font, True).glyphs]
    assert widths == pytest.approx([form_width("meem"), 0.777, form_width("seen", "init")])


def test_letters_join_across_a_change_of_style(font: Font) -> None:
    pytest.importorskip("uharfbuzz")
    pieces = [divided("بسم", 0, 1), divided("بسم", 1, 3)]
    assert [measure(piece, font) for piece in pieces] == pytest.approx(
        [form_width("beh", "init"), form_width("seen", "medi") + form_width("meem", "fina")]
    )
    assert divided("اب", 0, 1) == "ا"  # alef joins to nothing after it
    assert divided("אבג", 1, 2) == "ב"


def test_points_stand_where_the_font_puts_them(font: Font) -> None:
    pytest.importorskip("uharfbuzz")
    setting = typeset("ש" + POINT + "ב", font, True)
    beth = font.width("ב")
    assert sorted(setting.shifts) == [(0.0, 0.0), (pytest.approx(beth), 0.0), (pytest.approx(beth + 0.2), pytest.approx(-0.1))]
    assert setting.width == pytest.approx(font.width("שב"))


@given(text=st.text("בג 1a(" + "بسلام" + POINT, max_size=14), base=st.integers(0, 1))
@settings(deadline=None)
def test_a_line_is_as_wide_as_its_measure(text: str, base: int, font: Font) -> None:
    pytest.importorskip("uharfbuzz")
    if text.startswith(POINT) or re.search(f"[^בג{POINT}]{POINT}", text):
        return
    found = stretches(line_levels(text, levels_of(text, base), base))
    parts = [typeset(text[each.start : each.end], font, each.is_leftward) for each in found]
    assert sum(part.width for part in parts) == pytest.approx(measure(text, font))


# ---------------------------------------------------------------- what cannot be set


def test_without_the_extra_the_message_names_it(font: Font, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uharfbuzz", None)
    assert refusal(SHALOM + " (abc) 12", font) is None  # Hebrew needs none
    for text, what in ((SALAM, "Arabic letters, which join"), ("ש" + POINT, "Hebrew letters with points")):
        refused = refusal(text, font)
        assert refused is not None
        assert refused.code == "script-not-set"
        assert what in refused.message
        assert refused.hint == f"install the extra 'rtl': {install_command('rtl')}"
    assert typeset_line(SALAM, font).glyphs == SALAM  # the tool's own lines are never a crash


def test_a_font_without_joined_forms_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("uharfbuzz")
    refused = refusal(SALAM, open_font(tmp_path / "stiff.ttf", font_bytes(joins=False)))
    assert refused is not None
    assert refused.code == "script-not-set"
    assert "not the forms in which they join" in refused.message
