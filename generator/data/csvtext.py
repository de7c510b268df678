"""CSV texts that a spreadsheet would take for a formula: the single guard of every CSV file that is
written here.

In: a text. Out: the same, with an apostrophe before it if it begins like a formula; and back. Knows
no files. XLSX does not need this, because its text cells are never formulas.
"""

from __future__ import annotations

import re

_FORMULA = re.compile(r"['\s\x00-\x1f\u200b\ufeff]*[=+\-@＝＋－＠﹦﹢﹣﹫]")
"""Spaces and invisible characters may come first; some spreadsheets treat wide and small signs like
the plain ones.
"""


def is_formula(text: str) -> bool:
    """Return whether a spreadsheet could take a CSV text for a formula, ignoring apostrophes before
    it.
    """
    return _FORMULA.match(text) is not None or text.lstrip("'").startswith(("\t", "\r", "\n"))


def guarded(text: str) -> str:
    """Keep a spreadsheet from taking a text for a formula."""
    return f"'{text}" if is_formula(text) else text


def unguarded(text: str) -> str:
    """Return the text that `guarded` was given."""
    return text[1:] if text.startswith("'") and is_formula(text) else text
