"""Lengths and sizes: what is read, what is refused and with which hint."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.data.units import (
    CARD_SIZES,
    MM_BY_UNIT,
    MM_PER_INCH,
    MM_PER_PT,
    PAPER_SIZES,
    PT_PER_MM,
    LengthError,
    card_size_name,
    format_length_mm,
    format_size_mm,
    parse_length_mm,
    parse_pair_mm,
    parse_size_mm,
)

LENGTHS = st.decimals(0, 9999, places=2).map(float)
SIDES = st.decimals(5, 2000, places=2).map(float)


@given(LENGTHS)
def test_a_length_written_is_read_back(length_mm: float) -> None:
    assert parse_length_mm(format_length_mm(length_mm)) == pytest.approx(length_mm, abs=1e-9)


@given(SIDES, SIDES)
def test_a_size_written_is_read_back(width_mm: float, height_mm: float) -> None:
    assert parse_size_mm(format_size_mm((width_mm, height_mm))) == pytest.approx(
        (width_mm, height_mm), abs=1e-9
    )


@given(LENGTHS, st.sampled_from(sorted(MM_BY_UNIT)), st.sampled_from(["", " ", "  "]))
def test_every_unit_is_read_in_any_case_and_spacing(number: float, unit: str, space: str) -> None:
    for text in (f"{number}{space}{unit}", f" {number}{space}{unit.upper()} "):
        assert parse_length_mm(text) == pytest.approx(number * MM_BY_UNIT[unit])


@given(st.text(max_size=20))
def test_any_text_is_a_finite_length_or_a_length_error(text: str) -> None:
    for parse in (parse_length_mm, parse_size_mm):
        try:
            value = parse(text)
        except LengthError:
            continue
        assert all(
            0 <= side < float("inf") for side in (value if isinstance(value, tuple) else (value,))
        )


@pytest.mark.parametrize(
    ("text", "length_mm"),
    [
        ("63 mm", 63.0),
        ("63mm", 63.0),
        ("0.25 in", 6.35),
        ("1 inch", 25.4),
        ('2"', 50.8),
        ("1.5 cm", 15.0),
        ("72 pt", 25.4),
        ("0 mm", 0.0),
    ],
)
def test_lengths(text: str, length_mm: float) -> None:
    assert parse_length_mm(text) == pytest.approx(length_mm)


@pytest.mark.parametrize(
    ("length_mm", "text"),
    [
        (3.0, "3 mm"),
        (0.0, "0 mm"),
        (63.5, "63.5 mm"),
        (57.15, "57.15 mm"),
        (100.0, "100 mm"),
        (1 / 3, "0.33 mm"),
    ],
)
def test_lengths_are_written_without_idle_noughts(length_mm: float, text: str) -> None:
    assert format_length_mm(length_mm) == text


@pytest.mark.parametrize(
    ("text", "expected", "hint"),
    [
        ("63", "a length with its unit", "write '63 mm' or '63 in'"),
        ("63mn", "mm, cm, in or pt as the unit", "did you mean '63 mm'?"),
        ("2 inches", "mm, cm, in or pt as the unit", "did you mean '2 in'?"),
        ("12 px", "mm, cm, in or pt as the unit", "did you mean '12 pt'?"),
        ("1 ell", "mm, cm, in or pt as the unit", None),
        ("2,5 mm", "a length such as '3 mm' or '0.25 in'", "write '2.5 mm', with a decimal point"),
        ("-3 mm", "a length such as '3 mm' or '0.25 in'", None),
        ("mm", "a length such as '3 mm' or '0.25 in'", None),
        ("", "a length such as '3 mm' or '0.25 in'", None),
        ("3 mm 4 mm", "a length such as '3 mm' or '0.25 in'", None),
        ("1e3 mm", "a length such as '3 mm' or '0.25 in'", None),
        (".5 mm", "a length such as '3 mm' or '0.25 in'", None),
        ("٣ mm", "a length such as '3 mm' or '0.25 in'", None),
        ("9" * 400 + " mm", "a length such as '3 mm' or '0.25 in'", None),
    ],
)
def test_what_is_no_length(text: str, expected: str, hint: str | None) -> None:
    with pytest.raises(LengthError) as caught:
        parse_length_mm(text)
    assert (caught.value.expected, caught.value.hint) == (expected, hint)


@pytest.mark.parametrize(
    ("text", "size_mm"),
    [
        ("63 x 88 mm", (63.0, 88.0)),
        ("63mm x 88mm", (63.0, 88.0)),
        ("63×88 mm", (63.0, 88.0)),
        ("2.5 x 3.5 in", (63.5, 88.9)),
        ("63 mm x 3.5 in", (63.0, 88.9)),
        ("Tarot", (69.85, 120.65)),
        (" poker ", (63.5, 88.9)),
        ("5 x 2000 mm", (5.0, 2000.0)),
    ],
)
def test_sizes(text: str, size_mm: tuple[float, float]) -> None:
    assert parse_size_mm(text) == pytest.approx(size_mm)


@pytest.mark.parametrize(
    ("text", "expected", "hint"),
    [
        ("63 x 88", "a size with its unit", "write '63 x 88 mm'"),
        ("63 x 88 mn", "mm, cm, in or pt as the unit", "did you mean '63 x 88 mm'?"),
        ("63 mm", "a size by name or as '63 x 88 mm'", "give its width and its height"),
        ("tarott", "a size by name or as '63 x 88 mm'", "did you mean 'tarot'?"),
        ("0 x 88 mm", "a size with sides from 5 to 2000 mm", None),
        ("63 x 2001 mm", "a size with sides from 5 to 2000 mm", None),
        (
            "63 x 88 x 5 mm",
            "a size by name or as '63 x 88 mm'",
            f"names are {', '.join(CARD_SIZES)}",
        ),
    ],
)
def test_what_is_no_size(text: str, expected: str, hint: str | None) -> None:
    with pytest.raises(LengthError) as caught:
        parse_size_mm(text)
    assert (caught.value.expected, caught.value.hint) == (expected, hint)


def test_every_name_is_read_and_its_size_written_is_read_back() -> None:
    for name, size_mm in CARD_SIZES.items():
        assert parse_size_mm(name) == size_mm
        assert parse_size_mm(format_size_mm(size_mm)) == pytest.approx(size_mm)


def test_papers_stand_upright() -> None:
    assert all(width_mm < height_mm for width_mm, height_mm in PAPER_SIZES.values())


def test_a_paper_is_no_card_size() -> None:
    with pytest.raises(LengthError, match="expected a size by name"):
        parse_size_mm("tabloid")


def test_units_agree_with_each_other() -> None:
    assert pytest.approx(1) == PT_PER_MM * MM_PER_PT
    assert pytest.approx(72) == PT_PER_MM * MM_PER_INCH
    assert (
        parse_length_mm("72 pt")
        == pytest.approx(parse_length_mm("1 in"))
        == pytest.approx(parse_length_mm("2.54 cm"))
    )


def test_a_card_size_is_called_by_its_name() -> None:
    assert {card_size_name(size) for size in CARD_SIZES.values()} <= CARD_SIZES.keys()
    assert card_size_name((63.0, 88.0)) == "standard"
    assert card_size_name((63.0, 88.5)) is None


@pytest.mark.parametrize(
    "text",
    ["3" + " " * 90_000 + "q", "3 mm x" + " " * 90_000 + "q", " " * 90_000, "1" * 90_000 + " mm"],
)
def test_what_is_no_length_is_refused_at_once(text: str) -> None:
    started = time.process_time()
    for parse in (parse_length_mm, parse_size_mm, parse_pair_mm):
        with pytest.raises(LengthError):
            parse(text)
    assert time.process_time() - started < 1
