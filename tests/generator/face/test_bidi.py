"""The order of letters on a line that runs both ways, as Unicode says and another program has
it.
"""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.face.bidi import (
    ICON,
    UNSEEN,
    first_direction,
    is_leftward,
    levels_of,
    line_levels,
    mirrored,
    stretches,
    turns,
)

# letters of both ways, digits of three sorts, signs, brackets, marks and the signs that turn a text
MIXED = "abאבגاب12٤۵().,[]-+/%$«»!?:{}<> \u00a0\u0301\u05b4\u00ad\u061c\u200e\u200f" + ICON
TURNING = MIXED + "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def shown(text: str, base: int) -> str:
    """Return a line's characters as they stand, from left to right, none mirrored."""
    found = []
    for stretch in stretches(line_levels(text, levels_of(text, base), base)):
        part = text[stretch.start : stretch.end]
        found.append(part[::-1] if stretch.is_leftward else part)
    return "".join(found)


# ---------------------------------------------------------------- the order of letters


@pytest.mark.parametrize(
    ("text", "base", "expected"),
    [
        ("שלום", 1, "םולש"),
        ("car אבג (x)", 0, "car גבא (x)"),
        ("אבג car!", 1, "!car גבא"),
        ("אב 12-15 ג", 1, "ג 12-15 בא"),
        ("א-12", 1, "12-א"),
        ("50%.", 1, ".50%"),
        ("בית (a ב) ג", 1, "ג )ב a( תיב"),
        ("a (אב) c", 0, "a (בא) c"),
        ("אב ١٢ ג", 1, "ג ١٢ בא"),
        ("ب 12-15", 1, "15-12 ب"),
        ("א [a/b] ב", 1, "ב ]a/b[ א"),
        (f"א {ICON}{ICON} ב", 1, f"ב {ICON}{ICON} א"),
    ],
)
def test_letters_stand_in_the_order_that_unicode_says(text: str, base: int, expected: str) -> None:
    assert shown(text, base) == expected


@pytest.mark.slow
@given(st.text(MIXED, max_size=16), st.integers(0, 1))
@settings(max_examples=400)
def test_the_order_is_that_of_another_program(text: str, base: int) -> None:
    bidi = pytest.importorskip("bidi")
    hidden = {"\u00ad", "\u061c", "\u200e", "\u200f"}
    ours = [c for c in shown(text, base) if c not in hidden]
    assert ours == [c for c in bidi.get_display(text, base_dir="LR"[base]) if c not in hidden]


@given(st.text(TURNING, max_size=16), st.integers(0, 1))
def test_signs_that_turn_a_text_do_what_they_do_elsewhere(text: str, base: int) -> None:
    bidi = pytest.importorskip("bidi")
    text = (
        text.replace(" ", "").replace("\u00a0", "") + "."
    )  # it leaves spaces where an embedding ends at the end of a line
    ours = [c for c in shown(text + "x", base) if c not in UNSEEN]
    assert ours == [c for c in bidi.get_display(text + "x", base_dir="LR"[base]) if c not in UNSEEN]


@given(st.text(TURNING, max_size=30), st.integers(0, 1), st.sets(st.integers(1, 29)))
def test_every_character_stands_on_the_line_once(text: str, base: int, cuts: set[int]) -> None:
    found = stretches(line_levels(text, levels_of(text, base), base), cuts)
    assert sorted(i for stretch in found for i in range(stretch.start, stretch.end)) == list(
        range(len(text))
    )


@given(st.text(st.characters(max_codepoint=0x58F), max_size=30))
def test_text_without_leftward_letters_keeps_its_order(text: str) -> None:
    assert not turns(text) or any(unicodedata.bidirectional(c) in ("R", "AL", "AN") for c in text)
    assert not is_leftward(text, "he")
    if "\n" not in text and not any(unicodedata.bidirectional(c) == "B" for c in text):
        assert set(levels_of(text, 0)) <= {0, 2}  # digits may stand higher, in the same order
        assert shown(text, 0) == text


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("Owl", "en", False),
        ("Owl", "he", False),
        ("שלום", "en", True),
        ("שלום", "he", True),
        ("12 שלום", "en", True),
        ("Owl שלום", "en", False),
        ("Owl שלום", "he", True),
        ("Owl سلام", "fa", True),
        ("(3)", "he", False),
    ],
)
def test_a_paragraph_runs_as_its_language_or_its_first_letter(
    text: str, language: str, expected: bool
) -> None:
    assert is_leftward(text, language) is expected


def test_the_first_letter_is_not_sought_within_an_isolate() -> None:
    assert first_direction("\u2068abc\u2069 אב") == 1
    assert first_direction("12 ?") is None


def test_brackets_and_signs_turn_round() -> None:
    assert [mirrored(c) for c in "([{<«≤›a!"] == [*")]}>»≥‹a!"]
    for character in "()[]{}<>«»‹›≤≥⟨⟩⟦⟧":
        assert mirrored(mirrored(character)) == character != mirrored(character)
