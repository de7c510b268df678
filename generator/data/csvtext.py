"""Texts in CSV that a spreadsheet would take for a formula: the one guard of every CSV file that is
written here.

In: a text. Out: the same, with an apostrophe before it where it begins as a formula does; and back.
Knows no files. XLSX needs none of this, for a cell of text is no formula there.
"""

from __future__ import annotations

import re

_FORMULA = re.compile(r"['\s\x00-\x1f\u200b\ufeff]*[=+\-@＝＋－＠﹦﹢﹣﹫]")
"""Spaces and what no one sees may come first; some spreadsheets take wide and small signs as the
plain ones.
"""


def is_formula(text: str) -> bool:
    """Return whether a spreadsheet could take a text in CSV for a formula, apostrophes before it
    aside.
    """
    return _FORMULA.match(text) is not None or text.lstrip("'").startswith(("\t", "\r", "\n"))


def guarded(text: str) -> str:
    """Keep a spreadsheet from taking a text for a formula."""
    return f"'{text}" if is_formula(text) else text


def unguarded(text: str) -> str:
    """Return the text that `guarded` was given."""
    return text[1:] if text.startswith("'") and is_formula(text) else text
