"""Words divided by the rules of a language, where a template asks for it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.face.hyphens import LEAST, SOFT_HYPHEN, hyphenated
from tests.generator.face.fitted import AREA, Fitted


@pytest.mark.slow_cases("die Dampfschifffahrt-de-die Dampf|schiff|fahrt")
@pytest.mark.parametrize(
    ("text", "language", "divided"),
    [
        ("a lantern for the ferryman", "en", "a lan|tern for the fer|ry|man"),
        ("wonderful", "en-GB", "won|der|ful"),
        ("anticonstitutionnellement", "fr", "anti|cons|ti|tu|tion|nel|le|ment"),
        ("die Dampfschifffahrt", "de", "die Dampf|schiff|fahrt"),
        ("Umbrella UMBRELLA", "en", "Umbrella UMBRELLA"),  # names and capitals
        ("um\u00adbrella", "en", "um|brella"),  # divided already
        ("umbrella", "tlh", "umbrella"),  # no rules
    ],
)
def test_words_are_divided_by_the_language(text: str, language: str, divided: str) -> None:
    assert hyphenated(text, language).replace(SOFT_HYPHEN, "|") == divided


@pytest.mark.slow
@given(st.text(max_size=60), st.sampled_from(["en", "fr", "de", "he", "xx"]))
def test_nothing_but_soft_hyphens_is_added_and_never_near_an_end(text: str, language: str) -> None:
    found = hyphenated(text, language)
    assert found.replace(SOFT_HYPHEN, "") == text.replace(SOFT_HYPHEN, "")
    if SOFT_HYPHEN not in text:
        for word in found.split():
            parts = word.split(SOFT_HYPHEN)
            assert len(parts) == 1 or min(len(parts[0]), len(parts[-1])) >= LEAST


LONG = "An extraordinarily uncharacteristic misunderstanding between lamplighters"


def test_a_narrow_area_divides_words_only_where_asked(tmp_path: Path) -> None:
    area = AREA.replace('width="50"', 'width="22"')
    assert area != AREA
    plain = Fitted(tmp_path / "plain", area.format(""), LONG)
    divided = Fitted(tmp_path / "divided", area.format('hyphens="auto"'), LONG)
    assert not any(line.endswith("-") for line in plain.lines)
    assert any(line.endswith("-") for line in divided.lines)
    assert (
        "".join(
            line.removesuffix("-") if line.endswith("-") else line + " " for line in divided.lines
        ).split()
        == LONG.split()
    )
    assert divided.problems == []


def test_another_word_for_it_is_refused(tmp_path: Path) -> None:
    (problem,) = Fitted(tmp_path, AREA.format('hyphens="always"'), LONG).problems
    assert "'hyphens' expected one of manual, auto" in problem.message
