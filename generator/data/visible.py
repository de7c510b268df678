"""Text that is safe to show: characters that control a terminal, or change the direction of the
following text, are replaced by a visible sign.

In: text from any source. Out: text that can only be read. Knows no terminal.
"""

from __future__ import annotations

import re

SIGN = "\ufffd"
"""The replacement for a character that must not be printed."""
_STEERING = "\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff"
_IN_LINE = re.compile(f"[\n{_STEERING}]")
_IN_JSON = re.compile("[\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def visible(text: str) -> str:
    """Return a text as one line: control characters except tab, direction overrides, surrogates and
    line breaks are replaced.
    """
    return _IN_LINE.sub(SIGN, text)


def escaped(json_text: str) -> str:
    """Write characters in JSON as numbers if they must not be printed; `json.dumps` has already
    done so for ASCII control characters.
    """
    return _IN_JSON.sub(lambda found: f"\\u{ord(found[0]):04x}", json_text)
