"""Types of fields: what a cell says becomes a value of its type, or is refused."""

from __future__ import annotations

import datetime as dt
import time

import pytest

from generator.cells.tables import BROKEN, value_of
from generator.data.fieldtypes import FieldFault, check_span, parse_field_type, slug

# ---------------------------------------------------------------- cells


@pytest.mark.parametrize(
    ("cell", "word", "value"),
    [
        ("3", "integer", 3),
        (3.0, "integer", 3),
        ("3,0", "integer", 3),
        ("\u22123", "integer", -3),
        ("0,5", "number", 0.5),
        ("1 000", "number", 1000),
        ("1,5", "number", 1.5),
        ("1234,567", "number", 1234.567),
        ("x", "line", "x"),
        (1984.0, "line", "1984"),
        (0.5, "line", "0.5"),
        (" a\r\nb ", "text", "a\nb"),
        ("TRUE", "boolean", True),
        (False, "boolean", False),
        ("no", "boolean", False),
        ("a; b", "[a | b]", ["a", "b"]),
        ("Salt", "salt | silk", "salt"),
        ("Salt", "salt | Salt | SALT", "Salt"),
        ("A; b", "[a | b]", ["a", "b"]),
        ("a\nb", "[a | b]", ["a", "b"]),
        ("a; b, c", "[line]", ["a; b", "c"]),
        ('"a, b", c', "[line]", ["a, b", "c"]),
        (3.0, "[integer]", [3]),
        ("0,5; 1,5", "[number]", [0.5, 1.5]),
        ("", "line", None),
        ("  ", "[line]", None),
        (None, "integer", None),
        ("3 mm", "length", "3 mm"),
    ],
)
def test_a_cell_becomes_a_value(cell: object, word: str, value: object) -> None:
    found = value_of(cell, parse_field_type(word, {}, {}))
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    ("cell", "word", "hint"),
    [
        ("1,000", "integer", "it could mean 1000"),
        ("12.500", "number", None),
        ("many", "integer", None),
        (True, "integer", "truth value"),
        (dt.date(2026, 3, 4), "line", "date"),
        (dt.datetime(2026, 3, 4), "integer", "date"),
        (0.5, "integer", None),
        (BROKEN, "line", "results in an error"),
        ("maybe", "boolean", None),
        ("a", "[line] 2..3", None),
        ("c", "a | b", None),
    ],
)
def test_a_cell_that_is_none_of_its_type_is_refused(
    cell: object, word: str, hint: str | None
) -> None:
    with pytest.raises(FieldFault) as fault:
        value_of(cell, parse_field_type(word, {}, {}), has_decimal_commas=cell == "12.500")
    assert hint is None or hint in (fault.value.hint or "")


@pytest.mark.parametrize(
    "word",
    [
        "[a" + " " * 90_000,
        "[" + " " * 90_000 + "x",
        "a" * 90_000 + "]",
        "[" * 90_000,
        "1" * 90_000 + "..2",
    ],
)
def test_a_type_that_is_none_is_refused_at_once(word: str) -> None:
    started = time.process_time()
    with pytest.raises(FieldFault):
        parse_field_type(word, {}, {})
    assert time.process_time() - started < 1


def test_blanks_in_brackets_say_nothing() -> None:
    assert parse_field_type("[  line  ] 1..3", {}, {}).element == "line"
    with pytest.raises(FieldFault):
        parse_field_type("[  ]", {}, {})


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("30 - 40", "write 30-40, with a plain hyphen and no spaces"),
        ("2 to 4", "write 2-4, with a plain hyphen and no spaces"),
        ("4-2", "write 2-4, with the lower number first"),
        ("30 min", "write 30, with no word after it"),
        ("30-40 min.", "write 30-40, with no word after it"),
        ("soon", "write the lower number first, and no word after it"),
    ],
)
def test_a_range_in_other_words_is_told_as_it_is_written(text: str, hint: str) -> None:
    with pytest.raises(FieldFault) as fault:
        check_span(text)
    assert fault.value.hint == hint


def test_letters_that_are_no_letter_with_an_accent_stay_in_ids() -> None:
    said = {
        "Œillet": "oeillet",
        "Ærø": "aero",
        "Łódź": "lodz",
        "Đorđe": "dorde",
        "Þór": "thor",
        "Eiður": "eidur",
        "Süß": "suss",
    }
    assert {text: slug(text) for text in said} == said


def test_what_a_row_is_called_is_told_by_its_id() -> None:
    check = parse_field_type("wharf", {"wharf": {"net": "Net Quay", "coal": "Coal Quay"}}, {}).check
    assert check("net") == "net"
    with pytest.raises(FieldFault) as caught:
        check("net quay")
    assert caught.value.hint == "write net, the id of that name"
