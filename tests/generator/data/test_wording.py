"""The tool's own words: every language has every phrase, and the form that goes with a number."""

from __future__ import annotations

import re

import pytest
from babel import Locale

from generator.data.wording import LANGUAGES, _phrases, phrase, phrase_names
from generator.face.fonts import FontBook

SANS = FontBook().find("Source Sans Pro")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_phrase_with_the_same_values(language: str) -> None:
    assert tuple(_phrases(language)) == phrase_names()
    for name, said in _phrases(language).items():
        english = _phrases("en")[name]
        assert isinstance(said, str) == isinstance(english, str), name
        values = set(re.findall(r"\{\w+\}", str(english)))
        for text in [said] if isinstance(said, str) else said.values():
            assert set(re.findall(r"\{\w+\}", text)) == values, name
            assert text.count("|") == str(english).count("|"), name
            assert SANS.missing(text) == []
        if not isinstance(said, str):
            assert said.keys() <= {*Locale(language).plural_form.tags, "other"}
            assert said.keys() >= {"one", "other"}


def test_a_language_of_a_country_is_taken_for_the_language_and_an_unknown_one_for_english() -> None:
    assert "en" in LANGUAGES
    assert phrase("de-ch", "front") == "Vorderseite"
    assert phrase("fi", "front") == phrase("../data", "front") == "front"


@pytest.mark.parametrize(
    ("language", "number", "said"),
    [
        ("en", 0, "0 cards"),
        ("en", 1, "1 card"),
        ("fi", 1, "1 card"),
        ("fr-ca", 0, "0 carte"),
        ("fr", 2, "2 cartes"),
        ("fr", 1_000_000, "1000000 cartes"),
    ],
)
def test_the_form_of_a_phrase_goes_with_its_number(language: str, number: int, said: str) -> None:
    assert phrase(language, "card", number=number) == said


def test_a_phrase_or_a_value_that_does_not_exist_is_a_key_error() -> None:
    for name, values in (("winer", {}), ("data", {}), ("card", {"numer": 3})):
        with pytest.raises(KeyError):
            phrase("fr", name, **values)
