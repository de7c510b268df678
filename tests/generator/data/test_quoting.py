"""Straight quotes and apostrophes as each language prints them."""

from __future__ import annotations

import pytest

from generator.data.quoting import QUOTES, curled, curled_parts, quotes_of


@pytest.mark.parametrize(
    ("text", "language", "printed"),
    [
        ("Smith's", "en", "Smith’s"),
        ('She said "no".', "en", "She said “no”."),
        ("the 'hen' of the dogs' yard", "en", "the ‘hen’ of the dogs’ yard"),
        ("Rock 'n' Roll Jr.'s", "en", "Rock ’n’ Roll Jr.’s"),
        ("'Tis the '90s", "en", "’Tis the ’90s"),
        ("\"'No', she said\"", "en", "“‘No’, she said”"),
        ('Er sagt: "nein"', "de", "Er sagt: „nein“"),
        ('Er sagt: "nein"', "de-ch", "Er sagt: «nein»"),
        ('l\'âge de "pierre"', "fr", "l’âge de «\u202fpierre\u202f»"),
        ('("tak")', "pl", "(„tak”)"),
        ('"ja"', "sv", "”ja”"),
        ('"はい"', "ja", "「はい」"),
    ],
)
def test_each_language_prints_its_own_quotes(text: str, language: str, printed: str) -> None:
    assert curled(text, language) == printed


def test_feet_and_inches_stay_straight_unless_they_close_a_quote() -> None:
    assert curled('6\' 2" of a 3" x 5" card', "en") == '6\' 2" of a 3" x 5" card'
    assert curled("Roll a \"6\" or a '5'.", "en") == "Roll a “6” or a ‘5’."


def test_marks_of_texts_are_looked_through() -> None:
    assert curled('**"Bold"** and [red]"Burn"[/]', "en") == "**“Bold”** and [red]“Burn”[/]"


def test_a_backslash_keeps_a_quote_straight() -> None:
    assert curled(r"a \"plain\" \\", "en") == r"a \"plain\" \\"


@pytest.mark.parametrize("language", ["he", "yi", "tlh", ""])
def test_quotes_stay_straight_in_languages_that_are_not_listed(language: str) -> None:
    assert curled('צה"ל', language) == 'צה"ל'


def test_a_text_in_parts_is_read_as_one() -> None:
    assert curled_parts(['"', "Name", '" he', "'s"], "en") == ["“", "Name", "” he", "’s"]


def test_every_language_has_four_quotes() -> None:
    assert {len(marks) for marks in QUOTES.values()} == {4}
    assert quotes_of("en-GB") == quotes_of("en")
