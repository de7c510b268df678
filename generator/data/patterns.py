"""What a pattern finds in a text.

In: a regular expression and a text. Out: the part that it finds first.
"""

from __future__ import annotations

import re


def whole(pattern: re.Pattern[str] | str, value: object) -> re.Match[str] | None:
    """Match a value as a whole; None for anything but a text that a pattern describes."""
    return re.fullmatch(pattern, value) if isinstance(value, str) else None


def found_in(pattern: re.Pattern[str] | str, text: str, group: int = 0, otherwise: str = "") -> str:
    """Return what a pattern finds first in a text, or a group of that; `otherwise` if it finds
    nothing.
    """
    found = re.search(pattern, text)
    return found[group] if found else otherwise
