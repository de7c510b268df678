"""Quotes and apostrophes: what each language prints instead of straight ones.

In: a text and the code of its language. Out: the text with the language's own quotes. A straight
mark stays after a number (feet, inches) unless it closes a quote, with a backslash before it, and
in languages that are not listed here, such as Hebrew, whose abbreviations need it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from generator.data.patterns import found_in

APOSTROPHE = "\u2019"
_NARROW = "\u202f"
_LANGUAGES = {
    "“”‘’": "af cy en eo eu ga hi id ko ms nl pt-br sw th tr vi zh",
    "„“‚‘": "bg cs de et is lt lv mk sk sl",
    "„”‚’": "hr sr",
    "„”«»": "pl ro",
    "„”»«": "hu",
    "«»“”": "ast ca el es gl it pt",
    "«»„“": "be kk ru uk",
    "«»‹›": "de-ch de-li fr-ch hy it-ch",
    "«»‘’": "nb nn no sq",
    "””’’": "da fi sv",
    "「」『』": "ja",
}
QUOTES = {
    language: tuple(marks)
    for marks, languages in _LANGUAGES.items()
    for language in languages.split()
}
"""The quotes of each language: opening and closing, and the same within other quotes."""
QUOTES["fr"] = f"«{_NARROW}", f"{_NARROW}»", "“", "”"
_ENGLISH_SHORTENED = re.compile(r"(?:tis|twas|twere|til|em|cause|bout|round|n)(?!\w)", re.I)
_STRAIGHT = re.compile(r"""\\.|["']""", re.S)
_UNSEEN = re.compile(r"\*+|\[/?[^\W\d]?[\w-]*\]")
"""Marks in texts that are not printed: bold, italic, styles."""
_UNSEEN_AT_END = re.compile(rf"(?:{_UNSEEN.pattern})+\Z")
_BEFORE_OPENING = "([{—–-/«“‘„‚¿¡\u202f\u00a0"


def quotes_of(language: str) -> tuple[str, ...] | None:
    """Return a language's four quotes, by its code with or without its region; None if straight
    quotes stay.
    """
    return QUOTES.get(language.lower()) or QUOTES.get(language.lower().split("-")[0])


def marked_quotes(text: str, language: str) -> Iterator[tuple[int, str | None]]:
    """Yield the place of each straight quote in a text, and its printed form; None if it stays
    unchanged.
    """
    quotes = quotes_of(language)
    opened = {'"': False, "'": False}
    for found in _STRAIGHT.finditer(text):
        mark, at = found[0][-1], found.end() - 1
        if mark not in opened:
            continue
        if quotes is None or len(found[0]) > 1:
            yield at, None
            continue
        before, after = _seen_before(text, found.start()), _seen_after(text, found.end())
        opening, closing = quotes[:2] if mark == '"' else quotes[2:]
        is_apostrophe = mark == "'" and (
            (before.isalnum() and after.isalnum())
            or _is_shortened(text, found.end(), before, language)
            or ((before.isalnum() or before == ".") and not opened[mark])
        )
        if before.isdigit() and not (is_apostrophe and after.isalnum()):
            yield at, closing if opened[mark] else None
            opened[mark] = False
        elif is_apostrophe:
            yield at, APOSTROPHE
        else:
            opened[mark] = bool(after.strip()) and (
                _may_open_after(before) or _opens_within(before, opened, mark)
            )
            yield at, opening if opened[mark] else closing


def _may_open_after(before: str) -> bool:
    """Return whether a quote after a character opens: at the beginning, or after a space."""
    return not before or before.isspace() or before in _BEFORE_OPENING


def curled(text: str, language: str) -> str:
    """Return a text with the quotes of its language."""
    return curled_parts([text], language)[0]


def curled_parts(parts: Sequence[str], language: str) -> list[str]:
    """Return the parts of one text, such as those in several styles, with the quotes of its
    language.
    """
    text = "".join(parts)
    if '"' not in text and "'" not in text:
        return list(parts)
    quotes = {at: quote for at, quote in marked_quotes(text, language) if quote is not None}
    found, start = [], 0
    for part in parts:
        found.append(
            "".join(quotes.get(start + at, character) for at, character in enumerate(part))
        )
        start += len(part)
    return found


def _seen_before(text: str, at: int) -> str:
    """Return the printed character before a place; nothing at the beginning of the text."""
    at -= len(found_in(_UNSEEN_AT_END, text[max(0, at - 60) : at]))
    return text[at - 1 : at]


def _seen_after(text: str, at: int) -> str:
    """Return the printed character at a place; nothing at the end of the text."""
    while found := _UNSEEN.match(text, at):
        at = found.end()
    return text[at : at + 1]


def _is_shortened(text: str, at: int, before: str, language: str) -> bool:
    """Return whether a word after an apostrophe has lost its beginning: '90s, and in English
    'tis.
    """
    if before.isalnum():
        return False
    decade = re.match(r"\d\ds?(?![\w'])", text[at : at + 4])
    return bool(decade) or (
        language.split("-")[0] == "en" and bool(_ENGLISH_SHORTENED.match(text, at))
    )


def _opens_within(before: str, opened: dict[str, bool], mark: str) -> bool:
    """Return whether a quote begins right after another one: "'No', she said"."""
    return before in ("'", '"') and before != mark and opened[before] and not opened[mark]
