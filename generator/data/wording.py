"""The tool's own words on paper, in the languages it knows, English in all others; and how numbers
are written.

In: the code of a language (`fr`, `pt-br`) and the name of a phrase. Out: the phrase. Each language
is a file in `phrases`. A game's own texts are data, in its cards.yaml and the translations beside
it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from generator.data.source import read_plain

_FOLDER = Path(__file__).with_name("phrases")
_ENGLISH = "en"
NUMBER_WORDS = {
    word: number
    for number, word in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
            "twenty",
        ]
    )
}
"""Numbers as English words."""
LANGUAGES = tuple(sorted(path.stem for path in _FOLDER.glob("*.yaml")))


def phrase(language: str, name: str, /, **values: object) -> str:
    """Return one of the tool's phrases in a language (for `pt-br` in `pt`), with values put in; in
    English if it has none.

    Of a phrase with several forms, takes the one that goes with `number`: `1 card`, `2 cards`.
    Raises KeyError for a phrase or a value that does not exist.
    """
    code = language.partition("-")[0]
    code = code if code in LANGUAGES else _ENGLISH
    forms = _phrases(code)[name]
    if isinstance(forms, str):
        text = forms
    else:
        text = forms.get(_plural(code, values["number"]), forms["other"])
    return text.format(**values)


def phrase_names() -> tuple[str, ...]:
    """List the names of all phrases."""
    return tuple(_phrases(_ENGLISH))


def number_in(language: str, number: float, digits: int | None = None) -> str:
    """Write a number in the format of a language: 1250.5 is `1,250.5` in English and `1.250,5` in
    German, with the given number of decimals.

    English is used if the language is unknown.
    """
    from babel import Locale, UnknownLocaleError
    from babel.numbers import format_decimal

    try:
        locale = Locale.parse(language, sep="-")
    except (UnknownLocaleError, ValueError):
        locale = Locale(_ENGLISH)
    form = "#,##0" if digits is not None else None
    if digits:
        form = f"#,##0.{'0' * digits}"
    return str(format_decimal(number, form, locale, decimal_quantization=digits is not None))


@cache
def _phrases(code: str) -> dict[str, str | dict[str, str]]:
    phrases: dict[str, str | dict[str, str]] = read_plain(_FOLDER / f"{code}.yaml")
    return phrases


@cache
def _plural(code: str, number: object) -> str:
    """Name the plural form for a number, as in CLDR: `one`, `other`, in some languages also `few`
    and `many`.
    """
    from babel import Locale  # takes longer than reading all phrases, and is rarely needed

    return Locale(code).plural_form(number) if isinstance(number, int) else "other"
