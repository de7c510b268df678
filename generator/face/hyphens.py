"""Where words may be divided, by language: soft hyphens, which are only visible at line breaks.

In: a text and its language. Out: the text with soft hyphens. The only module that knows pyphen.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

SOFT_HYPHEN = "\u00ad"
LEAST = 3
"""The number of letters that stay together at each end of a word."""
_WORD = re.compile(rf"(?<![\w{SOFT_HYPHEN}])[^\W\d_]{{{2 * LEAST},}}(?![\w{SOFT_HYPHEN}])")


def hyphenated(text: str, language: str) -> str:
    """Insert soft hyphens into the words of a text, except in names, capitals and words that
    already have some, or if the language has no rules.

    `language` is a code such as "en", "pt-BR" or "de".
    """
    known = _dictionary(language.replace("-", "_"))
    if known is None:
        return text
    divides_names = language.split("-")[0] == "de"  # every noun begins with a capital there

    def divided(word: re.Match[str]) -> str:
        if not (word[0].islower() or (divides_names and word[0].istitle())):
            return word[0]
        said: str = known.inserted(word[0], SOFT_HYPHEN)
        return said

    return _WORD.sub(divided, text)


@cache
def _dictionary(language: str) -> Any:
    import pyphen

    found = pyphen.language_fallback(language)
    return pyphen.Pyphen(lang=found, left=LEAST, right=LEAST) if found else None
