"""A changed text as the part that was replaced, counted as the page counts.

In: two texts. Out: a message. Knows no page.
"""

from __future__ import annotations

from generator.data.relaying import replaced_part
from studio.protocol.messages import Splice


def splice_of(before: str, text: str) -> Splice:
    """Return the shortest part of a text that was replaced."""
    start, end = replaced_part(before, text)
    first = _units(before[:start])
    return Splice(
        first, first + _units(before[start:end]), text[start : end + len(text) - len(before)]
    )


def _units(text: str) -> int:
    """Count a text in UTF-16 units."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le")) // 2
