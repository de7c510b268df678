"""Text as it may be shown: what steers a terminal, or turns the direction of what follows, is
replaced by a sign that is seen.

In: text of anybody's. Out: text that is only read. Knows no terminal.
"""

from __future__ import annotations

import re

SIGN = "\ufffd"
"""What is shown in the place of a character that must not be printed."""
_STEERING = "\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff"
_IN_LINE = re.compile(f"[\n{_STEERING}]")
_IN_JSON = re.compile("[\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def visible(text: str) -> str:
    """Return a text as one line: control characters but the tab, overrides of direction, halves of
    characters and line breaks are replaced.
    """
    return _IN_LINE.sub(SIGN, text)


def escaped(json_text: str) -> str:
    """Write in JSON as numbers what must not be printed as it is; `json.dumps` has done so with the
    first control characters.
    """
    return _IN_JSON.sub(lambda found: f"\\u{ord(found[0]):04x}", json_text)
