"""What steers a terminal or turns the direction of text is shown as a sign, and all other text
stays.
"""

from __future__ import annotations

import json
import unicodedata

import pytest

from generator.data.visible import SIGN, escaped, visible

STEERING = [
    *(chr(number) for number in (*range(0x20), *range(0x7F, 0xA0)) if chr(number) != "\t"),
    *"\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ud800\udc80\udfff",
]


@pytest.mark.parametrize("letter", STEERING, ids=lambda letter: f"{ord(letter):04x}")
def test_what_steers_is_replaced_one_for_one(letter: str) -> None:
    assert visible(f"a{letter}b{letter}") == f"a{SIGN}b{SIGN}"


def test_all_other_text_stays() -> None:
    text = "Zoë 木 שלום\u200f \u200eمرحبا — 👩‍👧 ｶﾞ\u0301\t|\u00a0\u00ad\ufeff"
    assert visible(text) == text


@pytest.mark.parametrize("letter", [*STEERING, "\t"], ids=lambda letter: f"{ord(letter):04x}")
def test_json_says_by_number_what_steers_and_means_the_same(letter: str) -> None:
    text = escaped(json.dumps({f"k{letter}": f"ä{letter}"}, ensure_ascii=False))
    assert json.loads(text) == {f"k{letter}": f"ä{letter}"}
    assert "ä" in text
    assert not [
        one
        for one in text
        if unicodedata.category(one) in ("Cc", "Cs", "Zl", "Zp") or one in STEERING
    ]
