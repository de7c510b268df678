"""CSV as programs write it: its encoding, and texts that a spreadsheet would take for a formula.

In: the bytes of a file; a text. Out: their text; the text with an apostrophe before it if it begins
like a formula, the single guard of every CSV file that is written here; and back. Knows no files.
XLSX does not need this, because its text cells are never formulas.
"""

from __future__ import annotations

import codecs
import re

WINDOWS = "windows-1252"
"""What Excel on Windows writes as plain CSV, in Western Europe and America."""
_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
_SAMPLE = 4096


def decoded(raw: bytes, encoding: str | None = None) -> tuple[str, str]:
    """Return the text of a CSV file, and the encoding in which it was read: that of its byte order
    mark, or else the requested one, or UTF-8, UTF-16 or the one of Windows, whichever is the first
    that can be.

    Raises ValueError, for what is not text in the requested encoding, or in UTF-8.
    """
    marked = next((name for mark, name in _MARKS.items() if raw.startswith(mark)), encoding)
    if marked is not None:
        return raw.decode(marked), marked
    if (wide := _utf16_of(raw[:_SAMPLE])) is not None:
        return raw.decode(wide), wide
    try:
        return raw.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        try:
            return raw.decode(WINDOWS), WINDOWS
        except UnicodeDecodeError:
            pass  # it has bytes that mean nothing there
        raise


def _utf16_of(sample: bytes) -> str | None:
    """Return the sort of UTF-16 without a mark in which every other byte of most letters is 0."""
    halves = {"utf-16-le": sample[1::2], "utf-16-be": sample[0::2]}
    return next((name for name, half in halves.items() if 2 * half.count(0) > len(half)), None)


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
