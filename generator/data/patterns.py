"""What a pattern finds in a text.

In: a regular expression and a text. Out: the part that it finds first.
"""

from __future__ import annotations

import re


def found_in(pattern: re.Pattern[str] | str, text: str, group: int = 0, otherwise: str = "") -> str:
    """Return what a pattern finds first in a text, or a group of that; `otherwise` if it finds
    nothing.
    """
    found = re.search(pattern, text)
    return found[group] if found else otherwise
